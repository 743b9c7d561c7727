"""Where units can go, and why not: ground, enemies, roads, lanes of the ship; who must move away (AFR-4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.orders import onward
from pbem.core.problems import Fault
from pbem.rules.africa1860.faults import earned, not_adjacent
from pbem.rules.africa1860.scenario import Scenario
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State


@dataclass(frozen=True, slots=True)
class Walk:
    """What a path comes to: its areas from the start on, and its cost to whom it costs most."""

    path: tuple[str, ...]
    cost: int = 0
    faults: tuple[Fault, ...] = ()


def find_walk(state: State, units: Sequence[str], path: Sequence[str]) -> Walk:
    """How units of one area go a path together, or the one fault of it.

    A single area that is no neighbour stands for the cheapest legal path there, ties by area ids (0.2).
    """
    start = state.units[units[0]].at
    path = onward(tuple(path), start)
    neighbours = state.scenario.board.neighbours
    if len(path) == 1 and path[0] not in neighbours[start] and path[0] != start:
        middles = sorted(set(neighbours[start]) & set(neighbours[path[0]]))
        tried = [_walk(state, units, start, (middle, path[0])) for middle in middles]
        legal = [walk for walk in tried if not walk.faults]
        if legal:
            return min(legal, key=lambda walk: (walk.cost, walk.path))
        if all(state.counter(unit).movement > 1 for unit in units):
            return Walk((start, *path), 0, (_out_of_reach(state, units, path[0], tried),))
    return _walk(state, units, start, path)


def _out_of_reach(state: State, units: Sequence[str], to: str, tried: Sequence[Walk]) -> Fault:
    """The fault of an area to which none of the ways that were tried leads: the best of them, or how far it is."""
    args: dict[str, str | int] = {"unit": units[0], "to": to}
    if not tried:
        far = state.scenario.board.distance(to, state.units[units[0]].at)
        return Fault(
            "not-adjacent", "AFR-4.1", {**args, "distance": far, "allowance": state.counter(units[0]).movement}
        )
    best = min(tried, key=lambda walk: (walk.faults[0].code != "move-too-far", walk.cost, walk.path))
    told = best.faults[0].args if best.faults[0].code == "move-too-far" else {}
    return Fault("not-adjacent", "AFR-4.1", {**args, "via": best.path[1], **told})


def _walk(state: State, units: Sequence[str], start: str, path: Sequence[str]) -> Walk:
    ship = state.scenario.ship
    found = _sea_faults(state, start, path) if ship in units else _land_faults(state, units, start, path)
    return Walk((start, *path), max(_cost(state, unit, path) for unit in units), earned(found))


def _cost(state: State, unit: str, path: Sequence[str]) -> int:
    """What a path costs a unit: the sum of the terrain table; the ship pays 1 an area (AFR-4.2, 12.5)."""
    return sum(state.scenario.cost(unit, area) or 1 for area in path)  # AFR-4.2


def _land_faults(state: State, units: Sequence[str], start: str, path: Sequence[str]) -> Iterator[Fault]:
    """Why units cannot go a path by land, in any order."""
    at = start
    for number, area in enumerate(path, 1):
        yield from step_faults(state, units, at, area, last=number == len(path))
        at = area
    for unit in units:
        cost, allowance = _cost(state, unit, path), state.counter(unit).movement
        if cost > allowance:
            yield Fault("move-too-far", "AFR-4.1", {"unit": unit, "cost": cost, "allowance": allowance})  # AFR-4.1
    for unit in units:
        if must_leave(state, unit) and not is_away(state, unit, path[-1]):
            yield Fault("must-move-away", "AFR-4.5", {"unit": unit, "area": path[-1]})  # AFR-4.5
        if state.counter(unit).class_ == "convoy":
            yield from _road_faults(state, unit, start, path)


def step_faults(state: State, units: Sequence[str], at: str, area: str, *, last: bool) -> Iterator[Fault]:
    """Why units cannot make one step of a path by land, in any order; `last`: they stop there (AFR-4.3, 4.6)."""
    side = state.side(units[0])
    if area not in state.scenario.board.neighbours[at]:
        yield not_adjacent("AFR-4.1", state, units[0], area, at)  # AFR-4.1
    for unit in units:
        if state.scenario.cost(unit, area) is not None:
            continue
        if state.units[unit].landed is not None and state.scenario.base(area) == "sea":
            yield Fault("cannot-reembark", "AFR-12.7", {"unit": unit})  # AFR-12.7
        yield Fault("terrain-forbidden", "AFR-4.6", {"unit": unit, "area": area})  # AFR-4.6
    if not state.holds(area, enemy(side)):
        return
    if not last:
        yield Fault("path-through-enemy", "AFR-4.3", {"area": area})  # AFR-4.3
    for unit in units:
        if state.units[unit].demoralized:
            yield Fault("demoralized-cannot-attack", "AFR-4.5", {"unit": unit, "area": area})  # AFR-4.5
    alone = [unit for unit in units if not state.counter(unit).fights]
    escort = any(has_fc(state, unit) for unit in (*units, *state.stack(area, side)))
    for unit in alone:
        if not escort or state.counter(unit).class_ == "convoy":
            yield Fault("enter-enemy-alone", "AFR-4.3", {"unit": unit, "area": area})  # AFR-4.3 AFR-10.1


def has_fc(state: State, unit: str) -> bool:
    """Whether a unit has a combat factor, if only a hidden or a diced one: it can attack, and escort (AFR-4.3)."""
    counter = state.counter(unit)
    return counter.fights and counter.fc is not None


# The demoralized -------------------------------------------------------------------------------------------------


def must_leave(state: State, unit: str) -> bool:
    """Whether a unit is demoralized beside an enemy: its movement takes it away (AFR-4.5)."""
    each = state.units[unit]
    return each.demoralized and state.is_adjacent_to_enemy(each.at, state.side(unit))  # AFR-4.5


def enemies_beside(state: State, area: str, side: str) -> int:
    """How many areas beside an area hold enemies that are more than leaders and convoys (AFR-2.12, 4.5)."""
    foe = enemy(side)
    return sum(1 for other in state.scenario.board.neighbours[area] if state.threatens(other, foe))


def is_away(state: State, unit: str, area: str) -> bool:
    """Whether an area is away from the enemy for a unit: beside none; or beside fewer, where none such is in reach."""
    side = state.side(unit)
    if not enemies_beside(state, area, side):
        return True
    if any(not enemies_beside(state, goal, side) for goal in _refuges(state, unit)):
        return False
    return enemies_beside(state, area, side) < enemies_beside(state, state.units[unit].at, side)  # AFR-4.5


def way_out(state: State, unit: str) -> tuple[str, ...] | None:
    """The path of a demoralized unit that has no order: the first area that is away, by the cheapest way (AFR-4.5)."""
    side = state.side(unit)
    ways = _refuges(state, unit)
    leaders = [u for u in state.units if state.side(u) == side and state.counter(u).is_leader and state.on_map(u)]
    far = len(state.scenario.board.ids)

    def liking(goal: str) -> tuple[int, str]:
        near = min((state.scenario.board.distance(goal, state.units[u].at) for u in leaders), default=far)
        return near, goal  # AFR-4.5

    goals = sorted((goal for goal in ways if is_away(state, unit, goal)), key=liking)
    return ways[goals[0]] if goals else None


def _refuges(state: State, unit: str) -> dict[str, tuple[str, ...]]:
    """The areas that a demoralized unit can reach, each with its cheapest path: no enemies, and room (AFR-4.5)."""
    start, side, scenario = state.units[unit].at, state.side(unit), state.scenario
    found: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, (start,))}
    edge = [start]
    while edge:
        reached = []
        for at in edge:
            spent, way = found[at]
            for area in sorted(scenario.board.neighbours[at]):
                cost = scenario.cost(unit, area)
                if cost is None or spent + cost > state.counter(unit).movement or state.holds(area, enemy(side)):
                    continue
                better = (spent + cost, (*way, area))
                if area not in found or better < found[area]:
                    found[area] = better
                    reached.append(area)
        edge = reached
    del found[start]
    return {area: way for area, (_, way) in found.items() if has_room(state, unit, area)}


def has_room(state: State, unit: str, area: str) -> bool:
    """Whether a unit may join its side in an area without bringing it over the limit (AFR-5.2)."""
    limit: int = state.scenario.tables["stacking"]
    return state.points(area, state.side(unit)) + state.scenario.points(unit) <= limit  # AFR-5.2


# Convoys ---------------------------------------------------------------------------------------------------------


def convoy_goal(scenario: Scenario) -> str | None:
    """The area to which convoys must go; None where no clause moves them (AFR-14.5)."""
    goal: str | None = scenario.tables["scenarios"].get(scenario.battle, {}).get("convoy-goal")
    return goal if goal in scenario.board.index else None


def road_distances(scenario: Scenario) -> dict[str, int]:
    """How far each road area is from the convoys' goal, along road areas (AFR-14.5)."""
    goal = convoy_goal(scenario)
    found: dict[str, int] = {} if goal is None else {goal: 0}
    edge = list(found)
    while edge:
        reached = sorted({b for a in edge for b in scenario.board.neighbours[a] if scenario.has(b, "road")} - {*found})
        for area in reached:
            found[area] = 1 + min(found[a] for a in scenario.board.neighbours[area] if a in found)
        edge = reached
    return found


