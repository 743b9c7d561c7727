"""Where things lie in the picture: the map's own plane (metres), the part of it that is shown, and pixels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

from pbem.board.hexes import column_row, hex_id
from pbem.report.svg.base.write import Point

WIDTH = 1280
"""The width that everything is designed for, in user units; the picture may be scaled."""
HEADER = 58
"""The height of the title strip."""
ROOT3 = sqrt(3)
SIDES = ("n", "ne", "se", "s", "sw", "nw")
NARROW, BROAD = 14, 26
"""The frame round the map window: of a close-up, and of an overview, whose frame bears the numbers of the hexes."""
_ROOMY = 34


class MapError(ValueError):
    """A scene that cannot be drawn; the message says which part and why."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a hex map: first and last column and row, both included, counted from 1."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return self.last_column - self.first_column + 1

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return self.last_row - self.first_row + 1

    def holds(self, space: str) -> bool:
        """Whether a hex lies in it."""
        column, row = column_row(space)
        return self.first_column <= column <= self.last_column and self.first_row <= row <= self.last_row


def map_size(map_: Mapping[str, Any]) -> tuple[int, int]:
    """Columns and rows of a map; MapError where it says neither."""
    size = map_.get("size")
    try:
        if isinstance(size, Mapping):
            return int(size["columns"]), int(size["rows"])
        columns, rows = size  # type: ignore[misc]
        return int(columns), int(rows)
    except (KeyError, TypeError, ValueError):
        raise MapError(f"the map's size is not [columns, rows]: {size!r}") from None


def line_of(thing: Mapping[str, Any], what: str) -> Sequence[Sequence[float]]:
    """The points of a line of the map; MapError where it is none."""
    points: Sequence[Sequence[float]] = thing["line"]
    if len(points) < 2:
        raise MapError(f"the {what} {thing.get('id')!r} has {len(points)} points; a line takes two at least")
    return points


