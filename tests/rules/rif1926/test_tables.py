"""The tables as they are printed, cell by cell (RIF-7.5, 8.2, 9.13, 9.20, 10.5, 11.1, 12.1, 14.1)."""

import itertools

import pytest

from pbem.core.events import Modifier
from pbem.rules.rif1926.bombardment import table_of
from pbem.rules.rif1926.reading import read_scenario
from pbem.rules.rif1926.strength import odds, result_of
from tests.rules.rif1926.factory import data, make, tables

COLUMNS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")
RESULTS = """
0  AE      AE      AE1/Ad  AE1/Ad  Ad     Ad1    AR      DR1
1  AE      AE1/Ad  AE1/Ad  Ad      Ad1    AR     DR1     DR
2  AE1/Ad  AE1/Ad  Ad      Ad1     AR     DR1    DR      DR/Dd1
3  AE1/Ad  Ad      Ad1     AR      DR1    DR     DR/Dd1  Dd
4  Ad      Ad1     AR      DR1     DR     DR/Dd  Dd      DE1/Dd
5  Ad1     AR      DR1     DR      DR/Dd  Dd     DE1     DE
6  AR      DR1     DR      DR/Dd   Dd     DE1    DE      DE
7  DR1     DR      DR/Dd   Dd      DE1    DE     DE      DE
8  DR      DR/Dd   Dd      DE1     DE     DE     DE      DE
"""
CELLS = [
    (int(row), column, result)
    for row, *cells in (line.split() for line in RESULTS.strip().splitlines())
    for column, result in zip(COLUMNS, cells, strict=True)
]
BOMBARDMENT = """
points    4 8 12 16 20 24 30 36
clear     6 5 4  3  2  1  0  0
mountain  - 6 5  4  3  2  1  0
trench    - - 6  5  4  3  2  1
"""


@pytest.mark.rule("RIF-9.13")
@pytest.mark.parametrize(("row", "column", "result"), CELLS)
def test_the_combat_results_table(row: int, column: str, result: str) -> None:
    scenario = read_scenario(data())
    face = min(max(row, 1), 6)
    drm = (Modifier(code="town", amount=row - face, rule="RIF-8.2"),)
    assert result_of(scenario, column, face, drm) == (row, result)


@pytest.mark.rule("RIF-9.13")
def test_the_smoothed_table_differs_along_two_diagonals_only() -> None:
    scenario = read_scenario(data(options={"crt": "smoothed"}))
    found = {}
    for row, column, printed in CELLS:
        face = min(max(row, 1), 6)
        result = result_of(scenario, column, face, (Modifier(code="town", amount=row - face, rule="RIF-8.2"),))[1]
        if result != printed:
            found[row, column] = result
    first = {(row, column): "DR/Dd1" for row, column, printed in CELLS if printed == "DR/Dd"}
    second = {(row, column): "DE1/Dd" for row, column, printed in CELLS if printed == "DE1"}
    assert found == first | second
    assert (len(first), len(second)) == (5, 4)


MEANINGS = """
AE       attacker eliminate all
AE1      attacker eliminate one
AE1/Ad   attacker eliminate one, attacker disperse all
Ad       attacker disperse all
Ad1      attacker disperse one
AR       attacker retreat all
DR1      defender retreat one
DR       defender retreat all
DR/Dd1   defender mark one, defender retreat all, defender disperse-marked one
DR/Dd    defender retreat all, defender disperse all
Dd       defender disperse all
DE1      defender eliminate one
DE1/Dd   defender eliminate one, defender disperse all
DE       defender eliminate all
"""


@pytest.mark.rule("RIF-9.14")
def test_what_each_result_does() -> None:
    told = dict(line.split(maxsplit=1) for line in MEANINGS.strip().splitlines())
    assert {code: ", ".join(" ".join(step) for step in steps) for code, steps in tables()["results"].items()} == told
    assert {result for _, _, result in CELLS} | {"AE1"} == set(told)


@pytest.mark.rule("RIF-9.20")
@pytest.mark.parametrize("town", [False, True])
@pytest.mark.parametrize("cap", ["6", "none"])
def test_the_bombardment_table(town: bool, cap: str) -> None:
    head, *rows = (line.split() for line in BOMBARDMENT.strip().splitlines())
    hexes = {"clear": "0101", "mountain": "0202", "trench": "0303"}
    terrain = {hexes[row]: [*({row} if row != "trench" else {"mountain", "trench"})] for row in hexes}
    towns = {"towns": {f"at-{row}": hex_ for row, hex_ in hexes.items()}} if town else {}
    terrain = {hex_: [*words, *(["town"] if town else [])] for hex_, words in terrain.items()}
    scenario = read_scenario(data(map_={"terrain": terrain, **towns}, options={"bombard-cap": cap}))
    for row, *numbers in rows:
        assert table_of(scenario, hexes[row], 3)[2] is None
        for points, number in zip(map(int, head[1:]), numbers, strict=True):
            needed = None if number == "-" else int(number) + town
            if needed is not None and cap == "6":
                needed = min(needed, 6)
            for more in (0, 1, 3):
                assert table_of(scenario, hexes[row], points + more) == (str(points), row, needed)


@pytest.mark.rule("RIF-7.5", "RIF-10.5", "RIF-11.1", "RIF-12.1", "RIF-14.1")
def test_the_small_tables() -> None:
    found = tables()
    assert found["reinforcements"] == {"1": 0, "2": 0, "3": 1, "4": 1, "5": 2, "6": 2}
    assert found["out-of-supply"] == {"european": [6], "indigenous": [5, 6], "rif": [3, 4, 5, 6]}
    stays = {"european": [6], "indigenous": [5, 6], "rif": [4, 5, 6], "out-of-supply": 1}
    assert found["reactivation"] == stays
    assert found["loyalty"] == {"lost": 6, "out-of-supply": 1, "towns-a-step": 3}
    towns = {tribe: (about["towns"], about["pacify"]) for tribe, about in found["tribes"].items()}
    assert towns == {"axdir": (15, 12), "beni-am-mart": (5, 5), "beni-tuzin": (5, 5), "annual": (6, 5)}
    assert found["rif-towns"] == 15


@pytest.mark.rule("RIF-8.2")
def test_the_terrain_effects_chart() -> None:
    chart = tables()["terrain"]
    assert {word: about.get("move") for word, about in chart.items()} == {
        "clear": 1, "mountain": 2, "river": 2, "trench": None, "road": 1, "town": None,
    }  # fmt: skip
    assert {word: about.get("combat") for word, about in chart.items() if "combat" in about} == {
        "mountain": -2, "river": -1, "town": -1,
    }  # fmt: skip
    assert chart["trench"]["factor"] == 2


@pytest.mark.rule("RIF-9.7")
def test_odds_are_the_highest_column_not_above_the_fraction() -> None:
    state = make("r-1 rif AX 0101", "rif-combat")
    for attack, defence in itertools.product(range(1, 31), range(1, 13)):
        reached = [each for each in COLUMNS if attack * int(each[2]) >= defence * int(each[0])]
        assert odds(state, attack, defence) == (reached[-1] if reached else "1-3")
    assert odds(state, 1, 0) == "5-1"
