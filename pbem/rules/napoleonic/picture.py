"""The scene of a span of events, and of a sheet that does not count yet, in words of any wargame."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from pbem.core.events import Event
from pbem.core.orders import Order, Section, Sheet
from pbem.core.pieces import Piece
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shade, Shot
from pbem.core.scene import Counter as Drawn
from pbem.kit.picture import Draw, Drawing, Plan, Span, Where, draw_sheet, ghost, printed
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.check import check
from pbem.rules.napoleonic.command import commanded
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.fire import arc
from pbem.rules.napoleonic.odds import column_of
from pbem.rules.napoleonic.orders import Assault, Charge, Deploy, Fire, Move
from pbem.rules.napoleonic.seeing import view
from pbem.rules.napoleonic.sequence import ORDER, SIDES, SPANISH
from pbem.rules.napoleonic.state import HIDDEN, State

STATES = (
    "disorganised",
    "routed",
    "no-command",
    "no-fire",
    "assault",
    "fatigue-1",
    "fatigue-2",
    "fatigue-3",
    "fired",
    "arrived",
    "moved",
)
WHERE: Mapping[str, Where] = {
    "map": "map", "off-map": "coming", "eliminated": "gone", "exited": "gone", "taken": "gone",
}  # fmt: skip


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """What to draw of the events that led on from a state; division orders, which may be hidden, are not drawn."""
    span = _Span(before, events)
    scenario = before.scenario
    return span.scene(
        SIDES,
        counters=tuple(span.shown(unit, drawn) for unit in _piled(span.after)),
        arrows=tuple(span.arrows(WAYS, lambda unit: scenario.counters[unit].side)),
        battles=tuple(battle for event in events if (battle := _battle(event)) is not None),
        shots=tuple(shot for event in events if (shot := _shot(before, event)) is not None),
        ghosts=tuple(each for event in events for each in span.ghosts(event)),
        controls=tuple(_controls(before, span.after)),
    )


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """All counters, leaders and divisions with what their counters show; orders of divisions as the side sees them."""
    span, seen = _Span(state, ()), state if side is None else view(state, side)
    divisions = (
        Piece(
            id=name,
            side=division.side,
            kind="division",
            where="off",
            status="division",
            states=(division.order,) if division.order != HIDDEN else (),
        )
        for name, division in seen.divisions.items()
    )
    units = span.pieces(lambda unit: WHERE[state.units[unit].status], partial(figures, state))
    return tuple(sorted((*divisions, *units), key=lambda piece: piece.id))


def figures(state: State, unit: str) -> str:
    """The figures along the foot of a counter: PF left and grade; of a leader shock and morale factor."""
    counter = state.counter(unit)
    if counter.is_leader:
        return f"{state.shock_of(unit)}-{state.morale_of(unit)}"
    return f"{state.pf(unit)}-{counter.grade}"


def drawn(state: State, unit: str, space: str) -> Drawn:
    """The counter of a unit in a hex, with its facing, formation and what is left of it: without states."""
    counter, each = state.counter(unit), state.units[unit]
    return printed(
        state,
        unit,
        space,
        figures(state, unit),
        facing=each.facing if state.has_facing(unit) else None,
        formation="" if each.formation in ("normal", "deployed") else each.formation,
        strength=f"{state.pf(unit)}/{counter.pf}" if each.lost else "",
    )


def _piled(state: State) -> Iterator[str]:
    """What stands on the map, hex by hex, from the bottom of its pile to the top; leaders right under the topmost.

    So the counter that fights first is seen whole, and its leader is the next to be read.
    """
    for hex_ in sorted({*state.piles, *state.leaders}):
        *below, top = (*reversed(state.pile(hex_)), "")[: max(1, len(state.pile(hex_)))]
        yield from below
        yield from state.leaders.get(hex_, ())
        yield from filter(None, (top,))


class _Span(Span):
    """A span of events with the positions at its ends."""

    def __init__(self, before: State, events: tuple[Event, ...]) -> None:
        super().__init__(evolve, before, events)
        self._marks = self.done(_marks_of)
        self._commanded = commanded(self.after)

    def states(self, unit: str) -> tuple[str, ...]:
        """What the counter of a unit shows."""
        state: State = self.after
        each, marks = state.units[unit], set(self._marks.get(unit, ()))
        marks |= {each.morale} & {"disorganised", "routed"}
        if not state.counter(unit).is_leader and each.at is not None and unit not in self._commanded:
            marks.add("no-command")
        if each.no_fire_until >= state.turn:
            marks.add("no-fire")
        if each.fatigue:
            marks.add(f"fatigue-{each.fatigue}")
        if each.at in state.markers and not state.counter(unit).is_leader:
            marks.add("assault")
        return tuple(each for each in STATES if each in marks)

    def ghosts(self, event: Event) -> Iterable[Ghost]:
        """Where counters were lost, and from where they set out."""
        if isinstance(event, facts.Eliminated):
            cause: Literal["combat", "fire", ""] = ""
            cause = "fire" if event.cause == "fire" else "combat" if event.cause in ("shock", "retreat") else ""
            yield ghost(drawn(self.before, event.unit, event.at), event.at, lost=True, cause=cause)
        elif isinstance(event, facts.Exited) and event.lost:
            yield ghost(drawn(self.before, event.unit, event.at), event.at, lost=True, cause="")
        elif isinstance(event, facts.LeaderTaken):
            yield ghost(drawn(self.before, event.unit, event.at), event.at, lost=True, cause="combat")
        elif isinstance(event, facts.Moved | facts.Retreated) and not getattr(event, "entered", False):
            yield ghost(drawn(self.before, event.unit, event.path[0]), event.path[0], lost=False)


def _battle(event: Event) -> Battle | None:
    """A shock by the hexes of those who fought it, with its odds."""
    if not isinstance(event, facts.Fought):
        return None
    outcome = "attacker" if event.result in ("D1", "D2", "DB") else "defender" if event.result[0] == "A" else "tie"
    told = event.column.replace("-", ":")
    return Battle(event.number, event.side, event.origins, (event.at,), None, None, outcome, told)


def _shot(before: State, event: Event) -> Shot | None:
    if not isinstance(event, facts.Shot):
        return None
    side = before.counter(event.unit).side
    return Shot(side, event.origin, event.at, event.result != "---", "artillery")


def _controls(before: State, after: State) -> Iterator[Control]:
    """Who holds each town hex (NAP-15.5)."""
    for hex_ in after.scenario.towns:
        now, then = (state.holders.get(hex_, SPANISH) for state in (after, before))
        yield Control(hex_, now, changed=now != then)


def _marks_of(event: Event) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The counters that an event shows to have acted, and how."""
    if isinstance(event, facts.Moved):
        yield event.unit, ("arrived" if event.entered else "moved",)
    elif isinstance(event, facts.Shot):
        yield event.unit, ("fired",)


