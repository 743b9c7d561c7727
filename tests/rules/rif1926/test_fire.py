"""Fire in full: what an order of it does and tells, its faults, what is offered (RIF-9.16 to 9.21)."""

from typing import Any

import pytest

from pbem.core.events import Answered, Event, OrderVoided, Rolled
from pbem.core.orders import Line, Section, Standing
from pbem.core.play import Inputs, run_phase
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.bombardment import (
    bombard_choices,
    fire_faults,
    gunners,
    in_play,
    in_range,
    judge_bombard,
    targets,
)
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.naming import target_hex
from pbem.rules.rif1926.orders import AirHit, Bombard, SupportDefence
from pbem.rules.rif1926.state import State
from tests.rules.rif1926.factory import make

UNITS = """
gun-1 allied CG artillery 6-4-3 0302
gun-2 allied CG artillery 3-2-3 0302
inf-a allied CG 3-3-5 0302
ship-1 allied CG naval 8-6 0101
ship-2 allied CG naval 8-6 off-map
air-1 allied CG air 2-0 off-map
air-2 allied CG air 3-0 off-map
air-3 allied CG air 9-0 repair
b-1 rif AX artillery 12-4-3 0304
b-2 rif AX artillery 9-4-3 0304
b-3 rif AX artillery 4-1-3 0304
r-1 rif AX 2-3-4 0304
r-2 rif AX 2-3-4 0306
r-3 rif GY 2-3-4 pool
"""
MAP = {"terrain": {"0101": ["sea"], "0306": ["mountain", "town"]}}


def position(phase: str, **fields: Any) -> State:
    return make(UNITS, phase, MAP, **fields)


def told(order: Bombard) -> str:
    return f"{order.target} {' '.join(order.with_)}"


def far(unit: str, at: str, target: str, distance: int, most: int) -> dict[str, Any]:
    return {"unit": unit, "target": target, "range": most, "at": at, "distance": distance}


def offered(state: State, side: str) -> dict[str, list[str]]:
    found = bombard_choices(state, side)
    assert list(found) == sorted(found)
    return {unit: [told(each.order) for each in choices] for unit, choices in found.items()}  # type: ignore[arg-type]


def of_unit(state: State, unit: str, **fields: Any) -> State:
    return alter(state, units={**state.units, unit: alter(state.units[unit], **fields)})


@pytest.mark.rule("RIF-9.20", "RIF-9.21")
def test_a_good_order_tells_who_fires_from_where_and_what_must_fall() -> None:
    state = position("allied-bombardment")
    verdict = judge_bombard(state, "allied", Bombard(target="r-2", with_=("gun-1", "air-2", "gun-1")))
    assert verdict.faults == ()
    assert verdict.order == Bombard(target="r-2", with_=("gun-1", "air-2"))
    assert verdict.events == (
        facts.Bombarded(
            side="allied", at="0306", units=("gun-1", "air-2"), origins=("0302", "0306"), points=9, column="8",
            row="mountain", town=True, needed=6, face=0, hit=False,
        ),
    )  # fmt: skip
    assert list(verdict.notes.items()) == [("points", 9), ("column", "8"), ("needed", 6)]


@pytest.mark.rule("RIF-9.19")
def test_fire_at_a_ship_leaves_it_there_until_the_die_is_rolled() -> None:
    verdict = judge_bombard(position("rif-bombardment"), "rif", Bombard(target="ship-1", with_=("b-1", "b-2")))
    assert verdict.events == (
        facts.ShipBombarded(
            side="rif", ship="ship-1", at="0101", units=("b-1", "b-2"), origins=("0304", "0304"), points=21, face=0,
            hit=False,
        ),
    )  # fmt: skip
    assert (list(verdict.notes.items()), verdict.more()) == ([("points", 21), ("needed", 6)], {})


