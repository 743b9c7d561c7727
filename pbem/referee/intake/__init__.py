"""A raw mail to one outcome: its sender, trust, credentials, commands, answer and refusals."""
