"""What grows and stands on the ground: woods, fields, marsh, houses; on hexes, areas and drawn patches alike.

Nothing is left to chance: what looks scattered lies by the place of each thing in the map's plane, so that every
window of a map shows the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.report.svg.base import palette
from pbem.report.svg.base.plan import Crop, Plan, View
from pbem.report.svg.base.shapes import grain, inside
from pbem.report.svg.base.write import Point, lines, path
from pbem.report.svg.ground.parcels import parcels, planted, rows

Ring = Sequence[Point]
Draw = Callable[["Pen", Ring, "PathData"], None]


@dataclass(frozen=True, slots=True)
class Pen:
    """How what grows is drawn: in what view of a plane, and how large a space is there."""

    view: View
    radius: float


@dataclass
class PathData:
    """The path data of what is drawn, by colour and layer, in the order in which colours first came."""

    fills: dict[str, list[str]] = field(default_factory=dict)
    strokes: dict[tuple[str, float], list[str]] = field(default_factory=dict)

    def fill(self, colour: str, d: str) -> None:
        """Add a shape."""
        self.fills.setdefault(colour, []).append(d)

    def stroke(self, colour: str, wide: float, d: str) -> None:
        """Add a line."""
        self.strokes.setdefault((colour, wide), []).append(d)

    def draw(self) -> list[str]:
        """All of it as SVG: shapes first, lines above them."""
        shapes = [path("".join(parts), fill=colour) for colour, parts in self.fills.items()]
        drawn = [
            path("".join(parts), fill="none", stroke=colour, stroke_width=wide, stroke_linecap="round")
            for (colour, wide), parts in self.strokes.items()
        ]
        return [*shapes, *drawn]


def extent_of(ring: Ring) -> Crop:
    """The box of a ring."""
    across, down = zip(*ring, strict=True)
    return Crop(min(across), min(down), max(across), max(down))


def scatter(pen: Pen, ring: Ring, step: float, shift: int = 0) -> Iterator[tuple[Point, float]]:
    """Points of the plane within a ring and in or near the window, about `step` apart, each with a number -1 to 1."""
    box, near = extent_of(ring), pen.view.crop.grown(2 * step, 2 * step)
    if not box.meets(near):
        return
    for i in range(int(max(box.left, near.left) // step), int(min(box.right, near.right) // step) + 1):
        for j in range(int(max(box.top, near.top) // step), int(min(box.bottom, near.bottom) // step) + 1):
            whim = grain(i * 7 + shift, j * 13 + 5)
            x = (i + 0.5 + 0.4 * whim) * step
            y = (j + 0.5 + 0.4 * grain(j + shift, i * 11 + 3)) * step
            if inside((x, y), ring):
                yield (x, y), whim


def disc(x: float, y: float, r: float) -> str:
    """Path data of a circle."""
    return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 1 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 1 {-2 * r:.1f} 0Z"


def hatch(ring: Ring, gap: float) -> str:
    """Path data of lines across a ring, along its first edge, so far apart."""
    return "".join(lines(row) for row in rows(ring, gap))


# What each kind of ground looks like. Sizes are parts of the radius of a space.


def woods(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Trees close together, each with a shadow and a light side."""
    r = pen.radius
    for point, whim in scatter(pen, ring, 0.2 * r / pen.view.scale):
        x, y = pen.view.at(point)
        size = r * (0.095 + 0.02 * whim)
        paths.fill(palette.WOOD_SHADE, disc(x + size * 0.3, y + size * 0.35, size))
        paths.fill(palette.TREE, disc(x, y, size))
        paths.fill(palette.TREE_LIGHT, disc(x - size * 0.25, y - size * 0.3, size * 0.45))


