"""Lines of supply as MAP SUPPLY draws them: every line is one that the rules let a unit trace (RIF-10.2 to 10.4)."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pbem.core.events import Event, Rolled
from pbem.core.play import Inputs, run_phase
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.rules.rif1926.events import AircraftBack, SupplyFound
from pbem.rules.rif1926.evolve import arrive, leave, marked
from pbem.rules.rif1926.picture import supply
from pbem.rules.rif1926.sequence import ALLIED, RIF, SIDES
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.supply_lines import (
    in_supply,
    led_to,
    lines_of,
    rif_sources,
    supplied_at,
    supply_lines,
)
from pbem.rules.rif1926.supply_phase import (
    defection_hexes,
    is_pacified,
    keepers,
    loyalty_modifiers,
    nearest_tribe,
    remove_tribes,
)
from tests.rules.rif1926.factory import make

RULES = ruleset("rif1926")
SCENARIO = RULES.read_scenario(compose("rif1926"))


def anywhere(random: Random) -> State:
    """Ground units of both sides, some of them dispersed, in hexes of the shipped map."""
    hexes, holder, placed = sorted(SCENARIO.land), dict[str, str](), dict[str, dict[str, object]]()
    for unit, counter in sorted(SCENARIO.counters.items()):
        at = random.choice(hexes)
        if counter.is_ground and random.random() < 0.7 and holder.setdefault(at, counter.side) == counter.side:
            placed[unit] = {"at": at, "dispersed": random.random() < 0.3}
    state: State = RULES.load(SCENARIO, {"turn": 1, "phase": "allied-movement", "units": placed})
    return state


@pytest.mark.parametrize("seed", range(12))
def test_in_supply_is_who_has_a_line_and_each_line_can_be_traced(seed: int) -> None:
    state = anywhere(Random(seed))
    for side in SIDES:
        lines = supply_lines(state, side)
        assert set(lines) == in_supply(state, side)
        for unit, line in lines.items():
            assert line[-1] == state.hex_of(unit)
            assert all(after in SCENARIO.board.neighbours[before] for before, after in pairwise(line))
            assert line[:-1] == tuple(state.free_of(side, line[:-1])), "only its last hex need not be free"
            if side == RIF:
                assert line[0] in rif_sources(state, unit)
            else:
                assert_chained(state, unit, line)


def assert_chained(state: State, unit: str, line: tuple[str, ...]) -> None:
    """Roads and railways from a source, then from unit to unit over two hexes at most (RIF-10.2, 10.3)."""
    ways = {kind: SCENARIO.board.joined(kind) for kind in ("road", "rail")}
    off = next(
        (at for at, (a, b) in enumerate(pairwise(line)) if not any(b in w.get(a, ()) for w in ways.values())), None
    )
    nations = {SCENARIO.counters[each].nation for each in state.ground(ALLIED)}
    assert any(line[0] in SCENARIO.sources[nation] for nation in nations)
    since = len(line)
    for at, hex_ in enumerate(line):
        stack = [each for each in state.stacks.get(hex_, ()) if each != unit]
        since = 0 if any(not state.units[each].dispersed for each in stack) else since + 1
        assert off is None or at <= off or since <= SCENARIO.tables["relay-distance"], (unit, line)


@pytest.mark.rule("RIF-10.2")
@pytest.mark.parametrize("seed", range(4))
def test_whether_a_hex_supplies_is_what_standing_there_shows(seed: int) -> None:
    random = Random(seed)
    state = anywhere(random)
    for side in SIDES:
        free = list(SCENARIO.board.masks.hexes(state.free(side)))
        for unit in random.sample(state.ground(side), 12):
            at = random.choice(free)
            assert supplied_at(state, unit, at) is (unit in in_supply(arrive(state, unit, at), side))


@pytest.mark.rule("RIF-10.2")
def test_who_stands_two_hexes_from_a_unit_on_the_road_is_in_supply_and_three_is_too_far() -> None:
    units = "inf-a allied spanish 3-3-5 0103\ninf-b allied spanish 3-3-5 0204"
    map_ = {"size": [8, 8], "roads": [["0101", "0102", "0103"]], "zones": {"zone-1": ["0101"]}}
    state = make(units, "allied-movement", map_)
    assert supplied_at(state, "inf-b", "0204")
    assert supplied_at(state, "inf-b", "0303")
    assert not supplied_at(state, "inf-b", "0405")
    longer = make(f"{units}\ninf-c allied spanish 3-3-5 0808", "allied-movement", map_)
    assert supplied_at(longer, "inf-c", "0405"), "by way of b, who has it of a"
    assert not supplied_at(longer, "inf-c", "0407")


def test_the_picture_shows_the_lines_of_now_and_who_has_none() -> None:
    map_ = {"zones": {"zone-1": ["0101"]}, "roads": [["0101", "0201", "0302"]]}
    units = "near allied CG 3-3-5 0302\nchained allied CG 3-3-5 0503\nfar allied CG 3-3-5 0808"
    scene = supply(make(units, "allied-movement", map_), None)
    assert {arrow.unit: arrow.path for arrow in scene.arrows} == {
        "near": ("0101", "0201", "0302"),
        "chained": ("0101", "0201", "0302", "0402", "0503"),
    }
    assert {arrow.kind for arrow in scene.arrows} == {"supply"}
    assert {counter.unit: counter.states for counter in scene.counters} == {
        "near": (), "chained": (), "far": ("unsupplied",),
    }  # fmt: skip


@pytest.mark.rule("RIF-4.1")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_what_is_kept_as_units_come_go_and_turn_is_what_is_found_anew(option: str) -> None:
    """Zones, hexes held, lines by road and where the lines of the Rif lead, asked for only at some of the moments."""
    random, scenario = Random(7), replace(SCENARIO, options={**SCENARIO.options, "dispersed-zoc": option})
    state: State = RULES.load(scenario, RULES.dump(anywhere(random)))
    hexes = sorted(SCENARIO.land)
    for _ in range(150):
        for _ in range(random.choice((1, 1, 2, 5))):
            unit = random.choice(state.ground(random.choice(SIDES)))
            side, dispersed = SCENARIO.counters[unit].side, random.random() < 0.3
            at = random.choice([*SCENARIO.board.within(state.hex_of(unit), 2), random.choice(hexes)])
            if random.random() < 0.1:
                state = leave(state, (unit,), "eliminated")
            elif at in SCENARIO.land and (at not in state.stacks or state.held_by(side, at)):
                state = arrive(state, unit, at, dispersed=dispersed)
            else:
                state = marked(state, (unit,), dispersed=dispersed)
        if random.random() < 0.7:
            assert known(state) == known(RULES.load(scenario, RULES.dump(state)))
            assert_from_the_units(state)


def known(state: State) -> object:
    """What a state keeps of where units stand, and what it works out of that once."""
    lines = [lines_of(state, nation) for nation in ("french", "spanish")]
    held = [(state.zone_of(side), state.fronts[side], state.held[side], state.hexes_of(side)) for side in SIDES]
    led = [led_to(state, SCENARIO.board.masks.bit[town]) for town in SCENARIO.towns.values()]
    return lines, held, led, [in_supply(state, side) for side in SIDES], state.stacks


def assert_from_the_units(state: State) -> None:
    """Zones and free hexes as the clauses say them, hex by hex (RIF-4.1, 10.1)."""
    masks, neighbours = SCENARIO.board.masks, SCENARIO.board.neighbours
    every = state.scenario.options["dispersed-zoc"] == "yes"
    for side, foe in ((ALLIED, RIF), (RIF, ALLIED)):
        foes = [state.units[unit] for unit in state.ground(foe)]
        fronts = {unit.at for unit in foes if every or not unit.dispersed}
        zone = {h for h in SCENARIO.land - SCENARIO.trench if not fronts.isdisjoint(neighbours[h])}
        assert set(masks.hexes(state.zone_of(foe))) == zone
        assert {hex_ for hex_ in SCENARIO.board.ids if state.in_zone(side, hex_)} == zone
        assert set(masks.hexes(state.free(side))) == SCENARIO.land - zone - {unit.at for unit in foes}


# Towns and loyalty ----------------------------------------------------------------------------------------------------

LOYAL = """
reg-1 allied CG 1-1-4 0404
inf-1 allied CG 1-1-4 0505
ax-1 rif AX 1-1-4 0801
bt-1 rif BT 1-1-4 0802
bt-2 rif BT 1-1-4 eliminated
gy-1 rif GY 1-1-4 pool
gy-2 rif GY 1-1-4 pool
"""
ZONES = {"axdir": ["0403", "0404", "0301", "0101"], "beni-tuzin": ["0707", "0708"]}


class Told:
    """A run that only keeps what it is told."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)


