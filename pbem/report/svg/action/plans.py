"""The parts of the map in which something is planned: one that holds it all, or several that show figures large."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.board.hexes import column_row
from pbem.core.scene import Scene
from pbem.report.svg.action.crop import COLUMNS, MOST_COLUMNS, most_rows, room, span, window
from pbem.report.svg.action.parting import Group, part
from pbem.report.svg.base.hexplan import HexPlan, hex_crop
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.plan import Crop, Plan
from pbem.report.svg.base.write import Point

LEAST_ROWS, MOST_ROWS = 8, 12
"""How many rows a picture of a plan has: rather high, to be scrolled downwards, than of tiny figures."""
MOST_PLANS = 3
"""How many pictures a plan may take."""


def plan_crop(scene: Scene) -> Crop:
    """The smallest part of the map that holds every way, shot and new counter of a scene, with a space around it."""
    plan = board_plan(scene.map)
    return _holding(plan, [space for group in _planned(plan, scene) for space in group])


def plan_crops(scene: Scene) -> tuple[Crop, ...]:
    """The same in at most three parts in which figures are large, from left to right; in one where that will not do."""
    plan = board_plan(scene.map)
    groups = sorted(set(_planned(plan, scene)))
    is_hex = isinstance(plan, HexPlan)
    spaces = {tuple(_cell(space) if is_hex else plan.spot(space) for space in group): group for group in groups}
    parts = part(map(Group, spaces), *((MOST_COLUMNS - 3, MOST_ROWS - 3) if is_hex else room(plan)))
    if not parts or sum(map(len, parts)) < len(groups) or len(parts) > MOST_PLANS:
        return (plan_crop(scene),)
    held = {_holding(plan, [space for group in each for space in spaces[group.points]]): len(each) for each in parts}
    return _needed(plan, held, groups)


def _needed(plan: Plan, held: Mapping[Crop, int], groups: Sequence[tuple[str, ...]]) -> tuple[Crop, ...]:
    """The windows without which something would not be seen; `held` says how much each was made for.

    They are larger than what they were made for, and so one may show all of another's.
    """
    crops = list(held)
    for crop in sorted(crops, key=lambda each: (held[each], each.corners)):
        others = [other for other in crops if other != crop]
        if all(any(all(other.holds(plan.spot(space)) for space in group) for other in others) for group in groups):
            crops = others
    return tuple(crops)


def _holding(plan: Plan, spaces: Sequence[str]) -> Crop:
    """The smallest window that holds spaces and one around them; all of the map where there are none."""
    if not isinstance(plan, HexPlan):
        return window(plan, [plan.spot(space) for space in sorted(set(spaces))])
    cells = [column_row(space) for space in spaces]
    rows = [row for _, row in cells]
    high = max(rows, default=0) - min(rows, default=0) + 3
    columns = tuple(n for n in COLUMNS if high <= max(MOST_ROWS, most_rows(n)))
    left, right = _stretch([column for column, _ in cells], (*columns, plan.columns), plan.columns)
    top, bottom = _stretch(rows, (LEAST_ROWS,), plan.rows)
    return hex_crop(plan.map, left, top, right, bottom)


def _cell(space: str) -> Point:
    """Column and row of a hex."""
    column, row = column_row(space)
    return float(column), float(row)


def _stretch(used: Sequence[int], lengths: Sequence[int], last: int) -> tuple[int, int]:
    """First and last of the columns (or rows) used, one more at each end, as many as one of the lengths; on the map."""
    if not used:
        return 1, last
    needed = max(used) - min(used) + 3
    length = min(last, next((n for n in lengths if n >= needed), needed))
    return span(used, length, length, last)


def _planned(plan: Plan, scene: Scene) -> Iterator[tuple[str, ...]]:
    """What is to be seen together: the spaces of each way, shot, line of sight and shade, and each new counter's."""
    found = [arrow.path for arrow in scene.arrows]
    found += [(shot.origin, shot.target) for shot in scene.shots]
    found += [(line.origin, line.target) for line in scene.sightlines]
    found += [shade.spaces for shade in scene.shades if shade.kind != "arc"]  # that only surrounds what is planned
    found += [(counter.space,) for counter in scene.counters if "planned" in counter.states]
    yield from (on_map for on_map in (tuple(filter(plan.has, spaces)) for spaces in found) if on_map)
