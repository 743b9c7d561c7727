"""The state of a game of Morocco 1926 (catalogue, part C). A frozen value; only `evolve` makes new ones."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

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
NOWHERE: Hexes = frozenset()
MANY = 16
"""Where units came to or left more hexes than these, finding anew is sooner than mending."""


@dataclass(frozen=True)
class State:
    """One position. `units` holds every counter of the scenario by id. Treat all mappings as frozen.

    `bombarded` are the hexes and ships fired at in this phase; `stacks` the ground units in each hex that has any, by
    arrival: an index of `units`, kept by `changed`; `_known` what was worked out from where a side stands, `_mended`
    what else can be mended as it goes on, each with the hexes in which the side has changed since. States in which a
    side stands the same share both.
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
    _mended: dict[str, dict[str, tuple[Any, Hexes]]] = field(default_factory=dict, compare=False, repr=False)

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
        return self.known(side, "ground", partial(_ground, side=side))

    def known(self, side: str, name: str, find: Callable[["State"], Found]) -> Found:
        """What `find` finds: once, while the ground units of a side stand as they do; it sees nothing else.

        With "" for the side, while those of both do.
        """
        found = self._known.setdefault(side, {})
        if name not in found:
            found[name] = find(self)
        kept: Found = found[name]
        return kept

    def mended(
        self,
        side: str,
        name: str,
        find: Callable[["State"], Found],
        mend: Callable[["State", Found, Hexes], Found],
    ) -> Found:
        """As `known`; where units of the side have changed since, by `mend(state, what was found, in which hexes)`."""
        found = self._mended.setdefault(side, {})
        before = found.get(name)
        if before is not None and not before[1]:
            same: Found = before[0]
            return same
        new = find(self) if before is None or len(before[1]) > MANY else mend(self, *before)
        found[name] = new, NOWHERE
        return new

    def hexes_of(self, side: str) -> Hexes:
        """The hexes that hold ground units of a side."""
        return self.mended(side, "hexes", *HEXES[side])

    def fronts_of(self, side: str) -> Hexes:
        """The hexes from which a side exerts its zone of control (RIF-4.1)."""
        if self.scenario.options["dispersed-zoc"] == "yes":
            return self.hexes_of(side)
        return self.mended(side, "fronts", *FRONTS[side])  # RIF-4.1

    def controlled_by(self, side: str) -> Hexes:
        """The hexes in the zone of control of a side (RIF-4.1)."""
        return self.known(side, "zone", ZONE[side])

    def in_zone(self, side: str, hex_: str) -> bool:
        """Whether a hex lies in the zone of control of the enemies of a side: found from the hexes around it."""
        scenario = self.scenario
        near = scenario.board.neighbours[hex_]
        return hex_ in scenario.controllable and not self.fronts_of(enemy(side)).isdisjoint(near)  # RIF-4.1

    def free(self, side: str) -> Hexes:
        """The land hexes free of enemies of a side and of their zone: a line may run through them (RIF-10.1)."""
        foe = enemy(side)
        return self.known(foe, "free", lambda s: s.scenario.land.difference(s.controlled_by(foe), s.hexes_of(foe)))

    def free_of(self, side: str, hexes: Iterable[str]) -> list[str]:
        """Those of some hexes that are free, as they are around them: found sooner than all are (RIF-10.1)."""
        scenario, foe = self.scenario, enemy(side)
        neighbours, held, fronts = scenario.board.neighbours, self.hexes_of(foe), self.fronts_of(foe)
        open_ = [hex_ for hex_ in hexes if hex_ in scenario.land and hex_ not in held]
        return [h for h in open_ if h not in scenario.controllable or fronts.isdisjoint(neighbours[h])]  # RIF-4.1


def _ground(state: State, side: str) -> tuple[str, ...]:
    return tuple(sorted(unit for hex_ in state.hexes_of(side) for unit in state.stacks[hex_]))


def _hexes_held(state: State, side: str) -> Hexes:
    return frozenset(hex_ for hex_ in state.stacks if state.held_by(side, hex_))


def _mended_hexes(state: State, before: Hexes, hexes: Hexes, side: str) -> Hexes:
    return before.difference(hexes).union(hex_ for hex_ in hexes if state.held_by(side, hex_))


def _fronts(state: State, side: str) -> Hexes:
    return frozenset(hex_ for hex_ in state.hexes_of(side) if _exerts(state, hex_))


def _mended_fronts(state: State, before: Hexes, hexes: Hexes, side: str) -> Hexes:
    return before.difference(hexes).union(h for h in hexes if state.held_by(side, h) and _exerts(state, h))


def _exerts(state: State, hex_: str) -> bool:
    """Whether somebody in a hex is not dispersed."""
    return not all(state.units[unit].dispersed for unit in state.stacks[hex_])


