"""Zones, roads, railways, bridges and trenches, drawn over the grid."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.shapes import chain_segments, halfway, normals, offset_line, resample
from pbem.report.svg.base.signs import bridge_sign
from pbem.report.svg.base.write import Point, group, lines, num, path

# Width in hex radii, dashes in radii, of each kind of road. A main road is a double line: pale inside.
ROADS: Mapping[str, tuple[float, str]] = {"main": (0.13, ""), "road": (0.06, ""), "track": (0.046, "0.17 0.1")}
_INNER = 0.42


def ways(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """Zones, then roads by rank with a pale casing, railways, bridges, and trenches."""
    roads = [road for road in map_.get("roads", ()) if _near(plan, road["hexes"])]
    main = [road for road in roads if road.get("kind") == "main"]
    knots = _knots(plan, map_)
    return [
        *_zones(plan, map_),
        group((_casing(plan, road, knots) for road in roads), fill="none", stroke=palette.ROAD_CASING),
        group((_road(plan, road, knots) for road in roads if road not in main), fill="none", stroke=palette.ROAD),
        group((_road(plan, road, knots) for road in main), fill="none", stroke=palette.ROAD),
        group((_road(plan, road, knots, _INNER) for road in main), fill="none", stroke=palette.ROAD_CASING),
        *_rails(plan, map_),
        *_bridges(plan, map_),
        *_trenches(plan, map_),
    ]


def _near(plan: HexPlan, spaces: Iterable[str]) -> bool:
    return any(space in plan.shown_set for space in spaces)


def _knots(plan: HexPlan, map_: Mapping[str, Any]) -> frozenset[str]:
    """Hexes whose very centre the roads go through: ends, crossings, towns."""
    ways = Counter(space for pair in _steps(map_.get("roads", ())) for space in pair)
    return frozenset(h for h in ways if ways[h] != 2 or plan.hexes[h].get("place"))


def _steps(roads: Iterable[Mapping[str, Any]]) -> set[frozenset[str]]:
    return {frozenset(pair) for road in roads for pair in pairwise(road["hexes"])}


def through(plan: HexPlan, spaces: Sequence[str], knots: frozenset[str] = frozenset()) -> str:
    """Path data along hexes: round bends between the middles of the hexsides, straight through the knots."""
    points = [plan.centre(space) for space in spaces]
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(1, len(points) - 1):
        before, after = halfway(points[i - 1], points[i]), halfway(points[i], points[i + 1])
        x, y = points[i]
        parts.append(f"L{num(before[0])} {num(before[1])}")
        if spaces[i] in knots:
            parts.append(f"L{num(x)} {num(y)}L{num(after[0])} {num(after[1])}")
        else:
            parts.append(f"Q{num(x)} {num(y)} {num(after[0])} {num(after[1])}")
    parts.append(f"L{num(points[-1][0])} {num(points[-1][1])}")
    return "".join(parts)


def _casing(plan: HexPlan, road: Mapping[str, Any], knots: frozenset[str]) -> str:
    wide = _wide(plan, road) + max(1.8, plan.radius * 0.07)
    return path(through(plan, road["hexes"], knots), stroke_linejoin="round", stroke_width=wide)


def _wide(plan: HexPlan, road: Mapping[str, Any]) -> float:
    part, _ = ROADS.get(road.get("kind", "road"), ROADS["road"])
    return max(1.2, plan.radius * part)


def _road(plan: HexPlan, road: Mapping[str, Any], knots: frozenset[str], part: float = 1.0) -> str:
    _, dashes = ROADS.get(road.get("kind", "road"), ROADS["road"])
    more: dict[str, str | float] = {"stroke_width": _wide(plan, road) * part}
    if dashes:
        more["stroke_dasharray"] = " ".join(num(float(d) * plan.radius) for d in dashes.split())
    return path(through(plan, road["hexes"], knots), stroke_linejoin="round", **more)


def _rails(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """Railways: a line with cross-ticks, beside the road where both take the same hexes."""
    r = plan.radius
    roads = _steps(map_.get("roads", ()))
    out: list[str] = []
    for rail in map_.get("drawing", {}).get("railways", ()):
        if not _near(plan, rail["hexes"]):
            continue
        course = _course(plan, rail["hexes"], roads)
        spaced = resample(course, r * 0.3)
        ticks = "".join(
            lines(((x - nx * r * 0.1, y - ny * r * 0.1), (x + nx * r * 0.1, y + ny * r * 0.1)))
            for (x, y), (nx, ny) in zip(spaced, normals(spaced), strict=True)
        )
        d = lines(spaced)
        out.append(path(d, fill="none", stroke=palette.ROAD_CASING, stroke_width=max(2.6, r * 0.12)))
        out.append(path(ticks, fill="none", stroke=palette.RAIL, stroke_width=max(1.1, r * 0.04)))
        out.append(path(d, fill="none", stroke=palette.RAIL, stroke_width=max(1.3, r * 0.042)))
    return out


def _course(plan: HexPlan, spaces: Sequence[str], roads: set[frozenset[str]]) -> list[Point]:
    """Where a railway runs: to the right of the road that takes the same steps, else through the middles."""
    points = [plan.centre(space) for space in spaces]
    shared = [frozenset(pair) in roads for pair in pairwise(spaces)]
    near = [any(shared[max(0, i - 1) : i + 1]) for i in range(len(points))]
    return offset_line(points, [plan.radius * 0.24 if along else 0.0 for along in near])


def _bridges(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """Bridges, each turned as the road that goes through its hex."""
    out = []
    for bridge in map_.get("drawing", {}).get("bridges", ()):
        x, y = plan.at(bridge["at"])
        along = _along(plan, map_, bridge["hex"])
        out.append(bridge_sign(x, y, plan.radius * (0.4 if plan.detailed else 0.62), along))
    return out


def _trenches(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """Lines of trenches: notched like a parapet, through the middles of their hexes, on a pale band."""
    r, out = plan.radius, list[str]()
    for kind, found in sorted(map_.get("links", {}).items()):
        for line in found if kind.rpartition("-")[2] == "trench" else ():
            if not _near(plan, line["hexes"]):
                continue
            d = notched(_whole([plan.centre(space) for space in line["hexes"]], r), r)
            joint = {"fill": "none", "stroke_linejoin": "round"}
            out.append(path(d, stroke=palette.ROAD_CASING, stroke_width=max(3.2, r * 0.15), **joint))
            out.append(path(d, stroke=palette.INK, stroke_width=max(1.4, r * 0.055), **joint))
    return out


def _whole(points: Sequence[Point], r: float) -> Sequence[Point]:
    """The line beyond the middles of its first and last hexes: nearly to their edges."""
    (ax, ay), (bx, by) = points[0], points[-1]
    if len(points) == 1:
        return [(ax - r * 0.6, ay), (ax + r * 0.6, ay)]
    ends = []
    for (x, y), (nx, ny) in (((ax, ay), points[1]), ((bx, by), points[-2])):
        far = hypot(x - nx, y - ny)
        ends.append((x + (x - nx) / far * r * 0.55, y + (y - ny) / far * r * 0.55))
    return [ends[0], *points, ends[1]]


def notched(points: Sequence[Point], r: float) -> str:
    """Path data of a line with square notches to its right, as a parapet is drawn; `r` is the radius of a hex."""
    spaced = resample(points, max(3.0, r * 0.2))
    deep, parts = max(2.0, r * 0.13), list[Point]()
    for i, ((x, y), (nx, ny)) in enumerate(zip(spaced, normals(spaced), strict=True)):
        near, far = (x, y), (x + nx * deep, y + ny * deep)
        parts += (near, far) if i % 2 else (far, near)
    return lines(parts)


def _along(plan: HexPlan, map_: Mapping[str, Any], space: str) -> Point:
    """The direction of the road through a hex; east where there is none."""
    for road in map_.get("roads", ()):
        if space in road["hexes"][1:-1]:
            i = road["hexes"].index(space)
            (ax, ay), (bx, by) = plan.centre(road["hexes"][i - 1]), plan.centre(road["hexes"][i + 1])
            far = hypot(bx - ax, by - ay)
            return (bx - ax) / far, (by - ay) / far
    return 1.0, 0.0


def _zones(plan: HexPlan, map_: Mapping[str, Any]) -> Iterable[str]:
    """Zones as `drawing.zones` says: of some the areas, in a tint within a thin line, of others where they meet."""
    drawn = map_.get("drawing", {}).get("zones", ())
    for area in (area for each in drawn if each["kind"] == "area" for area in each["zones"]):
        inside = {space: area for space in map_["zones"][area] if space in plan.shown_set}
        tint = "".join(lines(plan.outline(space), closed=True) for space in inside)
        yield path(tint, fill=palette.ZONE_BAND, fill_opacity="0.5")
        yield path(zone_border(plan, inside, alone=True), fill="none", stroke=palette.ZONE,
                   stroke_width=max(1.2, plan.radius * 0.035), stroke_linejoin="round")  # fmt: skip
    zone_of = {space: about["zone"] for space, about in plan.hexes.items() if "zone" in about}
    for border in (each for each in drawn if each["kind"] == "border"):
        zone_of |= {space: zone for zone in border["zones"] for space in map_["zones"][zone]}
    yield _zone_line(plan, zone_border(plan, zone_of))


def zone_border(plan: HexPlan, zone_of: Mapping[str, str], *, alone: bool = False) -> str:
    """Path data of the hexsides where zones meet; `alone`: or where one ends, on the map or at its edge."""
    sides = []
    for space in plan.shown:
        zone = zone_of.get(space)
        for side in () if not zone else range(6) if alone else (0, 1, 2):
            other = plan.neighbour(space, side)
            beyond = zone_of.get(other) if other else None
            if beyond != zone and (alone or beyond):
                sides.append(plan.hexside(space, side))
    return "".join(lines(chain) for chain in chain_segments(sides))


def _zone_line(plan: HexPlan, d: str) -> str:
    """The line between zones: dashes and dots on a pale band."""
    wide = max(2.0, plan.radius * 0.06)
    dashes = " ".join(num(wide * part) for part in (3.2, 1.2, 0.9, 1.2))
    band = path(d, fill="none", stroke=palette.ZONE_BAND, stroke_width=wide * 3.4, stroke_linejoin="round",
                stroke_opacity="0.75")  # fmt: skip
    return band + path(d, fill="none", stroke=palette.ZONE, stroke_width=wide, stroke_dasharray=dashes)
