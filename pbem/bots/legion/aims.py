"""What a side is after: places that count, the enemy's pieces, or just to be left alone (LL-5.1 to 5.4)."""

from collections.abc import Collection, Iterable, Mapping
from math import ceil

from pbem.bots.gaps import FAR, gaps
from pbem.bots.legion.odds import GOOD
from pbem.rules.legion.ground import ground_of
from pbem.rules.legion.scenario import Scenario
from pbem.rules.legion.sequence import SPANISH, enemy
from pbem.rules.legion.state import State

CLOSING = {SPANISH: 3}
"""So many turns before the end a side looks to the places alone; one where it is not listed."""
ANYHOW = -1000
"""A gain that every attack has."""

Ways = Mapping[str, int]
"""How far each hex is from where a piece should go; hexes from which no way leads there are left out."""


def counted(state: State) -> tuple[str, ...]:
    """The places that count at the end, those of the road first (LL-5.1)."""
    return (*state.scenario.road_places, *state.scenario.inner_places)


def last(state: State) -> bool:
    """Whether this is the last turn."""
    return state.turn >= state.scenario.turns


def closing(state: State, side: str) -> bool:
    """Whether the end is so near that only the places count (LL-4.1)."""
    return state.turn >= state.scenario.turns - CLOSING.get(side, 1)


def too_few(state: State, side: str) -> bool:
    """Whether a side nears the third of the enemy's pieces at which it loses (LL-5.4): it keeps out of reach."""
    return 2 * len(state.land(side)) < len(state.land(enemy(side)))


def prices(state: State, side: str) -> tuple[int, int]:
    """What an enemy piece and one of its own are worth to a side: one of the fewer counts double, for at the end of
    each turn one of them stands against three of the others (LL-5.4)."""
    own, others = len(state.land(side)), len(state.land(enemy(side)))
    return (2 if others < own else 1), (2 if own < others else 1)


def bar(state: State, side: str, target: str) -> int:
    """What an attack on a piece must bring: on its last turn a side clears the places that count at any price."""
    return ANYHOW if side == SPANISH and last(state) and state.units[target].at in counted(state) else GOOD


def missing(state: State, side: str) -> list[str]:
    """The places that count where no piece of the side stands."""
    ours = {state.units[u].at for u in state.land(side)}
    return [hex_ for hex_ in counted(state) if hex_ not in ours]


def kept(state: State, side: str) -> set[str]:
    """The places that a piece does not leave once it stands there."""
    everywhere = side == SPANISH or closing(state, side)
    return {*counted(state)} if everywhere else {*state.scenario.road_places}


def ways(state: State, side: str, units: Collection[str]) -> Mapping[str, Ways]:
    """For each of these pieces the way to go: away, to the nearest goal, or at the end to a place of its own."""
    places = missing(state, side)
    if too_few(state, side):
        return dict.fromkeys(units, _away(state, side, places if last(state) else ()))
    if closing(state, side) and places:
        return _shared_out(state, places, units)
    hostile = [state.hex_of(u) for u in state.land(enemy(side))]
    goals = [*places, *hostile] if side == SPANISH or not places else places
    return dict.fromkeys(units, gaps_to(state.scenario, goals))


def gaps_to(scenario: Scenario, goals: Iterable[str]) -> Ways:
    """Points over land to the nearest of some hexes; a way may begin in water (a landing), never lead through it."""
    cost = ground_of(scenario).cost
    return gaps(scenario.board.neighbours, lambda _, there: cost.get(there), goals)


def _away(state: State, side: str, places: Iterable[str]) -> Ways:
    """The hexes by how near an enemy is, the farther the better; but before all these places, for who can enter one."""
    near = gaps_to(state.scenario, (state.hex_of(u) for u in state.land(enemy(side))))
    return {hex_: FAR - gap for hex_, gap in near.items()} | dict.fromkeys(places, 0)


def _shared_out(state: State, places: Iterable[str], units: Collection[str]) -> Mapping[str, Ways]:
    """As many pieces for each place, the nearest ones: all together would only crowd the nearest place."""
    found, left = dict[str, Ways](), sorted(units)
    goals = {place: gaps_to(state.scenario, [place]) for place in places}
    for count, way in enumerate(goals.values()):
        left.sort(key=lambda u: (way.get(state.units[u].at or "", FAR), u))
        crew = ceil(len(left) / (len(goals) - count))
        found.update(dict.fromkeys(left[:crew], way))
        left = left[crew:]
    return found
