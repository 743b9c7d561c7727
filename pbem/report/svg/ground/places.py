"""Places on the map: the names of towns beside their hexes, and the small signs of places."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import HARD, Box, Placer, Style, text_box, written
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.signs import airport_sign, landing_sign
from pbem.report.svg.base.write import Point, element, group, lines, path
from pbem.report.svg.ground.terrain import TOWNS

# Where a name stands from the centre of its hex: direction (east, south), and how it is anchored (part of its width).
_SIDES: Mapping[str, tuple[float, float, float]] = {
    "e": (1, 0, 0),
    "ne": (0.75, -0.8, 0),
    "n": (0, -1, 0.5),
    "nw": (-0.75, -0.8, 1),
    "w": (-1, 0, 1),
    "sw": (-0.75, 0.8, 1),
    "s": (0, 1, 0.5),
    "se": (0.75, 0.8, 0),
}


def named(thing: Mapping[str, Any], lang: str) -> str:
    """A name in a language, else in any that the map has; letters without a glyph are replaced."""
    names = thing.get("name") or {"": str(thing.get("id", ""))}
    return metrics.drawable(str(names.get(lang) or names[min(names)]))


def signs(plan: Plan) -> list[str]:
    """Landing hexes (a black dot, as printed), the airport, and a ring for a named place without works."""
    r = plan.radius
    out = []
    for space in plan.having("landing"):
        x, y = plan.centre(space)
        shift = 0.72 * r if plan.detailed else 0
        out.append(landing_sign(x - shift, y, r * (0.11 if plan.detailed else 0.22)))
    for space in plan.having("airport"):
        x, y = plan.centre(space)
        out.append(airport_sign(x - 0.7 * r, y, r * 0.23) if plan.detailed else airport_sign(x, y, r * 0.72))
    for space in plan.shown if plan.detailed else ():
        words = plan.terrain(space)
        if plan.hexes[space].get("place") and not words & {*TOWNS, "airport", "landing", "sea", "mar-chica"}:
            x, y = plan.centre(space)
            out.append(element("circle", cx=x, cy=y, r=max(2.4, r * 0.1), fill=palette.PAPER, stroke=palette.INK,
                               stroke_width=max(1.2, r * 0.04)))  # fmt: skip
    return out


def _sign_boxes(plan: Plan) -> list[Box]:
    """Where landing places and the airport have their signs: names keep off."""
    r = plan.radius
    shift, half = (0.72 * r, 0.13 * r) if plan.detailed else (0.0, 0.27 * r)
    dots = [(x - shift, y, half) for x, y in map(plan.centre, plan.having("landing"))]
    discs = [
        (x - shift, y, 0.23 * r if plan.detailed else 0.72 * r) for x, y in map(plan.centre, plan.having("airport"))
    ]
    return [(x - half, y - half, x + half, y + half) for x, y, half in (*dots, *discs)]


def town_boxes(plan: Plan) -> list[Box]:
    """The grounds of towns, which names of regions keep off."""
    r = plan.radius * 0.8
    return [(x - r, y - r, x + r, y + r) for x, y in map(plan.centre, plan.having(*TOWNS))]


def town_labels(plan: Plan, lang: str, placer: Placer, matter: Container[str] = ()) -> list[str]:
    """The names of places, the greatest first; lesser ones that would hide something are left out.

    `matter`: the hexes that count for victory, named in capitals.
    """
    places = [h for h in plan.shown if plan.hexes[h].get("place") and plan.shows(h)]
    placer.avoid(_sign_boxes(plan), 3.0)
    out = []
    for space in sorted(places, key=lambda h: (_rank(plan, h, matter), h)):
        rank = _rank(plan, space, matter)
        if rank > 1 and not plan.detailed:
            continue
        style = _town_style(plan, rank)
        name = named(plan.hexes[space]["place"], lang)
        words, size = metrics.fitted(name.upper() if rank == 0 else name, 420, style.size, 0.7 * style.size, style.face)
        style = Style(round(size, 1), style.face, style.colour, style.halo, style.spacing)
        spots = _spots(plan, space, words, style)
        boxes = [text_box(words, *spot, style) for spot in spots]
        chosen = placer.choose(boxes, worst=HARD if rank < 2 else style.size * 12)
        if chosen is not None:
            out.append(written(words, *spots[chosen], style))
    return [group(out)]


def _rank(plan: Plan, space: str, matter: Container[str]) -> int:
    if space in matter:
        return 0
    return 1 if plan.terrain(space) & {*TOWNS, "airport"} else 2


def _town_style(plan: Plan, rank: int) -> Style:
    sizes = (28, 27, 22) if plan.detailed else (18.5, 17.5, 14)
    face: metrics.Face = "bold" if rank < 2 else "medium"
    return Style(sizes[rank], face, palette.LABEL, 5.5 if plan.detailed else 4, 0.8 if rank == 0 else 0)


def _spots(plan: Plan, space: str, words: str, style: Style) -> list[Point]:
    """Possible starts of a name (left, baseline): the map's hint first, then around, then farther."""
    x, y = plan.centre(space)
    hint = str(plan.hexes[space]["place"].get("label", "e"))
    order: Sequence[str] = sorted(_SIDES, key=lambda side: (side != hint, list(_SIDES).index(side)))
    wide, spots = style.width(words), []
    for far in (0.78, 1.0, 1.35, 1.75):
        for side in order:
            east, south, anchor = _SIDES[side]
            left = x + east * far * plan.radius - anchor * wide
            middle = y + south * far * plan.radius * (0.92 if east == 0 else 0.86)
            spots.append((left, middle + style.size * 0.28))
    return spots


def credits(map_: Mapping[str, Any]) -> str:
    """The line that says whose data the map uses; "" if it names nobody."""
    return metrics.drawable(str(map_.get("credits", "")))


# Where the foot of a flag may stand from the centre of its hex, in radii, the best first.
_FEET = ((0.72, 0.16), (-0.96, 0.16), (0.44, -0.5), (-0.7, -0.5), (0.44, 0.84), (-0.7, 0.84))


def flags(plan: Plan, marks: Sequence[tuple[str, str, bool]], placer: Placer) -> list[str]:
    """A small flag at each place held: (hex, colour, whether it changed hands in this span)."""
    out = []
    r = plan.radius * (0.36 if plan.detailed else 0.75)
    for space, colour, changed in marks:
        x, y = plan.centre(space)
        feet = [(x + east * plan.radius, y + south * plan.radius) for east, south in _FEET]
        boxes = [(fx - 2, fy - r - 2, fx + 0.85 * r, fy + 1) for fx, fy in feet]
        chosen = placer.choose(boxes, worst=float("inf"))
        out.append(_flag(*feet[chosen or 0], r, colour, changed))
    return out


def _flag(fx: float, fy: float, r: float, colour: str, changed: bool) -> str:
    top = fy - r
    tail = ((fx + 0.62 * r, top + 0.28 * r), (fx + 0.8 * r, top + 0.56 * r), (fx, top + 0.56 * r))
    cloth = lines(((fx, top), (fx + 0.8 * r, top), *tail), closed=True)
    ring = element("circle", cx=fx + r * 0.3, cy=fy - r * 0.5, r=r * 0.86, fill=palette.STAR, stroke=palette.INK,
                   stroke_width=2)  # fmt: skip
    return (
        (ring if changed else "")
        + path(cloth, fill=colour, stroke=palette.INK, stroke_width=max(1, r * 0.07), stroke_linejoin="round")
        + path(lines(((fx, fy), (fx, top))), fill="none", stroke=palette.INK, stroke_width=max(1.4, r * 0.12))
    )
