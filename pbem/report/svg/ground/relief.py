"""Mountains as on a staff map: a rounded outline of each mass, tints, and hachures down both sides of the crests.

The crests are the map's own ridges and, from each mountain hex that none of them crosses, a spur to the next one. A
map without ridges has spurs to the middle of each mass. Nothing is left to chance: what varies varies by hex.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin, sqrt
from typing import Any

from pbem.board.hexes import column_row
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import line_of
from pbem.report.svg.base.shapes import (
    Cell,
    around,
    cell_at,
    clip,
    grain,
    halfway,
    length,
    middle,
    normals,
    outlines,
    resample,
)
from pbem.report.svg.base.write import Point, group, lines, path

HIGH = 1000
"""From this height on, in metres, a ridge bears the darkest tint."""
_STEP = {False: 0.22, True: 0.23}  # between hachures, by whether the picture is detailed; a hex is 1 to its corner
_REACH = 0.46
_LIT, _SHADED = 0, 1
Line = tuple[Point, ...]
Ridge = tuple[int, Line]
"""The height of a ridge in metres and its points in the lattice."""
Stroke = tuple[int, Point, Point]
"""On which side a hachure lies, where it begins and where it ends."""


@dataclass(frozen=True, slots=True)
class Massif:
    """What the mountains of a map are drawn from, in the lattice."""

    cells: frozenset[Cell]
    ridges: tuple[Ridge, ...]


def massif(plan: HexPlan, map_: Mapping[str, Any]) -> Massif:
    """The mountain hexes of the map, carried on beyond its edge, and its ridges."""
    cells = frozenset(column_row(h) for h, data in plan.hexes.items() if "mountain" in data.get("terrain", ()))
    beyond = (cell for cell in _edge(plan) if _clamped(plan, cell) in cells)
    ridges = tuple(
        (int(ridge.get("height", 0)), tuple(plan.lattice(point) for point in line_of(ridge, "ridge")))
        for ridge in map_.get("drawing", {}).get("ridges", ())
    )
    return Massif(cells.union(beyond), ridges)


def _edge(plan: HexPlan) -> Iterable[Cell]:
    """The cells just outside the map."""
    last, bottom = plan.columns + 1, plan.rows + 1
    for column in range(last + 1):
        yield from ((column, 0), (column, bottom))
    for row in range(1, bottom):
        yield from ((0, row), (last, row))


def _clamped(plan: HexPlan, cell: Cell) -> Cell:
    return min(max(cell[0], 1), plan.columns), min(max(cell[1], 1), plan.rows)


def draw_relief(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """The mountains in the crop, tint upon tint, then hachures; nothing where there are none."""
    if not plan.having("mountain"):
        return []
    mass = massif(plan, map_)
    r = plan.radius
    shape = rounded_shape(plan, mass.cells)
    found = crests(mass)
    strokes = hachures(mass, plan.detailed)
    return [
        path(shape, fill=palette.FOOT, stroke=palette.FOOT, stroke_width=r * 0.3, stroke_linejoin="round"),
        path(shape, fill=palette.MOUNTAIN),
        path(rounded_shape(plan, high(mass)), fill=palette.HIGH),
        _shadows(plan, found),
        _strokes(plan, strokes, _LIT, 0.024 if plan.detailed else 0.04),
        _strokes(plan, strokes, _SHADED, 0.036 if plan.detailed else 0.058),
    ]


def rounded_shape(plan: HexPlan, cells: frozenset[Cell]) -> str:
    """Path data of the rounded outlines of cells: through the middles of their sides, round their corners."""
    rings = (clip([plan.unit(p) for p in ring], plan.around) for ring in outlines(cells))
    return "".join(_round(ring) for ring in rings if ring)


def _round(points: Sequence[Point]) -> str:
    half = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip([points[-1], *points], points, strict=False)]
    parts = [f"M{half[0][0]:.1f} {half[0][1]:.1f}"]
    for (x, y), (mx, my) in zip(points, [*half[1:], half[0]], strict=True):
        parts.append(f"Q{x:.1f} {y:.1f} {mx:.1f} {my:.1f}")
    return "".join(parts) + "Z"


@lru_cache(maxsize=16)
def high(mass: Massif) -> frozenset[Cell]:
    """The highest ground: deep within a mass, and on a map with ridges beside one of the high ones."""
    deep = frozenset(cell for cell in mass.cells if mass.cells.issuperset(around(cell)))
    if not mass.ridges:
        return deep
    crossed = {cell_at(p) for height, line in mass.ridges if height >= HIGH for p in resample(line, 0.25)}
    return deep & crossed.union(*(around(cell) for cell in crossed & deep))


def _near(plan: HexPlan, found: Iterable[Line]) -> Iterable[Line]:
    """The crests of which a point lies in or near the crop."""
    left, top, right, bottom = plan.box
    air = 2 * plan.radius
    for crest in found:
        if any(left - air < x < right + air and top - air < y < bottom + air for x, y in map(plan.unit, crest)):
            yield crest


def _shadows(plan: HexPlan, found: Iterable[Line]) -> str:
    """The shadow on the south-east side of each crest: broad in the middle, nothing at the ends."""
    r = plan.radius
    shapes = []
    for crest in _near(plan, found):
        points = [plan.unit(p) for p in resample(crest, 0.3)]
        wide = [0.5 * r * sqrt(abs(sin(pi * i / (len(points) - 1)))) for i in range(len(points))]
        cast = [(x + w * 0.75, y + w * 0.75) for (x, y), w in zip(points, wide, strict=True)]
        shapes.append(path(lines(clip([*points, *reversed(cast)], plan.around), closed=True)))
    return group(shapes, fill=palette.SHADE)


def _strokes(plan: HexPlan, strokes: Sequence[Stroke], side: int, thick: float) -> str:
    """The hachures of one side that begin in the crop, as one path; hard edges suit them and make a smaller PNG."""
    left, top, right, bottom = plan.box
    r = plan.radius
    parts = []
    for of, start, end in strokes:
        x, y = plan.unit(start)
        if of == side and left - r < x < right + r and top - r < y < bottom + r:
            parts.append(f"M{x:.1f} {y:.1f}l{(end[0] - start[0]) * r:.1f} {(end[1] - start[1]) * r:.1f}")
    return path(
        "".join(parts), fill="none", stroke=palette.HACHURE, stroke_width=r * thick, shape_rendering="crispEdges"
    )


@lru_cache(maxsize=16)
def crests(mass: Massif) -> tuple[Line, ...]:
    """The lines from which the ground falls to both sides: the ridges first, then spurs from the farthest hex on."""
    crossed = _crossed(mass)
    anchors = {**crossed, **_roots(mass.cells, crossed.keys())}
    level = _levels(mass.cells, anchors)
    done: set[Cell] = set(crossed)
    spurs = []
    for cell in sorted(mass.cells, key=lambda c: (-level[c], c)):
        if cell not in done:
            way = [cell]
            while level[way[-1]] > 0 and (len(way) == 1 or way[-1] not in done):
                way.append(_parent(way[-1], level))
            done.update(way)
            spurs.append(_spur([anchors.get(c) or _nudged(c) for c in way], cell))
    return (*(line for _, line in mass.ridges), *spurs)


def _crossed(mass: Massif) -> dict[Cell, Point]:
    """The mountain hexes that a ridge crosses, each with the point of the ridge nearest to its middle."""
    found: dict[Cell, Point] = {}
    for _, line in mass.ridges:
        for point in resample(line, 0.25):
            cell = cell_at(point)
            if cell in mass.cells and (cell not in found or _off(cell, point) < _off(cell, found[cell])):
                found[cell] = point
    return found


def _roots(cells: frozenset[Cell], crossed: Container[Cell]) -> dict[Cell, Point]:
    """The deepest hex of each mass that no ridge crosses."""
    depth = _levels(cells, [cell for cell in cells if not cells.issuperset(around(cell))])
    bare = [part for part in _parts(cells) if not any(cell in crossed for cell in part)]
    roots = [max(sorted(part), key=lambda cell: depth[cell]) for part in bare]
    return {root: _nudged(root) for root in roots}


def _off(cell: Cell, point: Point) -> float:
    return length((middle(cell), point))


def _parts(cells: frozenset[Cell]) -> list[set[Cell]]:
    """The groups of cells that hang together."""
    left, parts = set(cells), []
    while left:
        part, todo = set(), [min(left)]
        while todo:
            cell = todo.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                todo.extend(around(cell))
        parts.append(part)
    return parts


def _levels(cells: frozenset[Cell], starts: Iterable[Cell]) -> dict[Cell, int]:
    """How many steps each cell lies from the nearest start."""
    level = dict.fromkeys(sorted(starts), 0)
    todo = list(level)
    for cell in todo:
        for other in around(cell):
            if other in cells and other not in level:
                level[other] = level[cell] + 1
                todo.append(other)
    return level


def _parent(cell: Cell, level: Mapping[Cell, int]) -> Cell:
    """The neighbour to which a spur goes on: one step nearer, which of them is the hex's own whim."""
    nearer = [other for other in around(cell) if level.get(other, 99) == level[cell] - 1]
    return max(nearer, key=lambda other: grain(cell[0] * 31 + other[0], cell[1] * 17 + other[1]))


