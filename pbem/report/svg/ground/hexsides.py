"""What a hex map has between its hexes and how high these lie: rivers on hexsides, slopes, cliffs, bridges, levels."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, sin

from pbem.board.board import Board
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.shapes import chain_segments
from pbem.report.svg.base.signs import bridge_sign
from pbem.report.svg.base.write import Point, group, lines, num, path
from pbem.report.svg.ground import borders, cover
from pbem.report.svg.ground.parcels import parcels
from pbem.report.svg.ground.relief import rounded_shape

WATERS: dict[str, tuple[float, float]] = {"river": (0.19, 0.05), "stream": (0.085, 0.035)}
"""How broad a water along hexsides is and its darker banks, in radii."""
FALLS = ("slope", "cliff")
TINTED = ("wood", "woods", "forest", "light-wood", "olives", "scrub", "marsh", "cultivated", "haza", "hill")
"""Terrain of whole hexes that has a tint, rounded at its edges."""


PLANTED = ("light-wood", "olives", "cultivated", "haza")
"""What lies in parcels: its tint goes as far as these, and what is drawn in a hex to its sides."""


def has_cover(board: Board) -> bool:
    """Whether a map has tints and drawings beside those of a map of mountains, coasts and towns."""
    if board.edges or any(board.level.values()):
        return True
    present: frozenset[str] = frozenset().union(*board.terrain.values())
    return not present.isdisjoint({*TINTED, *cover.TEXTURES})


def levels(plan: HexPlan) -> list[str]:
    """Higher ground, each level in its tint, to the hexsides: these are what the rules look at."""
    out = []
    for level in sorted({plan.level(space) for space in plan.shown} - {0}):
        shapes = "".join(lines(plan.outline(s), closed=True) for s in plan.shown if plan.level(s) == level)
        tint = palette.LEVELS[min(max(level, 0), len(palette.LEVELS) - 1)]
        out.append(path(shapes, fill=tint, stroke=tint, stroke_width=1.2, stroke_linejoin="round"))
    return out


def covers(plan: HexPlan) -> list[str]:
    """Woods, fields and the like: a tint with rounded edges or round its parcels, then what grows and stands there."""
    present = {word for space in plan.shown for word in plan.terrain(space)}
    out, paths, pen = [], cover.PathData(), cover.Pen(plan.view, plan.radius)
    for word in (word for word in TINTED if word in present):
        tint = palette.GROUNDS.get(word)
        if tint and word in PLANTED:
            out.append(_planted(plan, word, tint))
        elif tint:
            out.append(path(rounded_shape(plan, plan.cells_having(word)), fill=tint))
    for word in (word for word in cover.TEXTURES if word in present and word not in cover.BUILT):
        for space in plan.having(word):
            cover.TEXTURES[word](pen, plan.ring(space, FULL if word in PLANTED else 0.96), paths)
    return [*out, *paths.draw()]


FULL = 1.03
"""How large the ring is that parcels are cut of: with the lanes round them they stay in their hex."""


def _planted(plan: HexPlan, word: str, tint: str) -> str:
    """The ground of what lies in parcels: these and the lanes between them."""
    plots = (plot for space in plan.having(word) for plot in parcels(plan.ring(space, FULL)))
    shapes = "".join(lines([plan.at(point) for point in plot], closed=True) for plot in plots)
    return path(shapes, fill=tint, stroke=tint, stroke_width=num(plan.radius * 0.15), stroke_linejoin="round")


def built(plan: HexPlan) -> list[str]:
    """Houses and great buildings, on the ground of their towns."""
    paths, pen = cover.PathData(), cover.Pen(plan.view, plan.radius)
    for word, draw in cover.BUILT.items():
        for space in plan.having(word):
            draw(pen, plan.ring(space, 0.8), paths)
    return paths.draw()


def sides(plan: HexPlan) -> list[str]:
    """Slopes and cliffs, then waters, then whatever else lies on hexsides, bridges last."""
    words = sorted(plan.sides)
    out = [_falls(plan, word) for word in FALLS if word in words]
    out += [svg for word in WATERS if word in words for svg in _water(plan, word)]
    out += [_other(plan, word) for word in words if word not in (*FALLS, *WATERS, "bridge", "road")]
    return [*out, group(_bridge(plan, a, b) for a, b in _near(plan, plan.sides.get("bridge", ())))]


def _near(plan: HexPlan, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(a, b) for a, b in pairs if a in plan.shown_set or b in plan.shown_set]


def _falls(plan: HexPlan, word: str) -> str:
    """Slopes or cliffs: the hexside with hachures down into the lower hex."""
    found = []
    for a, b in _near(plan, plan.sides[word]):
        high, low = (a, b) if plan.level(a) >= plan.level(b) else (b, a)
        found.append(borders.draw_border(word, plan.border(high, low), plan.radius, -1))
    return group(found)


def _water(plan: HexPlan, word: str) -> list[str]:
    """A river or stream along hexsides, with rounded bends, the banks darker."""
    wide, bank = (part * plan.radius for part in WATERS[word])
    chains = chain_segments([(ends[0], ends[-1]) for a, b in plan.sides[word] if (ends := plan.border(a, b))])
    d = "".join(_bent(chain) for chain in chains)
    more = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return [
        path(d, stroke=palette.COAST, stroke_width=max(2.0, wide + bank), **more),
        path(d, stroke=palette.RIVER_WATER if word == "river" else palette.RIVER, stroke_width=max(1.2, wide), **more),
    ]


def _bent(chain: Sequence[Point]) -> str:
    """Path data along a chain of hexsides, round each corner, with straight ends."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(chain)]
    parts = [f"M{num(chain[0][0])} {num(chain[0][1])}L{num(middles[0][0])} {num(middles[0][1])}"]
    for (x, y), (mx, my) in zip(chain[1:-1], middles[1:], strict=True):
        parts.append(f"Q{num(x)} {num(y)} {num(mx)} {num(my)}")
    return "".join(parts) + f"L{num(chain[-1][0])} {num(chain[-1][1])}"


def _bridge(plan: HexPlan, a: str, b: str) -> str:
    angle = plan.direction(a, b)
    return bridge_sign(*plan.crossing(a, b), plan.radius * 0.62, (cos(angle), sin(angle)))


def _other(plan: HexPlan, word: str) -> str:
    """Anything else on hexsides, as a border of its kind."""
    pairs = _near(plan, plan.sides[word])
    return group(borders.draw_border(word, plan.border(a, b), plan.radius, -1) for a, b in pairs)
