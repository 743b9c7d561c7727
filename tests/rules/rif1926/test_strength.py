"""Strengths term by term: who adds what to the defence of a hex, what moves the die (RIF-9.8 to 9.12, 9.16, 9.17)."""

from typing import Any

import pytest

from pbem.core.orders import Line
from pbem.core.play import Question
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.kit.tables import total
from pbem.rules.rif1926.orders import Attack
from pbem.rules.rif1926.state import State, changed
from pbem.rules.rif1926.strength import defence_terms, far_guns, modifiers, outlook, own_guns, support_counted
from tests.rules.rif1926.factory import make

STACK = """
inf allied CG 1-3-4 0404
cav allied CG cavalry 1-2-4 0404
sap allied CG engineer 1-1-4 0404
arm-1 allied CG armour 1-1-4 0404
arm-2 allied CG armour 1-1-4 0303
arm-3 allied CG armour 1-1-4 0303
gun-1 allied CG artillery 6-3-3 0404
gun-2 allied CG artillery 5-3-3 0505
sap-2 allied CG engineer 1-1-4 0505
ship-1 allied CG naval 7-3 0602
ship-2 allied CG naval 7-9 off-map
air-1 allied CG air 9-0 off-map
"""
MAP: dict[str, Any] = {"terrain": {"0602": ["sea"]}}


def position(map_: Any = MAP, options: Any = None, **marks: str) -> State:
    """The stack in rif-combat; `marks` are flags of units, each with the ids that have it."""
    state = make(STACK, "rif-combat", map_, options=options)
    for flag, ids in marks.items():
        state = changed(state, {unit: alter(state.units[unit], **{flag: True}) for unit in ids.split()})
    return state


def terms(state: State, at: str, silent: tuple[str, ...] = ()) -> str:
    return " ".join(
        f"{each.unit or each.code} {each.amount} {each.rule[4:]}," for each in defence_terms(state, at, silent)
    )


@pytest.mark.rule("RIF-9.10", "RIF-9.12", "RIF-9.16", "RIF-6.1")
@pytest.mark.parametrize(
    ("marks", "at", "found"),
    [
        ({}, "0404", "arm-1 1 9.10, cav 2 9.12, gun-1 6 9.16, inf 3 9.12, sap 1 9.12,"),
        ({"fired": "gun-1"}, "0404", "arm-1 1 9.10, cav 2 9.12, inf 3 9.12, sap 1 9.12,"),
        ({"dispersed": "gun-1 inf cav"}, "0404", "arm-1 1 9.10, cav 1 9.12, inf 1 9.12, sap 1 9.12,"),
        ({"been_attacked": "gun-1 arm-1 sap"}, "0404", "cav 2 9.12, inf 3 9.12,"),
        ({"overstacked": "inf"}, "0404", "arm-1 1 9.10, cav 2 9.12, gun-1 6 9.16, sap 1 9.12,"),
        ({}, "0303", ""),
        ({}, "0505", "gun-2 1 9.16, sap-2 1 9.12,"),
        ({"fired": "gun-2"}, "0505", "gun-2 1 9.16, sap-2 1 9.12,"),
        ({"dispersed": "gun-2"}, "0505", "sap-2 1 9.12,"),
        ({}, "0808", ""),
    ],
)
def test_who_adds_what_to_the_defence(marks: dict[str, str], at: str, found: str) -> None:
    assert terms(position(**marks), at) == found


@pytest.mark.rule("RIF-9.12", "RIF-9.16")
def test_a_trench_doubles_and_who_is_kept_back_is_silent() -> None:
    dug = position({"terrain": {"0404": ["trench"]}})
    assert terms(dug, "0404", ("gun-1",)) == "arm-1 1 9.10, cav 2 9.12, inf 3 9.12, sap 1 9.12, trench 2 9.12,"
    assert (total(defence_terms(dug, "0404")), defence_terms(dug, "0404")[-1].factor) == (26, True)


@pytest.mark.rule("RIF-9.16", "RIF-9.17")
def test_which_guns_may_defend() -> None:
    assert own_guns(position(), "0404") == ("gun-1",)
    assert own_guns(position(), "0505") == (), "no line unit stands there"
    for flag in ("fired", "dispersed", "overstacked", "been_attacked"):
        assert own_guns(position(**{flag: "gun-1"}), "0404") == (), flag
    assert own_guns(position(dispersed="inf cav"), "0404") == ("gun-1",)
    assert own_guns(position(), "0808") == ()
    assert far_guns(position(), "allied", "0404") == ("gun-2", "ship-1")
    assert far_guns(position(fired="ship-1", dispersed="gun-2"), "allied", "0404") == ()
    assert far_guns(position(), "allied", "0503") == ("gun-1", "gun-2", "ship-1")
    assert far_guns(position(), "rif", "0404") == ()


