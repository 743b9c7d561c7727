"""Places on a hex map: the names of towns beside their hexes, and the small signs of places."""

from collections.abc import Container, Mapping, Sequence
from math import hypot

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import HARD, Box, Label, Placer, Style, stamped, text_box
from pbem.report.svg.base.naming import name_of
from pbem.report.svg.base.signs import airport_sign, landing_sign
from pbem.report.svg.base.stamps import Placed
from pbem.report.svg.base.write import Point, element, lines, path
from pbem.report.svg.ground.cover import BUILT, STRONG
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
_FAR = (0.78, 1.0, 1.35, 1.75, 2.3)
_ASTRAY, _ENDS = 1.4, 0.5
"""How far from the centre of its hex a name begins that has a line to it, and where that ends, in radii."""
WAYS = (1.0, 0.5), (0.8, 0.5), (0.65, 0.5), (0.65, 0.0)
"""In what part of its size the name of a town is written, and how much of its halo, which hides what it touches as
letters do, stays off all else: first as large as its rank, smaller where it would lie on something. Names of lesser
places are never smaller.
"""


def signs(plan: HexPlan) -> list[str]:
    """Landing hexes (a black dot, as printed), the airport, and a ring for a named place without works (`_ringed`)."""
    r = plan.radius
    out = []
    for space in plan.having("landing"):
        x, y = plan.centre(space)
        shift = 0.72 * r if plan.detailed else 0
        out.append(landing_sign(x - shift, y, r * (0.11 if plan.detailed else 0.22)))
    for space in plan.having("airport"):
        x, y = plan.centre(space)
        out.append(airport_sign(x - 0.7 * r, y, r * 0.23) if plan.detailed else airport_sign(x, y, r * 0.72))
    for x, y in map(plan.centre, _ringed(plan)):
        out.append(element("circle", cx=x, cy=y, r=max(2.4, r * 0.1), fill=palette.PAPER, stroke=palette.INK,
                           stroke_width=max(1.2, r * 0.04)))  # fmt: skip
    return out


def _ringed(plan: HexPlan) -> list[str]:
    """The named places of a close-up that nothing else shows."""
    others = {*TOWNS, *BUILT, "airport", "landing", "sea", "mar-chica"}
    return [space for space in plan.shown if plan.detailed and plan.place(space) and not plan.terrain(space) & others]


def sign_boxes(plan: HexPlan) -> list[Box]:
    """Where landing places, the airport, great buildings and named places have their signs: names keep off."""
    r = plan.radius
    shift, half = (0.72 * r, 0.13 * r) if plan.detailed else (0.0, 0.27 * r)
    dots = [(x - shift, y, half) for x, y in map(plan.centre, plan.having("landing"))]
    discs = [
        (x - shift, y, 0.23 * r if plan.detailed else 0.72 * r) for x, y in map(plan.centre, plan.having("airport"))
    ]
    strong = [(x, y, 0.36 * r) for x, y in map(plan.centre, plan.having(STRONG))]
    rings = [(x, y, 0.2 * r) for x, y in map(plan.centre, _ringed(plan))]
    return [(x - half, y - half, x + half, y + half) for x, y, half in (*dots, *discs, *strong, *rings)]


def town_boxes(plan: HexPlan) -> list[Box]:
    """The grounds of towns, which names keep off."""
    r = plan.radius * 0.7
    return [(x - r, y - r, x + r, y + r) for x, y in map(plan.centre, plan.having(*TOWNS))]


