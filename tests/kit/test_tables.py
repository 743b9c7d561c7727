"""Sums of terms, columns of odds and cells of results tables."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.tables import cell, clamp, ratio_column, total

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "5-1")


@dataclass(frozen=True)
class Point:
    unit: str
    amount: int
    factor: bool = False


def test_a_factor_multiplies_what_stands_before_it_for_its_unit():
    terms = [Point("a", 3), Point("b", 5), Point("a", 2, factor=True), Point("a", 1)]
    assert total(terms) == 3 * 2 + 1 + 5
    assert total([]) == 0


def test_a_factor_of_no_unit_multiplies_all_that_stands_before_it():
    assert total([Point("a", 3), Point("", 1), Point("b", 5), Point("", 2, factor=True), Point("c", 4)]) == 9 * 2 + 4


def test_what_is_of_no_unit_is_added_once():
    assert total([Point("", 1), Point("a", 3), Point("b", 5)]) == 9


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(7, 2, "3-1"), (8, 4, "2-1"), (7, 4, "1-1"), (3, 4, "1-2"), (1, 9, "1-3"), (90, 2, "5-1"), (3, 0, "5-1")],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, column: str):
    assert ratio_column(attack, defence, COLUMNS) == column


@given(attack=st.integers(0, 60), defence=st.integers(1, 60))
def test_the_column_is_the_last_one_whose_odds_are_reached(attack: int, defence: int):
    place = COLUMNS.index(ratio_column(attack, defence, COLUMNS))
    reached = [attack / defence >= int(c[0]) / int(c[2]) for c in COLUMNS]
    assert reached[place] or place == 0
    assert not any(reached[place + 1 :])


@pytest.mark.parametrize(
    ("attack", "defence", "columns"),
    [
        (-1, 1, COLUMNS), (1, -1, COLUMNS), (1, 1, ("2-1", "1-1")), (1, 1, ("1-1", "2-2")),
        (1, 1, ("1-1", "3-1", "2-1")),
    ],
)  # fmt: skip
def test_what_is_no_table_of_odds_is_refused(attack: int, defence: int, columns: tuple[str, ...]):
    with pytest.raises(ValueError, match=r"odds of|do not ascend"):
        ratio_column(attack, defence, columns)


def test_rows_beyond_the_table_are_its_ends():
    table = {"1": {"2-1": "AR"}, "2": {"2-1": "-"}, "3": {"2-1": "DE"}}
    assert [cell(table, row, "2-1") for row in (-4, 1, 2, 3, 9)] == ["AR", "AR", "-", "DE", "DE"]
    assert (clamp(0, 1, 6), clamp(9, 1, 6), clamp(4, 1, 6)) == (1, 6, 4)
