"""What the catalogue's part F asks of the shipped design; and that each check notices when it is broken."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from pbem.board.hexmap import HexMap
from pbem.gamedata.games import compose
from pbem.rules.legion.design import check_design, enclosed, road_way
from pbem.rules.legion.reading import read_scenario
from pbem.rules.legion.scenario import Scenario

UNITS = {  # LL-6.2 to 6.4
    1: {
        *("cerinola", "soliman", "policia", "bandera-1", "bandera-2", "bandera-3", "regulares-melilla"),
        *("regulares-alhucemas", "mehala-larache", "mehala-ceuta", "mehala-melilla", "cazadores-africa"),
        *("urriaguel", "ulisex"),
    },
    3: {
        *("bandera-4", "bandera-5", "bandera-6", "alcantara", "garellano", "mehala-tetuan", "ceuta"),
        *("regulares-tetuan", "regimiento-45", "midao", "aros"),
    },
    5: {
        *("bandera-7", "bandera-8", "reina", "san-fernando", "caballeria-1", "caballeria-2", "blindados"),
        *("aviacion", "flotas", "osmar"),
    },
}


@cache
def composed() -> dict[str, Any]:
    return compose("legion")


def shipped_scenario() -> Scenario:
    return read_scenario(composed())


def broken(change: Callable[[dict[str, Any]], Any]) -> list[str]:
    """The faults of the shipped design after a change to its data."""
    data = deepcopy(composed())
    data.pop("set-up")  # it names pieces and hexes that are taken away here
    change(data)
    return check_design(read_scenario(data))


@pytest.mark.rule("LL-1.1", "LL-2.1", "LL-2.3", "LL-5.1", "LL-6.9")
def test_the_shipped_design_is_sound():
    assert check_design(shipped_scenario()) == []


@pytest.mark.rule("LL-6.2", "LL-6.3", "LL-6.4")
@pytest.mark.parametrize("turn", [1, 3, 5])
def test_each_unit_of_the_rules_arrives_on_its_turn_as_several_pieces(turn):
    counters = composed()["counters"].values()
    found = [c["unit"] for c in counters if c["turn"] == turn]
    assert set(found) == UNITS[turn]
    assert {unit for unit in found if found.count(unit) < 2} <= {"blindados"}  # the rules speak of one


@pytest.mark.rule("LL-2.8")
def test_the_pool_holds_the_captured_batteries_alone():
    counters = composed()["counters"]
    pool = {id_ for id_ in counters if counters[id_]["turn"] is None}
    assert pool == {f"bateria-{n}" for n in range(1, 9)} == {id_ for id_ in counters if counters[id_]["captured"]}


@pytest.mark.rule("LL-5.1")
def test_the_road_runs_through_the_ten_places_in_order():
    found = shipped_scenario()
    names = [composed()["map"]["hexes"][h]["place"]["id"] for h in found.road_places]
    assert names == [
        *("axdir", "abarran", "annual", "igueriben", "buhafora", "dar-drius", "batel", "monte-arruit", "zeluan"),
        *("nador", "melilla"),
    ]
    for start, goal in pairwise(found.road_places):
        assert len(road_way(found.board, start, goal, avoid=found.road_places)) > 1


@pytest.mark.rule("LL-5.1")
def test_the_area_that_the_road_bounds_is_on_the_coast_side():
    inside = enclosed(shipped_scenario())
    assert {"1710", "2514", "3612", "3608"} <= inside
    assert inside.isdisjoint({"0713", "1820", "4620", "4614", "3907", "2319"})


@pytest.mark.rule("LL-2.2")
def test_the_bridges_are_road_hexes_on_the_road_from_segangan_to_dar_quebdani():
    data = composed()["map"]
    road = next(r for r in data["roads"] if r["id"] == "nador-dar-quebdani")
    assert [b["hex"] for b in data["drawing"]["bridges"]] == ["3013", "2914"]
    assert {"3013", "2914", "3612", "2514"} <= set(road["hexes"])


def set_terrain(hex_: str, *words: str) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data["map"]["hexes"][hex_].update(terrain=list(words))


def set_counters(types: str, **fields: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: [c.update(fields) for c in data["counters"].values() if c["type"] == types]


def drop(side: str, turn: int | None) -> Callable[[dict[str, Any]], Any]:
    def change(data: dict[str, Any]) -> None:
        kept = {i: c for i, c in data["counters"].items() if (c["side"], c["turn"]) != (side, turn)}
        data["counters"] = kept

    return change


def cut_road(data: dict[str, Any]) -> None:
    data["map"]["roads"] = [r for r in data["map"]["roads"] if r["id"] != "dar-drius-axdir"]


def move_zone(data: dict[str, Any]) -> None:
    data["map"]["hexes"]["3907"]["zone"] = "moroccan"


def no_zone(data: dict[str, Any]) -> None:
    del data["map"]["hexes"]["2020"]["zone"]


def no_spanish_guns(data: dict[str, Any]) -> None:
    for counter in data["counters"].values():
        if (counter["side"], counter["type"]) == ("spanish", "artillery"):
            counter["type"] = "infantry"


FAULTS: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda data: data["map"].pop("melilla"), "The map names Melilla and 11 road places"),
    (lambda data: data["map"]["road-places"].pop(0), "The map names Melilla and 11 road places"),
    (lambda data: data["map"].update(melilla="3916"), "Melilla is the last of the road places"),
    (set_terrain("3907", "clear", "city"), "Melilla (3907) is a fortress"),
    (move_zone, "Melilla (3907) lies in the Spanish zone"),
    (set_terrain("3908", "clear"), "The map has an airport"),
    (no_zone, "Every land hex lies in a zone; 1 do not, the first is 2020"),
    (set_terrain("2005", "sea", "landing"), "The landing hex 2005 touches land"),
    (set_terrain("2020", "clear", "landing"), "The landing hex 2020 touches the sea"),
    (set_terrain("0511", "clear"), "0511 counts for victory, so it is a city or a fortress"),
    (cut_road, "A road joins 0511 and 1411 without passing another"),
    (
        set_terrain("2016", "clear", "city"),
        "The inner places are the cities and fortresses that the road bounds: 1710, 2016",
    ),
    (set_counters("seaplane", type="bomber"), "The Spanish have at least one piece of type seaplane"),
    (no_spanish_guns, "The Spanish have at least one piece of type artillery"),
    (drop("moroccan", None), "There is a pool of captured batteries"),
    (set_counters("fleet", side="moroccan"), "flota-1 is Moroccan, so it is a land piece"),
    (set_counters("fleet", turn=3), "flota-1: aircraft and fleets arrive on turn 5"),
    (set_counters("armoured-engineer", turn=4), "blindados-1 arrives on turn 1, 3 or 5, not 4"),
    (set_counters("armoured-engineer", turn=None), "blindados-1: pool batteries, and only they, have no turn"),
    (drop("spanish", 1), "The land pieces of turns 1 to 1 are 54 and 0: more than 2 to 1"),
    (drop("spanish", 1), "9 fortresses lie in the Spanish zone, for 0 pieces of turn 1"),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_a_broken_design_is_noticed(change, sentence):
    assert any(fault.startswith(sentence) for fault in broken(change))


def test_too_few_hexes_for_the_pieces_are_noticed():
    def crowd(data: dict[str, Any]) -> None:
        for number in range(500):
            data["counters"][f"new-{number}"] = {
                "side": "moroccan",
                "type": "infantry",
                "combat": 1,
                "movement": 1,
                "turn": 1,
            }

    assert "The moroccan zone has 424 hexes for 554 pieces (LL-6.1)." in broken(crowd)


PROPOSED: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda places: places["spanish"].pop("policia-1"), "The set-up leaves out policia-1 (LL-6.2)."),
    (
        lambda places: places["spanish"].update({"bandera-4-1": "2318"}),
        "The set-up has bandera-4-1, which",
    ),
    (
        lambda places: places["moroccan"].update({"ulisex-1": "1611"}),
        "The set-up has ulisex-1 in 1611, which",
    ),
    (lambda places: places["moroccan"].update({"ulisex-1": "1511"}), "The set-up has ulisex-1 in 1511 with another"),
    (lambda places: places["spanish"].update({"bandera-1-mg-1": "3906"}), "The set-up leaves the fortress 3907 empty"),
]


@pytest.mark.rule("LL-6.1", "LL-6.2")
@pytest.mark.parametrize(("change", "sentence"), PROPOSED, ids=[sentence for _, sentence in PROPOSED])
def test_a_proposed_set_up_that_cannot_be_played_is_noticed(change, sentence):
    data = deepcopy(composed())
    change(data["set-up"])
    assert any(fault.startswith(sentence) for fault in check_design(read_scenario(data)))


@pytest.mark.parametrize(
    ("side", "unit", "at", "why"),
    [
        ("spanish", "nobody-1", "1613", "set-up: spanish has no piece 'nobody-1'."),
        ("spanish", "ulisex-1", "1613", "set-up: spanish has no piece 'ulisex-1'."),
        ("moroccan", "ulisex-1", "9999", "set-up, ulisex-1: the map has no hex '9999'."),
    ],
)
def test_a_set_up_of_strangers_is_not_read(side, unit, at, why):
    data = deepcopy(composed())
    data["set-up"][side][unit] = at
    with pytest.raises(ValueError, match="set-up") as told:
        read_scenario(data)
    assert str(told.value) == why


def test_aircraft_of_the_first_turn_are_no_part_of_a_set_up():
    data = deepcopy(composed())
    data["counters"]["early-1"] = {"side": "spanish", "type": "bomber", "movement": 9, "turn": 1}
    assert not any(fault.startswith("The set-up") for fault in check_design(read_scenario(data)))


def test_a_way_by_road_may_be_as_long_as_the_map():
    board = HexMap({f"010{row}": ["clear"] for row in range(1, 6)}, {"road": [[f"010{row}" for row in range(1, 6)]]})
    assert road_way(board, "0101", "0105") == ("0101", "0102", "0103", "0104", "0105")
    assert road_way(board, "0101", "0105", avoid=("0103", "0105")) == ()


def test_a_fortress_of_the_moroccan_zone_need_not_be_filled():
    data = deepcopy(composed())
    zone = data["map"]["hexes"]
    free = next(h for h in sorted(zone) if zone[h].get("zone") == "moroccan" and zone[h]["terrain"] == ["clear"]
                and h not in data["set-up"]["moroccan"].values())  # fmt: skip
    zone[free]["terrain"] = ["clear", "fortress"]
    assert not any("leaves the fortress" in fault for fault in check_design(read_scenario(data)))


def test_only_land_pieces_are_weighed_against_each_other():
    def ships(data: dict[str, Any]) -> None:
        ship = {"side": "spanish", "type": "fleet", "turn": 5}
        data["counters"] |= {f"new-{number}": ship for number in range(200)}

    assert broken(ships) == []
