"""The turn: which phase follows, who may act in it (RIF-3.1)."""

from collections.abc import Iterable

from pbem.core.events import Phase
from pbem.rules.rif1926 import bombardment, declare, movement, setup
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.saving import pool
from pbem.rules.rif1926.sequence import ORDER, kind_of, side_in
from pbem.rules.rif1926.state import State

awaited = ORDER.awaited


def following(state: State) -> tuple[int, str]:
    """Turn and id of the next phase that is not skipped (RIF-3.1)."""
    return ORDER.following(state, evolve, _able)  # RIF-3.1


def _able(state: State, phase: Phase) -> bool:
    """Whether anything can happen in the phase that it is now (catalogue, part A)."""
    kind, side = kind_of(phase.id), side_in(phase.id)
    if kind == "reactivation":
        dispersed = (state.counter(unit) for unit, each in state.units.items() if each.dispersed and each.at)
        return any(counter.side == side and counter.is_ground for counter in dispersed)
    if kind == "reinforcement":
        return bool(pool(state))
    return phase.auto or next(iter(_acting(state, phase)), None) is not None


def actors(state: State, phase: Phase) -> tuple[str, ...]:
    """The units of the phase's side that may be given an order in it now, by id; the state is in that phase."""
    return tuple(sorted({*_acting(state, phase)}))


def _acting(state: State, phase: Phase) -> Iterable[str]:
    """The same as they are found, some more than once."""
    kind, side = kind_of(phase.id), side_in(phase.id)
    if kind == "setup":
        return setup.actors(state, side)
    if kind == "movement":
        return movement.actors(state, side)
    if kind == "bombardment":
        return bombardment.bombardiers(state, side)
    return declare.attackers(state, side)
