"""Activations carried out, at any moment of either side's phases: fire, a move, and what follows (AFR-8, 9, 12.5)."""

from collections.abc import Sequence

from pbem.core.problems import Fault
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.activation import activated, what_is_left
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.faults import Faults, earned
from pbem.rules.africa1860.fire import run_defensive_fire, run_fire
from pbem.rules.africa1860.going import find_walk, step_faults
from pbem.rules.africa1860.movement import By, lead, settle_area
from pbem.rules.africa1860.orders import Activate, Ride
from pbem.rules.africa1860.parties import Party, party_of
from pbem.rules.africa1860.shells import run_shell
from pbem.rules.africa1860.shock import run_shock


def run_activation(
    course: Course, side: str, order: Activate, *, standing: int | None = None, by: By = "activation"
) -> Faults:
    """Carry out an activation; guns act one after the other. The faults of what could not be done, () for nothing."""
    order, lost = _left_now(course, side, order)
    found = list(lost)
    if not order.units:
        return tuple(found)
    cavalry = any(course.play.state.counter(unit).class_ == "cavalry" for unit in order.units)
    for units in [order.units] if cavalry else [(unit,) for unit in order.units]:
        one = order if units == order.units else order.model_copy(update={"units": units})
        done, faults = _act(course, side, one, standing, by)
        found += faults
        standing = None if done else standing  # it is used once, by the first that acts
    return tuple(found)


def _left_now(course: Course, side: str, order: Activate) -> tuple[Activate, Faults]:
    """The same on the present position, where it is not known to be all of the order."""
    state = course.play.state
    if course.able == (state, order):
        return order, ()
    left, lost = what_is_left(state, side, order)
    course.able = state, left
    return left, lost


def _act(course: Course, side: str, order: Activate, standing: int | None, by: By) -> tuple[bool, Faults]:
    """One activation: the window, a new check, the markers, then fire, move, and what follows (AFR-8.2).

    Whether it began, and the faults of what was lost on the way.
    """
    play = course.play
    at = play.state.units[order.units[0]].at
    course.react(course, Occasion("activates", side, at, units=order.units))  # AFR-15.2
    order, lost = _left_now(course, side, order)  # AFR-8.2
    if not order.units:
        return False, lost
    party, at = party_of(play.state, order.units), play.state.units[order.units[0]].at
    play.emit(activated(side, party, at, standing))  # AFR-8.2
    found = [*lost]
    if order.algarabia:
        found += _run_ride(course, party, at, order.algarabia)
    elif party.actors[0] == play.state.scenario.ship:
        found += _run_ship(course, party.actors[0], at, order)
    else:
        found += _fire(course, party.actors, at, order.fire) if order.fire else ()
        found += _move(course, party, at, order.move, by) if order.move else ()
    update_control(course)  # AFR-11.2
    return True, tuple(found)


def _fire(course: Course, units: Sequence[str], at: str, area: str) -> Faults:
    """The fire of each unit, judged at its moment."""
    found: list[Fault] = []
    for unit in units:
        state = course.play.state
        if state.units[unit].at != at:
            found.append(Fault("order-voided", "AFR-8.2", {"unit": unit}))
        elif state.counter(unit).class_ == "cavalry":
            found += run_fire(course, unit, area)
        else:
            found += run_shell(course, unit, area)
    return tuple(found)


def _move(course: Course, party: Party, at: str, path: Sequence[str], by: By) -> Faults:
    """The move, judged at its moment; who comes in among enemies suffers their fire and fights at once (AFR-8.2)."""
    play, side = course.play, course.play.state.side(party.actors[0])
    here = tuple(unit for unit in party.units if play.state.units[unit].at == at)
    gone = [Fault("order-voided", "AFR-8.2", {"unit": unit}) for unit in party.units if unit not in here]
    if not any(unit in party.actors for unit in here):
        return tuple(gone)
    walk = find_walk(play.state, here, path)
    if walk.faults:
        return (*gone, *walk.faults)
    joined = frozenset(play.state.stack(walk.path[-1], side))
    arrived, lost = lead(course, here, walk.path, by)
    area = walk.path[-1]
    if area in play.state.contested() and not joined & frozenset(play.state.stack(area, side)):
        run_defensive_fire(course, area, arrived)  # AFR-8.2 AFR-9.2
        run_shock(course, area)  # AFR-8.2 AFR-9.2
    settle_area(play, area)
    return (*gone, *lost)


def _run_ride(course: Course, party: Party, at: str, ride: Ride) -> Faults:
    """An algarabía, each part judged at its moment: whom a reaction drives off does no more (AFR-8.4)."""
    play = course.play
    there, lost = lead(course, party.actors, (at, ride.via), "algarabia")
    gone = [Fault("order-voided", "AFR-8.4", {"unit": unit}) for unit in party.actors if unit not in there]  # AFR-8.4
    found = [*lost, *gone, *_fire(course, there, ride.via, ride.fire)]
    if there:
        fault = earned(step_faults(play.state, there, ride.via, ride.to, last=False))
        found += fault or lead(course, there, (ride.via, ride.to), "algarabia")[1]
    return tuple(found)


def _run_ship(course: Course, ship: str, at: str, order: Activate) -> Faults:
    """The gunboat sails, and opens no window by it; or she fires (AFR-12.5, 12.6)."""
    if order.fire:
        return _fire(course, (ship,), at, order.fire)
    walk = find_walk(course.play.state, (ship,), order.move)
    if not walk.faults:
        course.play.emit(facts.Sailed(unit=ship, path=walk.path))  # AFR-12.5
    return walk.faults
