"""The clock of a game by the referee's hand: extend, pause, resume; and while the game cannot go on, for a fault."""

from datetime import datetime, timedelta

from pbem.errors import Refused
from pbem.referee.home import notices
from pbem.referee.home.home import World
from pbem.store.rows import GameRow

STUCK = "game-stuck"


def extend(world: World, game: str, by: timedelta, now: datetime) -> datetime:
    """The deadline after it was moved; Refused where no phase is open."""
    row = _running(world, game)
    if row.deadline is None:
        raise Refused(f"{game} has no deadline to move.")
    deadline = max(row.deadline, now) + by
    world.store.games.change(game, deadline=deadline)
    return deadline


def reminder(row: GameRow) -> datetime | None:
    """When those who owe orders are reminded: with a quarter of the phase's time left; None without a deadline."""
    if row.deadline is None or row.opened_at is None:
        return None
    return row.deadline - (row.deadline - row.opened_at) / 4


def reminds(row: GameRow, now: datetime) -> bool:
    """Whether those who owe orders are to be reminded now."""
    since = reminder(row)
    return since is not None and row.deadline is not None and row.paused_at is None and since <= now < row.deadline


def pause(world: World, game: str, now: datetime) -> None:
    """Stop the clock; Refused where it stands still already."""
    row = _running(world, game)
    if row.paused_at is not None:
        raise Refused(f"{game} is paused already.")
    world.store.games.change(game, paused_at=now)


def resume(world: World, game: str, now: datetime) -> None:
    """Let the clock run on, the deadline later by the time of the pause; Refused where it runs."""
    row = world.game(game)
    if row.paused_at is None:
        raise Refused(f"{game} is not paused.")
    deadline = None if row.deadline is None else row.deadline + (now - row.paused_at)
    world.store.games.change(game, paused_at=None, deadline=deadline)


def stop_clock(world: World, game: str, now: datetime, why: str) -> None:
    """Stop the clock of a game that cannot go on, for a fault; the referee is told once why."""
    row = world.store.games.get(game)
    if row is not None and row.stuck_at is None:
        world.store.games.change(game, stuck_at=now)
    notices.note_once(world, STUCK, now, game, why=why)


def give_time_back(world: World, game: str, now: datetime) -> None:
    """Move the deadline of a game whose clock was stopped for a fault by the time that has gone by since."""
    row = world.game(game)
    if row.stuck_at is None:
        return
    since, deadline = row.stuck_at, row.deadline
    if deadline is not None and row.paused_at is None:  # else the pause moves it
        deadline += now - since
    world.store.games.change(game, deadline=deadline, stuck_at=now)


def start_clock(world: World, game: str) -> None:
    """Let the clock of a game run on that can go on again, and put the notice of it aside."""
    if world.game(game).stuck_at is not None:
        with world.store.transaction():
            world.store.games.change(game, stuck_at=None)
            notices.settle(world, STUCK, game)


def _running(world: World, game: str) -> GameRow:
    row = world.game(game)
    if row.ended is not None:
        raise Refused(f"{game} is over.")
    if row.started is None:
        raise Refused(f"{game} has not started: not every seat has answered its first mail.")
    return row
