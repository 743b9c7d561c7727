"""scenario.json and state.json are read, full or short; what is wrong in them is a sentence that names the place."""

from typing import Any

import pytest

from pbem.rules.rif1926.reading import TABLES, read_scenario
from pbem.rules.rif1926.saving import dump, load
from pbem.rules.rif1926.scenario import OPTIONS, Counter
from tests.rules.rif1926.factory import data, make, tables


def said(given: Any) -> str:
    with pytest.raises(ValueError, match=r"^[a-z].*\.$") as wrong:
        read_scenario(given)
    return str(wrong.value)


@pytest.mark.rule("RIF-13.1", "RIF-2.1")
def test_a_position_of_a_case_needs_little() -> None:
    read = read_scenario(data())
    assert len(read.board) == 64
    assert (read.turns, read.towns, read.zones, read.trenches, read.tribe_of) == (12, {}, {}, (), {})
    assert (read.exits, read.sea_way, read.set_up) == (frozenset(), frozenset(), {})
    assert read.options == {name: values[0] for name, values in OPTIONS.items()}
    assert read.seats == {"allied": "allied", "rif": "rif"}
    assert read.land == set(read.board.ids)
    assert read_scenario(data(turns=3)).turns == 3


def test_a_short_map_gives_every_hex_its_words() -> None:
    map_ = {
        "default": "mountain",
        "terrain": {"0101": "sea", "0202": ["clear", "town"], "0303": "river"},
        "towns": {"bay": "0404"}, "rivers": [["0501", "0502"]], "rails": [["0103", "0104"]],
        "trenches": [["0601", "0602"]], "allied-trenches": [["0701", "0702"]],
    }  # fmt: skip
    read = read_scenario(data(map_=map_))
    words = read.board.terrain
    assert [words[hex_] for hex_ in ("0101", "0202", "0303", "0404", "0103")] == [
        {"sea"}, {"clear", "town"}, {"mountain", "river"}, {"mountain"}, {"mountain"},
    ]  # fmt: skip
    assert [words[hex_] for hex_ in ("0501", "0502", "0601", "0701", "0702")] == [
        {"mountain", "river"}, {"mountain", "river"}, {"mountain", "trench"}, {"mountain", "trench"},
        {"mountain", "trench"},
    ]  # fmt: skip
    assert read.towns == {"0202": "0202", "bay": "0404"}
    assert read.trenches == (("0601", "0602"),), "those of the Rif alone"
    assert (read.sea, read.tracks["0103"]) == ({"0101"}, ("0104",))


def test_lines_stand_in_links_or_under_their_own_names_or_both() -> None:
    map_ = {"links": {"trench": [["0101", "0102"]]}, "trenches": [["0303", "0304"]]}
    assert read_scenario(data(map_=map_)).trenches == (("0101", "0102"), ("0303", "0304"))
    assert map_["links"] == {"trench": [["0101", "0102"]]}, "what was given is left as it is"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({}, ("allied", "european", "spanish", "", "infantry")),
        ({"side": "rif"}, ("rif", "rif", "rif", "", "infantry")),
        ({"class": "rif"}, ("rif", "rif", "rif", "", "infantry")),
        ({"nation": "rif", "group": "AX"}, ("rif", "rif", "rif", "AX", "infantry")),
        ({"nation": "french", "type": "cavalry"}, ("allied", "european", "french", "", "cavalry")),
        ({"class": "indigenous", "group": None}, ("allied", "indigenous", "spanish", "", "infantry")),
    ],
)
def test_what_a_counter_does_not_say_follows_from_what_it_says(given: dict[str, Any], read: tuple[str, ...]) -> None:
    scenario = read_scenario(data() | {"counters": [{"id": "u-1", "movement": 5, "attack": None, **given}]})
    side, class_, nation, group, type_ = read
    assert scenario.counters == {"u-1": Counter("u-1", side, class_, nation, group, type_, 0, 0, 5, 0, 0)}


MAPS = [
    ({"size": [4]}, "map, size: write the number of columns and of rows"),
    ({"terrain": {"0101": "swamp"}}, "map, hex 0101: 'swamp' is not a terrain word; there are clear, mountain"),
    ({"terrain": {"0101": ["clear", "sea"]}}, "map, hex 0101: one ground is needed (clear, mountain, sea), not 2"),
    ({"terrain": {"0101": ["sea", "town", "river"]}}, "map, hex 0101: river cannot lie on sea"),
    ({"default": "sea", "trenches": [["0101", "0102"]]}, "map, hex 0101: trench cannot lie on sea"),
    ({"links": [1]}, "map, links: an object is expected"),
    ({"rails": "0101"}, "map, rails: a list is expected"),
    ({"trenches": [["0101", "0103"]]}, "map, trench: 0101 and 0103 do not touch"),
    ({"zones": ["0101"]}, "map, zones: an object is expected"),
    ({"zones": {"zone-1": ["0909"]}}, "map, zones, zone-1: 0909 is no hex of this map"),
    ({"zones": {"axdir": ["0101"], "annual": ["0101"]}}, "map, zones: 0101 lies in two tribal zones, annual and axdir"),
    ({"towns": ["0101"]}, "map, towns: an object is expected"),
    ({"towns": {"a": "0909"}}, "map, towns: 0909 is no hex of this map"),
    ({"towns": {"a": "0101", "b": "0101"}}, "map, towns: two towns lie in one hex"),
    ({"exits": ["0909"]}, "map, exits: 0909 is no hex of this map"),
    ({"sea-way": ["0909"]}, "map, sea-way: 0909 is no hex of this map"),
]


