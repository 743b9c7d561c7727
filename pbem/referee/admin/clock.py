"""The clock by the referee's hand: deadline moved, game paused and resumed; recorded, and told to all at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pbem.game.game import Game
from pbem.mail.text.printable import printable
from pbem.referee.home.home import Home
from pbem.referee.letters.decisions import send_decision
from pbem.referee.turn import deadlines
from pbem.referee.turn.silence import seats_too_silent
from pbem.referee.turn.workflow import closing_of
from pbem.store.rows import DecisionRow

LONGEST_REASON = 500


def move_deadline(home: Home, game: str, by: timedelta, now: datetime, *, why: str = "") -> datetime:
    """The deadline after it was moved; Refused where no phase is open."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        after = deadlines.extend(home, game, by, now)
        decide(home, game, Decided("extended", before, why), now)
    return after


def pause_game(home: Home, game: str, now: datetime, *, why: str = "") -> None:
    """Stop the clock; Refused where it stands still already."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        deadlines.pause(home, game, now)
        decide(home, game, Decided("paused", before, why), now)


def resume_game(home: Home, game: str, now: datetime, *, why: str = "") -> None:
    """Let the clock run on, the deadline later by the time of the pause; Refused where it runs."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        deadlines.resume(home, game, now)
        decide(home, game, Decided("resumed", before, why), now)


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
        deadline_after=None if decided.what in ("paused", "silent") else home.game_row(game).deadline,
        seat=decided.seat,
        facts=dict(decided.facts),
    )
    home.store.decisions.put(decision)
    send_decision(home, opened, decision, now)
    return decision
