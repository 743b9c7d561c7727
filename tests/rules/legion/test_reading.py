"""scenario.json is read, full or short; whatever is wrong in it is a sentence, never anything else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.gamedata.rulesets import ruleset
from pbem.resources import shipped_path
from pbem.rules.legion.reading import TABLES, read_scenario
from pbem.rules.legion.scenario import OPTIONS


def tables() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(shipped_path("games", "legion", "tables.json").read_text("utf-8"))
    return data


def scenario(map_: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A small scenario that can be read; `map_` adds to its 4 × 4 map."""
    data: dict[str, Any] = {
        "map": {"size": [4, 4], **(map_ or {})},
        "counters": {"beni-1": {"side": "moroccan", "type": "infantry", "combat": 3, "movement": 4}},
        "tables": tables(),
    }
    return {**data, **more}


def full_map(**more: Any) -> dict[str, Any]:
    hexes = {f"{c:02d}{r:02d}": {"terrain": ["clear"], "zone": "spanish"} for c in (1, 2) for r in (1, 2)}
    return {"size": [2, 2], "hexes": hexes, **more}


def said(data: Any) -> str:
    with pytest.raises(ValueError, match=r"^[a-z].*\.$") as wrong:
        read_scenario(data)
    return str(wrong.value)


def test_a_position_of_a_case_needs_little():
    read = read_scenario(scenario())
    assert len(read.board) == 16
    assert (read.melilla, read.airport, read.road_places, read.landing, read.turns) == (None, None, (), frozenset(), 13)
    assert read.zones == {"moroccan": frozenset(), "spanish": frozenset()}
    assert read.options == {name: values[0] for name, values in OPTIONS.items()}
    assert read.seats == {"moroccan": "moroccan", "spanish": "spanish"}
    assert read.die.faces == (2, 3, 3, 4, 4, 5)
    beni = read.counters["beni-1"]
    assert (beni.combat, beni.movement, beni.range, beni.turn, beni.captured) == (3, 4, None, None, False)


@pytest.mark.rule("LL-2.1")
def test_a_short_map_gives_every_hex_its_ground():
    read = read_scenario(
        scenario(
            {
                "default": "mountain",
                "terrain": {"0101": "city", "0202": ["sea", "landing"], "0404": ["clear", "airport"]},
            }
        )
    )
    assert read.board.terrain["0101"] == {"mountain", "city"}
    assert read.board.terrain["0303"] == {"mountain"}
    assert (read.airport, read.landing) == ("0404", frozenset({"0202"}))


@pytest.mark.rule("LL-2.2")
def test_rivers_are_left_alone():
    assert read_scenario(scenario({"rivers": [["0101", "0404"]]})).board.ways == {}


def test_roads_are_lists_of_hexes_with_or_without_a_name():
    read = read_scenario(scenario({"roads": [["0101", "0102"], {"id": "main", "hexes": ["0102", "0103"]}]}))
    assert read.board.linked("road", "0102", "0103")
    assert not read.board.linked("road", "0101", "0103")


def test_the_same_hexes_full_and_short_make_the_same_board():
    full = read_scenario(scenario(full_map()) | {"map": full_map()})
    short = read_scenario(
        scenario() | {"map": {"size": [2, 2], "zones": {"spanish": ["0101", "0102", "0201", "0202"]}}}
    )
    assert (full.board.terrain, full.zones) == (short.board.terrain, short.zones)


def test_counters_may_be_a_list():
    one = {"id": "fle-1", "side": "spanish", "type": "fleet", "range": 2, "turn": 5}
    assert read_scenario(scenario(counters=[one])).counters["fle-1"].range == 2


@pytest.mark.rule("LL-3.1")
def test_two_seats_of_a_side_share_it_by_a_column():
    seats = {"spanish-2": "spanish", "spanish": "spanish", "moroccan": "moroccan"}
    read = read_scenario(scenario(seats=seats, **{"sector-column": {"spanish": 3}}))
    assert (list(read.seats), read.sector_column) == (["moroccan", "spanish", "spanish-2"], {"spanish": 3})


