"""One game opened: where its save is, its position, a phase run, replay, JSON to types, its words."""
