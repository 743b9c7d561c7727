"""What the bot is after: what units and areas are worth, how far it is to them, who holds what (AFR-11.2, 12 to 14)."""

from collections.abc import Mapping
from functools import lru_cache

from pbem.board.areamap import AreaMap
from pbem.bots.gaps import FAR, gaps
from pbem.rules.africa1860.going import nearer_roads
from pbem.rules.africa1860.sequence import SPANISH, enemy
from pbem.rules.africa1860.state import State, printed_fc
from pbem.rules.africa1860.strength import DIE, HIDDEN, fire_factor
from pbem.rules.africa1860.victory import last_turn

GOAL = 400  # what taking an objective is worth, in tenths of a point of a factor
FIELD = 15  # what any other area is worth
TRUMP = 3  # how many times more an objective is worth at the end
LATE = 2  # turns before the end in which nothing else counts


def gap(state: State, here: str, goal: str) -> int:
    """Areas from one to another over land, whoever stands there."""
    return gaps_to(state, goal).get(here, FAR)


def gaps_to(state: State, goal: str) -> Mapping[str, int]:
    """Areas from each area to one over land, whoever stands there."""
    scenario = state.scenario
    return _gaps_to(scenario.board, frozenset(scenario.areas), goal)


@lru_cache(maxsize=512)
def _gaps_to(board: AreaMap, land: frozenset[str], goal: str) -> Mapping[str, int]:
    return gaps(board.neighbours, lambda here, to: 1 if here in land and to in land else None, (goal,))


def factor_of(state: State, unit: str) -> int:
    """The combat factor of a unit, or the mean of what is not known of it yet, rounded up (AFR-2.8, 2.9)."""
    factor, pool = state.counter(unit).fc, state.scenario.tables["gaix-pool"]
    if factor == DIE:
        return 4
    if factor == HIDDEN and state.units[unit].drawn_fc is None:
        return int(-(-sum(pool) // len(pool)))
    return printed_fc(state.scenario, state.units[unit], unit)


def coins_of_fire(state: State, unit: str) -> int:
    """The fire factor of a unit, a diced one as it is rated, 0 for none."""
    factor = fire_factor(state, unit)
    return int(state.scenario.tables["dice-factors"][factor]["rated"]) if isinstance(factor, str) else factor or 0


def worth(state: State, unit: str) -> int:
    """What a unit is worth, in tenths of a point of its factors; the second step counts half."""
    counter, each = state.counter(unit), state.units[unit]
    if counter.is_leader:
        return 15 * (counter.fa + counter.fd)
    if counter.class_ == "convoy":
        return GOAL // 2
    points = 10 * (factor_of(state, unit) + coins_of_fire(state, unit)) + 20 * (counter.class_ == "artillery")
    return points * (3 if each.steps == 2 else 2) // (4 if each.demoralized else 2)


def worth_of_area(state: State, side: str, area: str) -> int:
    """What it is worth to a side to hold an area, or to take it with the convoys that stand there (AFR-14.7)."""
    taken = len(state.convoys(area, enemy(side))) * GOAL // 2
    if area not in state.scenario.objectives:
        return FIELD + taken
    late = last_turn(state.scenario) - state.turn < LATE
    return taken + GOAL * (TRUMP if late else 1) // (1 if state.control[area] != side else 2)


def convoy_areas(state: State) -> tuple[str, ...]:
    """The areas to which convoys go next, or in which they wait (AFR-14.5)."""
    found = []
    for unit, each in sorted(state.units.items()):
        if state.counter(unit).class_ == "convoy" and state.on_map(unit):
            free = [area for area in nearer_roads(state, each.at) if not state.holds(area, enemy(SPANISH))]
            found.append(free[0] if free else each.at)
    return tuple(found)


def foes(state: State, side: str) -> tuple[str, ...]:
    """The areas in which enemies of a side stand who fight, by id."""
    return tuple(area for area in sorted(state.stacks) if state.threatens(area, enemy(side)))


def threat(state: State, side: str, area: str, within: int) -> int:
    """The stacking points of enemies who fight within so many areas of an area."""
    return sum(state.points(foe, enemy(side)) for foe in foes(state, side) if gap(state, foe, area) <= within)
