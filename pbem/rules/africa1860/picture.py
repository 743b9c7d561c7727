"""The scene of a span of events, and of a sheet that does not count yet, in words of any wargame."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from pbem.core.events import Event
from pbem.core.orders import Line, Order
from pbem.core.pieces import Piece
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.core.scene import Counter as Drawn
from pbem.kit.picture import Draw, Drawing, Plan, Span, draw_sheet, ghost, goes, printed
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.carrying import parts
from pbem.rules.africa1860.coins import heads_of
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.orders import Activate, Deploy, Fire, Land, Move
from pbem.rules.africa1860.sequence import ORDER, SIDES, enemy
from pbem.rules.africa1860.state import ABOARD, OFF, State

STATES = ("demoralized", "reduced", "activated", "activated-twice", "fired", "arrived", "moved")
WHERE: Mapping[str, Literal["coming", "gone", "off"]] = {OFF: "coming", ABOARD: "off"}
"""Where a unit is that stands in no area; the others are out of the game for good."""


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """What to draw of the events that led on from a state, the same for both sides: orders alone are hidden."""
    span = _Span(before, events)
    taken = span.after.convoys_captured
    return span.scene(
        SIDES,
        conditions=(f"convoys-{taken}",) if taken else (),  # AFR-14.3
        counters=tuple(span.shown(unit, drawn) for unit in _piled(span.after)),
        arrows=tuple(span.ways()),
        battles=tuple(battle for event in events if (battle := _battle(span, event)) is not None),
        shots=tuple(shot for event in events if (shot := _shot(before, event)) is not None),
        ghosts=tuple(ghost for event in events for ghost in span.ghosts(event)),
        controls=tuple(_controls(before, span.after)),
    )


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """All units, the same for both sides, with what their counters show."""
    span = _Span(state, ())
    due = {arrival.unit for arrival in state.scenario.arrivals}  # one that only an option brings never comes without it
    return tuple(
        Piece(
            id=unit,
            side=state.side(unit),
            kind=state.counter(unit).type,
            where="map" if state.on_map(unit) else _where(each.at, unit in due),
            space=each.at if state.on_map(unit) else None,
            status="map" if state.on_map(unit) else each.at,
            figures=figures(state, unit),
            states=span.states(unit) if state.on_map(unit) else (),
        )
        for unit, each in sorted(state.units.items())
    )


def _where(at: str, due: bool) -> Literal["coming", "gone", "off"]:
    """Where a unit is that stands in no area: coming only if the scenario has it arrive (AFR-11.3)."""
    return "off" if at == OFF and not due else WHERE.get(at, "gone")


def figures(state: State, unit: str) -> str:
    """The figures of a unit as it stands: fire and combat factor; a leader's in attack and in defence (AFR-2.2)."""
    counter, each = state.counter(unit), state.units[unit]
    if counter.is_leader:
        return f"{counter.fa}-{counter.fd}"
    reduced = counter.steps == 2 and each.steps == 1
    fire = counter.ff_reduced if reduced else counter.ff
    combat = counter.fc_reduced if reduced else each.drawn_fc or counter.fc
    if fire is None and combat is None:
        return ""
    return "-".join(FACTORS.get(str(factor), str(factor)) for factor in (fire, combat))


FACTORS = {"None": "·", "hidden": "?", "1d6": "d6"}
"""How a factor is written that is no number."""


def drawn(state: State, unit: str, space: str) -> Drawn:
    """The counter of a unit in an area, as it is printed: without states."""
    counter, left = state.counter(unit), state.units[unit].steps
    strength = f"{left}/{counter.steps}" if left is not None and 0 < left < (counter.steps or 1) else ""
    return printed(state, unit, space, figures(state, unit), symbol=counter.class_, strength=strength)


def _piled(state: State) -> Iterator[str]:
    """What stands on the map, area by area from the bottom of each stack to its top; the gunboat last."""
    for area in sorted(state.stacks):
        for side in sorted(state.stacks[area]):
            yield from reversed(state.stack(area, side))
    ship = state.scenario.ship
    if ship is not None and state.on_map(ship):
        yield ship


class _Span(Span):
    """A span of events with the positions at its ends."""

    def __init__(self, before: State, events: tuple[Event, ...]) -> None:
        super().__init__(evolve, before, events)
        self._marks = self.done(_marks_of)

    def states(self, unit: str) -> tuple[str, ...]:
        """What the counter of a unit shows."""
        each, counter = self.after.units[unit], self.after.counter(unit)
        marks = set(self._marks.get(unit, ()))
        marks |= {name for name in ("demoralized", "fired", "moved") if getattr(each, name)}
        if counter.steps == 2 and each.steps == 1:
            marks.add("reduced")
        if each.activations:
            marks.add("activated" if each.activations == 1 else "activated-twice")
        return tuple(state for state in STATES if state in marks)

    def ways(self) -> Iterator[Arrow]:
        """An arrow for each unit that went anywhere; retreats and falling back are flights."""
        for event in self.events:
            for unit, path, kind in _ways(event):
                if goes(path):
                    yield Arrow(unit, self.before.side(unit), path, kind)

    def ghosts(self, event: Event) -> Iterable[Ghost]:
        """Where units were lost, and from where they set out."""
        if isinstance(event, facts.Eliminated):
            cause: Literal["combat", "fire", ""] = "combat" if event.cause == "shock" else "fire"
            yield ghost(drawn(self.before, event.unit, event.at), event.at, lost=True, cause=cause)
        elif isinstance(event, facts.Captured):
            yield ghost(drawn(self.before, event.unit, event.at), event.at, lost=True, cause="combat")
        elif isinstance(event, facts.Moved | facts.Retreated) and event.path[0] in self.before.scenario.board:
            for unit in event.units:
                yield ghost(drawn(self.before, unit, event.path[0]), event.path[0], lost=False)


