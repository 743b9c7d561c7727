"""A raw mail taken apart; whether a machine wrote it; which seat it claims to come from."""
