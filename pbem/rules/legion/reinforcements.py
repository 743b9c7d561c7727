"""Reinforcements: who is due, where they come in, and the march of DF and ten (LL-6.3 to 6.8)."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.board.reach import reach
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, first_of_each_code
from pbem.kit.walking import closest
from pbem.rules.legion.control import airport_taken, controllers
from pbem.rules.legion.events import Due, Reinforced, Waited
from pbem.rules.legion.ground import ground_of, steps_of
from pbem.rules.legion.movement import destinations, notes_of
from pbem.rules.legion.orders import Reinforce
from pbem.rules.legion.ownership import on_board, own, when_due
from pbem.rules.legion.paths import Fences, Going, Walk, go, going_of, stay, walk
from pbem.rules.legion.sequence import MOROCCAN
from pbem.rules.legion.state import State


def available(state: State, unit: str) -> bool:
    """Whether a land piece may come in this turn: it is waiting, or due now or before."""
    counter = state.scenario.counters[unit]
    if not counter.is_land or state.units[unit].status not in ("due", "waiting"):
        return False
    return counter.turn is None or counter.turn <= state.turn


def arrivals(state: State, side: str) -> tuple[str, ...]:
    """The land pieces of a side that may come in this turn, by id."""
    counters = state.scenario.counters
    return tuple(unit for unit in sorted(state.units) if counters[unit].side == side and available(state, unit))


def judge_reinforce(state: State, seat: str, order: Reinforce) -> Verdict:
    """The verdict on a REINFORCE: `at` and the path written out, or every fault.

    A Moroccan piece is placed `at` a hex of its zone (the first hex of the path where AT was left out) and marches on;
    a Spanish one comes from Melilla, and stays there without a path.
    """
    faults = own(state, seat, order.unit)
    if not faults and not available(state, order.unit):
        faults = (Fault("not-due", "LL-6.6", when_due(state, order.unit)),)  # LL-6.6
    if faults:
        return Verdict(order, faults)
    side = state.counter(order.unit).side
    order = _with_start(order) if side == MOROCCAN else order
    faults = on_board(state, (*((order.at,) if order.at else ()), *order.path))
    if faults:
        return Verdict(order, faults)
    start, faults = _moroccan_start(state, order) if side == MOROCCAN else _melilla(state, order)
    if start is None:
        return Verdict(order, faults)
    walked = _march_in(state, order, start)
    faults = first_of_each_code((*faults, *walked.faults))
    if faults:
        return Verdict(order, faults)
    event = Reinforced(
        unit=order.unit, path=walked.path, cost=walked.cost, allowance=walked.allowance, road=walked.road
    )
    at = start if side == MOROCCAN else None
    full = order.model_copy(update={"at": at, "path": walked.path[1:]})
    return Verdict(full, events=(event, *airport_taken(state, order.unit, walked.path)), notes=notes_of(walked))


def _with_start(order: Reinforce) -> Reinforce:
    if order.at is not None or not order.path:
        return order
    return order.model_copy(update={"at": order.path[0], "path": order.path[1:]})


def _moroccan_start(state: State, order: Reinforce) -> tuple[str | None, tuple[Fault, ...]]:
    """The hex where a Moroccan piece is placed, with the faults of that hex (LL-6.6)."""
    if order.at is None:
        return None, (Fault("wrong-zone", "LL-6.6", {"unit": order.unit}),)
    near = closest(state.scenario.board, starts(state), order.at)
    return order.at, tuple(replace(fault, near=near) for fault in _start_faults(state, order.unit, order.at))


def _start_faults(state: State, unit: str, at: str) -> Iterator[Fault]:
    args: dict[str, str | int] = {"unit": unit, "hex": at}
    if at not in state.scenario.zones.get(MOROCCAN, ()):
        yield Fault("wrong-zone", "LL-6.6", args)  # LL-6.6 LL-2.3
    if at in state.occupied:
        yield Fault("hex-occupied", "LL-6.6", {**args, "other": state.occupied[at]})  # LL-6.6
    if controllers(state, MOROCCAN, at):
        yield Fault("in-enemy-zoc", "LL-6.6", args)  # LL-6.6


def _melilla(state: State, order: Reinforce) -> tuple[str | None, tuple[Fault, ...]]:
    """Melilla as the start of a Spanish piece, unless the enemy holds it (LL-6.7)."""
    melilla, args = state.scenario.melilla, {"unit": order.unit}
    if melilla is None:
        return None, (Fault("base-lost", "LL-6.7", dict(args)),)
    other = state.occupied.get(melilla)
    if other is not None and state.counter(other).side == MOROCCAN:
        return None, (Fault("base-lost", "LL-6.7", {**args, "other": other}),)  # LL-6.7
    if order.at is not None and order.at != melilla:
        return None, (Fault("wrong-zone", "LL-6.7", {**args, "hex": order.at}),)
    return melilla, ()


def _march_in(state: State, order: Reinforce, start: str) -> Walk:
    """The march from the start: DF and ten, into no enemy zone; or the stay there."""
    going = going_of(state, order.unit, "reinforce")
    if order.path in ((), (start,)):  # "by way of Melilla" goes nowhere else
        return stay(start, going.points, faults=first_of_each_code(_stay_faults(state, going, start)))
    if going.points == 0:
        fault = Fault("cannot-move", "LL-9.4", {"unit": order.unit, "condition": state.weather})
        return stay(start, going.points, faults=(fault,))  # LL-9.4
    return go(state, going, start, order.path)


def _stay_faults(state: State, going: Going, start: str) -> Iterator[Fault]:
    """Why a Spanish piece may not stay in Melilla; a Moroccan start hex was looked at before."""
    if going.side == MOROCCAN:
        return
    args: dict[str, str | int] = {"unit": going.unit, "hex": start}
    if start in state.occupied:
        yield Fault("hex-occupied", "LL-6.7", {**args, "other": state.occupied[start]})  # LL-6.7
    if going.armour and start in ground_of(state.scenario).barred:
        yield Fault("armour-terrain", "LL-6.7", args)  # LL-6.7
    if controllers(state, going.side, start):
        yield Fault("reinforcement-cannot-attack", "LL-6.5", args)  # LL-6.5


def starts(state: State) -> tuple[str, ...]:
    """The hexes where a Moroccan reinforcement may be placed now, ascending (LL-6.6)."""
    zone = sorted(state.scenario.zones.get(MOROCCAN, ()))
    return tuple(hex_ for hex_ in zone if next(_start_faults(state, "", hex_), None) is None)


# Choices and what is told of those who get no order -------------------------------------------------------------


def reinforce_choices(fences: Fences, unit: str) -> tuple[Choice, ...]:
    """A legal REINFORCE for each hex where the piece may end: Moroccans from the start nearest to it."""
    state = fences.state
    if not available(state, unit):
        return ()
    if state.counter(unit).side == MOROCCAN:
        return _moroccan_choices(fences, unit)
    bare = Reinforce(unit=unit)
    start, _ = _melilla(state, bare)
    if start is None:
        return ()
    going = going_of(state, unit, "reinforce")
    stay = () if _march_in(state, bare, start).faults else (Choice(bare, {"cost": 0, "allowance": going.points}),)
    ways = destinations(fences, going, start) if going.points else []
    return stay + tuple(
        Choice(Reinforce(unit=unit, path=way), {"cost": cost, "allowance": points}) for way, cost, points in ways
    )


def _moroccan_choices(fences: Fences, unit: str) -> tuple[Choice, ...]:
    """One search from all start hexes at once: a node beyond the map leads to each for one point more."""
    state = fences.state
    board, going = state.scenario.board, going_of(state, unit, "reinforce")
    begin = starts(state)
    found = [Choice(Reinforce(unit=unit, at=hex_), {"cost": 0, "allowance": going.points}) for hex_ in begin]
    bars, first = fences.of(going), len(board.ids)
    steps = (*steps_of(ground_of(state.scenario), armour=False), tuple((board.index[hex_], 1) for hex_ in begin))
    all_ = reach(first, going.points + 1, steps, bars.stops, bars.blocked)
    inside = {board.index[hex_] for hex_ in begin} | {first}
    for node in sorted(all_.spent.keys() - inside):
        at, *path = (board.ids[n] for n in all_.way(node)[1:])
        walked = walk(state, going, at, tuple(path))
        order = Reinforce(unit=unit, at=at, path=tuple(path))
        found.append(Choice(order, {"cost": walked.cost, "allowance": walked.allowance}))
    return tuple(found)


def waiting(state: State, side: str) -> tuple[Waited, ...]:
    """That pieces which were due got no order and wait: told at the end of their movement phase (LL-6.6, 6.7)."""
    return tuple(Waited(unit=unit) for unit in arrivals(state, side) if state.units[unit].status == "due")  # LL-6.6


def due(state: State) -> tuple[Due, ...]:
    """That pieces are due from this turn on: told as the turn begins, aircraft and fleets too (LL-6.3, 6.4)."""
    counters = state.scenario.counters
    late = (unit for unit in sorted(state.units) if counters[unit].turn == state.turn > 1)
    units = tuple(unit for unit in late if state.units[unit].status in ("off-map", "due"))
    return (Due(units=units),) if units else ()  # LL-6.3 LL-6.4