def loyal(units: str = LOYAL, **more: Any) -> State:
    towns = {f"t{number}": f"01{number:02}" for number in range(2, 8)}
    zones = {**ZONES, "axdir": [*ZONES["axdir"], *towns.values()]}
    return make(units, "supply-loyalty", {"zones": zones, "towns": towns, "terrain": {"0301": ["sea"]}}, **more)


@pytest.mark.rule("RIF-12.3")
def test_a_tribe_goes_with_its_last_town_and_one_without_towns_never_goes() -> None:
    every = ["t2", "t3", "t4", "t5", "t6", "t7"]
    more = f"{LOYAL}ax-2 rif AX 1-1-4 pool\nax-3 rif AX 1-1-4 eliminated\nax-4 rif AX 1-1-4 removed"
    for occupied, gone in ((every, ["ax-1", "ax-2"]), (every[1:], []), ([], [])):
        told: Any = Told(loyal(more, occupied=occupied))
        remove_tribes(told)
        assert [unit for event in told.events for unit in event.units] == gone


@pytest.mark.rule("RIF-12.1")
def test_what_is_added_to_the_die_of_loyalty() -> None:
    state = loyal()
    out = {unit: alter(state.units[unit], in_supply=False) for unit in ("reg-1", "ax-1")}
    state = alter(state, units={**state.units, **out})
    counters = {**state.scenario.counters, "reg-1": replace(state.scenario.counters["reg-1"], class_="indigenous")}
    state = alter(state, scenario=replace(state.scenario, counters=counters))
    every = tuple(state.scenario.towns)
    added = {
        (unit, count): [(each.code, each.amount, each.rule) for each in loyalty_modifiers(state, unit, every[:count])]
        for unit, count in (("reg-1", 6), ("ax-1", 2), ("ax-1", 3), ("ax-1", 6), ("bt-1", 6), ("gy-1", 6))
    }
    assert added == {
        ("reg-1", 6): [("out-of-supply", 1, "RIF-12.1")], ("ax-1", 2): [], ("ax-1", 3): [("towns-lost", 1, "RIF-12.1")],
        ("ax-1", 6): [("towns-lost", 2, "RIF-12.1")], ("bt-1", 6): [], ("gy-1", 6): [],
    }  # fmt: skip


