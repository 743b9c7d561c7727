"""FACE, FORM, LIMBER, UNLIMBER and PILE (NAP-1.5, 4.2, 5.3, 5.4, 5.6)."""

from collections.abc import Iterator, Sequence

from pbem.core.events import Event
from pbem.core.problems import Fault
from pbem.kit.judging import Verdict, distinct
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.ground import hex_cell
from pbem.rules.napoleonic.movers import absent, allowance, doing
from pbem.rules.napoleonic.naming import first, foreign, off_board
from pbem.rules.napoleonic.orders import DeployGuns, Face, Form, Limber, Pile
from pbem.rules.napoleonic.paths import apart
from pbem.rules.napoleonic.scenario import FACINGS
from pbem.rules.napoleonic.stacking import square_fault
from pbem.rules.napoleonic.state import ROUTED, State
from pbem.rules.napoleonic.trying import with_formation


def _able(state: State, unit: str) -> Iterator[Fault]:
    """Why a counter may not turn, form, limber or unlimber at all: not there, routed, a leader, guns that fired."""
    counter, each = state.counter(unit), state.units[unit]
    if not state.on_map(unit):
        yield Fault("cannot-move", "NAP-15.4", absent(state, unit))  # NAP-15.4
    elif each.morale == ROUTED:
        yield Fault("cannot-move", "NAP-5.7", {"unit": unit})  # NAP-5.7
    if counter.is_leader:
        yield Fault("cannot-form", "NAP-5.3", {"unit": unit})  # NAP-5.3
    if state.is_guns(unit) and each.fired:
        yield Fault("fired-cannot-move", "NAP-5.4", {"unit": unit})  # NAP-5.4


# Facing ------------------------------------------------------------------------------------------------------------


def judge_face(state: State, side: str, order: Face) -> Verdict:
    """The verdict on a FACE: all counters of the hex turn, each at its own MP (NAP-5.6)."""
    fault = first(foreign(state, side, (order.unit,))) or first(_able(state, order.unit))
    if fault is not None:
        return Verdict(order, (fault,))
    told, fault = turn(state, order.unit, order.dir)
    if fault is not None:
        return Verdict(order, (fault,))
    return Verdict(order, events=told, notes={"cost": sum(each.cost for each in told)})


def turn(state: State, unit: str, to: str) -> tuple[tuple[facts.Turned, ...], Fault | None]:
    """That all counters in the hex of one turn to a facing; or why one of them may not (NAP-5.6)."""
    facing, found, faults = FACINGS.index(to), list[facts.Turned](), list[Fault]()
    for each in state.pile(state.hex_of(unit)):
        known, sides = doing(state, each), apart(state.units[each].facing, facing)
        if not state.has_facing(each):
            sides = 0  # NAP-5.6
        elif sides:
            faults += _able(state, each)  # NAP-5.6
        step = min(sides, known.step_free)
        more = min(sides - step, known.more_free)
        cost = sides - step - more  # NAP-5.6
        if cost > known.left:
            faults.append(Fault("not-enough-mp", "NAP-5.6", {"unit": each, "cost": cost, "allowance": known.left}))
        told = facts.Turned(
            unit=each,
            side=state.counter(each).side,
            facing=facing,
            cost=cost,
            left=known.left - cost,
            step_free=known.step_free - step,
            more_free=known.more_free - more,
        )
        found.append(told)
    return tuple(found), first(faults)


# Formation ---------------------------------------------------------------------------------------------------------


def judge_form(state: State, side: str, order: Form) -> Verdict:
    """The verdict on a FORM: into and out of squares all infantry of the hex goes together (NAP-4.2, 5.3)."""
    fault = first(foreign(state, side, (order.unit,))) or first(_able(state, order.unit))
    if fault is not None:
        return Verdict(order, (fault,))
    if state.units[order.unit].formation == order.formation:
        return Verdict(order)  # NAP-5.3
    units = together(state, order.unit, order.formation)
    fault = first(each for unit in units for each in _form_faults(state, unit, order.formation))
    fault = fault or first(_room_faults(state, order.unit, units, order.formation))
    if fault is not None:
        return Verdict(order, (fault,))
    events = tuple(formed(state, unit, order.formation) for unit in units)
    return Verdict(order, events=events, notes={"cost": max(each.cost for each in events)})


def together(state: State, unit: str, formation: str) -> tuple[str, ...]:
    """The counters of a hex that change formation with one: into or out of a square (NAP-4.2)."""
    pile = state.pile(state.hex_of(unit))
    if formation == "square":
        others = {u for u in pile if state.counter(u).type == "infantry" and state.units[u].formation == "normal"}
    elif state.units[unit].formation == "square":
        others = {u for u in pile if state.units[u].formation == "square"}
    else:
        others = set()
    return tuple(each for each in pile if each == unit or each in others)  # NAP-4.2


def form_cost(state: State, unit: str, formation: str) -> int | None:
    """MP for a change of formation; None where the table has none (NAP-5.3)."""
    table = state.scenario.tables["formation"][state.counter(unit).type]
    cost: int | None = table.get(state.units[unit].formation, {}).get(formation)
    return cost


