"""Time that counts: quiet days and absences in the player's zone, also where the clocks change."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadInput
from pbem.referee.home.house import parse_house
from pbem.referee.home.quiet import QuietDays, format_quiet, parse_quiet
from pbem.referee.turn.working_days import WorkingDays, add_time, count_days, time_between

MADRID = "Europe/Madrid"
HOUR = timedelta(hours=1)
WEEKEND = parse_quiet("sat,sun")


def at(*when: int) -> datetime:
    """A time in UTC."""
    return datetime(*when, tzinfo=UTC)  # type: ignore[misc, arg-type]


def test_without_quiet_days_and_absences_all_time_counts() -> None:
    assert add_time(at(2026, 11, 6, 20), 72 * HOUR, WorkingDays(MADRID)) == at(2026, 11, 9, 20)


def test_no_time_passes_on_a_weekend_which_is_that_of_the_zone() -> None:
    madrid = WorkingDays(MADRID, WEEKEND)
    assert add_time(at(2026, 11, 6, 20), 72 * HOUR, madrid) == at(2026, 11, 11, 20)  # Friday to Wednesday
    tokyo = WorkingDays("Asia/Tokyo", WEEKEND)  # there it is Saturday since 15:00
    assert add_time(at(2026, 11, 6, 20), 72 * HOUR, tokyo) == at(2026, 11, 11, 15)
    assert add_time(at(2026, 11, 7, 12), HOUR, madrid) == at(2026, 11, 9, 0)


def test_no_time_passes_while_a_player_is_away() -> None:
    days = WorkingDays(MADRID, away=((date(2026, 12, 3), date(2026, 12, 10)),))
    assert add_time(at(2026, 12, 2, 11), 24 * HOUR, days) == at(2026, 12, 11, 11)
    assert time_between(at(2026, 12, 2, 11), at(2026, 12, 11, 11), days) == 24 * HOUR
    assert add_time(at(2026, 12, 5, 11), timedelta(), days) == at(2026, 12, 10, 23)


@pytest.mark.parametrize(
    ("start", "end", "left"),
    [
        (at(2027, 3, 27, 12), at(2027, 3, 29, 22), 11 * HOUR + 24 * HOUR),  # Sunday 28 March has 23 hours
        (at(2027, 10, 30, 12), at(2027, 11, 1, 23), 10 * HOUR + 24 * HOUR),  # Sunday 31 October has 25
    ],
)
def test_a_day_away_over_a_clock_change_is_the_whole_day(start: datetime, end: datetime, left: timedelta) -> None:
    sunday = date(2027, 3, 28) if start.month == 3 else date(2027, 10, 31)
    days = WorkingDays(MADRID, away=((sunday, sunday),))
    assert time_between(start, end, days) == left
    assert add_time(start, left, days) == end
    whole = time_between(start, end, WorkingDays(MADRID))
    assert whole - left == (23 * HOUR if start.month == 3 else 25 * HOUR)


@given(
    st.integers(0, 20_000).map(lambda hours: at(2026, 1, 1) + hours * HOUR),
    st.integers(0, 500).map(lambda hours: hours * HOUR),
    st.frozensets(st.integers(0, 6), max_size=6),
    st.integers(0, 40),
    st.sampled_from([MADRID, "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"]),
)
def test_time_that_is_added_is_the_time_between(
    start: datetime, length: timedelta, quiet: frozenset[int], away: int, zone: str
) -> None:
    first = start.date() + timedelta(days=away // 4)
    days = WorkingDays(zone, QuietDays(quiet), ((first, first + timedelta(days=away)),) if away else ())
    end = add_time(start, length, days)
    assert end >= start + length
    assert time_between(start, end, days) == length
    earlier = end - timedelta(microseconds=1)
    assert not length or days.counts(days.day_of(earlier))


def test_days_are_counted_without_the_quiet_ones() -> None:
    assert count_days(date(2026, 12, 3), date(2026, 12, 10), WEEKEND) == 6
    assert count_days(date(2026, 12, 5), date(2026, 12, 6), WEEKEND) == 0


def test_holidays_are_days_of_the_players_zone() -> None:
    quiet = parse_quiet("sat,sun,2026-12-24..2026-12-26")
    madrid, tokyo = WorkingDays(MADRID, quiet), WorkingDays("Asia/Tokyo", quiet)
    assert add_time(at(2026, 12, 23, 12), 48 * HOUR, madrid) == at(2026, 12, 29, 12)  # Wednesday to Tuesday
    assert add_time(at(2026, 12, 23, 12), 48 * HOUR, tokyo) == at(2026, 12, 29, 12)
    assert add_time(at(2026, 12, 23, 14), 2 * HOUR, tokyo) == at(2026, 12, 27, 16), "midnight in Tokyo is at 15:00"
    assert count_days(date(2026, 12, 21), date(2026, 12, 31), quiet) == 7


@pytest.mark.parametrize(("quiet", "whole"), [("2027-03-28", 23), ("2027-10-31", 25), ("2027-10-30..2027-11-01", 73)])
def test_a_holiday_over_a_clock_change_is_the_whole_day(quiet: str, whole: int) -> None:
    days = WorkingDays(MADRID, parse_quiet(quiet))
    (span,) = days.quiet.dates
    start, end = days.midnight(span[0]) - 5 * HOUR, days.midnight(span[1] + timedelta(days=1)) + 7 * HOUR
    assert end - start == (12 + whole) * HOUR
    assert time_between(start, end, days) == 12 * HOUR
    assert add_time(start, 12 * HOUR, days) == end


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("none", "none"),
        ("sun, sat", "sat,sun"),
        ("2027-01-06,sat,2026-12-24 .. 2026-12-26", "sat,2026-12-24..2026-12-26,2027-01-06"),
        ("2026-12-25..2026-12-31,2026-12-24..2026-12-26,2027-01-01", "2026-12-24..2027-01-01"),
        ("2026-12-24..2026-12-24", "2026-12-24"),
    ],
)
def test_quiet_days_are_kept_in_their_order(text: str, kept: str) -> None:
    assert format_quiet(parse_quiet(text)) == kept
    assert parse_quiet(kept) == parse_quiet(text)


@pytest.mark.parametrize(
    "wrong",
    [
        "2026-12-26..2026-12-24",
        "2026-02-30",
        "24-12-2026",
        "2026-12-24...2026-12-26",
        "2026-01-01..2026-12-31",
        "2026-01-01..2026-03-01,2026-03-02..2026-05-01",
        "",
        "mon,tue,wed,thu,fri,sat,sun",
    ],
)
def test_days_that_are_none(wrong: str) -> None:
    with pytest.raises(BadInput, match="The house rule quiet is none, or some of mon,"):
        parse_house({"quiet": wrong})
