"""Setting up: where each group stands, the fault of a line, what the referee places (RIF-7.1 to 7.3)."""

from typing import Any

import pytest

from pbem.core.events import Event
from pbem.core.play import Inputs, run_phase
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.orders import Deploy
from pbem.rules.rif1926.setup import actors, deploy_choices, judge_deploy, places, proposed, sheet_faults, unplaced
from pbem.rules.rif1926.state import State, changed
from tests.rules.rif1926.factory import make

UNITS = """
inf-a allied CG 1-1-4 off-map
inf-b allied CG 1-1-4 off-map
inf-c allied CG 1-1-4 off-map
sap-a allied CG engineer 1-1-4 off-map
full-1 allied CG 1-1-4 0101
full-2 allied CG 1-1-4 0101
res-1 allied R 1-1-4 off-map
poz-1 allied P 1-1-4 entering
ship-1 allied CG naval 8-6 off-map
ax-1 rif AX 1-1-4 off-map
ax-2 rif AX 1-1-4 off-map
bt-1 rif BT 1-1-4 off-map
ba-1 rif BA 1-1-4 off-map
r-1 rif R 1-1-4 pool
r-2 rif R 1-1-4 off-map
gy-1 rif GY 1-1-4 pool
"""
MAP: dict[str, Any] = {
    "zones": {
        "zone-1": ["0101", "0103"], "zone-3": ["0402"], "reserve": ["0108"],
        "axdir": ["0301", "0401", "0402", "0403", "0404", "0501"], "beni-tuzin": ["0801", "0802", "0803", "0202"],
        "beni-am-mart": ["0606"],
    },
    "terrain": {"0501": ["sea"]},
}  # fmt: skip


def position(phase: str, units: str = UNITS, **more: Any) -> State:
    return make(units, phase, {**MAP, **more})


def ended(state: State) -> tuple[Event, ...]:
    """What is told of a set-up without any line."""
    return run_phase(ruleset("rif1926"), state, Inputs(ScriptedDice([]))).events


def deployed(unit: str, at: str) -> facts.Deployed:
    return facts.Deployed(unit=unit, at=at, by="referee")


@pytest.mark.rule("RIF-7.1", "RIF-7.2", "RIF-5.1")
@pytest.mark.parametrize(
    ("side", "unit", "at", "fault"),
    [
        ("allied", "inf-a", "0909", ("off-map", "RIF-8.1", {"hex": "0909"}, ())),
        ("allied", "ship-1", "0103", ("unknown-unit", "RIF-8.1", {"unit": "ship-1"}, ())),
        ("allied", "full-1", "0103", ("unknown-unit", "RIF-8.1", {"unit": "full-1"}, ())),
        ("allied", "ax-1", "0103", ("not-your-unit", "RIF-3.1", {"unit": "ax-1"}, ())),
        ("allied", "inf-a", "0108", ("wrong-zone", "RIF-7.1", {"unit": "inf-a", "hex": "0108"}, ("0103",))),
        ("allied", "inf-a", "0101", ("overstacked", "RIF-5.1", {"unit": "inf-a", "hex": "0101", "most": 2}, ("0103",))),
        ("allied", "sap-a", "0101", None),
        ("allied", "res-1", "0108", None),
        ("rif", "ax-1", "0801", ("wrong-zone", "RIF-7.2", {"unit": "ax-1", "hex": "0801"}, ("0401",))),
        ("rif", "ax-1", "0402", ("wrong-zone", "RIF-7.2", {"unit": "ax-1", "hex": "0402"}, ("0401",))),
        ("rif", "ax-1", "0501", ("wrong-zone", "RIF-7.2", {"unit": "ax-1", "hex": "0501"}, ("0401",))),
        ("rif", "bt-1", "0202", ("in-enemy-zoc", "RIF-7.2", {"unit": "bt-1", "hex": "0202"}, ("0801",))),
        ("rif", "r-1", "0606", None),
        ("rif", "gy-1", "0606", ("wrong-zone", "RIF-7.2", {"unit": "gy-1"}, ())),
    ],
)
def test_the_fault_of_a_deploy(side: str, unit: str, at: str, fault: Any) -> None:
    units = UNITS.replace("0101\nfull-2", "0101\nnear allied C 1-1-4 0302\nfull-2") if at == "0202" else UNITS
    verdict = judge_deploy(position(f"{side}-setup", units), side, Deploy(unit=unit, at=at))
    assert [(each.code, each.rule, each.args, each.near) for each in verdict.faults] == ([fault] if fault else [])
    assert verdict.events == (() if fault else (facts.Deployed(unit=unit, at=at),))
    assert fault is not None or verdict.events[0].by == "player"  # type: ignore[attr-defined]


@pytest.mark.rule("RIF-7.1")
def test_a_second_deploy_of_a_unit_is_refused() -> None:
    state = position("allied-setup")
    again = changed(state, {"inf-a": alter(state.units["inf-a"], status="map", at="0103", moved=True)})
    (fault,) = judge_deploy(again, "allied", Deploy(unit="inf-a", at="0103")).faults
    assert (fault.code, fault.rule, fault.args) == ("already-moved", "RIF-7.1", {"unit": "inf-a"})
    assert "inf-a" not in actors(again, "allied")


