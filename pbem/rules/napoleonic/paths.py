"""Paths: what a written one comes to, and the cheapest legal one to every hex, turns included (NAP-5.6, 5.8)."""

import heapq
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.board.hexes import cube_distance
from pbem.core.problems import Fault
from pbem.rules.napoleonic.movers import Party, entry_at, entry_zones
from pbem.rules.napoleonic.naming import first
from pbem.rules.napoleonic.stacking import fault as stack_fault

Costs = tuple[int, ...]
NOWHERE = ""


class Walk(NamedTuple):
    """What a path comes to: its hexes from the start on, MP of each counter, the facing at its end, turns left free.

    With a `fault` nothing else counts. Of one that enters the map the first hex is the one by which it comes.
    """

    path: tuple[str, ...]
    costs: Costs
    facing: int
    step_free: int = 0
    more_free: int = 0
    fault: Fault | None = None


class Wish(NamedTuple):
    """How a MOVE is to end: the facing that it asks for, and whether it leaves the map by its last hex."""

    face: int | None = None
    leaves: bool = False


class Turns(NamedTuple):
    """Where turning has led: the facings that it may have now, each with the hexsides paid for; after a step or not."""

    paid: tuple[tuple[int, int], ...]
    stepped: bool
    least: int = 0
    """The fewest hexsides paid for."""


def apart(a: int, b: int) -> int:
    """Hexsides between two facings: 0 to 3."""
    turn = (a - b) % 6
    return min(turn, 6 - turn)


TURNS = tuple(tuple(apart(a, b) for b in range(6)) for a in range(6))
"""Hexsides between two facings, by both."""
AHEAD = tuple(tuple(sorted((way + k) % 6 for k in (-1, 0, 1))) for way in range(6))
"""The facings that have a direction in front, by direction (NAP-5.6)."""


@lru_cache(maxsize=4096)
def stepped(turns: Turns, direction: int) -> Turns:
    """The turns after a step in a direction: the hex must be one of the three in front (NAP-5.6)."""
    free = int(turns.stepped)  # NAP-5.6
    paid = [min(points + max(0, TURNS[at][to] - free) for at, points in turns.paid) for to in AHEAD[direction]]
    return Turns(tuple(zip(AHEAD[direction], paid, strict=True)), True, min(paid))


class Ended(NamedTuple):
    """How turning ends: hexsides paid for, the final facing, what is left free of the last step and of the phase."""

    paid: int
    facing: int
    step_free: int
    more_free: int


@lru_cache(maxsize=4096)
def ended(turns: Turns, wish: int | None, more_free: int, last: int) -> Ended:
    """The cheapest turns to the facing wished for, else the direction of the last step (NAP-5.6)."""
    goal = last if wish is None else wish
    step_free = int(turns.stepped)
    ends = ((points + max(0, TURNS[f][goal] - step_free - more_free), TURNS[f][goal], f) for f, points in turns.paid)
    paid, used, _ = min(ends)
    rest = max(0, used - step_free)
    return Ended(paid, goal, max(0, step_free - used), max(0, more_free - rest))


def start_turns(party: Party, by: str) -> Turns:
    """The turns before the first step: the facing that it has; of one that enters by a hex, the way in (NAP-15.4)."""
    state = party.state
    if party.start is None:
        entry = entry_at(state.scenario, party.units[0], by)
        return Turns(((entry.face if entry is not None else 0, 0),), True)
    return Turns(((state.units[party.units[0]].facing, 0),), False)


def plus(a: Costs, b: Costs) -> Costs:
    """Costs added up, counter by counter."""
    if len(a) == 1:
        return (a[0] + b[0],)
    return tuple(x + y for x, y in zip(a, b, strict=True))


def within(costs: Costs, most: Costs) -> bool:
    """Whether each can pay."""
    if len(costs) == 1:
        return costs[0] <= most[0]
    return all(x <= y for x, y in zip(costs, most, strict=True))


def walk(party: Party, path: Sequence[str], wish: Wish) -> Walk:
    """What a path written out hex by hex comes to (NAP-5.1, 5.2, 6.2); of one that enters it begins with its entry."""
    faults: list[Fault] = []
    here, turns, stopped = party.start, start_turns(party, path[0]), False
    costs, most = (0,) * len(party.units), party.left
    last = turns.paid[0][0]
    turned_first = 0
    for number, hex_ in enumerate(path):
        good = not stopped and here is not None and (here, hex_) in party.state.scenario.direction
        step = party.step(here or NOWHERE, hex_, number == 0) if good else None
        if step is None:
            faults += party.faults(here, hex_, number == 0, stopped)
            if any(fault.code == "not-adjacent" for fault in faults):
                break
        if here is not None:
            last = party.state.scenario.direction[here, hex_]
            turns = stepped(turns, last)
        if number == 0 and any(party.facers):
            turned_first = turns.least
        costs = plus(costs, step.costs if step is not None else _costs(party, here, hex_, number == 0))
        most = party.foot_left if party.on_foot(hex_) else most
        stopped = party.stops and hex_ in party.zones
        here = hex_
    end = _end(party, here or NOWHERE, turns, wish, last)
    if not faults:
        costs = _paid(party, costs, end, wish)
        one = party.fresh and len(path) == 1 and not wish.leaves and turned_first == 0
        if one and end.paid == 0 and not within(costs, most):
            costs = tuple(min(cost, left) for cost, left in zip(costs, party.left, strict=True))  # NAP-5.2
        faults += _end_faults(party, path, wish, (costs, most), stopped)
    start = (party.start,) if party.start is not None else ()
    return Walk((*start, *path), costs, end.facing, end.step_free, end.more_free, first(faults))


