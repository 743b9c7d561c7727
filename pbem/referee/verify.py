"""Verify: whether all proofs of a game hold, from its save alone or with mails as witnesses; else what is wrong first.

The order: files, chain, rolls, rules, mails. The cheap proofs come first, and the first fault ends the work.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.core.ruleset import Ruleset
from pbem.dice.chain import FORMAT, LENGTH
from pbem.referee.errors import BadInput
from pbem.referee.findings import Finding
from pbem.referee.found_files import Wrong, read_game, read_records, read_value
from pbem.referee.phase import state_hash
from pbem.referee.proofs import Proof, chain_proof, finding, nonce_fault, roll_fault, warnings
from pbem.referee.replay import Again, Difference
from pbem.rules import RULESETS, ruleset
from pbem.save.folder import SCENARIO, STATE
from pbem.save.journal import Fault, Journal, Written, faults
from pbem.save.records import EndRecord, Entry, Game, Json, OpenedRecord, PhaseRecord, RollbackRecord
from pbem.save.sealed import TYPE as SEALED
from pbem.save.sealed import fits, opened
from pbem.save.words import words

FILES = frozenset({"previous", "number", "state", "test-dice", "rollback-to", "rollback-state", "sheet"})


@dataclass(frozen=True)
class Case:
    """What is verified: a save as it lies there, read but not believed. `start` is the hash of the first position."""

    game: Game
    game_hash: str
    data: Json
    state_hash: str
    rules: Ruleset
    scenario: Any
    start: str
    written: Sequence[Written]

    @property
    def records(self) -> list[Entry]:
        """The records in order."""
        return [item.record for item in self.written]


@dataclass(frozen=True)
class Verdict:
    """What came of a verification: the first fault or None, what to know beside it, and what was proved.

    `last` is the hash of the last record, `words` the same as six words, both "" where there is none.
    """

    game: str
    ruleset: str = ""
    fault: Finding | None = None
    warnings: tuple[Finding, ...] = ()
    records: int = 0
    phases: int = 0
    rolls: int = 0
    mails: int = 0
    last: str = ""

    @property
    def words(self) -> str:
        """Six words for the last record, to compare with the other players."""
        return words(self.last) if self.last else ""

    def to_json(self) -> Json:
        """For scripts."""
        counts = {"records": self.records, "phases": self.phases, "rolls": self.rolls, "mails": self.mails}
        return {
            "game": self.game,
            "holds": self.fault is None,
            "fault": self.fault.to_json() if self.fault else None,
            "warnings": [each.to_json() for each in self.warnings],
            "proved": counts,
            "hash": self.last,
            "words": self.words,
        }


def read(folder: Path) -> Case:
    """The save in a folder. Wrong for the first file that is damaged; BadInput where it is no save of a known game."""
    game, game_hash = read_game(folder)
    if game.ruleset not in RULESETS:
        raise BadInput(f"{folder} is a game of {game.ruleset}, which this pbem does not have: {', '.join(RULESETS)}.")
    rules = ruleset(game.ruleset)
    data, true = read_value(folder / SCENARIO, SCENARIO)
    if true != game.scenario:
        raise Wrong(Finding("scenario", values={"found": true, "expected": game.scenario}))
    try:
        scenario = rules.read_scenario(data)
        start = state_hash(rules, rules.initial(scenario))
    except Exception as wrong:  # a scenario from hostile hands may be anything
        raise Wrong(Finding("scenario-broken", values={"why": str(wrong)})) from None
    _, state = read_value(folder / STATE, STATE)
    return Case(game, game_hash, data, state, rules, scenario, start, read_records(folder))


def verify(
    case: Case,
    told: Callable[[int], None] = lambda n: None,
    *,
    length: int = LENGTH,
) -> Verdict:
    """Whether the proofs of a save hold; `told(n)` is called after each record adjudicated again.

    `length` is that of the game's dice chains, which is always the same outside of tests.
    """
    work = Work(case, length)
    fault = next(work.faults(told), None)
    records, phases = case.records, [r for r in case.records if isinstance(r, PhaseRecord)]
    return Verdict(
        game=case.game.game,
        ruleset=case.game.ruleset,
        fault=fault,
        warnings=() if fault else (*warnings(case.game, records), *work.warned),
        records=len(records),
        phases=len(phases),
        rolls=sum(len(record.rolls) for record in phases),
        last=case.written[-1].hash if case.written else "",
    )


@dataclass
class Work:
    """One verification in progress; `warned` are the warnings that came up on the way."""

    case: Case
    length: int = LENGTH
    warned: list[Finding] = field(default_factory=list)

    def faults(self, told: Callable[[int], None] = lambda n: None) -> Iterator[Finding]:
        """Everything that is wrong, the first thing first, each proof only when it is asked for."""
        proof = Proof()
        yield from self.of_records(proof)
        yield from self.of_rules(proof, told)

    def of_records(self, proof: Proof) -> Iterator[Finding]:
        """What records show without the rules: files, chain, rolls. `proof` takes up the links."""
        case = self.case
        broken = faults(case.game, case.game_hash, case.start, case.written)
        yield from (self._journal(fault) for fault in broken if fault.code in FILES)
        yield from file_faults(case)
        yield from (self._journal(fault) for fault in broken if fault.code not in FILES)
        found = chain_proof(case.game, case.records, self.length)
        yield from () if found.fault is None else (found.fault,)
        proof.links.update(found.links)
        nonce = nonce_fault(case.game, case.records)
        yield from () if nonce is None else (nonce,)
        roll = roll_fault(case.game, case.records, found.links, case.rules.DICE)
        yield from () if roll is None else (roll,)
        self.warned += [finding("warn-unproved", record) for record in found.unproved[:-1]]

    def of_rules(self, proof: Proof, told: Callable[[int], None]) -> Iterator[Finding]:
        """What differs where the rules are asked again."""
        case, journal = self.case, Journal.of(self.case.game, ())
        again = Again(case.rules, case.game, case.rules.initial(case.scenario), proof.links)
        openings = opened(case.records)
        for record in case.records:
            shown = unsealed(record, openings)
            if shown is None:
                self.warned.append(finding("warn-sealed", record))
                return
            different = again.step(shown)
            if different is not None:
                yield said(different, record)
            journal.add(record)
            if isinstance(record, EndRecord):
                yield from end_faults(case, again.state, record, journal)
            told(record.n)
        yield from self._tail(again.state, journal)

    def _tail(self, state: Any, journal: Journal) -> Iterator[Finding]:
        """Whether the last record can be the last."""
        last = self.case.records[-1] if self.case.records else None
        if last is not None and isinstance(last, EndRecord | OpenedRecord):
            return
        if last is not None and self.case.rules.winner(state) is not None:
            yield finding("end-missing", last)
        if journal.suspended() is not None and last is not None:
            self.warned.append(finding("warn-open", last))
        true = self.case.written[-1].hash if last is not None else self.case.game_hash
        values = {"n": str(last.n if last else 0), "words": words(true)}
        self.warned.append(Finding("warn-running", values=values))

    def _journal(self, fault: Fault) -> Finding:
        """A fault of the journal's arithmetic as a finding."""
        record = self.case.records[fault.n - 1]
        if fault.code != "previous":
            return finding(fault.code, record, found=fault.found, expected=fault.expected)
        before = "game.json" if fault.n == 1 else f"turns/{self.case.written[fault.n - 2].file}"
        return finding("previous", record, found=fault.found, expected=fault.expected, before=before)


