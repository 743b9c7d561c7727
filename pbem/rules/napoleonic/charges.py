"""Charges: paths of cavalry at the gallop, squares, the cavalry's own test (NAP-10)."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.core.events import Modifier
from pbem.core.orders import Line
from pbem.core.play import Play
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, distinct, void_line
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import attacks, shown
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.leaders import follow, overrun
from pbem.rules.napoleonic.morale import Cause, test
from pbem.rules.napoleonic.movers import Party, absent, allowance
from pbem.rules.napoleonic.naming import first, foreign, off_board
from pbem.rules.napoleonic.odds import Stack, column_of, lowest_odds, values
from pbem.rules.napoleonic.orders import Charge
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.sight import sees
from pbem.rules.napoleonic.stacking import square_fault
from pbem.rules.napoleonic.standing import forms_square
from pbem.rules.napoleonic.state import NORMAL, State
from pbem.rules.napoleonic.trying import with_formation

OPEN = ("clear", "cultivated")


class Gallop(NamedTuple):
    """The way of a charge from its hex on, MP, and the facing at its end."""

    path: tuple[str, ...]
    cost: int
    facing: int


def judge_charge(state: State, side: str, order: Charge) -> Verdict:
    """The verdict on a CHARGE, and what its ride does; what follows rests on dice (NAP-10.1).

    Notes: `cost`, `allowance`, `attack`, `defence`, `column`.
    """
    units = distinct(order.units)
    fault = first((*off_board(state, (*order.path, order.target)), *foreign(state, side, units)))
    fault = fault or next(_faults(state, side, units, order.target), None)
    if fault is not None:
        return Verdict(order, (fault,))
    start = state.hex_of(units[0])
    if order.path:
        ride = gallop(state, units, order.path, order.target)
    else:
        ride = next(_rides(state, units, order.target), None)
    if ride is None:
        args: dict[str, str | int] = {"from": start, "hex": order.target}
        if order.target in state.scenario.board.neighbours[start]:
            args["beside"] = start
        elif not sees(state, start, order.target):
            args["start"] = start
        return Verdict(order, (Fault("charge-path", "NAP-10.1", args),))  # NAP-10.1
    trial = _ridden(state, units, ride)
    attack, defence = (each.total for each in values(trial, order.target, (Stack(ride.path[-1], units),)))
    column = column_of(trial, attack, defence)
    if column is None:
        low: dict[str, str | int] = {"hex": order.target, "least": lowest_odds(state)}
        return Verdict(order, (Fault("odds-too-low", "NAP-11.2", low),))  # NAP-11.2
    told = facts.Charged(
        units=units, path=ride.path, target=order.target, facing=ride.facing, cost=ride.cost
    )  # fmt: skip
    notes: dict[str, str | int] = {
        "cost": ride.cost, "allowance": _points(state, units), "attack": str(attack), "defence": str(defence),
        "column": column,
    }  # fmt: skip
    full = order.model_copy(update={"units": units, "path": ride.path[1:]})
    return Verdict(full, events=(*shown(state, units), told), notes=notes)


def _faults(state: State, side: str, units: Sequence[str], target: str) -> Iterator[Fault]:
    """Why these counters may not charge at all, in the order in which they are told (NAP-10.1)."""
    for unit in units:
        if not attacks(state, unit):
            yield Fault("order-forbids", "NAP-2.1", {"unit": unit, "order": state.order_of(unit)})  # NAP-2.1
    for unit in units:
        if not state.in_command(unit):
            yield Fault("out-of-command", "NAP-2.2", {"unit": unit})  # NAP-2.2
    for unit in units:
        if not state.on_map(unit):
            yield Fault("cannot-charge", "NAP-15.4", absent(state, unit))  # NAP-15.4
            return
        if not may_charge(state, unit):
            yield Fault("cannot-charge", "NAP-10.1", {"unit": unit, **_unfit(state, unit)})  # NAP-10.1
            return
        if state.hex_of(unit) != state.hex_of(units[0]):
            apart: dict[str, str | int] = {
                "here": state.hex_of(unit),
                "other": units[0],
                "there": state.hex_of(units[0]),
            }
            yield Fault("cannot-charge", "NAP-10.1", {"unit": unit, **apart})  # NAP-10.1
            return
    if not state.holds(enemy(side), target):
        yield Fault("no-target", "NAP-10.1", {"hex": target})  # NAP-10.1


def may_charge(state: State, unit: str) -> bool:
    """Whether a counter is cavalry that may charge, its order and command apart (NAP-10.1)."""
    counter, each = state.counter(unit), state.units[unit]
    fit = each.formation == "normal" and each.morale == NORMAL and each.fatigue < state.scenario.tables["fatigue"]
    fresh = each.moved == 0 and not each.charged and each.at is not None and each.at not in state.markers
    return counter.type == "cavalry" and fit and fresh  # NAP-10.1


def _unfit(state: State, unit: str) -> dict[str, str | int]:
    """What keeps a counter from charging, as its sentence tells it; nothing where the sentence tells no more."""
    each = state.units[unit]
    if state.counter(unit).type != "cavalry":
        return {"other": unit}
    if each.moved:
        return {"spent": each.moved}
    if each.at in state.markers:
        return {"at": str(each.at)}
    if each.morale != NORMAL or each.formation != "normal":
        return {"state": each.morale if each.morale != NORMAL else each.formation}
    return {"fatigue": each.fatigue} if each.fatigue >= state.scenario.tables["fatigue"] else {}


def _points(state: State, units: Sequence[str]) -> int:
    """The lowest MP of the chargers (NAP-10.1)."""
    return min(allowance(state, unit) for unit in units)  # NAP-10.1


def _ridden(state: State, units: Sequence[str], ride: Gallop) -> State:
    told = facts.Charged(units=tuple(units), path=ride.path, target="", facing=ride.facing, cost=ride.cost)
    return evolve(state, told)


def gallop(state: State, units: Sequence[str], path: Sequence[str], target: str) -> Gallop | None:
    """The ride along a path that is written out; None where it is none (NAP-10.1)."""
    if target not in state.scenario.board.neighbours[path[-1]]:
        return None  # NAP-10.1
    whole = (state.hex_of(units[0]), *path)
    cost = 0
    for number, (here, hex_) in enumerate(pairwise(whole)):
        step = _step(state, units, (here, hex_), last=number == len(path) - 1)
        if step is None:
            return None
        cost += step
    if cost > _points(state, units):
        return None  # NAP-10.1
    facing = _facing(state, units, whole, target)
    return None if facing is None else Gallop(whole, cost, facing)


def _step(state: State, units: Sequence[str], step: tuple[str, str], *, last: bool) -> int | None:
    """MP of a step of a charge, that of the dearest; None where it may not be taken (NAP-10.1)."""
    here, hex_ = step
    scenario, side = state.scenario, state.counter(units[0]).side
    if hex_ not in scenario.board.neighbours[here] or scenario.ground[hex_] not in OPEN:
        return None  # NAP-10.1
    edge = scenario.board.edge(here, hex_)
    wet = ("river" in edge or "stream" in edge) and "bridge" not in edge
    if wet or state.holds(enemy(side), hex_):
        return None  # NAP-10.1
    leaving = state.in_zone(side, here)  # only the hex where it begins can be in one: it goes on from no other
    if state.in_zone(side, hex_) and (leaving or not last):
        return None  # NAP-10.1 NAP-6.2
    if last and any(unit not in units for unit in state.pile(hex_)):
        return None  # NAP-10.1
    party = Party(state, tuple(units), state.hex_of(units[0]))
    costs = party.costs(here, hex_)
    if costs is None:
        return None
    return costs[0] + int(leaving)  # to all the same: in normal formation, with attack orders


def _facing(state: State, units: Sequence[str], whole: Sequence[str], target: str) -> int | None:
    """The final facing of a charge: kept, but for one turn of one hexside anywhere if needed (NAP-10.1)."""
    if not sees(state, whole[0], target):
        return None  # NAP-10.1
    ways = [state.scenario.direction[pair] for pair in pairwise((*whole, target))]
    return turned_once(state.units[units[0]].facing, ways)


def turned_once(before: int, ways: Sequence[int]) -> int | None:
    """The facing after steps in these directions: as before, or turned once by one hexside; None where neither will do.

    Of two turns that would do it is the one that comes first in the order N NE SE S SW NW (NAP-10.1).
    """
    for after in (before, *sorted(((before - 1) % 6, (before + 1) % 6))):
        for moment in range(len(ways)):
            if all(_ahead(way, before if number < moment else after) for number, way in enumerate(ways)):
                return after  # NAP-10.1
    return None


def _ahead(way: int, facing: int) -> bool:
    return (way - facing) % 6 in (0, 1, 5)


def _rides(state: State, units: Sequence[str], target: str) -> Iterator[Gallop]:
    """The rides to a target, the cheapest first, then the shortest, then by hex numbers (NAP-10.1)."""
    most, start, facing = _points(state, units), state.hex_of(units[0]), state.units[units[0]].facing
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
    board = state.scenario.board
    while queue:
        cost, length, path = heapq.heappop(queue)
        here = path[-1] if path else start
        if path:
            ride = gallop(state, units, path, target)
            if ride is not None:
                yield ride
        for hex_ in board.neighbours[here]:
            if cost + board.distance(hex_, target) > most:  # each step costs 1 MP at least, and the last one is spared
                continue
            step = _step(state, units, (here, hex_), last=hex_ in board.neighbours[target])
            if step is None:
                continue
            ways = [state.scenario.direction[pair] for pair in pairwise((start, *path, hex_))]
            if turned_once(facing, ways) is not None:
                heapq.heappush(queue, (cost + step, length + 1, (*path, hex_)))


# Carried out -------------------------------------------------------------------------------------------------------


def run_charges(play: Play, seat: str, side: str, lines: Sequence[Line]) -> None:
    """Charges one by one as they are written: ride, square, the cavalry's test (NAP-10.1)."""
    for line in lines:
        assert isinstance(line.order, Charge)
        verdict = judge_charge(play.state, side, line.order)
        if verdict.faults:
            void_line(play, seat, line, verdict.faults)
            continue
        for event in verdict.events:
            play.emit(event)
        told = verdict.events[-1]
        assert isinstance(told, facts.Charged)
        tire(play, told.units)
        overrun(play, told.units[0], told.path[1:])
        _meet(play, told)


