"""Carrying out the lines of a section as they count: the same for a check and for a run."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.orders import Line, Order
from pbem.core.problems import Fault
from pbem.kit.judging import Teller, Verdict
from pbem.rules.napoleonic import forming, movement, setup
from pbem.rules.napoleonic.assault import judge_assault, judge_together
from pbem.rules.napoleonic.charges import judge_charge
from pbem.rules.napoleonic.command_phase import is_distant, judge_command
from pbem.rules.napoleonic.division import judge_division
from pbem.rules.napoleonic.fire_phase import judge_fire
from pbem.rules.napoleonic.movement import movers_of
from pbem.rules.napoleonic.naming import first, foreign, off_board
from pbem.rules.napoleonic.orders import Advance, Assault, Command, Division, Fire, Move, Pile, Rally
from pbem.rules.napoleonic.sequence import active_in, kind_of
from pbem.rules.napoleonic.state import State

Done = tuple[Line, Verdict]
JUDGES: Mapping[str, Callable[[State, str, Any], Verdict]] = {
    "deploy": setup.judge_deploy,
    "move": movement.judge_move,
    "face": forming.judge_face,
    "form": forming.judge_form,
    "limber": forming.judge_limber,
    "deploy-guns": forming.judge_deploy_guns,
    "pile": forming.judge_pile,
    "assault": judge_assault,
    "charge": judge_charge,
}


def carry_out(teller: Teller, seat: str, lines: Sequence[Line]) -> Iterator[Done]:
    """Judge each line when its turn comes, tell what it does, and give its verdict; ASSAULT after all others.

    A second good line for the same counter, hex or division is `already-ordered`. A line of the side whose part of the
    turn it is not is `wrong-phase`.
    """
    side, state = teller.state.scenario.seats[seat], teller.state
    if active_in(state.phase) not in ("", side):
        for line in lines:
            fault = Fault("wrong-phase", "NAP-1.4", {"phase": state.phase, "verb": line.order.type})
            yield line, Verdict(line.order, (fault,))  # NAP-1.4
        return
    moves = kind_of(state.phase) == "movement"
    if moves:
        movement.rout(teller, side)  # NAP-5.7
    own, said = named(teller.state, side, lines), set[tuple[str, str]]()
    for line in lines:
        if isinstance(line.order, Assault):
            continue
        verdict = _judged(teller.state, side, line.order, own, said)
        for event in verdict.events:
            teller.emit(event)
        yield line, verdict
    if moves:
        movement.withdraw(teller, side)
        movement.default_piles(teller, side, sorted(teller.state.piles))
        yield from _assaults(teller, side, [line for line in lines if isinstance(line.order, Assault)])


def _judged(state: State, side: str, order: Order, own: Collection[str], said: set[tuple[str, str]]) -> Verdict:
    """The verdict on a line after those that went before: `said` grows by what a good one orders."""
    verdict = _judge(state, side, order, own, said)
    spoken = actors(state, side, order)
    again = sorted(spoken & said)
    fault = verdict.faults[0] if verdict.faults else None
    if again and (fault is None or fault.code not in NAMES):
        return Verdict(order, (Fault("already-ordered", "NAP-13.1", {"unit": again[0][1]}),))
    if fault is None:
        said |= spoken
    return verdict


NAMES = ("unknown-unit", "unknown-hex", "unknown-division", "not-your-unit")
"""The problems that go before `already-ordered` (NAP-17)."""


def _judge(state: State, side: str, order: Order, own: Collection[str], said: Collection[tuple[str, str]]) -> Verdict:
    if isinstance(order, Command):
        changed = sum(1 for verb, _ in said if verb == "change")
        return judge_command(state, side, order, changed)
    if isinstance(order, Fire):
        return judge_fire(state, side, order, own)
    if isinstance(order, Division):
        return judge_division(state, side, order, own)
    if isinstance(order, Advance):
        fault = first(off_board(state, (order.target,)))
        return Verdict(order, () if fault is None else (fault,))
    if isinstance(order, Rally):
        fault = first(foreign(state, side, order.units))
        return Verdict(order, () if fault is None else (fault,))
    return JUDGES[order.type](state, side, order)


def actors(state: State, side: str, order: Order) -> set[tuple[str, str]]:
    """Whom a line orders what, so that it cannot be said twice: by verb, and counter, hex or division."""
    if isinstance(order, Move):
        return {("move", unit) for unit in movers_of(state, side, order)}
    if isinstance(order, Command):
        division = state.divisions.get(order.division)
        changes = division is not None and division.order != order.order and not is_distant(state, division)
        return {("command", order.division), *((("change", order.division),) if changes else ())}
    if order.type in ("face", "deploy-guns"):
        unit = getattr(order, "unit", "")
        turns = order.type == "face" or getattr(order, "face", None) is not None
        at = state.units[unit].at if unit in state.units else None
        faced = {("face", each) for each in (state.pile(at) if at is not None else ())} if turns else set()
        return faced if order.type == "face" else {*faced, ("deploy-guns", unit)}
    if isinstance(order, Pile):
        return {("pile", order.hex)}
    if isinstance(order, Advance):
        return {("advance", order.target)}
    if order.type == "charge":
        return {("charge", unit) for unit in getattr(order, "units", ())}
    if order.type in ("fire", "division"):
        return {(order.type, str(getattr(order, "unit", None) or getattr(order, "division", "")))}
    return set()


def named(state: State, side: str, lines: Sequence[Line]) -> frozenset[str]:
    """The counters that have lines of their own, or stand in a stack that moves."""
    found: set[str] = set()
    for line in lines:
        if isinstance(line.order, Move):
            found.update(movers_of(state, side, line.order))  # NAP-2.5
        else:
            found.add(str(getattr(line.order, "unit", "")))  # NAP-2.5
    return frozenset(found)


def _assaults(teller: Teller, side: str, lines: Sequence[Line]) -> Iterator[Done]:
    """The ASSAULT lines together: each by itself, then the odds of all against a hex (NAP-11.1, 11.2)."""
    verdicts, marked = dict[int, Verdict](), set[str]()
    for line in lines:
        order = line.order
        assert isinstance(order, Assault)
        verdict = judge_assault(teller.state, side, order)
        code = verdict.faults[0].code if verdict.faults else ""
        if order.hex in marked and code not in NAMES:
            verdict = Verdict(order, (Fault("already-ordered", "NAP-11.1", {"unit": order.hex}),))  # NAP-11.1
        elif not verdict.faults:
            marked.add(order.hex)
        verdicts[line.number] = verdict
    judged = judge_together(teller.state, verdicts)
    for line in lines:
        for event in judged[line.number].events:
            teller.emit(event)
        yield line, judged[line.number]