def file_faults(case: Case) -> Iterator[Finding]:
    """What does not fit between the files: game and scenario, the last record and state.json, what follows an end."""
    both = {"seats": case.game.seats, "options": case.game.options, "ruleset": case.game.ruleset, "dice": FORMAT}
    theirs = {**case.data, "dice": case.game.dice}
    for key, value in both.items():
        if theirs.get(key) != value:
            yield Finding("game", values={"key": key, "found": str(value), "expected": str(theirs.get(key))})
    expected = case.written[-1].record.state.after if case.written else case.start
    if case.state_hash != expected:
        yield Finding("state-file", values={"found": case.state_hash, "expected": expected})
    over = False
    for record in case.records:
        if over and not isinstance(record, OpenedRecord | RollbackRecord):
            yield finding("end-after", record)
        over = isinstance(record, EndRecord) or (over and isinstance(record, OpenedRecord))
        for opening in record.opens if isinstance(record, OpenedRecord) else ():
            if not fits(opening, case.records):
                yield finding("opening", record, index=opening.index, of=opening.n)


def end_faults(case: Case, state: Any, record: EndRecord, journal: Journal) -> Iterator[Finding]:
    """Whether the record of the end says what rules and rulings say."""
    winner = case.rules.winner(state)
    if winner is None:
        yield finding("end-early", record)
        return
    facts = [fact for each in journal.in_force() for fact in each.facts if fact.get("type") == "game-ended"]
    reason = str(facts[-1].get("reason")) if facts else ""
    if (record.winner, record.reason) != (winner, reason):
        values = {"found": record.winner, "why": record.reason, "expected": winner, "reason": reason}
        yield finding("end-winner", record, **values)


def unsealed(record: Entry, openings: dict[tuple[int, int], Json]) -> Entry | None:
    """The record with its hidden events in the place of their seals; None where one is not opened."""
    if not isinstance(record, PhaseRecord) or all(event.get("type") != SEALED for event in record.events):
        return record
    shown = [
        openings.get((record.n, index)) if event.get("type") == SEALED else event
        for index, event in enumerate(record.events)
    ]
    return None if None in shown else record.model_copy(update={"events": tuple(shown)})


def said(different: Difference, record: Entry) -> Finding:
    """A difference of a replay as a finding."""
    recorded, replayed = different.recorded, different.replayed
    if different.what == "roll":
        return _roll(different, record)
    codes = {"state": "position", "hash": "previous", "link": "link-hidden"}
    code = "seats" if different.place == "seats" else codes.get(different.what, different.what)
    values = {"place": different.place, "found": _short(recorded), "expected": _short(replayed)}
    return finding(code, record, **values)


def _roll(different: Difference, record: Entry) -> Finding:
    was, now = different.recorded, different.replayed
    if was is None:
        return finding("roll-missing", record, expected=now[0])
    if now is None:
        return finding("roll-added", record, found=was[0])
    if was[:3] == now[:3]:
        return finding("roll-meaning", record, label=was[0], found=was[3] or "-", expected=now[3] or "-")
    return finding("roll-other", record, place=different.place, found=was[0], expected=now[0])


def _short(value: Any) -> str:
    """A JSON value for a sentence."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 300 else f"{text[:297]}..."
