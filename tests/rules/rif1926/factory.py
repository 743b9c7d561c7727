"""Positions of Morocco 1926 for tests: a small map in words, units in one line each."""

import json
from collections.abc import Mapping
from typing import Any

from pbem.gamedata.rulesets import ruleset
from pbem.resources import shipped_path
from pbem.rules.rif1926.scenario import TYPES
from pbem.rules.rif1926.state import STATUSES, State

SIZE = [8, 8]


def tables() -> dict[str, Any]:
    """The shipped tables."""
    data: dict[str, Any] = json.loads(shipped_path("games", "rif1926", "tables.json").read_text("utf-8"))
    return data


def data(units: str = "", map_: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A small scenario that can be read: `units` in lines as `make` takes them."""
    counters = {words[0]: counter(words[1:]) for words in (line.split() for line in units.splitlines()) if words}
    return {"map": {"size": SIZE, **(map_ or {})}, "counters": counters, "tables": tables(), **more}


def counter(words: list[str]) -> dict[str, Any]:
    """A counter of words such as `rif AX 2-3-4`, `allied CG artillery 6-4-3`: of guns points, range, movement."""
    found: dict[str, Any] = {"side": words[0], "group": words[1]}
    for word in words[2:]:
        if word[:1].isdigit() and "-" in word:
            found["figures"] = [int(part) for part in word.split("-")]
        elif word in TYPES:
            found["type"] = word
    figures = found.pop("figures", [1, 1, 4])
    names = ("points", "range") if found.get("type") in ("artillery", "naval", "air") else ("attack", "defence")
    return {**found, **dict(zip((*names, "movement"), figures, strict=False))}


def make(units: str, phase: str, map_: Mapping[str, Any] | None = None, *, options: Any = None, **fields: Any) -> State:
    """A state: a line a unit, `id side group [type] a-d-m [hex or status]`; `fields` are those of the state."""
    rules = ruleset("rif1926")
    scenario = rules.read_scenario(data(units, map_, options=options or {}))
    placed = {}
    for words in (line.split() for line in units.splitlines()):
        if words:
            last = words[-1]
            placed[words[0]] = {"at": last} if last.isdigit() else {"status": last} if last in STATUSES else {}
    state: State = rules.load(scenario, {"turn": 1, "phase": phase, "units": placed, **fields})
    return state
