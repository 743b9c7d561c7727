"""Reports and reminders are queued, a deadline for the calendar with them: who is due, and when."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbem.game.game import Game
from pbem.game.player_turn import turn_key
from pbem.game.voice import voice_of
from pbem.mail.writing.calendar import Method, deadline_file
from pbem.mail.writing.compose import Attachment, Mailbox
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.letters import dice_letters
from pbem.referee.letters.press.waiting import mark_sent, waiting_press
from pbem.referee.letters.queue import Mailing, post, referee_mailbox, version_of
from pbem.referee.letters.reports.asking import question_again
from pbem.referee.letters.reports.report import report_since
from pbem.referee.letters.short import reminder
from pbem.referee.turn.deadlines import reminds
from pbem.referee.turn.workflow import seats_owing
from pbem.report.letters import Reminder, render_letter
from pbem.report.story import render
from pbem.save.journal import StoredRecord
from pbem.save.records import PhaseRecord
from pbem.store.rows import SeatRow


def seats_due(home: Home, game: Game) -> tuple[SeatRow, ...]:
    """The seats that get a report now: there is something new, and they are asked, or a turn or the game ended.

    Before a game has started nobody is asked: what is ruled then is told by mails of its own, and with the start.
    """
    if home.game_row(game.name).started is None and not game.over:
        return ()
    last = game.position.journal.next_number - 1
    asked = seats_owing(home, game)
    found = []
    for seat in home.seats(game.name):
        news = [item for item in game.records if item.record.n > seat.last_reported]
        if not news or last <= seat.last_reported:
            continue
        if game.over or seat.seat in asked or _turn_ended(game, news):
            found.append(seat)
    return tuple(found)


def _turn_ended(game: Game, news: Sequence[StoredRecord]) -> bool:
    """Whether the news bring a turn or a player turn to an end; set-ups end with the last of them."""
    sequence, state = game.rules.SEQUENCE, game.state
    final, present = sequence[-1].id, turn_key(sequence, state.turn, state.phase)
    once = {phase.id for phase in sequence if phase.once}
    acting = {phase.id for phase in sequence if phase.sides} - once
    for item in news:
        record = item.record
        if isinstance(record, PhaseRecord) and record.suspended is None:
            if record.phase == final:
                return True
            if record.phase in acting and turn_key(sequence, record.turn, record.phase) != present:
                return True
    return False


def send_reports(home: Home, game: Game, now: datetime) -> int:
    """Queue the reports that are due, one a seat; how many."""
    seats = seats_due(home, game)
    for seat in seats:
        send_report(home, game, seat, now)
    return len(seats)


def send_report(home: Home, game: Game, seat: SeatRow, now: datetime, serial: int = 0) -> None:
    """Queue the report of all since a seat's last one; `serial` tells one to another player of the seat from others."""
    n = game.position.journal.next_number - 1
    press = waiting_press(home, game, seat)
    report = replace(report_since(home, game, seat, seat.last_reported, now), press=press.parts)
    mail = render(report, voice_of(game, seat.language), grounds=grounds_of(home.path))
    with home.store.transaction():
        proof = dice_letters.attachment(game, seat.seat, report.spans)
        files = (*((proof,) if proof else ()), *_calendar(home, game, seat, report.asked is not None, now))
        mailing = Mailing("report", n, version_of(game.position.previous) + serial)
        post(home, seat, mailing, mail, now, form=report.form, files=files)
        home.store.seats.change(game.name, seat.seat, last_reported=n)
        mark_sent(home, seat, press)


def _calendar(home: Home, game: Game, seat: SeatRow, asked: bool, now: datetime) -> tuple[Attachment, ...]:
    """The deadline of a seat that is asked, for its calendar."""
    return calendar_entry(home, game, seat, home.game_row(game.name).due, now) if asked else ()


def calendar_uid(home: Home, game: Game, seat: SeatRow) -> str:
    """What the deadline of the current phase is called in the calendar of a seat."""
    return f"{game.name}.{game.state.turn}.{game.state.phase}.{seat.seat}@{home.config.host}"


def calendar_entry(
    home: Home, game: Game, seat: SeatRow, deadline: datetime | None, now: datetime, method: Method = "PUBLISH"
) -> tuple[Attachment, ...]:
    """A deadline of the current phase for the calendar of a seat, as new, moved or cancelled; none where there is none.

    Every one of a seat and phase is the same entry of its calendar.
    """
    if deadline is None or not seat.addresses:
        return ()
    voice = voice_of(game, seat.language)
    values = {"game": game.name, "turn": game.state.turn}
    _ = voice.translations.gettext
    summary = _("%(game)s: your orders for turn %(turn)s") % values
    uid = calendar_uid(home, game, seat)
    told = _("Reply to the last report of the game.")
    by = referee_mailbox(home, game.name, seat.language)
    to = None if method == "PUBLISH" else Mailbox(seat.name, seat.addresses[0])
    return (deadline_file(uid, deadline, now, summary, told, by, method=method, to=to),)


def send_reminders(home: Home, game: Game, now: datetime) -> int:
    """Queue a reminder to each seat that owes orders or an answer, once a phase, in the last quarter of its time."""
    row, count = home.game_row(game.name), 0
    if game.over or not reminds(row, now):
        return 0
    for name in sorted(seats_owing(home, game)):
        seat = home.store.seats.need(game.name, name)
        if seat.reminded_at is not None:
            continue
        voice = voice_of(game, seat.language)
        press = waiting_press(home, game, seat)
        letter = question_again(home, game, seat, now) or replace(reminder(home, game, seat, now), press=press.parts)
        form = letter.form if isinstance(letter, Reminder) else ()
        with home.store.transaction():
            mail, files = render_letter(letter, voice.words, voice.translations), _calendar(home, game, seat, True, now)
            mailing = Mailing("reminder", row.opened_n, version_of(game.position.previous))
            post(home, seat, mailing, mail, now, form=form, files=files)
            home.store.seats.change(game.name, seat.seat, reminded_at=now)
            if isinstance(letter, Reminder):
                mark_sent(home, seat, press)
        count += 1
    return count
