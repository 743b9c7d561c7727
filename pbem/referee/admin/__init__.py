"""What only the referee does to a game: make it, seat it, rule in it, keep its dice."""