def town_labels(plan: HexPlan, lang: str, placer: Placer, matter: Container[str] = ()) -> dict[str, Label]:
    """The names of places by their hexes, the greatest first; lesser ones that would hide something are left out.

    `matter`: the hexes that count for victory, named in capitals.
    """
    out = {}
    for space, rank in _named(plan, matter):
        words, style = _worded(plan, space, lang, rank)
        worst = HARD if rank < 2 else style.size * 12
        chosen, least = None, worst
        for n, (part, free) in enumerate(WAYS if rank < 2 else WAYS[:1]):
            base = style.size * 12 * n
            if base >= least:  # no smaller name can be cheaper
                break
            each = style.scaled(part) if n else style
            labels = [Label(words, *spot, each) for spot in _spots(plan, space, words, each)]
            boxes = [text_box(words, label.left, label.baseline, each) for label in labels]
            boxes = [_grown(box, free * each.halo) for box in boxes]
            best, cost = placer.cheapest(boxes, [base + 0.5 * i for i in range(len(boxes))])
            if cost < least:
                chosen, least = (labels[best], boxes[best]), cost
        if chosen is not None:
            out[space] = chosen[0]
            placer.taken.append(chosen[1])
    return out


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def leaders(plan: HexPlan, named: Mapping[str, Label]) -> list[Placed]:
    """A line from each name that stands nearer to another hex to its own."""
    boxes = {space: text_box(each.words, each.left, each.baseline, each.style) for space, each in named.items()}
    found = (leader(box, plan.centre(space), plan.radius) for space, box in boxes.items())
    return [stamped(svg, [box]) for svg, box in found if svg]


def leader(box: Box, to: Point, radius: float) -> tuple[str, Box]:
    """A line from a name that stands far from its place to near that place, and the box of it; "" where it is near."""
    (x, y), (left, top, right, bottom) = to, box
    near = min(max(x, left), right), min(max(y, top), bottom)
    away = hypot(near[0] - x, near[1] - y)
    if away <= _ASTRAY * radius:
        return "", box
    part = _ENDS * radius / away
    end = x + (near[0] - x) * part, y + (near[1] - y) * part
    line, thin = lines((near, end)), max(1.6, radius * 0.055)
    svg = path(line, fill="none", stroke=palette.PAPER, stroke_width=thin * 3) + path(
        line, fill="none", stroke=palette.INK, stroke_width=thin
    )
    (a, b), (c, d) = near, end
    return svg, (min(a, c), min(b, d), max(a, c), max(b, d))


def _named(plan: HexPlan, matter: Container[str]) -> list[tuple[str, int]]:
    """The places of the window that are named, each with its rank, the greatest first."""
    ranks = {space: _rank(plan, space, matter) for space in plan.inner if plan.place(space)}
    found = [(space, rank) for space, rank in ranks.items() if rank < 2 or plan.detailed]
    return sorted(found, key=lambda each: (each[1], each[0]))


def _worded(plan: HexPlan, space: str, lang: str, rank: int) -> tuple[str, Style]:
    """The name of a place as it is written, and how."""
    style, name = _town_style(plan, rank), name_of(plan.place(space) or {}, lang)
    words, size = metrics.fit_text(name.upper() if rank == 0 else name, 420, style.size, 0.7 * style.size, style.face)
    return words, Style(round(size, 1), style.face, style.colour, style.halo, style.spacing)


def _rank(plan: HexPlan, space: str, matter: Container[str]) -> int:
    if space in matter:
        return 0
    return 1 if plan.terrain(space) & {*TOWNS, "airport"} else 2


def _town_style(plan: HexPlan, rank: int) -> Style:
    sizes = (28, 27, 22) if plan.detailed else (18.5, 17.5, 14)
    face: metrics.Face = "bold" if rank < 2 else "medium"
    return Style(sizes[rank], face, palette.LABEL, 5.5 if plan.detailed else 4, 0.8 if rank == 0 else 0)


def _spots(plan: HexPlan, space: str, words: str, style: Style) -> list[Point]:
    """Possible starts of a name (left, baseline): the map's hint first, then around, then farther."""
    x, y = plan.centre(space)
    hint = str((plan.place(space) or {}).get("label", "e"))
    order: Sequence[str] = sorted(_SIDES, key=lambda side: (side != hint, list(_SIDES).index(side)))
    wide, spots = style.width(words), []
    for far in _FAR:
        for side in order:
            east, south, anchor = _SIDES[side]
            left = x + east * far * plan.radius - anchor * wide
            middle = y + south * far * plan.radius * (0.92 if east == 0 else 0.86)
            spots.append((left, middle + style.size * 0.28))
    return spots
