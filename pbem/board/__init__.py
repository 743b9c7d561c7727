"""The board: hex maps and area maps behind one protocol, the movement search, zones of control. Knows no game."""