def groves(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Parcels of trees in rows: the olives of a country that is planted."""
    r = pen.radius
    for parcel in parcels(ring):
        points = [pen.view.at(p) for p in parcel]
        paths.fill(palette.GARDEN, lines(points, closed=True))
        for x, y in planted(points, r * 0.2):
            paths.fill(palette.TREE, disc(x, y, r * 0.055))


def grove(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Trees well apart: olives, orchards."""
    r = pen.radius
    for point, _ in scatter(pen, ring, 0.26 * r / pen.view.scale, 3):
        x, y = pen.view.at(point)
        paths.fill(palette.TREE, disc(x, y, r * 0.06))


def scrub(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Low bushes."""
    r = pen.radius
    for point, whim in scatter(pen, ring, 0.17 * r / pen.view.scale, 9):
        x, y = pen.view.at(point)
        w = r * (0.035 + 0.01 * whim)
        paths.fill(palette.TREE, f"M{x - w:.1f} {y:.1f}a{w:.1f} {w:.1f} 0 0 1 {2 * w:.1f} 0Z")


def field_of(colour: str) -> Draw:
    """A ploughed field."""

    def draw(pen: Pen, ring: Ring, paths: PathData) -> None:
        points, r = [pen.view.at(p) for p in ring], pen.radius
        outline = lines(points, closed=True)
        paths.fill(colour, outline)
        paths.stroke(palette.FURROW, 0.8, outline + hatch(points, r * 0.075))

    return draw


def fields_of(*colours: str) -> Draw:
    """Fields side by side, each ploughed in a direction of its own, in one of some colours."""

    def draw(pen: Pen, ring: Ring, paths: PathData) -> None:
        for n, parcel in enumerate(parcels(ring)):
            whim = int(500 + 499 * grain(int(parcel[0][0]) + n, int(parcel[0][1])))
            turned = parcel[whim % 2 :] + parcel[: whim % 2]
            field_of(colours[whim % len(colours)])(pen, turned, paths)

    return draw


def marsh(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Tufts over strokes of water."""
    r = pen.radius
    for point, whim in scatter(pen, ring, 0.26 * r / pen.view.scale, 5):
        x, y = pen.view.at(point)
        w = r * 0.085
        paths.stroke(palette.RIVER, 1.0, f"M{x - w:.1f} {y:.1f}h{2 * w:.1f}")
        tuft = f"M{x - w * 0.5:.1f} {y - w * 0.7:.1f}L{x:.1f} {y:.1f}V{y - w * (1.1 + 0.2 * whim):.1f}"
        paths.stroke(palette.TREE, 1.2, f"{tuft}M{x:.1f} {y:.1f}L{x + w * 0.5:.1f} {y - w * 0.7:.1f}")


def sand(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Pale ground with grains."""
    paths.fill(palette.SAND, lines([pen.view.at(p) for p in ring], closed=True))
    for point, _ in scatter(pen, ring, 0.13 * pen.radius / pen.view.scale, 2):
        x, y = pen.view.at(point)
        paths.fill(palette.FURROW, disc(x, y, max(0.5, pen.radius * 0.012)))


def pond(pen: Pen, ring: Ring, paths: PathData) -> None:
    """A standing water."""
    outline = lines([pen.view.at(p) for p in ring], closed=True)
    paths.fill(palette.LAGOON, outline)
    paths.stroke(palette.COAST, 1.2, outline)


def houses(pen: Pen, ring: Ring, paths: PathData) -> None:
    """Blocks of houses."""
    r = pen.radius
    for point, whim in scatter(pen, ring, 0.34 * r / pen.view.scale, 4):
        if whim > -0.5:
            x, y = pen.view.at(point)
            wide, tall = r * (0.1 + 0.03 * whim), r * (0.075 - 0.02 * whim)
            paths.fill(palette.WALL, f"M{x - wide:.1f} {y - tall:.1f}h{2 * wide:.1f}v{2 * tall:.1f}h{-2 * wide:.1f}Z")


def stronghold(pen: Pen, ring: Ring, paths: PathData) -> None:
    """A great building with a tower at each corner."""
    x, y = pen.view.at((sum(a for a, _ in ring) / len(ring), sum(b for _, b in ring) / len(ring)))
    r = pen.radius * 0.26
    paths.fill(palette.WALL, f"M{x - r:.1f} {y - r:.1f}h{2 * r:.1f}v{2 * r:.1f}h{-2 * r:.1f}Z")
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        paths.fill(palette.INK, disc(x + a * r, y + b * r, r * 0.34))


STRONG = "strong-building"
BUILT: Mapping[str, Draw] = {
    "building": houses,
    "village": houses,
    "town": houses,
    STRONG: stronghold,
}
TEXTURES: Mapping[str, Draw] = {
    "forest": woods,
    "wood": woods,
    "woods": woods,
    "light-wood": groves,
    "olives": groves,
    "scrub": scrub,
    "marsh": marsh,
    "cultivated": fields_of(palette.FIELD, palette.FIELD, palette.GARDEN, palette.SAND),
    "haza": fields_of(palette.CORN),
    **BUILT,
}
"""How each terrain is filled, beside its tint."""
PATCHES: Mapping[str, Draw] = {
    "wood": woods,
    "orchard": grove,
    "olive": grove,
    "scrub": scrub,
    "field": field_of(palette.FIELD),
    "fallow": field_of(palette.SAND),
    "garden": field_of(palette.GARDEN),
    "marsh": marsh,
    "reeds": marsh,
    "sand": sand,
    "water": pond,
}
"""How each kind of drawn patch looks; an unknown kind is plain sand."""


def patches(plan: Plan, drawn: Iterable[Mapping[str, Any]]) -> list[str]:
    """The patches that a map draws on its ground: the flat ones first, then what grows."""
    paths, pen = PathData(), Pen(plan.view, plan.radius)
    for patch in drawn:
        ring: list[Point] = [(x, y) for x, y in patch["polygon"]]
        if len(ring) > 2 and extent_of(ring).meets(plan.crop):
            PATCHES.get(str(patch.get("kind")), sand)(pen, ring, paths)
    return paths.draw()
