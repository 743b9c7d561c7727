"""Checking a whole sheet: phases, later sections, what rests on a die, what is missing (catalogue, part A)."""

from typing import Any

import pytest

from pbem.core.orders import Order, Sheet
from pbem.core.problems import Checked
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.orders import Capture, Cooperate
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, bombard, fly
from tests.rules.legion.moving import checked, hold, march, move, problems
from tests.rules.sheets import sheet_of

GUNS = ["art-1 artillery 2-3 0303", "art-2 artillery 2-3 0302", "cer-1 infantry 3-3 0304", "beni-1 infantry 3-4 0403"]
FAR = "beni-2 infantry 3-4 0909"


def whole(state: State, seat: str, *standing: Order, **sections: list[Order]) -> Checked:
    """The check of a sheet with several sections (`spanish_movement=[…]`), lines numbered through."""
    return ruleset("legion").check(state, seat, sheet_of(seat, *standing, **sections))


def told(found: Checked) -> list[tuple[int, str]]:
    """Line and code of each problem."""
    return [(problem.line, problem.code) for problem in found.problems]


def provisional(found: Checked) -> dict[int, bool]:
    """By line, whether it rests on a die."""
    return {each.line.number: each.provisional for each in found.lines}


@pytest.mark.rule("LL-10.1")
def test_orders_for_a_phase_that_is_over_or_not_ones_own_or_unknown() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"], "spanish-movement")
    late = whole(state, "spanish", spanish_bombardment=[bombard("beni-1", "cer-1")])
    assert told(late) == [(1, "wrong-phase")]
    other = whole(state, "spanish", moroccan_movement=[move("cer-1", "0908")], lunch=[hold("cer-1")])
    assert told(other) == [(1, "wrong-phase"), (2, "wrong-phase")]
    assert told(whole(state, "moroccan", spanish_movement=[move("beni-1", "0302")])) == [(1, "wrong-phase")]
    assert told(whole(state, "spanish", spanish_movement=[attack("beni-1", "cer-1")])) == [(1, "wrong-phase")]
    over = make(["cer-1 infantry 3-3 0909"], "spanish-movement", winner="spanish")
    assert problems(over, move("cer-1", "0908")) == [(1, "wrong-phase")]


@pytest.mark.rule("LL-8.21", "LL-3.1")
def test_a_battery_that_there_is_not_is_a_problem_of_its_line() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"], "spanish-bombardment")
    assert told(whole(state, "spanish", spanish_bombardment=[bombard("beni-1", "nobody")])) == [(1, "unknown-unit")]


@pytest.mark.rule("LL-10.1")
def test_later_sections_are_judged_after_the_earlier_ones_whatever_their_order() -> None:
    state = make(["beni-1 infantry 3-4 0302", "cer-1 infantry 3-3 0303", FAR], "moroccan-movement")
    found = whole(
        state, "spanish", spanish_combat=[attack("beni-1", "cer-1")], spanish_movement=[march("cer-1", "0304")]
    )
    assert told(found) == [(1, "marched"), (1, "not-adjacent")]
    assert not found.complete
    good = whole(state, "spanish", spanish_movement=[move("cer-1", "0402")], spanish_combat=[attack("beni-1", "cer-1")])
    assert told(good) == []
    assert (good.state.phase, good.state.units["cer-1"].fought) == ("spanish-combat", True)
    alone = whole(state, "spanish", spanish_movement=[move("cer-1", "0402")])
    assert told(alone) == []
    lacking = whole(state, "spanish", spanish_movement=[move("cer-1", "0402")], spanish_combat=[])
    assert told(lacking) == [(0, "must-attack")]


