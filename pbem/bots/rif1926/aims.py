"""What the bot is after: which towns want a unit, and how far it is to them (RIF-12.4, 14.1)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from pbem.board.hexmap import HexMap
from pbem.bots.gaps import FAR, gaps, hops
from pbem.bots.rif1926.lines import cutters
from pbem.rules.rif1926.ground import Ground
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF, enemy
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.supply_phase import is_pacified, keepers, occupied_towns

# What a result is worth to the attacker, in tenths of a unit: what stands after a stroke happens as well.
WORTH = {
    "AE": -40, "AE1": -20, "AE1/Ad": -25, "Ad": -14, "Ad1": -8, "AR": -3, "DR1": 5, "DR": 12, "DR/Dd1": 16,
    "DR/Dd": 20, "Dd": 14, "DE1": 20, "DE1/Dd": 28, "DE": 40,
}  # fmt: skip
# What becomes of a retreat where no hex is open to the defender (RIF-4.3).
CORNERED = {"DR1": "DE1", "DR": "DE", "DR/Dd1": "DE", "DR/Dd": "DE"}
LATE = 3  # the last turns, in which towns matter most
NEAR = 7  # movement points within which an enemy threatens a town


def gap(state: State, here: str, *goals: str) -> int:
    """Movement points from a hex to the nearest of some hexes over land, whoever stands there."""
    return _gaps_to(state.scenario.ground, goals).get(here, FAR)


@lru_cache(maxsize=4096)
def _gaps_to(ground: Ground, goals: tuple[str, ...]) -> Mapping[str, int]:
    cost = ground.step_cost
    return gaps(ground.board.neighbours, lambda here, to: cost(here, to) if to in ground.cost else None, goals)


@lru_cache(maxsize=8)
def offing(board: HexMap) -> Mapping[str, int]:
    """How many hexes it is from each hex to the nearest sea hex."""
    sea = [hex_ for hex_ in board.ids if "sea" in board.terrain[hex_]]
    return hops(board.neighbours, sea)


def towns(state: State) -> dict[str, str]:
    """The hexes of the towns that count, each with its tribe."""
    scenario = state.scenario
    return {scenario.towns[town]: tribe for tribe, each in scenario.towns_of.items() for town in each}


def nations(scenario: Scenario) -> Mapping[str, str]:
    """For each hex the ally whose sources of supply are nearest, of two the one with more units (RIF-10.3)."""
    order = by_strength(scenario)
    return _nations(scenario.ground, tuple((nation, tuple(sorted(scenario.sources[nation]))) for nation in order))


def by_strength(scenario: Scenario) -> list[str]:
    """The allies, the one with the most counters first."""
    counters = [counter.nation for counter in scenario.counters.values() if counter.side == ALLIED]
    return sorted(scenario.tables["sources"], key=lambda nation: (-counters.count(nation), nation))


@lru_cache(maxsize=8)
def _nations(ground: Ground, sources: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, str]:
    far = {nation: _gaps_to(ground, hexes) for nation, hexes in sources}
    if not far:
        return {}
    return {hex_: min(far, key=lambda nation: far[nation].get(hex_, FAR)) for hex_ in ground.board.ids}


def tribe_nation(scenario: Scenario) -> Mapping[str, str]:
    """For each tribe the ally whose sources are nearest to most of its towns."""
    near, found = nations(scenario), dict[str, str]()
    for tribe, names in scenario.towns_of.items():
        votes = [near[scenario.towns[town]] for town in names if scenario.towns[town] in near]
        if votes:
            found[tribe] = max(sorted(set(votes)), key=votes.count)
    return found


def kept_hexes(state: State) -> frozenset[str]:
    """The hexes of towns in which a unit stands that keeps them."""
    return state.known(RIF, "kept hexes", _kept_hexes)


def _kept_hexes(state: State) -> frozenset[str]:
    scenario, found = state.scenario, set[str]()
    for tribe, each in scenario.towns_of.items():
        places = {state.hex_of(unit) for unit in keepers(state, tribe)}
        found.update(scenario.towns[town] for town in each if scenario.towns[town] in places)
    return frozenset(found)


def is_last(state: State) -> bool:
    """Whether no turn comes after this one (RIF-13.1)."""
    return state.turn >= state.scenario.turns


def is_late(state: State) -> bool:
    """Whether the game is so near its end that towns matter more than lines."""
    return state.turn + LATE > state.scenario.turns


def value_of(state: State, result: str) -> int:
    """What a result is worth to the attacker; in the last turn his own losses are nothing to him."""
    return max(0, WORTH[result]) if is_last(state) else WORTH[result]


def score(state: State, side: str) -> int:
    """The occupied towns as a side sees them, those that it takes to pacify a tribe threefold (RIF-14.1, 14.2)."""
    occupied, tribes = occupied_towns(state), state.scenario.tribes
    lost = {tribe: sum(1 for town in names if town in occupied) for tribe, names in state.scenario.towns_of.items()}
    found: int = sum(count + 2 * min(count, tribes[tribe]["pacify"]) for tribe, count in lost.items())
    return -found if side == RIF else found


def wanting(state: State) -> frozenset[str]:
    """The hexes of the towns of tribes that are not pacified (RIF-14.1)."""
    scenario, occupied = state.scenario, occupied_towns(state)
    open_ = (names for tribe, names in scenario.towns_of.items() if not is_pacified(scenario, tribe, occupied))
    return frozenset(scenario.towns[name] for names in open_ for name in names)


def threat(state: State, side: str, hex_: str) -> int:
    """How near the nearest enemy of a side is to a hex, in hexes."""
    return state.known(enemy(side), "hops", partial(_hops, side=enemy(side))).get(hex_, FAR)


def _hops(state: State, side: str) -> Mapping[str, int]:
    return hops(state.scenario.board.neighbours, state.hexes_of(side))


def covered(state: State, at: Iterable[str]) -> frozenset[str]:
    """The hexes into which the zone of Allied units in some hexes reaches, and those hexes (RIF-4.1)."""
    neighbours, trench = state.scenario.board.neighbours, state.scenario.trench
    here = set(at)
    return frozenset(here | {near for hex_ in here for near in neighbours[hex_] if near not in trench})


def advance_lines(scenario: Scenario) -> Mapping[str, tuple[str, ...]]:
    """For each hex of a town the cheapest way to it from the sources of the ally who goes for it, source first."""
    ground, own = scenario.ground, tribe_nation(scenario)
    found = {}
    for tribe, names in scenario.towns_of.items():
        sources = tuple(sorted(scenario.sources[own[tribe]])) if tribe in own else ()
        for town in (scenario.towns[name] for name in names):
            found[town] = _way_from(ground, sources, town)
    return found


@lru_cache(maxsize=256)
def _way_from(ground: Ground, sources: tuple[str, ...], town: str) -> tuple[str, ...]:
    far, way = _gaps_to(ground, sources), [town]
    while far.get(way[-1], 0):
        way.append(min(ground.board.neighbours[way[-1]], key=lambda hex_: (far.get(hex_, FAR), hex_)))
    return tuple(reversed(way))


def barred(state: State) -> Mapping[str, int]:
    """For each hex how many towns that are still to be won have their way through it."""
    return state.known("", "barred", _barred)


def _barred(state: State) -> Mapping[str, int]:
    found: dict[str, int] = {}
    ways, occupied = advance_lines(state.scenario), occupied_towns(state)
    for tribe, names in state.scenario.towns_of.items():
        if not is_pacified(state.scenario, tribe, occupied):
            for hex_ in (hex_ for name in names if name not in occupied for hex_ in ways[state.scenario.towns[name]]):
                found[hex_] = found.get(hex_, 0) + 1
    return found


def hunted(state: State) -> Mapping[str, int]:
    """The hexes of those few who alone keep the towns of a tribe, each with how many towns it keeps for one of them."""
    return state.known("", "hunted", _hunted)


def _hunted(state: State) -> Mapping[str, int]:
    found, occupied = dict[str, int](), occupied_towns(state)
    for tribe, names in state.scenario.towns_of.items():
        kept = [name for name in names if name not in occupied]
        last = {state.hex_of(unit) for unit in keepers(state, tribe)}
        if last and len(kept) >= len(last) and not is_pacified(state.scenario, tribe, occupied):
            found |= dict.fromkeys(last, len(kept) // len(last))
    return found


def stake(state: State, side: str, at: str) -> int:
    """What driving the enemy out of a hex is worth, in percent of what it is worth anywhere."""
    homes = towns(state)
    if side == ALLIED:
        ways = barred(state)
        bars = max(ways.get(hex_, 0) for hex_ in covered(state, (at,)))
        cut, last = cutters(state).get(at, 0), hunted(state).get(at, 0)
        needed = is_late(state) and at in wanting(state)
        town = (90 if needed else 40) * (at in kept_hexes(state))
        return 110 + town + 12 * min(bars, 5) + 20 * min(cut, 5) + 40 * min(last, 3)
    near = sum(1 for hex_ in (at, *state.scenario.board.neighbours[at]) if hex_ in homes)
    return 100 + 20 * min(near, 3)
