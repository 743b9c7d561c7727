"""What the bot is after: which towns want a unit, and how far it is to them (RIF-12.4, 14.1)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from pbem.bots.gaps import FAR, gaps
from pbem.rules.rif1926.paths import Ground, ground_of
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, enemy
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.supply_phase import keepers

# What a result is worth to the attacker, in tenths of a unit: what stands after a stroke happens as well.
WORTH = {
    "AE": -40, "AE1": -20, "AE1/Ad": -25, "Ad": -14, "Ad1": -8, "AR": -3, "DR1": 5, "DR": 12, "DR/Dd1": 16,
    "DR/Dd": 20, "Dd": 14, "DE1": 20, "DE1/Dd": 28, "DE": 40,
}  # fmt: skip
# What becomes of a retreat where no hex is open to the defender (RIF-4.3).
CORNERED = {"DR1": "DE1", "DR": "DE", "DR/Dd1": "DE", "DR/Dd": "DE"}
NEAR = 7  # movement points within which an enemy threatens a town


def gap(state: State, here: str, *goals: str) -> int:
    """Movement points from a hex to the nearest of some hexes over land, whoever stands there."""
    return _gaps_to(ground_of(state.scenario), goals).get(here, FAR)


@lru_cache(maxsize=4096)
def _gaps_to(ground: Ground, goals: tuple[str, ...]) -> Mapping[str, int]:
    cost = ground.step_cost
    return gaps(ground.board.neighbours, lambda here, to: cost(here, to) if to in ground.cost else None, goals)


def towns(state: State) -> dict[str, str]:
    """The hexes of the towns that count, each with its tribe."""
    scenario = state.scenario
    return {scenario.towns[town]: tribe for tribe, each in scenario.towns_of.items() for town in each}


def nations(scenario: Scenario) -> Mapping[str, str]:
    """For each hex the ally whose own sources of supply are nearest; none where no ally has any (RIF-10.3)."""
    own = ((nation, _own_sources(scenario, nation)) for nation in sorted(scenario.tables["sources"]))
    return _nations(ground_of(scenario), tuple((nation, hexes) for nation, hexes in own if hexes))


def _own_sources(scenario: Scenario, nation: str) -> tuple[str, ...]:
    """The source hexes of a nation that are no other's."""
    every = [name for names in scenario.tables["sources"].values() for name in names]
    own = [name for name in scenario.tables["sources"][nation] if every.count(name) == 1]
    return tuple(
        sorted({h for name in own for h in (scenario.exits if name == "exits" else scenario.zones.get(name, ()))})
    )


@lru_cache(maxsize=8)
def _nations(ground: Ground, sources: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, str]:
    far = {nation: _gaps_to(ground, hexes) for nation, hexes in sources}
    if not far:
        return {}
    return {hex_: min(far, key=lambda nation: (far[nation].get(hex_, FAR), nation)) for hex_ in ground.board.ids}


def kept_hexes(state: State) -> frozenset[str]:
    """The hexes of towns in which a unit stands that keeps them."""
    scenario, found = state.scenario, set[str]()
    for tribe, each in scenario.towns_of.items():
        places = {state.hex_of(unit) for unit in keepers(state, tribe)}
        found.update(scenario.towns[town] for town in each if scenario.towns[town] in places)
    return frozenset(found)


def threat(state: State, side: str, hex_: str) -> int:
    """How near the nearest enemy of a side is to a hex, in hexes."""
    foes = state.known(enemy(side), "hexes", lambda now: tuple(h for h in now.stacks if now.held_by(enemy(side), h)))
    return min((state.scenario.board.distance(foe, hex_) for foe in foes), default=FAR)


def covered(state: State, at: Iterable[str]) -> frozenset[str]:
    """The hexes into which the zone of Allied units in some hexes reaches, and those hexes (RIF-4.1)."""
    neighbours, trench = state.scenario.board.neighbours, state.scenario.trench
    here = set(at)
    return frozenset(here | {near for hex_ in here for near in neighbours[hex_] if near not in trench})


def stake(state: State, side: str, at: str) -> int:
    """What driving the enemy out of a hex is worth, in percent of what it is worth anywhere."""
    homes = towns(state)
    if side == ALLIED:
        roads = {*state.scenario.board.joined("road"), *state.scenario.board.joined("rail")}
        cuts = not roads.isdisjoint((at, *state.scenario.board.neighbours[at]))
        return 110 + 40 * (at in kept_hexes(state)) + 40 * cuts
    near = sum(1 for hex_ in (at, *state.scenario.board.neighbours[at]) if hex_ in homes)
    return 100 + 20 * min(near, 3)
