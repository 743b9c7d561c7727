"""What a battle's files must have: each shipped one is spoiled in one place, and that is told."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from pbem.board.areamap import AreaMap
from pbem.rules.africa1860.design import NEEDED, check_design
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.scenario import Scenario
from tests.rules.africa1860.position import make, shipped

BATTLES = ("castillejos", "tetuan", "wad-ras")
NAMED = [(name, area, word) for name, areas in NEEDED.items() for area, word in areas.items() if word]
NORTH, SOUTH = "muley-achmed-north", "muley-achmed-south"


def files(name: str, **options: str) -> dict[str, Any]:
    """The files of a shipped battle."""
    return {
        "scenario": name,
        "map": shipped(f"maps/{name}.json"),
        "counters": shipped("counters.json")["counters"],
        "tables": shipped("tables.json"),
        "options": options,
    }


def battle(name: str) -> Scenario:
    return read_scenario(files(name))


def words(scenario: Scenario) -> dict[str, list[str]]:
    """The terrain words of each area."""
    return {area: list(scenario.board.terrain[area]) for area in scenario.board.ids}


def on(
    scenario: Scenario, terrain: Mapping[str, Iterable[str]], to: Mapping[str, Iterable[str]] | None = None
) -> Scenario:
    """The battle on other ground, and with other ways if they are given."""
    return replace(scenario, board=AreaMap(terrain, scenario.board.neighbours if to is None else to))


def apart(scenario: Scenario, area: str, where: Callable[[str], object]) -> Scenario:
    """The battle without the ways between an area and those of its neighbours."""
    to = {each: set(others) for each, others in scenario.board.neighbours.items()}
    for other in scenario.board.neighbours[area]:
        if where(other):
            to[area].discard(other)
            to[other].discard(area)
    return on(scenario, words(scenario), to)


@pytest.mark.rule("AFR-16.3", "AFR-16.4")
@pytest.mark.parametrize("name", BATTLES)
def test_the_shipped_battles_lack_nothing(name: str) -> None:
    assert check_design(battle(name)) == []


def test_a_position_of_ones_own_needs_nothing() -> None:
    assert check_design(make("a-b", {"prim": "a"}).scenario) == []


# The map --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AFR-16.3")
def test_an_area_that_a_battle_needs_is_missed() -> None:
    scenario = battle("castillejos")
    left = {area: each for area, each in words(scenario).items() if area != "ar-rahim"}
    to = {area: set(others) - {"ar-rahim"} for area, others in scenario.board.neighbours.items()}
    assert "The map has no area ar-rahim (AFR-16.3)." in check_design(on(scenario, left, to))


@pytest.mark.rule("AFR-16.3")
@pytest.mark.parametrize(("name", "area", "word"), NAMED)
def test_an_area_on_other_ground_than_it_is_to_have_is_told(name: str, area: str, word: str) -> None:
    scenario = battle(name)
    found = check_design(on(scenario, {**words(scenario), area: ["clear"]}))
    assert f"The area {area} is not {word} (AFR-16.3)." in found


@pytest.mark.rule("AFR-16.3")
def test_an_objective_at_sea_is_told() -> None:
    scenario = battle("castillejos")
    found = check_design(on(scenario, {**words(scenario), "castillejos": ["sea"]}))
    assert "The objective castillejos is no land area (AFR-16.3)." in found


@pytest.mark.rule("AFR-16.3")
def test_an_area_to_which_no_way_leads_is_told() -> None:
    found = check_design(apart(battle("castillejos"), "castillejos", lambda other: True))
    assert found == ["No way leads from abbas-encampment to castillejos (AFR-16.3)."]


def at_sea(scenario: Scenario) -> list[str]:
    """What is told of the sea."""
    return [line for line in check_design(scenario) if "sea areas" in line]


@pytest.mark.rule("AFR-16.3")
@pytest.mark.parametrize(("coast", "sea", "enough"), [(4, 2, True), (3, 2, False), (4, 1, False), (4, 0, False)])
def test_castillejos_needs_a_coast_and_a_sea(coast: int, sea: int, enough: bool) -> None:
    scenario = battle("castillejos")
    shore = [area for area in scenario.board.ids if scenario.has(area, "coastal")][:coast]
    water = ["rada-de-ceuta", "rada-de-la-condesa"][:sea]
    ground = {
        area: [*(["sea"] if area in water else []), *(["coastal"] if area in shore else [])] for area in words(scenario)
    }
    told = f"{coast} coastal and {sea} sea areas are too few: 4 and 2 are needed (AFR-16.3)."
    assert at_sea(on(scenario, ground)) == ([] if enough else [told])


@pytest.mark.rule("AFR-16.3")
def test_the_sea_is_in_one_piece() -> None:
    scenario = battle("castillejos")
    cut = apart(scenario, "rada-del-negron", lambda other: scenario.base(other) == "sea")
    assert at_sea(cut) == ["The sea areas are not all connected (AFR-16.3)."]
    two = {area: [word for word in each if word != "sea" or area in PAIR] for area, each in words(scenario).items()}
    parted = apart(on(scenario, two), PAIR[0], lambda other: True)
    assert at_sea(parted) == ["The sea areas are not all connected (AFR-16.3)."]


PAIR = ("rada-de-ceuta", "rada-de-la-condesa")


@pytest.mark.rule("AFR-16.3")
def test_tetuan_needs_one_anchorage_at_the_head_of_a_lane() -> None:
    scenario = battle("tetuan")
    ground = words(scenario)
    lane = [area for area, each in ground.items() if "ship-lane" in each]
    assert "anchorage" in lane
    for count, changed in (
        (2, {"rio-martin-1": [*ground["rio-martin-1"], "anchor"]}),
        (0, {"anchorage": [word for word in ground["anchorage"] if word != "anchor"]}),
        (1, {"anchorage": [word for word in ground["anchorage"] if word != "ship-lane"]}),
    ):
        told = f"One anchorage in the lane of the gunboat is needed, not {count} (AFR-16.3)."
        assert told in check_design(on(scenario, {**ground, **changed}))
    short = {area: [word for word in each if word != "ship-lane"] for area, each in ground.items()}
    assert check_design(on(scenario, {**short, "anchorage": ground["anchorage"]})) == []
    cut = apart(scenario, "rio-martin-1", lambda other: other in lane)
    assert "The lane of the gunboat is interrupted (AFR-16.3)." in check_design(cut)


@pytest.mark.rule("AFR-16.3")
def test_the_camp_of_tetuan_hangs_together_and_touches_the_trenches() -> None:
    scenario = battle("tetuan")
    together = "The two areas of the camp do not touch (AFR-16.3)."
    assert check_design(apart(scenario, NORTH, lambda other: other == SOUTH)) == [together]
    for half in (NORTH, SOUTH):
        told = f"{half} touches no trench (AFR-16.3)."
        assert check_design(apart(scenario, half, lambda other: other.endswith("trench"))) == [told]
    dry = {area: [word for word in each if word != "marsh"] for area, each in words(scenario).items()}
    assert check_design(on(scenario, dry)) == ["There is no marsh before the works (AFR-16.3)."]


def roads(scenario: Scenario) -> list[str]:
    """Of what is told the starts from which no road leads over the bridge."""
    return [line.split()[9] for line in check_design(scenario) if line.startswith("No road of at most 8 areas")]


@pytest.mark.rule("AFR-16.3")
def test_wad_ras_needs_roads_over_the_bridge() -> None:
    scenario = battle("wad-ras")

    def unpaved(area: str) -> Scenario:
        ground = words(scenario)
        return on(scenario, {**ground, area: [word for word in ground[area] if word != "road"]})

    assert roads(unpaved("fondak-entrance")) == ["area-2", "area-3"]
    assert roads(unpaved("busceja-bridge")) == ["area-2", "area-3"]
    assert roads(unpaved("area-3")) == ["area-3"]


@pytest.mark.rule("AFR-16.3")
@pytest.mark.parametrize(("before", "after", "enough"), [(5, 0, True), (6, 0, False), (0, 5, True), (0, 6, False)])
def test_a_road_of_eight_areas_is_short_enough_and_one_of_nine_is_not(before: int, after: int, enough: bool) -> None:
    """Its ends and the bridge are three of them; so many others lie before the bridge and after it."""
    scenario = battle("wad-ras")
    first, last = [f"before-{n}" for n in range(before)], [f"after-{n}" for n in range(after)]
    way = ["area-2", *first, "busceja-bridge", *last, "fondak-entrance"]
    ground = {area: [word for word in each if word != "road"] for area, each in words(scenario).items()}
    ground |= {area: [*ground.get(area, []), "road"] for area in (*way, "area-3")}
    to = {area: set(others) for area, others in scenario.board.neighbours.items()}
    to["area-2"] -= {"busceja-bridge", "area-3"}
    to["busceja-bridge"] -= {"area-2"}
    to["area-3"] -= {"area-2"}
    for one, other in pairwise(way):
        to.setdefault(one, set()).add(other)
    assert [start for start in roads(on(scenario, ground, to)) if start == "area-2"] == ([] if enough else ["area-2"])


@pytest.mark.rule("AFR-16.3")
def test_the_river_of_wad_ras_is_in_one_piece() -> None:
    scenario = battle("wad-ras")
    told = "The river is interrupted (AFR-16.3)."
    cut = apart(scenario, "rio-busceja-4", lambda other: scenario.base(other) in ("river", "bridge"))
    assert check_design(cut) == [told]
    no_bridge = {
        area: ["clear" if word == "bridge" else word for word in each] for area, each in words(scenario).items()
    }
    assert told in check_design(on(scenario, no_bridge))
    assert told in check_design(on(scenario, {area: ["road"] for area in words(scenario)}))


@pytest.mark.rule("AFR-16.3")
def test_who_arrives_at_wad_ras_has_more_than_one_way_on() -> None:
    scenario = battle("wad-ras")
    at = next(arrival.at for arrival in scenario.arrivals)
    beside = scenario.board.neighbours[at]
    told = f"The arrival area {at} has fewer than 2 neighbours (AFR-16.3)."
    assert told not in check_design(apart(scenario, at, lambda other: other in beside[2:]))
    assert told in check_design(apart(scenario, at, lambda other: other in beside[1:]))


# The lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AFR-16.4")
def test_a_set_up_over_nine_points_is_told() -> None:
    data = files("castillejos")
    data["tables"]["scenarios"]["castillejos"]["set-up"]["spanish"]["area-b"] += ["leon", "navarra"]
    assert "The set-up has 13 stacking points in area-b (AFR-16.4)." in check_design(read_scenario(data))


@pytest.mark.rule("AFR-16.4")
def test_those_aboard_stand_in_no_area_and_the_spanish_of_wad_ras_may_be_too_many() -> None:
    for name, side, area in (("castillejos", "spanish", "aboard"), ("wad-ras", "spanish", "area-2")):
        data = files(name)
        about = data["tables"]["scenarios"][name]["set-up"]
        about[side].setdefault(area, []).extend(["leon", "navarra", "saboya", "cuenca"])
        assert [line for line in check_design(read_scenario(data)) if "stacking points in" in line] == []
    data = files("wad-ras")
    moroccan = data["tables"]["scenarios"]["wad-ras"]["set-up"]["moroccan"]
    moroccan[next(iter(moroccan))] += ["nizam-nur", "nizam-din", "nizam-kavir", "nizam-akbar"]
    assert [line for line in check_design(read_scenario(data)) if "stacking points in" in line] != []


@pytest.mark.rule("AFR-16.4")
def test_a_unit_that_is_listed_twice_is_told() -> None:
    data = files("castillejos")
    data["tables"]["scenarios"]["castillejos"]["set-up"]["spanish"]["area-b"].append("odonnell")
    assert check_design(read_scenario(data)) == ["odonnell is listed 2 times (AFR-16.4)."]


@pytest.mark.rule("AFR-16.4")
@pytest.mark.parametrize("regiment", ["one", "two"])
def test_a_listed_unit_without_a_counter_is_told_if_it_is_played(regiment: str) -> None:
    scenario = read_scenario(files("castillejos", **{"castillejos-5th-art": regiment}))
    left = {unit: each for unit, each in scenario.counters.items() if unit not in ("cuenca", "cordoba", "art-5")}
    arrivals = ["art-5", "cordoba"] if regiment == "two" else ["cordoba"]
    assert check_design(replace(scenario, counters=left)) == [
        "cuenca of the set-up has no counter (AFR-16.4).",
        *(f"{unit} of the reinforcements has no counter (AFR-16.4)." for unit in arrivals),
    ]


@pytest.mark.rule("AFR-16.4")
def test_an_id_of_a_unit_that_is_an_area_too_is_told() -> None:
    scenario = battle("castillejos")
    counters = {**scenario.counters, "vega": scenario.counters["leon"]}
    assert check_design(replace(scenario, counters=counters)) == ["vega is a unit and an area (AFR-16.4)."]


@pytest.mark.rule("AFR-16.4")
def test_units_with_a_choice_need_room_in_their_two_areas() -> None:
    scenario = battle("tetuan")
    regiments = [unit for unit in sorted(scenario.counters) if scenario.points(unit) == 3][:6]
    of_three = dict.fromkeys(regiments, (NORTH, SOUTH))
    assert check_design(replace(scenario, free=of_three)) == []
    one_more = {**of_three, next(u for u in sorted(scenario.counters) if scenario.points(u) == 1): (NORTH, SOUTH)}
    told = "The units with a choice have 19 stacking points: too many for their areas (AFR-16.4)."
    assert check_design(replace(scenario, free=one_more)) == [told]
