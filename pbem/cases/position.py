"""The position of a case: its counters, map, seats and options as a scenario, its fields as a state."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.board.board import read_board, spaces
from pbem.cases.file import Case, CaseInvalid
from pbem.core.ruleset import Ruleset
from pbem.gamedata import games
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import has_ruleset, ruleset, ruleset_names
from pbem.gamedata.schemas import schema_of
from pbem.gamedata.settings import setting_names
from pbem.json_values import require_object
from pbem.language.lexicon import Lexicon

NONE = "none"
"""How a case writes null."""
SHAPE = ("size", "default", "terrain", "areas", "zones", "levels", "links", "hexsides")
LINES = ("roads", "tracks", "rails", "rivers", "streams", "bridges", "trenches", "cliffs")
MAP_KEYS = frozenset((*SHAPE, *LINES))
"""What may stand in the map of a case, beside the keys of the game's own map and its words of terrain."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a case starts from: the rule set, its reading of the scenario, the words, the state of the first phase.

    `counters` are the printed values of the units by id.
    """

    rules: Ruleset
    scenario: Any
    lexicon: Lexicon
    state: Any
    seats: Mapping[str, str]
    counters: Mapping[str, Mapping[str, Any]]


def build_position(case: Case) -> Position:
    """The position of a case; CaseInvalid where the rule set cannot read it."""
    if not has_ruleset(case.game):
        raise CaseInvalid(
            "game: there is no rule set {game!r}; there are {known}.",
            game=case.game,
            known=", ".join(ruleset_names()),
        )
    rules = ruleset(case.game)
    _require_phases(rules, case)
    fields = unit_fields(case.game)
    units = case.head.get("units", ())
    _require_once(units)
    counters = {unit["id"]: _counter(case.game, unit, fields) for unit in units}
    seats = _seats(rules, case.head.get("seats", rules.SIDES))
    try:
        data = games.compose_position(
            case.game,
            map_=_map(case.game, case.head.get("map")),
            counters=counters,
            options={name: _option(value) for name, value in case.head.get("options", {}).items()},
            seats=seats,
            settings={name: case.fields[name] for name in setting_names(rules) if name in case.fields},
        )
        scenario = rules.read_scenario(data)
        state = rules.load(scenario, _state(rules, case, fields))
    except CaseInvalid:
        raise
    except ValueError as wrong:
        raise CaseInvalid("The position cannot be set up. {wrong}", wrong=wrong) from None
    return Position(rules, scenario, lexicon_of(rules, data), state, seats, counters)


def change_state(position: Position, state: Any, fields: Mapping[str, Any], units: Sequence[Mapping[str, Any]]) -> Any:
    """The state with fields of its own and of its units replaced; CaseInvalid where it cannot have them."""
    if not fields and not units:
        return state
    data = position.rules.dump(state, full=True)
    for unit in units:
        if unit["id"] not in data.get("units", {}):
            raise CaseInvalid("units: there is no unit {id!r} in this position.", id=unit["id"])
        data["units"][unit["id"]] |= {key: json_value(value) for key, value in unit.items() if key != "id"}
    data |= {key: json_value(value) for key, value in fields.items()}
    try:
        return position.rules.load(position.scenario, data)
    except ValueError as wrong:
        raise CaseInvalid("The state cannot be changed so. {wrong}", wrong=wrong) from None


def json_value(value: Any) -> Any:
    """A value of a case as JSON has it: "none" is null."""
    return None if value == NONE else value


@lru_cache(maxsize=8)
def unit_fields(game: str) -> frozenset[str]:
    """The fields of a unit in a rule set's state; what else a case says of a unit is printed on its counter."""
    rules = ruleset(game)
    state = rules.initial(rules.read_scenario(games.compose(game)))
    return frozenset(field for unit in rules.dump(state, full=True).get("units", {}).values() for field in unit)


def _state(rules: Ruleset, case: Case, fields: frozenset[str]) -> dict[str, Any]:
    """The fields of the state as state.json has them."""
    units = {
        unit["id"]: {key: json_value(value) for key, value in unit.items() if key in fields}
        for unit in case.head.get("units", ())
    }
    first = case.steps[0]
    own = {key: value for key, value in case.fields.items() if key not in setting_names(rules)}
    given = {key: json_value(value) for key, value in {**own, **first.fields}.items()}
    for unit in first.units:
        if unit["id"] not in units:
            raise CaseInvalid("units: there is no unit {id!r} in this position.", id=unit["id"])
        units[unit["id"]] |= {key: json_value(value) for key, value in unit.items() if key != "id"}
    placed = {"units": units} if units else {}  # a rule set need not have any
    return {**given, "turn": first.turn or case.turn, "phase": first.phase, **placed}


