"""The mailbox folder: settings, secrets, transport, notices, limits, one sweep through what came."""
