"""The state as JSON and back, and the state before the first phase."""

from collections.abc import Mapping
from typing import Any

from pbem.kit.frozen import alter
from pbem.kit.saving import Fields, Frame
from pbem.rules.napoleonic.command import commanded
from pbem.rules.napoleonic.scenario import FACINGS, ORDERS_OF_DIVISIONS, Counter, Scenario
from pbem.rules.napoleonic.sequence import ORDER, SIDES, SPANISH
from pbem.rules.napoleonic.state import (
    DIVISION_STATES,
    FORMATIONS,
    HIDDEN,
    MORALES,
    STATUSES,
    Division,
    State,
    Unit,
    default_rank,
)

UNIT_FIELDS = tuple(name for name in Unit.__dataclass_fields__ if name not in ("facing", "at"))
UNITS = Fields(
    Unit, names=UNIT_FIELDS, words={"status": STATUSES, "formation": FORMATIONS, "morale": MORALES}
)  # fmt: skip
DIVISIONS = Fields(
    Division, words={"side": SIDES, "order": (*ORDERS_OF_DIVISIONS, HIDDEN), "state": DIVISION_STATES}
)  # fmt: skip
TOP = Fields(State, names=("winner", "victory"), words={"winner": (None, *SIDES, "draw")})
FRAME = Frame(
    "a Napoleonic battle",
    ORDER.by_id,
    TOP,
    others=("divisions", "piles", "piled", "markers", "holders", "points"),
    unit="counter",
)


def initial(scenario: Scenario) -> State:
    """The state before the first phase: the army lists off the map, each division with its leader, rating and order."""
    divisions = {}
    for name, about in scenario.tables["divisions"].items():
        if any(counter.division == name for counter in scenario.counters.values()):
            divisions[name] = {key: value for key, value in about.items() if key != "always"}
    units = {unit: {"formation": _formation(counter)} for unit, counter in scenario.counters.items()}
    return load(scenario, {"units": units, "divisions": divisions})


def _formation(counter: Counter) -> str:
    """The formation with which a counter comes: guns that enter are limbered (NAP-15.4)."""
    if counter.type != "artillery":
        return "normal"
    return "limbered" if counter.entry else "deployed"  # NAP-15.4


def dump(state: State, *, full: bool = False) -> dict[str, Any]:
    """The state as JSON values under kebab-case keys; without `full`, unit fields at their default are left out."""
    return {
        "turn": state.turn,
        "phase": state.phase,
        **TOP.dump(state),
        "points": dict(sorted(state.points.items())),
        "holders": dict(sorted(state.holders.items())),
        "markers": dict(sorted(state.markers.items())),
        "piles": {hex_: list(pile) for hex_, pile in sorted(state.piles.items())},
        "piled": list(state.piled),
        "divisions": {name: DIVISIONS.dump(division) for name, division in sorted(state.divisions.items())},
        "units": {unit: _dump_unit(state, unit, full=full) for unit in sorted(state.units)},
    }


def _dump_unit(state: State, unit: str, *, full: bool) -> dict[str, Any]:
    each = state.units[unit]
    values = UNITS.dump(each, full=full)
    if not full:
        values.pop("status", None)
    where = {"at": each.at if each.at is not None else each.status}
    facing = {"facing": FACINGS[each.facing]} if full or each.facing else {}
    return {**where, **facing, **values}


def load(scenario: Scenario, data: Mapping[str, Any]) -> State:
    """The state of parsed state.json, or of a case's position; what is left out has its default.

    ValueError, a sentence, where the data do not fit the scenario.
    """
    turn, phase, top, given = FRAME.read(data, scenario.counters, scenario.turns + 1)
    units = {unit: _unit(scenario, unit, given.get(unit, {})) for unit in sorted(scenario.counters)}
    state = State(
        scenario,
        turn,
        phase,
        units,
        divisions=_divisions(scenario, _object(data, "divisions")),
        leaders=_stacks(scenario, units, leaders=True),
        markers=_by_hex(scenario, data, "markers"),
        holders={**dict.fromkeys(scenario.towns, SPANISH), **_by_hex(scenario, data, "holders")},
        points={**dict.fromkeys(SIDES, 0), **_object(data, "points")},
        **top,
    )
    return _piled(_one_facing(state), data)


def _object(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key) or {}
    if not isinstance(value, Mapping):
        raise ValueError(f"{key} is an object.")
    return value


def _by_hex(scenario: Scenario, data: Mapping[str, Any], key: str) -> dict[str, str]:
    found = _object(data, key)
    for hex_ in found:
        if hex_ not in scenario.board.index:
            raise ValueError(f"{key}: {hex_} is no hex of the map.")
    return {hex_: str(value) for hex_, value in sorted(found.items()) if value is not None}


