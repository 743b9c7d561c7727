"""The bot's standing orders for the enemy's half: horse comes to where own troops are attacked, guns shell who comes."""

from collections.abc import Collection

from pbem.bots.africa1860.aims import gap
from pbem.bots.africa1860.fire import guns
from pbem.bots.africa1860.horse import horsemen
from pbem.core.orders import Order
from pbem.rules.africa1860.going import find_walk
from pbem.rules.africa1860.orders import THERE, Activate, Condition, Trigger, When
from pbem.rules.africa1860.sequence import MOROCCAN, enemy
from pbem.rules.africa1860.state import State

COINS = 4  # fewer are not worth a gun's activation
WATCHED = 2  # areas that a gun watches


def standing_orders(state: State, side: str, busy: Collection[str]) -> list[Order]:
    """Standing orders until the next own movement; `busy` units have something else to do before it."""
    last = state.turn + (1 if side == MOROCCAN else 0)
    held = [a for a in state.scenario.objectives if state.control[a] == side and state.fighters(a, side)]
    found: list[Order] = []
    for unit in (each for each in horsemen(state, side) if each not in busy):
        for area in held:
            way = find_walk(state, (unit,), (area,))
            if state.units[unit].at != area and not way.faults:
                then = Activate(units=(unit,), move=way.path[1:])
                found.append(When(trigger=Trigger(shock=area), then=then, until=last))
    for gun in (each for each in guns(state, side) if each not in busy):
        for area in _watched(state, side, gun):
            trigger = Trigger(side="enemy", enters=area)
            then = Activate(units=(gun,), fire=THERE)
            found.append(When(trigger=trigger, if_=(Condition(coins=COINS),), then=then, until=last))
    return found


def _watched(state: State, side: str, gun: str) -> list[str]:
    """The empty areas within range that the enemy would come to on his way to an own objective, the nearest first."""
    scenario = state.scenario
    at, most = state.units[gun].at, state.counter(gun).range
    own = [area for area in scenario.objectives if state.control[area] == side]

    def far(area: str) -> tuple[int, str]:
        return min((gap(state, area, goal) for goal in own), default=0), area

    empty = (a for a in scenario.areas if not any(state.holds(a, each) for each in (side, enemy(side))))
    near = [a for a in empty if scenario.board.distance(at, a) <= most and state.is_adjacent_to_enemy(a, side)]
    return sorted(near, key=far)[:WATCHED]
