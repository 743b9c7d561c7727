"""The ground: sea, land inside the real coast line, mountains, towns, rivers, roads, the zone line, grid, numbers."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from pbem.report.svg import palette
from pbem.report.svg.plan import HEADER, WIDTH, Plan
from pbem.report.svg.ways import chained
from pbem.report.svg.write import Point, curve, element, group, lines, num, path, text

WATER = ("sea", "mar-chica", "lagoon", "lake")
LAGOON = ("mar-chica", "lagoon", "lake")
TOWNS = ("city", "fortress", "town", "village")


def ground(plan: Plan, map_: Mapping[str, Any]) -> list[str]:
    """Everything below the grid, from the sea up."""
    land = land_path(plan, map_)
    shore = land if map_.get("drawing", {}).get("coast") else _hex_shore(plan)
    clip = element("clipPath", path(land), id="land")
    return [
        element("defs", clip),
        _water(plan),
        path(_polygons(plan, plan.having(*LAGOON)), fill=palette.LAGOON),
        *_shallows(plan, shore),
        path(land, fill=palette.LAND),
        group([*_uplands(plan), *_rivers(plan, map_)], clip_path="url(#land)"),
        _town_ground(plan),
        path(shore, fill="none", stroke=palette.COAST, stroke_width=2.6 if plan.detailed else 1.8),
    ]


def _water(plan: Plan) -> str:
    return element("rect", x=0, y=HEADER, width=WIDTH, height=plan.height, fill=palette.SEA)


def _shallows(plan: Plan, shore: str) -> list[str]:
    wide = plan.radius * 0.5
    return [
        path(shore, fill="none", stroke=colour, stroke_width=wide * part, stroke_linejoin="round")
        for colour, part in zip(palette.SHALLOWS, (1.0, 0.5), strict=True)
    ]


def land_path(plan: Plan, map_: Mapping[str, Any]) -> str:
    """The land as path data: within the drawn coast if the map has one, else the hexes that are not water."""
    coasts = map_.get("drawing", {}).get("coast", ())
    if not coasts:
        return _polygons(plan, tuple(h for h in plan.shown if not plan.terrain(h) & set(WATER)))
    return "".join(_coast(plan, coast) for coast in coasts)


def _hex_shore(plan: Plan) -> str:
    """The hexsides between land and water as path data, for a map without a drawn coast."""
    wet = frozenset(plan.having(*WATER))
    sides = [
        plan.hexside(space, side)
        for space in sorted(wet)
        for side in range(6)
        if (other := plan.neighbour(space, side)) is not None and other not in wet
    ]
    return "".join(lines(chain) for chain in chained(sides))


def _coast(plan: Plan, coast: Mapping[str, Any]) -> str:
    """A coast as a closed path; an open one is closed round the map on the side where the land hexes are."""
    points = [plan.at(p) for p in coast["line"]]
    if coast.get("closed") or points[0] == points[-1]:
        return curve([*points, points[0]]) + "Z"
    ways = _round_the_map(plan, points[0], points[-1])
    way = max(ways, key=lambda corners: _dry(plan, [*points, *corners]))
    return curve(points) + "".join(f"L{num(x)} {num(y)}" for x, y in way) + "Z"


def _round_the_map(plan: Plan, start: Point, end: Point) -> tuple[list[Point], list[Point]]:
    """The two ways from the end of an open coast back to its start, both outside the map."""
    far = 4 * WIDTH * max(1.0, plan.radius / 18)
    low = [(end[0] + far, end[1]), (end[0] + far, end[1] + far), (start[0] - far, start[1] + far)]
    high = [(end[0] + far, end[1]), (end[0] + far, end[1] - far), (start[0] - far, start[1] - far)]
    return [*low, (start[0] - far, start[1])], [*high, (start[0] - far, start[1])]


def _dry(plan: Plan, ring: Sequence[Point]) -> int:
    """How many hexes lie on their right side of a ring, of a sample of the map."""
    sample = sorted(plan.hexes)[::23]
    return sum(inside(plan.centre(h), ring) != bool(plan.terrain(h) & set(WATER)) for h in sample)


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon (even-odd)."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def _polygons(plan: Plan, hexes: Sequence[str], part: float = 1.0) -> str:
    return "".join(lines(plan.corners(h, part), closed=True) for h in hexes)


def _uplands(plan: Plan) -> list[str]:
    high = plan.having("mountain")
    return [
        path(_polygons(plan, high), fill=palette.MOUNTAIN, stroke=palette.MOUNTAIN, stroke_width=0.8),
        _peaks(plan, high),
    ]


def _peaks(plan: Plan, high: Sequence[str]) -> str:
    """Two hills in each mountain hex, lit from the left; its number shifts them, so that none is like the next."""
    drawn = [_hill(plan, space, *hill) for space in high for hill in _HILLS]
    thin = max(0.7, plan.radius * 0.022)
    return (
        path("".join(whole for whole, _ in drawn), fill=palette.PEAK_LIGHT)
        + path("".join(shade for _, shade in drawn), fill=palette.PEAK_DARK)
        + path("".join(whole for whole, _ in drawn), fill="none", stroke=palette.PEAK_LINE, stroke_width=thin)
    )


# East and south of the hex's centre, half width, height: in hex radii.
_HILLS = ((-0.3, 0.16, 0.34, 0.36), (0.16, 0.42, 0.5, 0.6))


def _hill(plan: Plan, space: str, east: float, south: float, half: float, high: float) -> tuple[str, str]:
    """The outline of a hill and its shaded side as path data."""
    x, y = plan.centre(space)
    r = plan.radius
    turn = (int(space[:2]) * 7 + int(space[2:]) * 5) % 5 - 2
    x, y, w, h = x + (east + turn * 0.05) * r, y + south * r, half * r, high * r * (1 + turn * 0.04)
    right = f"{x + 0.36 * w:.1f} {y - 0.4 * h:.1f}"  # where the right slope bends
    whole = (
        f"M{x - w:.1f} {y:.1f}Q{x - 0.42 * w:.1f} {y - 0.28 * h:.1f} {x:.1f} {y - h:.1f}Q{right} {x + w:.1f} {y:.1f}"
    )
    shade = lines(((x, y - h), (x + 0.1 * w, y - 0.62 * h), (x - 0.07 * w, y - 0.4 * h), (x + 0.2 * w, y)))
    return whole, f"{shade}L{x + w:.1f} {y:.1f}Q{right} {x:.1f} {y - h:.1f}Z"


def _town_ground(plan: Plan) -> str:
    """Cities get a ground of their own and an outline; a fortress is a city with a thick one, as on the printed map."""
    r = plan.radius
    towns = plan.having(*TOWNS)
    strong = tuple(h for h in towns if "fortress" in plan.terrain(h))
    open_ = tuple(h for h in towns if h not in strong)
    return (
        path(_polygons(plan, towns, 0.93), fill=palette.TOWN_GROUND)
        + path(_polygons(plan, open_, 0.9), fill="none", stroke=palette.WALL, stroke_width=max(1.2, r * 0.03))
        + path(_polygons(plan, strong, 0.88), fill="none", stroke=palette.WALL, stroke_width=max(3.0, r * 0.11))
    )


def _rivers(plan: Plan, map_: Mapping[str, Any]) -> list[str]:
    thick = max(1.1, plan.radius * 0.045)
    return [
        path(
            curve([plan.at(p) for p in river["line"]]),
            fill="none",
            stroke=palette.RIVER,
            stroke_width=thick * river.get("width", 1),
            stroke_linecap="round",
        )
        for river in map_.get("drawing", {}).get("rivers", ())
    ]


def grid(plan: Plan) -> list[str]:
    """The hexes' outlines, each side once, and beyond the edge of the map plain paper."""
    sides: list[str] = []
    for space in plan.shown:
        corners = plan.corners(space)
        sides.append(lines((corners[5], *corners[:3])))  # north, north-east and south-east
        for side in (3, 4, 5):
            if plan.neighbour(space, side) is None:
                sides.append(lines(plan.hexside(space, side)))
    thin = 1.2 if plan.detailed else 0.7
    ink = path("".join(sides), fill="none", stroke=palette.GRID, stroke_opacity=palette.GRID_OPACITY, stroke_width=thin)
    return [_beyond(plan), ink]


