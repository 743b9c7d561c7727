"""The heuristic player of Africa 1859-60: one function a kind of phase, from the position to wishes, best first."""

from random import Random
from typing import Any

from pbem.bots.africa1860.fire import bombardments, shots
from pbem.bots.africa1860.horse import horsemen, rides
from pbem.bots.africa1860.march import movements
from pbem.bots.africa1860.standing import standing_orders
from pbem.bots.africa1860.trains import gun_moves
from pbem.bots.sheets import legal_sheet
from pbem.core.orders import Order, Sheet
from pbem.core.ruleset import Ruleset
from pbem.rules.africa1860.choices import choices
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.sequence import acting_in, enemy, kind_of
from pbem.rules.africa1860.state import State

PRIZE = 100  # what a ride must be worth in the enemy's half, in tenths of a point


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The sheet for the state's current phase: what its planner wishes and the check accepts."""
    wishes, side = _wishes(state, seat), state.scenario.seats[seat]
    standing: list[Order] = []
    if kind_of(state.phase) == "movement" and acting_in(state.phase) == side:
        busy = {unit for order in wishes if isinstance(order, Activate) for unit in order.units}
        standing = standing_orders(state, side, busy)
    return legal_sheet(rules, state, seat, wishes, standing)


def _wishes(state: State, seat: str) -> list[Order]:
    side, kind = state.scenario.seats[seat], kind_of(state.phase)
    if kind == "set-up":
        return list(choices(state, seat).proposed.values())
    own = acting_in(state.phase) == side
    if kind == "fire" and own:
        return [*bombardments(state, side, state.phase, keep=1), *shots(state, side), *rides_with_fire(state, seat)]
    if kind == "movement" and own:
        return _movement(state, seat)
    if kind == "fire":
        return bombardments(state, side, state.phase)
    return rides(state, seat, _takers(state, side), least=PRIZE)


def _takers(state: State, side: str) -> list[str]:
    """The horsemen who have an objective in reach that is not their side's and stands empty."""
    foe, distance = enemy(side), state.scenario.board.distance
    prizes = [a for a in state.scenario.objectives if state.control[a] != side and not state.holds(a, foe)]
    return [u for u in horsemen(state, side) if any(distance(state.units[u].at, a) <= 2 for a in prizes)]


def _movement(state: State, seat: str) -> list[Order]:
    """Guns, then attacks and marches, then the horse that took no part in them."""
    side = state.scenario.seats[seat]
    moves = movements(state, side)
    ridden = {unit for order in moves if isinstance(order, Activate) for unit in order.units}
    free = [unit for unit in horsemen(state, side) if unit not in ridden]
    return [*moves, *rides(state, seat, free, least=1), *gun_moves(state, side)]


def rides_with_fire(state: State, seat: str) -> list[Order]:
    """The rides and the fire of cavalry that hit somebody; the rest waits for the movement."""
    found = rides(state, seat, horsemen(state, state.scenario.seats[seat]), least=1)
    return [order for order in found if isinstance(order, Activate) and (order.fire or order.algarabia)]
