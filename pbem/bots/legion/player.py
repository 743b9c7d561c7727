"""The heuristic player of La Legión: one function a phase, each from the position to wishes, best first."""

from collections.abc import Callable
from random import Random
from typing import Any

from pbem.bots.legion.assault import combats
from pbem.bots.legion.fire import bombardments, flights, navy
from pbem.bots.legion.march import movements
from pbem.bots.legion.setup import deployments
from pbem.bots.sheets import legal_sheet
from pbem.core.orders import Order, Sheet
from pbem.core.ruleset import Ruleset
from pbem.rules.legion.state import State

Planner = Callable[[State, str, Random], list[Order]]

PLANNERS: dict[str, Planner] = {
    "setup": deployments,
    "bombardment": bombardments,
    "movement": movements,
    "combat": combats,
    "air-1": flights,
    "air-2": flights,
    "air-3": flights,
    "fleet": navy,
}


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The sheet for the state's current phase: what the phase's planner wishes and the check accepts."""
    kind = state.phase.partition("-")[2]
    return legal_sheet(rules, state, seat, PLANNERS[kind](state, seat, random))
