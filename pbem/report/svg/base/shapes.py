"""Plane geometry for drawing: rounded outlines of groups of hexes, smooth lines walked at even steps, tapering ribbons.

The lattice: a hex is 1 from centre to corner, the centre of column c and row r lies at (1.5 c, (2 r + even) √3/2).
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, sqrt

from pbem.report.svg.base.write import Point

Cell = tuple[int, int]
"""A column and a row; they may lie beyond the map."""
TALL = sqrt(3) / 2

# The corners of a hex from the north-east one clockwise, in half columns and half rows of the lattice.
_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


def middle(cell: Cell) -> Point:
    """The centre of a cell in the lattice."""
    column, row = cell
    return 1.5 * column, (2 * row + 1 - column % 2) * TALL


def corners(cell: Cell) -> tuple[Point, ...]:
    """The six corners of a cell in the lattice, from the north-east one clockwise."""
    x, y = middle(cell)
    return tuple((x + a / 2, y + b * TALL) for a, b in _CORNERS)


def around(cell: Cell) -> tuple[Cell, ...]:
    """The six neighbours of a cell, from the north clockwise."""
    column, row = cell
    low = 1 - column % 2
    return (
        (column, row - 1),
        (column + 1, row + low - 1),
        (column + 1, row + low),
        (column, row + 1),
        (column - 1, row + low),
        (column - 1, row + low - 1),
    )


def cell_at(point: Point) -> Cell:
    """The cell in which a point of the lattice lies."""
    near = round(point[0] / 1.5)
    cells = [(c, round((point[1] / TALL - 1 + c % 2) / 2)) for c in (near - 1, near, near + 1)]
    return min(cells, key=lambda cell: _far(middle(cell), point))


def _far(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def grain(a: int, b: int) -> float:
    """A number from -1 to 1 that looks like chance and is always the same for the same two whole numbers."""
    mixed = (a * 73856093 ^ b * 19349663) & 0xFFFFFF
    mixed = (mixed ^ mixed >> 11) * 2654435761 & 0xFFFFFFFF
    return (mixed >> 8) / 0x7FFFFF - 1


def outlines(cells: frozenset[Cell]) -> list[list[Point]]:
    """The outer and inner edges of groups of cells, as rings of the lattice, rounded and a little irregular.

    The centre of each cell stays inside, the centres of all others outside.
    """
    after: dict[Cell, Cell] = {}
    for cell in sorted(cells):
        column, row = cell
        x, y = 3 * column, 2 * row + 1 - column % 2
        for side, other in enumerate(around(cell)):
            if other not in cells:
                (ax, ay), (bx, by) = _CORNERS[side - 1], _CORNERS[side]
                after[x + ax, y + ay] = (x + bx, y + by)
    return [_rounded(ring) for ring in _rings(after)]


def _rings(after: dict[Cell, Cell]) -> Iterator[list[Cell]]:
    while after:
        start = min(after)
        ring, corner = [], start
        while corner in after:
            ring.append(corner)
            corner = after.pop(corner)
        yield ring


def _rounded(ring: Sequence[Cell]) -> list[Point]:
    """Corners drawn towards their neighbours and moved a little, each by its own whim."""
    out = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        shift = 0.22 * grain(x, y), 0.2 * grain(y + 7, x)
        out.append(((0.66 * x + 0.17 * (ax + bx) + shift[0]) / 2, (0.66 * y + 0.17 * (ay + by) + shift[1]) * TALL))
    return out


def resample(points: Sequence[Point], step: float) -> list[Point]:
    """A smooth line through all points (Catmull-Rom), walked in steps of about this length."""
    padded = [points[0], *points, points[-1]]
    out = [points[0]]
    for i in range(1, len(padded) - 2):
        a, b, c, d = padded[i - 1 : i + 3]
        parts = max(1, round(_far(b, c) / step))
        out.extend(_between(a, b, c, d, k / parts) for k in range(1, parts + 1))
    return out


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    x, y = (
        b[i]
        + 0.5 * t * (c[i] - a[i] + t * (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i] + t * (3 * (b[i] - c[i]) + d[i] - a[i])))
        for i in (0, 1)
    )
    return x, y


def length(points: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(_far(a, b) for a, b in pairwise(points))


def middle_of(points: Sequence[Point]) -> Point:
    """The point half way along a line."""
    left = length(points) / 2
    for a, b in pairwise(points):
        step = _far(a, b)
        if step >= left and step:
            return mix(a, b, left / step)
        left -= step
    return points[-1]


def normals(points: Sequence[Point]) -> list[Point]:
    """The unit vector to the right of a line (seen along it, y down) at each of its points."""
    out = []
    for i in range(len(points)):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        far = hypot(bx - ax, by - ay) or 1.0
        out.append(((ay - by) / far, (bx - ax) / far))
    return out


def offset_line(points: Sequence[Point], distance: float | Sequence[float]) -> list[Point]:
    """A line to the right of another (to the left for less than 0), by one distance or one for each point."""
    far = distance if isinstance(distance, Sequence) else [distance] * len(points)
    return [(x + nx * d, y + ny * d) for (x, y), (nx, ny), d in zip(points, normals(points), far, strict=True)]


def ribbon(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The outline of a line whose width grows evenly from its start to its end."""
    last = max(1, len(points) - 1)
    half = [(start + (end - start) * i / last) / 2 for i in range(len(points))]
    return [*offset_line(points, half), *reversed(offset_line(points, [-h for h in half]))]


