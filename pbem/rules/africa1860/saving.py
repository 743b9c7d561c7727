"""The state as JSON and back (catalogue, 0.3), and the state before the first phase."""

from collections.abc import Collection, Mapping
from typing import Any

from pbem.json_values import read_texts, read_whole, require_object
from pbem.kit.saving import Fields, Frame
from pbem.rules.africa1860.scenario import Scenario
from pbem.rules.africa1860.sequence import MOROCCAN, ORDER, SIDES
from pbem.rules.africa1860.state import OFF, PLACES, Stacks, State, Unit, default_order, settle_order

UNITS = Fields(Unit)
POSITION = Fields(
    State,
    names=("winner", "win_reason", "convoys_captured", "entered", "shocks"),
    words={"winner": (None, *SIDES, "draw")},
)
FRAME = Frame("Africa 1859-60", ORDER.by_id, POSITION, others=("stacks", "control", "used"))
LAST = 99  # a position of a case may be of any turn


def initial(scenario: Scenario) -> State:
    """The state before the first phase: who is set up stands in its area, who comes later is off the map."""
    units = {
        unit: {"at": scenario.set_up.get(unit, OFF), "steps": scenario.first_steps(unit)} for unit in scenario.counters
    }
    return load(scenario, {"units": units})


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """The state as JSON values under kebab-case keys; without `full`, unit fields at their default are left out."""
    units = {unit: UNITS.dump(state.units[unit], full=full) for unit in sorted(state.units)}
    stacks = {
        area: {side: list(stack) for side, stack in sorted(sides.items())}
        for area, sides in sorted(state.stacks.items())
    }
    return {
        "turn": state.turn,
        "phase": state.phase,
        **POSITION.dump(state),
        "control": dict(sorted(state.control.items())),
        "stacks": stacks,
        "used": dict(sorted(state.used.items())),
        "units": units,
    }


def load(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """The state of parsed state.json, or of a case's position; what is left out has its default (0.3).

    ValueError, a sentence, where the data do not fit the scenario.
    """
    turn, phase, top, given = FRAME.read(data, scenario.counters, LAST)
    units = {unit: _unit(scenario, unit, given.get(unit, {})) for unit in sorted(scenario.counters)}
    stacks = _stacks(scenario, units, require_object(data.get("stacks", {}), "stacks"))
    control = _control(scenario, stacks, require_object(data.get("control", {}), "control"))
    used = {str(key): read_whole(value, "used", 0, 9999) for key, value in data.get("used", {}).items()}
    return State(scenario, turn, phase, units, stacks, control, used=used, **top)


def _unit(scenario: Scenario, unit: str, given: Any) -> Unit:
    places: Collection[str] = {*scenario.board.index, *PLACES}
    areas: Collection[str] = scenario.board.index
    known = {"at": (places, "area of the map"), "origin": (areas, "area of the map")}
    values = UNITS.read(given, f"unit {unit}", known)
    if "steps" not in values or values["steps"] is None:
        values["steps"] = scenario.counters[unit].steps
    return Unit(**values)


def _stacks(scenario: Scenario, units: Mapping[str, Unit], given: Mapping[str, Any]) -> Stacks:
    """The stacks, in the order that is given, or else in the default one (AFR-4.4)."""
    standing: dict[str, dict[str, list[str]]] = {}
    for unit, each in units.items():
        counter = scenario.counters[unit]
        if each.at not in PLACES and counter.class_ != "ship":
            standing.setdefault(each.at, {}).setdefault(counter.side, []).append(unit)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for area, sides in standing.items():
        found[area] = {}
        for side, stack in sides.items():
            listed = read_texts(require_object(given.get(area, {}), f"stacks, {area}").get(side, ()), f"stacks, {area}")
            if set(listed) - set(stack):
                raise ValueError(f"stacks, {area}: {min(set(listed) - set(stack))} does not stand there.")
            rest = [unit for unit in stack if unit not in listed]
            found[area][side] = settle_order(scenario, (*listed, *default_order(scenario, units, rest)))
    return found


def _control(scenario: Scenario, stacks: Stacks, given: Mapping[str, Any]) -> dict[str, str]:
    """Who controls each land area: as given, else who stands there and may, else the Moroccans (0.3, AFR-11.2)."""
    unknown = sorted(set(given) - set(scenario.areas))
    if unknown:
        raise ValueError(f"control: {unknown[0]!r} is no land area of the map.")
    found = {}
    for area in scenario.areas:
        held = [
            side
            for side in SIDES
            if any(scenario.counters[unit].kind.controls for unit in stacks.get(area, {}).get(side, ()))
        ]
        found[area] = given.get(area, held[0] if len(held) == 1 else MOROCCAN)  # AFR-11.2
        if found[area] not in SIDES:
            raise ValueError(f"control, {area}: a side is {' or '.join(SIDES)}, not {found[area]!r}.")
    return found
