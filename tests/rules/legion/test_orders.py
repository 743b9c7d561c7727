"""What each order of La Legión cannot do without, and what it may leave out (catalogue, part D)."""

import pytest

from tests.language.factories import codes, order

NEEDS = {
    "DEPLOY urriaguel-1": "missing-field",
    "MOVE urriaguel-1": "missing-field",
    "MARCH urriaguel-1": "missing-field",
    "LAND bandera-1-1": "missing-field",
    "HOLD": "missing-field",
    "BOMBARD": "missing-field",
    "BOMBARD WITH ceriñola-art-1": "unexpected-word",
    "BOMBARD 1411": "missing-field",
    "FLY hidro-1": "missing-field",
    "PLACE flota-1": "missing-field",
    "ATTACK": "missing-field",
    "ATTACK 1411": "missing-field",
    "ATTACK WITH urriaguel-1": "unexpected-word",
    "PANIC bandera-1-1 TO 1411": "missing-field",
    "PANIC bandera-1-1 1411": "missing-field",
    "CAPTURE": "missing-field",
    "COOPERATE spanish": "missing-field",
    "COOPERATE yes": "missing-field",
}


@pytest.mark.parametrize("line", NEEDS)
def test_an_order_without_what_it_needs_is_told_what_is_missing(line: str) -> None:
    assert NEEDS[line] in [code for _, _, code in codes(line)]


@pytest.mark.parametrize(
    "line", ["REINFORCE urriaguel-1", "LAND bandera-1-1 AT 0711", "ATTACK 1411 WITH cerinola-1", "CAPTURE yes"]
)
def test_what_an_order_may_leave_out(line: str) -> None:
    assert order(line)
