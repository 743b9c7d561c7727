"""Combats and bombardments on the map: numbered stars with both totals, lines of attack, shots with their result."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import cos, dist, hypot, pi, sin

from pbem.core.scene import Battle, Scene, Shot
from pbem.report.svg.action.arrows import goal_in, meeting
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import Box, Placer, Style, overlap, plate
from pbem.report.svg.base.plan import MapError, Plan
from pbem.report.svg.base.write import Point, element, lines, num, path, text


def colours(scene: Scene) -> dict[str, str]:
    """The colour of each side."""
    return {side: palette.side_look(i).fill for i, side in enumerate(scene.sides)}


def space_of(plan: Plan, scene: Scene, name: str) -> str:
    """The space that a name in a battle means: a space itself, or the unit's, standing or lost. MapError if neither."""
    if plan.has(name):
        return name
    standing = {c.unit: c.space for c in scene.counters}
    lost = {g.unit: g.space for g in scene.ghosts}
    if name in standing or name in lost:
        return standing.get(name) or lost[name]
    raise MapError(f"a battle names {name!r}, which is no space of the map and no counter of the scene")


def thrusts(plan: Plan, scene: Scene, boxes: Mapping[str, Box]) -> list[str]:
    """A wedge over the border from each attacker to each defender that it touches (to all where it touches none)."""
    hues = colours(scene)
    out: list[str] = []
    for battle in scene.battles:
        ends = [
            (space_of(plan, scene, a), space_of(plan, scene, d)) for a in battle.attackers for d in battle.defenders
        ]
        hue = hues.get(battle.side, palette.INK)
        met = sorted({(a, d) for a, d in _meetings(plan, ends) if a != d and plan.any_shown((a, d))})
        out.extend(_wedge(*meeting(plan, boxes, a, d), plan.radius, hue) for a, d in met)
    return out


