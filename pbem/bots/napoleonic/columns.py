"""Marches of whole divisions: one line each, while no enemy is about (NAP-2.5)."""

from pbem.bots.gaps import FAR
from pbem.bots.napoleonic.aims import Aims, foes_near
from pbem.bots.napoleonic.plan import Plan
from pbem.rules.napoleonic.command import leader_of, on_map
from pbem.rules.napoleonic.orders import Division
from pbem.rules.napoleonic.state import ROUTED, State

CALM = 9  # hexes within which no enemy stands near any counter of a division that marches as one
FEW = 3  # counters that make a division of it
STRIDE = 4  # hexes that a division goes in a turn


def march_by_division(plan: Plan, aims: Aims) -> None:
    """A DIVISION line for each division that is far from the enemy, along its leader's way; its counters are done."""
    for name, division in sorted(plan.state.divisions.items()):
        state: State = plan.state
        leader = leader_of(state, division)
        ready = [unit for unit in on_map(state, name) if _goes_along(plan, unit)]
        if division.side != aims.side or leader is None or leader in plan.moved or len(ready) < FEW:
            continue
        if any(foes_near(state, aims.side, state.hex_of(unit), CALM) for unit in (*ready, leader)):
            continue
        goal = _ahead(state, aims, state.hex_of(leader))
        order = Division.model_validate({"division": name, "verb": "advance", "to": goal})
        if goal != state.hex_of(leader) and plan.give(order):
            plan.moved.update((*ready, leader))


def _goes_along(plan: Plan, unit: str) -> bool:
    """Whether a counter is one that a DIVISION line moves: in command, in order, without a line of its own."""
    state = plan.state
    return state.in_command(unit) and state.units[unit].morale != ROUTED and unit not in plan.moved


def _ahead(state: State, aims: Aims, here: str) -> str:
    """The hex on the way from a hex to the goals of its side, a turn's march ahead."""
    gap, neighbours = aims.gap["infantry"], state.scenario.board.neighbours
    for _ in range(STRIDE):
        if not gap.get(here, 0):
            break
        here = min(neighbours[here], key=lambda h: (gap.get(h, FAR), h))
    return here
