"""Setting up: each group in its zone, the Rif trenches manned (RIF-7.1 to 7.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.core.orders import Order
from pbem.core.play import Play
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.kit.frozen import alter
from pbem.kit.judging import Verdict, counted
from pbem.kit.walking import closest
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.naming import absent, foreign, on_board
from pbem.rules.rif1926.orders import Deploy
from pbem.rules.rif1926.scenario import Counter, Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State, changed, crowded, has_room

TRENCH_GROUPS = ("AX", "BT", "BA", "R")
"""The order in which groups of the Rif fill trenches by themselves (RIF-7.3)."""


def judge_deploy(state: State, side: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY (RIF-7.1, 7.2)."""
    fault = next(_faults(state, side, order), None)
    return Verdict(order, (fault,)) if fault else Verdict(order, events=(facts.Deployed(unit=order.unit, at=order.at),))


def _faults(state: State, side: str, order: Deploy) -> Iterator[Fault]:
    yield from on_board(state, (order.at,))
    unit, counter = state.units[order.unit], state.counter(order.unit)
    if not counter.is_ground or (unit.status == "map" and not unit.moved):
        yield absent(order.unit)  # RIF-7.1
    yield from foreign(state, side, (order.unit,))
    if unit.moved:
        yield Fault("already-moved", "RIF-7.1", {"unit": order.unit})  # RIF-7.1
    if order.at not in zone_of(state.scenario, counter):
        rule = "RIF-7.1" if side == ALLIED else "RIF-7.2"
        where: Args = {"hex": order.at} if zone_of(state.scenario, counter) else {}
        yield Fault("wrong-zone", rule, {"unit": order.unit, **where}, _nearest(state, order))  # RIF-7.1 RIF-7.2
    if side == RIF and state.in_zone(RIF, order.at):
        yield Fault("in-enemy-zoc", "RIF-7.2", {"unit": order.unit, "hex": order.at}, _nearest(state, order))  # RIF-7.2
    if not has_room(state, order.unit, order.at):
        yield replace(crowded(state, order.unit, order.at), near=_nearest(state, order))  # RIF-5.1


def zone_of(scenario: Scenario, counter: Counter) -> frozenset[str]:
    """The land hexes where a unit may be set up, by its group; none for those that only enter (RIF-7.1, 7.2)."""
    return scenario.set_up_zones[counter.side].get(counter.group, frozenset())


def places(state: State, unit: str) -> list[str]:
    """The hexes where a unit may be set up now, ascending."""
    counter = state.counter(unit)
    zone = zone_of(state.scenario, counter)
    if counter.side == RIF:
        zone = zone.difference(state.scenario.board.masks.hexes(state.zone_of(ALLIED)))
    return sorted(zone.difference(hex_ for hex_ in state.stacks if not has_room(state, unit, hex_)))  # RIF-5.1


def _nearest(state: State, order: Deploy) -> tuple[str, ...]:
    return closest(state.scenario.board, places(state, order.unit), order.at)


