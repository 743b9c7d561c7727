"""The journal as a game: where its records lead, and the record that the next run of a phase adds. Pure.

The dice of a phase follow from its link and the nonces in force; the link's number follows from the journal. So the
same journal and sheets give the same record again, however often a run was killed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.canonical import digest
from pbem.core.events import Answered
from pbem.core.orders import Line, Section
from pbem.core.play import Inputs, Result, adjudicate, fold
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import Chain, ChainDice, phase_key
from pbem.referee.errors import RefereeError
from pbem.referee.typed import read_event, read_lines
from pbem.save.records import (
    AnswerGiven,
    Entry,
    Game,
    Link,
    OpenQuestion,
    OrderLine,
    PhaseRecord,
    RekeyRecord,
    Roll,
    RollbackRecord,
    SheetLines,
    States,
    sheet_hash,
)


@dataclass(frozen=True, slots=True)
class Position:
    """Where a journal has led: the state, and what the next record builds on.

    `n`: the next record's number; `previous`: the hash it names; `link`: the number of the link that the next phase
    takes, `again` if a correction takes it a second time; `head`: the chain in force; `at`: the number of the record
    after which the state stands (0: the start), which a rollback moves back.
    """

    state: Any
    n: int
    previous: str
    link: int
    again: bool
    head: str
    at: int


def hash_of(record: Entry | Game) -> str:
    """The hash of a record or of game.json: SHA-256 of its canonical JSON."""
    return digest(record.to_json())


def state_hash(rules: Ruleset, state: Any) -> str:
    """The hash of a state: SHA-256 of the canonical JSON of state.json's value."""
    return digest(rules.dump(state))


def follow(rules: Ruleset, scenario: Any, game: Game, records: Sequence[Entry]) -> Position:
    """Where the records lead from the start, by folding their events; rolled-back records do not count."""
    state, at, link, head, again, previous = rules.initial(scenario), 0, 1, game.head, False, hash_of(game)
    states = {0: state}
    for record in records:
        previous = hash_of(record)
        if isinstance(record, RollbackRecord):
            at, state = record.to, states[record.to]
            again = record.same_dice
            if again:
                link = _first_link_after(records, record.to)
            continue
        if isinstance(record, RekeyRecord):
            head, link, again = record.head, 1, False
        if isinstance(record, PhaseRecord) and record.suspended is None:
            link, again = _next_link(records, record, head), False
            head = record.next_head or head
        state = fold(rules, state, (read_event(rules, fact) for fact in record.facts))
        at = record.n
        states[at] = state
    return Position(state, len(records) + 1, previous, link, again, head, at)


def effective(records: Sequence[Entry]) -> tuple[Entry, ...]:
    """The records that count: without those that a later rollback undid, and without the rollbacks."""
    kept: list[Entry] = []
    for record in records:
        if isinstance(record, RollbackRecord):
            kept = [k for k in kept if k.n <= record.to]
        else:
            kept.append(record)
    return tuple(kept)


def _next_link(records: Sequence[Entry], now: PhaseRecord, head: str) -> int:
    """The number after the highest link that the chain with this head has used up to a record."""
    used = [r.link.number for r in records if isinstance(r, PhaseRecord) and r.n <= now.n and r.head == head]
    return max(used, default=0) + 1


def _first_link_after(records: Sequence[Entry], to: int) -> int:
    """The link of the first phase after record `to`: the one that a correction with the same dice names again."""
    return next(r.link.number for r in records if isinstance(r, PhaseRecord) and r.n > to)


@dataclass(frozen=True, slots=True)
class Orders:
    """What the seats sent for one phase: the accepted lines by seat, standing orders, answers to open questions."""

    lines: Mapping[str, Sequence[Line]]
    standing: Mapping[str, Sequence[Line]]
    answers: Mapping[str, str | Answered]


def dice_of(game: str, position: Position, link: bytes, nonces: Mapping[str, str], beacon: str | None) -> ChainDice:
    """The dice of the position's phase from its revealed link."""
    phase = f"{position.state.turn}.{position.state.phase}"
    return ChainDice(phase_key(link, game, phase, nonces, beacon))


def run(rules: Ruleset, state: Any, orders: Orders, dice: ChainDice) -> Result:
    """Adjudicate the state's phase with these orders and dice."""
    phase = state.phase
    sheets = {seat: Section(phase=phase, lines=tuple(lines)) for seat, lines in sorted(orders.lines.items())}
    return adjudicate(rules, state, Inputs(dice=dice, sheets=sheets, standing=orders.standing, answers=orders.answers))


def next_record(
    rules: Ruleset,
    game: Game,
    position: Position,
    chain: Chain,
    orders: Orders,
    nonces: Mapping[str, str],
    beacon: str | None = None,
) -> tuple[PhaseRecord, Result]:
    """Run the position's phase and write its record. RefereeError where the chain is not that of the game."""
    if chain.head != position.head:
        raise RefereeError("The dice key of this game is not the one whose head its players were sent.")
    link = chain.link(position.link)
    result = run(rules, position.state, orders, dice_of(game.game, position, link, nonces, beacon))
    before = state_hash(rules, position.state)
    suspended = result.question is not None
    record = PhaseRecord(
        n=position.n,
        turn=position.state.turn,
        phase=position.state.phase,
        previous=position.previous,
        link=Link(number=position.link, value=None if suspended else link.hex(), again=position.again),
        head=position.head,
        beacon=beacon,
        nonces=dict(sorted(nonces.items())),
        sheets=tuple(sheet_lines(seat, lines) for seat, lines in sorted(orders.lines.items())),
        rolls=_rolls(result),
        answers=tuple(_answer(e) for e in result.events if isinstance(e, Answered)),
        events=tuple(event.to_json() for event in result.events),
        suspended=_open(result),
        state=States(before=before, after=before if suspended else state_hash(rules, result.state)),
        test_dice=game.test_dice,
    )
    return record, result


def sheet_lines(seat: str, lines: Sequence[Line]) -> SheetLines:
    """A seat's lines as a record keeps them, with the hash that the receipt printed."""
    kept = tuple(OrderLine(number=line.number, text=line.text, order=line.order.to_json()) for line in lines)
    return SheetLines(seat=seat, hash=sheet_hash((line.number, line.text) for line in lines), lines=kept)


def orders_of(rules: Ruleset, record: PhaseRecord) -> Orders:
    """The orders and answers with which a recorded phase was run, for running it again."""
    lines = {sheet.seat: read_lines(rules, [line.to_json() for line in sheet.lines]) for sheet in record.sheets}
    events = (read_event(rules, fact) for fact in record.events)
    answers = {event.question: event for event in events if isinstance(event, Answered)}
    return Orders(lines=lines, standing={}, answers=answers)


def _rolls(result: Result) -> tuple[Roll, ...]:
    return tuple(Roll(label=r.label, die=r.die, faces=r.faces, meaning=r.meaning) for r in result.rolls)


def _answer(event: Answered) -> AnswerGiven:
    data = event.to_json()
    del data["type"]
    data.pop("rule", None)
    return AnswerGiven.model_validate({**data, "passed": event.passed})


def _open(result: Result) -> OpenQuestion | None:
    question = result.question
    if question is None:
        return None
    return OpenQuestion(
        id=question.id,
        side=question.side,
        kind=question.kind,
        options=question.options,
        default=question.default,
        rule=question.rule,
        seat=question.seat,
    )