@pytest.mark.rule("RIF-12.2")
def test_where_a_deserters_place_is_taken() -> None:
    state = loyal()
    assert [nearest_tribe(state.scenario, at) for at in ("0404", "0301", "0606", "0202")] == [
        "axdir", "axdir", "beni-tuzin", "axdir",
    ]  # fmt: skip
    assert nearest_tribe(make("r-1 rif AX 1-1-4 0101", "rif-movement").scenario, "0505") is None
    found = defection_hexes(state, "0404", "gy-1")
    assert found == ("0103", "0104", "0105", "0106", "0102", "0107", "0101"), "the nearest first"
    assert not {"0403", "0404", "0301"} & {*found}, "an enemy, his zone, the sea"
    full = make(f"{LOYAL}x rif R 1-1-4 0707\ny rif R 1-1-4 0707", "supply-loyalty", {"zones": ZONES})
    assert defection_hexes(full, "0708", "gy-1") == ("0708",)


@pytest.mark.rule("RIF-12.4", "RIF-14.1")
def test_who_keeps_the_towns_of_a_tribe_and_how_many_pacify_it() -> None:
    assert list(keepers(loyal(), "axdir")) == ["ax-1"]
    assert list(keepers(loyal(), "annual")) == ["ax-1", "bt-1"], "no counters of its own: any"
    assert list(keepers(loyal(options={"annual-defenders": "none"}), "annual")) == []
    scenario = loyal().scenario
    scenario = replace(
        scenario, tables={**scenario.tables, "tribes": {"axdir": {"group": "AX", "towns": 6, "pacify": 5}}}
    )
    towns = tuple(scenario.towns)
    assert [is_pacified(scenario, "axdir", towns[:count]) for count in (4, 5, 6)] == [False, True, True]


