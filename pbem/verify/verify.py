"""Verify: whether all proofs of a game hold, from its save alone or with mails as witnesses; else what is wrong first.

The order: files, chain, rolls, rules, mails. The cheap proofs come first, and the first fault ends the work. Mails
without a save prove what they can alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.core.ruleset import Ruleset
from pbem.dice.chain import FORMAT, LENGTH
from pbem.errors import BadInput
from pbem.game.phase import state_hash
from pbem.game.replay import Again, Difference
from pbem.gamedata.rulesets import ruleset, ruleset_names, sound_rulesets
from pbem.save.files import SCENARIO, STATE
from pbem.save.journal import Fault, Journal, Written, faults
from pbem.save.records import EndRecord, Entry, Game, Json, PhaseRecord, RollbackRecord
from pbem.save.words import words
from pbem.verify.chain import (
    Proof,
    beacon_fault,
    chain_proof,
    early_heads,
    finding,
    nonce_fault,
    roll_fault,
    warnings,
)
from pbem.verify.findings import Finding
from pbem.verify.mail_facts import Witness, read_mails, witness
from pbem.verify.mails import alone, beside
from pbem.verify.save_files import Wrong, read_game, read_records, read_value

YES_OR_NO = frozenset({"test-dice", "link-again", "link-hidden"})
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


def verify(
    path: Path,
    mails: Sequence[Path] = (),
    told: Callable[[int], None] = lambda n: None,
    *,
    length: int = LENGTH,
) -> Verdict:
    """Whether the proofs hold of a save or archive, or of a report (a mail, mbox or Maildir), beside further mails.

    `told(n)` is called after each record adjudicated again. `length` is that of the game's dice chains, which is
    always the same outside of tests. BadInput where there is nothing of the kind to read.
    """
    if path.is_dir() and ((path / "game.json").exists() or not mails_in(path)):
        return _of_save(path, mails, told, length)
    if not path.exists():
        raise BadInput(f"There is no {path}: give a save folder, or a report saved as a file.")
    return _of_mails([path, *mails], length)


def mails_in(path: Path) -> bool:
    """Whether a folder holds mails."""
    return next(read_mails(path), None) is not None


def _of_save(path: Path, mails: Sequence[Path], told: Callable[[int], None], length: int) -> Verdict:
    try:
        return verify_case(read(path), _witnesses(mails), told, length=length)
    except Wrong as wrong:
        return Verdict(_name(path), fault=wrong.finding)


def _name(path: Path) -> str:
    """The game's name where the save is too damaged to say."""
    return path.resolve().name


def _witnesses(paths: Sequence[Path]) -> list[Witness]:
    return [witness(name, raw) for path in paths for name, raw in read_mails(path)]


def _of_mails(paths: Sequence[Path], length: int) -> Verdict:
    """What mails prove alone."""
    try:
        found = _witnesses(paths)
    except Wrong as wrong:
        return Verdict("", fault=wrong.finding)
    sheets = [mail.sheet for mail in found if mail.sheet is not None]
    if not sheets:
        raise BadInput("There is no proof of dice in these mails: give a report, as it came, saved as a file.")
    records = {told.n: told for sheet in sheets for told in sheet.records}
    fault = next(alone(found, length), None)
    return Verdict(
        game=found[0].game,
        ruleset=_ruleset_of(sheets[0].dice),
        fault=fault,
        warnings=() if fault else tuple(_alone_warnings(found)),
        records=len(records),
        phases=sum(told.link is not None for told in records.values()),
        rolls=sum(len(told.rolls) for told in records.values()),
        mails=len(found),
        last=records[max(records)].hash if records else "",
    )


def _alone_warnings(mails: Sequence[Witness]) -> Iterator[Finding]:
    sheets = [mail.sheet for mail in mails if mail.sheet is not None]
    if sheets[0].test_dice:
        yield Finding("warn-test-dice")
    for told in (told for sheet in sheets for told in sheet.records):
        if told.link is not None and told.link.value is None:
            yield Finding("warn-open", told.n, told.turn, told.phase)
    if not any(sheets[0].head in mail.hashes for mail in mails if mail.sheet is None):
        yield Finding("warn-head-alone", values={"head": sheets[0].head})
    yield Finding("warn-alone")


def _ruleset_of(dice: Mapping[str, Any]) -> str:
    """The rule set whose dice these are, for the names of its phases; "" for none."""
    return next((rules.NAME for rules in sound_rulesets() if any(die.name in dice for die in rules.DICE)), "")


def read(folder: Path) -> Case:
    """The save in a folder. Wrong for the first file that is damaged; BadInput where it is no save of a known game."""
    game, game_hash = read_game(folder)
    if game.ruleset not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise BadInput(f"{folder} is a game of {game.ruleset}, which this pbem does not have: {known}.")
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


def verify_case(
    case: Case,
    mails: Sequence[Witness] = (),
    told: Callable[[int], None] = lambda n: None,
    *,
    length: int = LENGTH,
) -> Verdict:
    """Whether the proofs of a save hold, and mails agree; see `verify`."""
    work = Work(case, length)
    fault = next(work.faults(mails, told), None)
    records, phases = case.records, [r for r in case.records if isinstance(r, PhaseRecord)]
    return Verdict(
        game=case.game.game,
        ruleset=case.game.ruleset,
        fault=fault,
        warnings=() if fault else (*warnings(case.game, records), *work.warned),
        records=len(records),
        phases=len(phases),
        rolls=sum(len(record.rolls) for record in phases),
        mails=len(mails),
        last=case.written[-1].hash if case.written else "",
    )


