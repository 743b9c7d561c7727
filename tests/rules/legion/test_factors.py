"""How far a piece may go: factors before weather, and what the choices of a move make of the road bonus."""

import pytest

from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.factors import allowance
from tests.rules.legion.factory import make


@pytest.mark.rule("LL-2.9", "LL-2.10")
def test_aircraft_and_fleets_neither_move_nor_march_over_land() -> None:
    state = make(
        ["bom-1 bomber -8 0303", "fle-1 fleet - 0101"], terrain={"0303": "clear airport", "0101": "sea"}, turn=6
    )
    assert [allowance(state, unit, how) for unit in ("bom-1", "fle-1") for how in ("move", "march")] == [0, 0, 0, 0]


@pytest.mark.rule("LL-7.5")
def test_the_choices_of_a_piece_on_a_road_reach_two_hexes_farther_along_it() -> None:
    road = ["0101", "0102", "0103", "0104", "0105", "0106", "0107"]
    state = make(["beni-1 infantry 3-3 0101", "cer-1 infantry 3-3 0909"], size=(9, 9), roads=[road])
    moves = [c for c in ruleset("legion").choices(state, "moroccan").actors["beni-1"] if c.order.type == "move"]
    ends = {choice.order.path[-1]: choice.notes for choice in moves}  # type: ignore[attr-defined]
    assert {"0105", "0106"} <= ends.keys()
    assert "0107" not in ends
    assert {ends["0106"]["cost"], ends["0106"]["allowance"]} == {5}
    assert "0205" not in ends  # five hexes too, but off the road
