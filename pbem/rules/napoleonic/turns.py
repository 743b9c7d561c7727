"""The turn: which phase follows, who is asked, who may act (13.1)."""

from pbem.core.events import Phase
from pbem.rules.napoleonic import setup
from pbem.rules.napoleonic.charges import may_charge
from pbem.rules.napoleonic.command_phase import divisions_in_play
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.fire import targets
from pbem.rules.napoleonic.fire_phase import shooters
from pbem.rules.napoleonic.movement import may_not_move
from pbem.rules.napoleonic.sequence import ORDER, kind_of, side_in
from pbem.rules.napoleonic.state import NORMAL, State


def awaited(state: State) -> tuple[str, ...]:
    """The seats whose sheets the phase waits for; in the set-up only those that have somebody to set up."""
    if kind_of(state.phase) != "set-up":
        return ORDER.awaited(state)
    waiting = ORDER.awaited(state)
    return tuple(seat for seat in waiting if setup.actors(state, state.scenario.seats[seat]))


def following(state: State) -> tuple[int, str]:
    """Turn and id of the next phase that is not skipped (NAP-1.4)."""
    return ORDER.following(state, evolve, _able)  # NAP-1.4


def _able(state: State, phase: Phase) -> bool:
    """Whether anything can happen in the phase that it is now."""
    kind, side = kind_of(phase.id), side_in(phase.id)
    if kind == "command":
        return bool(divisions_in_play(state, side))
    if kind == "fire":
        return any(targets(state, unit) for unit in state.fighting(side))
    if kind == "charges":
        # Whatever their orders: these may be hidden, and that a phase was skipped would tell of them.
        return any(may_charge(state, unit) and state.in_command(unit) for unit in state.fighting(side))
    if kind == "defensive-fire":
        return next(shooters(state, side), None) is not None
    if kind == "shock":
        return bool(state.markers)
    if kind == "reorganisation":
        units = (state.units[unit] for unit in state.fighting(side))
        return any(each.morale != NORMAL or each.fatigue for each in units)
    return True


def movers(state: State, side: str) -> tuple[str, ...]:
    """The counters and leaders of a side that may be moved, turned or formed in its movement phase, by id."""
    mine = (unit for unit, counter in sorted(state.scenario.counters.items()) if counter.side == side)
    return tuple(unit for unit in mine if all(f.code == "guns-deployed" for f in may_not_move(state, (unit,))))
