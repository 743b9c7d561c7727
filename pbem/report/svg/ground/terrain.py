"""The ground below everything: water, land, mountains, towns; then the grid and the numbers of the hexes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.board.hexes import hex_id
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.shapes import corners, grain
from pbem.report.svg.base.write import Point, element, group, lines, num, path
from pbem.report.svg.ground import cover as covers
from pbem.report.svg.ground import hexsides, relief, water
from pbem.report.svg.ground.water import WATER

_STREETS = (
    (-0.3, -0.24), (-0.1, -0.27), (0.12, -0.25), (0.33, -0.2), (-0.42, -0.04), (-0.2, -0.06), (0.25, -0.03),
    (0.45, 0.03), (-0.37, 0.17), (-0.15, 0.16), (0.07, 0.19), (0.3, 0.22), (-0.24, 0.38), (0.0, 0.4), (0.22, 0.42),
)  # fmt: skip
"""Where houses stand from the centre of a town, in radii."""
TOWNS = ("city", "fortress", "town", "village")


def ground(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """Everything below the grid, from the sea up. MapError where the map's lines cannot be drawn."""
    land = water.land_path(plan, map_)
    return [
        *water.sea(plan, map_, water.shore_path(plan, map_, land)),
        path(land, fill=palette.LAND),
        *cover(plan, map_, [*relief.draw_relief(plan, map_), *hexsides.levels(plan)]),
    ]


def cover(plan: HexPlan, map_: Mapping[str, Any], below: Iterable[str] = ()) -> list[str]:
    """What lies and grows on land and its shore, without land and sea: `below`, then woods, fields, rivers."""
    land = water.land_path(plan, map_)
    drawn = [
        *below,
        *hexsides.covers(plan),
        *covers.patches(plan, map_.get("drawing", {}).get("patches", ())),
        *water.rivers(plan, map_),
    ]
    clip = element("defs", element("clipPath", path(land), id="land"))
    return [clip, group(drawn, clip_path="url(#land)"), water.coast_line(plan, water.shore_path(plan, map_, land))]


def _polygons(plan: HexPlan, hexes: Sequence[str], part: float = 1.0) -> str:
    return "".join(lines(plan.outline(h, part), closed=True) for h in hexes)


def town_ground(plan: HexPlan) -> str:
    """Cities get a ground of their own with houses and an outline; a fortress is a city with a thick one, as printed.

    A town in the mountains has only a rim of it: the relief shows within.
    """
    r = plan.radius
    towns = plan.having(*TOWNS)
    high = tuple(h for h in towns if "mountain" in plan.terrain(h))
    strong = tuple(h for h in towns if "fortress" in plan.terrain(h))
    flat, open_ = (tuple(h for h in towns if h not in others) for others in (high, strong))
    return (
        path(_polygons(plan, flat, 0.93), fill=palette.TOWN_GROUND, fill_opacity="0.8")
        + path(_polygons(plan, high, 0.78), fill="none", stroke=palette.TOWN_GROUND, stroke_width=r * 0.2)
        + path(_polygons(plan, open_, 0.9), fill="none", stroke=palette.WALL, stroke_width=max(1.4, r * 0.04))
        + path(_polygons(plan, strong, 0.88), fill="none", stroke=palette.WALL, stroke_width=max(3.0, r * 0.11))
        + "".join(_houses(plan, flat if plan.detailed else ()))
    )


def _houses(plan: HexPlan, towns: Iterable[str]) -> list[str]:
    """A few streets of houses in the middle of each town, fewer towards its wall."""
    paths, r = covers.PathData(), plan.radius
    for space in towns:
        x, y = plan.centre(space)
        for i, (a, b) in enumerate(_STREETS):
            wide, tall = r * (0.062 + 0.012 * grain(i, int(space))), r * (0.045 + 0.01 * grain(int(space), i))
            left, top = x + a * r + 0.03 * r * grain(i, 5) - wide, y + b * r + 0.03 * r * grain(5, i) - tall
            paths.fill(palette.WALL, f"M{left:.1f} {top:.1f}h{2 * wide:.1f}v{2 * tall:.1f}h{-2 * wide:.1f}Z")
            paths.fill(palette.SHADE, f"M{left:.1f} {top:.1f}h{2 * wide:.1f}v{tall:.1f}h{-2 * wide:.1f}Z")
    return paths.draw()


