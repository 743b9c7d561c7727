"""The ground below everything: water, land, mountains, towns; then the grid and the numbers of the hexes."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.report.svg import palette, relief, water
from pbem.report.svg.plan import Plan
from pbem.report.svg.water import WATER
from pbem.report.svg.write import Point, element, group, lines, num, path, text

TOWNS = ("city", "fortress", "town", "village")


def ground(plan: Plan, map_: Mapping[str, Any]) -> list[str]:
    """Everything below the grid, from the sea up. MapError where the map's lines cannot be drawn."""
    land = water.land_path(plan, map_)
    shore = water.shore_path(plan, map_, land)
    return [
        element("defs", element("clipPath", path(land), id="land")),
        *water.sea(plan, map_, shore),
        path(land, fill=palette.LAND),
        group([*relief.drawn(plan, map_), *water.rivers(plan, map_)], clip_path="url(#land)"),
        water.coast_line(plan, shore),
        _town_ground(plan),
    ]


def _polygons(plan: Plan, hexes: Sequence[str], part: float = 1.0) -> str:
    return "".join(lines(plan.corners(h, part), closed=True) for h in hexes)


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


def grid(plan: Plan) -> list[str]:
    """The hexes' outlines, each side once, and a veil over what lies between them and the frame."""
    sides: list[str] = []
    for space in plan.shown:
        corners = plan.corners(space)
        sides.append(_run(corners[5], *corners[:3]))  # north, north-east and south-east
        for side in (3, 4, 5):
            if plan.neighbour(space, side) is None:
                sides.append(_run(*plan.hexside(space, side)))
    thin = 1.2 if plan.detailed else 0.7
    ink = path("".join(sides), fill="none", stroke=palette.GRID, stroke_opacity=palette.GRID_OPACITY, stroke_width=thin)
    return [_beyond(plan), ink]


def _run(*points: Point) -> str:
    """A line told by its steps, which takes half the letters."""
    (x, y), parts = points[0], [f"M{num(points[0][0])} {num(points[0][1])}l"]
    x, y = round(x, 1), round(y, 1)
    for ax, ay in points[1:]:
        dx, dy = round(ax - x, 1), round(ay - y, 1)
        x, y = x + dx, y + dy
        parts.append(f"{num(dx)} {num(dy)} ")
    return "".join(parts).rstrip()


def _beyond(plan: Plan) -> str:
    """Paper laid thinly over what lies outside the hexes of the map: the ground goes on below it to the frame."""
    left, top, right, bottom = plan.box
    frame = lines(((left, top), (right, top), (right, bottom), (left, bottom)), closed=True)
    outline = _outline(plan)
    return path(frame + outline, fill=palette.PAPER, fill_opacity="0.6", fill_rule="evenodd") if outline else ""


def _outline(plan: Plan) -> str:
    """The outer and inner edges of the shown hexes as rings: a hole in the map shows as one."""
    after: dict[tuple[str, str], Point] = {}
    for space in plan.shown:
        for side in range(6):
            other = plan.neighbour(space, side)
            if other is None or other not in plan.shown_set:
                a, b = plan.hexside(space, side)
                after[(num(a[0]), num(a[1]))] = b
    rings: list[str] = []
    while after:
        ring: list[Point] = []
        key = min(after)
        while key in after:
            point = after.pop(key)
            ring.append(point)
            key = (num(point[0]), num(point[1]))
        rings.append(lines(ring, closed=True))
    return "".join(rings)


def numbers(plan: Plan) -> list[str]:
    """The number of each hex at its top; none where there is no room for them."""
    if not plan.detailed:
        return []
    size = round(plan.radius * 0.25, 1)
    wet = [h for h in plan.shown if plan.terrain(h) & set(WATER)]
    dry = [h for h in plan.shown if not plan.terrain(h) & set(WATER)]
    return [
        group((_number(plan, h, size) for h in hexes), fill=colour, text_anchor="middle", font_weight="500")
        for hexes, colour in ((wet, palette.NUMBER_SEA), (dry, palette.NUMBER))
    ]


def _number(plan: Plan, space: str, size: float) -> str:
    x, y = plan.centre(space)
    return text(space, x, y - plan.radius * 0.66, size)