@pytest.mark.rule("RIF-9.19", "RIF-9.20")
@pytest.mark.parametrize(
    ("side", "target", "units", "fault"),
    [
        ("rif", "0909", "b-1", ("off-map", "RIF-8.1", {"hex": "0909"})),
        ("rif", "inf-a", "b-1", None),
        ("rif", "ship-2", "b-1", ("no-target", "RIF-9.20", {"target": "ship-2"})),
        ("rif", "r-3", "b-1", ("no-target", "RIF-9.20", {"target": "r-3"})),
        ("rif", "0101", "b-1", ("no-target", "RIF-9.20", {"target": "0101", "ship": "ship-1"})),
        ("rif", "ship-1", "b-1", ("too-few-points", "RIF-9.19", {"points": 12, "needed": 20})),
        ("rif", "ship-1", "b-1 b-2 b-3", ("out-of-range", "RIF-9.19", far("b-3", "0304", "0101", 4, 1))),
        ("rif", "ship-1", "b-1 b-2 r-1", ("no-strength", "RIF-9.20", {"unit": "r-1"})),
        ("allied", "ship-1", "gun-1", ("no-target", "RIF-9.20", {"target": "ship-1"})),
        ("allied", "0304", "ship-2", ("unknown-unit", "RIF-9.18", {"unit": "ship-2"})),
        ("allied", "0304", "inf-a", ("no-strength", "RIF-9.20", {"unit": "inf-a"})),
        ("allied", "0304", "gun-2 inf-a", ("no-strength", "RIF-9.20", {"unit": "inf-a"})),
        ("allied", "0304", "gun-2", ("no-effect", "RIF-9.20", {"points": 3, "column": "", "needed": 4})),
        ("allied", "0306", "gun-1", ("no-effect", "RIF-9.20", {"points": 6, "column": "4", "needed": 8})),
        ("allied", "0306", "gun-2", ("out-of-range", "RIF-9.16", far("gun-2", "0302", "0306", 4, 2))),
        ("allied", "0304", "air-3", ("under-repair", "RIF-9.21", {"unit": "air-3", "turn": 0})),
        ("allied", "0304", "gun-1 gun-2", None),
    ],
)
def test_the_fault_of_a_bombardment(side: str, target: str, units: str, fault: Any) -> None:
    state = position(f"{side}-bombardment")
    found = judge_bombard(state, side, Bombard(target=target, with_=tuple(units.split()))).faults
    assert [(each.code, each.rule, each.args) for each in found] == ([] if fault is None else [fault])


@pytest.mark.rule("RIF-9.19", "RIF-9.20")
def test_a_ship_and_the_hex_of_a_stack_are_bombarded_once_a_phase() -> None:
    state = position("rif-bombardment")
    for target, order in (
        ("ship-1", Bombard(target="ship-1", with_=("b-1", "b-2"))),
        ("0302", Bombard(target="inf-a", with_=("b-1",))),
    ):
        assert judge_bombard(alter(state, bombarded=("0101", "0304")), "rif", order).faults == ()
        (fault,) = judge_bombard(alter(state, bombarded=(target,)), "rif", order).faults
        assert (fault.code, fault.args) == ("already-bombarded", {"target": order.target})


@pytest.mark.rule("RIF-9.16", "RIF-9.21")
def test_who_is_in_play_and_how_far_fire_reaches() -> None:
    state = position("allied-bombardment")
    assert [unit for unit in state.units if not in_play(state, unit)] == ["r-3", "ship-2"]
    assert gunners(state, "allied") == ("air-1", "air-2", "gun-1", "gun-2", "ship-1")
    assert gunners(of_unit(state, "gun-1", fired=True), "allied") == ("air-1", "air-2", "gun-2", "ship-1")
    assert gunners(of_unit(state, "gun-2", dispersed=True), "allied") == ("air-1", "air-2", "gun-1", "ship-1")
    assert [in_range(state, "gun-1", hex_) for hex_ in ("0302", "0306", "0307")] == [True, True, False]
    assert in_range(state, "air-1", "0808")
    assert in_range(state, "inf-a", "0808"), "it has no fire, which is the fault that is told"
    assert not in_range(state, "ship-2", "0101")
    (fault,) = fire_faults(of_unit(state, "air-3", back_turn=4), ("air-3",), "0304")
    assert fault.args == {"unit": "air-3", "turn": 4}


def test_a_target_is_a_hex_or_that_of_a_unit() -> None:
    state = position("allied-bombardment")
    assert [target_hex(state, word) for word in ("0303", "r-2", "r-3")] == ["0303", "0306", ""]


@pytest.mark.rule("RIF-9.19", "RIF-9.20")
def test_what_may_still_be_bombarded() -> None:
    allied, rif = position("allied-bombardment"), position("rif-bombardment")
    assert targets(allied, "allied") == ("0304", "0306")
    assert targets(rif, "rif") == ("0302", "ship-1")
    assert targets(alter(rif, bombarded=("ship-1",)), "rif") == ("0302",)
    assert targets(alter(allied, bombarded=("0304",)), "allied") == ("0306",)


@pytest.mark.rule("RIF-9.19", "RIF-9.20", "RIF-9.21")
def test_each_alone_where_it_has_an_effect_and_all_together_with_the_fewest_aircraft() -> None:
    state = position("allied-bombardment")
    assert offered(state, "allied") == {
        "gun-1": ["0304 gun-1", "0304 gun-1 gun-2 ship-1", "0306 gun-1 ship-1"],
        "gun-2": ["0304 gun-1 gun-2 ship-1"],
        "ship-1": ["0304 ship-1", "0304 gun-1 gun-2 ship-1", "0306 ship-1", "0306 gun-1 ship-1"],
    }
    spent = of_unit(of_unit(state, "ship-1", fired=True), "gun-2", fired=True)
    assert offered(spent, "allied") == {"gun-1": ["0304 gun-1", "0306 gun-1 air-1"]}
    air = of_unit(spent, "gun-1", fired=True)
    assert offered(air, "allied") == {"air-1": ["0304 air-1 air-2"], "air-2": ["0304 air-1 air-2"]}
    assert offered(of_unit(of_unit(air, "air-1", fired=True), "air-2", fired=True), "allied") == {}


