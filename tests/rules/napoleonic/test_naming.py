"""What a sheet may name: hexes of the map, units and divisions of the game that are one's own."""

import pytest

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.problems import Fault
from pbem.gamedata.rulesets import ruleset
from pbem.rules.napoleonic.naming import first
from pbem.rules.napoleonic.orders import (
    Assault,
    Charge,
    Command,
    Defend,
    DeployGuns,
    Division,
    Face,
    Fire,
    Form,
    Limber,
    Losses,
    Move,
    Pile,
    RetreatPlan,
    Square,
)
from tests.rules.napoleonic.factory import foot, make

RULES = ruleset("napoleonic")


@pytest.mark.rule("NAP-1.2")
@pytest.mark.parametrize(
    ("phase", "order", "code"),
    [
        ("french-movement", Move(unit="a", path=("9999",)), "unknown-hex"),
        ("french-movement", Move(unit="nobody", path=("0303",)), "unknown-unit"),
        ("french-movement", Move(unit="x", path=("0303",)), "not-your-unit"),
        ("french-movement", Face(unit="nobody", dir="S"), "unknown-unit"),
        ("french-movement", Face(unit="x", dir="S"), "not-your-unit"),
        ("french-fire", Fire(unit="nobody", target="0808"), "unknown-unit"),
        ("french-fire", Fire(unit="a", target="9999"), "unknown-hex"),
        ("french-fire", Fire(division="one", target="9999"), "unknown-hex"),
        ("french-fire", Fire(division="three"), "unknown-division"),
        ("french-fire", Fire(division="two"), "not-your-unit"),
        ("french-movement", Move(stack="9999", path=("0303",)), "unknown-hex"),
        ("french-movement", Move(stack="0302", path=("9999",)), "unknown-hex"),
        ("french-movement", Form(unit="nobody", formation="skirmish"), "unknown-unit"),
        ("french-movement", Form(unit="x", formation="skirmish"), "not-your-unit"),
        ("french-movement", Limber(unit="x"), "not-your-unit"),
        ("french-movement", DeployGuns(unit="x"), "not-your-unit"),
        ("french-movement", Pile(hex="9999", order=("a",)), "unknown-hex"),
        ("french-movement", Pile(hex="0302", order=("x",)), "not-your-unit"),
        ("french-movement", Assault(target="9999", hex="0302"), "unknown-hex"),
        ("french-movement", Assault(target="0303", hex="9999"), "unknown-hex"),
        ("french-charges", Charge(units=("a",), path=("9999",), target="0303"), "unknown-hex"),
        ("french-charges", Charge(units=("a",), path=(), target="9999"), "unknown-hex"),
        ("french-movement", Division(division="one", verb="advance", to="9999"), "unknown-hex"),
        ("french-movement", Division(division="one", verb="hold", but=("x",)), "not-your-unit"),
        ("french-charges", Charge(units=("x",), path=(), target="0303"), "not-your-unit"),
        ("french-movement", Division(division="three", verb="hold"), "unknown-division"),
        ("french-movement", Division(division="two", verb="hold"), "not-your-unit"),
        ("french-command", Command(division="three", order="attack"), "unknown-division"),
        ("french-command", Command(division="two", order="attack"), "not-your-unit"),
    ],
)
def test_what_is_not_in_the_game_or_not_ones_own_is_refused(phase: str, order: Order, code: str) -> None:
    units = [foot("a", "french", "0302", division="one"), foot("x", "spanish", "0808", division="two")]
    sheet = Sheet(seat="french", sections=(Section(phase=phase, lines=(Line(number=1, order=order),)),))
    found = RULES.check(make(units, phase), "french", sheet)
    assert [problem.code for problem in found.problems if problem.line] == [code]


def test_of_several_faults_the_first_by_rank_is_told_then_the_first_found() -> None:
    far, near, foe = (Fault(code, "NAP-5.1") for code in ("not-enough-mp", "not-adjacent", "enemy-there"))
    assert first([far, foe, near]) == near
    other = Fault("not-adjacent", "NAP-5.1", {"to": "0101"})
    assert first([far, near, other]) == near
    assert first([]) is None


@pytest.mark.rule("NAP-13.2")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Losses(hex="0302", first=("a",)), ""), (Losses(division="one", first=("a",)), ""),
        (Losses(hex="9999", first=("a",)), "unknown-hex"), (Losses(hex="0302", first=("nobody",)), "unknown-unit"),
        (Losses(hex="0302", first=("x",)), "not-your-unit"), (Losses(division="two", first=("a",)), "not-your-unit"),
        (RetreatPlan(unit="a", to=("0303",)), ""), (RetreatPlan(unit="a", to=("9999",)), "unknown-hex"),
        (RetreatPlan(unit="x"), "not-your-unit"), (RetreatPlan(division="three"), "unknown-division"),
        (Square(unit="a", when="never"), ""), (Square(unit="x", when="never"), "not-your-unit"),
        (Defend(division="one", hold=True), ""), (Defend(division="two", hold=True), "not-your-unit"),
        (Defend(unit="nobody"), "unknown-unit"),
    ],
)  # fmt: skip
def test_whom_a_standing_order_may_name(order: Order, code: str) -> None:
    units = [foot("a", "french", "0302", division="one"), foot("x", "spanish", "0808", division="two")]
    state = make(units, "french-fire", divisions={"one": {"side": "french"}, "two": {"side": "spanish"}})
    found = RULES.check(state, "french", Sheet(seat="french", standing=(Line(number=1, order=order),)))
    assert [problem.code for problem in found.problems if problem.line == 1] == ([code] if code else [])


@pytest.mark.rule("NAP-13.1", "NAP-8.1")
def test_who_may_still_be_ordered() -> None:
    units = [
        foot("a", "french", "0302", facing="S"), foot("b", "french", "0502", facing="S"),
        foot("c", "french", "0202", facing="SE", fired=True),
        foot("d", "french", "0402", facing="SW", morale="routed"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0302"},
        foot("x", "spanish", "0303", facing="N"),
    ]  # fmt: skip
    idle = {
        phase: RULES.check(make(units, phase), "french", Sheet(seat="french")).idle[phase]
        for phase in ("french-fire", "french-movement")
    }
    assert idle == {"french-fire": ("a",), "french-movement": ("a", "b", "c", "gen")}
