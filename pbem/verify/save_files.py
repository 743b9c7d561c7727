"""The files of a save as verify reads them: each fault a finding, every hash taken anew over canonical JSON."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import orjson

from pbem.canonical import require
from pbem.errors import BadInput
from pbem.phrases import system_words
from pbem.save import reading
from pbem.save.errors import SaveError
from pbem.save.files import GAME, RECORD, TURNS, record_names
from pbem.save.journal import StoredRecord
from pbem.save.layout import encode, quick_hash, strip_layout, value_of
from pbem.save.records import Json, Manifest
from pbem.verify.findings import Finding


class BadFile(Exception):
    """A fault that ends the verification; `finding` says which."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


def read_value(path: Path, name: str) -> tuple[Json, str]:
    """The value of a file and its true hash; BadFile where there is no such JSON, `name` says which file it is."""
    return _value(_bytes(path, name), name)


def read_game(folder: Path) -> tuple[Manifest, str]:
    """game.json and its hash; BadFile where it is damaged, BadInput where the folder holds no game."""
    if not (folder / GAME).is_file():
        raise BadInput(
            "There is no game in {folder}: a save folder holds game.json, scenario.json and turns/.", folder=folder
        )
    data = _bytes(folder / GAME, GAME)
    _, true = _value(data, GAME)
    try:
        return reading.read_manifest(data, GAME), true
    except SaveError as wrong:
        raise BadFile(_broken(GAME, wrong)) from None


def read_records(folder: Path) -> tuple[StoredRecord, ...]:
    """The journal with true hashes; BadFile for the first file that is missing, twice there, misnamed or damaged."""
    names = _names(folder / TURNS)
    fault = next(_misnamed(names), None)
    if fault is not None:
        raise BadFile(fault)
    return tuple(read_record(_bytes(folder / TURNS / name, name), n, name) for n, name in enumerate(names, 1))


def read_record(data: bytes, n: int, name: str) -> StoredRecord:
    """Record n in the bytes of its file `name`; BadFile where it is none, or another file's."""
    _, true = _value(data, name, n)
    try:
        record = reading.read_entry(data, name)
    except SaveError as wrong:
        raise BadFile(_broken(name, wrong, n)) from None
    if record.name != name:
        raise BadFile(Finding("file-name", n, values={"file": name, "found": record.name}))
    return StoredRecord(record, true, name)


def _names(turns: Path) -> Sequence[str]:
    try:
        return record_names(turns)
    except OSError as failed:
        raise BadInput("{turns} cannot be read: {why}.", turns=turns, why=system_words(failed)) from None


def _misnamed(names: Sequence[str]) -> Iterator[Finding]:
    """What is wrong with the names, which are sorted: one record a number, from 1 on without a gap."""
    for n, name in enumerate(names, 1):
        match = RECORD.fullmatch(name)
        if match is None:
            yield Finding("file-stray", values={"file": name})
        elif int(match[1]) < n:
            yield Finding("file-twice", int(match[1]), values={"first": names[n - 2], "second": name})
        elif int(match[1]) > n:
            yield Finding("file-missing", n, values={"file": name})


def _bytes(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadFile(Finding("file-broken", values={"file": name, "why": "it is not there"})) from None
    except OSError as failed:
        raise BadInput("{path} cannot be read: {why}.", path=path, why=system_words(failed)) from None


def _value(data: bytes, name: str, n: int = 0) -> tuple[Json, str]:
    """The value in a file's bytes and its hash. Bytes that are canonical but for line breaks are hashed as they are."""
    try:
        quick = orjson.loads(data)
        if isinstance(quick, dict) and encode(quick) == strip_layout(data):
            require(quick)
            return quick, quick_hash(data)
    except (ValueError, TypeError, RecursionError):
        pass  # read with care below, which says what is wrong and where
    try:
        value = value_of(data, name)
        return value, reading.hash_of(value, name)
    except SaveError as wrong:
        raise BadFile(_broken(name, wrong, n)) from None


def _broken(name: str, wrong: SaveError, n: int = 0) -> Finding:
    return Finding("file-broken", n, values={"file": name, "why": str(wrong).removeprefix(f"{name}: ")})
