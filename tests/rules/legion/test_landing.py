"""Landings on the coast, and the half move from there (LL-6.9, 6.10)."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.rules.legion.events import Disembarked, Landed, Moved
from pbem.rules.legion.landing import judge_land, land_choices
from pbem.rules.legion.paths import Fences
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, told
from tests.rules.legion.moving import after, checked, land, march, move, problems

COAST = {"0301": "sea landing", "0302": "clear landing", "0501": "sea landing", "0401": "sea"}


def beach(units: Sequence[str], **fields: Any) -> State:
    """Turn 5, Spanish movement: landing hexes 0301 and 0501 at sea, 0302 on land."""
    terrain = COAST | fields.pop("terrain", {})
    return make(units, "spanish-movement", **{"turn": 5, "terrain": terrain, **fields})


@pytest.mark.rule("LL-W10", "LL-6.9", "LL-6.10", "LL-9.5")
def test_half_of_the_factor_that_the_weather_leaves_rounded_down() -> None:
    units = ["reina-1 infantry 3-5 due", "beni-1 infantry 3-4 0403"]
    hot = beach(units, weather="hot")
    (found,) = checked(hot, land("reina-1", "0301", "0302")).lines
    assert found.notes == {"cost": 1, "allowance": 1}
    assert problems(hot, land("reina-1", "0301", "0302 0303")) == [(1, "stuck-at-sea")]
    normal = beach(units)
    piece = after(normal, land("reina-1", "0301", "0302 0303")).units["reina-1"]
    assert (piece.at, piece.moved, piece.landed, piece.must_attack, piece.zoc_of) == (
        "0303",
        "land",
        True,
        False,
        ("beni-1",),
    )


@pytest.mark.rule("LL-6.9")
def test_all_landing_pieces_are_placed_before_any_of_them_moves() -> None:
    state = beach(
        ["reina-1 infantry 3-4 due", "reina-2 infantry 3-4 due", "cer-1 infantry 3-4 0704", "beni-1 infantry 3-4 1010"]
    )
    result = run(state, [move("cer-1", "0604"), land("reina-1", "0302", "0303 0304"), land("reina-2", "0301", "0302")])
    assert [type(event) for event in result.events] == [Moved, Landed, Landed, Disembarked, Disembarked]
    assert result.state.units["reina-2"].at == "0302"
    assert problems(state, land("reina-1", "0302", "0303"), land("reina-2", "0302", "0303 0304")) == [
        (2, "landing-hex-taken")
    ]
    assert problems(state, land("reina-2", "0301", "0302"), land("reina-1", "0302", "0303")) == [(1, "hex-occupied")]


@pytest.mark.rule("LL-6.9")
def test_a_landing_that_fails_is_not_placed_and_stands_in_nobodys_way() -> None:
    state = beach(["reina-1 infantry 3-4 due", "reina-2 infantry 3-4 due", "beni-1 infantry 3-4 1010"])
    bad = land("reina-2", "0302", "0303 0304 0305")
    assert problems(state, land("reina-1", "0301", "0302"), bad) == [(2, "move-too-far")]
    assert problems(state, land("reina-1", "0301", "0302 0303"), bad) == [(2, "move-too-far")], "its way is free then"
    result = run(state, [land("reina-1", "0301", "0302"), bad])
    assert told(result, Landed) == [Landed(unit="reina-1", at="0301")]
    assert result.state.units["reina-2"].status == "waiting"


@pytest.mark.rule("LL-6.9")
def test_where_a_piece_may_not_land() -> None:
    state = beach(
        ["reina-1 infantry 3-4 due", "cer-1 infantry 3-4 0302", "beni-1 infantry 3-4 1010", "fle-1 fleet - 0301"]
    )
    (other,) = checked(state, land("reina-1", "0303")).problems
    assert (other.code, other.near) == ("not-a-landing-hex", ("0301", "0501"))
    assert problems(state, land("reina-1", "0302")) == [(1, "landing-hex-taken")]
    assert problems(state, land("reina-1", "0501")) == [(1, "stuck-at-sea")]
    assert problems(state, land("reina-1", "0301", "0202")) == []


@pytest.mark.rule("LL-6.9")
def test_points_that_do_not_carry_a_piece_ashore_leave_it_stuck_at_sea() -> None:
    state = beach(["reina-1 infantry 3-3 due", "beni-1 infantry 3-4 1010"], terrain={"0302": "mountain"})
    assert problems(state, land("reina-1", "0301", "0302")) == [(1, "stuck-at-sea")]
    assert problems(state, land("reina-1", "0301", "0303")) == [(1, "stuck-at-sea")]
    assert problems(state, land("reina-1", "0301", "0201")) == []
    storm = beach(["reina-1 infantry 3-3 due", "beni-1 infantry 3-4 1010"], weather="sandstorm")
    assert problems(storm, land("reina-1", "0301", "0302")) == [(1, "stuck-at-sea")]
    assert problems(storm, land("reina-1", "0302", "0303")) == [(1, "cannot-move")]
    assert problems(storm, land("reina-1", "0302")) == []


@pytest.mark.rule("LL-6.9")
def test_only_pieces_of_turn_five_land_due_or_waiting() -> None:
    units = [
        "reina-1 infantry 3-3 waiting",
        "gar-1 infantry 3-3 due",
        "cer-1 infantry 3-3 0505",
        "beni-1 infantry 3-4 1010",
    ]
    state = beach(units, turn=7, pieces={"reina-1": {"turn": 5}, "gar-1": {"turn": 3}})
    assert problems(state, land("reina-1", "0302"), land("gar-1", "0501", "0502"), land("cer-1", "0302")) == [
        (2, "not-due"),
        (3, "not-due"),
    ]
    early = beach(units, turn=4, pieces={"reina-1": {"turn": 5}})
    assert problems(early, land("reina-1", "0302")) == [(1, "not-due")]
    assert problems(state, land("fle-9", "0302"), land("beni-1", "0302")) == [
        (1, "unknown-unit"),
        (2, "not-your-piece"),
    ]


@pytest.mark.rule("LL-6.9", "LL-7.8", "LL-6.10")
def test_a_landing_hex_in_a_zone_counts_as_entered() -> None:
    state = beach(
        ["reina-1 infantry 3-6 due", "art-1 artillery 1-4 due", "beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0402"]
    )
    assert problems(state, land("reina-1", "0302", "0202")) == [(1, "zoc-stop")]
    piece = after(state, land("art-1", "0302")).units["art-1"]
    assert (piece.at, piece.zoc_of, piece.must_attack) == ("0302", ("beni-1", "beni-2"), False)
    near = beach(["reina-1 infantry 3-6 due", "beni-1 infantry 3-4 0201"])
    assert problems(near, land("reina-1", "0301", "0302")) == [(1, "stuck-at-sea")]


@pytest.mark.rule("LL-6.10", "LL-7.5")
def test_a_landing_has_no_road_bonus_and_no_second_move() -> None:
    state = beach(["reina-1 infantry 3-2 due", "beni-1 infantry 3-4 1010"], roads=[["0302", "0303", "0304"]])
    assert problems(state, land("reina-1", "0302", "0303 0304")) == [(1, "move-too-far")]
    assert problems(state, land("reina-1", "0302"), march("reina-1", "0303")) == [(2, "already-moved")]


@pytest.mark.rule("LL-8.22", "LL-6.9")
def test_armour_does_not_land_in_a_town() -> None:
    state = beach(
        ["arm-1 armoured-engineer 4-4 due", "beni-1 infantry 3-4 1010"],
        terrain={"0302": "clear fortress landing", "0202": "clear city"},
    )
    assert problems(state, land("arm-1", "0302")) == [(1, "armour-terrain")]
    assert problems(state, land("arm-1", "0301", "0202")) == [(1, "armour-terrain")]


@pytest.mark.rule("LL-6.9")
def test_one_landing_judged_by_itself_is_placed_and_moved_on() -> None:
    state = beach(["reina-1 infantry 3-4 due", "beni-1 infantry 3-4 1010"])
    verdict = judge_land(state, "spanish", land("reina-1", "0301", "0302"))
    assert [type(event) for event in verdict.events] == [Landed, Disembarked]
    assert [fault.code for fault in judge_land(state, "spanish", land("reina-1", "0303")).faults] == [
        "not-a-landing-hex"
    ]
    assert judge_land(state, "spanish", land("reina-1", "0301", "0303 0304 0305")).events == ()


@pytest.mark.rule("LL-8.22", "LL-6.9")
def test_the_choices_of_a_landing() -> None:
    units = ["arm-1 armoured-engineer 4-4 due", "reina-1 infantry 3-2 due", "beni-1 infantry 3-4 1010"]
    fences = Fences(beach(units, terrain={"0302": "clear city landing"}))
    assert {choice.order.at for choice in land_choices(fences, "arm-1")} == {"0301", "0501"}
    orders = [choice.order for choice in land_choices(fences, "reina-1")]
    assert land("reina-1", "0302") in orders
    assert land("reina-1", "0301") not in orders
    assert land_choices(fences, "beni-1") == ()
    notes = {(choice.order.at, *choice.order.path): choice.notes for choice in land_choices(fences, "reina-1")}
    assert notes["0302",] == {"cost": 0, "allowance": 1}
    assert notes["0302", "0303"] == {"cost": 1, "allowance": 1}
    storm = land_choices(Fences(beach(units, weather="sandstorm")), "reina-1")
    assert [choice.order for choice in storm] == [land("reina-1", "0302")]
    watched = land_choices(Fences(beach([*units[:2], "beni-1 infantry 3-4 0303"])), "reina-1")
    assert [choice.order.path for choice in watched if choice.order.at == "0302"] == [()]


@pytest.mark.rule("LL-2.1", "LL-6.9")
@pytest.mark.parametrize(("at", "path"), [("9901", "0302"), ("0301", "0302 9901")])
def test_a_landing_off_the_map_is_told_as_such(at: str, path: str) -> None:
    assert (1, "off-map") in problems(beach(["reina-1 infantry 3-5 due"]), land("reina-1", at, path))


@pytest.mark.rule("LL-6.9", "LL-8.22")
def test_a_beach_in_the_mountains_is_for_all_but_armour() -> None:
    units = ["reina-1 infantry 3-4 due", "arm-1 armoured-engineer 4-3 due"]
    steep = beach(units, terrain={"0302": "mountain landing"})
    assert problems(steep, land("reina-1", "0302")) == []
    assert problems(steep, land("arm-1", "0302")) == [(1, "armour-terrain")]


@pytest.mark.rule("LL-6.9")
def test_a_landing_that_fails_by_itself_falls_before_who_is_only_in_its_way() -> None:
    units = ["reina-1 infantry 3-4 due", "reina-2 infantry 3-4 due", "beni-1 infantry 3-4 1010"]
    state = beach(units, terrain={"0202": "clear landing"})
    good, bad = land("reina-1", "0202", "0302 0303"), land("reina-2", "0302", "0202 0201 0101")
    assert {line for line, _ in problems(state, good, bad)} == {2}
    (stays,) = checked(state, land("reina-1", "0302")).lines
    assert stays.notes == {"cost": 0, "allowance": 2}


@pytest.mark.rule("LL-6.10", "LL-7.5")
def test_a_landing_along_a_road_is_no_move_by_road() -> None:
    state = beach(["reina-1 infantry 3-4 due", "beni-1 infantry 3-4 1010"], roads=[["0302", "0303"]])
    (line,) = checked(state, land("reina-1", "0302", "0303")).lines
    assert line.notes == {"cost": 1, "allowance": 2}
