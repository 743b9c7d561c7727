"""The turn: which phase follows, who is awaited in it, and what changes as it begins (LL-2.4, 3.1, 4.1, 10.1)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbem.core.events import Event, Phase, PhaseBegan
from pbem.rules.legion.armour import panic_choices
from pbem.rules.legion.aviation import available, refreshed
from pbem.rules.legion.control import ARMOUR, attackers, gunners
from pbem.rules.legion.movement import can_move
from pbem.rules.legion.ownership import own, seats_of, sector_seat
from pbem.rules.legion.reinforcements import arrivals
from pbem.rules.legion.sequence import AIR_PHASES, PHASES, SEQUENCE, SIDES
from pbem.rules.legion.setup import unplaced
from pbem.rules.legion.state import Piece, State, changed

INDEX = {phase.id: number for number, phase in enumerate(SEQUENCE)}
FIRST_OF_TURN = next(number for number, phase in enumerate(SEQUENCE) if not phase.once)
OWN_TURN = {side: next(n for n, p in enumerate(SEQUENCE) if p.side == side and not p.once) for side in SIDES}
"""The place in the sequence where each side's own turn begins, whether its first phases are skipped or not."""


def following(state: State) -> tuple[int, str]:
    """Turn and id of the next phase that is not skipped (LL-10.1)."""
    turn, number = state.turn, INDEX[state.phase]
    while True:
        number += 1
        if number == len(SEQUENCE):
            turn, number = turn + 1, FIRST_OF_TURN  # LL-2.4
        phase = SEQUENCE[number]
        if phase.auto or _able(phase_began(state, PhaseBegan(turn=turn, phase=phase.id)), phase):
            return turn, phase.id  # LL-10.1


def _able(state: State, phase: Phase) -> bool:
    """Whether the side has anything to order in the phase that it is now."""
    side = phase.side or ""
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
    side = phase.side or ""
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
    if phase.side is None or state.winner is not None:
        return ()
    seats = seats_of(state.scenario, phase.side)
    if len(seats) < 2:
        return seats
    units = actors(state, phase)
    concerned = tuple(seat for seat in seats if any(not own(state, seat, unit) for unit in units))
    return concerned or seats  # LL-3.1


# The position after --------------------------------------------------------------------------------------------


def phase_began(state: State, event: PhaseBegan) -> State:
    """The state in its next phase; what a piece did is forgotten as the own turn of its side begins (part C)."""
    same = event.turn == state.turn
    old, new = (INDEX[state.phase] if same else -1), INDEX[event.phase]
    fresh = {side for side in SIDES if old < OWN_TURN[side] <= new}
    pieces = {unit: piece for unit in state.units if (piece := _fresh(state, unit, fresh)) is not None} if fresh else {}
    begun = changed(state, pieces, turn=event.turn, phase=event.phase)
    return refreshed(begun) if event.phase in AIR_PHASES else begun


def _fresh(state: State, unit: str, sides: set[str]) -> Piece | None:
    """The piece as the own turn of these sides begins; None where nothing changes."""
    piece, counter = state.units[unit], state.scenario.counters[unit]
    if counter.side not in sides:
        return replace(piece, attacked=False) if piece.attacked else None
    done = piece.moved != "no" or piece.bombarded or piece.supported or piece.fought or piece.must_attack
    seat = sector_seat(state.scenario, counter, piece.at if piece.status == "map" else None)
    if not (done or piece.zoc_of or piece.panicked or piece.attacked or seat != piece.seat):
        return None
    return Piece(piece.status, piece.at, piece.arrived_turn, piece.landed, seat=seat)  # LL-3.1


EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {PhaseBegan: phase_began}
