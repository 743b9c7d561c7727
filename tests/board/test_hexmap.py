"""Hex maps: neighbours, terrain, roads, discs."""

import pytest

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


def test_roads_join_only_what_they_join() -> None:
    clear = {hex_id(c, r): ["clear"] for c in range(1, 5) for r in range(1, 5)}
    board = HexMap(clear, roads=[["0101", "0102", "0103"], ["0103", "0203"]])
    assert board.road("0102", "0101")
    assert board.road("0203", "0103")
    assert not board.road("0101", "0201")
    assert "0404" not in board.roads


@pytest.mark.parametrize("road", [["0101", "0103"], ["0101", "0909"], ["0909", "0101"]])
def test_a_road_with_a_gap_is_refused(road: list[str]) -> None:
    with pytest.raises(ValueError, match="do not touch"):
        HexMap({"0101": ["clear"], "0102": ["clear"], "0103": ["clear"]}, roads=[road])
