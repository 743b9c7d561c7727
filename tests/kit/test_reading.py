"""What the scenarios of all games have, read; and the sentence for each thing in them that cannot be."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from pbem.board.hexmap import HexMap
from pbem.kit.reading import read_ground, read_hexes, read_places, read_set_up, read_tables

BOARD = {"0101": 0, "0102": 1}
SIDES = {"a-1": "red", "b-1": "blue"}
GROUNDS, FEATURES = ("clear", "sea"), ("town",)


def test_what_is_there_is_read() -> None:
    assert read_places(["0102", "0101"], BOARD, "map, exits") == ("0102", "0101")
    assert isinstance(read_hexes({"size": [1, 2]}), HexMap)
    assert read_tables({"tables": {"die": 6, "odds": 1}}, ("die",)) == {"die": 6, "odds": 1}
    assert read_set_up({"set-up": {"red": {"a-1": "0101"}, "blue": {"b-1": "0102"}}}, SIDES, BOARD, "unit") == {
        "a-1": "0101",
        "b-1": "0102",
    }
    assert read_set_up({}, SIDES, BOARD, "unit") == {}


def test_a_hex_has_one_ground_its_own_or_the_default() -> None:
    assert read_ground({"sea"}, "0101", GROUNDS, FEATURES, "clear") == "sea"
    assert read_ground({"town"}, "0101", GROUNDS, FEATURES, "clear") == "clear"


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: read_places(["0101", "0303"], BOARD, "map, exits"), "map, exits: 0303 is no hex of this map."),
    (lambda: read_places("0101", BOARD, "map, exits"), "map, exits: a list is expected, not a text."),
    (lambda: read_hexes({"areas": {"a": {}, "b": {}}}), "map: hexes are expected, not areas."),
    (lambda: read_tables({"tables": {"b": 1}}, ("a", "b", "c")), "tables: a, c missing."),
    (lambda: read_set_up({"set-up": {"red": {"b-1": "0101"}}}, SIDES, BOARD, "man"), "set-up: red has no man 'b-1'."),
    (
        lambda: read_set_up({"set-up": {"red": {"a-1": "0303"}}}, SIDES, BOARD, "man"),
        "set-up, a-1: the map has no hex '0303'.",
    ),
    (
        lambda: read_ground({"town", "swamp"}, "0101", GROUNDS, FEATURES, "clear"),
        "map, hex 0101: 'swamp' is not a terrain word; there are clear, sea, town.",
    ),
    (
        lambda: read_ground({"sea", "clear"}, "0101", GROUNDS, FEATURES, "clear"),
        "map, hex 0101: one ground is needed (clear, sea), not 2.",
    ),
    (
        lambda: read_ground({"town"}, "0101", GROUNDS, FEATURES, ""),
        "map, hex 0101: one ground is needed (clear, sea), not 0.",
    ),
]


@pytest.mark.parametrize(("read", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_cannot_be_is_said(read: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read()
