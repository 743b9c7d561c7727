"""The state as JSON and back (catalogue, part C), and the state before the first phase."""

from collections.abc import Collection, Mapping
from typing import Any

from pbem.json_values import read_texts
from pbem.kit.saving import Fields, Frame
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ORDER, RIF, SIDES
from pbem.rules.rif1926.state import STATUSES, State, Unit, indexed

TOP = (
    "winner", "win_reason", "reinforcements_due", "occupied", "pacified", "bombarded", "arrivals", "battles",
)  # fmt: skip
UNITS = Fields(Unit, words={"status": STATUSES}, labels={"status": "the status"})
POSITION = Fields(State, names=TOP, words={"winner": (None, *SIDES, "draw")})
FRAME = Frame("Morocco 1926", ORDER.by_id, POSITION, others=("pool",))


def initial(scenario: Scenario) -> State:
    """The state before the first phase: what the rules do not set up waits to enter, or is in the pool."""
    waiting = {"P": "entering", "GY": "pool"}
    units = {}
    for unit, counter in scenario.counters.items():
        held = "pool" if counter.side == RIF and counter.group == "R" else "off-map"
        units[unit] = {"status": waiting.get(counter.group, held)}  # RIF-7.4 RIF-7.5
    return load(scenario, {"units": units})


def pool(state: State) -> tuple[str, ...]:
    """The Rif units in the pool, by id (RIF-7.5)."""
    return tuple(sorted(unit for unit, each in state.units.items() if each.status == "pool"))


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """The state as JSON values under kebab-case keys; without `full`, unit fields at their default are left out."""
    units = {unit: UNITS.dump(state.units[unit], full=full) for unit in sorted(state.units)}
    about = {"turn": state.turn, "phase": state.phase, **POSITION.dump(state)}
    return {**about, "pool": list(pool(state)), "units": units}


def load(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """The state of parsed state.json, or of a case's position; what is left out has its default.

    A unit without a status is on the map where it has a hex, in the pool if `pool` lists it, else off map. ValueError,
    a sentence, where the data do not fit the scenario.
    """
    known = {"occupied": (scenario.towns, "towns"), "pacified": (scenario.tribes, "tribal zones")}
    turn, phase, top, given = FRAME.read(data, scenario.counters, scenario.turns, known)
    held = read_texts(data.get("pool", ()), "pool")
    for lost in sorted(set(held) - set(scenario.counters)):
        raise ValueError(f"the scenario has no unit {lost!r}.")
    units = {
        unit: _unit(scenario, unit, {"status": "pool", **given.get(unit, {})} if unit in held else given.get(unit, {}))
        for unit in sorted(scenario.counters)
    }
    top.setdefault("arrivals", max((unit.arrived_order for unit in units.values()), default=0))
    return indexed(State(scenario, turn, phase, units, **top))


def _unit(scenario: Scenario, unit: str, given: Any) -> Unit:
    known: dict[str, tuple[Collection[str], str]] = {"at": (scenario.board.index, "hex of the map")}
    values = UNITS.read(given, f"unit {unit}", known)
    values.setdefault("status", "map" if values.get("at") else "off-map")
    if (values["status"] == "map") is not (values.get("at") is not None):
        raise ValueError(f"unit {unit}: what is on the map stands in a hex, and nothing else does.")
    return Unit(**values)
