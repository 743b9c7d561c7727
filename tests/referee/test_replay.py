"""Replay of a sound save agrees; of one that was tampered with it names the first thing that differs."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.game.replay import Difference
from pbem.referee.admin.rulings import roll_back
from pbem.save.records import sheet_hash
from tests.referee.making import HOUR, LENGTH, Room, copied, foot, guns, new_room, scenario
from tests.verify.rooms import understood

Tamper = Callable[[dict[str, Any]], None]
COUNTERS = {
    "beni-1": foot("moroccan", combat=9),
    "beni-2": foot("moroccan"),
    "taken-1": guns("moroccan", captured=True),
    "cer-1": foot("spanish"),
    "cer-2": foot("spanish"),
    "krupp": guns("spanish", combat=1),
}


@pytest.fixture(scope="module")
def _fought(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """Two phases of movement and a combat in which a battery was taken."""
    room = new_room(tmp_path_factory.mktemp("fought") / "home", scenario(COUNTERS)).started()
    room.set_up(spanish="cer-1 0101, cer-2 0103, krupp 0302", moroccan="beni-1 0402, beni-2 0404")
    while "movement" not in room.game.state.phase:
        room.tick(LENGTH)
    room.answer("moroccan", "MOVE beni-2 0405\nATTACK krupp WITH beni-1\nCAPTURE YES\n")
    room.tick(HOUR)
    assert room.facts("battery-captured")
    return room


@pytest.fixture
def fought(_fought: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of the room after the combat."""
    room = copied(_fought, tmp_path / "home")
    yield room
    room.close()


def tampered(room: Room, phase: str, change: Tamper) -> Difference | None:
    """What replay says of the save after the record of a phase was changed."""
    path = next(room.save.glob(f"turns/*-{phase}.json"))
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record))
    return room.replay().difference


def test_a_sound_save_agrees_record_by_record(fought: Room) -> None:
    found = fought.replay()
    assert found.difference is None
    assert found.records == len(fought.game.records)
    assert found.phases == len([i for i in fought.game.records if i.record.kind == "phase"])


def a_roll(record: dict[str, Any]) -> None:
    record["rolls"][0]["faces"] = [2 if record["rolls"][0]["faces"] != [2] else 3]


def a_label(record: dict[str, Any]) -> None:
    record["rolls"][0]["label"] = "attack cer-1"


def an_event(record: dict[str, Any]) -> None:
    next(event for event in record["events"] if event["type"] == "eliminated")["unit"] = "cer-1"


def a_missing_event(record: dict[str, Any]) -> None:
    del record["events"][-1]


def an_order(record: dict[str, Any]) -> None:
    record["sheets"][0]["lines"][0]["order"]["targets"] = ["cer-1"]


def the_text_of_an_order(record: dict[str, Any]) -> None:
    record["sheets"][0]["lines"][0]["text"] = "ATTACK cer-2 WITH beni-1"


def an_order_and_its_hash(record: dict[str, Any]) -> None:
    an_order(record)
    record["sheets"][0]["hash"] = sheet_hash(understood(record["sheets"][0]))


def an_order_that_is_none(record: dict[str, Any]) -> None:
    record["sheets"][0]["lines"][0]["order"] = {"type": "surrender"}
    record["sheets"][0]["hash"] = sheet_hash(understood(record["sheets"][0]))


def an_answer(record: dict[str, Any]) -> None:
    record["answers"][0]["answer"] = "no"


def the_source_of_an_answer(record: dict[str, Any]) -> None:
    record["answers"][0]["source"] = "default"


def the_state_before(record: dict[str, Any]) -> None:
    record["state"]["before"] = "0" * 64


def the_state_after(record: dict[str, Any]) -> None:
    record["state"]["after"] = "0" * 64


def the_previous(record: dict[str, Any]) -> None:
    record["previous"] = "0" * 64


def the_link(record: dict[str, Any]) -> None:
    record["link"]["value"] = "0" * 64


def a_nonce(record: dict[str, Any]) -> None:
    record["nonces"]["spanish"] = "niebla"


@pytest.mark.parametrize(
    ("change", "what", "place"),
    [
        (a_roll, "roll", "1"),
        (a_label, "roll", "1"),
        (an_order, "order", "hash of moroccan"),
        (an_order_and_its_hash, "text", "moroccan 2"),
        (the_text_of_an_order, "order", "hash of moroccan"),
        (an_order_that_is_none, "order", "sheets"),
        (an_event, "event", None),
        (a_missing_event, "event", None),
        (an_answer, "answer", "1"),
        (the_source_of_an_answer, "answer", "1"),
        (the_state_before, "state", "before"),
        (the_state_after, "state", "after"),
        (the_previous, "hash", "previous"),
        (the_link, "roll", "1"),
        (a_nonce, "roll", None),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_the_first_difference_is_named(fought: Room, change: Tamper, what: str, place: str | None) -> None:
    n = fought.game.records[-1].record.n
    found = tampered(fought, "moroccan-combat", change)
    assert found is not None
    assert (found.n, found.what) == (n, what)
    assert place in (None, found.place)
    assert found.recorded != found.replayed


def test_a_record_that_was_changed_shows_in_the_next_ones_hash_where_nothing_else_does(fought: Room) -> None:
    def the_words(record: dict[str, Any]) -> None:
        sheet = record["sheets"][0]
        sheet["lines"][0]["text"] = "mover beni-2 a 0405"
        sheet["hash"] = sheet_hash(understood(sheet))

    n = fought.game.records[-1].record.n
    found = tampered(fought, "moroccan-movement", the_words)
    assert found is not None
    assert (found.n, found.what, found.place) == (n, "hash", "previous")


def test_a_rollback_to_what_never_was(fought: Room) -> None:
    roll_back(fought.home, fought.game, "1.moroccan-combat", same_dice=False, who="R", why="", now=fought.now)

    def elsewhere(record: dict[str, Any]) -> None:
        record["to"] = 2

    found = tampered(fought, "rollback", elsewhere)
    assert found is not None
    assert (found.what, found.place) == ("state", "after")
