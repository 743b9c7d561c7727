"""Evolve: the state after an event; the only place where a state comes into being."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.events import Event, PhaseBegan
from pbem.kit.common import seats_of
from pbem.kit.evolving import as_it_was, core_changes
from pbem.kit.frozen import alter
from pbem.rules.legion import events as facts
from pbem.rules.legion.aviation import home_of, refreshed
from pbem.rules.legion.ownership import sector_seat
from pbem.rules.legion.saving import at_base, dump, load
from pbem.rules.legion.sequence import AIR_PHASES, MOROCCAN, ORDER, SIDES
from pbem.rules.legion.state import Piece, State, changed, marked


def evolve(state: State, event: Event) -> State:
    """The state after an event; KeyError for an event that La Legión does not have."""
    return EVOLVE[type(event)](state, event)


# Phases and turns -----------------------------------------------------------------------------------------------


def _phase_began(state: State, event: PhaseBegan) -> State:
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


def _weather_set(state: State, event: facts.WeatherSet) -> State:
    return alter(state, weather=event.weather, weather_roller=event.roller)


def _turn_ended(state: State, event: facts.TurnEnded) -> State:
    return state if event.last else alter(state, turn=event.turn + 1)  # LL-2.4


# Coming and going -----------------------------------------------------------------------------------------------


def _deployed(state: State, event: facts.Deployed) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], status="map", at=event.at)})


def _due(state: State, event: facts.Due) -> State:
    return changed(state, {unit: _begin(state, unit) for unit in event.units})


def _begin(state: State, unit: str) -> Piece:
    return alter(state.units[unit], status="due") if state.counter(unit).is_land else at_base(state, unit)


def _waited(state: State, event: facts.Waited) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], status="waiting")})


def _reinforced(state: State, event: facts.Reinforced) -> State:
    piece = alter(state.units[event.unit], status="map", at=event.path[-1], arrived_turn=state.turn, moved="reinforce")
    return changed(state, {event.unit: piece})


def _landed(state: State, event: facts.Landed) -> State:
    piece = alter(state.units[event.unit], status="map", at=event.at, arrived_turn=state.turn, landed=True)
    return changed(state, {event.unit: piece})


def _disembarked(state: State, event: facts.Disembarked) -> State:
    piece = alter(state.units[event.unit], at=event.path[-1], moved="land", zoc_of=event.zoc_of)
    return changed(state, {event.unit: piece})


def _moved(state: State, event: facts.Moved) -> State:
    at, must = event.path[-1], event.must_attack
    piece = alter(state.units[event.unit], at=at, moved=event.how, must_attack=must, zoc_of=event.zoc_of)
    return changed(state, {event.unit: piece})


def _panicked(state: State, event: facts.Panicked) -> State:
    driven = alter(state.units[event.unit], at=event.at)
    return changed(state, {event.unit: driven, event.armour: alter(state.units[event.armour], panicked=True)})


def _duty_lifted(state: State, event: facts.DutyLifted) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], must_attack=False, zoc_of=())})


# Aircraft and fleets --------------------------------------------------------------------------------------------


def _flown(state: State, event: facts.Flown) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], status="map", at=event.to, moved="move")})


def _returned(state: State, event: facts.Returned) -> State:
    return changed(state, {unit: alter(state.units[unit], at=home_of(state, unit)) for unit in event.units})  # LL-8.17


def _fleet_placed(state: State, event: facts.FleetPlaced) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], status="map", at=event.at, moved="move")})


def _airport_taken(state: State, event: facts.AirportTaken) -> State:
    """The airport has another holder: without it the bombers are out of the game (LL-8.19)."""
    lost = event.side == MOROCCAN
    old, new, at = ("map", "grounded", None) if lost else ("grounded", "map", state.scenario.airport)
    bombers = {
        unit: alter(piece, status=new, at=at)  # LL-8.19
        for unit, piece in state.units.items()
        if piece.status == old and state.counter(unit).type == "bomber"
    }
    return changed(state, bombers, airport_holder=event.side)


# Fire and combat ------------------------------------------------------------------------------------------------


def _bombarded(state: State, event: facts.Bombarded) -> State:
    """Who fired neither fires again nor supports in this turn (LL-8.12)."""
    return marked(state, {event.unit: alter(state.units[event.unit], bombarded=True)})  # LL-8.12


def _declared(state: State, event: facts.Declared) -> State:
    pieces: dict[str, Piece] = {unit: alter(state.units[unit], fought=True) for unit in event.units}
    for target in event.targets:
        pieces[target] = alter(state.units[target], attacked=True)
    for battery in event.support:
        pieces[battery] = alter(state.units[battery], supported=True)
    return marked(state, pieces, battles=max(state.battles, event.number))


def _lapsed(state: State, event: facts.Lapsed) -> State:
    pieces = {unit: alter(state.units[unit], fought=False) for unit in event.units}
    pieces |= {battery: alter(state.units[battery], supported=False) for battery in event.support}
    return marked(state, pieces)


def _eliminated(state: State, event: facts.Eliminated) -> State:
    piece = alter(state.units[event.unit], status="eliminated", at=None, must_attack=False, zoc_of=())
    return changed(state, {event.unit: piece})


def _battery_captured(state: State, event: facts.BatteryCaptured) -> State:
    """The battery is in place: it counts as moved and fired until the next Moroccan turn (LL-8.16)."""
    piece = alter(state.units[event.unit], status="map", at=event.at, moved="move", bombarded=True)  # LL-8.16
    return changed(state, {event.unit: piece})


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **core_changes(load, dump),
    **dict.fromkeys((facts.Held, facts.AttackAdded, facts.Fought), as_it_was),
    PhaseBegan: _phase_began,
    facts.WeatherSet: _weather_set,
    facts.TurnEnded: _turn_ended,
    facts.Deployed: _deployed,
    facts.Due: _due,
    facts.Waited: _waited,
    facts.Reinforced: _reinforced,
    facts.Landed: _landed,
    facts.Disembarked: _disembarked,
    facts.Moved: _moved,
    facts.Panicked: _panicked,
    facts.DutyLifted: _duty_lifted,
    facts.Flown: _flown,
    facts.Returned: _returned,
    facts.FleetPlaced: _fleet_placed,
    facts.AirportTaken: _airport_taken,
    facts.Bombarded: _bombarded,
    facts.Declared: _declared,
    facts.Lapsed: _lapsed,
    facts.Eliminated: _eliminated,
    facts.BatteryCaptured: _battery_captured,
}
