"""Reading scenario.json of La Legión: parsed JSON in, a Scenario out, or an exact sentence about what is wrong.

A map is written in full (`hexes`: every hex with its terrain words, zone and place, as the shipped map) or short
(`default` and `terrain`: only what differs, as the positions of case files). Both give the same board.
"""

from collections.abc import Mapping
from typing import Any

from pbem.board.board import HexMap, spaces
from pbem.dice.die import Die
from pbem.kit.reading import (
    read_by_id,
    read_ground,
    read_hexes,
    read_list,
    read_object,
    read_options,
    read_places,
    read_seats,
    read_set_up,
    read_tables,
    read_texts,
    read_whole,
)
from pbem.rules.legion.scenario import AIR_TYPES, LAND_TYPES, OPTIONS, WEATHERS, Counter, Scenario
from pbem.rules.legion.sequence import SIDES, enemy

GROUNDS = ("clear", "mountain", "sea", "mar-chica")
LAND_GROUNDS = frozenset({"clear", "mountain"})
FEATURES = ("city", "fortress", "landing", "airport")
TYPES = tuple(sorted(LAND_TYPES | AIR_TYPES | {"fleet"}))
TURNS = 13  # LL-4.1
SEATS_A_SIDE = 2  # LL-3.1
TABLES = (
    "die",
    "weather",
    "bombard-hits",
    "entry-cost",
    "displacement-factor",
    "road-bonus",
    "reinforcement-bonus",
    "landing-divisor",
    "movement-loss",
    "bombard-range",
    "support-range",
    "fleet-range",
    "city-defence",
    "fortress-factor",
    "machine-gun-defence",
    "machine-gun-mountain",
    "heat-defence",
    "triple-count",
    "panic-extra",
    "max-combatants",
    "air-turn",
    "reinforcement-turns",
)


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """The scenario of parsed scenario.json.

    Needed are `map`, `counters` (an object by id, or a list) and `tables`. Left out, `turns` is 13, `options` are at
    their defaults, `seats` is one a side, and a map has no Melilla, airport, landing hexes, zones or victory places.
    ValueError, a sentence that names the place in the file, where it cannot be played.
    """
    map_ = read_object(data, "map", "map")
    board = read_map(map_)
    tables = read_tables(data, TABLES)
    die = read_die(tables)
    seats = read_seats(data.get("seats") or {side: side for side in SIDES}, SIDES, SEATS_A_SIDE, "LL-3.1")  # LL-3.1
    airports = board.with_terrain("airport")
    if len(airports) > 1:
        raise ValueError(f"map: there is one airport at most, not {len(airports)}: {', '.join(airports)}.")
    counters = read_counters(data.get("counters", ()))
    return Scenario(
        data=data,
        board=board,
        counters=counters,
        zones=read_zones(map_, board),
        melilla=next(iter(_places(map_, "melilla", board)), None),
        airport=next(iter(airports), None),
        road_places=_places(map_, "road-places", board),
        inner_places=_places(map_, "inner-places", board),
        landing=frozenset(board.with_terrain("landing")),
        turns=read_whole(data.get("turns", TURNS), "turns", 1, 99),
        die=die,
        weather=tables["weather"],
        tables=tables,
        options=read_options(data.get("options") or {}, OPTIONS),
        seats=seats,
        sector_column=read_sectors(data.get("sector-column") or {}, seats, board),
        owners=read_owners(data.get("owners") or {}, seats, counters),
        set_up=read_set_up(data, {id_: counter.side for id_, counter in counters.items()}, board.index, "piece"),
    )


def read_map(map_: Mapping[str, Any]) -> HexMap:
    """The board of a map, every hex with its ground among its terrain words (LL-2.1)."""
    board = read_hexes(map_)
    default = map_.get("default", None if spaces(map_) else "clear")
    if default is not None and default not in GROUNDS:
        raise ValueError(f"map, default: {default!r} is not a ground; there are {', '.join(GROUNDS)}.")
    terrain = {hex_: _words(board.terrain[hex_], hex_, default) for hex_ in board.ids}
    return board if terrain == board.terrain else board.replace_terrain(terrain)


def _words(words: frozenset[str], hex_: str, default: str | None) -> frozenset[str]:
    """The terrain words of a hex, its ground among them; `default` is the ground where the words name none."""
    ground = read_ground(words, hex_, GROUNDS, FEATURES, default or "")
    dry = ("landing",) if ground == "sea" else FEATURES if ground in LAND_GROUNDS else ()
    afloat = [word for word in FEATURES if word in words and word not in dry]
    if afloat:
        raise ValueError(f"map, hex {hex_}: {afloat[0]} cannot lie on {ground}.")
    return words | {ground}


