"""The plan of a hex map: flat-topped hexes, CCRR, even columns half a hex down; the plane is metres from its corner."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import sqrt
from typing import Any, Literal

from pbem.board.board import spaces, spell_out
from pbem.board.hexes import column_row, hex_id
from pbem.report.svg.base.boards import Same, board_of
from pbem.report.svg.base.plan import Crop, MapError, Plan, View, view_of
from pbem.report.svg.base.write import Point

ROOT3 = sqrt(3)
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def map_size(map_: Mapping[str, Any]) -> tuple[int, int]:
    """Columns and rows of a map, up to its last hexes where it has no size of its own. MapError where it is none."""
    board = board_of(map_)  # first, for it says what is wrong with a size
    if "size" in map_:
        columns, rows = map_["size"]
        return columns, rows
    cells = [column_row(hex_) for hex_ in board.ids]
    return max(column for column, _ in cells), max(row for _, row in cells)


def hex_crop(map_: Mapping[str, Any], first_column: int, first_row: int, last_column: int, last_row: int) -> Crop:
    """The window of some columns and rows, all included, counted from 1. MapError where they are not on the map."""
    columns, rows = map_size(map_)
    if not (1 <= first_column <= last_column <= columns and 1 <= first_row <= last_row <= rows):
        told = f"columns {first_column} to {last_column}, rows {first_row} to {last_row}"
        raise MapError(f"the crop is not on the map of {columns} columns and {rows} rows: {told}")
    across = _across(map_)
    radius = across / ROOT3
    lower = across / 2 if last_column > first_column else 0
    return Crop(
        radius * 1.5 * (first_column - 1),
        across * (first_row - 1),
        radius * (1.5 * (last_column - 1) + 2),
        across * last_row + lower,
    )


def _across(map_: Mapping[str, Any]) -> int:
    """Metres between two flat sides of a hex."""
    return int(map_.get("scale", {}).get("across-flats", 1000))


@lru_cache(maxsize=8)
def _known(of: Same) -> tuple[dict[str, tuple[str | None, ...]], dict[str, Point]]:
    """What the plans of a map have worked out so far: the hexes on the sides of each, and its centre in the plane."""
    return {}, {}


class HexPlan(Plan):
    """The hexes that are shown and where: one column is 1.5 `radius` wide, a hex is `radius` from centre to corner."""

    kind: Literal["hexes"] = "hexes"
    bypass = 1.0
    windows: tuple[Crop, ...] = ()

    def __init__(self, map_: Mapping[str, Any], crop: Crop | None = None, *, view: View | None = None) -> None:
        """Plan the crop, or the whole map; or a view. MapError for a crop beyond the map or a map without hexes."""
        self.map, self.board, self.hexes = map_, board_of(map_), spaces(spell_out(map_))
        self.columns, self.rows = map_size(map_)
        self.whole = hex_crop(map_, 1, 1, self.columns, self.rows)
        self._across = _across(map_)
        self._room = self._across / ROOT3
        self.view = view or view_of(crop or self.whole, self._room)
        air = 0.01 * self._across
        if view is None and not all(map(self.whole.grown(air, air).holds, self.crop.corners)):
            raise MapError(f"the crop is not on the map: {self.crop}")
        self.radius = self._room * self.view.scale
        self._around, self._spots = _known(Same(map_))

    def has(self, space: str) -> bool:
        """Whether the map has such a hex."""
        return space in self.hexes

    def spot(self, space: str) -> Point:
        """The centre of a hex in the plane; MapError for one that the map does not have."""
        known = self._spots.get(space)
        if known is None:
            if space not in self.hexes:
                raise MapError(f"no such hex on this map: {space!r}")
            known = self._spots[space] = self._spot(*column_row(space))
        return known

    def _spot(self, column: int, row: int) -> Point:
        lower = (1 - column % 2) * 0.5
        return self._room * (1 + 1.5 * (column - 1)), self._across * (row - 0.5 + lower)

    @cached_property
    def shown(self) -> tuple[str, ...]:  # type: ignore[override]
        """The hexes of the window and the ring around it, as far as the map has them, ascending."""
        return self._within(self.crop.grown(0.6 * self._room, 0.55 * self._across))

    @cached_property
    def inner(self) -> tuple[str, ...]:  # type: ignore[override]
        """The hexes of the window itself, ascending."""
        return self._within(self.crop)

    def _within(self, crop: Crop) -> tuple[str, ...]:
        step = 1.5 * self._room
        first, last = int(crop.left // step), int(crop.right // step) + 2
        top, bottom = int(crop.top // self._across), int(crop.bottom // self._across) + 2
        cells = [
            (column, row)
            for column in range(max(1, first), min(self.columns, last) + 1)
            for row in range(max(1, top), min(self.rows, bottom) + 1)
            if crop.holds(self._spot(column, row))
        ]
        return tuple(id_ for id_ in (hex_id(*cell) for cell in cells) if id_ in self.hexes)

    @cached_property
    def cells(self) -> tuple[int, int, int, int]:
        """First and last column and row of the window, also of hexes that the map lacks."""
        step, air = 1.5 * self._room, 0.01
        first = int(self.crop.left / step + air) + 1
        last = int((self.crop.right / self._room - 2) / 1.5 + air) + 1
        top = int(self.crop.top / self._across + air) + 1
        return first, top, last, int(self.crop.bottom / self._across + air)

    def outline(self, space: str, part: float = 1.0) -> tuple[Point, ...]:
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

    def border(self, a: str, b: str) -> tuple[Point, ...]:
        """The two ends of the hexside between two hexes, clockwise round the first; empty where there is none."""
        around = self.around_hex(a)
        return self.hexside(a, around.index(b)) if b in around else ()

    def crossing(self, a: str, b: str) -> Point:
        """Half way between the centres of two hexes: in the middle of their hexside, if they touch."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return (ax + bx) / 2, (ay + by) / 2

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The hexes around a hex, as far as the map has them."""
        return tuple(other for other in self.around_hex(space) if other)

    def place(self, space: str) -> Mapping[str, Any] | None:
        """The named place in a hex, if it has one."""
        found: Mapping[str, Any] | None = self.hexes[space].get("place")
        return found

    @property
    def metres(self) -> float:
        """The plane is in metres, where the map has a scale."""
        return 1.0 if "scale" in self.map else 0.0

    # For the ground of a hex map alone -------------------------------------------------------------------------------

    @cached_property
    def shown_set(self) -> frozenset[str]:
        """The shown hexes as a set."""
        return frozenset(self.shown)

    def terrain(self, space: str) -> frozenset[str]:
        """The terrain words of a hex."""
        return self.board.terrain[space]

    def having(self, *words: str) -> tuple[str, ...]:
        """The shown hexes with any of the terrain words."""
        known = self._having.get(words)
        if known is None:
            wanted = frozenset(words)
            known = self._having[words] = tuple(h for h in self.shown if wanted & self.terrain(h))
        return known

    @cached_property
    def _having(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        return {}

    @cached_property
    def sides(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """What lies on hexsides: pairs of hexes by word (river, stream, bridge, slope, cliff …)."""
        found: dict[str, list[tuple[str, str]]] = {}
        for pair, words in self.board.edges.items():
            for word in words:
                found.setdefault(word, []).append(pair)
        return {word: tuple(found[word]) for word in sorted(found)}

    def level(self, space: str) -> int:
        """How high a hex lies, 0 where the map says nothing."""
        return self.board.level[space]

    def cells_having(self, word: str) -> frozenset[tuple[int, int]]:
        """The columns and rows of all hexes with a terrain word."""
        return frozenset(column_row(h) for h in self.hexes if word in self.terrain(h))

    def ring(self, space: str, part: float = 1.0) -> tuple[Point, ...]:
        """The corners of a hex in the plane, clockwise; `part` shrinks it."""
        x, y = self.spot(space)
        r, h = self._room * part, self._across / 2 * part
        corners = ((0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1))
        return tuple((x + a * r, y + b * h) for a, b in corners)

    def neighbour(self, space: str, side: int) -> str | None:
        """The hex on the other side of a hexside (0 north, then clockwise), if the map has it."""
        return self.around_hex(space)[side]

    def around_hex(self, space: str) -> tuple[str | None, ...]:
        """The hexes on the six sides of a hex, from the north one clockwise; None where the map has none."""
        if space not in self._around:
            column, row = column_row(space)
            low = 1 - column % 2
            ids = (f"{column + x:02d}{row + y + (low if x else 0):02d}" for x, y in _STEPS)
            self._around[space] = tuple(id_ if id_ in self.hexes else None for id_ in ids)
        return self._around[space]

    def hexside(self, space: str, side: int) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise."""
        corners = self.outline(space)
        return corners[(side - 1) % 6], corners[side]

    def unit(self, point: Point) -> Point:
        """A point of the lattice (a hex is 1 from centre to corner, see shapes.py) in the picture."""
        return self.at(((point[0] - 0.5) * self._room, point[1] * self._room - self._across / 2))

    def lattice(self, point: Sequence[float]) -> Point:
        """A point of the map's plane in the lattice."""
        return point[0] / self._room + 0.5, point[1] / self._room + ROOT3 / 2