def nearer_roads(state: State, at: str) -> tuple[str, ...]:
    """The road areas beside an area that are one nearer to the convoys' goal, by id (AFR-14.5)."""
    far = road_distances(state.scenario)
    here = far.get(at, len(state.scenario.board.ids))
    return tuple(a for a in sorted(state.scenario.board.neighbours[at]) if far.get(a, here) < here)  # AFR-14.5


def _road_faults(state: State, unit: str, start: str, path: Sequence[str]) -> Iterator[Fault]:
    """Convoys keep to roads, and each step leads nearer to their goal (AFR-14.5)."""
    if convoy_goal(state.scenario) is None:
        return
    at = start
    for area in path:
        if not state.scenario.has(area, "road"):
            yield Fault("convoy-needs-road", "AFR-14.5", {"unit": unit, "area": area})  # AFR-14.5
        elif area not in nearer_roads(state, at):
            yield Fault("convoy-must-advance", "AFR-14.5", {"unit": unit, "area": area})  # AFR-14.5
        at = area


# The gunboat -----------------------------------------------------------------------------------------------------


def is_lane(scenario: Scenario, area: str) -> bool:
    """Whether the gunboat may be in an area: on the sea or the coast; in Tetuán in its lane (AFR-12.5, 13.3)."""
    if scenario.battle == "tetuan":
        return scenario.has(area, "ship-lane")  # AFR-13.3
    return scenario.base(area) == "sea" or scenario.has(area, "coastal")  # AFR-12.5


def _sea_faults(state: State, start: str, path: Sequence[str]) -> Iterator[Fault]:
    """Why the gunboat cannot go a path."""
    at, ship = start, state.scenario.ship
    assert ship is not None  # who goes is the ship
    for area in path:
        if area not in state.scenario.board.neighbours[at]:
            yield not_adjacent("AFR-12.5", state, ship, area, at)
        if not is_lane(state.scenario, area):
            yield Fault("terrain-forbidden", "AFR-12.5", {"unit": ship, "area": area})  # AFR-12.5
        at = area
    allowance = state.counter(ship).movement
    if len(path) > allowance:
        args: dict[str, str | int] = {"unit": ship, "cost": len(path), "allowance": allowance}
        yield Fault("move-too-far", "AFR-12.5", args)  # AFR-12.5
