"""Reading a scenario.json: what is expected at a place in it, or a ValueError whose sentence names the place."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read_object(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    """The object under a key."""
    value = data.get(key)
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}: an object is expected, not {kind_of(value)}.")
    return value


def read_list(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{where}: a list is expected, not {kind_of(value)}.")
    return list(value)


def read_texts(value: Any, where: str) -> tuple[str, ...]:
    """A list of texts."""
    listed = read_list(value, where)
    if not all(isinstance(each, str) for each in listed):
        raise ValueError(f"{where}: texts are expected.")
    return tuple(listed)


def read_whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number within bounds, both included; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{where}: a whole number from {low} to {high} is expected, not {value!r}.")
    return value


def read_spaces(spaces: Iterable[str], board: Iterable[str], where: str, space: str = "hex") -> None:
    """Require that all spaces are on a board (its ids, or an index of them); `space` is what one is called."""
    known = board if isinstance(board, Mapping | frozenset) else frozenset(board)
    off = sorted(each for each in spaces if each not in known)
    if off:
        raise ValueError(f"{where}: {off[0]} is no {space} of this map.")


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


def kind_of(value: Any) -> str:
    """What a JSON value is, in words: "an object", "a list", "nothing" …"""
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number"}
    return "nothing" if value is None else names.get(type(value), f"a {type(value).__name__}")
