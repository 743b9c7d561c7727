"""What the scenarios of all games have, read; and the sentence for each thing in them that cannot be."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from pbem.board.hexmap import HexMap
from pbem.kit.reading import (
    read_by_id,
    read_ground,
    read_hexes,
    read_options,
    read_places,
    read_seats,
    read_set_up,
    read_spaces,
    read_tables,
)

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


def test_things_by_id_are_read_from_an_object_and_from_a_list() -> None:
    things = {"b-2": {"id": "b-2"}, "a": {"id": "a"}}
    for given in (things, list(things.values())):
        assert list(read_by_id(given, "counters", "a-1").items()) == [("a", {"id": "a"}), ("b-2", {"id": "b-2"})]


def test_options_have_their_default_and_seats_are_in_order() -> None:
    options = {"fog": ("no", "yes"), "wind": ("weak", "strong")}
    assert read_options({"wind": "strong"}, options) == {"fog": "no", "wind": "strong"}
    assert list(read_seats({"red-2": "red", "blue": "blue", "red": "red"}, ("red", "blue"), 2, "T-1").items()) == [
        ("blue", "blue"), ("red", "red"), ("red-2", "red")
    ]  # fmt: skip


def test_spaces_are_looked_for_in_any_list_of_them() -> None:
    read_spaces(["0101", "0102"], iter(["0102", "0101"]), "map")


def test_a_hex_has_one_ground_its_own_or_the_default() -> None:
    assert read_ground({"sea"}, "0101", GROUNDS, FEATURES, "clear") == "sea"
    assert read_ground({"town"}, "0101", GROUNDS, FEATURES, "clear") == "clear"


def seats(most: int, **sides: str) -> Callable[[], Any]:
    return lambda: read_seats(sides, ("red", "blue"), most, "T-1")


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
    (lambda: read_spaces(["b", "a"], frozenset("b"), "map, exits", "area"), "map, exits: a is no area of this map."),
    (lambda: read_by_id([7], "counters", "a-1"), "counters: None is not an id; an id is like a-1."),
    (lambda: read_by_id([{"id": 7}], "counters", "a-1"), "counters: 7 is not an id; an id is like a-1."),
    (lambda: read_by_id({"A": 1}, "counters", "a-1"), "counters: 'A' is not an id; an id is like a-1."),
    (lambda: read_by_id([{"id": "a"}, {"id": "a"}], "counters", "a-1"), "counters: two counters have the id a."),
    (lambda: read_options(["fog"], {}), "options: an object of option names and values is expected."),
    (lambda: read_options({"x": 1}, {"b": ("1",), "a": ("1",)}), "options: 'x' is not an option; there are a, b."),
    (lambda: read_options({"fog": 1}, {"fog": ("no", "yes")}), "options: fog is no or yes, not 1."),
    (lambda: read_seats(["red"], ("red",), 1, "T-1"), "seats: an object of seat ids and sides is expected."),
    (seats(1, red="red", blue="green"), "seats: blue plays red or blue, not 'green'."),
    (seats(1, red="red"), "seats: blue has one seat, not 0 (T-1)."),
    (seats(1, a="red", b="red", c="blue"), "seats: red has one seat, not 2 (T-1)."),
    (seats(2, a="red", b="red", c="red", d="blue"), "seats: red has one or two seats, not 3 (T-1)."),
]


@pytest.mark.parametrize(("read", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_cannot_be_is_said(read: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read()
