"""Sea, coast with its water lining, lagoons and rivers, as on an engraved chart."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import WIDTH, Plan, line_of
from pbem.report.svg.base.shapes import chain_segments, clip, grain, inside, offset_line, outlines, resample, ribbon
from pbem.report.svg.base.write import Point, curve, element, lines, num, path

WATER = ("sea", "mar-chica", "lagoon", "lake")
LAGOON = ("mar-chica", "lagoon", "lake")
WINDING = 0.07
"""How far a river strays from the line that the map gives, in radii."""
# How far the lines of the water lining lie from the shore, in hex radii, the outermost first.
_LINING = (0.62, 0.38, 0.18)


def land_path(plan: HexPlan, map_: Mapping[str, Any]) -> str:
    """The land as path data: within the drawn coast if the map has one, else the hexes that are not water.

    MapError for a coast that is no line.
    """
    coasts = map_.get("drawing", {}).get("coast", ())
    if not coasts:
        dry = (h for h in plan.shown if not plan.terrain(h) & set(WATER))
        return "".join(lines(plan.outline(h), closed=True) for h in dry)
    return "".join(_coast(plan, coast) for coast in coasts)


def shore_path(plan: HexPlan, map_: Mapping[str, Any], land: str) -> str:
    """The line between land and water: that of the land, or the hexsides between them on a map without drawn coast."""
    if map_.get("drawing", {}).get("coast"):
        return land
    wet = frozenset(plan.having(*WATER))
    sides = [
        plan.hexside(space, side)
        for space in sorted(wet)
        for side in range(6)
        if (other := plan.neighbour(space, side)) is not None and other not in wet
    ]
    return "".join(lines(chain) for chain in chain_segments(sides))


def _coast(plan: HexPlan, coast: Mapping[str, Any]) -> str:
    """A coast as a closed path; an open one is closed round the map on the side where the land hexes are."""
    points = [plan.at(p) for p in line_of(coast, "coast")]
    if coast.get("closed") or points[0] == points[-1]:
        return curve([*points, points[0]]) + "Z"
    ways = _round_the_map(points[0], points[-1])
    way = max(ways, key=lambda corners: _dry(plan, [*points, *corners]))
    return curve(points) + "".join(f"L{num(x)} {num(y)}" for x, y in way) + "Z"


def _round_the_map(start: Point, end: Point) -> tuple[list[Point], list[Point]]:
    """The two ways from the end of an open coast back to its start, both outside the map."""
    far = 100 * WIDTH
    low = [(end[0] + far, end[1]), (end[0] + far, end[1] + far), (start[0] - far, start[1] + far)]
    high = [(end[0] + far, end[1]), (end[0] + far, end[1] - far), (start[0] - far, start[1] - far)]
    return [*low, (start[0] - far, start[1])], [*high, (start[0] - far, start[1])]


def _dry(plan: HexPlan, ring: Sequence[Point]) -> int:
    """How many hexes lie on their right side of a ring, of a sample of the map."""
    sample = sorted(plan.hexes)[::23]
    return sum(inside(plan.centre(h), ring) != bool(plan.terrain(h) & set(WATER)) for h in sample)


def sea(plan: HexPlan, map_: Mapping[str, Any], shore: str) -> list[str]:
    """All water: the sea with lines along the shore, lagoons in a tint of their own; the land is painted over it."""
    left, top, right, bottom = plan.box
    wet = map_.get("drawing", {}).get("coast") or any(plan.cells_having(word) for word in WATER)
    below = palette.SEA if wet else palette.LAND
    return [
        element("rect", x=left, y=top, width=right - left, height=bottom - top, fill=below),
        *_lined(plan, shore, palette.SEA, _LINING),
        path(lagoon_path(plan, map_), fill=palette.LAGOON),
        *_lined(plan, _lagoon_shore(plan, map_), palette.LAGOON, _LINING[1:]),
    ]


def _lined(plan: HexPlan, shore: str, ground: str, lining: Sequence[float]) -> list[str]:
    """Lines beside the shore, ever fainter: each a broad stroke with a narrower one of the water over it."""
    thin = 1.3 if plan.detailed else 0.8
    out = []
    for part, colour in zip(lining, palette.LINING[-len(lining) :], strict=True):
        wide = 2 * part * plan.radius
        for stroke, ink in ((wide + thin, colour), (wide - thin, ground)):
            out.append(path(shore, fill="none", stroke=ink, stroke_width=stroke, stroke_linejoin="round"))
    return out


def lagoon_path(plan: HexPlan, map_: Mapping[str, Any]) -> str:
    """The inner waters as path data: as the map draws them, else the rounded outline of their hexes."""
    drawn = map_.get("drawing", {}).get("waters", ())
    if drawn:
        return "".join(lines([plan.at(p) for p in water["line"]], closed=True) for water in drawn)
    cells = frozenset((int(h[:2]), int(h[2:])) for h in plan.having(*LAGOON))
    return "".join(lines([plan.unit(p) for p in ring], closed=True) for ring in outlines(cells))


def _lagoon_shore(plan: HexPlan, map_: Mapping[str, Any]) -> str:
    """The parts of the drawn coast that lie in drawn waters; "" where the map has none."""
    drawing = map_.get("drawing", {})
    rings = [[plan.at(p) for p in water["line"]] for water in drawing.get("waters", ())]
    parts: list[list[Point]] = [[]]
    for coast in drawing.get("coast", ()):
        for point in map(plan.at, coast["line"]):
            if any(inside(point, ring) for ring in rings):
                parts[-1].append(point)
            elif parts[-1]:
                parts.append([])
        parts.append([])
    return "".join(curve(part) for part in parts if len(part) > 2)


def coast_line(plan: HexPlan, shore: str) -> str:
    """The shore itself: a fine dark line."""
    return path(shore, fill="none", stroke=palette.COAST, stroke_width=2.4 if plan.detailed else 1.5)


def rivers(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """Rivers as ribbons that widen from their source (the first point) to their mouth."""
    thick = max(1.3, plan.radius * 0.055)
    found = map_.get("drawing", {}).get("rivers", ())
    shapes = (ribbon(_winding(plan, river), thick * 0.35, thick * (0.5 + river.get("width", 1))) for river in found)
    seen = (clip(shape, plan.around) for shape in shapes)
    d = "".join(lines(shape, closed=True) for shape in seen if shape)
    return [path(d, fill=palette.RIVER, stroke=palette.COAST, stroke_width=max(0.4, plan.radius * 0.014))]


def river_line(plan: Plan, river: Mapping[str, Any]) -> list[Point]:
    """The course of a river in the picture, in short steps. MapError for one that is no line."""
    return resample([plan.at(p) for p in line_of(river, "river")], plan.radius * 0.35)


def _winding(plan: HexPlan, river: Mapping[str, Any]) -> list[Point]:
    """The same as it is drawn on a hex map, which gives few points: it winds a little."""
    walked = resample([plan.at(p) for p in line_of(river, "river")], plan.radius * 0.6)
    bends = [WINDING * plan.radius * grain(i, len(walked)) for i in range(len(walked))]
    bends[0] = bends[-1] = 0.0
    return resample(offset_line(walked, bends), max(4.0, plan.radius * 0.12))
