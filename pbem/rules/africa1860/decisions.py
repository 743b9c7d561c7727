"""What owners decide by standing order while the other side acts: retreats, losses, defensive fire (AFR-6.2 to 6.13).

Questions that never wait: a standing order answers, else the clause. A replay takes the answers from the record.
"""

from collections.abc import Sequence
from typing import Any

from pbem.core.orders import Line
from pbem.core.play import Match, Question
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.orders import Defend, Losses, RetreatPlan

FIRE, HOLD, NOBODY = "fire", "hold", "nobody"
MODES = HALF, STEPS = "half", "steps"
RULES = {
    "retreat": "AFR-6.9",
    "losses": "AFR-6.13",
    "defend": "AFR-6.2",
    "defend-next": "AFR-6.2",
    "support": "AFR-10.2",
    "landing": "AFR-13.4",
}
"""The clause of each kind of question."""


def _ask(
    course: Course,
    side: str,
    kind: str,
    about: str,
    options: Sequence[str],
    default: str,
    match: Match,
    **more: Any,
) -> str:
    """The answer of a side's standing orders to a question, else the default, of which nothing is told.

    `more` are fields of the Question beside: `rank`, `accepts`.
    """
    course.count += 1
    question = Question(
        id=f"{kind} {about} {course.count}",
        side=side,
        kind=kind,
        options=tuple(options),
        default=default,
        rule=RULES[kind],
        match=match,
        waits=False,
        **more,
    )
    answer = course.play.react(question)
    return default if answer is None else answer.answer


def ask_retreat(course: Course, unit: str, start: str, options: Sequence[str], default: str) -> str:
    """Where a unit that retreats from `start` goes next: its first wish that is legal, else the default (AFR-6.9)."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if not isinstance(order, RetreatPlan) or not (unit in order.units or order.area == start):
            return None, ""
        return next((area for area in order.to if area in options), None), ""

    def rank(seat: str, line: Line) -> bool:
        return not (isinstance(line.order, RetreatPlan) and unit in line.order.units)  # AFR-6.9

    if len(options) == 1:
        return default
    side = course.play.state.side(unit)
    return _ask(course, side, "retreat", unit, options, default, match, rank=rank)


def ask_losses(course: Course, side: str, area: str, units: Sequence[str], default: str) -> tuple[str, tuple[str, ...]]:
    """How the loser of a shock loses: by half or by steps, and who dies first (AFR-6.13)."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if not isinstance(order, Losses) or order.area != area:
            return None, ""
        return " ".join((order.mode, *(unit for unit in order.units if unit in units))), ""

    def accepts(answer: str) -> bool:
        mode, *named = answer.split(" ")
        return mode in MODES and set(named) <= set(units)

    said = _ask(course, side, "losses", area, MODES, default, match, accepts=accepts)
    mode, *named = said.split(" ")
    return mode, tuple(named)


# Defensive fire --------------------------------------------------------------------------------------------------


def ask_holds(course: Course, unit: str, area: str) -> bool:
    """Whether a unit keeps its fire: its own DEFEND goes before that of its area (AFR-6.2)."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if isinstance(order, Defend) and unit in order.units:
            return order.mode, ""
        return (HOLD, "") if isinstance(order, Defend) and order.area == area and order.mode == HOLD else (None, "")

    def rank(seat: str, line: Line) -> bool:
        return not (isinstance(line.order, Defend) and unit in line.order.units)  # AFR-6.2

    side = course.play.state.side(unit)
    return _ask(course, side, "defend", unit, (FIRE, HOLD), FIRE, match, rank=rank) == HOLD


def ask_landing(course: Course, marine: str) -> bool:
    """Whether a unit of marines lands to meet the enemy: if no DEFEND of its own keeps it aboard (AFR-13.4)."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        return (order.mode, "") if isinstance(order, Defend) and marine in order.units else (None, "")

    side = course.play.state.side(marine)
    return _ask(course, side, "landing", marine, (FIRE, HOLD), FIRE, match) == FIRE  # AFR-13.4


def ask_order(course: Course, side: str, area: str, units: Sequence[str]) -> tuple[str, ...]:
    """The units in the order in which they fire: those that DEFEND names first, the others as they came (AFR-6.2)."""
    first: list[str] = []
    while True:
        rest = tuple(unit for unit in units if unit not in first)
        if not rest or (named := _ask_next(course, side, area, rest)) == NOBODY:
            return (*first, *rest)
        first.append(named)


def _ask_next(course: Course, side: str, area: str, units: Sequence[str]) -> str:
    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if not isinstance(order, Defend) or order.mode != FIRE:
            return None, ""
        return next((unit for unit in order.units if unit in units), None), ""

    return _ask(course, side, "defend-next", area, (*units, NOBODY), NOBODY, match)


def ask_support(course: Course, unit: str, area: str, leaders: Sequence[str]) -> str | None:
    """The leader whom a DEFEND names for the first unit of its line, or the first to fire in an area (AFR-10.2)."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order = line.order
        if not isinstance(order, Defend) or order.leader not in leaders:
            return None, ""
        return (order.leader, "") if order.units[:1] == (unit,) or order.area == area else (None, "")

    def rank(seat: str, line: Line) -> bool:
        return not (isinstance(line.order, Defend) and line.order.units[:1] == (unit,))

    if not leaders:
        return None
    side = course.play.state.side(unit)
    said = _ask(course, side, "support", unit, (*leaders, NOBODY), NOBODY, match, rank=rank)
    return None if said == NOBODY else said
