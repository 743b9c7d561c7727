"""Verify: whether all proofs of a game hold, from its save alone or with mails as witnesses; else what is wrong first.

The order: files, chain, rolls, rules, mails. The cheap proofs come first, and the first fault ends the work. Mails
without a save prove what they can alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.canonical import canonical
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import FORMAT, LENGTH
from pbem.errors import BadInput
from pbem.game.phase import state_hash
from pbem.game.replay import Difference, Replay
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import has_ruleset, ruleset, ruleset_names, sound_rulesets
from pbem.language.lexicon import Lexicon
from pbem.save.files import SCENARIO, STATE
from pbem.save.journal import Journal, JournalFault, StoredRecord, faults
from pbem.save.records import EndRecord, Entry, Json, Manifest, PhaseRecord, RollbackRecord
from pbem.save.words import hash_words
from pbem.verify.chain import (
    ChainProof,
    beacon_code,
    beacon_fault,
    chain_proof,
    early_heads,
    nonce_fault,
    record_finding,
    roll_fault,
    warnings,
)
from pbem.verify.findings import Finding
from pbem.verify.mail_facts import Witness, read_mails, read_witness
from pbem.verify.mails import check_alone, check_beside_save, wrong_dates
from pbem.verify.save_files import BadFile, read_game, read_records, read_value
from pbem.verify.scenario import shipped_warnings

YES_OR_NO = frozenset({"test-dice", "link-again", "link-hidden"})
FILES = frozenset({"previous", "number", "state", "test-dice", "rollback-to", "rollback-state", "sheet", "format"})


@dataclass(frozen=True)
class UncheckedSave:
    """What is verified: a save as it lies there, read but not believed. `start` is the hash of the first position."""

    manifest: Manifest
    game_hash: str
    data: Json
    state_hash: str
    rules: Ruleset
    scenario: Any
    lexicon: Lexicon
    start: str
    written: Sequence[StoredRecord]

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
        return hash_words(self.last) if self.last else ""


def verify(
    path: Path,
    mails: Sequence[Path] = (),
    progress: Callable[[int], None] = lambda n: None,
    *,
    length: int = LENGTH,
) -> Verdict:
    """Whether the proofs hold of a save or archive, or of a report (a mail, mbox or Maildir), beside further mails.

    `progress(n)` is called after each record adjudicated again. `length` is that of the game's dice chains, which is
    always the same outside of tests. BadInput where there is nothing of the kind to read.
    """
    if path.is_dir() and ((path / "game.json").exists() or not mails_in(path)):
        return _of_save(path, mails, progress, length)
    if not path.exists():
        raise BadInput("There is no {path}: give a save folder, or a report saved as a file.", path=path)
    return _of_mails([path, *mails], length)


def mails_in(path: Path) -> bool:
    """Whether a folder holds mails."""
    return next(read_mails(path), None) is not None


def _of_save(path: Path, mails: Sequence[Path], progress: Callable[[int], None], length: int) -> Verdict:
    try:
        return verify_save(read_save(path), _witnesses(mails), progress, length=length)
    except BadFile as wrong:
        return Verdict(_name(path), fault=wrong.finding)


def _name(path: Path) -> str:
    """The game's name where the save is too damaged to say."""
    return path.resolve().name


def _witnesses(paths: Sequence[Path]) -> list[Witness]:
    return [read_witness(name, raw) for path in paths for name, raw in read_mails(path)]


