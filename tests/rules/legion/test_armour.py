"""The panic that armour spreads (LL-8.22 to 8.24)."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.rules.legion.armour import panic_choices
from pbem.rules.legion.events import AirportTaken, DutyLifted, Moved, Panicked
from pbem.rules.legion.movement import move_choices
from pbem.rules.legion.paths import Fences
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, told
from tests.rules.legion.moving import after, checked, land, march, move, panic, problems

ARMOUR = "arm-1 armoured-engineer 4-3 0303"


def tanks(units: Sequence[str], **fields: Any) -> State:
    """Spanish movement of turn 6."""
    return make(units, "spanish-movement", **{"turn": 6, "size": (12, 12), **fields})


@pytest.mark.rule("LL-W12", "LL-8.23", "LL-8.24", "LL-7.9")
def test_panic_before_and_after_the_move() -> None:
    state = tanks([ARMOUR, "beni-1 infantry 3-2 0403", "beni-2 infantry 3-2 0505"])
    orders = [
        panic("arm-1", "beni-1", "0705"),
        move("arm-1", "0403 0404"),
        panic("arm-1", "beni-2", "0508", "after"),
    ]
    result = run(state, orders)
    assert [type(event) for event in result.events] == [Panicked, Moved, Panicked]
    places = {unit: piece.at for unit, piece in result.state.units.items()}
    assert places == {"arm-1": "0404", "beni-1": "0705", "beni-2": "0508"}
    assert not result.state.units["arm-1"].must_attack
    assert problems(state, panic("arm-1", "beni-1", "0604")) == [(1, "wrong-distance")]


@pytest.mark.rule("LL-8.24")
def test_a_panic_after_the_move_may_be_written_before_it() -> None:
    state = tanks([ARMOUR, "beni-2 infantry 3-2 0505"])
    early = panic("arm-1", "beni-2", "0508", "after")
    result = run(state, [early, move("arm-1", "0403 0404")])
    assert [type(event) for event in result.events] == [Moved, Panicked]
    assert problems(state, early) == [(1, "not-in-zoc")]
    assert problems(state, early, move("arm-1", "0403 0402")) == [(1, "not-in-zoc")]
    assert problems(state, early, move("arm-1", "0505")) == [(1, "not-in-zoc"), (2, "hex-occupied")]


@pytest.mark.rule("LL-8.24")
def test_who_marches_spreads_no_panic_and_who_spread_it_does_not_march() -> None:
    state = tanks([ARMOUR, "beni-1 infantry 3-2 0403"])
    before, flee = panic("arm-1", "beni-1", "0705"), panic("arm-1", "beni-1", "0705", "after")
    assert problems(state, march("arm-1", "0302 0301"), before) == [(2, "armour-marched")]
    assert problems(state, flee, march("arm-1", "0302 0301")) == [(1, "armour-marched")]
    assert problems(state, before, march("arm-1", "0302")) == [(2, "armour-marched")]


@pytest.mark.rule("LL-8.24")
def test_before_is_before_the_move_and_a_piece_may_be_driven_twice() -> None:
    state = tanks([ARMOUR, "beni-1 infantry 3-1 0304"])
    twice = [panic("arm-1", "0304", "0306"), move("arm-1", "0304 0305"), panic("arm-1", "0306", "0308", "after")]
    assert run(state, twice).state.units["beni-1"].at == "0308"
    assert problems(state, move("arm-1", "0302"), panic("arm-1", "beni-1", "0306")) == [(2, "already-moved")]


@pytest.mark.rule("LL-8.24", "LL-9.2")
def test_armour_that_the_storm_holds_may_panic_before_only() -> None:
    state = tanks([ARMOUR, "beni-1 infantry 3-2 0304"], weather="sandstorm")
    assert problems(state, panic("arm-1", "beni-1", "0307")) == []
    assert problems(state, panic("arm-1", "beni-1", "0307", "after")) == [(1, "not-in-zoc")]
    assert problems(state, move("arm-1", "0302")) == [(1, "cannot-move")]


@pytest.mark.rule("LL-8.23")
def test_the_line_is_straight_over_land_to_an_empty_hex_in_no_spanish_zone() -> None:
    state = tanks([ARMOUR, "beni-1 infantry 3-2 0304", "beni-2 infantry 3-2 0306"], terrain={"0405": "mountain"})
    assert problems(state, panic("arm-1", "beni-1", "0307")) == []  # over another piece
    assert problems(state, panic("arm-1", "beni-1", "0605")) == []  # south-east
    assert problems(state, panic("arm-1", "beni-1", "0506")) == [(1, "bad-panic-hex")]
    assert problems(state, panic("arm-1", "beni-1", "0305")) == [(1, "wrong-distance")]
    west = tanks([ARMOUR, "beni-1 infantry 3-1 0203"], terrain={"0103": "sea", "0204": "sea"})
    assert problems(west, panic("arm-1", "beni-1", "0205")) == [(1, "bad-panic-hex")]
    crowded = tanks([ARMOUR, "beni-1 infantry 3-2 0304", "beni-2 infantry 3-2 0307"])
    assert problems(crowded, panic("arm-1", "beni-1", "0307")) == [(1, "bad-panic-hex")]
    watched = tanks([ARMOUR, "beni-1 infantry 3-2 0304", "cer-1 infantry 3-3 0308"])
    (near,) = checked(watched, panic("arm-1", "beni-1", "0307")).problems
    assert (near.code, "0307" in near.near) == ("bad-panic-hex", False)


@pytest.mark.rule("LL-8.23")
def test_weather_and_mountains_do_not_shorten_the_flight() -> None:
    state = tanks([ARMOUR, "beni-1 infantry 3-4 0304"], terrain={"0305": "mountain", "0306": "mountain"}, weather="hot")
    assert problems(state, panic("arm-1", "beni-1", "0309")) == []


@pytest.mark.rule("LL-8.23")
def test_who_is_driven_and_by_whom() -> None:
    state = tanks([ARMOUR, "cer-1 infantry 3-3 0204", "beni-1 infantry 3-2 0305", "beni-2 infantry 3-2 0304"])
    assert problems(state, panic("arm-1", "beni-1", "0308")) == [(1, "not-in-zoc")]
    assert problems(state, panic("arm-1", "cer-1", "0308")) == [(1, "not-in-zoc")]
    assert problems(state, panic("cer-1", "beni-2", "0307")) == [(1, "not-in-zoc")]
    assert problems(state, panic("arm-1", "nobody", "0307")) == [(1, "unknown-unit")]
    assert problems(state, panic("arm-1", "0403", "0307")) == [(1, "not-in-zoc")]
    assert problems(state, panic("beni-1", "beni-2", "0307")) == [(1, "not-your-piece")]
    assert problems(state, panic("arm-1", "beni-2", "9999")) == [(1, "off-map")]
    assert problems(state, panic("arm-1", "0304", "0307")) == []


@pytest.mark.rule("LL-8.23")
def test_by_option_any_hex_at_that_distance_reached_over_land() -> None:
    units = [ARMOUR, "beni-1 infantry 3-2 0304"]
    state = tanks(units, options={"panic-line": "any"})
    assert problems(tanks(units), panic("arm-1", "beni-1", "0506")) == [(1, "bad-panic-hex")]
    assert problems(state, panic("arm-1", "beni-1", "0506")) == []
    assert problems(state, panic("arm-1", "beni-1", "0505")) == [(1, "wrong-distance")]
    water = tanks(units, terrain={"0405": "sea", "0305": "sea", "0404": "sea"}, options={"panic-line": "any"})
    assert problems(water, panic("arm-1", "beni-1", "0506")) == [(1, "bad-panic-hex")]


@pytest.mark.rule("LL-8.23")
def test_by_option_panic_is_no_choice() -> None:
    units = [ARMOUR, "beni-1 infantry 3-2 0304", "arm-2 armoured-engineer 4-3 0909", "beni-2 infantry 3-2 0908"]
    units += ["beni-3 infantry 3-2 0505"]
    quiet = run(tanks(units), [move("arm-1", "0403 0404")])
    assert told(quiet, Panicked) == []
    loud = run(tanks(units, options={"panic": "compulsory"}), [move("arm-1", "0403 0404")])
    driven = {(event.armour, event.unit): event.when for event in told(loud, Panicked)}
    assert driven == {("arm-1", "beni-1"): "before", ("arm-1", "beni-3"): "after", ("arm-2", "beni-2"): "before"}
    march_ = run(tanks(units[:2], options={"panic": "compulsory"}), [march("arm-1", "0302 0301")])
    assert told(march_, Panicked) == []


@pytest.mark.rule("LL-8.23", "LL-7.8")
def test_a_duty_that_rested_on_the_driven_piece_ends() -> None:
    state = tanks([ARMOUR, "cer-1 infantry 3-3 0306", "beni-1 infantry 3-1 0304", "beni-2 infantry 3-1 0207"])
    result = run(state, [move("cer-1", "0305"), panic("arm-1", "beni-1", "0503")])
    assert told(result, DutyLifted) == [DutyLifted(unit="cer-1")]
    assert not result.state.units["cer-1"].must_attack
    both = run(state, [move("cer-1", "0206"), panic("arm-1", "beni-1", "0503")])
    assert both.state.units["cer-1"].must_attack


@pytest.mark.rule("LL-8.19", "LL-8.23")
def test_a_piece_driven_over_the_airport_takes_it() -> None:
    units = [ARMOUR, "beni-1 infantry 3-2 0304", "bom-1 bomber -9 0305"]
    state = tanks(units, terrain={"0305": "clear airport"})
    result = run(state, [panic("arm-1", "beni-1", "0307")])
    assert told(result, AirportTaken) == [AirportTaken(side="moroccan", unit="beni-1")]
    assert (result.state.airport_holder, result.state.units["bom-1"].status) == ("moroccan", "grounded")


@pytest.mark.rule("LL-8.24")
def test_landed_armour_may_panic_after_its_half_move() -> None:
    state = tanks(
        ["arm-1 armoured-engineer 4-4 due", "beni-1 infantry 3-1 0304"], terrain={"0301": "clear landing"}, turn=5
    )
    orders = [land("arm-1", "0301", "0302 0303"), panic("arm-1", "beni-1", "0306", "after")]
    assert after(state, *orders).units["beni-1"].at == "0306"


@pytest.mark.rule("LL-8.24")
def test_armour_that_drove_somebody_off_may_move_and_not_march() -> None:
    units = ["arm-1 armoured-engineer 4-3 0303", "beni-1 infantry 3-3 0909"]
    state = make(units, "spanish-movement", pieces={"arm-1": {"panicked": True}})
    verbs = {choice.order.type for choice in move_choices(Fences(state), "arm-1")}
    assert verbs == {"move"}


@pytest.mark.rule("LL-8.23")
def test_only_armour_on_the_map_spreads_panic() -> None:
    state = tanks(["cer-1 infantry 3-3 0303", "beni-1 infantry 3-2 0403", "arm-9 armoured-engineer 4-3 waiting"])
    assert panic_choices(state, "cer-1") == panic_choices(state, "arm-9") == ()
    assert problems(state, panic("arm-9", "beni-1", "0705"), panic("cer-1", "beni-1", "0705")) == [
        (1, "not-in-zoc"), (2, "not-in-zoc"),
    ]  # fmt: skip
