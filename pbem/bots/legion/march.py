"""Movement: bring groups up against what they can beat, keep garrisons, march the rest towards what counts."""

from collections.abc import Mapping
from random import Random

from pbem.bots.legion.assault import enemies
from pbem.bots.legion.gaps import FAR, gaps
from pbem.bots.legion.odds import GOOD, SAFE, edge
from pbem.bots.legion.panic import drives
from pbem.core.orders import Order
from pbem.core.ruleset import Choice
from pbem.rules.legion.choices import choices
from pbem.rules.legion.control import ARMOUR, ARTILLERY
from pbem.rules.legion.orders import Land, March, Move, Reinforce
from pbem.rules.legion.sequence import SPANISH
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import defence_factor

Ends = dict[str, dict[str, Order]]
"""For each piece the hexes where it may end, with the order that brings it there."""


def movements(state: State, seat: str, random: Random) -> list[Order]:
    """Assaults first, then everybody else towards the nearest goal, armour last; who is too few keeps away."""
    side = state.scenario.seats[seat]
    legal = dict(choices(state, seat).units)
    armour = [u for u in legal if state.counter(u).type == ARMOUR and state.units[u].at is not None]
    fights, walks = _ends(legal, (Move, Land)), _ends(legal, (March, Reinforce, Land))
    goals, hostile = _goals(state, side), enemies(state, side)
    wary = _too_few(state, side)
    ways = _away(state, side) if wary else gaps(state.scenario, goals)
    garrison = {u for u in legal if state.units[u].at in _kept(state, side)}
    taken: set[str] = set()
    orders: list[Order] = []
    attacked: set[str] = set()
    for target in sorted(hostile, key=lambda u: (state.units[u].at not in goals, defence_factor(state, u), u)):
        assault = [] if wary else _assault(state, target, fights, garrison.union(armour), taken)
        orders += assault
        attacked.update([target] if assault else [])
    rest = set(legal).difference(armour, (_unit(order) for order in orders))
    for unit in sorted(rest - garrison, key=lambda u: (ways.get(state.units[u].at or "", 0), u)):
        orders += _walk(state, unit, _battery_ends(state, side, unit, fights, walks), ways, taken)
    for unit in armour:
        driven = drives(state, unit, fights.get(unit, {}), taken, attacked)
        orders += driven or _walk(state, unit, walks.get(unit, {}), ways, taken)
    return [_short(order) for order in orders]


def _too_few(state: State, side: str) -> bool:
    """Whether a side nears the third of the enemy's pieces at which it loses (LL-5.4), with turns left to wait."""
    return 2 * len(state.land(side)) < len(enemies(state, side)) and state.turn < state.scenario.turns - 1


def _away(state: State, side: str) -> Mapping[str, int]:
    """The hexes by how near an enemy is: the farther the better."""
    near = gaps(state.scenario, (state.units[u].at or "" for u in enemies(state, side)))
    return {hex_: FAR - gap for hex_, gap in near.items()}


def _assault(state: State, target: str, fights: Ends, stay: set[str], taken: set[str]) -> list[Order]:
    """The moves of a group that beats the target, or none. Pieces and hexes used are marked as taken."""
    hexes = state.scenario.board.neighbours[state.units[target].at or ""]
    die, group, used = state.scenario.die, dict[str, Order](), set[str]()
    strength, need = 0, defence_factor(state, target)
    able = (u for u in fights if u not in taken and u not in stay)
    for unit in sorted(able, key=lambda u: (-(state.counter(u).combat or 0), u)):
        ends = fights[unit]
        free = next((h for h in hexes if _free(h, ends, taken | used)), None)
        if free is None or edge(die, strength, need) > SAFE:
            continue
        group[unit] = ends[free]
        used |= _needs(free, ends)
        strength += state.counter(unit).combat or 0
    if edge(die, strength, need) <= GOOD:
        return []
    taken.update(group, used)
    return list(group.values())


def _battery_ends(state: State, side: str, unit: str, fights: Ends, walks: Ends) -> dict[str, Order]:
    """Where a piece may walk; a battery that can get into range of an enemy by a move moves, to support from there."""
    if state.counter(unit).type == ARTILLERY:
        reach, board = int(state.scenario.tables["support-range"]), state.scenario.board
        near = {h for u in enemies(state, side) for h in board.within(state.units[u].at or "", reach)}
        ready = {h: order for h, order in fights.get(unit, {}).items() if h in near}
        if ready:
            return ready
    return walks.get(unit, {})


def _walk(
    state: State, unit: str, ends: Mapping[str, Order], ways: Mapping[str, int], taken: set[str]
) -> list[Order]:
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
