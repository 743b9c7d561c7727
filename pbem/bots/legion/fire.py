"""Bombardments: artillery, aircraft and fleets, each on the strongest piece that it can reach."""

from random import Random

from pbem.board.hexes import distance
from pbem.core.orders import Order
from pbem.rules.legion import control
from pbem.rules.legion.orders import Bombard, Fly, Place
from pbem.rules.legion.scenario import AIR_TYPES
from pbem.rules.legion.sequence import AIR_PHASES, enemy
from pbem.rules.legion.state import State
from pbem.rules.legion.strength import defence_factor


def bombardments(state: State, seat: str, random: Random) -> list[Order]:
    """Every battery that has a target fires at the hardest to attack."""
    side = state.scenario.seats[seat]
    reach = int(state.scenario.tables["bombard-range"])
    orders: list[Order] = []
    for gun in control.gunners(state, side):
        targets = _within(state, side, state.hex_of(gun), reach)
        orders.append(Bombard(unit=gun, target=targets[0], else_=tuple(targets[1:3])))
    return orders


def flights(state: State, seat: str, random: Random) -> list[Order]:
    """Every aircraft bombs the hardest target that it reaches, no two over the same piece, or flies towards one."""
    side, orders = state.scenario.seats[seat], list[Order]()
    taken: set[str] = set()
    for unit in _aircraft(state, side):
        base = state.units[unit].at or next(iter(state.scenario.board.with_terrain("mar-chica")), None)
        if base is None:
            continue
        reach = state.counter(unit).movement or 0
        target = next((t for t in _within(state, side, base, reach) if t not in taken), None)
        if target is not None:
            taken.add(target)
            orders.append(Fly(unit=unit, to=state.hex_of(target), bomb=True))
        elif state.phase != AIR_PHASES[-1]:
            orders += _closer(state, side, unit, base, reach)
    return orders


def _closer(state: State, side: str, unit: str, base: str, reach: int) -> list[Order]:
    """A flight towards the nearest enemy: the next sub-turn may reach it."""
    board = state.scenario.board
    hostile = [state.hex_of(u) for u in state.land(enemy(side))]
    nearest = min(hostile, key=lambda hex_: (board.distance(base, hex_), hex_), default=None)
    if nearest is None:
        return []
    free = (hex_ for hex_ in board.within(base, reach) if hex_ not in state.occupied)
    to = min(free, key=lambda hex_: (board.distance(hex_, nearest), hex_), default=base)
    return [Fly(unit=unit, to=to)] if to != base else []


def navy(state: State, seat: str, random: Random) -> list[Order]:
    """Each fleet goes where it has the hardest target in range, and fires at it; no two at the same piece."""
    side = state.scenario.seats[seat]
    reach = int(state.scenario.tables["fleet-range"])
    placings: dict[str, Order] = {}
    shots: list[Order] = []
    aimed: set[str] = set()
    for fleet in state.scenario.fleets:
        worth = _sea_worth(state, side, reach, aimed)
        best = max((hex_ for hex_ in worth if hex_ not in placings), key=lambda h: (worth[h], h), default=None)
        if best is None:
            break
        placings[best] = Place(unit=fleet, at=best)
        targets = [target for target in _within(state, side, best, reach) if target not in aimed]
        aimed.add(targets[0])
        shots.append(Bombard(unit=fleet, target=targets[0], else_=tuple(targets[1:3])))
    return [*placings.values(), *shots]


def _sea_worth(state: State, side: str, reach: int, aimed: set[str]) -> dict[str, int]:
    """The sea hexes from which a fleet hits somebody new, each with the hardest defence that it reaches."""
    board, worth = state.scenario.board, dict[str, int]()
    for target in (u for u in state.land(enemy(side)) if u not in aimed):
        for hex_ in board.within(state.hex_of(target), reach):
            if board.has(hex_, "sea"):
                worth[hex_] = max(worth.get(hex_, 0), defence_factor(state, target))
    return worth


def _within(state: State, side: str, at: str, reach: int) -> list[str]:
    """The enemies within reach of a hex, hardest first."""
    gap = {u: distance(at, state.units[u].at or at) for u in state.land(enemy(side))}
    found = [u for u in gap if gap[u] <= reach]
    return sorted(found, key=lambda u: (-defence_factor(state, u), gap[u], u))


def _aircraft(state: State, side: str) -> list[str]:
    """The aircraft of a side on the map, by id."""
    flying = [unit for unit in sorted(state.units) if state.units[unit].status == "map"]
    return [u for u in flying if state.counter(u).side == side and state.counter(u).type in AIR_TYPES]
