"""Hex maps: neighbours, terrain, discs, links, hexsides, levels, distances against networkx."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.hexes import distance, hex_id
from pbem.board.hexmap import HexMap


def rectangle(columns: int, rows: int, **terrain: str) -> HexMap:
    """A map of clear hexes; keyword h0203="mountain" changes one."""
    hexes = {hex_id(c, r): ["clear"] for c in range(1, columns + 1) for r in range(1, rows + 1)}
    hexes.update({key[1:]: [word] for key, word in terrain.items()})
    return HexMap(hexes)


def test_neighbours_are_those_at_distance_one_clockwise_from_north() -> None:
    board = rectangle(6, 6)
    for hex_ in board.ids:
        assert set(board.neighbours[hex_]) == {h for h in board.ids if distance(hex_, h) == 1}
    assert board.neighbours["0303"] == ("0302", "0402", "0403", "0304", "0203", "0202")
    assert board.neighbours["0101"] == ("0201", "0102")
    assert [board.ids[i] for i in board.adjacent[board.index["0303"]]] == list(board.neighbours["0303"])


def test_a_disc_holds_all_within_its_radius() -> None:
    board = rectangle(8, 8)
    for radius in (0, 1, 2, 3):
        assert board.within("0404", radius) == tuple(h for h in board.ids if distance("0404", h) <= radius)
    assert board.distance("0101", "0808") == distance("0101", "0808")


def test_terrain_words() -> None:
    board = rectangle(3, 3, h0202="mountain")
    assert board.with_terrain("mountain") == ("0202",)
    assert board.has("0202", "city", "mountain")
    assert not board.has("0202", "clear")
    assert not board.has("0909", "clear")
    assert "0909" not in board
    assert len(board) == 9


CLEAR = {hex_id(c, r): ["clear"] for c in range(1, 5) for r in range(1, 5)}


def test_links_join_only_what_they_join() -> None:
    board = HexMap(CLEAR, links={"road": [["0101", "0102", "0103"], ["0103", "0203"]], "rail": [["0101", "0201"]]})
    assert board.linked("road", "0102", "0101")
    assert board.linked("road", "0203", "0103")
    assert not board.linked("road", "0101", "0201")
    assert board.linked("rail", "0201", "0101")
    assert not board.linked("trench", "0101", "0102")
    assert board.joined("road")["0103"] == {"0102", "0203"}
    assert "0404" not in board.joined("road")
    assert board.ways["road"] == (("0101", "0102", "0103"), ("0103", "0203"))


def test_edges_lie_between_two_hexes_whichever_comes_first() -> None:
    board = HexMap(CLEAR, edges={"river": [["0102", "0101"], ["0202", "0203"]], "bridge": [("0101", "0102")]})
    assert board.edge("0101", "0102") == board.edge("0102", "0101") == {"river", "bridge"}
    assert board.edge("0203", "0202") == {"river"}
    assert board.edge("0101", "0201") == board.edge("0101", "0404") == frozenset()
    assert list(board.edges) == [("0101", "0102"), ("0202", "0203")]


def test_levels_and_names() -> None:
    board = HexMap(CLEAR, level={"0203": 2}, places={"0203": {"es": "Cerrajón", "en": "Cerrajón"}})
    assert (board.level["0203"], board.level["0101"], len(board.level)) == (2, 0, 16)
    assert board.places == {"0203": {"es": "Cerrajón", "en": "Cerrajón"}}


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (["0101", "0103"], "0101 and 0103 do not touch"),
        (["0101", "0101"], "0101 and 0101 do not touch"),
        (["0101", "0909"], "0909 is no hex of this map"),
        (["0909", "0101"], "0909 is no hex of this map"),
    ],
)
def test_a_link_or_an_edge_with_a_gap_is_refused(way: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=f"^road: {said}$"):
        HexMap(CLEAR, links={"road": [way]})
    with pytest.raises(ValueError, match=f"^river: {said}$"):
        HexMap(CLEAR, edges={"river": [way]})


def test_an_edge_lies_between_two() -> None:
    with pytest.raises(ValueError, match=r"^cliff: a pair of spaces that touch is needed, not '0101 0102 0103'$"):
        HexMap(CLEAR, edges={"cliff": [["0101", "0102", "0103"]]})


def test_a_text_that_is_no_hex_is_refused() -> None:
    with pytest.raises(ValueError, match="a hex is four digits"):
        HexMap({"1-1": ["clear"]})


def test_a_map_may_have_holes() -> None:
    board = HexMap({h: words for h, words in CLEAR.items() if h != "0202"})
    assert "0202" not in board.neighbours["0102"]
    assert board.distance("0102", "0302") == 2
    assert "0202" not in board.within("0102", 1)


def test_other_terrain_leaves_the_rest_as_it_was() -> None:
    board = HexMap(CLEAR, links={"road": [["0101", "0102"]]})
    other = board.replace_terrain({h: ["sea"] for h in CLEAR})
    assert (board.terrain["0101"], other.terrain["0101"]) == ({"clear"}, {"sea"})
    assert other.linked("road", "0102", "0101")
    assert other.neighbours == board.neighbours


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_distance_is_that_of_networkx(columns: int, rows: int, data: st.DataObject) -> None:
    board = rectangle(columns, rows)
    graph = nx.Graph({h: board.neighbours[h] for h in board.ids})
    start = data.draw(st.sampled_from(board.ids))
    assert {h: board.distance(start, h) for h in board.ids} == nx.single_source_shortest_path_length(graph, start)
