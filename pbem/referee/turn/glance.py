"""A game's present as it is kept, so that no save is opened to look at it, nor by a tick that finds nothing to do.

A glance holds while its row is there, which the database drops with whatever it was worked out from, and while the
files that it names are what they were: a record written, a save put back or edited by hand, a lost key end it. Nothing
rests on it: without it the save is opened.
"""

from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, cast

from pbem import __version__
from pbem.referee.home.home import Home
from pbem.referee.turn.closing import Closing, Waiting, What, closing
from pbem.referee.turn.deadlines import reminder_time, reminds
from pbem.save.files import mark
from pbem.store.errors import StoreError
from pbem.store.rows import GameRow, GlanceRow

if TYPE_CHECKING:
    from pbem.game.game import Game


def current_glances(home: Home, game: str | None = None) -> dict[str, GlanceRow]:
    """The glances that hold, by game; that of one alone, if it is named."""
    rows = home.store.glances.of(**({} if game is None else {"game": game}))
    return {row.game: row for row in rows if row.stamp == stamp(home, row.files)}


def stamp(home: Home, files: Iterable[str]) -> str:
    """What files and folders of the mailbox are now, in 32 hex digits; another release of pbem sees others in them."""
    found = (__version__, *(mark(f"{home.path}/{file}") for file in files))
    return blake2b(repr(found).encode(), digest_size=16).hexdigest()


def look(home: Home, game: str) -> GlanceRow:
    """A game at a glance from its save, kept for whoever looks next; a full disk keeps nobody from looking."""
    from pbem.referee.turn.present import glance_of  # rule sets, their models: what a glance is to spare

    opened = home.open_game(game)
    try:
        return keep(home, opened)
    except StoreError:
        return glance_of(home, opened)


def keep(home: Home, game: "Game", *, settled: bool = False) -> GlanceRow:
    """The glance of a game, kept in the step in which it is worked out; not where the save was changed meanwhile.

    `settled`: a tick has done all that was to be done; but what git could not do is still to be done.
    """
    from pbem.referee.turn.present import glance_of

    with home.store.transaction():
        glance = glance_of(home, game, settled=settled and game.name not in home.late)
        unchanged = [item.hash for item in game.folder.records()] == [item.hash for item in game.records]
        if unchanged and stamp(home, glance.files) == glance.stamp:
            home.store.glances.put(glance)
    return glance


def closing_of(row: GameRow, glance: GlanceRow, now: datetime) -> Closing:
    """Whether the open phase of a game, which is not over, closes now."""
    return closing(Waiting(cast(What, glance.waits), glance.since), row, now)


def due_times(row: GameRow, glance: GlanceRow, now: datetime) -> list[datetime]:
    """When a game wants something done, though no mail comes: a phase closes, a reminder is due."""
    if glance.winner is not None:
        return []
    if row.paused_at is not None:
        return [row.paused_until] if row.paused_until is not None else []
    wake = [row.wake_at] if row.wake_at is not None else []
    return wake + [when for when in (closing_of(row, glance, now).next, reminder_time(row)) if when is not None]


def untold_games(home: Home) -> set[str]:
    """The games of which something decided is not told yet."""
    return {decision.game for decision in home.store.decisions.of(told=False)}


def is_at_rest(row: GameRow, glance: GlanceRow, now: datetime) -> bool:
    """Whether nothing is to be done for a game now: all that was to be done has been, and nothing is due since."""
    if not glance.settled or row.stuck_at is not None or row.opened_n != glance.n:
        return False
    if glance.winner is not None:
        return True
    if row.wake_at is not None and row.wake_at <= now:
        return False
    if row.started is None or row.deadline is None:  # it begins, or its clock runs on, once all have sent their words
        return glance.waits == "nonces"
    return not closing_of(row, glance, now).closes and not (glance.owing and reminds(row, now))
