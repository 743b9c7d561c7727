"""Retreats: where units go that must, step by step; leaders with them; and falling back (AFR-5.4, 6.7 to 6.9, 10.4)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.closing import is_over
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.decisions import ask_retreat
from pbem.rules.africa1860.events import Cause
from pbem.rules.africa1860.going import enemies_beside, has_room
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State


@dataclass(frozen=True, slots=True)
class Way:
    """A retreat on its way: who goes, where it began, the areas it has been in, and whence its attackers came.

    `leaders` go all the way with it (AFR-10.4).
    """

    unit: str
    start: str
    been: tuple[str, ...]
    attackers: frozenset[str | None]
    cause: Cause
    leaders: tuple[str, ...] = ()


def home_of(state: State, unit: str) -> str | None:
    """The area from which an attacker came; None for who does not attack, and for marines just landed (AFR-12.7)."""
    each = state.units[unit]
    return None if each.landed == state.turn else each.origin  # AFR-12.7


def attackers_origins(state: State, area: str, side: str) -> frozenset[str | None]:
    """The areas from which those came who attack a side in an area, None among them (AFR-6.9)."""
    return frozenset(home_of(state, unit) for unit in state.stack(area, enemy(side)))


def open_areas(state: State, unit: str, at: str, been: Collection[str]) -> tuple[str, ...]:
    """The areas to which a unit can retreat from another: next to it, no enemies, ground open to it, not been in."""
    foe = enemy(state.side(unit))
    return tuple(
        area
        for area in state.scenario.board.neighbours[at]
        if area not in been and not state.holds(area, foe) and state.scenario.cost(unit, area) is not None
    )  # AFR-6.7 AFR-4.6 AFR-14.4


def liking(state: State, way: Way, area: str) -> tuple[bool, int, bool, bool, int, str]:
    """How the default likes an area, the least first (AFR-6.9)."""
    side, scenario = state.side(way.unit), state.scenario
    home = home_of(state, way.unit) == area
    beside = enemies_beside(state, area, side)  # AFR-2.12
    bases = [each.at for each in scenario.arrivals if state.side(each.unit) == side and each.at in scenario.board.index]
    far = scenario.board.distance(area, bases[0]) if bases else 0
    return not home, beside, not has_room(state, way.unit, area), area in way.attackers, far, area  # AFR-6.9


# One retreat -----------------------------------------------------------------------------------------------------


def retreat(
    course: Course, unit: str, cause: Cause, *, steps: int = 1, attackers: frozenset[str | None] = frozenset()
) -> str | None:
    """A unit retreats, with the leaders whom it leaves behind else alone; where it stopped, None if it is lost.

    `steps` is how many areas, by its allowance (AFR-6.7); it goes further where it would overstack an area (AFR-5.4).
    """
    at: str = course.play.state.units[unit].at
    way, gone = Way(unit, at, (at,), attackers, cause, _left_alone(course.play.state, unit, at)), 0
    while True:
        state: State = course.play.state
        options = open_areas(state, unit, at, way.been)
        if gone >= steps:
            if not is_over(state, at, state.side(unit)):
                return at
            options = _leading_on(state, unit, options, way.been)  # AFR-5.4
        if not options:
            return at if gone else _lose(course, unit, cause)
        if state.counter(unit).movement == 0:
            return _lose(course, unit, cause)  # AFR-13.6
        default = min(options, key=lambda area: liking(state, way, area))
        to = ask_retreat(course, unit, way.start, options, default)  # AFR-6.9
        gone += 1
        _step(course, way, at, to, last=gone >= steps)
        if course.play.state.units[unit].at != to:
            return None
        at, way = to, replace(way, been=(*way.been, to))


def _leading_on(state: State, unit: str, options: Sequence[str], been: Sequence[str]) -> tuple[str, ...]:
    """Those of the areas that have room, or from which one that has is reached in the same way (AFR-5.4)."""
    return tuple(area for area in options if _stops(state, unit, area, been))


def _stops(state: State, unit: str, area: str, been: Sequence[str]) -> bool:
    if has_room(state, unit, area):
        return True
    on = (*been, area)
    return any(_stops(state, unit, other, on) for other in open_areas(state, unit, area, on))


def _step(course: Course, way: Way, at: str, to: str, *, last: bool) -> None:
    """One step of a retreat, the leaders along with it; then the windows (AFR-15.3)."""
    state, unit = course.play.state, way.unit
    side = state.side(unit)
    been = (*way.been, to)
    stuck = (
        last and not has_room(state, unit, to) and not _leading_on(state, unit, open_areas(state, unit, to, been), been)
    )
    going = (unit, *(leader for leader in way.leaders if state.units[leader].at == at))  # AFR-10.4
    course.play.emit(facts.Retreated(units=going, path=(at, to), cause=way.cause, stays_over=stuck))  # AFR-6.7
    course.react(course, Occasion("enters", side, to, at, (unit,)))  # AFR-15.3
    course.react(course, Occasion("retreats", side, at, units=(unit,)))  # AFR-15.2


def _left_alone(state: State, unit: str, at: str) -> tuple[str, ...]:
    """The leaders of an area whom a unit that leaves it would leave without any other (AFR-10.4)."""
    side = state.side(unit)
    return state.leaders(at, side) if state.fighters(at, side) == (unit,) else ()


def _lose(course: Course, unit: str, cause: Cause) -> str | None:
    """A unit that can go nowhere is lost, both steps; by the option it loses one, where it can stay (AFR-6.7)."""
    state: State = course.play.state
    each = state.units[unit]
    left = (each.steps or 0) - 1  # a counter file may give a unit more than two
    if state.scenario.options["trapped"] == "step" and left > 0 and each.at not in state.contested():
        course.play.emit(facts.Struck(unit=unit, at=each.at, cause=cause, steps=1, left=left))  # AFR-6.7
        return each.at
    course.play.emit(facts.Eliminated(unit=unit, at=each.at, cause=cause))  # AFR-6.7
    return None


def fire_steps(state: State, unit: str) -> int:
    """How many areas a unit retreats when it was fired at: by its allowance (AFR-6.7)."""
    allowances: dict[str, int] = state.scenario.tables["retreat"]["fire"]
    return allowances.get(str(state.counter(unit).movement), 1)  # AFR-6.7


def follow(course: Course, area: str, side: str, last: str | None, cause: Cause) -> None:
    """Leaders whose units are all gone from an area go after them, or alone by one area, or are lost (AFR-10.4).

    `last` is where the last unit that left it went, None if none did. No window opens for them.
    """
    state = course.play.state
    if state.fighters(area, side):
        return
    for leader in state.leaders(area, side):
        state = course.play.state
        options = open_areas(state, leader, area, (area,))
        if last is not None and not state.holds(last, enemy(side)):
            to = last  # AFR-10.4
        elif options:
            way = Way(leader, area, (area,), attackers_origins(state, area, side), cause)
            default = min(options, key=lambda each: liking(state, way, each))
            to = ask_retreat(course, leader, area, options, default)
        else:
            course.play.emit(facts.Eliminated(unit=leader, at=area, cause=cause))  # AFR-10.4
            continue
        course.play.emit(facts.Retreated(units=(leader,), path=(area, to), cause=cause))  # AFR-10.4


# Far from the enemy ----------------------------------------------------------------------------------------------


def retreat_clear(course: Course, unit: str, attackers: frozenset[str | None]) -> str | None:
    """A unit retreats to the nearest area in reach that touches no enemy; if none, by one area (AFR-6.13)."""
    state, start = course.play.state, course.play.state.units[unit].at
    ways = _clear_ways(state, unit, start)
    if not ways:
        return retreat(course, unit, "shock", attackers=attackers)  # AFR-6.13
    if state.counter(unit).movement == 0:
        return _lose(course, unit, "shock")  # AFR-13.6
    way = Way(unit, start, (start,), attackers, "shock", _left_alone(state, unit, start))
    default = min(ways, key=lambda area: liking(state, way, area))
    path = ways[ask_retreat(course, unit, start, tuple(sorted(ways)), default)]  # AFR-6.13
    for at, to in pairwise(path):
        if course.play.state.holds(to, enemy(state.side(unit))):
            return at
        way = replace(way, been=path[: path.index(to)])
        _step(course, way, at, to, last=False)
        if course.play.state.units[unit].at != to:
            return None
    return path[-1]


def _clear_ways(state: State, unit: str, start: str) -> dict[str, tuple[str, ...]]:
    """The nearest areas that touch no enemy and have room, each with its shortest way there (AFR-6.13)."""
    side = state.side(unit)
    most: int = state.scenario.tables["retreat"]["clear-of-enemies"]
    edge: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    for _ in range(most):
        edge = list(_onward(state, unit, edge, seen))
        seen |= {path[-1] for path in edge}
        clear = {path[-1]: path for path in reversed(edge) if not state.is_adjacent_to_enemy(path[-1], side)}
        found = {area: path for area, path in clear.items() if has_room(state, unit, area)}
        if found:
            return found
    return {}


def _onward(
    state: State, unit: str, edge: Sequence[tuple[str, ...]], seen: Collection[str]
) -> Iterator[tuple[str, ...]]:
    for path in edge:
        for area in open_areas(state, unit, path[-1], seen):
            yield (*path, area)


# Falling back ----------------------------------------------------------------------------------------------------


def fall_back(course: Course, units: Sequence[str], area: str) -> None:
    """Attackers whom nobody has beaten go back, each to where it came from; no retreat, no window (AFR-6.15)."""
    for unit in units:
        state = course.play.state
        side, home = state.side(unit), home_of(state, unit)
        options = open_areas(state, unit, area, (area,))
        way = Way(unit, area, (area,), attackers_origins(state, area, side), "shock")
        if home in options:
            to = home  # AFR-6.15
        elif options:
            to = min(options, key=lambda other: liking(state, way, other))
        else:
            course.play.emit(facts.Eliminated(unit=unit, at=area, cause="shock"))  # AFR-6.15
            continue
        course.play.emit(facts.FellBack(units=(unit,), at=area, to=to))  # AFR-6.15