def _nudged(cell: Cell) -> Point:
    (x, y), (column, row) = middle(cell), cell
    return x + 0.22 * grain(column, row), y + 0.2 * grain(row, column + 50)


def _spur(points: list[Point], cell: Cell) -> Line:
    """A spur carried on a little beyond its last hex; a lone hex gets a crest across it."""
    (x, y) = points[0]
    if len(points) == 1:
        dx, dy = 0.45, 0.16 * grain(*cell)
        return ((x - dx, y - dy), (x, y - 0.06), (x + dx, y + dy))
    bx, by = points[1]
    return ((x + 0.27 * (x - bx), y + 0.27 * (y - by)), *points)


@lru_cache(maxsize=16)
def hachures(mass: Massif, detailed: bool) -> tuple[Stroke, ...]:
    """The strokes down both sides of all crests: longer and closer where the ground lies in shadow, to the south-east.

    None runs into the crest of another slope or beyond the mountains.
    """
    step = _STEP[detailed]
    walked = [(i, resample(crest, step)) for i, crest in enumerate(crests(mass))]
    near: dict[Cell, int] = {}
    for i, points in walked:
        for at in points:
            near.setdefault(_mesh(at, 0.3), i)
    heights = [height for height, _ in mass.ridges]
    ends: dict[Cell, int] = {}
    found: list[Stroke] = []
    for i, points in walked:
        tall = 1.3 if i < len(heights) and heights[i] >= HIGH else 1.12 if i < len(heights) else 1.0
        for stroke in _down(points, tall, tapers_in=i >= len(heights)):
            end, half = stroke[2], halfway(stroke[1], stroke[2])
            taken = (near.get(_mesh(end, 0.3), i), *(ends.get(_mesh(p, 0.16), i) for p in (half, end)))
            if all(other == i for other in taken) and cell_at(end) in mass.cells:
                ends[_mesh(end, 0.16)] = ends[_mesh(half, 0.16)] = i
                found.append(stroke)
    return tuple(found)


