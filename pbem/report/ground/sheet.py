"""A map as a raster: masks, distances and noise as arrays of its pixels, y down. Lengths are radii of a space.

Noise comes of whole numbers alone, so that a ground is the same on every machine.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import fft, ndimage

from pbem.report.raster import rendered
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.plan import Plan, View
from pbem.report.svg.base.write import Point, path
from pbem.report.svg.map import document

Field = NDArray[np.float32]
Mask = NDArray[np.bool_]
Places = NDArray[np.int32]
Colour = tuple[int, int, int]
Heights = Sequence[tuple[float, float, float]]
"""The points of a line in the picture with a height each: x, y, kilometres."""
BROAD = 40.0
"""Pixels: what is smoothed farther is so as waves, in a seventh of the time and to the same bit."""
_FAR = np.float32(1e6)
_NOTHING = -1.0


class Sheet:
    """The pixels of a plan that shows a whole map and nothing round it."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.radius = plan, plan.radius
        self.size = plan.view.box[2], plan.view.box[3]

    @cached_property
    def places(self) -> tuple[Field, Field]:
        """The middles of all pixels: a row with x, a column with y."""
        across, down = ((np.arange(n, dtype=np.float32) + 0.5) / np.float32(self.radius) for n in self.size)
        return across[np.newaxis, :], down[:, np.newaxis]

    @property
    def empty(self) -> Field:
        """A field of zeros."""
        return np.zeros(self.size[::-1], dtype=np.float32)

    def drawn(self, content: Sequence[str]) -> Image.Image:
        """A drawing of the plan, transparent where nothing is drawn."""
        return rendered(document("".join(content), self.size[1], self.size[0], across=self.size[0]))

    def mask(self, data: str) -> Field:
        """How much of each pixel lies within a path, 0 to 1."""
        if not data:
            return self.empty
        alpha = self.drawn([path(data, fill="#000000")]).getchannel("A")
        return np.asarray(alpha, dtype=np.float32) / np.float32(255)

    def depth(self, mask: Field) -> Field:
        """How far the pixels that lie within lie from the edge; 0 outside."""
        inside = mask >= 0.5
        if inside.all():
            return np.full_like(mask, _FAR)
        found = self.empty
        for part in ndimage.find_objects(inside.astype(np.int8)):
            near = tuple(slice(max(0, side.start - 1), side.stop + 1) for side in part)  # no edge is farther than these
            found[near] = self._gaps(inside[near], _nearest(inside[near]))
        return found

    def from_lines(self, lines: Iterable[Heights]) -> tuple[Field, Field]:
        """How far each pixel lies from the nearest of the lines, and how high that one is there."""
        image = Image.new("F", self.size, _NOTHING)
        draw = ImageDraw.Draw(image)
        for line in lines:
            for (ax, ay, a), (bx, by, b) in pairwise(line):
                draw.line((ax, ay, bx, by), fill=(a + b) / 2)
        heights = np.array(image)
        bare = heights == _NOTHING
        if bare.all():
            return np.full_like(heights, _FAR), self.empty
        down, across = nearest = _nearest(bare)
        return self._gaps(bare, nearest), heights[down, across]

    def _gaps(self, inside: Mask, nearest: Places) -> Field:
        """How far the pixels that lie within lie from the nearest one outside."""
        down, across = (each - np.arange(n).reshape(shape).astype(np.int32)
                        for each, n, shape in zip(nearest, inside.shape, ((-1, 1), (1, -1)), strict=True))  # fmt: skip
        return np.asarray(np.sqrt(down * down + across * across) / self.radius, dtype=np.float32)

    def blurred(self, field: Field, reach: float) -> Field:
        """A field smoothed as far as `reach`."""
        far = reach * self.radius
        if far > BROAD:
            return _spread(_spread(field.T, far).T, far)
        return np.asarray(ndimage.gaussian_filter(field, far, mode="nearest"), dtype=np.float32)

    def slope(self, field: Field) -> tuple[Field, Field]:
        """How steeply a field rises to the right and downwards."""
        down, across = np.gradient(field, 1 / self.radius)
        return np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)

    def noise(self, size: float, seed: int, octaves: int = 1) -> Field:
        """Smooth whims of about -1 to 1, `size` apart; each further octave adds finer and fainter ones."""
        total = self._octave(size, seed)
        for i in range(1, octaves):
            total += self._octave(size / 2**i, seed + i) * np.float32(0.5**i)
        return total

    def _octave(self, size: float, seed: int) -> Field:
        net = Net(self, size)
        x, y, whims = _eased(net.right), _eased(net.below), net.chance(seed)
        upper, lower = (whims[:, net.column] * (1 - x) + whims[:, net.column + 1] * x)[[net.row, net.row + 1]]
        return np.asarray(2 * (upper * (1 - y) + lower * y) - 1, dtype=np.float32)


