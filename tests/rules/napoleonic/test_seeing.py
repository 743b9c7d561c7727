"""Division orders stay hidden from the enemy until they are shown (NAP-2.1, 2.3)."""

import json

import pytest

from pbem.core.orders import Line, Section
from pbem.core.play import Inputs, adjudicate
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.orders import Assault, Command
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make

RULES = ruleset("napoleonic")
LEADER = {"id": "gen", "side": "spanish", "type": "leader", "chief": True, "range": 8, "at": "0303"}


def position(phase: str, order: str = "defence") -> State:
    """A Spanish division next to a French counter."""
    units = [LEADER, foot("a", "spanish", "0403", division="one", facing="S"), foot("x", "french", "0404", facing="N")]
    return make(units, phase, divisions={"one": {"side": "spanish", "leader": "gen", "order": order}})


def told(state: State, side: str | None) -> str:
    """What a side may see of a state, as JSON."""
    return json.dumps(RULES.dump(RULES.view(state, side), full=True), sort_keys=True)


@pytest.mark.rule("NAP-2.1", "NAP-2.3")
def test_the_enemy_sees_the_same_whatever_the_order() -> None:
    attack, defence = position("spanish-command", "attack"), position("spanish-command", "defence")
    assert told(attack, "french") == told(defence, "french")
    assert told(attack, None) == told(defence, None)
    assert told(attack, "spanish") != told(defence, "spanish")


@pytest.mark.rule("NAP-2.3")
def test_the_enemy_learns_that_there_is_a_new_order_and_not_which() -> None:
    line = Line(number=1, order=Command(division="one", order="attack"))
    sheets = {"spanish": Section(phase="spanish-command", lines=(line,))}
    result = adjudicate(RULES, position("spanish-command"), Inputs(dice=ScriptedDice([]), sheets=sheets))
    given = next(event for event in result.events if isinstance(event, facts.Commanded))
    assert given.order == "attack"
    for side, order in (("spanish", "attack"), ("french", "hidden"), (None, "hidden")):
        seen = RULES.sees(given, side)
        assert isinstance(seen, facts.Commanded)
        assert seen.order == order


@pytest.mark.rule("NAP-11.1")
def test_an_assault_shows_the_order_until_the_turn_is_over() -> None:
    line = Line(number=1, order=Assault(target="0404", hex="0403"))
    sheets = {"spanish": Section(phase="spanish-movement", lines=(line,))}
    result = adjudicate(RULES, position("spanish-movement", "attack"), Inputs(dice=ScriptedDice([]), sheets=sheets))
    assert RULES.view(result.state, "french").divisions["one"].order == "attack"
    ended = RULES.evolve(RULES.view(result.state, "french"), facts.TurnEnded(french=0, spanish=0))
    assert ended.divisions["one"].order == "hidden"


@pytest.mark.rule("NAP-2.1")
def test_how_many_mp_a_counter_has_left_is_not_told_to_the_enemy() -> None:
    moved = facts.Moved(unit="a", side="french", path=("0303", "0304"), facing=3, cost=1, left=3)
    for side, left in (("french", 3), ("spanish", 0), (None, 0)):
        seen = RULES.sees(moved, side)
        assert isinstance(seen, facts.Moved)
        assert (seen.left, seen.cost) == (left, 1)
