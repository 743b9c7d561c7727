"""Which phase a line is for: a reading to the sheet of a seat."""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.events import Phase
from pbem.core.orders import Line, Order, Section, Sheet, Slot
from pbem.core.problems import Args, Problem
from pbem.core.record import Record
from pbem.language.reading import Reading, ReadLine

Takes = Callable[[Phase, Order], bool]


def to_sheet(
    reading: Reading,
    seat: str,
    side: str | None,
    phases: Sequence[Phase],
    current: str,
    takes: Takes = Phase.takes,
) -> tuple[Sheet, tuple[Problem, ...]]:
    """The sheet of a seat from its reading, and the `wrong-phase` and `unknown-phase` lines, which it does not hold.

    `phases` is the sequence of play (leave out those that are known to be skipped), `current` the game's phase in it.
    A line below a PHASE head is for that phase; others go to the first phase of `side`, from the current one on, that
    `takes` the order: give a finer `takes` where the verb alone does not tell (artillery and fleets both BOMBARD). An
    order that names a phase itself is for that phase. Standing orders belong to no phase, wherever they stand. A head
    without lines gives an empty section.
    """
    ahead = _ahead(phases, side, current)
    known = {phase.id for phase in phases}
    by_phase: dict[str, list[Line]] = {}
    standing: list[Line] = []
    problems: list[Problem] = []
    for line in reading.lines:
        if line.order is None:
            continue
        written = Line(number=line.number, order=line.order, text=line.text)
        if line.order.stands():
            standing.append(written)
        elif (phase := _phase_of(line, line.order, ahead, takes)) is not None:
            by_phase.setdefault(phase, []).append(written)
        else:
            problems.append(_problem(line, line.order, known))
    named = by_phase.keys() | set(reading.heads)
    sections = tuple(Section(phase=p.id, lines=tuple(by_phase.get(p.id, ()))) for p in ahead if p.id in named)
    return Sheet(seat=seat, sections=sections, standing=tuple(standing)), tuple(problems)


def _ahead(phases: Sequence[Phase], side: str | None, current: str) -> tuple[Phase, ...]:
    """The phases of a side that are still to come in this turn, the current one included."""
    ids = [phase.id for phase in phases]
    start = ids.index(current) if current in ids else 0
    return tuple(phase for phase in phases[start:] if not phase.auto and side in (phase.side, None))


def _phase_of(line: ReadLine, order: Order, ahead: Sequence[Phase], takes: Takes) -> str | None:
    wanted = _named(order, order.FORM) or line.phase
    return next((phase.id for phase in ahead if takes(phase, order) and wanted in (phase.id, None)), None)


def _named(record: Record, form: Sequence[Slot]) -> str | None:
    """The phase that an order names, itself or in a clause."""
    for slot in form:
        value: Any = getattr(record, slot.field)
        if value and "phase" in slot.kinds:
            return str(value)
        for one in (value if slot.many else filter(None, (value,))) if slot.clause else ():
            if named := _named(one, slot.clause):
                return named
    return None


def _problem(line: ReadLine, order: Order, known: set[str]) -> Problem:
    if line.phase is not None and line.phase not in known:
        return Problem(line=line.number, code="unknown-phase", args={"read": line.phase})
    phase = _named(order, order.FORM) or line.phase
    args: Args = {"verb": order.type, "phase": phase} if phase else {"verb": order.type}
    return Problem(line=line.number, code="wrong-phase", args=args, rule="LL-10.1")