def tire(play: Play, units: Sequence[str]) -> None:
    """Each charge, and each attack that lost control brings, adds a level of fatigue, up to the most (NAP-10.6)."""
    most = play.state.scenario.tables["fatigue"]
    for unit in units:
        if play.state.units[unit].fatigue < most:
            play.emit(facts.Fatigued(unit=unit, level=play.state.units[unit].fatigue + 1))  # NAP-10.6


def _meet(play: Play, ride: facts.Charged) -> None:
    """The target may form square; then the charging top counter tests (NAP-10.2, 10.3)."""
    at, target = ride.path[-1], ride.target
    if may_form(play.state, target):
        _try_square(play, ride)
    pile: Sequence[str] = play.state.pile(target)
    if not pile:
        return  # NAP-10.3
    unit = play.state.pile(at)[0]
    foot = play.state.counter(pile[0]).type == "infantry" and play.state.units[pile[0]].formation != "square"
    amount = play.state.scenario.tables["morale-modifiers"]["no-square"]
    extra = (Modifier(code="no-square", amount=amount, rule="NAP-10.3"),) if foot else ()  # NAP-10.3
    before = play.state
    cause = Cause(f"morale {unit} charge at {target}", "charge", danger=target, extra=extra)
    passed = test(play, unit, cause)
    follow(play, before, (at,), play.state.counter(unit).side)
    if passed:
        play.emit(facts.Marked(hex=at, target=target))  # NAP-10.3


