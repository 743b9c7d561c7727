"""Fleets (LL-2.10, 7.6, 7.10, 8.20, 8.21)."""

from typing import Any

import pytest

from pbem.rules.legion.events import Bombarded, FleetPlaced
from pbem.rules.legion.fleet import judge_bombard, judge_place, place_choices, placed_first
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make, section
from tests.rules.legion.fighting import bombard, codes, gone, labels, place, run, told, voided

COAST = {f"{column:02d}01": "sea" for column in range(1, 11)} | {"0102": "sea", "1010": "mar-chica"}
UNITS = (
    "fle-1 fleet - off-map",
    "fle-2 fleet - 0101",
    "leg-1 infantry 3-4 0909",
    "beni-1 infantry 3-4 0503",
    "beni-2 infantry 3-4 0505",
)


def sea(*units: str, **fields: Any) -> State:
    """The fleet phase of turn 5 before a coast along row 01; fle-1 off map, fle-2 in 0101."""
    terrain = COAST | fields.pop("terrain", {})
    return make([*UNITS, *units], "spanish-fleet", terrain=terrain, **{"turn": 5} | fields)


def placing(state: State, at: str, unit: str = "fle-1") -> list[str]:
    return codes(judge_place(state, "spanish", place(unit, at)))


def firing(state: State, target: str, unit: str) -> list[str]:
    return codes(judge_bombard(state, "spanish", bombard(target, unit)))


@pytest.mark.rule("LL-8.20", "LL-2.10")
def test_fleets_are_placed_on_any_sea_hex_and_then_bombard() -> None:
    result = run(sea(), [place("fle-1", "0501"), bombard("beni-1", "fle-1")], [2])
    assert told(result, FleetPlaced) == [FleetPlaced(unit="fle-1", at="0501")]
    assert labels(result) == ["bombard fle-1 beni-1"]
    assert gone(result) == ["beni-1"]
    (shot,) = told(result, Bombarded)
    assert (shot.by, shot.origin) == ("fleet", "0501")
    assert result.state.units["fle-1"].status == "map"
    assert gone(run(sea(), [place("fle-1", "0501"), bombard("beni-1", "fle-1")], [4])) == []


@pytest.mark.rule("LL-8.20", "LL-8.21")
def test_all_fleets_are_placed_before_the_first_bombards() -> None:
    orders = [bombard("beni-1", "fle-1"), place("fle-1", "0501")]
    result = run(sea(), orders, [3])
    assert [type(event).__name__ for event in result.events] == ["FleetPlaced", "Rolled", "Bombarded"]
    lines = section("spanish-fleet", *orders).lines
    assert [line.number for line in placed_first(lines)] == [2, 1]


@pytest.mark.rule("LL-8.20")
def test_a_fleet_without_an_order_stays_where_it_was() -> None:
    result = run(sea(), [bombard("beni-1", "fle-2")])
    assert voided(result) == [("spanish", 1, "out-of-range")]
    assert (result.state.units["fle-1"].at, result.state.units["fle-2"].at) == (None, "0101")
    moved = run(sea(), [place("fle-2", "0601")])
    assert told(moved, FleetPlaced) == [FleetPlaced(unit="fle-2", at="0601", origin="0101")]


@pytest.mark.rule("LL-8.20", "LL-7.6", "LL-7.10", "LL-7.1", "LL-2.10")
def test_where_a_fleet_may_not_be_placed() -> None:
    assert placing(sea(), "0505") == ["not-sea"]
    assert placing(sea(), "1010") == ["impassable"]
    assert placing(sea(), "0101") == ["hex-occupied"]
    assert placing(sea(), "0101", "fle-2") == []
    assert placing(sea(), "4040") == ["off-map"]
    assert placing(sea(turn=4), "0501") == ["too-early"]
    assert placing(sea(pieces={"fle-1": {"moved": "move"}}), "0501") == ["already-moved"]
    assert placing(sea(), "0501", "leg-1") == ["cannot-move"]
    assert placing(sea(), "0501", "beni-1") == ["not-your-piece"]
    assert voided(run(sea(), [place("fle-1", "0101")])) == [("spanish", 1, "hex-occupied")]


@pytest.mark.rule("LL-8.20")
def test_the_target_is_within_two_hexes_of_the_fleet() -> None:
    state = sea(pieces={"fle-1": {"status": "map", "at": "0501"}})
    assert firing(state, "beni-1", "fle-1") == []
    assert firing(state, "beni-2", "fle-1") == ["out-of-range"]
    assert firing(sea(), "beni-1", "fle-1") == ["out-of-range"]
    assert firing(state, "0506", "fle-1") == ["no-target"]
    fired = sea(pieces={"fle-1": {"status": "map", "at": "0501", "bombarded": True}})
    assert firing(fired, "beni-1", "fle-1") == ["already-fired"]
    assert firing(sea(turn=4), "beni-1", "fle-2") == ["too-early", "out-of-range"]
    assert firing(sea("art-1 artillery 2-2 0504"), "beni-1", "art-1") == ["cannot-attack"]


@pytest.mark.rule("LL-8.20")
def test_option_any_coast_counts_from_the_sea_but_not_from_mar_chica() -> None:
    state = sea("beni-3 infantry 3-4 1009", options={"fleet-range": "any-coast"})
    assert firing(state, "beni-1", "fle-2") == []
    assert firing(state, "beni-2", "fle-2") == ["out-of-range"]
    assert firing(state, "beni-3", "fle-2") == ["out-of-range"]


@pytest.mark.rule("LL-9.2")
def test_a_sandstorm_does_not_stop_fleets_nor_does_mountain() -> None:
    state = sea(weather="sandstorm", terrain={"0503": "mountain"}, pieces={"fle-1": {"status": "map", "at": "0501"}})
    assert gone(run(state, [bombard("0503", "fle-1")], [2])) == ["beni-1"]


@pytest.mark.rule("LL-8.20")
def test_choices() -> None:
    state = sea(pieces={"fle-1": {"status": "map", "at": "0501"}})
    found = place_choices(state, "spanish")
    orders = {unit: [choice.order for choice in found[unit]] for unit in found}
    assert orders["fle-1"][0] == bombard("beni-1", "fle-1")
    assert place("fle-2", "0201") in orders["fle-2"]
    assert place("fle-2", "0501") not in orders["fle-2"]
    assert len(orders["fle-2"]) == 10


@pytest.mark.rule("LL-8.20")
def test_a_place_that_cannot_be_is_voided_once_for_its_first_fault() -> None:
    result = run(sea(turn=4), [place("fle-1", "0909")])
    assert voided(result) == [("spanish", 1, "too-early")]


@pytest.mark.rule("LL-8.20", "LL-3.1")
def test_each_seat_places_its_own_fleets() -> None:
    seats = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
    owned = {"fle-1": {"seat": "spanish"}, "fle-2": {"seat": "spanish-2"}}
    state = sea(seats=seats, sector_column={"spanish": 5}, pieces=owned)
    assert [set(place_choices(state, seat)) for seat in ("spanish", "spanish-2")] == [{"fle-1"}, {"fle-2"}]
