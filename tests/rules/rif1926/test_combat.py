"""Combat event by event: what is told of an attack, whom each result takes, where they go (RIF-9.3 to 9.17)."""

from typing import Any

import pytest

from pbem.core.events import Answered, Event, Modifier, OrderVoided, Rolled
from pbem.core.orders import Line, Order, Section, Standing
from pbem.core.play import Inputs, run_phase
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.combat import _supports, retreat_hexes
from pbem.rules.rif1926.orders import AirHit, Attack, Lose, Retreat, SupportDefence, Way
from pbem.rules.rif1926.sequence import enemy
from pbem.rules.rif1926.state import State
from tests.rules.rif1926.factory import make


def fought(state: State, dice: list[int], *attacks: Order, standing: tuple[Standing, ...] = ()) -> tuple[Event, ...]:
    """What is told of the combat phase of a state, whose defender has these standing orders."""
    side = state.phase.removesuffix("-combat")
    lines = {side: Section(phase=state.phase, lines=numbered(attacks))} if attacks else {}
    given = {enemy(side): numbered(standing)}
    return run_phase(ruleset("rif1926"), state, Inputs(ScriptedDice(dice), lines, given)).events


def numbered(orders: tuple[Order, ...]) -> tuple[Line, ...]:
    return tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))


def harm(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    """Who was lost, dispersed, retreated or advanced, in that order of events."""
    found: list[tuple[str, ...]] = []
    for event in events:
        if isinstance(event, facts.Eliminated):
            found.append((event.unit, event.cause))
        elif isinstance(event, facts.Dispersed):
            found.append((event.unit, "dispersed"))
        elif isinstance(event, facts.Retreated | facts.Advanced):
            found.append((event.unit, event.to))
    return found


GUNS = """
inf-a allied CG 4-3-5 0303
sap-a allied CG engineer 1-2-5 0303
gun-a allied CG artillery 5-2-3 0302
r-1 rif AX 2-3-4 0403
gun-r rif AX artillery 4-2-3 0403
gun-s rif AX artillery 2-3-3 0603
gun-t rif AX artillery 3-3-3 0604
"""
OPEN = {"terrain": {"0403": ["mountain"]}}


@pytest.mark.rule("RIF-9.6", "RIF-9.11", "RIF-9.16", "RIF-9.17")
def test_an_attack_is_told_in_full() -> None:
    state = make(GUNS, "allied-combat", OPEN)
    attack = Attack(target="0403", with_=("inf-a", "sap-a"), support=("gun-a",))
    standing = (SupportDefence(unit="gun-s", hexes=("0403", "0404")), SupportDefence(unit="gun-t", hexes=("0404",)))
    told = fought(state, [4], attack, standing=standing)
    where = {"number": 1, "side": "allied", "at": "0403"}
    drm = (
        Modifier(code="engineer", amount=1, rule="RIF-9.11"), Modifier(code="mountain", amount=-2, rule="RIF-8.2"),
    )  # fmt: skip
    assert told == (
        answered("gun-r", "yes", "default", "RIF-9.16", passed=((1, "other-unit"), (2, "other-unit"))),
        answered("gun-s", "yes", "standing", "RIF-9.17", line=1),
        answered("gun-t", "no", "default", "RIF-9.17", passed=((1, "other-unit"), (2, "other-hex"))),
        facts.Declared(
            **where, units=("inf-a", "sap-a"), support=("gun-a",), targets=("gun-r", "r-1")
        ),
        facts.Defended(units=("gun-r", "gun-s"), at="0403"),
        Rolled(label="attack 0403", die="d6", faces=(4,), meaning="Ad1", rule="RIF-9.13"),
        facts.Fought(
            **where, origins=("0303", "0303"), units=("inf-a", "sap-a"), support=("gun-a",), targets=("gun-r", "r-1"),
            defence_support=("gun-r", "gun-s"), fire=5, counted=5, attack=10, defence=9, column="1-1", face=4, drm=drm,
            row=3, result="Ad1",
            attack_terms=(term("attack", 4, "RIF-9.7", "inf-a"), term("attack", 1, "RIF-9.7", "sap-a")),
            defence_terms=(
                term("defence", 4, "RIF-9.16", "gun-r"), term("defence", 3, "RIF-9.12", "r-1"),
                term("support", 2, "RIF-9.17", "gun-s"),
            ),
        ),
        facts.Dispersed(unit="sap-a", at="0303", cause="combat"),
    )  # fmt: skip


def answered(unit: str, answer: str, source: Any, rule: str, **of: Any) -> Answered:
    return Answered(
        question=f"support-defence {unit} 0403", side="rif", kind="support-defence", answer=answer, source=source,
        rule=rule, **of,
    )  # fmt: skip


def term(code: str, amount: int, rule: str, unit: str) -> facts.Term:
    return facts.Term(code=code, amount=amount, rule=rule, unit=unit)


@pytest.mark.rule("RIF-9.16", "RIF-9.17")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        (Lose(units=("gun-r",)), (None, "other-question")),
        (SupportDefence(unit="gun-s", hexes=("0403",)), (None, "other-unit")),
        (SupportDefence(unit="gun-r", none_=True), ("no", "")),
        (SupportDefence(unit="gun-r", hexes=("0403",)), ("yes", "")),
        (SupportDefence(unit="gun-r", hexes=("0404",)), (None, "other-hex")),
        (SupportDefence(unit="gun-r"), (None, "other-hex")),
    ],
)
def test_how_a_standing_order_answers_for_a_gun_in_its_own_hex(order: Standing, answer: tuple[str | None, str]) -> None:
    state = make(GUNS, "allied-combat", OPEN)
    assert _supports(state, "gun-r", "0403", "rif", Line(number=1, order=order)) == answer


