"""Several mails in one tick: each receipt says what happens next as it is when it leaves, not as it was in between."""

from pathlib import Path

import pytest

from pbem.referee.tick import tick
from tests.e2e.test_faults import FIGHT, LATER, world_of
from tests.games.napoleonic.bailen import begun
from tests.killed import Killed
from tests.referee.making import At, Room, copied, flat, kill, new_room

GOES_ON = "→ Tu próximo informe dice qué se te pide. Están todas las órdenes: se ejecuta ya la fase de "


def test_a_receipt_knows_that_a_later_mail_of_its_tick_ends_the_phase(room: Room) -> None:
    room.says("spanish", "ESTADO\n")
    room.says("moroccan", "MOVE beni-1 0402\nDONE\n")
    assert room.tick().closed == ["melilla 1.moroccan-movement"]
    said = flat(room.text("spanish", "receipt"))
    assert "no te toca" not in said
    assert f"{GOES_ON}movimiento marroquí." in said
    assert "los marroquíes: órdenes recibidas" in said, "so does STATUS"
    html = room.mails("spanish", "receipt")[-1].get_body(("html",))
    assert html is not None
    assert "no te toca" not in html.get_content()
    assert "Your orders for Moroccan movement are complete." in flat(room.text("moroccan", "receipt"))
    assert sum(b"Tu pr=C3=B3ximo informe" in raw for raw in room.out().values()) == 1, "that is what was sent"
    assert room.replay().difference is None


def test_it_is_not_your_turn_is_still_said_where_the_phase_stays_open(room: Room) -> None:
    room.says("spanish", "ESTADO\n")
    room.says("moroccan", "MOVE beni-1 0402\n")
    assert room.tick().closed == []
    said = flat(room.text("spanish", "receipt"))
    assert "→ Ahora no te toca. Están todas las órdenes: la fase de movimiento marroquí se ejecuta" in said


def test_what_a_receipt_says_of_its_own_mail_stays(room: Room) -> None:
    """The second mail of a player ends the turn: the first one does not wait for more any longer."""
    room.says("moroccan", "MOVE beni-1 0402\nMOVE beni-2 9999\n")
    room.says("moroccan", "DONE\n")
    assert room.tick().closed == ["melilla 1.moroccan-movement"]
    first, second = (flat(str(mail.get_body(("plain",)))) for mail in room.mails("moroccan", "receipt")[-2:])
    assert "1 of 2 orders accepted." in first
    assert "Refused lines hold the phase" not in first
    assert "All orders are in: Moroccan movement is carried out now." in first
    assert "All orders are in: Moroccan movement is carried out now." in second


def test_with_the_last_first_reply_the_game_begins_for_both(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    room.says("spanish", "LEMA niebla\n")
    room.says("moroccan", "MOTTO wind\n")
    room.tick()
    assert "La partida empieza en cuanto todos" not in flat(room.text("spanish", "receipt"))
    assert "Ya habéis respondido todos: la partida empieza ahora." in flat(room.text("spanish", "receipt"))
    room.close()


def test_at_bailen_it_is_the_same(tmp_path: Path) -> None:
    room = begun(tmp_path / "home")
    room.says("spanish", "ESTADO\n")
    room.says("french", "DONE\nDONE ALL\n")
    assert room.tick().closed[:1] == ["bailen 1.french-movement"]
    said = flat(room.text("spanish", "receipt"))
    assert "no te toca" not in said
    assert GOES_ON in said
    room.close()


def test_a_done_that_leaves_out_who_waits_to_come_in_says_that_it_is_asked_again(tmp_path: Path) -> None:
    room = begun(tmp_path / "home")
    room.says("french", "MOVE gen-barbou 0107 0206\nMOVE leg4-1 0107 0207\nDONE\n")
    room.tick()
    room.says("spanish", "LISTO TODO\n")
    room.tick()
    assert room.at == "2.french-command"
    form = flat(room.text("french", "report"))
    assert "# DIVISION barbou ADVANCE" in form
    assert "# MOVE leg4-2 0107 0206" in form, "whom no line of a division brings on to the map"
    room.says("french", "DONE\n")
    room.tick()
    said = flat(room.text("french", "receipt"))
    assert "You are asked again, for units wait to come in: French movement. DONE once more leaves them out." in said
    assert "they pass" not in said
    assert room.at == "2.french-movement"
    room.close()


def test_drop_knows_a_unit_by_the_beginning_that_an_order_knows_it_by(tmp_path: Path) -> None:
    room = begun(tmp_path / "home")
    room.says("french", "MOVE bat-4 0108\nMOVE leg4-1 0107\nMOVE leg4-2 0107\n")
    room.tick()
    room.says("french", "DROP bat\nDROP leg4\n")
    room.tick()
    said = flat(room.text("french", "receipt"))
    assert "Withdrawn: MOVE bat-4 0108" in said
    assert "You have no line “leg4”" in said, "there are two"
    assert "MOVE leg4-2 0107" in said
    room.close()


def test_a_kill_at_any_effect_of_a_tick_with_two_mails_loses_and_repeats_nothing(room: Room, tmp_path: Path) -> None:
    """Only what the first receipt says comes next may be older, where the process died before all mails were in."""

    def world(found: Room) -> dict[str, object]:
        seen = world_of(found)
        receipts = {row.message_id for row in found.rows("spanish", "receipt")}
        kept = [each for each in seen["outbox"] if each[0] not in receipts]
        sent = sorted(raw for raw in seen.pop("out").values() if not any(own.encode() in raw for own in receipts))
        return {**seen, "outbox": kept, "sent": sent, "receipts": receipts}

    room.says("spanish", "ESTADO\n")
    room.says("moroccan", FIGHT)
    whole = copied(room, tmp_path / "whole", At())
    assert isinstance(whole.effects, At)
    assert tick(whole.home, whole.now).faults == []
    numbers = whole.effects.of_each_kind()
    whole.tick(LATER)
    wanted, count = world(whole), len(whole.out())
    whole.close()
    for n in numbers:
        found = copied(room, tmp_path / str(n), At(n=n, strike=kill))
        with pytest.raises(Killed):
            tick(found.home, found.now)
        found.close()
        found.effects = At()
        found.tick()
        found.tick(LATER)
        assert world(found) == wanted, n
        assert len(found.out()) == count, n
        assert found.replay().difference is None
        found.close()