def _meetings(plan: Plan, ends: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """The pairs of spaces in which the two sides of a combat touch; all pairs where none does."""
    return [(a, d) for a, d in ends if a == d or plan.border(a, d)] or ends


def _wedge(at: Point, angle: float, r: float, colour: str) -> str:
    """A barbed arrowhead over the border between two spaces: slender, so that its direction cannot be mistaken."""
    x, y = at
    forth, aside = (cos(angle) * r, sin(angle) * r), (-sin(angle) * r, cos(angle) * r)
    barbs = ((0.27, 0.0), (-0.19, 0.19), (-0.11, 0.0), (-0.19, -0.19))
    shape = lines([(x + forth[0] * f + aside[0] * g, y + forth[1] * f + aside[1] * g) for f, g in barbs], closed=True)
    ring = path(shape, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=r * 0.09, stroke_linejoin="round")
    return ring + path(shape, fill=colour)


def star(x: float, y: float, r: float, number: int | None) -> str:
    """The battle star with its number."""
    points = [
        (
            x + cos(pi * i / 8 - pi / 2) * r * (1 if i % 2 == 0 else 0.72),
            y + sin(pi * i / 8 - pi / 2) * r * (1 if i % 2 == 0 else 0.72),
        )
        for i in range(16)
    ]
    out = path(lines(points, closed=True), fill=palette.STAR, stroke=palette.INK, stroke_width=max(1.4, r * 0.1),
               stroke_linejoin="round")  # fmt: skip
    if number is None:
        return out
    digits = str(number)
    size = r * (1.1 if len(digits) < 2 else 0.95 if len(digits) < 3 else 0.75)
    style = Style(round(size, 1), "bold")
    return out + text(
        digits, x - style.width(digits) / 2, y + size * 0.35, style.size, fill=palette.INK, font_weight="700"
    )


def battles(plan: Plan, scene: Scene, placer: Placer) -> list[str]:
    """A numbered star for each combat and beside it, in detail, what it came to, in the colour of who won."""
    leaders, marks = [], []
    for battle in scene.battles:
        attackers = [space_of(plan, scene, name) for name in battle.attackers]
        defenders = [space_of(plan, scene, name) for name in battle.defenders]
        if attackers and defenders and plan.any_shown((*attackers, *defenders)):
            leader, mark = _battle(plan, scene, battle, (attackers, defenders), placer)
            leaders.append(leader)
            marks.append(mark)
    return [*leaders, *marks]  # no line to a far mark goes over another


def format_totals(battle: Battle) -> str:
    """The odds as the rule set tells them, else both totals, the attacker's first; "" where it knows neither."""
    totals = "" if battle.attack is None or battle.defence is None else f"{battle.attack}:{battle.defence}"
    return metrics.to_drawable(battle.told) or totals


def _fronts(plan: Plan, attackers: Sequence[str], defenders: Sequence[str]) -> list[tuple[Point, float]]:
    """Where the two sides of a combat meet: points between them, and the direction along the border there."""
    ends = [(a, d) for a in attackers for d in defenders]
    return [(plan.crossing(*pair), plan.direction(*pair) + pi / 2) for pair in _meetings(plan, ends)]


def _mean(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _battle(
    plan: Plan, scene: Scene, battle: Battle, hexes: tuple[Sequence[str], Sequence[str]], placer: Placer
) -> tuple[str, str]:
    """A line to where it belongs, and the mark where it hides least, near the middle between both sides."""
    r = plan.radius * (0.31 if plan.detailed else 0.85)
    words, style = format_totals(battle), Style(round(plan.radius * 0.35, 1), "bold")
    wide = style.width(words) + r * 0.55 if plan.detailed and words else 0.0
    fronts = _fronts(plan, *hexes)
    middle, across = _mean([front for front, _ in fronts]), fronts[0][1]
    spots = _spots(middle, across, plan.radius)
    if plan.detailed:
        below = [plan.centre(space) for space in (*hexes[1], *hexes[0])]
        spots += [(x, y + rise * plan.radius) for x, y in below for rise in (0.74, -0.78)]
    half = r + wide / 2
    far = [hypot(x - middle[0], y - middle[1]) / plan.radius for x, y in spots]
    order = sorted(range(len(spots)), key=lambda i: (round(far[i], 3), i))
    boxes: list[Box] = [
        (spots[i][0] - half, spots[i][1] - r, spots[i][0] + half, spots[i][1] + r) for i in order
    ]  # fmt: skip
    chosen = placer.choose(boxes, float("inf"), [far[i] * r * half for i in order]) or 0
    left, top, right, _ = boxes[chosen]
    x, y = left + r, top + r
    here = (x + wide / 2, y)
    near = min((dist(here, plan.centre(space)) for some in hexes for space in some), default=0.0)
    front = min((front for front, _ in fronts), key=lambda front: dist(front, here))
    leader = "" if near < 0.9 * plan.radius else _leader(front, here, plan.radius)
    out = ""
    if plan.detailed and words:
        out = _outcome(plan, scene, battle, (x + r * 0.4, y - r * 0.72, right, y + r * 0.72), style)
    return leader, out + star(x, y, r, battle.number)


def _outcome(plan: Plan, scene: Scene, battle: Battle, box: Box, style: Style) -> str:
    """A plate of the winner's colour and shape with what the combat came to; a pale one where nobody won."""
    winner = {"attacker": 0, "defender": 1}.get(battle.outcome)
    attacker = scene.sides.index(battle.side) if battle.side in scene.sides else 0
    look = None if winner is None else palette.side_look((attacker, 1 - attacker if attacker < 2 else 0)[winner])
    _, top, right, bottom = box
    words = format_totals(battle)
    start = right - style.width(words) - plan.radius * 0.09
    ink = palette.INK if look is None else look.text
    rounding = plan.radius * (0.04 if look is not None and look.shape == "square" else 0.16)
    return plate(box, palette.PAPER if look is None else look.fill, rounding) + text(
        words, start, (top + bottom) / 2 + style.size * 0.35, style.size, fill=ink, font_weight="700"
    )


def _spots(middle: Point, across: float, radius: float) -> list[Point]:
    """Points around a middle, ever farther; in each ring first those across the direction of the attack."""
    turns = [across + pi * i / 6 for i in (0, 6, 1, 5, 7, 11, 2, 4, 8, 10, 3, 9)]
    rings = (0.35, 0.6, 0.85, 1.1, 1.4, 1.8, 2.3)
    around = [(cos(turn) * far * radius, sin(turn) * far * radius) for far in rings for turn in turns]
    return [middle, *((middle[0] + dx, middle[1] + dy) for dx, dy in around)]


def _leader(middle: Point, at: Point, radius: float) -> str:
    """A thin line from a mark that had to give way to the place of its combat."""
    if hypot(at[0] - middle[0], at[1] - middle[1]) < 1.15 * radius:
        return ""
    line = lines((middle, at))
    thin = max(1.4, radius * 0.035)
    return path(line, fill="none", stroke=palette.STAR, stroke_width=thin * 3) + path(
        line, fill="none", stroke=palette.INK, stroke_width=thin
    )


def shots(
    plan: Plan, scene: Scene, boxes: Mapping[str, Box], signs: Collection[Box] = ()
) -> tuple[list[str], list[str]]:
    """For below the counters a dotted line from each gun to its target; for above them a burst (hit) or ring (miss).

    `boxes`: what stands in each space; `signs`: where signs lie on counters, which a burst should leave to be seen. Of
    several shots at an area the ends stand side by side over what stands there.
    """
    hues, ends = colours(scene), list(_ends(plan, scene, boxes, signs))
    under = [_shot_line(plan, shot, hues.get(shot.side, palette.INK), boxes) for shot, _ in ends]
    if plan.kind == "areas":  # where many may lie on each other those that hit are seen
        ends.sort(key=lambda each: bool(each[0].hit))
    return under, [_shot_end(plan, shot, hues.get(shot.side, palette.INK), end) for shot, end in ends]


_ALONG = (0.25, 0.375, 0.5, 0.625, 0.75)
BURST = 0.3
"""The radius of a burst, in radii of a hex."""
ENDS = ((-0.62, -0.5), (-0.66, 0.0), (0.0, -0.66), (0.66, 0.0))
"""Where in a hex a shot may end, the first that covers no sign: at the upper left, on the left, above, on the right."""


def end_boxes(plan: Plan, scene: Scene, boxes: Mapping[str, Box], signs: Collection[Box]) -> list[Box]:
    """Where the ends of shots are drawn."""
    r = plan.radius * BURST
    return [(x - r, y - r, x + r, y + r) for _, (x, y) in _ends(plan, scene, boxes, signs)]


def line_boxes(plan: Plan, scene: Scene) -> list[Box]:
    """Small boxes along the dotted lines of shots that go from one hex to another, between the two."""
    found, half = list[Box](), plan.radius * 0.2
    for shot in scene.shots:
        if shot.origin != shot.target and plan.any_shown((shot.origin, shot.target)):
            (ax, ay), (bx, by) = plan.centre(shot.origin), plan.centre(shot.target)
            for part in _ALONG:
                x, y = ax + (bx - ax) * part, ay + (by - ay) * part
                found.append((x - half, y - half, x + half, y + half))
    return found


def drawn_shots(plan: Plan, scene: Scene) -> tuple[Shot, ...]:
    """The shots that are drawn: within one area none, whose end would lie on those who fired."""
    return tuple(shot for shot in scene.shots if plan.kind == "hexes" or shot.origin != shot.target)


def _ends(plan: Plan, scene: Scene, boxes: Mapping[str, Box], signs: Collection[Box]) -> Iterator[tuple[Shot, Point]]:
    """The shots of the window, each with where its end is drawn."""
    before: dict[str, int] = {}
    for shot in drawn_shots(plan, scene):
        if plan.any_shown((shot.origin, shot.target)):
            before[shot.target] = before.get(shot.target, -1) + 1
            yield shot, _end_at(plan, shot.target, boxes.get(shot.target), before[shot.target], signs)


def _end_at(plan: Plan, target: str, box: Box | None, before: int, signs: Collection[Box]) -> Point:
    """Where the end of a shot is drawn: at the upper left of its hex, of an area along the upper edge of its pile."""
    r, (x, y) = plan.radius, plan.centre(target)
    if plan.kind == "areas" and box is None:  # who was there has gone
        return x + (ENDS[0][0] + 0.36 * before) * r, y + ENDS[0][1] * r
    if box is None or plan.kind == "hexes":
        ends = [(x + right * r, y + down * r) for right, down in ENDS]
        return next((end for end in ends if not _covers(end, r * BURST, signs)), ends[0])
    fits = max(1, int((box[2] - box[0]) / (r * 0.36)))
    return box[0] + r * 0.36 * (before % fits), max(plan.box[1] + r * BURST, box[1] - r * BURST)


def _covers(at: Point, r: float, boxes: Collection[Box]) -> bool:
    """Whether a burst around a point lies over one of some boxes."""
    (x, y) = at
    return any(overlap(box, (x - r, y - r, x + r, y + r)) > 0 for box in boxes)


def _middle_in(plan: Plan, space: str, boxes: Mapping[str, Box]) -> Point:
    return goal_in(plan.centre(space), boxes.get(space))


def _shot_line(plan: Plan, shot: Shot, colour: str, boxes: Mapping[str, Box]) -> str:
    if shot.origin == shot.target:
        return ""
    line = lines((_middle_in(plan, shot.origin, boxes), _middle_in(plan, shot.target, boxes)))
    wide = max(1.8, plan.radius * 0.05)
    dashes = f"{num(wide * 0.2)} {num(wide * 2.2)}"
    below = path(line, fill="none", stroke=palette.PAPER, stroke_width=wide * 1.8)
    return below + path(
        line, fill="none", stroke=colour, stroke_width=wide * 1.3, stroke_dasharray=dashes, stroke_linecap="round"
    )


def _shot_end(plan: Plan, shot: Shot, colour: str, at: Point) -> str:
    (x, y), r = at, plan.radius
    if shot.hit is None:
        return element("g", aim(colour), transform=f"translate({x:.1f} {y:.1f}) scale({r * 0.02:.3f})")
    if not shot.hit:
        return element("circle", cx=x, cy=y, r=r * 0.16, fill=palette.PAPER, stroke=colour, stroke_width=r * 0.07)
    spikes = ((pi * i / 7, r * (BURST if i % 2 else 0.14)) for i in range(14))
    points = [(x + cos(angle) * far, y + sin(angle) * far) for angle, far in spikes]
    return path(lines(points, closed=True), fill=palette.LOST, stroke=palette.PAPER, stroke_width=2)


def aim(colour: str) -> str:
    """The sign of fire whose result is open: a ring with cross hairs, radius 11 around 0, 0."""
    ring = element("circle", r=8, fill=palette.PAPER, stroke=colour, stroke_width=3.4)
    return ring + path("M0-12V-4M0 12V4M-12 0H-4M12 0H4", fill="none", stroke=colour, stroke_width=3)