@pytest.mark.rule("RIF-9.17")
@pytest.mark.parametrize(
    ("hexes", "answer"),
    [((), ("no", "")), (("0404",), (None, "other-hex")), (("0404", "0403"), ("yes", ""))],
)
def test_a_gun_of_another_hex_supports_those_that_are_listed(
    hexes: tuple[str, ...], answer: tuple[str | None, str]
) -> None:
    line = Line(number=1, order=SupportDefence(unit="gun-s", hexes=hexes))
    assert _supports(make(GUNS, "allied-combat", OPEN), "gun-s", "0403", "rif", line) == answer


@pytest.mark.rule("RIF-4.4", "RIF-9.4")
def test_what_the_rules_add_is_told_first_and_what_cannot_be_any_more_is_voided() -> None:
    state = make("inf-a allied CG 4-3-5 0303\ninf-b allied CG 4-3-5 0808\nr-1 rif AX 2-9-4 0403", "allied-combat")
    told = fought(state, [6], Attack(target="0403", with_=("inf-b",)))
    assert told[:3] == (
        OrderVoided(seat="allied", line=1, code="not-adjacent", unit="inf-b", rule="RIF-9.2"),
        facts.AttackAdded(units=("inf-a",), at="0403", rule="RIF-4.4", joined=False),
        facts.Declared(number=1, side="allied", at="0403", units=("inf-a",), support=(), targets=("r-1",)),
    )


