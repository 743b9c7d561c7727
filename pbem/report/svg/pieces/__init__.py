"""Counters with their symbols and states, and the ghosts of those that went."""
