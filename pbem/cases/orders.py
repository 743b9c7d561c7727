"""The orders of a case: whose they are, read, given to their phases, checked, and kept for later steps."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.cases.expect import ProblemAt
from pbem.cases.file import CaseInvalid, Step
from pbem.cases.position import Position
from pbem.core.events import Phase
from pbem.core.orders import Line, Section, Sheet, merge_standing
from pbem.core.problems import CheckedLine, Problem
from pbem.language.reading import Reading
from pbem.language.route import phase_test, to_sheet
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from pbem.phrases import Phrase

KEPT = 1_000_000
"""Lines of earlier sheets are checked along with the new ones under numbers from here on, so that none share one."""


@dataclass(slots=True)
class SeatOrders:
    """What a seat has in force between the steps: good lines by turn and phase, standing orders, its say on the end."""

    later: dict[tuple[int, str], tuple[Line, ...]] = field(default_factory=dict)
    standing: tuple[Line, ...] = ()
    concedes: bool = False
    draws: bool = False

    def take(self, turn: int, reading: Reading, sheet: Sheet, found: Sequence[CheckedLine]) -> None:
        """Take over what is good in a new sheet: it replaces only the phases that it has lines for."""
        for section in sheet.sections:
            self.later[turn, section.phase] = tuple(each.line for each in found if each.phase == section.phase)
        self.standing = merge_standing(self.standing, sheet.standing)
        said = {(command.name, *command.args) for command in reading.commands}
        self.concedes |= ("concede",) in said
        self.draws |= bool(said & {("propose", "draw"), ("vote", "yes")})


def orders_of(position: Position, state: Any, step: Step) -> Mapping[str, str | Mapping[str, Any]]:
    """The orders of a step by seat; a bare text is that of the side, the acting one if none is named."""
    given: Mapping[str, str | Mapping[str, Any]]
    if isinstance(step.orders, str):
        sides = (step.side,) if step.side else phase_of(position, state).sides
        if len(sides) != 1:
            who = Phrase("both sides act") if sides else Phrase("nobody acts")
            raise CaseInvalid("orders: {who} in {phase}; write them under a seat.", who=who, phase=state.phase)
        given = {sides[0]: step.orders}
    else:
        given = step.orders
    unknown = next((seat for seat in given if seat not in position.seats), None)
    if unknown is not None:
        raise CaseInvalid(
            "orders: {unknown!r} is no seat of this case; there are {seats}.",
            unknown=unknown,
            seats=", ".join(position.seats),
        )
    return given


def judge_orders(
    position: Position, state: Any, seat: str, given: str | Mapping[str, Any] | None, seat_orders: SeatOrders
) -> tuple[tuple[Line, ...] | None, tuple[ProblemAt, ...]]:
    """Check what a seat sent together with its earlier lines: its good lines for the present phase, and all problems.

    The lines are None for a seat that is not asked in the phase and has sent no reaction for it. What is for later
    stays with the seat.
    """
    present = (state.turn, state.phase)
    asked = position.seats[seat] in phase_of(position, state).sides
    if given is None and not asked and present not in seat_orders.later:
        return None, ()
    reading = _read(position, given or "", position.seats[seat])
    sheet, misrouted = _routed(position, state, seat, reading)
    checked = position.rules.check(state, seat, _together(position, state.turn, sheet, seat_orders))
    faults = [*reading.problems, *misrouted, *(problem for problem in checked.problems if problem.line < KEPT)]
    bad = {fault.line for fault in faults}
    standing = tuple(line for line in sheet.standing if line.number not in bad)
    found = [each for each in checked.lines if each.line.number < KEPT and each.line.number not in bad]
    seat_orders.take(state.turn, reading, sheet.model_copy(update={"standing": standing}), found)
    lines = seat_orders.later.pop(present, ())
    return lines if asked or lines else None, tuple((seat, fault.line, fault.code) for fault in faults)


def _read(position: Position, given: str | Mapping[str, Any], side: str) -> Reading:
    """Read a sheet: a text, or JSON as a table or in a text."""
    if isinstance(given, Mapping):
        return read_json(json.dumps(given).encode("utf-8"), position.lexicon)
    if given.lstrip().startswith("{"):
        return read_json(given.encode("utf-8"), position.lexicon)
    return read_text(given, position.lexicon, strict=True, side=side)


def _routed(position: Position, state: Any, seat: str, reading: Reading) -> tuple[Sheet, tuple[Problem, ...]]:
    """The sheet of a reading, each line for its phase; phases before turn 1 count as long as they last."""
    once = phase_of(position, state).once
    phases = [phase for phase in position.rules.SEQUENCE if phase.once == once]
    return to_sheet(reading, seat, position.seats[seat], phases, state.phase, phase_test(position.rules, state, seat))


def _together(position: Position, turn: int, sheet: Sheet, seat_orders: SeatOrders) -> Sheet:
    """The sheet with the seat's earlier lines for phases that it has none for."""
    new = {section.phase: section.lines for section in sheet.sections}
    sections = []
    for number, phase in enumerate(position.rules.SEQUENCE, 1):
        earlier = tuple(_renumbered(line, number * KEPT) for line in seat_orders.later.get((turn, phase.id), ()))
        if lines := new.get(phase.id, earlier):
            sections.append(Section(phase=phase.id, lines=lines))
    return sheet.model_copy(update={"sections": tuple(sections), "before": seat_orders.standing})


def _renumbered(line: Line, base: int) -> Line:
    return line.model_copy(update={"number": base + line.number})


def phase_of(position: Position, state: Any) -> Phase:
    """The state's phase."""
    return next(phase for phase in position.rules.SEQUENCE if phase.id == state.phase)
