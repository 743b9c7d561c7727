"""Zones of control: who controls a hex, who may attack whom, and the duty to attack (LL-7.7 to 7.9)."""

from collections.abc import Iterable

from pbem.rules.legion.events import AirportTaken, DutyLifted
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State

ARMOUR, ARTILLERY = "armoured-engineer", "artillery"


def controllers(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """The enemies of a side whose zone of control covers the hex, by id (LL-7.7)."""
    return state.zones_of(enemy(side)).get(hex_, ())


def never_attacks(state: State, unit: str) -> bool:
    """Whether the piece may attack nobody this turn, wherever it stands: artillery, armour, arrivals not landed."""
    if state.scenario.counters[unit].type in (ARTILLERY, ARMOUR):
        return True  # LL-8.12 LL-8.22
    return arrived(state, unit)


def arrived(state: State, unit: str) -> bool:
    """Whether the piece came in this turn other than by landing: it neither attacks nor supports (LL-6.5)."""
    piece = state.units[unit]
    # LL-6.5 LL-6.10: who landed may fight
    return piece.moved == "reinforce" or (piece.arrived_turn == state.turn and not piece.landed)


def shielded(state: State, target: str) -> bool:
    """Whether the weather keeps anyone from attacking the piece where it stands (LL-9.2)."""
    return state.weather == "sandstorm" and "mountain" in state.scenario.board.terrain[state.hex_of(target)]


def open_to(state: State, unit: str, enemies: Iterable[str]) -> tuple[str, ...]:
    """Those of the enemies that the piece may attack this turn, were they adjacent."""
    if never_attacks(state, unit):
        return ()
    if state.weather != "sandstorm":
        return tuple(enemies)
    return tuple(target for target in enemies if not shielded(state, target))


def duty_on(state: State, unit: str) -> tuple[str, ...]:
    """The enemies that oblige the piece to attack and still can be attacked: those whose zone it entered (LL-7.8)."""
    piece = state.units[unit]
    if not piece.must_attack or piece.at is None:
        return ()
    still = controllers(state, state.counter(unit).side, piece.at)
    return open_to(state, unit, (target for target in piece.zoc_of if target in still))


def lifted(state: State, side: str, around: Iterable[str]) -> tuple[DutyLifted, ...]:
    """The duties of a side's pieces next to these hexes that have ended: told after pieces left the hexes (LL-7.8)."""
    near = {state.occupied.get(hex_) for place in around for hex_ in state.scenario.board.neighbours[place]}
    obliged = (u for u in near if u is not None and state.counter(u).side == side and state.units[u].must_attack)
    return tuple(DutyLifted(unit=unit) for unit in sorted(obliged) if not duty_on(state, unit))  # LL-7.8


def airport_taken(state: State, unit: str, hexes: Iterable[str]) -> tuple[AirportTaken, ...]:
    """That the airport changes hands, if a land piece that entered these hexes takes it (LL-8.19)."""
    airport, side = state.scenario.airport, state.scenario.counters[unit].side
    if airport is None or state.airport_holder == side or airport not in hexes:
        return ()
    return (AirportTaken(side=side, unit=unit),)  # LL-8.19


def attackers(state: State, side: str) -> tuple[str, ...]:
    """The pieces of a side that may attack an adjacent enemy now, by id."""
    zones, counters = state.zones_of(enemy(side)), state.scenario.counters
    near = {unit: hex_ for hex_, unit in state.occupied.items() if counters[unit].side == side and hex_ in zones}
    able = (unit for unit in near if _may_fight(state, unit))
    return tuple(sorted(unit for unit in able if open_to(state, unit, controllers(state, side, near[unit]))))


def gunners(state: State, side: str) -> tuple[str, ...]:
    """The artillery of a side that may bombard a piece in range now, by id (LL-8.13)."""
    if state.weather == "sandstorm":
        return ()  # LL-9.2
    counters, reach = state.scenario.counters, state.scenario.tables["bombard-range"]
    guns = {unit: hex_ for hex_, unit in state.occupied.items() if counters[unit].type == ARTILLERY}
    mine = [u for u in guns if counters[u].side == side and not (state.units[u].bombarded or state.units[u].supported)]
    return tuple(sorted(unit for unit in mine if _in_range(state, side, guns[unit], reach)))


def _in_range(state: State, side: str, at: str, reach: int) -> bool:
    counters = state.scenario.counters
    found = (state.occupied.get(hex_) for hex_ in state.scenario.board.within(at, reach))
    return any(unit is not None and counters[unit].side != side for unit in found)


def _may_fight(state: State, unit: str) -> bool:
    piece = state.units[unit]
    return piece.moved != "march" and not piece.fought
