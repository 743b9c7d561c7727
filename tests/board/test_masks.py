"""Sets of hexes as bits against sets of hexes: what touches them, floods against networkx, discs; maps with holes."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.hexes import hex_id
from pbem.board.hexmap import HexMap

BOARDS = [
    HexMap({hex_id(c, r): ["clear"] for c in range(1, 9) for r in range(1, 8)}),
    HexMap({hex_id(c, r): ["clear"] for c in range(2, 13) for r in range(3, 9) if (3 * c + 5 * r) % 7}),
    HexMap({"9999": ["clear"], "9899": ["clear"], "0101": ["clear"]}),
    HexMap({}),
]


@pytest.mark.parametrize("board", BOARDS)
def test_what_touches_a_hex_is_its_neighbours(board: HexMap) -> None:
    for hex_ in board.ids:
        assert set(board.masks.hexes(board.masks.near[hex_])) == set(board.neighbours[hex_])
        assert [*board.masks.hexes(board.masks.bit[hex_])] == [hex_]
    assert tuple(board.masks.hexes(board.masks.all)) == board.ids


@given(st.data())
def test_what_touches_a_set_is_what_touches_one_of_it(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(BOARDS[:3]))
    hexes = data.draw(st.sets(st.sampled_from(board.ids)))
    near = {other for hex_ in hexes for other in board.neighbours[hex_]}
    assert [*board.masks.hexes(board.masks.around(board.masks.of(hexes)))] == sorted(near)


@given(st.data())
def test_parts_are_those_of_networkx_and_a_flood_fills_those_in_which_it_starts(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(BOARDS[:3]))
    ground = data.draw(st.sets(st.sampled_from(board.ids)))
    start = data.draw(st.sets(st.sampled_from(board.ids)))
    graph = nx.Graph({hex_: [n for n in board.neighbours[hex_] if n in ground] for hex_ in ground})
    parts = sorted(map(sorted, nx.connected_components(graph)))
    masks = board.masks
    assert [[*masks.hexes(part)] for part in masks.parts(masks.of(ground))] == parts
    joined = {hex_ for part in parts if start.intersection(part) for hex_ in part}
    assert set(masks.hexes(masks.flood(masks.of(start), masks.of(ground)))) == joined


def test_a_disc_is_what_lies_within_it() -> None:
    for board in BOARDS:
        for hex_ in board.ids:
            for radius in (0, 1, 2, 3):
                assert tuple(board.masks.hexes(board.disc(hex_, radius))) == board.within(hex_, radius)


def test_no_set_has_a_hex_beyond_the_map() -> None:
    with pytest.raises(KeyError):
        BOARDS[0].masks.of(["0909"])
