"""The scene of a span of events, and of a sheet that does not count yet, in words of any wargame."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from pbem.core.events import Event
from pbem.core.orders import Order
from pbem.core.pieces import Piece
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.core.scene import Counter as Drawn
from pbem.kit.picture import Draw, Drawing, Plan, Span, Where, draw_sheet, ghost, printed
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.orders import Attack, Bombard, Deploy, Enter, Move, Sail
from pbem.rules.rif1926.scenario import Counter
from pbem.rules.rif1926.sequence import ALLIED, ORDER, RIF, SIDES, kind_of, side_in
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.supply_lines import supply_lines

STATES = ("dispersed", "overstacked", "unsupplied", "fired", "arrived", "moved")
WHERE: Mapping[str, Where] = {
    "map": "map",
    "off-map": "coming",
    "entering": "coming",
    "out": "gone",
    "eliminated": "gone",
    "removed": "gone",
}
"""Where a ground unit is by its status; the others are off the map for a time: in the pool, under repair."""
ASIDE = ("base", "repair", "off-map", "entering", "pool")
"""Where those are who are not on the map and not out of the game; ground units off the map are still to be set up."""
BEFORE_MOVES = ("allied-setup", "rif-setup", "supply-loyalty")
"""The phases of the first turn in which nobody has moved yet."""


def scene(before: State, events: tuple[Event, ...], side: str | None) -> Scene:
    """What to draw of the events that led on from a state, the same for both sides: nothing on this map is hidden."""
    span = _Span(before, events)
    scenario = before.scenario
    return span.scene(
        SIDES,
        counters=tuple(span.shown(unit, drawn) for unit in _piled(span.after)),
        arrows=tuple(span.arrows(WAYS, lambda unit: scenario.counters[unit].side)),
        battles=tuple(battle for event in events if (battle := _battle(event)) is not None),
        shots=tuple(shot for event in events for shot in _shots(before, event)),
        ghosts=tuple(ghost for event in events for ghost in span.ghosts(event)),
        controls=tuple(_controls((*before.occupied, *_from_set_up(before, events)), span.after)),
        aside=tuple(_aside(span.after)),
    )


def _aside(state: State) -> Iterator[tuple[str, tuple[Drawn, ...]]]:
    """Who is not on the map and may come onto it or act from beside it, by status; aircraft are ready at their base."""
    found: dict[str, list[Drawn]] = {status: [] for status in ASIDE}
    for unit, each in sorted(state.units.items()):
        flies = each.status == "off-map" and state.counter(unit).type == "air"
        status = "base" if flies else each.status
        if status in found and not (status == "off-map" and state.counter(unit).is_ground):
            found[status].append(drawn(state, unit, ""))
    return ((status, tuple(counters)) for status, counters in found.items() if counters)


def supply(state: State, side: str | None) -> Scene:
    """The position with a shortest line of supply of each unit that has one now, the same for both sides (RIF-10)."""
    lines = {unit: line for each in SIDES for unit, line in supply_lines(state, each).items()}
    base = scene(state, (), side)
    return replace(
        base,
        counters=tuple(_by_line(state, counter, counter.unit in lines) for counter in base.counters),
        arrows=tuple(Arrow(unit, state.counter(unit).side, line, "supply") for unit, line in lines.items()),
    )


def _by_line(state: State, counter: Drawn, supplied: bool) -> Drawn:
    """A counter as its line of supply is now, not as the last supply phase found it."""
    others = {each for each in counter.states if each != "unsupplied"}
    if not supplied and state.counter(counter.unit).is_ground:
        others.add("unsupplied")
    return replace(counter, states=tuple(each for each in STATES if each in others))


def pieces(state: State, side: str | None) -> tuple[Piece, ...]:
    """All units, the same for both sides, with what their counters show."""
    return tuple(_Span(state, ()).pieces(partial(_where, state), lambda unit: figures(state.counter(unit))))


def _where(state: State, unit: str) -> Where:
    """Where a unit is; ships and aircraft that are not on the map wait for orders, and no one waits for them."""
    found = WHERE.get(state.units[unit].status)
    return "off" if found is None or (found == "coming" and not state.counter(unit).is_ground) else found


def figures(counter: Counter) -> str:
    """The figures along the foot of a counter: attack, defence, movement; of what fires its points, range, movement."""
    if counter.type == "air":
        return str(counter.points)
    shown = (counter.points, counter.range) if counter.fires else (counter.attack, counter.defence)
    return "-".join(str(each) for each in (*shown, *((counter.movement,) if counter.movement else ())))


def drawn(state: State, unit: str, space: str) -> Drawn:
    """The counter of a unit in a hex, as it is printed: without states."""
    return printed(state, unit, space, figures(state.counter(unit)), styles=STYLES)


STYLES: Mapping[str, str] = {
    "tercio": "green",
    "regulares": "yellow",
    "mehala": "red",
    "harka": "grey",
    "french": "blue",
    "goum": "grey",
    "navy": "blue",
    "air": "blue",
    "guard": "red",
    "tabor": "yellow",
}
"""The colour class of each corps."""


def _piled(state: State) -> Iterator[str]:
    """What stands on the map, hex by hex in the order of arrival; ships last."""
    for hex_ in sorted(state.stacks):
        yield from state.stacks[hex_]
    yield from (
        unit for unit, each in sorted(state.units.items()) if each.status == "map" and not state.counter(unit).is_ground
    )


class _Span(Span):
    """A span of events with the positions at its ends."""

    def __init__(self, before: State, events: tuple[Event, ...]) -> None:
        super().__init__(evolve, before, events)
        self._marks = self.done(_marks_of)

    def states(self, unit: str) -> tuple[str, ...]:
        """What the counter of a unit shows."""
        each = self.after.units[unit]
        marks = set(self._marks.get(unit, ()))
        marks |= {name for name in ("dispersed", "overstacked", "fired") if getattr(each, name)}
        if not each.in_supply:
            marks.add("unsupplied")
        own = self.after.counter(unit).side == side_in(self.after.phase)
        if not self.events and own and each.moved and kind_of(self.after.phase) == "movement":
            marks.add("moved")
        return tuple(state for state in STATES if state in marks)

    def ghosts(self, event: Event) -> Iterable[Ghost]:
        """Where units were lost, and from where they set out."""
        if isinstance(event, facts.Eliminated | facts.Deserted):
            cause: Literal["combat", "fire", ""] = ""
            if isinstance(event, facts.Eliminated):
                cause = "fire" if event.cause == "bombardment" else "combat" if event.cause in FOUGHT else ""
            yield ghost(drawn(self.before, event.unit, event.at), event.at, lost=True, cause=cause)
        elif isinstance(event, facts.ArmourCaught):
            for unit in event.units:
                yield ghost(drawn(self.before, unit, event.at), event.at, lost=True, cause="combat")
        elif isinstance(event, facts.ShipBombarded) and event.hit:
            yield ghost(drawn(self.before, event.ship, event.at), event.at, lost=True, cause="fire")
        elif isinstance(event, facts.Moved):
            yield ghost(drawn(self.before, event.unit, event.path[0]), event.path[0], lost=False)
        elif isinstance(event, facts.Retreated | facts.Advanced):
            yield ghost(drawn(self.before, event.unit, event.origin), event.origin, lost=False)


FOUGHT = ("combat", "retreat")


def _battle(event: Event) -> Battle | None:
    """A combat by the hexes of those who fought it, with both strengths and the odds."""
    if isinstance(event, facts.Fought):
        told = event.column.replace("-", ":")
        outcome = "attacker" if event.result.startswith("D") else "defender"
        return Battle(event.number, event.side, event.origins, (event.at,), event.attack, event.defence, outcome, told)
    if isinstance(event, facts.ArmourCaught):
        return Battle(event.number, event.side, event.origins, (event.at,), None, None, "attacker", "×")
    return None


def _shots(before: State, event: Event) -> Iterator[Shot]:
    """Fire at a hex, from each hex that it came from."""
    if isinstance(event, facts.Bombarded | facts.ShipBombarded):
        for unit, origin in zip(event.units, event.origins, strict=True):
            roll = f"{event.side} {event.at}"  # all that fire at a hex have one die
            yield Shot(event.side, origin, event.at, event.hit, _arm(before, unit), roll)
    elif isinstance(event, facts.Fought):
        for unit in event.support:
            origin = before.units[unit].at or event.at
            yield Shot(event.side, origin, event.at, None, "support" if _arm(before, unit) == "artillery" else "air")


def _arm(state: State, unit: str) -> str:
    return {"air": "air", "naval": "fleet"}.get(state.counter(unit).type, "artillery")


def _from_set_up(before: State, events: tuple[Event, ...]) -> tuple[str, ...]:
    """The towns that the first look at them finds occupied, before anybody has moved: nobody has taken them."""
    if before.turn > 1 or before.phase not in BEFORE_MOVES:
        return ()
    found = (each for each in events if isinstance(each, facts.Moved | facts.TownsFound))
    first = next(found, None)
    return first.occupied if isinstance(first, facts.TownsFound) else ()


def _controls(before: Collection[str], after: State) -> Iterator[Control]:
    """Who holds each town that counts: the Allies where it is occupied (RIF-12.4); `before`: those that were so."""
    for towns in after.scenario.towns_of.values():
        for town in towns:
            now, then = town in after.occupied, town in before
            yield Control(after.scenario.towns[town], ALLIED if now else RIF, changed=now is not then)


def _marks_of(event: Event) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The units that an event shows to have acted, and how."""
    if isinstance(event, facts.Moved | facts.Sailed):
        yield event.unit, ("moved",)
    elif isinstance(event, facts.Entered | facts.Defected):
        yield event.unit, ("arrived",)


