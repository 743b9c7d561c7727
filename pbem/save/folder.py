"""A save folder: game.json, scenario.json, state.json and turns/. A record is the commit point, the rest follows.

An archived game is the same folder: reading needs no lock and writes nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.canonical import digest, require
from pbem.effects import Effects
from pbem.phrases import system_words
from pbem.save import reading
from pbem.save.errors import SaveError
from pbem.save.files import GAME, RECORD, SCENARIO, STATE, TURNS, record_names
from pbem.save.formats import require_known_format
from pbem.save.git import Git
from pbem.save.journal import StoredRecord
from pbem.save.layout import quick_hash, text, value_of
from pbem.save.records import FIRST, Entry, Json, Manifest, PhaseRecord


class SaveFolder:
    """The files of one game. Every method raises SaveError, with a sentence for the referee, where a file is wrong."""

    def __init__(self, path: Path, effects: Effects | None = None) -> None:
        self.path = path
        self._effects = effects or Effects()
        self._known: dict[str, tuple[bytes, Entry, str]] = {}

    def create(self, manifest: Manifest, scenario: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        """Write a new save; game.json comes last and makes it one. SaveError if the folder holds a game already."""
        if (self.path / GAME).exists():
            raise SaveError("{path} is there already: a game of this name has been made.", path=self.path / GAME)
        if manifest.scenario != digest(scenario):
            raise SaveError("game.json of {game} would not name the hash of its scenario.json.", game=manifest.game)
        self._mkdir(self.path / TURNS)
        self._write(SCENARIO, text(scenario, {"map": 2}))
        self.write_state(state)
        data = manifest.to_json()
        require(data)
        self._write(GAME, text(data, {"options": 1}))

    def exists(self) -> bool:
        """Whether there is a game here."""
        return (self.path / GAME).is_file()

    def read_manifest(self) -> Manifest:
        """What game.json says."""
        return reading.read_manifest(self._read(GAME), self._where(GAME))

    def game_hash(self) -> str:
        """The hash of game.json: `previous` of record 1."""
        where = self._where(GAME)
        return reading.hash_of(value_of(self._read(GAME), where), where)

    def scenario_bytes(self) -> bytes:
        """The bytes of scenario.json, unread."""
        return self._read(SCENARIO)

    def read_scenario(self) -> Json:
        """The value of scenario.json; SaveError where it is not the one that the game was made with."""
        return reading.read_scenario(self.scenario_bytes(), self._where(SCENARIO), self.read_manifest().scenario)

    def read_state(self) -> Json:
        """The state as `write_state` was given it. It is derived: `repair` mends it."""
        where = self._where(STATE)
        state = value_of(self._read(STATE), where)
        require_known_format(state, where, FIRST)
        return {key: state[key] for key in state if key != "format"}

    def records(self) -> tuple[StoredRecord, ...]:
        """The journal in order; SaveError where it is not one chain from game.json on."""
        written, before = self.unchecked_records(), self.game_hash()
        for item in written:
            if item.record.previous != before:
                earlier = f"{TURNS}/{written[item.record.n - 2].file}" if item.record.n > 1 else GAME
                raise SaveError(
                    "{where}: previous: it is not the hash of {earlier}. One of the two files was "
                    "changed after it was written; git or a backup has the right one.",
                    where=self._where(f"{TURNS}/{item.file}"),
                    earlier=earlier,
                )
            before = item.hash
        return written

    def unchecked_records(self) -> tuple[StoredRecord, ...]:
        """The journal in order with true hashes, its chain unjudged: for verify. Numbers are whole all the same."""
        files = self._files()
        datas = [self._read(f"{TURNS}/{file}") for file in files]
        entries = [self._entry(file, data) for file, data in zip(files, datas, strict=True)]
        for file, entry in zip(files, entries, strict=True):
            if entry.name != file:
                raise SaveError(
                    "{where}: it holds record {n}, a file {entry}.",
                    where=self._where(f"{TURNS}/{file}"),
                    n=entry.n,
                    entry=entry.name,
                )
        expected = [*(entry.previous for entry in entries[1:]), ""][: len(entries)]
        hashes = map(self._hash, files, datas, expected)
        self._known = {f: (d, e, h) for f, d, e, h in zip(files, datas, entries, hashes, strict=True)}
        return tuple(StoredRecord(entry, true, file) for file, (_, entry, true) in self._known.items())

    def write_record(self, record: Entry, known: Sequence[StoredRecord] | None = None) -> StoredRecord:
        """Add a record to the journal: the commit point. The same record once more changes nothing.

        `known` are the records that are there, where the caller has read them and holds the lock.

        SaveError, and nothing written, where its number or `previous` is not the next one, or the disk refuses.
        """
        written = self.records() if known is None else known
        data = record.to_json()
        require(data)
        if 0 < record.n <= len(written) and written[record.n - 1].hash == digest(data):
            return written[record.n - 1]
        if record.n != len(written) + 1:
            raise SaveError(
                "{path}: record {n} cannot be written, the next is {count}.",
                path=self.path,
                n=record.n,
                count=len(written) + 1,
            )
        before = written[-1].hash if written else self.game_hash()
        if record.previous != before:
            raise SaveError(
                "{path}: record {n} does not follow record {before}: previous differs.",
                path=self.path,
                n=record.n,
                before=record.n - 1,
            )
        layout = text(data, record.LEVELS)
        self._write(f"{TURNS}/{record.name}", layout)
        self._known[record.name] = layout, record, quick_hash(layout)
        return StoredRecord(record, self._known[record.name][2], record.name)

    def write_state(self, state: Mapping[str, Any]) -> bool:
        """Put the state into state.json; whether that changed anything."""
        value = state_value(state)
        require(value)
        data = text(value)
        try:
            if (self.path / STATE).read_bytes() == data:
                return False
        except OSError:
            pass  # missing or unreadable: it is derived, and written anew
        self._write(STATE, data)
        return True

    def repair(
        self, state: Mapping[str, Any], git: Git | None, when: datetime, times: Mapping[int, datetime] | None = None
    ) -> None:
        """Redo what a kill left out after the last record: state.json, and a commit for each record that has none.

        `state` is what the records fold to, worked out by the caller. A commit is dated `when`, or where the record was
        written elsewhere by its number in `times` (0: the making of the game). GitError where git cannot: the files
        stand.
        """
        self.write_state(state)
        if git is not None:
            self._commit(git, when, times or {})

    def _commit(self, git: Git, when: datetime, times: Mapping[int, datetime]) -> None:
        changed = set(git.uncommitted(self.path))
        if not changed:
            return
        first = [p for p in (self.path / GAME, self.path / SCENARIO) if p in changed]
        first += [git.ignore] if first and git.ignore.exists() else []
        name = self.read_manifest().game
        late = [item for item in self.records() if self.path / TURNS / item.file in changed]
        state = [self.path / STATE]
        if first:
            git.commit(first + ([] if late else state), f"{name}: the game is made", times.get(0, when))
        for item in late:
            paths = [self.path / TURNS / item.file] + (state if item is late[-1] else [])
            dated = times.get(item.record.n, when)
            git.commit(paths, f"{name} {item.record.n}: {subject(item.record)}", dated)
        if not first and not late:
            git.commit(state, f"{name}: state.json restored", when)

    def _entry(self, file: str, data: bytes) -> Entry:
        """The record in a file; not parsed again while its bytes are those of the last reading."""
        known = self._known.get(file)
        return known[1] if known and known[0] == data else reading.read_entry(data, self._where(f"{TURNS}/{file}"))

    def _hash(self, file: str, data: bytes, expected: str) -> str:
        """The true hash of a record. `expected`, what the next record says, is only a hint where to stop working."""
        known = self._known.get(file)
        if known and known[0] == data:
            return known[2]
        quick = quick_hash(data)
        where = self._where(f"{TURNS}/{file}")
        return quick if quick == expected else reading.hash_of(value_of(data, where), where)

    def _files(self) -> Sequence[str]:
        """The names in turns/ by number; SaveError for a gap, a number used twice or a name that is no record's."""
        try:
            names = record_names(self.path / TURNS)
        except OSError as failed:
            raise SaveError(
                "{where} cannot be read: {why}.", where=self._where(TURNS), why=system_words(failed)
            ) from None
        for n, name in enumerate(names, start=1):
            match = RECORD.fullmatch(name)
            if match is None:
                raise SaveError(
                    "{where} is no record's name: move the file elsewhere.", where=self._where(f"{TURNS}/{name}")
                )
            if int(match[1]) < n:
                raise SaveError(
                    "{where}: two files have number {number}: {names}, {name}.",
                    where=self._where(TURNS),
                    number=int(match[1]),
                    names=names[n - 2],
                    name=name,
                )
            if int(match[1]) > n:
                raise SaveError(
                    "{where}: record {n} is missing; the next is {name}.", where=self._where(TURNS), n=n, name=name
                )
        return names

    def _where(self, name: str) -> str:
        return str(self.path / name)

    def _read(self, name: str) -> bytes:
        return reading.read_bytes(self.path / name)

    def _mkdir(self, path: Path) -> None:
        try:
            self._effects.mkdir(path)
        except OSError as failed:
            raise SaveError("{path} cannot be made: {why}.", path=path, why=system_words(failed)) from failed

    def _write(self, name: str, data: bytes) -> None:
        try:
            self._effects.write_bytes(self.path / name, data)
        except OSError as failed:
            raise SaveError(
                "{where} cannot be written: {why}. The old file stands.",
                where=self._where(name),
                why=system_words(failed),
            ) from failed


def state_value(state: Mapping[str, Any]) -> Json:
    """The value of state.json for a state: what the hashes of states in records are taken over."""
    if "format" in state:
        raise SaveError('{state}: the key "format" is the file\'s own.', state=STATE)
    return {**state, "format": FIRST}


def subject(record: Entry) -> str:
    """A record in a few words, for a commit: "3.movement", "rollback"."""
    if not isinstance(record, PhaseRecord):
        return record.kind
    return f"{record.at} (suspended)" if record.suspended else record.at
