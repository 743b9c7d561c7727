"""Days as people write them: "3-10 Dec", "del 24 dic al 6 ene", "2026-12-03", in either language."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from babel.dates import get_month_names

from pbem.language.words import key

LONGEST = timedelta(days=120)
"""More days than any absence has."""
_TOKEN = re.compile(r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})|(?P<number>\d{1,4})|(?P<word>[^\W\d_]+)")
_LETTERS = 3  # of a month's name


def parse_days(text: str, today: date) -> tuple[date, date] | None:
    """The first and the last day that a text names, the same for one; None where it names none, or not in order.

    Without a year they are the next ones that are not over. A day that is not of its month is none.
    """
    named = list(_named(text))
    if not 1 <= len(named) <= 2 or any(day is None for day, _, _ in named):
        return None
    (day1, month1, year1), (day2, month2, year2) = named[0], named[-1]
    month1, year1 = month1 or month2, year1 or year2
    if not month1 or not month2 or not day1 or not day2:
        return None
    if year2:
        first_year = year1 if named[0][2] else year2 - (month1 > month2)
        found = _days((first_year, month1, day1), (year2, month2, day2))
        return found if found and found[1] >= today else None
    for year in (today.year - 1, today.year, today.year + 1):
        found = _days((year, month1, day1), (year + ((month2, day2) < (month1, day1)), month2, day2))
        if found and found[1] >= today:
            return found
    return None


def _named(text: str) -> Iterator[tuple[int | None, int, int]]:
    """Each day that a text names, as day, month and year; 0 for what is not said of it."""
    day, month, year = 0, 0, 0
    for found in _TOKEN.finditer(text):
        if iso := found["iso"]:
            if day:
                yield day, month, year
            year, month, day = (int(part) for part in iso.split("-"))
        elif found["number"] and len(found["number"]) == 4:
            year = int(found["number"])
        elif found["number"]:
            if day:
                yield day, month, year
            day, month, year = int(found["number"]), 0, 0
        elif (number := _months().get(key(found["word"])[:_LETTERS])) and day:
            month = number
    if day:
        yield day, month, year


def _days(first: tuple[int, int, int], last: tuple[int, int, int]) -> tuple[date, date] | None:
    try:
        found = date(*first), date(*last)
    except ValueError:
        return None
    return found if timedelta() <= found[1] - found[0] <= LONGEST else None


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    """The months by the first letters of their names, in both languages; "al" and the like are none."""
    names = [(number, name) for lang in ("en", "es") for number, name in get_month_names("wide", locale=lang).items()]
    return {key(name)[:_LETTERS]: number for number, name in names}
