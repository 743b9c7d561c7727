"""What a CHARGE comes to: its path, its turn, who may, who forms square (NAP-10)."""

from itertools import product
from typing import Any

import pytest

from pbem.core.events import OrderVoided
from pbem.core.orders import Order
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.charges import turned_once
from pbem.rules.napoleonic.orders import RetreatPlan, Square
from pbem.rules.napoleonic.scenario import FACINGS
from tests.rules.napoleonic.factory import WIDE, charge, checked, foot, guns, horse, make, played, verdicts

FRONTS = {"N": "NW N NE", "NE": "N NE SE", "SE": "NE SE S", "S": "SE S SW", "SW": "S SW NW", "NW": "SW NW N"}


BESIDE = {"N": "NE NW", "NE": "N SE", "SE": "NE S", "S": "SE SW", "SW": "S NW", "NW": "N SW"}


"""The hexsides beside a facing, in the order N NE SE S SW NW."""


@pytest.mark.rule("NAP-10.1")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_charge_turns_once_by_one_hexside_if_it_must(facing: str) -> None:
    for ways in product(FACINGS, repeat=3):
        final = None
        for after in (facing, *BESIDE[facing].split()):
            fronts = [[way in FRONTS[each].split() for way in ways] for each in (facing, after)]
            if final is None and any(all(fronts[0][:k] + fronts[1][k:]) for k in range(3)):
                final = FACINGS.index(after)
        assert turned_once(FACINGS.index(facing), [FACINGS.index(way) for way in ways]) == final


@pytest.mark.rule("NAP-10.1", "NAP-6.2")
@pytest.mark.parametrize(
    ("path", "target", "map_", "code"),
    [
        ("0304 0305 0306 0307 0308 0309 0310", "0311", {}, ""),  # 7 MP of 7
        ("0304 0305 0306", "0308", {}, "charge-path"),
        ("0305", "0306", {}, "charge-path"),
        ("0304 0306 0307", "0308", {}, "charge-path"),
        ("0304 0305", "0306", {"terrain": {"0305": "light-wood"}}, "charge-path"),
        ("0304 0305", "0306", {"terrain": {"0304": "village"}}, "charge-path"),
        ("0304 0305", "0306", {"terrain": {"0304": "cultivated", "0305": "cultivated"}}, ""),
        ("0304 0305", "0306", {"rivers": [["0304", "0305"]]}, "charge-path"),
        ("0304 0305", "0306", {"rivers": [["0304", "0305"]], "bridges": [["0304", "0305"]]}, ""),
        ("0304 0305", "0306", {"cliffs": [["0303", "0304"]]}, "charge-path"),
        ("0403 0404 0405", "0306", {"terrain": {"0304": "dense-wood", "0305": "dense-wood"}}, "charge-path"),
        ("0403", "0404", {}, ""),  # what is not adjacent at first
    ],
)
def test_the_written_path_of_a_charge(path: str, target: str, map_: dict[str, Any], code: str) -> None:
    units = [horse("a", "french", "0303", facing="S"), guns("foe", "spanish", target, facing="N")]
    assert verdicts(make(units, "french-charges", {**WIDE, **map_}), charge(path, target)) == [code]


@pytest.mark.rule("NAP-10.1")
@pytest.mark.parametrize(("steps", "code"), [(6, ""), (7, "charge-path")])
def test_the_lowest_mp_of_the_chargers_counts(steps: int, code: str) -> None:
    units = [
        horse("a", "french", "0303", facing="S"), horse("b", "french", "0303", **{"class": "heavy"}),
        guns("foe", "spanish", f"03{4 + steps:02d}", facing="N"),
    ]  # fmt: skip
    path = " ".join(f"03{row:02d}" for row in range(4, 4 + steps))
    for via in (path, ""):
        line = charge(via, f"03{4 + steps:02d}", "a", "b")
        found = checked(make(units, "french-charges", WIDE), line)
        assert [problem.code for problem in found.problems] == ([code] if code else [])
    if not code:
        assert found.lines[0].notes["allowance"] == 6


