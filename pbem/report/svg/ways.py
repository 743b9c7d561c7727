"""Roads, railways, bridges and the zone line, drawn over the grid."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from pbem.report.svg import palette
from pbem.report.svg.plan import Plan
from pbem.report.svg.write import Point, group, lines, num, path

# Width in hex radii, dashes in radii, of each kind of road.
ROADS: Mapping[str, tuple[float, str]] = {"main": (0.085, ""), "road": (0.055, ""), "track": (0.042, "0.16 0.1")}


def ways(plan: Plan, map_: Mapping[str, Any]) -> list[str]:
    """Roads with a pale casing, then railways, bridges and the zone line."""
    roads = [road for road in map_.get("roads", ()) if _near(plan, road["hexes"])]
    knots = _knots(plan, map_)
    return [
        group((_road(plan, road, knots, casing=True) for road in roads), fill="none", stroke=palette.ROAD_CASING),
        group((_road(plan, road, knots, casing=False) for road in roads), fill="none", stroke=palette.ROAD),
        *_rails(plan, map_),
        *_bridges(plan, map_),
        _zone_line(plan),
    ]


def _near(plan: Plan, spaces: Iterable[str]) -> bool:
    return any(space in plan.shown_set for space in spaces)


def _knots(plan: Plan, map_: Mapping[str, Any]) -> frozenset[str]:
    """Hexes whose very centre the roads go through: ends, crossings, towns."""
    ways = Counter(space for pair in _steps(map_.get("roads", ())) for space in pair)
    return frozenset(h for h in ways if ways[h] != 2 or plan.hexes[h].get("place"))


def _steps(roads: Iterable[Mapping[str, Any]]) -> set[frozenset[str]]:
    return {frozenset(pair) for road in roads for pair in pairwise(road["hexes"])}


def through(plan: Plan, spaces: Sequence[str], knots: frozenset[str] = frozenset()) -> str:
    """Path data along hexes: round bends between the middles of the hexsides, straight through the knots."""
    points = [plan.centre(space) for space in spaces]
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(1, len(points) - 1):
        before, after = _middle(points[i - 1], points[i]), _middle(points[i], points[i + 1])
        x, y = points[i]
        parts.append(f"L{num(before[0])} {num(before[1])}")
        if spaces[i] in knots:
            parts.append(f"L{num(x)} {num(y)}L{num(after[0])} {num(after[1])}")
        else:
            parts.append(f"Q{num(x)} {num(y)} {num(after[0])} {num(after[1])}")
    parts.append(f"L{num(points[-1][0])} {num(points[-1][1])}")
    return "".join(parts)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _road(plan: Plan, road: Mapping[str, Any], knots: frozenset[str], casing: bool) -> str:
    part, dashes = ROADS.get(road.get("kind", "road"), ROADS["road"])
    wide = max(1.2, plan.radius * part)
    more: dict[str, str | float] = {"stroke_width": wide + max(1.6, plan.radius * 0.07) if casing else wide}
    if dashes and not casing:
        more["stroke_dasharray"] = " ".join(num(float(d) * plan.radius) for d in dashes.split())
    return path(through(plan, road["hexes"], knots), stroke_linejoin="round", **more)


def _rails(plan: Plan, map_: Mapping[str, Any]) -> list[str]:
    """Railways: a thin line with sleepers, beside the road where both take the same hexes."""
    out: list[str] = []
    for rail in map_.get("drawing", {}).get("railways", ()):
        if not _near(plan, rail["hexes"]):
            continue
        d = lines(_beside([plan.centre(h) for h in rail["hexes"]], plan.radius * 0.17))
        r = plan.radius
        out.append(path(d, fill="none", stroke=palette.RAIL, stroke_width=max(0.8, r * 0.025)))
        ties = f"{num(max(0.8, r * 0.025))} {num(r * 0.13)}"
        out.append(path(d, fill="none", stroke=palette.RAIL, stroke_width=r * 0.11, stroke_dasharray=ties))
    return out


def _beside(points: Sequence[Point], distance: float) -> list[Point]:
    """A line beside another, to its left."""
    shifted: list[Point] = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        shifted.append((x + (by - ay) / length * distance, y - (bx - ax) / length * distance))
    return shifted


def _bridges(plan: Plan, map_: Mapping[str, Any]) -> list[str]:
    out = []
    for bridge in map_.get("drawing", {}).get("bridges", ()):
        x, y = plan.at(bridge["at"])
        r = plan.radius
        rails = "".join(
            lines(((x - 0.2 * r, y + s * 0.16 * r), (x - 0.12 * r, y + s * 0.1 * r), (x + 0.12 * r, y + s * 0.1 * r),
                   (x + 0.2 * r, y + s * 0.16 * r)))
            for s in (-1, 1)
        )  # fmt: skip
        out.append(path(rails, fill="none", stroke=palette.INK, stroke_width=max(0.9, r * 0.04)))
    return out


def _zone_line(plan: Plan) -> str:
    """The line between land hexes of different zones, dashed."""
    sides = []
    for space in plan.shown:
        zone = plan.hexes[space].get("zone")
        for side in (0, 1, 2):
            other = plan.neighbour(space, side)
            if zone and other and plan.hexes[other].get("zone") not in (zone, None):
                sides.append(plan.hexside(space, side))
    d = "".join(lines(chain) for chain in chained(sides))
    wide = max(2.2, plan.radius * 0.075)
    dashes = f"{num(wide * 2.6)} {num(wide * 1.5)}"
    below = path(d, fill="none", stroke=palette.ROAD_CASING, stroke_width=wide * 1.9, stroke_linejoin="round",
                 stroke_opacity="0.7")  # fmt: skip
    return below + path(d, fill="none", stroke=palette.ZONE, stroke_width=wide, stroke_dasharray=dashes)


def chained(sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments joined end to end into as few lines as their order allows."""
    left = dict(enumerate(sides))
    chains: list[list[Point]] = []
    while left:
        first = left.pop(min(left))
        chain = list(first)
        for forward in (True, False):
            while (found := _joining(left, chain[-1])) is not None:
                a, b = left.pop(found)
                chain.append(b if _same(a, chain[-1]) else a)
            if forward:
                chain.reverse()
        chains.append(chain)
    return chains


def _joining(left: Mapping[int, tuple[Point, Point]], end: Point) -> int | None:
    return next((i for i in sorted(left) if _same(left[i][0], end) or _same(left[i][1], end)), None)


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 0.1 and abs(a[1] - b[1]) < 0.1