def _ways(event: Event) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """How units went, for each event of a way: the unit, the areas with the first where it began, the kind."""
    if isinstance(event, facts.Moved):
        yield from ((unit, event.path, "move") for unit in event.units)
    elif isinstance(event, facts.Sailed):
        yield event.unit, event.path, "move"
    elif isinstance(event, facts.Retreated):
        yield from ((unit, event.path, "retreat") for unit in event.units)
    elif isinstance(event, facts.FellBack):
        yield from ((unit, (event.at, event.to), "retreat") for unit in event.units)


def _battle(span: _Span, event: Event) -> Battle | None:
    """A shock, with the coins of both sides: whence the attackers came, and the area fought over."""
    if not isinstance(event, facts.Shocked):
        return None
    came = (e for e in span.events if isinstance(e, facts.Moved) and e.attacks and e.path[-1] == event.at)
    origins = {unit: move.path[-2] for move in came for unit in move.units}
    origins |= {u: o for u in event.attackers if (o := span.before.units[u].origin) is not None and u not in origins}
    areas = tuple(dict.fromkeys(origins[unit] for unit in event.attackers if unit in origins)) or (event.at,)
    outcome = "tie" if not event.winner else "attacker" if event.winner == event.side else "defender"
    attack, defence = map(heads_of, (event.attack_faces, event.defence_faces))  # more heads win
    return Battle(event.number, event.side, areas, (event.at,), attack, defence, outcome)


def _shot(before: State, event: Event) -> Shot | None:
    """Fire at an area; at who has come into one's own it has no line, only its end."""
    if isinstance(event, facts.Fired):
        return Shot(before.side(event.unit), event.origin, event.at, event.hit, "support")
    if isinstance(event, facts.Shelled):
        kind = "fleet" if before.counter(event.unit).class_ == "ship" else "artillery"
        return Shot(before.side(event.unit), event.origin, event.at, event.result != "none", kind)
    return None


def _controls(before: State, after: State) -> Iterator[Control]:
    """Who controls each area that counts for victory (AFR-11.2)."""
    for area in after.scenario.objectives:
        yield Control(area, after.control.get(area), changed=after.control.get(area) != before.control.get(area))


def _marks_of(event: Event) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The units that an event shows to have acted, and how."""
    if isinstance(event, facts.Arrived):
        yield event.unit, ("arrived",)


# What a sheet would do -------------------------------------------------------------------------------------------


def planned(state: State, seat: str, found: tuple[CheckedLine, ...]) -> Scene:
    """The position with the accepted lines of a seat's sheet drawn: `found` as its check gives it. No die is rolled."""
    base = scene(state, (), state.scenario.seats[seat])
    at = {unit: each.at for unit, each in state.units.items() if state.on_map(unit)}
    plan = Plan(state, at, partial(drawn, state))
    return draw_sheet(base, plan, found, draws=DRAWS, in_turn=_in_turn, phases=tuple(ORDER.index))


def _in_turn(lines: Sequence[Line]) -> list[Line]:
    return [line for part in parts(lines) for line in part]


def _deploy(plan: Plan, order: Deploy) -> Iterator[Drawing]:
    for unit in order.units:
        yield from plan.put(unit, order.area, "planned")


def _go(plan: Plan, units: Iterable[str], path: tuple[str, ...]) -> Iterator[Drawing]:
    """Units go a path, or what of it can be drawn: into an area that enemies hold as an attack."""
    for unit in units:
        if unit in plan.at:
            attacks = plan.state.holds(path[-1], enemy(plan.state.side(unit)))
            yield from plan.come(unit, (plan.at[unit], *path), "planned-attack" if attacks else "planned")


def _move(plan: Plan, order: Move) -> Iterator[Drawing]:
    return _go(plan, order.units, order.path)


def _land(plan: Plan, order: Land) -> Iterator[Drawing]:
    ship = plan.state.scenario.ship
    start = plan.at.get(ship, order.area)
    return plan.come(order.unit, (start, order.area), "planned")


def _fire(plan: Plan, order: Fire) -> Iterator[Drawing]:
    for unit in order.units:
        yield from plan.shot(unit, order.area, "support")


def _activate(plan: Plan, order: Activate) -> Iterator[Drawing]:
    ride = order.algarabia
    kinds = {"artillery": "artillery", "ship": "fleet"}
    if order.fire:
        for unit in order.units:
            if plan.state.counter(unit).ff is not None:
                yield from plan.shot(unit, order.fire, kinds.get(plan.state.counter(unit).class_, "support"))
    if order.move:
        yield from _go(plan, order.units, order.move)
    if ride is not None:
        yield from _go(plan, order.units, (ride.via,))
        for unit in order.units:
            yield from plan.shot(unit, ride.fire, "support")
        yield from _go(plan, order.units, (ride.to,))


DRAWS: Mapping[type[Order], Draw] = {
    Deploy: _deploy,
    Move: _move,
    Land: _land,
    Fire: _fire,
    Activate: _activate,
}
"""How the order of each verb is drawn."""
