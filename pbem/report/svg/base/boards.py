"""The board of a map that is drawn: read once, kept by the map itself."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.board.board import Board, read_board
from pbem.report.svg.base.plan import MapError, Plan


class Same:
    """A map as a key: that very object. Whoever changes a map that was drawn makes a copy of it."""

    def __init__(self, map_: Mapping[str, Any]) -> None:
        self.map = map_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.map is other.map

    def __hash__(self) -> int:
        return id(self.map)


class SamePlan:
    """A plan as a key: the same window of that very map."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SamePlan) and (self.plan.map is other.plan.map and self.plan.view == other.plan.view)

    def __hash__(self) -> int:
        return hash((id(self.plan.map), self.plan.view))


def board_of(map_: Mapping[str, Any]) -> Board:
    """The board of a map; MapError where it is none."""
    return _board(Same(map_))


@lru_cache(maxsize=8)
def _board(of: Same) -> Board:
    try:
        return read_board(of.map)
    except ValueError as wrong:
        raise MapError(str(wrong)) from wrong
