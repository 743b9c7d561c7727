"""Lines of supply as a target: whom the Rif cut off by standing in a hex, and whose presence cuts off Allied units."""

from collections.abc import Iterable, Mapping

from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.supply_lines import in_supply, supply_lines


def users(state: State) -> Mapping[str, frozenset[str]]:
    """For each hex the Allied units whose line of supply leads through it, or ends in it."""
    return state.known("", "users of lines", _users)


def _users(state: State) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for unit, line in supply_lines(state, ALLIED).items():
        for hex_ in line[:-1]:
            found.setdefault(hex_, set()).add(unit)
    return {hex_: frozenset(units) for hex_, units in found.items()}


def exposed(state: State, at: str) -> int:
    """How many Allied units have their line through a hex or through the zone of who stands in it (RIF-4.1)."""
    ways, trench = users(state), state.scenario.trench
    near = (hex_ for hex_ in state.scenario.board.neighbours[at] if hex_ not in trench)
    return len(frozenset().union(*(ways.get(hex_, frozenset()) for hex_ in (at, *near))))


def cut_off(before: State, after: State) -> int:
    """How many Allied units with an attack are in supply in one position and not in another."""
    lost = in_supply(before, ALLIED) - in_supply(after, ALLIED)
    return sum(1 for unit in lost if before.counter(unit).attack)


def cutters(state: State) -> Mapping[str, int]:
    """For each hex of the Rif how many Allied units would be in supply again if nobody stood there."""
    return state.known("", "cutters", _cutters)


def _cutters(state: State) -> Mapping[str, int]:
    out = [unit for unit in state.ground(ALLIED) if unit not in in_supply(state, ALLIED)]
    if not out:
        return {}
    found = {at: cut_off(_without(state, state.stacks[at]), state) for at in _held(state)}
    return {at: count for at, count in found.items() if count}


def _held(state: State) -> Iterable[str]:
    """The hexes of the Rif that touch a road or railway, or an Allied unit within two hexes."""
    board = state.scenario.board
    roads = {*board.joined("road"), *board.joined("rail")}
    for at in sorted(state.stacks):
        if state.held_by(RIF, at) and not roads.isdisjoint((at, *board.neighbours[at])):
            yield at


def _without(state: State, units: Iterable[str]) -> State:
    for unit in units:
        state = evolve(state, facts.Eliminated(unit=unit, at=state.hex_of(unit), cause="combat"))
    return state
