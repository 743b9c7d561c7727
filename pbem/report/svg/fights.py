"""Combats and bombardments on the map: numbered stars with both totals, lines of attack, shots with their result."""

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

from pbem.core.scene import Battle, Scene, Shot
from pbem.report.svg import palette
from pbem.report.svg.labels import Box, Placer, Style, plate
from pbem.report.svg.marks import colours
from pbem.report.svg.plan import MapError, Plan
from pbem.report.svg.write import Point, element, lines, num, path, text


def space_of(plan: Plan, scene: Scene, name: str) -> str:
    """The hex that a name in a battle means: a hex itself, or the unit's, standing or lost. MapError if neither."""
    if name in plan.hexes:
        return name
    standing = {c.unit: c.space for c in scene.counters}
    lost = {g.unit: g.space for g in scene.ghosts}
    if name in standing or name in lost:
        return standing.get(name) or lost[name]
    raise MapError(f"a battle names {name!r}, which is no hex of the map and no counter of the scene")


def spokes(plan: Plan, scene: Scene) -> list[str]:
    """A line from each attacker to each defender that it touches (to all where it touches none)."""
    hues = colours(scene)
    out = []
    for battle in scene.battles:
        ends = [
            (space_of(plan, scene, a), space_of(plan, scene, d)) for a in battle.attackers for d in battle.defenders
        ]
        near = [pair for pair in ends if hypot(*_between(plan, *pair)) < plan.radius * 2] or ends
        for a, d in near:
            if plan.any_shown((a, d)):
                out.append(lines((plan.centre(a), plan.centre(d))))
        wide = plan.radius * 0.16
        out[-len(near):] = [
            path(p, fill="none", stroke=palette.PAPER, stroke_width=wide * 1.6)
            + path(p, fill="none", stroke=hues.get(battle.side, palette.INK), stroke_width=wide)
            for p in out[-len(near):]
        ]  # fmt: skip
    return out


def _between(plan: Plan, a: str, b: str) -> Point:
    (ax, ay), (bx, by) = plan.centre(a), plan.centre(b)
    return bx - ax, by - ay


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
    """A numbered star between the sides of each combat; beside it, in detail, both totals, the loser's struck out."""
    out = []
    for battle in scene.battles:
        a = [plan.centre(space_of(plan, scene, name)) for name in battle.attackers]
        d = [plan.centre(space_of(plan, scene, name)) for name in battle.defenders]
        if (
            not a
            or not d
            or not plan.any_shown(space_of(plan, scene, n) for n in (*battle.attackers, *battle.defenders))
        ):
            continue
        out.append(_battle(plan, scene, battle, _mean(a), _mean(d), placer))
    return out


