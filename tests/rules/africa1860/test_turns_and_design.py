"""Which phase follows, and what a battle's files must have."""

from typing import Any

import pytest

from pbem.rules.africa1860.design import check_design
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.turns import following
from tests.rules.africa1860.position import make, shipped


@pytest.mark.rule("AFR-3.1")
@pytest.mark.parametrize(
    ("graph", "phase", "after"),
    [
        ("a-b", "set-up", "spanish-fire"),
        ("a-b", "spanish-fire", "spanish-movement"),
        ("a-b", "spanish-movement", "moroccan-fire"),
        ("a-b-c", "spanish-movement", "moroccan-movement"),
        ("a-b-c", "moroccan-movement", "end-of-turn"),
        ("a-b", "end-of-turn", "spanish-fire"),
        ("a-b-c", "end-of-turn", "spanish-movement"),
    ],
)
def test_phases_in_which_nothing_can_be_done_are_passed_over(graph: str, phase: str, after: str) -> None:
    state = make(graph, {"caz-vergara": graph[0], "gum-hamsa": graph[-1]}, phase, turn=3)
    assert following(state) == (3, after)


@pytest.mark.rule("AFR-3.1")
def test_who_was_entered_fires_and_then_all_fight() -> None:
    units = {"caz-vergara": {"at": "b", "origin": "a"}, "gum-hamsa": "b"}
    entered = make("a-b", units, "spanish-movement", entered=["b"])
    assert following(entered) == (1, "moroccan-defensive-fire")
    assert following(make("a-b", units, "moroccan-defensive-fire", entered=["b"])) == (1, "spanish-shock")


def _castillejos() -> dict[str, Any]:
    return {
        "scenario": "castillejos",
        "map": shipped("maps/castillejos.json"),
        "counters": shipped("counters.json")["counters"],
        "tables": shipped("tables.json"),
    }


@pytest.mark.rule("AFR-16.3")
def test_an_area_that_a_battle_needs_is_missed() -> None:
    data = _castillejos()
    assert check_design(read_scenario(data)) == []
    areas = data["map"]["areas"]
    del areas["ar-rahim"]
    for area in areas.values():
        area["to"].pop("ar-rahim", None)
    assert "The map has no area ar-rahim (AFR-16.3)." in check_design(read_scenario(data))


@pytest.mark.rule("AFR-16.4")
def test_a_set_up_over_nine_points_is_told() -> None:
    data = _castillejos()
    data["tables"]["scenarios"]["castillejos"]["set-up"]["spanish"]["area-b"] += ["leon", "navarra"]
    found = check_design(read_scenario(data))
    assert "The set-up has 13 stacking points in area-b (AFR-16.4)." in found
