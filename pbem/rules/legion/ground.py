"""What the ground of one map costs and bars: worked out once for a map and its cost table (LL-7.4 to 7.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pbem.board.hexmap import HexMap
from pbem.board.reach import Steps, steps_table
from pbem.rules.legion.scenario import Scenario

WATER = ("sea", "mar-chica")
BARS_ARMOUR = ("mountain", "city", "fortress")


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario's map under its cost table and options."""
    costs = scenario.tables["entry-cost"]
    flat_roads = scenario.options["road-negates-mountain"] == "yes"
    return _ground(scenario.board, costs["clear"], costs["mountain"], flat_roads)


@lru_cache(maxsize=64)
def _ground(board: HexMap, clear: int, mountain: int, flat_roads: bool) -> Ground:
    return Ground(board, clear, mountain, flat_roads)


@dataclass(frozen=True)
class Ground:
    """Costs of one map. `flat_roads`: a mountain entered along a road costs as clear ground (an option of LL-7.5)."""

    board: HexMap
    clear: int
    mountain: int
    flat_roads: bool

    @cached_property
    def cost(self) -> Mapping[str, int]:
        """Points to enter each land hex; water has none (LL-7.4, 7.6)."""
        land = (hex_ for hex_ in self.board.ids if not self.board.has(hex_, *WATER))
        return {hex_: self.mountain if self.board.has(hex_, "mountain") else self.clear for hex_ in land}

    @cached_property
    def barred(self) -> frozenset[str]:
        """The hexes that armour may never enter (LL-7.4, 8.22)."""
        return frozenset(hex_ for hex_ in self.board.ids if self.board.has(hex_, *BARS_ARMOUR))

    @cached_property
    def armour_cost(self) -> Mapping[str, int]:
        """Points to enter each hex that armour may enter."""
        return {hex_: cost for hex_, cost in self.cost.items() if hex_ not in self.barred}

    def step_cost(self, here: str, hex_: str) -> int:
        """Points for the step between two neighbouring land hexes."""
        if self.flat_roads and self.board.linked("road", here, hex_):
            return self.clear  # LL-7.5
        return self.cost[hex_]


@lru_cache(maxsize=256)
def steps_of(ground: Ground, *, armour: bool, along_roads: bool = False) -> Steps:
    """The steps of a piece: every one, or those along roads (LL-7.5); of armour none into a hex that bars it."""
    ids, board = ground.board.ids, ground.board
    entered = ground.armour_cost if armour else ground.cost

    def cost(a: int, b: int) -> int | None:
        here, hex_ = ids[a], ids[b]
        if hex_ not in entered or (along_roads and not board.linked("road", here, hex_)):
            return None
        return ground.step_cost(here, hex_)

    return steps_table(board.adjacent, cost)
