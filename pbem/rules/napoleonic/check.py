"""Checking a sheet: what of the common check is this rule set's own (NAP-13.1, 17)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pbem.core.events import Phase
from pbem.core.orders import Line, Order, Sheet
from pbem.core.problems import Checked, Fault, Problem
from pbem.kit.judging import Judges, check_sheet, first_alone
from pbem.rules.napoleonic.carrying import carry_out
from pbem.rules.napoleonic.command_phase import divisions_in_play
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.fire import targets
from pbem.rules.napoleonic.naming import foreign, foreign_division, off_board
from pbem.rules.napoleonic.orders import Losses, RetreatPlan
from pbem.rules.napoleonic.sequence import SEQUENCE, kind_of
from pbem.rules.napoleonic.setup import actors as deploying
from pbem.rules.napoleonic.state import State
from pbem.rules.napoleonic.turns import movers


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet: problems, what each good line came to, who has no order, whether the phase may close.

    A refused line is no line of its own for its counter: an order of the group moves it (NAP-2.5), as the run will do,
    which never sees that line. So what is left is judged once more without it.
    """
    problems: tuple[Problem, ...] = ()
    found = check_sheet(JUDGES, state, seat, sheet)
    while refused := _refused(sheet, found):
        problems += tuple(problem for problem in found.problems if problem.line in refused)
        sheet = _without(sheet, refused)
        found = check_sheet(JUDGES, state, seat, sheet)
    told = sorted((*problems, *found.problems), key=lambda problem: (problem.line, problem.code))
    return replace(found, problems=tuple(told)) if problems else found


def _refused(sheet: Sheet, found: Checked) -> frozenset[int]:
    """The numbers of the lines of sections that were refused."""
    refused = {problem.line for problem in found.problems}
    return frozenset(line.number for each in sheet.sections for line in each.lines if line.number in refused)


def _without(sheet: Sheet, numbers: Collection[int]) -> Sheet:
    """A sheet without some lines of its sections."""
    sections = tuple(
        each.model_copy(update={"lines": tuple(line for line in each.lines if line.number not in numbers)})
        for each in sheet.sections
    )
    return sheet.model_copy(update={"sections": sections})


def _idle(state: State, seat: str, phase: Phase, lines: Sequence[Line]) -> tuple[str, ...]:
    """The counters, or divisions, of a seat that could still be ordered."""
    said = {str(who) for line in lines for who in line.order.actors()}
    return tuple(unit for unit in actors(state, state.scenario.seats[seat], phase) if unit not in said)


def actors(state: State, side: str, phase: Phase) -> tuple[str, ...]:
    """Who of a side may be given an order in a phase now, by id."""
    kind = kind_of(phase.id)
    if kind == "set-up":
        return tuple(unit for unit in deploying(state, side) if not state.on_map(unit))
    if kind == "command":
        return divisions_in_play(state, side)
    if kind == "fire":
        return tuple(u for u in state.fighting(side) if not state.units[u].fired and targets(state, u))
    return movers(state, side) if kind == "movement" else ()


def _standing_faults(state: State, seat: str, order: Order) -> Iterator[Fault]:
    """What is wrong with a standing order: names, whose they are, hexes (NAP-17)."""
    side = state.scenario.seats[seat]
    unit, division = getattr(order, "unit", None), getattr(order, "division", None)
    if unit is not None:
        yield from foreign(state, side, (unit,))
    if division is not None:
        yield from foreign_division(state, side, division)
    if isinstance(order, RetreatPlan):
        yield from off_board(state, order.to)
    if isinstance(order, Losses):
        yield from off_board(state, () if order.hex is None else (order.hex,))
        yield from foreign(state, side, order.first)


JUDGES = Judges(
    sequence=SEQUENCE,
    evolve=evolve,
    carry_out=carry_out,
    idle=_idle,
    standing=first_alone(_standing_faults),
    wrong_phase="NAP-1.4",
)
