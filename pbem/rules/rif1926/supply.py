"""Supply, loyalty and the towns: the phase that opens each turn, for both sides at once (RIF-10, 12).

In its order: towns, repairs, who is out of supply, all supply rolls, all loyalty rolls, tribes removed.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial

from pbem.core.events import Modifier
from pbem.core.orders import Line
from pbem.core.play import Play, Question
from pbem.dice.die import D6, Face
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.evolve import arrive
from pbem.rules.rif1926.orders import Defect
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State, has_room


def run_supply(play: Play) -> None:
    """Run the phase: what it finds at its start holds for all of it (RIF-12.1)."""
    find_towns(play)
    for unit, each in sorted(play.state.units.items()):
        if each.status == "repair" and each.back_turn is not None and each.back_turn <= play.state.turn:
            play.emit(facts.AircraftBack(unit=unit))  # RIF-9.21
    supplied = {side: in_supply(play.state, side) for side in (ALLIED, RIF)}
    # RIF-10.1: air and naval units need none
    ground = sorted((*play.state.ground(ALLIED), *play.state.ground(RIF)))
    out = tuple(unit for unit in ground if unit not in supplied[play.state.counter(unit).side])
    play.emit(facts.SupplyFound(out=out))
    for unit in out:
        if not play.state.units[unit].dispersed:
            roll_supply(play, unit)
    occupied = play.state.occupied
    for unit in ground:
        each = play.state.units[unit]
        if each.status == "map" and each.dispersed and play.state.counter(unit).class_ != "european":
            roll_loyalty(play, unit, occupied)
    remove_tribes(play)


def roll_supply(play: Play, unit: str) -> None:
    """The die of an undispersed unit that is out of supply (RIF-10.5)."""
    holds = play.state.scenario.tables["out-of-supply"][play.state.counter(unit).class_]

    def meaning(faces: tuple[Face, ...]) -> str:
        return "holds" if faces[0] in holds else "disperses"

    faces = play.roll(f"supply {unit}", D6, meaning=meaning, rule="RIF-10.5")  # RIF-10.5
    at = play.state.hex_of(unit)
    if faces[0] in holds:
        play.emit(facts.SupplyHeld(unit=unit, at=at))
    else:
        play.emit(facts.Dispersed(unit=unit, at=at, cause="supply"))  # RIF-10.5


# Loyalty ---------------------------------------------------------------------------------------------------------


def roll_loyalty(play: Play, unit: str, occupied: tuple[str, ...]) -> None:
    """The die of a dispersed unit that is not European (RIF-12.1)."""
    table = play.state.scenario.tables["loyalty"]
    modifiers = loyalty_modifiers(play.state, unit, occupied)
    add = sum(each.amount for each in modifiers)
    indigenous = play.state.counter(unit).class_ == "indigenous"

    def meaning(faces: tuple[Face, ...]) -> str:
        total = int(faces[0]) + add
        return "stays" if total < table["lost"] else "replaced" if total > table["lost"] and indigenous else "lost"

    faces = play.roll(f"loyalty {unit}", D6, meaning=meaning, rule="RIF-12.1")  # RIF-12.1
    told, at, face = meaning(faces), play.state.hex_of(unit), int(faces[0])
    if told == "stays":
        play.emit(facts.StayedLoyal(unit=unit, at=at, face=face, modifiers=modifiers))
        return
    play.emit(
        facts.Deserted(unit=unit, at=at, face=face, modifiers=modifiers, replaced=told == "replaced")  # RIF-12.1
    )
    if told == "replaced":
        replace_deserter(play, unit, at)


def loyalty_modifiers(state: State, unit: str, occupied: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What is added to the die of loyalty; `occupied` are the towns occupied as the phase began."""
    counter, table = state.counter(unit), state.scenario.tables["loyalty"]
    found = []
    if counter.class_ == "indigenous" and not state.units[unit].in_supply:
        found.append(Modifier(code="out-of-supply", amount=table["out-of-supply"], rule="RIF-12.1"))  # RIF-12.1
    tribe = state.scenario.tribe_of_group.get(counter.group) if counter.side == RIF else None
    if tribe is not None:
        lost = sum(1 for town in state.scenario.towns_of[tribe] if town in occupied)
        if add := lost // table["towns-a-step"]:
            found.append(Modifier(code="towns-lost", amount=add, rule="RIF-12.1"))  # RIF-12.1
    return tuple(found)


