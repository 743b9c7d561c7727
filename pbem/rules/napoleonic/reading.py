"""Reading scenario.json of a Napoleonic battle: parsed JSON in, a Scenario out, or an exact sentence.

A map is written in full or short, as the positions of case files. Its hexsides stand in `hexsides`, or under the names
that the catalogue has for them: rivers, streams, bridges, cliffs. Slopes follow from the levels (NAP-16.1).
"""

from collections.abc import Mapping
from typing import Any

from pbem.board.board import HexMap, spell_out
from pbem.kit.reading import (
    read_by_id,
    read_hexes,
    read_list,
    read_object,
    read_options,
    read_places,
    read_seats,
    read_set_up,
    read_tables,
    read_whole,
)
from pbem.rules.napoleonic.scenario import CLASSES, FACINGS, GRADES, NATIONS, OPTIONS, TYPES, Counter, Entry, Scenario
from pbem.rules.napoleonic.sequence import SIDES

SIDE_LINES = {"rivers": "river", "streams": "stream", "bridges": "bridge", "cliffs": "cliff"}
TURNS = 16  # NAP-15.1
TABLES = (
    "terrain", "hexsides", "codes", "formation", "movement", "square-move", "fire", "fire-modifiers", "fire-ranges",
    "fire-factors", "fire-fractions", "morale", "control", "morale-modifiers", "shock", "shock-modifiers",
    "shock-factors", "control-modifiers", "control-nations", "provoked-attacks", "fatigue", "division-morale",
    "division-modifiers", "division-flight", "command", "leader", "overstack", "victory", "thirst", "divisions",
)  # fmt: skip
FIGURES = {"pf": (1, 12), "shock": (0, 3), "morale-factor": (0, 3), "range": (0, 20), "due": (1, 99)}


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """The scenario of parsed scenario.json: `map`, `counters` (an object by id, or a list) and `tables`.

    Left out, `turns` is 16, `options` are at their defaults, and a map has no zones, entries or exits. ValueError, a
    sentence that names the place in the file, where it cannot be played.
    """
    map_ = _with_sides(read_object(data, "map", "map"))
    tables = read_tables(data, TABLES)
    board = read_map(map_, tables)
    options = read_options(data.get("options") or {}, OPTIONS)
    counters = read_by_id(data.get("counters", ()), "counters", "bat-8")
    given = {id_: each for id_, each in counters.items() if _is_in(id_, each, options)}
    return Scenario(
        data=data,
        board=board,
        counters={id_: _counter(id_, each) for id_, each in given.items()},
        tables=tables,
        options=options,
        seats=read_seats(data.get("seats") or {side: side for side in SIDES}, SIDES, 1, "NAP-13.1"),
        turns=read_whole(data.get("turns", TURNS), "turns", 1, 99),
        zones=_zones(map_, board),
        entry=_entries(map_, board),
        exits=frozenset(read_places(map_.get("exits", ()), board.index, "map, exits")),
        set_up=read_set_up(data, {id_: str(each["side"]) for id_, each in given.items()}, board.index, "counter"),
    )


def _is_in(id_: str, each: Any, options: Mapping[str, str]) -> bool:
    """Whether a counter takes part: one that names an option only with it (NAP-15.1)."""
    if not isinstance(each, Mapping):
        raise ValueError(f"counter {id_}: an object with its values is expected.")
    option = str(each.get("option", ""))
    name, _, value = option.partition("=")
    return not option or options.get(name) == value  # NAP-15.1


def _with_sides(map_: Mapping[str, Any]) -> dict[str, Any]:
    """The map spelled out, its hexsides all in `hexsides`."""
    sides = dict(read_object(map_, "hexsides", "map, hexsides")) if "hexsides" in map_ else {}
    for key, kind in SIDE_LINES.items():
        if key in map_:
            sides[kind] = [*sides.get(kind, ()), *read_list(map_[key], f"map, {key}")]
    return {**spell_out({key: value for key, value in map_.items() if key not in SIDE_LINES}), "hexsides": sides}


