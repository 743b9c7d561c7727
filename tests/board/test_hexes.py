"""Hex arithmetic: CCRR, cube coordinates, distance, directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board import hexes

ANY_HEX = st.builds(hexes.hex_id, st.integers(1, 99), st.integers(1, 99))


@given(ANY_HEX)
def test_text_and_cube_are_the_same_hex(hex_: str) -> None:
    assert hexes.from_cube(hexes.to_cube(hex_)) == hex_
    assert sum(hexes.to_cube(hex_)) == 0


@pytest.mark.parametrize("wrong", ["", "12", "01015", "01a1", "٠١٠١", "0１01", "-101"])
def test_what_is_not_four_digits_is_no_hex(wrong: str) -> None:
    with pytest.raises(ValueError, match="four digits"):
        hexes.column_row(wrong)


def test_even_columns_lie_half_a_hex_lower() -> None:
    assert [h for h in ("0302", "0303") if hexes.distance("0403", h) == 1] == ["0303"]
    around = {f"{c:02d}{r:02d}" for c in range(2, 7) for r in range(1, 6)}
    assert {h for h in around if hexes.distance("0403", h) == 1} == {"0402", "0404", "0303", "0304", "0503", "0504"}
    assert {h for h in around if hexes.distance("0303", h) == 1} == {"0302", "0304", "0202", "0203", "0402", "0403"}


@given(ANY_HEX, ANY_HEX, ANY_HEX)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(st.integers(20, 80), st.integers(20, 80), st.integers(0, 5), st.integers(1, 9))
def test_a_straight_step_has_its_direction_and_length(column: int, row: int, direction: int, count: int) -> None:
    start = hexes.hex_id(column, row)
    end = hexes.from_cube(hexes.step(hexes.to_cube(start), direction, count))
    assert hexes.distance(start, end) == count
    assert hexes.straight_direction(start, end) == direction


def test_what_is_not_straight_has_no_direction() -> None:
    assert hexes.straight_direction("0303", "0303") is None
    assert hexes.straight_direction("0303", "0504") is None or hexes.distance("0303", "0504") == 2
    assert hexes.straight_direction("0101", "0302") == 2  # south-east, two hexes


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (100, 1), (1, 100), (-1, 5)])
def test_columns_and_rows_run_from_1_to_99(column: int, row: int) -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        hexes.hex_id(column, row)


def test_the_outermost_hexes() -> None:
    assert [hexes.hex_id(1, 1), hexes.hex_id(99, 1), hexes.hex_id(1, 99)] == ["0101", "9901", "0199"]
