"""Aircraft (LL-2.9, 8.17 to 8.19, 9.2)."""

from typing import Any

import pytest

from pbem.core.events import PhaseBegan
from pbem.core.orders import Order
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.aviation import available, fly_choices, judge_fly, refreshed
from pbem.rules.legion.events import Bombarded, Flown, Returned
from pbem.rules.legion.orders import Fly, March, Move
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import codes, fly, gone, labels, run, told, voided

TERRAIN = {"0101": "clear airport", "1010": "mar-chica", "0909": "mar-chica", "0505": "sea", "0606": "mountain"}
UNITS = (
    "bom-1 bomber -4 0101",
    "bom-2 bomber -4 0101",
    "sea-1 seaplane -3 home",
    "beni-1 infantry 3-4 0303",
    "beni-2 infantry 3-4 0808",
    "leg-1 infantry 3-4 0102",
)


def air(*units: str, sub: int = 1, **fields: Any) -> State:
    """Sub-turn `sub` of turn 5 (or another); bombers at home in 0101, seaplanes in Mar Chica (0909, 1010)."""
    placed = (*UNITS, *units) if units else UNITS
    return make(placed, f"spanish-air-{sub}", **{"terrain": TERRAIN, "turn": 5, "airport_holder": "spanish"} | fields)


def faults(state: State, unit: str, to: str, bomb: bool = False, else_: str = "") -> list[str]:
    return codes(judge_fly(state, "spanish", fly(unit, to, bomb, else_)))


@pytest.mark.rule("LL-8.17")
def test_a_flight_bombs_only_where_its_order_says_so() -> None:
    assert judge_fly(air(), "spanish", Fly(unit="bom-1", to="0202")).faults == ()
    assert Fly(unit="bom-1", to="0202").bomb is False


@pytest.mark.rule("LL-8.17")
def test_every_hex_costs_one_whatever_it_is() -> None:
    far = judge_fly(air(), "spanish", fly("bom-1", "0505"))
    assert [(fault.code, fault.args["cost"]) for fault in far.faults] == [("move-too-far", 6)]
    over_mountain = air("beni-3 infantry 3-4 0202", terrain=TERRAIN | {"0202": "mountain"})
    near = judge_fly(over_mountain, "spanish", fly("bom-1", "0303"))
    assert near.events == (Flown(unit="bom-1", origin="0101", to="0303", cost=3, allowance=4),)
    assert near.notes == {"cost": 3, "allowance": 4}


@pytest.mark.rule("LL-8.17")
def test_seaplanes_start_from_the_nearest_hex_of_mar_chica() -> None:
    result = run(air(), [fly("sea-1", "0808", bomb=True)], [3])
    (flown,) = told(result, Flown)
    assert (flown.origin, flown.cost) == ("0909", 1)
    assert result.state.units["sea-1"].at == "0808"
    assert faults(air(), "sea-1", "0505") == ["move-too-far"]


@pytest.mark.rule("LL-8.17")
def test_a_bomber_at_home_starts_from_the_airport() -> None:
    (flown,) = told(run(air("bom-3 bomber -4 home"), [fly("bom-3", "0202")]), Flown)
    assert (flown.origin, flown.cost) == ("0101", 2)


@pytest.mark.rule("LL-8.17")
def test_later_sub_turns_start_where_the_aircraft_is() -> None:
    state = air(sub=2, pieces={"bom-1": {"at": "0404"}})
    (flown,) = told(run(state, [fly("bom-1", "0606")]), Flown)
    assert (flown.origin, flown.cost) == ("0404", 3)


@pytest.mark.rule("LL-8.18")
def test_a_bomb_on_the_piece_below_hits_on_a_two() -> None:
    result = run(air(), [fly("bom-1", "0303", bomb=True)], [2])
    assert labels(result) == ["bombard bom-1 beni-1"]
    assert gone(result) == ["beni-1"]
    (event,) = told(result, Bombarded)
    assert (event.by, event.origin, event.at, event.hit) == ("air", "0303", "0303", True)
    assert gone(run(air(), [fly("bom-1", "0303", bomb=True)], [3])) == []


@pytest.mark.rule("LL-8.18")
def test_without_a_piece_below_there_is_no_target() -> None:
    assert faults(air(), "bom-1", "0202", bomb=True) == ["no-target"]
    assert faults(air(), "bom-1", "0102", bomb=True) == ["no-target"]
    assert faults(air(), "bom-1", "0303", bomb=True, else_="leg-1") == ["no-target"]
    assert faults(air(), "bom-1", "0202") == []


