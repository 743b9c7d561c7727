"""Artillery bombardment (LL-8.12 to 8.14, 8.16, 9.2)."""

from typing import Any

import pytest

from pbem.rules.legion.artillery import bombard_choices, judge_bombard
from pbem.rules.legion.events import BatteryCaptured, Bombarded, Eliminated
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import bombard, codes, gone, labels, run, told, voided

GUN = "art-1 artillery 2-2 0303"
ENEMIES = ("beni-1 infantry 3-4 0503", "beni-2 infantry 3-4 0603")


def battery(*units: str, **fields: Any) -> State:
    """A Spanish gun in 0303, a Moroccan two hexes away and one three hexes away."""
    return make([GUN, *ENEMIES, *units], "spanish-bombardment", **fields)


def faults(state: State, target: str = "beni-1", unit: str = "art-1", else_: str = "") -> list[str]:
    return codes(judge_bombard(state, "spanish", bombard(target, unit, else_)))


@pytest.mark.rule("LL-8.13", "LL-8.14", "LL-2.11")
def test_w6_a_two_eliminates_and_the_gun_may_still_move() -> None:
    result = run(battery(), [bombard("beni-1", "art-1")], [2])
    assert gone(result) == ["beni-1"]
    assert labels(result) == ["bombard art-1 beni-1"]
    assert [roll.meaning for roll in result.rolls] == ["hit"]
    (event,) = told(result, Bombarded)
    assert (event.origin, event.at, event.by, event.face, event.hit) == ("0303", "0503", "artillery", 2, True)
    assert [(e.unit, e.by, e.cause) for e in told(result, Eliminated)] == [("beni-1", "spanish", "bombardment")]
    gun = result.state.units["art-1"]
    assert (gun.bombarded, gun.moved) == (True, "no")


@pytest.mark.rule("LL-8.13")
@pytest.mark.parametrize("face", [3, 4, 5])
@pytest.mark.parametrize("ground", ["clear", "mountain", "clear fortress", "clear city"])
def test_anything_else_misses_and_ground_does_not_matter(face: int, ground: str) -> None:
    state = battery(terrain={"0503": ground})
    result = run(state, [bombard("0503", "art-1")], [face])
    assert gone(result) == []
    assert [roll.meaning for roll in result.rolls] == ["miss"]
    assert result.state.units["art-1"].bombarded
    assert gone(run(state, [bombard("0503", "art-1")], [2])) == ["beni-1"]


@pytest.mark.rule("LL-8.13")
def test_a_legal_order_is_carried_out_without_a_die_in_the_check() -> None:
    verdict = judge_bombard(battery(), "spanish", bombard("0503", "art-1"))
    assert (verdict.faults, verdict.notes) == ((), {"distance": 2})
    assert verdict.events == (
        Bombarded(unit="art-1", origin="0303", target="beni-1", at="0503", by="artillery", face=0, hit=False),
    )


@pytest.mark.rule("LL-8.13")
@pytest.mark.parametrize(
    ("target", "code"),
    [("beni-2", "out-of-range"), ("0505", "no-target"), ("art-1", "no-target"), ("beni-9", "no-target")],
)
def test_targets_that_cannot_be_bombarded(target: str, code: str) -> None:
    assert faults(battery(), target) == [code]


@pytest.mark.rule("LL-8.12")
@pytest.mark.parametrize("flag", ["bombarded", "supported"])
def test_a_gun_fires_once_in_a_turn(flag: str) -> None:
    assert faults(battery(pieces={"art-1": {flag: True}})) == ["already-fired"]


@pytest.mark.rule("LL-8.12")
def test_only_artillery_on_the_map_bombards() -> None:
    state = battery("leg-1 infantry 3-4 0402", "art-2 artillery 2-2 due", "fle-1 fleet - 0302")
    assert [faults(state, unit=unit) for unit in ("leg-1", "art-2", "fle-1")] == [["cannot-attack"]] * 3


