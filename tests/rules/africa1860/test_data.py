"""The data of Africa 1859-60: tables cell by cell, counters, who stands and arrives where, what each map must have."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from pbem.board.areamap import AreaMap
from pbem.board.board import read_board
from pbem.resources import shipped_path

BATTLES = ("castillejos", "tetuan", "wad-ras")
SIDES = ("spanish", "moroccan")


def read(*parts: str) -> Any:
    return json.loads(shipped_path("games", "africa1860", *parts).read_text("utf-8"))


TABLES: dict[str, Any] = read("tables.json")
COUNTERS: dict[str, dict[str, Any]] = {counter["id"]: counter for counter in read("counters.json")["counters"]}
MAPS: dict[str, dict[str, Any]] = {battle: read("maps", f"{battle}.json") for battle in BATTLES}
BOARDS: dict[str, AreaMap] = {}
for battle, map_ in MAPS.items():
    board = read_board(map_)
    assert isinstance(board, AreaMap)
    BOARDS[battle] = board


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def number(cell: str) -> Any:
    """A cell as JSON has it: a dash is none."""
    return None if cell == "-" else int(cell) if cell.lstrip("+-").isdecimal() else cell


TYPES = """
type   class     column        movement points steps activations range controls ff  fc     ff-reduced fc-reduced fa fd
IR     infantry  infantry      1        3      2     0           -     yes      5   6      4          4          -  -
NZ     infantry  infantry      1        3      2     0           -     yes      4   5      3          3          -  -
IL     infantry  infantry      1        2      1     0           -     yes      5   4      -          -          -  -
GM     infantry  infantry      1        2      1     0           -     yes      4   4      -          -          -  -
EN     infantry  infantry      1        1      1     0           -     yes      4   3      -          -          -  -
GK     infantry  infantry      1        1      1     0           -     yes      4   hidden -          -          -  -
GUM    infantry  infantry      1        1      1     0           -     yes      3   1d6    -          -          -  -
RIF    infantry  infantry      1        1      1     0           -     yes      X   1d6    -          -          -  -
CAV    cavalry   cavalry       2        1      1     1           -     yes      -   -      -          -          -  -
A      artillery guns          1        1      1     2           3     no       5/4 1      -          -          -  -
AC     artillery guns          1        1      1     2           3     no       4   1      -          -          -  -
AM     artillery mountain-guns 1        1      1     2           3     no       4   1      -          -          -  -
ROCKET artillery guns          1        1      1     2           2     no       4   1      -          -          -  -
SHIP   ship      -             2        0      -     2           3     no       5   -      -          -          -  -
LEADER leader    leader        2        0      -     0           -     no       -   -      -          -          1  1
CONVOY convoy    convoy        1        3      -     0           -     no       -   -      -          -          -  -
"""
TYPE_KEYS = {"column": "terrain-column", "points": "stacking-points"}


@pytest.mark.rule("AFR-2.2", "AFR-4.1", "AFR-5.2", "AFR-9.4", "AFR-16.1")
def test_the_types_of_unit() -> None:
    """Also the steps of AFR-2.3 to 2.7, the activations of AFR-8.1 and 9.1, who controls by AFR-11.2."""
    (head, *lines) = rows(TYPES)
    cells = {"yes": True, "no": False, "5/4": {"spanish": 5, "moroccan": 4}}
    expected = {
        line[0]: {TYPE_KEYS.get(k, k): cells.get(c, number(c)) for k, c in zip(head[1:], line[1:], strict=True)}
        for line in lines
    }
    assert TABLES["unit-types"] == expected


TERRAIN = """
clear      1 1 1 1 1  0  0  0
hill       1 1 1 1 1  0  0  1
mountain   1 2 - 1 1 -1 -1  2
forest     1 2 1 1 1 -1 -1  1
building   1 2 1 1 1 -2 -1  2
marsh      1 2 - - 1  0  0 -1
river      1 2 1 1 1  0  0 -1
bridge     1 1 1 1 1  0  0  1
sea        - - - - -  0  0  0
encampment . . . . .  0 -1  1
trench     . . . . . -1 -1  1
"""


@pytest.mark.rule("AFR-4.6")
@pytest.mark.parametrize("row", rows(TERRAIN), ids=lambda row: row[0])
def test_the_terrain_effects_table(row: list[str]) -> None:
    """A dash is no entry; works have no cost of their own."""
    word, *costs = row[:6]
    about = TABLES["terrain" if "." not in costs else "works"][word]
    if "." not in costs:
        columns = ("infantry", "cavalry", "guns", "mountain-guns", "leader")
        assert [about["cost"][column] for column in columns] == [number(cell) for cell in costs]
        assert about["cost"]["convoy"] == (None if word == "sea" else 1)
    assert [about[key] for key in ("offensive-fire", "artillery-fire", "defender-shock")] == [int(c) for c in row[6:]]


@pytest.mark.rule("AFR-13.9")
def test_works_give_a_coin_and_take_one_from_spanish_guns() -> None:
    assert {works: about["defensive-fire"] for works, about in TABLES["works"].items()} == {
        "encampment": 1,
        "trench": 1,
    }
    assert TABLES["works-artillery"] == {"firer": "spanish", "target": "moroccan"}


@pytest.mark.rule("AFR-5.2", "AFR-6.3", "AFR-6.6", "AFR-6.5")
def test_stacking_and_fire() -> None:
    assert (TABLES["stacking"], TABLES["large-stack"], TABLES["coins-cup"]) == (9, 7, 12)
    assert TABLES["fire"] == {
        "result-coins": 3, "hit": 3, "least": 3,
        "results": {"0": "retreat", "1": "retreat", "2": "demoralization", "3": "destroyed"},
    }  # fmt: skip
    assert TABLES["fire-modifiers"] == {
        "wet-firer": {"coins": -1, "terrain": ["river", "marsh"]}, "large-stack": {"coins": 1},
    }  # fmt: skip


@pytest.mark.rule("AFR-6.7", "AFR-6.13", "AFR-6.14", "AFR-10.1")
def test_shock_and_retreat() -> None:
    assert TABLES["shock-results"] == {
        "0": "steps", "1": "half", "2": "demoralization", "3": "clear-of-enemies", "4": "nothing",
    }  # fmt: skip
    assert TABLES["half"] == 2
    lone = ("eliminated", "eliminated", "retreat", "retreat", "nothing")
    assert TABLES["leader-alone"] == {str(crosses): result for crosses, result in enumerate(lone)}
    assert TABLES["retreat"] == {"fire": {"1": 1, "2": 2}, "shock": 1, "clear-of-enemies": 3}
    assert TABLES["shock-modifiers"] == {
        "demoralized-defender": {"coins": -1},
        "two-areas": {"coins": 1, "areas": 2},
        "from-water": {"coins": -1, "terrain": ["river", "marsh"]},
        "cavalry-in-bad-ground": {"coins": -1, "terrain": ["mountain", "forest", "building"]},
    }


@pytest.mark.rule("AFR-7.1", "AFR-7.2")
def test_the_rally() -> None:
    assert TABLES["rally"] == {"coins": 3, "heads": 2, "least": 2}
    assert {name: about["coins"] for name, about in TABLES["rally-modifiers"].items()} == {
        "with-leader": 2, "far-enemy": 1, "in-mountain": 1, "near-enemy": -1, "others-demoralized": -1,
        "in-river-or-forest": -1,
    }  # fmt: skip
    about = TABLES["rally-modifiers"]
    assert (about["far-enemy"]["distance"], about["near-enemy"]["distance"]) == (2, 1)
    assert about["others-demoralized"]["units"] == 2
    assert (about["in-mountain"]["terrain"], about["in-river-or-forest"]["terrain"]) == (
        ["mountain"],
        ["river", "forest"],
    )


ARTILLERY = """
0 - - - - - -
1 - - - - - R
2 - - - - R R
3 - - - R R D
4 - - R R D D
5 - R R D D X
6 R R D D X X
"""


@pytest.mark.rule("AFR-9.7")
@pytest.mark.parametrize("row", rows(ARTILLERY), ids=lambda row: f"heads {row[0]}")
def test_the_artillery_fire_table(row: list[str]) -> None:
    """By heads; columns of 1 or less, 2, 3, 4, 5, 6."""
    assert TABLES["artillery-fire"][row[0]] == row[1:]


@pytest.mark.rule("AFR-9.7", "AFR-9.8", "AFR-13.5")
def test_artillery_results_and_modifiers() -> None:
    assert len(TABLES["artillery-fire"]) == 7
    assert TABLES["artillery-results"] == {"-": "none", "R": "retreat", "D": "demoralization", "X": "destroyed"}
    assert TABLES["artillery-modifiers"] == {
        "large-stack": {"coins": 1}, "rockets-at-cavalry": {"coins": 1, "firer": "ROCKET", "target": "CAV"},
    }  # fmt: skip


@pytest.mark.rule("AFR-8.4", "AFR-14.3", "AFR-14.8", "AFR-16.2")
def test_draws_dice_and_the_rest() -> None:
    assert TABLES["gaix-pool"] == [2, 3, 3, 4, 4, 4, 5, 5, 6, 7]
    assert TABLES["dice-factors"] == {"X": {"add": 0, "rated": 3}, "X+1": {"add": 1, "rated": 4}}
    assert TABLES["algarabia"] == {"side": "moroccan", "type": "CAV", "points": 2}
    assert TABLES["convoys"] == {"captured": 2, "points": 1}


@pytest.mark.rule("AFR-16.1")
def test_every_table_says_what_of_it_is_printed_and_may_not_be_changed() -> None:
    assert set(TABLES["marks"]) == set(TABLES) - {"format", "marks"}
    keys = {name: set(_keys(table)) for name, table in TABLES.items()}
    for name, mark in TABLES["marks"].items():
        assert mark["seed"] is True or set(mark["seed"]) <= keys[name], name


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _keys(inner)


SETUP = {
    "castillejos": """
