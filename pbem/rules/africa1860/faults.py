"""What every chapter asks of an order's names, and which fault of several a line earns (catalogue, section 17)."""

from collections.abc import Iterable

from pbem.core.problems import Fault
from pbem.rules.africa1860.orders import THERE
from pbem.rules.africa1860.state import ABOARD, State

Faults = tuple[Fault, ...]

CODES = (
    "unknown-order",
    "wrong-phase",
    "unknown-trigger", "bad-condition",
    "unknown-unit", "unknown-area", "not-your-unit",
    "aboard", "cannot-activate", "not-there", "needs-activation", "not-together",
    "already-activated", "already-moved", "already-fired", "artillery-moved-twice", "fire-or-move", "cannot-move",
    "not-algarabia", "no-fire-factor", "demoralized-cannot-fire",
    "not-adjacent", "out-of-range", "not-coastal", "cannot-reembark",
    "terrain-forbidden", "demoralized-cannot-attack", "path-through-enemy", "must-move-away", "enter-enemy-alone",
    "convoy-needs-road", "convoy-must-advance", "move-too-far",
    "cannot-target-ship", "no-target", "same-target-twice", "leader-used", "too-few-coins", "landed-cannot-fire",
    "wrong-area", "leader-on-top", "overstacked",
    "order-voided",
)  # fmt: skip
"""All codes, in the order in which a line earns the first of those that apply."""
RANK = {code: number for number, code in enumerate(CODES)}


def earned(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The one fault that a line earns: the first in the table; of one code the one found first. () for none."""
    found = tuple(faults)
    return found if len(found) < 2 else (min(found, key=lambda fault: RANK[fault.code]),)


def unknown(state: State, units: Iterable[str] = (), areas: Iterable[str] = ()) -> tuple[Fault, ...]:
    """The faults of ids that neither the counters nor the map have."""
    counters, board = state.scenario.counters, state.scenario.board.index
    return (
        *(Fault("unknown-unit", "AFR-2.2", {"unit": unit}) for unit in units if unit not in counters),  # AFR-2.2
        *(
            Fault("unknown-area", "AFR-15.2" if area == THERE else "AFR-4.1", {} if area == THERE else {"area": area})
            for area in areas
            if area not in board
        ),
    )


def not_adjacent(rule: str, state: State, unit: str, area: str, at: str) -> Fault:
    """The fault of an area that is not next to where a unit is, with those that are; of the one that it is in."""
    if area == at:
        return Fault("not-adjacent", rule, {"unit": unit, "hex": at})
    areas = " ".join(sorted(state.scenario.board.neighbours[at]))
    return Fault("not-adjacent", rule, {"area": area, "at": at, "areas": areas})


def foreign(state: State, side: str, units: Iterable[str]) -> tuple[Fault, ...]:
    """The faults of units that are the enemy's (AFR-3.2); of those that the game has not `unknown` tells."""
    counters, rule = state.scenario.counters, "AFR-3.2"
    return tuple(
        Fault("not-your-unit", rule, {"unit": unit})
        for unit in units
        if unit in counters and counters[unit].side != side
    )  # AFR-3.2


def absent(state: State, units: Iterable[str]) -> tuple[Fault, ...]:
    """The faults of units that cannot act so: `aboard` the gunboat, or not on the map."""
    found = []
    for unit in units:
        if state.units[unit].at == ABOARD:
            found.append(Fault("aboard", "AFR-12.7", {"unit": unit}))  # AFR-12.7
        elif not state.on_map(unit):
            found.append(Fault("not-there", "AFR-4.4", {"unit": unit}))
    return tuple(found)
