"""The search for paths: the cheapest legal one to a hex, or to every hex (NAP-5.8)."""

import heapq
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.rules.napoleonic.ground import least_cost
from pbem.rules.napoleonic.movers import Party, entry_zones
from pbem.rules.napoleonic.paths import (
    AHEAD,
    TURNS,
    Costs,
    Turns,
    Walk,
    Wish,
    crowded,
    end_of_way,
    ended,
    paid_at_end,
    plus,
    start_turns,
    stepped,
    turns_of,
    walk,
    within,
)

# One way -----------------------------------------------------------------------------------------------------------

Rank = tuple[int, int, tuple[str, ...]]
"""How ways to one hex compare: MP of all, hexes, hex numbers (NAP-5.8)."""
_Way = tuple[int, int, tuple[str, ...], int, Turns]
"""A way of one counter: the least MP and hexes that it may come to at the goal, its path; MP but for turns; turns."""


def way_to(party: Party, wish: Wish, goal: str) -> Walk | None:
    """The best legal way to another hex; None where there is none (NAP-5.8)."""
    if party.goes_one_way and not wish.leaves:
        return None if crowded(party, goal) else _way(party, wish, goal)
    found = reached(party, wish, goal).get(goal)
    return None if found is None else walk(party, found.path if party.start is None else found.path[1:], wish)


def _way(party: Party, wish: Wish, goal: str) -> Walk | None:
    """The same of one counter: ways are gone on in the order in which what they may come to counts.

    So the first to end at the goal is the best, but for the turns at its end.
    """
    queue: list[_Way] = [(0, 0, (), 0, start_turns(party, ""))]
    best: tuple[Rank, Walk] | None = None
    go_on, settled = _onward(party, goal, queue), _Settled()
    while queue:
        way = heapq.heappop(queue)
        _, hexes, path, spent, turns = way
        if best is not None and way[:3] > best[0]:
            break
        here = path[-1] if path else party.origin
        if here == goal:
            found = _ended(party, path, spent, turns, wish)
            rank = (found.costs[0], hexes, path)
            if found.costs[0] <= party.left[0] and (best is None or rank < best[0]):
                best = rank, found
        elif settled.is_first(here, way):
            go_on(way, here)
    return None if best is None else best[1]


def _ended(party: Party, path: tuple[str, ...], spent: int, turns: Turns, wish: Wish) -> Walk:
    """What a way comes to that ends where it has led, with the turns at its end."""
    start = party.origin
    last = party.state.scenario.direction[path[-2] if len(path) > 1 else start, path[-1]]
    turned = turns if party.facers[0] else stepped(turns, last)
    end = end_of_way(party, path[-1], turned, wish, last)
    return Walk((start, *path), (spent + end.paid,), end.facing, end.step_free, end.more_free)


def _onward(party: Party, goal: str, queue: list[_Way]) -> Callable[[_Way, str], None]:
    """What puts into the queue the ways that are one step longer than one that has led to a hex, if the MP may do.

    What a way comes to at least: 1 MP for each hex that is left, and for the goal what the cheapest step into it costs.
    """
    scenario, push, step = party.state.scenario, heapq.heappush, party.lone_step
    around, apart, there = scenario.around, scenario.apart, scenario.numbers[goal]
    left, turning = party.left[0], bool(party.facers[0])
    steps: dict[tuple[str, str, bool], int | None] = {}
    zones = party.zones if party.stops else {}
    last = least_cost(scenario, party.going(party.units[0], goal), goal)
    dear = left if last is None else last - 1

    def go_on(way: _Way, here: str) -> None:
        _, _, path, spent, turns = way
        first, most = not path, left - spent
        if here in zones and not first:
            return
        for hex_, direction, number in around[here]:
            far = apart[number - there]
            to_go = far and far + dear
            if turns.least + 1 + to_go > most:
                continue
            key = (here, hex_, first)
            cost = steps[key] if key in steps else steps.setdefault(key, step(*key))
            if cost is None:
                continue
            turned = stepped(turns, direction) if turning else turns
            least = cost + turned.least + to_go
            if least <= most:
                push(queue, (spent + least, len(path) + 1 + far, (*path, hex_), spent + cost, turned))

    return go_on


class _Settled:
    """The ways that have been gone on with, by the hex to which they lead."""

    def __init__(self) -> None:
        self.ways: dict[str, list[_Way]] = {}

    def is_first(self, here: str, way: _Way) -> bool:
        """Whether something may go on from a way that no other to the same hex makes cheaper, or as cheap and better.

        It is noted then.
        """
        known = self.ways.setdefault(here, [])
        for other in known:
            behind = other[3] + _behind(other[4], way[4]) - way[3]
            if (behind, other[1:3]) < (0, way[1:3]):
                return False
        known.append(way)
        return True


@lru_cache(maxsize=4096)
def _behind(turns: Turns, others: Turns) -> int:
    """By how many MP turns may be dearer than others, whatever facing is needed next; less than 0 where cheaper."""
    return max(ended(turns, face, 0, face).paid - ended(others, face, 0, face).paid for face in range(6))


