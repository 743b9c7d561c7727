"""The turn: which phase follows, who is awaited in it, and what changes as it begins (LL-2.4, 3.1, 4.1, 10.1)."""

from collections.abc import Callable
from typing import Any

from pbem.core.events import Event, Phase, PhaseBegan
from pbem.kit.frozen import alter
from pbem.kit.sequence import Sequence
from pbem.rules.legion.armour import panic_choices
from pbem.rules.legion.aviation import available, refreshed
from pbem.rules.legion.control import ARMOUR, attackers, gunners
from pbem.rules.legion.movement import can_move
from pbem.rules.legion.ownership import own, seats_of, sector_seat
from pbem.rules.legion.reinforcements import arrivals
from pbem.rules.legion.sequence import AIR_PHASES, PHASES, SEQUENCE, SIDES, acting
from pbem.rules.legion.setup import unplaced
from pbem.rules.legion.state import Piece, State, changed

ORDER = Sequence(SEQUENCE)


def following(state: State) -> tuple[int, str]:
    """Turn and id of the next phase that is not skipped (LL-10.1)."""
    return ORDER.following(state, phase_began, _able)  # LL-10.1


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
    return can_move(state, unit) or (state.counter(unit).type == ARMOUR and bool(panic_choices(state, unit)))


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
    return state.scenario.fleets if kind == "fleet" and state.turn >= state.scenario.tables["air-turn"] else ()


def awaited(state: State) -> tuple[str, ...]:
    """The seats whose sheets the phase waits for, first seat first; of two those that have pieces for it (LL-3.1)."""
    phase = PHASES[state.phase]
    if phase.auto or state.winner is not None:
        return ()
    seats = seats_of(state.scenario, acting(phase.id))
    if len(seats) < 2:
        return seats
    units = actors(state, phase)
    concerned = tuple(seat for seat in seats if any(not own(state, seat, unit) for unit in units))
    return concerned or seats  # LL-3.1


# The position after --------------------------------------------------------------------------------------------


def phase_began(state: State, event: PhaseBegan) -> State:
    """The state in its next phase; what a piece did is forgotten as the own turn of its side begins (part C)."""
    within = event.turn == state.turn and ORDER.index[event.phase] >= ORDER.index[state.phase]
    begun = alter(state, turn=event.turn, phase=event.phase, battles=state.battles if within else 0)
    for side in SIDES:
        if ORDER.begins_turn_of(side, state.phase if within else None, event.phase):
            begun = changed(begun, _fresh(begun, side))
    return refreshed(begun) if event.phase in AIR_PHASES else begun


def _fresh(state: State, side: str) -> dict[str, Piece]:
    """The pieces that are different as the own turn of a side begins: its own, and those it may attack anew."""
    counters, shared = state.scenario.counters, len(seats_of(state.scenario, side)) > 1
    fresh: dict[str, Piece] = {}
    for unit, piece in state.units.items():
        if counters[unit].side != side:
            if piece.attacked:
                fresh[unit] = alter(piece, attacked=False)
        elif _used(piece) or shared:
            at = piece.at if piece.status == "map" else None
            seat = sector_seat(state.scenario, counters[unit], at)  # LL-3.1
            fresh[unit] = Piece(piece.status, piece.at, piece.arrived_turn, piece.landed, seat=seat)
    return fresh


def _used(piece: Piece) -> bool:
    """Whether anything of the last own turn is still noted on the piece."""
    done = piece.moved != "no" or piece.bombarded or piece.supported or piece.fought
    return done or piece.must_attack or piece.panicked or piece.attacked or bool(piece.zoc_of)


EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {PhaseBegan: phase_began}
