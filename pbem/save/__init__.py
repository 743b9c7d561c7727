"""The save: a folder of readable files that git can tell the story of. Knows bytes, events and git; no rules."""
