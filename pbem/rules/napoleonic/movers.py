"""Counters that move together: what each can pay, how it faces, what a step costs it (NAP-5, 6)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.core.problems import Fault
from pbem.kit.frozen import once
from pbem.rules.napoleonic.ground import Going, hex_cell, known_steps, step_cost
from pbem.rules.napoleonic.scenario import MANOEUVRE, Entry, Scenario
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import DISORGANISED, NORMAL, ROUTED, Doing, State, ZoneMap, is_cliff


def allowance(state: State, unit: str, formation: str | None = None) -> int:
    """MP of a counter in a formation, the one that it has if left out, halved where it is (NAP-5.1, 2.1)."""
    counter, form = state.counter(unit), formation or state.units[unit].formation
    lines = state.scenario.tables["movement"]
    line = movement_line(state, unit, form)
    points = int(lines[line].get(counter.side, lines["cavalry"][counter.side]))  # NAP-5.1
    return points // 2 if state.halved(unit) else points  # NAP-2.1


def movement_line(state: State, unit: str, formation: str) -> str:
    """The line of the movement table for a counter in a formation (NAP-5.1, 4.3)."""
    counter = state.counter(unit)
    if counter.type == "infantry":
        return "infantry-skirmish" if formation == "skirmish" else "infantry"
    if counter.type == "artillery":
        return "horse-artillery" if counter.horse else "artillery"
    if counter.type == "leader":
        return "leader"
    if formation == "skirmish" and state.is_dismounted(unit):
        return "infantry-skirmish"  # NAP-4.3
    if counter.class_ == "light" and formation == "skirmish":
        return "light-cavalry-skirmish"
    return "heavy-cavalry" if counter.class_ == "heavy" else "cavalry"


def doing(state: State, unit: str) -> Doing:
    """What a counter has left in this movement phase."""
    known = state.doing.get(unit)
    return known if known is not None else Doing(left=allowance(state, unit))


class Step(NamedTuple):
    """A step that may be taken: into which hex, in which direction, MP of each.

    `on_foot`: it dismounts cavalry; `stops`: it ends the steps, by a zone of control (NAP-4.3, 6.2).
    """

    hex: str
    direction: int
    costs: tuple[int, ...]
    on_foot: bool
    stops: bool


@dataclass(frozen=True, eq=False)
class Party:
    """Counters that move together from a hex, or one that enters the map (`start` None).

    What is asked of them again and again is worked out once: the position does not change under a party.
    """

    state: State
    units: tuple[str, ...]
    start: str | None
    _steps: dict[tuple[str, bool], tuple[Step, ...]] = field(default_factory=dict)
    _goings: dict[str, Going] = field(default_factory=dict)

    @once
    def origin(self) -> str:
        """The hex where they begin, "" for one that enters the map."""
        return self.start or ""

    @once
    def crowds(self) -> dict[str, str]:
        """Why they may not stand in a hex with those there, by hex, once it was asked for: kept by `paths.crowded`."""
        return {}

    @once
    def side(self) -> str:
        """Whose they are."""
        return self.state.counter(self.units[0]).side

    @once
    def left(self) -> tuple[int, ...]:
        """MP that each has left."""
        done = self.state.doing
        return tuple([done[u].left if u in done else allowance(self.state, u) for u in self.units])

    @once
    def facers(self) -> tuple[int, ...]:
        """1 for each that has to turn, 0 for each that has no facing (NAP-5.6)."""
        return tuple([int(self.state.has_facing(unit)) for unit in self.units])

    @once
    def more_free(self) -> int:
        """Whether the one more free turn of the phase is still to be had (NAP-5.6)."""
        done = self.state.doing
        return min([done[unit].more_free if unit in done else 1 for unit in self.units])

    @once
    def fresh(self) -> bool:
        """Whether all may go one hex whatever it costs: normal morale, no MP spent before (NAP-5.2)."""
        units = self.state.units
        return all(units[unit].morale == NORMAL and units[unit].moved == 0 for unit in self.units)  # NAP-5.2

    def slips(self, unit: str) -> bool:
        """Whether zones of control do not stop a counter: skirmishers and leaders (NAP-6.2)."""
        return self.state.counter(unit).is_leader or self.state.units[unit].formation == "skirmish"  # NAP-6.2

    @once
    def stops(self) -> bool:
        """Whether entering an enemy zone of control ends the steps of any of them (NAP-6.2)."""
        return not all(self.slips(unit) for unit in self.units)

    @once
    def zones(self) -> ZoneMap:
        """The zones of control of their enemies."""
        return self.state.zones_of(enemy(self.side))

    @once
    def began_in_zone(self) -> bool:
        """Whether they begin in an enemy zone of control (NAP-6.2)."""
        return self.start in self.zones

    def costs(self, here: str | None, hex_: str) -> tuple[int, ...] | None:
        """MP of each for a step, zones of control apart; None where it is prohibited to one (NAP-3, 5.2).

        `here` None: the hex is entered from off the map.
        """
        entry = entry_at(self.state.scenario, self.units[0], hex_) if here is None else None
        by_road = entry is not None and entry.road == hex_
        found = []
        for unit in self.units:
            going = self.going(unit, hex_)
            alone = len(self.units) == 1 and self.state.pile(hex_) in ((), (unit,))
            alone = alone or self.state.counter(unit).is_leader  # NAP-2.4
            if here is None:
                cost = _entry_cost(self.state, going, hex_, by_road, alone)
            else:
                cost = step_cost(self.state.scenario, going, here, hex_, alone)
            if cost is None:
                return None
            if self.state.units[unit].formation == "square":
                cost += self.state.scenario.tables["square-move"] - 1  # NAP-5.3
            found.append(cost)
        return tuple(found)

    def is_closed(self, hex_: str) -> bool:
        """Whether what a hex is keeps one of them out (NAP-3.7)."""
        columns = [self.going(unit, hex_).column for unit in self.units]
        return any(hex_cell(self.state.scenario, hex_, column).forbidden for column in columns)

    def _barrier(self, here: str | None, hex_: str) -> str:
        """What keeps one of them out of a hex: what it is, or what lies before it (NAP-3.4, 3.6, 3.7)."""
        scenario = self.state.scenario
        if here is None or self.is_closed(hex_):
            return scenario.ground[hex_]
        return "cliff" if is_cliff(scenario, here, hex_) else "river"

    def zone_costs(self, hex_: str, first: bool) -> tuple[int, ...]:
        """MP that the enemy's zones of control cost each in a step (NAP-6.2)."""
        leaving = int(first and self.began_in_zone)  # NAP-6.2
        if hex_ not in self.zones:
            return (leaving,) * len(self.units)
        return tuple([leaving + int(self.slips(unit)) for unit in self.units])  # NAP-6.2

    def faults(self, here: str | None, hex_: str, first: bool, stopped: bool) -> Iterator[Fault]:
        """Why a step may not be taken, costs apart: ground, enemies, zones of control (NAP-3.7, 4.4, 6.2, 2.1)."""
        state, board = self.state, self.state.scenario.board
        if here is not None and hex_ not in board.neighbours[here]:
            yield Fault("not-adjacent", "NAP-5.1", {"from": here, "to": hex_})  # NAP-5.1
            return
        if self.costs(here, hex_) is None:
            yield Fault("terrain-forbidden", "NAP-3.7", {"hex": hex_, "ground": self._barrier(here, hex_)})  # NAP-3.7
        if state.holds(enemy(self.side), hex_):
            yield Fault("enemy-there", "NAP-4.4", {"hex": hex_})  # NAP-4.4
        if stopped:
            yield Fault("zoc-stop", "NAP-6.2", {"hex": str(here)})  # NAP-6.2
        if state.in_zone(self.side, hex_):
            yield from self._zone_faults(hex_)
            if first and self.began_in_zone and self.stops:
                yield Fault("zoc-to-zoc", "NAP-6.2", {"from": str(here), "hex": hex_})  # NAP-6.2

    def _zone_faults(self, hex_: str) -> Iterator[Fault]:
        for unit in self.units:
            if self.state.counter(unit).is_leader:
                continue
            if self.state.order_of(unit) == MANOEUVRE:
                yield Fault("order-forbids", "NAP-2.1", {"unit": unit, "order": MANOEUVRE})  # NAP-2.1
            if not self.state.in_command(unit) and self.start is not None:
                yield Fault("out-of-command", "NAP-2.2", {"unit": unit})  # NAP-2.2
            if self.state.units[unit].morale == DISORGANISED:
                yield Fault("zoc-stop", "NAP-5.7", {"hex": hex_, "unit": unit})  # NAP-5.7

    def on_foot(self, hex_: str) -> bool:
        """Whether cavalry of the party would stand dismounted in a hex (NAP-4.3)."""
        return self.dismounts and any(self.state.is_dismounted(unit, hex_) for unit in self.units)

    def steps(self, here: str, first: bool) -> tuple[Step, ...]:
        """The steps that may be taken from a hex, zones of control included; `first`: the party begins there."""
        key = (here, first)
        if key not in self._steps:
            found = (self.step(here, hex_, first) for hex_ in self.state.scenario.board.neighbours[here])
            self._steps[key] = tuple(step for step in found if step is not None)
        return self._steps[key]

    def step(self, here: str, hex_: str, first: bool) -> Step | None:
        """The step between two neighbours, zones of control included; None where it may not be taken."""
        zone = hex_ in self.zones
        if zone and (self._barred_from_zones or (first and self.began_in_zone and self.stops)):
            return None
        costs = None if self.state.holds(enemy(self.side), hex_) else self.costs(here, hex_)
        if costs is None:
            return None
        costs = tuple(c + z for c, z in zip(costs, self.zone_costs(hex_, first), strict=True))
        way = self.state.scenario.direction[here, hex_]
        return Step(hex_, way, costs, self.on_foot(hex_), self.stops and zone)

    def lone_step(self, here: str, hex_: str, first: bool) -> int | None:
        """MP of a step of one counter that is never on foot, as `step` has it: for a search, which asks for many."""
        key, pile = (here, hex_), self.state.piles.get(hex_)
        if pile is None:
            known = self._free_ground
        elif self.state.scenario.counters[pile[0]].side != self.side:
            return None
        else:
            others = pile != self.units and not self.state.scenario.counters[self.units[0]].is_leader
            known = self._shared_ground if others else self._free_ground
        zone = hex_ in self.zones
        if zone and (self._barred_from_zones or (first and self.began_in_zone and self.stops)):
            return None
        cost = known[key] if key in known else (self.costs(here, hex_) or (None,))[0]
        if cost is None or not (zone or first):
            return cost
        return cost + self.zone_costs(hex_, first)[0]

    @once
    def _free_ground(self) -> Mapping[tuple[str, str], int | None]:
        """What the ground is known to cost one counter where no others stand."""
        return known_steps(self.state.scenario, self.going(self.units[0], ""), alone=True)

    @once
    def _shared_ground(self) -> Mapping[tuple[str, str], int | None]:
        """The same where others stand."""
        return known_steps(self.state.scenario, self.going(self.units[0], ""), alone=False)

    @once
    def goes_one_way(self) -> bool:
        """Whether it is one counter on the map that is no square and never on foot."""
        alone = len(self.units) == 1 and self.start is not None
        return alone and self.state.units[self.units[0]].formation != "square" and not self.dismounts

    @once
    def _barred_from_zones(self) -> bool:
        """Whether any of them may not enter an enemy zone of control at all."""
        return next(self._zone_faults(""), None) is not None

    @once
    def dismounts(self) -> bool:
        """Whether any of them may stand dismounted somewhere (NAP-4.3)."""
        skirmishers = [unit for unit in self.units if self.state.units[unit].formation == "skirmish"]
        return any(self.state.counter(unit).type == "cavalry" for unit in skirmishers)

    def going(self, unit: str, hex_: str) -> Going:
        """How one of them goes into a hex, worked out once where that is the same everywhere."""
        if self.dismounts:
            return going_of(self.state, unit, hex_)
        if unit not in self._goings:
            self._goings[unit] = going_of(self.state, unit, hex_)
        return self._goings[unit]

    @once
    def foot_left(self) -> tuple[int, ...]:
        """MP within which all must lie from a step on that dismounts cavalry (NAP-4.3)."""
        found = []
        for unit, left in zip(self.units, self.left, strict=True):
            if self.state.counter(unit).type != "cavalry":
                found.append(left)
                continue
            lines: Mapping[str, Mapping[str, int]] = self.state.scenario.tables["movement"]
            points = lines["infantry-skirmish"][self.side]
            most = points // 2 if self.state.halved(unit) else points
            found.append(min(left, most - self.state.units[unit].moved))  # NAP-4.3
        return tuple(found)