@pytest.mark.rule("RIF-9.10")
def test_armour_alone_is_caught_by_the_rif_without_a_die() -> None:
    units = "arm-1 allied CG armour 2-1-5 0303\nr-1 rif AX 2-3-4 0403\ngun-r rif AX artillery 4-3-3 0404"
    attack = Attack(target="0303", with_=("r-1",), support=("gun-r",), advance=("r-1",))
    where = {"number": 1, "side": "rif", "at": "0303"}
    assert fought(make(units, "rif-combat"), [], attack) == (
        facts.Declared(**where, units=("r-1",), support=("gun-r",), targets=("arm-1",)),
        facts.ArmourCaught(**where, origins=("0403",), units=("arm-1",)),
        facts.Advanced(unit="r-1", origin="0403", to="0303"),
    )
    theirs = "arm-r rif AX armour 2-1-5 0303\ninf-a allied CG 4-3-5 0403"
    rolled = fought(make(theirs, "allied-combat"), [1], Attack(target="0303", with_=("inf-a",)))
    assert any(isinstance(event, Rolled) for event in rolled), "only the Rif catches armour"


# Whom a result takes --------------------------------------------------------------------------------------------------

THREE = """
inf-a allied CG 9-9-5 0303
x rif AX 5-1-4 0403
y rif AX 1-3-4 0403
z rif AX engineer 1-2-4 0403
"""
"""The lowest defence is x, the lowest of both together z; y has the lowest difference."""


def against(attack: int, face: int, *standing: Standing, dispersed: tuple[str, ...] = (), **more: Any) -> list[Any]:
    """What becomes of an attack on the three, who defend with 6; `more` are fields of the order."""
    state = make(THREE.replace("9-9-5", f"{attack}-9-5"), "allied-combat")
    units = {unit: alter(state.units[unit], dispersed=True) for unit in dispersed}
    order = Attack(target="0403", with_=("inf-a",), **more)
    return harm(fought(alter(state, units={**state.units, **units}), [face], order, standing=standing))


@pytest.mark.rule("RIF-9.14")
def test_without_an_order_the_weakest_as_printed_is_taken() -> None:
    assert against(6, 5) == [("x", "0404")], "DR1: the lowest defence"
    assert against(18, 6) == [("z", "combat")], "DE1: the lowest of both"
    assert against(30, 4) == [("z", "combat"), ("x", "dispersed"), ("y", "dispersed")], "DE1/Dd"
    assert against(24, 3) == [("x", "0404"), ("y", "0404"), ("z", "0404"), ("z", "dispersed")], "DR/Dd1"


@pytest.mark.rule("RIF-9.14")
def test_standing_orders_say_who_is_taken_and_where_he_goes() -> None:
    who = (Retreat(who="inf-a", to=("0504",)), AirHit(units=("x",)), Retreat(who="z"), Retreat(who="y", to=("0503",)))
    assert against(6, 5, Lose(units=("x",)), *who) == [("y", "0503")]
    assert against(18, 6, Retreat(who="x", to=("0504",)), Lose(units=("inf-a", "y"))) == [("y", "combat")]
    every = [("x", "0504"), ("y", "0503"), ("z", "0504")]
    where = (AirHit(units=("x",)), Retreat(who="0403", to=("0303", "0504")), Retreat(who="y", to=("0503",)))
    assert against(12, 4, *where) == every
    assert against(12, 4, *where[::-1]) == every, "his own goes before that of his hex"


@pytest.mark.rule("RIF-9.14")
def test_a_dispersal_of_one_passes_over_the_dispersed_while_there_is_another() -> None:
    assert against(20, 3, dispersed=("z",))[-1] == ("y", "dispersed")
    assert against(20, 3, Lose(units=("z", "x")), dispersed=("z",))[-1] == ("x", "dispersed")
    assert against(12, 2, dispersed=("x", "y", "z")) == [("x", "0404"), ("y", "0404"), ("z", "0404")]


@pytest.mark.rule("RIF-9.14", "RIF-4.3")
def test_who_was_to_be_dispersed_and_is_lost_in_the_retreat_is_not_dispersed() -> None:
    around = "inf-b allied CG 1-1-4 0505\ninf-c allied CG 1-1-4 0603"
    state = make(THREE.replace("9-9-5", "24-9-5") + around, "allied-combat")
    order = Attack(target="0403", with_=("inf-a",))
    assert harm(fought(state, [3], order)) == [("x", "retreat"), ("y", "retreat"), ("z", "retreat")]


