"""DKIM and PGP signatures of mails, and what they cover."""