def going_of(state: State, unit: str, hex_: str) -> Going:
    """How a counter goes into a hex: its column, whether codes D and F help it and roads (NAP-3.5, 4.3)."""
    counter, each = state.counter(unit), state.units[unit]
    if counter.is_leader:
        return Going("infantry", True, True)  # NAP-2.4
    column = "infantry" if state.is_dismounted(unit, hex_) else counter.type  # NAP-4.3
    in_command = state.in_command(unit)
    coded = in_command and state.order_of(unit) == MANOEUVRE and each.morale != ROUTED
    any_order = state.scenario.options["road-order"] == "any" and in_command  # NAP-3.5
    ordered = each.formation in ("normal", "limbered")
    return Going(column, coded, ordered and (coded or any_order))  # NAP-3.5


def _entry_cost(state: State, going: Going, hex_: str, by_road: bool, alone: bool) -> int | None:
    """MP for the hex by which one enters: the hex alone is paid (NAP-15.4)."""
    cell = hex_cell(state.scenario, hex_, going.column)
    if going.road and by_road and (not cell.forbidden or "H" in cell.codes):
        return 1  # NAP-15.4
    if cell.forbidden:
        return None
    return 1 if alone and going.coded and "D" in cell.codes else cell.mp


def entry_zones(scenario: Scenario, unit: str) -> tuple[Entry, ...]:
    """The zones of the map by which a counter may enter: its own, any of its side where it names none (NAP-15.4)."""
    counter = scenario.counters[unit]
    if counter.entry:
        return (scenario.entry[counter.entry],) if counter.entry in scenario.entry else ()
    return tuple(zone for _, zone in sorted(scenario.entry.items()) if zone.side == counter.side)


def absent(state: State, unit: str) -> dict[str, str | int]:
    """What is told of an order for a counter that is not on the map: when it comes, if it still does (NAP-15.4)."""
    due = state.counter(unit).due
    return {"unit": unit, "due": due} if due > state.turn and entry_zones(state.scenario, unit) else {"unit": unit}


def entry_at(scenario: Scenario, unit: str, hex_: str) -> Entry | None:
    """The zone by which a counter enters in a hex; None where it may not."""
    return next((zone for zone in entry_zones(scenario, unit) if hex_ in zone.hexes), None)
