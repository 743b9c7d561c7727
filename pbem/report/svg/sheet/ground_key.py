"""The signs of the ground for the legend: a small drawing and its words for everything that the picture really has."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.naming import N_, Naming
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.shapes import normals
from pbem.report.svg.base.signs import airport_sign, bridge_sign, landing_sign, summit_sign
from pbem.report.svg.base.write import Point, element, lines, path
from pbem.report.svg.ground.ways import notched
from pbem.report.svg.sheet import cover_key

Entry = tuple[str, str]
"""A drawing around 0, 0 in a box of 44 by 34, and what it means."""


def in_cartouche(plan: Plan, map_: Mapping[str, Any]) -> bool:
    """Whether the picture shows the whole map and the map has room for its signs in a cartouche of its own."""
    return not plan.detailed and plan.crop == plan.whole and "cartouche" in map_.get("drawing", {})


def entries(plan: Plan, map_: Mapping[str, Any], naming: Naming) -> Iterable[Entry]:
    """What the ground of the picture needs in a legend, in order: terrain, places, ways, lines."""
    yield from cover_key.entries(plan, naming)
    if isinstance(plan, HexPlan):
        yield from _hexes(plan, map_, naming)


def _hexes(plan: HexPlan, map_: Mapping[str, Any], naming: Naming) -> Iterable[Entry]:
    """Terrain, places, ways and lines of a hex map."""
    present = {word for space in plan.inner for word in plan.terrain(space)}
    yield from ((draw(), naming.name(word)) for word, draw in _TERRAIN.items() if word in present)
    if len({plan.hexes[h].get("zone") for h in plan.inner} - {None}) > 1:
        yield zone_line(), naming.say(N_("zone line"))
    for each in map_.get("drawing", {}).get("zones", ()):
        if any(plan.any_shown(map_["zones"][zone]) for zone in each["zones"]):
            yield (zone_line() if each["kind"] == "border" else _area()), naming.name(each["id"], "zones")
    kinds = {road.get("kind", "road") for road in map_.get("roads", ()) if plan.any_shown(road["hexes"])}
    yield from ((_road(kind), naming.say(words)) for kind, words in ROADS.items() if kind in kinds)
    drawing = map_.get("drawing", {})
    if any(plan.any_shown(rail["hexes"]) for rail in drawing.get("railways", ())):
        yield _railway(), naming.say(N_("railway"))
    trenches = (line for kind, found in map_.get("links", {}).items() for line in found if kind.endswith("trench"))
    if any(plan.any_shown(line["hexes"]) for line in trenches):
        yield _trench(), naming.say(N_("trench"))
    if plan.detailed and any(plan.any_shown((bridge["hex"],)) for bridge in drawing.get("bridges", ())):
        yield _bridge(), naming.say(N_("bridge"))
    if plan.detailed and any(plan.holds(summit["at"]) for summit in drawing.get("summits", ())):
        yield summit_sign(0, 4, 16), naming.say(N_("height in metres"))


ROADS: Mapping[str, str] = {"main": N_("main road"), "road": N_("road"), "track": N_("track")}


def _mountain() -> str:
    """A crest with its hachures."""
    crest: tuple[Point, ...] = ((-18, 5), (-11, -3), (-3, -6), (4, -1), (11, -4), (18, 3))
    ground = element("rect", x=-21, y=-15, width=42, height=30, rx=3, fill=palette.MOUNTAIN)
    shade = path(lines([(x + 3, y + 4) for x, y in crest]), fill="none", stroke=palette.SHADE, stroke_width=8,
                 stroke_linejoin="round")  # fmt: skip
    strokes = ""
    for (ax, ay), (bx, by) in pairwise(crest):
        for t in (0.15, 0.5, 0.85):
            x, y = ax + (bx - ax) * t, ay + (by - ay) * t
            strokes += lines(((x - 1, y - 2), (x - 2.5, y - 6))) + lines(((x + 1, y + 2), (x + 3, y + 9)))
    return ground + shade + path(strokes, fill="none", stroke=palette.HACHURE, stroke_width=1.5)


def _hexagon(thick: float) -> Callable[[], str]:
    d = "M8-14L16 0 8 14H-8L-16 0-8-14Z"
    return lambda: path(d, fill=palette.TOWN_GROUND, stroke=palette.WALL, stroke_width=thick)


def zone_line() -> str:
    """A piece of the zone line."""
    below = path("M-20 2H20", fill="none", stroke=palette.ZONE_BAND, stroke_width=9)
    return below + path("M-20 0H20", fill="none", stroke=palette.ZONE, stroke_width=3.6, stroke_dasharray="11 4 3 4")


def _area() -> str:
    """A hex of a zone in its tint."""
    d = "M8-14L16 0 8 14H-8L-16 0-8-14Z"
    return path(d, fill=palette.ZONE_BAND, fill_opacity="0.7", stroke=palette.ZONE, stroke_width=1.6)


def _road(kind: str) -> str:
    d = "M-20 5C-8 5-6-5 4-5S14 2 20 2"
    if kind == "main":
        outer = path(d, fill="none", stroke=palette.ROAD, stroke_width=7)
        return outer + path(d, fill="none", stroke=palette.ROAD_CASING, stroke_width=3)
    if kind == "road":
        return path(d, fill="none", stroke=palette.ROAD, stroke_width=3.6)
    return path(d, fill="none", stroke=palette.ROAD, stroke_width=2.6, stroke_dasharray="7 4")


def _railway() -> str:
    points: list[Point] = [(-20.0 + 5 * i, 1.5 - (i % 9) * 0.4) for i in range(9)]
    ties = "".join(
        lines(((x - nx * 5, y - ny * 5), (x + nx * 5, y + ny * 5)))
        for (x, y), (nx, ny) in zip(points, normals(points), strict=True)
    )
    line = path(lines(points), fill="none", stroke=palette.RAIL, stroke_width=2.4)
    return line + path(ties, fill="none", stroke=palette.RAIL, stroke_width=1.8)


def _trench() -> str:
    d = notched([(-20.0, 3.0), (20.0, 3.0)], 40.0)
    return path(d, fill="none", stroke=palette.INK, stroke_width=2.4, stroke_linejoin="round")


def _bridge() -> str:
    water = path("M-4-15C4-6-6 6 2 15", fill="none", stroke=palette.RIVER, stroke_width=5)
    return water + bridge_sign(0, 0, 34, (1.0, 0.0))


_TERRAIN: Mapping[str, Callable[[], str]] = {
    "mountain": _mountain,
    "city": _hexagon(1.6),
    "fortress": _hexagon(5),
    "landing": lambda: landing_sign(0, 0, 6.5),
    "airport": lambda: airport_sign(0, 0, 14),
}
