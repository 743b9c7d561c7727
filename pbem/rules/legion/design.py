"""What the catalogue's part F asks of a full design: map, counters and their totals. Positions of cases need not pass.

Each check gives sentences, none where all is well. Used by the loader's tests and by `pbem doctor`.
"""

from collections.abc import Collection, Iterable
from itertools import pairwise

from pbem.board.hexes import DIRECTIONS
from pbem.board.hexmap import HexMap
from pbem.board.reach import reach, texts
from pbem.rules.legion.reading import LAND_GROUNDS
from pbem.rules.legion.scenario import Counter, Scenario
from pbem.rules.legion.sequence import SIDES, SPANISH

ROAD_PLACES = 11  # ten along the road, then Melilla (LL-5.1)
ARRIVALS = (1, 3, 5)
NEAR = 2  # hexes: the airport from Melilla, Mar Chica from Nador (LL-2.1)
BALANCE = 2  # totals stay within 2 : 1, so that no arrival alone wins by LL-5.4


def check_design(scenario: Scenario) -> list[str]:
    """Every fault of a full design against the catalogue's part F, as sentences; none where it is sound."""
    if scenario.melilla is None or len(scenario.road_places) != ROAD_PLACES:
        return [f"The map names Melilla and {ROAD_PLACES} road places, Melilla the last of them (LL-5.1)."]
    faults = [*_melilla(scenario), *_airport(scenario), *_zones(scenario), *_landing(scenario.board)]
    faults += [*_victory_places(scenario), *_types(scenario), *_arrivals(scenario), *_totals(scenario)]
    return [*faults, *_room(scenario), *_set_up(scenario)]


def _set_up(scenario: Scenario) -> list[str]:
    """A proposed set-up has a hex of its own in its zone for every land piece of turn 1, and fills the fortresses."""
    given, board = scenario.set_up, scenario.board
    if not given:
        return []
    due = {id_ for id_, counter in scenario.counters.items() if counter.is_land and counter.turn == 1}
    faults = [f"The set-up leaves out {unit} (LL-6.2)." for unit in sorted(due - given.keys())]
    faults += [f"The set-up has {unit}, which is not there on turn 1 (LL-6.2)." for unit in sorted(given.keys() - due)]
    for unit, hex_ in sorted(given.items()):
        if hex_ not in scenario.zones.get(scenario.counters[unit].side, ()) or not board.has(hex_, *LAND_GROUNDS):
            faults.append(f"The set-up has {unit} in {hex_}, which is no land of its zone (LL-6.1).")
        if list(given.values()).count(hex_) > 1:
            faults.append(f"The set-up has {unit} in {hex_} with another piece (LL-6.1).")
    walls = (h for h in board.with_terrain("fortress") if h in scenario.zones.get(SPANISH, ()))
    return [*faults, *(f"The set-up leaves the fortress {h} empty (LL-6.1)." for h in walls if h not in given.values())]


def road_way(board: HexMap, start: str, goal: str, avoid: Collection[str] = ()) -> tuple[str, ...]:
    """The shortest way by road from start to goal, both included; empty where no road joins them.

    `avoid` are hexes that the way may not pass.
    """
    index, beside = board.index, board.joined("road")
    steps = tuple(tuple((index[after], 1) for after in sorted(beside.get(hex_, ()))) for hex_ in board.ids)
    closed = {index[hex_] for hex_ in avoid if hex_ != goal}
    found = reach(index[start], len(steps), steps, blocked=closed)
    return texts(found.way(index[goal]), board.ids) if index[goal] in found.spent else ()


def enclosed(scenario: Scenario) -> frozenset[str]:
    """The land hexes that the victory road cuts off from the edges of the map: the area that it bounds (LL-5.1)."""
    board, road = scenario.board, frozenset(h for leg in _legs(scenario) for h in leg)
    edge = board.masks.of(h for h in board.ids if len(board.neighbours[h]) < len(DIRECTIONS))
    land = board.masks.of(h for h in board.ids if board.has(h, *LAND_GROUNDS) and h not in road)
    return frozenset(board.masks.hexes(land & ~board.masks.flood(edge, land)))


def _legs(scenario: Scenario) -> list[tuple[str, ...]]:
    """The road between each two places that follow each other, without passing a third one."""
    places = scenario.road_places
    return [road_way(scenario.board, a, b, frozenset(places)) for a, b in pairwise(places)]


def _melilla(scenario: Scenario) -> Iterable[str]:
    melilla, board = scenario.melilla or "", scenario.board
    if not board.has(melilla, "fortress"):
        yield f"Melilla ({melilla}) is a fortress."
    if melilla not in scenario.zones["spanish"]:
        yield f"Melilla ({melilla}) lies in the Spanish zone."
    if melilla not in board.joined("road"):
        yield f"Melilla ({melilla}) lies on a road."
    if scenario.road_places[-1] != melilla:
        yield "Melilla is the last of the road places."


