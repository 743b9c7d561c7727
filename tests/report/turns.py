"""Turns of the archived game as scenes, with all that happened in them."""

import json
from functools import cache
from typing import Any

from pbem.core.scene import Scene
from pbem.game.codec import read_event
from pbem.gamedata.rulesets import ruleset
from pbem.resources import shipped_path

TURNS = (1, 5, 9, 13)
FOLDER = shipped_path("games", "legion", "archive", "melilla-1921")


@cache
def turns() -> dict[int, Scene]:
    """The scene of each of the four turns."""
    rules = ruleset("legion")
    state = rules.initial(rules.read_scenario(json.loads((FOLDER / "scenario.json").read_text("utf-8"))))
    spans: dict[int, tuple[Any, list[Any]]] = {}
    for path in sorted((FOLDER / "turns").iterdir(), key=lambda path: path.name):
        record = json.loads(path.read_text("utf-8"))
        events = [read_event(rules, event) for event in record.get("events", ())]
        spans.setdefault(record["turn"], (state, []))[1].extend(events)
        for event in events:
            state = rules.evolve(state, event)
    return {turn: rules.scene(spans[turn][0], tuple(spans[turn][1]), None) for turn in TURNS}
