"""Cases: small positions adjudicated with scripted dice, and what differs from what they expect.

Each phase is run as at its deadline: a side without a sheet has sent an empty one, a line with a problem is dropped
whole, the good lines are carried out, then the clauses' defaults act. Just the phases named are run. A line for a later
phase stays in force until a later step runs that phase, unless that step has lines of its own for it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.core.events import GameEnded, Phase, PhaseBegan
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Inputs, Result, fold, run_phase
from pbem.dice.die import Die, Face
from pbem.dice.scripted import ScriptedDice
from pbem.language.reading import Reading
from pbem.language.route import to_sheet
from pbem.language.sheet import read_json
from pbem.language.text import read_text
from pbem.referee.case_expect import Difference, Outcome, Told, compare, compare_state
from pbem.referee.case_files import Case, CaseInvalid, Step, read_case
from pbem.referee.case_position import NONE, Position, build, change
from pbem.referee.case_writing import case_from_record, skeleton

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


KEPT = 1_000_000
"""Lines of earlier sheets are checked along with the new ones under numbers from here on, so that none share one."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: its title, whether all that it expects holds, and every difference."""

    title: str
    holds: bool
    differences: tuple[Difference, ...]


@dataclass(slots=True)
class _Seated:
    """What a seat has in force between the steps: good lines for later phases, standing orders, its say on the end."""

    later: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    standing: tuple[Line, ...] = ()
    concedes: bool = False
    draws: bool = False


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
    position = build(case)
    seated = {seat: _Seated() for seat in position.seats}
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
        if outcome.result.question is None:
            state = outcome.result.state
    return CaseResult(case.title, not differences, tuple(differences))


def _begin(position: Position, state: Any, step: Step) -> Any:
    """The state as a later step's phase begins: what the rules forget then is forgotten, then its fields are set.

    A step that is named is run, also where the one before has ended the game: a case holds a few counters only.
    """
    turn = state.turn if step.turn is None else step.turn
    begun = position.rules.evolve(state, PhaseBegan(turn=turn, phase=step.phase))
    over = position.rules.winner(begun) is not None
    return change(position, begun, {**(_UNDECIDED if over else {}), **step.fields}, step.units)


def _run(position: Position, state: Any, step: Step, seated: Mapping[str, _Seated]) -> Outcome | Difference:
    rules = position.rules
    given = _orders(position, state, step)
    problems: list[Told] = []
    sheets: dict[str, Section] = {}
    for seat in sorted(position.seats):
        lines = _sheet(position, state, seat, given.get(seat), seated[seat], problems)
        if lines is not None:
            sheets[seat] = Section(phase=step.phase, lines=lines)
    dice = _CaseDice(step.dice)
    standing = {seat: each.standing for seat, each in seated.items() if each.standing}
    try:
        ended = _ended(position, seated)
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


def _ended(position: Position, seated: Mapping[str, _Seated]) -> GameEnded | None:
    """The end of the game where all seats of a side concede, or all seats want a draw: before anything is run."""
    for side in position.rules.SIDES:
        if all(seated[seat].concedes for seat, of in position.seats.items() if of == side):
            winner = next(other for other in position.rules.SIDES if other != side)
            return GameEnded(winner=winner, reason="conceded")
    drawn = all(each.draws for each in seated.values())
    return GameEnded(winner="draw", reason="agreed") if drawn else None


# Orders ---------------------------------------------------------------------------------------------------------


def _orders(position: Position, state: Any, step: Step) -> Mapping[str, str | Mapping[str, Any]]:
    """The orders of a step by seat; a bare text is that of the side, the acting one if none is named."""
    given: Mapping[str, str | Mapping[str, Any]]
    if isinstance(step.orders, str):
        side = step.side or _phase(position, state).side
        if side is None:
            raise CaseInvalid(f"orders: nobody acts in {state.phase}; write them under a seat.")
        given = {side: step.orders}
    else:
        given = step.orders
    unknown = next((seat for seat in given if seat not in position.seats), None)
    if unknown is not None:
        raise CaseInvalid(f"orders: {unknown!r} is no seat of this case; there are {', '.join(position.seats)}.")
    return given


def _sheet(
    position: Position,
    state: Any,
    seat: str,
    given: str | Mapping[str, Any] | None,
    seated: _Seated,
    problems: list[Told],
) -> tuple[Line, ...] | None:
    """Check what a seat sent together with its earlier lines for later phases; its good lines for the present phase.

    None for a seat that has nothing to say in the phase. Adds to `problems`, and to what the seat has in force.
    """
    side = position.seats[seat]
    acts = side == _phase(position, state).side
    if given is None and not acts:
        return None
    reading = _read(position, given or "", side)

    def takes(phase: Phase, order: Order) -> bool:
        return phase.takes(order) and position.rules.acts_in(state, phase.id, order)

    sheet, misrouted = to_sheet(reading, seat, side, _phases(position, state), state.phase, takes)
    new = {section.phase: section.lines for section in sheet.sections}
    kept = {phase: lines for phase, lines in seated.later.items() if phase not in new}
    checked = position.rules.check(state, seat, _together(position, seat, new, kept, sheet.standing))
    faults = [*reading.problems, *misrouted, *(problem for problem in checked.problems if problem.line < KEPT)]
    problems += [(seat, fault.line, fault.code) for fault in faults]
    bad = {fault.line for fault in faults}
    stand = [found for found in checked.found if found.line.number < KEPT and found.line.number not in bad]
    good = {phase: tuple(found.line for found in stand if found.phase == phase) for phase in new}
    seated.standing = tuple(line for line in sheet.standing if line.number not in bad) or seated.standing
    seated.later = {**kept, **good}
    said = {(command.name, *command.args) for command in reading.commands}
    seated.concedes |= ("concede",) in said
    seated.draws |= bool(said & {("propose", "draw"), ("vote", "yes")})
    return seated.later.pop(state.phase, ()) if acts else None


def _read(position: Position, given: str | Mapping[str, Any], side: str) -> Reading:
    """Read a sheet: a text, or JSON as a table or in a text."""
    if isinstance(given, Mapping):
        return read_json(json.dumps(given).encode("utf-8"), position.lexicon)
    if given.lstrip().startswith("{"):
        return read_json(given.encode("utf-8"), position.lexicon)
    return read_text(given, position.lexicon, strict=True, side=side)


def _together(
    position: Position,
    seat: str,
    new: Mapping[str, tuple[Line, ...]],
    kept: Mapping[str, tuple[Line, ...]],
    standing: tuple[Line, ...],
) -> Sheet:
    """One sheet of the new lines and the kept ones, by phase."""
    sections = []
    for number, phase in enumerate(position.rules.SEQUENCE, 1):
        lines = new.get(phase.id, ())
        lines += tuple(_renumbered(line, number * KEPT) for line in kept.get(phase.id, ()))
        if lines:
            sections.append(Section(phase=phase.id, lines=lines))
    return Sheet(seat=seat, sections=tuple(sections), standing=standing)


def _renumbered(line: Line, base: int) -> Line:
    return line.model_copy(update={"number": base + line.number})


def _phases(position: Position, state: Any) -> tuple[Phase, ...]:
    """The phases for which a sheet may hold lines now: those before turn 1 only as long as they last."""
    once = _phase(position, state).once
    return tuple(phase for phase in position.rules.SEQUENCE if phase.once == once)


def _phase(position: Position, state: Any) -> Phase:
    return next(phase for phase in position.rules.SEQUENCE if phase.id == state.phase)
