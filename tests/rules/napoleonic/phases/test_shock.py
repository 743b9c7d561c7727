"""The results of a shock, who advances, and what comes after (NAP-11)."""

from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.orders import Advance, Losses
from pbem.rules.napoleonic.scenario import FACINGS
from tests.rules.napoleonic.factory import CAVALRY, foot, make, played


@pytest.mark.rule("NAP-11.6", "NAP-11.7", "NAP-11.8", "NAP-9.4")
@pytest.mark.parametrize(
    ("face", "pile", "result", "left"),
    [
        (1, [{}], "A1", {"x": 8}), (2, [{}], "A1", {"x": 8}), (3, [{}], "---", {"x": 8}), (4, [{}], "BM", {"x": 7}),
        (5, [{}], "D1", {"x": 8}), (4, [{"pf": 4}, {"pf": 4}], "BM", {"x": 3, "y": 4}),
        (4, [{"pf": 3}, {"pf": 5}], "BM", {"x": 3, "y": 4}), (5, [{"formation": "square"}], "---", {"x": 8}),
        (5, [{"type": "artillery"}], "D1", {}),
        (5, [{"type": "artillery", "pf": 4}, {"type": "artillery", "pf": 4}], "D1", {}),
        (4, [{"type": "artillery"}], "BM", {"x": 7}), (5, [{"type": "artillery", "pf": 1}], "DB", {}),
        (4, [{"type": "artillery", "pf": 1}], "D2", {}), (4, [{"pf": 1}], "D2", {"x": 1}), (5, [{"pf": 1}], "DB", {}),
        (1, [{"morale": "routed"}], "D1", {}), (1, [{"morale": "routed", "pf": 4}] * 2, "D1", {"x": 4, "y": 4}),
    ],
)  # fmt: skip
def test_the_results_of_a_shock(face: int, pile: list[dict[str, Any]], result: str, left: dict[str, int]) -> None:
    units = [
        foot("a", "french", "0303", facing="SE"),
        *({**foot("xy"[number], "spanish", "0403", facing="NW"), **about} for number, about in enumerate(pile)),
    ]
    if pile[0].get("formation") == "square":
        face += -1  # +1 for infantry against a square
    state = make(units, "french-shock", markers={"0303": "0403"})
    told = played(state, [face, *[6] * 6])
    assert [each.result for each in told if isinstance(each, facts.Fought)] == [result]
    after = state
    for event in told:
        after = evolve(after, event)
    there = {unit: after.pf(unit) for unit in ("x", "y") if unit in after.units and after.on_map(unit)}
    assert there == left
    assert after.units["x"].fought
    tested = [each.unit for each in told if isinstance(each, facts.MoraleTested)]
    assert tested == {"A1": ["a"], "D1": [*left]}.get(result, [*left] if result == "D2" else [])
    assert after.pf("a") == (7 if result == "BM" else 8)


@pytest.mark.rule("NAP-11.6", "NAP-13.2")
@pytest.mark.parametrize(
    ("standing", "loses"),
    [
        ([], "x"), ([Losses(hex="0403", first=("y",))], "y"), ([Losses(division="one", first=("y",))], "y"),
        ([Losses(division="one", first=("y",)), Losses(hex="0403", first=("z",))], "z"),
        ([Losses(hex="0403", first=("z",)), Losses(division="one", first=("y",))], "z"),
        ([Losses(hex="0404", first=("y",))], "x"), ([Losses(division="two", first=("y",))], "x"),
        ([Losses(hex="0403", first=("far", "z"))], "z"), ([Losses(hex="0403", first=("far",))], "x"),
        ([Losses(hex="0403", first=("y",)), Losses(hex="0403", first=("z",))], "z"),
    ],
)  # fmt: skip
def test_which_counter_of_the_defender_loses(standing: list[Order], loses: str) -> None:
    units = [
        foot("a", "french", "0303", facing="SE"), foot("x", "spanish", "0403", facing="NW", pf=4, division="one"),
        foot("y", "spanish", "0403", pf=2), foot("z", "spanish", "0403", pf=2, division="two"),
        foot("far", "spanish", "0808"),
    ]  # fmt: skip
    told = played(make(units, "french-shock", markers={"0303": "0403"}), [4, 6, 6], standing=standing)
    assert [each.unit for each in told if isinstance(each, facts.Lost)] == ["a", loses]


