"""Replay: adjudicate every recorded phase again, and name the first thing that differs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from pbem.core.events import Amended
from pbem.core.play import Result, fold
from pbem.core.record import type_of
from pbem.core.ruleset import Ruleset
from pbem.dice.chain import ChainDice, phase_key
from pbem.errors import RefereeError
from pbem.game.codec import read_event
from pbem.game.game import Definition
from pbem.game.phase import (
    answers,
    complete_lines,
    lines_as_read,
    open_questions,
    orders_of,
    reactors,
    run,
    standing_of,
    state_hash,
)
from pbem.language.lexicon import Lexicon
from pbem.language.sheet import WRITTEN
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.save.journal import StoredRecord
from pbem.save.layout import encode
from pbem.save.records import AMENDED, FIRST, UNBOUND, Entry, Json, Manifest, PhaseRecord, RollbackRecord, RulingRecord


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay and its record first part: record number, what (order, text, roll, event, answer, question,
    state, link, hash), the place in it, and both values as JSON; for a roll that one of the two lacks, None."""

    n: int
    what: str
    place: str
    recorded: Any
    replayed: Any


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The outcome of a replay: how many records and phases were run again, and the first difference, if any."""

    records: int
    phases: int
    difference: Difference | None = None


@dataclass
class Replay:
    """A game on its way through its records once more, from the position reached so far.

    `links` gives the link (bytes) of records that do not reveal their own, by number: a suspended phase is run again
    once a later link tells its. `lexicon` reads the text of each order again. `states` are those after each record;
    `hash` is that of the present one, where known.
    """

    rules: Ruleset
    manifest: Manifest
    lexicon: Lexicon
    state: Any
    links: Mapping[int, bytes] = field(default_factory=dict)
    states: dict[int, Any] = field(default_factory=dict)
    hash: str = ""

    def __post_init__(self) -> None:
        self.states = self.states or {0: self.state}
        self.hash = self.hash or state_hash(self.rules, self.state)

    def step(self, record: Entry) -> Difference | None:
        """Go on by one record; what differs first in it, or None. A record that makes no sense differs somewhere."""
        try:
            found = next(self._differences(record), None)
        except RefereeError as wrong:
            return Difference(record.n, "order", "sheets", str(wrong), None)
        except Exception as wrong:  # rules asked to do what no accepted order asks of them may raise anything
            return Difference(record.n, "order", "sheets", f"{type(wrong).__name__}: {wrong}", None)
        if found is None and not isinstance(record, RollbackRecord):
            self.states[record.n] = self.state
        return found

    def _differences(self, record: Entry) -> Iterator[Difference]:
        if record.state.before != self.hash:
            yield Difference(record.n, "state", "before", record.state.before, self.hash)
        if isinstance(record, PhaseRecord):
            yield from self._phase(record)
        elif isinstance(record, RollbackRecord) and record.to not in self.states:
            yield Difference(record.n, "rollback", "to", record.to, max(self.states))
        elif isinstance(record, RollbackRecord):
            self.state = self.states[record.to]
            yield from self._after(record)
        elif isinstance(record, RulingRecord):
            yield from _first(record.n, "event", list(record.events), self._ruled(record))
            yield from self._go_on(record)
        else:
            yield from self._go_on(record)

    def _go_on(self, record: Entry) -> Iterator[Difference]:
        self.state = fold(self.rules, self.state, (read_event(self.rules, fact) for fact in record.facts))
        yield from self._after(record)

    def _ruled(self, record: RulingRecord) -> list[Json]:
        """The events that a ruling may bring: the end of the game, where a side concedes or all agree to a draw.

        One of the referee changes the position, and nothing else.
        """
        if record.ruling == AMENDED:
            return [event for event in record.events if event.get("type") == type_of(Amended)]
        ends = {"conceded": self.rules.surrender, "agreed": self.rules.agreed_draw}
        ended = ends[record.ruling](self.state, record.seats) if record.ruling in ends else None
        return [] if ended is None else [ended.to_json()]

    def _phase(self, record: PhaseRecord) -> Iterator[Difference]:
        if (self.state.turn, self.state.phase) != (record.turn, record.phase):
            yield Difference(record.n, "phase", "phase", record.at, f"{self.state.turn}.{self.state.phase}")
            return
        link = bytes.fromhex(record.link.value) if record.link.value is not None else self.links.get(record.n)
        if link is None and record.suspended is None:
            yield Difference(record.n, "link", "link", None, "the revealed link of a finished phase")
        sent, expected = [sheet.seat for sheet in record.sheets], self._seats(record)
        if sent != expected:
            yield Difference(record.n, "order", "seats", sent, expected)
        for sheet in record.sheets:
            lines = sheet.hash_in(record.format)
            if sheet.hash != lines:
                yield Difference(record.n, "order", f"hash of {sheet.seat}", sheet.hash, lines)
        if record.format > FIRST:
            yield from self._texts(record)
        if link is not None:
            dice = ChainDice(phase_key(link, self.manifest.game, record.at, record.nonces, record.beacon))
            orders = orders_of(self.rules, record)
            if record.format > UNBOUND:
                orders = replace(orders, standing=standing_of(self.rules, record), bound=True)
            result = run(self.rules, self.state, orders, dice)
            yield from _result(record, result)
            self.state = self.state if record.suspended else result.state
        yield from self._after(record)

    def _texts(self, record: PhaseRecord) -> Iterator[Difference]:
        """Orders that are not what their text says, or not what the rules make of that in this position."""
        as_read = lines_as_read(self.rules, record)
        for sheet in record.sheets:
            side = self.manifest.seats.get(sheet.seat)
            full = complete_lines(self.rules, self.state, sheet.seat, as_read[sheet.seat])
            for line, done in zip(sheet.lines, full, strict=True):
                read: Json = line.understood["order"]
                meant = read_again(line.text, read, self.lexicon, side)
                for was, now in ((read, meant), (line.order, done.order.to_json())):
                    if encode(was) != encode(now):
                        place = f"{sheet.seat} {line.number}"
                        yield Difference(record.n, "text", place, [line.text, was], [line.text, now])
        for kept in record.standing:
            meant = read_again(kept.text, kept.order, self.lexicon, self.manifest.seats.get(kept.seat))
            if encode(kept.order) != encode(meant):
                place = f"{kept.seat}, standing {kept.number}"
                yield Difference(record.n, "text", place, [kept.text, kept.order], [kept.text, meant])

    def _seats(self, record: PhaseRecord) -> list[str]:
        """The seats that a phase record must have sheets of: those awaited, and who may react and has sent lines."""
        may = reactors(self.rules, self.state, self.manifest.seats)
        reacted = {sheet.seat for sheet in record.sheets if sheet.lines and sheet.seat in may}
        return sorted({*self.rules.awaited(self.state), *reacted})

    def _after(self, record: Entry) -> Iterator[Difference]:
        self.hash = state_hash(self.rules, self.state)
        if record.state.after != self.hash:
            yield Difference(record.n, "state", "after", record.state.after, self.hash)


def read_again(text: str, order: Json, lexicon: Lexicon, side: str | None) -> Json | None:
    """The order that a recorded text says, None if none; `order` itself where the text is how that is written.

    So a JSON sheet's order is bound too, which may be longer than a line that anybody types.
    """
    reading = read_text(text, lexicon, strict=True, side=side)
    found = reading.lines[0].order if len(reading.lines) == 1 and not reading.commands else None
    if found is not None:
        return found.to_json()
    known = lexicon.orders.get(str(order.get("type")))
    return order if known and write_order(known.model_validate(order), lexicon, WRITTEN) == text else None


def replay(
    definition: Definition, written: Sequence[StoredRecord], progress: Callable[[int], None] = lambda n: None
) -> ReplayResult:
    """Adjudicate the records of a running or archived game again; `progress(n)` is called after each record."""
    rules, phases, previous = definition.rules, 0, definition.folder.game_hash()
    again = Replay(rules, definition.manifest, definition.lexicon, rules.initial(definition.scenario))
    for count, item in enumerate(written, 1):
        record = item.record
        found = _envelope(record, count, previous) or again.step(record)
        if found is not None:
            return ReplayResult(count, phases, found)
        phases += isinstance(record, PhaseRecord)
        previous = item.hash
        progress(record.n)
    return ReplayResult(len(written), phases)


def _envelope(record: Entry, count: int, previous: str) -> Difference | None:
    if record.n != count:
        return Difference(count, "number", "n", record.n, count)
    if record.previous != previous:
        return Difference(record.n, "hash", "previous", record.previous, previous)
    return None


def _result(record: PhaseRecord, result: Result) -> Iterator[Difference]:
    recorded, replayed = (
        [[r.label, r.die, r.faces, r.items, r.meaning] for r in rolls] for rolls in (record.rolls, result.rolls)
    )
    yield from _first(record.n, "roll", recorded, replayed)
    recorded_open, asked = record.questions, open_questions(result)
    ids, expected = (", ".join(question.id for question in each) or None for each in (recorded_open, asked))
    if ids != expected:
        yield Difference(record.n, "question", expected or ids or "", ids, expected)
    yield from _first(record.n, "event", list(record.events), [event.to_json() for event in result.events])
    yield from _first(record.n, "answer", [a.to_json() for a in record.answers], [a.to_json() for a in answers(result)])
    yield from _first(record.n, "question", [q.to_json() for q in recorded_open], [q.to_json() for q in asked])


def _first(n: int, what: str, recorded: list[Any], replayed: list[Any]) -> Iterator[Difference]:
    """The first place where two lists of JSON values differ. Bytes are compared: to Python, 1 and true are the same."""
    if encode(recorded) == encode(replayed):
        return
    for number, (old, new) in enumerate(zip_longest(recorded, replayed), 1):
        if encode(old) != encode(new):
            yield Difference(n, what, str(number), old, new)
