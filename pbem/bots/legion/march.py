"""Movement: bring groups up against what they can beat, keep garrisons, march the rest towards what counts."""

from collections.abc import Collection, Mapping
from random import Random

from pbem.bots.gaps import FAR
from pbem.bots.legion import aims
from pbem.bots.legion.assault import enemies
from pbem.bots.legion.odds import SAFE, edge, gain
from pbem.bots.legion.panic import drives
from pbem.core.orders import Order
from pbem.core.ruleset import Choice
from pbem.rules.legion.choices import choices
from pbem.rules.legion.control import ARMOUR, ARTILLERY
from pbem.rules.legion.orders import Land, March, Move, Reinforce
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import defence_factor

Ends = dict[str, dict[str, Order]]
"""For each piece the hexes where it may end, with the order that brings it there."""


def movements(state: State, seat: str, random: Random) -> list[Order]:
    """Assaults first, then everybody else towards where they should go, armour last; who is too few keeps away."""
    side = state.scenario.seats[seat]
    kept, able = aims.kept(state, side), choices(state, seat).actors
    legal = {u: able[u] for u in able if state.units[u].at not in kept}
    armour = [u for u in legal if state.counter(u).type == ARMOUR and state.units[u].at is not None]
    fights, walks = _ends(legal, (Move, Land)), _ends(legal, (March, Reinforce, Land))
    taken: set[str] = set()
    orders: list[Order] = []
    attacked: set[str] = set()
    for target in () if aims.too_few(state, side) else _targets(state, side):
        assault = _assault(state, target, fights, armour, taken)
        orders += assault
        attacked.update([target] if assault else [])
    rest = set(legal).difference(armour, (_unit(order) for order in orders))
    ways = aims.ways(state, side, rest.union(armour))
    for unit in sorted(rest, key=lambda u: (ways[u].get(state.units[u].at or "", 0), u)):
        orders += _walk(state, unit, _battery_ends(state, side, unit, fights, walks), ways[unit], taken)
    for unit in armour:
        driven = drives(state, unit, fights.get(unit, {}), taken, attacked)
        orders += driven or _walk(state, unit, walks.get(unit, {}), ways[unit], taken)
    return [_short(order) for order in orders]


def _targets(state: State, side: str) -> list[str]:
    """The enemies, those in places that count first, then the weakest."""
    places = aims.counted(state)
    return sorted(enemies(state, side), key=lambda u: (state.units[u].at not in places, defence_factor(state, u), u))


def _assault(state: State, target: str, fights: Ends, stay: Collection[str], taken: set[str]) -> list[Order]:
    """The moves of a group that beats the target, or none. Pieces and hexes used are marked as taken."""
    side, die, need = enemy(state.counter(target).side), state.scenario.die, defence_factor(state, target)
    hexes = state.scenario.board.neighbours[state.hex_of(target)]
    group, used, strength = dict[str, Order](), set[str](), 0
    able = (u for u in fights if u not in taken and u not in stay)
    for unit in sorted(able, key=lambda u: (-(state.counter(u).combat or 0), u)):
        ends = fights[unit]
        free = next((h for h in hexes if _free(h, ends, taken | used)), None)
        if free is None or edge(die, strength, need) > SAFE:
            continue
        group[unit] = ends[free]
        used |= _needs(free, ends)
        strength += state.counter(unit).combat or 0
    if not group or gain(die, strength, need, len(group), aims.prices(state, side)) <= aims.bar(state, side, target):
        return []
    taken.update(group, used)
    return list(group.values())


def _battery_ends(state: State, side: str, unit: str, fights: Ends, walks: Ends) -> dict[str, Order]:
    """Where a piece may walk; a battery that can get into range of an enemy by a move moves, to support from there."""
    if state.counter(unit).type == ARTILLERY:
        reach, board = int(state.scenario.tables["support-range"]), state.scenario.board
        near = {h for u in enemies(state, side) for h in board.within(state.hex_of(u), reach)}
        ready = {h: order for h, order in fights.get(unit, {}).items() if h in near}
        if ready:
            return ready
    return walks.get(unit, {})


def _walk(state: State, unit: str, ends: Mapping[str, Order], ways: Mapping[str, int], taken: set[str]) -> list[Order]:
    """The order that brings a piece nearest to where it should go; none where it stands best already."""
    here = state.units[unit].at
    free = [h for h in ends if _free(h, ends, taken)]
    best = min(free, key=lambda h: (ways.get(h, FAR), h), default=None)
    if best is None or (here is not None and ways.get(here, FAR) <= ways.get(best, FAR)):
        return []
    taken |= _needs(best, ends)
    return [ends[best]]


def _free(end: str, ends: Mapping[str, Order], taken: set[str]) -> bool:
    return end in ends and taken.isdisjoint(_needs(end, ends))


def _needs(end: str, ends: Mapping[str, Order]) -> set[str]:
    """The hexes that an order has for itself: its end, and its landing hex, for all are put ashore before any moves."""
    order = ends[end]
    return {end, order.at} if isinstance(order, Land) else {end}


def _ends(legal: Mapping[str, tuple[Choice, ...]], kinds: tuple[type[Order], ...]) -> Ends:
    found: Ends = {}
    for unit, options in legal.items():
        for choice in options:
            if isinstance(choice.order, kinds):
                path: tuple[str, ...] = getattr(choice.order, "path", ())
                end = path[-1] if path else getattr(choice.order, "at", None) or ""
                found.setdefault(unit, {}).setdefault(end, choice.order)
    return found


def _short(order: Order) -> Order:
    """A way as just its last hex: the check finds a way around those that have moved before."""
    path: tuple[str, ...] = getattr(order, "path", ())
    return order.model_copy(update={"path": path[-1:]}) if len(path) > 1 else order


def _unit(order: Order) -> str:
    return str(getattr(order, "unit", ""))
