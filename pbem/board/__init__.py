"""The board: hexes, hex maps, the movement search and zones of control. Plain integers; knows no game."""
