"""Supply, loyalty and the towns: the phase that opens each turn, for both sides at once (RIF-10, 12).

In its order: towns, repairs, who is out of supply, all supply rolls, all loyalty rolls, tribes removed.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from pbem.core.events import Modifier
from pbem.core.orders import Line
from pbem.core.play import Play, Question
from pbem.dice.die import D6, Face
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.orders import Defect
from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State, has_room
from pbem.rules.rif1926.supply_lines import in_supply, led_to


def run_supply(play: Play) -> None:
    """Run the phase: what it finds at its start holds for all of it (RIF-12.1)."""
    find_towns(play)
    repaired = {unit: each.back_turn for unit, each in play.state.units.items() if each.back_turn is not None}
    for unit in sorted(unit for unit, back in repaired.items() if back <= play.state.turn):
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
    at, face = play.state.hex_of(unit), int(faces[0])
    if face in holds:
        play.emit(facts.SupplyHeld(unit=unit, at=at, face=face))
    else:
        play.emit(facts.Dispersed(unit=unit, at=at, cause="supply", face=face))  # RIF-10.5


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
    zone = scenario.tribal_land[tribe] if tribe is not None else 0
    open_ = board.masks.hexes(zone & ~(state.zone_of(ALLIED) | state.held[ALLIED]))
    roomy = (hex_ for hex_ in open_ if has_room(state, unit, hex_))
    return tuple(sorted(roomy, key=partial(board.distance, lost_at)))  # RIF-12.2


def nearest_tribe(scenario: Scenario, at: str) -> str | None:
    """The tribal zone of a hex, else the nearest one, of several the first by name; None on a map without any."""
    if at in scenario.tribe_of:
        return scenario.tribe_of[at]
    near = ((scenario.board.distance(at, hex_), tribe) for hex_, tribe in scenario.tribe_of.items())
    return min(near, default=(0, None))[1]  # RIF-12.2


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
    return state.known("", "occupied towns", _occupied_towns)


def _occupied_towns(state: State) -> tuple[str, ...]:
    scenario, masks = state.scenario, state.scenario.board.masks
    found = []
    for tribe, towns in scenario.towns_of.items():
        kept = led_to(state, masks.of(state.hex_of(unit) for unit in keepers(state, tribe)))  # RIF-12.4
        found += [town for town in towns if not masks.bit[scenario.towns[town]] & kept]
    return tuple(sorted(found))


def keepers(state: State, tribe: str) -> Iterator[str]:
    """The Rif units on the map that keep the towns of a tribe: its own, or any where it has no counters (RIF-12.4)."""
    scenario = state.scenario
    group = scenario.tribes[tribe]["group"]
    any_ = group not in scenario.rif_groups and scenario.options["annual-defenders"] == "any-rif"  # RIF-12.4
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
