"""Reading scenario.json of Africa 1859-60: parsed JSON in, a Scenario out, or an exact sentence about what is wrong."""

from collections.abc import Mapping
from typing import Any

from pbem.board.areamap import AreaMap
from pbem.board.board import read_board, spaces
from pbem.kit.reading import read_by_id, read_object, read_options, read_seats, read_tables, read_texts, read_whole
from pbem.rules.africa1860.scenario import OPTIONS, Arrival, Counter, Scenario, UnitType
from pbem.rules.africa1860.sequence import SIDES
from pbem.rules.africa1860.state import ABOARD

BATTLES = ("castillejos", "tetuan", "wad-ras")
TABLES = ("unit-types", "terrain", "works", "scenarios")
FLAGS = ("coastal", "road", "anchor", "ship-lane")
FF_WORDS, FC_WORDS = ("X", "X+1"), ("hidden", "1d6")
FIGURES = ("ff-reduced", "fc-reduced", "fa", "fd", "movement", "range", "steps")


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """The scenario of parsed scenario.json: `map`, `counters` (an object by id, or a list) and `tables`.

    `scenario` names the battle whose set-up, arrivals and special rules hold, else the map's id does; where neither
    is a battle, none do. On a map that lacks areas of the battle, as a case may have, what concerns those is left out.
    ValueError, a sentence that names the place in the file, where it cannot be played.
    """
    tables = read_tables(data, TABLES)
    map_ = read_object(data, "map", "map")
    board = _ground(map_, tables)
    battle = str(data.get("scenario") or map_.get("id") or "")
    about = tables["scenarios"].get(battle, {})
    counters = {
        id_: _counter(id_, each, tables["unit-types"])
        for id_, each in read_by_id(data.get("counters", ()), "counters", "seyyid-1").items()
    }
    areas = tuple(area for area in read_texts(about.get("objectives", ()), "objectives") if area in board.index)
    options = read_options(data.get("options") or {}, OPTIONS)
    return Scenario(
        data=data,
        board=board,
        counters=counters,
        tables=tables,
        options=options,
        seats=read_seats(data.get("seats") or {side: side for side in SIDES}, SIDES, 1, "AFR-3.1"),  # AFR-3.1
        battle=battle if battle in BATTLES else "",
        turns=min(read_whole(each.get("turns", 99), "turns", 1, 99) for each in (about, data)),
        objectives=areas,
        needed=read_whole(about.get("needed", 1), "needed", 1, 99),
        set_up=_set_up(about, counters, board),
        free=_free(about, counters, board),
        arrivals=_arrivals(about, counters, board, options),
        start_steps=dict(about.get("start-steps", {})),
    )


def _ground(map_: Mapping[str, Any], tables: Mapping[str, Any]) -> AreaMap:
    """The board of a map: one base terrain an area, at most one kind of works, and flags (AFR-2.12)."""
    board = read_board({**map_, "areas": {area: _worded(each) for area, each in spaces(map_).items()}})
    assert isinstance(board, AreaMap)
    known = {*tables["terrain"], *tables["works"], *FLAGS}
    for area in board.ids:
        words = board.terrain[area]
        if unknown := sorted(words - known):
            raise ValueError(f"map, area {area}: {unknown[0]!r} is no terrain; there are {', '.join(sorted(known))}.")
        if len(words & tables["terrain"].keys()) > 1:
            raise ValueError(f"map, area {area}: one base terrain is needed ({', '.join(tables['terrain'])}).")
        if len(words & tables["works"].keys()) > 1:
            raise ValueError(f"map, area {area}: one kind of works is enough ({', '.join(tables['works'])}).")
    return board


def _worded(area: Any) -> Any:
    """An area whose works and flags stand among its terrain words, as in a case (0.3)."""
    if not isinstance(area, Mapping) or not ("works" in area or "flags" in area):
        return area
    words = area.get("terrain", ())
    works = [area["works"]] if area.get("works") else []
    return {**area, "terrain": [*([words] if isinstance(words, str) else words), *works, *area.get("flags", ())]}