def replace_deserter(play: Play, lost: str, at: str) -> None:
    """A unit of the pool takes the deserter's place, in the zone where it was lost (RIF-12.2)."""
    state = play.state
    pool = tuple(sorted(unit for unit, each in state.units.items() if each.status == "pool"))
    if not pool:
        return
    question = Question(
        id=f"defect {lost}",
        side=RIF,
        kind="defect",
        options=pool,
        default=pool[0],
        rule="RIF-12.2",
        match=partial(_preferred_unit, pool),
    )
    hexes = defection_hexes(state, at, pool[0])
    if not hexes:
        return
    unit = play.ask(question)  # RIF-12.2
    hexes = defection_hexes(state, at, unit)
    if not hexes:
        return
    place = Question(
        id=f"defect-at {lost}",
        side=RIF,
        kind="defect-at",
        options=hexes,
        default=hexes[0],
        rule="RIF-12.2",
        match=partial(_preferred_hex, hexes),
    )
    play.emit(facts.Defected(unit=unit, at=play.ask(place), lost=lost))  # RIF-12.2


def _preferred_unit(pool: tuple[str, ...], seat: str, line: Line) -> tuple[str | None, str]:
    if not isinstance(line.order, Defect):
        return None, "other-question"
    found = next((unit for unit in line.order.units if unit in pool), None)
    return found, "not-there"


def _preferred_hex(hexes: tuple[str, ...], seat: str, line: Line) -> tuple[str | None, str]:
    if not isinstance(line.order, Defect):
        return None, "other-question"
    found = next((hex_ for hex_ in line.order.hexes if hex_ in hexes), None)
    return found, "not-there"


def defection_hexes(state: State, lost_at: str, unit: str) -> tuple[str, ...]:
    """Where a unit may take a deserter's place: the hexes of the zone, the nearest to the loss first (RIF-12.2)."""
    scenario, board = state.scenario, state.scenario.board
    tribe = nearest_tribe(scenario, lost_at)
    zone = (hex_ for hex_, its in scenario.tribe_of.items() if its == tribe and hex_ in scenario.land)
    open_ = [h for h in zone if not state.in_zone(RIF, h) and not state.held_by(ALLIED, h) and has_room(state, unit, h)]
    return tuple(sorted(open_, key=lambda hex_: (board.distance(hex_, lost_at), hex_)))  # RIF-12.2


def nearest_tribe(scenario: Scenario, at: str) -> str | None:
    """The tribal zone of a hex, else the nearest one, of several the first by name; None on a map without any."""
    if at in scenario.tribe_of:
        return scenario.tribe_of[at]
    near = ((scenario.board.distance(at, hex_), tribe) for hex_, tribe in scenario.tribe_of.items())
    return min(near, default=(0, None))[1]  # RIF-12.2


# Lines of supply -------------------------------------------------------------------------------------------------


def in_supply(state: State, side: str) -> frozenset[str]:
    """The ground units of a side on the map that can trace a line of supply now."""
    return _allied_supply(state) if side == ALLIED else _rif_supply(state)


def _allied_supply(state: State) -> frozenset[str]:
    """By road or rail to a source, or by a chain of units each of which traces itself (RIF-10.2, 10.3)."""
    units = state.ground(ALLIED)
    sources = {nation: sources_of(state, nation) for nation in sorted({state.counter(u).nation for u in units})}
    lines = {nation: road_hexes(state, open_) for nation, (_, open_) in sources.items()}
    found: set[str] = set()
    for unit in units:
        at, nation = state.hex_of(unit), state.counter(unit).nation
        if at in sources[nation][0] or at in lines[nation]:
            found.add(unit)  # RIF-10.3
    fresh = deque(sorted(found))
    while fresh:
        relay = fresh.popleft()
        if state.units[relay].dispersed:
            continue
        for unit in units:
            if unit not in found and relays(state, relay, unit):
                found.add(unit)  # RIF-10.2
                fresh.append(unit)
    return frozenset(found)


def sources_of(state: State, nation: str) -> tuple[frozenset[str], frozenset[str]]:
    """The source hexes of a nation: all of them, and those that also supply units elsewhere (RIF-10.3)."""
    scenario = state.scenario
    zones = scenario.tables["sources"][nation]
    every = frozenset().union(*(scenario.exits if zone == "exits" else scenario.zones.get(zone, ()) for zone in zones))
    return every, frozenset(hex_ for hex_ in every if state.free(ALLIED, hex_))  # RIF-10.3


def road_hexes(state: State, sources: Iterable[str]) -> frozenset[str]:
    """The hexes of roads and railways from which a unit traces along them to one of the sources (RIF-10.2).

    A hex that is not free ends a line: who stands in it is supplied, who stands behind it is not.
    """
    board = state.scenario.board
    road, rail = board.joined("road"), board.joined("rail")
    found, queue = set(sources), deque(sorted(sources))
    while queue:
        here = queue.popleft()
        if not state.free(ALLIED, here):
            continue
        for after in sorted({*road.get(here, ()), *rail.get(here, ())}):
            if after not in found:
                found.add(after)  # RIF-10.2
                queue.append(after)
    return frozenset(found)


