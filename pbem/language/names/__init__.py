"""The words of a line to what they name: who, where, when, how many; near misses told, nothing guessed."""
