"""How every shipped game ends by its players' will: a side concedes, a draw wants both."""

from typing import Any

import pytest

from pbem.core.events import GameEnded
from pbem.gamedata.games import compose, shipped_game
from pbem.gamedata.rulesets import SHIPPED, ruleset


@pytest.mark.parametrize("name", SHIPPED)
def test_who_concedes_has_lost_and_a_draw_is_of_both(name: str) -> None:
    rules = ruleset(name)
    one, two = rules.SIDES
    data = compose(name, shipped_game(name).default_scenario)
    state: Any = rules.initial(rules.read_scenario(data))
    assert rules.surrender(state, ()) is None
    lost, gained = rules.surrender(state, {one}), rules.surrender(state, {two})
    assert isinstance(lost, GameEnded)
    assert isinstance(gained, GameEnded)
    assert (lost.winner, gained.winner) == (two, one)
    assert rules.agreed_draw(state, {one}) is None
    drawn = rules.agreed_draw(state, {one, two})
    assert isinstance(drawn, GameEnded)
    assert drawn.winner == "draw"
    assert "" not in (lost.reason, gained.reason, drawn.reason)
