"""The scenario of Morocco 1926: map, counters, tables and options, as the save's own scenario.json holds them.

Never changes during a game. Read once, indexed for the inner loops, and shared by every state of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.board.hexmap import HexMap

LINE = frozenset({"infantry", "cavalry"})
GROUND = LINE | {"engineer", "armour", "artillery"}
GUNS = frozenset({"artillery", "naval", "air"})
TYPES = ("infantry", "cavalry", "engineer", "armour", "artillery", "naval", "air")

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "reactions": ("default", "ask"),
    "dispersed-zoc": ("yes", "no"),  # RIF-4.1
    "double-dispersal": ("none", "eliminate"),  # RIF-6.1
    "river": ("hex", "hexside"),  # RIF-8.2
    "crt": ("printed", "smoothed"),  # RIF-9.13
    "bombard-cap": ("6", "none"),  # RIF-9.20
    "annual-defenders": ("any-rif", "none"),  # RIF-12.4
    "early-victory": ("yes", "no"),  # RIF-14.1
}


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as printed: never changes. A figure that it does not show is 0."""

    id: str
    side: str
    class_: str
    nation: str
    group: str
    type: str
    attack: int = 0
    defence: int = 0
    movement: int = 0
    points: int = 0
    range: int = 0

    @property
    def is_ground(self) -> bool:
        """Whether it stands on land, stacks and has a zone of control."""
        return self.type in GROUND

    @property
    def is_line(self) -> bool:
        """Infantry or cavalry: two of them to a hex (RIF-5.1)."""
        return self.type in LINE

    @property
    def fires(self) -> bool:
        """Whether it is one of those whose points are fire: artillery, ships, aircraft."""
        return self.type in GUNS


@dataclass(frozen=True)
class Scenario:
    """The fixed part of a game. `data` is scenario.json as parsed (names and drawing hints are read from there).

    `towns` are hexes by town id, `zones` the hexes of each zone of the map; `tribe_of` the tribal zone of a hex.
    `trenches` are the lines of the Rif as sequences of hexes; `set_up` is the set-up that the scenario proposes.
    """

    data: Mapping[str, Any]
    board: HexMap
    counters: Mapping[str, Counter]
    tables: Mapping[str, Any]
    options: Mapping[str, str]
    seats: Mapping[str, str]
    turns: int
    towns: Mapping[str, str]
    zones: Mapping[str, frozenset[str]]
    tribe_of: Mapping[str, str]
    trenches: tuple[tuple[str, ...], ...]
    exits: frozenset[str]
    sea_way: frozenset[str]
    set_up: Mapping[str, str]

    @cached_property
    def tribes(self) -> Mapping[str, Mapping[str, Any]]:
        """What the tables say of each tribal zone: the group of its units, the towns to pacify it."""
        return dict(sorted(self.tables["tribes"].items()))

    @cached_property
    def tribe_of_group(self) -> Mapping[str, str]:
        """The tribal zone of a group of the Rif; R and GY have none."""
        return {about["group"]: tribe for tribe, about in self.tribes.items()}

    @cached_property
    def towns_of(self) -> Mapping[str, tuple[str, ...]]:
        """The towns of each tribal zone, by id; a town in no tribal zone is in none (RIF-12.4)."""
        found: dict[str, list[str]] = {tribe: [] for tribe in self.tribes}
        for town, hex_ in sorted(self.towns.items()):
            tribe = self.tribe_of.get(hex_)
            if tribe in found:
                found[tribe].append(town)
        return {tribe: tuple(towns) for tribe, towns in found.items()}

    @cached_property
    def sources(self) -> Mapping[str, frozenset[str]]:
        """The hexes in which an ally's units are supplied and from which his lines start (RIF-10.3)."""
        named = {name: frozenset(hexes) for name, hexes in self.zones.items()} | {"exits": self.exits}
        zones: Mapping[str, list[str]] = self.tables["sources"]
        return {nation: frozenset().union(*(named.get(name, ()) for name in names)) for nation, names in zones.items()}

    @cached_property
    def tracks(self) -> Mapping[str, tuple[str, ...]]:
        """For each hex on a road or railway the hexes to which one leads from it, ascending (RIF-10.2)."""
        road, rail = self.board.joined("road"), self.board.joined("rail")
        return {at: tuple(sorted({*road.get(at, ()), *rail.get(at, ())})) for at in sorted({*road, *rail})}

    @cached_property
    def land(self) -> frozenset[str]:
        """Every hex that is not sea."""
        return frozenset(hex_ for hex_ in self.board.ids if "sea" not in self.board.terrain[hex_])

    @cached_property
    def trench(self) -> frozenset[str]:
        """Every hex with a trench, of either side: zones of control do not reach into it (RIF-4.1)."""
        return frozenset(hex_ for hex_ in self.board.ids if "trench" in self.board.terrain[hex_])

    @cached_property
    def guns(self) -> tuple[str, ...]:
        """The artillery, ships and aircraft of both sides, by id."""
        return tuple(sorted(unit for unit, counter in self.counters.items() if counter.fires))

    @cached_property
    def crt_ends(self) -> tuple[int, int]:
        """The first and the last row of the combat results table."""
        rows = [int(row) for row in self.tables["crt"]["rows"]]
        return min(rows), max(rows)

    @cached_property
    def controllable(self) -> frozenset[str]:
        """The hexes into which zones of control reach: land without a trench of either side (RIF-4.1)."""
        return self.land - self.trench

    @cached_property
    def limits(self) -> Mapping[str, int]:
        """The most units of a kind in a hex (RIF-5.1)."""
        return {kind: self.tables["stacking"][kind] for kind in ("line", "engineer")}

    @cached_property
    def rif_groups(self) -> frozenset[str]:
        """The groups of which the Rif has counters."""
        return frozenset(counter.group for counter in self.counters.values() if counter.side == "rif")

    @cached_property
    def by_hex(self) -> Mapping[str, str]:
        """The town in a hex."""
        return {hex_: town for town, hex_ in sorted(self.towns.items(), reverse=True)}

    @cached_property
    def off_limits(self) -> frozenset[str]:
        """The hexes of the Allied zones, in which no Rif unit is set up (RIF-7.2)."""
        names = ("zone-1", "zone-2", "zone-3", "zone-4", "reserve")
        return frozenset().union(*(self.zones.get(name, frozenset()) for name in names))

    @cached_property
    def entry_of(self) -> Mapping[str, frozenset[str]]:
        """The hexes by which units of a side enter: zone 3 for the Allies, the west edge for the Rif (RIF-7.4, 7.5)."""
        sea = [hex_ for hex_ in self.board.ids if hex_ not in self.land]
        reach = self.tables["entry-from-coast"]
        west = frozenset(
            hex_
            for hex_ in self.land
            if hex_.startswith("01") and any(self.board.distance(hex_, each) <= reach for each in sea)
        )
        return {"allied": self.zones.get("zone-3", frozenset()), "rif": west}