# The search --------------------------------------------------------------------------------------------------------


class _Label(NamedTuple):
    """A way found so far, in the order in which ways count: MP of all, hexes, hex numbers (NAP-5.8)."""

    total: int
    hexes: int
    path: tuple[str, ...]
    facing: int
    on_foot: bool
    costs: Costs
    stopped: bool


_Key = tuple[str, int, bool, bool]
"""The hex to which a way leads, its facing there, whether on foot, whether it ends there."""


def reached(party: Party, wish: Wish, goal: str | None = None) -> dict[str, Walk]:
    """The best legal way to each other hex where the party may end as wished, by hex (NAP-5.8).

    Which free turns are left at its end depends on where on the way it turned: `walk` along the path tells them.

    With a `goal` that to it is surely found, if there is one; others are not looked for.
    """
    found: dict[str, tuple[Rank, Walk]] = {}
    settled: dict[_Key, list[Costs]] = {}
    queue, offered = _begin(party, wish.by), dict[_Key, int]()
    square = party.state.units[party.units[0]].formation == "square"  # then all of them are
    while queue:
        label = heapq.heappop(queue)
        if goal in found and label.total > found[goal][0][0]:
            break
        here = label.path[-1] if label.path else party.origin
        known = settled.setdefault((here, label.facing, label.on_foot, label.stopped), [])
        if any(within(costs, label.costs) for costs in known):
            continue
        known.append(label.costs)
        if here != party.start and _may_end(party, here, wish):
            _note(party, label, wish, found)
        if not label.stopped and not (square and label.path):
            for following in _following(party, label, here, offered):
                heapq.heappush(queue, following)
    return {hex_: found[hex_][1] for hex_ in sorted(found)}


def _begin(party: Party, by: str | None) -> list[_Label]:
    nothing = (0,) * len(party.units)
    if party.start is not None:
        facing = party.state.units[party.units[0]].facing
        return [_Label(0, 0, (), facing, False, nothing, False)]
    begun = []
    for entry in entry_zones(party.state.scenario, party.units[0]):
        for hex_ in entry.hexes:
            if by in (None, hex_) and next(party.faults(None, hex_, True, False), None) is None:
                costs = plus(party.costs(None, hex_) or nothing, party.zone_costs(hex_, True))
                stopped = party.stops and hex_ in party.zones
                foot = party.on_foot(hex_)
                if within(costs, party.foot_left if foot else party.left):
                    begun.append(_Label(sum(costs), 1, (hex_,), entry.face, foot, costs, stopped))
    heapq.heapify(begun)
    return begun


def _following(party: Party, label: _Label, here: str, offered: dict[_Key, int]) -> Iterator[_Label]:
    """The ways that are one step longer; of one counter none that costs more than one that was offered before."""
    begins, facers = not label.path, party.facers
    free, turning = int(not begins or party.start is None), any(facers)
    for hex_, direction, step, dismounts, stops in party.steps(here, begins):
        costs, foot = plus(label.costs, step), label.on_foot or dismounts
        most = party.foot_left if foot else party.left
        for facing in AHEAD[direction] if turning else (label.facing,):
            paid = max(0, TURNS[label.facing][facing] - free) if turning else 0
            total = costs if not paid else plus(costs, tuple(paid * facer for facer in facers))
            if begins and party.fresh and not paid:
                total = tuple(map(min, total, party.left))  # NAP-5.2
            if not within(total, most):
                continue
            if len(total) == 1:
                key, points = (hex_, facing, foot, stops), total[0]
                if offered.setdefault(key, points) < points:
                    continue
                offered[key] = points
            path = (*label.path, hex_)
            yield _Label(sum(total), len(path), path, facing, foot, total, stops)


def _may_end(party: Party, hex_: str, wish: Wish) -> bool:
    """Whether a way may end in a hex as wished, costs and zones of control apart."""
    if wish.leaves:
        return hex_ in party.state.scenario.exits and party.side == "french"
    return not crowded(party, hex_)


def _note(party: Party, label: _Label, wish: Wish, found: dict[str, tuple[Rank, Walk]]) -> None:
    """Keep the way to its last hex if none was better."""
    hex_ = label.path[-1]
    if (wish.leaves and label.stopped) or (hex_ in found and label[:3] > found[hex_][0]):
        return
    before = label.path[-2] if len(label.path) > 1 else party.start
    last = label.facing if before is None else party.state.scenario.direction[before, hex_]
    end = end_of_way(party, hex_, turns_of(((label.facing, 0),), True), wish, last)
    costs = paid_at_end(party, label.costs, end, wish)
    if not within(costs, party.foot_left if label.on_foot else party.left):
        return
    rank = (sum(costs), label.hexes, label.path)
    if hex_ not in found or rank < found[hex_][0]:
        start = (party.start,) if party.start is not None else ()
        found[hex_] = rank, Walk((*start, *label.path), costs, end.facing, end.step_free, end.more_free)
