"""The clock of a game by the referee's hand: extend, pause, resume; and while the game cannot go on, for a fault."""

from datetime import datetime, timedelta

from pbem.errors import Refused
from pbem.referee.home import notices
from pbem.referee.home.home import Home
from pbem.referee.turn.absences import deadline_after, deadline_moved, set_wake
from pbem.store.rows import GameRow

STUCK = "game-stuck"
HANDED, RECEIVED = ("handed-over", "handed-to"), ("received", "received-moved")
"""A game goes to another mailbox; one has come from there."""
STOPPED = (
    "paused", "paused-until", "silent", "silent-standby", "abandoned", "resigned-paused", "ejected-paused",
    *HANDED, "copied",
)  # fmt: skip
"""Decisions after which no deadline runs."""
CLOCK_MAY_LAG = timedelta(hours=1)
"""How far the clock of this machine may be from another, or behind what was done, without harm."""


def extend(home: Home, game: str, by: timedelta, now: datetime) -> datetime:
    """The deadline after it was moved; Refused where no phase is open."""
    row = _require_running(home, game)
    if row.deadline is None:
        raise Refused("{game} has no deadline to move.", game=game)
    deadline = max(row.deadline, now) + by
    home.store.games.change(game, deadline=deadline)
    return deadline


def reminder_time(row: GameRow) -> datetime | None:
    """When those who owe orders are reminded: with a quarter of the phase's time left; None without a deadline."""
    if row.deadline is None or row.opened_at is None:
        return None
    return row.deadline - (row.deadline - row.opened_at) / 4


def reminds(row: GameRow, now: datetime) -> bool:
    """Whether those who owe orders are to be reminded now."""
    since = reminder_time(row)
    return since is not None and row.due is not None and since <= now < row.due


def pause(home: Home, game: str, now: datetime, until: datetime | None = None) -> None:
    """Stop the clock, for good or `until` a time; Refused where it stands still already."""
    row = _require_running(home, game)
    if row.paused_at is not None:
        raise Refused("{game} is paused already.", game=game)
    home.store.games.change(game, paused_at=now, paused_until=until)
    set_wake(home, game, now)


def resume(home: Home, game: str, now: datetime) -> None:
    """Let the clock run on, the deadline later by the time of the pause; Refused where it runs, or a seat is vacant.

    A deadline that had come before the pause (which a player let pass) is set anew, with the whole time.
    """
    row = home.require_unfinished(game)
    if row.paused_at is None:
        raise Refused("{game} is not paused.", game=game)
    require_players(home, game)
    deadline = row.deadline
    if deadline is not None:
        opened = home.open_game(game)
        asked, whole = opened.rules.awaited(opened.state), timedelta(seconds=row.length)
        passed = deadline <= row.paused_at
        deadline = (
            deadline_after(home, row, asked, now, whole)
            if passed
            else deadline_moved(home, row, asked, row.paused_at, now)
        )
    home.store.games.change(game, paused_at=None, paused_until=None, deadline=deadline)
    set_wake(home, game, now)


def vacant_seats(home: Home, game: str) -> tuple[str, ...]:
    """The seats that neither a person nor a computer player holds."""
    return tuple(seat.seat for seat in home.seats(game) if not seat.addresses and not seat.bot)


def require_players(home: Home, game: str) -> None:
    """Refused where the game would wait for the orders of a seat that nobody holds."""
    vacant = vacant_seats(home, game)
    if vacant:
        raise Refused(
            "Nobody plays {seat} in {game}: 'pbem seat replace' brings a player, 'pbem seat bot' a computer player.",
            seat=", ".join(vacant),
            game=game,
        )


def stop_clock(home: Home, game: str, now: datetime, why: str) -> None:
    """Stop the clock of a game that cannot go on, for a fault; the referee is told once why."""
    row = home.store.games.get(game)
    if row is not None and row.stuck_at is None:
        home.store.games.change(game, stuck_at=now)
    notices.note_once(home, STUCK, now, game, why=why)


def give_time_back(home: Home, game: str, now: datetime) -> None:
    """Move the deadline of a game whose clock was stopped for a fault by the time that has gone by since."""
    row = home.game_row(game)
    if row.stuck_at is None:
        return
    since, deadline = row.stuck_at, row.deadline
    if deadline is not None and row.paused_at is None:  # else the pause moves it
        deadline += now - since
    home.store.games.change(game, deadline=deadline, stuck_at=now)


def start_clock(home: Home, game: str) -> None:
    """Let the clock of a game run on that can go on again, and put the notice of it aside."""
    if home.game_row(game).stuck_at is not None:
        with home.store.transaction():
            home.store.games.change(game, stuck_at=None)
            notices.resolve_notices(home, STUCK, game)


def _require_running(home: Home, game: str) -> GameRow:
    row = home.require_unfinished(game)
    if row.started is None:
        raise Refused("{game} has not started: not every seat has answered its first mail.", game=game)
    return row
