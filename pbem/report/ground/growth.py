"""What grows of itself on a hex map that says nothing of it: fields round places and along rivers, scrub on slopes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin

from pbem.report.ground.height import Ground
from pbem.report.ground.sheet import Sheet, at
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import line_of
from pbem.report.svg.base.shapes import grain, resample
from pbem.report.svg.base.write import Point, lines
from pbem.report.svg.ground.cover import PathData, Pen, disc, field_of
from pbem.report.svg.ground.water import WATER

FIELDS = (palette.FIELD, palette.GARDEN, palette.SAND)
PARCELS, ROUND = 5, (0.75, 1.2)
"""How many pairs of fields lie round a place at most, and how far from it."""
ALONG, BESIDE = 0.9, 0.3
"""From how far to how far along a river there may be fields, and how far from it."""
LEVEL = 0.12
"""How much of a mountain a field takes at most."""
SLOPES = (0.1, 0.75)
"""From how much to how much of a mountain scrub grows."""
BUSHES = 0.5
"""How far apart bushes grow."""
SMALL = 30.0
"""Below this radius of a space there are no furrows and no bushes."""


def growth(sheet: Sheet, plan: HexPlan, ground: Ground) -> list[str]:
    """Fields and bushes as SVG."""
    paths = PathData()
    for n, (x, y, turn) in enumerate((*_round_places(plan), *_along_rivers(plan))):
        for k in (0, 1):
            parcel = _parcel(x, y, turn, k, n, sheet.radius)
            if all(at(ground.land, p) > 0.9 and at(ground.mountain, p) < LEVEL for p in parcel):
                _field(sheet, paths, parcel, FIELDS[int(1.5 + 1.49 * grain(n, k + 7))])
    if sheet.radius >= SMALL:
        for x, y, size in _bushes(sheet, ground):
            paths.fill(palette.TREE, disc(x, y, size))
    return paths.draw()


def _field(sheet: Sheet, paths: PathData, parcel: Sequence[Point], colour: str) -> None:
    if sheet.radius < SMALL:
        paths.fill(colour, lines(parcel, closed=True))
    else:
        scale = sheet.plan.view.scale
        field_of(colour)(Pen(sheet.plan.view, sheet.radius), [(x / scale, y / scale) for x, y in parcel], paths)


def _round_places(plan: HexPlan) -> Iterator[tuple[float, float, float]]:
    """Where fields may lie round each place on land, and how they are turned."""
    r = plan.radius
    for n, space in enumerate(sorted(space for space in plan.hexes if plan.place(space))):
        if plan.terrain(space) & {*WATER, "landing"}:
            continue
        x, y = plan.centre(space)
        for i in range(PARCELS):
            way, far = pi * (2 * i + 0.6 * grain(n, i)) / PARCELS, ROUND[0] + (ROUND[1] - ROUND[0]) * abs(grain(i, n))
            yield x + far * r * cos(way), y + far * r * sin(way), 0.6 * grain(n, 3) + (pi / 2) * (i % 2)


def _along_rivers(plan: HexPlan) -> Iterator[tuple[float, float, float]]:
    """Where fields may lie beside rivers, now on one bank, now on the other, and how they are turned."""
    r = plan.radius
    for n, river in enumerate(plan.map.get("drawing", {}).get("rivers", ())):
        walked = resample([plan.at(p) for p in line_of(river, "river")], ALONG * r)
        for i, ((ax, ay), (bx, by)) in enumerate(pairwise(walked)):
            if grain(n * 31 + 5, i) > -0.2:
                long = max(1e-6, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
                side = BESIDE * r * (1 if grain(i, n + 9) > 0 else -1)
                yield bx - (by - ay) / long * side, by + (bx - ax) / long * side, 0.5 * grain(i, n)


def _parcel(x: float, y: float, turn: float, k: int, n: int, r: float) -> list[Point]:
    """The corners of one of two fields side by side."""
    wide, tall = r * (0.12 + 0.03 * grain(n, 1)), r * (0.13 + 0.03 * grain(n, k + 2))
    begin = (2 * k - 1) * wide * 1.04
    c, s = cos(turn), sin(turn)
    return [(x + (begin + a * wide) * c - b * tall * s, y + (begin + a * wide) * s + b * tall * c)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip


def _bushes(sheet: Sheet, ground: Ground) -> Iterator[tuple[float, float, float]]:
    """Bushes in the picture with their sizes, on the feet of mountains."""
    step = BUSHES * sheet.radius
    for j in range(int(sheet.size[1] / step)):
        for i in range(int(sheet.size[0] / step)):
            middle = (i + 0.5 + 0.45 * grain(i, j)) * step, (j + 0.5 + 0.45 * grain(j + 7, i)) * step
            if at(ground.land, middle) > 0.9 and SLOPES[0] < at(ground.mountain, middle) < SLOPES[1]:
                for k in range(3):
                    off = 0.1 * sheet.radius
                    x, y = middle[0] + off * grain(i + k, j), middle[1] + 0.7 * off * grain(j, i + k)
                    yield x, y, sheet.radius * (0.026 + 0.007 * grain(i, j + k))
