"""The state of a game of Morocco 1926 (catalogue, part C). A frozen value; only `evolve` makes new ones."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbem.board.zones import zones
from pbem.rules.rif1926.scenario import Counter, Scenario
from pbem.rules.rif1926.sequence import enemy

STATUSES = ("map", "off-map", "pool", "entering", "repair", "out", "eliminated", "removed")


@dataclass(frozen=True)
class Unit:
    """What changes of a unit. `status` is one of STATUSES; only what is on the map has a hex in `at`.

    `in_supply` is as found in the last supply phase; `fired` lasts for the game turn, `attacked` and `been_attacked`
    for a combat phase, `moved` for a movement phase or set-up. `arrived_order` counts the arrivals in any hex, 0 for
    what was set up; `overstacked` follows from it. `back_turn` is the turn in which an aircraft is repaired.
    """

    status: str = "off-map"
    at: str | None = None
    dispersed: bool = False
    in_supply: bool = True
    fired: bool = False
    attacked: bool = False
    been_attacked: bool = False
    overstacked: bool = False
    arrived_order: int = 0
    back_turn: int | None = None
    moved: bool = False


Frozen = TypeVar("Frozen", "Unit", "State")
Found = TypeVar("Found")
ZoneMap = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class State:
    """One position. `units` holds every counter of the scenario by id. Treat all mappings as frozen.

    `bombarded` are the hexes and ships fired at in this phase; `stacks` the ground units in each hex that has any, by
    arrival: an index of `units`, kept by `changed`; `_known` what was worked out from where a side stands.
    """

    scenario: Scenario
    turn: int
    phase: str
    units: Mapping[str, Unit]
    winner: str | None = None
    win_reason: str | None = None
    reinforcements_due: int = 0
    occupied: tuple[str, ...] = ()
    pacified: tuple[str, ...] = ()
    bombarded: tuple[str, ...] = ()
    arrivals: int = 0
    battles: int = 0
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    _known: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False, repr=False)

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit."""
        return self.scenario.counters[unit]

    def hex_of(self, unit: str) -> str:
        """The hex of a unit that stands on the map; LookupError for one that does not."""
        at = self.units[unit].at
        if at is None:
            raise LookupError(f"{unit} stands on no hex.")
        return at

    def held_by(self, side: str, hex_: str) -> bool:
        """Whether a hex holds ground units of a side."""
        stack = self.stacks.get(hex_)
        return stack is not None and self.scenario.counters[stack[0]].side == side

    def ground(self, side: str) -> tuple[str, ...]:
        """The ground units of a side on the map, by id."""
        counters = self.scenario.counters
        return tuple(sorted(u for stack in self.stacks.values() if counters[stack[0]].side == side for u in stack))

    def known(self, side: str, name: str, find: Callable[["State"], Found]) -> Found:
        """What `find` finds: once, while the ground units of a side stand as they do; it sees nothing else.

        With "" for the side, while those of both do.
        """
        found = self._known.setdefault(side, {})
        if name not in found:
            found[name] = find(self)
        kept: Found = found[name]
        return kept

    def zones_of(self, side: str) -> ZoneMap:
        """The hexes in the zone of control of a side, with the units that exert it (RIF-4.1)."""
        return self.known(side, "zones", lambda state: state._zone_map(side))

    def _zone_map(self, side: str) -> ZoneMap:
        scenario, units = self.scenario, self.units
        mine = self.ground(side)
        if scenario.options["dispersed-zoc"] == "no":
            mine = tuple(unit for unit in mine if not units[unit].dispersed)  # RIF-4.1
        neighbours, trench, land = scenario.board.neighbours, scenario.trench, scenario.land
        found = zones(mine, lambda unit: neighbours[self.hex_of(unit)])
        return {hex_: by for hex_, by in found.items() if hex_ in land and hex_ not in trench}  # RIF-4.1

    def in_zone(self, side: str, hex_: str) -> bool:
        """Whether a hex lies in the zone of control of the enemies of a side."""
        return hex_ in self.zones_of(enemy(side))

    def free(self, side: str) -> frozenset[str]:
        """The land hexes free of enemies of a side and of their zone: a line may run through them (RIF-10.1)."""
        foe = enemy(side)
        held = (hex_ for hex_ in self.stacks if self.held_by(foe, hex_))
        return self.known(foe, "free", lambda state: state.scenario.land.difference(state.zones_of(foe), held))


