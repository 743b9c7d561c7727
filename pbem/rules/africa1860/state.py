"""The state of a game of Africa 1859-60 (catalogue, 0.3). A frozen value; only `evolve` makes new ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.kit.frozen import alter
from pbem.rules.africa1860.scenario import Counter, Scenario
from pbem.rules.africa1860.sequence import attacker_in, enemy

PLACES = OFF, ABOARD, ELIMINATED, CAPTURED = "off-map", "aboard", "eliminated", "captured"
Stacks = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Unit:
    """What changes of a unit. `at` is an area or one of PLACES; `steps` None for what has none.

    `origin` is the area from which an attacker came into the area it is in, until the shock there is over.
    `activations`, `moved`, `fired`, `shelled` last for the turn, `supported` for a phase.
    """

    at: str = OFF
    steps: int | None = None
    demoralized: bool = False
    activations: int = 0
    moved: bool = False
    fired: bool = False
    shelled: tuple[str, ...] = ()
    origin: str | None = None
    landed: int | None = None
    drawn_fc: int | None = None
    supported: bool = False


@dataclass(frozen=True)
class State:
    """One position. `units` holds every counter of the scenario by id. Treat all mappings as frozen.

    `stacks` are the units in each area by side, top first, convoys and leaders last; those aboard and the gunboat are
    in none. `entered` are the areas that were attacked in this half of the turn, in that order; `shocks` counts those
    of the turn; `used` how often each standing order was carried out in it, by "side number".
    """

    scenario: Scenario
    turn: int
    phase: str
    units: Mapping[str, Unit]
    stacks: Stacks
    control: Mapping[str, str]
    convoys_captured: int = 0
    winner: str | None = None
    win_reason: str | None = None
    entered: tuple[str, ...] = ()
    shocks: int = 0
    used: Mapping[str, int] = field(default_factory=dict)

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit."""
        return self.scenario.counters[unit]

    def side(self, unit: str) -> str:
        """The side of a unit."""
        return self.scenario.counters[unit].side

    def on_map(self, unit: str) -> bool:
        """Whether a unit stands in an area, or sails in one."""
        return self.units[unit].at not in PLACES

    def stack(self, area: str, side: str) -> tuple[str, ...]:
        """The units of a side in an area, top first; the gunboat and those aboard are in no stack."""
        return self.stacks.get(area, {}).get(side, ())

    def holds(self, area: str, side: str) -> bool:
        """Whether a side has any unit in an area, if only a leader or a convoy: an enemy area (AFR-2.12)."""
        return bool(self.stack(area, side))  # AFR-2.12

    def fighters(self, area: str, side: str) -> tuple[str, ...]:
        """The units of a side in an area that are neither leaders nor convoys, top first."""
        counters = self.scenario.counters
        return tuple([unit for unit in self.stack(area, side) if counters[unit].fights])

    def leaders(self, area: str, side: str) -> tuple[str, ...]:
        """The leaders of a side in an area."""
        return tuple(unit for unit in self.stack(area, side) if self.counter(unit).is_leader)

    def convoys(self, area: str, side: str) -> tuple[str, ...]:
        """The convoys of a side in an area."""
        return tuple(unit for unit in self.stack(area, side) if self.counter(unit).class_ == "convoy")

    def contested(self) -> tuple[str, ...]:
        """The areas that hold both sides, by id."""
        return tuple(area for area in sorted(self.stacks) if len(self.stacks[area]) > 1)

    def points(self, area: str, side: str) -> int:
        """The stacking points of a side in an area (AFR-5.2)."""
        return sum(map(self.scenario.points, self.stack(area, side)))  # AFR-5.2

    def threatens(self, area: str, side: str) -> bool:
        """Whether a side has a unit in an area that is neither leader nor convoy: what others keep off (AFR-2.12)."""
        stack = self.stack(area, side)
        return bool(stack) and any(self.scenario.counters[unit].fights for unit in stack)  # AFR-2.12

    def is_adjacent_to_enemy(self, area: str, side: str) -> bool:
        """Whether an area touches one with enemies of a side that are more than leaders and convoys (AFR-2.12)."""
        foe = enemy(side)
        return any(self.threatens(other, foe) for other in self.scenario.board.neighbours[area])

    def enemy_areas_near(self, area: str, side: str) -> int:
        """How many areas next to an area hold enemies of a side (AFR-6.9, 11.3)."""
        foe = enemy(side)
        return sum(1 for other in self.scenario.board.neighbours[area] if self.holds(other, foe))

    def attacker(self) -> str:
        """The side whose half of the turn it is; "" for none (AFR-3.1)."""
        return attacker_in(self.phase)


