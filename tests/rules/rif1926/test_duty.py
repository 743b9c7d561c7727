"""What attacks leave undone, and how the rules make up for it (RIF-4.4, 9.2)."""

from typing import Any

import pytest

from pbem.kit.frozen import alter
from pbem.rules.rif1926.declare import Assault, able, attack_choices, judge_attack
from pbem.rules.rif1926.duty import complete, exerting_on, obliged, unattacked
from pbem.rules.rif1926.events import AttackAdded, Declared
from pbem.rules.rif1926.movement import judge_move
from pbem.rules.rif1926.orders import Attack, Move
from pbem.rules.rif1926.state import State
from tests.rules.rif1926.factory import make

BESIDE_TWO = """
a allied CG 2-2-5 0303
b allied CG 2-2-5 0303
r-1 rif AX 2-2-4 0403
r-2 rif AX 2-2-4 0304
"""


@pytest.mark.rule("RIF-9.2")
def test_one_of_several_is_taken_for_a_hex_that_was_left_out_and_what_was_said_of_it_goes_with_it() -> None:
    state = make(BESIDE_TWO, "allied-combat")
    said = Assault("0403", ("a", "b"), advance=("a", "b"), retreat={"a": ("0202",), "b": ("0302",)})
    planned, told = complete(state, "allied", [said])
    assert planned == [
        Assault("0403", ("a",), advance=("a",), retreat=said.retreat),
        Assault("0304", ("b",), retreat={"b": ("0302",)}),
    ]
    assert [(each.units, each.at, each.rule, each.joined) for each in told] == [(("b",), "0304", "RIF-9.2", False)]


@pytest.mark.rule("RIF-4.4")
def test_who_is_silent_joins_the_attack_on_the_weakest_hex_beside_it() -> None:
    state = make(BESIDE_TWO.replace("r-1 rif AX 2-2-4", "r-1 rif AX 2-1-4"), "allied-combat")
    planned, told = complete(state, "allied", [])
    assert [(each.at, each.units) for each in planned] == [("0403", ("a",)), ("0304", ("b",))]
    joined, _ = complete(state, "allied", [Assault("0403", ("a",)), Assault("0304", ("c",))])
    assert [(each.at, each.units) for each in joined] == [("0403", ("a", "b")), ("0304", ("c",))]
    assert [each.joined for each in told] == [False, False]


@pytest.mark.rule("RIF-8.1", "RIF-10.1")
def test_a_receipt_tells_of_a_way_that_ends_in_a_zone_or_out_of_supply() -> None:
    state = make("a allied CG 2-2-5 0303\nr-1 rif AX 2-2-4 0305", "allied-movement")
    near, far = (judge_move(state, "allied", Move(units=("a",), path=(hex_,))) for hex_ in ("0304", "0302"))
    assert near.more() == {"zoc": "yes", "unsupplied": "yes"}
    assert far.more() == {"unsupplied": "yes"}


AROUND = """
a allied CG 2-2-5 0303
b allied CG 2-2-5 0303
c allied CG 2-2-5 0302
e allied CG 2-2-5 0304
f allied CG 2-2-5 0703
g allied CG 2-2-5 0703
arm-1 allied CG armour 1-1-5 0304
r-1 rif AX 2-2-4 0402
r-2 rif AX 2-2-4 0403
r-3 rif AX 2-2-4 0404
r-4 rif AX 2-2-4 0603
"""
LEFT, RIGHT, AFAR = Assault("0402", ("a", "b", "c")), Assault("0404", ("e", "arm-1")), Assault("0603", ("f", "g"))


@pytest.mark.rule("RIF-9.2")
@pytest.mark.parametrize(
    ("attacks", "planned"),
    [
        ([LEFT, RIGHT, AFAR], "0402 a c / 0404 e arm-1 / 0603 f g / 0403 b"),
        ([RIGHT, AFAR, LEFT], "0404 e arm-1 / 0603 f g / 0402 a c / 0403 b"),
        ([Assault("0402", ("c", "a")), Assault("0404", ("b", "e", "arm-1")), AFAR],
         "0402 c a / 0404 b arm-1 / 0603 f g / 0403 e"),
        ([Assault("0404", ("e", "b", "arm-1")), Assault("0402", ("c", "a")), AFAR],
         "0404 e b arm-1 / 0402 c / 0603 f g / 0403 a"),
    ],
)  # fmt: skip
def test_a_hex_left_out_is_attacked_by_the_last_beside_it_of_the_last_attack_that_keeps_another(
    attacks: list[Assault], planned: str
) -> None:
    found, told = complete(make(AROUND, "allied-combat"), "allied", attacks)
    assert " / ".join(" ".join((each.at, *each.units)) for each in found) == planned
    assert len(told) == 1