OURS = """
a allied CG 3-9-5 0303
b allied CG 2-1-5 0303
c allied CG 1-5-5 0304
out allied CG 1-1-5 0808
gun-a allied CG artillery 2-3-3 0304
gun-b allied CG artillery 1-3-3 0302
r-1 rif AX 2-8-4 0403
"""


@pytest.mark.rule("RIF-9.14")
@pytest.mark.parametrize(
    ("face", "more", "found"),
    [
        (1, {}, [("gun-a", "combat"), ("a", "dispersed"), ("b", "dispersed"), ("c", "dispersed")]),
        (
            1, {"lose": ("out", "gun-b", "b")},
            [("b", "combat"), ("a", "dispersed"), ("c", "dispersed"), ("gun-a", "dispersed")],
        ),
        (3, {}, [("gun-a", "dispersed")]),
        (3, {"lose": ("out", "a")}, [("a", "dispersed")]),
    ],
)  # fmt: skip
def test_the_attacker_chooses_in_his_order(face: int, more: Any, found: list[Any]) -> None:
    order = Attack(target="0403", with_=("a", "b", "c"), support=("gun-a", "gun-b"), **more)
    assert harm(fought(make(OURS, "allied-combat"), [face], order, standing=(Lose(units=("c",)),))) == found


@pytest.mark.rule("RIF-9.14", "RIF-9.15")
def test_attackers_retreat_as_the_order_says_and_nobody_advances() -> None:
    ways = (
        Way(unit="b", to=("0403", "0203")), Way(unit="b", to=("0302",)), Way(unit="out", to=("0707",)),
        Way(unit="a", to=("0808",)),
    )  # fmt: skip
    order = Attack(target="0403", with_=("a", "b", "c"), support=("gun-a", "gun-b"), retreat=ways, advance=("a", "c"))
    told = fought(make(OURS, "allied-combat"), [4], order)
    assert harm(told) == [("a", "0202"), ("b", "0203"), ("c", "0203"), ("gun-a", "0203")]
    assert not any(isinstance(event, Answered) for event in told), "his order says all"


# Where they go --------------------------------------------------------------------------------------------------------

BESIDE = "r-1 rif AX 2-3-4 0403\ninf-a allied CG 1-1-4 0303\n"
TRENCHES = {"terrain": {"0402": ["trench"], "0304": ["trench"]}}
"""Hexes beside the enemy to which one may retreat all the same; the others are two from him."""


ISLE: dict[str, Any] = {
    "terrain": {"0402": ["trench", "town"], "0302": "sea", "0401": "sea", "0502": "sea", "0503": "sea"},
    "zones": {"axdir": ["0402"]},
}
"""A town beside the enemy to which nothing leads."""


@pytest.mark.rule("RIF-9.15", "RIF-4.3")
@pytest.mark.parametrize(
    ("units", "map_", "found"),
    [
        ("", {}, "0404 0503 0504"),
        ("", TRENCHES, "0404 0503 0504 0304 0402"),
        ("r-2 rif AX 1-1-4 0404\nr-3 rif AX 1-1-4 0404", TRENCHES, "0503 0504 0404 0304 0402"),
        ("r-2 rif AX 1-1-4 0304\nr-3 rif AX 1-1-4 0304", TRENCHES, "0404 0503 0504 0402 0304"),
        ("", {**TRENCHES, "towns": {"x": "0804"}, "zones": {"axdir": ["0804"]}}, "0404 0503 0504 0304 0402"),
        (
            "b allied CG 1-1-4 0304\nc allied CG 1-1-4 0505\nd allied CG 1-1-4 0602",
            {"terrain": {"0402": ["trench"], "0404": ["trench"]}, "towns": {"x": "0404"}, "zones": {"axdir": ["0404"]}},
            "0404 0402",
        ),
        ("b allied CG 1-1-4 0602\nc allied CG 1-1-4 0505\nd allied CG 1-1-4 0304", {}, ""),
        ("", ISLE, "0404 0504 0402"),
        ("", {**ISLE, "terrain": {**ISLE["terrain"], "0504": "sea"}}, "0404 0402"),
    ],
)
def test_the_default_is_the_farthest_from_the_enemy_then_in_supply_then_with_room(
    units: str, map_: Any, found: str
) -> None:
    state = make(BESIDE + units, "allied-combat", map_)
    assert retreat_hexes(state, "r-1", crowding=True) == tuple(found.split())