def _counter(id_: str, each: Any, types: Mapping[str, Any]) -> Counter:
    """A counter: what it does not print is that of its type (0.3, AFR-16.1)."""
    where = f"counter {id_}"
    if not isinstance(each, Mapping):
        raise ValueError(f"{where}: an object with its values is expected.")
    side, type_ = str(each.get("side", "")), str(each.get("type", ""))
    if side not in SIDES:
        raise ValueError(f"{where}: its side is {' or '.join(SIDES)}, not {side!r}.")
    if type_ not in types:
        raise ValueError(f"{where}: its type is one of {', '.join(types)}, not {type_!r}.")
    about = types[type_]
    kind = UnitType(
        class_=about["class"],
        column=about.get("terrain-column"),
        points=about["stacking-points"],
        activations=about["activations"],
        controls=about["controls"],
    )
    standard = {key: about.get(key) for key in ("ff", "fc", *FIGURES)}
    if isinstance(standard["ff"], Mapping):
        standard["ff"] = standard["ff"][side]
    values = {**standard, **{key: each[key] for key in standard if key in each}}
    figures = {
        key: None if values[key] is None else read_whole(values[key], f"{where}, {key}", 0, 99) for key in FIGURES
    }
    return Counter(
        id_,
        side,
        type_,
        kind,
        ff=_factor(values["ff"], FF_WORDS, f"{where}, ff"),
        fc=_factor(values["fc"], FC_WORDS, f"{where}, fc"),
        ff_reduced=figures["ff-reduced"],
        fc_reduced=figures["fc-reduced"],
        fa=figures["fa"] or 0,
        fd=figures["fd"] or 0,
        movement=figures["movement"] or 0,
        range=figures["range"] or 0,
        steps=figures["steps"],
    )


def _factor(value: Any, words: tuple[str, ...], where: str) -> int | str | None:
    """A factor: a number, a word for a die or a draw, or none."""
    if value is None or value in words:
        return value  # type: ignore[no-any-return]
    return read_whole(value, where, 0, 99)


def _set_up(about: Mapping[str, Any], counters: Mapping[str, Counter], board: AreaMap) -> dict[str, str]:
    """The area of each unit at the start, or "aboard"."""
    found: dict[str, str] = {}
    for side, areas in about.get("set-up", {}).items():
        for area, units in areas.items():
            for unit in units if area in board.index or area == ABOARD else ():
                if unit in counters and counters[unit].side != side:
                    raise ValueError(f"set-up: {unit} is no unit of the {side} side.")
                found[unit] = area
    return found


def _free(about: Mapping[str, Any], counters: Mapping[str, Counter], board: AreaMap) -> dict[str, tuple[str, ...]]:
    """The areas among which a unit may be set up, for those that have a choice (AFR-13.11)."""
    found = {}
    for choice in about.get("free", ()):
        units, places = (read_texts(choice[key], f"free, {key}") for key in ("units", "areas"))
        areas = tuple(area for area in places if area in board.index)
        found.update({unit: areas for unit in units if unit in counters and areas})
    return found


def _arrivals(
    about: Mapping[str, Any], counters: Mapping[str, Counter], board: AreaMap, options: Mapping[str, str]
) -> tuple[Arrival, ...]:
    """Who comes at the end of which turn, as listed; "" for the area is any on the coast (AFR-11.1, 11.3)."""
    found = []
    for row in about.get("arrivals", ()):
        at = row.get("area") or ""
        wanted = all(options[key] == value for key, value in row.get("option", {}).items())  # AFR-12.10
        if wanted and (not at or at in board.index):
            aboard = row.get("aboard", ())
            units = (unit for unit in row["units"] if unit in counters)
            found += [Arrival(unit, row["turn"], ABOARD if unit in aboard else at) for unit in units]
    return tuple(found)
