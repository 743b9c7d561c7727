"""Paths of ground units: what a written path comes to, and the cheapest legal one to a hex (RIF-4.2, 6.1, 8.1)."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from pbem.board.reach import Reach, reach
from pbem.core.orders import onward
from pbem.core.problems import Args, Fault
from pbem.kit import walking
from pbem.rules.rif1926.sequence import enemy
from pbem.rules.rif1926.state import State

Nodes = frozenset[int]


class Going(NamedTuple):
    """How units go together: whose, with how many points, and whether one of them is dispersed."""

    side: str
    points: int
    dispersed: bool


class Walk(NamedTuple):
    """What a path comes to: `path` begins with the start. With `faults` nothing else counts."""

    path: tuple[str, ...]
    cost: int
    faults: tuple[Fault, ...] = ()


def going_of(state: State, units: tuple[str, ...]) -> Going:
    """How these units go together: at the slowest, out of zones of control if one is dispersed (RIF-8.1, 6.1)."""
    counters, each = state.scenario.counters, state.units
    points = min([counters[unit].movement for unit in units])  # RIF-8.1
    return Going(counters[units[0]].side, points, True in [each[unit].dispersed for unit in units])


def go(state: State, going: Going, start: str, path: tuple[str, ...], spent: int = 0) -> Walk:
    """What an ordered path from `start` comes to: one hex alone is the cheapest legal path to it (part B).

    `spent` points are gone already, by entering the map at the start, which then is no hex that one may leave freely.
    """
    board, path = state.scenario.board, onward(path, start)
    if len(path) == 1 and path[0] not in board.neighbours[start]:
        return _to_distant(state, going, start, path[0], spent)
    return walk(state, going, start, path, spent)


def walk(state: State, going: Going, start: str, path: tuple[str, ...], spent: int = 0) -> Walk:
    """What a path written out hex by hex comes to, up to its first faulty hex."""
    costs, bit, foe = state.scenario.ground.costs, state.scenario.board.masks.bit, enemy(going.side)
    zone = state.zone_of(foe)
    shut = zone | state.held[foe]
    here, cost, walked, stops = start, spent, [start], bit[start] & zone
    for hex_ in path:
        fault, closed = None, bit[hex_] & shut
        if closed or stops or hex_ not in costs[here]:
            fault = _step_fault(state, going, here, hex_, came=bool(spent) or len(walked) > 1)
        if fault is None:
            cost += costs[here][hex_]
            if cost > going.points:
                fault = Fault("move-too-far", "RIF-8.1", {"cost": cost, "allowance": going.points})  # RIF-8.1
        if fault is not None:
            return Walk(tuple(walked), cost, (_near(state, going, start, path[-1], spent, fault),))
        walked.append(hex_)
        here, stops = hex_, closed
    return Walk(tuple(walked), cost)


def _step_fault(state: State, going: Going, here: str, hex_: str, *, came: bool) -> Fault | None:
    """Why a step cannot be taken; `came`: the units came to the hex before it in this move, and did not begin there."""
    board, foe = state.scenario.board, enemy(going.side)
    if hex_ not in board.neighbours[here]:
        return Fault("not-connected", "RIF-8.1", {"from": here, "to": hex_})  # RIF-8.1
    if hex_ not in state.scenario.land:
        return Fault("impassable", "RIF-8.1", {"hex": hex_})  # RIF-8.1
    if state.held_by(foe, hex_):
        return Fault("enemy-occupied", "RIF-5.1", {"hex": hex_})  # RIF-5.1
    if going.dispersed and state.in_zone(going.side, hex_):
        return Fault("dispersed", "RIF-6.1", {"hex": hex_})  # RIF-6.1
    if state.in_zone(going.side, here) and came:
        return Fault("zoc-stop", "RIF-4.2", {"hex": here})  # RIF-4.2
    if state.in_zone(going.side, here) and state.in_zone(going.side, hex_):
        return Fault("zoc-to-zoc", "RIF-4.2", {"from": here, "hex": hex_})  # RIF-4.2
    return None


def _to_distant(state: State, going: Going, start: str, goal: str, spent: int) -> Walk:
    """The cheapest legal path to a hex that does not touch the start; or why there is none (RIF-8.1)."""
    board = state.scenario.board
    if goal != start:
        found = reached(state, going, start, spent)
        node = board.index[goal]
        if node in found.spent:
            return Walk(tuple(board.ids[n] for n in found.way(node)), found.spent[node] + spent)
    args: Args = {"hex": goal}
    if goal == start:
        fault = Fault("not-connected", "RIF-8.1", args)  # RIF-8.1
    elif goal not in state.scenario.land:
        fault = Fault("impassable", "RIF-8.1", args)  # RIF-8.1
    elif state.held_by(enemy(going.side), goal):
        fault = Fault("enemy-occupied", "RIF-5.1", args)  # RIF-5.1
    elif going.dispersed and state.in_zone(going.side, goal):
        fault = Fault("dispersed", "RIF-6.1", args)  # RIF-6.1
    else:
        fault = Fault("move-too-far", "RIF-8.1", {"allowance": going.points, "hex": goal})  # RIF-8.1
    return Walk((start,), 0, (_near(state, going, start, goal, spent, fault),))


def _near(state: State, going: Going, start: str, goal: str, spent: int, fault: Fault) -> Fault:
    """The fault with the nearest hex that can be reached: what the player may have meant; the way to one beside."""
    board, found = state.scenario.board, reached(state, going, start, spent)
    near = walking.nearest(board, start, goal, (found,))
    if near and near[0] in board.neighbours[start]:  # alone it would be that one step
        near = (" ".join(board.ids[node] for node in found.way(board.index[near[0]])[1:]),)
    return Fault(fault.code, fault.rule, fault.args, near)


def reached(state: State, going: Going, start: str, spent: int = 0) -> Reach:
    """Every hex that units may go to from a start, with points and way; the start is among them."""
    zones, blocked = _barriers(state, going)
    node, steps = state.scenario.board.index[start], state.scenario.ground.steps
    if node in zones:
        first = () if spent else tuple(step for step in steps[node] if step[0] not in zones)  # RIF-4.2
        steps = (*steps[:node], first, *steps[node + 1 :])
    return reach(node, max(0, going.points - spent), steps, zones, blocked)


def can_step(state: State, going: Going, start: str) -> bool:
    """Whether there is a legal step from a start: whether anything else is reached."""
    bit, foe = state.scenario.board.masks.bit, enemy(going.side)
    zone = state.zone_of(foe)
    shut = state.held[foe] | (zone if going.dispersed or bit[start] & zone else 0)  # RIF-6.1 RIF-4.2
    costs = state.scenario.ground.costs[start]
    return any(cost <= going.points and not bit[hex_] & shut for hex_, cost in costs.items())  # RIF-8.1


def _barriers(state: State, going: Going) -> tuple[Nodes, Nodes]:
    """The nodes where units that go so must stop, and those that they may not enter."""
    zones, blocked = state.known(enemy(going.side), "barriers", partial(_barriers_of, side=enemy(going.side)))
    return zones, blocked | zones if going.dispersed else blocked  # RIF-6.1


def _barriers_of(state: State, side: str) -> tuple[Nodes, Nodes]:
    index, masks = state.scenario.board.index, state.scenario.board.masks
    zones, held = masks.hexes(state.zone_of(side)), state.hexes_of(side)
    return frozenset(index[hex_] for hex_ in zones), frozenset(index[hex_] for hex_ in held)


def destinations(state: State, going: Going, start: str, spent: int = 0) -> Iterator[tuple[tuple[str, ...], int]]:
    """The cheapest way to each hex but the start, the start left out, and what it costs; by hex."""
    board = state.scenario.board
    found = reached(state, going, start, spent)
    ways = found.ways(board.ids)
    for node in sorted(found.spent):
        if node != board.index[start]:
            yield ways[node], found.spent[node] + spent
