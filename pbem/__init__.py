"""pbem: a play-by-email adjudicator for historical wargames."""

__version__ = "0.1.0"
