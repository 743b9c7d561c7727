"""What is drawn of a position and of a plan: stacks from the bottom up, facings, arcs, odds; hidden orders never."""

from collections.abc import Sequence

import pytest

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.scene import Scene
from pbem.gamedata.rulesets import ruleset
from pbem.report.svg import draw_map
from pbem.rules.napoleonic.fire import arc
from pbem.rules.napoleonic.orders import Assault, Fire, Move
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make

RULES = ruleset("napoleonic")
LEADER = {"id": "gen", "side": "french", "type": "leader", "chief": True, "at": "0402"}
GUNS = {
    "id": "guns",
    "side": "french",
    "type": "artillery",
    "pf": 6,
    "at": "0302",
    "facing": "S",
    "formation": "deployed",
}


def battle(phase: str) -> State:
    """Two French counters with their general and a battery before a Spanish counter."""
    units = [
        LEADER, GUNS, foot("a", "french", "0402", facing="S"), {**foot("b", "french", "0402", facing="S"), "pf": 4},
        foot("c", "french", "0202", facing="S"), foot("x", "spanish", "0403", facing="N"),
    ]  # fmt: skip
    return make(units, phase)


def planned(state: State, orders: Sequence[Order]) -> Scene:
    """What a receipt draws of orders for the phase of a state, all of them good."""
    lines = tuple(Line(number=n, order=order) for n, order in enumerate(orders, 1))
    found = RULES.check(state, "french", Sheet(seat="french", sections=(Section(phase=state.phase, lines=lines),)))
    assert [problem for problem in found.problems if problem.line] == []
    scene: Scene = RULES.planned(RULES.view(state, "french"), "french", found.lines)
    return scene


def test_the_counter_that_fights_first_is_on_top_and_its_leader_next() -> None:
    scene = RULES.scene(battle("french-fire"), (), None)
    assert [counter.unit for counter in scene.counters if counter.space == "0402"] == ["b", "gen", "a"]


def test_a_counter_out_of_command_is_marked() -> None:
    division = {"french": {"side": "french", "leader": "gen"}}
    far = make([{**LEADER, "range": 1, "division": "french"}, foot("near", "french", "0402", division="french"),
                foot("away", "french", "0408", division="french")], divisions=division)  # fmt: skip
    shown = {counter.unit: counter.states for counter in RULES.scene(far, (), None).counters}
    assert "no-command" in shown["away"]
    assert "no-command" not in shown["near"]
    assert "no-command" not in shown["gen"]


@pytest.mark.rule("NAP-8.1", "NAP-8.2")
def test_the_plan_of_a_fire_shows_the_arc_and_range_of_the_guns() -> None:
    state = battle("french-fire")
    scene = planned(state, [Fire(unit="guns", target="0403")])
    assert [(shade.kind, shade.spaces) for shade in scene.shades] == [("arc", tuple(arc(state, "guns")))]
    assert [(shot.origin, shot.target, shot.hit) for shot in scene.shots] == [("0302", "0403", None)]


@pytest.mark.rule("NAP-11.2")
def test_the_plan_of_a_turn_shows_odds_and_where_counters_will_face() -> None:
    scene = planned(
        battle("french-movement"), [Move(unit="c", path=("0203",), face="SE"), Assault(target="0403", hex="0402")]
    )
    assert [(arrow.unit, arrow.kind, arrow.facing) for arrow in scene.arrows] == [
        ("c", "planned", 2), ("a", "planned-attack", None),
    ]  # fmt: skip
    assert [(shade.kind, shade.spaces, shade.label) for shade in scene.shades] == [("odds", ("0403",), "3:2")]
    svg = draw_map(scene, "en")
    assert ">3:2</text>" in svg
    assert draw_map(scene, "en") == svg
