"""Combat: who attacks whom with what the movement brought up, at the best odds that the position gives."""

from random import Random

from pbem.bots.legion import aims
from pbem.bots.legion.odds import gain
from pbem.core.orders import Order
from pbem.rules.legion import control
from pbem.rules.legion.declare import in_support_range, support_faults
from pbem.rules.legion.orders import Attack
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import defence_factor


def combats(state: State, seat: str, random: Random) -> list[Order]:
    """Attacks, weakest defenders first: all free neighbours join where the odds are good or duty calls."""
    side = state.scenario.seats[seat]
    free = set(control.attackers(state, side))
    guns = [unit for unit in state.land(side) if next(support_faults(state, seat, unit, ()), None) is None]
    orders: list[Order] = []
    for target in _targets(state, side, free):
        around = _around(state, target, free)
        if not around:
            continue
        support = [gun for gun in guns if in_support_range(state, gun, (target,))]
        if worthwhile(state, around, support, target):
            orders.append(Attack(targets=(target,), with_=tuple(around), support=tuple(support)))
            free.difference_update(around)
            guns = [gun for gun in guns if gun not in support]
    return orders


def worthwhile(state: State, attackers: list[str], support: list[str], target: str) -> bool:
    """Whether an attack brings more than it costs; where a piece must attack anyway, in any case."""
    if any(control.duty_on(state, unit) for unit in attackers):
        return True
    side = enemy(state.counter(target).side)
    attack = sum(state.counter(u).combat or 0 for u in attackers) + len(support)
    brings = gain(state.scenario.die, attack, defence_factor(state, target), len(attackers), aims.prices(state, side))
    return brings > aims.bar(state, side, target)


def _targets(state: State, side: str, free: set[str]) -> list[str]:
    near: set[str] = set()
    for unit in sorted(free):
        near.update(control.open_to(state, unit, control.controllers(state, side, state.hex_of(unit))))
    return sorted(near, key=lambda target: (defence_factor(state, target), target))


def _around(state: State, target: str, free: set[str]) -> list[str]:
    neighbours = state.scenario.board.neighbours[state.hex_of(target)]
    standing = (state.occupied.get(hex_) for hex_ in neighbours)
    return sorted(u for u in standing if u in free and target in control.open_to(state, u, (target,)))


def enemies(state: State, side: str) -> tuple[str, ...]:
    """The enemy's land pieces on the map."""
    return state.land(enemy(side))
