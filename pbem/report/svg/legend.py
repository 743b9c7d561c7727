"""The legend: one small drawing and one or two words for everything that the picture really shows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pbem.core.scene import Scene
from pbem.report.svg import palette
from pbem.report.svg.counters import SHAPES, STATES, badges, body, outline, state_badge
from pbem.report.svg.fights import aim, space_of, star
from pbem.report.svg.naming import N_, Naming
from pbem.report.svg.plan import Plan
from pbem.report.svg.symbols import known, symbol_box
from pbem.report.svg.write import element, path

ICON = 52
"""Room for the drawing of an item, in pixels."""


@dataclass(frozen=True, slots=True)
class Item:
    """A drawing around 0, 0 in a box of 44 by 34, and what it means."""

    drawing: str
    words: str


def items(plan: Plan, scene: Scene, naming: Naming) -> list[Item]:
    """What the legend lists, in order: sides, events, states, symbols, ground."""
    found = [*_sides(scene, naming), *_events(plan, scene, naming)]
    if plan.detailed:
        found += [*_states(plan, scene, naming), *_symbols(plan, scene, naming)]
    return [*found, *_ground(plan, naming)]


def _sides(scene: Scene, naming: Naming) -> Iterable[Item]:
    for i, side in enumerate(scene.sides):
        drawing = element("g", body(palette.side_look(i)), transform="scale(0.28)")
        yield Item(drawing, naming.name(side))


LINES: Mapping[str, tuple[str, str]] = {
    "move": (N_("move"), ""),
    "retreat": (N_("retreat"), "6 4"),
    "panic": (N_("driven off"), "6 4"),
    "flight": (N_("flight"), "11 4"),
    "arrival": (N_("arrival"), ""),
    "planned": (N_("planned move"), "3 4"),
    "planned-flight": (N_("planned flight"), "11 4"),
    "planned-panic": (N_("planned panic"), "6 4"),
    "planned-attack": (N_("planned attack"), ""),
}


def _events(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    kinds = {
        ("move" if a.kind in ("march", "advance", "move") else a.kind) for a in scene.arrows if plan.any_shown(a.path)
    }
    for kind, (message, dashes) in LINES.items():
        if kind in kinds:
            yield Item(_arrow(dashes), naming.say(message))
    if any(plan.any_shown(space_of(plan, scene, n) for n in (*b.attackers, *b.defenders)) for b in scene.battles):
        yield Item(star(0, 0, 16, None), naming.say(N_("combat, with its number")))
    if any(shot.hit is None and plan.any_shown((shot.target,)) for shot in scene.shots):
        yield Item(aim(palette.INK), naming.say(N_("planned fire")))
    if any(shot.hit and plan.any_shown((shot.target,)) for shot in scene.shots):
        yield Item(_burst(), naming.say(N_("shot that hit")))
    if any(shot.hit is False and plan.any_shown((shot.target,)) for shot in scene.shots):
        ring = element("circle", r=8, fill=palette.PAPER, stroke=palette.INK, stroke_width=3)
        yield Item(ring, naming.say(N_("shot that missed")))
    if any(ghost.lost and plan.shows(ghost.space) for ghost in scene.ghosts):
        yield Item(_lost(), naming.say(N_("lost")))
    if any(plan.shows(control.space) for control in scene.controls):
        yield Item(_flag(), naming.say(N_("holder of the place")))


def _arrow(dashes: str) -> str:
    more = {"stroke_dasharray": dashes} if dashes else {}
    line = path("M-20 0H6", fill="none", stroke=palette.INK, stroke_width=4.5, **more)
    return line + path("M20 0L4-8V8Z", fill=palette.INK)


def _burst() -> str:
    d = "M0-13L3.4-5 11-9 7-1.6 14 3 6 5 6.5 13 0 8-6.5 13-6 5-14 3-7-1.6-11-9-3.4-5Z"
    return path(d, fill=palette.LOST)


def _lost() -> str:
    shape = path(SHAPES["square"], fill=palette.PAPER, stroke=palette.INK, stroke_width=7)
    cross = path("M-34-34L34 34M-34 34L34-34", fill="none", stroke=palette.LOST, stroke_width=14)
    return element("g", shape + cross, transform="scale(0.27)")


def _flag() -> str:
    cloth = path("M-7-13H13L9-7 13-1H-7Z", fill=palette.PAPER, stroke=palette.INK, stroke_width=1.6)
    return cloth + path("M-7 13V-13", fill="none", stroke=palette.INK, stroke_width=3)


STATE_WORDS: Mapping[str, str] = {
    "must-attack": N_("must attack"),
    "fired": N_("has fired"),
    "arrived": N_("has arrived"),
    "moved": N_("has moved"),
    "captured": N_("captured"),
    "disrupted": N_("disrupted"),
}


def _states(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    arrowed = {arrow.unit for arrow in scene.arrows}
    shown = (c for c in scene.counters if plan.shows(c.space))
    present = {state for c in shown for state in badges(c, c.unit in arrowed)}
    if any("planned" in c.states and plan.shows(c.space) for c in scene.counters):
        yield Item(
            element("g", outline(palette.side_look(2)), transform="scale(0.26)"), naming.say(N_("planned place"))
        )
    for state in STATES:
        if state in present:
            yield Item(state_badge(state), naming.names.get(state) or naming.say(STATE_WORDS[state]))


def _symbols(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    present = dict.fromkeys(c.symbol for c in scene.counters if plan.shows(c.space))
    drawn: set[str] = set()
    for symbol in sorted(present):
        if known(symbol) in drawn:
            continue
        drawn.add(known(symbol))
        box = symbol_box(symbol, palette.PAPER, palette.INK)
        yield Item(element("g", box, transform="scale(0.6)"), naming.name(symbol))


def _ground(plan: Plan, naming: Naming) -> Iterable[Item]:
    present = {word for space in plan.shown if plan.shows(space) for word in plan.terrain(space)}
    drawings: Mapping[str, Callable[[], str]] = {
        "mountain": _mountain,
        "city": lambda: _hexagon(1.6),
        "fortress": lambda: _hexagon(5),
        "landing": lambda: element("circle", r=6.5, fill=palette.INK),
        "airport": lambda: element("circle", r=12, fill="none", stroke=palette.ZONE, stroke_width=3.4),
    }
    for word, draw in drawings.items():
        if word in present:
            yield Item(draw(), naming.name(word))
    if len({plan.hexes[h].get("zone") for h in plan.shown} - {None}) > 1:
        line = path("M-20 0H20", fill="none", stroke=palette.ZONE, stroke_width=4.4, stroke_dasharray="11 5")
        yield Item(line, naming.say(N_("zone line")))


def _mountain() -> str:
    ground = element("rect", x=-20, y=-14, width=40, height=28, fill=palette.MOUNTAIN)
    return ground + path("M-14 10L-2-10 4 10Z", fill=palette.PEAK_LIGHT) + path(
        "M-14 10L-2-10 12 10", fill="none", stroke=palette.PEAK_LINE, stroke_width=2
    ) + path("M4 10L-2-10 12 10Z", fill=palette.PEAK_DARK)  # fmt: skip


def _hexagon(thick: float) -> str:
    d = "M8-14L16 0 8 14H-8L-16 0-8-14Z"
    return path(d, fill=palette.TOWN_GROUND, stroke=palette.WALL, stroke_width=thick)