@dataclass
class Work:
    """One verification in progress; `warned` are the warnings that came up on the way."""

    case: Case
    length: int = LENGTH
    warned: list[Finding] = field(default_factory=list)

    def faults(self, mails: Sequence[Witness], told: Callable[[int], None]) -> Iterator[Finding]:
        """Everything that is wrong, the first thing first, each proof only when it is asked for."""
        proof, case = Proof(), self.case
        yield from self.of_records(proof)
        yield from self.of_rules(proof, told)
        yield from beside(mails, case.game, case.game_hash, case.written)
        yield from alone(mails, self.length)

    def of_records(self, proof: Proof) -> Iterator[Finding]:
        """What records show without the rules: files, chain, rolls. `proof` takes up the links."""
        case = self.case
        broken = faults(case.game, case.game_hash, case.start, case.written)
        yield from (self._journal(fault) for fault in broken if fault.code in FILES)
        yield from file_faults(case)
        yield from early_heads(case.records, self.length)
        yield from (self._journal(fault) for fault in broken if fault.code not in FILES)
        found = chain_proof(case.game, case.records, self.length)
        yield from () if found.fault is None else (found.fault,)
        proof.links.update(found.links)
        for fault in (
            nonce_fault(case.game, case.records),
            beacon_fault(case.game, case.records),
            roll_fault(case.game, case.records, found.links, case.rules.DICE),
        ):
            yield from () if fault is None else (fault,)
        self.warned += [finding("warn-unproved", record) for record in found.unproved[:-1]]

    def of_rules(self, proof: Proof, told: Callable[[int], None]) -> Iterator[Finding]:
        """What differs where the rules are asked again."""
        case, journal = self.case, Journal.of(self.case.game, ())
        again = Again(case.rules, case.game, case.rules.initial(case.scenario), proof.links)
        for record in case.records:
            different = again.step(record)
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
        if last is not None and isinstance(last, EndRecord):
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
        if fault.code in YES_OR_NO:
            return finding(f"{fault.code}-{'yes' if fault.found == 'True' else 'no'}", record)
        no_beacon = self.case.game.beacon == "none"
        if fault.code == "beacon" and isinstance(record, PhaseRecord) and (record.beacon is None) is not no_beacon:
            return finding("beacon-stranger" if no_beacon else "beacon-missing", record)
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
    dice = {die.name: die.faces for die in case.rules.DICE}
    if case.game.faces and case.game.faces != dice:
        yield Finding("faces", values={"found": _dice(case.game.faces), "expected": _dice(dice)})
    expected = case.written[-1].record.state.after if case.written else case.start
    if case.state_hash != expected:
        yield Finding("state-file", values={"found": case.state_hash, "expected": expected})
    over = False
    for record in case.records:
        if over and not isinstance(record, RollbackRecord):
            yield finding("end-after", record)
        over = isinstance(record, EndRecord)


def _dice(faces: Mapping[str, Sequence[int | str]]) -> str:
    return "; ".join(f"{name} {' '.join(map(str, shown))}" for name, shown in sorted(faces.items()))


def end_faults(case: Case, state: Any, record: EndRecord, journal: Journal) -> Iterator[Finding]:
    """Whether the record of the end says what rules and rulings say."""
    winner = case.rules.winner(state)
    if winner is None:
        yield finding("end-early", record)
        return
    facts = [fact for each in journal.in_force() for fact in each.facts if fact.get("type") == "game-ended"]
    reason = str(facts[-1].get("reason")) if facts else ""
    level = str(facts[-1].get("level", "")) if facts else ""
    if (record.winner, record.reason) != (winner, reason):
        values = {"found": record.winner, "why": record.reason, "expected": winner, "reason": reason}
        yield finding("end-winner", record, **values)
    if record.level != level:
        yield finding("end-level", record, found=record.level or "-", expected=level or "-")


def said(different: Difference, record: Entry) -> Finding:
    """A difference of a replay as a finding."""
    recorded, replayed = different.recorded, different.replayed
    if different.what == "roll":
        return _roll(different, record)
    code = different.what
    if different.what == "state":
        code = f"position-{different.place}"
    elif different.place == "seats":
        code = "seats"
    values = {"place": different.place, "found": _short(recorded), "expected": _short(replayed)}
    return finding(code, record, **values)


def _roll(different: Difference, record: Entry) -> Finding:
    was, now = different.recorded, different.replayed
    if was is None:
        return finding("roll-missing", record, expected=now[0])
    if now is None:
        return finding("roll-added", record, found=was[0])
    if was[:4] == now[:4]:
        return finding("roll-meaning", record, label=was[0], found=was[4] or "-", expected=now[4] or "-")
    if was[:2] == now[:2] and was[3] != now[3]:
        return finding("roll-items", record, label=was[0], found=_short(was[3]) or "-", expected=_short(now[3]) or "-")
    return finding("roll-other", record, place=different.place, found=was[0], expected=now[0])


def _short(value: Any) -> str:
    """A JSON value for a sentence."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 300 else f"{text[:297]}..."