@pytest.mark.rule("RIF-7.1", "RIF-7.2", "RIF-7.3")
def test_who_may_be_set_up_who_must_and_where() -> None:
    allied, rif = position("allied-setup"), position("rif-setup")
    assert actors(allied, "allied") == ("inf-a", "inf-b", "inf-c", "res-1", "sap-a")
    assert actors(rif, "rif") == ("ax-1", "ax-2", "ba-1", "bt-1", "r-1", "r-2")
    assert unplaced(allied, "allied") == ("inf-a", "inf-b", "inf-c", "sap-a")
    assert unplaced(rif, "rif") == ()
    assert [(each.code, each.args) for each in sheet_faults(allied, "allied")] == [
        ("not-yet-placed", {"units": "inf-a inf-b inf-c sap-a", "count": 4}),
    ]
    assert list(sheet_faults(rif, "rif")) == []
    assert places(allied, "inf-a") == ["0103"]
    assert places(allied, "sap-a") == ["0101", "0103"]
    assert places(rif, "ax-1") == ["0301", "0401", "0403", "0404"]
    assert places(rif, "gy-1") == []
    assert [each.order for each in deploy_choices(rif, "ba-1")] == [Deploy(unit="ba-1", at="0606")]
    near = position("rif-setup", f"{UNITS}near allied C 1-1-4 0302")
    assert places(near, "ax-1") == ["0403", "0404"], "but for the zone of who stands beside"


@pytest.mark.rule("RIF-7.1")
def test_the_referee_places_who_must_be_set_up_while_there_is_room_and_holds_the_others_back() -> None:
    assert ended(position("allied-setup")) == (
        facts.HeldBack(unit="res-1", status="entering"), deployed("inf-a", "0103"), deployed("inf-b", "0103"),
        facts.HeldBack(unit="inf-c", status="entering"), deployed("sap-a", "0101"),
    )  # fmt: skip


TRENCHED = {"trenches": [["0403", "0404"], ["0801", "0802", "0803"]]}


@pytest.mark.rule("RIF-7.3")
def test_the_referee_mans_the_trenches_first_and_leaves_the_others_in_their_zones_or_the_pool() -> None:
    assert ended(position("rif-setup", **TRENCHED)) == (
        deployed("ax-1", "0403"), deployed("ax-2", "0404"), deployed("bt-1", "0801"), deployed("r-1", "0802"),
        deployed("ba-1", "0606"), facts.HeldBack(unit="r-2", status="pool"),
    )  # fmt: skip
    assert ended(position("rif-setup")) == (
        deployed("ax-1", "0301"), deployed("ax-2", "0301"), deployed("bt-1", "0202"), deployed("ba-1", "0606"),
        facts.HeldBack(unit="r-2", status="pool"),
    )  # fmt: skip
    faults = [(each.code, each.rule, each.args) for each in sheet_faults(position("rif-setup", **TRENCHED), "rif")]
    assert faults == [("trench-empty", "RIF-7.3", {"hexes": "0403 0404 0801 0802 0803", "count": 5})]
    assert (
        list(sheet_faults(position("allied-setup", UNITS.replace("off-map", "entering"), **TRENCHED), "allied")) == []
    )


@pytest.mark.rule("RIF-7.1", "RIF-7.2")
def test_what_is_proposed_goes_round_what_is_full() -> None:
    ways = {"set-up": {"allied": {"inf-a": "0103", "inf-b": "0103", "inf-c": "0101", "res-1": "0108"}}}
    data = {**MAP, "zones": {**MAP["zones"], "zone-1": ["0101", "0103", "0105", "0107"]}}
    rules = ruleset("rif1926")
    state = make(UNITS, "allied-setup", data)
    scenario = rules.read_scenario({**state.scenario.data, **ways})
    state = rules.load(scenario, rules.dump(state))
    found = proposed(state, ("inf-a", "inf-b", "inf-c", "sap-a"))
    assert {unit: order.at for unit, order in found.items()} == {  # type: ignore[attr-defined]
        "inf-a": "0103", "inf-b": "0103", "inf-c": "0105",
    }  # fmt: skip
    sent = changed(state, {"inf-a": alter(state.units["inf-a"], status="map", at="0107", moved=True)})
    again = proposed(sent, ("inf-b", "inf-c"))
    assert {unit: order.at for unit, order in again.items()} == {"inf-b": "0103", "inf-c": "0103"}  # type: ignore[attr-defined]
    full = make(UNITS.replace("sap-a", "x allied CG 1-1-4 0103\ny allied CG 1-1-4 0103\nsap-a"), "allied-setup", MAP)
    crowded = rules.load(
        rules.read_scenario({**full.scenario.data, "set-up": {"allied": {"inf-c": "0101"}}}), rules.dump(full)
    )
    assert proposed(crowded, ("inf-c",)) == {}, "there is no room at all"


@pytest.mark.rule("RIF-7.1")
def test_a_hex_proposed_for_who_still_waits_is_not_left() -> None:
    zones = {"zones": {**MAP["zones"], "zone-1": ["0101", "0103", "0107"]}}
    state = make(UNITS, "allied-setup", zones)
    rules = ruleset("rif1926")
    proposal = {"set-up": {"allied": {"inf-a": "0107", "inf-c": "0101"}}}
    state = rules.load(rules.read_scenario({**state.scenario.data, **proposal}), rules.dump(state))
    assert proposed(state, ("inf-c",)) == {"inf-c": Deploy(unit="inf-c", at="0103")}
