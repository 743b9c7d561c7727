"""Reading a scenario.json: what is expected at a place in it, or a ValueError whose sentence names the place."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pbem.board.board import HexMap, read_board
from pbem.json_values import read_list, read_texts, read_whole, require_object

__all__ = [
    "read_by_id",
    "read_ground",
    "read_hexes",
    "read_list",
    "read_object",
    "read_options",
    "read_places",
    "read_seats",
    "read_set_up",
    "read_spaces",
    "read_tables",
    "read_texts",
    "read_whole",
]

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read_object(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    """The object under a key."""
    return require_object(data.get(key), where)


def read_spaces(spaces: Iterable[str], board: Iterable[str], where: str, space: str = "hex") -> None:
    """Require that all spaces are on a board (its ids, or an index of them); `space` is what one is called."""
    known = board if isinstance(board, Mapping | frozenset) else frozenset(board)
    off = sorted(each for each in spaces if each not in known)
    if off:
        raise ValueError(f"{where}: {off[0]} is no {space} of this map.")


def read_places(value: Any, board: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """A list of spaces, all of them on a board (an index of its ids)."""
    spaces = read_texts(value, where)
    read_spaces(spaces, board, where)
    return spaces


def read_hexes(map_: Mapping[str, Any]) -> HexMap:
    """The board of a map, which is one of hexes."""
    board = read_board(map_)
    if not isinstance(board, HexMap):
        raise ValueError("map: hexes are expected, not areas.")
    return board


def read_ground(
    words: Collection[str], hex_: str, grounds: Collection[str], features: Collection[str], default: str
) -> str:
    """The one ground among the words of a hex, whose others are features; `default`, if any, where they name none."""
    unknown = sorted({*words} - {*grounds, *features})
    if unknown:
        known = ", ".join((*grounds, *features))
        raise ValueError(f"map, hex {hex_}: {unknown[0]!r} is not a terrain word; there are {known}.")
    named = [word for word in grounds if word in words] or ([default] if default else [])
    if len(named) != 1:
        raise ValueError(f"map, hex {hex_}: one ground is needed ({', '.join(grounds)}), not {len(named)}.")
    return named[0]


def read_tables(data: Mapping[str, Any], names: Iterable[str]) -> Mapping[str, Any]:
    """The tables of a scenario, if all are there that its rules need."""
    tables = read_object(data, "tables", "tables")
    missing = [name for name in names if name not in tables]
    if missing:
        raise ValueError(f"tables: {', '.join(missing)} missing.")
    return tables


def read_set_up(
    data: Mapping[str, Any], sides: Mapping[str, str], board: Mapping[str, Any], unit: str
) -> dict[str, str]:
    """The space of each unit in the set-up that a scenario proposes, by side.

    `sides` are those of the units, `board` an index of its ids; `unit` is what the game calls one.
    """
    found: dict[str, str] = {}
    for side, places in (data.get("set-up") or {}).items():
        for id_, space in places.items():
            if sides.get(id_) != side:
                raise ValueError(f"set-up: {side} has no {unit} {id_!r}.")
            if space not in board:
                raise ValueError(f"set-up, {id_}: the map has no hex {space!r}.")
            found[id_] = space
    return found


def read_by_id(value: Any, where: str, example: str) -> dict[str, Any]:
    """Things by id, ascending, from an object by id or from a list of objects with one; `example` is a good id."""
    if isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        pairs = [(each.get("id") if isinstance(each, Mapping) else None, each) for each in read_list(value, where)]
    found: dict[str, Any] = {}
    for id_, each in pairs:
        if not (isinstance(id_, str) and _ID.fullmatch(id_)):
            raise ValueError(f"{where}: {id_!r} is not an id; an id is like {example}.")
        if id_ in found:
            raise ValueError(f"{where}: two {where} have the id {id_}.")
        found[id_] = each
    return {id_: found[id_] for id_ in sorted(found)}


def read_options(given: Any, options: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Every option with its value, the default (which is the first) where none is given."""
    if not isinstance(given, Mapping):
        raise ValueError("options: an object of option names and values is expected.")
    for name in sorted(given, key=str):
        if name not in options:
            raise ValueError(f"options: {name!r} is not an option; there are {', '.join(sorted(options))}.")
        if given[name] not in options[name]:
            raise ValueError(f"options: {name} is {' or '.join(options[name])}, not {given[name]!r}.")
    return {name: given.get(name, values[0]) for name, values in options.items()}


def read_seats(given: Any, sides: tuple[str, ...], most: int, rule: str) -> dict[str, str]:
    """The seats by id, ascending, each with its side: from one to `most` (1 or 2) a side, as a clause has it."""
    if not isinstance(given, Mapping):
        raise ValueError("seats: an object of seat ids and sides is expected.")
    wrong = [seat for seat in sorted(given) if given[seat] not in sides]
    if wrong:
        raise ValueError(f"seats: {wrong[0]} plays {' or '.join(sides)}, not {given[wrong[0]]!r}.")
    for side in sides:
        count = sum(1 for seat in given if given[seat] == side)
        if not 1 <= count <= most:
            allowed = "one seat" if most == 1 else "one or two seats"
            raise ValueError(f"seats: {side} has {allowed}, not {count} ({rule}).")
    return {seat: given[seat] for seat in sorted(given)}
