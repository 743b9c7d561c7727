"""The bot's standing orders for the enemy's half: horse comes where own troops are attacked, guns shell who comes."""

from collections.abc import Collection

from pbem.bots.africa1860.aims import threat, worth
from pbem.bots.africa1860.fire import guns
from pbem.bots.africa1860.horse import horsemen
from pbem.core.orders import Order
from pbem.rules.africa1860.going import find_walk
from pbem.rules.africa1860.orders import THERE, Activate, Condition, Trigger, When
from pbem.rules.africa1860.sequence import MOROCCAN
from pbem.rules.africa1860.state import State

COINS = 4  # fewer are not worth a gun's activation
RELIEF = 1  # units of horse that come to one area


def standing_orders(state: State, side: str, busy: Collection[str]) -> list[Order]:
    """What horse does until the next own movement, and, once for each gun, whom it shells; `busy` have other work."""
    return [*_reliefs(state, side, busy), *(_watch(gun) for gun in guns(state, side) if _is_new(state, gun))]


def _reliefs(state: State, side: str, busy: Collection[str]) -> list[Order]:
    """Horse that stands beside an own objective comes when it is attacked."""
    last = state.turn + (1 if side == MOROCCAN else 0)
    found: list[Order] = []
    sent = set[str]()
    for area in state.scenario.objectives:
        held = state.control[area] == side and state.fighters(area, side) and threat(state, side, area, 1)
        able = (u for u in horsemen(state, side) if u not in busy and u not in sent and state.units[u].at != area)
        ways = {unit: find_walk(state, (unit,), (area,)) for unit in able} if held else {}
        near = sorted((u for u, way in ways.items() if not way.faults), key=lambda u: (-worth(state, u), u))[:RELIEF]
        for unit in near:
            sent.add(unit)
            then = Activate(units=(unit,), move=ways[unit].path[1:])
            found.append(When(trigger=Trigger(shock=area), then=then, until=last))
    return found


def _watch(gun: str) -> Order:
    """A gun shells whoever comes up beside it, where it has coins for it; for the rest of the game."""
    then = Activate(units=(gun,), fire=THERE)
    return When(trigger=Trigger(side="enemy", near=gun), if_=(Condition(coins=COINS),), then=then)


def _is_new(state: State, unit: str) -> bool:
    """Whether it is the first movement of its side for a unit."""
    arrival = next((each.turn for each in state.scenario.arrivals if each.unit == unit), 0)
    return state.turn == arrival + 1
