"""Where piles find room in an area: off its border, names and other piles, near the middle, as large as may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, hypot, inf

from pbem.report.svg.base.labels import Box, overlap
from pbem.report.svg.base.shapes import inside
from pbem.report.svg.base.write import Point

AIR = 0.12
"""The room that a pile keeps off names and other piles, of the size of a counter."""
CLEAR, OVER = 0.05, -0.5
"""The room that it keeps off the border of its area, where its ring may lie; where there is none it reaches over."""
SMALLEST, LEGIBLE = 0.42, 78.0
"""A pile gets no smaller than this part of a counter; close up, where counters are larger than LEGIBLE pixels by half,
than those: a phone of 400 px shows its figures 9 px high."""
_MESHES = 9
"""Into so many meshes each way an area is divided to try its points."""
_FAR, _BROKEN = 0.35, 0.06
"""What a place costs for lying far from the middle of its area, and a list for being broken once more."""


@dataclass(frozen=True, slots=True)
class Room:
    """The outline of an area, the point where it would have its counters, the map window, what it keeps off."""

    outline: tuple[Point, ...]
    middle: Point
    window: Box
    taken: Sequence[Box]


@dataclass(frozen=True, slots=True)
class Spot:
    """Which of the shapes was chosen, where its middle is, and what 1 of it measures in pixels."""

    option: int
    x: float
    y: float
    size: float


def find_within(room: Room, shapes: Sequence[Point], largest: float) -> Spot | None:
    """The best place for one of several shapes (width and height in sizes of a counter) that keeps within the area."""
    return _best(room, shapes, largest, CLEAR)


def find_over(room: Room, shapes: Sequence[Point], largest: float) -> Spot:
    """The best place where the shape may reach over the border; without any the one that covers least."""
    return _best(room, shapes, largest, OVER) or _covering_least(room, shapes, largest * _smallest(largest))


def _covering_least(room: Room, shapes: Sequence[Point], size: float) -> Spot:
    """The place within the window where one of the shapes, so large, covers least of what is taken; near the middle."""
    left, top, right, bottom = room.window
    best, least = Spot(0, *room.middle, size), inf
    for option, (wide, tall) in enumerate(shapes):
        half, high = (wide / 2 + AIR) * size, (tall / 2 + AIR) * size
        for x, y in _net(room.outline, room.middle):
            at = max(left + half, min(x, right - half)), max(top + high, min(y, bottom - high))
            box = at[0] - half, at[1] - high, at[0] + half, at[1] + high
            cost = sum(overlap(box, each) for each in room.taken) + hypot(at[0] - x, at[1] - y)
            if cost < least:
                best, least = Spot(option, *at, size), cost
    return best


def _smallest(largest: float) -> float:
    """What part of the largest size a pile has at least."""
    return LEGIBLE / largest if largest >= 1.5 * LEGIBLE else SMALLEST


def _best(room: Room, shapes: Sequence[Point], largest: float, clear: float) -> Spot | None:
    """The best place that keeps so far off the border; None where it would be too small everywhere."""
    across, down = zip(*room.outline, strict=True)
    near = min(across) - largest, min(down) - largest, max(across) + largest, max(down) + largest
    taken = tuple(box for box in room.taken if overlap(box, near) > 0)
    return _placed(Room(room.outline, room.middle, room.window, taken), tuple(shapes), largest, clear)


@lru_cache(maxsize=512)
def _placed(room: Room, shapes: tuple[Point, ...], largest: float, clear: float) -> Spot | None:
    """The same, `taken` being what is near; kept: from one picture to the next most areas stay as they are."""
    smallest, taken = _smallest(largest), room.taken
    across, down = zip(*room.outline, strict=True)
    extent = hypot(max(across) - min(across), max(down) - min(down)) or 1.0
    edge = _walked(room.outline, extent / 36)
    (left, top, right, bottom), best, most = room.window, None, 0.0
    for x, y in _net(room.outline, room.middle):
        far = _FAR * hypot(x - room.middle[0], y - room.middle[1]) / extent
        if 1.0 - far <= most:  # none that follows can be better
            break
        if (x, y) != room.middle and not inside((x, y), room.outline):
            continue
        gaps = [_gap((x, y), box) for box in taken]
        gaps += [(x - left, 0.0), (right - x, 0.0), (0.0, y - top), (0.0, bottom - y)]
        sides: list[Point] = []
        for option, (wide, tall) in enumerate(shapes):
            broken = _BROKEN * (option / len(shapes))
            enough = largest * max(smallest, most + far + broken)
            size = _largest(gaps, wide / 2 + AIR, tall / 2 + AIR, enough)
            if size < enough:
                continue
            sides = sides or [(abs(p - x), abs(q - y)) for p, q in edge]
            part = min(size, _largest(sides, wide / 2 + clear, tall / 2 + clear, enough)) / largest
            worth = min(part, 1.0) - far - broken
            if worth > most and part >= smallest:
                best, most = Spot(option, x, y, min(part, 1.0) * largest), worth
    return best


def _largest(gaps: Sequence[Point], half_wide: float, half_tall: float, enough: float) -> float:
    """How large a shape may be before it touches one of the things that are so far off, across and down.

    One that may reach over a border by all of its half touches nothing there. Less than `enough` is all one: 0.
    """
    if half_wide <= 0 or half_tall <= 0:
        return inf
    across, down = enough * half_wide, enough * half_tall
    if any(dx < across and dy < down for dx, dy in gaps):
        return 0.0
    return min(max(dx / half_wide, dy / half_tall) for dx, dy in gaps)


def _gap(point: Point, box: Box) -> Point:
    """How far a box is from a point, across and down; 0 where it is level with it."""
    (x, y), (left, top, right, bottom) = point, box
    return max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)


def _net(outline: tuple[Point, ...], middle: Point) -> list[Point]:
    """The middle of an area and the points of a net over all that it spans, from there outwards."""
    across, down = zip(*outline, strict=True)
    wide, tall = (max(across) - min(across)) / _MESHES, (max(down) - min(down)) / _MESHES
    net = [(min(across) + i * wide, min(down) + j * tall) for i in range(1, _MESHES) for j in range(1, _MESHES)]
    return sorted([middle, *net], key=lambda p: hypot(p[0] - middle[0], p[1] - middle[1]))


@lru_cache(maxsize=256)
def _walked(ring: tuple[Point, ...], step: float) -> tuple[Point, ...]:
    """Points along a ring, no farther from each other than a step."""
    out: list[Point] = []
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        parts = max(1, ceil(hypot(bx - ax, by - ay) / step))
        out += [(ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts) for k in range(parts)]
    return tuple(out)
