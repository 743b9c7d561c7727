"""What is told beforehand: what the rules will do by themselves, and what keeps a standing order from acting."""

from collections.abc import Iterable, Iterator

from pbem.core.orders import Line
from pbem.core.problems import Fault, Problem
from pbem.rules.africa1860.closing import crowding, full_road, overfull
from pbem.rules.africa1860.going import find_walk
from pbem.rules.africa1860.orders import THERE, Activate, RetreatPlan, Trigger, When
from pbem.rules.africa1860.retreats import open_areas
from pbem.rules.africa1860.state import State


def left_behind(state: State, side: str) -> Iterator[Problem]:
    """Who will have to make room, and which convoys find none, in the position at the end of a movement (AFR-5.3)."""
    for area in overfull(state, side):
        yield Fault("overstacked", "AFR-5.2", crowding(state, side, area).args).on(0)  # AFR-5.2
    for unit in sorted(state.units):
        ahead = full_road(state, unit) if state.side(unit) == side else None
        if ahead is not None:
            args = crowding(state, side, ahead, more=(unit,)).args
            yield Fault("overstacked", "AFR-14.5", {**args, "unit": unit}).on(0)  # AFR-14.5


def in_vain(state: State, after: State, side: str, lines: Iterable[Line]) -> Iterator[Problem]:
    """The standing lines that do nothing as long as all stands as it does now.

    A retreat is told only where it begins nowhere `after` the moves of the sheet either, and then from there (AFR-6.9).
    """
    for line in lines:
        order = line.order
        if isinstance(order, RetreatPlan):
            if any(_too_far(state, side, order)):
                yield from (fault.on(line.number) for fault in _too_far(after, side, order))
        elif isinstance(order, When) and isinstance(order.then, Activate):
            faults = [*_at_ones_own(state, side, order.trigger, order.then)]
            if not faults and not any(condition.at for condition in order.if_):
                faults += _beyond(after, order.then)
            yield from (fault.on(line.number) for fault in faults)


def _too_far(state: State, side: str, order: RetreatPlan) -> Iterator[Fault]:
    """A retreat none of whose areas is next to where it would begin: one step does not lead there (AFR-6.7)."""
    starts = {unit: state.units[unit].at for unit in order.units if state.on_map(unit)}
    if order.area is not None:
        starts |= dict.fromkeys(state.stack(order.area, side)[:1], order.area)
    for unit, at in starts.items():
        ways = open_areas(state, unit, at, ())
        if order.to and not set(order.to) & set(state.scenario.board.neighbours[at]):
            args: dict[str, str | int] = {"area": order.to[0], "at": at, "areas": " ".join(sorted(ways))}
            yield Fault("not-adjacent", "AFR-6.7", args)  # AFR-6.7
            return


def _at_ones_own(state: State, side: str, trigger: Trigger, then: Activate) -> Iterator[Fault]:
    """A move to where one stands, and fire at the place of an event that lies there, or where guns' own side stands
    (AFR-4.1, 9.5, 15.2).
    """
    for unit in then.units:
        if state.units[unit].at in then.move[:1]:
            yield Fault("not-adjacent", "AFR-4.1", {"unit": unit, "hex": state.units[unit].at})  # AFR-4.1
            return
    area = trigger.enters or trigger.leaves or trigger.fires or trigger.shock or trigger.retreats
    if area is None or then.fire not in (THERE, area):
        return
    guns = any(state.counter(unit).class_ == "artillery" for unit in then.units)
    if any(state.units[unit].at == area for unit in then.units) or (guns and state.fighters(area, side)):
        yield Fault("no-target", "AFR-15.2", {"area": area})  # AFR-9.5


def _beyond(state: State, then: Activate) -> Iterator[Fault]:
    """A way that is too long for its units, or begins nowhere, from where they will stand (AFR-4.1, 8.4, 15.3)."""
    ride = then.algarabia
    way = then.move if ride is None else (ride.via, ride.to)
    starts = {state.units[unit].at for unit in then.units}
    if not way or len(starts) > 1 or not all(map(state.on_map, then.units)):
        return
    for fault in find_walk(state, then.units, way).faults:
        if fault.code == "not-adjacent":
            yield Fault("not-adjacent", "AFR-15.3", fault.args)  # AFR-15.3
