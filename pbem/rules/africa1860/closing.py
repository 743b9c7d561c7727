"""The end of a movement phase: the demoralized and the convoys move by themselves, then stacks are held to their limit.

The same for a run and for a check of a sheet: `go` leads units along a path, in a run with the windows on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pbem.core.problems import Fault
from pbem.kit.judging import Teller
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.going import has_room, must_leave, nearer_roads, way_out
from pbem.rules.africa1860.movement import By
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State

Go = Callable[[str, Sequence[str], By], object]


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made by a line: the line's number, its units, and the areas by which they went, the first too."""

    line: int
    units: tuple[str, ...]
    path: tuple[str, ...]

    @property
    def at(self) -> str:
        """Where it led."""
        return self.path[-1]


def move_by_themselves(teller: Teller, side: str, go: Go) -> None:
    """Who must move without an order: the demoralized beside an enemy, then the convoys, each by id (AFR-4.5, 14.5)."""
    for unit in _own(teller.state, side):
        way = _way_away(teller.state, unit)
        if way is not None:
            go(unit, way, "demoralized")  # AFR-4.5
    for unit in _own(teller.state, side):
        way = _convoy_way(teller.state, unit)
        if way is not None:
            go(unit, way, "convoy")  # AFR-14.5


def _own(state: State, side: str) -> tuple[str, ...]:
    return tuple(unit for unit in sorted(state.units) if state.side(unit) == side)


def _way_away(state: State, unit: str) -> tuple[str, ...] | None:
    """The way of a demoralized unit that still can and must move away; cavalry and guns by an activation (AFR-4.5)."""
    each, counter = state.units[unit], state.counter(unit)
    if not state.on_map(unit) or not must_leave(state, unit):
        return None
    spent = counter.by_activation and each.activations >= counter.kind.activations  # AFR-4.5
    return None if spent or each.moved else way_out(state, unit)


def _convoy_way(state: State, unit: str) -> tuple[str, ...] | None:
    """The step of a convoy that has no order; None where each nearer area is held or full (AFR-14.5)."""
    with_room = (area for area in _open_roads(state, unit) if has_room(state, unit, area))
    return next(((state.units[unit].at, area) for area in with_room), None)  # AFR-14.5


def full_road(state: State, unit: str) -> str | None:
    """The area into which a convoy that has not moved would go, if there were room; None where there is, or none is
    open (AFR-14.5).
    """
    roads = _open_roads(state, unit)
    return roads[0] if roads and not any(has_room(state, unit, area) for area in roads) else None


def _open_roads(state: State, unit: str) -> tuple[str, ...]:
    """The nearer road areas that no enemy holds, of a convoy that has not moved; none of any other unit (AFR-14.5)."""
    if state.counter(unit).class_ != "convoy" or not state.on_map(unit) or state.units[unit].moved:
        return ()
    at, foe = state.units[unit].at, enemy(state.side(unit))
    return tuple(
        area
        for area in nearer_roads(state, at)
        if state.scenario.cost(unit, area) is not None and not state.holds(area, foe)
    )


# Nine points -----------------------------------------------------------------------------------------------------


def is_over(state: State, area: str, side: str) -> bool:
    """Whether a side has more than nine stacking points in an area (AFR-5.2)."""
    limit: int = state.scenario.tables["stacking"]
    return state.points(area, side) > limit  # AFR-5.2


def crowding(state: State, side: str, area: str, rule: str = "AFR-5.3", more: Sequence[str] = ()) -> Fault:
    """That a side has too many stacking points in an area, and how many; with `more` units that are not there yet."""
    points = state.points(area, side) + sum(map(state.scenario.points, more))  # AFR-5.2
    args: dict[str, str | int] = {"area": area, "points": points, "limit": state.scenario.tables["stacking"]}
    return Fault("overstacked", rule, args)


def overfull(state: State, side: str) -> tuple[str, ...]:
    """The areas where a side is over its limit, by id."""
    return tuple(area for area in sorted(state.stacks) if is_over(state, area, side))


def last_into(state: State, side: str, made: Sequence[Made]) -> Made | None:
    """The move written last that brings points into the first area that is over its limit by moves (AFR-5.3)."""
    for area in overfull(state, side):
        for move in reversed(made):
            there = [unit for unit in move.units if state.units[unit].at == area]
            if move.at == area and any(state.scenario.points(unit) for unit in there):
                return move  # AFR-5.3
    return None


def take_back(teller: Teller, side: str, made: Sequence[Made]) -> Iterator[Made]:
    """Take moves back from the last written on until every area holds, and give each (AFR-5.3)."""
    left = list(made)
    while (move := last_into(teller.state, side, left)) is not None:
        left.remove(move)
        units = tuple(unit for unit in move.units if teller.state.units[unit].at == move.at)
        teller.emit(facts.MoveVoided(units=units, path=(move.at, move.path[0])))  # AFR-5.3
        yield move


def thin_out(teller: Teller, side: str) -> None:
    """Who stands over the limit without having moved steps off, the lowest first, to where most room is (AFR-5.3)."""
    for area in overfull(teller.state, side):
        while is_over(teller.state, area, side):
            step = next(_steps_off(teller.state, side, area), None)
            if step is None:
                teller.emit(facts.OverstackStays(side=side, at=area))  # AFR-5.3
                break
            unit, to = step
            teller.emit(facts.Moved(units=(unit,), path=(area, to), by="overstack"))  # AFR-5.3


def _steps_off(state: State, side: str, area: str) -> Iterator[tuple[str, str]]:
    """The units that may step off, lowest points first, each with the area of most room (AFR-5.3)."""
    scenario = state.scenario
    units = [unit for unit in state.fighters(area, side) if not state.units[unit].moved]
    for unit in sorted(units, key=lambda unit: (scenario.points(unit), unit)):
        free = [
            to
            for to in scenario.board.neighbours[area]
            if scenario.cost(unit, to) is not None
            and not state.holds(to, enemy(side))
            and has_room(state, unit, to)
            and scenario.counters[unit].movement
        ]
        if free:
            yield unit, min(free, key=lambda to: (state.points(to, side), to))
