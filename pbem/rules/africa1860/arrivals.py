"""Reinforcements: who comes at the end of a turn, and where (AFR-11.1, 11.3, 12.5, 12.10)."""

from collections.abc import Iterator, Mapping

from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.kit.judging import Verdict, distinct
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.faults import earned, foreign, unknown
from pbem.rules.africa1860.orders import Deploy
from pbem.rules.africa1860.scenario import Arrival
from pbem.rules.africa1860.sequence import SIDES, enemy
from pbem.rules.africa1860.state import OFF, State


def judge_arrival(state: State, side: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY at the end of a turn: of the gunboat that arrives now, on the coast (AFR-12.5)."""
    units = distinct(order.units)
    names = earned((*unknown(state, units, (order.area,)), *foreign(state, side, units)))
    fault = names or earned(_ship_faults(state, units, order.area))
    return Verdict(order.model_copy(update={"units": units}), fault)


def _ship_faults(state: State, units: tuple[str, ...], area: str) -> Iterator[Fault]:
    ship = state.scenario.ship
    due = {each.unit for each in due_arrivals(state)}
    for unit in units:
        if unit != ship:
            yield Fault("wrong-phase", "AFR-11.1", {"unit": unit})  # AFR-11.1
        elif unit not in due:
            yield Fault("not-there", "AFR-12.5", {"unit": unit})
        elif not state.scenario.has(area, "coastal"):
            yield Fault("wrong-area", "AFR-12.5", {"unit": unit, "area": area})  # AFR-12.5


def due_arrivals(state: State) -> tuple[Arrival, ...]:
    """Those of this turn's list or an earlier one who are off the map: Spanish first, then by id (AFR-3.3, 11.3)."""
    due = [each for each in state.scenario.arrivals if each.turn <= state.turn and state.units[each.unit].at == OFF]
    return tuple(sorted(due, key=lambda each: (SIDES.index(state.side(each.unit)), each.unit)))  # AFR-11.3


def run_arrivals(play: Play, chosen: Mapping[str, str]) -> None:
    """Bring in the reinforcements that are due; `chosen` is the area ordered for the gunboat, by unit (AFR-11.1)."""
    for each in due_arrivals(play.state):
        state: State = play.state
        wanted = each.at or chosen.get(each.unit) or _coast(state)
        at = wanted if each.unit == state.scenario.ship else _free_area(state, each.unit, wanted)
        if not at:
            play.emit(facts.Delayed(unit=each.unit, at=wanted))  # AFR-11.3
        else:
            play.emit(facts.Arrived(unit=each.unit, at=at, wanted=wanted if at != wanted else None))  # AFR-11.1


def _coast(state: State) -> str:
    """The coastal area nearest to where the gunboat should be, by default (AFR-12.5); "" where there is none."""
    scenario = state.scenario
    near = scenario.tables["scenarios"].get(scenario.battle, {}).get("ship-near")
    known = near in scenario.board.index
    coast = [area for area in scenario.board.ids if scenario.has(area, "coastal")]
    return min(coast, key=lambda area: (known and scenario.board.distance(area, near), area), default="")  # AFR-12.5


def _free_area(state: State, unit: str, wanted: str) -> str:
    """The place itself; where enemies are, the area beside it with the fewest around; "" for none (AFR-11.3)."""
    side = state.side(unit)
    foe = enemy(side)
    if not state.holds(wanted, foe):
        return wanted
    beside = [area for area in state.scenario.board.neighbours[wanted] if area in state.scenario.areas]
    free = [area for area in beside if not state.holds(area, foe)]
    return min(free, key=lambda area: (state.enemy_areas_near(area, side), area), default="")  # AFR-11.3
