"""When a phase closes: complete and quiet, NOWAIT, WAIT, deadline, pause; reminders before it."""

from datetime import timedelta

import pytest

from pbem.errors import Refused
from pbem.referee.turn.deadlines import extend, pause, resume
from tests.referee.making import DAY, HOUR, LENGTH, Room, flat

MOVES = "MOVE beni-1 0402\n"
MINUTE = timedelta(minutes=1)


def test_a_complete_phase_closes_after_the_quiet_time_since_the_last_receipt(room: Room) -> None:
    first = room.answer("moroccan", MOVES)
    assert "if no other mail comes" in first
    assert room.tick(29 * MINUTE).closed == []
    room.answer("moroccan", "MOVE beni-1 0403\n")
    assert room.tick(29 * MINUTE).closed == []
    assert room.tick(MINUTE).closed == ["melilla 1.moroccan-movement"]
    assert room.game.state.units["beni-1"].at == "0403"


def test_nowait_of_all_who_are_awaited_skips_the_quiet_time(room: Room) -> None:
    room.answer("moroccan", f"NOWAIT\n{MOVES}")
    assert room.at == "1.spanish-movement"


def test_nowait_lets_phases_without_a_line_count_as_ordered_once_orders_came_in_the_turn(room: Room) -> None:
    room.answer("moroccan", "NOWAIT\nMOVE beni-1 0402\nMOVE beni-2 0403\n")
    assert room.at == "1.spanish-movement"
    room.answer("spanish", "NOESPERAR\n")
    assert room.at == "1.spanish-movement", "nothing of the Spanish came in this turn: it is waited for"
    room.answer("spanish", "MANTENER cer-3\n")
    assert room.at == "2.moroccan-movement"


def test_orders_for_the_set_up_are_none_for_the_first_turn(room: Room) -> None:
    room.says("moroccan", "NOWAIT\n")
    assert room.tick(HOUR).closed == []


def test_wait_holds_a_complete_phase_until_the_deadline_and_no_longer(room: Room) -> None:
    room.answer("moroccan", MOVES)
    said = room.answer("moroccan", "WAIT\n")
    assert "The phase stays open until its deadline." in said
    assert "Somebody asked to wait: the phase closes at its deadline." in said
    assert room.tick(2 * DAY).closed == []
    assert room.tick(DAY).closed == ["melilla 1.moroccan-movement"]
    assert not room.seat("moroccan").wait


def test_wait_of_the_other_side_holds_too(room: Room) -> None:
    room.answer("spanish", "ESPERA\n")
    room.answer("moroccan", MOVES)
    assert room.tick(DAY).closed == []
    room.answer("spanish", "NOESPERAR\n")
    assert room.at == "1.spanish-movement"


def test_wait_withdraws_nowait_and_says_so(room: Room) -> None:
    room.answer("moroccan", "NOWAIT\n")
    assert "Your NOWAIT is withdrawn." in room.answer("moroccan", "WAIT\n")
    assert (room.seat("moroccan").wait, room.seat("moroccan").nowait) == (True, False)


def test_at_the_deadline_the_good_lines_are_carried_out_and_silence_is_no_order(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\n")
    assert room.tick(LENGTH - MINUTE).closed == []
    assert room.tick(MINUTE).closed == ["melilla 1.moroccan-movement"]
    assert (room.game.state.units["beni-1"].at, room.game.state.units["beni-2"].at) == ("0402", "0503")
    assert room.tick(LENGTH).closed == ["melilla 1.spanish-movement"]
    assert room.at == "2.moroccan-movement"


def test_a_reminder_goes_out_once_in_the_last_quarter(room: Room) -> None:
    assert room.tick(LENGTH * 3 / 4 - HOUR).reminders == 0
    assert room.tick(HOUR).reminders == 1
    assert room.tick(HOUR).reminders == 0
    text = flat(room.text("moroccan", "reminder"))
    assert "The game waits for your orders: Moroccan movement." in text
    assert "Nothing has come from you for this phase yet." in text
    assert "## ORDERS melilla 1 moroccan-movement" in text
    assert room.rows("spanish", "reminder") == ()


def test_who_has_sent_all_is_not_reminded(room: Room) -> None:
    room.answer("moroccan", f"{MOVES}WAIT\n")
    assert room.tick(LENGTH - HOUR).reminders == 0


def test_a_pause_stops_the_clock_and_mails_are_still_taken(room: Room) -> None:
    room.tick(DAY)
    pause(room.home, "melilla", room.now)
    assert "The referee has paused the game." in room.answer("moroccan", MOVES)
    assert room.tick(9 * DAY).closed == []
    before = room.home.game_row("melilla").deadline
    resume(room.home, "melilla", room.now)
    assert before is not None
    assert room.home.game_row("melilla").deadline == before + 9 * DAY
    assert room.tick().closed == ["melilla 1.moroccan-movement"]


def test_extend_moves_the_deadline(room: Room) -> None:
    extend(room.home, "melilla", DAY, room.now)
    assert room.tick(LENGTH).closed == []
    assert room.tick(DAY).closed == ["melilla 1.moroccan-movement"]


@pytest.mark.parametrize("late", [HOUR, 3 * DAY])
def test_a_deadline_that_has_passed_is_extended_from_now(room: Room, late: timedelta) -> None:
    room.now += LENGTH + late
    assert extend(room.home, "melilla", DAY, room.now) == room.now + DAY


def test_pause_twice_and_resume_of_a_running_clock_are_refused(room: Room) -> None:
    with pytest.raises(Refused, match="not paused"):
        resume(room.home, "melilla", room.now)
    pause(room.home, "melilla", room.now)
    with pytest.raises(Refused, match="paused already"):
        pause(room.home, "melilla", room.now)