WAYS: Mapping[type[Event], Callable[[Any], tuple[str, tuple[str, ...], str]]] = {
    facts.Moved: lambda event: (event.unit, event.path, "arrival" if event.entered else "move"),
    facts.Retreated: lambda event: (event.unit, event.path, "retreat"),
    facts.Charged: lambda event: (event.units[0], event.path, "march"),
    facts.Advanced: lambda event: (event.unit, (event.origin, event.to), "march"),
    facts.LeaderMoved: lambda event: (event.unit, (event.origin, event.to), "move"),
}
"""How a counter went, for each event of a way: the counter, the hexes with the first where it began, the kind."""


# What a sheet would do -------------------------------------------------------------------------------------------


def planned(state: State, seat: str, found: tuple[CheckedLine, ...]) -> Scene:
    """The position with the accepted lines of a seat's sheet drawn: `found` as its check gives it. No die is rolled."""
    base = scene(state, (), state.scenario.seats[seat])
    at = {unit: each.at for unit, each in state.units.items() if each.at is not None}
    plan = Plan(state, at, partial(drawn, state))
    sheet = draw_sheet(base, plan, found, draws=DRAWS, in_turn=tuple, phases=tuple(ORDER.index))
    end = check(state, seat, Sheet(seat=seat, sections=tuple(_sections(found)))).state
    counters = tuple(_faced(end, counter) for counter in sheet.counters)
    shown = {counter.unit for counter in counters if "planned" in counter.states}
    arrows = tuple(arrow if arrow.unit in shown else _turned(end, arrow) for arrow in sheet.arrows)
    return replace(sheet, counters=counters, arrows=arrows, shades=(*sheet.shades, *_odds(state, found)))


