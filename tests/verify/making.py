"""The archived game as a case to tamper with, and what the cheap and the dear proofs say of one changed record."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from pbem.canonical import digest
from pbem.game.replay import Replay
from pbem.resources import shipped_path
from pbem.save.journal import Journal, StoredRecord
from pbem.save.records import EndRecord
from pbem.verify.chain import ChainProof
from pbem.verify.findings import Finding
from pbem.verify.save_files import BadFile, read_record
from pbem.verify.verify import UncheckedSave, Verification, end_faults, finding_of_difference, read_save

ARCHIVE = shipped_path("games", "legion", "archive", "melilla-1921")
Path = tuple[int | str, ...]


@cache
def case() -> UncheckedSave:
    """The archived game, read once. Nobody changes it: `UncheckedSave` and records are frozen."""
    return read_save(ARCHIVE)


@cache
def values() -> tuple[dict[str, Any], ...]:
    """The values of its record files, in order; to be copied before they are changed."""
    return tuple(json.loads((ARCHIVE / "turns" / item.file).read_bytes()) for item in case().written)


@cache
def states() -> dict[int, Any]:
    """The position after each record."""
    again = Replay(case().rules, case().manifest, case().lexicon, case().rules.initial(case().scenario))
    for record in case().records:
        assert again.step(record) is None
    return again.states


def leaves(value: Any, at: Path = ()) -> Iterator[Path]:
    """The place of every leaf of a JSON value: what is no list or object, and those that are empty."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from leaves(item, (*at, key))
    if not items:
        yield at


def kind_of(path: Path, value: Any) -> tuple[Any, ...]:
    """What place of a record a leaf is in, whatever the position in a list: event 3 counts by its type."""
    kinds: list[Any] = []
    for step in path:
        value = value[step]
        kinds.append("*" if isinstance(step, int) else step)
        if isinstance(step, int) and isinstance(value, dict) and "type" in value:
            kinds.append(value["type"])
    return tuple(kinds)


def other(value: Any) -> Any:
    """A value of the same type that is another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        if value[:1] in "0123456789abcdef" and len(value) == 64:
            return ("0" if value[0] != "0" else "1") + value[1:]
        return value[:-1] if len(value) > 1 else value + "x"
    return {None: "x"}[value] if value is None else [None] if isinstance(value, list) else {"x": None}


def changed(value: dict[str, Any], path: Path, new: Any) -> dict[str, Any]:
    """A copy of a JSON value with another one at a place; only what is on the way to it is copied."""
    made: Any = dict(value)
    inner = made
    for step in path[:-1]:
        inner[step] = inner[step].copy()
        inner = inner[step]
    inner[path[-1]] = new
    return dict(made)


def judged(n: int, value: dict[str, Any], *, sealed: bool = True) -> Finding | None:
    """What verify says of the archive with another record n. `sealed`: who changed it has mended all hashes after it.

    Only the record's own phase is adjudicated again, from the position before it.
    """
    whole = case()
    was = whole.written[n - 1]
    try:
        found = read_record(json.dumps(value, ensure_ascii=False).encode(), n, was.file)
    except BadFile as wrong:
        return wrong.finding
    item = StoredRecord(found.record, was.hash, was.file) if sealed else found
    written = (*whole.written[: n - 1], item, *whole.written[n:])
    tampered = replace(whole, written=written)
    proof = ChainProof()
    return next(Verification(tampered).of_records(proof), None) or again(tampered, n, proof.links)


def again(tampered: UncheckedSave, n: int, links: dict[int, bytes]) -> Finding | None:
    """What is found where record n is adjudicated again from the position before it."""
    record, before = tampered.records[n - 1], states()[n - 1]
    hash_ = case().records[n - 1].state.before
    words = tampered.lexicon
    found = Replay(tampered.rules, tampered.manifest, words, before, links, {n - 1: before}, hash_).step(record)
    if found is not None:
        return finding_of_difference(found, record)
    if isinstance(record, EndRecord):
        return next(end_faults(tampered, before, record, Journal.of(tampered.manifest, tampered.records)), None)
    return None


def resealed(records: list[dict[str, Any]], game: dict[str, Any]) -> list[dict[str, Any]]:
    """The records, numbers and hashes of the ones before mended."""
    before, made = digest(game), []
    for record in records:
        made.append({**record, "previous": before})
        before = digest(made[-1])
    return made