@pytest.mark.rule("RIF-5.2", "RIF-9.15")
def test_only_defenders_may_crowd_a_hex() -> None:
    state = make(f"{BESIDE}r-2 rif AX 1-1-4 0404\nr-3 rif AX 1-1-4 0404", "allied-combat")
    assert retreat_hexes(state, "r-1", crowding=False) == ("0503", "0504")
    assert retreat_hexes(state, "r-1", crowding=True) == ("0503", "0504", "0404")
    alone = make("r-1 rif AX 2-3-4 0403", "allied-combat")
    assert retreat_hexes(alone, "r-1", crowding=True) == ("0303", "0304", "0402", "0404", "0503", "0504")
    apart = make("r-1 rif AX 2-3-4 0403\ninf-a allied CG 1-1-4 0203", "allied-combat")
    assert retreat_hexes(apart, "r-1", crowding=True) == ("0503", "0504", "0402", "0404")


@pytest.mark.rule("RIF-9.15")
def test_where_one_hex_is_left_nobody_is_asked() -> None:
    around = "inf-b allied CG 1-1-4 0505\ninf-c allied CG 1-1-4 0603\nr-1 rif AX 2-3-4 0403\ninf-a allied CG 6-3-4 0303"
    state = make(around, "allied-combat", {"terrain": {"0504": ["trench"]}})
    told = fought(state, [4], Attack(target="r-1", with_=("inf-a",)), standing=(Retreat(who="r-1", to=("0503",)),))
    assert harm(told) == [("r-1", "0504")]
    assert not any(isinstance(event, Answered) for event in told)


@pytest.mark.rule("RIF-9.15")
def test_of_two_hexes_the_standing_order_chooses() -> None:
    around = "inf-b allied CG 1-1-4 0505\nr-1 rif AX 2-3-4 0403\ninf-a allied CG 6-3-4 0303"
    sea = {"terrain": {"0402": ["sea"], "0304": ["sea"], "0404": ["sea"], "0504": ["trench"]}}
    told = fought(make(around, "allied-combat", sea), [4], Attack(target="r-1", with_=("inf-a",)))
    wanted = (Retreat(who="r-1", to=("0504",)),)
    other = fought(make(around, "allied-combat", sea), [4], Attack(target="r-1", with_=("inf-a",)), standing=wanted)
    assert (harm(told), harm(other)) == ([("r-1", "0503")], [("r-1", "0504")])


@pytest.mark.rule("RIF-9.14")
@pytest.mark.parametrize(
    ("attack", "face", "kinds"),
    [(6, 5, "retreat-who retreat"), (18, 6, "lose"), (24, 3, "disperse retreat retreat retreat")],
)
def test_the_defender_is_asked_whom_a_result_takes(attack: int, face: int, kinds: str) -> None:
    state = make(THREE.replace("9-9-5", f"{attack}-9-5"), "allied-combat")
    told = [
        each for each in fought(state, [face], Attack(target="0403", with_=("inf-a",))) if isinstance(each, Answered)
    ]
    assert [each.kind for each in told] == kinds.split()
    assert told[0].question == f"{told[0].kind} 0403"
    assert {(each.side, each.source) for each in told} == {("rif", "default")}
    assert told[0].rule == "RIF-9.14"
