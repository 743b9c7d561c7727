"""Replay: adjudicate every recorded phase again, and name the first thing that differs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pbem.core.play import Result, fold
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import ChainDice, phase_key
from pbem.referee.errors import RefereeError
from pbem.referee.phase import answers, orders_of, run, state_hash
from pbem.referee.typed import read_event
from pbem.save.journal import Written
from pbem.save.records import Entry, Game, PhaseRecord, RollbackRecord, sheet_hash


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay and its record first part: record number, what (order, roll, event, answer, state, link, hash),
    the place in it, and both values as JSON."""

    n: int
    what: str
    place: str
    recorded: Any
    replayed: Any


@dataclass(frozen=True, slots=True)
class Replayed:
    """The outcome of a replay: how many records and phases were run again, and the first difference, if any."""

    records: int
    phases: int
    difference: Difference | None = None


def replay(
    rules: Ruleset,
    scenario: Any,
    game: Game,
    game_hash: str,
    written: Sequence[Written],
    told: Callable[[int], None] = lambda n: None,
) -> Replayed:
    """Adjudicate the records of a running or archived game again; `told(n)` is called after each record."""
    states = {0: rules.initial(scenario)}
    state, previous, phases = states[0], game_hash, 0
    for count, item in enumerate(written, 1):
        record = item.record
        found = next(_differences(rules, game, record, count, previous, state, states), None)
        if found is not None:
            return Replayed(count, phases, found)
        if isinstance(record, RollbackRecord):
            state = states[record.to]
        else:
            state = fold(rules, state, (read_event(rules, fact) for fact in record.facts))
            states[record.n] = state
        phases += isinstance(record, PhaseRecord)
        previous = item.hash
        told(record.n)
    return Replayed(len(written), phases)


def _differences(
    rules: Ruleset, game: Game, record: Entry, count: int, previous: str, state: Any, states: dict[int, Any]
) -> Iterator[Difference]:
    """What differs in one record, as it is told: envelope, orders, rolls, events, answers, states."""
    if record.n != count:
        yield Difference(count, "number", "n", record.n, count)
    if record.previous != previous:
        yield Difference(record.n, "hash", "previous", record.previous, previous)
    before = state_hash(rules, state)
    if record.state.before != before:
        yield Difference(record.n, "state", "before", record.state.before, before)
    if isinstance(record, RollbackRecord):
        if record.to not in states:
            yield Difference(record.n, "rollback", "to", record.to, max(states))
        else:
            yield from _state_after(rules, record, states[record.to])
    elif isinstance(record, PhaseRecord):
        yield from _phase(rules, game, record, state)
    else:
        yield from _state_after(rules, record, fold(rules, state, (read_event(rules, f) for f in record.facts)))


def _phase(rules: Ruleset, game: Game, record: PhaseRecord, state: Any) -> Iterator[Difference]:
    if (state.turn, state.phase) != (record.turn, record.phase):
        yield Difference(record.n, "phase", "phase", record.at, f"{state.turn}.{state.phase}")
        return
    if record.suspended is not None:
        return  # its dice have no proof yet; the record that finishes it is replayed whole
    if record.link.value is None:
        yield Difference(record.n, "link", "link", None, "the revealed link of a finished phase")
        return
    dice = ChainDice(phase_key(bytes.fromhex(record.link.value), game.game, record.at, record.nonces, record.beacon))
    for sheet in record.sheets:
        lines = sheet_hash((line.number, line.text) for line in sheet.lines)
        if sheet.hash != lines:
            yield Difference(record.n, "order", f"hash of {sheet.seat}", sheet.hash, lines)
    try:
        orders = orders_of(rules, record)
    except RefereeError as wrong:
        yield Difference(record.n, "order", "sheets", str(wrong), None)
        return
    result = run(rules, state, orders, dice)
    yield from _result(record, result)
    yield from _state_after(rules, record, result.state)


def _result(record: PhaseRecord, result: Result) -> Iterator[Difference]:
    rolls = [[r.label, r.die, list(r.faces), r.meaning] for r in result.rolls]
    recorded = [[r.label, r.die, list(r.faces), r.meaning] for r in record.rolls]
    yield from _first(record.n, "roll", recorded, rolls)
    if result.question is not None:
        yield Difference(record.n, "answer", result.question.id, None, "a question that the record does not answer")
    yield from _first(record.n, "event", list(record.events), [event.to_json() for event in result.events])
    yield from _first(record.n, "answer", [a.to_json() for a in record.answers], [a.to_json() for a in answers(result)])


def _first(n: int, what: str, recorded: list[Any], replayed: list[Any]) -> Iterator[Difference]:
    for number, (old, new) in enumerate(zip_longest(recorded, replayed), 1):
        if _plain(old) != _plain(new):
            yield Difference(n, what, str(number), old, new)


def _plain(value: Any) -> Any:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _state_after(rules: Ruleset, record: Entry, state: Any) -> Iterator[Difference]:
    after = state_hash(rules, state)
    if record.state.after != after:
        yield Difference(record.n, "state", "after", record.state.after, after)