def grid(plan: HexPlan) -> list[str]:
    """The hexes' outlines, each side once, and plain paper in holes of the map. The ground goes on to the frame."""
    sides: list[str] = []
    for space in plan.shown:
        edge = plan.outline(space)
        sides.append(_run(edge[5], *edge[:3]))  # north, north-east and south-east
        for side in (3, 4, 5):
            if plan.neighbour(space, side) is None:
                sides.append(_run(*plan.hexside(space, side)))
    thin = 1.2 if plan.detailed else 0.7
    ink = path("".join(sides), fill="none", stroke=palette.GRID, stroke_opacity=palette.GRID_OPACITY, stroke_width=thin,
               shape_rendering="crispEdges")  # fmt: skip
    return [path(_holes(plan), fill=palette.BEYOND), ink]


def _run(*points: Point) -> str:
    """A line told by its steps, which takes half the letters."""
    (x, y), parts = points[0], [f"M{num(points[0][0])} {num(points[0][1])}l"]
    x, y = round(x, 1), round(y, 1)
    for ax, ay in points[1:]:
        dx, dy = round(ax - x, 1), round(ay - y, 1)
        x, y = x + dx, y + dy
        parts.append(f"{num(dx)} {num(dy)} ")
    return "".join(parts).rstrip()


def _holes(plan: HexPlan) -> str:
    """The hexes inside the map's columns and rows that it does not have."""
    missing = (cell for cell in _cells(plan) if hex_id(*cell) not in plan.hexes)
    return "".join(lines([plan.unit(p) for p in corners(cell)], closed=True) for cell in missing)


def _cells(plan: HexPlan) -> Iterable[tuple[int, int]]:
    first, top, last, bottom = plan.cells
    return ((x, y) for x in range(first, last + 1) for y in range(top, bottom + 1))


def numbers(plan: HexPlan, map_: Mapping[str, Any]) -> list[str]:
    """The number of each hex at its top, in a mountain hex after the sign of a peak; none where there is no room.

    Where relief, a road or houses lie below, it has a halo in the tint of the ground.
    """
    if not plan.detailed:
        return []
    size = round(plan.radius * 0.265, 1)
    high = plan.having("mountain")
    wet = plan.having(*WATER)
    dry = [h for h in plan.shown if h not in set(wet)]
    towns = {h for h in plan.having(*TOWNS) if h not in set(high)}
    roads = {h for road in map_.get("roads", ()) for h in road["hexes"]} - {*high, *towns}
    shared: dict[str, str | float] = {"text_anchor": "middle", "font_weight": "500", "font_size": size}
    halo = {**shared, "fill": "none", "stroke_width": size * 0.24, "stroke_linejoin": "round"}
    return [
        group((_number(plan, h) for h in high), stroke=palette.MOUNTAIN, **halo),
        group((_number(plan, h) for h in dry if h in roads), stroke=palette.LAND, **halo),
        group(
            (_number(plan, h) for h in dry if h in towns),
            stroke=palette.TOWN_GROUND,
            **{**halo, "stroke_width": size * 0.5},
        ),
        group((_number(plan, h) for h in wet), fill=palette.NUMBER_SEA, **shared),
        group((_number(plan, h) for h in dry), fill=palette.NUMBER, **shared),
        path("".join(_peak(plan, h, size) for h in high), fill=palette.NUMBER),
    ]


def number_boxes(plan: HexPlan) -> list[Box]:
    """Where the numbers of the hexes stand."""
    if not plan.detailed:
        return []
    size = plan.radius * 0.265
    feet = [(x, _foot(plan, space, y)) for space in plan.shown for x, y in (plan.centre(space),)]
    return [(x - size, foot - 0.8 * size, x + size, foot) for x, foot in feet]


def _number(plan: HexPlan, space: str) -> str:
    x, y = plan.centre(space)
    return element("text", space, x=x, y=_foot(plan, space, y))


def _foot(plan: HexPlan, space: str, y: float) -> float:
    """Where a number stands: lower in a town, below its wall."""
    return y - plan.radius * (0.5 if plan.terrain(space) & {*TOWNS} else 0.66)


def _peak(plan: HexPlan, space: str, size: float) -> str:
    """Two peaks on the left of a hex's number: mountain, whatever the tints look like to the reader."""
    x, y = plan.centre(space)
    x, y = x - 2.0 * size, _foot(plan, space, y)
    shape = ((0, 0), (0.36, -0.68), (0.56, -0.3), (0.68, -0.46), (0.94, 0))
    return lines([(x + a * size, y + b * size) for a, b in shape], closed=True)
