"""What the firing and fighting chapters share: the piece that a word names, the order of lines."""

from collections.abc import Iterator, Mapping

from pbem.core.orders import Line, Section
from pbem.core.problems import Fault
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State


def named(state: State, word: str) -> str | None:
    """The piece that a target word names: its own id, or the land piece in the hex of that name; else None.

    One land piece stands in a hex (LL-7.10), so a hex and its piece mean the same.
    """
    return word if word in state.units else state.occupied.get(word)


def foe(state: State, side: str, word: str) -> str | None:
    """The enemy land piece on the map that a target word names, or None: only such a piece can be fought or hit."""
    unit = named(state, word)
    if unit is None or state.units[unit].status != "map":
        return None
    counter = state.counter(unit)
    return unit if counter.is_land and counter.side != side else None


def foes_beside(state: State, unit: str) -> Iterator[str]:
    """The enemy land pieces next to a piece on the map, by hex."""
    side = state.counter(unit).side
    found = (foe(state, side, hex_) for hex_ in sorted(state.scenario.board.neighbours[state.hex_of(unit)]))
    return (target for target in found if target is not None)


def no_target(side: str, word: str, rule: str) -> Fault:
    """The fault of a target word that names no enemy land piece on the map."""
    return Fault("no-target", rule, {"target": word, "side": enemy(side)})


def in_order(sheets: Mapping[str, Section]) -> Iterator[tuple[str, Line]]:
    """The lines of all sheets with their seats: the first seat's go first (LL-3.1)."""
    for seat in sorted(sheets):
        # LL-3.1
        for line in sheets[seat].lines:
            yield seat, line