class Plan:
    """The hexes that are shown and where: one column is 1.5 `radius` wide, a hex is `radius` from centre to corner."""

    def __init__(self, map_: Mapping[str, Any], crop: Crop | None) -> None:
        """Plan the crop, or the whole map. MapError for a crop that is not on it or a map without hexes.

        `detailed` says whether there is room for counters with symbols and for hex numbers.
        """
        columns, rows = map_size(map_)
        self._around: dict[str, tuple[str | None, ...]] = {}
        self._centres: dict[str, Point] = {}
        self.whole = Crop(1, 1, columns, rows)
        self.crop = crop or self.whole
        if not (1 <= self.crop.first_column <= self.crop.last_column <= columns):
            raise MapError(f"the crop's columns are not on the map: {self.crop}")
        if not (1 <= self.crop.first_row <= self.crop.last_row <= rows):
            raise MapError(f"the crop's rows are not on the map: {self.crop}")
        self.hexes: Mapping[str, Any] = map_.get("hexes") or {}
        if not self.hexes:
            raise MapError("the map has no hexes")
        across = 1.5 * (self.crop.columns - 1) + 2
        self.detailed = WIDTH / across >= _ROOMY
        self.margin = NARROW if self.detailed else BROAD
        self.radius = (WIDTH - 2 * self.margin) / across
        self.metre = self.radius * ROOT3 / int(map_.get("scale", {}).get("across-flats", 1000))
        self.left = self._x(self.crop.first_column) - self.radius - self.margin
        half = self.radius * ROOT3 / 2
        self.top = self._y(self.crop.first_column, self.crop.first_row, level=True) - half - self.margin
        tall = self.crop.rows * 2 * half + (half if self.crop.columns > 1 else 0)
        self.height = round(tall)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The map window within its frame: left, top, right, bottom in the picture."""
        top = float(HEADER + self.margin)
        return float(self.margin), top, float(WIDTH - self.margin), top + self.height

    @property
    def bottom(self) -> float:
        """Where the frame round the map window ends and the strip below it begins."""
        return self.box[3] + self.margin

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The hexes of the crop and the ring around it, as far as the map has them, ascending."""
        c = self.crop
        found = [
            hex_id(column, row)
            for column in range(max(1, c.first_column - 1), min(self.whole.last_column, c.last_column + 1) + 1)
            for row in range(max(1, c.first_row - 1), min(self.whole.last_row, c.last_row + 1) + 1)
        ]
        return tuple(h for h in found if h in self.hexes)

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The hexes of the crop itself, ascending."""
        return self.shown if self.crop == self.whole else tuple(h for h in self.shown if self.crop.holds(h))

    def centre(self, space: str) -> Point:
        """The centre of a hex in the picture; MapError for one that the map does not have."""
        known = self._centres.get(space)
        if known is None:
            if space not in self.hexes:
                raise MapError(f"no such hex on this map: {space!r}")
            column, row = column_row(space)
            known = self._x(column) - self.left, self._y(column, row) - self.top + HEADER
            self._centres[space] = known
        return known

    def corner(self, column: int, row: int) -> Point:
        """The upper left corner of the box of a column and row in the picture; they may lie just beyond the map."""
        x = self._x(column) - self.radius - self.left
        return x, self._y(column, row, level=True) - self.radius * ROOT3 / 2 - self.top + HEADER

    def at(self, point: Sequence[float]) -> Point:
        """A point of the map's plane (metres east, metres south of its corner) in the picture."""
        return point[0] * self.metre - self.left, point[1] * self.metre - self.top + HEADER

    def corners(self, space: str, part: float = 1.0) -> tuple[Point, ...]:
        """The six corners of a hex, from the north-east one clockwise; `part` shrinks it towards its centre."""
        x, y = self.centre(space)
        r, h = self.radius * part, self.radius * part * ROOT3 / 2
        return (
            (x + r / 2, y - h),
            (x + r, y),
            (x + r / 2, y + h),
            (x - r / 2, y + h),
            (x - r, y),
            (x - r / 2, y - h),
        )

    @cached_property
    def shown_set(self) -> frozenset[str]:
        """The shown hexes as a set."""
        return frozenset(self.shown)

    def terrain(self, space: str) -> frozenset[str]:
        """The terrain words of a hex."""
        return frozenset(self.hexes[space].get("terrain", ()))

    def having(self, *words: str) -> tuple[str, ...]:
        """The shown hexes with any of the terrain words."""
        wanted = frozenset(words)
        return tuple(h for h in self.shown if wanted & self.terrain(h))

    def shows(self, space: str) -> bool:
        """Whether the hex lies in the crop itself; MapError for one that the map does not have."""
        self.centre(space)
        return self.crop.holds(space)

    def any_shown(self, spaces: Iterable[str]) -> bool:
        """Whether one of the hexes lies in the crop."""
        return any(self.shows(space) for space in spaces)

    def neighbour(self, space: str, side: int) -> str | None:
        """The hex on the other side of a hexside (0 north, then clockwise), if the map has it."""
        if space not in self._around:
            self._around[space] = self._neighbours(*column_row(space))
        return self._around[space][side]

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The hexes around a hex, as far as the map has them."""
        return tuple(other for side in range(6) if (other := self.neighbour(space, side)))

    def _neighbours(self, column: int, row: int) -> tuple[str | None, ...]:
        low = 1 - column % 2
        steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
        ids = (f"{column + across:02d}{row + down:02d}" for across, down in steps)
        return tuple(id_ if id_ in self.hexes else None for id_ in ids)

    def hexside(self, space: str, side: int) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise."""
        corners = self.corners(space)
        return corners[(side - 1) % 6], corners[side]

    def holds(self, point: Sequence[float]) -> bool:
        """Whether a point of the map's plane lies in the map window."""
        x, y = self.at(point)
        left, top, right, bottom = self.box
        return left < x < right and top < y < bottom

    @property
    def around(self) -> tuple[float, float, float, float]:
        """The map window and two hexes' width about it: what lies beyond is not drawn."""
        left, top, right, bottom = self.box
        air = 4 * self.radius
        return left - air, top - air, right + air, bottom + air

    def unit(self, point: Point) -> Point:
        """A point of the lattice (a hex is 1 from centre to corner, see shapes.py) in the picture."""
        half = self.radius * ROOT3 / 2
        return (point[0] - 0.5) * self.radius - self.left, point[1] * self.radius - half - self.top + HEADER

    def lattice(self, point: Sequence[float]) -> Point:
        """A point of the map's plane in the lattice."""
        scale = self.metre / self.radius
        return point[0] * scale + 0.5, point[1] * scale + ROOT3 / 2

    def _x(self, column: int) -> float:
        return self.radius * (1 + 1.5 * (column - 1))

    def _y(self, column: int, row: int, level: bool = False) -> float:
        half = self.radius * ROOT3 / 2
        lower = 0 if level else (1 - column % 2) * half
        return half + (row - 1) * 2 * half + lower
