"""Convoys that are taken (AFR-14.7)."""

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.going import has_fc
from pbem.rules.africa1860.sequence import SIDES, enemy


def take_convoys(course: Course, area: str, *, after_shock: bool = False) -> None:
    """Enemies who stand in an area take the convoys there that have no escort (AFR-14.7).

    A leader beside convoys is first fought; `after_shock`: he has been.
    """
    for side in SIDES:
        state = course.play.state
        convoys = state.convoys(area, side)
        if not convoys:
            continue
        escorted = any(has_fc(state, unit) for unit in state.fighters(area, side))  # AFR-14.7
        escorted = escorted or (not after_shock and bool(state.leaders(area, side)))  # AFR-14.7
        if escorted or not state.threatens(area, enemy(side)):
            continue
        for convoy in convoys:
            course.play.emit(facts.Captured(unit=convoy, at=area))  # AFR-14.7
