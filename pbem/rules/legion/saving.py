"""The state as JSON and back (catalogue, part C), and the state before the first phase."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from pbem.core.record import kebab
from pbem.rules.legion.control import controllers
from pbem.rules.legion.ownership import sector_seat
from pbem.rules.legion.reinforcements import at_base
from pbem.rules.legion.scenario import Counter, Scenario
from pbem.rules.legion.sequence import PHASES, SEQUENCE, SIDES
from pbem.rules.legion.state import Piece, State, index
from pbem.rules.legion.turns import INDEX

STATUSES = ("map", "off-map", "due", "waiting", "pool", "grounded", "eliminated")
MOVED = ("no", "move", "march", "reinforce", "land")
WEATHERS = ("normal", "sandstorm", "hot")
TOP = ("weather", "weather_roller", "airport_holder", "winner", "win_reason", "battles")
PIECE_FIELDS = {kebab(f.name): f for f in fields(Piece)}
STATE_FIELDS = {kebab(f.name): f for f in fields(State) if f.name in TOP}


def initial(scenario: Scenario) -> State:
    """The state before the first phase: all off map, captured batteries in the pool."""
    return load(scenario, {"turn": 1, "phase": SEQUENCE[0].id})


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """The state as JSON values under kebab-case keys; without `full`, piece fields at their default are left out."""
    top = {name: getattr(state, field.name) for name, field in STATE_FIELDS.items()}
    units = {unit: _dump_piece(state.units[unit], full) for unit in sorted(state.units)}
    return {"turn": state.turn, "phase": state.phase, **top, "units": units}


def _dump_piece(piece: Piece, full: bool) -> dict[str, Any]:
    values = {name: getattr(piece, field.name) for name, field in PIECE_FIELDS.items()}
    if not full:
        values = {name: value for name, value in values.items() if value != PIECE_FIELDS[name].default}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def load(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """The state of parsed state.json, or of a case's position; what is left out has its default.

    A piece without a status stands on the map where it has a hex; else it is off map, due, in the pool or at its base,
    as its counter and the turn say. ValueError, a sentence, where the data do not fit the scenario.
    """
    unknown = sorted(set(data) - {"turn", "phase", "units"} - set(STATE_FIELDS))
    if unknown:
        raise ValueError(f"a state of La Legión has no field {unknown[0]!r}.")
    turn, phase = data.get("turn", 1), data.get("phase", SEQUENCE[0].id)
    if phase not in PHASES:
        raise ValueError(f"{phase!r} is no phase of La Legión.")
    if type(turn) is not int or not 1 <= turn <= scenario.turns:
        raise ValueError(f"the turn is a whole number from 1 to {scenario.turns}, not {turn!r}.")
    top = {field.name: data[name] for name, field in STATE_FIELDS.items() if name in data}
    _require_top(top)
    given = data.get("units", {})
    if not isinstance(given, Mapping):
        raise ValueError("units is an object of pieces by id.")
    lost = sorted(set(given) - set(scenario.counters))
    if lost:
        raise ValueError(f"the scenario has no piece {lost[0]!r}.")
    placed = {unit: _piece(scenario, unit, given.get(unit, {})) for unit in sorted(scenario.counters)}
    bare = State(scenario, turn, phase, placed, **top)
    units = {unit: _settled(bare, unit) for unit in placed}
    state = replace(bare, units=units, occupied=index(scenario, units))
    return replace(state, units={unit: _with_duty(state, unit) for unit in units})


def _require_top(top: Mapping[str, Any]) -> None:
    allowed: dict[str, tuple[object, ...]] = {
        "weather": WEATHERS,
        "weather_roller": (None, *SIDES),
        "airport_holder": SIDES,
        "winner": (None, *SIDES, "draw"),
    }
    for name, values in allowed.items():
        if name in top and top[name] not in values:
            known = ", ".join("null" if value is None else str(value) for value in values)
            raise ValueError(f"{kebab(name)} is one of {known}, not {top[name]!r}.")


def _piece(scenario: Scenario, unit: str, given: Any) -> Piece:
    """A piece as given; its status is "" where it is left out and has no hex."""
    if not isinstance(given, Mapping):
        raise ValueError(f"piece {unit}: an object of fields is expected, not {given!r}.")
    for name, value in given.items():
        if name not in PIECE_FIELDS:
            raise ValueError(f"piece {unit}: there is no field {name!r}.")
        _require_field(scenario, unit, name, value)
    values: dict[str, Any] = {PIECE_FIELDS[name].name: value for name, value in given.items()}
    values.setdefault("status", "map" if values.get("at") else "")
    if "zoc_of" in values:
        values["zoc_of"] = tuple(values["zoc_of"])
    if values["status"] == "map" and values.get("at") is None and scenario.counters[unit].is_land:
        raise ValueError(f"piece {unit}: a land piece on the map stands in a hex.")
    return Piece(**values)


def _require_field(scenario: Scenario, unit: str, name: str, value: Any) -> None:
    """ValueError where a field of a piece has no sensible value."""
    if name in ("status", "moved"):
        words = STATUSES if name == "status" else MOVED
        if value not in words:
            verb = "the status is" if name == "status" else "moved is"
            raise ValueError(f"piece {unit}: {verb} one of {', '.join(words)}, not {value!r}.")
    elif name == "at":
        if value is not None and not (isinstance(value, str) and value in scenario.board):
            raise ValueError(f"piece {unit}: {value!r} is no hex of the map.")
    elif name == "arrived-turn":
        if value is not None and type(value) is not int:
            raise ValueError(f"piece {unit}: arrived-turn is a whole number or null, not {value!r}.")
    elif name == "seat":
        if value is not None and not (isinstance(value, str) and value in scenario.seats):
            raise ValueError(f"piece {unit}: {value!r} is no seat of the game.")
    elif name == "zoc-of":
        if not isinstance(value, list | tuple) or not all(str(other) in scenario.counters for other in value):
            raise ValueError(f"piece {unit}: zoc-of is a list of pieces, not {value!r}.")
    elif type(value) is not bool:
        raise ValueError(f"piece {unit}: {name} is true or false, not {value!r}.")


def _settled(state: State, unit: str) -> Piece:
    """The piece with the status, base and seat that were left out."""
    piece, counter = state.units[unit], state.counter(unit)
    if not piece.status:
        piece = replace(piece, status=_status(state, counter))
        if not counter.is_land and piece.status == "map":
            piece = at_base(replace(state, units={unit: piece}), unit)
    elif piece.status == "map" and piece.at is None and counter.type == "bomber":
        piece = replace(piece, at=state.scenario.airport)
    if piece.seat is None:
        piece = replace(piece, seat=sector_seat(state.scenario, counter, piece.at))
    return piece


def _status(state: State, counter: Counter) -> str:
    if counter.captured:
        return "pool"
    turn = counter.turn or 1
    told = turn < state.turn or (turn == state.turn and INDEX[state.phase] > INDEX["weather"])
    if counter.is_land:
        return "due" if told and turn > 1 else "off-map"
    return "map" if told else "off-map"


def _with_duty(state: State, unit: str) -> Piece:
    """The piece; one that must attack and does not say whom has entered the zones of those beside it."""
    piece = state.units[unit]
    if not piece.must_attack or piece.zoc_of or piece.at is None:
        return piece
    return replace(piece, zoc_of=controllers(state, state.counter(unit).side, piece.at))
