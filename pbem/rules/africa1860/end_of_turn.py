"""The end of a turn: markers, reinforcements, rally, victory, and the turn after (AFR-3.3)."""

from collections.abc import Iterator, Mapping

from pbem.core.orders import Order, Section
from pbem.kit.common import side_of
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.arrivals import judge_arrival, run_arrivals
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.orders import Deploy, Rally
from pbem.rules.africa1860.rally import judge_rally, run_rally
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.victory import judge_end


def run_end_of_turn(course: Course, sheets: Mapping[str, Section]) -> None:
    """Run the end of a turn in the order of the rules; nobody has to order anything (AFR-3.3)."""
    play = course.play
    play.emit(facts.MarkersCleared())  # AFR-3.3
    run_arrivals(play, _chosen(play.state, sheets))  # AFR-3.3
    update_control(course)
    run_rally(play, _declined(play.state, sheets))  # AFR-3.3
    end = judge_end(play.state)
    play.emit(end or facts.TurnEnded())  # AFR-3.3


def _orders(state: State, sheets: Mapping[str, Section]) -> Iterator[tuple[str, Order]]:
    for seat, section in sorted(sheets.items()):
        for line in section.lines:
            yield side_of(state, seat), line.order


def _chosen(state: State, sheets: Mapping[str, Section]) -> dict[str, str]:
    """Where the gunboat is to arrive, by the last good DEPLOY (AFR-12.5)."""
    found: dict[str, str] = {}
    for side, order in _orders(state, sheets):
        if isinstance(order, Deploy) and not judge_arrival(state, side, order).faults:
            found.update(dict.fromkeys(order.units, order.area))  # AFR-12.5
    return found


def _declined(state: State, sheets: Mapping[str, Section]) -> frozenset[str]:
    """The units that do not try to rally (AFR-7.1)."""
    found: set[str] = set()
    for side, order in _orders(state, sheets):
        if isinstance(order, Rally) and not judge_rally(state, side, order).faults:
            found.update(order.units)
    return frozenset(found)