spanish area-a bia-2 husares-princesa caz-vergara principe
spanish area-b cuenca luchana ingenieros prim
moroccan abbas-encampment bujari-1 seyyid-1 abbas
moroccan ar-rahim seyyid-2
moroccan yabal-al-raham feras-zagir-1 feras-zagir-2
moroccan casa-del-morabito gaix-haus gum-hamsa
moroccan ar-aziz gaix-tanja gum-arbaa
moroccan casa-de-la-condesa gaix-anyera gum-uagit
""",
    "tetuan": """
spanish area-5 prim vol-catalanes caz-alba-de-tormes art-montana-1 caz-figueras
spanish area-6 castilla cordoba caz-arapiles
spanish area-7 bia-art-1 saboya navarra
spanish area-4 bia-cohetes art-montana-2 husares-princesa lanceros-farnesio
spanish area-1 ros-de-olano caz-segorbe art-reserva caz-ciudad-rodrigo caz-baza
spanish area-2 zamora albuera art-a-caballo
spanish area-3 san-fernando africa caz-llerena
spanish fuerte-estrella rios bia-art-2 caz-vergara luchana
spanish area-8 cuenca quinto
spanish anchorage ceres
spanish aboard marina-2
moroccan muley-achmed-north okla gaix-tanja nizam-nur achmet
moroccan muley-achmed-south kabul gaix-anyera nizam-din
moroccan abbas-encampment abbas seyyid-1 seyyid-2 seyyid-3
moroccan left-trench veneciano gaix-haus nizam-akbar
moroccan right-trench gaix-hozmar nizam-kavir
moroccan torre-jeleli barhums bujari-5
moroccan ar-malik gustavo-iv bujari-3 bujari-4
moroccan tetuan omar jorge-iii seyyid-4 seyyid-5 seyyid-6
""",
    "wad-ras": """
