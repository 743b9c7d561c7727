"""The hexes that a piece may go to, and what they cost, against networkx on the same ground."""

from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.board.hexes import hex_id
from pbem.rules.legion.movement import destinations
from pbem.rules.legion.paths import Fences, going_of, walk
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make

COLUMNS, ROWS = 9, 9
EVERY = [hex_id(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
WORDS = ["clear", "clear", "clear", "mountain", "mountain city", "sea", "clear fortress"]
ROAD = [hex_id(c, 5) for c in range(1, COLUMNS + 1)]


def position(random: Random, option: str) -> State:
    """A random position: terrain, a road across it, a dozen pieces; beni-0 stands on land."""
    terrain = {hex_: random.choice(WORDS) for hex_ in EVERY}
    land = [hex_ for hex_ in EVERY if terrain[hex_] != "sea"]
    places = random.sample(land, 12)
    units = [f"beni-{n} infantry 3-{random.randint(1, 5)} {at}" for n, at in enumerate(places[:6])]
    units += [f"cer-{n} infantry 3-3 {at}" for n, at in enumerate(places[6:])]
    weather = random.choice(["normal", "hot", "sandstorm"])
    options = {"road-negates-mountain": option}
    return make(units, size=(COLUMNS, ROWS), terrain=terrain, roads=[ROAD], weather=weather, options=options)


def graph_of(state: State, how: str, start: str, along_road: bool) -> "nx.DiGraph[str]":
    """The legal steps as the rules say them (LL-7.3 to 7.9), told to networkx."""
    board, zone = state.scenario.board, state.zones_of("spanish")
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node(start)
    for here in EVERY:
        if here in zone and here != start:
            continue
        for there in board.neighbours[here]:
            barred = board.has(there, "sea") or there in state.occupied or not may_enter(state, how, there)
            if barred or (along_road and not board.linked("road", here, there)):
                continue
            flat = state.scenario.options["road-negates-mountain"] == "yes" and board.linked("road", here, there)
            graph.add_edge(here, there, weight=2 if board.has(there, "mountain") and not flat else 1)
    return graph


def may_enter(state: State, how: str, hex_: str) -> bool:
    """Whether a piece may enter the hex as far as zones are concerned."""
    foes = state.zones_of("spanish").get(hex_, ())
    if not foes or how == "march":
        return not foes
    rock = [foe for foe in foes if state.scenario.board.has(str(state.units[foe].at), "mountain")]
    return state.weather != "sandstorm" or len(rock) < len(foes)


@pytest.mark.rule("LL-7.3", "LL-7.5", "LL-7.8", "LL-7.9")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), how=st.sampled_from(["move", "march"]), option=st.sampled_from(["no", "yes"]))
def test_destinations_are_those_of_networkx(seed: int, how: str, option: str) -> None:
    state = position(Random(seed), option)
    start, going = str(state.units["beni-0"].at), going_of(state, "beni-0", how)
    found = {way[-1]: (cost, way) for way, cost, _ in destinations(Fences(state), going, start)} if going.points else {}
    theirs: dict[str, int] = {}
    if going.points:
        theirs = nx.single_source_dijkstra_path_length(graph_of(state, how, start, False), start, cutoff=going.points)
        if start in ROAD:
            road = nx.single_source_dijkstra_path_length(
                graph_of(state, how, start, True), start, cutoff=going.points + 2
            )
            theirs = {**road, **theirs}
        theirs.pop(start)
    assert {hex_: cost for hex_, (cost, _) in found.items()} == theirs
    for cost, way in found.values():
        walked = walk(state, going, start, way)
        assert (walked.faults, walked.cost) == ((), cost)
