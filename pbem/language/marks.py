"""Marks for texts that are translated later: they give back what they get, and tell Babel what to extract."""

from typing import NamedTuple


class Plural(NamedTuple):
    """A text with its form for several; `by` is the name of the number that decides."""

    one: str
    many: str
    by: str


Text = str | Plural


def N_(message: str) -> str:
    """The message itself."""
    return message


def NN_(one: str, many: str, by: str) -> Plural:
    """The two forms of a message, and the argument that decides between them."""
    return Plural(one, many, by)