def _mesh(point: Point, size: float) -> Cell:
    """The mesh of a net in which a point lies."""
    return int(point[0] // size), int(point[1] // size)


def _down(points: Sequence[Point], tall: float, tapers_in: bool) -> Iterable[Stroke]:
    """The hachures of one crest."""
    last = len(points) - 1
    for k, ((x, y), (nx, ny)) in enumerate(zip(points, normals(points), strict=True)):
        taper = min(
            1.0, 0.45 + 4.0 * k / (last or 1), 0.45 + 4.0 * (last - k) / (last or 1) + (0.6 if tapers_in else 0)
        )
        for sign in (1, -1):
            dx, dy = nx * sign, ny * sign
            light = (dx + dy) * 0.7071  # 1 in full shadow, -1 in full light
            if light < -0.2 and k % 2:
                continue
            whim = grain(int(x * 97), int(y * 89) + sign)
            far = _REACH * tall * taper * (1 + 0.22 * light + 0.16 * whim)
            lean = 0.1 * grain(int(y * 53), int(x * 61))
            start = x + dx * 0.1, y + dy * 0.1
            yield (
                _SHADED if light > 0.1 else _LIT,
                start,
                (start[0] + (dx - dy * lean) * far, start[1] + (dy + dx * lean) * far),
            )
