"""The heuristic player of Morocco 1926: one function a phase, each from the position to wishes, best first."""

from collections.abc import Callable
from random import Random
from typing import Any

from pbem.bots.rif1926.assault import attacks
from pbem.bots.rif1926.fire import bombardments
from pbem.bots.rif1926.march import movements
from pbem.bots.sheets import legal_sheet
from pbem.core.orders import Order, Sheet
from pbem.core.ruleset import Ruleset
from pbem.rules.rif1926.choices import choices
from pbem.rules.rif1926.sequence import kind_of
from pbem.rules.rif1926.state import State

Planner = Callable[[State, str], list[Order]]


def deployments(state: State, side: str) -> list[Order]:
    """The set-up that the scenario proposes; what it leaves open the referee places."""
    return list(choices(state, side).proposed.values())


PLANNERS: dict[str, Planner] = {
    "setup": deployments,
    "movement": movements,
    "bombardment": bombardments,
    "combat": attacks,
}


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The sheet for the state's current phase: what the phase's planner wishes and the check accepts."""
    planner = PLANNERS[kind_of(state.phase)]
    return legal_sheet(rules, state, seat, planner(state, state.scenario.seats[seat]))
