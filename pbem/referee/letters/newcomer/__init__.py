"""What a player who has just come needs: the first mail with its map and handbook, the start, examples of orders."""