def _zone(state: State, side: str) -> Hexes:
    neighbours = state.scenario.board.neighbours
    near = frozenset().union(*(neighbours[at] for at in state.fronts_of(side)))
    return near & state.scenario.controllable  # RIF-4.1


HEXES = {side: (partial(_hexes_held, side=side), partial(_mended_hexes, side=side)) for side in SIDES}
FRONTS = {side: (partial(_fronts, side=side), partial(_mended_fronts, side=side)) for side in SIDES}
ZONE = {side: partial(_zone, side=side) for side in SIDES}


def limits(scenario: Scenario) -> tuple[int, int]:
    """The most line units, and the most engineers, in a hex."""
    return scenario.limits["line"], scenario.limits["engineer"]


def kind(counter: Counter) -> str:
    """What of the stacking rule a unit falls under: line, engineer, or "" for what stacks freely (RIF-5.1)."""
    return "line" if counter.is_line else "engineer" if counter.type == "engineer" else ""


def over(state: State, hex_: str) -> tuple[str, ...]:
    """The units by which a hex is over a limit: the last arrivals of their kind (RIF-5.1, 5.2)."""
    stack, most = state.stacks.get(hex_, ()), state.scenario.limits
    if len(stack) <= min(most.values()):
        return ()
    count, found = dict.fromkeys(most, 0), []
    for unit in stack:
        which = kind(state.counter(unit))
        if which:
            count[which] += 1
            if count[which] > most[which]:
                found.append(unit)  # RIF-5.2
    return tuple(found)


def has_room(state: State, unit: str, hex_: str) -> bool:
    """Whether one more unit of this kind may stand in a hex (RIF-5.1)."""
    which = kind(state.counter(unit))
    return not which or count_of(state, which, hex_, without=unit) < state.scenario.limits[which]  # RIF-5.1


def count_of(state: State, which: str, hex_: str, without: str = "") -> int:
    """How many units of a kind stand in a hex, but for one."""
    if hex_ not in state.stacks:
        return 0
    return sum(1 for unit in state.stacks[hex_] if unit != without and kind(state.counter(unit)) == which)


def changed(state: State, units: Mapping[str, Unit], **fields: Any) -> State:
    """The state with these units and fields replaced; index, overstacking and what is known are kept up to date."""
    counters, before, every = state.scenario.counters, state.units, {**state.units, **units}
    moved, turned = list[str](), list[str]()
    for unit, new in units.items():
        old = before[unit]
        if old.at != new.at and counters[unit].is_ground:
            moved.append(unit)
        elif old.dispersed is not new.dispersed:
            turned.append(unit)
    if not moved and not turned:
        return alter(state, units=every, **fields)
    places: dict[str, set[str | None]] = {}
    for unit in (*moved, *turned) if state.scenario.options["dispersed-zoc"] == "no" else moved:  # RIF-4.1
        places.setdefault(counters[unit].side, set()).update((before[unit].at, every[unit].at))
    fields["_known"] = {side: found for side, found in state._known.items() if side and side not in places}
    fields["_mended"] = {
        side: _aged(found, places[side]) if side in places else found for side, found in state._mended.items()
    }
    if not moved:
        return alter(state, units=every, **fields)
    stacks = _restacked(state, every, moved)
    hexes = [hex_ for unit in moved for hex_ in (before[unit].at, every[unit].at) if hex_ is not None]
    return flag_overstacked(alter(state, units=every, stacks=stacks, **fields), hexes)


def _aged(found: dict[str, tuple[Any, Hexes]], places: set[str | None]) -> dict[str, tuple[Any, Hexes]]:
    """What can be mended, after a side has changed in these hexes."""
    hexes = frozenset(hex_ for hex_ in places if hex_ is not None)
    return {name: (value, since | hexes if since else hexes) for name, (value, since) in found.items()}


def _restacked(state: State, units: Mapping[str, Unit], moved: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The index of hexes after these units moved, came or went."""
    stacks = state.stacks.copy()
    for unit in moved:
        was, now = state.units[unit].at, units[unit].at
        if was is not None:
            left = [other for other in stacks.pop(was) if other != unit]
            if left:
                stacks[was] = ordered(units, left)
        if now is not None:
            stacks[now] = ordered(units, (*stacks.get(now, ()), unit))
    return stacks


def flag_overstacked(state: State, places: Iterable[str]) -> State:
    """The state with the units of these hexes marked by whether they are over the limit."""
    flagged = {}
    for place in places:
        beyond = over(state, place)
        for unit in state.stacks.get(place, ()):
            if state.units[unit].overstacked != (unit in beyond):
                flagged[unit] = alter(state.units[unit], overstacked=unit in beyond)
    return alter(state, units={**state.units, **flagged}) if flagged else state


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
