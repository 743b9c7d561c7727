"""A map's JSON to a board: hexes in full or short, areas; whatever is wrong in it is one sentence."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.board import AreaMap, Board, HexMap, read_board, spaces, spell_out
from pbem.resources import shipped_path

AREAS: dict[str, Any] = {
    "area-a": {
        "name": {"es": "Área A", "en": "Area A"},
        "terrain": ["clear", "coastal"],
        "to": {"ceuta": "shore", "monte": ["slope", "road"]},
        "control": "spanish",
    },
    "ceuta": {"terrain": "sea", "to": []},
    "monte": {"to": ["area-a"], "level": 2},
}


def hexes(**more: Any) -> dict[str, Any]:
    """A full map of two by two hexes."""
    return {
        "size": [2, 2],
        "hexes": {h: {"terrain": ["clear"]} for h in ("0101", "0102", "0201", "0202")},
        **more,
    }


def test_the_shipped_map_is_a_board():
    map_ = json.loads(shipped_path("games", "legion", "maps", "melilla.json").read_text("utf-8"))
    board = read_board(map_)
    assert isinstance(board, HexMap)
    assert (board.kind, len(board), board.places["3907"]["es"]) == ("hexes", 46 * 26, "Melilla")
    assert board.linked("road", "3907", "3908")
    assert board.terrain["3907"] == {"clear", "fortress"}
    assert spaces(map_)["3907"]["zone"] == "spanish"


def test_a_short_map_is_its_default_and_what_differs():
    board = read_board({"size": [2, 3], "default": "sea", "terrain": {"0102": "hill", "0203": ["clear", "town"]}})
    assert board.ids == ("0101", "0102", "0103", "0201", "0202", "0203")
    assert [sorted(board.terrain[h]) for h in board.ids] == [
        *(["sea"], ["hill"], ["sea"]),
        *(["sea"], ["sea"], ["clear", "town"]),
    ]
    assert read_board({"size": [1, 1]}).terrain == {"0101": {"clear"}}
    assert spaces({"size": [1, 1]}) == {}


def test_a_short_map_is_spelled_out_and_others_are_left():
    short = {"size": [1, 3], "default": "sea", "terrain": {"0102": "hill", "0103": ["clear", "town"]}, "roads": []}
    full = spell_out(short)
    assert full == {
        "size": [1, 3],
        "default": "sea",
        "roads": [],
        "hexes": {"0101": {"terrain": ["sea"]}, "0102": {"terrain": ["hill"]}, "0103": {"terrain": ["clear", "town"]}},
    }
    assert read_board(full).terrain == read_board(short).terrain
    for map_ in (full, hexes(), {"areas": AREAS}):
        assert spell_out(map_) == map_


def test_full_and_short_say_the_same():
    full = read_board(
        hexes(hexsides={"river": [["0101", "0102"]]}, links={"rail": [["0101", "0201"]]}, levels={"0102": 1})
    )
    short = read_board(
        {
            "size": [2, 2],
            "hexsides": {"river": [["0102", "0101"]]},
            "links": {"rail": [["0101", "0201"]]},
            "levels": {"0102": 1},
        }
    )
    for board in (full, short):
        assert (board.edge("0102", "0101"), board.level["0102"]) == ({"river"}, 1)
        assert board.linked("rail", "0201", "0101")
    assert full.terrain == short.terrain


def test_a_map_without_a_size_has_the_hexes_that_it_lists():
    board = read_board(
        {"hexes": {"0101": {"terrain": "clear"}, "0305": {"place": {"name": {"en": "Far"}}, "level": -1}}}
    )
    assert (board.ids, board.terrain["0305"], board.level["0305"]) == (("0101", "0305"), frozenset(), -1)
    assert board.places == {"0305": {"en": "Far"}}


def test_areas_with_what_lies_between():
    board = read_board(
        {
            "areas": AREAS,
            "roads": [["monte", "area-a"]],
            "links": {"river": [{"id": "r", "areas": ["area-a", "ceuta"]}]},
        }
    )
    assert isinstance(board, AreaMap)
    assert (board.kind, board.ids) == ("areas", ("area-a", "ceuta", "monte"))
    assert board.neighbours == {"area-a": ("ceuta", "monte"), "ceuta": ("area-a",), "monte": ("area-a",)}
    assert [board.edge("area-a", other) for other in ("ceuta", "monte")] == [{"shore"}, {"slope", "road"}]
    assert board.edge("monte", "area-a") == {"slope", "road"}
    assert [board.terrain[area] for area in board.ids] == [{"clear", "coastal"}, {"sea"}, {"clear"}]
    assert (board.level["monte"], board.places) == (2, {"area-a": {"es": "Área A", "en": "Area A"}})
    assert board.linked("road", "area-a", "monte")
    assert board.linked("river", "ceuta", "area-a")
    assert spaces({"areas": AREAS})["area-a"]["control"] == "spanish"


def test_what_a_game_says_of_an_area_beside_is_not_the_id_of_a_place():
    board = read_board({"areas": {"a": {"id": "x", "name": {"en": "A"}}, "b": {"id": "x", "name": {"en": "B"}}}})
    assert board.places == {"a": {"en": "A"}, "b": {"en": "B"}}


def test_both_kinds_are_boards():
    boards: list[Board] = [read_board(hexes()), read_board({"areas": AREAS})]
    for board in boards:
        assert [board.index[space] for space in board.ids] == list(range(len(board.ids)))
        for space in board.ids:
            assert {other for other in board.ids if board.distance(space, other) == 1} == set(board.neighbours[space])


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "map, size: write the number of columns and of rows, for example [46, 26]."),
    ({"size": [3]}, "map, size: write the number of columns and of rows, for example [46, 26]."),
    ({"size": [3, 100]}, "map, size: a whole number from 1 to 99 is expected, not 100."),
    ({"size": [2, 2], "default": ["sea"]}, "map, default: a terrain word is expected, not a list."),
    ({"size": [2, 2], "terrain": {"0303": "sea"}}, "map, terrain: 0303 is no hex of this map."),
    ({"size": [2, 2], "terrain": {"0101": 7}}, "map, hex 0101, terrain: a list is expected, not a number."),
    ({"size": [2, 2], "terrain": {"0101": ["a", "a"]}}, "map, hex 0101: a terrain word stands there twice."),
    ({"size": [2, 2], "levels": {"0303": 1}}, "map, levels: 0303 is no hex of this map."),
    (
        {"size": [2, 2], "levels": {"0101": "1"}},
        "map, hex 0101, level: a whole number from -99 to 99 is expected, not '1'.",
    ),
    ({"size": [2, 2], "hexsides": {"river": ["0101"]}}, "map, hexsides, river: a list is expected, not a text."),
    (
        {"size": [2, 2], "hexsides": {"river": [["0101"]]}},
        "map, river: a pair of spaces that touch is needed, not '0101'.",
    ),
    ({"size": [2, 3], "hexsides": {"cliff": [["0101", "0103"]]}}, "map, cliff: 0101 and 0103 do not touch."),
    ({"size": [2, 2], "links": {"rail": [{"id": "m"}]}}, "map, rail m: a list is expected, not nothing."),
    ({"size": [2, 2], "links": {"rail": [["0101", "0303"]]}}, "map, rail: 0303 is no hex of this map."),
    ({"size": [2, 2], "links": []}, "map, links: an object is expected, not a list."),
    ({"hexes": {}}, "map, hexes: there is not one."),
    ({"hexes": {"11": {}}}, "map, hexes: '11' is not a hex of four digits, 0101 to 9999."),
    ({"hexes": {"0100": {}}}, "map, hexes: '0100' is not a hex of four digits, 0101 to 9999."),
    ({"hexes": {"0101": []}}, "map, hex 0101: an object is expected, not a list."),
    ({"hexes": {"0101": {"place": "Annual"}}}, "map, hex 0101, place: an object is expected, not a text."),
    ({"hexes": {"0101": {"name": {"es": 5}}}}, "map, hex 0101, name: texts are expected."),
    (
        {"hexes": {"0101": {"place": {"id": "annual"}}, "0102": {"place": {"id": "annual"}}}},
        "map: two places have the id annual: 0101 and 0102.",
    ),
    ({"size": [2, 2], "hexes": {"0101": {}}}, "map: 3 of 4 hexes are missing, the first is 0102."),
    ({"size": [1, 1], "hexes": {"0101": {}, "0909": {}}}, "map, hexes: 0909 is no hex of this map."),
    ({"areas": AREAS, "hexes": {}}, "map: it has hexes or areas, not both."),
    ({"areas": {"Area A": {}}}, "map, areas: 'Area A' is not an id; an id is like casa-del-morabito."),
    ({"areas": {"a": {"to": "b"}}}, "map, area a, to: a list is expected, not a text."),
    ({"areas": {"a": {"to": {"b": 3}}}}, "map, area a, to: a list is expected, not a number."),
    ({"areas": {"a": {"to": ["b"]}}}, "map, area a, to: it cannot touch b, which is no area of this map."),
    ({"areas": {"a": {"to": ["a"]}}}, "map, area a, to: it cannot touch itself."),
    ({"areas": {"a": {}, "b": {}}, "roads": [["a", "b"]]}, "map, road: a and b do not touch."),
]


@pytest.mark.parametrize(("map_", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_is_wrong_with_a_map_is_said(map_: dict[str, Any], sentence: str):
    with pytest.raises(ValueError) as wrong:  # noqa: PT011  # the whole sentence is compared
        read_board(map_)
    assert str(wrong.value) == sentence


def test_two_ways_of_one_id_are_said():
    with pytest.raises(ValueError, match=r"^map, road: two have the id a\.$"):
        read_board(hexes(roads=[{"id": "a", "hexes": ["0101", "0102"]}] * 2))


KEYS = ["size", "default", "terrain", "hexes", "areas", "roads", "links", "hexsides", "levels"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.text("ab01-", max_size=4) | st.sampled_from(["0101", "sea"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["0101", "a", "b", "to", "terrain", "place", "name", "id"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(KEYS), JSON, st.sampled_from([{"size": [2, 2]}, hexes(), {"areas": {"a": {"to": ["b"]}, "b": {}}}])
)
def test_any_value_anywhere_is_read_or_said(key: str, value: Any, map_: dict[str, Any]):
    fault = ""
    try:
        read_board({**map_, key: value})
    except ValueError as wrong:
        fault = str(wrong)
    assert fault == "" or (fault.startswith("map") and fault.endswith("."))
