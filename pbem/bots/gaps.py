"""How far it is to the nearest of some spaces, whatever stands in the way."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

FAR = 999


def hops(neighbours: Mapping[str, Sequence[str]], goals: Iterable[str]) -> Mapping[str, int]:
    """Steps from each space to the nearest goal; spaces from which none is reached are left out."""
    found, count = dict.fromkeys(goals, 0), 0
    edge = list(found)
    while edge:
        count += 1
        edge = list(dict.fromkeys(near for space in edge for near in neighbours[space] if near not in found))
        found |= dict.fromkeys(edge, count)
    return found


def gaps(
    neighbours: Mapping[str, Sequence[str]], cost: Callable[[str, str], int | None], goals: Iterable[str]
) -> Mapping[str, int]:
    """Movement points from each space to the nearest goal; spaces from which none is reached are left out.

    `cost(here, there)` is what a step costs, None where there is none.
    """
    found = dict.fromkeys(goals, 0)
    queue = [(0, space) for space in found]
    heapify(queue)
    while queue:
        gap, space = heappop(queue)
        if gap > found[space]:
            continue
        for near in neighbours[space]:
            step = cost(near, space)
            if step is not None and gap + step < found.get(near, FAR):
                found[near] = gap + step
                heappush(queue, (found[near], near))
    return found
