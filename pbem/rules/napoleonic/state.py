"""The state of a Napoleonic battle. A frozen value; only `evolve` makes new ones."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbem.kit.common import space_of
from pbem.kit.frozen import alter
from pbem.rules.napoleonic.scenario import ATTACK, DEFENCE, Counter, Scenario
from pbem.rules.napoleonic.sequence import enemy

STATUSES = ("map", "off-map", "eliminated", "exited", "taken")
FORMATIONS = ("normal", "skirmish", "square", "limbered", "deployed")
MORALES = NORMAL, DISORGANISED, ROUTED = ("normal", "disorganised", "routed")
DIVISION_STATES = ("steady", "withdrawing", "flight")
NO_FACING = ("skirmish", "square")
HIDDEN = "hidden"
"""The order of a division of which a side sees that it has one."""
FRONT, FLANK = "front", "flank"
"""Flank and rear are the same in fire and in shock (NAP-8.6, 11.3)."""
Found = TypeVar("Found")


@dataclass(frozen=True)
class Unit:
    """What changes of a counter or leader. `status` is one of STATUSES; only what is on the map has a hex in `at`.

    `facing` is a direction, 0 north, then clockwise. `lost` PF, `fatigue` 0 to 3; `no_fire_until` and `watered` are
    turns, 0 for none; `moved` are the MP spent in the movement phase of this turn. `taken_at` is of a leader, whom a
    `successor` with factors 0 may follow (NAP-2.3).
    """

    status: str = "off-map"
    at: str | None = None
    facing: int = 0
    formation: str = "normal"
    morale: str = NORMAL
    lost: int = 0
    fatigue: int = 0
    no_fire_until: int = 0
    fired: bool = False
    moved: int = 0
    charged: bool = False
    fought: bool = False
    watered: int = 0
    taken_at: str | None = None
    successor: bool = False


@dataclass(frozen=True)
class Division:
    """A division: its order, its leader, what it has lost. `shown`: the enemy has seen its order in this turn.

    `no_attack_until` is the last turn in which it may not have an attack order; `lost_this_turn` PF.
    """

    side: str
    leader: str | None = None
    order: str = ATTACK
    rating: int = 4
    start: int = 0
    lost_this_turn: int = 0
    state: str = "steady"
    no_attack_until: int = 0
    shown: bool = False


@dataclass(frozen=True)
class Doing:
    """What a counter did in this movement phase: MP left, hexsides that it may still turn free, a change of formation.

    `step_free` is the turn after its last step, `more_free` the one more of the phase (NAP-5.6).
    """

    left: int
    step_free: int = 0
    more_free: int = 1
    formed: bool = False


ZoneMap = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class State:
    """One position. `units` holds every counter and leader of the scenario by id. Treat all mappings as frozen.

    `piles` are the counters of each hex that has any, top first; `piled` the hexes whose order a player gave; `leaders`
    the leaders of each hex: indexes of `units`, kept by `place` and `removed`. `seen_by` is whose view this is, "all"
    for the whole. What lasts for a phase only: `doing`; `shots` (who fired, from which hex, at which); `spent` leaders,
    whose shock factor was used; `tested` hexes, which tried to form square; `commanded`, who is in command.
    """

    scenario: Scenario
    turn: int
    phase: str
    units: Mapping[str, Unit]
    divisions: Mapping[str, Division] = field(default_factory=dict)
    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    piled: tuple[str, ...] = ()
    markers: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    winner: str | None = None
    victory: str | None = None
    leaders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seen_by: str = "all"
    doing: Mapping[str, Doing] = field(default_factory=dict)
    shots: tuple[tuple[str, str, str], ...] = ()
    spent: frozenset[str] = frozenset()
    tested: frozenset[str] = frozenset()
    commanded: frozenset[str] = field(default=frozenset(), compare=False)
    _known: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit."""
        return self.scenario.counters[unit]

    hex_of = space_of

    def on_map(self, unit: str) -> bool:
        """Whether a unit stands on the map."""
        return self.units[unit].at is not None

    def pf(self, unit: str) -> int:
        """The strength points that a counter has left (NAP-1.3)."""
        return self.scenario.counters[unit].pf - self.units[unit].lost  # NAP-1.3

    def pile(self, hex_: str) -> tuple[str, ...]:
        """The counters in a hex, top first; none for an empty one. Leaders are not among them (NAP-1.5)."""
        return self.piles.get(hex_, ())

    def holds(self, side: str, hex_: str) -> bool:
        """Whether counters of a side stand in a hex."""
        pile = self.piles.get(hex_)
        return pile is not None and self.scenario.counters[pile[0]].side == side

    def fighting(self, side: str) -> tuple[str, ...]:
        """The counters of a side on the map, by id; no leaders."""
        return tuple(sorted(u for pile in self.piles.values() for u in pile if self.scenario.counters[u].side == side))

    def shock_of(self, leader: str) -> int:
        """A leader's shock factor; a successor has none (NAP-2.3)."""
        return 0 if self.units[leader].successor else self.counter(leader).shock

    def morale_of(self, leader: str) -> int:
        """A leader's morale factor; a successor has none (NAP-2.3)."""
        return 0 if self.units[leader].successor else self.counter(leader).morale_factor

    def order_of(self, unit: str) -> str:
        """The order that a counter is under; one of no division has an attack order."""
        division = self.divisions.get(self.scenario.counters[unit].division)
        return division.order if division is not None else ATTACK

    def in_command(self, unit: str) -> bool:
        """Whether a counter is in command in this phase; one that enters the map is (NAP-2.2, 15.4)."""
        return unit in self.commanded or not self.on_map(unit)  # NAP-15.4

    def halved(self, unit: str) -> bool:
        """Whether a counter has half its movement: by defence, out of command or fired; once (NAP-2.1, 2.2, 5.5)."""
        if self.counter(unit).is_leader:
            return False
        fired = self.units[unit].fired and not self.is_guns(unit)  # NAP-5.5
        return fired or self.order_of(unit) == DEFENCE or not self.in_command(unit)  # NAP-2.1 NAP-2.2

    def is_guns(self, unit: str) -> bool:
        """Whether a counter is a battery."""
        return self.scenario.counters[unit].type == "artillery"

    def is_dismounted(self, unit: str, hex_: str | None = None) -> bool:
        """Whether cavalry stands, or would stand, dismounted in a hex: in skirmish in close ground (NAP-4.3)."""
        at = hex_ or self.units[unit].at
        if at is None or self.counter(unit).type != "cavalry" or self.units[unit].formation != "skirmish":
            return False
        cell = self.scenario.tables["terrain"][self.scenario.ground[at]]["stack"]["cavalry-skirmish"]
        return "dismounted" in cell  # NAP-4.3

    def arm(self, unit: str) -> str:
        """What a counter counts as in the tables of fire and shock: dismounted cavalry is infantry (NAP-4.3)."""
        return "infantry" if self.is_dismounted(unit) else self.counter(unit).type

    def has_facing(self, unit: str) -> bool:
        """Whether a counter has front, flanks and rear: skirmishers, squares and leaders have none (NAP-5.6)."""
        return not self.counter(unit).is_leader and self.units[unit].formation not in NO_FACING  # NAP-5.6

    def side_of_attack(self, unit: str, direction: int) -> str:
        """Front or flank (rear too) of a counter, for what comes from a direction as seen from it (NAP-5.6, 11.3)."""
        if not self.has_facing(unit):
            return FRONT
        turn = (direction - self.units[unit].facing) % 6
        return FRONT if turn in (0, 1, 5) else FLANK  # NAP-5.6

    def known(self, name: str, find: Callable[[], Found]) -> Found:
        """What `find` finds of this position: once."""
        if name not in self._known:
            self._known[name] = find()
        kept: Found = self._known[name]
        return kept

    def zones_of(self, side: str) -> ZoneMap:
        """The hexes in the zone of control of a side, with the counters that exert it (NAP-6.1)."""
        return self.known(f"zones {side}", lambda: _zones(self, side))

    def in_zone(self, side: str, hex_: str) -> bool:
        """Whether a hex lies in the zone of control of the enemies of a side."""
        return hex_ in self.zones_of(enemy(side))


