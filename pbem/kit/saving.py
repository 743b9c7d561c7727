"""Frozen dataclasses as JSON under kebab-case keys and back, with a sentence for each value that does not fit."""

from collections.abc import Collection, Mapping
from dataclasses import Field, fields
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
        return isinstance(self.by_key[key].default, tuple)


class Frame:
    """What the saved states of all games have: turn and phase, single fields, and the units by id.

    `phases` are the ids of the sequence of play, `fields` the single fields, `others` the keys that the rules read by
    themselves. In sentences the game is called `game`, and a unit `unit`.
    """

    def __init__(
        self, game: str, phases: Collection[str], fields: Fields, *, others: Collection[str] = (), unit: str = "unit"
    ) -> None:
        self._game, self._phases, self._fields, self._unit = game, phases, fields, unit
        self._keys = {"turn", "phase", "units", *fields.by_key, *others}

    def read(
        self,
        data: Mapping[str, Any],
        counters: Collection[str],
        turns: int,
        known: Mapping[str, tuple[Collection[str], str]] | None = None,
    ) -> tuple[int, str, dict[str, Any], Mapping[str, Any]]:
        """Turn, phase, the single fields by name, and what is said of each unit; left out it is the first phase of all.

        Units are among the `counters`, turns from 1 to `turns`; `known` is as `Fields` has it. ValueError, a sentence.
        """
        for key in sorted(set(data) - self._keys):
            raise ValueError(f"a state of {self._game} has no field {key!r}.")
        turn, phase, units = data.get("turn", 1), data.get("phase", next(iter(self._phases))), data.get("units", {})
        if phase not in self._phases:
            raise ValueError(f"{phase!r} is no phase of {self._game}.")
        if type(turn) is not int or not 1 <= turn <= turns:
            raise ValueError(f"the turn is a whole number from 1 to {turns}, not {turn!r}.")
        if not isinstance(units, Mapping):
            raise ValueError(f"units is an object of {self._unit}s by id.")
        for lost in sorted(set(units) - set(counters)):
            raise ValueError(f"the scenario has no {self._unit} {lost!r}.")
        single = {key: value for key, value in data.items() if key in self._fields.by_key}
        return turn, phase, self._fields.read(single, known=known), units


def _told(hint: Any) -> str:
    """What a type is called in a sentence: "one of a, b", "a whole number or null" …"""
    words = getattr(hint, "__args__", ()) if getattr(hint, "__origin__", None) is Literal else ()
    if words:
        return "one of " + ", ".join("null" if word is None else str(word) for word in words)
    names = {bool: "true or false", int: "a whole number", str: "a text", type(None): "null"}
    parts = getattr(hint, "__args__", None) or (hint,)
    return " or ".join(names.get(part, "a list of texts") for part in parts)