@pytest.mark.rule("NAP-10.1", "NAP-6.2")
@pytest.mark.parametrize(("at", "face", "code"), [("0205", "N", "charge-path"), ("0205", "SW", ""), ("0207", "N", "")])
def test_a_charge_enters_a_zone_by_its_last_step_only(at: str, face: str, code: str) -> None:
    units = [
        horse("a", "french", "0303", facing="S"), foot("zone", "spanish", at, facing=face),
        guns("foe", "spanish", "0308", facing="N"),
    ]  # fmt: skip
    assert verdicts(make(units, "french-charges", WIDE), charge("0304 0305 0306 0307", "0308")) == [code]


@pytest.mark.rule("NAP-10.1")
def test_of_paths_of_as_many_mp_a_charge_takes_that_of_fewest_hexes_then_lowest_numbers() -> None:
    high = {"levels": {"0303": 1, "0305": 1, "0306": 1}}
    units = [horse("a", "french", "0303", facing="S"), guns("foe", "spanish", "0306", facing="N")]
    found = checked(make(units, "french-charges", {**WIDE, **high}), charge("", "0306"))
    assert found.lines[0].line.order == charge("0304 0305", "0306")
    assert found.lines[0].notes["cost"] == 3
    units = [horse("a", "french", "0303", facing="S"), guns("foe", "spanish", "0405", facing="N")]
    found = checked(make(units, "french-charges", WIDE), charge("", "0405"))
    assert found.lines[0].line.order == charge("0304 0305", "0405")


