"""What parts of the map to show: the windows in which most happened.

Windows have one of a few widths, so that those of a game share the ground that was drawn for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.board.hexes import column_row
from pbem.core.scene import Scene
from pbem.report.svg.action.parting import Group, fullest
from pbem.report.svg.base.hexplan import ROOT3, HexPlan, hex_crop
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.naming import name_of
from pbem.report.svg.base.plan import Crop, Plan
from pbem.report.svg.base.write import Point

COLUMNS = (11, 16, 24)
"""How many columns a window of a hex map has, where it does not show all: a printed ground has each of these sizes."""
MOST_COLUMNS, LEAST_ROWS = 11, 7
"""Of 11 columns a phone of 400 px still shows the figures of counters 9 px high."""
MOST_CLOSE_UPS = 4
STANDS = 1
"""What a counter is worth that does nothing but stand there."""
NEWS = 150
"""What is worth as much has a close-up of its own where none yet shows it: a place that changed hands, and above."""
FLED = 100
"""What the ends of a flight in panic are worth: whoever is driven off is looked for."""
PARTS = (0.4, 0.5, 0.625, 0.8)
"""How much of the width of an area map a window has; of the first a phone of 400 px shows figures 9 px high."""
TALL = 0.93
"""The most height of the map window for its width: with title and legend a picture is at most 1.15 times as high as
wide, so that a phone shows it whole."""
HIGH = (0.6, 0.7, 0.8, TALL)
"""How high a window of an area map is for its width."""
CORNERS = 24
"""Such a window begins at a corner of a net of so many meshes across the map, if it can: more of them are the same."""


def most_rows(columns: int) -> int:
    """How many rows a close-up of so many columns may have (hexes flat at the top, columns 1.5 radii apart)."""
    return int(TALL * (1.5 * (columns - 1) + 2) / ROOT3 - 0.5)


MOST_ROWS = most_rows(MOST_COLUMNS)


def action_crop(scene: Scene) -> Crop:
    """The part of the map that holds most of what happened: the first of `action_crops`."""
    return action_crops(scene, 1)[0]


def action_crops(scene: Scene, most: int = MOST_CLOSE_UPS) -> tuple[Crop, ...]:
    """The parts of the map in which something happened, at most so many; the busiest first, and always one.

    Each is at most 11 hexes wide and little higher than wide. Combats count most, then losses and hits, then changes of
    control, moves and counters. Around what it holds stays one hex of room if the map has it. Without any event it is
    where most counters stand; of an area map, whose whole shows all, it is the whole then. Combats, losses, hits and
    changes of control that it does not show have a part of their own. One of an area map is the smallest of its own
    close-up windows that holds as much, or as wide as figures on a phone allow.
    """
    plan = board_plan(scene.map)
    left = _happenings(plan, scene)
    if not isinstance(plan, HexPlan) and all(one.worth == STANDS for one in left):
        return (plan.whole,)
    crops: list[Crop] = []
    while len(crops) < most:
        weights = _weights(left)
        if isinstance(plan, HexPlan):
            crop = _busiest(plan, {column_row(space): worth for space, worth in weights.items()})
        else:
            crop = _busiest_areas(plan, {space: weights[space] for space in sorted(weights)})
        crops.append(crop)
        left = [one for one in left if not all(crop.holds(plan.spot(space)) for space in one.told_by)]
        if max((one.worth for one in left), default=0) < NEWS:
            break
    return tuple(crops)


def around_crop(map_: Mapping[str, Any], space: str) -> Crop:
    """The part of a map, as large as a close-up may be, with a space in its middle. MapError where it has none such.

    Of an area map, with the areas around it where that takes no more than most of the map.
    """
    plan = board_plan(map_)
    spot = plan.spot(space)
    if not isinstance(plan, HexPlan):
        whole = window(plan, [spot, *map(plan.spot, plan.neighbours(space))])
        return whole if whole.width <= plan.whole.width * PARTS[2] else window(plan, [spot])
    column, row = column_row(space)
    left, right = span([column], min(MOST_COLUMNS, plan.columns), MOST_COLUMNS, plan.columns)
    top, bottom = span([row], min(MOST_ROWS, plan.rows), MOST_ROWS, plan.rows)
    return hex_crop(map_, left, top, right, bottom)


def places_shown(scene: Scene, crop: Crop, lang: str, most: int = 3) -> tuple[str, ...]:
    """The names of the places that a close-up shows, those nearest to what happened first: for its text alternative."""
    plan = board_plan(scene.map, crop)
    weights = _weights(_happenings(plan, scene))
    found = []
    for space in plan.inner:
        if place := plan.place(space):
            near = sum(weights.get(each, 0) for each in (space, *plan.neighbours(space)))
            found.append((-near, space, name_of(place, lang)))
    return tuple(name for _, _, name in sorted(found)[:most])


@dataclass(frozen=True, slots=True)
class _Happening:
    """Something worth being shown: each of its `spaces` is worth so much; a window that holds `told_by` tells it."""

    worth: int
    spaces: tuple[str, ...]
    told_by: tuple[str, ...]


def _happenings(plan: Plan, scene: Scene) -> list[_Happening]:
    """What a scene tells, and where. Names that are no space of the map count nothing."""
    places = {**{g.unit: g.space for g in scene.ghosts}, **{c.unit: c.space for c in scene.counters}}

    def on_map(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(filter(plan.has, (name if plan.has(name) else places.get(name, "") for name in names)))

    def happening(worth: int, names: Iterable[str], told_by: Iterable[str] = ()) -> _Happening:
        spaces = on_map(names)
        return _Happening(worth, spaces, on_map(told_by) or spaces)

    found = [happening(300, (*b.attackers, *b.defenders), b.defenders) for b in scene.battles]
    found += [happening(200, (g.space,)) for g in scene.ghosts if g.lost]
    found += [happening(160 if shot.hit else 60, (shot.target,)) for shot in scene.shots]
    found += [happening(NEWS, (c.space,)) for c in scene.controls if c.changed]
    found += [happening(FLED if a.kind == "panic" else 20, (a.path[0], a.path[-1])) for a in scene.arrows if a.path]
    found += [happening(STANDS, (c.space,)) for c in scene.counters]
    return [one for one in found if one.spaces]


def _weights(happenings: Iterable[_Happening]) -> dict[str, int]:
    """How much each space is worth being shown."""
    weights: dict[str, int] = {}
    for one in happenings:
        for space in one.spaces:
            weights[space] = weights.get(space, 0) + one.worth
    return weights


# Hexes ---------------------------------------------------------------------------------------------------------------

Cells = Mapping[tuple[int, int], int]
"""What each column and row is worth."""


def _busiest(plan: HexPlan, weights: Cells) -> Crop:
    """The window of the most columns and rows that is worth most, drawn in to what matters in it."""
    columns, rows = plan.columns, plan.rows
    wide, tall = min(MOST_COLUMNS, columns), min(MOST_ROWS, rows)
    sums = _summed(weights, columns, rows)
    best, where = (-1, 0), (1, 1)
    for column in range(1, columns - wide + 2):
        for row in range(1, rows - tall + 2):
            inner = _sum(sums, column + 1, row + 1, column + wide - 2, row + tall - 2)
            value = (_sum(sums, column, row, column + wide - 1, row + tall - 1) + inner, inner)
            if value > best:
                best, where = value, (column, row)
    held = {at: worth for at, worth in weights.items() if _within(at, where, wide, tall)}
    if not held:
        return hex_crop(plan.map, *where, where[0] + wide - 1, where[1] + tall - 1)
    return _tight(plan, held, wide, tall)


def _within(at: tuple[int, int], corner: tuple[int, int], wide: int, tall: int) -> bool:
    return 0 <= at[0] - corner[0] < wide and 0 <= at[1] - corner[1] < tall


def _summed(weights: Cells, columns: int, rows: int) -> list[list[int]]:
    """Sums over all rectangles that begin at the first hex."""
    sums = [[0] * (rows + 1) for _ in range(columns + 1)]
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            here = weights.get((column, row), 0)
            sums[column][row] = here + sums[column - 1][row] + sums[column][row - 1] - sums[column - 1][row - 1]
    return sums


def _sum(sums: list[list[int]], left: int, top: int, right: int, bottom: int) -> int:
    if right < left or bottom < top:
        return 0
    return sums[right][bottom] - sums[left - 1][bottom] - sums[right][top - 1] + sums[left - 1][top - 1]


def _tight(plan: HexPlan, held: Cells, wide: int, tall: int) -> Crop:
    """A window drawn in to what matters and one hex around, so that little is shown large; in its middle."""
    enough = min(max(held.values()), 60)
    matters = [at for at in held if held[at] >= enough]
    used = [max(line) - min(line) + 3 for line in zip(*matters, strict=True)]
    columns = next((n for n in COLUMNS if n >= used[0] and most_rows(n) >= used[1]), wide)
    left, right = span([c for c, _ in matters], min(columns, wide), min(columns, wide), plan.columns)
    least = min(LEAST_ROWS, plan.rows)
    most = max(least, min(most_rows(right - left + 1), tall))
    top, bottom = span([r for _, r in matters], least, most, plan.rows)
    return hex_crop(plan.map, left, top, right, bottom)


def span(used: Sequence[int], least: int, most: int, last: int) -> tuple[int, int]:
    """First and last of the columns (or rows) that hold those used and one more at each end, within the map."""
    length = max(least, min(most, max(used) - min(used) + 3))
    first = (min(used) + max(used) + 1 - length) // 2
    first = min(max(1, first), last - length + 1)
    return first, first + length - 1


# Areas ---------------------------------------------------------------------------------------------------------------


def _busiest_areas(plan: Plan, weights: Mapping[str, int]) -> Crop:
    """The close-up that is worth most: of the areas in which something happened, or where counters stand."""
    enough = min(max(weights.values(), default=0), 60)
    groups = [Group((plan.spot(space),), worth) for space, worth in weights.items() if worth >= enough]
    return window(plan, [point for group in fullest(groups, *room(plan)) for point in group.points])


def room(plan: Plan) -> tuple[float, float]:
    """How far apart the points of a close-up of an area map may lie, across and down."""
    wide, air = plan.whole.width * PARTS[0], 2 * _air(plan)
    return wide - air, min(wide * TALL, plan.whole.height) - air


def _air(plan: Plan) -> float:
    """What a window shows around its points, in the plane."""
    return 1.6 * plan.radius / plan.view.scale


def window(plan: Plan, points: Sequence[Point]) -> Crop:
    """The smallest window of an area map's own, or of a few widths, that holds points and an area around them."""
    if not points:
        return plan.whole
    air = _air(plan)
    across, down = zip(*points, strict=True)
    need = Crop(min(across), min(down), max(across), max(down)).grown(air, air)
    own = [window for window in plan.windows if all(map(window.holds, points))]
    if own:
        return min(own, key=lambda crop: (crop.width, crop.left, crop.top))
    for part in PARTS:
        wide = plan.whole.width * part
        for tall in (wide * high for high in HIGH):
            if need.width <= wide and need.height <= tall <= plan.whole.height:
                return _moved_in(need, wide, tall, plan.whole)
    return plan.whole


def _moved_in(need: Crop, wide: float, tall: float, whole: Crop) -> Crop:
    """A window of a size about what is needed, within the whole; its corner on the net, else at whole units."""
    mesh = whole.width / CORNERS
    left = _begin((need.left, need.right), wide, (whole.left, whole.right), mesh)
    top = _begin((need.top, need.bottom), tall, (whole.top, whole.bottom), mesh)
    return Crop(left, top, left + wide, top + tall)


def _begin(need: tuple[float, float], length: float, whole: tuple[float, float], mesh: float) -> float:
    """Where a window of a length begins that has what is needed in its middle, as far as the whole reaches."""
    middle = min(max(whole[0], (need[0] + need[1] - length) / 2), whole[1] - length)
    latest = min(max(need[0], whole[0]), whole[1] - length)
    netted = whole[0] + round((middle - whole[0]) / mesh) * mesh
    held = max(whole[0], need[1] - length) <= netted <= latest
    return netted if held else round(middle)