spanish area-1 husares-princesa bia-art-montana caz-talavera caz-merida
spanish area-2 ingenieros rey caz-navas echague
spanish area-3 castilla caz-figueras caz-simancas vol-catalanes prim
moroccan am-sal-forest nizam-nur nizam-din gum-sabaa
moroccan alif nas-yabal rif-ammant rif-ulye
moroccan aduar-am-sal achmet gaix-haus nizam-akbar
moroccan benider kabul rif-tuzin gum-tamania
moroccan dha seyyid-3 seyyid-4 nizam-kavir
moroccan qaf barhums veneciano gum-tisaa
moroccan ghain seyyid-5 feras-zagir-3 gum-achara
moroccan haria feras-zagir-2 feras-zagir-4 rif-betut
moroccan fondak-entrance abbas bujari-3 bujari-4 gum-ignani
""",
}
ARRIVALS = {
    "castillejos": """
1 spanish area-a art-montada-5
1 spanish area-a art-5
1 spanish - ceres marina-2
2 spanish area-a cordoba
3 spanish area-a zabala saboya caz-arapiles
3 spanish area-b caz-simancas leon
4 spanish area-a odonnell navarra caz-chiclana
1 moroccan abbas-encampment bujari-2 nizam-kavir
1 moroccan yabal-al-raham omar gaix-gorfet
1 moroccan ar-aziz gaix-aros gaix-lait
3 moroccan casa-del-morabito gum-sitta gum-sabaa
3 moroccan ar-aziz gum-tamania gum-tisaa
3 moroccan yabal-al-raham gum-achara gum-ignani
4 moroccan ar-aziz gum-zalaza nizam-nur
""",
    "tetuan": """
