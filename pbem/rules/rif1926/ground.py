"""What the ground of a map costs who walks over it (RIF-8.2)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.board.reach import Steps, steps_table


class Ground:
    """What the hexes of one map cost to enter (RIF-8.2): worked out once for a map and its tables."""

    def __init__(self, board: HexMap, clear: int, mountain: int, river: int, road: int, *, hexsides: bool) -> None:
        self.board, self._road, self._river, self._hexsides = board, road, river, hexsides
        self.cost: dict[str, int] = {}
        for hex_ in board.ids:
            words = board.terrain[hex_]
            if "sea" not in words:
                wet = river if "river" in words and not hexsides else 0
                self.cost[hex_] = (mountain if "mountain" in words else clear) + wet  # RIF-8.2
        self.costs = {
            here: {hex_: self._cost(here, hex_) for hex_ in around if hex_ in self.cost}
            for here, around in board.neighbours.items()
        }
        self.steps: Steps = steps_table(board.adjacent, self._step)

    def _step(self, a: int, b: int) -> int | None:
        here, hex_ = self.board.ids[a], self.board.ids[b]
        return self.costs[here].get(hex_)

    def step_cost(self, here: str, hex_: str) -> int:
        """Points for the step between two neighbouring land hexes: along a road, or by the ground (RIF-8.2)."""
        return self.costs[here][hex_]

    def _cost(self, here: str, hex_: str) -> int:
        if self.board.linked("road", here, hex_):
            return self._road  # RIF-8.2
        across = self._river if self._hexsides and "river" in self.board.edge(here, hex_) else 0
        return self.cost[hex_] + across


def ground_of(board: HexMap, chart: Mapping[str, Any], *, hexsides: bool) -> Ground:
    """The ground of a map under a terrain chart; `hexsides`: a river costs who crosses it, not who stands in it."""
    costs = (chart["clear"]["move"], chart["mountain"]["move"], chart["river"]["move"], chart["road"]["move"])
    return _ground(board, *costs, hexsides)


@lru_cache(maxsize=64)
def _ground(board: HexMap, clear: int, mountain: int, river: int, road: int, hexsides: bool) -> Ground:
    return Ground(board, clear, mountain, river, road, hexsides=hexsides)
