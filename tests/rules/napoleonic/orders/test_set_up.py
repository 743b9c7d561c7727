"""DEPLOY, and where who has no line stands (NAP-15.4)."""

from typing import Any

import pytest

from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.orders import Deploy
from pbem.rules.napoleonic.setup import judge_deploy
from tests.rules.napoleonic.factory import RULES, checked, foot, make, played, scenario, verdicts


@pytest.mark.rule("NAP-15.4", "NAP-4.1", "NAP-4.2", "NAP-5.3")
@pytest.mark.parametrize(
    ("about", "order", "code"),
    [
        ({}, {}, ""), ({}, {"hex": "0505"}, "outside-zone"), ({"division": "two"}, {}, "outside-zone"),
        ({"entry": "west"}, {}, "outside-zone"), ({}, {"hex": "0304"}, "enemy-there"),
        ({}, {"formation": "skirmish"}, ""),
        ({}, {"formation": "square"}, ""), ({}, {"formation": "limbered"}, "cannot-form"),
        ({"class": "militia"}, {"formation": "skirmish"}, "cannot-form"),
        ({"class": "militia"}, {"formation": "square"}, ""),
        ({"type": "cavalry", "class": "heavy"}, {"formation": "skirmish"}, "cannot-form"),
        ({"type": "cavalry"}, {"formation": "skirmish"}, ""),
        ({"type": "cavalry"}, {"formation": "square"}, "cannot-form"),
        ({"type": "artillery"}, {}, ""), ({"type": "artillery"}, {"formation": "limbered"}, ""),
        ({"type": "artillery"}, {"formation": "normal"}, "cannot-form"),
        ({"type": "artillery", "class": "heavy"}, {"formation": "deployed"}, ""),
        ({}, {"hex": "0306", "formation": "square"}, "no-square-here"), ({}, {"hex": "0306"}, ""),
        ({}, {"hex": "0305"}, "overstacked"), ({}, {"hex": "0305", "formation": "square"}, "no-square-here"),
        ({"at": "0305"}, {"hex": "0305", "formation": "skirmish"}, "overstacked"),
        ({"type": "leader"}, {"hex": "0305"}, ""),
        ({"type": "leader"}, {"formation": "square"}, "cannot-form"),
    ],
)  # fmt: skip
def test_where_and_how_a_counter_may_be_set_up(about: dict[str, Any], order: dict[str, Any], code: str) -> None:
    unit = {**foot("a", "french", "off-map", division="one", pf=2), **about}
    if unit["type"] == "leader":
        del unit["pf"]
    others = [foot("b", "french", "0305", pf=12), foot("c", "french", "0305", pf=12), foot("x", "spanish", "0304")]
    west = {"side": "french", "hexes": ["0103"], "road": None, "face": "SE"}
    map_ = {
        "zones": {"one": ["0303", "0304", "0305", "0306"]}, "terrain": {"0306": "town"},
        **({"entry": {"west": west}} if "entry" in about else {}),
    }  # fmt: skip
    state = make([unit, *others], "set-up", map_)
    assert verdicts(state, Deploy.model_validate({"unit": "a", "hex": "0303", **order})) == [code]


@pytest.mark.rule("NAP-15.4", "NAP-5.6")
def test_a_face_in_the_set_up_turns_all_of_the_hex_and_its_own_word_stands() -> None:
    units = [
        foot("a", "french", "off-map", face="SW"),
        foot("b", "french", "0303", facing="N"),
        foot("x", "spanish", "0808"),
    ]
    for face, facings in (("S", [3, 3]), (None, [0, 0]), ("N", [0, 0])):
        found = checked(make(units, "set-up"), Deploy.model_validate({"unit": "a", "hex": "0303", "face": face})).state
        assert [found.units[each].facing for each in "ab"] == facings
    alone = checked(make(units, "set-up"), Deploy(unit="a", hex="0304")).state
    assert alone.units["a"].facing == 4


@pytest.mark.rule("NAP-15.4")
def test_who_has_no_line_stands_where_proposed_or_in_the_nearest_hex_with_room() -> None:
    units = [
        foot("a", "french", "", pf=12, face="SW"), foot("b", "french", "", pf=12), foot("c", "french", "", pf=12),
        foot("d", "french", "", pf=1), {"id": "g", "side": "french", "type": "artillery", "pf": 4},
        foot("x", "spanish", "", pf=12),
    ]  # fmt: skip
    set_up = {"french": {"a": "0505", "b": "0505", "c": "0505"}, "spanish": {"x": "0504"}}
    made = scenario(units, {"size": [6, 6]}, **{"set-up": set_up})
    placed = {"x": {"at": "0504"}}
    state = RULES.load(made, {"turn": 1, "phase": "set-up", "units": placed})
    told = {each.unit: each for each in played(state) if isinstance(each, facts.Deployed)}
    assert {unit: each.at for unit, each in told.items()} == {
        "a": "0505", "b": "0505", "c": "0404", "d": "0101", "g": "0101",
    }  # fmt: skip
    assert [(told[each].facing, told[each].formation, told[each].by) for each in "ag"] == [
        (4, "normal", "referee"), (0, "deployed", "referee"),
    ]  # fmt: skip


@pytest.mark.rule("NAP-15.4", "NAP-4.2")
def test_who_is_set_up_again_where_he_stands_is_not_counted_twice() -> None:
    state = make([foot("a", "french", "0303", pf=10, facing="N")], "set-up")
    found = checked(state, Deploy(unit="a", hex="0303", formation="square", face="S"))
    assert found.problems == ()
    [told] = judge_deploy(state, "french", Deploy(unit="a", hex="0303", face="S")).events
    assert told.type == "deployed"
