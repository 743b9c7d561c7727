"""The scenario of a Napoleonic battle: map, counters, tables and options, as the save's own scenario.json holds them.

Never changes during a game. Read once, indexed for the inner loops, and shared by every state of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pbem.board.hexmap import HexMap

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions by name; their place is the direction of the board, 0 north, then clockwise (NAP-1.2)."""
TYPES = ("infantry", "cavalry", "artillery", "leader")
CLASSES: Mapping[str, tuple[str, ...]] = {
    "infantry": ("line", "light", "militia"),
    "cavalry": ("light", "medium", "heavy"),
    "artillery": ("light", "medium", "heavy"),
    "leader": ("",),
}
GRADES = ("A", "B", "C", "D", "E", "F")
NATIONS = ("spanish", "french", "french-ally", "british", "portuguese", "kgl", "other")
MANOEUVRE, ATTACK, DEFENCE = ORDERS_OF_DIVISIONS = ("manoeuvre", "attack", "defence")

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "reactions": ("standing", "ask"),  # NAP-13.2
    "fog": ("none",),
    "succession": ("next-turn", "none"),  # NAP-2.3
    "strong-building-infantry": ("D", "plain"),  # NAP-3.2
    "road-order": ("manoeuvre", "any"),  # NAP-3.5
    "square-quarter": ("target", "firer"),  # NAP-8.3
    "stack-fire": ("all-targets", "same-target"),  # NAP-8.6
    "leader-morale": ("factor", "one"),  # NAP-9.2
    "recover-in-tests": ("yes", "no"),  # NAP-9.3
    "vedel": ("none", "turn-15"),  # NAP-15.1
    "thirst": ("no", "yes"),  # NAP-15.7
}


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as printed: it never changes (NAP-1.3).

    `division` is "" for a counter of none. A leader has no strength and no grade, all others no `shock`, no
    `morale_factor` and no `range`. `due` and `entry` say when and by which zone of the map it may come.
    """

    id: str
    side: str
    type: str
    class_: str
    nation: str
    division: str
    pf: int
    grade: str
    horse: bool
    swiss: bool
    shock: int
    morale_factor: int
    range: int
    chief: bool
    due: int
    entry: str
    face: str
    is_leader: bool = field(init=False)
    """Whether it is a leader: it moves, and does nothing else by itself (NAP-2.4)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_leader", self.type == "leader")

    @property
    def skirmishes(self) -> bool:
        """Whether it may ever skirmish: militia and heavy cavalry may not (NAP-5.3)."""
        return self.class_ not in ("militia", "heavy")  # NAP-5.3


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry zone: the hexes by which a side enters, the one with the road if there is one, the facing inward."""

    side: str
    hexes: tuple[str, ...]
    road: str | None
    face: int


@dataclass(frozen=True)
class Scenario:
    """The fixed part of a game. `data` is scenario.json as parsed (names and drawing hints are read from there).

    `tables` hold, beside the charts, the divisions of the army lists. `zones` are the hexes in which a division sets
    up, `entry` the entry zones, `exits` the hexes by which one leaves; `set_up` the hex of each counter that the
    scenario proposes.
    """

    data: Mapping[str, Any]
    board: HexMap
    counters: Mapping[str, Counter]
    tables: Mapping[str, Any]
    options: Mapping[str, str]
    seats: Mapping[str, str]
    turns: int
    zones: Mapping[str, frozenset[str]]
    entry: Mapping[str, Entry]
    exits: frozenset[str]
    set_up: Mapping[str, str]

    @cached_property
    def ground(self) -> Mapping[str, str]:
        """The one word of terrain of each hex."""
        return {hex_: next(iter(words)) for hex_, words in self.board.terrain.items()}

    @cached_property
    def towns(self) -> tuple[str, ...]:
        """The town hexes, ascending (NAP-15.5)."""
        return tuple(sorted(self.board.with_terrain("town")))

    @cached_property
    def at(self) -> Mapping[tuple[int, int, int], str]:
        """The hex of each cube of the map."""
        return {(cube.x, cube.y, cube.z): hex_ for hex_, cube in self.board.cubes.items()}

    @cached_property
    def steps(self) -> dict[Any, dict[tuple[str, str], int | None]]:
        """What steps were found to cost, by how one goes, then by the two hexes: kept by `ground.step_cost`."""
        return {}

    @cached_property
    def least_steps(self) -> dict[Any, int | None]:
        """What the cheapest step into a hex was found to cost, by how one goes and the hex: kept by `least_cost`."""
        return {}

    @cached_property
    def around(self) -> Mapping[str, tuple[tuple[str, int, int], ...]]:
        """The neighbours of each hex, each with its direction and its number."""
        return {
            hex_: tuple((other, self.direction[hex_, other], self.numbers[other]) for other in near)
            for hex_, near in self.board.neighbours.items()
        }

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """A number for each hex, so that the difference of two tells how they lie to each other."""
        return {hex_: WIDE * cube.x + cube.z for hex_, cube in self.board.cubes.items()}

    @cached_property
    def apart(self) -> Mapping[int, int]:
        """How far two hexes are from each other, by the difference of their numbers."""
        cubes = self.board.cubes.values()
        far = max(cube.x for cube in cubes), max(cube.z for cube in cubes) - min(cube.z for cube in cubes)
        across, down = (range(-most, most + 1) for most in far)
        return {WIDE * x + z: (abs(x) + abs(z) + abs(x + z)) // 2 for x in across for z in down}

    @cached_property
    def direction(self) -> Mapping[tuple[str, str], int]:
        """The direction of each neighbour of a hex, 0 north, then clockwise (NAP-1.2)."""
        found = {}
        for hex_, cube in self.board.cubes.items():
            for other in self.board.neighbours[hex_]:
                there = self.board.cubes[other]
                found[hex_, other] = DIRECTION_OF[there.x - cube.x, there.y - cube.y, there.z - cube.z]  # NAP-1.2
        return found


WIDE = 1000
"""More than twice as many as a map has rows and half its columns."""
DIRECTION_OF = {(0, 1, -1): 0, (1, 0, -1): 1, (1, -1, 0): 2, (0, -1, 1): 3, (-1, 0, 1): 4, (-1, 1, 0): 5}
"""The direction of the step between two hexes that touch."""
