"""The state as JSON and back (catalogue, part C), and the state before the first phase."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from pbem.kit.saving import Fields, Frame
from pbem.rules.legion.control import controllers
from pbem.rules.legion.ownership import sector_seat
from pbem.rules.legion.scenario import WEATHERS, Counter, Scenario
from pbem.rules.legion.sequence import MOROCCAN, ORDER, SIDES
from pbem.rules.legion.state import Piece, State, index

STATUSES = ("map", "off-map", "due", "waiting", "pool", "grounded", "eliminated")
MOVED = ("no", "move", "march", "reinforce", "land")
TOP = ("weather", "weather_roller", "airport_holder", "winner", "win_reason", "battles")
PIECES = Fields(Piece, words={"status": STATUSES, "moved": MOVED}, labels={"status": "the status"})
POSITION = Fields(
    State,
    names=TOP,
    words={
        "weather": WEATHERS,
        "weather-roller": (None, *SIDES),
        "airport-holder": SIDES,
        "winner": (None, *SIDES, "draw"),
    },
)
FRAME = Frame("La Legión", ORDER.by_id, POSITION, unit="piece")


def initial(scenario: Scenario) -> State:
    """The state before the first phase: all off map, captured batteries in the pool."""
    return load(scenario, {})


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """The state as JSON values under kebab-case keys; without `full`, piece fields at their default are left out."""
    units = {unit: PIECES.dump(state.units[unit], full=full) for unit in sorted(state.units)}
    return {"turn": state.turn, "phase": state.phase, **POSITION.dump(state), "units": units}


def load(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """The state of parsed state.json, or of a case's position; what is left out has its default.

    A piece without a status stands on the map where it has a hex; else it is off map, due, in the pool or at its base,
    as its counter and the turn say. ValueError, a sentence, where the data do not fit the scenario.
    """
    turn, phase, top, given = FRAME.read(data, scenario.counters, scenario.turns)
    placed = {unit: _piece(scenario, unit, given.get(unit, {})) for unit in sorted(scenario.counters)}
    bare = State(scenario, turn, phase, placed, **top)
    units = {unit: _settled(bare, unit) for unit in placed}
    state = replace(bare, units=units, occupied=index(scenario, units))
    return replace(state, units={unit: _with_duty(state, unit) for unit in units})


def _piece(scenario: Scenario, unit: str, given: Any) -> Piece:
    """A piece as given; its status is "" where it is left out and has no hex."""
    known: dict[str, tuple[Collection[str], str]] = {
        "at": (scenario.board.index, "hex of the map"),
        "seat": (scenario.seats, "seat of the game"),
        "zoc-of": (scenario.counters, "pieces"),
    }
    values = PIECES.read(given, f"piece {unit}", known)
    values.setdefault("status", "map" if values.get("at") else "")
    if values["status"] == "map" and values.get("at") is None and scenario.counters[unit].is_land:
        raise ValueError(f"piece {unit}: a land piece on the map stands in a hex.")
    return Piece(**values)


def _settled(state: State, unit: str) -> Piece:
    """The piece with the status, base and seat that were left out."""
    piece, counter = state.units[unit], state.counter(unit)
    if not piece.status:
        piece = replace(piece, status=_status(state, counter))
        if piece.status == "map":
            piece = at_base(replace(state, units={unit: piece}), unit)
    elif piece.status == "map" and piece.at is None and counter.type == "bomber":
        piece = replace(piece, at=state.scenario.airport)
    if piece.seat is None:
        piece = replace(piece, seat=sector_seat(state.scenario, counter, piece.at))
    return piece


def at_base(state: State, unit: str) -> Piece:
    """An aircraft or fleet as it enters the game: bombers at the airport, seaplanes at Mar Chica, fleets off map."""
    piece, counter = state.units[unit], state.counter(unit)
    if counter.type == "fleet":
        return replace(piece, status="off-map", at=None)
    if counter.type == "seaplane":
        return replace(piece, status="map", at=None)
    if state.scenario.airport is None or state.airport_holder == MOROCCAN:
        return replace(piece, status="grounded", at=None)
    return replace(piece, status="map", at=state.scenario.airport)


def _status(state: State, counter: Counter) -> str:
    if counter.captured:
        return "pool"
    turn = counter.turn or 1
    told = turn < state.turn or (turn == state.turn and ORDER.index[state.phase] > ORDER.index["weather"])
    if counter.is_land:
        return "due" if told and turn > 1 else "off-map"
    return "map" if told else "off-map"


def _with_duty(state: State, unit: str) -> Piece:
    """The piece; one that must attack and does not say whom has entered the zones of those beside it."""
    piece = state.units[unit]
    if not piece.must_attack or piece.zoc_of or piece.at is None:
        return piece
    return replace(piece, zoc_of=controllers(state, state.counter(unit).side, piece.at))