def _form_faults(state: State, unit: str, formation: str) -> Iterator[Fault]:
    counter, known = state.counter(unit), doing(state, unit)
    yield from _able(state, unit)
    cost = form_cost(state, unit, formation)
    barred = formation == "skirmish" and not counter.skirmishes
    if cost is None or barred or known.formed:  # no table has these for guns
        yield Fault("cannot-form", "NAP-5.3", {"unit": unit, "formation": formation})  # NAP-5.3
    elif cost > known.left:
        yield Fault("not-enough-mp", "NAP-5.3", {"unit": unit, "cost": cost, "allowance": known.left})  # NAP-5.3


def _room_faults(state: State, unit: str, units: Sequence[str], formation: str) -> Iterator[Fault]:
    """Why the hex does not take the formation (NAP-4.1 to 4.3)."""
    at = state.hex_of(unit)
    if formation == "square":
        if found := square_fault(with_formation(state, units, formation), at, state.pile(at)):
            yield Fault("no-square-here", "NAP-4.2", {"hex": at, **({"shared": at} if found == "overstacked" else {})})
        return
    mounts = state.is_dismounted(unit) and hex_cell(state.scenario, at, "cavalry").forbidden
    if mounts:
        yield Fault("terrain-forbidden", "NAP-4.3", {"hex": at})  # NAP-4.3


def formed(state: State, unit: str, formation: str) -> facts.Formed:
    """That a counter changes formation and pays for it: its MP never rise (NAP-5.3)."""
    known, cost = doing(state, unit), form_cost(state, unit, formation)
    assert cost is not None
    spent = state.units[unit].moved + cost
    left = min(known.left - cost, max(0, allowance(state, unit, formation) - spent))  # NAP-5.3
    return facts.Formed(unit=unit, side=state.counter(unit).side, formation=formation, cost=cost, left=left)


# Guns --------------------------------------------------------------------------------------------------------------


def judge_limber(state: State, side: str, order: Limber) -> Verdict:
    """The verdict on a LIMBER (NAP-5.3, 5.4)."""
    fault = first(foreign(state, side, (order.unit,))) or first(_gun_faults(state, order.unit, "limbered"))
    if fault is not None:
        return Verdict(order, (fault,))
    told = formed(state, order.unit, "limbered")
    return Verdict(order, events=(told,), notes={"cost": told.cost})


def judge_deploy_guns(state: State, side: str, order: DeployGuns) -> Verdict:
    """The verdict on an UNLIMBER: with FACE all counters of the hex turn first (NAP-5.3, 5.4, 5.6)."""
    fault = first(foreign(state, side, (order.unit,))) or first(_gun_faults(state, order.unit, "deployed"))
    if fault is not None:
        return Verdict(order, (fault,))
    told: tuple[Event, ...] = ()
    cost = form_cost(state, order.unit, "deployed")
    assert cost is not None
    if order.face is not None:
        turned, fault = turn(state, order.unit, order.face)
        mine = next(each for each in turned if each.unit == order.unit)
        if fault is None and mine.left < cost:
            args: dict[str, str | int] = {
                "unit": order.unit,
                "cost": cost + mine.cost,
                "allowance": mine.left + mine.cost,
            }
            fault = Fault("not-enough-mp", "NAP-5.3", args)
        if fault is not None:
            return Verdict(order, (fault,))
        told = turned
        left = mine.left - cost
    else:
        left = doing(state, order.unit).left - cost
    unlimbered = facts.Formed(unit=order.unit, side=side, formation="deployed", cost=cost, left=left)
    return Verdict(order, events=(*told, unlimbered), notes={"cost": cost})


def _gun_faults(state: State, unit: str, to: str) -> Iterator[Fault]:
    yield from _able(state, unit)
    each = state.units[unit]
    if not state.is_guns(unit) or doing(state, unit).formed:
        yield Fault("cannot-form", "NAP-5.3", {"unit": unit})  # NAP-5.3
    elif each.formation == to:
        code = "guns-limbered" if to == "limbered" else "guns-deployed"
        yield Fault(code, "NAP-5.4", {"unit": unit})  # NAP-5.4
    elif state.on_map(unit):
        cost, left = form_cost(state, unit, to), doing(state, unit).left
        assert cost is not None
        if cost > left:
            yield Fault("not-enough-mp", "NAP-5.3", {"unit": unit, "cost": cost, "allowance": left})  # NAP-5.3
        if to == "deployed" and "E" in hex_cell(state.scenario, state.hex_of(unit), "artillery").codes:
            yield Fault("cannot-form", "NAP-3.2", {"unit": unit})  # NAP-3.2


# Piles -------------------------------------------------------------------------------------------------------------


def judge_pile(state: State, side: str, order: Pile) -> Verdict:
    """The verdict on a PILE: counters not named follow as they were (NAP-1.5)."""
    fault = first(off_board(state, (order.hex,))) or first(foreign(state, side, order.order))
    pile = state.pile(order.hex)
    if fault is None and not set(order.order) <= set(pile):
        fault = Fault("not-there", "NAP-1.5", {"hex": order.hex})  # NAP-1.5
    if fault is not None:
        return Verdict(order, (fault,))
    named = distinct(order.order)
    full = (*named, *(unit for unit in pile if unit not in named))  # NAP-1.5
    return Verdict(order, events=(facts.Piled(hex=order.hex, order=full),))
