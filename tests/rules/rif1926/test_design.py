"""The shipped map and counters are what the rules ask of them (RIF-1.1, 2.1, 7.1 to 7.5, 9.18, 10.3, 14.1)."""

from typing import Any

import pytest

from pbem.gamedata import games
from pbem.gamedata.rulesets import ruleset
from pbem.rules.rif1926.design import check_design
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.setup import zone_of
from tests.rules.rif1926.factory import data


@pytest.fixture(scope="module")
def shipped() -> Scenario:
    scenario: Scenario = ruleset("rif1926").read_scenario(games.compose("rif1926"))
    return scenario


@pytest.mark.rule("RIF-1.1", "RIF-2.1", "RIF-13.1")
def test_the_box_is_the_last_campaign_of_1926(shipped: Scenario) -> None:
    assert all("1926" in title for title in shipped.data["title"].values())
    assert shipped.turns == 12
    assert shipped.data["map"]["scale"]["across-flats"] == 2000
    assert {counter.nation for counter in shipped.counters.values()} == {"spanish", "french", "rif"}


@pytest.mark.rule("RIF-7.1", "RIF-7.2", "RIF-7.3", "RIF-7.5", "RIF-14.1")
def test_the_design_is_sound(shipped: Scenario) -> None:
    assert check_design(shipped) == []


def test_the_bay_and_the_open_sea_are_joined_off_the_map_only(shipped: Scenario) -> None:
    sea = set(shipped.board.ids) - shipped.land
    assert shipped.sea_way == {hex_ for hex_ in sea if hex_.endswith("01")}
    reached = {next(iter(sorted(sea)))}
    edge = set(reached)
    while edge:
        edge = {near for hex_ in edge for near in shipped.board.neighbours[hex_] if near in sea} - reached
        reached |= edge
    assert reached < sea


def faults(units: str = "r-1 rif AX 1-1-4\np-1 allied P 1-1-4", **changes: Any) -> str:
    return " ".join(check_design(ruleset("rif1926").read_scenario(data(units, changes))))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "axdir has 15 towns, not 0 (RIF-14.1)."),
        ({"towns": {"axdir": "0101"}}, "The town axdir lies in 0101, which is no town hex."),
        ({}, "The map has no hexes of reserve (RIF-7.1)."),
        ({"terrain": {"0101": ["sea"]}, "zones": {"zone-3": ["0101"]}}, "The hex 0101 of zone-3 is sea."),
        ({}, "The land hex 0101 lies in no tribal zone."),
        ({"exits": ["0101"]}, "Two road hexes leave the map near 4, not 1 (RIF-10.3)."),
        ({}, "The Rif has no entry hex on the west edge (RIF-7.5)."),
        (
            {"zones": {"axdir": ["0101", "0102"]}, "trenches": [["0101", "0102"]]},
            "axdir has 2 trench hexes to man and 1 units that may (RIF-7.3).",
        ),
    ],
)
def test_each_fault_of_a_design_is_told(changes: dict[str, Any], said: str) -> None:
    assert said in faults(**changes)


def test_each_tribe_mans_the_trenches_of_its_own_zone() -> None:
    zones = {"axdir": ["0101", "0102"], "beni-tuzin": ["0107", "0108"]}
    assert "trench hexes" not in faults(zones=zones, trenches=[["0101"]])
    told = faults(zones=zones, trenches=[["0101"], ["0107", "0108"]])
    assert "axdir has" not in told.replace("axdir has 15 towns", "")
    assert "beni-tuzin has 1 trench hexes to man and 0 units that may (RIF-7.3)." in told


@pytest.mark.rule("RIF-7.3")
def test_every_other_trench_is_to_be_manned_by_units_of_the_rif() -> None:
    line = ["0105", "0106", "0107"]
    told = faults("bt-1 rif BT 1-1-4", zones={"beni-tuzin": line}, trenches=[line])
    assert "beni-tuzin has 2 trench hexes to man and 1 units that may (RIF-7.3)." in told
    assert "trench hexes" not in faults("bt-1 rif BT 1-1-4", zones={"beni-tuzin": line[:2]}, trenches=[line[:2]])
    theirs = faults("inf-a allied CG 1-1-4", zones={"zone-1": ["0105"], "axdir": ["0105"]}, trenches=[["0105"]])
    assert "axdir has 1 trench hexes to man and 0 units that may (RIF-7.3)." in theirs


@pytest.mark.rule("RIF-5.1", "RIF-7.1")
def test_there_is_room_for_the_line_units_of_each_allied_group() -> None:
    units = "a allied CG 1-1-4\nb allied CG 1-1-4\nc allied CG engineer 1-1-4\nd allied C 1-1-4\nr-1 rif R 1-1-4"
    zones = {"zone-1": ["0101"], "zone-2": ["0801"], "axdir": ["0404"]}
    assert "line units" not in faults(units, zones=zones)
    assert "CG has 3 line units for 1 hexes (RIF-5.1)." in faults(f"{units}\ne allied CG cavalry 1-1-4", zones=zones)


def test_a_set_up_out_of_its_zone_or_over_the_limit_is_told() -> None:
    units = "\n".join(f"inf-{letter} allied CG 1-1-4" for letter in "abc")
    zones = {"zones": {"zone-1": ["0101"]}}
    place = {"allied": {"inf-a": "0101", "inf-b": "0101", "inf-c": "0101"}}
    rules = ruleset("rif1926")
    found = " ".join(check_design(rules.read_scenario(data(units, zones, **{"set-up": place}))))
    assert "The set-up has 3 line units in 0101 (RIF-5.1)." in found
    assert "CG has 3 line units for 1 hexes (RIF-5.1)." in found
    away = {"allied": {"inf-a": "0505"}}
    found = " ".join(check_design(rules.read_scenario(data(units, zones, **{"set-up": away}))))
    assert "The set-up has inf-a in 0505, which is not in its zone (RIF-7.1, 7.2)." in found


@pytest.mark.rule("RIF-7.2", "RIF-7.3")
def test_the_least_garrison_leaves_units_over(shipped: Scenario) -> None:
    for tribe, group in (("axdir", "AX"), ("beni-tuzin", "BT"), ("beni-am-mart", "BA")):
        hexes = [hex_ for line in shipped.trenches for hex_ in line if shipped.tribe_of[hex_] == tribe]
        own = [c for c in shipped.counters.values() if c.group == group and set(hexes) <= zone_of(shipped, c)]
        assert len(own) > len(hexes) // 2


def test_a_zone_has_hexes_of_the_map_alone() -> None:
    with pytest.raises(ValueError, match="zones, zone-1"):
        ruleset("rif1926").read_scenario(data("", {"zones": {"zone-1": ["0101", "9999"]}}))