def read_map(map_: Mapping[str, Any], tables: Mapping[str, Any]) -> HexMap:
    """The board of a map, every hex with one word of terrain, hexsides as the catalogue has them (NAP-16.1)."""
    board = read_hexes(map_)
    known = tables["terrain"]
    for hex_, words in board.terrain.items():
        if len(words) != 1 or not words & known.keys():
            raise ValueError(
                f"map, hex {hex_}: one word of terrain is needed ({', '.join(known)}), not {sorted(words)}."
            )  # NAP-16.1
    for (a, b), words in board.edges.items():
        if b not in board.neighbours[a]:
            raise ValueError(f"map, hexsides: {a} and {b} do not touch.")
        if "bridge" in words and not words & {"river", "stream"}:
            raise ValueError(f"map, hexsides: the bridge between {a} and {b} lies on no river or stream.")  # NAP-16.1
        if {"river", "stream"} <= words:
            raise ValueError(f"map, hexsides: between {a} and {b} lie a river and a stream.")  # NAP-3.2
    return board


def _zones(map_: Mapping[str, Any], board: HexMap) -> dict[str, frozenset[str]]:
    """The hexes in which each division sets up (NAP-15.4)."""
    listed = read_object(map_, "zones", "map, zones") if "zones" in map_ else {}
    return {name: frozenset(read_places(listed[name], board.index, f"map, zones, {name}")) for name in sorted(listed)}


def _entries(map_: Mapping[str, Any], board: HexMap) -> dict[str, Entry]:
    """The entry zones by name (NAP-15.4)."""
    listed = read_object(map_, "entry", "map, entry") if "entry" in map_ else {}
    found = {}
    for name in sorted(listed):
        where, about = f"map, entry, {name}", read_object(listed, name, f"map, entry, {name}")
        if about.get("side") not in SIDES or about.get("face") not in FACINGS:
            raise ValueError(f"{where}: a side ({', '.join(SIDES)}) and a face ({', '.join(FACINGS)}) are needed.")
        hexes = read_places(dict(about).pop("hexes", ()), board.index, where)
        road = None if about.get("road") in (None, "none") else str(about["road"])
        found[name] = Entry(str(about["side"]), hexes, road, FACINGS.index(str(about["face"])))
    return found


def _counter(id_: str, each: Mapping[str, Any]) -> Counter:
    """A counter with what silence means (16.2)."""
    known = {"side": SIDES, "type": TYPES}
    for key, allowed in known.items():
        _require(id_, key, each.get(key), allowed)
    side, type_ = str(each["side"]), str(each["type"])
    silent = "line" if type_ == "infantry" else "" if type_ == "leader" else "medium"
    words = {
        "class": str(each.get("class") or silent),
        "nation": str(each.get("nation") or side),
        "grade": str(each.get("grade") or "C"),
        "face": str(each.get("face") or "N"),
    }
    allowed_words = {"class": CLASSES[type_], "nation": NATIONS, "grade": GRADES, "face": FACINGS}
    for key, options in allowed_words.items():
        _require(id_, key, words[key], options)  # NAP-16.2
    usual = {"pf": 0, "shock": 0, "morale-factor": 0, "range": 8 if each.get("chief") else 4, "due": 1}
    if type_ != "leader" and each.get("pf") is None:
        raise ValueError(f"counter {id_}: its pf is missing.")  # NAP-16.2
    figures = {
        key: usual[key] if each.get(key) is None else read_whole(each[key], f"counter {id_}, {key}", *FIGURES[key])
        for key in FIGURES
    }  # NAP-16.2
    division = each.get("division")
    return Counter(
        id=id_, side=side, type=type_, class_=words["class"], nation=words["nation"],
        division="" if division in (None, "none") else str(division),
        pf=figures["pf"], grade=words["grade"], horse=bool(each.get("horse", False)),
        swiss=bool(each.get("swiss", False)), shock=figures["shock"], morale_factor=figures["morale-factor"],
        range=figures["range"], chief=bool(each.get("chief", False)), due=figures["due"],
        entry=str(each.get("entry") or ""), face=words["face"],
    )  # fmt: skip


def _require(id_: str, key: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"counter {id_}: its {key} is one of {', '.join(allowed)}, not {value!r}.")
