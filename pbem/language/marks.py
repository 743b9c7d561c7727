"""Texts with places for values: those that are translated later are marked, which tells Babel what to extract."""

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
