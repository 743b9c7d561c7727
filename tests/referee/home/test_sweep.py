"""A PHASE head alone: nothing is wanted in that phase, and nobody waits for the deadline."""

from datetime import timedelta

from tests.referee.making import Room


def test_a_head_alone_passes_the_phase(room: Room) -> None:
    assert room.at == "1.moroccan-movement"
    receipt = room.answer("moroccan", "PHASE movement\n")
    assert "Nothing is ordered for: Moroccan movement" in " ".join(receipt.split())
    room.tick(timedelta(minutes=31))
    assert room.at != "1.moroccan-movement"


def test_a_head_alone_takes_nothing_back(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    receipt = room.answer("moroccan", "PHASE movement\n")
    assert "Nothing is ordered" not in receipt
    rows = room.home.store.sections.in_force("melilla", "moroccan", 1)
    assert [line["text"] for line in rows["moroccan-movement"].lines] == ["MOVE beni-1 0402"]


def test_a_head_over_a_refused_line_passes_nothing(room: Room) -> None:
    receipt = room.answer("moroccan", "PHASE movement\nMVOE beni-1 0402\n")
    assert "Nothing is ordered" not in receipt
    room.tick(timedelta(minutes=31))
    assert room.at == "1.moroccan-movement"
