"""Quiet days of a game: days of the week and holidays on which no time passes. Pure: no clock, no zone."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = timedelta(days=92)
"""More days than any holidays have."""
_DAY = timedelta(days=1)
_DATES = re.compile(r"(\d{4}-\d{2}-\d{2})(?: ?\.\. ?(\d{4}-\d{2}-\d{2}))?")


@dataclass(frozen=True, slots=True)
class QuietDays:
    """The days of the `week` (0 is Monday) and the `dates` (first, last) on which no time passes; ``day in quiet``."""

    week: frozenset[int] = frozenset()
    dates: tuple[tuple[date, date], ...] = ()

    def __contains__(self, day: date) -> bool:
        return day.weekday() in self.week or any(first <= day <= last for first, last in self.dates)

    def __bool__(self) -> bool:
        return bool(self.week or self.dates)


NONE_QUIET = QuietDays()


def parse_quiet(text: str) -> QuietDays:
    """The days that "sat,sun,2026-12-24..2026-12-26" or "none" names; ValueError for what is none.

    All seven days of the week are none, and so are dates that take longer than `LONGEST` in a row: time has to pass.
    """
    week, dates = set(), list[tuple[date, date]]()
    for part in [] if text == "none" else text.split(","):
        found = _DATES.fullmatch(part.strip())
        if found is None:
            week.add(WEEK.index(part.strip()))
        else:
            dates.append((date.fromisoformat(found[1]), date.fromisoformat(found[2] or found[1])))
    spans = _joined(dates)
    if len(week) == len(WEEK) or any(not timedelta() <= last - first < LONGEST for first, last in (*dates, *spans)):
        raise ValueError(text)
    return QuietDays(frozenset(week), spans)


def format_quiet(quiet: QuietDays) -> str:
    """The same as a text, days of the week first, everything in its order."""
    dates = (f"{first}..{last}" if first != last else str(first) for first, last in quiet.dates)
    return ",".join((*(day for n, day in enumerate(WEEK) if n in quiet.week), *dates)) or "none"


def _joined(dates: Iterable[tuple[date, date]]) -> tuple[tuple[date, date], ...]:
    """Dates in their order, those that touch as one."""
    found: list[tuple[date, date]] = []
    for first, last in sorted(dates):
        if found and first <= found[-1][1] + _DAY:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return tuple(found)
