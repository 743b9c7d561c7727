"""The heuristic player of Morocco 1926."""