def settle_order(scenario: Scenario, units: Iterable[str]) -> tuple[str, ...]:
    """Units as a stack may lie: convoys under those that fight, leaders last (AFR-4.4, 5.5)."""

    def rank(unit: str) -> tuple[bool, bool]:
        return scenario.counters[unit].is_leader, scenario.counters[unit].class_ == "convoy"

    return tuple(sorted(units, key=rank))  # AFR-5.5


def default_order(scenario: Scenario, units: Mapping[str, Unit], stack: Iterable[str]) -> list[str]:
    """The order of units that nobody has set: most steps, then lowest combat factor, then id (AFR-4.4)."""

    def rank(unit: str) -> tuple[int, int, str]:
        factor = printed_fc(scenario, units[unit], unit)
        return -(units[unit].steps or 0), factor, unit  # AFR-4.4

    return sorted(stack, key=rank)


def printed_fc(scenario: Scenario, unit: Unit, id_: str) -> int:
    """The combat factor of a unit as it stands: drawn, reduced or full; 0 if hidden, diced or none (AFR-6.12)."""
    counter = scenario.counters[id_]
    if unit.drawn_fc is not None:
        return unit.drawn_fc
    if counter.steps == 2 and unit.steps == 1 and counter.fc_reduced is not None:
        return counter.fc_reduced  # AFR-6.12
    return counter.fc if isinstance(counter.fc, int) else 0


def placed(state: State, units: Iterable[str], at: str, *, on_top: bool = False, **fields: Any) -> State:
    """The state with units in another place, on top of their side's stack there or under it, in the order given."""
    moved = tuple(units)
    scenario = state.scenario
    every = {**state.units, **{u: alter(state.units[u], at=at, **fields) for u in moved}}
    stacks = {area: dict(sides) for area, sides in state.stacks.items()}
    for unit in moved:
        _take_out(stacks, state.units[unit].at, state.side(unit), unit)
    stacking = [u for u in moved if at not in PLACES and scenario.counters[u].class_ != "ship"]
    for side in sorted({state.side(u) for u in stacking}):
        mine = tuple(u for u in stacking if state.side(u) == side)
        there = stacks.setdefault(at, {}).get(side, ())
        stacks[at][side] = settle_order(scenario, (*mine, *there) if on_top else (*there, *mine))
    return alter(state, units=every, stacks=stacks)


def _take_out(stacks: dict[str, dict[str, tuple[str, ...]]], area: str, side: str, unit: str) -> None:
    left = tuple(other for other in stacks.get(area, {}).get(side, ()) if other != unit)
    if left:
        stacks[area][side] = left
    elif area in stacks:
        stacks[area].pop(side, None)
        if not stacks[area]:
            del stacks[area]


def restacked(state: State, area: str, side: str, order: Iterable[str]) -> State:
    """The state with the stack of a side in an area in another order, top first."""
    return alter(state, stacks={**state.stacks, area: {**state.stacks[area], side: tuple(order)}})


def with_units(state: State, units: Mapping[str, Unit]) -> State:
    """The state with what changes of these units replaced; none of them goes to another place."""
    return alter(state, units={**state.units, **units})
