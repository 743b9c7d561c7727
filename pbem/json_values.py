"""Values of parsed JSON: what is expected at a place in a file, or a ValueError whose sentence names the place."""

from collections.abc import Mapping
from typing import Any

_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number"}


def require_object(value: Any, where: str) -> Mapping[str, Any]:
    """An object."""
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


def kind_of(value: Any) -> str:
    """What a JSON value is, in words: "an object", "a list", "nothing" …"""
    return "nothing" if value is None else _KINDS.get(type(value), f"a {type(value).__name__}")