@pytest.mark.rule("RIF-4.4")
def test_tanks_and_silent_foot_join_and_silent_guns_do_not() -> None:
    units = """
    a allied CG 2-2-5 0303
    b allied CG 2-2-5 0303
    arm-1 allied CG armour 1-1-5 0304
    gun-1 allied CG artillery 6-2-3 0303
    r-1 rif AX 2-9-4 0402
    r-2 rif AX 2-1-4 0404
    """
    planned, told = complete(make(units, "allied-combat"), "allied", [Assault("0402", ("a",))])
    assert [(each.at, each.units) for each in planned] == [("0402", ("a", "b"))]
    assert told == [AttackAdded(units=("b",), at="0402", rule="RIF-4.4", joined=True)]
    beside = make(f"{units}\nr-3 rif AX 2-9-4 0403", "allied-combat")
    planned, _ = complete(beside, "allied", [Assault("0402", ("a",)), Assault("0403", ("b",))])
    assert [(each.at, each.units) for each in planned] == [("0402", ("a",)), ("0403", ("b", "arm-1"))]


@pytest.mark.rule("RIF-4.4")
@pytest.mark.parametrize(("range_", "fired", "found"), [(2, False, True), (1, False, False), (2, True, False)])
def test_a_gun_is_obliged_where_it_reaches_an_enemy_whom_others_touch(range_: int, fired: bool, found: bool) -> None:
    units = f"gun-1 allied CG artillery 6-{range_}-3 0303\na allied CG 2-2-5 0602\n"
    state = make(f"{units}r-1 rif AX 2-2-4 0403\nr-2 rif AX 2-2-4 0502", "allied-combat")
    state = alter(state, units={**state.units, "gun-1": alter(state.units["gun-1"], fired=fired)})
    assert ("gun-1" in obliged(state, "allied")) is found
    near = make("gun-1 allied CG artillery 6-1-3 0303\na allied CG 1-2-5 0304\nr-1 rif AX 2-2-4 0403", "allied-combat")
    assert obliged(near, "allied") == ("a", "gun-1")


@pytest.mark.rule("RIF-4.1", "RIF-9.2")
def test_what_exerts_a_zone_on_a_hex_and_how_many_of_those_can_be_attacked() -> None:
    units = "a allied CG 2-2-5 0303\narm-1 allied CG armour 1-1-5 0303\nr-1 rif AX 2-2-4 0402\nr-2 rif AX 2-2-4 0403\n"
    state = make(f"{units}r-3 rif AX 2-2-4 0101", "allied-combat", {"terrain": {"0304": ["trench"]}})
    assert exerting_on(state, "allied", "0303") == ("0402", "0403")
    assert exerting_on(state, "allied", "0304") == exerting_on(state, "allied", "0808") == ()
    one = Assault("0402", ("a", "arm-1"))
    assert unattacked(state, "allied", ("a", "arm-1"), [one]) == (), "one unit that can attacks one hex"
    more = make(f"{units}r-3 rif AX 2-2-4 0101\nb allied CG 2-2-5 0302", "allied-combat")
    assert unattacked(more, "allied", ("a", "arm-1", "b"), [one]) == ("0403",)
    both = [one, Assault("0403", ("b",))]
    assert unattacked(more, "allied", ("a", "arm-1", "b"), both) == ()
    shared = "b allied CG 2-2-5 0503\nc allied CG 2-2-5 0302\nr-1 rif AX 2-2-4 0402\nr-2 rif AX 2-2-4 0403"
    state = make(shared, "allied-combat")
    assert unattacked(state, "allied", ("b", "c"), [Assault("0402", ("b", "c"))]) == ("0403",), "c alone for 0402"


# Attacks that are offered, and why one cannot be ---------------------------------------------------------------------

FIELD = """
a allied CG 2-2-5 0303
b allied CG 1-2-5 0304
c allied CG 2-2-5 0303
d allied CG 2-2-5 0404
arm-1 allied CG armour 1-1-5 0304
gun-1 allied CG artillery 6-2-3 0202
gun-2 allied CG artillery 6-1-3 0202
gun-3 allied CG artillery 6-2-3 0304
ship-1 allied CG naval 8-6 0101
ship-2 allied CG naval 8-6 off-map
air-1 allied CG air 2-0 off-map
air-2 allied CG air 2-0 out
r-1 rif AX 2-2-4 0402
r-2 rif AX 2-2-4 0403
r-3 rif AX 2-2-4 0403
r-4 rif AX 2-2-4 0808
r-5 rif GY 2-2-4 pool
"""


def field(**marks: str) -> State:
    """The position in allied-combat; `marks` are flags of units, each with the ids that have it."""
    state = make(FIELD, "allied-combat", {"terrain": {"0101": ["sea"]}})
    units = {**state.units}
    for flag, ids in marks.items():
        units |= {unit: alter(units[unit], **{flag: True}) for unit in ids.split()}
    return alter(state, units=units)


def offered(state: State) -> dict[str, list[str]]:
    found = attack_choices(state, "allied")
    assert list(found) == sorted(found)
    return {unit: [told(each.order) for each in choices] for unit, choices in found.items()}  # type: ignore[arg-type]


