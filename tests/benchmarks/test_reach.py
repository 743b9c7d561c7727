"""All reachable hexes of 100 counters, zones of control included, against networkx's Dijkstra on the same graph."""

from collections.abc import Callable

import networkx as nx
import pytest

from pbem.board.hexes import hex_id
from pbem.board.hexmap import HexMap
from pbem.board.reach import reach, steps_table
from pbem.board.zones import zones
from tests.benchmarks.timing import ratio

COLUMNS, ROWS, UNITS, BUDGET = 46, 26, 100, 6
AT_LEAST = 2.5


def board() -> HexMap:
    """A board of the size of La Legión's, a third of it mountain, without water."""
    hexes = [(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    return HexMap({hex_id(c, r): ["mountain" if (7 * c + 5 * r) % 3 == 0 else "clear"] for c, r in hexes})


def setting() -> tuple[Callable[[], int], Callable[[], int]]:
    """Ours and theirs: both answer how many hexes the 100 counters reach, within an enemy's zones of control."""
    hexmap = board()
    cost = [2 if hexmap.has(h, "mountain") else 1 for h in hexmap.ids]
    starts = [(i * 37) % len(hexmap) for i in range(UNITS)]
    enemies = {f"e{i}": hexmap.ids[(i * 91 + 13) % len(hexmap)] for i in range(40)}
    held = zones(enemies, lambda unit: hexmap.neighbours[enemies[unit]])
    stops = {hexmap.index[h] for h in held}
    table = steps_table(hexmap.adjacent, lambda _, b: cost[b])
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(hexmap)))
    for a, around in enumerate(hexmap.adjacent):
        graph.add_weighted_edges_from((a, b, cost[b]) for b in around if a not in stops)
    free = [s for s in starts if s not in stops]

    def ours() -> int:
        return sum(len(reach(s, BUDGET, table, stops=stops).spent) for s in free)

    def theirs() -> int:
        return sum(len(nx.single_source_dijkstra_path_length(graph, s, cutoff=BUDGET)) for s in free)

    return ours, theirs


@pytest.mark.benchmark(group="reach")
def test_reach_of_100_counters(benchmark) -> None:  # type: ignore[no-untyped-def]
    ours, theirs = setting()
    assert ours() == theirs()
    benchmark(ours)
    found = ratio(ours, theirs, limit=1 / AT_LEAST)
    benchmark.extra_info["times faster than networkx"] = round(1 / found, 2)
    assert found <= 1 / AT_LEAST