def _airport(scenario: Scenario) -> Iterable[str]:
    board, nador = scenario.board, scenario.road_places[-2]
    if scenario.airport is None:
        yield "The map has an airport (LL-2.1)."
    elif board.distance(scenario.airport, scenario.melilla or "") > NEAR:
        yield f"The airport ({scenario.airport}) is at most {NEAR} hexes from Melilla (LL-2.1)."
    if not any(board.has(h, "mar-chica") for h in board.within(nador, NEAR)):
        yield f"Mar Chica comes within {NEAR} hexes of Nador ({nador}) (LL-2.1)."


def _zones(scenario: Scenario) -> Iterable[str]:
    zones = scenario.zones["spanish"] | scenario.zones["moroccan"]
    free = [h for h in scenario.board.ids if scenario.board.has(h, *LAND_GROUNDS) and h not in zones]
    if free:
        yield f"Every land hex lies in a zone; {len(free)} do not, the first is {free[0]} (LL-2.3)."


def _landing(board: HexMap) -> Iterable[str]:
    landing = board.with_terrain("landing")
    if not landing:
        yield "The map has landing hexes (LL-6.9)."
    for hex_ in landing:
        wanted = LAND_GROUNDS if board.has(hex_, "sea") else frozenset({"sea"})
        if not any(board.has(n, *wanted) for n in board.neighbours[hex_]):
            yield f"The landing hex {hex_} touches {'land' if board.has(hex_, 'sea') else 'the sea'} (LL-6.9)."


def _victory_places(scenario: Scenario) -> Iterable[str]:
    board, places = scenario.board, scenario.road_places
    for hex_ in places + scenario.inner_places:
        if not board.has(hex_, "city", "fortress"):
            yield f"{hex_} counts for victory, so it is a city or a fortress (LL-5.1)."
    for leg, (a, b) in zip(_legs(scenario), pairwise(places), strict=True):
        if not leg:
            yield f"A road joins {a} and {b} without passing another of the eleven places (LL-5.1)."
    walled = {h for h in board.ids if board.has(h, "city", "fortress")}
    inside = walled & enclosed(scenario)
    if inside != set(scenario.inner_places):
        listed = ", ".join(sorted(inside)) or "none"
        yield f"The inner places are the cities and fortresses that the road bounds: {listed} (LL-5.1)."


def _types(scenario: Scenario) -> Iterable[str]:
    counters = scenario.counters.values()
    for type_ in ("infantry", "machine-gun", "artillery", "bomber", "seaplane", "fleet"):
        if not any(c.type == type_ and c.side == "spanish" for c in counters):
            yield f"The Spanish have at least one piece of type {type_}."
    if not any(c.captured for c in counters):
        yield "There is a pool of captured batteries (LL-2.8)."
    for counter in counters:
        if counter.side == "moroccan" and not counter.is_land:
            yield f"{counter.id} is Moroccan, so it is a land piece (LL-2.9, 2.10)."


def _arrivals(scenario: Scenario) -> Iterable[str]:
    for counter in scenario.counters.values():
        if counter.captured != (counter.turn is None):
            yield f"{counter.id}: pool batteries, and only they, have no turn of arrival (LL-2.8)."
        if counter.turn is not None and counter.turn not in ARRIVALS:
            yield f"{counter.id} arrives on turn 1, 3 or 5, not {counter.turn} (LL-6.2 to 6.4)."
        if counter.turn not in (None, 5) and not counter.is_land:
            yield f"{counter.id}: aircraft and fleets arrive on turn 5 (LL-6.4)."


def _totals(scenario: Scenario) -> Iterable[str]:
    for turn in ARRIVALS:
        few, many = sorted(len(_arrived(scenario, side, turn)) for side in SIDES)
        if many > BALANCE * few:
            yield f"The land pieces of turns 1 to {turn} are {many} and {few}: more than {BALANCE} to 1 (LL-5.4)."


def _room(scenario: Scenario) -> Iterable[str]:
    for side in SIDES:
        pieces, hexes = len(_arrived(scenario, side, 1)), len(scenario.zones[side])
        if pieces > hexes:
            yield f"The {side} zone has {hexes} hexes for {pieces} pieces (LL-6.1)."
    walls = [h for h in scenario.zones["spanish"] if scenario.board.has(h, "fortress")]
    able = [c for c in _arrived(scenario, "spanish", 1) if c.type != "armoured-engineer"]
    if len(able) < len(walls):
        yield f"{len(walls)} fortresses lie in the Spanish zone, for {len(able)} pieces of turn 1 (LL-6.1)."


def _arrived(scenario: Scenario, side: str, turn: int) -> list[Counter]:
    """The land pieces of a side that come on turns 1 to `turn`."""
    counters = scenario.counters.values()
    return [c for c in counters if c.side == side and c.is_land and c.turn is not None and c.turn <= turn]