def _mean(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _battle(plan: Plan, scene: Scene, battle: Battle, a: Point, d: Point, placer: Placer) -> str:
    """The star near the middle between both, where it hides least; farther off with a line to where it belongs."""
    r = plan.radius * (0.33 if plan.detailed else 0.85)
    style = Style(round(plan.radius * 0.36, 1), "bold")
    widths = [style.width(str(n)) + r * 0.5 for n in (battle.attack, battle.defence)] if plan.detailed else [0.0, 0.0]
    middle = a[0] * 0.46 + d[0] * 0.54, a[1] * 0.46 + d[1] * 0.54
    spots = _spots(middle, atan2(d[1] - a[1], d[0] - a[0]) + pi / 2, plan.radius)
    wide = sum(widths)
    boxes: list[Box] = []
    for x, y in spots:
        boxes.append((x - r, y - r, x + r * 0.8 + wide, y + r))
        boxes.append((x - r * 0.8 - wide, y - r, x + r, y + r))
    far = [hypot(x - middle[0], y - middle[1]) / plan.radius for x, y in spots for _ in (1, 2)]
    chosen = placer.choose(boxes, float("inf"), [part * r * (2 * r + wide) for part in far]) or 0
    x, y = spots[chosen // 2]
    out = _leader(middle, (x, y), plan.radius) + star(x, y, r, battle.number)
    if not plan.detailed:
        return out
    left = x + r * 0.8 if chosen % 2 == 0 else x - r * 0.8 - wide
    return _totals(plan, scene, battle, (left, y), widths, style) + out


def _spots(middle: Point, across: float, radius: float) -> list[Point]:
    """Points around a middle, ever farther; in each ring first those across the direction of the attack."""
    turns = [across + pi * i / 6 for i in (0, 6, 1, 5, 7, 11, 2, 4, 8, 10, 3, 9)]
    rings = (0.35, 0.6, 0.85, 1.1, 1.4, 1.8, 2.3)
    return [
        middle,
        *(
            (middle[0] + cos(turn) * far * radius, middle[1] + sin(turn) * far * radius)
            for far in rings
            for turn in turns
        ),
    ]


def _leader(middle: Point, at: Point, radius: float) -> str:
    """A thin line from a star that had to give way to the place of its combat."""
    if hypot(at[0] - middle[0], at[1] - middle[1]) < 0.7 * radius:
        return ""
    line = lines((middle, at))
    thin = max(1.4, radius * 0.035)
    return path(line, fill="none", stroke=palette.STAR, stroke_width=thin * 3) + path(
        line, fill="none", stroke=palette.INK, stroke_width=thin
    )


def _totals(plan: Plan, scene: Scene, battle: Battle, at: Point, widths: Sequence[float], style: Style) -> str:
    """Two plates: the attacker's total and the defender's, the loser's pale and struck out."""
    out = []
    left, y = at
    half = style.size * 0.62
    attacker = scene.sides.index(battle.side) if battle.side in scene.sides else 0
    looks = (palette.side_look(attacker), palette.side_look(1 - attacker if attacker < 2 else 0))
    won = {"attacker": (True, False), "defender": (False, True)}.get(battle.outcome, (True, True))
    for total, wide, look, winner in zip((battle.attack, battle.defence), widths, looks, won, strict=True):
        fill = look.fill if winner else palette.PAPER
        out.append(plate((left, y - half, left + wide, y + half), fill))
        if not winner:
            strike = lines(((left + 3, y + half * 0.6), (left + wide - 3, y - half * 0.6)))
            out.append(path(strike, fill="none", stroke=look.fill, stroke_width=plan.radius * 0.05))
        words = str(total)
        start, ink = left + (wide - style.width(words)) / 2, look.text if winner else palette.INK
        out.append(text(words, start, y + style.size * 0.35, style.size, fill=ink, font_weight="700"))
        left += wide
    return "".join(out)


def shots(plan: Plan, scene: Scene) -> tuple[list[str], list[str]]:
    """For below the counters a dotted line from each gun to its target; for above them a burst (hit) or ring (miss)."""
    hues = colours(scene)
    seen = [shot for shot in scene.shots if plan.any_shown((shot.origin, shot.target))]
    drawn = [(shot, hues.get(shot.side, palette.INK)) for shot in seen]
    return [_shot_line(plan, *one) for one in drawn], [_shot_end(plan, *one) for one in drawn]


def _shot_line(plan: Plan, shot: Shot, colour: str) -> str:
    if shot.origin == shot.target:
        return ""
    line = lines((plan.centre(shot.origin), plan.centre(shot.target)))
    wide = max(1.8, plan.radius * 0.05)
    dashes = f"{num(wide * 0.2)} {num(wide * 2.2)}"
    below = path(line, fill="none", stroke=palette.PAPER, stroke_width=wide * 1.8)
    return below + path(
        line, fill="none", stroke=colour, stroke_width=wide * 1.3, stroke_dasharray=dashes, stroke_linecap="round"
    )


def _shot_end(plan: Plan, shot: Shot, colour: str) -> str:
    x, y = plan.centre(shot.target)
    r = plan.radius
    x, y = x - r * 0.62, y - r * 0.5
    if shot.hit is None:
        return element("g", aim(colour), transform=f"translate({x:.1f} {y:.1f}) scale({r * 0.02:.3f})")
    if not shot.hit:
        return element("circle", cx=x, cy=y, r=r * 0.16, fill=palette.PAPER, stroke=colour, stroke_width=r * 0.07)
    spikes = ((pi * i / 7, r * (0.3 if i % 2 else 0.14)) for i in range(14))
    points = [(x + cos(angle) * far, y + sin(angle) * far) for angle, far in spikes]
    return path(lines(points, closed=True), fill=palette.LOST, stroke=palette.PAPER, stroke_width=2)


def aim(colour: str) -> str:
    """The sign of fire whose result is open: a ring with cross hairs, radius 11 around 0, 0."""
    ring = element("circle", r=8, fill=palette.PAPER, stroke=colour, stroke_width=3.4)
    return ring + path("M0-12V-4M0 12V4M-12 0H-4M12 0H4", fill="none", stroke=colour, stroke_width=3)