1 spanish area-7 caz-chiclana toledo
1 spanish area-6 leon princesa
1 spanish area-4 ingenieros coraceros-del-rey lanceros-villaviciosa odonnell
1 spanish area-2 almansa caz-barcelona
1 spanish area-3 principe
1 moroccan abbas-encampment gaix-gorfet gaix-aros gaix-garb
1 moroccan ar-mumin gaix-madina-xerufa
1 moroccan left-trench gum-ignani
1 moroccan right-trench gum-zalaza
1 moroccan tetuan feras-zagir-1 gaix-lait gaix-jolot
2 moroccan abbas-encampment gum-uagit gum-arbaa gum-hamsa gum-sitta
2 moroccan tetuan gum-sabaa gum-tamania gum-tisaa gum-achara
""",
    "wad-ras": """
1 spanish area-2 cordoba caz-arapiles caz-chiclana caz-alba-de-tormes odonnell
1 spanish area-3 saboya toledo bia-cohetes
2 spanish area-2 convoy-1 coraceros-del-rey lanceros-villaviciosa
2 spanish area-3 convoy-2 caz-llerena navarra
3 spanish area-2 convoy-3 princesa
3 spanish area-3 leon art-a-caballo art-de-montana caz-segorbe
4 spanish area-2 quinto zamora albuera ros-de-olano
4 spanish area-3 caz-ciudad-rodrigo caz-baza san-fernando
5 spanish area-1 africa vizcaya guipuzcoa
5 spanish area-2 almansa caz-barcelona
1 moroccan haria rif-bu-yahi
1 moroccan dha rif-ifur gaix-hozmar
1 moroccan qaf gaix-tanja
1 moroccan fondak-entrance gaix-madina-haz gaix-madina-tigur
2 moroccan alif gaix-anyera
2 moroccan haria gaix-gorfet
2 moroccan benider gaix-madina-sahel gaix-madina-fas
3 moroccan ghain gaix-aros gaix-lait
3 moroccan qaf gaix-jolot
3 moroccan benider gum-hamsa
3 moroccan haria gum-sitta
4 moroccan qaf gaix-madina-xerufa gum-arbaa
4 moroccan ghain gum-uagit
4 moroccan haria gum-zalaza
""",
}


@pytest.mark.rule("AFR-12.9", "AFR-13.11", "AFR-14.10")
@pytest.mark.parametrize("battle", BATTLES)
def test_who_is_set_up_where(battle: str) -> None:
    found = [
        [side, area, *units]
        for side, areas in TABLES["scenarios"][battle]["set-up"].items()
        for area, units in areas.items()
    ]
    assert found == rows(SETUP[battle])


@pytest.mark.rule("AFR-12.10", "AFR-13.12", "AFR-14.11")
@pytest.mark.parametrize("battle", BATTLES)
def test_who_arrives_when_and_where(battle: str) -> None:
    found = TABLES["scenarios"][battle]["arrivals"]
    told = [[str(row["turn"]), row["side"], row["area"] or "-", *row["units"]] for row in found]
    assert told == rows(ARRIVALS[battle])
    special = {row["units"][0]: (row.get("aboard"), row.get("option")) for row in found if len(row) > 4}
    boat = {"art-5": (None, {"castillejos-5th-art": "two"}), "ceres": (["marina-2"], None)}
    assert special == (boat if battle == "castillejos" else {})


@pytest.mark.rule("AFR-11.1", "AFR-12.1", "AFR-12.2", "AFR-13.1", "AFR-13.2", "AFR-14.1", "AFR-14.2")
@pytest.mark.parametrize(
    ("battle", "turns", "needed", "objectives"),
    [
        ("castillejos", 15, 3, "casa-de-la-condesa casa-del-morabito castillejos yabal-al-raham ar-rahim"),
        ("tetuan", 9, 2, "muley-achmed-north muley-achmed-south fuerte-estrella"),
        ("wad-ras", 13, 2, "busceja-bridge aduar-am-sal fondak-entrance"),
    ],
)
def test_length_and_victory(battle: str, turns: int, needed: int, objectives: str) -> None:
    """The tables, the map and the file of the scenario say the same."""
    plan, shown = TABLES["scenarios"][battle], MAPS[battle]["objectives"]
    assert (plan["turns"], plan["needed"], plan["objectives"]) == (turns, needed, objectives.split())
    assert (shown["needed"], shown["areas"]) == (needed, objectives.split())
    assert {area for area, about in MAPS[battle]["areas"].items() if about.get("objective")} == set(shown["areas"])
    scenario = read("scenarios", f"{battle}.json")
    assert (scenario["id"], scenario["turns"], scenario["map"]) == (battle, turns, f"maps/{battle}.json")


@pytest.mark.rule("AFR-12.4", "AFR-12.5", "AFR-13.6", "AFR-14.5")
def test_what_is_special_in_each_battle() -> None:
    known = {"turns", "objectives", "needed", "set-up", "free", "arrivals", "rules"}
    special = {
        battle: {key: value for key, value in plan.items() if key not in known}
        for battle, plan in TABLES["scenarios"].items()
    }
    assert special == {
        "castillejos": {"start-steps": {"IR": 1}, "ship-near": "area-b"},
        "tetuan": {"immobile": ["jorge-iii"]},
        "wad-ras": {"convoy-goal": "fondak-entrance"},
    }


@pytest.mark.rule("AFR-13.11")
def test_the_moroccan_divides_the_seven_units_of_the_camp() -> None:
    (choice,) = TABLES["scenarios"]["tetuan"]["free"]
    assert choice["areas"] == ["muley-achmed-north", "muley-achmed-south"]
    assert choice["units"] == ["okla", "gaix-tanja", "nizam-nur", "achmet", "kabul", "gaix-anyera", "nizam-din"]
    usual = TABLES["scenarios"]["tetuan"]["set-up"]["moroccan"]
    proposed = read("scenarios", "tetuan.json")["set-up"]["places"]
    assert proposed == {"moroccan": {unit: area for area in choice["areas"] for unit in usual[area]}}
    assert [TABLES["scenarios"][battle]["free"] for battle in ("castillejos", "wad-ras")] == [[], []]


FACTORS = """
vol-catalanes          4   5
vizcaya                4   4
guipuzcoa              4   4
rif-ammant             X+1 1d6
rif-betut              X+1 1d6
rif-bu-yahi            X+1 1d6
rif-ifur               X+1 1d6
rif-tuzin              X+1 1d6
rif-ulye               X+1 1d6
husares-princesa       3   4
lanceros-farnesio      -   5
lanceros-villaviciosa  -   5
coraceros-del-rey      -   6
bujari-1               -   5
bujari-2               -   5
bujari-3               3   5
bujari-4               -   5
bujari-5               -   5
seyyid-1               3   4
seyyid-2               -   5
seyyid-3               3   4
seyyid-4               -   5
seyyid-5               3   4
seyyid-6               -   5
feras-zagir-1          3   3
feras-zagir-2          3   3
feras-zagir-3          3   3
feras-zagir-4          3   3
art-reserva            6   1
"""
OWN = {unit: (number(ff), number(fc)) for unit, ff, fc in rows(FACTORS)}
LEADERS = {
    "prim": (3, 2), "odonnell": (2, 2), "zabala": (1, 1), "ros-de-olano": (1, 2), "rios": (1, 1), "echague": (1, 1),
    "abbas": (2, 2), "omar": (1, 1), "achmet": (2, 1), "barhums": (1, 1),
}  # fmt: skip


@pytest.mark.rule("AFR-16.1", "AFR-16.4")
@pytest.mark.parametrize("unit", sorted(COUNTERS))
def test_a_counter_shows_the_factors_of_its_type_or_its_own(unit: str) -> None:
    counter = COUNTERS[unit]
    kind = TABLES["unit-types"][counter["type"]]
    ff = kind["ff"][counter["side"]] if isinstance(kind["ff"], dict) else kind["ff"]
    assert (counter["ff"], counter["fc"]) == OWN.get(unit, (ff, kind["fc"]))
    assert (counter["fa"], counter["fd"]) == LEADERS.get(unit, (None, None))
    assert (unit in LEADERS) == (counter["type"] == "LEADER")
    assert counter["movement"] == (None if unit == "jorge-iii" else kind["movement"])
    for key in ("ff-reduced", "fc-reduced", "range", "steps"):
        assert counter[key] == kind[key], key
    assert 0 not in (counter["ff"], counter["ff-reduced"])


def units_of(battle: str) -> list[tuple[str, str]]:
    """Every unit of a battle with the side whose list names it."""
    plan = TABLES["scenarios"][battle]
    placed = [(u, side) for side in SIDES for units in plan["set-up"][side].values() for u in units]
    return placed + [(unit, row["side"]) for row in plan["arrivals"] for unit in row["units"]]


@pytest.mark.rule("AFR-11.4", "AFR-16.4")
@pytest.mark.parametrize(("battle", "count"), [("castillejos", 47), ("tetuan", 88), ("wad-ras", 92)])
def test_every_unit_of_the_lists_exists_once_a_battle(battle: str, count: int) -> None:
    units = units_of(battle)
    assert len(units) == len(dict(units)) == count
    assert {unit: COUNTERS[unit]["side"] for unit, _ in units} == dict(units)


@pytest.mark.rule("AFR-16.4")
def test_every_counter_is_in_a_battle_and_none_is_called_like_an_area_or_another() -> None:
    assert {unit for battle in BATTLES for unit, _ in units_of(battle)} == set(COUNTERS)
    assert not {area for board in BOARDS.values() for area in board.ids} & set(COUNTERS)
    shorts = Counter((counter["side"], counter["short"]) for counter in COUNTERS.values())
    assert [short for short, times in shorts.items() if times > 1] == []


TYPED = """
GK gaix-anyera gaix-aros gaix-garb gaix-gorfet gaix-haus gaix-hozmar gaix-jolot gaix-lait gaix-tanja nas-yabal
GM gaix-madina-fas gaix-madina-haz gaix-madina-sahel gaix-madina-tigur gaix-madina-xerufa
A bia-2 art-montada-5 art-5 bia-art-1 bia-art-2 art-reserva okla kabul veneciano gustavo-iv jorge-iii
AM art-montana-1 art-montana-2 bia-art-montana art-de-montana
AC art-a-caballo
ROCKET bia-cohetes
EN ingenieros
SHIP ceres
CONVOY convoy-1 convoy-2 convoy-3
NZ nizam-akbar nizam-din nizam-kavir nizam-nur
RIF rif-ammant rif-betut rif-bu-yahi rif-ifur rif-tuzin rif-ulye
"""


@pytest.mark.rule("AFR-2.4", "AFR-2.5", "AFR-16.4")
@pytest.mark.parametrize("row", rows(TYPED), ids=lambda row: row[0])
def test_the_units_of_a_type(row: list[str]) -> None:
    assert sorted(unit for unit, each in COUNTERS.items() if each["type"] == row[0]) == sorted(row[1:])


@pytest.mark.rule("AFR-14.9", "AFR-16.4")
@pytest.mark.parametrize("battle", BATTLES)
def test_no_set_up_area_is_over_the_limit_but_those_of_the_spanish_at_wad_ras(battle: str) -> None:
    for side, areas in TABLES["scenarios"][battle]["set-up"].items():
        for area, units in areas.items():
            points = sum(TABLES["unit-types"][COUNTERS[unit]["type"]]["stacking-points"] for unit in units)
            assert points <= TABLES["stacking"] or (battle, side) == ("wad-ras", "spanish"), area


@pytest.mark.rule("AFR-16.3")
@pytest.mark.parametrize("battle", BATTLES)
def test_the_map_is_one_piece_and_every_neighbour_is_one_from_both_sides(battle: str) -> None:
    board, areas = BOARDS[battle], MAPS[battle]["areas"]
    assert {board.distance(board.ids[0], area) for area in board.ids} <= set(range(len(board.ids)))
    for area, about in areas.items():
        assert area not in about["to"]
        assert {other: areas[other]["to"].get(area) for other in about["to"]} == about["to"]
        assert len(about["terrain"]) == 1
        assert about["terrain"][0] in TABLES["terrain"]
        assert about.get("works", "trench") in TABLES["works"]


NAMED = {
    "castillejos": """area-a area-b abbas-encampment ar-rahim yabal-al-raham casa-del-morabito casa-de-la-condesa
        castillejos ar-aziz""",
    "tetuan": """area-1 area-2 area-3 area-4 area-5 area-6 area-7 area-8 fuerte-estrella muley-achmed-north
        muley-achmed-south abbas-encampment left-trench right-trench torre-jeleli ar-malik tetuan ar-mumin""",
    "wad-ras": """area-1 area-2 area-3 am-sal-forest alif aduar-am-sal benider dha qaf ghain haria fondak-entrance
        busceja-bridge""",
}
GROUND = {
    "castillejos": """abbas-encampment=encampment yabal-al-raham=mountain casa-del-morabito=building
        casa-de-la-condesa=building""",
    "tetuan": """fuerte-estrella=building tetuan=building left-trench=trench right-trench=trench
        abbas-encampment=encampment muley-achmed-north=encampment muley-achmed-south=encampment""",
    "wad-ras": "am-sal-forest=forest aduar-am-sal=building benider=hill busceja-bridge=bridge",
}


@pytest.mark.rule("AFR-13.7", "AFR-16.3")
@pytest.mark.parametrize("battle", BATTLES)
def test_the_areas_that_the_rules_name_are_there_with_their_ground(battle: str) -> None:
    areas, plan = MAPS[battle]["areas"], TABLES["scenarios"][battle]
    assert set(NAMED[battle].split()) <= areas.keys()
    for told in GROUND[battle].split():
        area, word = told.split("=")
        assert word in (*areas[area]["terrain"], areas[area].get("works")), area
    placed = {area for side in SIDES for area in plan["set-up"][side]} - {"aboard"}
    arriving = {row["area"] for row in plan["arrivals"]} - {None}
    assert placed | arriving | set(plan["objectives"]) <= areas.keys()
    assert {area for area, about in areas.items() if "setup" in about} == placed
    for area in arriving:
        assert len(BOARDS[battle].neighbours[area]) >= 2, area


@pytest.mark.rule("AFR-11.2", "AFR-11.3", "AFR-12.10", "AFR-16.3")
@pytest.mark.parametrize("battle", BATTLES)
def test_the_map_shows_who_starts_and_arrives_in_an_area(battle: str) -> None:
    areas, plan = MAPS[battle]["areas"], TABLES["scenarios"][battle]
    first = {area: side for side in SIDES for area in plan["set-up"][side] if area != "aboard"}
    assert {area: about["setup"] for area, about in areas.items() if "setup" in about} == first
    assert {area: about["control"] for area, about in areas.items()} == dict.fromkeys(areas, "moroccan") | first
    listed: dict[str, set[tuple[int, str]]] = {}
    for row in plan["arrivals"]:
        if row["area"]:
            listed.setdefault(row["area"], set()).add((row["turn"], row["side"]))
    shown = {
        a: {(each["turn"], each["side"]) for each in about["entry"]} for a, about in areas.items() if "entry" in about
    }
    assert shown == listed


@pytest.mark.rule("AFR-12.5", "AFR-16.3")
def test_castillejos_has_a_coast_and_one_sea() -> None:
    map_, board = MAPS["castillejos"], BOARDS["castillejos"]
    coast = [area for area, about in map_["areas"].items() if "coastal" in about.get("flags", ())]
    sea = board.with_terrain("sea")
    assert (len(coast) >= 4, len(sea) >= 2) == (True, True)
    assert sorted(coast) == sorted(map_["any-coastal"])
    assert sorted(joined(board, sea)) == sorted(sea)
    nearest = min(coast, key=lambda area: (board.distance(area, "area-b"), area))
    assert map_["defaults"] == {"ceres": nearest}


def joined(board: AreaMap, areas: tuple[str, ...]) -> set[str]:
    """Those of some areas that the first one of them reaches without leaving them."""
    found, todo = {areas[0]}, [areas[0]]
    while todo:
        new = set(board.neighbours[todo.pop()]) & set(areas) - found
        found |= new
        todo += sorted(new)
    return found


@pytest.mark.rule("AFR-13.3", "AFR-16.3")
def test_tetuan_has_an_anchorage_with_a_river_below_it_and_a_marsh_before_the_works() -> None:
    map_, board = MAPS["tetuan"], BOARDS["tetuan"]
    flagged = {flag: [a for a, about in map_["areas"].items() if flag in about.get("flags", ())] for flag in FLAGS}
    assert flagged["anchor"] == [map_["anchor"]] == [map_["defaults"]["ceres"]]
    lane = map_["ship-lane"]
    assert sorted(flagged["ship-lane"]) == sorted(lane)
    assert lane[0] == map_["anchor"]
    assert all(board.distance(above, below) == 1 for above, below in pairwise(lane))
    assert {map_["areas"][area]["terrain"][0] for area in lane} == {"river"}
    works = [area for area, about in map_["areas"].items() if about.get("works") == "trench"]
    assert any(board.distance(marsh, trench) == 1 for marsh in board.with_terrain("marsh") for trench in works)
    camp = ("muley-achmed-north", "muley-achmed-south")
    assert board.distance(*camp) == 1
    assert all(min(board.distance(area, trench) for trench in works) == 1 for area in camp)


FLAGS = ("anchor", "ship-lane")


@pytest.mark.rule("AFR-14.4", "AFR-14.5", "AFR-16.3")
def test_wad_ras_has_a_river_that_only_bridges_interrupt_and_a_road_over_one() -> None:
    map_, board = MAPS["wad-ras"], BOARDS["wad-ras"]
    (river,) = map_["river-ways"]
    assert all(board.distance(above, below) == 1 for above, below in pairwise(river))
    assert {area: map_["areas"][area]["terrain"][0] for area in river if area != "busceja-bridge"} == dict.fromkeys(
        board.with_terrain("river"), "river"
    )
    assert "busceja-bridge" in river[1:-1]
    road = {area for area, about in map_["areas"].items() if "road" in about.get("flags", ())}
    for start in ("area-2", "area-3"):
        before = road_path(board, road - {"fondak-entrance"}, start, "busceja-bridge")
        after = road_path(board, road - {start}, "busceja-bridge", "fondak-entrance")
        assert len({*before, *after}) <= 8


def road_path(board: AreaMap, road: set[str], start: str, goal: str) -> tuple[str, ...]:
    """A shortest path by areas with a road, both ends included."""
    paths: dict[str, tuple[str, ...]] = {start: (start,)}
    todo = [start]
    for area in todo:
        for other in board.neighbours[area]:
            if other in road | {goal} and other not in paths:
                paths[other] = (*paths[area], other)
                todo.append(other)
    return paths[goal]
