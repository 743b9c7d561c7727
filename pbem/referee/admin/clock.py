"""The clock by the referee's hand: deadline moved, game paused and resumed; recorded, and told to all at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pbem.errors import Refused
from pbem.game.game import Game
from pbem.mail.text.printable import printable
from pbem.referee.home.home import Home
from pbem.referee.home.notices import resolve_notices
from pbem.referee.letters.decisions import send_decision
from pbem.referee.turn import deadlines
from pbem.referee.turn.silence import seats_too_silent
from pbem.referee.turn.workflow import closing_of
from pbem.store.rows import DecisionRow

LONGEST_REASON = 500
STOPPED = ("paused", "paused-until", "silent", "abandoned")
"""After these no deadline runs."""


def move_deadline(home: Home, game: str, by: timedelta, now: datetime, *, why: str = "") -> datetime:
    """The deadline after it was moved; Refused where no phase is open."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        after = deadlines.extend(home, game, by, now)
        decide(home, game, Decided("extended", before, why), now)
    return after


def pause_game(home: Home, game: str, now: datetime, *, why: str = "", until: datetime | None = None) -> None:
    """Stop the clock, for good or `until` a time; Refused where it stands still already, or that time is over."""
    if until is not None and until <= now:
        raise Refused("{until} UTC is over: the pause would end before it begins.", until=f"{until:%Y-%m-%d %H:%M}")
    before = home.game_row(game).deadline
    with home.store.transaction():
        deadlines.pause(home, game, now, until)
        what = "paused" if until is None else "paused-until"
        facts = {} if until is None else {"until": until.isoformat()}
        decide(home, game, Decided(what, before, why, facts=facts), now)


def resume_game(home: Home, game: str, now: datetime, *, why: str = "") -> None:
    """Let the clock run on, the deadline later by the time of the pause; Refused where it runs."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        deadlines.resume(home, game, now)
        resolve_notices(home, "silence-pause", game)
        decide(home, game, Decided("resumed", before, why), now)


def abandon_game(home: Home, game: str, now: datetime, *, why: str = "") -> None:
    """End a game without a result, for good: no phase is run any more; Refused where it is over."""
    row = home.game_row(game)
    if row.ended is not None:
        raise Refused("{game} is over.", game=game)
    with home.store.transaction():
        home.store.games.change(game, ended=now, paused_at=row.paused_at or now, paused_until=None, wake_at=None)
        decide(home, game, Decided("abandoned", row.deadline, why), now)


def resume_in_time(home: Home, game: Game, now: datetime) -> None:
    """End a pause whose time is over."""
    until = home.game_row(game.name).paused_until
    if until is not None and until <= now:
        resume_game(home, game.name, now)


def pause_for_silence(home: Home, game: Game, now: datetime) -> bool:
    """Pause a game in which a seat has let too many deadlines in a row pass; whether it is paused for that now."""
    row = home.game_row(game.name)
    silent = seats_too_silent(home, game) if closing_of(home, game, now).why == "deadline" else ()
    if not silent:
        return False
    with home.store.transaction():
        deadlines.pause(home, game.name, now)
        decide(home, game.name, Decided("silent", row.deadline, seat=silent[0]), now)
        home.store.notices.note("silence-pause", now, game.name, seat=", ".join(silent), of=game.name)
    return True


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided (`DecisionRow.what`), of which `seat`, by whom and why; by the referee if nobody else is named.

    `before` is the deadline as it was before.
    """

    what: str
    before: datetime | None = None
    why: str = ""
    seat: str = ""
    who: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def decide(home: Home, game: str, decided: Decided, now: datetime) -> DecisionRow:
    """Record what was decided and tell every seat."""
    opened = home.open_game(game)
    decision = DecisionRow(
        game=game,
        serial=home.store.decisions.next_serial(game=game),
        n=opened.position.journal.next_number - 1,
        turn=opened.state.turn,
        at=now,
        what=decided.what,
        who=decided.who or home.config.name,
        why=printable(decided.why, LONGEST_REASON),
        deadline_before=decided.before,
        deadline_after=None if decided.what in STOPPED else home.game_row(game).deadline,
        seat=decided.seat,
        facts=dict(decided.facts),
    )
    home.store.decisions.put(decision)
    send_decision(home, opened, decision, now)
    return decision
