"""Where things lie in the picture: the map's own plane, the part of it that is shown, and pixels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2
from typing import Any, Literal, Protocol

from pbem.report.svg.base.shapes import middle_of
from pbem.report.svg.base.write import Point

WIDTH = 1280
"""The width that everything is designed for, in user units; the picture may be scaled."""
HEADER = 58
"""The height of the title strip."""
NARROW, BROAD = 14, 26
"""The frame round the map window: of a close-up, and of an overview, whose frame bears the numbers of the hexes."""
_ROOMY = 34


class MapError(ValueError):
    """A scene that cannot be drawn; the message says which part and why."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A window in the plane of a map, in its units: metres, on an area map those of its drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[Point, Point]:
        """Its upper left and lower right corners."""
        return (self.left, self.top), (self.right, self.bottom)

    def meets(self, other: "Crop") -> bool:
        """Whether it has a part in common with another."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def grown(self, across: float, down: float) -> "Crop":
        """The same with so much more on each side."""
        return Crop(self.left - across, self.top - down, self.right + across, self.bottom + down)

    def holds(self, point: Sequence[float]) -> bool:
        """Whether a point of the plane lies in it."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom


@dataclass(frozen=True, slots=True)
class View:
    """A window of a plane as it lies in a picture.

    `scale` is pixels a unit of the plane; `left` and `top` are the window's corner in whole pixels of the whole plane
    at that scale, so that windows of one scale fit together; `box` is the window in the picture, whole pixels too.
    `detailed` says whether there is room for counters with symbols, `margin` how broad the frame round it is.
    """

    crop: Crop
    scale: float
    left: int
    top: int
    box: tuple[int, int, int, int]
    detailed: bool
    margin: int = 0

    def at(self, point: Sequence[float]) -> Point:
        """A point of the plane in the picture."""
        return point[0] * self.scale - self.left + self.box[0], point[1] * self.scale - self.top + self.box[1]


def view_of(crop: Crop, room: float) -> View:
    """The view of a window in its frame, as wide as a picture is; `room` is the radius of a space of the map."""
    detailed = WIDTH * room / crop.width >= _ROOMY
    margin = NARROW if detailed else BROAD
    wide, corner = WIDTH - 2 * margin, HEADER + margin
    scale = round(wide / crop.width, 12)  # the same for all windows of a width, to the last digit
    box = margin, corner, WIDTH - margin, corner + round(crop.height * scale)
    return View(crop, scale, round(crop.left * scale), round(crop.top * scale), box, detailed, margin)


class Plan(Protocol):
    """The spaces that are shown and where, whatever the board is made of. HexPlan and AreaPlan are its makers.

    `radius` is how large a space is in the picture: that of a circle round a hex, on an area map of one of its middling
    areas. `whole` is the window that shows all of the map. `shown` are the spaces of the window and those beside it,
    `inner` those of the window alone, both ascending. `windows` are close-ups that the map itself proposes.
    """

    kind: Literal["hexes", "areas"]
    map: Mapping[str, Any]
    view: View
    whole: Crop
    radius: float
    bypass: float
    """How far out a line goes round what stands in a space, as a part of its outline."""
    shown: tuple[str, ...]
    inner: tuple[str, ...]
    windows: tuple[Crop, ...]

    def has(self, space: str) -> bool:
        """Whether the map has such a space."""
        ...

    def spot(self, space: str) -> Point:
        """The centre of a space in the plane; MapError for one that the map does not have."""
        ...

    def outline(self, space: str, part: float = 1.0) -> tuple[Point, ...]:
        """The corners of a space in the picture, clockwise; `part` shrinks it towards its centre."""
        ...

    def border(self, a: str, b: str) -> tuple[Point, ...]:
        """The common border of two spaces in the picture, clockwise round the first; empty where they do not touch."""
        ...

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces that touch a space."""
        ...

    def place(self, space: str) -> Mapping[str, Any] | None:
        """The named place in a space, if it has one: `id`, `name` by language, hints."""
        ...

    @property
    def metres(self) -> float:
        """How many metres a unit of the plane is; 0 where the map does not say."""
        ...

    # What follows from these -----------------------------------------------------------------------------------------

    @property
    def crop(self) -> Crop:
        """The window in the plane."""
        return self.view.crop

    @property
    def detailed(self) -> bool:
        """Whether there is room for counters with symbols and for the numbers of hexes."""
        return self.view.detailed

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The map window within its frame: left, top, right, bottom in the picture."""
        return self.view.box

    @property
    def north(self) -> Point:
        """Where north lies on the picture, as a direction: right of the foot of a map that was drawn from the sea."""
        drawing, projection = self.map.get("drawing", {}), self.map.get("projection", {})
        x, y = drawing.get("compass", {}).get("north") or _NORTH.get(str(projection.get("north")), (0, -1))
        return float(x), float(y)

    @property
    def bottom(self) -> float:
        """Where the frame round the map window ends and the strip below it begins."""
        return self.view.box[3] + self.view.margin

    @property
    def around(self) -> tuple[float, float, float, float]:
        """The map window and two spaces' width about it: what lies beyond is not drawn."""
        left, top, right, bottom = self.box
        air = 4 * self.radius
        return left - air, top - air, right + air, bottom + air

    def at(self, point: Sequence[float]) -> Point:
        """A point of the map's plane in the picture."""
        return self.view.at(point)

    def centre(self, space: str) -> Point:
        """The centre of a space in the picture; MapError for one that the map does not have."""
        return self.view.at(self.spot(space))

    def crossing(self, a: str, b: str) -> Point:
        """Where one goes from a space to another: the middle of their border, or between the two that do not touch."""
        border = self.border(a, b)
        return middle_of(border or (self.centre(a), self.centre(b)))

    def direction(self, a: str, b: str) -> float:
        """Which way a space lies from another in the picture, in radians clockwise from east."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return atan2(by - ay, bx - ax)

    def shows(self, space: str) -> bool:
        """Whether the centre of a space lies in the window; MapError for one that the map does not have."""
        return self.crop.holds(self.spot(space))

    def any_shown(self, spaces: Iterable[str]) -> bool:
        """Whether one of the spaces lies in the window."""
        return any(self.shows(space) for space in spaces)

    def holds(self, point: Sequence[float]) -> bool:
        """Whether a point of the plane lies in the window."""
        return self.crop.holds(point)


_NORTH = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


def line_of(thing: Mapping[str, Any], what: str) -> Sequence[Sequence[float]]:
    """The points of a line of the map; MapError where it is none."""
    points: Sequence[Sequence[float]] = thing["line"]
    if len(points) < 2:
        raise MapError(f"the {what} {thing.get('id')!r} has {len(points)} points; a line takes two at least")
    return points
