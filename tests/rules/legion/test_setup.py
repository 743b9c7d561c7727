"""Setting up (LL-6.1, 6.2, 2.3)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from pbem.rules.legion.events import AirportTaken, Deployed
from pbem.rules.legion.orders import Deploy
from pbem.rules.legion.setup import proposed, sheet_faults, unplaced
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, told
from tests.rules.legion.moving import checked, deploy, problems

WORDS = {
    "0101": "clear",
    "0102": "clear fortress",
    "0103": "mountain fortress",
    "0104": "sea",
    "0505": "clear fortress",
}
ZONES = {"spanish": ["0101", "0102", "0103", "0201", "0202"], "moroccan": ["0503", "0504", "0505"]}


def table(units: Sequence[str], phase: str = "spanish-setup", **fields: Any) -> State:
    """Set-up: the Spanish zone is 0101 to 0103 (two fortresses), 0201, 0202; the Moroccan one 0503 to 0505."""
    return make(units, phase, **{"turn": 1, "terrain": WORDS, "zones": ZONES, **fields})


THREE = ["cer-1 infantry 3-3 off-map", "cer-2 infantry 3-3 off-map", "cer-3 infantry 3-3 off-map"]


@pytest.mark.rule("LL-6.1")
def test_a_complete_set_up() -> None:
    found = checked(table(THREE), deploy("cer-1", "0102"), deploy("cer-2", "0103"), deploy("cer-3", "0201"))
    assert (found.problems, found.complete) == ((), True)
    assert found.state.units["cer-3"].at == "0201"


@pytest.mark.rule("LL-6.1", "LL-2.3")
def test_where_a_piece_may_not_be_set_up() -> None:
    assert problems(table(["cer-1 infantry 3-3 0101"]), deploy("cer-1", "0102")) == [], "who stands may be moved"
    state = table([*THREE, "arm-1 armoured-engineer 4-3 off-map", "beni-1 infantry 3-3 0101"])
    (other,) = [problem for problem in checked(state, deploy("cer-1", "0504")).problems if problem.line]
    assert (other.code, other.near) == ("wrong-zone", ("0202",))
    lines = [deploy("cer-1", "0104"), deploy("cer-2", "0101"), deploy("arm-1", "0102"), deploy("cer-3", "0109")]
    faults = [fault for fault in problems(state, *lines, deploy("cer-3", "9901"), deploy("cer-9", "0101")) if fault[0]]
    assert faults == [
        (1, "cannot-stand-there"),
        (2, "hex-occupied"),
        (3, "cannot-stand-there"),
        (4, "wrong-zone"),
        (5, "off-map"),
        (6, "unknown-unit"),
    ]


@pytest.mark.rule("LL-6.1")
def test_what_is_missing_is_a_fault_of_the_whole_sheet() -> None:
    state = table(THREE)
    missing = {problem.code: problem for problem in checked(state, deploy("cer-1", "0102")).problems}
    assert {code: problem.line for code, problem in missing.items()} == {"fortress-empty": 0, "not-yet-placed": 0}
    assert missing["not-yet-placed"].args == {"units": "cer-2 cer-3", "count": 2}
    assert missing["fortress-empty"].args == {"hexes": "0103", "count": 1}
    eight = [f"cer-{n} infantry 3-3 off-map" for n in range(1, 10)]
    (left,) = (p for p in checked(table(eight), deploy("cer-1", "0102")).problems if p.code == "not-yet-placed")
    assert left.args == {"units": " ".join(f"cer-{n}" for n in range(2, 10)), "count": 8}
    open_field = [deploy("cer-1", "0102"), deploy("cer-2", "0101"), deploy("cer-3", "0201")]
    assert problems(state, *open_field) == [(0, "fortress-empty")]
    few = table(THREE[:1])
    assert problems(few, deploy("cer-1", "0102")) == []
    moroccan = table(["beni-1 infantry 3-3 off-map", "beni-2 infantry 3-3 off-map"], "moroccan-setup")
    assert problems(moroccan, deploy("beni-1", "0503")) == [(0, "not-yet-placed")]


@pytest.mark.rule("LL-6.1")
def test_of_two_lines_for_one_piece_the_later_counts() -> None:
    state = table(THREE)
    lines = [deploy("cer-1", "0102"), deploy("cer-2", "0102"), deploy("cer-1", "0103"), deploy("cer-3", "0101")]
    found = checked(state, *lines)
    assert found.problems == ()
    assert found.lines[0].notes == {"superseded": 3}
    assert {unit: piece.at for unit, piece in run(state, lines).state.units.items()} == {
        "cer-1": "0103",
        "cer-2": "0102",
        "cer-3": "0101",
    }
    bad = [deploy("cer-1", "0102"), deploy("cer-2", "0103"), deploy("cer-1", "0505"), deploy("cer-3", "0101")]
    assert problems(state, *bad) == [(3, "wrong-zone")]
    assert checked(state, *bad).state.units["cer-1"].at == "0102"


@pytest.mark.rule("LL-6.1", "LL-6.2")
def test_the_referee_places_who_has_no_order_fortresses_first() -> None:
    units = [*THREE, "gar-1 infantry 3-3 off-map", "art-1 artillery 1-2 off-map"]
    result = run(table(units, pieces={"gar-1": {"turn": 3}}), [deploy("cer-2", "0101")])
    assert told(result, Deployed) == [
        Deployed(unit="cer-2", at="0101"),
        Deployed(unit="art-1", at="0102", by_referee=True),
        Deployed(unit="cer-1", at="0103", by_referee=True),
        Deployed(unit="cer-3", at="0201", by_referee=True),
    ]
    assert result.state.units["gar-1"].status == "off-map"
    tank = run(table(["arm-1 armoured-engineer 4-3 off-map"]))
    assert tank.state.units["arm-1"].at == "0101"
    full = run(table([*THREE, *[f"inf-{n} infantry 3-3 off-map" for n in (1, 2, 3)]]))
    assert sorted(p.status for p in full.state.units.values()) == ["map"] * 5 + ["off-map"]
    moroccan = run(table(["beni-1 infantry 3-3 off-map"], "moroccan-setup"))
    assert moroccan.state.units["beni-1"].at == "0503"


@pytest.mark.rule("LL-6.2")
def test_only_pieces_of_turn_one_are_set_up() -> None:
    units = ["gar-1 infantry 3-3 off-map", "bom-1 bomber -9 off-map", "cer-1 infantry 3-3 eliminated"]
    state = table(units, pieces={"gar-1": {"turn": 3}, "bom-1": {"turn": 5}})
    assert problems(state, *(deploy(name, "0101") for name in ("gar-1", "bom-1", "cer-1"))) == [
        (1, "not-due"),
        (2, "not-due"),
        (3, "not-due"),
    ]


@pytest.mark.rule("LL-6.1", "LL-7.8")
def test_standing_next_to_the_enemy_obliges_nobody() -> None:
    state = table(
        ["cer-1 infantry 3-3 0401", "beni-1 infantry 3-3 off-map"], "moroccan-setup", zones={"moroccan": ["0501"]}
    )
    result = run(state, [deploy("beni-1", "0501")])
    assert not result.state.units["beni-1"].must_attack


@pytest.mark.rule("LL-8.19", "LL-6.1")
def test_whom_the_referee_places_in_the_airport_takes_it() -> None:
    terrain = {"0503": "clear airport"}
    state = table(["beni-1 infantry 3-3 off-map"], "moroccan-setup", terrain=terrain, airport_holder="spanish")
    assert run(state).state.airport_holder == "moroccan"
    beside = table(["beni-1 infantry 3-3 off-map"], "moroccan-setup", terrain={"0504": "clear airport"})
    assert run(beside).state.airport_holder == "spanish", "he stands in 0503"
    state = table(THREE[:1], terrain={"0101": "clear airport"}, airport_holder="spanish")
    assert told(run(state), AirportTaken) == []


@pytest.mark.rule("LL-6.1")
def test_where_another_piece_stands_by_now_the_nearest_free_hex_is_proposed() -> None:
    """One that is proposed to nobody else either."""
    state = table([*THREE[:2], "cer-9 infantry 3-3 0102"])
    state = replace(state, scenario=replace(state.scenario, set_up={"cer-1": "0102", "cer-2": "0101"}))
    found = proposed(state, ["cer-1", "cer-2"])
    assert {unit: order.at for unit, order in found.items() if isinstance(order, Deploy)} == {
        "cer-1": "0103",
        "cer-2": "0101",
    }
    assert proposed(state, ["cer-2"]).keys() == {"cer-2"}


@pytest.mark.rule("LL-6.1", "LL-3.1")
def test_of_two_seats_each_is_told_of_its_own_pieces() -> None:
    seats = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
    mine = {"cer-1": {"seat": "spanish"}, "cer-2": {"seat": "spanish-2"}}
    units = ["cer-1 infantry 3-3 off-map", "cer-2 infantry 3-3 off-map"]
    state = table(units, seats=seats, sector_column={"spanish": 5}, pieces=mine)
    told = {seat: [fault.args.get("units") for fault in sheet_faults(state, seat)][:1] for seat in seats}
    assert told == {"spanish": ["cer-1"], "spanish-2": ["cer-2"], "moroccan": []}
    alone = [*units, "beni-1 infantry 3-3 0503", "fle-1 fleet - off-map"]
    first = table(
        alone,
        seats=seats,
        sector_column={"spanish": 5},
        pieces={unit: {"seat": "spanish"} for unit in (*mine, "fle-1")},
    )
    assert ([fault.code for fault in sheet_faults(first, "spanish-2")], unplaced(first, "spanish")) == (
        [], ("cer-1", "cer-2"),
    )  # fmt: skip
    assert [fault.code for fault in sheet_faults(first, "spanish")] == ["not-yet-placed", "fortress-empty"]
