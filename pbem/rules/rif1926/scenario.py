"""The scenario of Morocco 1926: map, counters, tables and options, as the save's own scenario.json holds them.

Never changes during a game. Read once, indexed for the inner loops, and shared by every state of the game.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.rules.rif1926.ground import Ground, ground_of
from pbem.rules.rif1926.sequence import ALLIED, RIF, SIDES

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
    attack: int
    defence: int
    movement: int
    points: int
    range: int

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
    def towns_for(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes of the towns that supply the units of each tribe, of "" those of none: all (RIF-10.4)."""
        every = {**self.towns_of, "": tuple(self.towns)}
        return {tribe: tuple(self.towns[town] for town in towns) for tribe, towns in every.items()}

    @cached_property
    def tribe_of_unit(self) -> Mapping[str, str]:
        """The tribal zone of each unit of the Rif, "" of those that have none."""
        rif = {unit: counter.group for unit, counter in self.counters.items() if counter.side == RIF}
        return {unit: self.tribe_of_group.get(group, "") for unit, group in rif.items()}

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
    def ways_of(self) -> Mapping[str, int]:
        """The hexes of roads, railways and sources of each ally, as bits (RIF-10.2)."""
        return {nation: self.board.masks.of({*self.tracks, *hexes}) for nation, hexes in self.sources.items()}

    @cached_property
    def road_lines(self) -> Callable[[str, int], Mapping[str, str | None]]:
        """`road_lines(nation, free)`: see `lines_by_road`; for the ground that was asked for last, worked out once."""
        return lru_cache(maxsize=64)(partial(lines_by_road, self))

    @cached_property
    def ground(self) -> Ground:
        """What its hexes cost to enter under its terrain chart and options (RIF-8.2)."""
        return ground_of(self.board, self.tables["terrain"], hexsides=self.options["river"] == "hexside")

    @cached_property
    def land(self) -> frozenset[str]:
        """Every hex that is not sea."""
        return frozenset(hex_ for hex_ in self.board.ids if "sea" not in self.board.terrain[hex_])

    @cached_property
    def land_mask(self) -> int:
        """The same as bits."""
        return self.board.masks.of(self.land)

    @cached_property
    def tribal_land(self) -> Mapping[str, int]:
        """The land of each tribal zone, as bits."""
        found = dict.fromkeys(self.tribe_of.values(), 0)
        for hex_, tribe in self.tribe_of.items():
            found[tribe] |= self.board.masks.bit[hex_] & self.land_mask
        return found

    @cached_property
    def sea(self) -> frozenset[str]:
        """Every hex that is not land."""
        return frozenset(self.board.ids) - self.land

    @cached_property
    def seas(self) -> tuple[frozenset[str], ...]:
        """The sea in parts, each with all hexes that a path or the way off the map joins (RIF-9.18)."""
        masks, way = self.board.masks, self.sea_way
        parts = [frozenset(masks.hexes(part)) for part in masks.parts(masks.of(self.sea))]
        open_ = frozenset[str]().union(*(part for part in parts if not way.isdisjoint(part)))
        return (open_, *(part for part in parts if way.isdisjoint(part)))

    @cached_property
    def trench(self) -> frozenset[str]:
        """Every hex with a trench, of either side: zones of control do not reach into it (RIF-4.1)."""
        return frozenset(hex_ for hex_ in self.board.ids if "trench" in self.board.terrain[hex_])

    @cached_property
    def guns(self) -> tuple[str, ...]:
        """The artillery, ships and aircraft of both sides, by id."""
        return tuple(sorted(unit for unit, counter in self.counters.items() if counter.fires))

    @cached_property
    def breakers(self) -> frozenset[str]:
        """The armour and the engineers of both sides: what they add to a die (RIF-9.10, 9.11)."""
        return frozenset(unit for unit, counter in self.counters.items() if counter.type in ("armour", "engineer"))

    @cached_property
    def surface_guns(self) -> Mapping[str, tuple[str, ...]]:
        """The artillery and ships of each side, by id."""
        surface = [counter for unit in self.guns if (counter := self.counters[unit]).type != "air"]
        return {side: tuple(each.id for each in surface if each.side == side) for side in SIDES}

    @cached_property
    def odds(self) -> tuple[str, ...]:
        """The columns of the combat results table, ascending (RIF-9.7)."""
        return tuple(self.tables["crt"]["columns"])

    @cached_property
    def crt_ends(self) -> tuple[int, int]:
        """The first and the last row of the combat results table."""
        rows = [int(row) for row in self.tables["crt"]["rows"]]
        return min(rows), max(rows)

    @cached_property
    def crt(self) -> Mapping[tuple[int, str], str]:
        """The result in each row and column of the combat results table, as this game has it (RIF-9.13)."""
        rows: Mapping[str, Mapping[str, str]] = self.tables["crt"]["rows"]
        smoothed = self.tables["crt-smoothed"] if self.options["crt"] == "smoothed" else {}
        return {
            (int(row), column): smoothed.get(f"{row} {column}", result)  # RIF-9.13
            for row, results in rows.items()
            for column, result in results.items()
        }

    @cached_property
    def dispersed_exert(self) -> bool:
        """Whether dispersed units exert a zone of control: then it begins in each hex that is held (RIF-4.1)."""
        return self.options["dispersed-zoc"] == "yes"  # RIF-4.1

    @cached_property
    def controllable(self) -> int:
        """The hexes into which zones of control reach, as bits: land without a trench of either side (RIF-4.1)."""
        return self.board.masks.of(self.land - self.trench)

    @cached_property
    def grounds(self) -> frozenset[str]:
        """The units that stand on land."""
        return frozenset(unit for unit, counter in self.counters.items() if counter.is_ground)

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """What of the stacking rule each unit falls under: line, engineer, or "" for what stacks freely (RIF-5.1)."""
        return {
            unit: "line" if c.is_line else "engineer" if c.type == "engineer" else ""
            for unit, c in self.counters.items()
        }

    @cached_property
    def limits(self) -> Mapping[str, int]:
        """The most units of a kind in a hex (RIF-5.1)."""
        return {kind: self.tables["stacking"][kind] for kind in ("line", "engineer")}

    @cached_property
    def roomy(self) -> int:
        """So many units, whatever they are, are never too many for a hex."""
        return min(self.limits.values())

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
    def set_up_zones(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """The land hexes where units of each side are set up, by their group (RIF-7.1, 7.2)."""
        closed = {ALLIED: frozenset[str](), RIF: self.off_limits}  # RIF-7.2
        found: dict[str, dict[str, frozenset[str]]] = {side: {} for side in SIDES}
        for side, groups in self.tables["set-up"].items():
            for group, zones in groups.items() if side in SIDES else ():
                hexes = frozenset[str]().union(*(self.zones.get(zone, frozenset()) for zone in zones))
                found[side][group] = (hexes & self.land) - closed[side]
        return found

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


def lines_by_road(scenario: Scenario, nation: str, free: int) -> Mapping[str, str | None]:
    """The sources of a nation, and the hexes from which a unit traces to one along roads and railways (RIF-10.2, 10.3).

    Each with the hex before it on the way from its source. `free` are those of `ways_of` that are free; one that is not
    ends a line: who stands in it is supplied, who stands behind it, or outside such a source, is not.
    """
    tracks, bit, sources = scenario.tracks, scenario.board.masks.bit, sorted(scenario.sources[nation])
    found: dict[str, str | None] = dict.fromkeys(sources)
    queue = deque(hex_ for hex_ in sources if bit[hex_] & free)  # RIF-10.3
    while queue:
        here = queue.popleft()
        for after in tracks.get(here, ()):
            if after not in found:
                found[after] = here  # RIF-10.2
                if bit[after] & free:
                    queue.append(after)
    return found