def actors(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that may be set up now, by id."""
    found = []
    for unit, each in sorted(state.units.items()):
        counter = state.counter(unit)
        ready = counter.side == side and counter.is_ground and each.status in ("off-map", "pool") and not each.moved
        if ready and zone_of(state.scenario, counter):
            found.append(unit)
    return tuple(found)


def unplaced(state: State, side: str) -> tuple[str, ...]:
    """The units that their owner must place: those of the Allies but for the reserves (RIF-7.1)."""
    if side == RIF:
        return ()  # RIF-7.3
    optional = state.scenario.tables["set-up"]["optional"]
    return tuple(unit for unit in actors(state, side) if state.counter(unit).group not in optional)  # RIF-7.1


def sheet_faults(state: State, side: str) -> Iterator[Fault]:
    """What is compulsory in a set-up and missing: units to place, trenches to man (RIF-7.1, 7.3)."""
    left = unplaced(state, side)
    if left:
        yield Fault("not-yet-placed", "RIF-7.1", counted("units", left))  # RIF-7.1
    empty = unmanned(state) if side == RIF else ()
    if empty:
        yield Fault("trench-empty", "RIF-7.3", counted("hexes", empty))  # RIF-7.3


def unmanned(state: State) -> tuple[str, ...]:
    """The trench hexes that the rule wants manned and nobody holds, ascending (RIF-7.3).

    All of them in the first zone; elsewhere one that is empty beside an empty one of its sequence.
    """
    scenario = state.scenario
    whole = scenario.tables["trenches-all-manned"]
    found = set()
    for line in scenario.trenches:
        for number, hex_ in enumerate(line):
            if state.stacks.get(hex_):
                continue
            beside = [line[n] for n in (number - 1, number + 1) if 0 <= n < len(line)]
            if scenario.tribe_of.get(hex_) == whole or any(not state.stacks.get(other) for other in beside):
                found.add(hex_)  # RIF-7.3
    return tuple(sorted(found))


def finish(play: Play, side: str) -> None:
    """What the referee places, and what is held back, as a set-up ends (RIF-7.1, 7.3)."""
    left = sorted(actors(play.state, side), key=lambda unit: (_group(play.state, unit), unit))
    if side == ALLIED:
        optional = play.state.scenario.tables["set-up"]["optional"]
        for unit in left:
            free = places(play.state, unit)
            if play.state.counter(unit).group in optional or not free:
                play.emit(facts.HeldBack(unit=unit, status="entering"))  # RIF-7.1
            else:
                play.emit(facts.Deployed(unit=unit, at=free[0], by="referee"))  # RIF-7.1
        return
    waiting = []
    for unit in left:
        wanted = [hex_ for hex_ in places(play.state, unit) if hex_ in unmanned(play.state)]
        if wanted:
            play.emit(facts.Deployed(unit=unit, at=wanted[0], by="referee"))  # RIF-7.3
        else:
            waiting.append(unit)
    for unit in waiting:
        free = places(play.state, unit)
        if play.state.counter(unit).group != "R" and free:
            play.emit(facts.Deployed(unit=unit, at=free[0], by="referee"))  # RIF-7.3
        elif play.state.units[unit].status != "pool":
            play.emit(facts.HeldBack(unit=unit, status="pool"))  # RIF-7.3


def _group(state: State, unit: str) -> int:
    group = state.counter(unit).group
    return TRENCH_GROUPS.index(group) if group in TRENCH_GROUPS else len(TRENCH_GROUPS)


# Choices ---------------------------------------------------------------------------------------------------------


def deploy_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """A DEPLOY to each hex where a unit may be set up."""
    return tuple(Choice(Deploy(unit=unit, at=hex_)) for hex_ in places(state, unit))


def proposed(state: State, units: Sequence[str]) -> dict[str, Order]:
    """A DEPLOY for each of the units, as the scenario proposes.

    Where others fill its hex, by orders or as proposed, it is one that somebody has left, else the nearest that has
    room; without any it is left out.
    """
    every = state.scenario.set_up
    wanted = {unit: every[unit] for unit in units if unit in every}
    left = [at for unit, at in every.items() if unit not in wanted and state.units[unit].at not in (None, at)]
    found, aside = dict[str, Order](), list[Deploy]()
    for unit, at in wanted.items():
        order = Deploy(unit=unit, at=at)
        if at in places(state, unit):
            found[unit], state = order, _with(state, unit, at)
        else:
            aside.append(order)
    for order in aside:
        free = places(state, order.unit)
        at = next((hex_ for hex_ in (*left, *_nearest(state, order)) if hex_ in free), "")
        if at:
            found[order.unit], state = Deploy(unit=order.unit, at=at), _with(state, order.unit, at)
    return found


def _with(state: State, unit: str, at: str) -> State:
    return changed(state, {unit: alter(state.units[unit], status="map", at=at)})
