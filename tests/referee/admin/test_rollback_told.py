"""A rollback is told at once to all: what it takes back, which mails no longer count, what is asked now and by when."""

import re
from pathlib import Path

import pytest
from icalendar import Calendar

from pbem.errors import BadInput
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rollback import preview_rollback
from pbem.referee.admin.rulings import roll_back
from pbem.referee.admin.seating import Player
from tests.killed import Killed
from tests.referee.making import GAME, HOUR, LENGTH, At, Room, copied, flat, kill, text_of

FIGHT = "MOVE beni-1 0302\nMOVE beni-3 0304\nATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\n"
MOVEMENT = "1.spanish-movement"


@pytest.fixture
def ahead(room: Room) -> Room:
    """Turn 2: the Moroccans, who have fought in turn 1, are asked again."""
    room.answer("moroccan", FIGHT)
    room.tick(HOUR)
    while room.at != "2.moroccan-movement":
        room.tick(LENGTH)
    room.tick()
    return room


def back(room: Room, phase: str = MOVEMENT, *, same_dice: bool = False, why: str = "the road was missed") -> None:
    """The referee takes the game back."""
    roll_back(room.home, room.game, phase, same_dice=same_dice, who="Referee", why=why, now=room.now)


def note(room: Room, seat: str) -> str:
    """Subject and text of the last note to a seat."""
    return flat(f"{room.mails(seat, 'note')[-1]['subject']} {room.text(seat, 'note')}")


def entries(room: Room, seat: str, what: str) -> list[tuple[str, str]]:
    """Method and uid of the calendar entries of the last mail of a kind."""
    files = [p for p in room.mails(seat, what)[-1].iter_attachments() if p.get_filename() == "deadline.ics"]
    read = [Calendar.from_ical(file.get_content()) for file in files]
    return [(str(each["method"]), str(each.walk("VEVENT")[0]["uid"])) for each in read]


def test_both_are_told_at_once_with_the_reason_and_what_no_longer_counts(ahead: Room) -> None:
    back(ahead)
    omar = note(ahead, "moroccan")
    assert "The game goes back to: Spanish movement, turn 1" in omar
    assert "The reason: the road was missed" in omar
    assert "These emails to you no longer count: “Turn 2 · your turn: Moroccan movement · by " in omar
    assert "It is not your turn." in omar
    ana = note(ahead, "spanish")
    assert "La partida vuelve a: movimiento español, turno 1" in ana
    assert "El motivo: the road was missed" in ana
    assert "Te toca: movimiento español." in ana
    assert "(hora de Madrid)" in ana.partition("Tienes hasta el ")[2]


def test_the_report_to_the_seat_that_is_asked_is_not_called_calm(ahead: Room) -> None:
    back(ahead)
    ahead.tick()
    told = flat(ahead.text("spanish", "report"))
    assert "*** La partida vuelve a: movimiento español, turno 1." in told
    assert "calma" not in told
    assert "Nada que contar." not in told
    assert "registro" not in told.partition("DADOS")[0]
    mail = ahead.mails("spanish", "report")[-1]
    html = mail.get_body(("html",))
    assert html is not None
    assert "calma" not in html.get_content()


def test_calendar_entries_of_what_was_taken_back_are_cancelled(ahead: Room) -> None:
    ((_method, uid),) = entries(ahead, "moroccan", "report")
    ahead.now += HOUR
    back(ahead)
    assert entries(ahead, "moroccan", "note") == [("CANCEL", uid)]


def test_the_entry_of_a_phase_that_is_asked_again_stays(ahead: Room) -> None:
    ahead.now += HOUR
    back(ahead)
    gone = entries(ahead, "spanish", "note")
    assert {method for method, _ in gone} <= {"CANCEL"}
    assert not any(uid.startswith(f"{GAME}.1.spanish-movement.") for _, uid in gone)


def test_an_answer_to_a_void_mail_is_told_so(ahead: Room) -> None:
    void = ahead.mails("moroccan", "report")[-1]
    back(ahead)
    said = flat(ahead.answer("moroccan", "MOVE beni-2 0403\n", In_Reply_To=void["message-id"]))
    assert "You answered an email that no longer counts: the referee took the game back." in said
    assert "The game goes back to: Spanish movement, turn 1." in said
    before = ahead.mails("moroccan", "welcome")[-1]
    assert "no longer counts" not in ahead.answer("moroccan", "STATUS\n", In_Reply_To=before["message-id"])


@pytest.mark.parametrize("orders", ["", "MANTENER cer-2\n"])
def test_done_in_an_answer_to_a_void_mail_ends_no_turn(ahead: Room, orders: str) -> None:
    """It was said of a turn that is played anew: with it a late answer would pass all of that."""
    void = ahead.mails("spanish", "report")[-1]
    back(ahead)
    said = flat(ahead.answer("spanish", f"{orders}LISTO\n", In_Reply_To=void["message-id"]))
    assert "LISTO no cuenta en la respuesta a un correo así: envíalo otra vez." in said
    assert ahead.seat("spanish").done == ""
    assert ahead.at == "1.spanish-movement"
    ahead.answer("spanish", "LISTO\n")
    assert ahead.at == "2.moroccan-movement"


