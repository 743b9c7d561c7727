"""The journal's arithmetic, without rules or dice: what is in force, which number and link come next, what is broken.

Everything here is a function of game.json and the records alone, so a run that was killed is done again alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.save.records import FIRST, Entry, Manifest, PhaseRecord, RekeyRecord, RollbackRecord, SheetLines


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as it lies in the folder: what it says, its true hash, and its file's name."""

    record: Entry
    hash: str
    file: str


@dataclass(frozen=True, slots=True)
class DiceSource:
    """What the next run of a phase takes its dice from: chain (1, 2 …), its head, and the number of the link.

    `again`: the link of the withdrawn record is named once more. `nonces`: those to use again, with their `beacon` and
    its `source`, because the phase was suspended or is corrected; None where the seats' present ones are to be used.
    """

    chain: int
    head: str
    number: int
    again: bool = False
    nonces: Mapping[str, str] | None = None
    beacon: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class JournalFault:
    """What is wrong with record `n` (0: game.json), as a code and the two values that disagree."""

    n: int
    code: str
    found: str = ""
    expected: str = ""


@dataclass
class Journal:
    """The records read so far. `add` takes them in order; the questions are answered for the point reached.

    `format` is the highest of game.json and the phases so far: no later phase has a lower one.
    """

    manifest: Manifest
    records: list[Entry] = field(default_factory=list)
    chain: int = 1
    head: str = ""
    last_link: int = 0
    format: int = FIRST
    _tips: list[int] = field(default_factory=lambda: [0])
    _redo: dict[str, PhaseRecord] = field(default_factory=dict)
    _corrected: str = ""
    _named_again: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def of(cls, manifest: Manifest, records: Iterable[Entry]) -> "Journal":
        """The journal of a game after these records, which are numbered 1, 2, 3 …"""
        journal = cls(manifest, head=manifest.head, format=manifest.format)
        for record in records:
            journal.add(record)
        return journal

    @property
    def next_number(self) -> int:
        """The number of the next record: never one that was used before."""
        return len(self.records) + 1

    def add(self, record: Entry) -> None:
        """Go on by one record."""
        withdrawn = self.withdrawn_by(record) if isinstance(record, RollbackRecord) else ()
        self.records.append(record)
        if isinstance(record, RollbackRecord):
            self._tips.append(self._tips[min(record.to, len(self._tips) - 1)])
            phases = [r for r in withdrawn if isinstance(r, PhaseRecord)] if record.same_dice else []
            self._redo = {r.at: r for r in phases}
            self._corrected = phases[0].at if phases else ""
            return
        self._tips.append(len(self.records))
        if isinstance(record, PhaseRecord):
            self._take_link(record)
        elif isinstance(record, RekeyRecord):
            self._new_chain(record.head)

    def in_force(self) -> tuple[Entry, ...]:
        """The records that the present rests on, oldest first: all but rollbacks and what they withdrew."""
        return self._line(self._tips[-1])

    def withdrawn_by(self, rollback: RollbackRecord) -> tuple[Entry, ...]:
        """The records that a rollback at this point takes out of force, oldest first."""
        kept = {r.n for r in self._line(self._tips[min(rollback.to, len(self._tips) - 1)])}
        return tuple(r for r in self.in_force() if r.n not in kept)

    def suspended_run(self) -> PhaseRecord | None:
        """The last run of the phase that waits for an answer, or None."""
        tip = self._tips[-1]
        while tip:
            record = self.records[tip - 1]
            if isinstance(record, PhaseRecord):
                return record if record.suspended else None
            tip = self._tips[tip - 1]
        return None

    def dice_for(self, at: str, sheets: Sequence[SheetLines] | None = None) -> DiceSource:
        """Where a run of phase `at` ("3.combat") takes its dice from, now.

        A suspended phase keeps its link; a correction with the same dice names that of the record it replaces, once;
        everything else takes the next link. `sheets` are those of the run. The referee corrects
        the sheets of the phase that the game was taken back to, in the open; orders for a later one that are not those
        of the withdrawn record were written by somebody who has seen its dice, and get new ones.
        """
        waiting = self.suspended_run()
        if waiting is not None and waiting.at == at:
            return self._same_as(waiting, waiting.link.again)
        old = self._redo.get(at)
        if (
            old is not None
            and old.head == self.head
            and (self.chain, old.link.number) not in self._named_again
            and (at == self._corrected or sheets is None or has_sheets(old, sheets))
        ):
            return self._same_as(old, True)
        return DiceSource(self.chain, self.head, self.last_link + 1)

    def _same_as(self, record: PhaseRecord, again: bool) -> DiceSource:
        number, beacon = record.link.number, record.beacon
        return DiceSource(self.chain, self.head, number, again, record.nonces, beacon, record.beacon_source)

    def _line(self, tip: int) -> tuple[Entry, ...]:
        line = []
        while tip:
            line.append(self.records[tip - 1])
            tip = self._tips[tip - 1]
        return tuple(reversed(line))

    def _take_link(self, record: PhaseRecord) -> None:
        self.last_link, self.format = max(self.last_link, record.link.number), max(self.format, record.format)
        if record.link.again and not record.suspended:
            self._named_again.add((self.chain, record.link.number))
        if record.next_head is not None:
            self._new_chain(record.next_head)

    def _new_chain(self, head: str) -> None:
        self.chain, self.head, self.last_link = self.chain + 1, head, 0


