"""Where units may be set up, for those that have a choice (AFR-12.9, 13.11, 14.10)."""

from collections.abc import Iterator, Sequence

from pbem.core.orders import Order
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, distinct
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.closing import crowding, is_over
from pbem.rules.africa1860.faults import earned, foreign, unknown
from pbem.rules.africa1860.orders import Deploy
from pbem.rules.africa1860.state import State, placed


def judge_set_up(state: State, side: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY in the set-up: of units that have a choice of areas (AFR-13.11)."""
    units = distinct(order.units)
    names = (*unknown(state, units, (order.area,)), *foreign(state, side, units))
    fault = earned(names) or earned(_place_faults(state, side, units, order.area))
    full = order.model_copy(update={"units": units})
    return Verdict(order, fault) if fault else Verdict(full, events=(facts.Deployed(units=units, at=order.area),))


def _place_faults(state: State, side: str, units: Sequence[str], area: str) -> Iterator[Fault]:
    """Why units cannot be set up in an area: it is none of theirs, or would hold too many (AFR-13.11)."""
    for unit in units:
        if area not in places(state, unit):
            near = tuple(sorted(places(state, unit)))[:1]
            yield Fault("wrong-area", "AFR-13.11", {"unit": unit, "area": area}, near)  # AFR-13.11
            return
    after = placed(state, units, area)
    if is_over(after, area, side):
        yield crowding(after, side, area, "AFR-13.11")  # AFR-13.11


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
    return tuple(Choice(order) for order in orders if not judge_set_up(state, state.side(unit), order).faults)


def proposed(state: State, units: Sequence[str]) -> dict[str, Order]:
    """A DEPLOY for each unit where the scenario has put it."""
    return {unit: Deploy(units=(unit,), area=state.units[unit].at) for unit in units}
