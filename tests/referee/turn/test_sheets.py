"""Sheets as they come in: what they replace, later phases, what is refused, and what stands when the phase closes."""

import json
from datetime import UTC
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path

import pytest

from pbem.referee.desk.submit import submit_file
from pbem.referee.letters.preview import preview
from pbem.referee.letters.status import game_status
from pbem.save.records import PhaseRecord
from tests.referee.making import DAY, HOUR, SKIRMISH, Room, flat, guns, lines_understood, new_room, scenario

MOVES = "MOVE beni-1 0402\nMOVE beni-2 0403\n"


def stands(room: Room, seat: str) -> dict[str, list[str]]:
    """The lines in force of a seat by phase."""
    rows = room.home.store.sections.in_force("melilla", seat, room.game.state.turn)
    return {phase: [line["text"] for line in row.lines] for phase, row in rows.items() if "setup" not in phase}


def record(room: Room, at: str) -> PhaseRecord:
    """The last record of a phase."""
    found = [i.record for i in room.game.records if isinstance(i.record, PhaseRecord) and i.record.at == at]
    return found[-1]


def test_a_line_replaces_those_of_earlier_mails_for_the_same_piece_and_all_others_stay(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nMOVE beni-2 0403\nATTACK cer-1 WITH beni-1\n")
    assert stands(room, "moroccan") == {
        "moroccan-movement": ["MOVE beni-1 0302", "MOVE beni-2 0403"],
        "moroccan-combat": ["ATTACK cer-1 WITH beni-1"],
    }
    receipt = room.answer("moroccan", "MOVE beni-3 0505\nMOVE beni-1 0402 0302\n")
    assert stands(room, "moroccan") == {
        "moroccan-movement": ["MOVE beni-1 0402 0302", "MOVE beni-2 0403", "MOVE beni-3 0505"],
        "moroccan-combat": ["ATTACK cer-1 WITH beni-1"],
    }
    assert "This email: 1 new, 1 in place of an earlier one, 2 kept from before." in flat(receipt)
    rows = room.home.store.sections.in_force("melilla", "moroccan", 1)["moroccan-movement"].lines
    assert [line["number"] for line in rows] == [1, 2, 4], "3 is the attack"


def test_a_refused_line_never_displaces_a_good_one(room: Room) -> None:
    room.answer("moroccan", MOVES)
    receipt = room.answer("moroccan", "MOVE beni-1 0101\nMOVE beni-3 0505\n")
    assert [sign for sign, *_ in lines_understood(receipt)] == ["✗", "✓"]
    assert stands(room, "moroccan") == {
        "moroccan-movement": ["MOVE beni-1 0402", "MOVE beni-2 0403", "MOVE beni-3 0505"]
    }
    assert "This email: 1 new, 2 kept from before." in flat(receipt)


def test_a_good_line_that_what_a_refused_one_leaves_standing_forbids_is_refused_too(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    receipt = room.answer("moroccan", "MOVE beni-1 0101\nMOVE beni-2 0402\n")
    assert [sign for sign, *_ in lines_understood(receipt)] == ["✗", "✗"]
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0402"]}


def test_a_line_is_dropped_by_its_number_or_its_piece(room: Room) -> None:
    room.answer("moroccan", f"{MOVES}MOVE beni-3 0505\n")
    assert "Withdrawn: MOVE beni-2 0403" in flat(room.answer("moroccan", "DROP 2\n"))
    assert "Withdrawn: MOVE beni-3 0505" in flat(room.answer("moroccan", "DROP beni-3\n"))
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0402"]}
    assert "You have no line “7”: STATUS lists what counts." in flat(room.answer("moroccan", "DROP 7\n"))


@pytest.mark.parametrize("lines", ["all but beni-1", "todo menos beni-1", "2 but not 1", "everything except 1"])
def test_what_is_to_stay_is_not_dropped(room: Room, lines: str) -> None:
    """The one line that was to stay was the one that went."""
    room.answer("moroccan", MOVES)
    assert f"You have no line “{lines}”" in flat(room.answer("moroccan", f"DROP {lines}\n"))
    assert len(stands(room, "moroccan")["moroccan-movement"]) == 2


@pytest.mark.parametrize("lines", ["1 to 3", "lines 1 to 3", "1 a 3", "1-3"])
def test_lines_are_dropped_from_one_to_another(room: Room, lines: str) -> None:
    room.answer("moroccan", f"{MOVES}MOVE beni-3 0505\n")
    room.answer("moroccan", f"DROP {lines}\n")
    assert not any(stands(room, "moroccan").values())


def test_the_number_of_an_enemy_is_that_of_no_line(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n")
    assert "You have no line “cer 1”" in flat(room.answer("moroccan", "DROP cer 1\n"))
    assert sum(map(len, stands(room, "moroccan").values())) == 2
    said = flat(room.answer("moroccan", "DROP order 2 please, the others keep their place\n"))
    assert "Withdrawn: ATTACK cer-1 WITH beni-1" in said
    assert "You have no line" not in said


def test_the_example_of_a_receipt_takes_out_an_order_that_it_shows(room: Room) -> None:
    """No number that nothing has, nor one that a refused line has too: that would go first."""
    said = flat(room.answer("moroccan", "MOVE beni-3 0101\nMOVE beni-1 0402\n"))
    assert "DROP 2 takes order 2 out, CLEAR all." in said
    assert "Withdrawn: MOVE beni-1 0402" in flat(room.answer("moroccan", "DROP 2\n"))
    said = flat(room.answer("moroccan", "MOVE beni-2 0403\n"))
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-2 0403"]}
    assert "DROP 1 takes order 1 out, CLEAR all." in said
    said = flat(room.answer("moroccan", "MOVE beni-2 0101\n"))
    assert "the rest is kept. CLEAR takes out all." in said, "1 is that of the refused line"


def test_a_json_sheet_replaces_the_phases_that_it_has_unless_it_says_merge(room: Room) -> None:
    room.answer("moroccan", MOVES)
    sheet = {
        "format": 1,
        "merge": True,
        "sections": [{"phase": "moroccan-movement", "orders": [{"type": "move", "unit": "beni-3", "path": ["0505"]}]}],
    }
    room.answer("moroccan", json.dumps(sheet))
    assert len(stands(room, "moroccan")["moroccan-movement"]) == 3
    del sheet["merge"]
    receipt = room.answer("moroccan", json.dumps(sheet))
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-3 0505"]}
    assert "This email: 1 in place of an earlier one, 2 taken out." in flat(receipt)


def test_a_refused_line_that_holds_the_phase_is_named_until_it_is_dropped(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\n")
    assert room.tick(DAY).closed == []
    said = flat(room.answer("moroccan", "STATUS\n"))
    assert "Refused, from your email of" in said
    assert ": MOVE beni-2 0101. Send it again, or DROP 2, or DONE." in said
    room.answer("moroccan", "DROP 2\n")
    assert room.at == "1.spanish-movement"


def test_a_refused_line_that_would_count_by_now_is_told_so_also_behind_done(room: Room) -> None:
    """What was in its way is mended, and it stands as it was written: DONE in the same mail may not have meant it."""
    room.answer("moroccan", "MOVE beni-1 0402\nPHASE moroccan-combat\nbeni-1 attacks cer-1\n")
    said = flat(room.answer("moroccan", "WAIT\n"))
    assert ": beni-1 attacks cer-1. Send it again, or DROP 2, or DONE." in said
    said = flat(room.answer("moroccan", "MOVE beni-1 0302\nWAIT\n"))
    assert "but it would count now: beni-1 attacks cer-1. Send it again, or DROP 2, or DONE." in said
    said = flat(room.answer("moroccan", "DONE\n"))
    assert "but it would count now: beni-1 attacks cer-1. It is left out, unless you send it again first." in said


def test_a_refused_line_beside_later_ones_is_told_only_if_it_would_count_by_now(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0402\nMOVE beni-3 0101\nWAIT\n")
    assert "Refused, from your email" not in flat(room.answer("moroccan", "MOVE guns-1 0505\nWAIT\n"))
    said = flat(room.answer("moroccan", "MOVE beni-1 0302\nWAIT\n"))
    assert "but it would count now: MOVE beni-2 0402. It is left out, unless you send it again first." in said
    said = flat(room.answer("moroccan", "MOVE beni-2 0403\nWAIT\n"))
    assert "would count now" not in said, "it has another order"


def test_a_number_that_a_refused_line_and_an_order_share_takes_the_refused_line_out_first(room: Room) -> None:
    """The receipt has asked for a DROP by the number in its mail; an order that stands is not lost by it."""
    room.answer("moroccan", "MOVE beni-1 0402\n")
    room.answer("moroccan", "MOVE beni-2 0101\n")
    said = flat(room.answer("moroccan", "DROP 1\n"))
    assert "Withdrawn: MOVE beni-2 0101" in said
    assert "Your order 1 still stands: MOVE beni-1 0402. Another DROP 1 takes it out." in said
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0402"]}


def test_the_refused_lines_of_one_mail_are_named_in_one_sentence(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-2 0101\nMOVE beni-3 0101\n")
    said = flat(room.answer("moroccan", "WAIT\n"))
    assert ": 1. MOVE beni-2 0101; 2. MOVE beni-3 0101. Send them again, or DROP 1 2, or DONE." in said
    assert said.count("Refused, from your email") == 1
    assert "Withdrawn: MOVE beni-2 0101; MOVE beni-3 0101" in flat(room.answer("moroccan", "DROP 1 2\nWAIT\n"))


def test_another_drop_takes_the_order_out(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0403\n")
    room.answer("moroccan", "MOVE beni-3 0101\n")
    room.answer("moroccan", "DROP 1\n")
    assert "Withdrawn: MOVE beni-1 0402" in flat(room.answer("moroccan", "DROP 1\nWAIT\n"))
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-2 0403"]}


def test_a_refused_line_beside_done_holds_the_phase_over_a_night(room: Room) -> None:
    """Who wrote it reads the receipt hours later, and may have meant the line that mattered."""
    receipt = flat(room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\nDONE\n"))
    assert "Refused lines keep the phase open longer: send them again, or take them out with DROP." in receipt
    assert receipt.count("MOVE beni-2 0101") == 1, "nothing twice"
    assert "if no other email comes" in receipt
    assert room.tick(11 * HOUR).closed == []
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


@pytest.mark.parametrize("again", ["MOVE beni-2 0403\n", "DROP 2\n", "DONE\n"])
def test_it_closes_as_soon_as_the_line_is_put_right_or_given_up(room: Room, again: str) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\nDONE\n")
    assert room.at == "1.moroccan-movement"
    room.answer("moroccan", again)
    assert room.at == "1.spanish-movement"


def test_a_refused_line_of_a_later_phase_beside_done_holds_the_present_one_for_the_quiet_time(room: Room) -> None:
    receipt = flat(room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-3 WITH beni-1\nDONE\n"))
    assert "The refused lines are left out when the phase closes; until then you can send them again." in receipt
    assert room.at == "1.moroccan-movement"
    assert room.tick(HOUR).closed[:1] == ["melilla 1.moroccan-movement"]


def test_a_refused_line_that_holds_the_phase_is_named_to_the_referee_until_it_is_ended(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\n")
    at = room.now.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    assert f"moroccan, {at}, 2: MOVE beni-2 0101" in str(game_status(room.home, "melilla", room.now).waits)
    (line,) = (each for each in preview(room.home, room.game, "en") if each.problems)
    assert (line.seat, line.number, line.order, line.problems) == ("moroccan", 2, "MOVE beni-2 0101", ("refused",))
    assert line.said.startswith("refused, from the email of ")
    assert line.said.endswith("dropped (DROP 2) or followed by DONE")
    room.answer("moroccan", "DROP 2\nWAIT\n")
    assert game_status(room.home, "melilla", room.now).waits == ""
    assert not [each for each in preview(room.home, room.game, "en") if each.problems]


def test_a_sheet_that_cannot_be_read_whole_is_named_to_the_referee_without_a_number_to_drop(room: Room) -> None:
    room.answer("moroccan", '{"sections": [{"phase": "moroccan-movement", "orders": "x"}]}')
    at = room.now.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    assert str(game_status(room.home, "melilla", room.now).waits).endswith(f"DONE: moroccan, {at}")
    (line,) = preview(room.home, room.game, "en")
    assert (line.number, line.order, line.problems) == (0, "", ("refused",))
    assert line.said.endswith("could not be read whole: until it is sent again or followed by DONE")


def test_done_in_a_later_mail_goes_on_without_the_refused_lines(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\n")
    room.answer("moroccan", "DONE\n")
    assert room.at == "1.spanish-movement"


def test_a_mail_without_lines_replaces_nothing(room: Room) -> None:
    room.answer("moroccan", MOVES)
    receipt = room.answer("moroccan", "Thanks, see you on Sunday!\n")
    assert "Not understood, and no order: Thanks, see you on Sunday!" in receipt
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0402", "MOVE beni-2 0403"]}
    assert "Your orders for turn 1 now: Moroccan movement 2." in receipt


def test_good_lines_stand_beside_a_bad_one_and_the_receipt_says_so(room: Room) -> None:
    receipt = room.answer("moroccan", "MOVE beni-1 0402\nMOVE cer-1 0203\nMVE beni-2 0403\n")
    assert [(sign, order) for sign, _, order in lines_understood(receipt)] == [
        ("✓", "MOVE beni-1 0402"),
        ("✗", "MOVE cer-1 0203"),
        ("✗", "MVE beni-2 0403"),
    ]
    assert "1 of 3 orders accepted." in receipt
    assert "Did you mean: MOVE" in receipt
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0402"]}


def test_a_phase_with_a_refused_line_waits_for_a_better_sheet(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0101\n")
    assert room.tick(HOUR).closed == []
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0403\n")
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_a_refused_line_of_a_later_phase_holds_the_present_one_until_it_is_sent_again(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-3 WITH beni-1\n")
    assert room.tick(HOUR).closed == []
    receipt = room.answer("moroccan", "ATTACK cer-1 WITH beni-1\n")
    assert "Your orders for Moroccan movement are complete." in receipt
    room.tick(HOUR)
    assert room.phases()[-2:] == ["1.moroccan-movement", "1.moroccan-combat"]
    assert room.facts("fought")[0]["attack"]["units"] == ["beni-1"]


def test_a_mail_without_orders_is_told_which_refused_lines_of_earlier_ones_hold_the_phase(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nFLY beni-2 0403\n")
    said = flat(room.answer("moroccan", "STATUS\n"))
    assert "FLY beni-2 0403. Send it again, or DROP 2, or DONE." in said.partition("STATUS")[0]
    assert "Your orders for Moroccan movement are not complete yet." in said
    (room.path / "done.txt").write_text("DROP 2\n", "utf-8")
    assert submit_file(room.home, "melilla", "moroccan", room.path / "done.txt", room.now).data["complete"]


def test_a_refused_line_that_is_mended_further_down_holds_nothing(room: Room) -> None:
    said = flat(room.answer("moroccan", "MOVE beni-1 0101\nMOVE beni-2 0403\nMOVE beni-1 0402\n"))
    assert "All 2 orders accepted." in said
    assert "Line 1 did not count, and a later one of the email has put it right." in said
    assert not any(words in said for words in ("Refused lines hold the phase", "✗", "another look"))
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_a_refused_line_is_not_mended_by_one_above_it_or_of_others(room: Room) -> None:
    said = flat(room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-1 0101\nMOVE beni-2 0403\nHOLD beni-3\n"))
    assert "Refused lines hold the phase" in said
    assert room.tick(HOUR).closed == []


@pytest.mark.parametrize("again", ["ATTACK cer-1 WITH beni-1", "ATTACK 0202 WITH beni-1"])
def test_a_refused_line_without_a_phase_is_mended_by_a_line_of_its_phase(room: Room, again: str) -> None:
    """It was kept with the line above it, of an earlier phase than that of the attack."""
    room.answer("moroccan", f"MOVE beni-1 0302\n{again.replace('beni-1', 'zork')}\n")
    assert room.tick(HOUR).closed == []
    assert "Refused" not in room.answer("moroccan", f"{again}\n")
    room.tick(HOUR)
    assert room.phases()[-2:] == ["1.moroccan-movement", "1.moroccan-combat"]


def test_a_command_that_is_not_understood_holds_nothing_up(room: Room) -> None:
    receipt = room.answer("moroccan", "MOVE beni-1 0402\nVOTE PERHAPS\n")
    assert "VOTE PERHAPS" in receipt
    assert "Your orders for Moroccan movement are complete." in receipt
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement"]


def test_lines_under_a_head_wait_for_their_phase(room: Room) -> None:
    receipt = room.answer("spanish", "FASE movimiento español\nMOVER cer-1 0302\n")
    assert list(lines_understood(receipt)) == [("✓", 1, "MOVER cer-1 0302")]
    assert stands(room, "spanish") == {"spanish-movement": ["MOVER cer-1 0302"]}
    room.answer("moroccan", "MOVE beni-3 0505\n")
    assert room.tick(HOUR).closed == ["melilla 1.moroccan-movement", "melilla 1.spanish-movement"]
    assert room.game.state.units["cer-1"].at == "0302"


def test_a_later_line_that_dice_or_foes_made_impossible_is_voided_and_told(room: Room) -> None:
    room.answer("spanish", "MOVER cer-2 0403\nMOVER cer-3 0205\n")
    room.answer("moroccan", "MOVE beni-2 0403\n")
    room.tick(HOUR)
    assert [(v["seat"], v["line"], v["code"]) for v in room.facts("order-voided")] == [("spanish", 1, "hex-occupied")]
    assert room.game.state.units["cer-3"].at == "0205"
    assert record(room, "1.spanish-movement").sheets[0].lines[0].text == "MOVER cer-2 0403"
    assert "el hexágono está ocupado" in flat(room.text("spanish", "report"))


def test_what_rests_on_a_die_is_provisional(tmp_path: Path) -> None:
    data = scenario({**SKIRMISH, "krupp": guns("moroccan")})
    room = new_room(tmp_path / "home", data).started()
    room.set_up(
        spanish="cer-1 0302, cer-2 0203, cer-3 0204", moroccan="beni-1 0402, beni-2 0503, beni-3 0504, krupp 0502"
    )
    assert room.at == "1.moroccan-bombardment"
    receipt = room.answer("moroccan", "BOMBARD cer-1 WITH krupp\nATTACK cer-1 WITH beni-1\nMOVE beni-2 0403\n")
    assert [(sign, number) for sign, number, _ in lines_understood(receipt)] == [("✓", 1), ("≈", 2), ("✓", 3)]
    room.close()


def test_a_line_of_an_earlier_mail_that_no_longer_goes_with_the_new_ones_is_told(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n")
    receipt = room.answer("moroccan", "MOVE beni-1 0402\n")
    told = "A line of an earlier email does not go with these: ATTACK cer-1 WITH beni-1:"
    assert f"{told} beni-1 is not adjacent to cer-1" in flat(receipt)


def test_the_hash_in_the_receipt_is_that_of_the_record(room: Room) -> None:
    room.answer("moroccan", "mover beni-1 a 0302  # forward\nATACAR cer-1 CON beni-1\n")
    receipt = room.fingerprints("moroccan")
    room.tick(HOUR)
    for at in ("1.moroccan-movement", "1.moroccan-combat"):
        assert record(room, at).sheets[0].hash in receipt


def test_clear_withdraws_one_phase_or_all_that_are_to_come(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\nCAPTURE NO\n")
    assert "Your orders are withdrawn." in room.answer("moroccan", "CLEAR moroccan combat\n")
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0302"]}
    assert room.home.store.standing.get("melilla", "moroccan") is not None
    assert "Your orders are withdrawn." in room.answer("moroccan", "CLEAR\n")
    assert stands(room, "moroccan") == {}
    assert room.home.store.standing.get("melilla", "moroccan") is None
    assert "There was nothing to withdraw." in room.answer("moroccan", "CLEAR\n")
    assert room.tick(HOUR).closed == []


def test_clear_leaves_alone_what_was_carried_out(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\n")
    room.tick(HOUR)
    assert room.at == "1.moroccan-combat"
    assert "There was nothing to withdraw." in room.answer("moroccan", "CLEAR\n")
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0302"]}


def test_clear_and_new_lines_in_one_mail(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n")
    room.answer("moroccan", "CLEAR\nMOVE beni-2 0403\n")
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-2 0403"]}


def test_orders_in_json_are_read_like_text(room: Room) -> None:
    sheet = (
        '{"format": 1, "game": "melilla", "turn": 1, "nonce": "arena", "sections": [{"phase": "moroccan-movement",'
        ' "orders": [{"type": "move", "unit": "beni-1", "path": ["0402"]}]}],'
        ' "standing": [{"type": "capture", "policy": "no"}]}'
    )
    mail = message_from_bytes(room.mail("moroccan", "see the file"), policy=default)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(sheet.encode(), "application", "json", filename="orders.json")
    room.drop(mail.as_bytes(policy=SMTP))
    room.tick()
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 0402"]}
    assert room.seat("moroccan").nonce == "arena"
    assert [line["text"] for line in room.home.store.standing.need("melilla", "moroccan").lines] == ["CAPTURE NO"]


def test_a_standing_order_stays_until_one_for_the_same_comes(room: Room) -> None:
    def standing() -> list[str]:
        return [line["text"] for line in room.home.store.standing.need("melilla", "moroccan").lines]

    room.answer("moroccan", "CAPTURE NO\n")
    room.answer("moroccan", "MOVE beni-1 0402\n")
    assert standing() == ["CAPTURE NO"]
    room.answer("moroccan", "CAPTURE YES\n")
    assert standing() == ["CAPTURE YES"]


def test_a_picture_is_told_of_only_where_no_orders_came(room: Room) -> None:
    def with_picture(body: str) -> str:
        mail = message_from_bytes(room.mail("moroccan", body), policy=default)
        assert isinstance(mail, EmailMessage)
        mail.add_attachment(b"\xff\xd8\xff", "image", "jpeg", filename="IMG_1921.jpeg")
        room.drop(mail.as_bytes(policy=SMTP))
        room.tick()
        return flat(room.text("moroccan", "receipt"))

    assert "Attachments that were not read: IMG_1921.jpeg" in with_picture("The map with my arrows.\n")
    assert "IMG_1921" not in with_picture("MOVE beni-1 0402\n")


def test_a_sheet_for_another_turn_or_game_is_not_taken(room: Room) -> None:
    assert "These orders are for turn 3, this is turn 1" in room.answer("moroccan", f"TURN 3\n{MOVES}")
    assert "These orders are for the game annual, this is melilla" in room.answer("moroccan", f"GAME annual\n{MOVES}")
    assert stands(room, "moroccan") == {}


def test_why_a_line_is_refused_names_the_line_beside_it(room: Room) -> None:
    """A piece that another line orders already has not moved yet; one in the way leaves in a later line."""
    told = flat(room.answer("moroccan", "MOVE beni-1 0303\nMOVE beni-2 0402\nMOVE beni-1 0402\n"))
    assert "✗ 3. MOVE beni-1 0402 beni-1 already moves in your order “MOVE beni-1 0303” !" in told
    told = flat(room.answer("moroccan", "MOVE beni-1 0503\nMOVE beni-2 0302\n"))
    assert "0503 is occupied by beni-2; put the order that takes it away first, “MOVE beni-2 0302”" in told
    told = flat(room.answer("moroccan", "MOVE beni-3 0503\nHOLD beni-2\n"))
    assert "0503 is occupied by beni-2. " in told, "which stays"


def test_a_line_with_its_verb_behind_who_acts_is_the_order_that_it_is(room: Room) -> None:
    """Also where the present phase has another verb, and where the order would not count yet."""
    told = flat(room.answer("moroccan", "beni-1 and beni-3 attack cer-1\n"))
    assert "✗ 1. ATTACK cer-1 WITH beni-1 beni-3 beni-1 is not adjacent to cer-1" in told
    told = flat(room.answer("moroccan", "beni-1 moves to 0402. beni-3 stays put\nand beni-2 does march to 0403\n"))
    assert stands(room, "moroccan") == {"moroccan-movement": ["MOVE beni-1 to 0402.", "HOLD beni-3"]}
    assert "beni-2 does march to 0403" in told


def test_of_a_line_without_a_verb_the_move_is_meant_that_it_can_only_be(room: Room) -> None:
    """In each of several in one line and in a row of a table, in the player's language; a lone name is a signature."""
    room.answer("moroccan", "LANGUAGE es\n")
    told = flat(
        room.answer("moroccan", "beni 1 al 0402; beni-2 -> 0403\n| ficha | a |\n|---|---|\n| beni-3 | 0505 |\nbeni-3\n")
    )
    assert "Tus 3 órdenes valen." in told
    assert "MOVER beni-1 0402" in told
    assert [text.split()[0] for text in stands(room, "moroccan")["moroccan-movement"]] == ["MOVER"] * 3
    told = flat(room.answer("moroccan", "beni-2 0101\n"))
    assert "✗ 1. MOVER beni-2 0101" in told, "what is wrong is told of the move"
    assert "una orden empieza por su verbo" not in told
    told = flat(room.answer("moroccan", "beni-2 0403?\n"))
    assert "✗" not in told, "what is asked is no order"


def test_the_same_line_sent_again_is_named_once(room: Room) -> None:
    """Whatever phase it was read for: its neighbours of this mail say another one."""
    room.answer("moroccan", "PHASE Moroccan combat\nbeni-2 0101 0909\n")
    said = flat(room.answer("moroccan", "MOVE beni-1 0302\nbeni-2 0101 0909\n"))
    assert "✗ 2. beni-2 0101 0909 an order begins with its verb" in said
    assert said.count("beni-2 0101 0909") == 1