def read_zones(map_: Mapping[str, Any], board: HexMap) -> dict[str, frozenset[str]]:
    """The land hexes of the Spanish and the Moroccan zone (LL-2.3); empty where a map draws no zone line."""
    zones: dict[str, set[str]] = {side: set() for side in SIDES}
    listed = read_object(map_, "zones", "map, zones") if "zones" in map_ else {}
    pairs = [(side, h) for side in listed for h in read_texts(listed[side], f"map, zones, {side}")]
    pairs += [(about["zone"], hex_) for hex_, about in sorted(spaces(map_).items()) if about.get("zone") is not None]
    for side, hex_ in pairs:
        if side not in SIDES:
            raise ValueError(f"map, zones: {side!r} is not a side; there are {', '.join(SIDES)}.")
        if not board.has(hex_, *LAND_GROUNDS):
            raise ValueError(f"map, zones: {hex_} is no land hex of this map.")
        if hex_ in zones[enemy(side)]:
            raise ValueError(f"map, zones: {hex_} lies in both zones.")
        zones[side].add(hex_)
    return {side: frozenset(zones[side]) for side in SIDES}


def read_counters(value: Any) -> dict[str, Counter]:
    """The counters by id, ascending, from an object by id or from a list; each with what its type must show."""
    return {id_: _counter(id_, each) for id_, each in read_by_id(value, "counters", "cerinola-1").items()}


def _counter(id_: str, each: Any) -> Counter:
    if not isinstance(each, Mapping):
        raise ValueError(f"counter {id_}: an object with side and type is expected.")
    side, type_ = each.get("side"), each.get("type")
    if side not in SIDES:
        raise ValueError(f"counter {id_}: its side is {' or '.join(SIDES)}, not {side!r}.")
    if type_ not in TYPES:
        raise ValueError(f"counter {id_}: its type is one of {', '.join(TYPES)}, not {type_!r}.")
    combat, movement, range_, turn = (
        None if each.get(key) is None else read_whole(each[key], f"counter {id_}, {key}", 1, 99)
        for key in ("combat", "movement", "range", "turn")
    )
    captured = each.get("captured", False)
    if captured not in (True, False) or (captured and (type_ != "artillery" or side != "moroccan")):
        raise ValueError(f"counter {id_}: only Moroccan artillery may be captured: true (LL-2.8).")
    if type_ in LAND_TYPES and (combat is None or movement is None):
        raise ValueError(f"counter {id_}: a land piece shows combat and movement, both 1 or more (LL-2.6).")
    if type_ in AIR_TYPES and movement is None:
        raise ValueError(f"counter {id_}: an aircraft shows its movement, 1 or more (LL-2.9).")
    return Counter(id_, side, type_, combat, movement, turn, range_, captured)


def read_die(tables: Mapping[str, Any]) -> Die:
    """The die of the tables, when each of its faces has its weather (LL-2.11, 9.1)."""
    die = read_object(tables, "die", "tables, die")
    faces = read_list(die.get("faces"), "tables, die, faces")
    if not (isinstance(die.get("name"), str) and faces):
        raise ValueError("tables, die: a name and a list of faces are expected.")
    weather = read_object(tables, "weather", "tables, weather")
    for face in faces:
        read_whole(face, "tables, die, faces", 1, 99)
        if weather.get(str(face)) not in WEATHERS:
            raise ValueError(f"tables, weather: face {face} needs one of {', '.join(WEATHERS)}.")
    return Die(die["name"], tuple(faces))


def read_sectors(given: Any, seats: Mapping[str, str], board: HexMap) -> dict[str, int]:
    """The first column of the second seat's sector, for each side that has two seats (LL-3.1)."""
    if not isinstance(given, Mapping):
        raise ValueError("sector-column: an object of sides and columns is expected.")
    unknown = [side for side in sorted(given) if side not in SIDES]
    if unknown:
        raise ValueError(f"sector-column: {unknown[0]!r} is not a side; there are {', '.join(SIDES)}.")
    last = int(board.ids[-1][:2])
    found = {side: read_whole(given[side], f"sector-column, {side}", 1, last) for side in SIDES if side in given}
    for side in SIDES:
        if sum(1 for seat in seats if seats[seat] == side) > 1 and side not in found:
            raise ValueError(f"sector-column: {side} has two seats, so the column where the second begins is needed.")
    return found


def read_owners(given: Any, seats: Mapping[str, str], counters: Mapping[str, Counter]) -> dict[str, str]:
    """The seats of aircraft, fleets and reinforcements that are not their side's first seat's (LL-3.1)."""
    if not isinstance(given, Mapping):
        raise ValueError("owners: an object of units and seats is expected.")
    for unit in sorted(given):
        if unit not in counters:
            raise ValueError(f"owners: there is no counter {unit!r}.")
        if seats.get(given[unit]) != counters[unit].side:
            raise ValueError(f"owners, {unit}: {given[unit]!r} is no seat of its side, {counters[unit].side}.")
    return {unit: str(given[unit]) for unit in sorted(given)}


def _places(map_: Mapping[str, Any], key: str, board: HexMap) -> tuple[str, ...]:
    """The land hexes that a map names under a key: one as a text, or a list; on the board, each once."""
    value = map_.get(key)
    if value is None:
        return ()
    hexes = read_places([value] if isinstance(value, str) else value, board.index, f"map, {key}")
    water = [h for h in hexes if not board.has(h, *LAND_GROUNDS)]
    if water:
        raise ValueError(f"map, {key}: {water[0]} is water.")
    if len(set(hexes)) < len(hexes):
        raise ValueError(f"map, {key}: a hex stands there twice.")
    return hexes