@pytest.mark.rule("LL-8.18")
def test_one_aircraft_at_a_time_over_a_moroccan_piece() -> None:
    over = {"bom-1": {"at": "0303"}}
    assert faults(air(sub=2, pieces=over), "bom-2", "0303") == ["aircraft-there"]
    assert faults(air(sub=2, pieces=over), "bom-2", "0303", bomb=True) == ["aircraft-there"]
    assert faults(air(sub=2, pieces={"bom-1": {"at": "0202"}}), "bom-2", "0202") == []
    left_first = run(air(sub=2, pieces=over), [fly("bom-1", "0202"), fly("bom-2", "0303", bomb=True)], [3])
    assert voided(left_first) == []
    too_soon = run(air(sub=2, pieces=over), [fly("bom-2", "0303", bomb=True), fly("bom-1", "0202")])
    assert voided(too_soon) == [("spanish", 1, "aircraft-there")]
    assert too_soon.state.units["bom-2"].at == "0101"


@pytest.mark.rule("LL-8.17")
def test_a_target_already_gone_else_in_reach_or_the_flight_alone() -> None:
    state = air("beni-3 infantry 3-4 0202", pieces={"bom-2": {"at": "0202"}})
    orders = [fly("bom-2", "0303", bomb=True), fly("bom-1", "0303", bomb=True, else_="beni-2 0202")]
    result = run(state, orders, [2, 3])
    assert labels(result) == ["bombard bom-2 beni-1", "bombard bom-1 beni-3"]
    assert result.state.units["bom-1"].at == "0202"
    alone = run(state, [orders[0], fly("bom-1", "0303", bomb=True, else_="beni-2")], [2])
    assert alone.state.units["bom-1"].at == "0303"
    assert voided(alone) == [("spanish", 2, "no-target")]
    assert not alone.state.units["bom-1"].bombarded


@pytest.mark.rule("LL-8.17")
def test_one_flight_and_one_bombardment_a_sub_turn() -> None:
    first = run(air(), [fly("bom-1", "0303", bomb=True), fly("bom-1", "0202")], [3])
    assert voided(first) == [("spanish", 2, "already-moved")]
    assert faults(first.state, "bom-1", "0202") == ["already-moved"]
    ready = refreshed(first.state)
    assert faults(ready, "bom-1", "0303", bomb=True) == []
    assert refreshed(ready) is ready
    assert not ready.units["bom-1"].bombarded


@pytest.mark.rule("LL-8.17")
def test_after_the_third_sub_turn_all_return() -> None:
    away = {"bom-2": {"at": "0808"}, "sea-1": {"at": "0707"}}
    result = run(air(sub=3, pieces=away), [fly("bom-1", "0202")])
    assert told(result, Returned) == [Returned(units=("bom-1", "bom-2", "sea-1"))]
    assert [result.state.units[unit].at for unit in ("bom-1", "bom-2", "sea-1")] == ["0101", "0101", None]
    assert result.state.units["sea-1"].status == "map"
    assert told(run(air(sub=2, pieces=away), []), Returned) == []
    assert told(run(air(sub=3), []), Returned) == []


@pytest.mark.rule("LL-8.17")
def test_a_silent_aircraft_stays_and_may_begin_later() -> None:
    result = run(air(sub=2, pieces={"bom-2": {"at": "0404"}}), [fly("bom-1", "0202")])
    assert [result.state.units[unit].at for unit in ("bom-1", "bom-2")] == ["0202", "0404"]


@pytest.mark.rule("LL-8.17", "LL-9.2", "LL-2.9")
def test_who_may_not_fly() -> None:
    assert faults(air(turn=4), "bom-1", "0202") == ["too-early"]
    assert faults(air(weather="sandstorm"), "bom-1", "0202") == ["weather-forbids"]
    assert faults(air(), "leg-1", "0202") == ["cannot-move"]
    assert faults(air(), "beni-1", "0202") == ["not-your-piece"]
    assert faults(air(), "bom-1", "9999") == ["off-map"]
    assert available(air(turn=4)) == available(air(weather="sandstorm")) == ()
    assert voided(run(air(turn=4), [fly("bom-1", "0202", bomb=True)])) == [("spanish", 1, "too-early")]


