"""The legend: one small drawing and one or two words for everything that the picture really shows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbem.core.scene import Scene
from pbem.report.svg.action.arrows import ATTACK, DASHES, block_arrow
from pbem.report.svg.action.fights import aim, drawn_shots, format_totals, space_of, star
from pbem.report.svg.action.flows import SUPPLY
from pbem.report.svg.action.shades import LOOKS
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.naming import N_, Naming
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.write import element, num, path, text
from pbem.report.svg.pieces import states
from pbem.report.svg.pieces.counters import SHAPES, body, outline
from pbem.report.svg.pieces.piles import strength_of
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.pieces.steps import steps_of
from pbem.report.svg.pieces.symbols import symbol_box, symbol_name
from pbem.report.svg.sheet import ground_key

ICON = 52
"""Room for the drawing of an item, in pixels."""


@dataclass(frozen=True, slots=True)
class Item:
    """A drawing around 0, 0 in a box of 44 by 34, and what it means."""

    drawing: str
    words: str


def items(plan: Plan, scene: Scene, naming: Naming, signs: Signs) -> list[Item]:
    """What the legend lists, in order: sides, events, states, symbols, ground."""
    found = [*_sides(plan, scene, naming), *_events(plan, scene, naming)]
    found += _coming(plan, scene, naming)
    if plan.detailed:
        found += [*_states(plan, scene, naming, signs), *_symbols(plan, scene, naming, signs)]
    else:
        ailing = {state for c in scene.counters if plan.shows(c.space) for state in states.ailments(c, signs.states)}
        found += [_state(state, naming, signs) for state in states.AILMENTS if state in ailing]
    return [*found, *_ground(plan, scene, naming)]


def _sides(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    for i, side in enumerate(scene.sides):
        drawing = element("g", body(palette.side_look(i), block=not plan.detailed), transform="scale(0.28)")
        yield Item(drawing, naming.name(side))
    if not plan.detailed and any(strength_of((c,)) for c in scene.counters if plan.shows(c.space)):
        figure = text("3", 0, 9, 26, fill=palette.INK, text_anchor="middle", **metrics.ATTRIBUTES["bold"])
        yield Item(figure, naming.say(N_("strength")))


LINES: Mapping[str, str] = {
    "move": N_("move"),
    "retreat": N_("retreat"),
    "panic": N_("driven off"),
    "flight": N_("flight"),
    "voyage": N_("voyage"),
    "arrival": N_("arrival"),
    "planned": N_("planned move"),
    "planned-flight": N_("planned flight"),
    "planned-voyage": N_("planned voyage"),
    "planned-panic": N_("planned panic"),
    "planned-attack": N_("planned attack"),
    "supply": N_("line of supply"),
}


SHADES: Mapping[str, str] = {
    "reach": N_("fire reaches here"),
    "far-reach": N_("fire reaches here, weaker"),
    "hidden": N_("in the arc, out of sight"),
    "arc": N_("arc and range of fire"),
    "crossed": N_("the line of sight passes over"),
    "blocking": N_("hides what is behind"),
}
_PLAIN = ("march", "advance")
"""Kinds of moves that are drawn, and told, as any move."""


def _events(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    kinds = {("move" if a.kind in _PLAIN else a.kind) for a in scene.arrows if plan.any_shown(a.path)}
    yield from (Item(_arrow(kind), naming.say(message)) for kind, message in LINES.items() if kind in kinds)
    yield from (Item(_arrow(kind), naming.name(kind)) for kind in sorted(kinds - {*LINES, *_PLAIN}))
    fought = [
        b for b in scene.battles if plan.any_shown(space_of(plan, scene, n) for n in (*b.attackers, *b.defenders))
    ]
    if fought:
        totals = plan.detailed and any(map(format_totals, fought))
        words = N_("combat: attacker's total, defender's, in the winner's colour") if totals else N_("combat")
        if totals and all(battle.told for battle in fought):
            words = N_("combat: its number and the odds, in the winner's colour")
        yield Item(star(0, 0, 16, None), naming.say(words))
    fired = {shot.hit for shot in drawn_shots(plan, scene) if plan.any_shown((shot.target,))}
    if None in fired:
        told = N_("fire in support") if scene.battles else N_("planned fire")  # a plan has no combats
        yield Item(element("g", aim(palette.INK), transform="scale(1.25)"), naming.say(told))
    if True in fired:
        yield Item(_at_its_end(plan, scene, _burst()), naming.say(N_("shot that hit")))
    if False in fired:
        ring = element("circle", r=8, fill=palette.PAPER, stroke=palette.INK, stroke_width=3)
        yield Item(_at_its_end(plan, scene, ring), naming.say(N_("shot that missed")))
    yield from _shades(plan, scene, naming)
    if any(ghost.lost and plan.shows(ghost.space) for ghost in scene.ghosts):
        yield Item(_lost(), naming.say(N_("lost")))
    yield from _flags(plan, scene, naming)


def _flags(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    """The flags of places: of a side that holds one, of nobody, and both in a ring where that changed."""
    held = {(control.side or "", control.changed) for control in scene.controls if plan.shows(control.space)}
    sides = [side for side in scene.sides for changed in (False, True) if (side, changed) in held]
    ring = element("circle", cx=2, cy=-4, r=15, fill=palette.STAR, stroke=palette.INK, stroke_width=1.6)
    if sides:
        yield Item(_flag(_colour(scene, sides[0])), naming.say(N_("flag of the side that holds it")))
    if taken := [side for side in scene.sides if (side, True) in held]:
        yield Item(ring + _flag(_colour(scene, taken[0])), naming.say(N_("taken now")))
    if ("", False) in held:
        yield Item(_flag(palette.NOBODY), naming.say(N_("held by no one")))
    if ("", True) in held:
        yield Item(ring + _flag(palette.NOBODY), naming.say(N_("lost now, held by no one")))


def _colour(scene: Scene, side: str) -> str:
    return palette.side_look(scene.sides.index(side)).fill


def _shades(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    """The kinds of shaded spaces."""
    kinds = {shade.kind for shade in scene.shades if plan.any_shown(shade.spaces)}
    for kind, message in SHADES.items():
        if kind in kinds:
            look = LOOKS[kind]
            dashes = {"stroke_dasharray": "5 3"} if look.dashed else {}
            ring = "M-20 0L-10-14H10L20 0L10 14H-10Z"
            drawing = path(ring, fill=look.fill, fill_opacity=look.opacity, stroke=look.edge, stroke_width=2, **dashes)
            yield Item(drawing, naming.say(message))


def _arrow(kind: str) -> str:
    """An arrow of a kind as it is drawn on the map, dark."""
    if kind == ATTACK:
        return block_arrow((0, 0), 0, 52, palette.INK)
    hollow, dashes = kind.startswith("planned"), [num(part * 40) for part in DASHES.get(kind, ())]
    more = {"stroke_dasharray": " ".join(dashes)} if dashes else {}
    line = path("M-20 0H6", fill="none", stroke=palette.INK, stroke_width=5.5, **more)
    if hollow and not dashes:
        line += path("M-20 0H6", fill="none", stroke=palette.PAPER, stroke_width=2)
    if kind == SUPPLY:
        return path("M-20 0H20", fill="none", stroke=palette.INK, stroke_width=6, stroke_linecap="round", **more)
    double = "M10 0L-6-8V8Z" if kind == "arrival" else ""
    fill = palette.PAPER if hollow else palette.INK
    return line + path(double + "M21 0L5-8V8Z", fill=fill, stroke=palette.INK, stroke_width=1.6)


def _at_its_end(plan: Plan, scene: Scene, sign: str) -> str:
    """The end of a shot, behind its dotted line where shots that have one are shown."""
    if all(shot.origin == shot.target for shot in drawn_shots(plan, scene) if plan.any_shown((shot.target,))):
        return sign
    dots = {"stroke_dasharray": "0.8 7", "stroke_linecap": "round"}
    line = path("M-22 0H0", fill="none", stroke=palette.INK, stroke_width=4, **dots)
    return line + element("g", sign, transform="translate(9)")


def _burst() -> str:
    d = "M0-13L3.4-5 11-9 7-1.6 14 3 6 5 6.5 13 0 8-6.5 13-6 5-14 3-7-1.6-11-9-3.4-5Z"
    return path(d, fill=palette.LOST)


def _lost() -> str:
    shape = path(SHAPES["square"], fill=palette.PAPER, stroke=palette.INK, stroke_width=7)
    cross = path("M-24-24L24 24M-24 24L24-24", fill="none", stroke=palette.LOST, stroke_width=14)
    return element("g", shape + cross, transform="scale(0.27)")


def _flag(colour: str) -> str:
    cloth = path("M-7-13H13L9-7 13-1H-7Z", fill=colour, stroke=palette.INK, stroke_width=1.6)
    return cloth + path("M-7 13V-13", fill="none", stroke=palette.INK, stroke_width=3)


def _coming(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    """The outline of a counter that is yet to come, of the first side that has one."""
    side = next((c.side for c in scene.counters if "planned" in c.states and plan.shows(c.space)), None)
    if side is not None:
        look = palette.side_look(scene.sides.index(side) if side in scene.sides else len(scene.sides))
        drawing = element("g", outline(look, block=not plan.detailed), transform="scale(0.26)")
        yield Item(drawing, naming.say(N_("planned place")))


def _state(state: str, naming: Naming, signs: Signs) -> Item:
    return Item(states.sign(state, signs.states), naming.name(state, "states"))


def _states(plan: Plan, scene: Scene, naming: Naming, signs: Signs) -> Iterable[Item]:
    """The signs that counters show: states, then formations, then facing and steps."""
    arrowed = {arrow.unit for arrow in scene.arrows}
    standing = [c for c in scene.counters if plan.shows(c.space)]
    present = {state for c in standing for state in states.shown_states(c, c.unit in arrowed, signs.states)}
    present |= {c.formation for c in standing if c.formation}
    for state in [*(s for s in signs.states if s in present), *sorted(present - signs.states.keys())]:
        yield _state(state, naming, signs)
    if any(c.facing is not None for c in standing):
        body = element("rect", x=-11, y=-4, width=22, height=18, fill=palette.PAPER, stroke=palette.INK, stroke_width=2)
        yield Item(body + path("M-9-5L0-15 9-5Z", fill=palette.INK), naming.say(N_("facing")))
    if any(steps_of(c.strength) for c in standing):
        dots = "".join(
            element("circle", cx=x, r=6, fill=fill, stroke=palette.INK, stroke_width=2.5)
            for x, fill in ((-9, palette.INK), (9, "none"))
        )
        yield Item(dots, naming.say(N_("step left, step lost")))


def _symbols(plan: Plan, scene: Scene, naming: Naming, signs: Signs) -> Iterable[Item]:
    present = dict.fromkeys(c.symbol for c in scene.counters if plan.shows(c.space))
    drawn: set[str] = set()
    for symbol in sorted(present):
        drawing = symbol_name(symbol, signs.symbols) or symbol
        if drawing in drawn:
            continue
        drawn.add(drawing)
        box = symbol_box(symbol, palette.PAPER, palette.INK, signs.symbols)
        yield Item(element("g", box, transform="scale(0.6)"), naming.name(symbol or "unknown"))


def _ground(plan: Plan, scene: Scene, naming: Naming) -> Iterable[Item]:
    if not ground_key.in_cartouche(plan, scene.map):
        yield from (Item(drawing, words) for drawing, words in ground_key.entries(plan, scene.map, naming))