def _costs(party: Party, here: str | None, hex_: str, first: bool) -> Costs:
    """MP of each for a step that enters the map, or that has a fault: nothing where it is prohibited."""
    costs = party.costs(here, hex_, _road(party, hex_)) or (0,) * len(party.units)
    return plus(costs, party.zone_costs(hex_, first))


def _road(party: Party, hex_: str) -> str | None:
    """The hex by which a road comes in, of the zone in which the party enters."""
    entry = entry_at(party.state.scenario, party.units[0], hex_) if party.start is None else None
    return None if entry is None else entry.road


def _paid(party: Party, costs: Costs, end: Ended, wish: Wish) -> Costs:
    """Costs with the turns that those with a facing pay for, and the step off the map (NAP-15.5)."""
    turned = tuple(end.paid * facer for facer in party.facers)
    return tuple(c + t + int(wish.leaves) for c, t in zip(costs, turned, strict=True))  # NAP-15.5


def _end(party: Party, hex_: str, turns: Turns, wish: Wish, last: int) -> Ended:
    """How turning ends in a hex: who joins others takes their facing free (NAP-5.6)."""
    others = [unit for unit in party.state.pile(hex_) if unit not in party.units]
    free = wish.leaves or not any(party.facers)
    if free or any(party.state.has_facing(unit) for unit in others):
        goal = last if wish.face is None else wish.face
        paid = turns.least if any(party.facers) else 0
        return Ended(paid, goal, int(turns.stepped), party.more_free)  # NAP-5.6
    return ended(turns, wish.face, party.more_free, last)


def _end_faults(party: Party, path: Sequence[str], wish: Wish, paid: tuple[Costs, Costs], stopped: bool) -> list[Fault]:
    """Why a path may not end as it does: MP, stacking, squares, no exit hex (NAP-4.1, 5.3, 15.5)."""
    costs, most = paid
    found = []
    squares = any(party.state.units[unit].formation == "square" for unit in party.units)
    if not within(costs, most) or (squares and len(path) > 1):
        worst = max(range(len(costs)), key=lambda k: costs[k] - most[k])
        args: dict[str, str | int] = {"unit": party.units[worst], "cost": costs[worst], "allowance": most[worst]}
        found.append(Fault("move-too-far", "NAP-5.1", args))  # NAP-5.1
    if wish.leaves:
        if path[-1] not in party.state.scenario.exits or party.side != "french":
            found.append(Fault("not-adjacent", "NAP-15.5", {"from": path[-1], "to": "exit"}))  # NAP-15.5
        if stopped:
            found.append(Fault("zoc-stop", "NAP-6.2", {"hex": path[-1]}))
        return found
    full = crowded(party, path[-1])
    if full:
        code = "stack-terrain" if full == "stack-terrain" else "overstacked"
        found.append(Fault(code, "NAP-4.1", {"hex": path[-1]}))  # NAP-4.1
    return found


def crowded(party: Party, hex_: str) -> str:
    """Why the party may not stand in a hex with those there, "" where it may (NAP-4.1)."""
    if hex_ not in party.crowds:
        party.crowds[hex_] = _crowded(party, hex_)
    return party.crowds[hex_]


def _crowded(party: Party, hex_: str) -> str:
    state = party.state
    others = tuple(unit for unit in state.pile(hex_) if unit not in party.units)
    mine = tuple(unit for unit in party.units if not state.counter(unit).is_leader)
    if not mine:
        return ""
    codes = [stack_fault(state, hex_, (*others, *mine), unit) for unit in mine]
    code = next((code for code in codes if code == "stack-terrain"), "") or max(codes)
    return "overstacked" if code == "no-square-here" else code


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
    end = _end(party, hex_, Turns(((label.facing, 0),), True), wish, last)
    costs = _paid(party, label.costs, end, wish)
    if not within(costs, party.foot_left if label.on_foot else party.left):
        return
    rank = (sum(costs), label.hexes, label.path)
    if hex_ not in found or rank < found[hex_][0]:
        start = (party.start,) if party.start is not None else ()
        found[hex_] = rank, Walk((*start, *label.path), costs, end.facing, end.step_free, end.more_free)