def _of_mails(paths: Sequence[Path], length: int) -> Verdict:
    """What mails prove alone."""
    try:
        found = _witnesses(paths)
    except BadFile as wrong:
        return Verdict("", fault=wrong.finding)
    sheets = [mail.sheet for mail in found if mail.sheet is not None]
    if not sheets:
        raise BadInput("There is no proof of dice in these mails: give a report, as it came, saved as a file.")
    records = {told.n: told for sheet in sheets for told in sheet.records}
    fault = next(check_alone(found, length), None)
    return Verdict(
        game=sheets[0].game,
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


def read_save(folder: Path) -> UncheckedSave:
    """The save in a folder. BadFile for the first file that is damaged, BadInput for no save of a known game."""
    manifest, game_hash = read_game(folder)
    if not has_ruleset(manifest.ruleset):
        known = ", ".join(ruleset_names())
        raise BadInput(
            "{folder} is a game of {ruleset}, which this pbem does not have: {known}.",
            folder=folder,
            ruleset=manifest.ruleset,
            known=known,
        )
    rules = ruleset(manifest.ruleset)
    data, true = read_value(folder / SCENARIO, SCENARIO)
    if true != manifest.scenario:
        raise BadFile(Finding("scenario", values={"found": true, "expected": manifest.scenario}))
    try:
        scenario = rules.read_scenario(data)
        start, lexicon = state_hash(rules, rules.initial(scenario)), lexicon_of(rules, data)
    except Exception as wrong:  # a scenario from hostile hands may be anything
        raise BadFile(Finding("scenario-broken", values={"why": str(wrong)})) from None
    _, state = read_value(folder / STATE, STATE)
    return UncheckedSave(manifest, game_hash, data, state, rules, scenario, lexicon, start, read_records(folder))


def verify_save(
    save: UncheckedSave,
    mails: Sequence[Witness] = (),
    progress: Callable[[int], None] = lambda n: None,
    *,
    length: int = LENGTH,
) -> Verdict:
    """Whether the proofs of a save hold, and mails agree; see `verify`."""
    work = Verification(save, length)
    fault = next(work.faults(mails, progress), None)
    records, phases = save.records, [r for r in save.records if isinstance(r, PhaseRecord)]
    return Verdict(
        game=save.manifest.game,
        ruleset=save.manifest.ruleset,
        fault=fault,
        warnings=() if fault else (*warnings(save.manifest, records), *work.warned),
        records=len(records),
        phases=len(phases),
        rolls=sum(len(record.rolls) for record in phases),
        mails=sum(mail.game == save.manifest.game for mail in mails),
        last=save.written[-1].hash if save.written else "",
    )


@dataclass
class Verification:
    """One verification in progress; `warned` are the warnings that came up on the way."""

    save: UncheckedSave
    length: int = LENGTH
    warned: list[Finding] = field(default_factory=list)

    def faults(self, mails: Sequence[Witness], progress: Callable[[int], None]) -> Iterator[Finding]:
        """Everything that is wrong, the first thing first, each proof only when it is asked for."""
        proof, save = ChainProof(), self.save
        yield from self.of_records(proof)
        yield from self.of_rules(proof, progress)
        yield from check_beside_save(mails, save.manifest, save.game_hash, save.written)
        yield from check_alone(mails, self.length)
        self.warned += wrong_dates(mails, save.records)

    def of_records(self, proof: ChainProof) -> Iterator[Finding]:
        """What records show without the rules: files, chain, rolls. `proof` takes up the links."""
        save = self.save
        broken = faults(save.manifest, save.game_hash, save.start, save.written)
        yield from (self._journal(fault) for fault in broken if fault.code in FILES)
        yield from file_faults(save)
        yield from early_heads(save.records, self.length)
        yield from (self._journal(fault) for fault in broken if fault.code not in FILES)
        found = chain_proof(save.manifest, save.records, self.length)
        yield from () if found.fault is None else (found.fault,)
        proof.links.update(found.links)
        for fault in (
            nonce_fault(save.manifest, save.records),
            beacon_fault(save.manifest, save.records),
            roll_fault(save.manifest, save.records, found.links, save.rules.DICE),
        ):
            yield from () if fault is None else (fault,)
        self.warned += [record_finding("warn-unproved", record) for record in found.unproved[:-1]]
        self.warned += shipped_warnings(save.manifest, save.data, save.rules)

    def of_rules(self, proof: ChainProof, progress: Callable[[int], None]) -> Iterator[Finding]:
        """What differs where the rules are asked again."""
        save, journal = self.save, Journal.of(self.save.manifest, ())
        again = Replay(save.rules, save.manifest, save.lexicon, save.rules.initial(save.scenario), proof.links)
        for record in save.records:
            different = again.step(record)
            if different is not None:
                yield finding_of_difference(different, record)
            journal.add(record)
            if isinstance(record, EndRecord):
                yield from end_faults(save, again.state, record, journal)
            progress(record.n)
        yield from self._tail(again.state, journal)

    def _tail(self, state: Any, journal: Journal) -> Iterator[Finding]:
        """Whether the last record can be the last."""
        last = self.save.records[-1] if self.save.records else None
        if last is not None and isinstance(last, EndRecord):
            return
        if last is not None:
            if self.save.rules.winner(state) is not None:
                yield record_finding("end-missing", last)
            if journal.suspended_run() is not None:
                self.warned.append(record_finding("warn-open", last))
        true = self.save.written[-1].hash if last is not None else self.save.game_hash
        values = {"n": str(last.n if last else 0), "words": hash_words(true)}
        self.warned.append(Finding("warn-running", values=values))

    def _journal(self, fault: JournalFault) -> Finding:
        """A fault of the journal's arithmetic as a finding."""
        record = self.save.records[fault.n - 1]
        if fault.code in YES_OR_NO:
            return record_finding(f"{fault.code}-{'yes' if fault.found == 'True' else 'no'}", record)
        beacon = beacon_code(self.save.manifest, record) if isinstance(record, PhaseRecord) else ""
        if fault.code == "beacon" and beacon:
            return record_finding(beacon, record)
        if fault.code != "previous":
            return record_finding(fault.code, record, found=fault.found, expected=fault.expected)
        before = "game.json" if fault.n == 1 else f"turns/{self.save.written[fault.n - 2].file}"
        return record_finding("previous", record, found=fault.found, expected=fault.expected, before=before)


def file_faults(save: UncheckedSave) -> Iterator[Finding]:
    """What does not fit between the files: game and scenario, the last record and state.json, what follows an end."""
    both = {
        "seats": save.manifest.seats,
        "options": save.manifest.options,
        "ruleset": save.manifest.ruleset,
        "version": save.manifest.version,
        "dice": FORMAT,
    }
    theirs = {**save.data, "dice": save.manifest.dice}
    for key, value in both.items():
        if theirs.get(key) != value:
            yield Finding("game", values={"key": key, "found": str(value), "expected": str(theirs.get(key))})
    dice = {die.name: die.faces for die in save.rules.DICE}
    if save.manifest.faces and save.manifest.faces != dice:
        yield Finding("faces", values={"found": _dice(save.manifest.faces), "expected": _dice(dice)})
    expected = save.written[-1].record.state.after if save.written else save.start
    if save.state_hash != expected:
        yield Finding("state-file", values={"found": save.state_hash, "expected": expected})
    over = False
    for record in save.records:
        if over and not isinstance(record, RollbackRecord):
            yield record_finding("end-after", record)
        over = isinstance(record, EndRecord)


def _dice(faces: Mapping[str, Sequence[int | str]]) -> str:
    return "; ".join(f"{name} {' '.join(map(str, shown))}" for name, shown in sorted(faces.items()))


def end_faults(save: UncheckedSave, state: Any, record: EndRecord, journal: Journal) -> Iterator[Finding]:
    """Whether the record of the end says what rules and rulings say."""
    winner = save.rules.winner(state)
    if winner is None:
        yield record_finding("end-early", record)
        return
    facts = [fact for each in journal.in_force() for fact in each.facts if fact.get("type") == "game-ended"]
    reason = str(facts[-1].get("reason")) if facts else ""
    level = str(facts[-1].get("level", "")) if facts else ""
    if (record.winner, record.reason) != (winner, reason):
        values = {"found": record.winner, "why": record.reason, "expected": winner, "reason": reason}
        yield record_finding("end-winner", record, **values)
    if record.level != level:
        yield record_finding("end-level", record, found=record.level or "-", expected=level or "-")


def finding_of_difference(different: Difference, record: Entry) -> Finding:
    """A difference of a replay as a finding."""
    recorded, replayed = different.recorded, different.replayed
    if different.what == "roll":
        return _roll(different, record)
    if different.what == "text":
        (text, was), (_, now) = recorded, replayed
        return record_finding("text", record, place=different.place, text=text, found=_json(was), expected=_json(now))
    code = different.what
    if different.what == "state":
        code = f"position-{different.place}"
    elif different.place == "seats":
        code = "seats"
    values = {"place": different.place, "found": _short(recorded), "expected": _short(replayed)}
    return record_finding(code, record, **values)


def _roll(different: Difference, record: Entry) -> Finding:
    was, now = different.recorded, different.replayed
    if was is None:
        return record_finding("roll-missing", record, expected=now[0])
    if now is None:
        return record_finding("roll-added", record, found=was[0])
    if was[:4] == now[:4]:
        return record_finding("roll-meaning", record, label=was[0], found=was[4] or "-", expected=now[4] or "-")
    if was[:2] == now[:2] and was[3] != now[3]:
        return record_finding(
            "roll-items", record, label=was[0], found=_short(was[3]) or "-", expected=_short(now[3]) or "-"
        )
    return record_finding("roll-other", record, place=different.place, found=was[0], expected=now[0])


def _json(order: Json | None) -> str:
    """An order for a sentence."""
    return "-" if order is None else _short(canonical(order).decode())


def _short(value: Any) -> str:
    """A JSON value for a sentence."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 300 else f"{text[:297]}..."