MAPS = [
    ({"size": [4]}, "map, size: write the number of columns and of rows"),
    ({"size": [4, 0]}, "map, size: a whole number from 1 to 99 is expected, not 0"),
    ({"terrain": {"0505": "sea"}}, "map, terrain: 0505 is no hex of this map"),
    ({"terrain": {"0101": "swamp"}}, "map, hex 0101: 'swamp' is not a terrain word; there are clear, mountain"),
    (
        {"terrain": {"0101": ["clear", "sea"]}},
        "map, hex 0101: one ground is needed (clear, mountain, sea, mar-chica), not 2",
    ),
    ({"terrain": {"0101": ["city", "city"]}}, "map, hex 0101: a terrain word stands there twice"),
    ({"terrain": {"0101": ["sea", "city"]}}, "map, hex 0101: city cannot lie on sea"),
    ({"terrain": {"0101": ["mar-chica", "landing"]}}, "map, hex 0101: landing cannot lie on mar-chica"),
    ({"terrain": {"0101": 7}}, "map, hex 0101, terrain: a list is expected, not a number"),
    ({"terrain": ["0101"]}, "map, terrain: an object is expected, not a list"),
    ({"default": "city"}, "map, default: 'city' is not a ground"),
    ({"terrain": {"0101": "airport", "0102": "airport"}}, "map: there is one airport at most, not 2: 0101, 0102"),
    ({"roads": [["0101", "0103"]]}, "map, road: 0101 and 0103 do not touch."),
    ({"roads": [["0101", "0109"]]}, "map, road: 0109 is no hex of this map"),
    ({"roads": [{"id": "a", "hexes": 3}]}, "map, road a: a list is expected, not a number"),
    ({"roads": [{"id": "a", "hexes": []}, {"id": "a", "hexes": []}]}, "map, road: two have the id a"),
    ({"melilla": "0909"}, "map, melilla: 0909 is no hex of this map"),
    ({"melilla": "0101", "terrain": {"0101": "sea"}}, "map, melilla: 0101 is water"),
    ({"road-places": ["0101", "0101"]}, "map, road-places: a hex stands there twice"),
    ({"inner-places": ["9999"]}, "map, inner-places: 9999 is no hex of this map"),
    ({"zones": {"french": ["0101"]}}, "map, zones: 'french' is not a side; there are moroccan, spanish"),
    ({"zones": {"spanish": ["0101"], "moroccan": ["0101"]}}, "map, zones: 0101 lies in both zones"),
    ({"zones": {"spanish": ["0101", "0102"], "moroccan": ["0102"]}}, "map, zones: 0102 lies in both zones"),
    ({"zones": {"spanish": ["0707"]}}, "map, zones: 0707 is no land hex of this map"),
]


@pytest.mark.parametrize(("map_", "sentence"), MAPS, ids=[sentence for _, sentence in MAPS])
def test_what_is_wrong_with_a_map_is_said(map_, sentence):
    assert said(scenario(map_)).startswith(sentence)


def test_a_hole_in_a_full_map_is_said():
    map_ = full_map()
    del map_["hexes"]["0201"]
    assert said(scenario() | {"map": map_}) == "map: 1 of 4 hexes are missing, the first is 0201."
    map_ = full_map()
    map_["hexes"]["0303"] = {"terrain": ["clear"]}
    assert said(scenario() | {"map": map_}) == "map, hexes: 0303 is no hex of this map."


def test_two_places_of_one_id_are_said():
    map_ = full_map()
    for hex_ in ("0101", "0202"):
        map_["hexes"][hex_]["place"] = {"id": "annual"}
    assert said(scenario() | {"map": map_}) == "map: two places have the id annual: 0101 and 0202."


def test_a_hex_of_a_full_map_without_ground_is_said():
    map_ = full_map()
    map_["hexes"]["0101"]["terrain"] = ["city"]
    assert said(scenario() | {"map": map_}).startswith("map, hex 0101: one ground is needed")


INFANTRY = {"side": "spanish", "type": "infantry", "combat": 3, "movement": 3}
COUNTERS = [
    ({"cer-1": {"side": "spanish"}}, "counter cer-1: its type is one of armoured-engineer, "),
    ({"cer-1": {**INFANTRY, "type": "tank"}}, "counter cer-1: its type is one of armoured-engineer, "),
    ({"cer-1": {**INFANTRY, "side": "french"}}, "counter cer-1: its side is moroccan or spanish, not 'french'"),
    ({"cer-1": {**INFANTRY, "combat": 0}}, "counter cer-1, combat: a whole number from 1 to 99 is expected, not 0"),
    ({"cer-1": {**INFANTRY, "movement": None}}, "counter cer-1: a land piece shows combat and movement"),
    ({"bom-1": {"side": "spanish", "type": "bomber"}}, "counter bom-1: an aircraft shows its movement"),
    ({"cer-1": {**INFANTRY, "captured": True}}, "counter cer-1: only Moroccan artillery may be captured: true"),
    ({"cer-1": {**INFANTRY, "type": "artillery", "captured": True}}, "counter cer-1: only Moroccan artillery may be"),
    ({"beni-1": {**INFANTRY, "side": "moroccan", "captured": True}}, "counter beni-1: only Moroccan artillery may be"),
    ({"Cer 1": INFANTRY}, "counters: 'Cer 1' is not an id; an id is like cerinola-1"),
    ({"cer-1": "infantry"}, "counter cer-1: an object with side and type is expected"),
    ([{"id": "cer-1", **INFANTRY}, {"id": "cer-1", **INFANTRY}], "counters: two counters have the id cer-1"),
    ([INFANTRY], "counters: None is not an id"),
    (5, "counters: a list is expected, not a number"),
]


