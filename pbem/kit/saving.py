"""Frozen dataclasses as JSON under kebab-case keys and back, with a sentence for each value that does not fit."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field, fields
from functools import cached_property
from typing import Any, Literal, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pbem.core.record import kebab


class Fields:
    """The fields of a frozen dataclass that are saved: those of `names`, or all.

    A value is read strictly by the annotation of its field (bool, int, int | None, str, tuple[str, ...]) or, for a key
    of `words`, as one of those. `labels` are what keys are called in sentences where that is not the key.
    """

    def __init__(
        self,
        kind: type[Any],
        *,
        names: Collection[str] | None = None,
        words: Mapping[str, tuple[str | None, ...]] | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        chosen = [f for f in fields(kind) if names is None or f.name in names]
        self.by_key: Mapping[str, Field[Any]] = {kebab(f.name): f for f in chosen}
        self._kind, self._words, self._labels = kind, words or {}, labels or {}

    def dump(self, value: Any, *, full: bool = True) -> dict[str, Any]:
        """The fields of a value as JSON; without `full`, those at their default are left out."""
        values = {key: getattr(value, field.name) for key, field in self.by_key.items()}
        if not full:
            values = {key: each for key, each in values.items() if each != self.by_key[key].default}
        return {key: list(each) if isinstance(each, tuple) else each for key, each in values.items()}

    def read(
        self, given: Any, what: str = "", known: Mapping[str, tuple[Collection[str], str]] | None = None
    ) -> dict[str, Any]:
        """Parsed JSON as arguments of the dataclass, by name; what is left out is not among them.

        `known` names, by key, the ids that a value (or each of a list) must be among, and what one is called: ("hex of
        the map"). ValueError, a sentence that begins with `what`, where a field is unknown or its value is none.
        """
        start = f"{what}: " if what else ""
        if not isinstance(given, Mapping):
            raise ValueError(f"{start}an object of fields is expected, not {given!r}.")
        found: dict[str, Any] = {}
        for key, value in given.items():
            if key not in self.by_key:
                raise ValueError(f"{start}there is no field {key!r}.")
            found[self.by_key[key].name] = self._value(start, key, value, (known or {}).get(key))
        return found

    def _value(self, start: str, key: str, value: Any, known: tuple[Collection[str], str] | None) -> Any:
        kept = tuple(value) if isinstance(value, list) else value
        listed = self._is_list(key)
        try:
            read = self._adapters[key].validate_python(kept, strict=True)
            fits = known is None or read is None or all(each in known[0] for each in (read if listed else (read,)))
        except ValidationError:
            fits = False
        if fits:
            return read
        if known is not None and not listed:
            raise ValueError(f"{start}{value!r} is no {known[1]}.")
        expected = f"a list of {known[1]}" if known is not None else _told(self._hints[key])
        raise ValueError(f"{start}{self._labels.get(key, key)} is {expected}, not {value!r}.")

    @cached_property
    def _hints(self) -> Mapping[str, Any]:
        """The type of each field, by key: its words as a Literal."""
        own = get_type_hints(self._kind)
        return {
            key: Literal.__getitem__(self._words[key]) if key in self._words else own[field.name]
            for key, field in self.by_key.items()
        }

    @cached_property
    def _adapters(self) -> Mapping[str, TypeAdapter[Any]]:
        return {key: TypeAdapter(hint) for key, hint in self._hints.items()}

    def _is_list(self, key: str) -> bool:
        default = self.by_key[key].default
        return default is not MISSING and isinstance(default, tuple)


def _told(hint: Any) -> str:
    """What a type is called in a sentence: "one of a, b", "a whole number or null" …"""
    words = getattr(hint, "__args__", ()) if getattr(hint, "__origin__", None) is Literal else ()
    if words:
        return "one of " + ", ".join("null" if word is None else str(word) for word in words)
    names = {bool: "true or false", int: "a whole number", str: "a text", type(None): "null"}
    parts = getattr(hint, "__args__", None) or (hint,)
    return " or ".join(names.get(part, "a list of texts") for part in parts)
