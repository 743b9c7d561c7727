"""Colours of a ground: tints by height, light from the upper left, the sea by its depth, and what is drawn in ink."""

from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image, ImageDraw

from pbem.report.ground.height import Ground
from pbem.report.ground.sheet import Colour, Field, Mask, Sheet, chance, mixed

BRIGHT: Colour = (255, 243, 210)
SHADOW: Colour = (98, 82, 92)
INKS: Sequence[Colour] = ((168, 139, 98), (124, 96, 66), (88, 66, 50))
"""Of strokes in the light, on level ground and in the shadow."""
SHALLOW: Colour = (203, 226, 229)
DEEP: Colour = (148, 189, 209)
LAGOON: Colour = (181, 214, 221)
LINES: Sequence[Colour] = ((132, 173, 191), (160, 198, 210))
"""Of the lines beside a shore, in their middle and at their edges."""
DEPTH = 9.0
"""How far from land the sea is deepest."""
RINGS, FIRST, WIDER = 8, 0.1, 0.3
"""How many lines go along a shore, how far the first one is from it, and how much farther each next one, as a part."""
NARROWEST = 3.0
"""How many pixels lie between them at least: on a small ground there are fewer, over the same breadth."""
LIGHT = 0.62
FINE = 30.0
"""From what radius of a space on strokes are so fine that the shadow takes the darkest ink."""


def painted(ground: Ground, light: Field) -> Field:
    """The land in its colours, lit: rows of pixels of red, green and blue, 0 to 255."""
    dark, bright = np.clip(0.5 - light, 0, 0.5), np.clip(light - 0.5, 0, 0.5)
    shaded = mixed(ground.tint * (1 - 0.8 * dark)[..., np.newaxis], SHADOW, 0.55 * dark)
    return mixed(shaded, BRIGHT, np.clip(1.3 * bright, 0, 0.65))


def lit(sheet: Sheet, ground: Ground) -> Field:
    """How light the ground is, 0 to 1, level ground 0.5: its fine relief, and mountains as a whole."""
    near, far = _facing(sheet, ground.height, 1.0), _facing(sheet, sheet.blurred(ground.height, 0.26), 1.5)
    return np.asarray(np.clip(0.5 + 0.36 * (near - LIGHT) + 0.27 * (far - LIGHT), 0, 1), dtype=np.float32)


def _facing(sheet: Sheet, height: Field, tall: float) -> Field:
    """How much a slope faces the light."""
    right, below = (tall * slope for slope in sheet.slope(height))
    return np.asarray((LIGHT * (right + below) + LIGHT) / np.sqrt(right**2 + below**2 + 1), dtype=np.float32)


def sea(away: Field, lagoon: Field) -> Field:
    """Water in its colours, deeper `away` from land; lagoons are shallow."""
    surface = np.broadcast_to(np.array(SHALLOW, dtype=np.float32), (*away.shape, 3))
    return mixed(mixed(surface, DEEP, np.clip(away / DEPTH, 0, 1) ** 0.75), LAGOON, lagoon)


def shore_lines(sheet: Sheet, away: Field, wet: Mask) -> Iterator[tuple[Mask, Colour]]:
    """The lines along a shore, edges before middles: where each is, and its colour. `away` from land, where it is wet.

    Each is reckoned on the water alone.
    """
    whim, pixel = sheet.noise(0.9, 7)[wet], 1 / sheet.radius
    away = away[wet]
    gap, first = np.full_like(away, 1e6), max(FIRST, NARROWEST * pixel)
    at = first
    for i in range(max(3, round(RINGS * (FIRST / first) ** 0.7))):
        gap = np.minimum(
            gap, np.abs(away + whim * np.float32(0.008 * i) - np.float32(at)) + np.float32(0.07 * pixel * i)
        )
        at += first * (1 + WIDER * i)
    gap[away <= 0] = 1e6
    middle, edge = LINES
    for wide, colour in ((1.1, edge), (0.55, middle)):
        line = np.zeros_like(wet)
        line[wet] = gap < wide * pixel
        yield line, colour


def draw_hachures(image: Image.Image, sheet: Sheet, ground: Ground, light: Field, first: int) -> None:
    """Draw strokes down the slopes on an image in few colours, of which INKS begin with the one numbered `first`.

    They are closer and longer where it is steep, most of all in the shadow.
    """
    step = max(0.18 * sheet.radius, 8.0)
    right, below = sheet.slope(ground.height)
    rows, columns = (np.arange(int(n / step), dtype=np.float32) for n in reversed(sheet.size))
    column, row = np.meshgrid(columns, rows)
    x, y = ((place + 0.15 + 0.7 * chance(column, row, seed)) * step for place, seed in ((column, 901), (row, 902)))
    at = y.astype(int), x.astype(int)
    steep, dark = np.hypot(right[at], below[at]), 0.5 - light[at]
    wanted = (np.clip((steep - 0.2) * 0.6, 0, 0.35) + np.clip(4.0 * dark, 0, 1)) * min(1, 0.5 + sheet.radius / 120)
    kept = (ground.land[at] > 0.9) & (steep > 0.2) & (chance(column, row, 903) < wanted)
    half = np.minimum(0.22, 0.07 + steep * 0.16) * max(sheet.radius, 52) / np.maximum(steep, 1e-6) / 2
    dx, dy = right[at] * half, below[at] * half
    inks = first + (dark > 0.0) + (dark > 0.12) * (sheet.radius > FINE)
    draw = ImageDraw.Draw(image)
    for line, ink in zip(np.stack([x - dx, y - dy, x + dx, y + dy], axis=-1)[kept].tolist(), inks[kept].tolist(),
                         strict=True):  # fmt: skip
        draw.line(line, fill=ink)