def test_an_answer_to_a_void_receipt_is_told_so(ahead: Room) -> None:
    ahead.answer("moroccan", "HOLD beni-2\n")
    receipt = ahead.mails("moroccan", "receipt")[-1]
    ahead.now += HOUR
    back(ahead)
    said = flat(ahead.answer("moroccan", "HOLD beni-2\n", In_Reply_To=receipt["message-id"]))
    assert "You answered an email that no longer counts" in said


def test_with_the_same_dice_it_says_that_it_is_played_again_at_once(ahead: Room) -> None:
    back(ahead, same_dice=True)
    omar = note(ahead, "moroccan")
    assert "It is played again at once, with the same orders and the same dice" in omar
    assert "Your turn: Moroccan movement." in omar
    assert "con las mismas órdenes y los mismos dados" in note(ahead, "spanish")


def test_it_is_told_once_however_often_ticks_run(ahead: Room) -> None:
    back(ahead)
    for _ in range(3):
        ahead.tick(HOUR)
    assert len(ahead.rows("moroccan", "note")) == 1
    assert len(ahead.rows("spanish", "note")) == 1


@pytest.mark.parametrize("same_dice", [False, True])
def test_all_are_told_although_the_run_was_killed(ahead: Room, tmp_path: Path, same_dice: bool) -> None:
    whole = copied(ahead, tmp_path / "whole", At())
    back(whole, same_dice=same_dice)
    assert isinstance(whole.effects, At)
    numbers = whole.effects.of_each_kind()
    whole.tick()
    expected = sorted(text_of(mail) for mail in whole.mails(None, "note"))
    for n in numbers:
        room = copied(ahead, tmp_path / str(n), At(n=n, strike=kill))
        with pytest.raises(Killed):
            back(room, same_dice=same_dice)
        room.close()
        room.effects = At()
        if all(item.record.kind != "rollback" for item in room.game.records):
            back(room, same_dice=same_dice)
        room.tick()
        assert sorted(text_of(mail) for mail in room.mails(None, "note")) == expected
        room.close()


def test_the_preview_counts_what_would_go_and_changes_nothing(ahead: Room) -> None:
    files, rows = ahead.files(), ahead.rows()
    found = preview_rollback(ahead.home, ahead.game, "1.moroccan-combat", same_dice=False)
    assert found.phases[0] == "1.moroccan-combat"
    assert found.phases[-1] == "2.weather"
    assert found.fights == 2
    assert {mail.seat for mail in found.mails} == {"moroccan", "spanish"}
    assert any("Turn 2 · your turn: Moroccan movement" in mail.subject for mail in found.mails)
    assert (ahead.files(), ahead.rows()) == (files, rows)
    later = preview_rollback(ahead.home, ahead.game, MOVEMENT, same_dice=True)
    assert later.fights == 0
    with pytest.raises(BadInput, match=r"has not played '7\.weather'; the last phases are"):
        preview_rollback(ahead.home, ahead.game, "7.weather", same_dice=False)
    assert ahead.home.game_row(GAME).deadline is not None


def test_a_new_player_is_not_told_what_was_taken_back(ahead: Room) -> None:
    back(ahead, "1.moroccan-combat")
    eva = Player("moroccan", "moroccan", "eva@example.org", "en", "UTC", "Eva")
    replace_player(ahead.home, ahead.game, eva, ahead.now, why="Omar has no time")
    ahead.tick()
    told = flat(ahead.text("moroccan", "report"))
    assert "The game goes back to: Moroccan combat, turn 1." in told
    assert "Turn 1 · Moroccan movement" in told, "what counts of this turn and the one before is"
    assert "Turn 1 · the game goes back" in told, "by the turn where the game is now"
    assert not any(f"Turn 1 · {phase}" in told for phase in ("Moroccan combat", "Spanish movement", "end of turn"))
    assert "melilla · Turn 1 · " in str(ahead.mails("moroccan", "report")[-1]["subject"])
    assert "The game waits for your first reply: MOTTO and some words of your own. The game waits" not in told


def test_what_was_taken_back_before_a_seat_heard_of_it_is_proved_and_not_told(room: Room) -> None:
    """The Spanish hear of the Moroccan movement with the combat; it is taken back and played again before that."""
    room.answer("moroccan", "MOVE beni-1 0302\nDONE\n")
    room.tick()
    assert room.at == "1.moroccan-combat"
    back(room, "1.moroccan-movement")
    room.answer("moroccan", "MOTTO again\nMOVE beni-1 0402\nDONE ALL\n")
    room.answer("spanish", "LEMA otra vez\n")
    room.tick()
    told = flat(room.text("spanish", "report"))
    assert "La partida vuelve a: movimiento marroquí, turno 1." in told
    assert told.count("Turno 1 · movimiento marroquí") == 1
    assert len(re.findall(r"Registro \d+, movimiento marroquí", told)) == 2
