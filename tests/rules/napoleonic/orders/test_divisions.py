"""What a line for a whole division comes to (NAP-2.5)."""

from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.rules.napoleonic.orders import DeployGuns, Division, Face, Fire, Form, Limber, Move
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import GEN, WIDE, charge, checked, foot, guns, horse, make, move

ONE = {"one": {"side": "french", "leader": "gen", "order": "attack"}}


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
