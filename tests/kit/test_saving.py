"""Frozen dataclasses as JSON and back: what is at its default may be left out, what does not fit is said."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.kit.saving import Fields, Frame

BOARD, PIECES = {"0101": 0, "0102": 1}, {"a-1": 0, "a-2": 1}


@dataclass(frozen=True)
class Piece:
    status: str
    at: str | None = None
    steps: int | None = 2
    must_attack: bool = False
    zoc_of: tuple[str, ...] = ()
    hidden: int = 0


FIELDS = Fields(
    Piece,
    names=("status", "at", "steps", "must_attack", "zoc_of"),
    words={"status": ("map", "gone")},
    labels={"status": "the status"},
)
KNOWN = {"at": (BOARD, "hex of the map"), "zoc-of": (PIECES, "pieces")}


def test_a_value_comes_back_from_json_as_it_was():
    for piece in (Piece("map", "0101", 1, True, ("a-1", "a-2")), Piece("gone")):
        for full in (True, False):
            data = json.loads(json.dumps(FIELDS.dump(piece, full=full)))
            assert Piece(**FIELDS.read(data, "piece a-1", KNOWN)) == piece


def test_defaults_are_left_out_where_not_all_is_wanted():
    assert FIELDS.dump(Piece("map", "0101"), full=False) == {"status": "map", "at": "0101"}
    assert list(FIELDS.dump(Piece("map"))) == ["status", "at", "steps", "must-attack", "zoc-of"]


WRONG: list[tuple[Any, str]] = [
    (3, "an object of fields is expected, not 3."),
    ({"hidden": 1}, "there is no field 'hidden'."),
    ({"status": "asleep"}, "the status is one of map, gone, not 'asleep'."),
    ({"at": "0303"}, "'0303' is no hex of the map."),
    ({"at": 101}, "101 is no hex of the map."),
    ({"steps": True}, "steps is a whole number or null, not True."),
    ({"steps": "2"}, "steps is a whole number or null, not '2'."),
    ({"must-attack": "yes"}, "must-attack is true or false, not 'yes'."),
    ({"zoc-of": ["b-1"]}, "zoc-of is a list of pieces, not ['b-1']."),
    ({"zoc-of": "a-1"}, "zoc-of is a list of pieces, not 'a-1'."),
]


@pytest.mark.parametrize(("data", "sentence"), WRONG)
def test_what_does_not_fit_is_said(data: Any, sentence: str):
    with pytest.raises(ValueError, match=f"^piece a-1: {re.escape(sentence)}$"):
        FIELDS.read(data, "piece a-1", KNOWN)


def test_null_is_no_space_but_a_value_of_its_own():
    assert FIELDS.read({"at": None}, "piece a-1", KNOWN) == {"at": None}


# Whole states ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    score: int = 0
    winner: str | None = None


FRAME = Frame("Toy", {"first": 0, "second": 1}, Fields(Position), others=("pool",), unit="piece")


def test_the_frame_of_a_state_has_turn_phase_fields_and_units():
    assert FRAME.read({}, PIECES, 3) == (1, "first", {}, {})
    given = {"turn": 3, "phase": "second", "score": 2, "pool": [], "units": {"a-1": {"at": "0101"}}}
    assert FRAME.read(given, PIECES, 3) == (3, "second", {"score": 2}, {"a-1": {"at": "0101"}})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"weather": "hot", "vigour": 1}, "a state of Toy has no field 'vigour'."),
        ({"phase": "third"}, "'third' is no phase of Toy."),
        ({"turn": 0}, "the turn is a whole number from 1 to 3, not 0."),
        ({"turn": 4}, "the turn is a whole number from 1 to 3, not 4."),
        ({"turn": True}, "the turn is a whole number from 1 to 3, not True."),
        ({"units": ["a-1"]}, "units is an object of pieces by id."),
        ({"units": {"z-1": {}, "b-1": {}}}, "the scenario has no piece 'b-1'."),
        ({"score": "2"}, "score is a whole number, not '2'."),
    ],
)
def test_what_is_no_state_is_said(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        FRAME.read(data, PIECES, 3)