def _zones(state: State, side: str) -> ZoneMap:
    scenario, found = state.scenario, dict[str, list[str]]()
    for unit in state.fighting(side):
        if not exerts(state, unit):
            continue
        here = state.hex_of(unit)
        for hex_ in scenario.board.neighbours[here]:
            in_front = state.side_of_attack(unit, scenario.direction[here, hex_]) == FRONT  # NAP-6.1
            if in_front and reaches(scenario, here, hex_):
                found.setdefault(hex_, []).append(unit)
    return {hex_: tuple(by) for hex_, by in sorted(found.items())}


def exerts(state: State, unit: str) -> bool:
    """Whether a counter has a zone of control at all (NAP-6.1)."""
    each = state.units[unit]
    return each.morale == NORMAL and each.formation != "limbered"  # NAP-6.1


def reaches(scenario: Scenario, here: str, hex_: str) -> bool:
    """Whether a zone of control reaches from a hex into the next (NAP-6.1)."""
    side = scenario.board.edge(here, hex_)
    river = "river" in side and "bridge" not in side
    return not river and not is_cliff(scenario, here, hex_) and scenario.ground[hex_] != "strong-building"  # NAP-6.1


def is_cliff(scenario: Scenario, here: str, hex_: str) -> bool:
    """Whether the side between two hexes is a cliff: marked, or two levels or more (NAP-3.4)."""
    level = scenario.board.level
    return "cliff" in scenario.board.edge(here, hex_) or abs(level[hex_] - level[here]) > 1  # NAP-3.4


