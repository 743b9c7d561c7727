"""Carrying out the lines of a section in the order in which they count: the same for a check and for a run."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from pbem.core.orders import Line, Order
from pbem.kit.judging import Teller, Verdict
from pbem.rules.rif1926 import bombardment, declare, movement, setup
from pbem.rules.rif1926.events import Held
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.state import State, count_of, crowded

JUDGES: Mapping[str, Callable[[State, str, Any], Verdict]] = {
    "deploy": setup.judge_deploy,
    "move": movement.judge_move,
    "enter": movement.judge_enter,
    "sail": movement.judge_sail,
    "hold": movement.judge_hold,
    "bombard": bombardment.judge_bombard,
    "attack": declare.judge_attack,
}


def judge(state: State, seat: str, order: Order) -> Verdict:
    """The verdict on an order of this seat in this position and phase."""
    return JUDGES[order.type](state, state.scenario.seats[seat], order)


def carry_out(teller: Teller, seat: str, lines: Sequence[Line]) -> Iterator[tuple[Line, Verdict]]:
    """Judge each line when its turn comes, tell what it does, and give its verdict.

    A line that leaves a hex over a stacking limit falls as if it had not been sent (RIF-5.1).
    """
    if may_crowd(teller.state, lines):
        for line, verdict, after in _tried(teller.state, seat, lines):
            teller.follow(verdict.events, after)
            yield line, verdict
        return
    for line in lines:
        verdict = judge(teller.state, seat, line.order)
        for event in verdict.events:
            teller.emit(event)
        yield line, verdict


def may_crowd(state: State, lines: Iterable[Line]) -> bool:
    """Whether lines could leave a hex over a limit: if all whom they send there come, and nobody leaves (RIF-5.1)."""
    sent, limits, kinds = dict[tuple[str, str], int](), state.scenario.limits, state.scenario.kinds
    for line in lines:
        if line.order.type in ("move", "enter"):
            at = _goal(line.order)
            for unit in _units(line.order):
                sent[kinds[unit], at] = sent.get((kinds[unit], at), 0) + 1
    return any(which and count_of(state, which, at) + count > limits[which] for (which, at), count in sent.items())


def _tried(state: State, seat: str, lines: Sequence[Line]) -> list[tuple[Line, Verdict, State]]:
    """The verdicts of moves as they are in the end, each with the state after its line.

    A line that leaves a hex over its limit falls, then all anew: the last one that brought a unit there. Its unit has
    had its line: a second one for it stays refused (RIF-8.1).
    """
    refused = dict[int, Verdict]()
    while True:
        now, results = state, list[tuple[Line, Verdict, State]]()
        for line in lines:
            verdict = refused.get(line.number) or judge(now, seat, line.order)
            now = reduce(evolve, verdict.events, now)
            results.append((line, verdict, now))
        last = movement.fallen(state, [(line, verdict) for line, verdict, _ in results], now)
        if last is None:
            return results
        line, unit = last
        fault = crowded(state, unit, _goal(line.order))  # RIF-5.1
        held = Held(units=_units(line.order))
        refused[line.number] = Verdict(line.order, (fault,), events=(held,))  # RIF-8.1


def _units(order: Any) -> tuple[str, ...]:
    return tuple(order.units) if order.type == "move" else (order.unit,)


def _goal(order: Any) -> str:
    return str(order.path[-1] if order.path else order.at)
