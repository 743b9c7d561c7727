"""Moves drawn: branching lines along the hexes, round what stands in the way, with a head where each piece came to."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin

from pbem.core.scene import Arrow, Scene
from pbem.report.svg.action.flows import (
    ALONE,
    STRAIGHT,
    SUPPLY,
    Flow,
    Step,
    Stretch,
    breadth,
    flows_of,
    free_side,
    stretches,
    trunk,
)
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import HARD, Box, Placer, overlap
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.write import Point, element, group, lines, num, path, text

DASHES: Mapping[str, tuple[float, float]] = {
    "retreat": (0.15, 0.1),
    "panic": (0.15, 0.1),
    "planned-panic": (0.15, 0.1),
    "flight": (0.28, 0.12),
    "planned-flight": (0.28, 0.12),
    "voyage": (0.28, 0.12),
    "planned-voyage": (0.28, 0.12),
    "supply": (0.02, 0.26),
}
"""Dash and gap of the kinds that are not drawn through, in hex radii."""

ATTACK = "planned-attack"


class Lines:
    """The moves of a picture: how they run, and the boxes of what they end at, by hex."""

    def __init__(self, plan: Plan, scene: Scene, boxes: Mapping[str, Box]) -> None:
        self.plan, self.boxes = plan, boxes
        self.flows = flows_of(plan, scene.arrows)
        self.straight = [a for a in scene.arrows if a.kind in STRAIGHT and len(a.path) > 1 and plan.any_shown(a.path)]
        self.looks = {side: palette.side_look(i) for i, side in enumerate(scene.sides)}
        self.nobody = palette.side_look(len(scene.sides))
        planned = any(arrow.kind.startswith("planned") for arrow in scene.arrows)
        self.wide = plan.radius * (0.085 if plan.detailed else 0.18 if planned else 0.13)
        self._middles: dict[tuple[Step, int], Point] = {}

    def look(self, side: str) -> palette.Side:
        """The look of a side, also of one that the scene does not name."""
        return self.looks.get(side, self.nobody)

    # The way ------------------------------------------------------------------------------------------------------

    def middle(self, step: Step, lane: int) -> Point:
        """Where a flow crosses a border."""
        known = self._middles.get((step, lane))
        if known is None:
            (x, y), (dx, dy) = self.plan.crossing(*step), self.aside(step, lane)
            known = self._middles[step, lane] = (x + dx, y + dy)
        return known

    def aside(self, step: Step, lane: int) -> Point:
        """How far a lane lies from the middle, to the right of the step."""
        (ax, ay), (bx, by) = self.plan.centre(step[0]), self.plan.centre(step[1])
        far = lane * self.plan.radius * 0.14 / (hypot(bx - ax, by - ay) or 1.0)
        return (ay - by) * far, (bx - ax) * far

    def part(self, stretch: Stretch, flow: Flow) -> tuple[Point, str]:
        """A stretch as its first point and the path data that lead on from there."""
        before, space, after, lane = stretch.before, stretch.space, stretch.after, flow.lane
        if not before:
            start, (x, y) = self.plan.centre(space), self.middle((space, after), lane)
            return start, f"L{num(x)} {num(y)}"
        start = self.middle((before, space), lane)
        if not after:
            (x, y), _ = self.end((before, space), lane)
            return start, f"L{num(x)} {num(y)}"
        return start, self.round(stretch, lane) if self.gives_way(stretch, flow) else self.bend(stretch, lane)

    def gives_way(self, stretch: Stretch, flow: Flow) -> bool:
        """Whether a line goes round what stands in a hex: close up, where one goes alone.

        Where many go, or much stands in the way, it goes straight on below: going round would be a knot.
        """
        if not self.plan.detailed or len(flow.arrows) > 1 or stretch.space not in self.boxes:
            return False
        if sum(space in self.boxes for space in flow.arrows[0].path[1:-1]) > 1:
            return False
        touches = (self.plan.border(stretch.space, other) for other in (stretch.before, stretch.after))
        return all(touches) and stretch.before != stretch.after

    def bend(self, stretch: Stretch, lane: int) -> str:
        """From border to border in a curve."""
        one, two = (stretch.before, stretch.space), (stretch.space, stretch.after)
        (x, y), (cx, cy) = self.middle(two, lane), self.plan.centre(stretch.space)
        (px, py), (qx, qy) = self.aside(one, lane), self.aside(two, lane)
        return f"Q{num(cx + (px + qx) / 2)} {num(cy + (py + qy) / 2)} {num(x)} {num(y)}"

    def round(self, stretch: Stretch, lane: int) -> str:
        """From border to border round what stands in the space."""
        x, y = self.middle((stretch.space, stretch.after), lane)
        clockwise, corners = free_side(self.plan, stretch, self.boxes.keys())
        part = self.plan.bypass + (-0.1 if clockwise else 0.1) * lane
        outline = self.plan.outline(stretch.space, part)
        points = [outline[corner] for corner in corners]
        middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
        return "".join(
            f"Q{num(cx)} {num(cy)} {num(ex)} {num(ey)}"
            for (cx, cy), (ex, ey) in zip(points, [*middles, (x, y)], strict=True)
        )

    def end(self, step: Step, lane: int) -> tuple[Point, float]:
        """Where an arrow's tip is, before what stands in its last hex, and which way it points."""
        box = self.boxes.get(step[1])
        return tip_of(self.middle(step, lane), goal_in(self.plan.centre(step[1]), box), box, self.plan.radius)

    def route(self, flow: Flow) -> str:
        """The whole way of a flow of one move as one line."""
        hexes = ("", *flow.arrows[0].path, "")
        parts = [Stretch(*three, count=1) for three in zip(hexes, hexes[1:], hexes[2:], strict=False)]
        (x, y), _ = self.part(parts[0], flow)
        return f"M{num(x)} {num(y)}" + "".join(self.part(part, flow)[1] for part in parts)


