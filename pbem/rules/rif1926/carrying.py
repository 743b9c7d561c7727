"""Carrying out the lines of a section in the order in which they count: the same for a check and for a run."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.orders import Line, Order
from pbem.core.problems import Fault
from pbem.kit.judging import Projection, Teller, Verdict
from pbem.rules.rif1926 import bombardment, declare, movement, setup
from pbem.rules.rif1926.events import Held
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.state import State

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
    refused = fallen(teller.state, seat, lines)
    for line in lines:
        if line.number in refused:
            teller.emit(Held(units=_units(line.order)))  # RIF-8.1
            yield line, Verdict(line.order, (refused[line.number],))
            continue
        verdict = judge(teller.state, seat, line.order)
        for event in verdict.events:
            teller.emit(event)
        yield line, verdict


def fallen(state: State, seat: str, lines: Sequence[Line]) -> dict[int, Fault]:
    """The lines that fall as they leave a hex over its limit: the last that brought a unit there, then all anew.

    A unit whose line falls has had its line: a second one for it stays refused (RIF-8.1).
    """
    refused: dict[int, Fault] = {}
    if not any(line.order.type in ("move", "enter") for line in lines):
        return refused
    side = state.scenario.seats[seat]
    while True:
        trial, results = Projection(evolve, state), list[tuple[Line, Verdict]]()
        for line in lines:
            if line.number in refused:
                trial.emit(Held(units=_units(line.order)))
                continue
            verdict = judge(trial.state, seat, line.order)
            for event in verdict.events:
                trial.emit(event)
            results.append((line, verdict))
        last = movement.fallen(state, side, results, trial.state)
        if last is None:
            return refused
        refused[last.number] = Fault("overstacked", "RIF-5.1", {"hex": _goal(last.order)})  # RIF-5.1


def _units(order: Any) -> tuple[str, ...]:
    return tuple(order.units) if order.type == "move" else (order.unit,)


def _goal(order: Any) -> str:
    return str(order.path[-1] if order.path else order.at)