def _unit(scenario: Scenario, unit: str, given: Any) -> Unit:
    if not isinstance(given, Mapping):
        raise ValueError(f"unit {unit}: an object of fields is expected.")
    own = {key: value for key, value in given.items() if key not in ("facing", "at")}
    values = UNITS.read(own, f"unit {unit}")
    at, facing = given.get("at"), given.get("facing", "N")
    if at is not None and at not in STATUSES and at not in scenario.board.index:
        raise ValueError(f"unit {unit}: {at!r} is no hex of the map.")
    if facing not in FACINGS:
        raise ValueError(f"unit {unit}: the facing is one of {', '.join(FACINGS)}, not {facing!r}.")
    if at in scenario.board.index:
        values["at"], values["status"] = at, "map"
    else:
        status = at if at in STATUSES else values.get("status", "off-map")
        values["status"] = "off-map" if status == "map" else status
    counter = scenario.counters[unit]
    if "formation" not in values:
        routed = values.get("morale") == "routed"
        values["formation"] = "normal" if counter.type != "artillery" else "limbered" if routed else "deployed"
    known = scenario.tables["formation"].get(counter.type, FORMATIONS)  # leaders have none
    if values["formation"] not in known:
        raise ValueError(f"unit {unit}: its formation is one of {', '.join(known)}, not {values['formation']!r}.")
    return Unit(**{**values, "facing": FACINGS.index(facing)})


def _divisions(scenario: Scenario, given: Mapping[str, Any]) -> dict[str, Division]:
    """The divisions: those that are given, and those that only counters name."""
    found: dict[str, Division] = {}
    named = {c.division for c in scenario.counters.values() if c.division}
    for name in sorted({*given, *named}):
        units = [c for c in scenario.counters.values() if c.division == name]
        read = DIVISIONS.read(given.get(name, {}), f"division {name}", {"leader": (scenario.counters, "leader")})
        side = read.get("side") or next((c.side for c in units), None)
        if side is None:
            raise ValueError(f"division {name}: its side is missing.")
        start = sum(c.pf for c in units)
        found[name] = Division(**{"start": start, **read, "side": side})
    return found


def _stacks(scenario: Scenario, units: Mapping[str, Unit], *, leaders: bool) -> dict[str, tuple[str, ...]]:
    """The leaders, or the counters, of each hex by id; ValueError where both sides' counters stand in one."""
    found: dict[str, list[str]] = {}
    for unit in sorted(units):
        at = units[unit].at
        if at is not None and scenario.counters[unit].is_leader is leaders:
            found.setdefault(at, []).append(unit)
    for at, stack in found.items():
        if not leaders and len({scenario.counters[unit].side for unit in stack}) > 1:
            raise ValueError(f"counters of both sides stand in {at}: {', '.join(stack)}.")
    return {at: tuple(stack) for at, stack in sorted(found.items())}


def _one_facing(state: State) -> State:
    """The state with one facing in each hex: that of the first in the pile that has one."""
    stacks = _stacks(state.scenario, state.units, leaders=False)
    ranked = {at: tuple(sorted(pile, key=lambda u: default_rank(state, u))) for at, pile in stacks.items()}
    units = dict(state.units)
    for pile in ranked.values():
        first = next((unit for unit in pile if state.has_facing(unit)), pile[0])
        units |= {unit: alter(units[unit], facing=units[first].facing) for unit in pile}
    return alter(state, units=units, piles=ranked)


def _piled(state: State, data: Mapping[str, Any]) -> State:
    """The state with the piles that are given; those named stand as if by PILE unless `piled` says which."""
    given, piles = _object(data, "piles"), dict(state.piles)
    for hex_, order in given.items():
        listed = tuple(str(unit) for unit in order)
        if sorted(listed) != sorted(piles.get(hex_, ())):
            raise ValueError(f"piles: {hex_} holds {', '.join(piles.get(hex_, ())) or 'nobody'}.")
        if listed:  # a ruling may have taken everybody out
            piles[hex_] = listed
    piled = tuple(sorted(str(hex_) for hex_ in data["piled"])) if "piled" in data else tuple(sorted(given))
    new = alter(state, piles=piles, piled=piled)
    held = dict(new.holders)
    for hex_ in new.scenario.towns:
        for unit in new.pile(hex_):
            if new.counter(unit).type == "infantry" and new.units[unit].morale == "normal":
                held[hex_] = new.counter(unit).side
    whole = alter(new, holders=held)
    return alter(whole, commanded=commanded(whole), _known={})