def sheet_hashes(record: PhaseRecord) -> dict[str, str]:
    """The hashes of a record's sheets by seat."""
    return {sheet.seat: sheet.hash for sheet in record.sheets}


def has_sheets(record: PhaseRecord, sheets: Iterable[SheetLines]) -> bool:
    """Whether a record was run with these sheets, as far as its format tells."""
    return sheet_hashes(record) == {sheet.seat: sheet.hash_in(record.format) for sheet in sheets}


def faults(manifest: Manifest, game_hash: str, start: str, written: Sequence[StoredRecord]) -> tuple[JournalFault, ...]:
    """Every break of the journal that records alone can show; none for a sound one. Dice are not recomputed here.

    `start` is the hash of the state before the first phase. Codes: previous, number, link, link-again, link-hidden,
    head, nonces, beacon, format, state, rollback-to, rollback-state, sheet, test-dice.
    """
    journal, found, before = Journal.of(manifest, ()), [], game_hash
    after = {0: start}
    for item in written:
        record = item.record
        if record.previous != before:
            found.append(JournalFault(record.n, "previous", record.previous, before))
        found.extend(_faults(journal, record, after))
        after[record.n] = record.state.after
        journal.add(record)
        before = item.hash
    return tuple(found)


def _faults(journal: Journal, record: Entry, after: Mapping[int, str]) -> list[JournalFault]:
    n = record.n
    pairs = [
        ("number", str(n), str(journal.next_number)),
        ("state", record.state.before, after.get(n - 1, "")),
        ("test-dice", str(record.test_dice), str(journal.manifest.test_dice)),
    ]
    if isinstance(record, PhaseRecord):
        dice = journal.dice_for(record.at, record.sheets)
        pairs += [
            ("head", record.head, dice.head),
            ("link", str(record.link.number), str(dice.number)),
            ("link-again", str(record.link.again), str(dice.again)),
            ("link-hidden", str(record.link.value is None), str(record.suspended is not None)),
        ]
        if dice.nonces is not None:
            pairs += [("nonces", _told(record.nonces), _told(dice.nonces))]
            pairs += [("beacon", record.beacon or "", dice.beacon or "")]
        pairs += [("format", str(record.format), str(max(record.format, journal.format)))]
        pairs += [("sheet", s.hash, s.hash_in(record.format)) for s in record.sheets]
    if isinstance(record, RollbackRecord):
        reached = record.to if record.to < n else n - 1
        pairs += [("rollback-to", str(record.to), str(reached)), ("rollback-state", record.state.after, after[reached])]
    return [JournalFault(n, code, was, wanted) for code, was, wanted in pairs if was != wanted]


def _told(nonces: Mapping[str, str]) -> str:
    return ", ".join(f"{seat}: {text}" for seat, text in sorted(nonces.items()))
