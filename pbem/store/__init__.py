"""The private side: seats, sheets, mails, outbox in one SQLite database, and the keys beside it. Knows no rules."""
