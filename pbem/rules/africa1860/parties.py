"""Who may be activated together, and for what: cavalry with its leaders, guns, or the gunboat (AFR-8, 9, 12.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.problems import Fault
from pbem.rules.africa1860.faults import absent
from pbem.rules.africa1860.movement import apart
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.state import State


@dataclass(frozen=True, slots=True)
class Party:
    """Who acts in an activation: `actors` are marked for it, `riders` are the leaders who go with cavalry."""

    actors: tuple[str, ...]
    riders: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.actors, *self.riders)


def areas_of(order: Activate) -> tuple[str, ...]:
    """The areas that an ACTIVATE names."""
    ride = order.algarabia
    named = (order.fire, *order.move, *((ride.via, ride.fire, ride.to) if ride else ()))
    return tuple(area for area in named if area is not None)


def party_of(state: State, units: Sequence[str]) -> Party:
    """Who of the units named acts, and which leaders ride: one who has moved is left behind (AFR-10.5)."""
    actors = tuple(unit for unit in units if not state.counter(unit).is_leader)
    riders = (u for u in units if state.counter(u).is_leader and not state.units[u].moved)  # AFR-10.5
    return Party(actors, tuple(riders))


def party_faults(state: State, order: Activate, units: Sequence[str]) -> Iterator[Fault]:
    """Why these units cannot be activated by this line at all."""
    yield from absent(state, units)
    yield from kind_faults(state, units)
    yield from apart(state, units)
    deeds = [bool(order.fire), bool(order.move), order.algarabia is not None]
    for unit in units:
        counter, each = state.counter(unit), state.units[unit]
        if not counter.by_activation:
            continue
        if each.activations >= counter.kind.activations:
            rule = "AFR-8.1" if counter.class_ == "cavalry" else "AFR-9.1"
            yield Fault("already-activated", rule, {"unit": unit})  # AFR-8.1 AFR-9.1
        if counter.class_ == "artillery" and order.move and each.moved:
            yield Fault("artillery-moved-twice", "AFR-9.2", {"unit": unit})  # AFR-9.2
        if order.move and counter.movement == 0:
            yield Fault("cannot-move", "AFR-13.6", {"unit": unit})  # AFR-13.6
    yield from deed_faults(state, units, deeds)


KINDS = frozenset(map(frozenset, ({"cavalry"}, {"cavalry", "leader"}, {"artillery"}, {"ship"})))
"""The classes of units that may be activated together (0.2, AFR-8.2)."""


def kind_faults(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """The fault of a line whose units are not cavalry (with leaders), guns, or the gunboat alone (0.2, AFR-8.2)."""
    if frozenset([state.counter(unit).class_ for unit in units]) not in KINDS:
        odd = next((unit for unit in units if not state.counter(unit).by_activation), units[-1])
        yield Fault("cannot-activate", "AFR-8.2", {"unit": odd})  # AFR-8.2


def deed_faults(state: State, units: Sequence[str], deeds: Sequence[bool]) -> Iterator[Fault]:
    """The fault of a line that would do too much at once; `deeds`: fire, move, algarabía (AFR-8.4, 9.2)."""
    fire, move, ride = deeds
    one_deed = any(state.counter(unit).class_ in ("artillery", "ship") for unit in units)
    if (one_deed and fire == move and not ride) or (ride and (fire or move)):
        yield Fault("fire-or-move", "AFR-9.2", {"unit": units[0]})  # AFR-9.2


def ride_faults(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """Why units may not ride algarabía at all: Moroccan cavalry with a fire factor does, alone (AFR-8.4)."""
    able = state.scenario.tables["algarabia"]
    for unit in units:
        counter = state.counter(unit)
        if counter.side != able["side"] or counter.type != able["type"]:
            yield Fault("not-algarabia", "AFR-8.4", {"unit": unit})  # AFR-8.4


def factor_faults(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """The faults of those who have no fire factor to fire with (AFR-2.6)."""
    for unit in units:
        counter = state.counter(unit)
        if counter.by_activation and counter.ff is None:
            yield Fault("no-fire-factor", "AFR-2.6", {"unit": unit})  # AFR-2.6
