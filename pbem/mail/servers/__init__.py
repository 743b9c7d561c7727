"""Mails in and out: IMAP, SMTP, Maildir, the order of taking and the outbox."""