WAYS: Mapping[type[Event], Callable[[Any], tuple[str, tuple[str, ...], str]]] = {
    facts.Moved: lambda event: (event.unit, event.path, "move"),
    facts.Entered: lambda event: (event.unit, event.path, "arrival"),
    facts.Sailed: lambda event: (event.unit, (event.origin or event.at, event.at), "voyage"),
    facts.Retreated: lambda event: (event.unit, (event.origin, event.to), "retreat"),
    facts.Advanced: lambda event: (event.unit, (event.origin, event.to), "march"),
}
"""How a unit went, for each event of a way: the unit, the hexes with the first where it began, the kind."""


# What a sheet would do -------------------------------------------------------------------------------------------


def planned(state: State, seat: str, found: tuple[CheckedLine, ...]) -> Scene:
    """The position with the accepted lines of a seat's sheet drawn: `found` as its check gives it. No die is rolled."""
    base = scene(state, (), state.scenario.seats[seat])
    at = {unit: each.at for unit, each in state.units.items() if each.at is not None}
    plan = Plan(state, at, partial(drawn, state))
    return draw_sheet(base, plan, found, draws=DRAWS, in_turn=tuple, phases=tuple(ORDER.index))


def _deploy(plan: Plan, order: Deploy) -> Iterator[Drawing]:
    return plan.put(order.unit, order.at, "planned")


