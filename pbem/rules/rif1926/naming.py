"""What every chapter asks: whose unit it is, whether it is there, which hex a word means."""

from collections.abc import Iterable

from pbem.core.problems import Fault
from pbem.rules.rif1926.state import State


def foreign(state: State, side: str, units: Iterable[str]) -> tuple[Fault, ...]:
    """The fault of the first unit that is the enemy's; nothing if all are the side's own."""
    for unit in units:
        if state.counter(unit).side != side:
            return (Fault("not-your-unit", "RIF-3.1", {"unit": unit}),)
    return ()


def absent(unit: str, state: State | None = None) -> Fault:
    """The fault of a unit that is not in play where the order needs it; with a state, of one that must come first.

    Those that wait enter, a ship sails.
    """
    rule = "RIF-8.1"
    if state is not None and state.units[unit].status in ("entering", "pool"):
        rule = "RIF-7.4"
    elif state is not None and state.counter(unit).type == "naval" and state.units[unit].status == "off-map":
        rule = "RIF-9.18"
    return Fault("unknown-unit", rule, {"unit": unit})


def on_board(state: State, hexes: Iterable[str]) -> tuple[Fault, ...]:
    """The fault of the first hex that is beyond the edge of the map."""
    index = state.scenario.board.index
    for hex_ in hexes:
        if hex_ not in index:
            return (Fault("off-map", "RIF-8.1", {"hex": hex_}),)
    return ()


def target_hex(state: State, word: str) -> str:
    """The hex that a target means: a hex, or that of a unit; "" for a unit that stands in none."""
    unit = state.units.get(word)
    return word if unit is None else unit.at or ""
