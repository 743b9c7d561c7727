"""One phase run: where a game's journal has led, and the record that the next run adds. Pure.

The dice of a phase follow from its link and the nonces in force; the link's number follows from the journal. So the
same journal and sheets give the same record again, however often a run was killed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.canonical import digest
from pbem.core.events import Answered
from pbem.core.orders import Line, Section, Sheet
from pbem.core.play import Inputs, Result, adjudicate, fold
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import Chain, ChainDice, phase_key
from pbem.errors import RefereeError
from pbem.game.codec import read_event, read_lines
from pbem.save.folder import state_value
from pbem.save.journal import Journal, StoredRecord
from pbem.save.records import (
    FIRST,
    FORMAT,
    UNBOUND,
    AnswerGiven,
    Entry,
    Link,
    Manifest,
    OpenQuestion,
    OrderLine,
    PhaseRecord,
    Roll,
    SheetLines,
    StandingLine,
    States,
)


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game's records have led: the state, the journal so far, and the hash that the next record names."""

    state: Any
    journal: Journal
    previous: str


def position_after(
    rules: Ruleset, scenario: Any, manifest: Manifest, game_hash: str, written: Sequence[StoredRecord]
) -> Position:
    """Where the records lead from the start, by folding the events of those in force."""
    journal = Journal.of(manifest, (item.record for item in written))
    state = state_after(rules, rules.initial(scenario), journal.in_force())
    return Position(state, journal, written[-1].hash if written else game_hash)


def state_after(rules: Ruleset, start: Any, records: Sequence[Entry]) -> Any:
    """The state after records that are all in force."""
    return fold(rules, start, (read_event(rules, fact) for record in records for fact in record.facts))


def state_hash(rules: Ruleset, state: Any) -> str:
    """The hash of a state: SHA-256 of the canonical JSON of state.json's value."""
    return digest(state_value(rules.dump(state)))


def reactors(rules: Ruleset, state: Any, seats: Mapping[str, str]) -> tuple[str, ...]:
    """The seats that may send reactions for the state's phase, which is not that of their side; `seats` gives sides."""
    phase = next(phase for phase in rules.SEQUENCE if phase.id == state.phase)
    return tuple(seat for seat, side in sorted(seats.items()) if phase.reactions and side not in phase.sides)


@dataclass(frozen=True, slots=True)
class Orders:
    """What the seats sent for one phase: the accepted lines by seat, standing orders, answers to open questions.

    The lines are as they were read; `next_record` completes them. `silent` are the questions that their owners left
    open until the deadline. `bound`: what standing orders answered has to come from one of `standing`. `bots` are the
    seats whose lines a computer player sent; `handed` says how often each has changed hands.
    """

    lines: Mapping[str, Sequence[Line]]
    standing: Mapping[str, Sequence[Line]]
    answers: Mapping[str, str | Answered]
    silent: Collection[str] = ()
    bound: bool = False
    bots: Collection[str] = ()
    handed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeyTexts:
    """What enters a phase's key beside its link: the seats' nonces and the beacon; `source` says whence that is."""

    nonces: Mapping[str, str]
    beacon: str | None = None
    source: str | None = None


def run(rules: Ruleset, state: Any, orders: Orders, dice: ChainDice) -> Result:
    """Adjudicate the state's phase with these orders, which are complete, and dice."""
    phase = state.phase
    sheets = {seat: Section(phase=phase, lines=tuple(lines)) for seat, lines in sorted(orders.lines.items())}
    inputs = Inputs(dice, sheets, orders.standing, orders.answers, orders.silent, orders.bound)
    return adjudicate(rules, state, inputs)


def next_record(
    rules: Ruleset, position: Position, chain: Chain, orders: Orders, texts: KeyTexts, next_head: str | None = None
) -> tuple[PhaseRecord, Result]:
    """Run the position's phase and write its record; `texts` are the present ones.

    A suspended phase, and a correction with the same dice, keep those of the first run. The last link but one publishes
    `next_head`; the last, where it was taken back. RefereeError where the chain or a suspended phase is another.
    """
    manifest, state, waiting = position.journal.manifest, position.state, position.journal.suspended_run()
    at, format_ = f"{state.turn}.{state.phase}", waiting.format if waiting is not None else FORMAT
    full, sheets = _completed(rules, state, orders, format_)
    source = position.journal.dice_for(at, sheets)
    if chain.head != source.head:
        raise RefereeError("The dice key of this game is not the one whose head its players were sent.")
    if source.nonces is not None:
        texts = KeyTexts(source.nonces, source.beacon, source.source)
    link, mixed = chain.link(source.number), dict(sorted(texts.nonces.items()))
    key = phase_key(link, manifest.game, at, mixed, texts.beacon)
    result = run(rules, state, replace(orders, lines=full), ChainDice(key))
    _require_prefix(waiting, result)
    before, asked = state_hash(rules, state), open_questions(result)
    record = PhaseRecord(
        format=format_,
        n=position.journal.next_number,
        turn=state.turn,
        phase=state.phase,
        previous=position.previous,
        link=Link(number=source.number, value=None if asked else link.hex(), again=source.again),
        head=source.head,
        beacon=texts.beacon,
        beacon_source=texts.source,
        nonces=mixed,
        sheets=sheets,
        rolls=_rolls(result),
        answers=answers(result),
        events=tuple(event.to_json() for event in result.events),
        suspended=asked[0] if asked else None,
        beside=asked[1:],
        next_head=next_head if source.number >= chain.last - 1 and not asked else None,
        state=States(before=before, after=before if asked else state_hash(rules, result.state)),
        standing=_standing_lines(waiting, result, format_),
        handed=dict(sorted(orders.handed.items())),
        test_dice=manifest.test_dice,
    )
    return record, result


