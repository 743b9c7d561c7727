"""Who is away when, and what that does to a deadline: each seat has its own time, and a phase closes with the last.

And which deadlines the player of a seat has let pass: nothing here opens a save.
"""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule, quiet_days
from pbem.referee.turn.working_days import WorkingDays, add_time, time_between
from pbem.store.rows import AbsenceRow, DecisionRow, GameRow, SeatRow, SilenceRow

CLOCK, ORDERS = "clock", "orders"
"""What an absence does: the player's clock stands still; or what was sent, standing orders and defaults play on."""

LEFT = ("replaced", "resigned", "ejected")
"""Decisions after which a seat is another's, or nobody's; what follows them in a code comes after a dash."""


def absences_of(home: Home, game: str, seat: str) -> tuple[AbsenceRow, ...]:
    """The absences of a seat that were announced and not withdrawn, past ones too."""
    return home.store.absences.of(game=game, seat=seat, withdrawn=False)


def working_days(home: Home, row: GameRow, seat: SeatRow) -> WorkingDays:
    """The days that count for a seat."""
    stops = house_rule(row, "absence") == CLOCK
    away = [(each.first, each.last) for each in absences_of(home, row.name, seat.seat)] if stops else []
    return WorkingDays(seat.zone, quiet_days(row), tuple(away))


def deadline_after(home: Home, row: GameRow, seats: Collection[str], start: datetime, length: timedelta) -> datetime:
    """The deadline of some seats that have so much time from `start` on: that of the last of them."""
    rows = [home.store.seats.need(row.name, seat) for seat in sorted(seats)]
    return max((add_time(start, length, working_days(home, row, seat)) for seat in rows), default=start + length)


def deadline_moved(
    home: Home, row: GameRow, seats: Collection[str], since: datetime, now: datetime, *, after: GameRow | None = None
) -> datetime:
    """The deadline of a game whose clock has stood still from `since` to `now`: what was left of it is left again.

    `after` is the game with the house rules that hold from now on, where those change.
    """
    assert row.deadline is not None
    moved = []
    for name in sorted(seats):
        seat = home.store.seats.need(row.name, name)
        left = time_between(since, row.deadline, working_days(home, row, seat))
        moved.append(add_time(now, left, working_days(home, after or row, seat)))
    return max(moved, default=row.deadline + (now - since))


def absent_seats(home: Home, row: GameRow, now: datetime) -> frozenset[str]:
    """The seats whose players are away now."""
    found = set()
    for seat in home.seats(row.name):
        today = WorkingDays(seat.zone).day_of(now)
        if any(each.first <= today <= each.last for each in absences_of(home, row.name, seat.seat)):
            found.add(seat.seat)
    return frozenset(found)


def set_wake(home: Home, game: str, now: datetime) -> None:
    """Note when the game is to be looked at next though no mail comes and no phase closes; None for never."""
    row = home.game_row(game)
    times = [] if row.paused_until is None else [row.paused_until]
    for seat in home.seats(game):
        days = WorkingDays(seat.zone)
        times += [days.midnight(each.first) for each in absences_of(home, game, seat.seat)]
    wake = min((when for when in times if when > now), default=None)
    if wake != row.wake_at:
        home.store.games.change(game, wake_at=wake)


def today_of(seat: SeatRow, now: datetime) -> date:
    """The day that it is where a seat's player is."""
    return WorkingDays(seat.zone).day_of(now)


def own_silences(home: Home, game: str, seat: str) -> tuple[SilenceRow, ...]:
    """The deadlines that the present player of a seat has let pass: not those of whoever had it before."""
    left = [each.at for each in departures(home, game) if each.seat == seat]
    return tuple(
        each for each in home.store.silences.of(game=game, seat=seat) if all(each.deadline > at for at in left)
    )


def departures(home: Home, game: str) -> tuple[DecisionRow, ...]:
    """The decisions after which a seat of a game was another player's, or nobody's."""
    return tuple(each for each in home.store.decisions.of(game=game) if each.what.partition("-")[0] in LEFT)