@pytest.mark.rule("NAP-11.9", "NAP-12.5")
@pytest.mark.parametrize(
    ("top", "mode", "map_", "gone"),
    [
        ({}, None, {}, ["a"]), ({}, "all", {}, ["a", "b"]), ({}, "top", {}, ["a"]), ({}, "none", {}, []),
        ({"type": "cavalry"}, None, {}, []), ({"type": "cavalry"}, "top", {}, ["a"]),
        ({}, "all", {"terrain": {"0403": "light-wood"}}, ["a"]),
        ({"type": "cavalry"}, "all", {"terrain": {"0403": "haza"}}, ["b"]),
    ],
)  # fmt: skip
def test_who_advances(top: dict[str, Any], mode: Any, map_: dict[str, Any], gone: list[str]) -> None:
    units = [
        {**foot("a", "french", "0303", facing="SE", pf=12), **top}, foot("b", "french", "0303", pf=4),
        foot("x", "spanish", "0403", facing="NW", pf=1),
    ]  # fmt: skip
    state = make(units, "french-shock", map_, markers={"0303": "0403"}, piles={"0303": ["a", "b"]})
    lines = [Advance(target="0403", mode=mode)] if mode else []
    told = played(state, [6, 6, 6, 6], *lines)
    assert [each.unit for each in told if isinstance(each, facts.Advanced)] == gone
    assert {(FACINGS[each.facing], each.controlled) for each in told if isinstance(each, facts.Advanced)} <= {
        ("SE", True)
    }


@pytest.mark.rule("NAP-10.5")
def test_only_who_charged_tests_after_a_charge() -> None:
    units = [
        {**CAVALRY, "at": "0303", "charged": True}, {**CAVALRY, "id": "other", "at": "0402", "facing": "S"},
        foot("x", "spanish", "0403", facing="NW", pf=12),
    ]  # fmt: skip
    told = played(make(units, "french-shock", markers={"0303": "0403", "0402": "0403"}), [4, 6, 6, 6])
    assert [(each.unit, each.why) for each in told if isinstance(each, facts.MoraleTested)][-1] == (
        "cav",
        "after-charge",
    )
    assert not [each for each in told if isinstance(each, facts.MoraleTested) and each.unit == "other"]


@pytest.mark.rule("NAP-9.4", "NAP-8.8")
@pytest.mark.parametrize(("dice", "fallen"), [([5, 6, 1], []), ([5, 1, 6], ["0303"])])
def test_a_marker_falls_with_the_order_of_the_top_counter_alone(dice: list[int], fallen: list[str]) -> None:
    units = [
        *(foot(each, "french", "0303", facing="SE", pf=pf) for each, pf in (("a", 8), ("b", 7), ("c", 6))),
        foot("x", "spanish", "0403", facing="NW", pf=6),
    ]  # fmt: skip
    told = played(make(units, "spanish-defensive-fire", markers={"0303": "0403"}), dice)
    assert [each.unit for each in told if isinstance(each, facts.MoraleTested)] == ["b", "c"]
    assert [each.hex for each in told if isinstance(each, facts.Unmarked)] == fallen


@pytest.mark.rule("NAP-11.1", "NAP-11.2")
def test_a_stack_of_which_nobody_takes_part_any_more_loses_its_marker() -> None:
    cannon = {"id": "g", "side": "french", "type": "artillery", "pf": 8, "at": "0303", "facing": "SE"}
    state = make([cannon, foot("x", "spanish", "0403", facing="NW")], "french-shock", markers={"0303": "0403"})
    told = played(state)
    assert [each.reason for each in told if isinstance(each, facts.Unmarked)] == ["empty"]
    assert not [each for each in told if isinstance(each, facts.Fought)]
