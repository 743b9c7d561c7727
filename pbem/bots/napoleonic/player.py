"""The heuristic player of the Napoleonic battles: one function a kind of phase, from the position to wishes."""

from collections.abc import Callable
from random import Random
from typing import Any

from pbem.bots.napoleonic.charges import charges
from pbem.bots.napoleonic.command import commands
from pbem.bots.napoleonic.fire import shots
from pbem.bots.napoleonic.march import movements
from pbem.bots.napoleonic.standing import standing_orders
from pbem.bots.sheets import legal_sheet
from pbem.core.orders import Order, Sheet
from pbem.core.ruleset import Ruleset
from pbem.rules.napoleonic.choices import choices
from pbem.rules.napoleonic.sequence import active_in, kind_of
from pbem.rules.napoleonic.state import State

Planner = Callable[[State, str], list[Order]]


PLANNERS: dict[str, Planner] = {
    "command": commands,
    "fire": shots,
    "movement": movements,
    "charges": charges,
}
"""What is ordered in a kind of phase; of advances nothing: what the rules do by default is as good (NAP-11.9)."""


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The sheet for the state's current phase: what its planner wishes and the check accepts."""
    side, kind = state.scenario.seats[seat], kind_of(state.phase)
    if kind == "set-up":
        return legal_sheet(rules, state, seat, list(choices(state, seat).proposed.values()))
    if kind not in PLANNERS or active_in(state.phase) != side:
        return legal_sheet(rules, state, seat, [])
    standing = standing_orders(state, side) if kind == "command" else []
    return legal_sheet(rules, state, seat, PLANNERS[kind](state, side), standing)
