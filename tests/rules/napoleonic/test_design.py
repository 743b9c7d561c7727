"""What a full design must have: each fault of a map, of the counters and of the set-up is told."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic.design import check_design
from pbem.rules.napoleonic.scenario import Scenario
from tests.rules.napoleonic.factory import foot, tables
from tests.rules.napoleonic.factory import scenario as made

MAP = {
    "terrain": {"0404": ["town"]},
    "exits": ["0108"],
    "entry": {"west": {"side": "spanish", "hexes": ["0103"], "face": "SE", "road": "0103"}},
    "roads": [["0103", "0203", "0304"]],
}
LEADER = {"id": "gen", "side": "french", "type": "leader", "division": "one"}


def sound(**more: Any) -> Scenario:
    """A small design without a fault; `more` are keys of its scenario.json."""
    division = {"side": "french", "leader": "gen", "rating": 4, "order": "attack"}
    units = [foot("a", "french", "0404", division="one"), LEADER]
    listed = {**tables(), "divisions": {"one": division}}
    places = {"french": {"a": "0404", "gen": "0404"}}
    return made(units, MAP, **{"tables": listed, "set-up": places, **more})


def with_division(**changed: Any) -> Scenario:
    scenario = sound()
    one = {**scenario.tables["divisions"]["one"], **changed}
    return replace(scenario, tables={**scenario.tables, "divisions": {"one": one}})


def with_counter(unit: str, **changed: Any) -> Scenario:
    scenario = sound()
    return replace(scenario, counters={**scenario.counters, unit: replace(scenario.counters[unit], **changed)})


@pytest.mark.rule("NAP-16.1", "NAP-16.2")
def test_the_shipped_battle_lacks_nothing() -> None:
    rules = ruleset("napoleonic")
    assert check_design(rules.read_scenario(compose("napoleonic", "bailen-1808"))) == []
    assert check_design(sound()) == []


@pytest.mark.rule("NAP-15.4", "NAP-15.5", "NAP-16.1")
def test_what_a_map_lacks_is_told() -> None:
    assert check_design(replace(sound(), exits=frozenset())) == ["The map has no exit hexes (NAP-15.5)."]
    bare = sound(map={**{key: value for key, value in MAP.items() if key != "terrain"}, "size": [8, 8]})
    assert check_design(bare) == ["The map has no town hex (NAP-15.5)."]
    for hexes, roads in ((["0102"], MAP["roads"]), (["0103"], [["0203", "0304"]])):
        entry = {"west": {"side": "spanish", "hexes": hexes, "face": "SE", "road": "0103"}}
        found = check_design(sound(map={**MAP, "size": [8, 8], "entry": entry, "roads": roads}))
        assert found == ["The road of the entry west comes in by no hex (NAP-15.4)."]


@pytest.mark.rule("NAP-16.2", "NAP-14.3")
def test_what_the_army_lists_lack_is_told() -> None:
    assert check_design(with_counter("a", division="two")) == [
        "a is of the division two, which the army lists do not have (NAP-16.2)."
    ]
    assert check_design(with_counter("a", entry="east")) == [
        "a enters by east, which the map does not have (NAP-15.4)."
    ]
    assert check_design(with_division(leader="nobody")) == [
        "The division one is led by nobody, who is no counter (NAP-16.2)."
    ]
    assert check_design(with_division(leader=None)) == []
    for rating, is_good in ((0, False), (1, True), (6, True), (7, False)):
        told = ["The division one has no rating from 1 to 6 (NAP-14.3)."]
        assert check_design(with_division(rating=rating)) == ([] if is_good else told)


@pytest.mark.rule("NAP-16.2", "NAP-15.4", "NAP-4.1")
def test_what_the_set_up_lacks_is_told() -> None:
    assert check_design(replace(sound(), set_up={"gen": "0404"})) == [
        "The set-up does not say where a stands (NAP-15.4)."
    ]
    zoned = replace(sound(), zones={"one": frozenset({"0404"})}, set_up={"a": "0403", "gen": "0404"})
    assert check_design(zoned) == ["The set-up has a in 0403, which is not in its zone (NAP-15.4)."]
    entering = with_counter("a", entry="west")
    assert check_design(replace(entering, set_up={"gen": "0404"})) == []


@pytest.mark.rule("NAP-4.1", "NAP-16.2")
def test_a_hex_of_the_set_up_that_is_full_is_told() -> None:
    many = [{**foot(f"a-{n}", "french", "0404", division="one"), "pf": 6} for n in (1, 2)]
    division = {"side": "french", "leader": None, "rating": 4, "order": "attack"}
    places = {"french": {each["id"]: "0404" for each in many}}
    found = check_design(made(many, MAP, tables={**tables(), "divisions": {"one": division}}, **{"set-up": places}))
    assert found == ["The set-up has a-2 in 0404, which is full (NAP-4.1)."]
