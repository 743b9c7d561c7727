"""The turn: which phase follows, whose sheets it waits for, who may act in it (0.1, AFR-3.1)."""

from pbem.core.events import Phase
from pbem.kit.common import seats_of
from pbem.rules.africa1860 import setup
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.fire import fault_of_fire
from pbem.rules.africa1860.sequence import ORDER, SIDES, acting_in, enemy, kind_of
from pbem.rules.africa1860.standing import is_able
from pbem.rules.africa1860.state import ABOARD, State


def awaited(state: State) -> tuple[str, ...]:
    """The seats whose sheets the current phase waits for; in the set-up only those that have a choice (0.1)."""
    if state.phase != "set-up" or state.winner is not None:
        return ORDER.awaited(state)
    return tuple(seat for side in SIDES if setup.actors(state, side) for seat in seats_of(state.scenario, side))


def following(state: State) -> tuple[int, str]:
    """Turn and id of the next phase that is not skipped (AFR-3.1)."""
    return ORDER.following(state, evolve, _able)  # AFR-3.1


def _able(state: State, phase: Phase) -> bool:
    """Whether anything can happen in the phase that it is now (0.1)."""
    kind, side = kind_of(phase.id), acting_in(phase.id)
    if kind == "fire":
        return bool(actors(state, phase, side))
    if kind == "defensive-fire":
        return any(state.holds(area, side) and state.holds(area, enemy(side)) for area in state.entered)
    return kind != "shock" or bool(state.contested())


def actors(state: State, phase: Phase, side: str) -> tuple[str, ...]:
    """The units of a side that may be given an order in a phase now, by id; the state is in that phase."""
    own = [unit for unit in sorted(state.units) if state.side(unit) == side]
    kind = kind_of(phase.id)
    if kind == "set-up":
        return setup.actors(state, side)
    able = {unit for unit in own if is_able(state, unit)}
    if side in phase.sides and kind == "fire":
        able |= {unit for unit in own if targets(state, unit)}
    elif side in phase.sides:
        able |= {unit for unit in own if may_move(state, unit)}
    return tuple(unit for unit in own if unit in able)


def may_move(state: State, unit: str) -> bool:
    """Whether a unit may be moved by MOVE or LAND: neither cavalry nor guns, and not moved yet."""
    counter, each = state.counter(unit), state.units[unit]
    if counter.by_activation or each.moved:
        return False
    return state.on_map(unit) or (each.at == ABOARD and state.scenario.battle != "tetuan")


def targets(state: State, unit: str) -> tuple[str, ...]:
    """The areas at which a unit may fire by FIRE now, by id."""
    each = state.units[unit]
    if not state.on_map(unit) or each.fired or state.counter(unit).class_ != "infantry":
        return ()
    near = state.scenario.board.neighbours[each.at]
    return tuple(area for area in near if not fault_of_fire(state, unit, area))
