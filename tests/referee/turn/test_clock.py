"""When a phase closes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem.referee.turn.closing import Closing, SeatProgress, Waiting, What, closing, waiting
from pbem.store.rows import GameRow

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DONE = SeatProgress("spanish", complete=True, last=NOON)


GAME = GameRow(
    "melilla", "saves/melilla", NOON, length=8 * 3600, settle=1800, grace=3600, started=NOON, deadline=NOON + 8 * HOUR
)
"""A game with a deadline at 20:00, half an hour of quiet and an hour of grace."""


def close(*seats: SeatProgress, now: datetime = NOON, **change: Any) -> Closing:
    """Whether the phase of the game closes, with what is different of it."""
    return closing(waiting(seats), replace(GAME, **change), now)


@pytest.mark.parametrize(
    ("minutes", "wanted"),
    [
        (0, Closing(False, "settling", NOON + HOUR / 2)),
        (29, Closing(False, "settling", NOON + HOUR / 2)),
        (30, Closing(True, "complete")),
        (600, Closing(True, "deadline")),
    ],
)
def test_a_complete_phase_closes_after_the_quiet_time(minutes: int, wanted: Closing) -> None:
    assert close(DONE, now=NOON + timedelta(minutes=minutes)) == wanted


def test_the_quiet_time_counts_from_the_last_receipt_of_anybody() -> None:
    late = SeatProgress("spanish-2", complete=True, last=NOON + HOUR)
    assert close(DONE, late, now=NOON + HOUR) == Closing(False, "settling", NOON + HOUR * 3 / 2)


def test_done_of_all_skips_the_quiet_time_of_one_does_not() -> None:
    hasty = replace(DONE, done=True)
    assert close(hasty, replace(hasty, seat="spanish-2")).closes
    assert close(hasty, replace(DONE, seat="spanish-2")).why == "settling"


@pytest.mark.parametrize(("settle", "length", "hours"), [(1800, 72, 12), (1800, 8, 2), (1800, 1, 0.5), (0, 72, 0)])
def test_refused_lines_beside_done_have_a_night_or_a_quarter_of_the_time(
    settle: int, length: int, hours: float
) -> None:
    erred, at = replace(DONE, refused=True), NOON + HOUR * hours
    change = {"settle": settle, "length": length * 3600, "deadline": None}
    assert close(erred, now=at, **change) == Closing(True, "complete")
    if hours:
        assert close(erred, now=at - timedelta(minutes=1), **change) == Closing(False, "settling", at)


def test_wait_holds_it_until_the_deadline_and_grace() -> None:
    slow = replace(DONE, wait=True)
    assert close(slow, now=NOON + 8 * HOUR) == Closing(False, "waiting", NOON + 9 * HOUR)
    assert close(slow, now=NOON + 9 * HOUR) == Closing(True, "deadline")


def test_silence_closes_at_the_deadline_and_grace() -> None:
    silent = SeatProgress("moroccan", complete=False)
    assert close(DONE, silent, now=NOON + 8 * HOUR) == Closing(False, "open", NOON + 9 * HOUR)
    assert close(DONE, silent, now=NOON + 9 * HOUR) == Closing(True, "deadline")
    assert close(DONE, silent, now=NOON + 99 * HOUR, deadline=None) == Closing(False, "open")


def test_nothing_closes_while_paused_or_before_the_start() -> None:
    assert close(DONE, now=NOON + 99 * HOUR, paused_at=NOON) == Closing(False, "paused")
    assert close(DONE, now=NOON + 99 * HOUR, started=None) == Closing(False, "not-started")


@pytest.mark.parametrize(
    ("waits", "wanted", "paused"),
    [
        ("question", Closing(False, "open", NOON + 9 * HOUR), Closing(False, "paused")),
        ("answered", Closing(True, "complete"), Closing(False, "paused")),
        ("fixed", Closing(True, "complete"), Closing(False, "paused")),
        ("nonces", Closing(False, "nonces"), Closing(False, "nonces")),
        ("beacon", Closing(False, "beacon"), Closing(False, "beacon")),
    ],
)
def test_what_comes_before_sheets_and_quiet_time(waits: What, wanted: Closing, paused: Closing) -> None:
    assert closing(Waiting(waits), GAME, NOON) == wanted
    assert closing(Waiting(waits), replace(GAME, paused_at=NOON), NOON) == paused
    assert closing(Waiting(waits), replace(GAME, started=None), NOON) == Closing(False, "not-started")
    late = closing(Waiting(waits), GAME, NOON + 9 * HOUR)
    assert late == (Closing(True, "deadline") if waits == "question" else wanted)
