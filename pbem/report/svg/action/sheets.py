"""The windows of a set-up, where counters stand and no more; and those side by side that show all of a map."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.board.hexes import column_row
from pbem.core.scene import Scene
from pbem.report.svg.action.crop import COLUMNS, LEAST_ROWS, TALL, room, span, window
from pbem.report.svg.action.parting import Group, part
from pbem.report.svg.base.hexplan import ROOT3, HexPlan, hex_crop
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.plan import WIDTH, Crop, Plan

MOST_SHEETS = 6
"""Of a map that would take more windows side by side the whole is one, with plain counters."""
HIGH = (TALL, 1.1)
"""How high a window of a set-up may be for its width."""
MOST_WINDOWS, PIXELS = 4, 5_400_000
"""How many windows a set-up may have, and how many pixels they all, so that a mail can bring them."""


def setup_crops(scene: Scene) -> tuple[Crop, ...]:
    """The windows in which counters stand, from left to right: as large as they can be in one mail.

    Of a hex map they hold all counters; of an area map, whose whole shows all symbols, no more than MOST_WINDOWS.
    None where no counter is on the map. MapError where it is none.
    """
    plan = board_plan(scene.map)
    spaces = sorted({counter.space for counter in scene.counters if plan.has(counter.space)})
    if not isinstance(plan, HexPlan):
        parts = part([Group((plan.spot(space),)) for space in spaces], *room(plan))
        points = [[point for group in each for point in group.points] for each in parts[:MOST_WINDOWS]]
        return tuple(window(plan, each) for each in points)
    crops: tuple[Crop, ...] = ()
    for columns in COLUMNS:
        crops = _of_columns(plan, spaces, min(columns, plan.columns))
        if len(crops) <= MOST_WINDOWS and _pixels(crops) <= PIXELS:
            break
    return crops


def _of_columns(plan: HexPlan, spaces: Sequence[str], columns: int) -> tuple[Crop, ...]:
    """Windows of so many columns that show all spaces, most with a hex around: with the least to show beside them."""
    groups, found = [Group((column_row(space),)) for space in spaces], list[tuple[Crop, ...]]()
    for high in HIGH:
        most = min(plan.rows, int(high * (1.5 * (columns - 1) + 2) / ROOT3 - 0.5))
        found.append(tuple(_around(plan, each, columns, most) for each in part(groups, columns - 1, most - 1)))
    return min(found, key=_pixels)


def _around(plan: HexPlan, groups: Sequence[Group], columns: int, most: int) -> Crop:
    """A window of so many columns, and at most so many rows, that shows hexes and one around."""
    used = [group.points[0] for group in groups]
    first, last = span([round(x) for x, _ in used], columns, columns, plan.columns)
    top, bottom = span([round(y) for _, y in used], min(LEAST_ROWS, plan.rows), most, plan.rows)
    return hex_crop(plan.map, first, top, last, bottom)


def _pixels(crops: Sequence[Crop]) -> float:
    """How many pixels some windows have in all."""
    return sum(WIDTH * WIDTH * crop.height / crop.width for crop in crops)


def sheet_crops(map_: Mapping[str, Any]) -> tuple[Crop, ...]:
    """The windows side by side, as few as may be, in which counters have room for their figures: all of a map.

    Of a map that would take more than MOST_SHEETS the whole is one, with plain counters. MapError where it is none.
    """
    plan = board_plan(map_)
    for count in range(1, MOST_SHEETS + 1):
        crops = tuple(_sheet(plan, n, count) for n in range(count))
        if board_plan(map_, crops[0]).view.detailed:
            return crops
    return (plan.whole,)


def _sheet(plan: Plan, n: int, count: int) -> Crop:
    """One of so many windows side by side; those of a hex map have as many columns as other windows have."""
    if isinstance(plan, HexPlan):
        enough = (n for n in COLUMNS if n * count >= plan.columns)
        columns = min(next(enough, plan.columns), plan.columns)
        first = 1 + (n * (plan.columns - columns) // (count - 1) if count > 1 else 0)
        return hex_crop(plan.map, first, 1, first + columns - 1, plan.rows)
    wide = plan.whole.width / count
    return Crop(plan.whole.left + wide * n, plan.whole.top, plan.whole.left + wide * (n + 1), plan.whole.bottom)
