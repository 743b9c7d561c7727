"""Proofs of a save and of mails without trusting the referee; statistics of dice."""
