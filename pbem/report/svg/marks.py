"""Moves and losses on the map: arrows beside each other, counters crossed out."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin

from pbem.core.scene import Arrow, Scene
from pbem.report.svg import metrics, palette
from pbem.report.svg.counters import SHAPES, Pile, counter_size
from pbem.report.svg.labels import Box, Style, written
from pbem.report.svg.plan import Plan
from pbem.report.svg.symbols import symbol_box
from pbem.report.svg.write import Point, element, group, lines, num, path

DASHED: Mapping[str, tuple[float, float]] = {
    "retreat": (9, 6),
    "panic": (9, 6),
    "flight": (16, 6),
    "planned": (4, 5),
    "planned-panic": (9, 6),
    "planned-flight": (16, 6),
}
WIDTHS = {"flight": 0.05, "planned-flight": 0.05, "planned-attack": 0.15}
STRAIGHT = ("flight", "planned-flight", "planned-attack")


def colours(scene: Scene) -> dict[str, str]:
    """The colour of each side."""
    return {side: palette.side_look(i).fill for i, side in enumerate(scene.sides)}


def arrows(plan: Plan, scene: Scene) -> list[str]:
    """All moves that touch the crop; moves over the same hexside run beside each other."""
    seen = [a for a in scene.arrows if len(a.path) > 1 and plan.any_shown(a.path)]
    hues = colours(scene)
    drawn = [_arrow(plan, arrow, lane, hues.get(arrow.side, palette.INK)) for arrow, lane in _lanes(seen)]
    return [group(casing for casing, _ in drawn), group(line for _, line in drawn)]


def _lanes(found: Sequence[Arrow]) -> list[tuple[Arrow, int]]:
    """Each arrow with the lowest lane (0, 1, -1, 2, -2 …) that no earlier arrow has on any of its hexsides."""
    taken: dict[frozenset[str], set[int]] = {}
    out = []
    for arrow in found:
        sides = [frozenset(pair) for pair in pairwise(arrow.path)]
        used = set().union(*(taken.get(side, set()) for side in sides))
        lane = next(n for n in _alternating(len(used) + 1) if n not in used)
        for side in sides:
            taken.setdefault(side, set()).add(lane)
        out.append((arrow, lane))
    return out


def _alternating(count: int) -> list[int]:
    return [0, *(sign * n for n in range(1, count + 1) for sign in (1, -1))]


def _arrow(plan: Plan, arrow: Arrow, lane: int, colour: str) -> tuple[str, str]:
    """The casing and the coloured line with its head."""
    points = _shifted([plan.centre(space) for space in arrow.path], max(-4, min(4, lane)) * plan.radius * 0.11)
    if arrow.kind in STRAIGHT:
        points = [points[0], points[-1]]
    wide = max(2.0, plan.radius * WIDTHS.get(arrow.kind, 0.085))
    points, tip, angle = _cut(points, counter_size(plan) * 0.5 + wide, wide * 2.6)
    d = _rounded(points)
    head = _head(tip, angle, wide)
    dashes = DASHED.get(arrow.kind)
    more = {"stroke_dasharray": " ".join(num(v * max(0.5, plan.radius / 60)) for v in dashes)} if dashes else {}
    casing = path(d, fill="none", stroke=palette.PAPER, stroke_width=wide * 1.9, stroke_linecap="round")
    x, y = points[0]
    casing += element("circle", cx=x, cy=y, r=wide * 1.5, fill=palette.PAPER)
    casing += path(head, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=wide, stroke_linejoin="round")
    line = path(d, fill="none", stroke=colour, stroke_width=wide, **more) + path(head, fill=colour)
    line += element("circle", cx=x, cy=y, r=wide, fill=colour)
    if arrow.kind == "blocked":
        line += _bar(tip, angle, wide * 2.4, colour)
    return casing, line


def _shifted(points: Sequence[Point], distance: float) -> list[Point]:
    if not distance:
        return list(points)
    out: list[Point] = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        out.append((x + (by - ay) / length * distance, y - (bx - ax) / length * distance))
    return out


def _cut(points: Sequence[Point], gap: float, head: float) -> tuple[list[Point], Point, float]:
    """The line without what the destination's counter hides: points up to the head, its tip, its direction."""
    (ax, ay), (bx, by) = points[-2], points[-1]
    angle = atan2(by - ay, bx - ax)
    length = hypot(bx - ax, by - ay)
    gap = min(gap, length * 0.6)
    tip = (bx - cos(angle) * gap, by - sin(angle) * gap)
    neck = (tip[0] - cos(angle) * head * 0.8, tip[1] - sin(angle) * head * 0.8)
    return [*points[:-1], neck], tip, angle


