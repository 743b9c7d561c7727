"""Running a phase: its windows, the lines of its sides, then what the clauses do by themselves (AFR-3.1, 15.1)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from pbem.core.orders import Line, Section
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.kit.judging import distinct
from pbem.rules.africa1860.acting import run_activation
from pbem.rules.africa1860.activation import voided
from pbem.rules.africa1860.carrying import judge, moment_of, parts
from pbem.rules.africa1860.closing import Made, move_by_themselves, take_back, thin_out
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.end_of_turn import run_end_of_turn
from pbem.rules.africa1860.fire import judge_fire, run_defensive_fire, run_fire, run_unordered_fire
from pbem.rules.africa1860.movement import By, judge_land, judge_move, land, lead, settle_area
from pbem.rules.africa1860.orders import Activate, Fire, Land, Move
from pbem.rules.africa1860.reacting import react, void_line
from pbem.rules.africa1860.sequence import SPANISH, acting_in, enemy, kind_of
from pbem.rules.africa1860.shock import as_entered, run_shocks
from pbem.rules.africa1860.state import State

Sheets = Mapping[str, Section]


def run(play: Play, sheets: Sheets) -> None:
    """Run the state's current phase with the sections that the check accepted, by seat."""
    kind, acting = kind_of(play.state.phase), acting_in(play.state.phase) or SPANISH
    course = Course(play, react, _reserved(play.state, sheets), moments=_moments(sheets))
    if kind != "set-up":
        course.react(course, Occasion("starts", acting))
    RUNS[kind](course, acting, sheets)
    if play.state.winner is not None or kind == "set-up":
        return
    course.react(course, Occasion("ends", acting))
    for area in sorted(play.state.stacks):
        settle_area(play, area)
    update_control(course)  # AFR-11.2


def _moments(sheets: Sheets) -> dict[str, tuple[Line, ...]]:
    """The lines that wait for the beginning or the end of the phase, by seats that have any."""
    waiting = {seat: tuple(line for line in sheet.lines if moment_of(line.order)) for seat, sheet in sheets.items()}
    return {seat: lines for seat, lines in waiting.items() if lines}


def _reserved(state: State, sheets: Sheets) -> frozenset[str]:
    """The leaders whom a good FIRE line names: they are kept for it (AFR-10.2)."""
    named = set()
    for seat, section in sheets.items():
        for line in section.lines:
            order, side = line.order, state.scenario.seats[seat]
            if isinstance(order, Fire) and order.leader and not judge_fire(state, side, order).faults:
                named.add(order.leader)  # AFR-10.2
    return frozenset(named)


def _set_up(course: Course, side: str, sheets: Sheets) -> None:
    for seat, section in sorted(sheets.items()):
        for line in section.lines:
            _tell(course, seat, line)


def _fire(course: Course, side: str, sheets: Sheets) -> None:
    """The FIRE and STACK lines as written, by the option all who have none, then activations (AFR-15.1)."""
    ordered: set[str] = set()
    for seat, line in _written(course, side, sheets):
        if isinstance(line.order, Fire):
            ordered |= set(line.order.units)
            void_line(course, seat, line, tuple(_run_fire_line(course, line.order)))
        else:
            _tell(course, seat, line)
    run_unordered_fire(course, side, ordered)
    _activations(course, side, sheets)


def _tell(course: Course, seat: str, line: Line) -> None:
    """A line that rolls nothing and opens no window."""
    verdict = judge(course.play.state, seat, line.order)
    for event in verdict.events:
        course.play.emit(event)
    void_line(course, seat, line, [voided(fault) for fault in verdict.faults])


def _run_fire_line(course: Course, order: Fire) -> Iterator[Fault]:
    """The fire of each unit from where it then stands; the leader named supports the first (AFR-6.1, 10.2)."""
    units = distinct(order.units)
    for unit in units:
        leader = order.leader if unit == units[0] else None
        yield from map(voided, run_fire(course, unit, order.area, leader))  # AFR-6.1 AFR-10.2
    if order.leader is not None:
        course.reserved -= {order.leader}  # AFR-10.2


def _movement(course: Course, side: str, sheets: Sheets) -> None:
    """The orders as written, activations, who moves without an order, and the limit of stacks (AFR-15.1)."""
    play = course.play
    made: list[Made] = []
    told: set[int] = set()
    seats: dict[int, tuple[str, Line]] = {}
    for seat, line in _written(course, side, sheets):
        seats[line.number] = seat, line
        if isinstance(line.order, Move):
            faults = _run_move(course, side, line, line.order, made)
        elif isinstance(line.order, Land):
            faults = _run_land(course, side, line, line.order, made)
        else:
            _tell(course, seat, line)
            continue
        void_line(course, seat, line, faults)
        told |= {line.number} if faults else set()
    _activations(course, side, sheets)
    move_by_themselves(play, side, partial(_go, course, side))
    for move in take_back(play, side, made):
        if move.line not in told:
            void_line(course, *seats[move.line], [Fault("overstacked", "AFR-5.3", {"area": move.at})])  # AFR-5.3
    thin_out(play, side)


