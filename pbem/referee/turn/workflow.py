"""The work of a phase: who is awaited, what they sent, when it closes, and its record written for good.

The record is the commit point. State, git and reports follow from the journal, so whatever a kill left out the next
run does: a tick brings a game to where its journal and sheets say it should be, however often it is called.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.core.events import Answered
from pbem.core.orders import Line, Section, Sheet
from pbem.core.play import Question
from pbem.game.codec import read_lines
from pbem.game.game import Table, add
from pbem.game.phase import Orders, Texts, next_record, orders_of, sheet_lines
from pbem.referee.home import notices
from pbem.referee.home.home import World
from pbem.referee.home.secrets import chain_of, successor
from pbem.referee.turn.beacon_lock import has_beacon, lock_of, open_lock, waits
from pbem.referee.turn.closing import Awaited, Closing, Waiting, closing, waiting
from pbem.referee.turn.nonces import nonces, silent
from pbem.referee.turn.sent import sent_rows
from pbem.save.errors import GitError
from pbem.save.records import EndRecord, Entry, OpenQuestion, States
from pbem.store.rows import SeatRow, SheetRow


@dataclass(frozen=True, slots=True)
class Stands:
    """What a seat has in force for one phase: its lines as read, and whether they are complete; None if nothing."""

    lines: tuple[Line, ...]
    complete: bool


def stands(world: World, table: Table, seat: str, phase: str) -> Stands | None:
    """What a seat has sent for a phase of the present turn."""
    row = world.store.sections.get(table.name, seat, table.state.turn, phase)
    return None if row is None else Stands(read_lines(table.rules, row.lines), row.complete)


def sections(world: World, table: Table, seat: str) -> dict[str, tuple[Line, ...]]:
    """All accepted lines of a seat for the present turn that no phase has used yet, by phase."""
    order = [phase.id for phase in table.rules.SEQUENCE]
    present = order.index(table.state.phase)
    rows = world.store.sections.of(game=table.name, seat=seat, turn=table.state.turn)
    return {r.phase: read_lines(table.rules, r.lines) for r in rows if order.index(r.phase) >= present}


def standing(world: World, table: Table) -> dict[str, tuple[Line, ...]]:
    """The standing orders in force, by seat."""
    return {row.seat: read_lines(table.rules, row.lines) for row in world.store.standing.of(game=table.name)}


def awaited(world: World, table: Table) -> tuple[Awaited, ...]:
    """What each awaited seat has done for the open phase; nothing is left to do once the sheets are locked."""
    by_seat = {row.seat: row for row in world.seats(table.name)}
    if has_beacon(table) and open_lock(world, table) is not None:
        return tuple(Awaited(seat, complete=True) for seat in table.rules.awaited(table.state))
    return tuple(_awaited(world, table, by_seat[seat]) for seat in table.rules.awaited(table.state))


def _awaited(world: World, table: Table, seat: SeatRow) -> Awaited:
    sent = stands(world, table, seat.seat, table.state.phase)
    sheets = world.store.sheets.of(game=table.name, seat=seat.seat)
    if sent is None and seat.nowait and _has_ordered(world, table, seat.seat):
        complete = suffice(table, seat.seat, ())
    else:
        complete = sent is not None and sent.complete and suffice(table, seat.seat, sent.lines)
    last = max((row.received for row in sheets), default=None)
    return Awaited(seat.seat, complete and not _refused_lines(table, sheets), seat.wait, seat.nowait, last)


def _has_ordered(world: World, table: Table, seat: str) -> bool:
    """Whether a seat has sent lines for its own phases of this turn; those of a set-up are none for the others."""
    once, side = {phase.id for phase in table.rules.SEQUENCE if phase.once}, table.game.seats[seat]
    own = {phase.id for phase in table.rules.SEQUENCE if side in phase.sides}
    sent = own & world.store.sections.in_force(table.name, seat, table.state.turn).keys()
    return any((phase in once) == (table.state.phase in once) for phase in sent)


def _refused_lines(table: Table, sheets: Sequence[SheetRow]) -> bool:
    """Whether the last sheet of a seat had lines for this turn that were refused and whose phase is not over yet.

    They may be sent again: closing now, with NOWAIT above all, would leave them out.
    """
    order = [phase.id for phase in table.rules.SEQUENCE]
    present = order.index(table.state.phase)
    told = (sheet for sheet in reversed(sheets) if sheet.sections or any(p["phase"] for p in sheet.problems))
    last = next(told, None)
    if last is None or last.turn != table.state.turn:
        return False
    phases = [problem["phase"] for problem in last.problems if problem["phase"]]
    return any(order.index(phase) >= present for phase in phases)


def suffice(table: Table, seat: str, lines: tuple[Line, ...]) -> bool:
    """Whether lines for the present phase lack nothing compulsory, also where they came before it opened.

    Lines that have become impossible do not matter: they are voided and told.
    """
    if (seat, lines) not in table.checked:
        sheet = Sheet(seat=seat, sections=(Section(phase=table.state.phase, lines=lines),))
        table.checked[seat, lines] = table.rules.check(table.state, seat, sheet).complete
    return table.checked[seat, lines]


def remember_check(table: Table, seat: str, lines: tuple[Line, ...], *, complete: bool) -> None:
    """Remember what the check of a whole sheet has found of its lines for the present phase."""
    table.checked[seat, lines] = complete


def close(world: World, table: Table, now: datetime) -> Closing:
    """Whether the open phase closes now."""
    return closing(waits_for(world, table), world.game(table.name), now)


def waits_for(world: World, table: Table) -> Waiting:
    """What the open phase waits for. An open question comes before all else, sheets and seats last."""
    if table.position.journal.suspended() is not None:
        return Waiting("question" if unanswered(world, table) else "answered")
    if silent(world, table):
        return Waiting("nonces")
    if waits(world, table) is not None:
        return Waiting("beacon")
    if (has_beacon(table) and open_lock(world, table) is not None) or corrects(world, table):
        return Waiting("fixed")
    asked = awaited(world, table)
    others = {seat.seat for seat in world.seats(table.name) if seat.wait} - {seat.seat for seat in asked}
    return waiting([*asked, *(Awaited(seat, complete=True, wait=True, nowait=True) for seat in sorted(others))])


def corrects(world: World, table: Table) -> bool:
    """Whether the present phase is played again with the dice and sheets that it had: a correction."""
    journal, at = table.position.journal, f"{table.state.turn}.{table.state.phase}"
    if journal.suspended() is not None or not journal.dice_for(at).again:
        return False
    return journal.dice_for(at, _hashes(world, table)).again


def wants_lock(world: World, table: Table) -> bool:
    """Whether the sheets of the present phase have to be locked before it is run: its beacon is still to come."""
    if not has_beacon(table) or table.over or lock_of(world, table) is not None:
        return False
    return table.position.journal.suspended() is None and not corrects(world, table)


def _hashes(world: World, table: Table) -> dict[str, str]:
    return {seat: sheet_lines(seat, lines).hash for seat, lines in _lines(world, table).items()}


def unanswered(world: World, table: Table) -> tuple[OpenQuestion, ...]:
    """The open questions of a suspended phase that nobody has answered yet."""
    given = world.store.answers.given(table.name, f"{table.state.turn}.{table.state.phase}") if table.questions else {}
    return tuple(question for question in table.questions if question.id not in given)


def adjudicate(world: World, table: Table, now: datetime) -> Table:
    """Run the present phase with what was sent, and the auto phases after it; each is recorded for good.

    Questions that their owners left open are answered with their documented defaults: the deadline has come. A
    correction goes on through all phases that have their dice and sheets already. Nothing is run that waits for a
    beacon or, its chain used up, for new nonces.
    """
    if not _held_back(world, table):
        table = _one_phase(world, table, now)
    while _goes_on(world, table):
        table = _one_phase(world, table, now)
    if table.over:
        table = end(world, table, now)
    return opened(world, table, now)


def _goes_on(world: World, table: Table) -> bool:
    """Whether the next phase follows at once: it asks nobody, or is corrected."""
    if table.over or table.position.journal.suspended() is not None or _held_back(world, table):
        return False
    return not table.rules.awaited(table.state) or corrects(world, table)


def _held_back(world: World, table: Table) -> bool:
    """Whether something that has to enter the dice is still to come: nonces for a new head, or the beacon."""
    if table.position.journal.suspended() is not None:
        return False
    return bool(silent(world, table)) or wants_lock(world, table) or waits(world, table) is not None


def _one_phase(world: World, table: Table, now: datetime) -> Table:
    waiting, lock = table.position.journal.suspended(), lock_of(world, table)
    given = standing(world, table)
    if lock is not None and waiting is None:
        given = {seat: read_lines(table.rules, lines) for seat, lines in lock.standing.items()}
    orders = Orders(
        lines=_lines(world, table),
        standing=given,
        answers=_answers(world, table),
        silent=tuple(question.id for question in table.questions),
    )
    texts = Texts(nonces(world, table.name))
    if lock is not None:
        texts = Texts(dict(lock.nonces), lock.beacon, lock.source)
    chain = chain_of(world, table)
    following = successor(world, table) if table.position.journal.last_link >= chain.last - 2 else None
    record, _ = next_record(table.rules, table.position, chain, orders, texts, following)
    return written(world, table, record, now)


def owners(world: World, table: Table) -> dict[str, bool]:
    """The seats that may answer the open questions of a suspended phase, and whether all that each may are answered."""
    missing = {question.id for question in unanswered(world, table)}
    asked = {seat.seat: {question.id for question in table.questions_to(seat.seat)} for seat in world.seats(table.name)}
    return {seat: not missing & questions for seat, questions in asked.items() if questions}


def owing(world: World, table: Table) -> set[str]:
    """The seats that the present phase asks and whose orders are not complete, or that owe answers to its questions."""
    if table.position.journal.suspended() is not None:
        return {seat for seat, answered in owners(world, table).items() if not answered}
    return {found.seat for found in awaited(world, table) if not found.complete}


def questions_to(world: World, table: Table, seat: str) -> tuple[Question, ...]:
    """The open questions that a seat may answer, with their `match`, answered ones too. Nothing is recorded."""
    asked, waiting = {question.id for question in table.questions_to(seat)}, table.position.journal.suspended()
    if not asked or waiting is None:
        return ()
    orders = Orders(lines=_lines(world, table), standing={}, answers=orders_of(table.rules, waiting).answers)
    texts = Texts(nonces(world, table.name))
    _, result = next_record(table.rules, table.position, chain_of(world, table), orders, texts)
    return tuple(question for question in result.questions if question.id in asked)


def _lines(world: World, table: Table) -> dict[str, tuple[Line, ...]]:
    """The lines to run the phase with, by seat; each completed by a last check where it still can be done."""
    suspended = table.position.journal.suspended()
    if suspended is not None:
        return {
            sheet.seat: read_lines(table.rules, [line.to_json() for line in sheet.lines]) for sheet in suspended.sheets
        }
    lock = open_lock(world, table) if has_beacon(table) else None
    if lock is not None:
        sheets = {seat: read_lines(table.rules, lines) for seat, lines in lock.sheets.items()}
    else:
        sheets = sent_lines(world, table)
    return {seat: _completed(table, seat, lines) for seat, lines in sheets.items()}


def sent_lines(world: World, table: Table) -> dict[str, tuple[Line, ...]]:
    """The lines that stand for the present phase: of each seat that it awaits, and the reactions of the others."""
    return {seat: read_lines(table.rules, rows) for seat, rows in sent_rows(world, table).items()}


def _completed(table: Table, seat: str, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with what the check finds (paths written out); a line that fails now stays, to be voided and told."""
    section = Section(phase=table.state.phase, lines=tuple(lines))
    checked = table.rules.check(table.state, seat, Sheet(seat=seat, sections=(section,)))
    full = {found.line.number: found.line for found in checked.found}
    return tuple(full.get(line.number, line) for line in lines)


