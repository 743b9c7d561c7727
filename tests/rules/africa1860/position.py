"""Positions of Africa 1859-60 for tests, in the notation of the catalogue's examples: "a-b-c d-b" is a small graph."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from pbem.core.events import Event, Rolled
from pbem.core.orders import Line, Order
from pbem.core.play import Play
from pbem.dice.die import Face
from pbem.dice.scripted import ScriptedDice
from pbem.kit.common import side_of
from pbem.resources import shipped_path
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.saving import load
from pbem.rules.africa1860.state import State

Units = Mapping[str, str | Mapping[str, Any]]
PRINTED = ("side", "type", "ff", "fc", "ff-reduced", "fc-reduced", "fa", "fd", "movement", "range")


def shipped(name: str) -> Any:
    """A file of the game, parsed."""
    return json.loads(shipped_path("games", "africa1860", name).read_text("utf-8"))


def make(
    graph: str,
    units: Units,
    phase: str = "spanish-fire",
    *,
    terrain: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    scenario: str = "",
    more_areas: Sequence[str] = (),
    **fields: Any,
) -> State:
    """A state. `units` by id: an area, or fields with `at`; of a counter of the game its values hold where silent.

    `terrain` are the words of the areas that are not clear ground; `more_areas` touch no other, and may
    have a "-" in their names; `fields` are those of the state, "_" for "-".
    """
    areas: dict[str, dict[str, Any]] = {}
    for chain in graph.split():
        names = chain.split("-")
        for name in names:
            areas.setdefault(name, {"terrain": (terrain or {}).get(name, "clear").split(), "to": []})
        for one, other in pairwise(names):
            areas[one]["to"].append(other)
    for name in more_areas:
        areas[name] = {"terrain": ["clear"]}
    counters, placed = _counters(units)
    data = {
        "map": {"areas": areas},
        "counters": counters,
        "tables": shipped("tables.json"),
        "options": dict(options or {}),
        "scenario": scenario,
    }
    state = {
        "turn": 1,
        "phase": phase,
        "units": placed,
        **{key.replace("_", "-"): value for key, value in fields.items()},
    }
    return load(read_scenario(data), state)


def _counters(units: Units) -> tuple[dict[str, Any], dict[str, Any]]:
    """The counters of a position, and what changes of them."""
    known = {each["id"]: each for each in shipped("counters.json")["counters"]}
    counters, placed = {}, {}
    for unit, given in units.items():
        values = {"at": given} if isinstance(given, str) else dict(given)
        own = {key: values.pop(key) for key in PRINTED if key in values}
        counters[unit] = {**known.get(unit, {}), **own}
        placed[unit] = values
    return counters, placed


@dataclass
class Ran:
    """What was run: its Play, and the occasions at which standing orders were let act."""

    play: Play
    dice: ScriptedDice
    occasions: list[Occasion] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The position now."""
        state: State = self.play.state
        return state

    @property
    def labels(self) -> list[str]:
        """The labels of the rolls, in order."""
        return [event.label for event in self.play.events if isinstance(event, Rolled)]

    def all(self, kind: type[Event]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.play.events if isinstance(event, kind)]

    def at(self, unit: str) -> str:
        """Where a unit is."""
        return self.state.units[unit].at


def run(
    state: State,
    what: Callable[[Course], object],
    dice: Sequence[Face | Sequence[str]] = (),
    standing: Mapping[str, Sequence[Order]] | None = None,
    react: Callable[[Course, Occasion], None] | None = None,
) -> Ran:
    """Run a piece of a phase with scripted dice, all of which must be used; `react` acts at each window."""
    rules: Any = SimpleNamespace(evolve=evolve, side_of=side_of)
    lines = {
        seat: [Line(number=number, order=order) for number, order in enumerate(orders, 1)]
        for seat, orders in (standing or {}).items()
    }
    ran = Ran(Play(rules, state, script := ScriptedDice(dice), lines), script)

    def window(course: Course, occasion: Occasion) -> None:
        ran.occasions.append(occasion)
        if react is not None:
            react(course, occasion)

    what(Course(ran.play, window))
    assert not script.left, f"dice left: {script.left}; rolled {ran.labels}"
    return ran