def told(order: Attack) -> str:
    return " ".join((order.target, *order.with_, *(["+", *order.support] if order.support else [])))


@pytest.mark.rule("RIF-9.2", "RIF-9.5", "RIF-9.8", "RIF-9.10")
def test_each_alone_all_together_and_with_all_fire_is_offered_on_each_hex() -> None:
    fire = "+ air-1 gun-1 gun-3 ship-1"
    near = ["0402 a", "0402 a c", f"0402 a c {fire}"]
    far = ["0403 a", "0403 a arm-1 b c d", f"0403 a arm-1 b c d {fire}"]
    every = offered(field())
    assert set(every) == {"a", "arm-1", "b", "c", "d", "gun-3"}, "who is in a zone has the attacks that it supports"
    assert every["a"] == [*near, *far]
    assert every["arm-1"] == far[1:], "tanks alone attack nobody"
    assert every["b"] == ["0403 b", *far[1:]]
    assert every["gun-3"] == [near[2], far[2]]
    less = offered(field(dispersed="c", attacked="b", fired="gun-1 air-1"))
    assert less["a"] == ["0402 a", "0402 a + gun-3 ship-1", "0403 a", "0403 a arm-1 d", "0403 a arm-1 d + gun-3 ship-1"]
    assert not {"b", "c"} & less.keys()
    assert offered(field(been_attacked="r-1"))["a"] == far
    assert offered(field(been_attacked="r-1 r-2"))["a"] == far, "r-3 has not been attacked"
    assert offered(field(been_attacked="r-1 r-2 r-3")) == {}


@pytest.mark.rule("RIF-9.4", "RIF-9.5", "RIF-9.8", "RIF-9.15")
@pytest.mark.parametrize(
    ("order", "fault"),
    [
        (Attack(target="0909", with_=("a",)), ("off-map", "RIF-8.1", {"hex": "0909"})),
        (Attack(target="r-2", with_=("a",)), None),
        (Attack(target="r-5", with_=("a",)), ("no-target", "RIF-9.4", {"target": "r-5"})),
        (Attack(target="0404", with_=("a",)), ("no-target", "RIF-9.4", {"target": "0404"})),
        (Attack(target="0402", with_=("a", "air-2")), ("unknown-unit", "RIF-8.1", {"unit": "air-2"})),
        (Attack(target="0402", with_=("a",), support=("ship-2",)), ("unknown-unit", "RIF-9.18", {"unit": "ship-2"})),
        (
            Attack(target="0402", with_=("b", "a", "d")),
            ("not-adjacent", "RIF-9.2", {"unit": "b", "units": "b d", "count": 2, "target": "0402"}),
        ),
        (
            Attack(target="0402", with_=("b",)),
            ("not-adjacent", "RIF-9.2", {"unit": "b", "units": "b", "count": 1, "target": "0402", "at": "0304"}),
        ),
        (
            Attack(target="0402", with_=("a",), advance=("a", "c")),
            ("cannot-advance", "RIF-9.15", {"unit": "c"}),
        ),
        (Attack(target="0402", with_=("a",), support=("d",)), ("no-strength", "RIF-9.8", {"unit": "d"})),
        (Attack(target="0403", with_=("arm-1",)), ("no-strength", "RIF-9.7", {"target": "0403"})),
        (Attack(target="0403", with_=("b", "b"), support=("gun-1",)), None),
    ],
)
def test_the_fault_of_an_attack(order: Attack, fault: Any) -> None:
    found = judge_attack(field(), "allied", order).faults
    assert [(each.code, each.rule, each.args) for each in found] == ([] if fault is None else [fault])


@pytest.mark.rule("RIF-9.8", "RIF-9.5")
def test_a_good_attack_is_told_with_its_fire_as_support_and_its_number() -> None:
    order = Attack(target="r-2", with_=("gun-1", "a", "a", "air-1"), support=("ship-1", "gun-1"), lose=("a",))
    verdict = judge_attack(alter(field(), battles=2), "allied", order)
    support = ("gun-1", "air-1", "ship-1")
    assert verdict.order == order.model_copy(update={"with_": ("a",), "support": support})
    assert verdict.events == (
        Declared(number=3, side="allied", at="0403", units=("a",), support=support, targets=("r-2", "r-3")),
    )
    notes = verdict.all_notes()
    assert (notes["attack"], notes["defence"], notes["column"]) == (2 + 4, 4, "3-2")
    assert str(notes["results"]).startswith("1 Ad (1/6), 2 Ad1 (1/6)")


@pytest.mark.rule("RIF-4.4", "RIF-9.5")
def test_who_has_attacked_or_is_dispersed_has_no_duty_any_more() -> None:
    assert obliged(field(), "allied") == ("a", "arm-1", "b", "c", "d", "gun-3")
    assert obliged(field(attacked="a arm-1", dispersed="b", fired="gun-3"), "allied") == ("c", "d")
    assert able(field(), "b"), "one point is enough"
