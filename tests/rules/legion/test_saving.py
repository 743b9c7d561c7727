"""The state as JSON and back (catalogue, part C)."""

import json
import re
from typing import Any

import pytest

from pbem.rules.legion.saving import dump, initial, load
from tests.rules.legion.factory import make

UNITS = ["beni-1 infantry 3-4 0303", "bat-1 artillery 2-2 pool", "cer-1 infantry 3-3 0403", "gar-1 infantry 3-3 due"]


def test_a_state_survives_json() -> None:
    pieces = {"beni-1": {"moved": "move", "must_attack": True, "zoc_of": ("cer-1",)}, "bat-1": {"captured": True}}
    state = make(UNITS, "moroccan-combat", pieces=pieces, weather="hot", weather_roller="spanish", battles=2)
    for full in (False, True):
        assert load(state.scenario, json.loads(json.dumps(dump(state, full=full)))) == state
    assert dump(state)["units"]["cer-1"] == {"status": "map", "at": "0403"}
    assert dump(state, full=True)["units"]["cer-1"]["must-attack"] is False
    assert list(dump(state)["units"]) == sorted(state.units)


def test_before_the_first_phase() -> None:
    units = [*UNITS, "bom-1 bomber -9 off-map", "fle-1 fleet - off-map"]
    late: dict[str, Any] = {"gar-1": {"turn": 3}, "bom-1": {"turn": 5}, "fle-1": {"turn": 5}}
    state = initial(make(units, pieces={"bat-1": {"captured": True}, **late}).scenario)
    assert (state.turn, state.phase) == (1, "spanish-setup")
    statuses = {unit: piece.status for unit, piece in state.units.items()}
    assert statuses.pop("bat-1") == "pool"
    assert set(statuses.values()) == {"off-map"}


def test_what_is_left_out_has_its_default() -> None:
    units = [*UNITS, "bom-1 bomber -9 off-map", "sea-1 seaplane -9 off-map", "fle-1 fleet - off-map"]
    late: dict[str, Any] = {name: {"turn": 5} for name in ("bom-1", "sea-1", "fle-1")} | {"gar-1": {"turn": 3}}
    scenario = make(units, pieces={"bat-1": {"captured": True}, **late}, terrain={"0101": "clear airport"}).scenario
    given = {"beni-1": {"at": "0303", "must-attack": True}, "cer-1": {"at": "0403"}}
    state = load(scenario, {"turn": 6, "phase": "moroccan-combat", "units": given})
    found = {unit: (piece.status, piece.at) for unit, piece in state.units.items()}
    assert found == {
        "beni-1": ("map", "0303"),
        "cer-1": ("map", "0403"),
        "bat-1": ("pool", None),
        "gar-1": ("due", None),
        "bom-1": ("map", "0101"),
        "sea-1": ("map", None),
        "fle-1": ("off-map", None),
    }
    assert state.units["beni-1"].zoc_of == ("cer-1",)
    early = load(scenario, {"turn": 5, "phase": "weather"})
    assert (early.units["bom-1"].status, early.units["gar-1"].status) == ("off-map", "due")
    lost = load(scenario, {"turn": 6, "phase": "spanish-air-1", "airport-holder": "moroccan"})
    assert lost.units["bom-1"].status == "grounded"
    home = load(scenario, {"turn": 6, "phase": "spanish-air-1", "units": {"bom-1": {"status": "map"}}})
    assert home.units["bom-1"].at == "0101"


def test_sectors_give_the_seat_that_is_left_out() -> None:
    seats = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}
    scenario = make(UNITS, seats=seats, sector_column={"spanish": 4}).scenario
    state = load(scenario, {"turn": 2, "units": {"cer-1": {"at": "0403"}, "gar-1": {"at": "0303"}}})
    assert {unit: state.units[unit].seat for unit in ("cer-1", "gar-1", "beni-1")} == {
        "cer-1": "spanish-2",
        "gar-1": "spanish",
        "beni-1": None,
    }


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"phase": "lunch"}, "'lunch' is no phase of La Legión."),
    ({"turn": 14}, "the turn is a whole number from 1 to 13, not 14."),
    ({"turn": True}, "the turn is a whole number from 1 to 13, not True."),
    ({"colour": 1}, "a state of La Legión has no field 'colour'."),
    ({"weather": "snow"}, "weather is one of normal, sandstorm, hot, not 'snow'."),
    ({"winner": "nobody"}, "winner is one of null, moroccan, spanish, draw, not 'nobody'."),
    ({"units": {"x-1": {}}}, "the scenario has no piece 'x-1'."),
    ({"units": {"cer-1": {"at": "9999"}}}, "piece cer-1: '9999' is no hex of the map."),
    ({"units": {"cer-1": {"speed": 3}}}, "piece cer-1: there is no field 'speed'."),
    ({"units": {"cer-1": {"status": "asleep"}}}, "piece cer-1: the status is one of map, off-map, due"),
    ({"units": {"cer-1": {"moved": "yes"}}}, "piece cer-1: moved is one of no, move"),
    ({"units": {"cer-1": {"landed": "yes"}}}, "piece cer-1: landed is true or false, not 'yes'."),
    ({"units": {"cer-1": {"at": ["0101"]}}}, "piece cer-1: ['0101'] is no hex of the map."),
    ({"units": {"cer-1": {"arrived-turn": "3"}}}, "piece cer-1: arrived-turn is a whole number or null, not '3'."),
    ({"units": {"cer-1": {"seat": "nobody"}}}, "piece cer-1: 'nobody' is no seat of the game."),
    ({"units": {"cer-1": {"zoc-of": ["nobody"]}}}, "piece cer-1: zoc-of is a list of pieces, not ['nobody']."),
    ({"units": {"cer-1": "0101"}}, "piece cer-1: an object of fields is expected, not '0101'."),
    ({"units": ["cer-1"]}, "units is an object of pieces by id."),
    ({"units": {"cer-1": {"status": "map"}}}, "piece cer-1: a land piece on the map stands in a hex."),
    ({"units": {"cer-1": {"at": "0101"}, "beni-1": {"at": "0101"}}}, "two land pieces in 0101: beni-1 and cer-1"),
]


@pytest.mark.parametrize(("data", "sentence"), WRONG)
def test_what_fits_no_scenario_is_told_exactly(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        load(make(UNITS).scenario, data)


def test_a_position_without_a_turn_is_of_the_first() -> None:
    assert load(make(UNITS).scenario, {"units": {}}).turn == 1


@pytest.mark.parametrize(("turn", "status"), [(1, "off-map"), (2, "due"), (3, "off-map")])
def test_who_has_no_place_in_a_position_is_due_from_its_turn_on(turn: int, status: str) -> None:
    """But whoever was to be set up is not."""
    scenario = make(UNITS, pieces={"gar-1": {"turn": turn}}).scenario
    assert load(scenario, {"turn": 2, "phase": "spanish-movement", "units": {}}).units["gar-1"].status == status
