"""Cases: small positions adjudicated with scripted dice, and what differs from what they expect.

Each phase is run as at its deadline: a side without a sheet has sent an empty one, a line with a problem is dropped
whole, the good lines are carried out, then the clauses' defaults act. Just the phases named are run. A line for a later
phase of the turn stays in force until a later step runs that phase, unless that step has lines of its own for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.cases.expect import Difference, Outcome, ProblemAt, compare, compare_state
from pbem.cases.file import Case, CaseInvalid, Step, read_case
from pbem.cases.orders import SeatOrders, judge_orders, orders_of
from pbem.cases.position import NONE, Position, build_position, change_state
from pbem.cases.write import case_from_record, skeleton
from pbem.core.events import GameEnded, PhaseBegan
from pbem.core.orders import Section
from pbem.core.play import Inputs, Result, fold, run_phase
from pbem.dice.die import Die, Face
from pbem.dice.scripted import ScriptedDice

__all__ = [
    "Case",
    "CaseInvalid",
    "CaseResult",
    "Difference",
    "case_from_record",
    "read_case",
    "run_case",
    "skeleton",
]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: its title, whether all that it expects holds, and every difference."""

    title: str
    holds: bool
    differences: tuple[Difference, ...]


class _ScriptWrong(Exception):
    """The scripted dice do not fit what is rolled."""


class _CaseDice:
    """Scripted dice whose faults are told apart from those of the rules."""

    def __init__(self, script: Sequence[Any]) -> None:
        self.script = ScriptedDice(script)

    def faces(self, label: str, die: Die, count: int = 1) -> tuple[Face, ...]:
        """The next faces of the script."""
        try:
            return self.script.faces(label, die, count)
        except (LookupError, ValueError) as wrong:
            raise _ScriptWrong(str(wrong.args[0])) from None

    def draw(self, label: str, items: Sequence[str], count: int) -> tuple[str, ...]:
        """The next ids of the script."""
        try:
            return self.script.draw(label, items, count)
        except (LookupError, ValueError) as wrong:
            raise _ScriptWrong(str(wrong.args[0])) from None


_UNDECIDED = {"winner": NONE, "win-reason": NONE}


def run_case(source: Mapping[str, Any] | str | Path | Case) -> CaseResult:
    """Adjudicate a case: a path, the parsed content of a file, or a case that was read.

    CaseInvalid where the file is not valid or its position cannot be set up.
    """
    case = source if isinstance(source, Case) else read_case(source)
    position = build_position(case)
    seated = {seat: SeatOrders() for seat in position.seats}
    state, differences = position.state, []
    for step in case.steps:
        if step is not case.steps[0]:
            state = _begin(position, state, step)
        outcome = _run(position, state, step, seated)
        if isinstance(outcome, Difference):
            differences.append(outcome)
            break
        differences += compare(step.number, step.expect, outcome)
        if step is case.steps[-1]:
            differences += compare_state(step.number, case.last, outcome)
        if not outcome.result.questions:
            state = outcome.result.state
    return CaseResult(case.title, not differences, tuple(differences))


def _begin(position: Position, state: Any, step: Step) -> Any:
    """The state as a later step's phase begins: what the rules forget then is forgotten, then its fields are set.

    A step that is named is run, also where the one before has ended the game: a case holds a few counters only.
    """
    turn = state.turn if step.turn is None else step.turn
    begun = position.rules.evolve(state, PhaseBegan(turn=turn, phase=step.phase))
    over = position.rules.winner(begun) is not None
    return change_state(position, begun, {**(_UNDECIDED if over else {}), **step.fields}, step.units)


def _run(position: Position, state: Any, step: Step, seated: Mapping[str, SeatOrders]) -> Outcome | Difference:
    rules = position.rules
    given = orders_of(position, state, step)
    problems: list[ProblemAt] = []
    sheets: dict[str, Section] = {}
    for seat in sorted(position.seats):
        lines, told = judge_orders(position, state, seat, given.get(seat), seated[seat])
        problems += told
        if lines is not None:
            sheets[seat] = Section(phase=step.phase, lines=lines)
    dice = _CaseDice(step.dice)
    standing = {seat: each.standing for seat, each in seated.items() if each.standing}
    try:
        ended = _game_end(position, state, seated)
        if ended is None:
            result = run_phase(rules, state, Inputs(dice, sheets, standing, step.answers))
        else:
            result = Result((ended,), fold(rules, state, (ended,)))
    except _ScriptWrong as wrong:
        return Difference(step.number, "dice", "dice as scripted", str(wrong))
    return Outcome(
        problems=tuple(dict.fromkeys(problems)),
        result=result,
        left=dice.script.left,
        state=rules.dump(result.state, full=True),
        counters=position.counters,
    )


def _game_end(position: Position, state: Any, seated: Mapping[str, SeatOrders]) -> GameEnded | None:
    """The end of the game where all seats of a side concede, or all seats want a draw: before anything is run."""
    conceding = [seat for seat, each in seated.items() if each.concedes]
    drawing = [seat for seat, each in seated.items() if each.draws]
    rules = position.rules
    return rules.surrender(state, conceding) or rules.agreed_draw(state, drawing)