def goal_in(centre: Point, box: Box | None) -> Point:
    """Where a line to a space leads: to its centre, or to what stands in it where that stands aside."""
    if box is None or (box[0] <= centre[0] <= box[2] and box[1] <= centre[1] <= box[3]):
        return centre
    return _middle_of(box)


def meeting(plan: Plan, boxes: Mapping[str, Box], a: str, b: str) -> tuple[Point, float]:
    """Where a mark between two spaces is, and which way it points (radians): on their border; where what stands in an
    area reaches over that, half-way between the two piles.
    """
    at, half = plan.crossing(a, b), plan.radius * 0.25
    mark = at[0] - half, at[1] - half, at[0] + half, at[1] + half
    if plan.kind == "hexes" or not (a in boxes and b in boxes) or not any(overlap(boxes[s], mark) for s in (a, b)):
        return at, plan.direction(a, b)
    one, other = _middle_of(boxes[a]), _middle_of(boxes[b])
    (px, py), _ = tip_of(other, one, boxes[a], 0)
    (qx, qy), angle = tip_of(one, other, boxes[b], 0)
    return ((px + qx) / 2, (py + qy) / 2), angle


def _middle_of(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def tip_of(start: Point, goal: Point, box: Box | None, radius: float) -> tuple[Point, float]:
    """The point on the way to a goal where it meets the box, a little before it; and the direction (radians)."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    angle = atan2(dy, dx)
    if box is None:
        return (goal[0] - dx * 0.15, goal[1] - dy * 0.15), angle
    air = radius * 0.06
    left, top, right, bottom = box[0] - air, box[1] - air, box[2] + air, box[3] + air
    meets = [0.0]
    if dx:
        meets.append(min((left - start[0]) / dx, (right - start[0]) / dx))
    if dy:
        meets.append(min((top - start[1]) / dy, (bottom - start[1]) / dy))
    far = min(1.0, max(meets))
    return (start[0] + dx * far, start[1] + dy * far), angle


# Drawing ---------------------------------------------------------------------------------------------------------


def draw_moves(moves: Lines) -> list[str]:
    """All moves: flights lowest, then the flows from the largest to the smallest."""
    flights = (arrow for arrow in moves.straight if arrow.kind != ATTACK)
    return [*(_flight(moves, arrow) for arrow in flights), *(_flow(moves, flow) for flow in moves.flows)]


def draw_attacks(moves: Lines) -> list[str]:
    """The planned attacks, for above the counters: a broad arrow from each attacker into the hex attacked."""
    plan, thrusts = moves.plan, sorted({(a.path[0], a.path[-1], a.side) for a in moves.straight if a.kind == ATTACK})
    size = plan.radius * (1.0 if plan.detailed else 1.6)
    return [block_arrow(*meeting(plan, moves.boxes, a, b), size, moves.look(side).fill) for a, b, side in thrusts]


def _flow(moves: Lines, flow: Flow) -> str:
    """A flow: its casing, its line, its heads; where it is only planned hollow, on an overview its heads alone."""
    look, wide = moves.look(flow.side), moves.wide
    hollow = flow.kind.startswith("planned")
    ink = look.fill if moves.plan.detailed or hollow else look.tint
    by_width = {wide: moves.route(flow)} if flow.kind in ALONE else _by_width(moves, flow)
    heads = "" if flow.kind == SUPPLY else "".join(_heads(moves, flow))
    casing = [path(d, stroke=palette.PAPER, stroke_width=w + wide * 0.9) for w, d in by_width.items()]
    casing.append(path(heads, stroke=palette.PAPER, stroke_width=wide * 1.1, fill=palette.PAPER))
    line = [path(d, stroke=ink, stroke_width=w, **_dashed(flow.kind, moves.plan)) for w, d in by_width.items()]
    if hollow and moves.plan.detailed and flow.kind not in ALONE:
        line += [path(d, stroke=palette.PAPER, stroke_width=max(1.2, w - wide * 0.55)) for w, d in by_width.items()]
    more = {"fill": palette.PAPER, "stroke": look.fill, "stroke_width": wide * 0.35} if hollow else {"fill": look.fill}
    return group(
        [*casing, *line, *_starts(moves, flow, ink), path(heads, **more)],
        fill="none", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def _by_width(moves: Lines, flow: Flow) -> dict[float, str]:
    """The path data of a flow's stretches by width, the broad ones first."""
    found: dict[float, str] = {}
    for stretch in stretches(flow):
        (x, y), data = moves.part(stretch, flow)
        width = round(moves.wide * (1.3 if flow.kind == SUPPLY else breadth(stretch.count)), 1)
        found[width] = found.get(width, "") + f"M{num(x)} {num(y)}{data}"
    return found


def _dashed(kind: str, plan: Plan) -> dict[str, str]:
    dash = DASHES.get(kind)
    return {"stroke_dasharray": " ".join(num(max(1.0, d * plan.radius)) for d in dash)} if dash else {}


def _starts(moves: Lines, flow: Flow, ink: str) -> list[str]:
    """A dot where moves begin, unless something stands there now."""
    begun = {arrow.path[0] for arrow in flow.arrows}
    spaces = sorted(begun if flow.kind == SUPPLY else begun - moves.boxes.keys())
    return [
        element("circle", cx=x, cy=y, r=moves.wide * 0.8, fill=ink) for x, y in map(moves.plan.centre, spaces)
    ]  # fmt: skip


def _heads(moves: Lines, flow: Flow) -> list[str]:
    """An arrowhead for each hex that moves of the flow end in; two for those that came onto the map."""
    kinds = {(arrow.path[-2], arrow.path[-1]): arrow.kind for arrow in flow.arrows}
    out = []
    for step in sorted(kinds):
        tip, angle = moves.end(step, flow.lane)
        out.append(head(tip, angle, moves.wide))
        if kinds[step] == "arrival":
            back = moves.wide * 2.2
            out.append(head((tip[0] - cos(angle) * back, tip[1] - sin(angle) * back), angle, moves.wide))
        if kinds[step] == "blocked":
            out.append(_bar(tip, angle, moves.wide))
    return out


def head(tip: Point, angle: float, wide: float) -> str:
    """The path data of an arrowhead."""
    length, half = wide * 2.9, wide * 1.75
    back = (tip[0] - cos(angle) * length, tip[1] - sin(angle) * length)
    across = (-sin(angle) * half, cos(angle) * half)
    left, right = (back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])
    return lines((tip, left, right), closed=True)


