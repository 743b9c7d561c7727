"""Positions of Napoleonic battles for tests: a small map in words, counters as in a case."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.events import Event
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Inputs, run_phase
from pbem.core.problems import Checked
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.resources import shipped_path
from pbem.rules.napoleonic.orders import Charge, Move
from pbem.rules.napoleonic.scenario import Scenario
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State

RULES = ruleset("napoleonic")
SIZE = [8, 8]
FIELDS = frozenset(
    (
        *("at", "facing", "formation", "morale", "lost", "fatigue", "fired", "moved", "charged"),
        *("no-fire-until", "fought", "watered", "taken-at"),
    )
)


def tables() -> dict[str, Any]:
    """The shipped tables."""
    data: dict[str, Any] = json.loads(shipped_path("games", "napoleonic", "tables.json").read_text("utf-8"))
    return data


def scenario(units: Sequence[Mapping[str, Any]] = (), map_: Mapping[str, Any] | None = None, **more: Any) -> Scenario:
    """A small scenario: counters as a case has them, on a map of 8 by 8 hexes."""
    counters = {unit["id"]: {k: v for k, v in unit.items() if k not in FIELDS} for unit in units}
    data = {"map": {"size": SIZE, **(map_ or {})}, "counters": counters, "tables": tables(), **more}
    made: Scenario = RULES.read_scenario(data)
    return made


def make(
    units: Sequence[Mapping[str, Any]],
    phase: str = "french-movement",
    map_: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> State:
    """A state of such a scenario; `fields` are those of the state."""
    made = scenario(units, map_, options=options or {})
    placed = {unit["id"]: {k: v for k, v in unit.items() if k in FIELDS} for unit in units}
    state: State = RULES.load(made, {"turn": 1, "phase": phase, "units": placed, **fields})
    return state


def foot(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """An infantry counter of 8 PF."""
    return {"id": id_, "side": side, "type": "infantry", "pf": 8, "at": at, **more}


def checked(state: State, *orders: Order, seat: str = "french") -> Checked:
    """The check of a sheet with these lines for the state's phase."""
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    found: Checked = RULES.check(state, seat, Sheet(seat=seat, sections=(Section(phase=state.phase, lines=lines),)))
    return found


def verdicts(state: State, *orders: Order, seat: str = "french") -> list[str]:
    """What each line comes to: its problem, or "" where it is good."""
    codes = {problem.line: problem.code for problem in checked(state, *orders, seat=seat).problems}
    return [codes.get(number, "") for number in range(1, len(orders) + 1)]


def played(
    state: State, dice: Sequence[int] = (), *orders: Order, standing: Sequence[Order] = (), seat: str = "french"
) -> tuple[Event, ...]:
    """The events of the state's phase with these lines, and these standing orders of the other side."""
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    theirs = tuple(Line(number=number, order=order) for number, order in enumerate(standing, 1))
    sheets = {seat: Section(phase=state.phase, lines=lines)}
    given = Inputs(ScriptedDice(dice), sheets, {enemy(seat): theirs})
    return run_phase(RULES, state, given).events


WIDE = {"size": [14, 14]}


def horse(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """A cavalry counter of 6 PF."""
    return {"id": id_, "side": side, "type": "cavalry", "pf": 6, "at": at, **more}


def guns(id_: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    """A battery of 4 PF, limbered: it has no zone of control."""
    return {"id": id_, "side": side, "type": "artillery", "pf": 4, "at": at, "formation": "limbered", **more}


def charge(path: str, target: str, *units: str) -> Charge:
    """CHARGE units VIA path AT target; "a" alone where none are named."""
    return Charge(units=units or ("a",), path=tuple(path.split()), target=target)


def move(path: str, unit: str = "a", **more: Any) -> Move:
    """MOVE unit path."""
    return Move(unit=unit, path=tuple(path.split()), **more)


GEN = {"id": "gen", "side": "french", "type": "leader", "at": "0303", "range": 6}


CAVALRY: Mapping[str, Any] = {"id": "cav", "side": "french", "type": "cavalry", "pf": 6, "at": "0303", "facing": "SE"}
