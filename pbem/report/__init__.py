"""Telling a game: a span of records for one seat as text, HTML and maps. Knows no rule set; draws from Scene alone."""
