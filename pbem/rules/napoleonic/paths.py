"""Paths: what a written one comes to, turns included (NAP-5.6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from pbem.core.problems import Fault
from pbem.rules.napoleonic.movers import Party, entry_at
from pbem.rules.napoleonic.naming import first
from pbem.rules.napoleonic.stacking import crowd
from pbem.rules.napoleonic.stacking import fault as stack_fault

Costs = tuple[int, ...]


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
    """How a MOVE is to end: the facing that it asks for, and whether it leaves the map by its last hex.

    `by` is the hex by which it is to enter the map, None for any (NAP-15.4).
    """

    face: int | None = None
    leaves: bool = False
    by: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """Where turning has led: the facings that it may have now, each with the hexsides paid for; after a step or not.

    `least` is the fewest hexsides paid for. Of each there is one, made by `turns_of`: it is looked up by what it is.
    """

    paid: tuple[tuple[int, int], ...]
    stepped: bool
    least: int


@cache
def turns_of(paid: tuple[tuple[int, int], ...], stepped: bool) -> Turns:
    """The turns that have led there."""
    return Turns(paid, stepped, min(points for _, points in paid))


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
    return turns_of(tuple(zip(AHEAD[direction], paid, strict=True)), True)


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
        return turns_of(((entry.face if entry is not None else 0, 0),), True)
    return turns_of(((state.units[party.units[0]].facing, 0),), False)


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
    for number, hex_ in enumerate(path):
        step = None
        if not stopped and here is not None and (here, hex_) in party.state.scenario.direction:
            step = party.step(here, hex_, number == 0)
        if step is None:
            faults += party.faults(here, hex_, number == 0, stopped)
            if any(fault.code == "not-adjacent" for fault in faults):
                break
        if here is not None:
            last = party.state.scenario.direction[here, hex_]
            turns = stepped(turns, last)
        costs = plus(costs, step.costs if step is not None else _costs(party, here, hex_, number == 0))
        most = party.foot_left if party.on_foot(hex_) else most
        stopped = party.stops and hex_ in party.zones
        here = hex_
    end = end_of_way(party, path[-1], turns, wish, last)
    if not faults:
        costs = paid_at_end(party, costs, end, wish)
        if party.fresh and len(path) == 1 and not wish.leaves and end.paid == 0:
            costs = tuple(min(cost, left) for cost, left in zip(costs, party.left, strict=True))  # NAP-5.2
        faults += _end_faults(party, path, wish, (costs, most), stopped)
    start = (party.start,) if party.start is not None else ()
    return Walk((*start, *path), costs, end.facing, end.step_free, end.more_free, first(faults))


def _costs(party: Party, here: str | None, hex_: str, first: bool) -> Costs:
    """MP of each for a step that enters the map, or that has a fault: nothing where it is prohibited."""
    costs = party.costs(here, hex_) or (0,) * len(party.units)
    return plus(costs, party.zone_costs(hex_, first))


def paid_at_end(party: Party, costs: Costs, end: Ended, wish: Wish) -> Costs:
    """Costs with the turns that those with a facing pay for, and the step off the map (NAP-15.5)."""
    turned = tuple(end.paid * facer for facer in party.facers)
    return tuple(c + t + int(wish.leaves) for c, t in zip(costs, turned, strict=True))  # NAP-15.5


def end_of_way(party: Party, hex_: str, turns: Turns, wish: Wish, last: int) -> Ended:
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
        barred = full == "stack-terrain"
        args = {"hex": path[-1]} if barred else crowd(party.state, path[-1], together(party, path[-1]))
        found.append(Fault("stack-terrain" if barred else "overstacked", "NAP-4.1", args))  # NAP-4.1
    return found


def crowded(party: Party, hex_: str) -> str:
    """Why the party may not stand in a hex with those there, "" where it may (NAP-4.1)."""
    if hex_ not in party.crowds:
        party.crowds[hex_] = _crowded(party, hex_)
    return party.crowds[hex_]


def together(party: Party, hex_: str) -> tuple[str, ...]:
    """The party, without leaders, and those of its side who stand in a hex."""
    mine = (unit for unit in party.units if not party.state.counter(unit).is_leader)
    return (*(unit for unit in party.state.pile(hex_) if unit not in party.units), *mine)


def _crowded(party: Party, hex_: str) -> str:
    state = party.state
    others = tuple(unit for unit in state.pile(hex_) if unit not in party.units)
    mine = tuple(unit for unit in party.units if not state.counter(unit).is_leader)
    codes = {stack_fault(state, hex_, (*others, *mine), unit) for unit in mine} - {""}
    return "stack-terrain" if "stack-terrain" in codes else "overstacked" if codes else ""
