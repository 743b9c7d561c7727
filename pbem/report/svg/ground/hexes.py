"""The printed board of a hex map: its ground, grid and ways, and the names that stand on it."""

from collections.abc import Sequence

from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Placer
from pbem.report.svg.ground import hexsides, landmarks, places, terrain, toponyms, ways


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


def names(plan: HexPlan, lang: str, placer: Placer) -> list[str]:
    """The names of regions, summits and rivers, off the towns and where these have their own names."""
    placer.avoid(places.town_boxes(plan), 1.0)
    placer.avoid(places.usual_boxes(plan, lang), 2.0)
    return [
        *toponyms.region_labels(plan, plan.map, lang, placer),
        *toponyms.summit_labels(plan, plan.map, lang, placer),
        *toponyms.river_labels(plan, plan.map, lang, placer),
    ]
