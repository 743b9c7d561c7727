"""The scenario of La Legión: map, counters, tables and options, as the save's own scenario.json holds them.

Never changes during a game. Read once, indexed for the inner loops, and shared by every state of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.dice.die import Die

LAND_TYPES = frozenset({"infantry", "cavalry", "machine-gun", "artillery", "armoured-engineer"})  # LL-2.6
AIR_TYPES = frozenset({"bomber", "seaplane"})
WEATHERS = ("normal", "sandstorm", "hot")

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "reactions": ("default", "ask"),
    "count-air-naval": ("no", "yes"),  # LL-5.4
    "reinforcement-ten": ("points", "free-of-terrain"),  # LL-6.8
    "road-negates-mountain": ("no", "yes"),  # LL-7.5
    "zoc-to-zoc": ("yes", "no"),  # LL-7.8
    "attacks-per-target": ("1", "any"),  # LL-8.1
    "group-loss": ("all", "one"),  # LL-8.4
    "single-attacker-max-targets": ("2", "any"),  # LL-8.6
    "fortress-doubles": ("printed", "sum"),  # LL-8.8
    "mountain-defence": ("machine-guns", "all"),  # LL-8.9
    "support-each": ("no", "yes"),  # LL-8.15
    "fleet-range": ("from-fleet", "any-coast"),  # LL-8.20
    "panic-line": ("straight", "any"),  # LL-8.23
    "panic": ("optional", "compulsory"),  # LL-8.23
    "heat-machine-guns": ("no", "yes"),  # LL-9.5
}


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as printed: never changes. `combat`, `movement`, `range` are None where it shows none (LL-2.6)."""

    id: str
    side: str
    type: str
    combat: int | None
    movement: int | None
    turn: int | None
    range: int | None = None
    captured: bool = False

    @property
    def is_land(self) -> bool:
        """Whether it is a land piece: it occupies its hex, has a zone of control and may be attacked."""
        return self.type in LAND_TYPES

    @property
    def is_air(self) -> bool:
        """Whether it flies."""
        return self.type in AIR_TYPES


@dataclass(frozen=True)
class Scenario:
    """The fixed part of a game. `data` is scenario.json as parsed (names and drawing hints are read from there).

    `set_up` is the hex of each piece in the set-up that the scenario proposes.
    """

    data: Mapping[str, Any]
    board: HexMap
    counters: Mapping[str, Counter]
    zones: Mapping[str, frozenset[str]]
    melilla: str | None
    airport: str | None
    road_places: tuple[str, ...]
    inner_places: tuple[str, ...]
    landing: frozenset[str]
    turns: int
    die: Die
    weather: Mapping[str, str]
    tables: Mapping[str, Any]
    options: Mapping[str, str]
    seats: Mapping[str, str]
    sector_column: Mapping[str, int]
    owners: Mapping[str, str] = field(default_factory=dict)
    set_up: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def aircraft(self) -> tuple[str, ...]:
        """The bombers and seaplanes, by id."""
        return tuple(sorted(unit for unit in self.counters if self.counters[unit].is_air))

    @cached_property
    def fleets(self) -> tuple[str, ...]:
        """The fleets, by id."""
        return tuple(sorted(unit for unit in self.counters if self.counters[unit].type == "fleet"))

    @cached_property
    def batteries(self) -> tuple[str, ...]:
        """The captured batteries, on the map or not: highest CF first, then by id (LL-8.16)."""
        captured = (unit for unit in self.counters if self.counters[unit].captured)
        return tuple(sorted(captured, key=lambda unit: (-(self.counters[unit].combat or 0), unit)))

    @cached_property
    def mar_chica(self) -> tuple[str, ...]:
        """The hexes of Mar Chica, where seaplanes are at home, ascending (LL-8.17)."""
        return self.board.with_terrain("mar-chica")
