"""The clock was ahead for a while: what is dated after now is dated now, deadlines come back, and all is recorded.

Mails were written then, so the clock seems to have gone back when it is right again, and no phase closes. What may be
trusted decides that it is right: the mail server's time, else what else is dated here; or the referee says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from pbem.errors import TROUBLE, Refused
from pbem.game.game import Game
from pbem.game.voice import format_time, format_time_left, voice_of
from pbem.language.messages import translations
from pbem.referee.admin.dice_root import require_reason
from pbem.referee.admin.rulings import record_ruling
from pbem.referee.home.home import Home
from pbem.referee.letters.queue import Mailing, post, version_of
from pbem.referee.letters.reports.records import describe_record
from pbem.referee.turn.deadlines import CLOCK_MAY_LAG
from pbem.report.letters import Note, render_letter
from pbem.save.records import CLOCK_ACCEPTED
from pbem.store.rows import GameRow

FURTHER = 3  # times the longest silence between two mails before: so far off are those of a clock that was wrong
ENOUGH = 5  # moments at which mails were written; with fewer nothing is decided


@dataclass(frozen=True, slots=True)
class AcceptedClock:
    """The latest date of a mail when the clock was accepted, and the games in which that is recorded."""

    until: datetime
    games: tuple[str, ...]


def accept_clock(home: Home, who: str, why: str, now: datetime) -> AcceptedClock:
    """Let the clock count as it is now: record that in every running game, and tell its seats a deadline that moves.

    BadInput without a reason; Refused where nothing is dated later, or the mail server has another time.
    """
    why, until = require_reason(why), home.store.outbox.latest()
    if until is None or until <= now + CLOCK_MAY_LAG:
        raise Refused("Nothing here is dated later than now: the clock need not be accepted.")
    theirs = server_time(home)
    if theirs is not None and abs(theirs - now) > CLOCK_MAY_LAG:
        raise Refused(
            "At the mail server it is {theirs:%Y-%m-%d %H:%M}, here {now:%Y-%m-%d %H:%M} UTC: set the "
            "clock of this machine right first (timedatectl set-ntp true).",
            theirs=theirs.astimezone(now.tzinfo),
            now=now,
        )
    return _accept(home, who, why, until, now)


def judge_clock(home: Home, now: datetime, theirs: datetime | None) -> str:
    """What shows, beyond doubt, that the clock is right though mails are dated later: for the record; "" if nothing.

    `theirs` is the mail server's time, which alone decides where it is known.
    """
    if theirs is not None:
        said = f"{home.config.imap.host} " if home.config.imap is not None else ""
        return f"{said}{theirs.astimezone(now.tzinfo):%Y-%m-%d %H:%M} UTC" if abs(theirs - now) <= CLOCK_MAY_LAG else ""
    moments = home.store.outbox.moments()
    if not is_among(moments, now):
        return ""
    last, first = last_and_first(moments, now)
    return f"{last:%Y-%m-%d %H:%M} … {now:%Y-%m-%d %H:%M} … {first:%Y-%m-%d %H:%M} UTC"


def is_among(moments: Sequence[datetime], now: datetime) -> bool:
    """Whether most moments, in order, are before now, and those after it so far off that they must be wrong."""
    before = [moment for moment in moments if moment <= now + CLOCK_MAY_LAG]
    if len(before) < ENOUGH or 2 * len(before) <= len(moments) or len(before) == len(moments):
        return False
    silence = max(later - earlier for earlier, later in pairwise(before))
    return moments[len(before)] - before[-1] > FURTHER * silence


def last_and_first(moments: Sequence[datetime], now: datetime) -> tuple[datetime, datetime]:
    """The last moment before now and the first after it."""
    count = sum(moment <= now + CLOCK_MAY_LAG for moment in moments)
    return moments[count - 1], moments[count]


def server_time(home: Home) -> datetime | None:
    """The mail server's time; None where it cannot be asked: a full mailbox, say, must not stop a game."""
    try:
        return home.transport.clock()
    except OSError:
        return None


def go_on_with_clock(home: Home, why: str, now: datetime) -> None:
    """Let the clock count as it is now, for it was judged to be right."""
    until = home.store.outbox.latest()
    if until is not None:
        _accept(home, "pbem", why, until, now)


def _accept(home: Home, who: str, why: str, until: datetime, now: datetime) -> AcceptedClock:
    """First the records, then the dates in one step: killed in between, it is accepted and recorded once more."""
    recorded = []
    for row in home.store.games.where("ended IS NULL"):
        if row.started is None:
            continue
        try:
            _record(home, home.open_game(row.name), who, why, now)
        except TROUBLE:
            continue  # it cannot go on now for another reason, which is told; its dates are mended all the same
        recorded.append(row.name)
    with home.store.transaction():
        moved = [row for row in home.store.games.where("ended IS NULL") if _move_deadline(home, row, now)]
        home.store.clamp(now)
        for row in moved:
            if row.name in recorded:
                _tell(home, home.open_game(row.name), now)
        home.store.notices.note("clock-accepted", now, until=f"{until:%Y-%m-%d %H:%M}", who=who, why=why)
    return AcceptedClock(until, tuple(recorded))


def _record(home: Home, game: Game, who: str, why: str, now: datetime) -> None:
    """Record in a game that the clock counts as it is; what is locked for its next record stays so."""
    n, seats = game.position.journal.next_number, sorted(game.manifest.seats)
    game = record_ruling(home, game, CLOCK_ACCEPTED, seats, (), now, who=who, why=why)
    with home.store.transaction():
        lock = home.store.locks.get(game.name, n)
        if lock is not None:
            home.store.locks.remove(game=game.name, n=n)
            home.store.locks.put(replace(lock, n=n + 1))
        home.store.games.change(game.name, opened_n=n)


def _move_deadline(home: Home, row: GameRow, now: datetime) -> bool:
    """Bring the deadline of a phase that opened while the clock was ahead to where it would be; whether that was so."""
    set_at = max((at for at in (row.opened_at, row.stuck_at) if at is not None), default=now)
    if row.deadline is None or set_at <= now:
        return False
    home.store.games.change(row.name, deadline=row.deadline - (set_at - now))
    return True


def _tell(home: Home, game: Game, now: datetime) -> None:
    """Tell the seats of a game when their orders are due."""
    item, row = game.records[-1], home.game_row(game.name)
    for seat in home.seats(game.name):
        _, voice = translations(seat.language).gettext, voice_of(game, seat.language)
        values = {
            "deadline": format_time(row.deadline, seat.zone, seat.language),
            "relative": format_time_left(row.deadline, now, seat.language),
        }
        until = _("You have until %(deadline)s, %(relative)s.") % values
        lines = (*describe_record(game, item.record, seat.language), until)
        note = Note(game.name, game.data["title"], _("Another deadline: %(deadline)s") % values, lines)
        mailing = Mailing("note", f"clock {item.record.n}", version_of(item.hash))
        post(home, seat, mailing, render_letter(note, voice.words, voice.translations), now)
