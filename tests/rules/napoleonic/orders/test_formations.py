"""FACE, FORM, LIMBER, UNLIMBER and PILE: which problem they earn, what they cost (NAP-1.5, 5.3, 5.4, 5.6)."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.rules.napoleonic.forming import turn
from pbem.rules.napoleonic.orders import DeployGuns, Face, Form, Limber, Pile
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.state import Doing
from tests.rules.napoleonic.factory import checked, foot, guns, horse, make, verdicts


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


@pytest.mark.rule("NAP-5.6")
def test_who_has_no_facing_turns_for_nothing_and_keeps_his_free_turn() -> None:
    units = [foot("a", "french", "0303", facing="N"), foot("b", "french", "0303", formation="skirmish", pf=4)]
    told, fault = turn(make(units), "a", "S")
    assert fault is None
    assert [(each.unit, each.cost, each.more_free) for each in told] == [("a", 2, 0), ("b", 0, 1)]


@pytest.mark.rule("NAP-4.3", "NAP-3.2")
def test_cavalry_mounts_where_it_may_stand_and_guns_limber_where_they_may_not_unlimber() -> None:
    cavalry = horse("a", "french", "0303", formation="skirmish")
    cannon = {**guns("g", "french", "0305"), "formation": "deployed"}
    map_ = {"terrain": {"0303": "village", "0305": "strong-building"}}
    assert verdicts(make([cavalry, cannon], map_=map_), Form(unit="a", formation="normal"), Limber(unit="g")) == [
        "",
        "",
    ]
