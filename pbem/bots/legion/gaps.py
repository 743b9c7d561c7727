"""How far it is over land to the nearest of some hexes, whatever stands in the way."""

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush

from pbem.rules.legion.ground import ground_of
from pbem.rules.legion.scenario import Scenario

FAR = 999


def gaps(scenario: Scenario, goals: Iterable[str]) -> Mapping[str, int]:
    """Movement points from each hex to the nearest goal; hexes from which none is reached are left out.

    Water may be where a way begins (a landing), never where it leads through.
    """
    cost, neighbours = ground_of(scenario).cost, scenario.board.neighbours
    found = dict.fromkeys(goals, 0)
    queue = [(0, hex_) for hex_ in found]
    heapify(queue)
    while queue:
        gap, hex_ = heappop(queue)
        if gap > found[hex_] or hex_ not in cost:
            continue
        for near in neighbours[hex_]:
            if gap + cost[hex_] < found.get(near, FAR):
                found[near] = gap + cost[hex_]
                heappush(queue, (found[near], near))
    return found
