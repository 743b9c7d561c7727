"""The state of a game of Morocco 1926 (catalogue, part C). A frozen value; only `evolve` makes new ones."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from pbem.core.problems import Fault
from pbem.kit.common import space_of
from pbem.kit.frozen import alter
from pbem.rules.rif1926.scenario import Counter, Scenario
from pbem.rules.rif1926.sequence import SIDES, enemy

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


Found = TypeVar("Found")
Hexes = frozenset[str]


@dataclass(frozen=True)
class State:
    """One position. `units` holds every counter of the scenario by id. Treat all mappings as frozen.

    `bombarded` are the hexes and ships fired at in this phase. Kept by `changed`: `stacks`, the ground units in each
    hex that has any, by arrival; of each side as sets of bits (`board.masks`) `held`, the hexes that they stand in, and
    `fronts`, those from which they exert their zone of control (RIF-4.1); `_known`, what was worked out from where a
    side stands. States in which a side stands the same share that.
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
    held: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    fronts: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    _known: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False, repr=False)

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit."""
        return self.scenario.counters[unit]

    hex_of = space_of

    def held_by(self, side: str, hex_: str) -> bool:
        """Whether a hex holds ground units of a side."""
        stack = self.stacks.get(hex_)
        return stack is not None and self.scenario.counters[stack[0]].side == side

    def ground(self, side: str) -> tuple[str, ...]:
        """The ground units of a side on the map, by id."""
        return self.known(side, "ground", GROUND_OF[side])

    def known(self, side: str, name: str, find: Callable[["State"], Found]) -> Found:
        """What `find` finds: once, while the ground units of a side stand as they do; it sees nothing else.

        With "" for the side, while those of both do.
        """
        found = self._known.get(side)
        if found is None:
            found = self._known[side] = {}
        if name not in found:
            found[name] = find(self)
        kept: Found = found[name]
        return kept

    def hexes_of(self, side: str) -> Hexes:
        """The hexes that hold ground units of a side."""
        return self.known(side, "hexes", HEXES_OF[side])

    def zone_of(self, side: str) -> int:
        """The zone of control of a side, as bits (RIF-4.1)."""
        return self.known(side, "zone", ZONE_OF[side])

    def in_zone(self, side: str, hex_: str) -> bool:
        """Whether a hex lies in the zone of control of the enemies of a side (RIF-4.1)."""
        scenario = self.scenario
        masks = scenario.board.masks
        return bool(masks.near[hex_] & self.fronts[enemy(side)] and masks.bit[hex_] & scenario.controllable)  # RIF-4.1

    def free(self, side: str) -> int:
        """The land free of enemies of a side and of their zone, as bits: lines may run there (RIF-10.1)."""
        foe = enemy(side)
        return self.known(foe, "left free", FREE_OF[foe])

    def free_of(self, side: str, hexes: Iterable[str]) -> list[str]:
        """Those of some hexes that are free (RIF-10.1)."""
        bit, free = self.scenario.board.masks.bit, self.free(side)
        return [hex_ for hex_ in hexes if bit[hex_] & free]


def _ground(state: State, side: str) -> tuple[str, ...]:
    return tuple(sorted(unit for hex_ in state.hexes_of(side) for unit in state.stacks[hex_]))


def _hexes(state: State, side: str) -> Hexes:
    counters = state.scenario.counters
    return frozenset(hex_ for hex_, stack in state.stacks.items() if counters[stack[0]].side == side)


def _zone(state: State, side: str) -> int:
    return state.scenario.board.masks.around(state.fronts[side]) & state.scenario.controllable  # RIF-4.1


def _left_free(state: State, side: str) -> int:
    return state.scenario.land_mask & ~(state.held[side] | state.zone_of(side))


GROUND_OF = {side: partial(_ground, side=side) for side in SIDES}
HEXES_OF = {side: partial(_hexes, side=side) for side in SIDES}
ZONE_OF = {side: partial(_zone, side=side) for side in SIDES}
FREE_OF = {side: partial(_left_free, side=side) for side in SIDES}


def limits(scenario: Scenario) -> tuple[int, int]:
    """The most line units, and the most engineers, in a hex."""
    return scenario.limits["line"], scenario.limits["engineer"]


def over(state: State, hex_: str) -> tuple[str, ...]:
    """The units by which a hex is over a limit: the last arrivals of their kind (RIF-5.1, 5.2)."""
    stack = state.stacks.get(hex_, ())
    return _last(state.scenario, stack) if len(stack) > state.scenario.roomy else ()


def _last(scenario: Scenario, stack: Sequence[str]) -> tuple[str, ...]:
    """Those of a stack that are beyond a limit."""
    kinds, most, count, found = scenario.kinds, scenario.limits, dict.fromkeys(scenario.limits, 0), []
    for unit in stack:
        which = kinds[unit]
        if which:
            count[which] += 1
            if count[which] > most[which]:
                found.append(unit)  # RIF-5.2
    return tuple(found)


def has_room(state: State, unit: str, hex_: str) -> bool:
    """Whether one more unit of this kind may stand in a hex (RIF-5.1)."""
    which = state.scenario.kinds[unit] if hex_ in state.stacks else ""
    return not which or count_of(state, which, hex_, without=unit) < state.scenario.limits[which]  # RIF-5.1


def crowded(state: State, unit: str, hex_: str) -> Fault:
    """The fault of a unit for which a hex has no room (RIF-5.1)."""
    most = state.scenario.limits[state.scenario.kinds[unit]]
    return Fault("overstacked", "RIF-5.1", {"unit": unit, "hex": hex_, "most": most})  # RIF-5.1


def count_of(state: State, which: str, hex_: str, without: str = "") -> int:
    """How many units of a kind stand in a hex, but for one."""
    if hex_ not in state.stacks:
        return 0
    kinds = state.scenario.kinds
    return sum(1 for unit in state.stacks[hex_] if unit != without and kinds[unit] == which)


def changed(state: State, units: Mapping[str, Unit], **fields: Any) -> State:
    """The state with these units and fields replaced; indexes, overstacking and what is known are kept up to date."""
    grounds, before, every = state.scenario.grounds, state.units, {**state.units, **units}
    moved: list[str] = []
    turned: list[str] = []
    for unit, new in units.items():
        old = before[unit]
        if old.at != new.at and unit in grounds:
            moved.append(unit)
        elif old.dispersed is not new.dispersed:
            turned.append(unit)
    if moved or turned:
        fields |= _indexes(state, every, moved, turned)
    return alter(state, units=every, **fields)


def _indexes(state: State, units: dict[str, Unit], moved: list[str], turned: list[str]) -> dict[str, Any]:
    """The indexes after these units moved, came or went, and these were turned; marked in `units`, who is too many."""
    scenario, before, known = state.scenario, state.units, {**state._known}
    known.pop("", None)
    if scenario.dispersed_exert and not moved:
        return {"_known": known}  # RIF-4.1
    bits, counters, found = scenario.board.masks.bit, scenario.counters, dict[str, Any](_known=known)
    stacks, held = state.stacks, state.held
    if moved:
        stacks, held = found["stacks"], found["held"] = _restacked(state, units, moved), {**held}
        for unit in moved:
            side = counters[unit].side
            known.pop(side, None)
            for at in (before[unit].at, units[unit].at):
                if at is not None:
                    stack = stacks.get(at)
                    if stack is None or counters[stack[0]].side != side:
                        held[side] &= ~bits[at]
                    else:
                        held[side] |= bits[at]
                        _flag(scenario, units, stack)
    if scenario.dispersed_exert:
        found["fronts"] = held  # RIF-4.1
        return found
    fronts = found["fronts"] = {**state.fronts}
    for unit in moved + turned:
        side = counters[unit].side
        for at in (before[unit].at, units[unit].at):
            if at is not None:
                there = held[side] & bits[at] and exerts(scenario, units, stacks[at])
                fronts[side] = fronts[side] | bits[at] if there else fronts[side] & ~bits[at]
        if fronts[side] != state.fronts[side]:
            known.pop(side, None)
    return found


def exerts(scenario: Scenario, units: Mapping[str, Unit], stack: Iterable[str]) -> bool:
    """Whether the units of a hex have a zone of control: all have one, or not the dispersed (RIF-4.1)."""
    return scenario.dispersed_exert or not all(units[unit].dispersed for unit in stack)  # RIF-4.1


def _restacked(state: State, units: Mapping[str, Unit], moved: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The index of hexes after these units moved, came or went."""
    stacks = state.stacks.copy()
    for unit in moved:
        was, now = state.units[unit].at, units[unit].at
        if was is not None:
            left = stacks.pop(was)
            if len(left) > 1:
                stacks[was] = ordered(units, [other for other in left if other != unit])
        if now is not None:
            stacks[now] = ordered(units, (*stacks[now], unit)) if now in stacks else (unit,)
    return stacks


