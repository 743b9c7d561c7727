"""Reading scenario.json of Morocco 1926: parsed JSON in, a Scenario out, or an exact sentence about what is wrong.

A map is written in full or short, as the positions of case files. Its lines stand in `links` (rail, trench,
allied-trench, river), or under the names that the catalogue has for them: rails, trenches, allied-trenches, rivers.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.board.board import HexMap, spell_out
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
    read_spaces,
    read_tables,
    read_whole,
)
from pbem.rules.rif1926.scenario import OPTIONS, TYPES, Counter, Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF, SIDES

GROUNDS = ("clear", "mountain", "sea")
FEATURES = ("river", "trench", "town")
LINES = {"rails": "rail", "trenches": "trench", "allied-trenches": "allied-trench", "rivers": "river"}
CLASSES = ("european", "indigenous", "rif")
NATIONS = ("spanish", "french", "rif")
FIGURES = ("attack", "defence", "movement", "points", "range")
TURNS = 12  # RIF-13.1
TABLES = (
    "terrain", "stacking", "support-cap", "defence-alone", "crt", "crt-smoothed", "results", "bombardment",
    "bombardment-town", "bombardment-cap", "air-hit", "repair-shot-down", "battery-points", "battery-hit",
    "out-of-supply", "reactivation", "loyalty", "reinforcements", "entry-from-coast", "relay-distance", "tribes",
    "rif-towns", "sources",
)  # fmt: skip


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """The scenario of parsed scenario.json: `map`, `counters` (an object by id, or a list) and `tables`.

    Left out, `turns` is 12, `options` are at their defaults, and a map has no towns, trenches, zones or exits.
    ValueError, a sentence that names the place in the file, where it cannot be played.
    """
    map_ = _with_lines(read_object(data, "map", "map"))
    tables = read_tables(data, TABLES)
    board = read_map(map_)
    zones = read_zones(map_, board)
    counters = {
        id_: _counter(id_, each) for id_, each in read_by_id(data.get("counters", ()), "counters", "r-1").items()
    }
    return Scenario(
        data=data,
        board=board,
        counters=counters,
        tables=tables,
        options=read_options(data.get("options") or {}, OPTIONS),
        seats=read_seats(data.get("seats") or {side: side for side in SIDES}, SIDES, 1, "RIF-2.1"),  # RIF-2.1
        turns=read_whole(data.get("turns", TURNS), "turns", 1, 99),
        towns=read_towns(map_, board),
        zones=zones,
        tribe_of=_tribes(zones, tables["tribes"]),
        trenches=board.ways.get("trench", ()),
        exits=frozenset(read_places(map_.get("exits", ()), board.index, "map, exits")),
        sea_way=frozenset(read_places(map_.get("sea-way", ()), board.index, "map, sea-way")),
        set_up=read_set_up(data, {id_: counter.side for id_, counter in counters.items()}, board.index, "unit"),
    )


def _with_lines(map_: Mapping[str, Any]) -> dict[str, Any]:
    """The map spelled out, its lines all in `links`."""
    links = dict(read_object(map_, "links", "map, links")) if "links" in map_ else {}
    for key, kind in LINES.items():
        if key in map_:
            links[kind] = [*links.get(kind, ()), *read_list(map_[key], f"map, {key}")]
    return {**spell_out({key: value for key, value in map_.items() if key not in LINES}), "links": links}


def read_map(map_: Mapping[str, Any]) -> HexMap:
    """The board of a map, every hex with its ground; what lies on a line of trenches or a river has that word too."""
    board = read_hexes(map_)
    along = {kind: {hex_ for way in board.ways.get(kind, ()) for hex_ in way} for kind in LINES.values()}
    dug = along["trench"] | along["allied-trench"]
    default = map_.get("default", "clear")
    terrain = {}
    for hex_ in board.ids:
        words = set(board.terrain[hex_])
        words |= {"trench"} if hex_ in dug else set()
        words |= {"river"} if hex_ in along["river"] else set()
        terrain[hex_] = _words(words, hex_, default)
    return board.replace_terrain(terrain)


def _words(words: set[str], hex_: str, default: str) -> set[str]:
    ground = read_ground(words, hex_, GROUNDS, FEATURES, default if default in GROUNDS else "clear")
    if ground == "sea" and words - {"sea"}:
        raise ValueError(f"map, hex {hex_}: {min(words - {'sea'})} cannot lie on sea.")
    return words | {ground}


def read_zones(map_: Mapping[str, Any], board: HexMap) -> dict[str, frozenset[str]]:
    """The hexes of each zone of the map, by its name."""
    listed = read_object(map_, "zones", "map, zones") if "zones" in map_ else {}
    zones = {}
    for name in sorted(listed):
        zones[name] = frozenset(read_places(listed[name], board.index, f"map, zones, {name}"))
    return zones


def _tribes(zones: Mapping[str, frozenset[str]], tribes: Iterable[str]) -> dict[str, str]:
    """The tribal zone of each hex; ValueError for a hex in two of them."""
    found: dict[str, str] = {}
    for tribe in sorted(tribes):
        for hex_ in sorted(zones.get(tribe, ())):
            if hex_ in found:
                raise ValueError(f"map, zones: {hex_} lies in two tribal zones, {found[hex_]} and {tribe}.")
            found[hex_] = tribe
    return found


def read_towns(map_: Mapping[str, Any], board: HexMap) -> dict[str, str]:
    """The hex of each town by id; a hex that is a town by its terrain alone is one whose id is the hex (part F)."""
    listed = read_object(map_, "towns", "map, towns") if "towns" in map_ else {}
    towns = {str(town): str(hex_) for town, hex_ in sorted(listed.items())}
    read_spaces(towns.values(), board.index, "map, towns")
    named = set(towns.values())
    if len(named) < len(towns):
        raise ValueError("map, towns: two towns lie in one hex.")
    towns |= {hex_: hex_ for hex_ in board.with_terrain("town") if hex_ not in named}
    return dict(sorted(towns.items()))


def _counter(id_: str, each: Any) -> Counter:
    """A counter with what silence means: the rest of a Rif unit follows from its class or nation (part C)."""
    if not isinstance(each, Mapping):
        raise ValueError(f"counter {id_}: an object with its values is expected.")
    given = {key: each[key] for key in ("side", "class", "nation", "type", "group") if each.get(key) is not None}
    rif = RIF in (given.get("side"), given.get("class"), given.get("nation"))
    words = {"side": RIF if rif else ALLIED, "type": "infantry", "group": ""} | given
    words = {"class": RIF if rif else "european", "nation": RIF if rif else "spanish"} | words
    known = {"side": SIDES, "class": CLASSES, "nation": NATIONS, "type": TYPES}
    for key, allowed in known.items():
        if words[key] not in allowed:
            raise ValueError(f"counter {id_}: its {key} is one of {', '.join(allowed)}, not {words[key]!r}.")
    figures = {
        key: 0 if each.get(key) is None else read_whole(each[key], f"counter {id_}, {key}", 0, 99) for key in FIGURES
    }
    return Counter(id_, words["side"], words["class"], words["nation"], str(words["group"]), words["type"], **figures)