@pytest.mark.rule("LL-10.1", "LL-8.14")
def test_what_rests_on_a_die_is_provisional_not_refused() -> None:
    state = make([*GUNS, FAR], "spanish-bombardment")
    found = whole(
        state,
        "spanish",
        spanish_bombardment=[bombard("beni-1", "art-1"), bombard("beni-1", "art-2")],
        spanish_movement=[move("cer-1", "0403"), march("art-1", "0202"), march("art-2", "0402")],
    )
    assert told(found) == []
    assert provisional(found) == {1: False, 2: True, 3: True, 4: False, 5: True}
    assert found.state.units["cer-1"].at == "0304"  # open dice changed nothing: beni-1 stands in 0403
    none = whole(state, "spanish", spanish_movement=[move("cer-1", "0403")])
    assert told(none) == [(1, "hex-occupied")]


@pytest.mark.rule("LL-10.1")
def test_what_fails_whatever_the_die_is_a_problem() -> None:
    state = make([*GUNS, FAR], "spanish-bombardment")
    found = whole(
        state,
        "spanish",
        spanish_bombardment=[bombard("beni-1", "art-1")],
        spanish_movement=[move("cer-1", "0303"), move("cer-1", "0708")],
    )
    assert told(found) == [(2, "hex-occupied"), (3, "move-too-far")]


@pytest.mark.rule("LL-10.1")
def test_a_duty_that_a_die_may_lift_is_provisional_and_bombs_open_dice_too() -> None:
    units = ["sea-1 seaplane -20 home", "cer-1 infantry 3-3 0304", "beni-1 infantry 3-4 0402", FAR]
    state = make(units, "spanish-air-1", turn=6, terrain={"1001": "mar-chica"})
    found = whole(
        state,
        "spanish",
        spanish_air_1=[fly("sea-1", "0402", bomb=True)],
        spanish_movement=[move("cer-1", "0303")],
        spanish_combat=[attack("beni-1", "cer-1")],
    )
    assert told(found) == []
    assert provisional(found) == {1: False, 2: True, 3: True}


def test_who_has_no_order_is_named_and_a_phase_is_complete_with_an_empty_section() -> None:
    state = make(
        ["beni-1 infantry 3-4 0101", "beni-2 infantry 3-4 0301", "beni-3 infantry 3-4 due", "cer-1 infantry 3-3 0909"]
    )
    found = checked(state, move("beni-1", "0102"))
    assert found.idle == {"moroccan-movement": ("beni-2", "beni-3")}
    assert found.complete
    assert checked(state, hold("beni-2"), hold("beni-3")).idle == {"moroccan-movement": ("beni-1",)}
    assert checked(state).complete
    rules = ruleset("legion")
    assert not rules.check(state, "moroccan", Sheet(seat="moroccan")).complete
    assert not rules.check(state, "spanish", Sheet(seat="spanish")).complete
    fresh = make(["cer-1 infantry 3-3 off-map"], "spanish-setup", turn=1, zones={"spanish": ["0101"]})
    assert not checked(fresh).complete


@pytest.mark.rule("LL-8.16", "LL-3.1")
def test_standing_orders_name_ones_own() -> None:
    fields: dict[str, Any] = {"seats": {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}}
    state = make(["beni-1 infantry 3-4 0101", "bat-1 artillery 2-2 pool", "cer-1 infantry 3-3 0909"], **fields)
    assert told(whole(state, "moroccan", Capture(policy="yes", units=("bat-1",)))) == []
    bad = [Capture(policy="yes", units=("bat-7", "cer-1")), Cooperate(seat="spanish", policy="no"), hold("beni-1")]
    assert told(whole(state, "moroccan", *bad)) == [
        (1, "not-your-piece"),
        (1, "unknown-unit"),
        (2, "not-your-sector"),
        (3, "wrong-phase"),
    ]
    assert told(whole(state, "spanish", Capture(policy="no"), Cooperate(seat="spanish-2", policy="no"))) == [
        (1, "wrong-phase")
    ]


def test_a_good_line_comes_back_in_full() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0503"])
    (found,) = checked(state, move("beni-1", "0403")).lines
    assert (found.phase, found.notes) == ("moroccan-movement", {"cost": 1, "allowance": 4, "zoc": "cer-1"})
    (far,) = checked(state, march("beni-1", "0306")).lines
    assert far.line.order == march("beni-1", "0304 0305 0306")
