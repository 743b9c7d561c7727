"""The plan of an area map: areas as polygons in a plane of their own, whichever way north lies."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import hypot
from typing import Any, Literal

from pbem.board.board import spaces
from pbem.report.svg.base.boards import Same, board_of
from pbem.report.svg.base.plan import Crop, MapError, Plan, View, view_of
from pbem.report.svg.base.shapes import inside, length
from pbem.report.svg.base.write import Point

_HEX_ROOM = 0.866
"""A circle within a hex, of one round it: areas have counters as large as a hex with as much room would."""
_LARGEST = 108.0
"""However close up a window is, counters are no larger than on a hex map's closest."""
_MIDDLING = 0.25
"""So many of the areas may be narrower than the one that the size of counters goes by."""


class Shape:
    """An area in the plane: its outline clockwise on the screen, the point where counters stand, the room about it."""

    def __init__(self, id_: str, about: Mapping[str, Any]) -> None:
        """Read an area; MapError where it has no outline."""
        ring: list[Point] = [(point[0], point[1]) for point in about.get("polygon", ())]
        if len(ring) < 3:
            raise MapError(f"the area {id_!r} has no polygon: it takes three points at least")
        self.ring = tuple(ring if _turn(ring) > 0 else reversed(ring))
        given = about.get("centre")
        self.centre: Point = (given[0], given[1]) if given else _balance(self.ring)
        self.room = min(_off(self.centre, a, b) for a, b in zip(self.ring, (*self.ring[1:], self.ring[0]), strict=True))
        across, down = zip(*self.ring, strict=True)
        self.extent = Crop(min(across), min(down), max(across), max(down))


class AreaPlan(Plan):
    """The areas that are shown and where; `radius` goes by the room in the narrower of them."""

    kind: Literal["areas"] = "areas"
    bypass = 0.82

    def __init__(self, map_: Mapping[str, Any], crop: Crop | None = None, *, view: View | None = None) -> None:
        """Plan the crop, or the whole map; or a view. MapError for an area without outline, or a crop off the map."""
        self.map = map_
        self.board, self.areas, self.shapes = board_of(map_), spaces(map_), _shapes(Same(map_))
        drawing = map_.get("drawing", {})
        self.whole = _whole(drawing, self.shapes)
        rooms = sorted(shape.room for shape in self.shapes.values())
        self._room = rooms[int(len(rooms) * _MIDDLING)] / _HEX_ROOM
        self.view = view or view_of(crop or self.whole, self._room)
        if view is None and not all(map(self.whole.grown(1, 1).holds, self.crop.corners)):
            raise MapError(f"the crop is not on the map: {self.crop}")
        self.radius = min(self._room * self.view.scale, _LARGEST)
        self.windows = tuple(_window(each["box"]) for each in drawing.get("windows", ()))
        self._borders: dict[tuple[str, str], tuple[Point, ...]] = {}

    def has(self, space: str) -> bool:
        """Whether the map has such an area."""
        return space in self.shapes

    def spot(self, space: str) -> Point:
        """Where counters stand in an area, in the plane; MapError for one that the map does not have."""
        if space not in self.shapes:
            raise MapError(f"no such area on this map: {space!r}")
        return self.shapes[space].centre

    @cached_property
    def shown(self) -> tuple[str, ...]:  # type: ignore[override]
        """The areas of which a part may lie in the window, ascending."""
        return tuple(id_ for id_ in sorted(self.shapes) if self.shapes[id_].extent.meets(self.crop))

    @cached_property
    def inner(self) -> tuple[str, ...]:  # type: ignore[override]
        """The areas whose counters stand in the window, ascending."""
        return tuple(id_ for id_ in self.shown if self.shows(id_))

    def outline(self, space: str, part: float = 1.0) -> tuple[Point, ...]:
        """The corners of an area in the picture, clockwise; `part` shrinks it towards where its counters stand."""
        if part == 1.0:
            return tuple(map(self.at, self.shapes[space].ring))
        x, y = self.centre(space)
        return tuple((x + (a - x) * part, y + (b - y) * part) for a, b in map(self.at, self.shapes[space].ring))

    def words_at(self, point: Point) -> tuple[str, ...]:
        """The terrain words of the area in which a point of the picture lies; none outside of all."""
        x, y = point
        for id_, (left, top, right, bottom) in self._boxes.items():
            if left <= x <= right and top <= y <= bottom and inside(point, self.outline(id_)):
                return self.terrain(id_)
        return ()

    @cached_property
    def _boxes(self) -> dict[str, tuple[float, float, float, float]]:
        """The box in the picture round each area that is shown, ascending."""
        extents = {id_: self.shapes[id_].extent for id_ in self.shown}
        return {id_: (*self.at((e.left, e.top)), *self.at((e.right, e.bottom))) for id_, e in extents.items()}

    def border(self, a: str, b: str) -> tuple[Point, ...]:
        """The longest stretch of the border between two areas, clockwise round the first; empty without one."""
        if b not in self.board.neighbours[a]:
            return ()
        if (a, b) not in self._borders:
            self._borders[a, b] = tuple(map(self.at, _shared(self.shapes[a].ring, self.shapes[b].ring)))
        return self._borders[a, b]

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The areas that touch an area, ascending."""
        return self.board.neighbours[space]

    def place(self, space: str) -> Mapping[str, Any] | None:
        """The area's own name."""
        name = self.areas[space].get("name")
        return {"id": space, "name": name} if name else None

    @property
    def metres(self) -> float:
        """How many metres a unit is, as the map's scale tells: so many `metres` for a `length`."""
        scale = self.map.get("drawing", {}).get("scale")
        return scale["metres"] / scale["length"] if scale else 0.0

    def terrain(self, space: str) -> tuple[str, ...]:
        """The terrain words of an area, the ground first."""
        words = self.areas[space].get("terrain") or sorted(self.board.terrain[space])
        return (words,) if isinstance(words, str) else tuple(words)

    def kinds(self, a: str, b: str) -> frozenset[str]:
        """The words of what lies between two areas."""
        return self.board.edge(a, b)


