"""Checking a sheet: what of the common check is this rule set's own (catalogue, parts A, B and E)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from pbem.core.events import Phase, PhaseBegan
from pbem.core.orders import Line, Order, Sheet
from pbem.core.problems import Args, Checked, Fault, Problem
from pbem.kit.judging import Judges, check_sheet, first_alone
from pbem.rules.rif1926 import declare, duty, movement, setup
from pbem.rules.rif1926.carrying import carry_out
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.naming import foreign, on_board
from pbem.rules.rif1926.orders import AirHit, Attack, Defect, Lose, Retreat, SupportDefence
from pbem.rules.rif1926.sequence import SEQUENCE, kind_of, side_in
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.turns import actors


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet: problems, what each good line came to, who has no order, whether the phase may close.

    Foreseen is who will be lost as a movement phase ends: the dispersed that have no way out (RIF-6.1).
    """
    found, side = check_sheet(JUDGES, state, seat, sheet), state.scenario.seats[seat]
    bad = {problem.line for problem in found.problems}
    if vain := [li for li in sheet.standing if li.number not in bad and _takes_nothing_back(sheet, li.order)]:
        faults = (Fault("no-retreat-hex", "RIF-9.15", {}).on(line.number) for line in vain)  # RIF-9.15
        found = replace(found, problems=(*found.problems, *faults), complete=False)
    if found.problems:
        found = replace(found, problems=tuple(_as_told(state, sheet, problem) for problem in found.problems))
    if kind_of(state.phase) != "movement" or side_in(state.phase) != side:
        return found
    lost = movement.trapped(found.state, side)
    about: Args = {"units": " ".join(lost), "count": len(lost)}
    return replace(found, foreseen=(Fault("no-way-out", "RIF-6.1", about).on(0),)) if lost else found  # RIF-6.1


def _takes_nothing_back(sheet: Sheet, order: Order) -> bool:
    """Whether an order names no hex to retreat to, nor anybody whose order could be taken back (RIF-9.15)."""
    if not isinstance(order, Retreat) or order.to:
        return False
    given = (*sheet.before, *sheet.standing)
    return not any(isinstance(one.order, Retreat) and one.order.to and one.order.who == order.who for one in given)


def _as_told(state: State, sheet: Sheet, problem: Problem) -> Problem:
    """A problem as a player should read it: of a move that goes nowhere, that HOLD does it or that nobody may stay."""
    if problem.code != "not-connected" or "hex" not in problem.args:
        return problem
    lines = (line for section in sheet.sections for line in section.lines if line.number == problem.line)
    units = [unit for line in lines for unit in line.order.actors() if unit in state.units]
    leaving = sorted(unit for unit in units if unit in movement.must_leave(state, state.counter(unit).side))
    if leaving:
        args: Args = {"units": " ".join(leaving), "count": len(leaving)}
        return problem.model_copy(update={"code": "must-leave-zoc", "rule": "RIF-6.1", "args": args})  # RIF-6.1
    return problem.model_copy(update={"near": ()})


def _missing(state: State, seat: str, phase: str, lines: Sequence[Line]) -> Iterator[Fault]:
    """What the clauses call compulsory and the good lines leave out; `state` is the position after them."""
    side, kind = state.scenario.seats[seat], kind_of(phase)
    if kind == "setup":
        yield from setup.sheet_faults(state, side)
    elif kind == "movement":
        yield from movement.sheet_faults(state, side)
    elif kind == "combat":
        before = _fresh(state)
        attacks = [declare.assault_of(before, cast(Attack, line.order)) for line in lines]
        for fault in duty.sheet_faults(before, side, attacks):
            yield from _sent_elsewhere(before, side, attacks, fault) if fault.code == "zoc-unattacked" else (fault,)


def _sent_elsewhere(state: State, side: str, attacks: Sequence[declare.Assault], fault: Fault) -> Iterable[Fault]:
    """A fault of hexes left out as its owner should read it: who will be taken from the attack of his order to which.

    `state` is the position before the attacks (RIF-9.2).
    """
    added = (each for each in duty.complete(state, side, attacks)[1] if each.rule == "RIF-9.2")
    return [Fault(fault.code, fault.rule, {"unit": each.units[0], "hex": each.at}) for each in added] or [fault]


def _fresh(state: State) -> State:
    """The position before the attacks of this phase: nobody has attacked or been attacked."""
    return evolve(state, PhaseBegan(turn=state.turn, phase=state.phase))


def _idle(state: State, seat: str, phase: Phase, lines: Sequence[Line]) -> tuple[str, ...]:
    """The units of a seat that could still be ordered: who has done what a line says cannot any more."""
    return actors(state, phase)


def _standing_faults(state: State, seat: str, order: Order) -> Iterator[Fault]:
    """What is wrong with a standing order: names, whose units they are, which side may give it (part E)."""
    side = state.scenario.seats[seat]
    if isinstance(order, Retreat):
        own = (order.who,) if order.who in state.units else ()
        yield from on_board(state, (*(() if own else (order.who,)), *order.to))
        yield from foreign(state, side, own)
        yield from () if own else _too_far(state, order.who, order.to)  # a unit may move before it retreats
    elif isinstance(order, Lose | AirHit):
        yield from foreign(state, side, order.units)
    elif isinstance(order, SupportDefence):
        yield from on_board(state, order.hexes)
        yield from foreign(state, side, (order.unit,))
    elif isinstance(order, Defect):
        yield from on_board(state, order.hexes)
        yield from foreign(state, side, order.units)
    if order.SIDE not in ("", side):
        yield Fault("wrong-phase", "RIF-3.1", {"verb": order.type})  # RIF-3.1


def _too_far(state: State, at: str, hexes: Sequence[str]) -> Iterator[Fault]:
    """That nobody retreats from a hex to some of these: a retreat is one hex (RIF-9.15)."""
    far = [hex_ for hex_ in hexes if hex_ not in state.scenario.board.neighbours[at]]
    if far:
        yield Fault("not-adjacent", "RIF-9.15", {"hexes": " ".join(far), "at": at, "count": len(far)})  # RIF-9.15


JUDGES = Judges(
    sequence=SEQUENCE,
    evolve=evolve,
    carry_out=carry_out,
    missing=_missing,
    idle=_idle,
    standing=first_alone(_standing_faults),
    wrong_phase="RIF-3.1",
)