@pytest.mark.rule("RIF-9.8")
@pytest.mark.parametrize(("ground", "fire", "counted"), [(3, 5, 5), (3, 6, 6), (3, 7, 6), (0, 7, 0)])
def test_fire_counts_up_to_twice_the_ground(ground: int, fire: int, counted: int) -> None:
    assert support_counted(position().scenario, ground, fire) == counted


WET: dict[str, Any] = {
    "terrain": {"0404": ["mountain", "town", "river"], "0602": ["sea"]}, "rivers": [["0403", "0402"]],
}  # fmt: skip


@pytest.mark.rule("RIF-9.10", "RIF-9.11", "RIF-8.2")
@pytest.mark.parametrize(
    ("at", "units", "found"),
    [
        ("0404", "sap-2", "engineer 1 9.11 mountain -2 8.2 river -1 8.2 town -1 8.2"),
        ("0404", "arm-2 arm-3", "armour 1 9.10 mountain -2 8.2 river -1 8.2 town -1 8.2"),
        ("0303", "inf arm-1 sap", "armour 1 9.10 engineer 1 9.11"),
        ("0303", "inf", ""),
    ],
)
def test_what_moves_the_die(at: str, units: str, found: str) -> None:
    state = position(WET)
    told = modifiers(state, at, units.split(), ("0505",))
    assert " ".join(f"{each.code} {each.amount} {each.rule[4:]}" for each in told) == found
    spent = changed(state, {unit: alter(state.units[unit], dispersed=True) for unit in units.split()})
    assert not {"armour", "engineer"} & {each.code for each in modifiers(spent, at, units.split(), ("0505",))}


@pytest.mark.rule("RIF-8.2")
def test_as_hexsides_a_river_counts_where_all_attack_across() -> None:
    state = position({**MAP, "hexsides": {"river": [["0404", "0403"]]}}, {"river": "hexside"})
    dry = [each.code for each in modifiers(state, "0404", ("inf",), ("0305",))]
    wet = [each.code for each in modifiers(state, "0404", ("inf",), ("0403",))]
    both = [each.code for each in modifiers(state, "0404", ("inf",), ("0305", "0403"))]
    assert (dry, wet, both) == ([], ["river"], [])


@pytest.mark.rule("RIF-9.7", "RIF-9.13")
def test_what_a_receipt_tells_of_an_attack() -> None:
    lines = ["a rif AX 5-1-4 0303", "gun rif AX artillery 12-3-3 0202", "x allied CG 1-3-4 0304"]
    state = make("\n".join(lines), "rif-combat", {"terrain": {"0304": ["trench", "town", "mountain"]}})
    notes = outlook(state, "0304", ("a",), ("gun",))
    assert list(notes.items()) == [
        ("attack", 15), ("defence", 6), ("trench", "×2 (RIF-9.12)"), ("column", "2-1"), ("drm", -3),
        ("mountain", "-2 (RIF-8.2)"), ("town", "-1 (RIF-8.2)"), ("results", "Ad Ad Ad Ad1 AR DR1"), ("wasted", 2),
    ]  # fmt: skip
    plain = make("\n".join(lines), "rif-combat")
    even = outlook(plain, "0304", ("a",), ())
    assert (even["drm"], "wasted" in even, even["column"]) == (0, False, "3-2")
    tanks = make("\n".join([*lines, "t rif AX armour 1-1-4 0303"]), "rif-combat")
    assert outlook(tanks, "0304", ("a", "t"), ())["drm"] == "+1"


@pytest.mark.rule("RIF-9.8", "RIF-9.16", "RIF-9.17")
@pytest.mark.parametrize(
    ("gun", "rule", "figures"),
    [
        ("own", "RIF-9.16", {"attack": 12, "with": 6, "without": 3, "odds-with": "2-1", "odds-without": "4-1"}),
        ("far", "RIF-9.17", {"attack": 12, "with": 10, "without": 6, "odds-with": "1-1", "odds-without": "2-1"}),
    ],
)
def test_who_is_asked_for_the_fire_of_a_gun_is_told_the_odds(
    gun: str, rule: str, figures: dict[str, int | str]
) -> None:
    units = """
    a allied CG 4-2-5 0303
    fire allied CG artillery 9-4-3 0203
    r-1 rif AX 2-3-4 0403
    own rif AX artillery 3-4-3 0403
    far rif AX artillery 4-4-3 0503
    """
    state = make(units, "allied-combat")
    lines = {"allied": [Line(number=1, order=Attack(target="0403", with_=("a",), support=("fire",)))]}
    question = Question(
        id=f"support-defence {gun} 0403", side="rif", kind="support-defence", options=("yes", "no"), default="no",
        rule=rule, match=lambda *_: (None, ""), units=("a",),
    )  # fmt: skip
    assert ruleset("rif1926").at_stake(state, question, lines) == figures
    assert ruleset("rif1926").at_stake(state, question._replace(kind="lose"), lines) == {}
