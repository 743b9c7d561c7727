"""What a result of fire or shells does to a unit: it is marked, loses a step, retreats (AFR-6.7, 6.8, 6.10)."""

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.events import Cause, Result
from pbem.rules.africa1860.retreats import attackers_origins, fire_steps, retreat


def strike(course: Course, unit: str, result: Result, cause: Cause, *, to_bottom: bool = False) -> str | None:
    """Carry out a result at a unit; where it went, None if it stays or is lost.

    `to_bottom`: one that only loses a step goes under the others of its stack (AFR-6.4).
    """
    if result == "destroyed":
        lose_step(course, unit, cause, to_bottom=to_bottom)  # AFR-6.10
        return None
    state = course.play.state
    at = state.units[unit].at
    attackers = attackers_origins(state, at, state.side(unit))
    if result == "demoralization":
        course.play.emit(facts.Struck(unit=unit, at=at, cause=cause, demoralized=True))  # AFR-6.8
    to = retreat(course, unit, cause, steps=fire_steps(state, unit), attackers=attackers)  # AFR-6.7 AFR-6.8
    return to if to != at else None


def lose_step(course: Course, unit: str, cause: Cause, *, to_bottom: bool = False) -> None:
    """A unit loses one step: at full strength a counter of two is flipped and stays, else it is removed (AFR-6.10)."""
    each = course.play.state.units[unit]
    left = (each.steps or 1) - 1
    course.play.emit(
        facts.Struck(unit=unit, at=each.at, cause=cause, steps=1, left=left, to_bottom=to_bottom and left > 0)
    )  # AFR-6.10 AFR-2.7
    if not left:
        course.play.emit(facts.Eliminated(unit=unit, at=each.at, cause=cause))  # AFR-6.10 AFR-2.3 AFR-2.4