@pytest.mark.rule("LL-8.19")
@pytest.mark.parametrize("fields", [{"airport_holder": "moroccan"}, {"pieces": {"bom-1": {"status": "grounded"}}}])
def test_w14_without_the_airport_bombers_are_grounded_and_seaplanes_fly(fields: dict[str, Any]) -> None:
    state = air(turn=6, **fields)
    assert faults(state, "bom-1", "0202") == ["aircraft-grounded"]
    assert "bom-1" not in available(state)
    assert faults(state, "sea-1", "0808", bomb=True) == []


@pytest.mark.rule("LL-8.19")
def test_w14_the_airport_is_lost_until_a_spanish_piece_enters_it() -> None:
    def go_on(state: State, turn: int, phase: str, *orders: Order) -> State:
        return run(ruleset("legion").evolve(state, PhaseBegan(turn=turn, phase=phase)), orders).state

    state = make(
        ["bom-1 bomber -4 0101", "sea-1 seaplane -3 home", "beni-1 infantry 3-4 0102", "leg-1 infantry 3-4 0105"],
        "weather",
        turn=6,
        terrain=TERRAIN,
    )
    state = go_on(state, 6, "moroccan-movement", Move(unit="beni-1", path=("0101",)))
    assert available(go_on(state, 6, "spanish-air-1")) == ("sea-1",)
    state = go_on(state, 7, "moroccan-movement", March(unit="beni-1", path=("0201", "0301", "0401")))
    assert state.units["beni-1"].at == "0401"
    state = go_on(state, 7, "spanish-air-1")
    assert available(state) == ("sea-1",)
    state = go_on(state, 7, "spanish-movement", March(unit="leg-1", path=("0104", "0103", "0102", "0101")))
    assert state.airport_holder == "spanish"
    assert available(go_on(state, 8, "spanish-air-1")) == ("bom-1", "sea-1")


@pytest.mark.rule("LL-8.17")
def test_without_any_base_nobody_flies() -> None:
    units = ["bom-1 bomber -4 home", "sea-1 seaplane -3 home"]
    assert available(make(units, "spanish-air-1", turn=5)) == ()


@pytest.mark.rule("LL-8.17", "LL-8.18")
def test_choices_bomb_what_they_reach_and_fly_to_every_hex_in_reach() -> None:
    state = air(pieces={"bom-2": {"at": "0303"}})
    found = fly_choices(state, "spanish")
    assert sorted(found) == ["bom-1", "bom-2", "sea-1"]
    assert fly("bom-2", "0303", bomb=True) in [choice.order for choice in found["bom-2"]]
    orders = [choice.order for choice in found["bom-1"]]
    assert fly("bom-1", "0303", bomb=True) not in orders
    assert fly("bom-1", "0303") not in orders
    assert fly("bom-1", "0202") in orders
    for unit in found:
        assert all(judge_fly(state, "spanish", choice.order).faults == () for choice in found[unit])
        good = {hex_ for hex_ in state.scenario.board.ids if not judge_fly(state, "spanish", fly(unit, hex_)).faults}
        assert {choice.order.to for choice in found[unit] if not choice.order.bomb} == good
        for choice in found[unit]:
            assert choice.notes["cost"] == judge_fly(state, "spanish", choice.order).notes["cost"]


@pytest.mark.rule("LL-8.17")
def test_a_seaplane_that_is_out_starts_from_where_it_is() -> None:
    out = air(sub=2, pieces={"sea-1": {"at": "0202"}})
    verdict = judge_fly(out, "spanish", fly("sea-1", "0204"))
    assert (verdict.faults, verdict.notes) == ((), {"cost": 2, "allowance": 3})
    assert verdict.events == (Flown(unit="sea-1", origin="0202", to="0204", cost=2, allowance=3),)


@pytest.mark.rule("LL-8.17", "LL-3.1")
def test_a_seaplane_over_a_map_without_lagoon_flies_on_and_each_seat_flies_its_own() -> None:
    dry = {hex_: words for hex_, words in TERRAIN.items() if words != "mar-chica"}
    out = air(sub=2, terrain=dry, pieces={"sea-1": {"at": "0202"}})
    assert "sea-1" in available(out)
    assert "sea-1" not in available(air(terrain=dry))
    seats = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
    owned = {"bom-1": {"seat": "spanish"}, "bom-2": {"seat": "spanish-2"}, "sea-1": {"seat": "spanish-2"}}
    shared = air(seats=seats, sector_column={"spanish": 5}, pieces=owned)
    assert {seat: set(fly_choices(shared, seat)) for seat in ("spanish", "spanish-2")} == {
        "spanish": {"bom-1"}, "spanish-2": {"bom-2", "sea-1"},
    }  # fmt: skip
