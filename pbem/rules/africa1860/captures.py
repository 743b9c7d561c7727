"""Convoys that are taken (AFR-14.7)."""

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.going import has_fc
from pbem.rules.africa1860.sequence import MOROCCAN, SPANISH


def take_convoys(course: Course, area: str) -> None:
    """Moroccans in an area take the convoys there that have no escort; a leader is first fought (AFR-14.7)."""
    state = course.play.state
    escorted = state.leaders(area, SPANISH) or any(has_fc(state, unit) for unit in state.fighters(area, SPANISH))
    if escorted or not state.threatens(area, MOROCCAN):
        return
    for convoy in state.convoys(area, SPANISH):
        course.play.emit(facts.Captured(unit=convoy, at=area))  # AFR-14.7
