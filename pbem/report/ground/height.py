"""The ground of a hex map: crests with their spurs, summits, gullies, rolling country, valleys; and its tints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi, sin

import numpy as np
from PIL import ImageColor

from pbem.board.hexes import column_row
from pbem.report.ground.sheet import Colour, Field, Heights, Net, Sheet, at, mixed
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import line_of
from pbem.report.svg.base.shapes import resample
from pbem.report.svg.base.write import Point, lines
from pbem.report.svg.ground import relief, water

STEP = 0.3
"""How long the steps are in which lines are walked."""
SPUR, HILL = (0.35, 0.9), 0.4
"""How high a spur may be at its root, and a hill without ridges, in kilometres."""
LEVEL = 0.45
"""How high a level is, in kilometres as a mountain's."""
BAND = 32
"""How many rows of pixels are reckoned together where much is: so many lie in the cache."""
SUMMIT = 500
"""How high a summit is of which the map says nothing, in metres."""
HEIGHTS: Sequence[tuple[float, Colour]] = (
    (-0.02, (238, 231, 196)),
    (0.07, (245, 236, 204)),
    (0.17, (240, 226, 186)),
    (0.34, (230, 210, 162)),
    (0.65, (217, 193, 145)),
    (1.0, (204, 176, 128)),
    (1.5, (190, 162, 121)),
    (2.2, (206, 192, 168)),
)
"""Tints by height in kilometres."""
BARE: Colour = (207, 180, 130)
"""What mountains are tinted with, however low."""
GREEN: Colour = (207, 215, 160)
"""Beside rivers."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the painter needs to know of each pixel.

    `land`: how much of it is land, 0 to 1; `mountain`: how much of a mountain the ground is, softly; `height` in
    kilometres, one of which is as steep over a radius as a slope of 45 degrees; `tint`: red, green and blue, unlit.
    """

    land: Field
    mountain: Field
    height: Field
    tint: Field


def ground_of(sheet: Sheet) -> Ground:
    """The ground of a hex map. MapError where its lines are none."""
    plan, map_ = sheet.plan, sheet.plan.map
    assert isinstance(plan, HexPlan)
    mass = relief.massif(plan, map_)
    land = land_of(sheet, plan)
    hard = sheet.mask(relief.rounded_shape(plan, mass.cells))
    soft = sheet.blurred(hard, 0.5)
    shore = sheet.depth(land)
    river = sheet.from_lines(_rivers(plan))[0]
    steps = _levelled(sheet, plan)
    soft = np.maximum(soft, np.clip(steps / LEVEL, 0, 1) * 0.8)
    rough = _crested(sheet, mass, soft, sheet.depth(hard)) + _rolling(sheet, soft, sheet.blurred(hard, 2.2))
    rough *= 1 - 0.9 * np.exp(-shore / 1.05)
    rough *= 1 - 0.5 * np.exp(-((river / 0.5) ** 1.2))
    smooth = sheet.blurred(rough, 0.1)
    gate = np.clip(soft * 1.2 - 0.1, 0, 1) * (1 - np.exp(-shore / 0.35))
    smooth += steps
    height = sheet.blurred(smooth + gullies(sheet, smooth) * (0.16 + 0.84 * gate), max(0.025, 1 / sheet.radius))
    return Ground(land, soft, height, _levels_tinted(sheet, plan, _tinted(sheet, soft, height, river)))


def _tinted(sheet: Sheet, mountain: Field, height: Field, river: Field) -> Field:
    """Tints by height, mountains bare, the banks of rivers green."""
    level = sheet.blurred(height, 0.17) + 0.035 * sheet.noise(3.0, 11, 4)
    stops = [height for height, _ in HEIGHTS]
    bands = [np.interp(level, stops, [colour[i] for _, colour in HEIGHTS]) for i in range(3)]
    tint = mixed(np.stack(bands, axis=-1).astype(np.float32), BARE, 0.5 * np.clip(1.6 * mountain - 0.3, 0, 1))
    banks = 0.75 * np.exp(-((river / 0.85) ** 1.5)) * np.clip(1 - 1.3 * mountain, 0, 1)
    return mixed(tint, GREEN, np.clip(banks * (0.8 + 0.5 * sheet.noise(1.05, 61, 3)), 0, 0.85))


def _levels_tinted(sheet: Sheet, plan: HexPlan, tint: Field) -> Field:
    """The tint of each level of a map of levels, up to its hexsides, over that of its heights: to be told at a look."""
    steps = sorted({plan.level(space) for space in plan.hexes} - {0})
    for level in steps:
        shapes = "".join(lines(plan.outline(space), closed=True) for space in plan.hexes if plan.level(space) >= level)
        colour = ImageColor.getrgb(palette.LEVELS[min(max(level, 0), len(palette.LEVELS) - 1)])
        tint = mixed(tint, (colour[0], colour[1], colour[2]), 0.8 * sheet.blurred(sheet.mask(shapes), 0.06))
    return tint


def _crested(sheet: Sheet, mass: relief.Massif, soft: Field, depth: Field) -> Field:
    """Mountains: tents over their crests on a swelling that grows inwards, and their summits."""
    away, top = sheet.from_lines(_crests(sheet, mass))
    top = sheet.blurred(top, 0.3)
    away = np.maximum(away * (1 + 0.35 * sheet.noise(1.5, 21)) + 0.15 * sheet.noise(0.75, 31), 0)
    assert isinstance(sheet.plan, HexPlan)
    found = top * soft * (0.3 * (1 - np.exp(-depth / 2)) + 0.8 * np.exp(-away / 0.85))
    across, down = sheet.places
    for x, y, height in _summits(sheet.plan):
        gap = (across - x / sheet.radius) ** 2 + (down - y / sheet.radius) ** 2
        found += np.exp(-gap / 0.4) * height * 0.2 * soft
    return np.asarray(found, dtype=np.float32)


