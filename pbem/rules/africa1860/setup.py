"""Where units may be set up, for those that have a choice; and where the gunboat may come in (AFR-12.5, 13.11)."""

from collections.abc import Iterator, Sequence

from pbem.core.orders import Order
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.closing import is_over
from pbem.rules.africa1860.faults import distinct, earned, foreign, unknown
from pbem.rules.africa1860.movement import known
from pbem.rules.africa1860.orders import Deploy
from pbem.rules.africa1860.state import OFF, State, placed


def judge_deploy(state: State, side: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY: in the set-up of units with a choice, at the end of a turn of the gunboat."""
    units = distinct(order.units)
    names = (*unknown(state, units, (order.area,)), *foreign(state, side, known(state, units)))
    before_turn_1 = state.phase == "set-up"
    found = names or tuple(_place_faults(state, side, units, order.area) if before_turn_1 else _arrival(state, order))
    if found:
        return Verdict(order, earned(found))
    full = order.model_copy(update={"units": units})
    return Verdict(full, events=(facts.Deployed(units=units, at=order.area),) if before_turn_1 else ())


def _place_faults(state: State, side: str, units: Sequence[str], area: str) -> Iterator[Fault]:
    """Why units cannot be set up in an area: it is none of theirs, or would hold too many (AFR-13.11)."""
    for unit in units:
        if area not in places(state, unit):
            near = tuple(sorted(places(state, unit)))[:1]
            yield Fault("wrong-area", "AFR-13.11", {"unit": unit, "area": area}, near)  # AFR-13.11
            return
    if is_over(placed(state, units, area, on_top=False), area, side):
        yield Fault("overstacked", "AFR-13.11", {"area": area})  # AFR-13.11


def _arrival(state: State, order: Deploy) -> Iterator[Fault]:
    """Only the gunboat comes in where her owner likes, on the coast (AFR-12.5)."""
    for unit in order.units:
        coming = unit == state.scenario.ship and state.units[unit].at == OFF
        if not coming or not state.scenario.has(order.area, "coastal"):
            yield Fault("wrong-area", "AFR-12.5", {"unit": unit, "area": order.area})  # AFR-12.5


def places(state: State, unit: str) -> tuple[str, ...]:
    """The areas where a unit may be set up: those of its choice, else the one of the list (AFR-12.9, 13.11, 14.10)."""
    fixed = state.scenario.set_up.get(unit)
    return state.scenario.free.get(unit, (fixed,) if fixed else ())


def actors(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that have a choice of areas in the set-up, by id."""
    return tuple(unit for unit in sorted(state.scenario.free) if state.side(unit) == side)


def deploy_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """A DEPLOY to each area where a unit may be set up and has room."""
    orders = [Deploy(units=(unit,), area=area) for area in places(state, unit)]
    return tuple(Choice(order) for order in orders if not judge_deploy(state, state.side(unit), order).faults)


def proposed(state: State, units: Sequence[str]) -> dict[str, Order]:
    """A DEPLOY for each unit where the scenario has put it."""
    return {unit: Deploy(units=(unit,), area=state.units[unit].at) for unit in units}
