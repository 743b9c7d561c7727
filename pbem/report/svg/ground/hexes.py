"""The printed board of a hex map: its ground, grid and ways, and the names that stand on it."""

from collections.abc import Sequence

from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.ground import hexsides, landmarks, places, terrain, ways


def art(plan: HexPlan, ground: Sequence[str] | None = None) -> list[str]:
    """All that bears no words: water, land, relief, grid, ways, hex numbers, signs of places.

    `ground` is what lies below the grid where that is not to be painted: a printed one, or nothing. MapError where the
    map's lines cannot be drawn.
    """
    drawing = plan.map.get("drawing", {})
    return [
        *(terrain.ground(plan, plan.map) if ground is None else ground),
        terrain.town_ground(plan),
        *hexsides.built(plan),
        *terrain.grid(plan),
        *hexsides.sides(plan),
        *ways.ways(plan, plan.map),
        *landmarks.works(plan, drawing.get("lines", ())),
        *landmarks.points(plan, drawing.get("points", ())),
        *terrain.numbers(plan, plan.map),
        *places.signs(plan),
    ]
