"""The charts as they are printed, cell by cell (NAP-3.1, 5.1, 5.3, 8.2 to 8.6, 9.1, 11.4, 12.2, 14.1 and others)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pbem.rules.napoleonic.control import control_modifiers
from pbem.rules.napoleonic.fire import best_target, factor, targets
from pbem.rules.napoleonic.fire import faults as fire_faults
from pbem.rules.napoleonic.fire import modifiers as fire_modifiers
from pbem.rules.napoleonic.forming import form_cost
from pbem.rules.napoleonic.ground import fire_cell, hex_cell, shock_cells, side_cell
from pbem.rules.napoleonic.morale import Cause, after_test, thirst
from pbem.rules.napoleonic.morale import modifiers as morale_modifiers
from pbem.rules.napoleonic.movers import allowance
from pbem.rules.napoleonic.odds import Stack, column_of, values
from pbem.rules.napoleonic.odds import modifiers as shock_modifiers
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.stacking import fault as stack_fault
from pbem.rules.napoleonic.stacking import limit
from pbem.rules.napoleonic.state import State
from pbem.rules.napoleonic.turn_end import column_of as division_column
from pbem.rules.napoleonic.turn_end import has_to_test, lost_pf
from pbem.rules.napoleonic.turn_end import modifiers as division_modifiers
from tests.rules.napoleonic.factory import foot, make, scenario, tables

TERRAIN = """
clear|1|1|1|---|---|24 PF|18 PF|yes|16 PF|yes|3 batteries|1 battery
cultivated|1|1|1|---|---|18 PF|no|yes|12 PF|yes,_dismounted|1 battery|1 battery
haza|2|P|P|-1|-1|18 PF|no|yes|12 PF|yes,_dismounted|1 battery|1 battery
village|2 (D)|3 (D)|1 (D)|A|A|18 PF|no|yes|1 regiment|yes,_dismounted|1 battery|1 battery
town|2 (D)|3 (D)|1 (D)|A|A|1 battalion|no|yes|1 regiment|yes,_dismounted|1 battery|1 battery
strong-building|2 (C)|3 (D)|1 (E)|A|A|1 battalion|no|yes|no|no|no|no
river|+1|+2|P|---|A|---|---|---|---|---|---|---
stream|---|---|+1|---|C|---|---|---|---|---|---|---
bridge|+1 (F)|+2 (F)|---|---|on a river B|---|---|---|---|---|---|---
light-wood|2 (D) (H)|2 (H)|2 (D) (H)|---|---|1 battalion|no|yes|1 regiment|yes,_dismounted|1 battery|1 battery
dense-wood|3 (H)|3 (H)|P (H)|---|---|1 battalion|no|yes|1 regiment|yes,_dismounted|1 battery|1 battery
slope-up|+1|+1|+1|see G|A|---|---|---|---|---|---|---
slope-down|D|D|+1|see G|---|---|---|---|---|---|---|---
cliff-up|P|P|P|see G|P|---|---|---|---|---|---|---
cliff-down|P|P|P|see G|---|---|---|---|---|---|---|---
"""
"""Movement of the three arms; fire; shock; stacking as in the catalogue, a blank between words as "_"."""
FIRE = """
die  1    2    3    4    5    6    7    8    9    10   11   12
1    ---  ---  ---  ---  ---  ---  ---  ---  ---  ---  ---  ---
2    ---  ---  ---  ---  ---  ---  ---  ---  ---  P    P    P
3    ---  ---  ---  ---  ---  ---  P    P    P    M    M    R
4    ---  ---  ---  ---  P    P    M    M    R    R    1    1
5    ---  ---  P    P    M    R    R    1    1    1    1M   1R
6    ---  P    M    R    R    1    1    1M   1R   1R   2P   2P
7    P    M    R    1    1    1M   1R   2P   2P   2M   2R   3P
8    M    R    1    1M   1R   2P   2M   2R   3P   3P   3P   3R
"""
MORALE = """
die  A    B    C    D    E    F
0    D    R    R    R    R    R
1    ---  D    D    R    R    R
2    ---  ---  D    D    D    R
3    ---  ---  ---  D    D    D
4    ---  ---  ---  ---  D    D
5    ---  ---  ---  ---  ---  D
6    ---  ---  ---  ---  ---  ---
7    ---  ---  ---  ---  ---  ---
8    ---  ---  ---  ---  ---  ---
"""
SHOCK = """
die  1-4  1-3  1-2  1-1  3-2  2-1  3-1  4-1  5-1
1    AB   AB   A2   A2   A2   A1   A1   ---  BM
2    AB   A2   A2   A1   A1   A1   ---  BM   D1
3    A2   A2   A1   A1   A1   ---  BM   D1   D1
4    A2   A1   A1   ---  BM   BM   D1   D1   D2
5    A1   A1   ---  BM   D1   D1   D1   D2   D2
6    A1   ---  BM   D1   D1   D1   D2   D2   DB
7    ---  BM   D1   D1   D2   D2   D2   DB   DB
8    BM   D1   D1   D2   D2   D2   DB   DB   DB
"""
CONTROL = """
die  A   B   C   D   E   F
0    NC  NC  NC  NC  NC  NC
1    C   NC  NC  NC  NC  NC
2    C   C   NC  NC  NC  NC
3    C   C   C   NC  NC  NC
4    C   C   C   C   NC  NC
5    C   C   C   C   C   NC
6    C   C   C   C   C   C
7    C   C   C   C   C   C
8    C   C   C   C   C   C
"""
DIVISIONS = """
die  6   5   4   3   2   1
-1   H   H   H   H   H   H
0    R   R   H   H   H   H
1    NE  R   R   H   H   H
2    NE  NE  R   R   H   H
3    NE  NE  NE  R   R   H
4    NE  NE  NE  NE  R   R
5    NE  NE  NE  NE  NE  R
6    NE  NE  NE  NE  NE  NE
7    NE  NE  NE  NE  NE  NE
"""


def cells(text: str) -> dict[str, dict[str, str]]:
    """A results table of the text above: by row and column."""
    head, *rows = (line.split() for line in text.strip().splitlines())
    return {row: dict(zip(head[1:], found, strict=True)) for row, *found in rows}


@pytest.mark.rule("NAP-8.4", "NAP-9.1", "NAP-11.4", "NAP-12.2", "NAP-14.1")
@pytest.mark.parametrize(
    ("name", "text"),
    [("fire", FIRE), ("morale", MORALE), ("shock", SHOCK), ("control", CONTROL), ("division-morale", DIVISIONS)],
)
def test_the_results_tables(name: str, text: str) -> None:
    found, printed = tables()[name], cells(text)
    assert found["rows"] == printed
    assert found["columns"] == list(next(iter(printed.values())))


@pytest.mark.rule("NAP-3.1")
def test_the_terrain_effects_table() -> None:
    found = tables()
    columns = ("infantry", "square", "skirmish", "cavalry", "cavalry-skirmish", "guns-alone", "guns")
    for line in TERRAIN.strip().splitlines():
        name, infantry, cavalry, guns, fire, shock, *stack = (
            cell.strip() for cell in line.replace("_", " ").split("|")
        )
        line_of = {**found["terrain"], **found["hexsides"]}[name]
        assert line_of["move"] == {"infantry": infantry, "cavalry": cavalry, "artillery": guns}, name
        assert (line_of["fire"], line_of["shock"]) == (fire, shock.removeprefix("on a river ")), name
        assert line_of.get("stack", dict.fromkeys(columns, "---")) == dict(zip(columns, stack, strict=True)), name
    assert found["codes"] == {"A": [1, 2], "B": [1, 3], "C": [2, 3]}


@pytest.mark.rule("NAP-3.1", "NAP-3.2")
@pytest.mark.parametrize(
    ("ground", "mp", "forbidden", "fire", "shock"),
    [
        ("clear", (1, 1, 1), "", (1, 1, 0), (1, 1, 0)),
        ("cultivated", (1, 1, 1), "", (1, 1, 0), (1, 1, 0)),
        ("haza", (2, 0, 0), "cavalry artillery", (1, 1, -1), (1, 1, -1)),
        ("village", (2, 3, 1), "", (1, 2, 0), (1, 2, 0)),
        ("town", (2, 3, 1), "", (1, 2, 0), (1, 2, 0)),
        ("strong-building", (2, 3, 1), "", (1, 2, 0), (1, 2, 0)),
        ("light-wood", (2, 2, 2), "", (1, 1, 0), (1, 1, 0)),
        ("dense-wood", (3, 3, 0), "artillery", (1, 1, 0), (1, 1, 0)),
    ],
)
def test_what_the_cells_of_a_hex_mean(
    ground: str, mp: tuple[int, ...], forbidden: str, fire: tuple[int, ...], shock: tuple[int, ...]
) -> None:
    made = scenario(map_={"terrain": {"0303": ground}})
    found = [hex_cell(made, "0303", arm) for arm in ("infantry", "cavalry", "artillery")]
    assert tuple(cell.mp for cell in found) == mp
    barred = [arm for arm, cell in zip(("infantry", "cavalry", "artillery"), found, strict=True) if cell.forbidden]
    assert barred == forbidden.split()
    factor, die = fire_cell(made, "0303")
    assert (factor.numerator, factor.denominator, die) == fire
    factor, die = shock_cells(made, "0302", "0303")
    assert (factor.numerator, factor.denominator, die) == shock


@pytest.mark.rule("NAP-3.2", "NAP-3.6")
@pytest.mark.parametrize(
    ("side", "arm", "mp", "codes"),
    [
        ("river", "infantry", 1, ""), ("river", "cavalry", 2, ""), ("stream", "artillery", 1, ""),
        ("bridge", "infantry", 1, "F"), ("bridge", "cavalry", 2, "F"), ("bridge", "artillery", 0, ""),
        ("slope-up", "infantry", 1, ""), ("slope-down", "infantry", 0, "D"), ("slope-down", "artillery", 1, ""),
    ],
)  # fmt: skip
def test_what_the_cells_of_a_hexside_mean(side: str, arm: str, mp: int, codes: str) -> None:
    found = side_cell(scenario(), side, arm)
    assert (found.mp, "".join(sorted(found.codes)), found.forbidden) == (mp, codes, False)
    assert side_cell(scenario(), "cliff-up", arm).forbidden


@pytest.mark.rule("NAP-4.1")
def test_limits_of_stacking() -> None:
    state = make([], map_={"terrain": {"0303": "town", "0304": "cultivated", "0305": "strong-building"}})
    assert limit(state, "0101", "infantry") == (24, "PF")
    assert limit(state, "0101", "guns-alone") == (3, "batter")
    assert limit(state, "0303", "infantry") == (1, "battalion")
    assert limit(state, "0303", "cavalry") == (1, "regiment")
    assert limit(state, "0304", "cavalry") == (12, "PF")
    assert limit(state, "0304", "square") == (0, "")
    assert limit(state, "0305", "guns") == (0, "")


MOVEMENT = """
infantry line normal       3 4
infantry light skirmish    5 5
cavalry light normal       6 7
cavalry medium normal      6 7
cavalry light skirmish     7 7
cavalry medium skirmish    6 7
cavalry heavy normal       - 6
infantry line square       3 4
artillery medium limbered  3 3
artillery horse limbered   4 5
leader - normal            6 8
"""


@pytest.mark.rule("NAP-5.1")
@pytest.mark.parametrize("line", MOVEMENT.strip().splitlines())
def test_movement_factors(line: str) -> None:
    arm, class_, formation, *points = line.split()
    for side, printed in zip(("spanish", "french"), points, strict=True):
        if printed == "-":
            continue
        about = {"horse": True, "class": "light"} if class_ == "horse" else {} if class_ == "-" else {"class": class_}
        figures = {} if arm == "leader" else {"pf": 4}
        unit = {"id": "u", "side": side, "type": arm, "at": "0303", "formation": formation, **about, **figures}
        assert allowance(make([unit]), "u") == int(printed)


@pytest.mark.rule("NAP-5.3")
def test_costs_of_formation_changes() -> None:
    printed = {
        ("infantry", "normal"): {"skirmish": 1, "square": 2},
        ("infantry", "skirmish"): {"normal": 1, "square": 1},
        ("infantry", "square"): {"normal": 2, "skirmish": 1},
        ("cavalry", "normal"): {"skirmish": 1},
        ("cavalry", "skirmish"): {"normal": 1},
        ("artillery", "limbered"): {"deployed": 2},
        ("artillery", "deployed"): {"limbered": 1},
    }
    for (arm, before), costs in printed.items():
        state = make([{**foot("u", "french", "0303"), "type": arm, "formation": before}])
        every = ("normal", "skirmish", "square", "limbered", "deployed")
        assert {after: cost for after in every if (cost := form_cost(state, "u", after)) is not None} == costs


@pytest.mark.rule("NAP-8.2", "NAP-8.3", "NAP-8.6", "NAP-9.2", "NAP-11.5", "NAP-12.3", "NAP-14.2", "NAP-2.3", "NAP-15.5")
def test_the_small_tables() -> None:
    found = tables()
    assert found["fire-ranges"] == {"heavy": 5, "medium": 4, "light": 3}
    factors = {"adjacent": [1, 1], "square": [5, 4], "near": [3, 2], "far": [1, 2], "near-to": 3}
    assert found["fire-factors"] == factors
    assert found["fire-modifiers"] == {
        "square": 2, "skirmish": -2, "deployed-guns": -1, "light-guns": -1, "heavy-guns": 1, "high-morale": 1,
        "low-morale": -1, "british": 1, "fatigue": -1, "flank": 2, "swiss": -2, "long-range": -1, "second": -1,
        "third": -2,
    }  # fmt: skip
    assert found["morale-modifiers"] == {
        "cover": 1, "zoc": -1, "shaken": -1, "loss": -1, "no-square": 1, "short-charge": -1, "after-charge": -1,
        "thirst": -1,
    }  # fmt: skip
    assert found["shock-modifiers"] == {
        "attack-order": 1, "cavalry-square": -2, "heavy-cavalry": 1, "infantry-skirmish": 2, "infantry-square": 1,
        "flank": 1, "swiss": -2,
    }  # fmt: skip
    assert found["control-modifiers"] == {"charge": -1, "british": -2, "other": -1, "provoked": -2}
    assert found["division-modifiers"] == {"leader": 1, "chief": 1, "flight": -1}
    assert found["command"] == {"changes": {"french": 3, "spanish": 2}, "die": 1, "successor": 0}


def gun(class_: str, **more: Any) -> dict[str, Any]:
    """A deployed battery of 8 PF that faces south-east."""
    return {
        "id": "a",
        "side": "french",
        "type": "artillery",
        "class": class_,
        "pf": 8,
        "at": "0303",
        "facing": "SE",
        **more,
    }


@pytest.mark.rule("NAP-8.6", "NAP-3.1")
@pytest.mark.parametrize(
    ("firer", "target", "found"),
    [
        ({}, {}, {}),
        ({}, {"formation": "square"}, {"at-square": 2}), ({}, {"formation": "skirmish"}, {"at-skirmish": -2}),
        ({}, {"type": "artillery", "formation": "deployed"}, {"deployed-guns": -1}),
        ({}, {"type": "artillery", "formation": "limbered"}, {}),
        ({"swiss": True}, {"swiss": True}, {"swiss": -2}), ({"swiss": True}, {}, {}), ({}, {"swiss": True}, {}),
        (gun("light"), {}, {"light-guns": -1}), (gun("heavy"), {}, {"heavy-guns": 1}), (gun("medium"), {}, {}),
        ({"class": "light"}, {}, {}), ({"type": "cavalry", "class": "light", "formation": "skirmish"}, {}, {}),
        ({"grade": "A"}, {}, {"high-morale": 1}), ({"grade": "B"}, {}, {"high-morale": 1}), ({"grade": "D"}, {}, {}),
        ({"grade": "E"}, {}, {"low-morale": -1}), ({"grade": "F"}, {}, {"low-morale": -1}), ({}, {"grade": "A"}, {}),
        ({"nation": "british"}, {}, {"british": 1}), ({"nation": "british", "grade": "D"}, {}, {}),
        ({"nation": "british", "grade": "B"}, {}, {"british": 1, "high-morale": 1}),
        ({**gun("medium"), "nation": "british"}, {}, {}), ({"fatigue": 2}, {}, {}),
        ({"type": "cavalry", "class": "medium", "formation": "skirmish", "fatigue": 2}, {}, {"fatigue": -2}),
        ({}, {"facing": "N"}, {}), ({}, {"facing": "NW"}, {}), ({}, {"facing": "SW"}, {}),
        ({}, {"facing": "NE"}, {"flank": 2}), ({}, {"facing": "S"}, {"flank": 2}), ({}, {"facing": "SE"}, {"flank": 2}),
        ({}, {"facing": "SE", "formation": "skirmish"}, {"at-skirmish": -2}),
        (gun("medium", at="0302"), {"facing": "N"}, {}),
        (gun("medium", at="0202"), {"facing": "N"}, {}),
        (gun("medium", at="0203"), {"facing": "N"}, {}), (gun("medium", at="0203"), {"facing": "NE"}, {"flank": 2}),
        (gun("medium", at="0201"), {"facing": "N"}, {"long-range": -1}),
    ],
)  # fmt: skip
def test_what_is_added_to_the_die_of_a_fire(
    firer: dict[str, Any], target: dict[str, Any], found: dict[str, int]
) -> None:
    units = [
        {**foot("a", "french", "0303", facing="SE"), **firer}, {**foot("x", "spanish", "0403", facing="NW"), **target},
        foot("below", "spanish", "0403", pf=1, swiss=True, grade="A"),
    ]  # fmt: skip
    made = fire_modifiers(make(units, "french-fire", piles={"0403": ["x", "below"]}), "a", "0403")
    assert {each.code: each.amount for each in made} == found


@pytest.mark.rule("NAP-8.6")
@pytest.mark.parametrize(
    ("shots", "option", "found"),
    [
        ([], "all-targets", {}), (["0403"], "all-targets", {"second": -1}), (["0402"], "all-targets", {"second": -1}),
        (["0402", "0403"], "all-targets", {"third": -2}), (["0402", "0402", "0403"], "all-targets", {"third": -2}),
        (["0402"], "same-target", {}), (["0402", "0403"], "same-target", {"second": -1}),
    ],
)  # fmt: skip
def test_the_second_and_third_counter_of_a_stack(shots: list[str], option: str, found: dict[str, int]) -> None:
    units = [foot("a", "french", "0303", facing="SE"), foot("x", "spanish", "0403", facing="NW")]
    state = make(units, "french-fire", options={"stack-fire": option})
    fired = [(f"s{number}", "0303", at) for number, at in enumerate(shots)]
    state = replace(state, shots=(("other", "0404", "0403"), *fired))
    assert {each.code: each.amount for each in fire_modifiers(state, "a", "0403")} == found


@pytest.mark.rule("NAP-8.1", "NAP-8.2")
@pytest.mark.parametrize(("class_", "most"), [("heavy", 5), ("medium", 4), ("light", 3)])
def test_how_far_guns_fire(class_: str, most: int) -> None:
    for far in range(1, 7):
        units = [gun(class_, facing="S"), foot("x", "spanish", f"03{3 + far:02d}", facing="N")]
        state = make(units, "french-fire", {"size": [10, 10]})
        assert bool(targets(state, "a")) is (far <= most)
        assert bool(targets(state, "a", reach=1)) is (far == 1)
        codes = [fault.code for fault in fire_faults(state, "a", f"03{3 + far:02d}")]
        assert codes == ([] if far <= most else ["out-of-range"])


@pytest.mark.rule("NAP-8.1", "NAP-8.11", "NAP-9.4")
@pytest.mark.parametrize(
    ("firer", "codes"),
    [
        ({}, []), ({"morale": "disorganised"}, []), ({"morale": "routed"}, ["cannot-fire"]),
        ({"type": "cavalry"}, ["cannot-fire"]), ({"type": "cavalry", "formation": "skirmish"}, []),
        ({"formation": "square"}, []), (gun("light", formation="limbered"), ["guns-limbered", "cannot-fire"]),
        (gun("light", **{"no-fire-until": 3}), ["cannot-fire"]), (gun("light", **{"no-fire-until": 2}), []),
        ({"facing": "NW"}, ["out-of-arc"]), ({"facing": "NW", "formation": "skirmish"}, []),
        ({"facing": "NW", "formation": "square"}, []), ({"facing": "SW"}, ["out-of-arc"]), ({"facing": "S"}, []),
    ],
)  # fmt: skip
def test_who_fires(firer: dict[str, Any], codes: list[str]) -> None:
    units = [{**foot("a", "french", "0303", facing="SE"), **firer}, foot("x", "spanish", "0403", facing="NW")]
    state = make(units, "french-fire", turn=3)
    assert [fault.code for fault in fire_faults(state, "a", "0403")] == codes
    assert targets(state, "a") == ([] if codes else ["0403"])


@pytest.mark.rule("NAP-8.1")
@pytest.mark.parametrize(
    ("foes", "best"),
    [
        ({"0305": 8, "0306": 8}, "0305"), ({"0305": 7, "0306": 8}, "0306"), ({"0305": 8, "0206": 8, "0406": 8}, "0305"),
        ({"0205": 8, "0405": 8}, "0205"), ({}, None),
    ],
)  # fmt: skip
def test_the_best_target_is_that_of_most_pf_then_the_nearest_then_the_lowest(
    foes: dict[str, int], best: str | None
) -> None:
    units = [foot(f"x{at}", "spanish", at, pf=pf) for at, pf in foes.items()]
    state = make([gun("heavy", facing="S"), *units], "french-fire")
    assert best_target(state, "a", [*foes][::-1]) == best


@pytest.mark.rule("NAP-8.3", "NAP-3.1", "NAP-9.4")
@pytest.mark.parametrize(
    ("far", "firer", "target", "ground", "option", "value"),
    [
        (1, {}, {}, "clear", "target", 8), (2, {}, {}, "clear", "target", 12), (3, {}, {}, "clear", "target", 12),
        (4, {}, {}, "clear", "target", 4), (1, {}, {"formation": "square"}, "clear", "target", 10),
        (2, {}, {"formation": "square"}, "clear", "target", 12), (1, {}, {"formation": "square"}, "clear", "firer", 8),
        (1, {"formation": "square", "type": "infantry", "class": "line"}, {}, "clear", "target", 4),
        (1, {"formation": "square", "type": "infantry", "class": "line"}, {}, "clear", "firer", 5),
        (1, {}, {}, "village", "target", 4), (2, {}, {}, "town", "target", 6),
        (1, {"lost": 1}, {}, "clear", "target", 7), (1, {}, {}, "haza", "target", 8),
        (1, {"morale": "disorganised"}, {}, "clear", "target", 4), (1, {"lost": 7}, {}, "village", "target", 1),
        (3, {"lost": 1, "morale": "disorganised"}, {}, "strong-building", "target", 2),
    ],
)  # fmt: skip
def test_the_fire_factor(
    far: int, firer: dict[str, Any], target: dict[str, Any], ground: str, option: str, value: int
) -> None:
    at = f"03{3 + far:02d}"
    units = [{**gun("medium", facing="S"), **firer}, {**foot("x", "spanish", at, facing="N"), **target}]
    state = make(units, "french-fire", {"terrain": {at: ground}}, {"square-quarter": option})
    assert factor(state, "a", at).value == value


def shock(
    attacker: dict[str, Any], defender: dict[str, Any], map_: dict[str, Any] | None = None, *others: dict[str, Any]
) -> tuple[State, list[Stack]]:
    """A position in which "a" in 0303, with whoever else is in that hex, assaults "x" in 0403 in front."""
    units = [
        {**foot("a", "french", "0303", facing="SE", division="one"), **attacker},
        {**foot("x", "spanish", "0403", facing="NW"), **defender}, *others,
    ]  # fmt: skip
    state = make(units, "french-shock", map_, divisions={"one": {"side": "french", "order": "defence"}})
    stacks: dict[str, list[str]] = {}
    for each in units:
        if each["side"] == "french" and each["type"] != "leader":
            stacks.setdefault(each["at"], []).append(each["id"])
    return state, [Stack(hex_, tuple(its)) for hex_, its in stacks.items()]


CAVALRY = {"type": "cavalry", "class": "medium"}
HEAVY = {"type": "cavalry", "class": "heavy"}


@pytest.mark.rule("NAP-11.5", "NAP-3.1")
@pytest.mark.parametrize(
    ("attacker", "defender", "found"),
    [
        ({}, {}, {}), ({"division": ""}, {}, {"attack-order": 1}),
        ({"grade": "A"}, {"grade": "B"}, {}), ({"grade": "B"}, {"grade": "D"}, {"grade": 1}),
        ({"grade": "A"}, {"grade": "F"}, {"grade": 4}), ({"grade": "D"}, {"grade": "B"}, {"grade": -1}),
        ({"grade": "C"}, {"grade": "B"}, {}), ({"grade": "F"}, {"grade": "A"}, {"grade": -4}),
        (CAVALRY, {"formation": "square"}, {"cavalry-square": -2}), (CAVALRY, {}, {}),
        (HEAVY, {}, {"heavy-cavalry": 1}), (HEAVY, {"formation": "square"}, {"cavalry-square": -2}),
        (HEAVY, CAVALRY, {"heavy-cavalry": 1}), (HEAVY, HEAVY, {}),
        (HEAVY, {"type": "artillery", "class": "heavy"}, {"heavy-cavalry": 1}),
        (CAVALRY, {"formation": "skirmish"}, {}), ({}, {"formation": "skirmish"}, {"infantry-skirmish": 2}),
        ({}, {**CAVALRY, "formation": "skirmish"}, {}), ({}, {"formation": "square"}, {"infantry-square": 1}),
        ({"formation": "skirmish"}, {"formation": "skirmish"}, {}),
        ({"formation": "skirmish"}, {"formation": "square"}, {}),
        ({}, {"facing": "N"}, {}), ({}, {"facing": "SW"}, {}), ({}, {"facing": "NE"}, {"flank": 1}),
        ({}, {"facing": "S"}, {"flank": 1}), ({}, {"facing": "SE"}, {"flank": 1}),
        ({}, {"morale": "routed"}, {"flank": 1}),
        ({}, {"facing": "SE", "formation": "square"}, {"infantry-square": 1}),
        ({"swiss": True}, {"swiss": True}, {"swiss": -2}), ({"swiss": True}, {}, {}), ({}, {"swiss": True}, {}),
    ],
)  # fmt: skip
def test_what_is_added_to_the_die_of_a_shock(
    attacker: dict[str, Any], defender: dict[str, Any], found: dict[str, int]
) -> None:
    state, stacks = shock(attacker, defender)
    assert {each.code: each.amount for each in shock_modifiers(state, "0403", stacks)} == found


@pytest.mark.rule("NAP-11.5", "NAP-11.2", "NAP-2.4")
def test_what_others_bring_to_a_shock() -> None:
    leader = {"side": "french", "type": "leader", "at": "0303", "shock": 2}
    theirs = {"id": "zed", "side": "spanish", "type": "leader", "at": "0403", "shock": 1}
    beside = foot("b", "french", "0402", facing="S", pf=9, grade="A")
    for others, found in (
        ([{**leader, "id": "gen"}], {"leader": 2}), ([theirs], {"enemy-leader": -1}),
        ([{**leader, "id": "gen"}, theirs], {"leader": 2, "enemy-leader": -1}),
        ([{**leader, "id": "gen", "at": "0402"}, beside], {"leader": 2, "attack-order": 1, "grade": 1}),
        ([{**beside, "pf": 8}], {}), ([{**beside, "swiss": True}], {"attack-order": 1, "grade": 1}),
        ([{**beside, "swiss": True}, foot("y", "spanish", "0403", swiss=True, pf=2)],
         {"attack-order": 1, "grade": 1, "swiss": -2}),
        ([foot("b", "french", "0504", facing="NW", pf=2)], {"flank": 1}),
    ):  # fmt: skip
        state, stacks = shock({}, {}, None, *others)
        assert {each.code: each.amount for each in shock_modifiers(state, "0403", stacks)} == found
    state, stacks = shock({}, {}, {"terrain": {"0403": "haza"}})
    assert {each.code: each.amount for each in shock_modifiers(state, "0403", stacks)} == {"haza": -1}


@pytest.mark.rule("NAP-11.2", "NAP-11.3", "NAP-3.3", "NAP-9.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "map_", "sums"),
    [
        ({}, {}, {}, (8, 8)), ({}, {"facing": "NE"}, {}, (16, 8)), (CAVALRY, {"facing": "NE"}, {}, (24, 8)),
        ({}, {"formation": "skirmish"}, {}, (16, 8)), (CAVALRY, {"formation": "skirmish"}, {}, (24, 8)),
        ({}, {"morale": "routed"}, {}, (16, 4)), ({}, {"morale": "disorganised"}, {}, (8, 8)),
        ({}, {"formation": "square", "facing": "SE"}, {}, (8, 8)),
        ({}, {"type": "artillery", "facing": "NW"}, {}, (8, 8)),
        ({"lost": 2}, {"lost": 3}, {}, (6, 5)), ({}, {}, {"terrain": {"0403": "town"}}, (4, 8)),
        ({}, {}, {"streams": [["0303", "0403"]]}, (Fraction(16, 3), 8)), ({}, {}, {"levels": {"0403": 1}}, (4, 8)),
        ({}, {}, {"levels": {"0303": 1}}, (8, 8)), ({}, {}, {"rivers": [["0303", "0403"]]}, (4, 8)),
        ({}, {}, {"rivers": [["0303", "0403"]], "bridges": [["0303", "0403"]]}, (Fraction(8, 3), 8)),
        ({}, {}, {"streams": [["0303", "0403"]], "bridges": [["0303", "0403"]]}, (Fraction(16, 3), 8)),
        ({}, {}, {"streams": [["0303", "0403"]], "levels": {"0403": 1}}, (Fraction(8, 3), 8)),
        ({**CAVALRY, "formation": "skirmish"}, {"facing": "NE"}, {"terrain": {"0303": "light-wood"}}, (16, 8)),
    ],
)  # fmt: skip
def test_what_both_sides_bring_to_a_shock(
    attacker: dict[str, Any], defender: dict[str, Any], map_: dict[str, Any], sums: tuple[Fraction, Fraction]
) -> None:
    state, stacks = shock(attacker, defender, map_)
    attack, defence = values(state, "0403", stacks)
    assert (attack.total, defence.total) == sums
    assert sum((Fraction(term.value) for term in attack.terms), Fraction(0)) == attack.total


@pytest.mark.rule("NAP-11.2")
def test_guns_count_half_beside_others() -> None:
    cannon = {"id": "y", "side": "spanish", "type": "artillery", "pf": 5, "at": "0403"}
    state, stacks = shock({}, {}, None, cannon)
    assert values(state, "0403", stacks)[1].total == 8 + Fraction(5, 2)
    state, stacks = shock({}, {"type": "artillery"}, None, cannon)
    assert values(state, "0403", stacks)[1].total == 13


@pytest.mark.rule("NAP-11.2", "NAP-11.4")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (Fraction(1), 4, "1-4"), (Fraction(99, 100), 4, None), (Fraction(0), 4, None), (Fraction(4, 3), 4, "1-3"),
        (Fraction(13, 10), 4, "1-4"), (Fraction(2), 4, "1-2"), (Fraction(39, 10), 4, "1-2"), (Fraction(4), 4, "1-1"),
        (Fraction(59, 10), 4, "1-1"), (Fraction(6), 4, "3-2"), (Fraction(8), 4, "2-1"), (Fraction(12), 4, "3-1"),
        (Fraction(16), 4, "4-1"), (Fraction(199, 10), 4, "4-1"), (Fraction(20), 4, "5-1"), (Fraction(99), 4, "5-1"),
        (Fraction(1, 2), Fraction(3, 2), "1-3"),
    ],
)  # fmt: skip
def test_the_column_is_the_greatest_ratio_reached(attack: Fraction, defence: Fraction, column: str | None) -> None:
    assert column_of(make([]), attack, Fraction(defence)) == column


@pytest.mark.rule("NAP-12.3")
@pytest.mark.parametrize(
    ("about", "provoked", "found"),
    [
        ({"nation": "other"}, 0, {}), ({}, 0, {"nation": -1}), ({"nation": "british"}, 0, {"british-cavalry": -2}),
        ({"nation": "kgl"}, 0, {"nation": -1}), ({"nation": "french-ally"}, 1, {"nation": -1, "provoked": -2}),
        ({"nation": "portuguese"}, 2, {"nation": -1, "provoked": -4}),
        ({"nation": "other", "charged": True}, 0, {"charge": -1}),
        ({"nation": "other", "charged": True}, 1, {"provoked": -2}),
    ],
)  # fmt: skip
def test_what_is_added_to_a_control_roll(about: dict[str, Any], provoked: int, found: dict[str, int]) -> None:
    leader = {"id": "gen", "side": "french", "type": "leader", "morale-factor": 0}
    cavalry = {**foot("a", "french", "0303"), "type": "cavalry", **about}
    for at, more in (("0303", {"leader": 1}), ("0304", {})):
        made = control_modifiers(make([cavalry, {**leader, "at": at}], "french-shock"), "a", provoked)
        assert {each.code: each.amount for each in made} == {**found, **more}


@pytest.mark.rule("NAP-9.2", "NAP-6.3", "NAP-15.7")
@pytest.mark.parametrize(
    ("about", "ground", "rallying", "found"),
    [
        ({}, "clear", False, {}), ({"lost": 1}, "clear", False, {}), ({"lost": 2}, "clear", False, {"loss": -1}),
        ({"lost": 4}, "clear", False, {"loss": -3}), ({"morale": "disorganised"}, "clear", False, {"shaken": -1}),
        ({"morale": "routed"}, "clear", False, {"shaken": -1}), ({}, "village", False, {"cover": 1}),
        ({}, "town", False, {"cover": 1}), ({}, "strong-building", False, {"cover": 1}), ({}, "haza", False, {}),
        ({}, "light-wood", False, {"cover": 1}), ({}, "dense-wood", False, {"cover": 1}), ({}, "cultivated", False, {}),
        ({"at": "0403"}, "clear", False, {}), ({"at": "0403"}, "clear", True, {"zoc": -1}), ({}, "clear", True, {}),
    ],
)  # fmt: skip
def test_what_is_added_to_the_die_of_a_morale_test(
    about: dict[str, Any], ground: str, rallying: bool, found: dict[str, int]
) -> None:
    unit = {**foot("a", "french", "0303"), **about}
    state = make([unit, foot("x", "spanish", "0504", facing="NW")], map_={"terrain": {unit["at"]: ground}})
    made = morale_modifiers(state, "a", Cause("", "", rallying=rallying))
    assert {each.code: each.amount for each in made} == found


@pytest.mark.rule("NAP-9.2", "NAP-2.3")
@pytest.mark.parametrize(("option", "factors", "amount"), [
    ("factor", [0], 1), ("factor", [1], 1), ("factor", [2, 3], 3), ("factor", [3, 2], 3), ("one", [3], 1),
    ("one", [0], 1),
])  # fmt: skip
def test_of_leaders_the_one_of_highest_factor_counts(option: str, factors: list[int], amount: int) -> None:
    leaders = [
        {"id": f"l{number}", "side": "french", "type": "leader", "at": "0303", "morale-factor": factor_}
        for number, factor_ in enumerate(factors)
    ]
    others = [{"id": "z", "side": "spanish", "type": "leader", "at": "0304", "morale-factor": 3}]
    state = make([foot("a", "french", "0303"), *leaders, *others], options={"leader-morale": option})
    [found] = morale_modifiers(state, "a", Cause("", ""))
    assert (found.code, found.amount) == ("leader", amount)


@pytest.mark.rule("NAP-9.3")
@pytest.mark.parametrize(
    ("before", "result", "option", "rallying", "after"),
    [
        ("normal", "---", "yes", False, "normal"), ("normal", "D", "yes", False, "disorganised"),
        ("normal", "R", "yes", False, "routed"), ("disorganised", "---", "yes", False, "normal"),
        ("disorganised", "D", "yes", False, "disorganised"), ("disorganised", "R", "yes", False, "routed"),
        ("routed", "---", "yes", False, "disorganised"), ("routed", "D", "yes", False, "routed"),
        ("routed", "R", "yes", False, "routed"), ("routed", "---", "no", False, "routed"),
        ("disorganised", "---", "no", False, "disorganised"), ("routed", "---", "no", True, "disorganised"),
        ("disorganised", "---", "no", True, "normal"),
    ],
)  # fmt: skip
def test_states_after_a_test(before: str, result: str, option: str, rallying: bool, after: str) -> None:
    state = make([], options={"recover-in-tests": option})
    assert after_test(state, before, result, rallying=rallying) == after


@pytest.mark.rule("NAP-15.7")
@pytest.mark.parametrize(
    ("side", "turn", "watered", "option", "amounts"),
    [
        ("french", 9, 6, "yes", [-1]), ("french", 9, 7, "yes", []), ("french", 8, 0, "yes", []),
        ("french", 9, 0, "no", []), ("spanish", 9, 0, "yes", []),
    ],
)  # fmt: skip
def test_thirst(side: str, turn: int, watered: int, option: str, amounts: list[int]) -> None:
    state = make([foot("a", side, "0303", watered=watered)], turn=turn, options={"thirst": option})
    assert [each.amount for each in thirst(state, "a")] == amounts


KINDS = {"i": "infantry", "c": "cavalry", "g": "artillery"}
FORMS = {"": {}, "s": {"formation": "skirmish"}, "q": {"formation": "square"}, "r": {"morale": "routed"}}


def crowd(words: str) -> list[dict[str, Any]]:
    """Counters off the map: "i8 c4s" is infantry of 8 PF, cavalry of 4 in skirmish; q is a square, r routed."""
    found = []
    for number, word in enumerate(words.split()):
        form = word[-1] if word[-1] in FORMS else ""
        unit = {"id": f"u{number}", "side": "french", "type": KINDS[word[0]], "at": "off-map", **FORMS[form]}
        found.append({**unit, "pf": int(word[1:].rstrip("sqr"))})
    return found


@pytest.mark.rule("NAP-4.1", "NAP-4.2")
@pytest.mark.parametrize("ground", ["clear", "cultivated", "haza", "village", "town", "strong-building", "light-wood"])
def test_who_may_not_stand_on_some_ground_at_all(ground: str) -> None:
    barred = []
    for word in ("i8", "i8q", "i8s", "c4", "c4s", "g4"):
        state = make(crowd(word), map_={"terrain": {"0303": ground}})
        if stack_fault(state, "0303", ("u0",), "u0") == "stack-terrain":
            barred.append(word)
        assert stack_fault(state, "0303", ("u0",)) != "stack-terrain"
    assert barred == [
        *(["i8q"] if ground != "clear" else []),
        *(["c4", "c4s", "g4"] if ground == "strong-building" else []),
    ]


@pytest.mark.rule("NAP-4.1", "NAP-4.2", "NAP-1.3")
@pytest.mark.parametrize(
    ("ground", "fits", "over"),
    [
        ("clear", "i12 i12, i12 c12, c8 c8, i8s i8 i8, g9 g9 g9, i12 i12 g9, c8 g9, i10q i8s g9, i10q i8q", ""),
        ("clear", "", "i12 i12 i1, i12 c12 i1, c8 c9, i8s i8 i9, g1 g1 g1 g1, i1 g1 g1, c1 g1 g1, i10q i9s, i10q i9q"),
        ("clear", "", "i5q i5, i5q c4, i5q g1 g1, i5q i5r"),
        ("cultivated", "i9 i9, c6 c6, i9 c9, g9, i9 g9", "i10 i9, c6 c7, i10 c9, g1 g1, i1 g1 g1"),
        ("village", "i9 c9, i12 c6, c9, c9 g9", "i12 c7, c2 c2, c1 c1 i1, g1 g1"),
        ("town", "i12, c12, i12 g9, c9 g9, i8s, g9", "i1 i1, i1 c1, i1 i1s, i1 g1 g1, c1 c1"),
        ("dense-wood", "i12, c9", "i1 i1, i1 c1"),
        ("strong-building", "i12, i12s", "i1 i1, g1, i1 g1"),
    ],
)  # fmt: skip
def test_what_a_hex_holds(ground: str, fits: str, over: str) -> None:
    for words, code in ((fits, ""), (over, "overstacked")):
        for word in filter(None, words.split(", ")):
            units = crowd(word)
            state = make(units, map_={"terrain": {"0303": ground}})
            assert stack_fault(state, "0303", [unit["id"] for unit in units]) == code, word


@pytest.mark.rule("NAP-4.2")
def test_a_square_stands_in_clear_only() -> None:
    state = make(crowd("i8q"), map_={"terrain": {"0303": "haza"}})
    assert [stack_fault(state, hex_, ("u0",)) for hex_ in ("0303", "0304")] == ["no-square-here", ""]


@pytest.mark.rule("NAP-6.1")
@pytest.mark.parametrize(
    ("about", "map_", "count"),
    [
        ({}, {}, 3), ({"formation": "skirmish"}, {}, 6), ({"formation": "square"}, {}, 6), ({"type": "cavalry"}, {}, 3),
        ({"type": "artillery", "formation": "deployed"}, {}, 3),
        ({"type": "artillery", "formation": "limbered"}, {}, 0),
        ({"morale": "disorganised"}, {}, 0), ({"morale": "routed"}, {}, 0), ({"type": "leader"}, {}, 0),
        ({}, {"rivers": [["0303", "0403"]]}, 2), ({}, {"rivers": [["0303", "0403"]], "bridges": [["0303", "0403"]]}, 3),
        ({}, {"streams": [["0303", "0403"]]}, 3), ({}, {"cliffs": [["0303", "0403"]]}, 2),
        ({}, {"levels": {"0403": 1}}, 3),
        ({}, {"levels": {"0403": 2}}, 2), ({}, {"levels": {"0303": 2}}, 0),
        ({}, {"terrain": {"0403": "strong-building"}}, 2),
        ({}, {"terrain": {"0403": "town"}}, 3),
    ],
)  # fmt: skip
def test_where_a_counter_has_a_zone_of_control(about: dict[str, Any], map_: dict[str, Any], count: int) -> None:
    unit = {**foot("a", "french", "0303", facing="SE"), **about}
    if unit["type"] == "leader":
        del unit["pf"]
    zone = make([unit], map_=map_).zones_of("french")
    assert len(zone) == count
    assert count != 3 or [*zone] == ["0304", "0402", "0403"]
    assert {by for units in zone.values() for by in units} <= {"a"}


@pytest.mark.rule("NAP-5.6", "NAP-11.3")
def test_front_flank_and_rear_by_the_hexside_an_enemy_comes_through() -> None:
    for facing in range(6):
        state = make([foot("a", "french", "0303", facing=FACINGS[facing])])
        found = [state.side_of_attack("a", (facing + turn) % 6) for turn in range(6)]
        assert found == ["front", "front", "flank", "flank", "flank", "front"], "the rear is as good as a flank"
    for formation in ("skirmish", "square"):
        state = make([foot("a", "french", "0303", formation=formation)])
        assert {state.side_of_attack("a", way) for way in range(6)} == {"front"}


@pytest.mark.rule("NAP-2.1", "NAP-2.2", "NAP-5.5")
@pytest.mark.parametrize(
    ("about", "order", "reach", "points"),
    [
        ({}, "attack", 4, 4), ({}, "manoeuvre", 4, 4), ({}, "defence", 4, 2), ({}, "attack", 2, 2),
        ({}, "attack", 3, 4),
        ({}, "defence", 2, 2), ({"fired": True}, "defence", 2, 2), ({"fired": True}, "attack", 4, 2),
        ({"type": "artillery", "fired": True}, "attack", 4, 3), ({"type": "artillery"}, "defence", 4, 1),
        ({"type": "cavalry", "class": "medium"}, "defence", 4, 3),
        ({"formation": "skirmish", "fired": True}, "attack", 4, 2),
    ],
)  # fmt: skip
def test_half_movement_once(about: dict[str, Any], order: str, reach: int, points: int) -> None:
    gen = {"id": "gen", "side": "french", "type": "leader", "at": "0306", "range": reach}
    divisions = {"one": {"side": "french", "leader": "gen", "order": order}}
    state = make([{**foot("a", "french", "0303", division="one"), **about}, gen], divisions=divisions)
    assert allowance(state, "a") == points
    assert allowance(state, "gen") == 8


@pytest.mark.rule("NAP-14.1", "NAP-14.2", "NAP-14.3")
@pytest.mark.parametrize(
    ("lost", "now", "rating", "column"),
    [
        (7, 1, 4, None), (8, 1, 4, "3"), (8, 0, 4, None), (15, 1, 4, "3"), (16, 1, 4, "2"), (24, 1, 4, "1"),
        (31, 1, 4, "1"), (8, 1, 1, "1"), (8, 1, 6, "5"),
    ],
)  # fmt: skip
def test_when_a_division_tests_and_in_which_column(lost: int, now: int, rating: int, column: str | None) -> None:
    pf = [min(8, max(0, lost - 8 * number)) for number in range(4)]
    units = [
        foot(
            f"u{number}", "french", "eliminated" if gone == 8 else "0303", lost=gone if gone < 8 else 3, division="one"
        )
        for number, gone in enumerate(pf)
    ]
    divisions = {"one": {"side": "french", "rating": rating, "lost-this-turn": now}}
    state = make(units, "division-morale", divisions=divisions)
    assert lost_pf(state, "one") == lost
    assert has_to_test(state, "one") is (column is not None)
    if column is not None:
        assert division_column(state, "one") == column
    gone = make([{**unit, "at": "eliminated"} for unit in units], "division-morale", divisions=divisions)
    assert not has_to_test(gone, "one"), "nobody is on the map"


@pytest.mark.rule("NAP-14.2")
def test_what_is_added_to_the_die_of_a_division() -> None:
    gen = {"id": "gen", "side": "french", "type": "leader", "at": "0303", "range": 2}
    chief = {**gen, "id": "chief", "chief": True, "range": 4}
    near, far = foot("a", "french", "0305", division="one"), foot("b", "french", "0307", division="one")
    fled = foot("c", "french", "0308", division="two", morale="routed")
    foe = foot("x", "spanish", "0308", division="three", morale="routed")
    for units, leader, state_of_two, found in (
        ([gen, near], "gen", "steady", {"division-leader"}), ([gen, near, far], "gen", "steady", set()),
        ([gen, near, {**far, "at": "off-map"}], "gen", "steady", {"division-leader"}),
        ([gen, chief, near, far], "gen", "steady", {"division-chief"}),
        ([chief, near, far], "chief", "steady", {"division-leader", "division-chief"}),
        ([near, fled], None, "flight", set()), ([far, fled], None, "flight", {"flight"}),
        ([far, fled], None, "steady", set()), ([{**far, "at": "0306"}, fled], None, "flight", {"flight"}),
        ([far, foe], None, "flight", set()),
    ):  # fmt: skip
        divisions = {
            "one": {"side": "french", "leader": leader, "state": "flight"},
            **({"two": {"side": "french", "state": state_of_two}} if fled in units else {}),
            **({"three": {"side": "spanish", "state": state_of_two}} if foe in units else {}),
        }
        made = division_modifiers(make(units, "division-morale", divisions=divisions), "one")
        assert {each.code for each in made} == found
