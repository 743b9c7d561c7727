"""A clock that has gone back, or ahead: orders are taken, but nothing closes by it."""

from dataclasses import replace
from datetime import timedelta

from pbem.referee.tick import tick
from tests.mail.memory import Memory
from tests.referee.making import DAY, HOUR, Room


def test_nothing_closes_while_the_clock_is_behind_what_was_done(room: Room) -> None:
    at = room.at
    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\n")
    result = tick(room.home, room.now - DAY)
    assert result.mails == {"orders": 1}
    assert result.closed == []
    assert "the clock of this machine says" in result.faults[0]
    assert room.at == at
    assert tick(room.home, room.now + HOUR).closed != []


def test_a_clock_that_lags_a_little_does_no_harm(room: Room) -> None:
    assert tick(room.home, room.now - timedelta(minutes=30)).faults == []


def test_no_deadline_counts_while_the_clock_is_ahead_of_the_mail_servers(room: Room) -> None:
    at, deadline = room.at, room.home.game_row(room.game.name).deadline
    assert deadline is not None
    server = Memory(time=deadline - DAY + HOUR)
    result = tick(replace(room.home, connect=lambda: server), deadline + HOUR, compares=True)
    assert (result.closed, room.at) == ([], at)
    (fault,) = result.faults
    assert "but at the mail server it is" in fault
    assert "deadlines would come too early, so no phase closes until it is set right" in fault
    server.time = deadline
    assert tick(replace(room.home, connect=lambda: server), deadline + HOUR, compares=True).closed != []


def test_a_phase_that_is_complete_asks_no_server_for_the_time(room: Room) -> None:
    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\n")
    room.tick()
    server = Memory(time=room.now - DAY)
    result = tick(replace(room.home, connect=lambda: server), room.now, compares=True)
    assert result.faults == []
