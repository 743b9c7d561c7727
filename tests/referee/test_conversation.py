"""A turn is one mail: what is left to its default, corrections that add up, a sheet that is pasted back."""

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.gamedata.games import compose
from tests.referee.making import GAME, HOUR, LENGTH, Room, flat, new_room

CONTACT = "MOVE beni-1 0302\nMOVE beni-2 0403\n"
"""After this beni-1 stands next to cer-1, and has to attack it."""


def orders_of(room: Room, seat: str, phase: str) -> list[dict[str, Any]]:
    """The orders of a seat that stand for a phase, as they were understood; of a way its end, the rest is found."""
    row = room.home.store.sections.get(GAME, seat, 1, phase)
    orders = [] if row is None else [dict(line["order"]) for line in row.lines]
    return [{**order, "path": order["path"][-1:]} if "path" in order else order for order in orders]


def sheet_in(receipt: str) -> str:
    """What a receipt offers to paste back: the lines below its heading."""
    _, _, below = receipt.partition("=\n")
    sheet, _, _ = below.partition("\n\n")
    assert re.match(r"(PHASE|FASE) ", sheet)
    return f"{sheet}\n"


def test_done_alone_asks_for_what_the_rules_compel(room: Room) -> None:
    room.answer("moroccan", f"{CONTACT}DONE\n")
    room.tick(HOUR)
    assert room.at == "1.moroccan-combat"
    assert room.tick(HOUR).closed == []
    assert "your turn: Moroccan combat" in str(room.mails("moroccan", "report")[-1]["Subject"])


@pytest.mark.parametrize("words", ["DONE ALL", "LISTO TODO", "done all."])
def test_with_all_it_takes_its_default_as_at_the_deadline(room: Room, words: str) -> None:
    said = flat(room.answer("moroccan", f"{CONTACT}{words}\n"))
    assert "Your turn 1 ends with what you have sent; what the rules compel takes its default." in said
    assert "The rules ask you for orders here" not in said
    room.tick(HOUR)
    room.tick()
    assert room.at == "1.spanish-movement"
    (fight,) = room.facts("fought")
    assert ("beni-1" in str(fight), "cer-1" in str(fight)) == (True, True)


def test_a_second_done_does_too(room: Room) -> None:
    room.answer("moroccan", f"{CONTACT}DONE\n")
    room.tick(HOUR)
    room.answer("moroccan", "DONE\n")
    room.tick()
    assert room.at == "1.spanish-movement"
    assert len(room.facts("fought")) == 1


def test_all_counts_for_its_turn_alone(room: Room) -> None:
    """The word that lost a game: said on turn 1, it must pass nothing on a later turn."""
    room.answer("moroccan", f"{CONTACT}DONE ALL\n")
    while room.at != "2.moroccan-movement":
        room.tick(LENGTH)
    fights = len(room.facts("fought"))
    for _ in range(3):
        assert room.tick(HOUR).closed == []
    assert len(room.facts("fought")) == fights


def test_done_and_all_of_it_is_prose(room: Room) -> None:
    said = room.answer("moroccan", "Done all that I could think of, good luck!\n")
    assert room.seat("moroccan").done == ""
    assert "Done all that I could" in flat(said)


def test_twelve_corrections_leave_the_other_orders_as_they_were(tmp_path: Path) -> None:
    """One line at a time, some of them refused: what was not named again stays, in its place."""
    room = new_room(tmp_path / "home", compose("legion")).started()
    places = ["1612", "1613", "1614", "1615", "1616", "1617", "1718", "1717"]
    units = [f"cerinola-{n}" for n in range(1, 5)] + [f"policia-{n}" for n in range(1, 4)] + ["cerinola-mg-1"]
    room.answer("spanish", "".join(f"DEPLOY {u} {p}\n" for u, p in zip(units, places, strict=True)))
    before = orders_of(room, "spanish", "spanish-setup")
    assert len(before) == 8
    for n in range(12):
        place = ("2319", "2514", "9999")[n % 3]
        said = room.answer("spanish", f"DEPLOY policia-1 {place}\n")
        assert ("✗ 1." in said) is (place == "9999")
    after = orders_of(room, "spanish", "spanish-setup")
    at = units.index("policia-1")
    assert after[:at] + after[at + 1 :] == before[:at] + before[at + 1 :]
    assert after[at] == {**before[at], "at": "2514"}
    room.close()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_sheet_of_a_receipt_sent_back_changes_nothing(room: Room, language: str) -> None:
    room.answer("moroccan", f"LANGUAGE {language}\n")
    combat = "PHASE moroccan-combat\nATTACK cer-1 WITH beni-1\n"
    sheet = sheet_in(room.answer("moroccan", f"{CONTACT}HOLD beni-3\n{combat}"))
    phases = ("moroccan-movement", "moroccan-combat")
    before = [orders_of(room, "moroccan", phase) for phase in phases]
    assert [len(orders) for orders in before] == [3, 1]
    again = room.answer("moroccan", sheet)
    assert "✗" not in again
    assert [orders_of(room, "moroccan", phase) for phase in phases] == before