def slope(scenario: Scenario, here: str, hex_: str) -> int:
    """1 for a slope up, -1 for one down, 0 for none (NAP-3.4)."""
    level = scenario.board.level
    return 0 if is_cliff(scenario, here, hex_) else level[hex_] - level[here]  # NAP-3.4


# Changing ----------------------------------------------------------------------------------------------------------


def altered(state: State, units: Mapping[str, Unit], **fields: Any) -> State:
    """The state with these units, which stay where they are, and fields replaced."""
    return alter(state, units={**state.units, **units}, _known=_kept(state, units), **fields)


def _kept(state: State, units: Iterable[str]) -> dict[str, Any]:
    """What stays known as these units change: the zones of control of a side that has none of them."""
    changed = {f"zones {state.scenario.counters[unit].side}" for unit in units}
    return {name: found for name, found in state._known.items() if name.startswith("zones ") and name not in changed}


def marked(state: State, units: Iterable[str], **flags: Any) -> State:
    """The state with these fields of units set."""
    return altered(state, {unit: alter(state.units[unit], **flags) for unit in units})


def default_rank(state: State, unit: str) -> tuple[int, int, str]:
    """The place of a counter in a pile that nobody ordered (NAP-1.5)."""
    return _rank(state.counter(unit), state.units[unit])


def _rank(counter: Counter, each: Unit) -> tuple[int, int, str]:
    rank = {"infantry": int(each.formation == "skirmish"), "cavalry": 2}.get(counter.type, 3)  # NAP-1.5
    return rank, each.lost - counter.pf, counter.id


def place(state: State, unit: str, at: str, facing: int, **fields: Any) -> State:
    """The state with a unit that has come into a hex: it joins the pile and takes the facing there (NAP-1.5, 5.6)."""
    counters, index = state.scenario.counters, _without(state, unit) if state.on_map(unit) else {}
    came = alter(state.units[unit], status="map", at=at, facing=facing, **fields)
    if counters[unit].is_leader:
        leaders = index.get("leaders", state.leaders)
        return altered(state, {unit: came}, leaders={**leaders, at: tuple(sorted((*leaders.get(at, ()), unit)))})
    piles, piled = index.get("piles", state.piles), index.get("piled", state.piled)
    others, units, pile = piles.get(at, ()), {unit: came}, (unit,)
    if others:
        if not any(state.has_facing(other) for other in others) and came.formation not in NO_FACING:
            units |= {other: alter(state.units[other], facing=facing) for other in others}  # NAP-5.6
        else:
            units[unit] = alter(came, facing=state.units[others[0]].facing)  # NAP-5.6
        ranks = {each: _rank(counters[each], units.get(each) or state.units[each]) for each in (*others, unit)}
        pile = tuple(sorted(ranks, key=ranks.__getitem__))  # NAP-1.5
    if at in piled:
        piled = tuple(hex_ for hex_ in piled if hex_ != at)
    return altered(state, units, **{**index, "piled": piled, "piles": {**piles, at: pile}})


def removed(state: State, unit: str, **fields: Any) -> State:
    """The state without a unit on the map; `fields` say what became of it."""
    return altered(state, {unit: alter(state.units[unit], at=None, **fields)}, **_without(state, unit))


def _without(state: State, unit: str) -> dict[str, Any]:
    """What changes of who stands where as a unit leaves its hex."""
    at = state.hex_of(unit)
    if state.counter(unit).is_leader:
        return {"leaders": _with(state.leaders, at, tuple(u for u in state.leaders.get(at, ()) if u != unit))}
    rest = tuple([other for other in state.pile(at) if other != unit])
    if rest:
        return {"piles": {**state.piles, at: rest}}
    piled = tuple(hex_ for hex_ in state.piled if hex_ != at)
    markers = {hex_: target for hex_, target in state.markers.items() if hex_ != at}  # NAP-8.15
    return {"piles": _with(state.piles, at, ()), "piled": piled, "markers": markers}


def _with(index: Mapping[str, tuple[str, ...]], at: str, rest: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found = {**index, at: rest}
    if not rest:
        del found[at]
    return found


def repiled(state: State, hexes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The default order of these piles (NAP-1.5)."""
    return {hex_: tuple(sorted(state.pile(hex_), key=lambda each: default_rank(state, each))) for hex_ in hexes}
