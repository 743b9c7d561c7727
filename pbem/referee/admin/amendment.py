"""A ruling that changes the position: fields of the state and of units, by name, shown to all before and after.

It is read as `unit regulares-3 at=1918 moved=no` or `state weather=storm`, several fields in one text. The fields that
may be changed are those that the game's lexicon names in [fields]; what the state may hold its rule set judges.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pbem.core.events import Amended, Change, Unfit
from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.phrases import Phrase
from pbem.report.amended import FIELDS, change_sentences

SHAPE = Phrase("'unit ID field=value …' or 'state field=value …' is expected")
_TRUTH = {"yes": True, "true": True, "sí": True, "si": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Amendment:
    """A ruling that can be made: its event, and the states before and after it."""

    event: Amended
    before: Any
    after: Any


def read_amendment(game: Game, texts: Sequence[str]) -> Amendment:
    """What the texts change in the present position.

    BadInput for a text, unit, field or value that the game does not have, and where nothing would change; Refused while
    the position is not to be touched: the game is over, a question is open, orders are locked, a phase is corrected.
    """
    if game.over:
        raise Refused(
            "{game} is over: its position stays as it is. 'pbem rollback' takes the end back.", game=game.name
        )
    if game.position.journal.suspended_run() is not None:
        raise Refused(
            "{game} waits in the middle of a phase for the answer to a question: rule after it.", game=game.name
        )
    dumped = game.rules.dump(game.state, full=True)
    read = [each for text in texts for each in _read(game, dumped, text)]
    faults = []
    for numbers in (False, True):  # a value that is null says nothing of its kind: 12 is first read as a text
        changes = tuple(
            Change(unit=unit, field=field, now=_value(was, raw, numbers=numbers)) for unit, field, was, raw in read
        )
        event = Amended(changes=changes)
        try:
            after = game.rules.evolve(game.state, event)
        except Unfit as wrong:
            faults.append(str(wrong))
            continue
        if game.rules.dump(after, full=True) == dumped:
            raise BadInput("Nothing would change by this.")
        return Amendment(event, game.state, after)
    raise BadInput("The position cannot be so: {faults}", faults=faults[0])


def describe_amendment(game: Game, amendment: Amendment, language: str) -> list[str]:
    """The changes in words, all of them: for the referee."""
    before, after = (game.rules.dump(state, full=True) for state in (amendment.before, amendment.after))
    return change_sentences(before, after, voice_of(game, language))


def _read(game: Game, dumped: dict[str, Any], text: str) -> Iterator[tuple[str, str, Any, str]]:
    """The changes of a text: unit ("" for the state itself), field, its value as JSON now, and the value as written."""
    kind, *rest = text.split()
    unit, about = "", dumped
    if kind == "unit" and rest:
        unit, about = rest[0], dumped.get("units", {}).get(rest[0])
        rest = rest[1:]
        if about is None:
            raise BadInput(
                "{text!r}: there is no unit {unit!r}.{nearest}",
                text=text,
                unit=unit,
                nearest=_nearest(unit, dumped.get("units", ())),
            )
    elif kind != "state":
        raise BadInput("{text!r}: {shape}.", text=text, shape=SHAPE)
    if not rest:
        raise BadInput("{text!r}: {shape}.", text=text, shape=SHAPE)
    fields = dict(_fields(game, about))
    for part in rest:
        field, equals, raw = part.partition("=")
        if not equals or not raw:
            raise BadInput("{text!r}: {part!r} is no field=value.", text=text, part=part)
        if field not in fields:
            raise BadInput(
                "{text!r}: there is no field {field!r} to change.{nearest}",
                text=text,
                field=field,
                nearest=_nearest(field, fields),
            )
        yield unit, field, fields[field], raw


def _fields(game: Game, about: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of the state or of a unit that may be changed, with their values; "control.area-a" of an object."""
    named = voice_of(game, "en").words.lexicon.get(FIELDS, {})
    for key, value in about.items():
        if key in named and isinstance(value, dict):
            yield from ((f"{key}.{inner}", each) for inner, each in value.items())
        elif key in named:
            yield key, value


def _nearest(word: str, known: Iterable[str]) -> str:
    found = get_close_matches(word, sorted(known), 3, 0.5) or sorted(known)[:8]
    return Phrase(" Is one of these meant: {found}?", found=", ".join(found)) if found else ""


def _value(was: Any, raw: str, *, numbers: bool) -> Any:
    """A value as written, of the kind of the one that it replaces."""
    if raw == "none":
        return [] if isinstance(was, list) else None
    if isinstance(was, list):
        return raw.split(",")
    if isinstance(was, bool):
        return _TRUTH.get(raw.lower(), raw)
    if raw.isascii() and raw.isdigit() and (isinstance(was, int) or (was is None and numbers)):
        return int(raw)
    return raw
