"""The movement search: every node that a budget of points reaches, and the cheapest way to it.

Nodes are the small integers of a map (or of anything else: areas, hex and facing). The rules say what a step costs
by a table made once a phase, where one must stop, and what is blocked; the search knows nothing else.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each node the steps from it: (next node, cost of 1 or more)."""


class Reached(NamedTuple):
    """A node that was reached: points spent, and the node before it (-1 for the start)."""

    spent: int
    via: int


def steps_table(adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> Steps:
    """The steps of a map: `cost(a, b)` in points for the step from a to b, or None where there is none."""
    return tuple(
        tuple((b, c) for b in neighbours if (c := cost(a, b)) is not None) for a, neighbours in enumerate(adjacent)
    )


def reach(
    start: int,
    budget: int,
    steps: Steps,
    stops: Container[int] = (),
    blocked: Container[int] = (),
) -> dict[int, Reached]:
    """Every node that `budget` points reach from `start`, the start itself included, with points and way.

    A node in `stops` may be entered but not left (the start may always be left); a node in `blocked` may not be
    entered. Costs are whole points; of equal ways the one over the smaller node wins, so the answer is always the same.
    Buckets by points instead of a heap: budgets are small whole numbers.
    """
    found: dict[int, Reached] = {}
    best = {start: 0}
    via = {start: -1}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if node in found:
                continue
            found[node] = Reached(spent, via[node])
            if node in stops and node != start:
                continue
            for following, cost in steps[node]:
                total = spent + cost
                if total > budget or following in found or following in blocked:
                    continue
                known = best.get(following)
                if known is None or total < known:
                    best[following] = total
                    via[following] = node
                    buckets[total].append(following)
                elif total == known and node < via[following]:
                    via[following] = node
    return found


def way(found: dict[int, Reached], goal: int) -> tuple[int, ...]:
    """The nodes from the start to `goal`, both included; KeyError if the goal was not reached."""
    nodes = [goal]
    while (before := found[nodes[-1]].via) >= 0:
        nodes.append(before)
    return tuple(reversed(nodes))


def texts(nodes: Iterable[int], ids: Sequence[str]) -> tuple[str, ...]:
    """The texts of nodes, e.g. the hexes of a way."""
    return tuple(ids[n] for n in nodes)
