"""Moving: MOVE, LAND and STACK judged, and units led along a path step by step (AFR-4, 12.7, 13.4)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.kit.judging import Verdict, distinct
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.captures import take_convoys
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.decisions import ask_landing
from pbem.rules.africa1860.faults import absent, earned, foreign, unknown
from pbem.rules.africa1860.going import find_walk, step_faults
from pbem.rules.africa1860.orders import Land, Move, Stack
from pbem.rules.africa1860.sequence import MOROCCAN, enemy
from pbem.rules.africa1860.state import ABOARD, State, settle_order

By = Literal["order", "activation", "algarabia", "landing", "convoy", "demoralized", "overstack"]


def judge_move(state: State, side: str, order: Move) -> Verdict:
    """The verdict on a MOVE: the path written out and what it does, or the fault that it earns."""
    units = distinct(order.units)
    names = (*unknown(state, units, order.path), *foreign(state, side, units))
    if names:
        return Verdict(order, earned(names))
    fault = earned(_unit_faults(state, units, order.path[-1]))
    if fault:
        return Verdict(order, fault)
    walk = find_walk(state, units, order.path)
    if walk.faults:
        return Verdict(order, walk.faults)
    full = order.model_copy(update={"units": units, "path": walk.path[1:]})
    moved = moved_event(state, units, walk.path, "order")
    return Verdict(full, events=(moved,))


def _unit_faults(state: State, units: Sequence[str], to: str) -> Iterator[Fault]:
    """Why units cannot be moved by MOVE at all."""
    yield from absent(state, units)
    for unit in units:
        if state.counter(unit).by_activation:
            yield Fault("needs-activation", "AFR-8.1", {"unit": unit, "to": to})  # AFR-8.1
        if state.units[unit].moved:
            yield Fault("already-moved", "AFR-4.4", {"unit": unit})  # AFR-4.4
    yield from apart(state, units)


def apart(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """The fault of units that are not all in one area."""
    for unit in units[1:]:
        if state.units[unit].at != state.units[units[0]].at:
            yield Fault("not-together", "AFR-4.4", {"unit": unit})  # AFR-4.4
            return


def moved_event(state: State, units: Sequence[str], path: Sequence[str], by: By) -> facts.Moved:
    """That units go a path, in the order in which they lie; where enemies stand at its end they attack."""
    stack = state.stack(path[0], state.side(units[0]))
    going = tuple(sorted(units, key=lambda unit: stack.index(unit) if unit in stack else len(stack)))  # AFR-4.4
    return facts.Moved(units=going, path=tuple(path), by=by, attacks=_attacks(state, units, path[-1]))


def _attacks(state: State, units: Sequence[str], area: str) -> bool:
    """Whether units that come into an area attack there: where both sides stand they join their own (AFR-8.2)."""
    side = state.side(units[0])
    if not state.holds(area, enemy(side)):
        return False
    return not state.holds(area, side) or attacker_at(state, area) == side  # AFR-8.2


def attacker_at(state: State, area: str) -> str:
    """Who attacks in an area that holds both sides: who has come in, else whose half of the turn it is (0.3)."""
    for side, stack in sorted(state.stacks.get(area, {}).items()):
        if any(state.units[unit].origin is not None for unit in stack):
            return side
    return state.attacker()


# Landing ---------------------------------------------------------------------------------------------------------


def judge_land(state: State, side: str, order: Land) -> Verdict:
    """The verdict on a LAND: marines aboard go ashore beside the gunboat (AFR-12.7)."""
    names = (*unknown(state, (order.unit,), (order.area,)), *foreign(state, side, (order.unit,)))
    fault = earned(names) or earned(_land_faults(state, order))
    if fault:
        return Verdict(order, fault)
    ship = state.scenario.ship or ""
    path = (state.units[ship].at, order.area)
    return Verdict(order, events=(moved_event(state, (order.unit,), path, "landing"),))


def _land_faults(state: State, order: Land) -> Iterator[Fault]:
    ship, unit = state.scenario.ship, state.units[order.unit]
    if state.scenario.battle == "tetuan":
        yield Fault("wrong-phase", "AFR-13.4", {"verb": order.type, "phase": state.phase})  # AFR-13.4
    if unit.at != ABOARD:
        if state.on_map(order.unit):
            yield Fault("cannot-reembark", "AFR-12.7", {"unit": order.unit})  # AFR-12.7
        else:
            yield from absent(state, (order.unit,))
        return
    if ship is None or not state.on_map(ship):
        yield Fault("not-there", "AFR-12.7", {"unit": order.unit})
        return
    at = state.units[ship].at
    if order.area != at and order.area not in state.scenario.board.neighbours[at]:
        yield Fault("not-adjacent", "AFR-12.7", {"area": order.area, "at": at})  # AFR-12.7
    if not state.scenario.has(order.area, "coastal"):
        yield Fault("not-coastal", "AFR-12.7", {"area": order.area})  # AFR-12.7
    elif state.scenario.cost(order.unit, order.area) is None:
        yield Fault("terrain-forbidden", "AFR-4.6", {"unit": order.unit, "area": order.area})


def marines_aboard(state: State, side: str, area: str) -> tuple[str, ...]:
    """The marines who may land to meet a side that comes where the gunboat is (AFR-13.4)."""
    ship = state.scenario.ship
    if state.scenario.battle != "tetuan" or side != MOROCCAN or ship is None or state.units[ship].at != area:
        return ()
    return tuple(unit for unit, each in sorted(state.units.items()) if each.at == ABOARD)  # AFR-13.4


def _go_ashore(course: Course, marines: Sequence[str]) -> tuple[str, ...]:
    """Those of the marines who land to meet the enemy: all whom no DEFEND of their own holds back (AFR-13.4)."""
    return tuple(marine for marine in marines if ask_landing(course, marine))  # AFR-13.4


# Stacks ----------------------------------------------------------------------------------------------------------


def judge_stack(state: State, side: str, order: Stack) -> Verdict:
    """The verdict on a STACK: the units named on top, the others below as they lay (AFR-4.4)."""
    units = distinct(order.order)
    names = (*unknown(state, units, (order.area,)), *foreign(state, side, units))
    fault = earned(names) or earned(_stack_faults(state, side, order.area, units))
    if fault:
        return Verdict(order, fault)
    stack = state.stack(order.area, side)
    new = settle_order(state.scenario, (*units, *(unit for unit in stack if unit not in units)))  # AFR-4.4
    stacked = facts.Stacked(side=side, at=order.area, order=new)
    return Verdict(order.model_copy(update={"order": units}), events=(stacked,))


def _stack_faults(state: State, side: str, area: str, units: Sequence[str]) -> Iterator[Fault]:
    yield from absent(state, units)
    for unit in units:
        if state.units[unit].at != area or state.counter(unit).class_ == "ship":
            yield Fault("not-there", "AFR-4.4", {"unit": unit, "area": area})  # AFR-4.4
    if not state.counter(units[0]).fights and state.fighters(area, side):
        yield Fault("leader-on-top", "AFR-5.5", {"unit": units[0]})  # AFR-5.5


# Step by step ----------------------------------------------------------------------------------------------------


def lead(
    course: Course, units: Sequence[str], path: Sequence[str], by: By
) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    """Lead units along a path that begins where they stand, a window after each step (AFR-15.3).

    Gives those who got to its end, and why others did not: a reaction drove them off, with steps left (AFR-8.5), or an
    enemy has come into the way.
    """
    play, left, lost = course.play, tuple(units), list[Fault]()
    for number, area in enumerate(path[1:], 1):
        state, at = play.state, path[number - 1]
        on = tuple(unit for unit in left if state.units[unit].at == at)
        lost += [Fault("order-voided", "AFR-8.5", {"unit": unit}) for unit in left if unit not in on]  # AFR-8.5
        last = number == len(path) - 1
        fault = earned(step_faults(state, on, at, area, last=last)) if on else ()
        left = on
        if fault or not on:
            lost += fault
            break
        _step(course, on, at, area, by)
    return tuple(unit for unit in left if play.state.units[unit].at == path[-1]), tuple(lost)


def _step(course: Course, units: Sequence[str], at: str, area: str, by: By) -> None:
    """One step of units together; marines who meet them come ashore, convoys are taken; then the window."""
    play = course.play
    side = play.state.side(units[0])
    marines = _go_ashore(course, marines_aboard(play.state, side, area))
    moved = moved_event(play.state, units, (at, area), by)
    play.emit(moved.model_copy(update={"attacks": True}) if marines else moved)
    if marines:
        play.emit(facts.Moved(units=marines, path=(area, area), by="landing"))  # AFR-13.4
    take_convoys(course, area)
    settle_area(play, area)
    left = None if by == "landing" else at
    course.react(course, Occasion("enters", side, area, left, tuple(units)))  # AFR-15.3


def settle_area(play: Play, area: str) -> None:
    """Who has come in to attack and finds nobody left there attacks no more (AFR-5.1)."""
    units, stacks = play.state.units, tuple(play.state.stacks.get(area, {}).values())
    if len(stacks) == 1 and any(units[unit].origin is not None for unit in stacks[0]):
        play.emit(facts.ShockEnded(at=area))  # AFR-5.1


def land(course: Course, unit: str, path: Sequence[str]) -> None:
    """Put marines ashore: the window follows as after any step (AFR-12.7)."""
    _step(course, (unit,), path[0], path[-1], "landing")
