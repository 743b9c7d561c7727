"""The turn: which phase follows, and who is awaited in it (LL-2.4, 3.1, 4.1, 10.1)."""

from pbem.core.events import Phase
from pbem.kit.common import seats_of
from pbem.rules.legion.armour import panic_choices
from pbem.rules.legion.aviation import available
from pbem.rules.legion.control import attackers, gunners
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.movement import can_move
from pbem.rules.legion.ownership import own
from pbem.rules.legion.reinforcements import arrivals
from pbem.rules.legion.sequence import ORDER, SIDES, acting
from pbem.rules.legion.setup import unplaced
from pbem.rules.legion.state import State


def following(state: State) -> tuple[int, str]:
    """Turn and id of the next phase that is not skipped (LL-10.1)."""
    return ORDER.following(state, evolve, _able)  # LL-10.1


def _able(state: State, phase: Phase) -> bool:
    """Whether the side has anything to order in the phase that it is now; those that ask nobody are never skipped."""
    if phase.auto:
        return True
    side = acting(phase.id)
    if kind_of(phase.id) == "movement":
        return bool(arrivals(state, side)) or any(_mobile(state, unit) for unit in state.land(side))
    return bool(actors(state, phase))


def kind_of(phase: str) -> str:
    """What happens in a phase: setup, weather, bombardment, movement, combat, air, fleet or turn."""
    first, _, rest = phase.partition("-")
    return rest.partition("-")[0] if first in SIDES else first


def _mobile(state: State, unit: str) -> bool:
    return can_move(state, unit) or bool(panic_choices(state, unit))


def actors(state: State, phase: Phase) -> tuple[str, ...]:
    """The pieces of the phase's side that may be given an order in it now, by id; the state is in that phase."""
    side = acting(phase.id)
    kind = kind_of(phase.id)
    if kind == "setup":
        return unplaced(state, side)
    if kind == "movement":
        mobile = (unit for unit in state.land(side) if _mobile(state, unit))
        return tuple(sorted((*mobile, *arrivals(state, side))))
    if kind == "combat":
        return attackers(state, side)
    if kind == "bombardment":
        return gunners(state, side)
    if kind == "air":
        return available(state)
    return state.scenario.fleets if state.turn >= state.scenario.tables["air-turn"] else ()


def awaited(state: State) -> tuple[str, ...]:
    """The seats whose sheets the phase waits for, first seat first; of two those that have pieces for it (LL-3.1)."""
    phase = ORDER.by_id[state.phase]
    if phase.auto or state.winner is not None:
        return ()
    seats = seats_of(state.scenario, acting(phase.id))
    if len(seats) < 2:
        return seats
    units = actors(state, phase)
    concerned = tuple(seat for seat in seats if any(not own(state, seat, unit) for unit in units))
    return concerned or seats  # LL-3.1