def _answers(world: World, table: Table) -> dict[str, str | Answered]:
    """The answers for the present phase: those that a suspended run has recorded, as they are, and those given since.

    Standing orders that were changed since then do not answer anew what they have answered.
    """
    waiting = table.position.journal.suspended()
    given = world.store.answers.given(table.name, f"{table.state.turn}.{table.state.phase}")
    before = {} if waiting is None else orders_of(table.rules, waiting).answers
    return {**given, **before}


def written(world: World, table: Table, record: Entry, now: datetime) -> Table:
    """The game after a record was added to its journal: the commit point. State and git are brought along."""
    world.tables.pop(table.folder.path, None)  # where writing fails half-way, the journal is read anew
    table = add(table, record)
    world.tables[table.folder.path] = table
    heal(world, table, now)
    return table


def heal(world: World, table: Table, now: datetime) -> None:
    """Bring state.json and git to where the journal is; what git cannot do is told to the referee, and done later."""
    try:
        table.folder.heal(table.rules.dump(table.state), world.git, now)
        notices.settle(world, "git-failed", table.name)
    except GitError as failed:
        notices.note_once(world, "git-failed", now, table.name, why=str(failed))


def end(world: World, table: Table, now: datetime) -> Table:
    """The game with its end recorded, once."""
    if any(isinstance(record, EndRecord) for record in table.position.journal.in_force()):
        return table
    last, ending = table.written[-1].record, table.ending
    record = EndRecord(
        n=table.position.journal.next_number,
        turn=table.state.turn,
        previous=table.position.previous,
        state=States(before=last.state.after, after=last.state.after),
        test_dice=table.game.test_dice,
        winner=table.rules.winner(table.state) or "draw",
        reason=ending.reason if ending is not None else "",
        level=ending.level if ending is not None else "",
    )
    return written(world, table, record, now)