@pytest.mark.rule("RIF-9.19")
def test_batteries_are_offered_a_ship_where_they_are_enough_together() -> None:
    state = position("rif-bombardment")
    assert offered(state, "rif") == {
        "b-1": ["0302 b-1", "0302 b-1 b-2", "ship-1 b-1 b-2"],
        "b-2": ["0302 b-2", "0302 b-1 b-2", "ship-1 b-1 b-2"],
    }
    assert offered(of_unit(state, "b-2", fired=True), "rif") == {"b-1": ["0302 b-1"]}
    (alone, _, ship) = bombard_choices(state, "rif")["b-1"]
    assert (alone.notes, ship.notes) == ({"points": 12, "column": "12", "needed": 4}, {"points": 21, "needed": 6})


def fired(dice: list[int], order: Bombard, *standing: Standing, side: str = "allied") -> tuple[Event, ...]:
    """What is told of a bombardment by a side; the allies have given standing orders."""
    state = position(f"{side}-bombardment")
    lines = {side: Section(phase=state.phase, lines=(Line(number=1, order=order),))}
    given = {"allied": tuple(Line(number=number, order=each) for number, each in enumerate(standing, 2))}
    return run_phase(ruleset("rif1926"), state, Inputs(ScriptedDice(dice), lines, given)).events


@pytest.mark.rule("RIF-9.20", "RIF-9.21")
@pytest.mark.parametrize(
    ("face", "told"),
    [
        (4, "rolled miss, bombarded False"),
        (5, "rolled hit, bombarded True, dispersed b-1, dispersed b-2, dispersed b-3, dispersed r-1"),
    ],
)
def test_the_number_or_more_hits_all_in_the_hex(face: int, told: str) -> None:
    found = [
        f"{event.type} {getattr(event, 'meaning', getattr(event, 'hit', getattr(event, 'unit', '')))}"
        for event in fired([face], Bombard(target="0304", with_=("gun-1", "air-1", "air-2")))
    ]
    assert ", ".join(found) == told


@pytest.mark.rule("RIF-9.21")
@pytest.mark.parametrize(
    ("die", "standing", "told"),
    [
        (4, (), facts.AircraftHit(unit="air-1", turns=4, back_turn=6)),
        (1, (AirHit(units=("air-3", "air-2")),), facts.AircraftHit(unit="air-2", turns=1, back_turn=3)),
        (6, (SupportDefence(unit="gun-1", none_=True),), facts.AircraftHit(unit="air-1", turns=0)),
    ],
)
def test_on_a_three_the_weakest_aircraft_is_hit_or_the_one_that_is_named(die: int, standing: Any, told: Event) -> None:
    events = fired([3, die], Bombard(target="0304", with_=("gun-1", "air-1", "air-2")), *standing)
    assert events[-1] == told
    rolled = [event.meaning for event in events if isinstance(event, Rolled)]
    assert rolled == ["miss", "shot-down" if die == 6 else "repair"]
    alone = fired([3, die], Bombard(target="0304", with_=("gun-1", "air-2")), *standing)
    assert not any(isinstance(event, Answered) for event in alone), "nobody is asked of one"


@pytest.mark.rule("RIF-9.20")
def test_a_bombardment_that_cannot_be_any_more_is_voided() -> None:
    assert fired([], Bombard(target="0304", with_=("air-3",))) == (
        OrderVoided(seat="allied", line=1, code="under-repair", unit="air-3", rule="RIF-9.21"),
    )


@pytest.mark.rule("RIF-9.19")
@pytest.mark.parametrize(("face", "meaning", "status"), [(5, "miss", "map"), (6, "hit", "out")])
def test_batteries_hit_a_ship_on_a_six(face: int, meaning: str, status: str) -> None:
    rolled, last = fired([face], Bombard(target="ship-1", with_=("b-1", "b-2")), side="rif")
    assert rolled == Rolled(label="ship ship-1", die="d6", faces=(face,), meaning=meaning, rule="RIF-9.19")
    assert isinstance(last, facts.ShipBombarded)
    assert (last.face, last.hit) == (face, face == 6)
    assert evolve(position("rif-bombardment"), last).units["ship-1"].status == status