def _bar(tip: Point, angle: float, wide: float) -> str:
    """A bar across the tip of a move that was stopped."""
    (x, y), ax, ay = tip, cos(angle) * wide * 0.6, sin(angle) * wide * 0.6
    bx, by = -sin(angle) * wide * 2.6, cos(angle) * wide * 2.6
    corners = ((x + bx, y + by), (x - bx, y - by), (x - bx + ax, y - by + ay), (x + bx + ax, y + by + ay))
    return lines(corners, closed=True)


def _flight(moves: Lines, arrow: Arrow) -> str:
    """A flight from hex to hex as the crow flies."""
    plan, look = moves.plan, moves.look(arrow.side)
    start, goal = plan.centre(arrow.path[0]), plan.centre(arrow.path[-1])
    box = moves.boxes.get(arrow.path[-1])
    tip, angle = tip_of(start, goal_in(goal, box), box, plan.radius)
    wide = moves.wide * 0.6
    d, point = lines((start, tip)), head(tip, angle, wide * 1.3)
    fill = palette.PAPER if arrow.kind.startswith("planned") else look.fill
    return group(
        [
            path(d, stroke=palette.PAPER, stroke_width=wide * 2.2),
            path(d, stroke=look.tint, stroke_width=wide, **_dashed(arrow.kind, plan)),
            path(point, fill=fill, stroke=look.fill, stroke_width=wide * 0.6),
        ],
        fill="none",
    )


