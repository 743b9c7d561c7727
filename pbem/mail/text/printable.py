"""Text from outside made fit for a log or a terminal."""


def printable(text: str, most: int = 300) -> str:
    """Text from outside for a log or a terminal: one line, no control characters, at most `most` characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:most]
