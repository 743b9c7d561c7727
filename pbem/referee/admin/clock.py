"""The clock by the referee's hand: deadline moved, game paused and resumed; recorded, and told to all at once.

A command that moves it, which is to be quick, opens no save: `by_tick` the next tick tells, at once where one watches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbem.errors import Refused
from pbem.mail.text.printable import printable
from pbem.referee.home.home import Home
from pbem.referee.home.naming import require_no_names
from pbem.referee.home.notices import resolve_notices
from pbem.referee.turn import deadlines
from pbem.referee.turn.absences import set_wake
from pbem.referee.turn.glance import current_glances
from pbem.store.rows import DecisionRow

if TYPE_CHECKING:
    from pbem.game.game import Game

LONGEST_REASON = 500
LEFT, SILENT = ("resigned-paused", "ejected-paused"), ("silent", "silent-standby")
"""Decisions that pause a game because a player left, or was silent for too long."""
PAUSES = ("paused", "paused-until", *SILENT, *LEFT)
RUNS = "runs"
"""The fact of a decision after which the clock does not stand still."""


def move_deadline(
    home: Home, game: str, by: timedelta, now: datetime, *, why: str = "", by_tick: bool = False
) -> datetime:
    """The deadline after it was moved; Refused where no phase is open."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        after = deadlines.extend(home, game, by, now)
        resolve_notices(home, "time-wanted", game)
        decide(home, game, Decided("extended", before, why), now, by_tick=by_tick)
    return after


def pause_game(
    home: Home, game: str, now: datetime, *, why: str = "", until: datetime | None = None, by_tick: bool = False
) -> None:
    """Stop the clock, for good or `until` a time; Refused where it stands still already, or that time is over."""
    if until is not None and until <= now:
        raise Refused("{until} UTC is over: the pause would end before it begins.", until=f"{until:%Y-%m-%d %H:%M}")
    before = home.game_row(game).deadline
    with home.store.transaction():
        deadlines.pause(home, game, now, until)
        what = "paused" if until is None else "paused-until"
        facts = {} if until is None else {"until": until.isoformat()}
        decide(home, game, Decided(what, before, why, facts=facts), now, by_tick=by_tick)


def resume_game(home: Home, game: str, now: datetime, *, why: str = "", by_tick: bool = False) -> None:
    """Let the clock run on, the deadline later by the time of the pause; Refused where it runs."""
    before = home.game_row(game).deadline
    with home.store.transaction():
        deadlines.resume(home, game, now)
        resolve_notices(home, "silence-pause", game)
        decide(home, game, Decided("resumed", before, why), now, by_tick=by_tick)


def abandon_game(home: Home, game: str, now: datetime, *, why: str = "") -> None:
    """End a game without a result, for good: no phase is run any more; Refused where it is over."""
    from pbem.referee.letters.people.reveal import send_names  # letters, and what they are made of: not for all here

    row = home.require_unfinished(game)
    with home.store.transaction():
        home.store.games.change(game, ended=now, paused_at=row.paused_at or now, paused_until=None, wake_at=None)
        decide(home, game, Decided("abandoned", row.deadline, why), now)
        send_names(home, home.open_game(game), now)


def go_on_if_answered(home: Home, game: "Game", now: datetime) -> bool:
    """Whether the game has begun; it begins here, as `begin_if_answered` says.

    Where the clock runs on after a new player or new dice were waited for, all are told the deadline.
    """
    from pbem.referee.turn.workflow import begin_if_answered

    before = home.game_row(game.name)
    with home.store.transaction():
        begun = begin_if_answered(home, game, now)
        waited = before.started is not None and before.deadline is None and before.paused_at is None
        if waited and home.game_row(game.name).deadline is not None:
            decide(home, game.name, Decided("goes-on"), now)
    return begun


def resume_in_time(home: Home, game: "Game", now: datetime) -> None:
    """End a pause whose time is over; where a seat is vacant it lasts on, until somebody takes that seat."""
    until = home.game_row(game.name).paused_until
    if until is None or until > now:
        return
    if deadlines.vacant_seats(home, game.name):
        home.store.games.change(game.name, paused_until=None)
        set_wake(home, game.name, now)
    else:
        resume_game(home, game.name, now)


def waits_for_player(home: Home, game: str, seat: str) -> bool:
    """Whether a game is paused because a player left, or that of this seat was silent, and now no seat is vacant.

    A pause that the referee began before stays, unless it was to end meanwhile.
    """
    begun = None
    for each in sorted(home.store.decisions.of(game=game), key=lambda each: each.serial):
        if each.what in PAUSES:
            begun = begun or each
        elif each.what == "resumed" or each.facts.get(RUNS):
            begun = None
    row = home.game_row(game)
    if begun is None or row.paused_at is None or deadlines.vacant_seats(home, game):
        return False
    if begun.what == "paused-until":
        return row.paused_until is None
    return begun.what in LEFT or (begun.what in SILENT and begun.seat == seat)


def pause_for_silence(home: Home, game: "Game", silent: Sequence[str], now: datetime, *, what: str = "silent") -> None:
    """Pause a game in which these seats have let too many deadlines in a row pass; `what` is how all are told."""
    row = home.game_row(game.name)
    with home.store.transaction():
        deadlines.pause(home, game.name, now)
        decide(home, game.name, Decided(what, row.deadline, seat=silent[0]), now)
        home.store.notices.note("silence-pause", now, game.name, seat=", ".join(silent), of=game.name)


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


def decide(
    home: Home, game: str, decided: Decided, now: datetime, *, tells: bool = True, but: str = "", by_tick: bool = False
) -> DecisionRow:
    """Record what was decided and, where it `tells`, tell every seat but one that the answer to its mail tells.

    Refused where the reason names a player whose name is hidden.
    """
    require_no_names(home, game, decided.why)
    n, turn = _reached(home, game)
    decision = DecisionRow(
        game=game,
        serial=home.store.decisions.next_serial(game=game),
        n=n,
        turn=turn,
        at=now,
        what=decided.what,
        who=decided.who or home.config.name,
        why=printable(decided.why, LONGEST_REASON),
        deadline_before=decided.before,
        deadline_after=None if decided.what in deadlines.STOPPED else home.game_row(game).deadline,
        seat=decided.seat,
        facts=dict(decided.facts),
        told=not (tells and by_tick),
    )
    home.store.decisions.put(decision)
    if tells and not by_tick:
        from pbem.referee.letters.decisions import send_decision

        send_decision(home, home.open_game(game), decision, now, but=but)
    return decision


def _reached(home: Home, game: str) -> tuple[int, int]:
    """The last record of a game and its turn; from its save where they are not known without."""
    glance = current_glances(home, game).get(game)
    if glance is not None:
        return glance.n, glance.turn
    opened = home.open_game(game)
    return opened.position.journal.next_number - 1, opened.state.turn


def tell_decided(home: Home, game: "Game", now: datetime) -> None:
    """Tell what commands have decided since the last tick, in its order."""
    from pbem.referee.letters.decisions import send_decision

    for decision in sorted(home.store.decisions.of(game=game.name, told=False), key=lambda each: each.serial):
        with home.store.transaction():
            send_decision(home, game, decision, now)
            home.store.decisions.change(game.name, decision.serial, told=True)