def stretch(points: Sequence[Point], begin: float, far: float) -> list[Point]:
    """The part of a line from `begin` along it, `far` long; shorter where the line ends."""
    out: list[Point] = []
    gone = 0.0
    for a, b in pairwise(points):
        if gone >= begin + far:
            break
        step = _far(a, b)
        if gone + step > begin and step:
            if not out:
                out.append(mix(a, b, max(0.0, begin - gone) / step))
            out.append(mix(a, b, min(1.0, (begin + far - gone) / step)))
        gone += step
    return out


def stretches_within(
    points: Sequence[Point], step: float, far: float, box: tuple[float, float, float, float]
) -> list[list[Point]]:
    """The parts of a line that are `far` long, one begun every `step`, of which both ends lie in a box."""
    left, top, right, bottom = box
    gone = [0.0]
    for a, b in pairwise(points):
        gone.append(gone[-1] + _far(a, b))
    out = []
    for i in range(int((gone[-1] - far) / step) + 1):
        at = max(0, bisect_right(gone, i * step) - 1)
        x, y = points[at]
        if left - far <= x <= right + far and top - far <= y <= bottom + far:
            part = stretch(points[at:], i * step - gone[at], far)
            if part and all(left <= x <= right and top <= y <= bottom for x, y in (part[0], part[-1])):
                out.append(part)
    return out


def mix(a: Point, b: Point, part: float) -> Point:
    """The point so far on the way from one to another: a part of 0 is the first, of 1 the second."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def halfway(a: Point, b: Point) -> Point:
    """The point in the middle between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def clip(ring: Sequence[Point], box: tuple[float, float, float, float]) -> list[Point]:
    """A polygon cut off at a box (left, top, right, bottom), edge by edge: what is left may run along the box.

    A renderer makes room for all of what it clips, seen or not: shapes far beyond a close-up cost as much as the rest.
    """
    left, top, right, bottom = box
    points = list(ring)
    for axis, limit, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        points = _half(points, axis, limit, sign)
    return points


def _half(ring: list[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """The part of a polygon on one side of a line across an axis."""
    kept: list[Point] = []
    for a, b in zip([*ring[-1:], *ring], ring, strict=False):
        if ((a[axis] - limit) * sign >= 0) != ((b[axis] - limit) * sign >= 0):
            part = (limit - a[axis]) / (b[axis] - a[axis])
            kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        if (b[axis] - limit) * sign >= 0:
            kept.append(b)
    return kept


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon (even-odd)."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def chain_segments(sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments joined end to end into as few lines as their order allows."""
    left = dict(enumerate(sides))
    chains: list[list[Point]] = []
    while left:
        first = left.pop(min(left))
        chain = list(first)
        for forward in (True, False):
            while (found := _joining(left, chain[-1])) is not None:
                a, b = left.pop(found)
                chain.append(b if _same(a, chain[-1]) else a)
            if forward:
                chain.reverse()
        chains.append(chain)
    return chains


def _joining(left: Mapping[int, tuple[Point, Point]], end: Point) -> int | None:
    return next((i for i in sorted(left) if _same(left[i][0], end) or _same(left[i][1], end)), None)


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 0.1 and abs(a[1] - b[1]) < 0.1
