"""The printed board of any map: what does not change as long as the map does not."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.boards import board_of
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Label, Placer
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.stamps import Placed
from pbem.report.svg.ground import areas, hexes, hexsides, places, terrain, toponyms
from pbem.report.svg.ground.area_names import AreaName, area_names

HIDDEN = 6
"""What it costs the name of a place to hide the number of a hex: as much as the twelfth of its spots."""


def art(plan: Plan, ground: Sequence[str] | None = None) -> list[str]:
    """All that bears no words, above a `ground` if it is given one: that of an area map has all of it.

    MapError where the map's lines cannot be drawn.
    """
    if isinstance(plan, AreaPlan):
        return areas.art(plan) if ground is None else list(ground)
    return hexes.art(plan, ground) if isinstance(plan, HexPlan) else []


def names(plan: Plan, lang: str, placer: Placer) -> list[AreaName]:
    """The names of areas, each where the map has it or beside the pile that may stand there."""
    return area_names(plan, lang, placer) if isinstance(plan, AreaPlan) else []


def land_names(plan: Plan, lang: str, placer: Placer) -> list[Placed]:
    """The names of regions, summits and rivers, off all that stands on the map, and off towns."""
    if isinstance(plan, HexPlan):
        placer.avoid(terrain.number_boxes(plan), 0.4)
    return [
        *toponyms.region_labels(plan, lang, placer),
        *toponyms.summit_labels(plan, plan.map, lang, placer),
        *toponyms.river_labels(plan, lang, placer),
    ]


def colours(map_: Mapping[str, Any]) -> tuple[bool, bool]:
    """What the colours of a board's picture go by: whether it has a grid, and whether its ground has tints."""
    board = board_of(map_)
    return (True, hexsides.has_cover(board)) if board.kind == "hexes" else (False, True)


def place_names(plan: Plan, lang: str, placer: Placer, matter: Container[str]) -> tuple[list[Label], list[Placed]]:
    """The names that stand above everything, and so beside what happens, and lines to those that stand astray.

    `matter`: spaces that count for victory.
    """
    if not isinstance(plan, HexPlan):
        return [], []
    placer.avoid(places.sign_boxes(plan), 3.0)
    placer.avoid(places.town_boxes(plan), 1.0)
    for box in terrain.number_boxes(plan):
        placer.avoid((box,), HIDDEN / ((box[2] - box[0]) * (box[3] - box[1])))
    named = places.town_labels(plan, lang, placer, matter)
    return list(named.values()), places.leaders(plan, named) if plan.detailed else []
