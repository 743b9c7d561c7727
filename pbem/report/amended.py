"""What a ruling of the referee has changed, in words: each field with what it was and what it is now."""

from collections.abc import Mapping
from typing import Any

from pbem.report.story import Voice
from pbem.report.words import capfirst

FIELDS = "fields"
"""The group of a lexicon with the fields of a state and of a unit that a ruling may change."""


def change_sentences(before: Mapping[str, Any], after: Mapping[str, Any], voice: Voice) -> list[str]:
    """A line for each field that has a name and is not the same in two states as JSON, those of units by their names.

    The states are as the reader's side may see them, all fields written out.
    """
    units = after.get("units", {})
    told = []
    for unit in sorted(units):
        was = before.get("units", {}).get(unit, {})
        parts = [
            _change(voice, was, units[unit], key) for key in units[unit] if _is_changed(voice, was, units[unit], key)
        ]
        told += [f"{capfirst(voice.words.the(unit))}: {'; '.join(parts)}."] if parts else []
    for key, now in after.items():
        was = before.get(key)
        if isinstance(now, Mapping) and isinstance(was, Mapping):
            inner = [each for each in now if key != "units" and _is_named(voice, key) and was.get(each) != now[each]]
            told += [
                f"{_name(voice, key)}, {_value(voice, each)}: {_step(voice, was.get(each), now[each])}."
                for each in inner
            ]
        elif _is_changed(voice, before, after, key):
            told.append(f"{capfirst(_change(voice, before, after, key))}.")
    return told


def _is_named(voice: Voice, key: str) -> bool:
    return key in voice.words.lexicon.get(FIELDS, {})


def _is_changed(voice: Voice, was: Mapping[str, Any], now: Mapping[str, Any], key: str) -> bool:
    return _is_named(voice, key) and was.get(key) != now[key]


def _name(voice: Voice, key: str) -> str:
    return voice.words.word(FIELDS, key)


def _change(voice: Voice, was: Mapping[str, Any], now: Mapping[str, Any], key: str) -> str:
    return f"{_name(voice, key)}: {_step(voice, was.get(key), now[key])}"


def _step(voice: Voice, was: Any, now: Any) -> str:
    return f"{_value(voice, was)} → {_value(voice, now)}"


def _value(voice: Voice, value: Any) -> str:
    """A value of a state as a player reads it."""
    _, words = voice.translations.gettext, voice.words
    if value is None or value == []:
        return str(_("none"))
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list):
        return ", ".join(_value(voice, each) for each in value)
    if not isinstance(value, str):
        return str(value)
    if words.is_space(value):
        return words.space(value)
    return words.unit(value) if words.side_of(value) else words.names().get(value, value.replace("-", " "))
