"""A player is away for some days: announced by mail or by the referee, within a bank of days, told to all, undone."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbem.errors import Refused
from pbem.game.game import Game
from pbem.game.player_turn import turn_key
from pbem.language.catalogue import N_
from pbem.referee.admin.clock import Decided, decide
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_number, house_rule, quiet_days
from pbem.referee.turn.absences import (
    CLOCK,
    ORDERS,
    absences_of,
    absent_seats,
    deadline_after,
    set_wake,
    today_of,
    working_days,
)
from pbem.referee.turn.progress import ALL
from pbem.referee.turn.workflow import seats_owing
from pbem.referee.turn.working_days import count_days, time_between
from pbem.store.rows import AbsenceRow, SeatRow

NO_DAYS = N_("All these days are over, or quiet days of this game: nothing changes.")
TOO_MANY = N_("That would be %(days)s days, and you have %(left)s left of the %(bank)s that this game allows.")
OVERLAPS = N_("You are away on some of these days already: %(first)s to %(last)s. To change it, withdraw it first.")
OVER = N_("The game is over already.")


@dataclass(frozen=True, slots=True)
class Bank:
    """The days that a player may be away in a game: how many, how many of them are left."""

    days: int
    left: int


def bank_of(home: Home, seat: SeatRow) -> Bank:
    """The bank of days of a seat; what was withdrawn in time is in it again."""
    days = house_number(home.game_row(seat.game), "absence-days")
    used = sum(row.days for row in home.store.absences.of(game=seat.game, seat=seat.seat))
    return Bank(days, max(0, days - used))


def announce_absence(
    home: Home, game: Game, seat: SeatRow, first: date, last: date, now: datetime, *, who: str = "", but: str = ""
) -> AbsenceRow:
    """Keep an absence, move the deadline if it is the player's, and tell all; `who`: the referee, who is no bank's.

    `but`: the seat that the answer to its mail tells.

    Refused, with a sentence to be translated and its values, where it cannot be.
    """
    row = home.game_row(game.name)
    first = max(first, today_of(seat, now))
    days, bank = count_days(first, last, quiet_days(row)), bank_of(home, seat)
    if game.over:
        raise NotAllowed(OVER)
    if not days:
        raise NotAllowed(NO_DAYS)
    for each in absences_of(home, game.name, seat.seat):
        if each.first <= last and first <= each.last:
            raise NotAllowed(OVERLAPS, first=each.first, last=each.last)
    if days > bank.left and not who:
        raise NotAllowed(TOO_MANY, days=days, left=bank.left, bank=bank.days)
    before, remaining = row.deadline, _remaining(home, game, seat, now)
    serial = home.store.absences.next_serial(game=game.name, seat=seat.seat)
    absence = AbsenceRow(game.name, seat.seat, serial, first, last, days, now)
    with home.store.transaction():
        home.store.absences.put(absence)
        _move_deadline(home, game, seat, remaining, now, least=before)
        set_wake(home, game.name, now)
        after = home.game_row(game.name).deadline
        what = {CLOCK: "absent", ORDERS: "absent-orders"}.get(house_rule(row, "absence"), "absent-bot")
        what = f"{what}-moved" if after != before else what
        facts = {"first": first.isoformat(), "last": last.isoformat()}
        decide(home, game.name, Decided(what, before, seat=seat.seat, who=who or seat.seat, facts=facts), now, but=but)
    return absence


def withdraw_absences(home: Home, game: Game, seat: SeatRow, now: datetime, *, who: str = "", but: str = "") -> int:
    """Take back the absences of a seat that are not over, from today on, and tell all `but` one; how many."""
    today = today_of(seat, now)
    rows = [each for each in absences_of(home, game.name, seat.seat) if each.last >= today]
    if not rows:
        return 0
    before, remaining = home.game_row(game.name).deadline, _remaining(home, game, seat, now)
    quiet = quiet_days(home.game_row(game.name))
    with home.store.transaction():
        for each in rows:
            gone = count_days(each.first, today - timedelta(days=1), quiet) if each.first < today else 0
            if gone:
                home.store.absences.change(*_key(each), last=today - timedelta(days=1), days=gone)
            else:
                home.store.absences.change(*_key(each), withdrawn=True, days=0)
        _move_deadline(home, game, seat, remaining, now, least=None)
        set_wake(home, game.name, now)
        what = "back" if home.game_row(game.name).deadline == before else "back-moved"
        decide(home, game.name, Decided(what, before, seat=seat.seat, who=who or seat.seat), now, but=but)
    return len(rows)


class NotAllowed(Refused):
    """An absence that cannot be: `text` is a sentence to be translated, `values` what it needs."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text % values)
        self.text, self.values = text, values


def act_for_absent(home: Home, game: Game, now: datetime) -> None:
    """End the turn of the awaited seats whose players are away, where the house rules say that nobody waits for them.

    What was sent stands, what the rules compel takes its default. No set-up is passed so.
    """
    row = home.game_row(game.name)
    if game.over or house_rule(row, "absence") != ORDERS:
        return
    done = turn_key(game.rules.SEQUENCE, game.state.turn, game.state.phase) + ALL
    for name in sorted(absent_seats(home, row, now) & set(game.rules.awaited(game.state))):
        seat = home.store.seats.need(game.name, name)
        if seat.done != done:
            after = home.store.sheets.next_serial(game=game.name, seat=name) - 1
            home.store.seats.change(game.name, name, done=done, done_after=after, wait=False)


def _key(row: AbsenceRow) -> tuple[str, str, int]:
    return row.game, row.seat, row.serial


def _remaining(home: Home, game: Game, seat: SeatRow, now: datetime) -> timedelta:
    """How much of its time a seat has left; none where the game does not wait for it."""
    row = home.game_row(game.name)
    waits = row.due is not None and not game.over and house_rule(row, "absence") == CLOCK
    if not waits or row.deadline is None or seat.seat not in seats_owing(home, game):
        return timedelta()
    return time_between(now, row.deadline, working_days(home, row, seat))


def _move_deadline(
    home: Home, game: Game, seat: SeatRow, remaining: timedelta, now: datetime, *, least: datetime | None
) -> None:
    """Give a seat the time that it had left, with its absences as they are now; no deadline comes before `least`."""
    if not remaining:
        return
    row = home.game_row(game.name)
    owing = seats_owing(home, game)
    deadline = deadline_after(home, row, owing, now, remaining)
    if least is not None:
        deadline = max(least, deadline_after(home, row, (seat.seat,), now, remaining))
    home.store.games.change(game.name, deadline=deadline)