def _run_move(course: Course, side: str, line: Line, order: Move, made: list[Made]) -> list[Fault]:
    """A MOVE for those of its units that can still go; the faults of the others."""
    state = course.play.state
    units, found = _still_together(state, order)
    while units:
        verdict = judge_move(state, side, order.model_copy(update={"units": units}))
        if not verdict.faults:
            break
        fault = verdict.faults[0]
        found.append(_of_a_move(fault))
        units = tuple(unit for unit in units if unit != fault.args.get("unit")) if "unit" in fault.args else ()
    if units:
        full = verdict.order
        assert isinstance(full, Move)
        start = state.units[units[0]].at
        arrived, lost = lead(course, units, (start, *full.path), "order")
        found += lost
        if arrived:
            made.append(Made(line.number, arrived, (start, *full.path)))
    return found


def _still_together(state: State, order: Move) -> tuple[tuple[str, ...], list[Fault]]:
    """The units that stand where the path of a MOVE begins; the others have left the place from which they were to go.

    Where they stand in several areas it begins in the one with most of them that touches its first area.
    """
    named = distinct(order.units)
    here = [unit for unit in named if state.on_map(unit)]
    places = list(dict.fromkeys(state.units[unit].at for unit in here))
    if len(places) > 1:
        beside = [at for at in places if order.path[0] in state.scenario.board.neighbours[at]] or places
        home = max(beside, key=lambda at: sum(state.units[unit].at == at for unit in here))
        here = [unit for unit in here if state.units[unit].at == home]
    return tuple(here), [Fault("order-voided", "AFR-8.5", {"unit": unit}) for unit in named if unit not in here]


def _of_a_move(fault: Fault) -> Fault:
    """A path that no longer begins where the units are is void as they have left their place (section 17)."""
    return Fault("order-voided", fault.rule, fault.args) if fault.code == "not-adjacent" else voided(fault)


def _run_land(course: Course, side: str, line: Line, order: Land, made: list[Made]) -> list[Fault]:
    verdict = judge_land(course.play.state, side, order)
    if verdict.faults:
        return [voided(fault) for fault in verdict.faults]
    ship = course.play.state.scenario.ship or ""
    start = course.play.state.units[order.unit].at
    land(course, order.unit, (course.play.state.units[ship].at, order.area))
    made.append(Made(line.number, (order.unit,), (start, order.area)))
    return []


def _go(course: Course, side: str, unit: str, way: Sequence[str], by: By) -> None:
    """A unit that moves without an order; cavalry and guns by an activation (AFR-4.5, 14.5)."""
    if course.play.state.counter(unit).by_activation:
        run_activation(course, side, Activate(units=(unit,), move=tuple(way[1:])), by=by)  # AFR-4.5
    else:
        lead(course, (unit,), way, by)


def _defensive_fire(course: Course, side: str, sheets: Sheets) -> None:
    """The fire of each area that was entered, in the order of the first entries (AFR-6.2, 6.11)."""
    foe = enemy(side)
    for area in as_entered(course.play.state):
        run_defensive_fire(course, area, course.play.state.stack(area, foe))  # AFR-6.2
    _activations(course, side, sheets)


def _shock(course: Course, side: str, sheets: Sheets) -> None:
    run_shocks(course)  # AFR-6.11
    _activations(course, side, sheets)


def _end_of_turn(course: Course, side: str, sheets: Sheets) -> None:
    run_end_of_turn(course, sheets)  # AFR-3.3
    if course.play.state.winner is None:
        _activations(course, side, sheets)


def _written(course: Course, side: str, sheets: Sheets) -> Iterator[tuple[str, Line]]:
    """The lines of the acting side that stand for no moment and activate nobody, as written."""
    for seat, section in sorted(sheets.items()):
        if course.play.state.scenario.seats[seat] == side:
            yield from ((seat, line) for line in parts(section.lines)[1])


def _activations(course: Course, side: str, sheets: Sheets) -> None:
    """The activations without a moment, those of the acting side first (AFR-15.1)."""
    for own in (side, enemy(side)):
        for seat, section in sorted(sheets.items()):
            if course.play.state.scenario.seats[seat] != own:
                continue
            for line in parts(section.lines)[2]:
                if isinstance(line.order, Activate):
                    void_line(course, seat, line, run_activation(course, own, line.order))  # AFR-15.1


RUNS: Mapping[str, Callable[[Course, str, Sheets], None]] = {
    "set-up": _set_up,
    "fire": _fire,
    "movement": _movement,
    "defensive-fire": _defensive_fire,
    "shock": _shock,
    "end-of-turn": _end_of_turn,
}