@pytest.mark.rule("NAP-10.1")
def test_order_and_command_go_before_what_else_keeps_a_counter_from_charging() -> None:
    units = [
        horse("a", "french", "0303", facing="S", division="one", fatigue=3), guns("foe", "spanish", "0306"),
        horse("away", "french", "off-map", division="one"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0808", "range": 1, "division": "one"},
    ]  # fmt: skip
    for order, code in (("defence", "order-forbids"), ("attack", "out-of-command")):
        divisions = {"one": {"side": "french", "leader": "gen", "order": order}}
        state = make(units, "french-charges", WIDE, divisions=divisions)
        assert verdicts(state, charge("", "0306")) == [code]
        away = "order-forbids" if order == "defence" else "cannot-charge"
        assert verdicts(state, charge("", "0306", "away")) == [away]


@pytest.mark.rule("NAP-13.1", "NAP-10.1")
def test_a_charge_that_cannot_be_any_more_is_voided_and_the_next_goes_on() -> None:
    units = [
        horse("a", "french", "0303", facing="S"), horse("b", "french", "0803", facing="S"),
        guns("foe", "spanish", "0305", facing="N"), guns("foe-2", "spanish", "0805", facing="N"),
    ]  # fmt: skip
    told = played(make(units, "french-charges", WIDE), [6], charge("", "0309"), charge("", "0805", "b"))
    assert [(each.line, each.code) for each in told if isinstance(each, OrderVoided)] == [(1, "no-target")]
    assert [each.units for each in told if isinstance(each, facts.Charged)] == [("b",)]


@pytest.mark.rule("NAP-10.2", "NAP-10.3")
@pytest.mark.parametrize(
    ("pile", "dice", "drm"),
    [
        ([foot("x", "spanish", "0306", facing="N", grade="E")], [6], [("no-square", 1)]),
        ([horse("x", "spanish", "0306", facing="N")], [6], []),
        ([guns("x", "spanish", "0306", facing="N")], [6], []),
        ([foot("x", "spanish", "0306", formation="square")], [6], []),
        ([foot("x", "spanish", "0306", morale="routed")], [6], [("no-square", 1)]),
        ([foot("x", "spanish", "0306", pf=10), foot("y", "spanish", "0306", pf=9)], [6], [("no-square", 1)]),
        ([foot("x", "spanish", "0306", pf=9), foot("y", "spanish", "0306", pf=9)], [6, 6], []),
        ([foot("x", "spanish", "0306"), horse("y", "spanish", "0306")], [6], [("no-square", 1)]),
        ([foot("x", "spanish", "0306"), foot("y", "spanish", "0306", morale="routed", pf=2)], [6], [("no-square", 1)]),
        ([foot("x", "spanish", "0306", formation="skirmish"), guns("y", "spanish", "0306")], [6, 6], []),
    ],
)  # fmt: skip
def test_who_forms_square_and_what_a_charge_has_for_it(
    pile: list[dict[str, Any]], dice: list[int], drm: list[tuple[str, int]]
) -> None:
    """By default infantry of grade A to D tries where all of the hex could stand in square; guns and cavalry never."""
    told = played(
        make([horse("a", "french", "0303", facing="S"), *pile], "french-charges", WIDE), dice, charge("", "0306")
    )
    tests = [each for each in told if isinstance(each, facts.MoraleTested)]
    assert [(each.unit, each.why) for each in tests] == [("x", "square"), ("a", "charge")][-len(dice) :]
    assert [(each.code, each.amount) for each in tests[-1].drm if each.code == "no-square"] == drm
    formed = {each.unit for each in told if isinstance(each, facts.Formed)}
    assert formed == ({unit["id"] for unit in pile if unit["type"] == "infantry"} if len(dice) == 2 else set())


@pytest.mark.rule("NAP-2.4", "NAP-10.3")
def test_a_leader_goes_with_cavalry_that_its_test_before_a_charge_routs() -> None:
    units = [horse("a", "french", "0303", facing="S", grade="F"), guns("x", "spanish", "0306", facing="N")]
    gen = {"id": "gen", "side": "french", "type": "leader", "at": "0303"}
    rides = played(make([*units, gen], "french-charges", WIDE), [6], charge("", "0306"))
    assert not [each for each in rides if isinstance(each, facts.LeaderMoved)]  # he stays when they go by CHARGE
    ahead = played(make([*units, {**gen, "at": "0305"}], "french-charges", WIDE), [1], charge("0304 0305", "0306"))
    [moved] = [each for each in ahead if isinstance(each, facts.LeaderMoved)]
    [fled] = [each for each in ahead if isinstance(each, facts.Retreated)]
    assert (moved.unit, moved.origin, moved.to) == ("gen", "0305", fled.path[-1])


@pytest.mark.rule("NAP-10.2", "NAP-13.2")
@pytest.mark.parametrize(
    ("standing", "tries"),
    [
        ([], True), ([Square(unit="x", when="never")], False), ([Square(unit="x", distance=2)], True),
        ([Square(unit="x", distance=3)], False), ([Square(division="one", when="never")], False),
        ([Square(division="one", when="never"), Square(unit="x", when="always")], True),
        ([Square(unit="x", when="always"), Square(division="one", when="never")], True),
        ([Square(unit="y", when="never")], True), ([Square(division="two", when="never")], True),
        ([RetreatPlan(unit="x", hexes=2)], True),
    ],
)  # fmt: skip
def test_whether_a_square_is_tried_as_its_owner_wants(standing: list[Order], tries: bool) -> None:
    units = [horse("a", "french", "0303", facing="S"), foot("x", "spanish", "0306", facing="N", division="one")]
    told = played(make(units, "french-charges", WIDE), [6] * (1 + tries), charge("", "0306"), standing=standing)
    assert [each.hex for each in told if isinstance(each, facts.SquareTried)] == (["0306"] if tries else [])


@pytest.mark.rule("NAP-10.2")
@pytest.mark.parametrize("grade", "ABCDEF")
def test_by_default_infantry_of_grade_a_to_d_tries(grade: str) -> None:
    units = [horse("a", "french", "0303", facing="S"), foot("x", "spanish", "0306", facing="N", grade=grade)]
    told = played(make(units, "french-charges", WIDE), [6] * (1 + (grade < "E")), charge("", "0306"))
    assert bool([each for each in told if isinstance(each, facts.SquareTried)]) is (grade < "E")


@pytest.mark.rule("NAP-10.2", "NAP-2.4")
def test_a_leader_goes_with_infantry_that_its_test_for_a_square_routs() -> None:
    gen = {"id": "gen", "side": "spanish", "type": "leader", "at": "0306"}
    units = [horse("a", "french", "0303", facing="S"), foot("x", "spanish", "0306", facing="N", grade="D", lost=3), gen]
    told = played(make(units, "french-charges", WIDE), [1], charge("", "0306"))
    [went] = [each for each in told if isinstance(each, facts.LeaderMoved)]
    [fled] = [each for each in told if isinstance(each, facts.Retreated)]
    assert (went.unit, went.to) == ("gen", fled.path[-1])
    assert fled.path[0] == "0306"
