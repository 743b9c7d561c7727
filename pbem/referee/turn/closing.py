"""When a phase closes: a pure function of what it waits for and of the time. Nothing here reads a clock or a save."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from pbem.store.rows import GameRow

What = Literal["question", "answered", "nonces", "beacon", "fixed", "orders", "deadline", "quiet"]
LONGER, PART = 24, 4
"""How many times the quiet time is left to send refused lines again, and what part of a turn's time at most."""
Why = Literal["not-started", "paused", "complete", "settling", "waiting", "deadline", "open", "nonces", "beacon"]


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """What a seat has done for the open phase.

    `complete`: it sent a sheet without problems that lacks nothing compulsory. `wait`: it asked to hold the phase
    until the deadline; `done`: it has ended its turn and wants no quiet time. `last`: when its last receipt was made.
    `refused`: lines were refused of the mail in which it ended its turn, and they are left out.
    """

    seat: str
    complete: bool
    wait: bool = False
    done: bool = False
    last: datetime | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an open phase waits for, whatever the time is.

    `question`: an answer; `answered`: nothing, its questions are. `nonces`: the seats' new words for a new head of the
    dice; `beacon`: its sheets are locked, the public value is still to be given; `fixed`: nothing, its sheets are
    locked and their beacon given, or it is played again. `orders`: those of a seat; `deadline`: somebody asked to
    wait; `quiet`: all is in, and there is the quiet time `since` the last receipt, or none (None); a `longer` one where
    lines were refused.
    """

    what: What
    since: datetime | None = None
    longer: bool = False


@dataclass(frozen=True, slots=True)
class Closing:
    """Whether the phase closes now, why or why not, and the next time at which that may change (None: only by mail).

    `nonces`: a new head of the dice waits for the seats' new words; `beacon`: the sheets are locked, the public value
    is still to be given.
    """

    closes: bool
    why: Why
    next: datetime | None = None


def waiting(seats: Sequence[SeatProgress]) -> Waiting:
    """What a phase waits for that asks these seats, or that they hold: WAIT of anybody holds it until the deadline."""
    if not all(seat.complete for seat in seats):
        return Waiting("orders")
    if any(seat.wait for seat in seats):
        return Waiting("deadline")
    lasts = [seat.last for seat in seats if seat.last is not None]
    if not lasts or all(seat.done for seat in seats):
        return Waiting("quiet")
    return Waiting("quiet", max(lasts), longer=any(seat.refused for seat in seats))


def closing(waits: Waiting, game: GameRow, now: datetime) -> Closing:
    """Whether a phase of a game closes now: all there and quiet for `settle`, or the deadline (plus grace) has come.

    Who has ended the turn and erred in a line finds the receipt hours later, as people read their mail: the quiet time
    is longer then, though not for a referee who wants none. Nothing but the seats' words or the beacon ends the wait
    for these, no deadline either.
    """
    if game.started is None:
        return Closing(False, "not-started")
    if waits.what == "nonces":
        return Closing(False, "nonces")
    if waits.what == "beacon":
        return Closing(False, "beacon")
    if game.paused_at is not None:
        return Closing(False, "paused")
    if waits.what in ("answered", "fixed"):
        return Closing(True, "complete")
    end = None if game.deadline is None else game.deadline + timedelta(seconds=game.grace)
    if end is not None and now >= end:
        return Closing(True, "deadline")
    if waits.what in ("question", "orders"):
        return Closing(False, "open", end)
    if waits.what == "deadline":
        return Closing(False, "waiting", end)
    settle = max(game.settle, min(LONGER * game.settle, game.length // PART)) if waits.longer else game.settle
    quiet = None if waits.since is None else waits.since + timedelta(seconds=settle)
    if quiet is None or now >= quiet:
        return Closing(True, "complete")
    return Closing(False, "settling", quiet if end is None else min(quiet, end))
