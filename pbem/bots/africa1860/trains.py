"""Where the bot takes its guns and its gunboat: within range of the enemy, and not alone beside him."""

from pbem.bots.africa1860.aims import foes, gaps_to, worth
from pbem.bots.africa1860.fire import guns
from pbem.bots.africa1860.tasks import tasks
from pbem.bots.gaps import FAR
from pbem.core.orders import Order
from pbem.rules.africa1860.activation import judge_activate
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State

BESIDE = 40  # what it costs to stand beside the enemy, for each unit less than two before the guns


def gun_moves(state: State, side: str) -> list[Order]:
    """A move for each gun that has nothing in range and an activation left."""
    found: list[Order] = []
    for gun in guns(state, side):
        each, counter = state.units[gun], state.counter(gun)
        ready = each.activations < counter.kind.activations and counter.movement and not each.demoralized
        if not ready or (each.moved and counter.class_ == "artillery"):
            continue
        to = max(state.scenario.board.neighbours[each.at], key=lambda area: (_stand(state, side, gun, area), area))
        if _stand(state, side, gun, to) <= _stand(state, side, gun, each.at):
            continue
        order = Activate(units=(gun,), move=(to,))
        if not judge_activate(state, side, order).faults:
            found.append(order)
    return found


def _stand(state: State, side: str, gun: str, area: str) -> int:
    """How well a gun stands in an area: what it reaches from there, and how far it is from what its side is after."""
    scenario, counter, foe = state.scenario, state.counter(gun), enemy(side)
    if state.holds(area, foe) or (counter.class_ == "artillery" and scenario.cost(gun, area) is None):
        return -FAR * FAR
    most = counter.range
    reached = [area_ for area_ in foes(state, side) if scenario.board.distance(area, area_) <= most]
    value = sum(worth(state, unit) for each in reached for unit in state.fighters(each, foe)) // 10
    if counter.class_ == "artillery":
        guarded = sum(1 for u in state.fighters(area, side) if u != gun and state.counter(u).class_ == "infantry")
        if state.is_adjacent_to_enemy(area, side):
            value -= BESIDE * max(0, 3 - guarded)
        if state.points(area, side) >= scenario.tables["stacking"] and state.units[gun].at != area:
            value -= FAR
    gap = min((gaps_to(state, task.area).get(area, FAR) for task in tasks(state, side)), default=0)
    return value - 5 * min(gap, FAR)