def _beyond(plan: Plan) -> str:
    """Paper over what lies outside the hexes of the map."""
    left, top, right, bottom = plan.box
    frame = lines(((left, top), (right, top), (right, bottom), (left, bottom)), closed=True)
    outline = _outline(plan)
    return path(frame + outline, fill=palette.BEYOND, fill_rule="evenodd") if outline else ""


def _outline(plan: Plan) -> str:
    """The outer edge of the shown hexes as one ring (they are a block without holes)."""
    after: dict[tuple[str, str], Point] = {}
    for space in plan.shown:
        for side in range(6):
            other = plan.neighbour(space, side)
            if other is None or other not in plan.shown_set:
                a, b = plan.hexside(space, side)
                after[(num(a[0]), num(a[1]))] = b
    ring: list[Point] = []
    key = min(after, default=None)
    while key is not None and key in after:
        point = after.pop(key)
        ring.append(point)
        key = (num(point[0]), num(point[1]))
    return lines(ring, closed=True)


def numbers(plan: Plan) -> list[str]:
    """The number of each hex at its top; none where there is no room for them."""
    if not plan.detailed:
        return []
    size = round(plan.radius * 0.27, 1)
    wet = [h for h in plan.shown if plan.terrain(h) & set(WATER)]
    dry = [h for h in plan.shown if not plan.terrain(h) & set(WATER)]
    return [
        group((_number(plan, h, size) for h in hexes), fill=colour, text_anchor="middle", font_weight="500")
        for hexes, colour in ((wet, palette.NUMBER_SEA), (dry, palette.NUMBER))
    ]


def _number(plan: Plan, space: str, size: float) -> str:
    x, y = plan.centre(space)
    return text(space, x, y - plan.radius * 0.63, size)