def _standing_lines(waiting: PhaseRecord | None, result: Result, format_: int) -> tuple[StandingLine, ...]:
    """The standing orders that answered questions of a phase, each once: those of its first part too, if it waited."""
    if format_ <= UNBOUND:
        return ()
    earlier = waiting.standing if waiting is not None else ()
    now = (
        StandingLine(seat=seat, number=line.number, text=line.text, order=line.order.to_json())
        for seat, line in result.standing
    )
    return (*earlier, *(line for line in now if line not in earlier))


def _completed(
    rules: Ruleset, state: Any, orders: Orders, format_: int
) -> tuple[dict[str, tuple[Line, ...]], tuple[SheetLines, ...]]:
    """The lines of each seat as they are adjudicated, and as a record keeps them."""
    full = {seat: complete_lines(rules, state, seat, lines) for seat, lines in sorted(orders.lines.items())}
    sheets = (sheet_lines(seat, orders.lines[seat], full[seat], format_) for seat in full)
    return full, tuple(sheet.model_copy(update={"bot": sheet.seat in orders.bots}) for sheet in sheets)


def _require_prefix(waiting: PhaseRecord | None, result: Result) -> None:
    """A suspended phase begins again with what was told of it: labelled dice and recorded answers see to that."""
    if waiting is None:
        return
    now = [event.to_json() for event in result.events[: len(waiting.events)]]
    if digest(now) != digest(list(waiting.events)):
        raise RefereeError(
            "The part of {at} that was told when its question was asked does not come out again: this "
            "pbem is not the one that asked. Finish the phase with that version, or roll it back.",
            at=waiting.at,
        )


def complete_lines(rules: Ruleset, state: Any, seat: str, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with what the check finds (paths written out); a line that fails now stays, to be voided and told."""
    section = Section(phase=state.phase, lines=tuple(lines))
    checked = rules.check(state, seat, Sheet(seat=seat, sections=(section,)))
    full = {found.line.number: found.line for found in checked.lines}
    return tuple(full.get(line.number, line) for line in lines)


def sheet_lines(seat: str, lines: Sequence[Line], full: Sequence[Line], format_: int = FORMAT) -> SheetLines:
    """A seat's lines, as read and completed, as a record keeps them, with the hash that the receipt printed."""
    kept = []
    for line, done in zip(lines, full, strict=True):
        read, order = line.order.to_json(), done.order.to_json()
        same = read == order or format_ == FIRST
        kept.append(OrderLine(number=line.number, text=line.text, order=order, read=None if same else read))
    sheet = SheetLines(seat=seat, hash="0" * 64, lines=tuple(kept))
    return sheet.model_copy(update={"hash": sheet.hash_in(format_)})


def lines_as_read(rules: Ruleset, record: PhaseRecord) -> dict[str, tuple[Line, ...]]:
    """The lines of a recorded phase by seat, as they were read before the rules completed them."""
    return {sheet.seat: read_lines(rules, [line.understood for line in sheet.lines]) for sheet in record.sheets}


def orders_of(rules: Ruleset, record: PhaseRecord) -> Orders:
    """The orders and answers with which a recorded phase was run, for running it again."""
    lines = {
        sheet.seat: read_lines(rules, [{**line.understood, "order": line.order} for line in sheet.lines])
        for sheet in record.sheets
    }
    events = (read_event(rules, fact) for fact in record.events)
    answers = {event.question: event for event in events if isinstance(event, Answered)}
    return Orders(lines=lines, standing={}, answers=answers)


def standing_of(rules: Ruleset, record: PhaseRecord) -> dict[str, tuple[Line, ...]]:
    """The standing orders that answered questions of a recorded phase, by seat."""
    found: dict[str, tuple[Line, ...]] = {}
    for kept in record.standing:
        line = {"number": kept.number, "text": kept.text, "order": kept.order}
        found[kept.seat] = (*found.get(kept.seat, ()), *read_lines(rules, [line]))
    return found


def _rolls(result: Result) -> tuple[Roll, ...]:
    return tuple(Roll(label=r.label, die=r.die, faces=r.faces, meaning=r.meaning, items=r.items) for r in result.rolls)


def answers(result: Result) -> tuple[AnswerGiven, ...]:
    """The answers of a run, as a record keeps them."""
    return tuple(_answer(event) for event in result.events if isinstance(event, Answered))


def _answer(event: Answered) -> AnswerGiven:
    data = event.to_json()
    del data["type"]
    data.pop("rule", None)
    return AnswerGiven.model_validate({**data, "passed": event.passed})


def open_questions(result: Result) -> tuple[OpenQuestion, ...]:
    """The questions that a suspended run waits for, as a record keeps them; none for a finished one."""
    return tuple(
        OpenQuestion(
            id=question.id,
            side=question.side,
            kind=question.kind,
            options=question.options,
            default=question.default,
            rule=question.rule,
            seat=question.seat,
        )
        for question in result.questions
    )