@pytest.mark.rule("LL-8.18")
def test_aircraft_are_told_that_they_bombard_in_flight() -> None:
    verdict = judge_bombard(battery("bom-1 bomber 0-12 0302"), "spanish", bombard("beni-1", "bom-1"))
    assert [(fault.code, fault.rule) for fault in verdict.faults] == [("cannot-attack", "LL-8.18")]


@pytest.mark.rule("LL-9.2")
def test_no_artillery_fires_in_a_sandstorm() -> None:
    assert faults(battery(weather="sandstorm")) == ["weather-forbids"]
    result = run(battery(weather="sandstorm"), [bombard("beni-1", "art-1")])
    assert voided(result) == [("spanish", 1, "weather-forbids")]


@pytest.mark.rule("LL-3.1")
def test_whose_gun_it_is() -> None:
    state = battery(
        seats={"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"},
        pieces={"art-1": {"seat": "spanish-2"}},
        sector_column={"spanish": 2},
    )
    assert faults(state) == ["not-your-sector"]
    assert codes(judge_bombard(state, "spanish-2", bombard("beni-1", "art-1"))) == []
    assert faults(state, unit="beni-1") == ["not-your-piece"]


@pytest.mark.rule("LL-8.13")
def test_else_serves_where_the_target_is_already_gone() -> None:
    state = battery("art-2 artillery 2-2 0404", "beni-3 infantry 3-4 0504")
    orders = [bombard("beni-1", "art-1"), bombard("0503", "art-2", "beni-2 beni-3")]
    result = run(state, orders, [2, 2])
    assert labels(result) == ["bombard art-1 beni-1", "bombard art-2 beni-2"]
    assert gone(result) == ["beni-1", "beni-2"]
    assert labels(run(state, orders, [3, 3])) == ["bombard art-1 beni-1", "bombard art-2 beni-1"]


@pytest.mark.rule("LL-8.13")
def test_without_else_the_line_is_void_and_the_gun_has_not_fired() -> None:
    state = battery("art-2 artillery 2-2 0404")
    result = run(state, [bombard("beni-1", "art-1"), bombard("beni-1", "art-2")], [2])
    assert voided(result) == [("spanish", 2, "no-target")]
    assert not result.state.units["art-2"].bombarded


@pytest.mark.rule("LL-8.13")
def test_a_target_that_serves_instead_is_judged_like_the_first() -> None:
    assert faults(battery(), else_="beni-2 0505") == ["out-of-range", "no-target"]
    assert faults(battery("beni-3 infantry 3-4 0504"), else_="0504") == []


@pytest.mark.rule("LL-8.16", "LL-8.12")
def test_a_captured_battery_bombards_and_takes_a_gun_by_it() -> None:
    units = [GUN, "leg-1 infantry 3-4 0909", "bat-1 artillery 2-2 0403", "bat-2 artillery 1-2 pool"]
    state = make(units, "moroccan-bombardment", pieces={"bat-1": {"captured": True}, "bat-2": {"captured": True}})
    result = run(state, [bombard("art-1", "bat-1")], [2])
    assert [(e.unit, e.at) for e in told(result, BatteryCaptured)] == [("bat-2", "0303")]
    again = judge_bombard(result.state, "moroccan", bombard("leg-1", "bat-2"))
    assert codes(again) == ["already-fired", "out-of-range"]


@pytest.mark.rule("LL-8.13")
def test_choices_are_all_in_range() -> None:
    state = battery("art-2 artillery 2-2 0909", "beni-3 infantry 3-4 0304")
    found = bombard_choices(state, "spanish")
    assert {unit: [c.order for c in found[unit]] for unit in found} == {
        "art-1": [bombard("beni-1", "art-1"), bombard("beni-3", "art-1")]
    }
    assert bombard_choices(battery(weather="sandstorm"), "spanish") == {}
