"""The printed board of any map: what does not change as long as the map does not."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.boards import board_of
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Label, Placer
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.ground import areas, hexes, hexsides, places


def art(plan: Plan, ground: Sequence[str] | None = None) -> list[str]:
    """All that bears no words, above a `ground` if it is given one. MapError where the map's lines cannot be drawn."""
    if isinstance(plan, AreaPlan):
        return areas.art(plan)
    return hexes.art(plan, ground) if isinstance(plan, HexPlan) else []


def names(plan: Plan, lang: str, placer: Placer) -> list[str]:
    """What is written on the ground, where it is not to be touched by other names."""
    if isinstance(plan, AreaPlan):
        return areas.names(plan, lang, placer)
    return hexes.names(plan, lang, placer) if isinstance(plan, HexPlan) else []


def colours(map_: Mapping[str, Any]) -> tuple[bool, bool]:
    """What the colours of a board's picture go by: whether it has a grid, and whether its ground has tints."""
    board = board_of(map_)
    return (True, hexsides.has_cover(board)) if board.kind == "hexes" else (False, True)


def place_names(plan: Plan, lang: str, placer: Placer, matter: Container[str]) -> list[Label]:
    """The names that stand above everything, and so beside what happens; `matter`: spaces that count for victory."""
    if not isinstance(plan, HexPlan):
        return []
    placer.avoid(places.sign_boxes(plan), 3.0)
    return places.town_labels(plan, lang, placer, matter)
