"""Reading the files of a save: bytes to checked records, with the file and the place in it for what is wrong."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from pbem.canonical import digest
from pbem.core.record import Record
from pbem.phrases import Phrase, system_words
from pbem.save.errors import SaveError
from pbem.save.files import GAME
from pbem.save.formats import require_known_format, require_known_kind
from pbem.save.layout import value_of
from pbem.save.records import (
    EndRecord,
    Entry,
    Json,
    Manifest,
    PhaseRecord,
    RekeyRecord,
    RollbackRecord,
    RulingRecord,
)

T = TypeVar("T", bound=Record)

_ENTRY: TypeAdapter[Entry] = TypeAdapter(
    Annotated[
        PhaseRecord | RollbackRecord | RulingRecord | RekeyRecord | EndRecord,
        Field(discriminator="kind"),
    ]
)
_GAME = TypeAdapter(Manifest)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of the save; SaveError where there are none to read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SaveError("{path} is missing.", path=path) from None
    except OSError as failed:
        raise SaveError("{path} cannot be read: {why}.", path=path, why=system_words(failed)) from None


def read_entry(data: bytes, where: str) -> Entry:
    """The record in the bytes of file `where`; SaveError with its JSON path for what is damaged or too new."""
    return _read(_ENTRY, data, where, journal=True)


def read_manifest(data: bytes, where: str) -> Manifest:
    """The game in the bytes of game.json; SaveError as above."""
    return _read(_GAME, data, where, journal=False)


def read_scenario(data: bytes, where: str, wanted: str) -> Json:
    """The value in the bytes of scenario.json; SaveError where its hash is not the `wanted` one, that of game.json."""
    scenario = value_of(data, where)
    if hash_of(scenario, where) != wanted:
        raise SaveError("{where} has been changed: its hash is not the one in {game}.", where=where, game=GAME)
    return scenario


def hash_of(value: Json, where: str) -> str:
    """SHA-256 of the canonical JSON of the value of file `where`; SaveError where it has none."""
    try:
        return digest(value)
    except ValueError as wrong:
        raise SaveError("{where}: {wrong}.", where=where, wrong=wrong) from None


def json_path(loc: Sequence[int | str]) -> str:
    """A place in a JSON value as people write it: sheets[0].lines[2].number."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc).lstrip(".")


def _read(adapter: TypeAdapter[T], data: bytes, where: str, journal: bool) -> T:
    """The model in the bytes; only what is none is parsed a second time, to be told."""
    with suppress(ValidationError):
        found = adapter.validate_json(data)
        if "format" in found.model_fields_set:
            return found
    value = value_of(data, where)
    require_known_format(value, where)
    if journal:
        require_known_kind(value, where)
    try:
        return adapter.validate_json(json.dumps(value))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        path = json_path(first["loc"][int(journal) :])
        raise SaveError(
            "{where}: {path}: {why} ({input!r:.60}).",
            where=where,
            path=path or Phrase("the whole file"),
            why=first["msg"],
            input=first["input"],
        ) from None
