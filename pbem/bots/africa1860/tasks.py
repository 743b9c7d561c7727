"""Who goes where: each area that counts wants points of units, and the nearest are told off for it."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.bots.africa1860.aims import GOAL, convoy_areas, gap, threat, worth_of_area
from pbem.rules.africa1860.sequence import SPANISH
from pbem.rules.africa1860.state import State

ATTACK = 18  # points that go against an objective of the enemy
GUARD = {2: 6, 4: 3}  # points that guard an own one, by how near the enemy is
FEW = 2  # and where he is far


@dataclass(frozen=True, slots=True)
class Task:
    """An area that wants so many points of units; the greater its weight the sooner."""

    area: str
    points: int
    weight: int


def tasks(state: State, side: str) -> tuple[Task, ...]:
    """The areas that want units of a side: objectives to take and to hold, convoys to go with."""
    scenario = state.scenario
    found = []
    for area in scenario.objectives:
        weight = worth_of_area(state, side, area)
        if state.control[area] == side:
            found.append(Task(area, guard(state, side, area), weight + GOAL))
        else:
            found.append(Task(area, ATTACK, weight))
    if side == SPANISH:
        found += [Task(area, guard(state, side, area), GOAL) for area in convoy_areas(state)]
    return tuple(found)


def guard(state: State, side: str, area: str) -> int:
    """The points that an area wants for its defence."""
    near = (points for within, points in sorted(GUARD.items()) if threat(state, side, area, within))
    return next(near, FEW)


def assign(state: State, side: str, units: Iterable[str]) -> dict[str, str]:
    """The area for which each unit is told off: the nearest that still wants some, else the one it could help best."""
    wanted = {task.area: task.points for task in tasks(state, side)}
    weights = {task.area: task.weight for task in tasks(state, side)}
    left, found = sorted(units), dict[str, str]()
    while left and any(points > 0 for points in wanted.values()):
        open_ = [area for area, points in wanted.items() if points > 0]
        _, unit, area = min((_price(state, unit, area, weights), unit, area) for unit in left for area in open_)
        found[unit] = area
        wanted[area] -= state.scenario.points(unit)
        left.remove(unit)
    open_ = [area for area in wanted if state.control[area] != side]
    rest = list(wanted) if wins_as_it_stands(state, side) or not open_ else open_
    for unit in left:
        found[unit] = min(rest, key=lambda area: (_price(state, unit, area, weights), area))
    return found


def wins_as_it_stands(state: State, side: str) -> bool:
    """Whether a side holds the objectives that it needs; the Moroccans need those that the Spanish then lack."""
    scenario = state.scenario
    spanish = sum(1 for area in scenario.objectives if state.control[area] == SPANISH)
    return (spanish >= scenario.needed) == (side == SPANISH)


def _price(state: State, unit: str, area: str, weights: dict[str, int]) -> int:
    return GOAL * gap(state, state.units[unit].at, area) - weights[area]