def may_form(state: State, at: str) -> bool:
    """Whether a hex that is charged may try to form square (NAP-10.2)."""
    pile = state.pile(at)
    able = state.units[pile[0]].formation in ("normal", "skirmish") and at not in state.tested  # NAP-10.2
    # What is no infantry in good order bars the square itself: cavalry, who is routed, a second battery.
    return able and not square_fault(with_formation(state, pile, "square"), at, pile)  # NAP-10.2 NAP-4.2


def _try_square(play: Play, ride: facts.Charged) -> None:
    """The hex tries to form square at its owner's will; by default its grade decides (NAP-10.2)."""
    at, moved = ride.target, len(ride.path) - 1
    top = play.state.pile(at)[0]
    default = play.state.counter(top).grade not in ("E", "F")  # NAP-10.2
    if not forms_square(play, top, moved, default):
        return
    play.emit(facts.SquareTried(hex=at))  # NAP-10.2
    amount = play.state.scenario.tables["morale-modifiers"]["short-charge"]
    extra = (Modifier(code="short-charge", amount=amount, rule="NAP-10.2"),) if moved == 1 else ()  # NAP-10.2
    before: State = play.state
    charger = before.pile(ride.path[-1])[0]
    cause = Cause(f"morale {top} square against {charger}", "square", danger=ride.path[-1], extra=extra)
    if test(play, top, cause):
        for unit in play.state.pile(at):
            foot = play.state.counter(unit).type == "infantry"
            if foot and play.state.units[unit].formation != "square":
                play.emit(facts.Formed(unit=unit, formation="square", by="NAP-10.2"))  # NAP-10.2
    follow(play, before, (at,), before.counter(top).side)


def charge_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each counter that may charge, each hex that it may charge alone."""
    found: dict[str, tuple[Choice, ...]] = {}
    for unit in state.fighting(side):
        if not may_charge(state, unit):  # else the judge would be asked of each hex
            continue
        near = state.scenario.board.within(state.hex_of(unit), _points(state, (unit,)) + 1)
        foes = (at for at in near if state.holds(enemy(side), at))
        verdicts = [judge_charge(state, side, Charge(units=(unit,), target=at)) for at in foes]
        good = tuple(Choice(verdict.order, verdict.notes) for verdict in verdicts if not verdict.faults)
        if good:
            found[unit] = good
    return found