class Net:
    """Square cells laid over a sheet: which column and row of them holds each pixel, and where in its cell it lies.

    Columns and rows count from 1: round the sheet there is one more.
    """

    def __init__(self, sheet: Sheet, size: float) -> None:
        places = [np.asarray(place / np.float32(size), dtype=np.float32) for place in sheet.places]
        numbers = [np.floor(place) for place in places]
        self.right, self.below = (place - number for place, number in zip(places, numbers, strict=True))
        self._first = [int(number.min()) for number in numbers]
        self.column, self.row = (
            number.ravel().astype(np.intp) - first + 1 for number, first in zip(numbers, self._first, strict=True)
        )

    def chance(self, seed: int) -> Field:
        """A number from 0 to 1 for each cell, rows of columns."""
        across, down = (
            np.arange(first - 1, first + last.max() + 1, dtype=np.float32)
            for first, last in zip(self._first, (self.column, self.row), strict=True)
        )
        return chance(across[np.newaxis, :], down[:, np.newaxis], seed)


def whole_plan(map_: Mapping[str, Any], scale: float) -> Plan:
    """The plan of a whole map without a frame, so many pixels a unit of its plane. MapError for one that is no map."""
    whole = board_plan(map_).whole
    box = 0, 0, round(whole.width * scale), round(whole.height * scale)
    corner = round(whole.left * scale), round(whole.top * scale)
    return board_plan(map_, view=View(whole, scale, *corner, box, detailed=True))


def mixed(image: Field, colour: Colour, part: Field) -> Field:
    """A painting, rows of pixels of red, green and blue, with a part of each in one colour."""
    found, rest = np.empty(image.shape, dtype=np.float32), 1 - part
    for i, shade in enumerate(colour):
        np.add(image[..., i] * rest, part * np.float32(shade), out=found[..., i], casting="same_kind")
    return found


def at(field: Field, point: Point) -> float:
    """What a field is at a point of the picture, or at the edge nearest to it."""
    down, across = (min(max(int(place), 0), n - 1) for place, n in zip(reversed(point), field.shape, strict=True))
    return float(field[down, across])


def _nearest(inside: Mask) -> Places:
    """Row and column of the nearest pixel outside."""
    found: Places = ndimage.distance_transform_edt(inside, return_distances=False, return_indices=True)
    return found


def _spread(field: Field, far: float) -> Field:
    """A field smoothed along its rows: what `ndimage.gaussian_filter1d` gives, which needs as long as it reaches."""
    reach, long = int(4 * far + 0.5), field.shape[1]
    bell = np.exp(-0.5 / far**2 * np.arange(-reach, reach + 1) ** 2)
    wide = np.pad(field.astype(np.float64), ((0, 0), (reach, reach)), mode="edge")
    n = fft.next_fast_len(wide.shape[1], real=True)
    waves = fft.rfft(wide, n) * fft.rfft(bell / bell.sum(), n)
    return np.asarray(fft.irfft(waves, n)[:, 2 * reach : 2 * reach + long], dtype=np.float32)


def _eased(part: Field) -> Field:
    return np.asarray(part**3 * (part * (part * 6 - 15) + 10), dtype=np.float32)


def chance(column: Field, row: Field, seed: int) -> Field:
    """A number from 0 to 1 for each pair of whole numbers: always the same one."""
    mixed = _whole(column) * np.uint32(73856093) ^ _whole(row) * np.uint32(19349663)
    mixed ^= np.uint32(seed * 7919 + 1)
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        mixed = (mixed ^ mixed >> np.uint32(shift)) * np.uint32(factor)
    return np.asarray((mixed ^ mixed >> np.uint32(15)) / np.float64(1 << 32), dtype=np.float32)


def _whole(number: Field) -> NDArray[np.uint32]:
    return np.asarray(number + np.float32(100_000), dtype=np.uint32)
