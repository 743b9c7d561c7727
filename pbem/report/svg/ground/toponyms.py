"""Names of the land: seas, ranges, plains, tribes, rivers along their course, summits with their heights.

They keep off whatever stands on the map, and are left out where there is no room: none is ever cut.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import product
from math import cos, hypot, pi, radians, sin
from typing import Any

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.boards import SamePlan
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import (
    HARD,
    Box,
    Label,
    Placer,
    Style,
    draw_text,
    draw_text_along,
    stamped,
    text_box,
)
from pbem.report.svg.base.naming import name_of
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.shapes import length, offset_line, resample, stretch, stretches_within
from pbem.report.svg.base.signs import summit_sign
from pbem.report.svg.base.stamps import Placed
from pbem.report.svg.base.write import Point, curve
from pbem.report.svg.ground.places import leader
from pbem.report.svg.ground.water import WATER, river_line

# Face, size beside the rank's own, letter spacing (in sizes), whether in capitals.
_CLASSES: Mapping[str, tuple[metrics.Face, float, float, bool]] = {
    "sea": ("serif", 1.0, 0.06, False),
    "mountain": ("serif", 0.92, 0.02, False),
    "plain": ("serif", 0.86, 0.02, False),
    "tribe": ("italic", 0.84, 0.24, True),
    "zone": ("bold", 0.8, 0.0, False),
    "to": ("italic", 0.62, 0.0, False),
}


SMALLER = 0.8
"""In what part of its size the name of a region is written that finds no room."""
AIR = 0.3
"""What stays free before and after such a name, in sizes: no two side by side are read as one."""
WORST = 0.8, 2.0
"""How much such a name may hide, in squares of its size; more if there is no other way of writing it."""
FAR, NEAR = (1, 2, 3.2, 4.4), (0.5, 1, 1.5, 2)
"""How far from its place a name may stand, in radii: up to three hexes; on an area map it would name other areas."""
LEADING = 0.98
"""How far apart the rows of a name are, in sizes."""


def region_labels(plan: Plan, lang: str, placer: Placer) -> list[Placed]:
    """Names of seas, ranges, plains and tribes, the greatest first, drawn under all that happens.

    Each may move up to three hexes, or about an area, to where it is not covered, a range not into the sea and a sea
    not on land, and is written smaller or in two rows if it must; what cannot be read anywhere near even so is left
    out, and so is what belongs outside the crop.
    """
    named = (_region(plan, each, placer) for each in _regions(SamePlan(plan), lang))
    return [name for name in named if name is not None]


@dataclass(frozen=True, slots=True)
class _Region:
    """A name of the land in one or two rows, where it may stand, and the boxes that it would take at these spots.

    A line leads from where it stands `to` a point, if there is one.
    """

    rows: Sequence[str]
    style: Style
    angle: float
    spots: Sequence[Point]
    options: Sequence[Sequence[Box]]
    to: Point | None = None


Ways = Sequence[Callable[[], _Region]]
"""The ways of writing a name, the best first; each is laid out when it is asked for, once."""


@lru_cache(maxsize=32)
def _regions(of: SamePlan, lang: str) -> tuple[Ways, ...]:
    """The names of a window, the greatest first, each in the ways in which it may be written, the best first.

    Where each may stand hangs on nothing that happens.
    """
    found = of.plan.map.get("drawing", {}).get("labels", ())
    near = [label for label in found if of.plan.holds(label["at"])]
    return tuple(_written(of.plan, label, lang) for label in sorted(near, key=lambda each: -int(each.get("size", 1))))


def _written(plan: Plan, label: Mapping[str, Any], lang: str) -> Ways:
    """The ways of writing a name: as large as its rank, in two rows, smaller, and both.

    Close up that of a summit or a range may stand on the sea at last, with a line to its ground.
    """
    style, capitals = _style(plan, label)
    words = name_of(label, lang)
    words = words.upper() if capitals else words
    rows: list[tuple[str, ...]] = [(words,)]
    if " " in words and not label.get("angle"):
        rows.append(_halved(words))
    small = style.scaled(SMALLER)
    ways = [partial(_laid, plan, label, each, size) for size in (style, small) for each in rows]
    if label.get("kind") == "mountain" and plan.detailed and isinstance(plan, HexPlan):
        ways += [partial(_laid, plan, label, each, small, led=True) for each in rows]
    return [cache(way) for way in ways]


def _halved(words: str) -> tuple[str, str]:
    """A name parted at the space nearest to its middle."""
    at = min((i for i, letter in enumerate(words) if letter == " "), key=lambda i: abs(2 * i + 1 - len(words)))
    return words[:at], words[at + 1 :]


def _laid(plan: Plan, label: Mapping[str, Any], rows: Sequence[str], style: Style, *, led: bool = False) -> _Region:
    angle, size = float(label.get("angle", 0)), style.size
    wide, tall = max(map(style.width, rows)) - style.spacing, (1 + LEADING * (len(rows) - 1)) * size
    to = plan.at(label["at"])
    spots = _around(to, plan.radius, NEAR if isinstance(plan, AreaPlan) else FAR)
    spots = spots if led else _on_its_ground(plan, label, _near_it(plan, label, spots), wide)
    if label.get("kind") == "sea" and isinstance(plan, AreaPlan):
        spots = [spot for spot in spots if _at_sea(plan, spot, wide)]
    options = [_turned(spot, wide + 2 * AIR * size, tall, angle) for spot in spots]
    if led:
        options = [[*boxes, *_way(boxes[0], to, plan.radius)] for boxes in options]
    return _Region(rows, style, angle, spots, options, to if led else None)


def _way(box: Box, to: Point, radius: float) -> list[Box]:
    """The half of a line from a name to its ground that is nearer to the name: it crosses no other name or counter."""
    x, y = min(max(to[0], box[0]), box[2]), min(max(to[1], box[1]), box[3])
    half, middles = radius * 0.05, [i / 20 for i in range(1, 11)]
    found = ((x + part * (to[0] - x), y + part * (to[1] - y)) for part in middles)
    return [(a - half, b - half, a + half, b + half) for a, b in found]


def _region(plan: Plan, ways: Ways, placer: Placer) -> Placed | None:
    """A name as it can be written; None if nowhere, or where all of its sea is land."""
    for most in WORST:
        for way in (lay() for lay in ways):
            best = placer.choose_among(way.options, worst=min(HARD, way.style.size**2 * most))
            if best is not None:
                return _placed(plan, way, best)
    return None


def _placed(plan: Plan, name: _Region, spot: int) -> Placed:
    style, (x, y) = name.style, name.spots[spot]
    labels = []
    for i, words in enumerate(name.rows):
        down = (0.3 + LEADING * (i - (len(name.rows) - 1) / 2)) * style.size
        labels.append(Label(words, x - (style.width(words) - style.spacing) / 2, y + down, style))
    if not name.angle and len(labels) == 1 and name.to is None:
        return labels[0].placed
    turn = {"transform": f"rotate({name.angle:.1f} {x:.1f} {y:.1f})"} if name.angle else {}
    drawn, boxes = (
        [draw_text(each.words, each.left, each.baseline, style, **turn) for each in labels],
        name.options[spot],
    )
    if name.to is not None:
        line, box = leader(boxes[0], name.to, plan.radius)
        drawn, boxes = [line, *drawn], [*boxes, box]
    return stamped("".join(drawn), boxes)


def _at_sea(plan: AreaPlan, middle: Point, wide: float) -> bool:
    """Whether no part of a level name lies on land."""
    x, y = middle
    return all(set(plan.words_at((x + part * wide, y))) <= {"sea"} for part in (-0.5, -0.25, 0, 0.25, 0.5))


def _style(plan: Plan, label: Mapping[str, Any]) -> tuple[Style, bool]:
    rank, kind = float(label.get("size", 1)), str(label.get("kind", ""))
    face, part, spacing, capitals = _CLASSES.get(kind, _CLASSES["plain"])
    size = part * ((24 + 6 * rank) if plan.detailed else (13 + 5 * rank))
    colour = palette.LABEL_KINDS.get(kind, palette.LABEL)
    return Style(round(size, 1), face, colour, 3.5, round(spacing * size, 1)), capitals


def _around(at: Point, radius: float, rings: Sequence[float]) -> list[Point]:
    """A point and points around it, ever farther."""
    turns = [(cos(pi * i / 6), sin(pi * i / 6)) for i in range(12)]
    return [at, *((at[0] + c * far * radius, at[1] + s * far * radius) for far in rings for c, s in turns)]


def _near_it(plan: Plan, label: Mapping[str, Any], spots: list[Point]) -> list[Point]:
    """Close up a summit without a line to it stands within a hex of its name: farther off it would be another one."""
    if label.get("kind") != "mountain" or int(label.get("size", 1)) > 1 or not plan.detailed:
        return spots
    x, y = plan.at(label["at"])
    return [spot for spot in spots if hypot(spot[0] - x, spot[1] - y) < 2.1 * plan.radius]


def _on_its_ground(plan: Plan, label: Mapping[str, Any], spots: list[Point], wide: float) -> list[Point]:
    """The spots where the name of a range lies on land and that of a sea on water, from end to end; of others all."""
    kind = str(label.get("kind", ""))
    if kind not in ("mountain", "sea") or not isinstance(plan, HexPlan):
        return spots
    radius, water = plan.radius, _water(SamePlan(plan))

    def is_wet(x: float, y: float) -> bool:
        near = water.get((int(x // radius), int(y // radius)), ())
        return any(hypot(x - at[0], y - at[1]) < radius * 0.9 for at in near)

    parts = (-0.45, 0.0, 0.45)
    return [(x, y) for x, y in spots if all(is_wet(x + part * wide, y) == (kind == "sea") for part in parts)]


@lru_cache(maxsize=8)
def _water(of: SamePlan) -> Mapping[tuple[int, int], Sequence[Point]]:
    """The centres of the hexes of water that are less than a radius from any point of each square of a radius."""
    found: dict[tuple[int, int], list[Point]] = {}
    if isinstance(of.plan, HexPlan):
        radius = of.plan.radius
        for x, y in map(of.plan.centre, of.plan.having(*WATER)):
            column, row = int(x // radius), int(y // radius)
            for square in product(range(column - 1, column + 2), range(row - 1, row + 2)):
                found.setdefault(square, []).append((x, y))
    return found


def _turned(at: Point, wide: float, tall: float, angle: float) -> list[Box]:
    """A turned text around its middle, as a row of boxes."""
    c, s = cos(radians(angle)), sin(radians(angle))
    parts = max(1, round(abs(s) * wide / tall))
    half_x, half_y = (wide / parts * abs(c) + tall * abs(s)) / 2, (wide / parts * abs(s) + tall * abs(c)) / 2
    middles = (((i + 0.5) / parts - 0.5) * wide for i in range(parts))
    return [
        (x - half_x, y - half_y, x + half_x, y + half_y) for x, y in ((at[0] + m * c, at[1] + m * s) for m in middles)
    ]


def river_labels(plan: Plan, lang: str, placer: Placer) -> list[Placed]:
    """The names of rivers, each along a piece of its course where there is room; small ones only on a close-up."""
    named = (_river(each, placer) for each in _rivers(SamePlan(plan), lang))
    return [name for name in named if name is not None]


@dataclass(frozen=True, slots=True)
class _River:
    """The name of a river, the lines along which it may be written, the boxes of each, and how dear its bends are."""

    id: str
    words: str
    style: Style
    ways: Sequence[Sequence[Point]]
    options: Sequence[Sequence[Box]]
    bends: Sequence[float]


@lru_cache(maxsize=32)
def _rivers(of: SamePlan, lang: str) -> tuple[_River, ...]:
    """The names of the rivers of a window: where each may stand hangs on nothing that happens."""
    plan = of.plan
    size = 25.0 if plan.detailed else 15.5
    style = Style(size, "serif", palette.LABEL_KINDS["river"], 3.0 if plan.detailed else 2.6, 1.0)
    found = plan.map.get("drawing", {}).get("rivers", ())
    return tuple(
        _along_river(plan, river, name_of(river, lang), style)
        for river in found
        if river.get("width", 1) > 1 or plan.detailed
    )


LONGER = 1.06
"""How much longer the stretch of a river is than its name; evened out it is shorter, and no letter may fall off."""
CALM, BENDS = 0.16, 4
"""Over what part of its length the line of a river's name is evened out to each side, and in how many bows it goes:
letters that stand on each turn of a brook fall over each other.
"""


def _along_river(plan: Plan, river: Mapping[str, Any], words: str, style: Style) -> _River:
    course = river_line(plan, river)
    wide = style.width(words) * LONGER
    ways = [_beside_water(part, style.size) for part in stretches_within(course, wide / 3, wide, plan.box)]
    ways = [way for way in ways if len(way) > 1 and _straight(way) > 0.86 and length(way) * LONGER > wide]
    bends = [(1 - _straight(way)) * style.size**2 * 4 for way in ways]
    order = sorted(range(len(ways)), key=lambda i: bends[i])
    ways, bends = [ways[i] for i in order], [bends[i] for i in order]
    return _River(river["id"], words, style, ways, [_along(way, style.size) for way in ways], bends)


def _river(name: _River, placer: Placer) -> Placed | None:
    if not name.options:
        return None
    best = placer.choose_among(name.options, worst=name.style.size**2 * 0.7, dearer=name.bends)
    if best is None:
        return None
    drawn = draw_text_along(name.words, f"along-{name.id}", curve(name.ways[best]), name.style)
    return stamped(drawn, name.options[best])


def _beside_water(part: Sequence[Point], size: float) -> list[Point]:
    """The line on which a river's name is written: above its course, from left to right, with few bends."""
    if len(part) < 2:
        return []
    points = resample(part if part[-1][0] >= part[0][0] else part[::-1], size / 4)
    reach, last = max(1, round(CALM * len(points))), len(points) - 1
    near = [points[max(0, i - reach) : i + reach + 1] for i in (round(last * k / BENDS) for k in range(1, BENDS))]
    few = [points[0], *((_mean(x for x, _ in each), _mean(y for _, y in each)) for each in near), points[-1]]
    return offset_line(few, -0.32 * size)