def block_arrow(at: Point, angle: float, radius: float, colour: str) -> str:
    """A hollow broad arrow over the border between two spaces; the angle in radians."""
    (fx, fy), (px, py) = (cos(angle) * radius, sin(angle) * radius), (-sin(angle) * radius, cos(angle) * radius)
    x, y = at
    shape = ((-0.22, 0.1), (0.03, 0.1), (0.03, 0.22), (0.27, 0), (0.03, -0.22), (0.03, -0.1), (-0.22, -0.1))
    d = lines([(x + fx * a + px * b, y + fy * a + py * b) for a, b in shape], closed=True)
    outer = path(d, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=radius * 0.13, stroke_linejoin="round")
    return outer + path(d, fill=palette.STAR, stroke=colour, stroke_width=radius * 0.06, stroke_linejoin="round")


# Counts ----------------------------------------------------------------------------------------------------------


def counts(moves: Lines, placer: Placer) -> list[str]:
    """How many go along the broadest part of a flow: a small plate on it, where three or more do.

    Of areas none that would lie on a counter with a quarter of itself or more.
    """
    size = round(max(13.0, moves.plan.radius * 0.3), 1)
    out = []
    for flow in moves.flows:
        steps, most = trunk(moves.plan, flow)
        words = str(most)
        if most < 3 or flow.kind == SUPPLY:
            continue
        half = metrics.width(words, size, "bold") / 2 + size * 0.3
        points = _along(moves, flow, steps)
        boxes = [(x - half, y - size * 0.6, x + half, y + size * 0.6) for x, y in points]
        worst = 3.0 * (2 * half * size * 1.2) if moves.plan.kind == "areas" else HARD
        chosen = placer.choose(boxes, worst)
        if chosen is not None:
            out.append(_count(words, points[chosen], half, size, moves.look(flow.side)))
    return out


def _along(moves: Lines, flow: Flow, steps: Sequence[Step]) -> list[Point]:
    """Where the number of a flow may stand: on its broadest hexsides, then a little beside them."""
    on = [moves.middle(step, flow.lane) for step in steps]
    far = moves.plan.radius * (0.6 if moves.plan.detailed else 1.2)
    return [*on, *((x + dx * far, y + dy * far) for x, y in on for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)))]


def _count(words: str, at: Point, half: float, size: float, look: palette.Side) -> str:
    x, y = at
    plate = element(
        "rect", x=x - half, y=y - size * 0.6, width=half * 2, height=size * 1.2, rx=size * 0.6, fill=palette.PAPER,
        stroke=look.fill, stroke_width=max(1.4, size * 0.1),
    )  # fmt: skip
    return plate + text(
        words, x, y + size * 0.36, size, fill=palette.INK, text_anchor="middle", **metrics.ATTRIBUTES["bold"]
    )


def arrow_boxes(moves: Lines) -> list[Box]:
    """Boxes along the moves: round the hexsides that they cross and the bends between."""
    half = moves.plan.radius * 0.25
    points: set[Point] = set()
    for flow in moves.flows:
        for step in flow.steps:
            if moves.plan.any_shown(step):
                points.update((moves.middle(step, flow.lane), moves.plan.centre(step[1])))
    return [(x - half, y - half, x + half, y + half) for x, y in sorted(points)]