def land_of(sheet: Sheet, plan: HexPlan) -> Field:
    """How much of each pixel is land: all of it on a map without any water."""
    coast = plan.map.get("drawing", {}).get("coast")
    if not coast and not any(plan.cells_having(word) for word in water.WATER):
        return sheet.empty + 1
    return sheet.mask(water.land_path(plan, plan.map))


def _levelled(sheet: Sheet, plan: HexPlan) -> Field:
    """Ground of several levels, whose hexes say how high they lie: round hills with slopes to each lower level."""
    found = sheet.empty
    for level in sorted({plan.level(space) for space in plan.hexes} - {0}):
        cells = frozenset(column_row(space) for space in plan.hexes if plan.level(space) >= level)
        found += LEVEL * sheet.blurred(sheet.mask(relief.rounded_shape(plan, cells)), 0.22)
    return found


def _rolling(sheet: Sheet, soft: Field, near: Field) -> Field:
    """Open country: low swells, higher near mountains."""
    swells = 0.5 + 0.5 * sheet.noise(4.0, 41, 4)
    return np.asarray(swells * 0.13 * np.clip(1 - soft, 0.25, 1) + 0.08 * near, dtype=np.float32)


def gullies(sheet: Sheet, height: Field, size: float = 1.1, octaves: int = 4) -> Field:
    """Gullies and the ribs between them: waves across the slope, each finer octave bent by the ones before it."""
    right, below = sheet.slope(sheet.blurred(height, 0.13))
    steep = np.hypot(right, below) + np.float32(1e-6)
    gate = np.clip(steep * 2.9, 0, 1)
    across, down = below / steep * gate, -right / steep * gate
    total, bent_x, bent_y, part = sheet.empty, sheet.empty, sheet.empty, 1.0
    for octave in range(octaves):
        way_x, way_y = across + 0.9 * gate * bent_y, down - 0.9 * gate * bent_x
        wave, rise = _waves(sheet, size / 2**octave, way_x, way_y, octave)
        total += wave * np.float32(part)
        bent_x += rise * way_x * np.float32(part)
        bent_y += rise * way_y * np.float32(part)
        part /= 2
    return np.asarray(total * gate * np.float32(0.095), dtype=np.float32)


def _waves(sheet: Sheet, size: float, way_x: Field, way_y: Field, octave: int) -> tuple[Field, Field]:
    """Waves along a direction of each place, one in each cell of a net, blended; and how they rise."""
    net = Net(sheet, size)
    right, below = (0.25 + 0.5 * net.chance(seed + octave) for seed in (100, 200))
    shifts = {i: (right[:, net.column + i], below[:, net.column + i]) for i in (-1, 0, 1)}
    wave, rise = sheet.empty, sheet.empty
    for top in range(0, len(wave), BAND):
        band = slice(top, top + BAND)
        row, up, ways = net.row[band], net.below[band], (way_x[band], way_y[band])
        total, turned, weights = (np.zeros_like(wave[band]) for _ in range(3))
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                x, y = (place - n - shift[row + j] for place, n, shift in zip((net.right, up), (i, j), shifts[i],
                                                                              strict=True))  # fmt: skip
                weight = np.exp(np.float32(-2.2) * (x * x + y * y))
                turn = (x * ways[0] + y * ways[1]) * np.float32(2 * pi)
                total += np.cos(turn) * weight
                turned -= np.sin(turn) * weight
                weights += weight
        wave[band], rise[band] = total / weights, turned / weights
    return wave, rise


def _crests(sheet: Sheet, mass: relief.Massif) -> list[Heights]:
    """The ridges of the map, lower at their ends, and the spurs, each up to the ridge that it leaves."""
    plan = sheet.plan
    assert isinstance(plan, HexPlan)
    found = relief.crests(mass)
    ridges = [
        _risen([plan.unit(p) for p in line], plan.radius, height / 1000, 0.82, 0.18)
        for (height, _), line in zip(mass.ridges, found, strict=False)
    ]
    tops = sheet.from_lines(ridges)[1] if ridges else None
    spurs = []
    for line in found[len(ridges) :]:
        points = [plan.unit(p) for p in line]
        root = min(max(at(tops, points[-1]), SPUR[0]), SPUR[1]) if tops is not None and len(points) > 1 else HILL
        spurs.append(_climbing(points, plan.radius, root))
    return [*ridges, *spurs]


def _risen(points: list[Point], radius: float, height: float, ends: float, swell: float) -> Heights:
    """A line highest in its middle."""
    walked = resample(points, STEP * radius)
    return [(x, y, height * (ends + swell * sin(pi * i / (len(walked) - 1)))) for i, (x, y) in enumerate(walked)]


def _climbing(points: list[Point], radius: float, root: float) -> Heights:
    """A line that climbs to its last point."""
    walked = resample(points, STEP * radius)
    return [(x, y, root * (0.5 + 0.45 * i / (len(walked) - 1))) for i, (x, y) in enumerate(walked)]


def _summits(plan: HexPlan) -> Iterator[tuple[float, float, float]]:
    """The summits of the map in the picture, with their heights in kilometres."""
    for summit in plan.map.get("drawing", {}).get("summits", ()):
        yield (*plan.at(summit["at"]), summit.get("height", SUMMIT) / 1000)


def _rivers(plan: HexPlan) -> Iterator[Heights]:
    """The courses of the rivers in the picture."""
    for river in plan.map.get("drawing", {}).get("rivers", ()):
        yield [(x, y, 0.0) for x, y in resample([plan.at(p) for p in line_of(river, "river")], STEP * plan.radius)]
