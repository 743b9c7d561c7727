"""Batteries taken from lost artillery (LL-2.8, 8.16)."""

import pytest

from pbem.core.events import Answered
from pbem.rules.legion.events import BatteryCaptured, Eliminated
from pbem.rules.legion.orders import Capture, Cooperate
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, gone, run, told, values

COMBAT, SPANISH = "moroccan-combat", "spanish-combat"
GUN = ["art-1 artillery 2-2 0403", "beni-1 infantry 3-4 0303", "bat-1 artillery 2-2 pool", "bat-2 artillery 1-2 pool"]
POOL = {"bat-1": {"captured": True}, "bat-2": {"captured": True}}


@pytest.mark.rule("LL-8.16", "LL-2.8")
def test_w13_captured_battery() -> None:
    result = run(make(GUN, COMBAT, pieces=POOL), [attack("0403", "beni-1")], [4, 3])
    assert values(result) == (12, 6)
    assert gone(result) == ["art-1"]
    battery = result.state.units["bat-1"]
    assert (battery.status, battery.at, battery.moved, battery.bombarded) == ("map", "0403", "move", True)
    assert "0404" in result.state.zones_of("moroccan")
    assert result.state.units["bat-2"].status == "pool"
    assert result.state.scenario.batteries == ("bat-1", "bat-2")
    (answered,) = told(result, Answered)
    assert (answered.question, answered.answer, answered.source) == ("capture art-1", "yes", "default")


@pytest.mark.rule("LL-8.16")
@pytest.mark.parametrize(
    ("order", "taken"),
    [
        (Capture(policy="no"), None),
        (Capture(policy="yes"), "bat-1"),
        (Capture(policy="yes", units=("bat-2", "bat-1")), "bat-2"),
        (Capture(policy="yes", units=("bat-9",)), "bat-1"),
    ],
)
def test_the_standing_order_decides_on_the_battery(order: Capture, taken: str | None) -> None:
    state = make(GUN, COMBAT, pieces=POOL)
    standing = {"moroccan": [Cooperate(seat="moroccan-2"), order], "spanish": [Capture(policy="no")]}
    result = run(state, [attack("0403", "beni-1")], [4, 3], standing)
    assert [e.unit for e in told(result, BatteryCaptured)] == ([] if taken is None else [taken])
    (answered,) = told(result, Answered)
    assert (answered.source, answered.line, answered.passed) == ("standing", 2, ((1, "other-question"),))


@pytest.mark.rule("LL-8.16")
def test_guns_lost_together_are_taken_by_hex_until_the_pool_is_empty() -> None:
    units = [
        "art-1 artillery 1-2 0304",
        "art-2 artillery 1-2 0302",
        "beni-1 infantry 9-4 0303",
        "bat-1 artillery 2-2 pool",
    ]
    state = make(units, COMBAT, pieces={"bat-1": {"captured": True}})
    result = run(state, [attack("art-1 art-2", "beni-1")], [3, 3])
    assert [e.unit for e in told(result, Eliminated)] == ["art-2", "art-1"]
    assert [(e.unit, e.at, e.lost) for e in told(result, BatteryCaptured)] == [("bat-1", "0302", "art-2")]


@pytest.mark.rule("LL-8.16")
def test_a_captured_battery_that_is_lost_leaves_nothing() -> None:
    units = [
        "leg-1 infantry 9-4 0303",
        "bat-1 artillery 1-2 0403",
        "bat-2 artillery 1-2 pool",
        "beni-1 infantry 1-1 0909",
    ]
    result = run(make(units, SPANISH, pieces=POOL), [attack("bat-1", "leg-1")], [3, 3])
    assert gone(result) == ["bat-1"]
    assert told(result, BatteryCaptured) == []
    assert result.state.units["bat-2"].status == "pool"


@pytest.mark.rule("LL-8.16")
def test_attacked_artillery_defends_with_its_factor() -> None:
    result = run(make(GUN, COMBAT, pieces=POOL), [attack("0403", "beni-1")], [2, 5])
    assert values(result) == (6, 10)
    assert gone(result) == ["beni-1"]


@pytest.mark.rule("LL-8.16")
def test_with_reactions_ask_the_owner_is_asked_for_the_battery_and_the_dice_stay() -> None:
    state = make(GUN, COMBAT, pieces=POOL, options={"reactions": "ask"})
    asked = run(state, [attack("0403", "beni-1")], [4, 3])
    assert len(asked.questions) == 1
    assert (asked.questions[0].id, asked.questions[0].side) == ("capture art-1", "moroccan")
    assert asked.questions[0].options == ("yes", "no", "bat-1", "bat-2")
    assert asked.state.units["art-1"].status == "eliminated"
    answered = run(state, [attack("0403", "beni-1")], [4, 3], answers={"capture art-1": "bat-2"})
    assert answered.questions == ()
    assert answered.events[: len(asked.events)] == asked.events
    assert answered.state.units["bat-2"].at == "0403"
    refused = run(state, [attack("0403", "beni-1")], [4, 3], answers={"capture art-1": "no"})
    assert told(refused, BatteryCaptured) == []
