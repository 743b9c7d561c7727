"""Time that counts: all but the quiet days of a game and the days on which a player is away, each in the player's zone.

A day lasts from midnight to midnight there, also where the clocks change in it. Nothing here reads a clock or a store.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.referee.home.quiet import NONE_QUIET, QuietDays

_MOST = 2_000  # days that are looked at
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class WorkingDays:
    """The days that count for a player: not those in `quiet`, nor those in `away` (first, last)."""

    zone: str
    quiet: QuietDays = NONE_QUIET
    away: tuple[tuple[date, date], ...] = ()

    def counts(self, day: date) -> bool:
        """Whether a day counts."""
        return day not in self.quiet and not any(first <= day <= last for first, last in self.away)

    def day_of(self, when: datetime) -> date:
        """The day that it is then in the player's zone."""
        return when.astimezone(ZoneInfo(self.zone)).date()

    def midnight(self, day: date) -> datetime:
        """When a day begins there."""
        return datetime.combine(day, time(), ZoneInfo(self.zone)).astimezone(UTC)

    @property
    def all_count(self) -> bool:
        """Whether every day counts."""
        return not self.quiet and not self.away


def add_time(start: datetime, length: timedelta, days: WorkingDays) -> datetime:
    """When as much time that counts has passed since `start`; never within a day that does not count."""
    if days.all_count:
        return start + length
    at, left = start, length
    for _ in range(_MOST):
        day = days.day_of(at)
        end = days.midnight(day + _DAY)
        if days.counts(day):
            if left <= end - at:
                return at + left
            left -= end - at
        at = end
    return at + left


def time_between(start: datetime, end: datetime, days: WorkingDays) -> timedelta:
    """How much of the time from `start` to `end` counts; none where `end` is the earlier."""
    if days.all_count or end <= start:
        return max(end - start, timedelta())
    at, found = start, timedelta()
    while at < end:
        day = days.day_of(at)
        stop = min(end, days.midnight(day + _DAY))
        found += stop - at if days.counts(day) else timedelta()
        at = stop
    return found


def count_days(first: date, last: date, quiet: QuietDays) -> int:
    """How many days from `first` to `last` are not quiet."""
    every = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return sum(day not in quiet for day in every)