def _move(plan: Plan, order: Move) -> Iterator[Drawing]:
    for unit in order.units:
        yield from plan.come(unit, (plan.at[unit], *order.path), "planned")


def _enter(plan: Plan, order: Enter) -> Iterator[Drawing]:
    return plan.come(order.unit, (order.at, *order.path), "planned")


def _sail(plan: Plan, order: Sail) -> Iterator[Drawing]:
    return plan.put(order.unit, order.to, "planned-voyage")


def _fire(plan: Plan, units: Iterable[str], target: str, kind: str) -> Iterator[Drawing]:
    """Fire from where each unit will be; of aircraft, over the target itself."""
    at = plan.space_of(target)
    for unit in units:
        arm = _arm(plan.state, unit)
        if arm == "air" and at in plan.state.scenario.board:
            yield Shot(plan.state.counter(unit).side, at, at, None, "air")
        else:
            yield from plan.shot(unit, target, kind or arm)


def _bombard(plan: Plan, order: Bombard) -> Iterator[Drawing]:
    return _fire(plan, order.with_, order.target, "")


def _attack(plan: Plan, order: Attack) -> Iterator[Drawing]:
    """An arrow from each attacker to the target, and the fire in support."""
    at = plan.space_of(order.target)
    for unit in order.with_:
        if unit in plan.at:
            yield Arrow(unit, plan.state.counter(unit).side, (plan.at[unit], at), "planned-attack")
    yield from _fire(plan, order.support, order.target, "support")


DRAWS: Mapping[type[Order], Draw] = {
    Deploy: _deploy,
    Move: _move,
    Enter: _enter,
    Sail: _sail,
    Bombard: _bombard,
    Attack: _attack,
}
"""How the order of each verb is drawn."""