@lru_cache(maxsize=4)
def _shapes(of: Same) -> dict[str, Shape]:
    """The shapes of the areas of a map."""
    return {id_: Shape(id_, about) for id_, about in sorted(spaces(of.map).items())}


def _whole(drawing: Mapping[str, Any], shapes: Mapping[str, Shape]) -> Crop:
    """All of the map: the frame of its drawing, else what its areas fill."""
    if "frame" in drawing:
        return _window((0, 0, *drawing["frame"]))
    extents = [shape.extent for shape in shapes.values()]
    return Crop(
        min(e.left for e in extents), min(e.top for e in extents),
        max(e.right for e in extents), max(e.bottom for e in extents),
    )  # fmt: skip


def _window(box: Sequence[float]) -> Crop:
    """A box told by its corner, width and height."""
    left, top, wide, tall = box
    return Crop(left, top, left + wide, top + tall)


def _turn(ring: Sequence[Point]) -> float:
    """Twice the area of a ring, above 0 where it runs clockwise on the screen (y down)."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True))


def _balance(ring: Sequence[Point]) -> Point:
    """The centre of gravity of a ring."""
    pairs = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    parts = [ax * by - bx * ay for (ax, ay), (bx, by) in pairs]
    whole = sum(parts) or 1.0
    x = sum((a[0] + b[0]) * part for (a, b), part in zip(pairs, parts, strict=True)) / (3 * whole)
    return x, sum((a[1] + b[1]) * part for (a, b), part in zip(pairs, parts, strict=True)) / (3 * whole)


def _off(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a stretch."""
    (x, y), dx, dy = point, b[0] - a[0], b[1] - a[1]
    far = dx * dx + dy * dy
    part = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / far)) if far else 0.0
    return hypot(x - a[0] - part * dx, y - a[1] - part * dy)


def _shared(ring: Sequence[Point], other: Sequence[Point]) -> tuple[Point, ...]:
    """The longest run of edges that a ring has in common with another, along the first; empty where there is none."""
    theirs = {frozenset(pair) for pair in zip(other, (*other[1:], other[0]), strict=True)}
    count = len(ring)
    common = [frozenset((ring[i], ring[(i + 1) % count])) in theirs for i in range(count)]
    if all(common):
        return (*ring, ring[0])
    runs: list[tuple[Point, ...]] = []
    for start in range(count):
        if common[start] and not common[start - 1]:
            last = start
            while common[last % count]:
                last += 1
            runs.append(tuple(ring[i % count] for i in range(start, last + 1)))
    return max(runs, key=lambda run: (round(length(run), 3), run), default=())
