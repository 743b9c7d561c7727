"""Movement: bring groups up against what they can beat, keep garrisons, march the rest towards what counts."""

from collections.abc import Mapping
from random import Random

from pbem.board.hexes import distance
from pbem.bots.legion.assault import enemies
from pbem.bots.legion.odds import PAIRS, losses, wins
from pbem.core.orders import Order
from pbem.core.ruleset import Choice
from pbem.rules.legion.choices import choices
from pbem.rules.legion.orders import Hold, Land, March, Move, Reinforce
from pbem.rules.legion.sequence import SPANISH
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import defence_factor

Ends = dict[str, dict[str, Order]]
"""For each piece the hexes where it may end, with the order that brings it there."""


def movements(state: State, seat: str, random: Random) -> list[Order]:
    """Assaults first, then everybody else towards the nearest goal."""
    side = state.scenario.seats[seat]
    legal = choices(state, seat).units
    fights, walks = _ends(legal, (Move, Land)), _ends(legal, (March, Reinforce, Land))
    goals = _goals(state, side)
    garrison = {u for u in legal if state.units[u].at in _kept(state, side)}
    taken: set[str] = set()
    orders: list[Order] = []
    for target in sorted(enemies(state, side), key=lambda u: (defence_factor(state, u), u)):
        orders += _assault(state, target, fights, garrison, taken)
    moving = {_unit(order) for order in orders}
    for unit in sorted(set(legal) - moving, key=lambda u: (_gap(state, u, goals), u)):
        orders.append(_walk(state, unit, walks.get(unit, {}), goals, taken, unit in garrison))
    return orders


def _assault(state: State, target: str, fights: Ends, garrison: set[str], taken: set[str]) -> list[Order]:
    """The moves of a group that beats the target, or none. Pieces and hexes used are marked as taken."""
    hexes = [h for h in state.scenario.board.neighbours[state.units[target].at or ""] if h not in taken]
    group: dict[str, Order] = {}
    used: set[str] = set()
    strength, need = 0, defence_factor(state, target)
    able = (u for u in fights if u not in taken and u not in garrison)
    for unit in sorted(able, key=lambda u: (-(state.counter(u).combat or 0), u)):
        free = next((h for h in hexes if h not in used and h in fights[unit]), None)
        if free is None or wins(strength, need) - losses(strength, need) > PAIRS // 2:
            continue
        group[unit] = fights[unit][free]
        used.add(free)
        strength += state.counter(unit).combat or 0
    if wins(strength, need) - losses(strength, need) <= PAIRS // 3:
        return []
    taken.update(group, used)
    return list(group.values())


def _walk(state: State, unit: str, ends: dict[str, Order], goals: list[str], taken: set[str], stays: bool) -> Order:
    here = state.units[unit].at
    if stays or not ends:
        return Hold(unit=unit)
    free = [h for h in ends if h not in taken]
    best = min(free, key=lambda h: (_nearest(h, goals), h), default=None)
    if best is None or (here is not None and _nearest(here, goals) <= _nearest(best, goals)):
        return Hold(unit=unit)
    taken.add(best)
    return ends[best]


def _goals(state: State, side: str) -> list[str]:
    """Where to go: places that count and are not ours, and for want of those the enemy himself."""
    ours = {state.units[u].at for u in state.land(side)}
    counted = [*state.scenario.road_places, *state.scenario.inner_places]
    missing = [h for h in counted if h not in ours]
    hostile = [state.units[u].at or "" for u in enemies(state, side)]
    return [*missing, *hostile] if side == SPANISH or not missing else missing


def _kept(state: State, side: str) -> set[str]:
    """The places that a piece does not leave once it stands there."""
    counted = {*state.scenario.road_places, *state.scenario.inner_places}
    return counted if side == SPANISH else set(state.scenario.road_places)


def _ends(legal: Mapping[str, tuple[Choice, ...]], kinds: tuple[type[Order], ...]) -> Ends:
    found: Ends = {}
    for unit, options in legal.items():
        for choice in options:
            if isinstance(choice.order, kinds):
                found.setdefault(unit, {}).setdefault(_end(choice.order), choice.order)
    return found


def _end(order: Order) -> str:
    path: tuple[str, ...] = getattr(order, "path", ())
    return path[-1] if path else getattr(order, "at", None) or ""


def _unit(order: Order) -> str:
    return str(getattr(order, "unit", ""))


def _gap(state: State, unit: str, goals: list[str]) -> int:
    here = state.units[unit].at
    return 0 if here is None else _nearest(here, goals)


def _nearest(hex_: str, goals: list[str]) -> int:
    if not hex_:
        return 99
    return min((distance(hex_, goal) for goal in goals), default=0)
