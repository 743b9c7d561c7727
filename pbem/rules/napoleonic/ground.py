"""The terrain effects table: what a step costs, what it forbids, what ground and hexsides do to a shock (NAP-3)."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.rules.napoleonic.scenario import Scenario
from pbem.rules.napoleonic.state import is_cliff, slope

_CODE = re.compile(r"\(([A-H])\)")
_NUMBER = re.compile(r"[0-9]+")


class Cell(NamedTuple):
    """A cell of the movement columns: MP (0 for none), its codes, whether it forbids entry."""

    mp: int
    codes: frozenset[str]
    forbidden: bool


class Going(NamedTuple):
    """How a counter goes: its column of the table; whether codes D and F help it; whether it may use roads."""

    column: str
    coded: bool
    road: bool


@lru_cache(maxsize=256)
def read_cell(text: str) -> Cell:
    """A movement cell as it is printed: "2 (D) (H)", "+1 (F)", "P", "D", "---" (NAP-3.2)."""
    number = _NUMBER.search(text)
    codes = frozenset(_CODE.findall(text)) | ({"D"} if text == "D" else set())
    return Cell(int(number.group()) if number else 0, codes, text.startswith("P"))


def hex_cell(scenario: Scenario, hex_: str, column: str) -> Cell:
    """The cell of a hex for a column; infantry has code D in strong buildings, unless an option says no (NAP-3.2)."""
    ground = scenario.ground[hex_]
    cell = read_cell(scenario.tables["terrain"][ground]["move"][column])
    if "C" in cell.codes:
        coded = scenario.options["strong-building-infantry"] == "D"  # NAP-3.2
        return Cell(cell.mp, frozenset({"D"}) if coded else frozenset(), cell.forbidden)
    return cell


def side_cell(scenario: Scenario, name: str, column: str) -> Cell:
    """The cell of a hexside for a column."""
    return read_cell(scenario.tables["hexsides"][name]["move"][column])


def step_cost(scenario: Scenario, going: Going, here: str, hex_: str, alone: bool) -> int | None:
    """MP for the step between two neighbours, or None where entry is prohibited (NAP-3.1 to 3.7).

    `alone`: one counter goes, and no other counter is in the hex that it enters.
    """
    known, key = known_steps(scenario, going, alone), (here, hex_)
    if key not in known:
        known[key] = _step_cost(scenario, going, here, hex_, alone)
    return known[key]


def known_steps(scenario: Scenario, going: Going, alone: bool) -> dict[tuple[str, str], int | None]:
    """What steps between two neighbours were found to cost so far: of a map they are found once."""
    return scenario.steps.setdefault((going, alone), {})


def least_cost(scenario: Scenario, going: Going, hex_: str) -> int | None:
    """MP for the cheapest step into a hex, from whichever side, or None where all are prohibited: found once a map."""
    known, key = scenario.least_steps, (going, hex_)
    if key not in known:
        costs = [step_cost(scenario, going, here, hex_, alone=True) for here in scenario.board.neighbours[hex_]]
        known[key] = min([cost for cost in costs if cost is not None], default=None)
    return known[key]


def _step_cost(scenario: Scenario, going: Going, here: str, hex_: str, alone: bool) -> int | None:
    cell = hex_cell(scenario, hex_, going.column)
    road = going.road and scenario.board.linked("road", here, hex_)  # NAP-3.5
    water = _water(scenario, going, here, hex_)
    if is_cliff(scenario, here, hex_) or water is None:
        return None  # NAP-3.4 NAP-3.7
    if cell.forbidden and not (road and "H" in cell.codes):
        return None  # NAP-3.7
    if road:
        return 1  # NAP-3.5
    free = going.coded and alone
    cost = 1 if free and "D" in cell.codes else cell.mp  # NAP-3.1
    rise = slope(scenario, here, hex_)
    if rise:
        edge = side_cell(scenario, {1: "slope-up", -1: "slope-down"}[rise], going.column)
        cost = 1 if "D" in edge.codes and free else cost + edge.mp  # NAP-3.4
    return cost + water


def _water(scenario: Scenario, going: Going, here: str, hex_: str) -> int | None:
    """MP for the water between two hexes; None where it forbids the step (NAP-3.1, 3.6)."""
    side = scenario.board.edge(here, hex_)
    if "river" in side:
        cell = side_cell(scenario, "bridge" if "bridge" in side else "river", going.column)  # NAP-3.6
        if cell.forbidden:
            return None
        return 0 if "F" in cell.codes and going.coded else cell.mp  # NAP-3.6
    if "stream" in side:
        return 0 if "bridge" in side else side_cell(scenario, "stream", going.column).mp  # NAP-3.6
    return 0


def is_open(scenario: Scenario, going: Going, here: str, hex_: str) -> bool:
    """Whether a counter may go from a hex to the next at all: in retreats and advances too (NAP-3.7)."""
    return step_cost(scenario, going, here, hex_, alone=False) is not None  # NAP-3.7


def used_codes(scenario: Scenario, going: Going, here: str, hex_: str, alone: bool) -> bool:
    """Whether a step was cheaper, or possible, by a road or a code D or F: it shows the order."""
    plain = Going(going.column, False, False)
    if going == plain:
        return False
    return step_cost(scenario, plain, here, hex_, alone) != step_cost(scenario, going, here, hex_, alone)


# Fire and shock ----------------------------------------------------------------------------------------------------


def fraction(parts: Any) -> Fraction:
    """A fraction as the tables have it: [1, 2]."""
    return Fraction(parts[0], parts[1])


def fire_cell(scenario: Scenario, hex_: str) -> tuple[Fraction, int]:
    """What the ground of a hex does to fire at it: the factor of the firer, and what is added to the die (NAP-3.1)."""
    return _effect(scenario.tables, scenario.tables["terrain"][scenario.ground[hex_]]["fire"])


def shock_cells(scenario: Scenario, origin: str, target: str) -> tuple[Fraction, int]:
    """What the ground of the defender's hex, and the side through which it is attacked, do to a shock (NAP-3.3)."""
    tables = scenario.tables
    factor, die = _effect(tables, tables["terrain"][scenario.ground[target]]["shock"])
    for name in shock_sides(scenario, origin, target):
        more, _ = _effect(tables, tables["hexsides"][name]["shock"])
        factor *= more  # NAP-3.3
    return factor, die


def shock_sides(scenario: Scenario, origin: str, target: str) -> tuple[str, ...]:
    """The hexsides that count in a shock from a hex into the next (NAP-3.2, 3.6)."""
    side, found = scenario.board.edge(origin, target), list[str]()
    if "river" in side:
        found.append("bridge" if "bridge" in side else "river")  # NAP-3.6
    elif "stream" in side:
        found.append("stream")
    if slope(scenario, origin, target) > 0:
        found.append("slope-up")  # NAP-3.4
    return tuple(found)


def _effect(tables: Mapping[str, Any], cell: str) -> tuple[Fraction, int]:
    """A cell of the columns of fire and shock: the attacker's factor, and what is added to the die (NAP-3.2)."""
    if cell in tables["codes"]:
        return fraction(tables["codes"][cell]), 0  # NAP-3.2
    return Fraction(1), int(cell) if cell.lstrip("-").isdigit() else 0


def gives_cover(scenario: Scenario, hex_: str) -> bool:
    """Whether a hex is wood or buildings: one stands better in it (NAP-9.2), and it hides what is behind (NAP-7.1)."""
    return scenario.ground[hex_] in COVER


COVER = frozenset({"village", "town", "strong-building", "light-wood", "dense-wood"})