def _flag(scenario: Scenario, units: dict[str, Unit], stack: Sequence[str]) -> None:
    """Mark in `units` those of a hex by whether they are too many for it."""
    beyond = _last(scenario, stack) if len(stack) > scenario.roomy else ()
    for unit in stack:
        if units[unit].overstacked is not (unit in beyond):
            units[unit] = alter(units[unit], overstacked=unit in beyond)


def indexed(state: State) -> State:
    """The state with its indexes made anew from where its units stand; ValueError where both sides stand in a hex."""
    scenario, units, stacks = state.scenario, {**state.units}, stacks_of(state.scenario, state.units)
    of, counters = scenario.board.masks.of, scenario.counters
    own = {side: [at for at, stack in stacks.items() if counters[stack[0]].side == side] for side in SIDES}
    held = {side: of(hexes) for side, hexes in own.items()}
    fronts = {side: of(at for at in hexes if exerts(scenario, units, stacks[at])) for side, hexes in own.items()}
    for stack in stacks.values():
        _flag(scenario, units, stack)
    return alter(state, units=units, stacks=stacks, held=held, fronts=fronts, _known={})


def ordered(units: Mapping[str, Unit], stack: Collection[str]) -> tuple[str, ...]:
    """The units of a hex by arrival; of those that came together the ones already over the limit last, then by id."""
    if len(stack) < 2:
        return tuple(stack)
    return tuple(sorted(stack, key=lambda unit: (units[unit].arrived_order, units[unit].overstacked, unit)))


def stacks_of(scenario: Scenario, units: Mapping[str, Unit]) -> dict[str, tuple[str, ...]]:
    """The ground units in each hex; ValueError where both sides stand in one."""
    found: dict[str, list[str]] = {}
    for unit in sorted(units):
        place = units[unit].at
        if place is not None and scenario.counters[unit].is_ground:
            found.setdefault(place, []).append(unit)
    for place, stack in found.items():
        if len({scenario.counters[unit].side for unit in stack}) > 1:
            raise ValueError(f"units of both sides stand in {place}: {', '.join(stack)}.")
    return {place: ordered(units, stack) for place, stack in sorted(found.items())}