def _rounded(points: Sequence[Point]) -> str:
    """Straight into the first hexside, round bends, straight to the end."""
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        parts.append(f"L{num((ax + bx) / 2)} {num((ay + by) / 2)}")
        parts.append(f"Q{num(bx)} {num(by)} {num((bx + cx) / 2)} {num((by + cy) / 2)}")
    parts.append(f"L{num(points[-1][0])} {num(points[-1][1])}")
    return "".join(parts)


def _head(tip: Point, angle: float, wide: float) -> str:
    length, half = wide * 2.8, wide * 1.75
    back = (tip[0] - cos(angle) * length, tip[1] - sin(angle) * length)
    across = (-sin(angle) * half, cos(angle) * half)
    return lines(
        (tip, (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])), closed=True
    )


def _bar(tip: Point, angle: float, half: float, colour: str) -> str:
    x, y = tip
    d = lines(((x - sin(angle) * half, y + cos(angle) * half), (x + sin(angle) * half, y - cos(angle) * half)))
    return path(d, fill="none", stroke=colour, stroke_width=half * 0.5)


def ghosts(plan: Plan, scene: Scene, standing: Sequence[Pile]) -> list[str]:
    """Where counters set out (a dashed outline) and where they were lost (crossed out, with their number)."""
    hues = colours(scene)
    taken = {pile.space for pile in standing}
    told = {(arrow.unit, arrow.path[0]) for arrow in scene.arrows if arrow.path}  # an arrow begins there
    left = [g for g in scene.ghosts if not g.lost and (g.unit, g.space) not in told and plan.shows(g.space)]
    began = sorted({(g.space, g.side) for g in left})
    lost: dict[tuple[str, str], int] = {}
    for ghost in scene.ghosts:
        if ghost.lost and plan.shows(ghost.space):
            lost[(ghost.space, ghost.side)] = lost.get((ghost.space, ghost.side), 0) + 1
    out = [_outline(plan, space, side, scene.sides, hues) for space, side in began if space not in taken]
    symbols = {(g.space, g.side): g.symbol for g in scene.ghosts if g.lost}
    for (space, side), count in sorted(lost.items()):
        index = scene.sides.index(side) if side in scene.sides else 2
        out.append(_lost(plan, space, index, symbols[(space, side)], count, space in taken))
    return out


def lost_boxes(plan: Plan, scene: Scene) -> list[Box]:
    """Where the lost counters are drawn, for whatever should keep off them."""
    half = counter_size(plan) * 0.45
    spaces = sorted({ghost.space for ghost in scene.ghosts if ghost.lost and plan.shows(ghost.space)})
    return [(x - half, y - half, x + half, y + half) for x, y in map(plan.centre, spaces)]


def arrow_boxes(plan: Plan, scene: Scene) -> list[Box]:
    """Boxes along the moves: round the hexes and hexsides that they go through."""
    half = plan.radius * 0.25
    points: set[Point] = set()
    for arrow in scene.arrows:
        centres = [plan.centre(space) for space in arrow.path if space in plan.shown_set]
        points.update(centres)
        points.update(((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(centres))
    return [(x - half, y - half, x + half, y + half) for x, y in sorted(points)]


def _outline(plan: Plan, space: str, side: str, sides: Sequence[str], hues: Mapping[str, str]) -> str:
    x, y = plan.centre(space)
    look = palette.side_look(sides.index(side) if side in sides else 2)
    shape = path(
        SHAPES[look.shape],
        fill=palette.PAPER,
        fill_opacity="0.35",
        stroke=look.fill,
        stroke_width=5,
        stroke_dasharray="12 9",
    )
    return element("g", shape, transform=f"translate({x:.1f} {y:.1f}) scale({counter_size(plan) * 0.8 / 100:.3f})")


def _lost(plan: Plan, space: str, index: int, symbol: str, count: int, taken: bool) -> str:
    """A pale counter crossed out; small in the corner where another counter stands there now."""
    x, y = plan.centre(space)
    look = palette.side_look(index)
    size = counter_size(plan) * ((0.45 if plan.detailed else 0.6) if taken else 0.9)
    if taken:
        x, y = x + plan.radius * 0.68, y + plan.radius * 0.52
    outline = path(SHAPES[look.shape], fill=palette.PAPER, stroke=look.fill, stroke_width=9)
    faint = element("g", symbol_box(symbol, palette.PAPER, palette.FAINT), transform="translate(0 -2) scale(1.1)")
    cross = "M-38-38L38 38M-38 38L38-38"
    crossed = path(cross, fill="none", stroke=palette.LOST, stroke_width=11)
    out = outline + (faint if plan.detailed and not taken else "") + crossed
    if count > 1:
        words = f"−{count}"
        out += written(words, -metrics.width(words, 44, "bold") / 2, 62, Style(44, "bold", palette.LOST, 9))
    return element("g", out, transform=f"translate({x:.1f} {y:.1f}) scale({size / 100:.3f})")
