"""The search for paths: the cheapest legal one to a hex, or to every hex (NAP-5.8)."""

import heapq
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.board.hexes import cube_distance
from pbem.rules.napoleonic.movers import Party, entry_zones
from pbem.rules.napoleonic.paths import (
    AHEAD,
    NOWHERE,
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
    within,
)

# One way -----------------------------------------------------------------------------------------------------------


class _Way(NamedTuple):
    """A way of one counter: the least MP that it may come to at the goal, hexes, path; MP so far but for turns."""

    least: int
    hexes: int
    path: tuple[str, ...]
    spent: int
    turns: Turns


def path_to(party: Party, wish: Wish, goal: str) -> tuple[str, ...] | None:
    """The hexes of the best legal way to another hex, the start left out; None where there is none (NAP-5.8)."""
    if party.goes_one_way and not wish.leaves:
        return None if crowded(party, goal) else _way(party, wish, goal)
    found = reached(party, wish, goal).get(goal)
    if found is None:
        return None
    return found.path if party.start is None else found.path[1:]


def _way(party: Party, wish: Wish, goal: str) -> tuple[str, ...] | None:
    """The same of one counter: ways are gone on in the order of what they may come to, 1 MP a hex at least.

    So the first to end at the goal is the best, but for the turns at its end.
    """
    queue, settled, best, most = [_start(party)], dict[str, list[_Way]](), None, party.left[0]
    joins = any(party.state.has_facing(unit) for unit in party.state.pile(goal))
    face = None if joins or not party.facers[0] else wish.face  # NAP-5.6
    onward = _onward(party, goal)
    while queue:
        way = heapq.heappop(queue)
        if best is not None and way.least > best[0]:
            break
        here = way.path[-1] if way.path else party.start or NOWHERE
        known = settled.setdefault(here, [])
        if any(_is_before(other, way) for other in known):
            continue
        known.append(way)
        if here != goal:
            for following in onward(way, here):
                heapq.heappush(queue, following)
            continue
        points = way.least if face is None else way.spent + ended(way.turns, face, party.more_free, face).paid
        rank = (points, way.hexes, way.path)
        if points <= most and (best is None or rank < best):
            best = rank
    return None if best is None else best[2]


def _start(party: Party) -> _Way:
    """The way before its first step."""
    return _Way(0, 0, (), 0, start_turns(party, ""))


def _onward(party: Party, goal: str) -> Callable[[_Way, str], Iterator[_Way]]:
    """What gives the ways that are one step longer than one that has led to a hex, as far as the MP may do."""
    around, cubes = party.state.scenario.around, party.state.scenario.board.cubes
    left, turning = party.left[0], bool(party.facers[0])
    far, steps = dict[str, int](), dict[tuple[str, str, bool], int | None]()
    zones = party.zones if party.stops else {}

    def onward(way: _Way, here: str) -> Iterator[_Way]:
        first = not way.path
        if here in zones and not first:
            return
        for hex_, direction in around[here]:
            if hex_ not in far:
                far[hex_] = cube_distance(cubes[hex_], cubes[goal])
            if way.spent + way.turns.least + 1 + far[hex_] > left:
                continue
            key = (here, hex_, first)
            if key not in steps:
                steps[key] = party.lone_step(here, hex_, first)
            cost = steps[key]
            if cost is None:
                continue
            turns = stepped(way.turns, direction) if turning else way.turns
            least = way.spent + cost + turns.least + far[hex_]
            if least <= left:
                yield _Way(least, way.hexes + 1, (*way.path, hex_), way.spent + cost, turns)

    return onward


def _is_before(other: _Way, way: _Way) -> bool:
    """Whether whatever goes on from a way to the same hex is dearer than from another, or as dear and counts later."""
    if not other.path:
        return False  # the first step has costs of its own
    behind = other.spent + _behind(other.turns, way.turns) - way.spent
    return behind < 0 or (behind == 0 and other[1:3] < way[1:3])


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


Rank = tuple[int, int, tuple[str, ...]]
"""How ways to one hex compare: MP of all, hexes, hex numbers (NAP-5.8)."""
_Key = tuple[str, int, bool, bool]