@pytest.mark.rule("RIF-9.21")
def test_aircraft_are_back_in_the_turn_that_the_die_gave_and_those_that_the_turn_passed() -> None:
    state = make(
        "air-1 allied CG air 3-0 repair\nair-2 allied CG air 3-0 repair\nair-3 allied CG air 3-0 repair",
        "supply-loyalty",
    )
    back = {"air-1": 3, "air-2": 4, "air-3": 2}
    units = {unit: alter(state.units[unit], back_turn=turn) for unit, turn in back.items()}
    told = run_phase(RULES, alter(state, units=units, turn=3), Inputs(ScriptedDice([]))).events
    assert [event.unit for event in told if isinstance(event, AircraftBack)] == ["air-1", "air-3"]


@pytest.mark.rule("RIF-10.1", "RIF-10.5")
@pytest.mark.parametrize(("face", "meaning", "told"), [(5, "disperses", "dispersed"), (6, "holds", "supply-held")])
def test_the_die_of_who_is_out_of_supply(face: int, meaning: str, told: str) -> None:
    state = make("a allied CG 1-1-4 0303\nb allied CG 1-1-4 0505", "supply-loyalty", {"zones": {"zone-1": ["0303"]}})
    found, rolled, last = run_phase(RULES, state, Inputs(ScriptedDice([face]))).events[-3:]
    assert (found, rolled, last.type) == (
        SupplyFound(out=("b",)),
        Rolled(label="supply b", die="d6", faces=(face,), meaning=meaning, rule="RIF-10.5"),
        told,
    )


@pytest.mark.rule("RIF-10.2")
def test_a_chain_goes_round_a_zone_and_over_those_who_have_a_line() -> None:
    units = "a allied CG 1-1-4 0303\nb allied CG 1-1-4 0204\nr-1 rif AX 1-1-4 0103"
    state = make(units, "allied-movement", {"zones": {"zone-1": ["0303"]}})
    assert supply_lines(state, ALLIED) == {"a": ("0303",), "b": ("0303", "0304", "0204")}
    units = "fr-1 allied FR 1-1-4 0103\nsp-1 allied CG 1-1-4 0103\nsp-2 allied CG 1-1-4 0204"
    map_ = {"roads": [["0101", "0102", "0103"]], "zones": {"marked-2": ["0101"]}}
    state = make(units, "allied-movement", map_)
    counters = {**state.scenario.counters, "fr-1": replace(state.scenario.counters["fr-1"], nation="french")}
    state = RULES.load(replace(state.scenario, counters=counters), RULES.dump(state))
    road = ("0101", "0102", "0103")
    assert supply_lines(state, ALLIED) == {"fr-1": road, "sp-1": road, "sp-2": (*road, "0104", "0204")}


@pytest.mark.rule("RIF-10.4")
def test_from_nowhere_no_line_leads() -> None:
    assert led_to(loyal(), 0) == 0
