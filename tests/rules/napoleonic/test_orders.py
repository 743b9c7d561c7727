"""What single lines come to: which problem they earn, with which numbers, and what a receipt tells of good ones."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pbem.core.events import OrderVoided
from pbem.core.orders import Order
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.charges import turned_once
from pbem.rules.napoleonic.orders import (
    Advance,
    Assault,
    Charge,
    Command,
    Deploy,
    DeployGuns,
    Division,
    Face,
    Fire,
    Form,
    Limber,
    Move,
    Pile,
    Rally,
)
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import Doing, State
from tests.rules.napoleonic.factory import RULES, checked, foot, make, played, scenario, verdicts

WIDE = {"size": [14, 14]}


def horse(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """A cavalry counter of 6 PF."""
    return {"id": id_, "side": side, "type": "cavalry", "pf": 6, "at": at, **more}


def guns(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """A battery of 4 PF, limbered: it has no zone of control."""
    return {"id": id_, "side": side, "type": "artillery", "pf": 4, "at": at, "formation": "limbered", **more}


def charge(path: str, target: str, *units: str) -> Charge:
    """CHARGE units VIA path AT target; "a" alone where none are named."""
    return Charge(units=units or ("a",), path=tuple(path.split()), target=target)


# Charges -----------------------------------------------------------------------------------------------------------

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


# Moves -------------------------------------------------------------------------------------------------------------


def move(path: str, unit: str = "a", **more: Any) -> Move:
    """MOVE unit path."""
    return Move(unit=unit, path=tuple(path.split()), **more)


@pytest.mark.rule("NAP-5.1")
def test_who_would_go_too_far_is_told_the_nearest_hex_to_the_goal_that_he_can_reach() -> None:
    state = make([foot("a", "french", "0303", facing="S"), foot("x", "spanish", "1414", facing="S")], map_=WIDE)
    for path in ("0309", "0304 0305 0306 0307 0308 0309"):
        [problem] = checked(state, move(path)).problems
        assert (problem.code, problem.near) == ("move-too-far", ("0307",))
    [problem] = checked(state, move("0309", face="SW")).problems
    assert problem.near == ("0307",)
    [problem] = checked(state, move("0305 0309")).problems
    assert (problem.code, problem.near) == ("not-adjacent", ())
    exits = make([foot("a", "french", "0303", facing="S")], map_={**WIDE, "exits": ["0309"]})
    [problem] = checked(exits, move("0304 0305 0306 0307 0308 0309", exit=True)).problems
    assert (problem.code, problem.near) == ("move-too-far", ())


@pytest.mark.rule("NAP-5.1", "NAP-5.6", "NAP-6.2")
def test_a_receipt_tells_what_the_dearest_of_a_stack_pays_and_that_a_zone_stops_it() -> None:
    units = [
        foot("a", "french", "0303", facing="S"), horse("b", "french", "0303"), foot("x", "spanish", "0305", facing="N"),
    ]  # fmt: skip
    map_ = {**WIDE, "terrain": {"0304": "village"}}
    [line] = checked(make(units, map_=map_), Move(stack="0303", path=("0304",))).lines
    assert line.notes == {"cost": 3, "allowance": 7, "zoc": "yes"}
    assert "zoc" not in checked(make(units[:1], map_=WIDE), move("0304")).lines[0].notes


@pytest.mark.rule("NAP-5.8")
def test_why_a_far_hex_cannot_be_reached() -> None:
    walls = {"cliffs": [["0808", other] for other in ("0807", "0708", "0709", "0809", "0908", "0909")]}
    units = [foot("a", "french", "0303", facing="S"), horse("b", "french", "0303"), foot("x", "spanish", "1414")]
    state = make(units, map_={**WIDE, **walls})
    for line, told in (
        (move("0808"), ("no-path", {"hex": "0808"})),
        (move("0312"), ("move-too-far", {"hex": "0312", "allowance": 4})),
        (Move(stack="0303", path=("0312",)), ("move-too-far", {"hex": "0312", "allowance": 4})),
        (move("0303"), ("not-adjacent", {"at": "0303"})),
    ):
        [problem] = checked(state, line).problems
        assert (problem.code, problem.args) == told


@pytest.mark.rule("NAP-15.5")
@pytest.mark.parametrize(
    ("side", "more", "code"),
    [
        ("french", {}, ""), ("french", {"at": "0304"}, "not-adjacent"), ("spanish", {}, "not-adjacent"),
        ("french", {"moved": 3}, ""),
    ],
)  # fmt: skip
def test_who_stands_in_an_exit_hex_leaves_for_1_mp(side: str, more: dict[str, Any], code: str) -> None:
    at = more.get("at", "0303")
    units = [{**foot("a", side, "0303", facing="S"), **more}, foot("x", enemy(side), "1414")]
    state = make(units, f"{side}-movement", {**WIDE, "exits": ["0303"]})
    found = checked(state, move(at, exit=True), seat=side)
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    if not code:
        assert (found.lines[0].notes["cost"], found.state.units["a"].status) == (1, "exited")
        assert "zoc" not in found.lines[0].notes


@pytest.mark.rule("NAP-15.5", "NAP-5.8", "NAP-6.2")
@pytest.mark.parametrize(
    ("side", "path", "foe", "more", "code", "cost"),
    [
        ("french", "0306", "1414", {}, "", 4), ("french", "0306", "1414", {"moved": 1, "doing": 3}, "move-too-far", 0),
        ("french", "0307", "1414", {}, "no-path", 0), ("french", "0304 0305 0306", "1414", {}, "", 4),
        ("french", "0304 0305", "1414", {}, "not-adjacent", 0), ("french", "0304 0305 0306", "0206", {}, "zoc-stop", 0),
        ("french", "0306", "0206", {}, "no-path", 0), ("french", "0306", "0206", {"formation": "skirmish"}, "", 5),
        ("spanish", "0306", "1414", {}, "no-path", 0), ("spanish", "0304 0305 0306", "1414", {}, "not-adjacent", 0),
    ],
)  # fmt: skip
def test_a_way_that_leaves_the_map(side: str, path: str, foe: str, more: dict[str, Any], code: str, cost: int) -> None:
    about = {key: value for key, value in more.items() if key != "doing"}
    units = [{**foot("a", side, "0303", facing="S"), **about}, foot("x", enemy(side), foe, facing="NE")]
    state = make(units, f"{side}-movement", {**WIDE, "exits": ["0306"]})
    if "doing" in more:
        state = replace(state, doing={"a": Doing(more["doing"])})
    found = checked(state, move(path, exit=True), seat=side)
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    assert [line.notes["cost"] for line in found.lines] == ([] if code else [cost])


@pytest.mark.rule("NAP-15.5", "NAP-5.6")
def test_who_leaves_the_map_does_not_turn_before() -> None:
    state = make(
        [foot("a", "french", "0303", facing="S"), foot("x", "spanish", "1414")], map_={**WIDE, "exits": ["0306"]}
    )
    for path in ("0306", "0304 0305 0306"):
        [line] = checked(state, move(path, face="N", exit=True)).lines
        assert line.notes == {"cost": 4, "allowance": 4}


@pytest.mark.rule("NAP-15.5", "NAP-5.1")
def test_nobody_leaves_without_a_mp_left() -> None:
    units = [foot("a", "french", "0303", facing="S"), foot("b", "french", "0303"), foot("x", "spanish", "1414")]
    state = make(units, map_={**WIDE, "exits": ["0303"]})
    spent = replace(state, doing={"a": Doing(0), "b": Doing(1)})
    for line, code in ((move("0303", exit=True), "move-too-far"), (move("0303", "b", exit=True), "")):
        assert [problem.code for problem in checked(spent, line).problems] == ([code] if code else [])
    together = Move(stack="0303", path=("0303",), exit=True)
    [problem] = checked(spent, together).problems
    assert (problem.code, problem.args) == ("move-too-far", {"cost": 1, "allowance": 0})


@pytest.mark.rule("NAP-15.4", "NAP-5.7", "NAP-5.4")
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, ""), ({"due": 2}, ""), ({"due": 3}, "cannot-move"), ({"entry": "west"}, ""),
        ({"entry": "east"}, "cannot-move"),
        ({"at": "eliminated"}, "cannot-move"), ({"at": "exited"}, "cannot-move"), ({"morale": "routed"}, "cannot-move"),
        ({"type": "artillery", "formation": "deployed"}, "guns-deployed"),
        ({"type": "artillery", "formation": "limbered", "fired": True}, "fired-cannot-move"),
        ({"type": "artillery", "formation": "limbered"}, ""),
    ],
)  # fmt: skip
def test_who_may_enter(more: dict[str, Any], code: str) -> None:
    zones = {
        "west": {"side": "french", "hexes": ["0103", "0104"], "road": None, "face": "SE"},
        "east": {"side": "spanish", "hexes": ["1403"], "road": None, "face": "SW"},
    }
    units = [{**foot("a", "french", "off-map"), **more}, foot("x", "spanish", "1414")]
    state = make(units, map_={**WIDE, "entry": zones}, turn=2)
    if more == {"entry": "east"}:
        zones["east"]["side"] = "french"
        state = make(units, map_={**WIDE, "entry": {"west": zones["west"]}}, turn=2)
    assert verdicts(state, move("0103")) == [code]


# Formations and facing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-5.3", "NAP-5.4", "NAP-5.7")
@pytest.mark.parametrize(
    ("about", "order", "code"),
    [
        ({}, Form(unit="a", formation="skirmish"), ""), ({}, Form(unit="a", formation="normal"), ""),
        ({"class": "light"}, Form(unit="a", formation="skirmish"), ""),
        ({"class": "militia"}, Form(unit="a", formation="skirmish"), "cannot-form"),
        ({"class": "militia"}, Form(unit="a", formation="square"), ""),
        ({"type": "cavalry"}, Form(unit="a", formation="skirmish"), ""),
        ({"type": "cavalry"}, Form(unit="a", formation="square"), "cannot-form"),
        ({"type": "cavalry", "class": "heavy"}, Form(unit="a", formation="skirmish"), "cannot-form"),
        ({"morale": "disorganised"}, Form(unit="a", formation="skirmish"), ""),
        ({"morale": "routed"}, Form(unit="a", formation="skirmish"), "cannot-move"),
        ({"at": "eliminated"}, Form(unit="a", formation="skirmish"), "cannot-move"),
        ({"moved": 3, "doing": 1}, Form(unit="a", formation="skirmish"), ""),
        ({"moved": 4, "doing": 0}, Form(unit="a", formation="skirmish"), "not-enough-mp"),
        ({"moved": 2, "doing": 2}, Form(unit="a", formation="square"), ""),
        ({"moved": 3, "doing": 1}, Form(unit="a", formation="square"), "not-enough-mp"),
        ({"type": "artillery", "formation": "limbered"}, Form(unit="a", formation="normal"), "cannot-form"),
        ({"type": "artillery", "formation": "limbered"}, DeployGuns(unit="a"), ""),
        ({"type": "artillery", "formation": "deployed"}, DeployGuns(unit="a"), "guns-deployed"),
        ({"type": "artillery", "formation": "deployed"}, Limber(unit="a"), ""),
        ({"type": "artillery", "formation": "limbered"}, Limber(unit="a"), "guns-limbered"),
        ({"type": "artillery", "formation": "deployed", "fired": True}, Limber(unit="a"), "fired-cannot-move"),
        ({"type": "artillery", "formation": "deployed", "fired": True}, Face(unit="a", dir="S"), "fired-cannot-move"),
        ({"type": "artillery", "formation": "limbered", "doing": 2}, DeployGuns(unit="a"), ""),
        ({"type": "artillery", "formation": "limbered", "doing": 1}, DeployGuns(unit="a"), "not-enough-mp"),
        ({"type": "artillery", "formation": "deployed", "doing": 1}, Limber(unit="a"), ""),
        ({"type": "artillery", "formation": "deployed", "doing": 0}, Limber(unit="a"), "not-enough-mp"),
        ({"type": "artillery", "formation": "limbered", "morale": "routed"}, DeployGuns(unit="a"), "cannot-move"),
        ({}, Limber(unit="a"), "cannot-form"), ({}, DeployGuns(unit="a"), "cannot-form"),
        ({"fired": True}, Form(unit="a", formation="skirmish"), ""), ({"fired": True}, Face(unit="a", dir="N"), ""),
        ({"at": "off-map"}, Face(unit="a", dir="N"), "cannot-move"),
    ],
)  # fmt: skip
def test_who_may_change_formation(about: dict[str, Any], order: Order, code: str) -> None:
    unit = {**foot("a", "french", "0303", facing="SE"), **about}
    left = unit.pop("doing", None)
    state = make([unit, foot("x", "spanish", "0808")])
    if left is not None:
        state = replace(state, doing={"a": Doing(left)})
    assert verdicts(state, order) == [code]


@pytest.mark.rule("NAP-5.3", "NAP-3.2")
def test_leaders_neither_turn_nor_form_and_guns_do_not_unlimber_in_strong_buildings() -> None:
    gen = {"id": "gen", "side": "french", "type": "leader", "at": "0303"}
    state = make([gen, foot("x", "spanish", "0808")])
    assert verdicts(state, Face(unit="gen", dir="N"), Form(unit="gen", formation="square")) == ["cannot-form"] * 2
    cannon = make(
        [guns("a", "french", "0303"), foot("x", "spanish", "0808")], map_={"terrain": {"0303": "strong-building"}}
    )
    assert verdicts(cannon, DeployGuns(unit="a")) == ["cannot-form"]
    horse_guns = make([guns("a", "french", "0303", horse=True), foot("x", "spanish", "0808")])
    assert verdicts(horse_guns, DeployGuns(unit="a"), Limber(unit="a")) == ["", "cannot-form"]  # a second change


@pytest.mark.rule("NAP-4.3")
@pytest.mark.parametrize(("type_", "code"), [("infantry", ""), ("cavalry", "terrain-forbidden")])
def test_only_cavalry_cannot_form_where_it_may_not_mount(type_: str, code: str) -> None:
    unit = {**foot("a", "french", "0303", formation="skirmish"), "type": type_}
    state = make([unit], map_={"terrain": {"0303": "haza"}})
    assert verdicts(state, Form(unit="a", formation="normal")) == [code]


@pytest.mark.rule("NAP-5.3")
@pytest.mark.parametrize(
    ("about", "formation", "left", "after"),
    [
        ({}, "skirmish", 4, 3), ({}, "square", 4, 2), ({"formation": "skirmish"}, "normal", 5, 3),
        ({"formation": "skirmish"}, "square", 5, 3), ({"formation": "square"}, "skirmish", 4, 3),
        ({"formation": "square"}, "normal", 4, 2), ({"formation": "skirmish", "moved": 3}, "normal", 2, 0),
        ({"formation": "skirmish", "moved": 4}, "normal", 1, 0), ({"moved": 3}, "skirmish", 1, 0),
        ({"side": "spanish"}, "skirmish", 3, 2), ({"formation": "skirmish", "side": "spanish"}, "normal", 5, 2),
    ],
)  # fmt: skip
def test_mp_left_never_rise_by_a_change_of_formation(
    about: dict[str, Any], formation: Any, left: int, after: int
) -> None:
    unit = {**foot("a", "french", "0303"), **about}
    state = replace(make([unit], f"{unit['side']}-movement"), doing={"a": Doing(left)})
    found = checked(state, Form(unit="a", formation=formation), seat=unit["side"])
    assert (found.state.doing["a"].left, found.state.doing["a"].formed) == (after, True)
    assert found.lines[0].notes["cost"] == found.state.units["a"].moved - unit.get("moved", 0)


@pytest.mark.rule("NAP-4.2", "NAP-5.3")
def test_all_of_a_hex_go_into_square_and_out_of_it_together() -> None:
    units = [foot("a", "french", "0303"), foot("b", "french", "0303", pf=4), guns("g", "french", "0303")]
    skirmishers = foot("s", "french", "0303", pf=6, formation="skirmish")
    [line] = checked(make([*units, skirmishers]), Form(unit="b", formation="square")).lines
    assert line.notes == {"cost": 2}
    after = checked(make([*units, skirmishers]), Form(unit="b", formation="square")).state
    assert [after.units[each].formation for each in "abgs"] == ["square", "square", "limbered", "skirmish"]
    back = checked(replace(after, doing={}), Form(unit="a", formation="skirmish")).state
    assert [back.units[each].formation for each in "abgs"] == ["skirmish", "skirmish", "limbered", "skirmish"]
    one = checked(make([*units, skirmishers]), Form(unit="a", formation="skirmish")).state
    assert [one.units[each].formation for each in "abs"] == ["skirmish", "normal", "skirmish"]
    [line] = checked(make([*units, skirmishers]), Form(unit="s", formation="square")).lines
    assert line.notes == {"cost": 2}  # the skirmisher pays 1, the others 2
    again = [Form(unit="a", formation="skirmish"), Form(unit="a", formation="normal")]
    assert verdicts(make([*units, skirmishers]), *again) == ["", "cannot-form"]
    poor = replace(make(units), doing={"b": Doing(1)})
    assert verdicts(poor, Form(unit="a", formation="square")) == ["not-enough-mp"]
    for more, code in (({"morale": "routed"}, "cannot-move"), ({"type": "cavalry"}, "no-square-here")):
        mixed = make([*units, {**foot("c", "french", "0303", pf=2), **more}])
        assert verdicts(mixed, Form(unit="a", formation="square")) == [code]
    heavy = make([foot("a", "french", "0303", pf=10), foot("b", "french", "0303", pf=9)])
    assert verdicts(heavy, Form(unit="a", formation="square")) == ["no-square-here"]


@pytest.mark.rule("NAP-5.6")
@pytest.mark.parametrize(
    ("dir_", "step_free", "more_free", "left", "told"),
    [
        ("SE", 0, 1, 4, (0, 4, 0, 1)), ("S", 0, 1, 4, (0, 4, 0, 0)), ("SW", 0, 1, 4, (1, 3, 0, 0)),
        ("NW", 0, 1, 4, (2, 2, 0, 0)), ("S", 1, 1, 4, (0, 4, 0, 1)), ("SW", 1, 1, 4, (0, 4, 0, 0)),
        ("N", 0, 0, 4, (2, 2, 0, 0)), ("NW", 1, 1, 1, (1, 0, 0, 0)), ("NW", 0, 1, 1, None), ("S", 0, 0, 0, None),
        ("S", 1, 0, 0, (0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_a_face_takes_what_is_left_free_before_it_costs(
    dir_: Any, step_free: int, more_free: int, left: int, told: tuple[int, int, int, int] | None
) -> None:
    state = replace(make([foot("a", "french", "0303", facing="SE")]), doing={"a": Doing(left, step_free, more_free)})
    found = checked(state, Face(unit="a", dir=dir_))
    if told is None:
        assert [problem.code for problem in found.problems] == ["not-enough-mp"]
    else:
        now = found.state.doing["a"]
        assert (found.lines[0].notes["cost"], now.left, now.step_free, now.more_free) == told
        assert found.state.units["a"].facing == FACINGS.index(dir_)


@pytest.mark.rule("NAP-5.6")
def test_a_face_turns_all_of_the_hex_and_one_that_may_not_turn_forbids_it() -> None:
    units = [foot("a", "french", "0303", facing="SE"), foot("s", "french", "0303", formation="skirmish")]
    found = checked(make([*units, horse("c", "french", "0303")]), Face(unit="a", dir="NW"))
    assert (found.lines[0].notes["cost"], [found.state.units[each].facing for each in "asc"]) == (4, [5, 5, 5])
    for other, code in (
        (foot("r", "french", "0303", morale="routed"), "cannot-move"),
        (guns("g", "french", "0303", fired=True), "fired-cannot-move"),
        (foot("q", "french", "0303", formation="skirmish", morale="routed"), ""),
    ):
        assert verdicts(make([*units, other]), Face(unit="a", dir="NW")) == [code]
    routed = foot("r", "french", "0303", morale="routed")
    assert verdicts(make([*units, routed]), Face(unit="a", dir="SE")) == [""]  # nobody turns


@pytest.mark.rule("NAP-5.3", "NAP-5.4", "NAP-5.6")
@pytest.mark.parametrize(
    ("face", "left", "code", "after"),
    [("S", 2, "", 0), ("S", 1, "not-enough-mp", 1), ("SW", 3, "", 0), ("SW", 2, "not-enough-mp", 2), (None, 2, "", 0)],
)
def test_unlimber_turns_first(face: Any, left: int, code: str, after: int) -> None:
    state = replace(make([guns("a", "french", "0303", facing="SE")]), doing={"a": Doing(left)})
    found = checked(state, DeployGuns(unit="a", face=face))
    assert [each.code for each in found.problems] == ([code] if code else [])
    if code:
        assert found.problems[0].args == {"unit": "a", "cost": 3 if face == "SW" else 2, "allowance": left}
    else:
        assert (found.lines[0].notes["cost"], found.state.doing["a"].left) == (2, after)
        assert found.state.units["a"].formation == "deployed"


@pytest.mark.rule("NAP-5.3", "NAP-5.6")
def test_a_battery_that_unlimbers_beside_others_pays_for_itself() -> None:
    units = [foot("a", "french", "0303", facing="SE"), guns("g", "french", "0303")]
    state = replace(make(units), doing={"a": Doing(0), "g": Doing(3)})
    found = checked(state, DeployGuns(unit="g", face="S"))
    assert (found.problems, found.state.doing["g"].left, found.state.units["a"].facing) == ((), 1, 3)


@pytest.mark.rule("NAP-1.5")
@pytest.mark.parametrize(
    ("hex_", "order", "code", "pile"),
    [
        ("0303", "c a", "", ("c", "a", "b")), ("0303", "b", "", ("b", "a", "c")),
        ("0303", "b b a", "", ("b", "a", "c")),
        ("0303", "a d", "not-there", ()), ("0304", "a", "not-there", ()), ("0808", "a", "not-there", ()),
    ],
)  # fmt: skip
def test_a_pile_as_its_owner_wants_it(hex_: str, order: str, code: str, pile: tuple[str, ...]) -> None:
    units = [foot(each, "french", "0303", pf=4) for each in "abc"]
    state = make([*units, foot("d", "french", "0306"), foot("x", "spanish", "0808")])
    found = checked(state, Pile(hex=hex_, order=tuple(order.split())))
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    if pile:
        assert (found.state.pile(hex_), found.state.piled) == (pile, ("0303",))


# Assaults ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-11.1")
@pytest.mark.parametrize(
    ("about", "line", "map_", "code", "args"),
    [
        ({}, "0403", {}, "", {}), ({"facing": "NE"}, "0403", {}, "", {}), ({"facing": "S"}, "0403", {}, "", {}),
        ({"facing": "N"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403", "other": "a"}),
        ({"facing": "SW"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403", "other": "a"}),
        ({"facing": "N", "formation": "skirmish"}, "0403", {}, "", {}),
        (
            {"morale": "disorganised"}, "0403", {}, "cannot-assault",
            {"unit": "a", "hex": "0403", "state": "disorganised"},
        ),
        ({"formation": "square"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403", "state": "square"}),
        ({"type": "artillery"}, "0403", {}, "cannot-assault", {"unit": "a", "hex": "0403"}),
        ({"type": "cavalry"}, "0403", {}, "", {}),
        ({}, "0504", {}, "not-adjacent", {"from": "0303", "to": "0504"}),
        ({}, "0304", {}, "no-target", {"hex": "0304"}),
        ({}, "0403", {"cliffs": [["0303", "0403"]]}, "terrain-forbidden", {"hex": "0403"}),
        ({}, "0403", {"levels": {"0403": 2}}, "terrain-forbidden", {"hex": "0403"}),
        ({}, "0403", {"levels": {"0303": 1}}, "", {}), ({"at": "0302"}, "0403", {}, "not-there", {"hex": "0303"}),
        ({"lost": 7}, "0403", {}, "odds-too-low", {"hex": "0403", "least": "1-4"}), ({"lost": 6}, "0403", {}, "", {}),
        ({"division": "one"}, "0403", {}, "order-forbids", {"unit": "a"}),
        ({"division": "two"}, "0403", {}, "out-of-command", {"unit": "a"}),
        ({"division": "two", "facing": "N"}, "0808", {}, "out-of-command", {"unit": "a"}),
    ],
)  # fmt: skip
def test_why_a_stack_may_not_be_marked(
    about: dict[str, Any], line: str, map_: dict[str, Any], code: str, args: dict[str, Any]
) -> None:
    units = [
        {**foot("a", "french", "0303", facing="SE"), **about}, foot("x", "spanish", "0403", facing="NW"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0808", "range": 1},
    ]  # fmt: skip
    divisions = {
        "one": {"side": "french", "leader": "gen", "order": "defence"}, "two": {"side": "french", "leader": "gen"}
    }  # fmt: skip
    found = checked(make(units, map_=map_, divisions=divisions), Assault(target=line, hex="0303"))
    assert [(problem.code, problem.args) for problem in found.problems] == ([(code, args)] if code else [])


@pytest.mark.rule("NAP-11.1", "NAP-11.2", "NAP-9.4")
def test_the_odds_that_a_receipt_tells_are_those_of_all_who_take_part() -> None:
    units = [
        foot("a", "french", "0303", facing="SE", pf=12), horse("b", "french", "0303", morale="disorganised"),
        guns("g", "french", "0303"), foot("c", "french", "0402", facing="S", pf=6),
        foot("x", "spanish", "0403", facing="NW"),
    ]  # fmt: skip
    lines = [Assault(target="0403", hex="0303"), Assault(target="0403", hex="0402")]
    told = [line.notes for line in checked(make(units), *lines).lines]
    assert told == [{"attack": "18", "defence": "8", "column": "2-1"}] * 2
    assert checked(make(units), lines[0]).lines[0].notes == {"attack": "12", "defence": "8", "column": "3-2"}


# Divisions ---------------------------------------------------------------------------------------------------------

ONE = {"one": {"side": "french", "leader": "gen", "order": "attack"}}
GEN = {"id": "gen", "side": "french", "type": "leader", "at": "0303", "range": 6}


def brigade(*more: dict[str, Any], **of_gen: Any) -> State:
    """A division of two battalions with its leader, and others, on a wide map."""
    units = [
        {**GEN, **of_gen}, foot("a", "french", "0303", facing="S", division="one"),
        foot("b", "french", "0403", facing="S", division="one"), foot("x", "spanish", "1414"), *more,
    ]  # fmt: skip
    return make(units, map_=WIDE, divisions=ONE)


@pytest.mark.rule("NAP-2.5")
def test_a_division_line_is_told_as_single_orders() -> None:
    cannon = guns("g", "french", "0302", facing="S", division="one")
    state = brigade({**cannon, "formation": "deployed"})
    [line] = checked(state, Division(division="one", verb="advance", to="0305", keep="skirmish", face="S")).lines
    assert line.notes == {"units": 4}, "its leader too"
    assert [(each.type, getattr(each, "unit", "")) for each in line.parts] == [
        ("form", "a"), ("form", "b"), ("limber", "g"), ("move", "a"), ("move", "b"), ("move", "g"), ("move", "gen"),
    ]  # fmt: skip
    moves = [each for each in line.parts if isinstance(each, Move)]
    assert [(each.path[-1], each.face) for each in moves] == [
        ("0305", "S"), ("0405", "S"), ("0304", "S"), ("0305", None),
    ]  # fmt: skip
    assert [each.formation for each in line.parts if isinstance(each, Form)] == ["skirmish", "skirmish"]


@pytest.mark.rule("NAP-2.5")
@pytest.mark.parametrize(
    ("order", "of_gen", "code", "moved"),
    [
        (Division(division="one", verb="advance", to="0305"), {}, "", {"a", "b", "gen"}),
        (Division(division="one", verb="advance", to="0305", but=("a",)), {}, "", {"b", "gen"}),
        (Division(division="one", verb="advance", to="0305", but=("gen",)), {}, "", {"a", "b"}),
        (Division(division="one", verb="advance"), {}, "not-adjacent", set()),
        (Division(division="one", verb="advance", to="0303"), {}, "", set()),
        (Division(division="one", verb="hold"), {}, "", set()),
        (Division(division="one", verb="hold"), {"at": "taken"}, "", set()),
        (Division(division="one", verb="advance", to="0305"), {"at": "taken"}, "out-of-command", set()),
        (Division(division="one", verb="advance", to="0305"), {"range": 0}, "", {"a", "gen"}),
    ],
)  # fmt: skip
def test_who_moves_with_a_division(order: Division, of_gen: dict[str, Any], code: str, moved: set[str]) -> None:
    state = brigade(**of_gen)
    found = checked(state, order)
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    assert {u for u in state.units if found.state.units[u].at != state.units[u].at} == moved


@pytest.mark.rule("NAP-2.5", "NAP-5.4", "NAP-5.7")
def test_who_cannot_move_is_left_out_and_the_rest_go() -> None:
    fired = {**guns("aa", "french", "0305", division="one", facing="S"), "formation": "deployed", "fired": True}
    routed = foot("r", "french", "0104", division="one", morale="routed")
    found = checked(brigade(fired, routed), Division(division="one", verb="advance", to="0306")).state
    assert [found.units[each].at for each in ("a", "b", "aa", "gen")] == ["0306", "0406", "0305", "0306"]
    named = checked(brigade(), Division(division="one", verb="advance", to="0306"), move("0304")).state
    assert [named.units[each].at for each in ("a", "b", "gen")] == ["0304", "0406", "0406"]


@pytest.mark.rule("NAP-2.5")
@pytest.mark.parametrize(
    "own",
    [Face(unit="a", dir="SE"), Form(unit="a", formation="skirmish"), move("0304"), Move(stack="0303", path=("0304",))],
)
def test_who_has_a_line_of_his_own_is_left_out_of_that_of_his_division(own: Order) -> None:
    forward = Division(division="one", verb="advance", to="0306")
    for lines in ((forward, own), (own, forward)):
        found = checked(brigade(), *lines)
        assert [problem.code for problem in found.problems] == []
        assert [(line.notes.get("units"), len(line.parts)) for line in found.lines if line.parts] == [(2, 2)]


@pytest.mark.rule("NAP-2.5", "NAP-5.4")
@pytest.mark.parametrize(("formation", "own"), [("deployed", Limber(unit="g")), ("limbered", DeployGuns(unit="g"))])
def test_guns_with_a_line_of_their_own_are_left_out_of_that_of_their_division(formation: str, own: Order) -> None:
    state = brigade({**guns("g", "french", "0302", facing="S", division="one"), "formation": formation})
    [line, _] = checked(state, Division(division="one", verb="advance", to="0306"), own).lines
    assert [getattr(each, "unit", "") for each in line.parts] == ["a", "b", "gen"]


@pytest.mark.rule("NAP-2.5", "NAP-6.2")
def test_a_withdrawal_ends_in_no_zone_and_the_chief_leads_where_no_leader_is() -> None:
    foe = foot("y", "spanish", "0407", facing="NW")  # its zone: 0307, 0308, 0406
    for verb, ends in (("advance", ["0306", "0406"]), ("withdraw", ["0306", "0405"])):
        found = checked(brigade(foe), Division(division="one", verb=verb, to="0306")).state
        assert [found.units[each].at for each in "ab"] == ends
    chief = {**GEN, "id": "chief", "chief": True, "at": "0403", "range": 8}
    led = checked(brigade(chief, at="taken"), Division(division="one", verb="advance", to="0405")).state
    assert [led.units[each].at for each in ("a", "b", "chief")] == ["0305", "0405", "0403"]


@pytest.mark.rule("NAP-2.5", "NAP-10.1")
def test_who_charges_is_left_out_of_a_movement_of_his_division() -> None:
    state = brigade(horse("c", "french", "0304", division="one"), horse("d", "french", "0305", division="two"))
    charges = [charge("", "1414", "c", "d", "nobody"), move("0304")]
    forward = Division(division="one", verb="advance", to="0306", but=("b",))
    assert forward.beside(charges, state) == forward.model_copy(update={"but": ("b", "c")})
    assert forward.beside(charges[1:], state) is forward
    hold = Division(division="one", verb="hold")
    assert hold.beside(charges, state) is hold


@pytest.mark.rule("NAP-8.1", "NAP-2.5")
def test_a_refused_line_leaves_its_counter_to_the_order_of_its_division() -> None:
    units = [
        *(foot(each, "french", "0303", facing="SE", division="one", pf=4) for each in "ab"),
        foot("x", "spanish", "0403", facing="NW"),
    ]  # fmt: skip
    state = make(units, "french-fire", divisions={"one": {"side": "french"}})
    found = checked(state, Fire(division="one"), Fire(unit="a", target="0808"))
    assert [(problem.line, problem.code) for problem in found.problems] == [(2, "no-target")]
    assert [(line.notes["units"], len(line.parts)) for line in found.lines] == [(2, 2)]
    own = checked(state, Fire(division="one"), Fire(unit="a", target="0403"))
    assert [line.notes.get("units", 1) for line in own.lines] == [1, 1]


# Set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-15.4", "NAP-4.1", "NAP-4.2", "NAP-5.3")
@pytest.mark.parametrize(
    ("about", "order", "code"),
    [
        ({}, {}, ""), ({}, {"hex": "0505"}, "outside-zone"), ({"division": "two"}, {}, "outside-zone"),
        ({"entry": "west"}, {}, "outside-zone"), ({}, {"hex": "0304"}, "enemy-there"),
        ({}, {"formation": "skirmish"}, ""),
        ({}, {"formation": "square"}, ""), ({}, {"formation": "limbered"}, "cannot-form"),
        ({"class": "militia"}, {"formation": "skirmish"}, "cannot-form"),
        ({"class": "militia"}, {"formation": "square"}, ""),
        ({"type": "cavalry", "class": "heavy"}, {"formation": "skirmish"}, "cannot-form"),
        ({"type": "cavalry"}, {"formation": "skirmish"}, ""),
        ({"type": "cavalry"}, {"formation": "square"}, "cannot-form"),
        ({"type": "artillery"}, {}, ""), ({"type": "artillery"}, {"formation": "limbered"}, ""),
        ({"type": "artillery"}, {"formation": "normal"}, "cannot-form"),
        ({"type": "artillery", "class": "heavy"}, {"formation": "deployed"}, ""),
        ({}, {"hex": "0306", "formation": "square"}, "no-square-here"), ({}, {"hex": "0306"}, ""),
        ({}, {"hex": "0305"}, "overstacked"), ({}, {"hex": "0305", "formation": "square"}, "no-square-here"),
        ({"at": "0305"}, {"hex": "0305", "formation": "skirmish"}, "overstacked"),
        ({"type": "leader"}, {"hex": "0305"}, ""),
        ({"type": "leader"}, {"formation": "square"}, "cannot-form"),
    ],
)  # fmt: skip
def test_where_and_how_a_counter_may_be_set_up(about: dict[str, Any], order: dict[str, Any], code: str) -> None:
    unit = {**foot("a", "french", "off-map", division="one", pf=2), **about}
    if unit["type"] == "leader":
        del unit["pf"]
    others = [foot("b", "french", "0305", pf=12), foot("c", "french", "0305", pf=12), foot("x", "spanish", "0304")]
    west = {"side": "french", "hexes": ["0103"], "road": None, "face": "SE"}
    map_ = {
        "zones": {"one": ["0303", "0304", "0305", "0306"]}, "terrain": {"0306": "town"},
        **({"entry": {"west": west}} if "entry" in about else {}),
    }  # fmt: skip
    state = make([unit, *others], "set-up", map_)
    assert verdicts(state, Deploy.model_validate({"unit": "a", "hex": "0303", **order})) == [code]


@pytest.mark.rule("NAP-15.4", "NAP-5.6")
def test_a_face_in_the_set_up_turns_all_of_the_hex_and_its_own_word_stands() -> None:
    units = [
        foot("a", "french", "off-map", face="SW"),
        foot("b", "french", "0303", facing="N"),
        foot("x", "spanish", "0808"),
    ]
    for face, facings in (("S", [3, 3]), (None, [0, 0]), ("N", [0, 0])):
        found = checked(make(units, "set-up"), Deploy.model_validate({"unit": "a", "hex": "0303", "face": face})).state
        assert [found.units[each].facing for each in "ab"] == facings
    alone = checked(make(units, "set-up"), Deploy(unit="a", hex="0304")).state
    assert alone.units["a"].facing == 4


@pytest.mark.rule("NAP-15.4")
def test_who_has_no_line_stands_where_proposed_or_in_the_nearest_hex_with_room() -> None:
    units = [
        foot("a", "french", "", pf=12, face="SW"), foot("b", "french", "", pf=12), foot("c", "french", "", pf=12),
        foot("d", "french", "", pf=1), {"id": "g", "side": "french", "type": "artillery", "pf": 4},
        foot("x", "spanish", "", pf=12),
    ]  # fmt: skip
    set_up = {"french": {"a": "0505", "b": "0505", "c": "0505"}, "spanish": {"x": "0504"}}
    made = scenario(units, {"size": [6, 6]}, **{"set-up": set_up})
    placed = {"x": {"at": "0504"}}
    state = RULES.load(made, {"turn": 1, "phase": "set-up", "units": placed})
    told = {each.unit: each for each in played(state) if isinstance(each, facts.Deployed)}
    assert {unit: each.at for unit, each in told.items()} == {
        "a": "0505", "b": "0505", "c": "0404", "d": "0101", "g": "0101",
    }  # fmt: skip
    assert [(told[each].facing, told[each].formation, told[each].by) for each in "ag"] == [
        (4, "normal", "referee"), (0, "deployed", "referee"),
    ]  # fmt: skip


# Lines that come twice ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-13.1")
@pytest.mark.parametrize(
    ("phase", "lines", "code"),
    [
        ("movement", [move("0304"), move("0203")], "already-ordered"),
        ("movement", [move("0304"), move("0608", "b")], ""),
        ("movement", [Move(stack="0303", path=("0304",)), move("0305")], "already-ordered"),
        ("movement", [move("0304"), Move(stack="0303", path=("0304",))], ""),
        ("movement", [Face(unit="a", dir="SE"), Face(unit="a", dir="S")], "already-ordered"),
        ("movement", [Face(unit="a", dir="SE"), Face(unit="c", dir="S")], "already-ordered"),
        ("movement", [Face(unit="a", dir="SE"), Face(unit="b", dir="S")], ""),
        ("movement", [Face(unit="a", dir="SE"), move("0304")], ""),
        ("movement", [move("0304"), move("9999")], "unknown-hex"),
        ("movement", [move("0304"), move("0304", "x")], "not-your-unit"),
        ("movement", [move("0304"), move("0304", "nobody")], "unknown-unit"),
        ("movement", [move("0304"), move("0310")], "already-ordered"),
        ("movement", [DeployGuns(unit="g", face="S"), Face(unit="g", dir="SE")], "already-ordered"),
        ("movement", [DeployGuns(unit="g"), Face(unit="g", dir="SE")], ""),
        ("movement", [DeployGuns(unit="g"), DeployGuns(unit="g")], "already-ordered"),
        ("movement", [Pile(hex="0303", order=("c",)), Pile(hex="0303", order=("a",))], "already-ordered"),
        ("movement", [Pile(hex="0303", order=("c",)), Pile(hex="0508", order=("b",))], ""),
        ("movement", [Division(division="one", verb="hold"), Division(division="one", verb="hold")], "already-ordered"),
        ("movement", [Division(division="one", verb="hold"), Division(division="two", verb="hold")], ""),
        ("fire", [Fire(unit="b", target="0509"), Fire(unit="b", target="0509")], "already-ordered"),
        ("fire", [Fire(division="one"), Fire(division="one")], "already-ordered"),
        ("charges", [charge("0304 0305", "0306", "c"), charge("", "0509", "c")], "already-ordered"),
        ("shock", [Advance(target="0509", mode="all"), Advance(target="0509", mode="top")], "already-ordered"),
        ("shock", [Advance(target="0509", mode="all"), Advance(target="0508", mode="top")], ""),
        ("command", [Command(division="one", order=order) for order in ("attack", "defence")], "already-ordered"),
        ("command", [Command(division="one", order="attack"), Command(division="two", order="defence")], ""),
        ("reorganisation", [Rally(units=("a",)), Rally(units=("a",))], ""),
        ("reorganisation", [Rally(units=("a",)), Rally(units=("x",))], "not-your-unit"),
        ("shock", [Advance(target="0509", mode="all"), Advance(target="9999", mode="all")], "unknown-hex"),
    ],
)  # fmt: skip
def test_a_second_line_for_the_same_counter_hex_or_division(phase: str, lines: list[Order], code: str) -> None:
    units = [
        foot("a", "french", "0303", facing="S", pf=4, division="one"), horse("c", "french", "0303", facing="S"),
        foot("b", "french", "0508", facing="S", division="one"),
        guns("g", "french", "0703", facing="S", division="two"),
        foot("x", "spanish", "0509", facing="S", pf=2), guns("y", "spanish", "0306", facing="S"), dict(GEN),
    ]  # fmt: skip
    divisions = {name: {"side": "french", "leader": "gen", "order": "attack"} for name in ("one", "two")}
    state = make(units, f"french-{phase}", WIDE, divisions=divisions)
    assert verdicts(state, *lines) == ["", code]


# Entering the map --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-15.4", "NAP-3.5", "NAP-6.2", "NAP-4.1")
@pytest.mark.parametrize(
    ("about", "path", "ground", "order", "code", "cost"),
    [
        ({}, "0103", "clear", "attack", "", 1), ({}, "0103", "light-wood", "attack", "", 2),
        ({}, "0103", "light-wood", "manoeuvre", "", 1), ({}, "0103", "dense-wood", "manoeuvre", "", 3),
        ({}, "0104", "dense-wood", "manoeuvre", "", 1), ({}, "0104", "dense-wood", "attack", "", 3),
        ({"type": "artillery", "formation": "limbered"}, "0103", "dense-wood", "manoeuvre", "terrain-forbidden", 0),
        ({"type": "artillery", "formation": "limbered"}, "0104", "dense-wood", "manoeuvre", "", 1),
        ({"type": "cavalry"}, "0104", "haza", "manoeuvre", "terrain-forbidden", 0),
        ({}, "0103 0203", "clear", "attack", "", 2), ({}, "0103 0202", "clear", "attack", "", 2),
        ({}, "0103 0102", "clear", "attack", "", 2), ({}, "0103 0203 0303 0403", "clear", "attack", "", 4),
        ({}, "0103 0203 0303 0403 0503", "clear", "attack", "move-too-far", 0), ({}, "0403", "clear", "attack", "", 4),
        ({}, "0503", "clear", "attack", "move-too-far", 0), ({}, "0110", "clear", "attack", "overstacked", 0),
        ({}, "0109", "clear", "attack", "", 1), ({}, "0109 0209", "clear", "attack", "zoc-stop", 0),
        ({}, "0109", "clear", "manoeuvre", "order-forbids", 0), ({}, "0111", "clear", "attack", "enemy-there", 0),
        ({"type": "leader"}, "0109 0209", "clear", "attack", "", 4),
        ({}, "0105 0205", "clear", "attack", "not-adjacent", 0),
    ],
)  # fmt: skip
def test_how_one_enters(about: dict[str, Any], path: str, ground: str, order: str, code: str, cost: int) -> None:
    """By 0103, 0104 with the road, 0109 next to an enemy, 0110 where all is full and 0111 where an enemy stands."""
    unit = {**foot("a", "french", "off-map", division="one"), **about}
    if unit["type"] == "leader":
        del unit["pf"]
    units = [
        unit, foot("b", "french", "0110", pf=12), foot("c", "french", "0110", pf=12), foot("x", "spanish", "0111"),
        foot("y", "spanish", "0208", facing="SW"),
    ]  # fmt: skip
    west = {"side": "french", "hexes": ["0103", "0104", "0109", "0110", "0111"], "road": "0104", "face": "SE"}
    map_ = {**WIDE, "entry": {"west": west}, "terrain": {"0103": ground, "0104": ground}}
    state = make(units, map_=map_, divisions={"one": {"side": "french", "order": order}})
    found = checked(state, move(path))
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    if not code:
        assert found.lines[0].notes["cost"] == cost
        assert (found.state.units["a"].at, found.state.in_command("a")) == (path.split()[-1], True)


@pytest.mark.rule("NAP-6.2", "NAP-2.1", "NAP-2.2", "NAP-5.7")
@pytest.mark.parametrize(
    ("about", "path", "code", "cost"),
    [
        ({}, "0304", "", 1), ({}, "0304 0305", "zoc-stop", 0), ({"formation": "skirmish"}, "0304 0305", "", 4),
        ({"formation": "skirmish"}, "0304 0404", "enemy-there", 0), ({"morale": "disorganised"}, "0304", "zoc-stop", 0),
        ({"division": "two"}, "0304", "order-forbids", 0), ({"division": "three"}, "0304", "out-of-command", 0),
        ({"at": "0305"}, "0205", "", 2), ({"at": "0305"}, "0304", "zoc-to-zoc", 0),
        ({"at": "0305", "formation": "skirmish"}, "0304", "", 3),
        ({"at": "0305", "formation": "skirmish"}, "0204 0304", "", 4),
        ({"at": "0305"}, "0204 0304", "", 3),
    ],
)  # fmt: skip
def test_zones_on_the_way(about: dict[str, Any], path: str, code: str, cost: int) -> None:
    """An enemy in 0404 faces north-west: 0304, 0305 and 0403 are in his zone."""
    units = [
        {**foot("a", "french", "0303", facing="S" if "at" not in about else "NW"), **about},
        foot("x", "spanish", "0404", facing="NW"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0101", "range": 9},
        {"id": "far", "side": "french", "type": "leader", "at": "1414", "range": 1},
    ]  # fmt: skip
    divisions = {
        "two": {"side": "french", "leader": "gen", "order": "manoeuvre"}, "three": {"side": "french", "leader": "far"}
    }  # fmt: skip
    found = checked(make(units, map_=WIDE, divisions=divisions), move(path))
    assert [problem.code for problem in found.problems] == ([code] if code else [])
    assert [line.notes["cost"] for line in found.lines] == ([] if code else [cost])


@pytest.mark.rule("NAP-4.3", "NAP-5.1")
@pytest.mark.parametrize(
    ("moved", "path", "code"),
    [
        (0, "0304 0305 0306 0307", ""), (0, "0304 0305 0306 0307 0308", "move-too-far"), (1, "0304 0305 0306", ""),
        (1, "0304 0305 0306 0307", "move-too-far"), (0, "0203 0204 0205 0206 0207 0208 0209", ""),
    ],
)  # fmt: skip
def test_a_step_that_dismounts_cavalry_and_all_later_ones_lie_within_5_mp(moved: int, path: str, code: str) -> None:
    rider = horse("a", "french", "0303", formation="skirmish", moved=moved, **{"class": "light"})
    state = make([rider, foot("x", "spanish", "1414")], map_={**WIDE, "terrain": {"0304": "light-wood"}})
    assert verdicts(replace(state, doing={"a": Doing(7 - moved)}), move(path)) == [code]
