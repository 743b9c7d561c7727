"""When a phase closes: complete and quiet, DONE, WAIT, deadline, pause; reminders before it."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.referee.turn.deadlines import extend, pause, resume
from tests.referee.making import DAY, GAME, HOUR, LENGTH, Room, flat, new_room

MOVES = "MOVE beni-1 0402\n"
MINUTE = timedelta(minutes=1)


def test_a_complete_phase_closes_after_the_quiet_time_since_the_last_receipt(room: Room) -> None:
    first = room.answer("moroccan", MOVES)
    assert "if no other email comes" in first
    assert room.tick(29 * MINUTE).closed == []
    room.answer("moroccan", "MOVE beni-1 0403\n")
    assert room.tick(29 * MINUTE).closed == []
    assert room.tick(MINUTE).closed == ["melilla 1.moroccan-movement"]
    assert room.game.state.units["beni-1"].at == "0403"


def test_nowait_of_all_who_are_awaited_skips_the_quiet_time(room: Room) -> None:
    room.answer("moroccan", f"NOWAIT\n{MOVES}")
    assert room.at == "1.spanish-movement"


def test_done_ends_the_turn_with_what_was_sent_and_its_other_phases_pass(room: Room) -> None:
    assert "Your turn 1 ends with what you have sent." in room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    assert room.at == "1.spanish-movement"
    room.answer("spanish", "LISTO\n")
    assert room.at == "2.moroccan-movement"


def test_done_beside_a_question_keeps_the_quiet_time_until_it_is_said_again(room: Room) -> None:
    said = flat(room.answer("moroccan", "MOVE beni-1 0402\nIs 0402 a mountain?\nDONE\n"))
    assert "Another DONE closes it at once." in said
    assert room.at == "1.moroccan-movement"
    assert "Another DONE closes it" not in flat(room.answer("moroccan", "Thank you.\nDONE\n"))
    assert room.at == "1.spanish-movement"
    room.answer("spanish", "¿Y ahora?\nLISTO\n")
    assert room.at == "1.spanish-movement"
    room.tick(HOUR)
    assert room.at == "2.moroccan-movement"


def test_done_beside_words_that_the_referee_has_to_read_keeps_the_quiet_time_too(room: Room) -> None:
    """They may take an order back; a remark that names nothing of the game takes nothing back."""
    said = flat(room.answer("moroccan", "MOVE beni-1 0402\nNo, on second thoughts better leave beni-1 alone\nDONE\n"))
    assert "What you wrote to the referee keeps the phase open" in said
    assert room.at == "1.moroccan-movement"
    room.answer("moroccan", "CLEAR\nThat was a hard week over here, and the weather did not help.\nDONE\n")
    assert room.at == "1.spanish-movement"


def test_done_beside_a_refused_line_ends_the_turn_and_calls_no_orders_complete(room: Room) -> None:
    said = flat(room.answer("moroccan", "MOVE beni-1 0101\nDONE\n"))
    assert "You have written DONE: without more from you the phase goes on." in said
    assert "Your orders for Moroccan movement are complete." not in said


def test_done_leaves_out_nothing_compulsory_and_says_so(room: Room) -> None:
    """Who enters a zone of control must fight."""
    receipt = room.answer("moroccan", "MOVE beni-1 0302\nDONE\n")
    assert "The rules ask you for orders here, sooner or later: Moroccan combat." in flat(receipt)
    assert room.at == "1.moroccan-combat"
    assert room.tick(DAY).closed == []
    assert "## ORDERS melilla 1 Moroccan combat" in room.text("moroccan", "report")


def test_done_counts_for_its_turn_alone(room: Room) -> None:
    """A word of turn 1 passes nothing on a later turn."""
    room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    room.answer("spanish", "MANTENER cer-1\nLISTO\n")
    assert room.at == "2.moroccan-movement"
    room.answer("moroccan", "Salam!\n")
    assert room.tick(2 * DAY).closed == []
    room.answer("moroccan", "MOVE beni-1 0403\n")
    assert room.tick(HOUR).closed == ["melilla 2.moroccan-movement"]


def test_done_before_ones_turn_counts_only_where_orders_for_it_stand(room: Room) -> None:
    room.answer("spanish", "LISTO\n")
    room.answer("moroccan", f"{MOVES}DONE\n")
    assert room.tick(DAY).closed == []
    assert room.at == "1.spanish-movement"
    room.answer("spanish", "MANTENER cer-3\n")
    assert room.at == "2.moroccan-movement"


def test_done_for_the_set_up_is_none_for_the_first_turn(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home").started()
    room.answer("spanish", "DESPLEGAR cer-1 0202\nDESPLEGAR cer-2 0203\nDESPLEGAR cer-3 0204\nLISTO\n")
    room.answer("moroccan", "DEPLOY beni-1 0502\nDEPLOY beni-2 0503\nDEPLOY beni-3 0504\nDONE\n")
    assert room.at == "1.moroccan-movement"
    assert room.tick(HOUR).closed == []
    room.close()


def test_without_done_a_phase_is_asked_for_only_if_something_can_be_done_in_it(room: Room) -> None:
    receipt = room.answer("moroccan", "MOVE beni-1 0302\n")
    assert "The rules ask you for orders here, sooner or later: Moroccan combat." in flat(receipt)
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"], "beni-1 stands beside cer-1"
    assert "## ORDERS melilla 1 Moroccan combat" in room.text("moroccan", "report")


def test_wait_holds_a_complete_phase_until_the_deadline_and_no_longer(room: Room) -> None:
    room.answer("moroccan", MOVES)
    said = room.answer("moroccan", "WAIT\n")
    assert "The phase stays open until its deadline." in said
    assert "A player asked to wait (WAIT): the phase closes at its deadline." in said
    assert room.tick(2 * DAY).closed == []
    assert room.tick(DAY).closed == ["melilla 1.moroccan-movement"]
    assert not room.seat("moroccan").wait


def test_wait_of_the_other_side_holds_too(room: Room) -> None:
    room.answer("spanish", "ESPERA\n")
    room.answer("moroccan", MOVES)
    assert room.tick(DAY).closed == []
    room.answer("spanish", "NOESPERAR\n")
    assert room.at == "1.spanish-movement"


def test_wait_withdraws_done_and_says_so(room: Room) -> None:
    room.answer("spanish", "DONE\n")
    assert "Se retira tu LISTO." in room.answer("spanish", "WAIT\n")
    assert (room.seat("spanish").wait, room.seat("spanish").done) == (True, "")


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
    assert text.startswith("For the Moroccans · ")
    (page,) = [part for part in room.mails("moroccan", "reminder")[-1].walk() if part.get_content_type() == "text/html"]
    assert "seat moroccan" not in text + page.get_content()
    assert "The game waits for your orders: Moroccan movement." in text
    assert "Nothing has come from you for this phase yet." in text
    assert "## ORDERS melilla 1 Moroccan movement" in text
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


def test_the_form_holds_the_whole_turn_and_says_what_becomes_of_what_is_left_out(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home").started()
    room.set_up(spanish="cer-1 0303, cer-2 0203, cer-3 0204", moroccan="beni-1 0403, beni-2 0503, beni-3 0504")
    form = room.text("moroccan", "report").partition("ORDER FORM")[2]
    heads = [line for line in form.splitlines() if line.startswith("## ORDERS")]
    assert heads == ["## ORDERS melilla 1 Moroccan movement", "## ORDERS melilla 1 Moroccan combat"]
    now, later = form.split(heads[1])
    left_out = "Later in this turn. Left as it is, you are asked again when it comes, if anything can be done."
    assert left_out in later
    assert left_out not in now
    room.close()


@pytest.mark.parametrize("per_phase", [False, True])
def test_the_clock_is_the_turns_or_where_it_is_wanted_the_phases(tmp_path: Path, per_phase: bool) -> None:
    room = new_room(tmp_path / "home", per_phase=per_phase).started()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    first = room.home.game_row(GAME).deadline
    room.answer("moroccan", "MOVE beni-1 0302\n")
    room.tick(2 * HOUR)
    assert room.at == "1.moroccan-combat"
    opened, second = room.home.game_row(GAME).opened_at, room.home.game_row(GAME).deadline
    assert opened is not None
    assert second == (opened + LENGTH if per_phase else first)
    room.close()