@pytest.mark.parametrize(("map_", "told"), MAPS)
def test_what_is_wrong_with_a_map_is_told(map_: dict[str, Any], told: str) -> None:
    assert said(data(map_=map_)).startswith(told)


@pytest.mark.parametrize(
    ("each", "told"),
    [
        (3, "counter u-1: an object with its values is expected."),
        ({"side": "moroccan"}, "counter u-1: its side is one of allied, rif, not 'moroccan'."),
        ({"class": "tribe"}, "counter u-1: its class is one of european, indigenous, rif, not 'tribe'."),
        ({"nation": "dutch"}, "counter u-1: its nation is one of spanish, french, rif, not 'dutch'."),
        ({"type": "tank"}, "counter u-1: its type is one of infantry, cavalry, engineer, armour, artillery, naval, a"),
        ({"attack": 100}, "counter u-1, attack: a whole number from 0 to 99 is expected, not 100."),
        ({"range": -1}, "counter u-1, range: a whole number from 0 to 99 is expected, not -1."),
    ],
)
def test_what_is_wrong_with_a_counter_is_told(each: Any, told: str) -> None:
    assert said(data() | {"counters": {"u-1": each}}).startswith(told)
    for most in (0, 99):
        assert read_scenario(data() | {"counters": {"u-1": {"attack": most}}}).counters["u-1"].attack == most


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"map": 3}, "map: an object is expected"),
        ({"tables": {}}, f"tables: {', '.join(TABLES)} missing."),
        ({"tables": {name: each for name, each in tables().items() if name != "crt"}}, "tables: crt missing."),
        ({"counters": {"U 1": {}}}, "counters: 'U 1' is not an id; an id is like r-1."),
        ({"options": {"rain": "yes"}}, "options: 'rain' is not an option; there are"),
        ({"set-up": {"rif": {"u-1": "0101"}}}, "set-up: rif has no unit 'u-1'."),
    ],
)
def test_what_else_is_wrong_with_a_scenario_is_told(more: dict[str, Any], told: str) -> None:
    assert said(data("u-1 allied CG") | more).startswith(told)


# The saved state ------------------------------------------------------------------------------------------------------

UNITS = "inf-a allied CG 3-3-5 0303\nship-1 allied CG naval 8-6-9 off-map\ngy-1 rif GY 2-2-4 pool\nr-1 rif R 1-1-4 pool"


def state_said(**given: Any) -> str:
    scenario = make(UNITS, "allied-movement").scenario
    with pytest.raises(ValueError, match=r"\.$") as wrong:
        load(scenario, {"turn": 1, "phase": "allied-movement", **given})
    return str(wrong.value)


def test_a_state_says_of_units_only_what_is_not_plain_unless_it_is_asked_for_all() -> None:
    state = make(
        UNITS, "allied-movement", {"towns": {"axdir": "0101"}}, occupied=["axdir"], **{"win-reason": "RIF-1.1"}
    )
    short, full = dump(state), dump(state, full=True)
    assert (short["pool"], short["turn"], short["occupied"], short["win-reason"]) == (
        ["gy-1", "r-1"], 1, ["axdir"], "RIF-1.1",
    )  # fmt: skip
    assert short["units"]["inf-a"] == {"status": "map", "at": "0303"}
    assert short["units"]["ship-1"] == {}
    assert full["units"]["ship-1"]["in-supply"] is True
    assert load(state.scenario, short) == load(state.scenario, full) == state


def test_who_is_listed_in_the_pool_is_there_and_who_has_a_hex_is_on_the_map() -> None:
    scenario = make(UNITS, "allied-movement").scenario
    given = {"inf-a": {"at": "0202", "arrived-order": 7}, "ship-1": {"at": "0101", "arrived-order": 3}}
    state = load(scenario, {"units": given, "pool": ["gy-1"]})
    assert {unit: each.status for unit, each in state.units.items()} == {
        "gy-1": "pool", "inf-a": "map", "r-1": "off-map", "ship-1": "map",
    }  # fmt: skip
    assert (state.turn, state.phase, state.arrivals) == (1, "allied-setup", 7)
    assert load(scenario, {"arrivals": 9}).arrivals == 9
    assert load(scenario, {}).arrivals == load(read_scenario(data()), {}).arrivals == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"weather": "fog"}, "a state of Morocco 1926 has no field 'weather'."),
        ({"phase": "lunch"}, "'lunch' is no phase of Morocco 1926."),
        ({"winner": "nobody"}, "winner is one of null, allied, rif, draw, not 'nobody'."),
        ({"occupied": ["madrid"]}, "occupied is a list of towns, not ['madrid']."),
        ({"pacified": ["madrid"]}, "pacified is a list of tribal zones, not ['madrid']."),
        ({"pool": ["gy-9", "gy-8"]}, "the scenario has no unit 'gy-8'."),
        ({"pool": 3}, "pool: a list is expected"),
        ({"units": {"inf-a": {"at": "0909"}}}, "unit inf-a: '0909' is no hex of the map."),
        (
            {"units": {"inf-a": {"status": "lost"}}},
            "unit inf-a: the status is one of map, off-map, pool, entering, rep",
        ),
        (
            {"units": {"inf-a": {"status": "map"}}},
            "unit inf-a: what is on the map stands in a hex, and nothing else do",
        ),
        ({"units": {"inf-a": {"at": "0101", "status": "pool"}}}, "unit inf-a: what is on the map stands in a hex, and"),
        (
            {"units": {"inf-a": {"at": "0101"}, "gy-1": {"at": "0101"}}},
            "units of both sides stand in 0101: gy-1, inf-a.",
        ),
    ],
)
def test_what_is_wrong_with_a_state_is_told(given: dict[str, Any], told: str) -> None:
    assert state_said(**given).startswith(told)
