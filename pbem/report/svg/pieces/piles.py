"""Piles: the counters of a side in a space, and where they stand. In a hex one lies on the other; in an area, which has
more room, the topmost is followed by a list of those below it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.core.scene import Counter, Scene
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.write import Point
from pbem.report.svg.pieces.rooms import Room, Spot, find_over, find_within

VISIBLE = 4
"""How many counters of a pile in a hex can be read; the rest is told by its number."""
STRIP = 25
"""What is seen of a counter below another, of its 100."""
LISTED = 12
"""How many counters of a pile in an area can be read."""
ROW, WIDE, GAP = 34, 134, 8
"""The height of a line of a list, the width of a list, and the gap between two columns of it, of a counter's 100."""
HEAD = 3
"""How many lines the topmost counter takes in its list."""
COLUMNS = (1, 2, 3)
"""Into how many columns a list may be broken."""
ALONE = 108
"""The width of the first column of a list where it has just the topmost counter, and that no sign beside it."""
SIGN = 0.1
"""How far the signs of a lone counter reach beyond it, in sizes of a counter."""
TRAY = 10
"""How far the ground of a list reaches beyond it, of a counter's 100."""
APART = 0.3
"""The gap between the piles of two sides in an area, in sizes of a counter."""
Find = Callable[[Room, Sequence[Point], float], Spot | None]
"""What finds room for one of several shapes, no larger than so."""
_FIRST, _WHOLE = re.compile(r"([0-9]{1,4})-"), re.compile(r"([0-9]{1,4})$")
"""The strength in factors such as "4-5", and one that is told by itself; "1/2" only says how many steps are left."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The counters of one side in one space, and where they are drawn: the centre and size of the topmost, in pixels.

    `strips`: how many show an edge above the topmost; `columns`: of how many the list is in which the others follow.
    """

    side: str
    space: str
    counters: tuple[Counter, ...]
    x: float
    y: float
    size: float
    strips: int = 0
    columns: int = 0

    @property
    def box(self) -> Box:
        """Left, top, right, bottom of the pile."""
        half = self.size / 2
        left, top = self.x - half, self.y - half - self.strips * self.size * STRIP / 100
        if not self.columns:
            return left, top, self.x + half, self.y + half
        wide, tall = _list_shape(self.counters, self.columns)
        return left, top, left + wide * self.size, top + tall * self.size

    @property
    def ground(self) -> Box:
        """Left, top, right, bottom of what it lies on: of a list more than its box."""
        (left, top, right, bottom), more = self.box, self.size * TRAY / 100 if self.columns else 0.0
        return left - more, top - more, right + more, bottom + more

    def figures(self, detailed: bool) -> Box:
        """Where its figures stand: along the foot of the topmost counter, on an overview all over the block."""
        half, rise = self.size / 2, 0.12 * self.size if detailed else -0.3 * self.size
        return self.x - 0.8 * half, self.y + rise, self.x + 0.8 * half, self.y + 0.92 * half


def counter_size(plan: Plan) -> float:
    """The side of a counter that has a space to itself, in pixels."""
    return plan.radius * (1.18 if plan.detailed else 1.12)


def strength_of(counters: Sequence[Counter]) -> str:
    """What an overview says of a pile: its strength in all; of several without one how many they are; else ""."""
    told = (_WHOLE.match(counter.strength) or _FIRST.match(counter.factors) for counter in counters)
    figures = [int(found[1]) for found in told if found]
    return str(sum(figures)) if figures else str(len(counters)) if len(counters) > 1 else ""


def piles(plan: Plan, scene: Scene, names: Iterable[Box] = ()) -> list[Pile]:
    """All piles of the crop, by space; where both sides share one they stand side by side, smaller.

    In areas they stand off the `names` that are written there, and off each other.
    """
    found: dict[str, dict[str, list[Counter]]] = {}
    for counter in scene.counters:
        if plan.shows(counter.space):
            found.setdefault(counter.space, {}).setdefault(counter.side, []).append(counter)
    if isinstance(plan, AreaPlan) and plan.detailed:
        return _in_areas(plan, found, tuple(names))
    return [pile for space in sorted(found) for pile in _in_hex(plan, space, found[space])]


# In a hex ------------------------------------------------------------------------------------------------------------


