"""A die with what is added to it, in the rows of a table."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.events import Modifier
from pbem.dice.die import Face
from pbem.kit.tables import clamp


def row_of(rows: Mapping[str, Any], face: Face, drm: Iterable[Modifier]) -> int:
    """The row for a die: all modifiers add, and beyond the ends of the table the end rows hold."""
    every = sorted(map(int, rows))
    return clamp(int(face) + sum(each.amount for each in drm), every[0], every[-1])
