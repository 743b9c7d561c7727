"""A clock that has gone back: orders are taken, but nothing closes by it."""

from datetime import timedelta

from pbem.referee.tick import tick
from tests.referee.making import DAY, HOUR, Room


def test_nothing_closes_while_the_clock_is_behind_what_was_done(room: Room) -> None:
    at = room.at
    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\n")
    done = tick(room.world, room.now - DAY)
    assert done.mails == {"orders": 1}
    assert done.closed == []
    assert "the clock of this machine says" in done.faults[0]
    assert room.at == at
    assert tick(room.world, room.now + HOUR).closed != []


def test_a_clock_that_lags_a_little_does_no_harm(room: Room) -> None:
    assert tick(room.world, room.now - timedelta(minutes=30)).faults == []