def _in_hex(plan: Plan, space: str, sides: Mapping[str, Sequence[Counter]]) -> list[Pile]:
    x, y = plan.centre(space)
    count, size = len(sides), counter_size(plan)
    if count > 1:
        size *= 0.66 if count == 2 else 0.5
    step = size * 1.06
    left = x - step * (count - 1) / 2
    return [_pile_at(plan, side, space, sides[side], left + i * step, y, size) for i, side in enumerate(sorted(sides))]


def _pile_at(
    plan: Plan, side: str, space: str, counters: Sequence[Counter], x: float, y: float, size: float
) -> Pile:  # fmt: skip
    """A pile about a point: each counter below the topmost shows its upper edge, all within the height of the hex."""
    strips = min(len(counters), VISIBLE) - 1 if plan.detailed else 0
    tall = 1 + strips * STRIP / 100
    size = min(size, plan.radius * 1.6 / tall)
    low = plan.radius * 0.07 if plan.detailed and not strips else 0.0
    return Pile(side, space, tuple(counters), x, y + low + size * (tall - 1) / 2, size, strips)


# In an area ----------------------------------------------------------------------------------------------------------


def list_rows(count: int, columns: int) -> int:
    """How many lines the longest column of a list of so many counters has."""
    return max(HEAD, -(-(HEAD + min(count, LISTED) - 1) // columns))


def first_column(counters: Sequence[Counter], columns: int) -> int:
    """The width of the first column of a list, of a counter's 100."""
    is_alone = columns > 1 and list_rows(len(counters), columns) == HEAD
    return ALONE if is_alone and not (counters[-1].states or counters[-1].formation) else WIDE


def _list_shape(counters: Sequence[Counter], columns: int) -> tuple[float, float]:
    """How wide and high the list of some counters is, in sizes of a counter; a lone counter has a list of none."""
    if not columns:
        return 1.0, 1.0
    wide = first_column(counters, columns) + (columns - 1) * (WIDE + GAP)
    return wide / 100, list_rows(len(counters), columns) * ROW / 100


def _in_areas(
    plan: AreaPlan, found: Mapping[str, Mapping[str, Sequence[Counter]]], names: tuple[Box, ...]
) -> list[Pile]:
    """The piles of all areas: first those that find room within theirs, then those that reach over a border."""
    placed: dict[str, list[Pile]] = {}
    for find in (find_within, find_over):
        for space in sorted(found.keys() - placed.keys()):
            taken = (*names, *(pile.ground for there in placed.values() for pile in there))
            if here := _in_area(plan, space, found[space], taken, find):
                placed[space] = here
    return [pile for space in sorted(placed) for pile in placed[space]]


def _in_area(
    plan: AreaPlan, space: str, sides: Mapping[str, Sequence[Counter]], taken: Sequence[Box], find: Find
) -> list[Pile]:
    """The piles of an area, beside or below each other, as large as finds room; none where it finds none."""
    order = sorted(sides)
    options = [
        _side_by_side(order, sides, columns, down) for columns in COLUMNS for down in (False, True)[: len(order)]
    ]
    room = Room(plan.outline(space), plan.centre(space), plan.box, taken)
    chosen = find(room, [(wide, tall) for wide, tall, _ in options], counter_size(plan))
    if chosen is None:
        return []
    wide, tall, places = options[chosen.option]
    left, top = chosen.x - wide * chosen.size / 2, chosen.y - tall * chosen.size / 2
    return [
        Pile(
            side, space, tuple(sides[side]), left + (x + 0.5) * chosen.size, top + (y + 0.5) * chosen.size, chosen.size,
            columns=columns,
        )
        for side, (x, y, columns) in zip(order, places, strict=True)
    ]  # fmt: skip


Places = list[tuple[float, float, int]]
"""The corner of each pile in sizes of a counter, and how many columns its list has."""


def _side_by_side(
    order: Sequence[str], sides: Mapping[str, Sequence[Counter]], columns: int, down: bool
) -> tuple[float, float, Places]:
    """One way to lay out the piles of an area: how wide and high it is in sizes of a counter, and the places."""
    places: Places = []
    wide = tall = 0.0
    for side in order:
        count = len(sides[side])
        used = min(columns, max(1, count - HEAD + 1)) if count > 1 else 0
        across, high = _list_shape(sides[side], used)
        edge = SIGN if not used and sides[side][0].states else 0.0
        across, high = across + 2 * edge, high + 2 * edge
        places.append((edge, tall + edge, used) if down else (wide + edge, edge, used))
        wide, tall = (max(wide, across), tall + high + APART) if down else (wide + across + APART, max(tall, high))
    return (wide, tall - APART, places) if down else (wide - APART, tall, places)