def opened(world: World, table: Table, now: datetime) -> Table:
    """The game with the clock of its present phase set: the phase opens now, WAIT counts no more."""
    row = world.game(table.name)
    over = table.over
    runs = row.started is not None and not over and not silent(world, table)
    deadline = now + timedelta(seconds=row.length) if runs else None
    with world.store.transaction():
        world.store.games.change(
            table.name,
            opened_at=now,
            opened_n=table.position.journal.next_number - 1,
            deadline=deadline,
            ended=(row.ended or now) if over else None,
            stuck_at=None if row.stuck_at is None else now,
        )
        for seat in world.seats(table.name):
            if seat.wait or seat.reminded_at is not None:
                world.store.seats.change(table.name, seat.seat, wait=False, reminded_at=None)
    return table


def started(world: World, table: Table, now: datetime) -> bool:
    """Whether the game has begun; it begins here once every seat has answered the welcome.

    The clock that a new head of the dice has stopped runs on here, once every seat has sent new words for it.
    """
    row = world.game(table.name)
    if row.started is not None and (row.deadline is not None or table.over):
        return True
    if silent(world, table):
        return row.started is not None
    world.store.games.change(
        table.name,
        started=row.started or now,
        opened_at=now,
        opened_n=table.position.journal.next_number - 1,
        deadline=now + timedelta(seconds=row.length),
    )
    return True