def _mean(numbers: Iterable[float]) -> float:
    found = tuple(numbers)
    return sum(found) / len(found)


def _straight(way: Sequence[Point]) -> float:
    """How straight a line is: 1 for one that is."""
    return hypot(way[-1][0] - way[0][0], way[-1][1] - way[0][1]) / (length(way) or 1.0)


def _along(way: Sequence[Point], size: float) -> list[Box]:
    """Boxes along a line of text."""
    whole = length(way)
    parts = max(2, round(whole / size))
    middles = [stretch(way, whole * (i + 0.5) / parts, 0.5)[0] for i in range(parts)]
    lifted = [(x, y - size * 0.3) for x, y in middles]
    half = size * 0.52
    return [(x - half, y - half, x + half, y + half) for x, y in lifted]


def summit_labels(plan: Plan, map_: Mapping[str, Any], lang: str, placer: Placer) -> list[Placed]:
    """Summits as small triangles with their heights, the highest first: all on a close-up, else those with a name.

    The name is written where no range or place has it already.
    """
    size = 20.0 if plan.detailed else 13.5
    style = Style(size, "medium", palette.SUMMIT, 3.0 if plan.detailed else 2.6)
    found = [s for s in map_.get("drawing", {}).get("summits", ()) if plan.detailed or "name" in s]
    known = {name_of(each, lang) for each in map_["drawing"].get("labels", ())} if found else set()
    known |= {name_of(place, lang) for space in plan.shown if (place := plan.place(space))}
    out = []
    for summit in sorted(found, key=lambda s: (-int(s.get("height", 0)), str(s.get("id")))):
        x, y = plan.at(summit["at"])
        told = "name" in summit and plan.detailed and name_of(summit, lang) not in known
        called = name_of(summit, lang) if told else ""
        height = f"{summit['height']} m" if "height" in summit else ""  # with its unit, for 1920 alone would be a hex
        words = f"{called} {height}".strip()
        options = [
            [text_box(words, left, y + drop, style), (x - size * 0.4, y - size * 0.7, x + size * 0.4, y)]
            for left, drop in ((x + size * 0.5, 0.0), (x - size * 0.5 - style.width(words), 0.0),
                               (x - style.width(words) / 2, size), (x - style.width(words) / 2, -size * 0.85))
        ]  # fmt: skip
        best = placer.choose_among(options, worst=size**2 * 0.5)
        if best is not None:
            left, _, _, foot = options[best][0]
            drawn = summit_sign(x, y, size * 0.8) + draw_text(words, left + 1, foot - style.size * 0.2, style)
            out.append(stamped(drawn, options[best]))
    return out
