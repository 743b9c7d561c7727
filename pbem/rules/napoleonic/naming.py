"""What every chapter asks: whose counter it is, whether it is there; and which fault of several a line is told."""

from collections.abc import Iterable, Iterator

from pbem.core.problems import Fault
from pbem.rules.napoleonic.state import State

RANK = {
    code: place
    for place, code in enumerate((
        "wrong-phase", "unknown-unit", "unknown-hex", "unknown-division", "not-your-unit", "already-ordered",
        "not-there", "outside-zone", "cannot-move", "order-forbids", "out-of-command", "too-many-commands",
        "guns-deployed", "guns-limbered", "fired-cannot-move", "cannot-form", "no-square-here", "not-adjacent",
        "terrain-forbidden", "enemy-there", "zoc-stop", "zoc-to-zoc", "no-path", "move-too-far", "not-enough-mp",
        "stack-terrain", "overstacked", "cannot-fire", "no-target", "out-of-range", "out-of-arc", "no-line-of-sight",
        "cannot-charge", "charge-path", "cannot-assault", "odds-too-low",
    ))
}  # fmt: skip
"""The order in which problems are told: one a line, the first that fits (NAP-17)."""


def first(faults: Iterable[Fault]) -> Fault | None:
    """The fault that a line is told: of several the first by rank, then as found."""
    return min(faults, key=lambda fault: RANK[fault.code], default=None)


def off_board(state: State, hexes: Iterable[str]) -> Iterator[Fault]:
    """The fault of each hex that is beyond the edge of the map."""
    for hex_ in hexes:
        if hex_ not in state.scenario.board.index:
            yield Fault("unknown-hex", "NAP-1.2", {"hex": hex_})  # NAP-1.2


def foreign(state: State, side: str, units: Iterable[str]) -> Iterator[Fault]:
    """The fault of each unit that the scenario does not have, or that is the enemy's."""
    for unit in units:
        if unit not in state.units:
            yield Fault("unknown-unit", "NAP-1.2", {"unit": unit})
        elif state.counter(unit).side != side:
            yield Fault("not-your-unit", "NAP-1.2", {"unit": unit})


def foreign_division(state: State, side: str, division: str) -> Iterator[Fault]:
    """The fault of a division that the scenario does not have, or that is the enemy's."""
    if division not in state.divisions:
        yield Fault("unknown-division", "NAP-1.2", {"division": division})
    elif state.divisions[division].side != side:
        yield Fault("not-your-unit", "NAP-1.2", {"unit": division})