@pytest.mark.parametrize(("counters", "sentence"), COUNTERS, ids=[sentence for _, sentence in COUNTERS])
def test_what_is_wrong_with_a_counter_is_said(counters, sentence):
    assert said(scenario(counters=counters)).startswith(sentence)


SEATS = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
REST = [
    ({"map": 3}, "map: an object is expected, not a number"),
    ({"tables": None}, "tables: an object is expected, not nothing"),
    ({"turns": "13"}, "turns: a whole number from 1 to 99 is expected, not '13'"),
    ({"options": {"fog": "yes"}}, "options: 'fog' is not an option; there are attacks-per-target"),
    ({"options": {"group-loss": "some"}}, "options: group-loss is all or one, not 'some'"),
    ({"options": ["panic"]}, "options: an object of option names and values is expected"),
    ({"seats": {"spanish": "spanish"}}, "seats: moroccan has one or two seats, not 0 (LL-3.1)"),
    ({"seats": {**SEATS, "spanish-3": "spanish"}}, "seats: spanish has one or two seats, not 3 (LL-3.1)"),
    ({"seats": {"a": "french"}}, "seats: a plays moroccan or spanish, not 'french'"),
    ({"seats": SEATS}, "sector-column: spanish has two seats, so the column where the second begins is needed"),
    ({"seats": SEATS, "sector-column": {"spanish": 5}}, "sector-column, spanish: a whole number from 1 to 4"),
    ({"sector-column": {"french": 5}}, "sector-column: 'french' is not a side"),
]


@pytest.mark.parametrize(("more", "sentence"), REST, ids=[sentence for _, sentence in REST])
def test_what_is_wrong_with_the_rest_is_said(more, sentence):
    assert said(scenario(**more)).startswith(sentence)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_needed(name):
    data = scenario()
    del data["tables"][name]
    assert said(data) == f"tables: {name} missing."


def test_a_face_without_weather_is_said():
    data = scenario()
    del data["tables"]["weather"]["5"]
    assert said(data) == "tables, weather: face 5 needs one of normal, sandstorm, hot."


@pytest.mark.rule("LL-2.11")
@pytest.mark.parametrize("face", [0, "x", True, 100])
def test_a_face_is_a_whole_number(face: object):
    data = scenario()
    data["tables"]["die"]["faces"] = [face]
    data["tables"]["weather"][str(face)] = "normal"
    assert said(data).startswith("tables, die, faces")


PATHS = [
    *[("map", key) for key in ("size", "default", "terrain", "roads", "zones", "melilla", "road-places", "hexes")],
    *[(key,) for key in ("map", "counters", "tables", "options", "seats", "sector-column", "turns")],
    *[("tables", key) for key in ("die", "weather")],
    *[("counters", "beni-1", key) for key in ("side", "type", "combat", "movement", "range", "turn", "captured")],
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.text("ab01-", max_size=4) | st.sampled_from(["0101", "sea"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["0101", "id", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(path=st.sampled_from(PATHS), value=JSON)
def test_any_value_anywhere_is_read_or_said(path, value):
    data: dict[str, Any] = scenario()
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    fault = ""
    try:
        read_scenario(data)
    except ValueError as wrong:
        fault = str(wrong)
    assert fault == "" or fault.endswith(".")


def test_a_hex_may_be_listed_twice_in_its_own_zone():
    read = read_scenario(scenario({"zones": {"spanish": ["0101", "0101"], "moroccan": ["0202"]}}))
    assert read.zones == {"spanish": frozenset({"0101"}), "moroccan": frozenset({"0202"})}


@pytest.mark.rule("LL-2.11")
@pytest.mark.parametrize("die", [{"name": "legion", "faces": []}, {"faces": [2]}, {"name": 3, "faces": [2]}])
def test_a_die_has_a_name_and_faces(die: Any):
    data = scenario()
    data["tables"]["die"] = die
    assert said(data).startswith("tables, die")


@pytest.mark.rule("LL-2.11")
def test_the_die_of_the_rules_is_that_of_the_tables():
    (die,) = ruleset("legion").DICE
    assert die.faces == read_scenario(scenario()).die.faces == (2, 3, 3, 4, 4, 5)
