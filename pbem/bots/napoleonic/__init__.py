"""The heuristic player of the Napoleonic battles."""
