"""The end of a turn: markers, reinforcements, rally, victory, and the turn after (AFR-3.3)."""

from collections.abc import Iterator, Mapping

from pbem.core.orders import Line, Section
from pbem.kit.common import side_of
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.activation import voided
from pbem.rules.africa1860.arrivals import judge_arrival, run_arrivals
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.faults import absent
from pbem.rules.africa1860.orders import Deploy, Rally
from pbem.rules.africa1860.rally import run_rally
from pbem.rules.africa1860.reacting import void_line
from pbem.rules.africa1860.victory import judge_end


def run_end_of_turn(course: Course, sheets: Mapping[str, Section]) -> None:
    """Run the end of a turn in the order of the rules; nobody has to order anything (AFR-3.3)."""
    play = course.play
    play.emit(facts.MarkersCleared())  # AFR-3.3
    run_arrivals(play, _chosen(course, sheets))  # AFR-3.3
    update_control(course)
    run_rally(play, _declined(course, sheets))  # AFR-3.3
    end = judge_end(play.state)
    play.emit(end or facts.TurnEnded())  # AFR-3.3


def _lines(sheets: Mapping[str, Section]) -> Iterator[tuple[str, Line]]:
    for seat, section in sorted(sheets.items()):
        yield from ((seat, line) for line in section.lines)


def _chosen(course: Course, sheets: Mapping[str, Section]) -> dict[str, str]:
    """Where the gunboat is to arrive, by the last good DEPLOY (AFR-12.5)."""
    found: dict[str, str] = {}
    for seat, line in _lines(sheets):
        order, state = line.order, course.play.state
        if isinstance(order, Deploy):
            faults = judge_arrival(state, side_of(state, seat), order).faults
            void_line(course, seat, line, faults)
            found |= dict.fromkeys(() if faults else order.units, order.area)  # AFR-12.5
    return found


def _declined(course: Course, sheets: Mapping[str, Section]) -> frozenset[str]:
    """The units that do not try to rally (AFR-7.1); those of them that are gone make their line void for themselves."""
    found: set[str] = set()
    for seat, line in _lines(sheets):
        if isinstance(line.order, Rally):
            void_line(course, seat, line, [voided(fault) for fault in absent(course.play.state, line.order.units)])
            found.update(line.order.units)
    return frozenset(found)