def _sections(found: Sequence[CheckedLine]) -> Iterator[Section]:
    """The lines of a sheet by phase, in the order of the sequence."""
    for phase in ORDER.index:
        lines = tuple(each.line for each in found if each.phase == phase)
        if lines:
            yield Section(phase=phase, lines=lines)


def _faced(end: State, counter: Drawn) -> Drawn:
    """A counter that is to come on to the map with the facing and the formation that it will have there."""
    if "planned" not in counter.states:
        return counter
    return replace(drawn(end, counter.unit, counter.space), states=counter.states)


def _turned(end: State, arrow: Arrow) -> Arrow:
    """A planned way with where its counter will face, if it ends there."""
    ends = arrow.kind == "planned" and end.units[arrow.unit].at == arrow.path[-1]
    return replace(arrow, facing=end.units[arrow.unit].facing) if ends and end.has_facing(arrow.unit) else arrow


def _odds(state: State, found: Sequence[CheckedLine]) -> Iterator[Shade]:
    """The odds of each hex that is to be charged or assaulted, of all together who are to hit it, as their column is
    called. An assault's notes are of all assaults of the hex.
    """
    strength: dict[str, dict[int, Fraction]] = {}
    defence: dict[str, Fraction] = {}
    for number, each in enumerate(found, 1):
        order = each.line.order
        if isinstance(order, Assault | Charge) and "column" in each.notes:
            alone = number * isinstance(order, Charge)
            strength.setdefault(order.target, {})[alone] = Fraction(str(each.notes["attack"]))
            defence[order.target] = Fraction(str(each.notes["defence"]))
    for target, attack in sorted(strength.items()):
        column = column_of(state, sum(attack.values(), Fraction(0)), defence[target])
        if column is not None:
            yield Shade((target,), "odds", column.replace("-", ":"))


def _deploy(plan: Plan, order: Deploy) -> Iterator[Drawing]:
    return plan.put(order.unit, order.hex, "planned")


def _move(plan: Plan, order: Move) -> Iterator[Drawing]:
    if order.stack is not None:
        units = sorted(u for u, at in plan.at.items() if at == order.stack and not plan.state.counter(u).is_leader)
    else:
        assert order.unit is not None
        units = [order.unit]
    for unit in units:
        start = plan.at.get(unit)
        yield from plan.come(unit, order.path if start is None else (start, *order.path), "planned")


def _fire(plan: Plan, order: Fire) -> Iterator[Drawing]:
    """The shot; of guns their arc and range too."""
    if order.unit is not None:
        assert order.target is not None  # of a line that was accepted
        if plan.state.is_guns(order.unit):
            yield Shade(tuple(arc(plan.state, order.unit)), "arc")
        yield from plan.shot(order.unit, order.target, "artillery")


def _assault(plan: Plan, order: Assault) -> Iterator[Drawing]:
    """An arrow from the stack to the hex that it assaults."""
    units = sorted(u for u, at in plan.at.items() if at == order.hex and not plan.state.counter(u).is_leader)
    for unit in units[:1]:
        yield Arrow(unit, plan.state.counter(unit).side, (order.hex, order.target), "planned-attack")


def _charge(plan: Plan, order: Charge) -> Iterator[Drawing]:
    """The ride, and an arrow on to the hex that is charged."""
    for unit in order.units:
        yield from plan.come(unit, (plan.at[unit], *order.path), "planned")
    first = order.units[0]
    yield Arrow(first, plan.state.counter(first).side, (order.path[-1], order.target), "planned-attack")


DRAWS: Mapping[type[Order], Draw] = {
    Deploy: _deploy,
    Move: _move,
    Fire: _fire,
    Assault: _assault,
    Charge: _charge,
}
"""How the order of each verb is drawn."""
