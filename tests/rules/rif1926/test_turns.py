"""The sequence of play: what follows, what is skipped, who is awaited, what is forgotten (RIF-3.1)."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.events import PhaseBegan
from pbem.kit.frozen import alter
from pbem.kit.judging import NAMED
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.duty import sheet_faults
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.reading import read_scenario
from pbem.rules.rif1926.saving import initial
from pbem.rules.rif1926.sequence import SEQUENCE
from pbem.rules.rif1926.setup import unmanned
from pbem.rules.rif1926.state import State, Unit
from pbem.rules.rif1926.supply_phase import find_towns
from pbem.rules.rif1926.turns import awaited, following
from tests.rules.rif1926.factory import data, make

FOES = """
inf-a allied CG 3-3-5 0303
r-1 rif AX 2-3-4 0304
"""


def phases(units: str, start: str, map_: Mapping[str, Any] | None = None, **fields: Any) -> list[str]:
    """The phases that follow each other from `start` to the next supply, without any orders or losses."""
    state, found = make(units, start, map_, **fields), list[str]()
    while not found or found[-1] != "supply-loyalty":
        turn, phase = following(state)
        found.append(phase)
        state = evolve(state, PhaseBegan(turn=turn, phase=phase))
    return found


@pytest.mark.rule("RIF-3.1")
def test_the_full_sequence() -> None:
    guns = FOES + "gun-1 allied CG artillery 6-3-3 0302\ngun-2 rif AX artillery 6-3-3 0306\ngy-1 rif GY 1-1-4 pool"
    state, found = make(guns, "supply-loyalty"), list[str]()
    for unit, at in (("inf-a", "0303"), ("r-1", "0304")):
        state = evolve(state, facts.Dispersed(unit=unit, at=at, cause="supply"))
    state = evolve(state, facts.ReinforcementsRolled(face=3, count=1, due=1))
    ready = make(guns, "supply-loyalty")
    while not found or found[-1] != "supply-loyalty":
        turn, phase = following(state)
        found.append(phase)
        state = evolve(state, PhaseBegan(turn=turn, phase=phase))
    fights = {"allied-combat", "rif-combat"}
    assert found[:-1] == [phase.id for phase in SEQUENCE[3:] if phase.id not in fights], "dispersed units do not attack"
    assert following(evolve(ready, PhaseBegan(turn=1, phase="allied-bombardment"))) == (1, "allied-combat")


@pytest.mark.rule("RIF-3.1")
def test_phases_in_which_nothing_can_be_done_are_skipped() -> None:
    apart = "inf-a allied CG 3-3-5 0101\nr-1 rif AX 2-3-4 0808"
    assert phases(apart, "supply-loyalty") == ["allied-movement", "rif-movement", "turn-end", "supply-loyalty"]
    state = make(apart + "\nship-1 allied CG naval 8-6-9 0102", "allied-combat")
    struck = evolve(state, facts.Dispersed(unit="ship-1", at="0102", cause="combat"))
    assert following(struck) == following(state) == (1, "rif-movement"), "only ground units roll to recover"
    assert phases(FOES, "allied-movement")[:2] == ["allied-combat", "rif-movement"]


@pytest.mark.rule("RIF-3.1")
def test_who_is_awaited() -> None:
    assert awaited(make(FOES, "allied-movement")) == ("allied",)
    assert awaited(make(FOES, "rif-combat")) == ("rif",)
    assert awaited(make(FOES, "supply-loyalty")) == ()


@pytest.mark.rule("RIF-7.4", "RIF-7.5", "RIF-7.2")
def test_before_the_set_up_pozas_waits_and_the_pool_is_full() -> None:
    units = "p-1 allied P 2-2-4\ngy-1 rif GY 2-2-4\nr-1 rif R 2-2-4\nax-1 rif AX 2-2-4\ninf-a allied CG 2-2-4"
    state = initial(read_scenario(data(units)))
    found = {unit: each.status for unit, each in state.units.items()}
    assert found == {"p-1": "entering", "gy-1": "pool", "r-1": "pool", "ax-1": "off-map", "inf-a": "off-map"}
    assert (state.turn, state.phase) == (1, "allied-setup")


@pytest.mark.rule("RIF-2.1")
def test_one_player_a_side() -> None:
    with pytest.raises(ValueError, match=r"RIF-2\.1"):
        read_scenario(data(seats={"allied": "allied", "allied-2": "allied", "rif": "rif"}))


@pytest.mark.rule("RIF-4.4", "RIF-9.2")
@pytest.mark.parametrize("more", [0, 1])
def test_a_few_who_must_attack_are_named_many_are_counted(more: int) -> None:
    must = [f"inf-{number} allied CG 1-1-5 {place}" for number, place in enumerate(["0303"] * (NAMED + more), 10)]
    state = make("\n".join(["r-1 rif AX 2-3-4 0304", *must]), "allied-combat")
    [fault] = sheet_faults(state, "allied", ())
    assert (fault.code, fault.args["count"], "units" in fault.args) == ("must-attack", NAMED + more, not more)


@pytest.mark.rule("RIF-9.5", "RIF-3.1")
@pytest.mark.parametrize(
    ("before", "turn", "phase", "battles"),
    [
        ("allied-combat", 1, "allied-reactivation", 2), ("allied-combat", 1, "rif-reinforcement", 0),
        ("rif-combat", 1, "turn-end", 2), ("rif-combat", 2, "rif-reactivation", 0),
        ("rif-combat", 1, "rif-movement", 0), ("allied-combat", 1, "allied-combat", 2),
    ],
)  # fmt: skip
def test_combats_are_numbered_within_the_player_turn(before: str, turn: int, phase: str, battles: int) -> None:
    state = alter(make(FOES, before), battles=2)
    assert evolve(state, PhaseBegan(turn=turn, phase=phase)).battles == battles


@pytest.mark.rule("RIF-7.3")
@pytest.mark.parametrize(
    ("manned", "wanted"),
    [("", ["0303", "0403", "0503"]), ("0403", []), ("0303", ["0403", "0503"]), ("0503", ["0303", "0403"])],
)
def test_of_a_line_of_trenches_no_two_neighbours_stay_empty(manned: str, wanted: list[str]) -> None:
    map_ = {"trenches": [["0303", "0403", "0503"]], "zones": {"beni-tuzin": ["0303", "0403", "0503"]}}
    state = make(f"bt-1 rif BT 1-1-4 {manned or '0808'}", "rif-setup", map_)
    assert list(unmanned(state)) == wanted


@pytest.mark.rule("RIF-12.4")
def test_what_is_told_of_towns_is_what_is_new() -> None:
    hexes = ["0101", "0103", "0808"]
    towns = {"terrain": {hex_: ["town"] for hex_ in hexes}, "zones": {"axdir": hexes}}
    units = "inf-a allied CG 2-2-4 0101\ninf-b allied CG 2-2-4 0103\nax-1 rif AX 2-2-4 0808"
    state = make(units, "supply-loyalty", towns, occupied=["0101", "0808"])
    told: list[Any] = []
    find_towns(SimpleNamespace(state=state, emit=told.append))  # type: ignore[arg-type]
    assert [(each.occupied, each.taken, each.freed) for each in told] == [(("0101", "0103"), ("0103",), ("0808",))]
    known = make(units, "supply-loyalty", towns, occupied=["0101", "0103"])
    find_towns(SimpleNamespace(state=known, emit=told.append))  # type: ignore[arg-type]
    assert len(told) == 1


@pytest.mark.rule("RIF-8.1", "RIF-9.5", "RIF-9.16")
@pytest.mark.parametrize(
    ("phase", "kept"),
    [
        ("allied-setup", "attacked been_attacked fired"), ("rif-movement", "attacked been_attacked fired"),
        ("allied-combat", "fired moved"), ("supply-loyalty", "attacked been_attacked moved"),
        ("rif-bombardment", "attacked been_attacked fired moved"), ("turn-end", "attacked been_attacked fired moved"),
    ],
)  # fmt: skip
def test_what_lasts_until_the_next_phase_of_a_kind(phase: str, kept: str) -> None:
    flags = ("attacked", "been_attacked", "fired", "moved")
    state = make(FOES, "rif-reactivation")
    marked = {unit: alter(each, **dict.fromkeys(flags, True)) for unit, each in state.units.items()}
    after = evolve(alter(state, units=marked, bombarded=("0303",)), PhaseBegan(turn=1, phase=phase))
    assert {unit: [flag for flag in flags if getattr(each, flag)] for unit, each in after.units.items()} == {
        "inf-a": kept.split(), "r-1": kept.split(),
    }  # fmt: skip
    assert (after.phase, after.bombarded) == (phase, ())


@pytest.mark.rule("RIF-5.2")
def test_each_arrival_counts_one_up() -> None:
    state = make(FOES, "allied-movement")
    for count, (unit, at) in enumerate((("inf-a", "0302"), ("r-1", "0305"), ("inf-a", "0303")), 1):
        state = evolve(state, facts.Retreated(unit=unit, origin="0303", to=at))
        assert (state.units[unit].at, state.units[unit].arrived_order, state.arrivals) == (at, count, count)
    stayed = evolve(state, facts.Moved(unit="inf-a", path=("0303", "0302", "0303"), cost=2, allowance=5))
    assert (stayed.units["inf-a"].moved, stayed.units["inf-a"].arrived_order, stayed.arrivals) == (True, 3, 3)
    gone = evolve(stayed, facts.Eliminated(unit="inf-a", at="0303", cause="combat"))
    assert gone.units["inf-a"] == Unit(status="eliminated")
    assert facts.Dispersed(unit="r-1", at="0305", cause="combat").face == 0


def test_a_unit_of_which_nothing_is_said_is_in_supply_and_has_done_nothing() -> None:
    assert Unit() == Unit("off-map", None, False, True, False, False, False, False, 0, None, False)
    state = make(FOES, "allied-movement")
    assert (state.reinforcements_due, state.arrivals, state.battles, state.winner, state.occupied) == (
        0,
        0,
        0,
        None,
        (),
    )
    bare = alter(state, stacks={}, held={}, fronts={}, _known={})
    assert (bare == state, "stacks" in repr(state), "_known" in repr(state)) == (True, False, False)
    assert not {"held=", "fronts="} & {word[:7] for word in repr(state).split()}
    direct = State(state.scenario, 1, "allied-movement", {})
    assert (direct.reinforcements_due, direct.arrivals, direct.battles) == (0, 0, 0)


@pytest.mark.rule("RIF-3.1")
def test_a_set_up_comes_once() -> None:
    map_ = {"zones": {"axdir": ["0101"], "zone-1": ["0808"]}}
    state = make("ax-1 rif AX 1-1-4 off-map\na allied CG 1-1-4 off-map", "allied-setup", map_)
    assert following(state)[1] == "rif-setup"
    assert following(evolve(state, PhaseBegan(turn=1, phase="turn-end")))[1] == "supply-loyalty"
