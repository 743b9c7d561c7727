"""Putting texts where they hide nothing: each takes the cheapest of its possible places."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.metrics import Face
from pbem.report.svg.base.stamps import Placed, Stamp
from pbem.report.svg.base.write import element, text

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HARD = 1e6
"""The cost of touching another label or leaving the picture."""
_TILE = 64
_MARGIN = 6
"""Pixels of air beside a label that is a stamp: more than half its halo."""


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


class Placer:
    """Keeps what is taken in one picture: boxes to avoid, which cost by area times weight, and those not to be touched.

    Boxes are found by the tiles of the picture that they reach into.
    """

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self.taken: list[Box] = []
        self._avoided: list[tuple[Box, float]] = []
        self._tiles: dict[tuple[int, int], list[int]] = {}

    def avoid(self, boxes: Iterable[Box], weight: float) -> None:
        """Make places over these boxes dearer."""
        for box in boxes:
            for tile in _tiles(box):
                self._tiles.setdefault(tile, []).append(len(self._avoided))
            self._avoided.append((box, weight))

    def cost(self, box: Box, enough: float = float("inf")) -> float:
        """What a place costs: 0 is free, HARD and more is not to be had; of `enough` or more it may not be all."""
        left, top, right, bottom = self.frame
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return 2 * HARD
        left, top, right, bottom = box
        for a, b, c, d in self.taken:
            if a < right and left < c and b < bottom and top < d:
                return HARD
        near: list[int] = []
        for tile in _tiles(box):
            near += self._tiles.get(tile, ())
        found, avoided = 0.0, self._avoided
        for i in dict.fromkeys(near):
            (a, b, c, d), weight = avoided[i]
            if a < right and left < c and b < bottom and top < d:
                found += (min(c, right) - max(a, left)) * (min(d, bottom) - max(b, top)) * weight
                if found >= enough:
                    return found
        return found

    def cheapest(self, boxes: Sequence[Box], dearer: Sequence[float] = ()) -> tuple[int, float]:
        """The first of the cheapest boxes and what it costs.

        `dearer` is added to each, never less for a later one; without it, a little more for each that comes later.
        """
        best, least = 0, float("inf")
        for i, box in enumerate(boxes):
            more = dearer[i] if dearer else i * 0.5
            if more >= least:  # none that follows can be cheaper
                break
            cost = self.cost(box, least - more) + more
            if cost < least:
                best, least = i, cost
        return best, least

    def choose(self, boxes: Sequence[Box], worst: float = HARD, dearer: Sequence[float] = ()) -> int | None:
        """Take the first of the cheapest boxes, if it costs less than `worst`; its place in the list, or None."""
        best, cost = self.cheapest(boxes, dearer)
        if cost >= worst:
            return None
        self.taken.append(boxes[best])
        return best

    def choose_among(
        self, options: Sequence[Sequence[Box]], worst: float = HARD, dearer: Sequence[float] = ()
    ) -> int | None:
        """Take the first of the cheapest groups of boxes, if it costs less than `worst`; its place, or None."""
        best, least = None, worst
        for i, boxes in enumerate(options):
            more = dearer[i] if dearer else i * 0.5
            if more >= least:
                break
            cost = more
            for box in boxes:
                cost += self.cost(box, least - cost)
                if cost >= least:
                    break
            else:
                best, least = i, cost
        if best is not None:
            self.taken.extend(options[best])
        return best


def _tiles(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box
    return product(
        range(int(left // _TILE), int(right // _TILE) + 1), range(int(top // _TILE), int(bottom // _TILE) + 1)
    )


@dataclass(frozen=True, slots=True)
class Style:
    """How a label is written: size in pixels, face, colour, halo, spacing of letters."""

    size: float
    face: Face = "medium"
    colour: str = palette.LABEL
    halo: float = 4.0
    spacing: float = 0.0

    def scaled(self, part: float) -> "Style":
        """The same style in a part of its size."""
        return Style(round(self.size * part, 1), self.face, self.colour, self.halo * part, self.spacing)

    def width(self, words: str) -> float:
        """How wide a text is in this style."""
        return metrics.width(words, self.size, self.face, self.spacing)


def draw_text(words: str, left: float, baseline: float, style: Style, **more: str | float) -> str:
    """A text that starts at `left`, over the same text as a halo (paint-order is not drawn everywhere)."""
    shared: dict[str, str | float] = {**metrics.ATTRIBUTES[style.face], **more}
    if style.spacing:
        shared["letter_spacing"] = style.spacing
    below = text(
        words, left, baseline, style.size, fill="none", stroke=palette.PAPER, stroke_width=style.halo,
        stroke_linejoin="round", stroke_opacity="0.9", **shared,
    )  # fmt: skip
    return below + text(words, left, baseline, style.size, fill=style.colour, **shared)


@dataclass(frozen=True, slots=True)
class Label:
    """A text with its halo, and where it stands."""

    words: str
    left: float
    baseline: float
    style: Style

    @property
    def svg(self) -> str:
        """The label as it is drawn."""
        return draw_text(self.words, self.left, self.baseline, self.style)

    @property
    def placed(self) -> Placed:
        """The label as a stamp: the same one wherever the same words stand."""
        size = self.style.size
        svg = draw_text(self.words, _MARGIN, round(size), self.style)
        stamp = Stamp(svg, round(self.style.width(self.words)) + 2 * _MARGIN, round(size * 1.4))
        return Placed(stamp, round(self.left) - _MARGIN, round(self.baseline) - round(size))


def stamped(svg: str, boxes: Sequence[Box]) -> Placed:
    """A drawing in the picture as a stamp; its boxes together hold it."""
    left, top, right, bottom = ([box[i] for box in boxes] for i in range(4))
    corner = int(min(left)) - _MARGIN, int(min(top)) - _MARGIN
    moved = element("g", svg, transform=f"translate({-corner[0]} {-corner[1]})")
    size = int(max(right)) + _MARGIN + 1 - corner[0], int(max(bottom)) + _MARGIN + 1 - corner[1]
    return Placed(Stamp(moved, *size), *corner)


def draw_text_along(words: str, id_: str, d: str, style: Style) -> str:
    """A text along a path, over the same text as a halo."""
    shared: dict[str, str | float] = {"font_size": style.size, **metrics.ATTRIBUTES[style.face]}
    if style.spacing:
        shared["letter_spacing"] = style.spacing
    along = element("textPath", escape(words, quote=False), href=f"#{id_}")
    way = element("defs", element("path", d=d, id=id_))
    below = element("text", along, fill="none", stroke=palette.PAPER, stroke_width=style.halo, stroke_linejoin="round",
                    stroke_opacity="0.85", **shared)  # fmt: skip
    return way + below + element("text", along, fill=style.colour, **shared)


def text_box(words: str, left: float, baseline: float, style: Style) -> Box:
    """The box of a text: from its tallest letter to its longest tail, with a pixel of air."""
    return left - 1, baseline - style.size * 0.76, left + style.width(words) + 1, baseline + style.size * 0.2


def plate(box: Box, fill: str, radius: float = 4) -> str:
    """A filled box with a dark outline."""
    left, top, right, bottom = box
    return element(
        "rect", x=left, y=top, width=right - left, height=bottom - top, rx=radius, fill=fill, stroke=palette.INK,
        stroke_width=2,
    )  # fmt: skip
