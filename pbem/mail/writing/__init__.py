"""Mails composed, with their pictures and calendar entries."""
