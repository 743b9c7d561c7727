"""When a phase closes: a pure function of what the seats sent and of the time. Nothing here reads a clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

Why = Literal["not-started", "paused", "complete", "settling", "waiting", "deadline", "open", "nonces", "beacon"]


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a seat has done for the open phase.

    `complete`: it sent a sheet without problems that lacks nothing compulsory. `wait`: it asked to hold the phase
    until the deadline; `nowait`: it wants no quiet time. `last`: when its last receipt was made.
    """

    seat: str
    complete: bool
    wait: bool = False
    nowait: bool = False
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """Whether the phase closes now, why or why not, and the next time at which that may change (None: only by mail).

    `nonces`: a new head of the dice waits for the seats' new words; `beacon`: the sheets are locked, the public value
    is still to be given.
    """

    closes: bool
    why: Why
    next: datetime | None = None


def closing(
    seats: Sequence[Awaited],
    *,
    now: datetime,
    deadline: datetime | None,
    settle: timedelta,
    grace: timedelta,
    started: bool,
    paused: bool,
) -> Closing:
    """Whether a phase closes: all complete and quiet for `settle`, or the deadline (plus grace) has come.

    WAIT of anybody holds a complete phase until the deadline; NOWAIT of all skips the quiet time.
    """
    if not started:
        return Closing(False, "not-started")
    if paused:
        return Closing(False, "paused")
    end = None if deadline is None else deadline + grace
    if end is not None and now >= end:
        return Closing(True, "deadline")
    if not all(seat.complete for seat in seats):
        return Closing(False, "open", end)
    if any(seat.wait for seat in seats):
        return Closing(False, "waiting", end)
    quiet = _quiet(seats, settle)
    if quiet is None or now >= quiet:
        return Closing(True, "complete")
    return Closing(False, "settling", quiet if end is None else min(quiet, end))


def _quiet(seats: Sequence[Awaited], settle: timedelta) -> datetime | None:
    """When the quiet time is over; None if there is none."""
    if all(seat.nowait for seat in seats):
        return None
    lasts = [seat.last for seat in seats if seat.last is not None]
    return max(lasts) + settle if lasts else None