def reached(party: Party, wish: Wish, goal: str | None = None) -> dict[str, Walk]:
    """The best legal way to each other hex where the party may end as wished, by hex (NAP-5.8).

    With a `goal` that to it is surely found, if there is one; others are not looked for.
    """
    found: dict[str, tuple[Rank, Walk]] = {}
    settled: dict[tuple[str, bool, bool], list[_Label]] = {}
    open_: dict[str, bool] = {}
    queue, offered = _begin(party), dict[_Key, Rank]()
    squares = any(party.state.units[unit].formation == "square" for unit in party.units)
    while queue:
        label = heapq.heappop(queue)
        if goal in found and label.total > found[goal][0][0]:
            break
        here = label.path[-1] if label.path else party.start or NOWHERE
        known = settled.setdefault((here, label.on_foot, label.stopped), [])
        if any(_is_better(party, other, label) for other in known):
            continue
        known.append(label)
        if here != party.start:
            if here not in open_:
                open_[here] = _may_end(party, here, wish)
            if open_[here]:
                _note(party, label, wish, found)
        if not label.stopped and not (squares and label.path):
            for following in _following(party, label, here, offered, goal):
                heapq.heappush(queue, following)
    return {hex_: found[hex_][1] for hex_ in sorted(found)}


def _is_first(offered: dict[_Key, Rank], key: _Key, rank: Rank) -> bool:
    """Whether no way of one counter to the same hex, with the same facing, is before this one; it is noted then."""
    if key in offered and offered[key] <= rank:
        return False
    offered[key] = rank
    return True


def _is_better(party: Party, other: _Label, label: _Label) -> bool:
    """Whether nothing that goes on from a label can be as good as what goes on from one found before it.

    That one has the same facing and costs nobody more; or it can turn to the label's facing and has still cost less.
    """
    if other.facing == label.facing:
        return within(other.costs, label.costs)
    turns = TURNS[other.facing][label.facing] + int(not other.path)  # before the first step no turn is free
    if len(other.costs) == 1:
        return other.costs[0] + turns < label.costs[0]
    return all(x + turns * facer < y for x, y, facer in zip(other.costs, label.costs, party.facers, strict=True))


def _begin(party: Party) -> list[_Label]:
    nothing = (0,) * len(party.units)
    if party.start is not None:
        facing = party.state.units[party.units[0]].facing
        return [_Label(0, 0, (), facing, False, nothing, False)]
    begun = []
    for entry in entry_zones(party.state.scenario, party.units[0]):
        for hex_ in entry.hexes:
            if next(party.faults(None, hex_, True, False), None) is None:
                costs = plus(party.costs(None, hex_, entry.road) or nothing, party.zone_costs(hex_, True))
                stopped = party.stops and hex_ in party.zones
                foot = party.on_foot(hex_)
                if within(costs, party.foot_left if foot else party.left):
                    begun.append(_Label(sum(costs), 1, (hex_,), entry.face, foot, costs, stopped))
    heapq.heapify(begun)
    return begun


def _following(party: Party, label: _Label, here: str, offered: dict[_Key, Rank], goal: str | None) -> Iterator[_Label]:
    """The ways that are one step longer; of one counter those before which no other was offered.

    A step costs 1 MP at least: with a `goal` those that cannot get to it any more are left out.
    """
    begins, single, facers = not label.path, len(party.units) == 1, party.facers
    free, turning, length = int(not begins or party.start is None), any(facers), len(label.path) + 1
    before = TURNS[label.facing]
    for hex_, direction, step, dismounts, stops in party.steps(here, begins):
        costs, foot = plus(label.costs, step), label.on_foot or dismounts
        most = party.foot_left if foot else party.left
        alone = begins and party.fresh and not within(costs, most) and goal in (None, hex_)
        if goal is not None and goal != hex_:
            far = party.state.scenario.board.distance(hex_, goal)
            most = tuple(each - far for each in most)
        if not alone and not within(costs, most):
            continue
        for facing in AHEAD[direction] if turning else (label.facing,):
            paid = max(0, before[facing] - free) if turning else 0
            total, stopped = costs if not paid else plus(costs, tuple(paid * facer for facer in facers)), stops
            if not within(total, most):
                if not alone or paid:
                    continue
                stopped, total = True, tuple(map(min, total, party.left))  # NAP-5.2
            key, points = (hex_, facing, foot, stopped), sum(total)
            if single and key in offered and offered[key][0] < points:
                continue
            path = (*label.path, hex_)
            if not single or _is_first(offered, key, (points, length, path)):
                yield _Label(points, length, path, facing, foot, total, stopped)


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
    end = end_of_way(party, hex_, Turns(((label.facing, 0),), True), wish, last)
    costs = paid_at_end(party, label.costs, end, wish)
    if not within(costs, party.foot_left if label.on_foot else party.left):
        return
    rank = (sum(costs), label.hexes, label.path)
    if hex_ not in found or rank < found[hex_][0]:
        start = (party.start,) if party.start is not None else ()
        found[hex_] = rank, Walk((*start, *label.path), costs, end.facing, end.step_free, end.more_free)
