"""The bot's standing orders, given once: who forms square, what defensive fire is for, how far who is shot at goes."""

from pbem.core.orders import Order
from pbem.rules.napoleonic.command_phase import divisions_in_play
from pbem.rules.napoleonic.orders import Defend, RetreatPlan, Square
from pbem.rules.napoleonic.state import State


def standing_orders(state: State, side: str) -> list[Order]:
    """For each division: square against every charge, fire at who assaults, a retreat of one hex.

    Infantry of grade E and F never tries to form: it would hardly ever do it (NAP-10.2).
    """
    found: list[Order] = []
    for name in divisions_in_play(state, side):
        found += [Square(division=name, distance=1), Defend(division=name, target="assault")]
        found.append(RetreatPlan(division=name, hexes=1))
    militia = (u for u in state.fighting(side) if state.counter(u).grade in "EF")
    found += [Square(unit=unit, when="never") for unit in militia if state.counter(unit).type == "infantry"]
    return found