def _counter(game: str, unit: Mapping[str, Any], fields: frozenset[str]) -> dict[str, Any]:
    """The counter of a unit: that of the game with its id, if there is one, and what the case prints on it."""
    shipped = _counters(game).get(unit["id"], {})
    printed = {key: value for key, value in unit.items() if key != "id" and key not in fields}
    known = _printed(game)
    strange = sorted(printed.keys() - known)
    if strange:
        raise CaseInvalid(
            "units: {id} cannot have {strange!r}; there are {known}.",
            id=unit["id"],
            strange=strange[0],
            known=", ".join(sorted(known | fields)),
        )
    if not shipped and not printed:
        raise CaseInvalid(
            "units: {game} has no counter {id!r}; give its side, its type and its factors.", game=game, id=unit["id"]
        )
    return {**(shipped or _figures_like(game, str(printed.get("side")), str(printed.get("type")))), **printed}


@lru_cache(maxsize=8)
def _printed(game: str) -> frozenset[str]:
    """All that is printed on any counter of a game."""
    return frozenset(key for counter in _counters(game).values() for key in counter)


@lru_cache(maxsize=64)
def _figures_like(game: str, side: str, type_: str) -> Mapping[str, int]:
    """The figures of the game's first counter of the same side and type: for those that a case leaves open.

    Not those for which the schema of its counters has a default: silence means that one.
    """
    silent = _defaults(game)
    alike = (c for c in _counters(game).values() if str(c.get("side")) == side and str(c.get("type")) == type_)
    first = next(alike, {})
    return {key: value for key, value in first.items() if type(value) is int and key != "turn" and key not in silent}


@lru_cache(maxsize=8)
def _defaults(game: str) -> frozenset[str]:
    """The fields of a counter that the schema of a game gives a default."""
    properties = schema_of("counters", game)["$defs"].get("counter", {}).get("properties", {})
    return frozenset(key for key, about in properties.items() if isinstance(about, dict) and "default" in about)


@lru_cache(maxsize=8)
def _counters(game: str) -> Mapping[str, Mapping[str, Any]]:
    return games.game_counters(game)


def _map(game: str, given: Any) -> Mapping[str, Any]:
    """The map of a case: its own, or by name (the game's, or that of a scenario); the game's where it has none.

    In a short one a word of terrain may also stand as a key, with its hexes: airport = "0303", landing = ["0301"];
    and a kind of line may have a word before it: outer-trenches.
    """
    if not isinstance(given, Mapping):
        return games.game_map(game, None if given in (None, game) else given)
    words, keys = _map_words(game)
    words = frozenset() if spaces(given) else words
    known = MAP_KEYS | words | keys
    unknown = sorted(key for key in given if key not in known and key.rpartition("-")[2] not in LINES)
    if unknown:
        listed = ", ".join(sorted({*MAP_KEYS, *words}))
        raise CaseInvalid(
            "map: {unknown!r} is no word for a map of {game}; there are {listed}.",
            unknown=unknown[0],
            game=game,
            listed=listed,
        )
    told = {key: value for key, value in given.items() if key not in words or key in keys}
    terrain = {hex_: _texts(value) for hex_, value in require_object(given.get("terrain", {}), "map, terrain").items()}
    for word in sorted(words & given.keys()):
        for hex_ in _texts(given[word]):
            terrain[hex_] = [*(w for w in terrain.get(hex_, ()) if w != word), word]
    return {**told, "terrain": terrain} if terrain else told


def _texts(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


@lru_cache(maxsize=8)
def _map_words(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of terrain and the keys of a game's own map."""
    shipped = games.game_map(game)
    return frozenset().union(*read_board(shipped).terrain.values()), frozenset(shipped)


def _option(value: Any) -> str:
    """An option's value as the rules know it: `true` and `1` may be written without quotes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _seats(rules: Ruleset, listed: Sequence[str]) -> dict[str, str]:
    seats = {seat: re.sub(r"-[2-9]$", "", seat) for seat in listed}
    wrong = next((seat for seat, side in seats.items() if side not in rules.SIDES), None)
    if wrong is not None:
        raise CaseInvalid(
            "seats: {wrong!r} is none of {sides} (or with -2 for a second).", wrong=wrong, sides=", ".join(rules.SIDES)
        )
    return seats


def _require_once(units: Sequence[Mapping[str, Any]]) -> None:
    ids = [unit["id"] for unit in units]
    twice = next((unit for unit in ids if ids.count(unit) > 1), None)
    if twice is not None:
        raise CaseInvalid("units: {twice} stands there twice.", twice=twice)


def _require_phases(rules: Ruleset, case: Case) -> None:
    known = [phase.id for phase in rules.SEQUENCE]
    for step in case.steps:
        if step.phase not in known:
            place = f"step {step.number}, phase" if step.number else "phase"
            raise CaseInvalid(
                "{place}: {phase!r} is no phase of {ruleset}; there are {known}.",
                place=place,
                phase=step.phase,
                ruleset=rules.NAME,
                known=", ".join(known),
            )