def limits(scenario: Scenario) -> tuple[int, int]:
    """The most line units, and the most engineers, in a hex."""
    stacking = scenario.tables["stacking"]
    return stacking["line"], stacking["engineer"]


def kind(counter: Counter) -> str:
    """What of the stacking rule a unit falls under: line, engineer, or "" for what stacks freely (RIF-5.1)."""
    return "line" if counter.is_line else "engineer" if counter.type == "engineer" else ""


def over(state: State, hex_: str) -> tuple[str, ...]:
    """The units by which a hex is over a limit: the last arrivals of their kind (RIF-5.1, 5.2)."""
    count = {"line": 0, "engineer": 0}
    most = dict(zip(("line", "engineer"), limits(state.scenario), strict=True))
    found = []
    for unit in state.stacks.get(hex_, ()):
        which = kind(state.counter(unit))
        if which:
            count[which] += 1
            if count[which] > most[which]:
                found.append(unit)  # RIF-5.2
    return tuple(found)


def has_room(state: State, unit: str, hex_: str) -> bool:
    """Whether one more unit of this kind may stand in a hex (RIF-5.1)."""
    which = kind(state.counter(unit))
    if not which:
        return True
    most = limits(state.scenario)[which == "engineer"]
    others = (other for other in state.stacks.get(hex_, ()) if other != unit)
    return sum(1 for other in others if kind(state.counter(other)) == which) < most  # RIF-5.1


def changed(state: State, units: Mapping[str, Unit], **fields: Any) -> State:
    """The state with these units and fields replaced; index, zones and overstacking are kept up to date."""
    counters = state.scenario.counters
    moved = [u for u in units if counters[u].is_ground and _place(state.units[u]) != _place(units[u])]
    turned = any(state.units[u].dispersed != units[u].dispersed for u in units)
    if not moved:
        if turned:
            fields["_known"] = {}
        return alter(state, units={**state.units, **units}, **fields)
    every = {**state.units, **units}
    places = {place for u in moved for place in (_place(state.units[u]), _place(units[u])) if place is not None}
    stacks = state.stacks.copy()
    for place in places:
        mine = [u for u in stacks.get(place, ()) if _place(every[u]) == place]
        mine += [u for u in moved if _place(every[u]) == place and u not in mine]
        stacks.pop(place, None)
        if mine:
            stacks[place] = ordered(every, mine)
    sides = {counters[u].side for u in moved} if not turned else {"allied", "rif"}
    kept = {side: known.copy() for side, known in state._known.items() if side and side not in sides}
    new = alter(state, units=every, stacks=stacks, _known=kept, **fields)
    return flag_overstacked(new, places)


def flag_overstacked(state: State, places: Iterable[str]) -> State:
    """The state with the units of these hexes marked by whether they are over the limit."""
    flagged = {}
    for place in places:
        beyond = over(state, place)
        for unit in state.stacks.get(place, ()):
            if state.units[unit].overstacked != (unit in beyond):
                flagged[unit] = alter(state.units[unit], overstacked=unit in beyond)
    return alter(state, units={**state.units, **flagged}) if flagged else state


def ordered(units: Mapping[str, Unit], stack: Iterable[str]) -> tuple[str, ...]:
    """The units of a hex by arrival; of those that came together the ones already over the limit last, then by id."""
    return tuple(sorted(stack, key=lambda unit: (units[unit].arrived_order, units[unit].overstacked, unit)))


def _place(unit: Unit) -> str | None:
    return unit.at if unit.status == "map" else None


def alter(value: Frozen, **fields: Any) -> Frozen:
    """The state or unit with these fields replaced: `dataclasses.replace` in a fifth of its time, for each event."""
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", value.__dict__ | fields)
    return new


def stacks_of(scenario: Scenario, units: Mapping[str, Unit]) -> dict[str, tuple[str, ...]]:
    """The ground units in each hex; ValueError where both sides stand in one."""
    found: dict[str, list[str]] = {}
    for unit in sorted(units):
        place = _place(units[unit])
        if place is not None and scenario.counters[unit].is_ground:
            found.setdefault(place, []).append(unit)
    for place, stack in found.items():
        if len({scenario.counters[unit].side for unit in stack}) > 1:
            raise ValueError(f"units of both sides stand in {place}: {', '.join(stack)}.")
    return {place: ordered(units, stack) for place, stack in sorted(found.items())}
