"""The work of a phase: who is awaited, what they sent, when it closes, and its record written for good.

The record is the commit point. State, git and reports follow from the journal, so whatever a kill left out the next
run does: a tick brings a game to where its journal and sheets say it should be, however often it is called.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.canonical import digest
from pbem.core.events import Answered
from pbem.core.orders import Line
from pbem.core.play import Question
from pbem.game.codec import read_lines
from pbem.game.game import Game, append_record
from pbem.game.phase import KeyTexts, Orders, lines_as_read, next_record, orders_of, sheet_lines, standing_of
from pbem.game.player_turn import player_turn, turn_key
from pbem.phrases import told_by
from pbem.referee.home import notices
from pbem.referee.home.home import Home
from pbem.referee.home.naming import require_no_names
from pbem.referee.home.secrets import chain_of, prepare_next_head
from pbem.referee.turn.absences import deadline_after
from pbem.referee.turn.beacon_lock import awaited_lock, current_lock, has_beacon, lock_of
from pbem.referee.turn.closing import Closing, SeatProgress, Waiting, closing, waiting
from pbem.referee.turn.deadlines import vacant_seats
from pbem.referee.turn.nonces import nonces, seats_without_nonce
from pbem.referee.turn.progress import asks_first, seat_progress
from pbem.referee.turn.sent import bot_seats, handed_over, sent_rows
from pbem.save.errors import GitError
from pbem.save.records import EndRecord, Entry, OpenQuestion, States
from pbem.store.rows import GameRow

A_DAY = timedelta(days=1)


def standing_orders(home: Home, game: Game) -> dict[str, tuple[Line, ...]]:
    """The standing orders in force, by seat."""
    return {row.seat: read_lines(game.rules, row.lines) for row in home.store.standing.of(game=game.name)}


def closing_of(home: Home, game: Game, now: datetime) -> Closing:
    """Whether the open phase closes now."""
    return closing(waiting_of(home, game), home.game_row(game.name), now)


def waiting_of(home: Home, game: Game) -> Waiting:
    """What the open phase waits for. An open question comes before all else, sheets and seats last."""
    if game.position.journal.suspended_run() is not None:
        return Waiting("question" if unanswered_questions(home, game) else "answered")
    if seats_without_nonce(home, game):
        return Waiting("nonces")
    if awaited_lock(home, game) is not None:
        return Waiting("beacon")
    if is_fixed(home, game) or is_correction(home, game):
        return Waiting("fixed")
    asked = seat_progress(home, game)
    others = {seat.seat for seat in home.seats(game.name) if seat.wait} - {seat.seat for seat in asked}
    return waiting([*asked, *(SeatProgress(seat, complete=True, wait=True, done=True) for seat in sorted(others))])


def is_correction(home: Home, game: Game) -> bool:
    """Whether the present phase is played again with the dice and sheets that it had: a correction."""
    journal, at = game.position.journal, f"{game.state.turn}.{game.state.phase}"
    if journal.suspended_run() is not None or not journal.dice_for(at).again:
        return False
    sheets = [sheet_lines(seat, lines, lines) for seat, lines in lines_to_run(home, game).items()]
    return journal.dice_for(at, sheets).again


def needs_lock(home: Home, game: Game) -> bool:
    """Whether the sheets of the present phase have to be locked before it is run: its beacon is still to come."""
    if not has_beacon(game) or game.over or lock_of(home, game) is not None:
        return False
    return game.position.journal.suspended_run() is None and not is_correction(home, game)


def unanswered_questions(home: Home, game: Game) -> tuple[OpenQuestion, ...]:
    """The open questions of a suspended phase that nobody has answered yet."""
    given = home.store.answers.by_question(game.name, f"{game.state.turn}.{game.state.phase}") if game.questions else {}
    return tuple(question for question in game.questions if question.id not in given)


def adjudicate(home: Home, game: Game, now: datetime) -> Game:
    """Run the present phase with what was sent, and the auto phases after it; each is recorded for good.

    Questions that their owners left open are answered with their documented defaults: the deadline has come. A
    correction goes on through all phases that have their dice and sheets already. Nothing is run that waits for a
    beacon or, its chain used up, for new nonces.
    """
    if not _is_held_back(home, game):
        game = _run_phase(home, game, now)
    while _goes_on(home, game):
        game = _run_phase(home, game, now)
    if game.over:
        game = record_end(home, game, now)
    return open_phase(home, game, now)


def _goes_on(home: Home, game: Game) -> bool:
    """Whether the next phase follows at once: it asks nobody, or is corrected."""
    if game.over or game.position.journal.suspended_run() is not None or _is_held_back(home, game):
        return False
    return not game.rules.awaited(game.state) or is_correction(home, game)


def _is_held_back(home: Home, game: Game) -> bool:
    """Whether something that has to enter the dice is still to come: nonces for a new head, or the beacon."""
    if game.position.journal.suspended_run() is not None:
        return False
    return bool(seats_without_nonce(home, game)) or needs_lock(home, game) or awaited_lock(home, game) is not None


def _run_phase(home: Home, game: Game, now: datetime) -> Game:
    waiting, lock = game.position.journal.suspended_run(), lock_of(home, game)
    given = standing_orders(home, game)
    if lock is not None and waiting is None:
        given = {seat: read_lines(game.rules, lines) for seat, lines in lock.standing.items()}
    orders = Orders(
        lines=lines_to_run(home, game),
        standing=given,
        answers=_answers(home, game),
        silent=tuple(question.id for question in game.questions),
        bots={sheet.seat for sheet in waiting.sheets if sheet.bot} if waiting is not None else bot_seats(home, game),
        handed=handed_over(home, game),
    )
    texts = KeyTexts(nonces(home, game.name))
    if lock is not None:
        texts = KeyTexts(dict(lock.nonces), lock.beacon, lock.source)
    chain = chain_of(home, game)
    following = prepare_next_head(home, game) if game.position.journal.last_link >= chain.last - 2 else None
    record, _ = next_record(game.rules, game.position, chain, orders, texts, following)
    return commit_record(home, game, record, now)


def question_owners(home: Home, game: Game) -> dict[str, bool]:
    """The seats that may answer the open questions of a suspended phase, and whether all that each may are answered."""
    missing = {question.id for question in unanswered_questions(home, game)}
    asked = {seat.seat: {question.id for question in game.questions_to(seat.seat)} for seat in home.seats(game.name)}
    return {seat: not missing & questions for seat, questions in asked.items() if questions}


def seats_owing(home: Home, game: Game) -> set[str]:
    """The seats that the present phase asks and whose orders are not complete, or that owe answers to its questions."""
    if game.position.journal.suspended_run() is not None:
        return {seat for seat, answered in question_owners(home, game).items() if not answered}
    return {found.seat for found in seat_progress(home, game) if not found.complete}


def questions_to(home: Home, game: Game, seat: str) -> tuple[Question, ...]:
    """The open questions that a seat may answer, with their `match`, answered ones too. Nothing is recorded."""
    asked, waiting = {question.id for question in game.questions_to(seat)}, game.position.journal.suspended_run()
    if not asked or waiting is None:
        return ()
    orders = replace(orders_of(game.rules, waiting), lines=lines_to_run(home, game), bound=True)
    orders = replace(orders, standing=standing_of(game.rules, waiting))
    texts = KeyTexts(nonces(home, game.name))
    _, result = next_record(game.rules, game.position, chain_of(home, game), orders, texts)
    return tuple(question for question in result.questions if question.id in asked)


def questions_left(home: Home, game: Game, seat: str) -> list[Question]:
    """The open questions that a seat has still to answer. The phase is run for them, as far as it comes."""
    return still_asked(home, game, questions_to(home, game, seat))


def still_asked(home: Home, game: Game, asked: Sequence[Question]) -> list[Question]:
    """Those of some open questions that nobody has answered yet."""
    left = {question.id for question in unanswered_questions(home, game)}
    return [question for question in asked if question.id in left]


def lines_to_run(home: Home, game: Game) -> dict[str, tuple[Line, ...]]:
    """The lines to run the phase with, by seat, as they were read."""
    suspended = game.position.journal.suspended_run()
    if suspended is not None:
        return lines_as_read(game.rules, suspended)
    lock = current_lock(home, game) if has_beacon(game) else None
    if lock is not None:
        return {seat: read_lines(game.rules, lines) for seat, lines in lock.sheets.items()}
    return sent_lines(home, game)


def is_fixed(home: Home, game: Game) -> bool:
    """Whether what the present phase is run with is fixed, whatever is sent: it waits for an answer, or is locked."""
    return game.position.journal.suspended_run() is not None or (
        has_beacon(game) and current_lock(home, game) is not None
    )


def sent_lines(home: Home, game: Game) -> dict[str, tuple[Line, ...]]:
    """The lines that stand for the present phase: of each seat that it awaits, and the reactions of the others."""
    return {seat: read_lines(game.rules, rows) for seat, rows in sent_rows(home, game).items()}


def _answers(home: Home, game: Game) -> dict[str, str | Answered]:
    """The answers for the present phase: those that a suspended run has recorded, as they are, and those given since.

    Standing orders that were changed since then do not answer anew what they have answered.
    """
    waiting = game.position.journal.suspended_run()
    given = home.store.answers.by_question(game.name, f"{game.state.turn}.{game.state.phase}")
    before = {} if waiting is None else orders_of(game.rules, waiting).answers
    return {**given, **before}


def commit_record(home: Home, game: Game, record: Entry, now: datetime) -> Game:
    """The game after a record was added to its journal: the commit point. State and git are brought along.

    The private side knows of the record before it is there: so a save without it is one that was put back, or a kill.
    Refused where the referee's reason in it names a player whose name is hidden: git would publish it.
    """
    require_no_names(home, game.name, getattr(record, "why", ""))
    home.store.games.change(game.name, recorded=record.n, recorded_hash=digest(record.to_json()))
    home.opened.pop(game.folder.path, None)  # where writing fails half-way, the journal is read anew
    game = append_record(game, record)
    home.opened[game.folder.path] = game
    repair_save(home, game, now)
    return game


def repair_save(home: Home, game: Game, now: datetime, times: Mapping[int, datetime] | None = None) -> None:
    """Bring state.json and git to where the journal is; what git cannot do is told to the referee, and done later.

    `times`: when records were written that come from elsewhere.
    """
    try:
        game.folder.repair(game.rules.dump(game.state), home.git, now, times)
        home.late.discard(game.name)
        notices.resolve_notices(home, "git-failed", game.name)
    except GitError as failed:
        home.late.add(game.name)
        notices.note_once(home, "git-failed", now, game.name, why=told_by(failed))
    notices.note_removed_locks(home, now)


def record_end(home: Home, game: Game, now: datetime) -> Game:
    """The game with its end recorded, once."""
    if any(isinstance(record, EndRecord) for record in game.position.journal.in_force()):
        return game
    last, ending = game.records[-1].record, game.ending
    record = EndRecord(
        n=game.position.journal.next_number,
        turn=game.state.turn,
        previous=game.position.previous,
        state=States(before=last.state.after, after=last.state.after),
        test_dice=game.manifest.test_dice,
        winner=game.rules.winner(game.state) or "draw",
        reason=ending.reason if ending is not None else "",
        level=ending.level if ending is not None else "",
    )
    return commit_record(home, game, record, now)


def open_phase(home: Home, game: Game, now: datetime) -> Game:
    """The game with the clock of its present phase set: the phase opens now, WAIT counts no more."""
    row = home.game_row(game.name)
    key = "" if game.over else turn_key(game.rules.SEQUENCE, game.state.turn, game.state.phase)
    runs = row.started is not None and not game.over and not seats_without_nonce(home, game)
    with home.store.transaction():
        home.store.games.change(
            game.name,
            opened_at=now,
            opened_n=game.position.journal.next_number - 1,
            deadline=_deadline(home, game, row, key, now) if runs else None,
            clock=key if runs else "",
            ended=(row.ended or now) if game.over else None,
            stuck_at=None if row.stuck_at is None else now,
        )
        for seat in home.seats(game.name):
            if seat.wait or (seat.reminded_at is not None and key != row.clock):
                reminded = seat.reminded_at if key == row.clock else None
                home.store.seats.change(game.name, seat.seat, wait=False, reminded_at=reminded)
    return game


def _deadline(home: Home, game: Game, row: GameRow, key: str, now: datetime) -> datetime:
    """When the phase that opens closes at the latest: its player turn has one deadline.

    Who has sent something in this player turn, or ASK, has at least a day for what is asked in the middle of it.
    """
    whole, awaited = timedelta(seconds=row.length), game.rules.awaited(game.state)
    if row.per_phase or key != row.clock or row.deadline is None:
        return deadline_after(home, row, awaited, now, whole)
    own = {phase.id for phase in player_turn(game.rules.SEQUENCE, game.state.phase)}
    heard = any(own & home.store.sections.in_force(game.name, seat, game.state.turn).keys() for seat in awaited)
    heard = heard or any(seat.seat in awaited and asks_first(game, seat) for seat in home.seats(game.name))
    if not heard:
        return row.deadline
    return max(row.deadline, deadline_after(home, row, awaited, now, min(whole, A_DAY)))


def begin_if_answered(home: Home, game: Game, now: datetime) -> bool:
    """Whether the game has begun; it begins here once every seat is held and has answered the welcome.

    The clock that a new head of the dice has stopped runs on here, once every seat has sent new words for it.
    """
    row = home.game_row(game.name)
    if row.started is not None and (row.deadline is not None or game.over):
        return True
    if seats_without_nonce(home, game) or (row.started is None and vacant_seats(home, game.name)):
        return row.started is not None
    home.store.games.change(
        game.name,
        started=row.started or now,
        opened_at=now,
        opened_n=game.position.journal.next_number - 1,
        deadline=deadline_after(home, row, game.rules.awaited(game.state), now, timedelta(seconds=row.length)),
        clock=turn_key(game.rules.SEQUENCE, game.state.turn, game.state.phase),
    )
    return True