def relays(state: State, relay: str, unit: str) -> bool:
    """Whether a unit that is in supply passes it on to another: in its hex, or two hexes away at most (RIF-10.2)."""
    board, here, there = state.scenario.board, state.hex_of(unit), state.hex_of(relay)
    distance = board.distance(here, there)
    if distance == 0:
        return True
    if distance > state.scenario.tables["relay-distance"] or not state.free(ALLIED, there):
        return False
    between = (hex_ for hex_ in board.neighbours[here] if hex_ in board.neighbours[there])
    return distance == 1 or any(state.free(ALLIED, hex_) for hex_ in between)  # RIF-10.2


def _rif_supply(state: State) -> frozenset[str]:
    """Over any number of free hexes to a town of the unit's own zone, or to any town (RIF-10.4)."""
    scenario = state.scenario
    tribes = scenario.tribe_of_group
    reached: dict[str | None, frozenset[str]] = {}
    found = set()
    for unit in state.ground(RIF):
        tribe = tribes.get(state.counter(unit).group)
        if tribe not in reached:
            towns = scenario.towns_of[tribe] if tribe is not None else scenario.towns
            reached[tribe] = reach_of(state, RIF, (scenario.towns[town] for town in towns))  # RIF-10.4
        if state.hex_of(unit) in reached[tribe]:
            found.add(unit)
    return frozenset(found)


def reach_of(state: State, side: str, goals: Iterable[str]) -> frozenset[str]:
    """The hexes from which a line leads to one of the goals: each hex but the first must be free for a side.

    A goal itself is reached by who stands in it, free or not.
    """
    wanted = set(goals)
    neighbours = state.scenario.board.neighbours
    inner = {hex_ for hex_ in wanted if state.free(side, hex_)}
    queue, edge = deque(sorted(inner)), set(wanted)
    while queue:
        for after in neighbours[queue.popleft()]:
            if after in inner or after not in state.scenario.land:
                continue
            edge.add(after)
            if state.free(side, after):
                inner.add(after)
                queue.append(after)
    return frozenset(edge | inner)


# Towns -----------------------------------------------------------------------------------------------------------


def find_towns(play: Play) -> None:
    """Find which towns are occupied, and tell it if anything is new (RIF-12.4, 14.1)."""
    state = play.state
    occupied = occupied_towns(state)
    pacified = tuple(tribe for tribe in state.scenario.tribes if is_pacified(state.scenario, tribe, occupied))
    if (occupied, pacified) != (state.occupied, state.pacified):
        taken = tuple(town for town in occupied if town not in state.occupied)
        freed = tuple(town for town in state.occupied if town not in occupied)
        play.emit(facts.TownsFound(occupied=occupied, pacified=pacified, taken=taken, freed=freed))


def occupied_towns(state: State) -> tuple[str, ...]:
    """The towns of the tribal zones that no unit of their tribe can reach, by id (RIF-12.4)."""
    scenario = state.scenario
    found = []
    for tribe, towns in scenario.towns_of.items():
        places = {state.hex_of(unit) for unit in keepers(state, tribe)}
        # RIF-12.4: the hex of a unit is exempt, that of the town is not
        found += [town for town in towns if places.isdisjoint(reach_of(state, RIF, (scenario.towns[town],)))]
    return tuple(sorted(found))


def keepers(state: State, tribe: str) -> Iterator[str]:
    """The Rif units on the map that keep the towns of a tribe: its own, or any where it has no counters (RIF-12.4)."""
    scenario = state.scenario
    group = scenario.tribes[tribe]["group"]
    own = any(counter.group == group for counter in scenario.counters.values() if counter.side == RIF)
    any_ = not own and scenario.options["annual-defenders"] == "any-rif"  # RIF-12.4
    return (unit for unit in state.ground(RIF) if any_ or scenario.counters[unit].group == group)


def is_pacified(scenario: Scenario, tribe: str, occupied: Iterable[str]) -> bool:
    """Whether enough towns of a tribe are occupied (RIF-14.1)."""
    towns = scenario.towns_of[tribe]
    needed: int = scenario.tribes[tribe]["pacify"]
    return sum(1 for town in occupied if town in towns) >= needed  # RIF-14.1


def remove_tribes(play: Play) -> None:
    """The units of a tribe all of whose towns are occupied leave the game, wherever they are (RIF-12.3)."""
    scenario = play.state.scenario
    for tribe, towns in scenario.towns_of.items():
        if not towns or not set(towns) <= set(play.state.occupied):
            continue
        group = scenario.tribes[tribe]["group"]
        gone = tuple(
            unit
            for unit, each in sorted(play.state.units.items())
            if scenario.counters[unit].side == RIF
            and scenario.counters[unit].group == group
            and each.status not in ("eliminated", "removed")
        )
        if gone:
            play.emit(facts.TribeRemoved(tribe=tribe, units=gone))  # RIF-12.3


def supplied_at(state: State, unit: str, at: str) -> bool:
    """Whether a unit would be in supply in a hex, as the position is now (RIF-9.15)."""
    return unit in in_supply(arrive(state, unit, at), state.counter(unit).side)
