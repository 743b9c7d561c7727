"""Stacking: what of one side may stand in a hex (NAP-4)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.core.problems import Args
from pbem.rules.napoleonic.state import ROUTED, State

_LIMIT = re.compile(r"([0-9]+) (PF|battalion|regiment|batter)")


def limit(state: State, hex_: str, column: str) -> tuple[int, str]:
    """The limit of a stacking cell and what it counts ("PF" or counters); (0, "") where it says no (NAP-4.1)."""
    cell = state.scenario.tables["terrain"][state.scenario.ground[hex_]]["stack"][column]
    return _read(cell)


@lru_cache(maxsize=256)
def _read(cell: str) -> tuple[int, str]:
    """A stacking cell as it is printed."""
    found = _LIMIT.match(cell)
    return (int(found.group(1)), found.group(2)) if found else (0, "")


def fault(state: State, hex_: str, units: Sequence[str], newcomer: str = "") -> str:
    """Why these counters of one side may not stand in a hex together: a code, "" where they may (NAP-4.1, 4.2).

    `stack-terrain` where the cell of a newcomer's own kind says no.
    """
    if newcomer and _forbidden(state, hex_, newcomer):
        return "stack-terrain"  # NAP-4.1
    if any(state.units[unit].formation == "square" for unit in units):
        return square_fault(state, hex_, units)
    return "" if _fits(state, hex_, units) else "overstacked"


def _forbidden(state: State, hex_: str, unit: str) -> bool:
    """Whether no counter of this kind and formation may stand in a hex."""
    cells = state.scenario.tables["terrain"][state.scenario.ground[hex_]]["stack"]
    kind, formation = state.counter(unit).type, state.units[unit].formation
    if kind == "artillery":
        return bool(cells["guns-alone"] == "no")  # NAP-4.1
    if kind == "infantry":
        column = {"skirmish": "skirmish", "square": "square"}.get(formation, "infantry")
    else:
        column = "cavalry-skirmish" if formation == "skirmish" else "cavalry"
    return bool(cells[column] == "no")  # NAP-4.1


def _fits(state: State, hex_: str, units: Sequence[str]) -> bool:
    """Whether counters without squares are within the limits (NAP-4.1)."""
    of: dict[str, list[str]] = {"infantry": [], "cavalry": [], "artillery": []}
    for unit in units:
        of[state.scenario.counters[unit].type].append(unit)
    foot, horse, guns = of.values()
    if guns:
        most, _ = limit(state, hex_, "guns" if foot or horse else "guns-alone")
        if len(guns) > most:
            return False  # NAP-4.1
    most_foot, by_foot = limit(state, hex_, "infantry")
    most_horse, by_horse = limit(state, hex_, "cavalry")
    if by_foot != "PF":
        return len(foot) + len(horse) <= most_foot  # NAP-4.1
    riding = len(horse) if by_horse != "PF" else sum(map(state.pf, horse))
    return riding <= most_horse and sum(map(state.pf, (*foot, *horse))) <= most_foot  # NAP-4.1


def crowd(state: State, hex_: str, units: Sequence[str]) -> Args:
    """What tells why counters of one side are too many for a hex: their PF and the most, or what its ground holds."""
    of = {kind: [u for u in units if state.counter(u).type == kind] for kind in ("infantry", "cavalry", "artillery")}
    foot, horse, guns = of.values()
    if len(guns) > limit(state, hex_, "guns" if foot or horse else "guns-alone")[0]:
        return {"hex": hex_, "batteries": limit(state, hex_, "guns" if foot or horse else "guns-alone")[0]}
    squares = any(state.units[unit].formation == "square" for unit in foot)
    most, counts = limit(state, hex_, "square" if squares else "infantry")
    if counts != "PF":
        return {"hex": hex_, "ground": state.scenario.ground[hex_]}  # NAP-4.1
    least, by = limit(state, hex_, "cavalry")
    both, riding = sum(map(state.pf, (*foot, *horse))), sum(map(state.pf, horse))
    found = next(((pf, top) for pf, top in ((both, most), (riding, least)) if pf > top), None)
    if found is None or (found[1] == least and by != "PF"):
        return {"hex": hex_}
    return {"hex": hex_, "pf": found[0], "most": found[1]}


def square_fault(state: State, hex_: str, units: Sequence[str]) -> str:
    """Why a hex may not hold these counters, a square among them (NAP-4.2)."""
    most, _ = limit(state, hex_, "square")
    foot = [unit for unit in units if state.counter(unit).type == "infantry"]
    guns = sum(1 for unit in units if state.is_guns(unit))
    mixed = any(state.counter(unit).type == "cavalry" for unit in units) or any(
        state.units[unit].formation == "normal" for unit in foot
    )
    if most == 0 or mixed or guns > 1 or any(state.units[unit].morale == ROUTED for unit in foot):
        return "no-square-here" if most == 0 else "overstacked"  # NAP-4.2
    return "" if sum(map(state.pf, foot)) <= most else "overstacked"  # NAP-4.2


def may_join(state: State, unit: str, hex_: str) -> bool:
    """Whether one more counter may stand in a hex where its own side, or nobody, stands (NAP-4.1)."""
    if state.counter(unit).is_leader:
        return True
    others = tuple(other for other in state.pile(hex_) if other != unit)
    return not fault(state, hex_, (*others, unit), unit)  # NAP-4.1
