"""The check of a sheet: each line judged as if all good lines before it had been carried out.

What rests on a die is provisional. Two positions are kept: in the `likely` one open dice change nothing; in the
`cleared` one every enemy unit that a line before rolls against is gone. A line stands if it is good in either, and is
provisional if the two do not say the same of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from pbem.core.events import Event, Phase, PhaseBegan
from pbem.core.orders import Line, Order, Sheet
from pbem.core.play import Play
from pbem.core.problems import Args, Checked, CheckedLine, Fault, Problem


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a chapter of the rules finds of an order in a position.

    `faults`: why it cannot be; then nothing else counts. `order`: the order completed (path written out).
    `events`: what it does; of an order that rolls, what it does if the die changes nothing. `notes`: numbers for the
    receipt (cost, allowance, attack, defence …); `more()` gives those that cost work, which only a line that stands is
    worth. `parts`: of an order for a group the single orders that it comes to.
    """

    order: Order
    faults: tuple[Fault, ...] = ()
    events: tuple[Event, ...] = ()
    notes: Args = field(default_factory=dict)
    more: Callable[[], Args] = dict
    parts: tuple[Order, ...] = ()

    def all_notes(self) -> Args:
        """All numbers for the receipt."""
        return {**self.notes, **self.more()}


class Teller(Protocol):
    """Where events are told: a run's Play, or a projection."""

    state: Any

    def emit(self, event: Event) -> None:
        """Tell a fact and fold it into the state."""

    def follow(self, events: Sequence[Event], state: Any) -> None:
        """Tell facts that are folded already: `state` is what they make of the present one."""


class Projection:
    """A position to try things in: events change its state and are forgotten."""

    def __init__(self, evolve: Callable[[Any, Event], Any], state: Any) -> None:
        self.state = state
        self._evolve = evolve

    def emit(self, event: Event) -> None:
        """Fold a fact into the state."""
        self.state = self._evolve(self.state, event)

    def follow(self, events: Sequence[Event], state: Any) -> None:
        """Go on to the state that facts led to."""
        self.state = state


@dataclass(frozen=True, slots=True)
class Judges:
    """What of a check a rule set decides.

    `carry_out(teller, seat, lines)` judges the lines of a phase in the order in which they count, tells what they do,
    and gives each with its verdict. `idle(state, seat, phase, lines)`: the units that could still be ordered.
    `standing(state, seat, order)`: what is wrong with a standing order. `wrong_phase`: the clause of the sequence.

    Where a game has such things, else left out: `suits(state, phase, order)`: whether the unit of an order whose verb
    the phase takes acts in it. `missing(state, seat, phase, lines)`: what the clauses call compulsory and the good
    lines leave out. `rolls(order)`: whether a die decides what an order does to others; `cleared(state, side, order)`:
    the loss of all that it rolls against.
    """

    sequence: tuple[Phase, ...]
    evolve: Callable[[Any, Event], Any]
    carry_out: Callable[[Teller, str, Sequence[Line]], Iterator[tuple[Line, Verdict]]]
    idle: Callable[[Any, str, Phase, Sequence[Line]], tuple[str, ...]]
    standing: Callable[[Any, str, Order], Iterable[Fault]]
    wrong_phase: str
    suits: Callable[[Any, str, Order], bool] = lambda state, phase, order: True
    missing: Callable[[Any, str, str, Sequence[Line]], Iterable[Fault]] = lambda state, seat, phase, lines: ()
    rolls: Callable[[Order], bool] = lambda order: False
    cleared: Callable[[Any, str, Order], Sequence[Event]] = lambda state, side, order: ()


def void_line(play: Play, seat: str, line: Line, faults: Sequence[Fault]) -> None:
    """Tell that an accepted line cannot be carried out any more, by the first of its faults; nothing without any."""
    for fault in faults[:1]:
        play.void(seat, line.number, fault.code, fault.rule, str(fault.args.get("unit", "")))


NAMED = 8
"""So many units that still must do something are named in a sentence; of more only how many."""


def counted(key: str, ids: Sequence[str]) -> Args:
    """How many these are and, where they are few, under the key who: for a fault of a whole sheet."""
    return {**({key: " ".join(ids)} if len(ids) <= NAMED else {}), "count": len(ids)}


def distinct(units: tuple[str, ...]) -> tuple[str, ...]:
    """The units of a line: one that is named twice counts once."""
    return units if len(units) < 2 else tuple(dict.fromkeys(units))


def first_of_each_code(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The first fault of each code: a code is listed once a line."""
    first: dict[str, Fault] = {}
    for fault in faults:
        first.setdefault(fault.code, fault)
    return tuple(first.values())


def first_alone(judge: Callable[[Any, str, Order], Iterable[Fault]]) -> Callable[[Any, str, Order], Iterable[Fault]]:
    """A judge of standing orders that tells the first fault only."""
    return lambda state, seat, order: islice(judge(state, seat, order), 1)


def check_sheet(judges: Judges, state: Any, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet: problems, what each good line came to, who has no order, whether the phase may close.

    `state` has turn, phase, winner, and `scenario.seats`.
    """
    return _Check(judges, state, seat).sheet(sheet)


class _Check:
    """One check in progress: the two positions, and what was found so far."""

    def __init__(self, judges: Judges, state: Any, seat: str) -> None:
        self.judges, self.start, self.seat, self.side = judges, state, seat, state.scenario.seats[seat]
        self.index = {phase.id: number for number, phase in enumerate(judges.sequence)}
        self.likely, self.cleared = Projection(judges.evolve, state), Projection(judges.evolve, state)
        self.rolled = False
        self.problems: list[Problem] = []
        self.found: list[CheckedLine] = []
        self.idle: dict[str, tuple[str, ...]] = {}
        self.lacking = False

    def sheet(self, sheet: Sheet) -> Checked:
        """Judge all sections in sequence order, then the standing orders."""
        lines = self._fitting(sheet)
        for phase in self.judges.sequence[self.index[self.start.phase] :]:
            if phase.id in lines or (phase.id == self.start.phase and self.side in phase.sides):
                self._phase(phase, lines.get(phase.id, ()))
        for line in sheet.standing:
            for fault in first_of_each_code(self.judges.standing(self.start, self.seat, line.order)):
                self._problem(line.number, fault)
        problems = tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.code)))
        found = tuple(sorted(self.found, key=lambda each: each.line.number))
        return Checked(problems, found, self.likely.state, self.idle, self._complete(sheet))

    def _complete(self, sheet: Sheet) -> bool:
        """Whether the seat has sent lines for the current phase, if only empty ones, and nothing compulsory lacks."""
        phase = self.judges.sequence[self.index[self.start.phase]]
        sent = any(section.phase == phase.id for section in sheet.sections)
        return sent and self.side in phase.sides and not self.lacking

    def _fitting(self, sheet: Sheet) -> dict[str, tuple[Line, ...]]:
        """The lines by phase whose verb fits a phase of this side that is not over; the others are problems."""
        fitting: dict[str, tuple[Line, ...]] = {}
        for section in sheet.sections:
            phase = self._open(section.phase)
            good: list[Line] = []
            for line in section.lines:
                if phase is not None and self._takes(phase, line.order):
                    good.append(line)
                else:
                    args: dict[str, str | int] = {"phase": section.phase, "verb": line.order.type}
                    self._problem(line.number, Fault("wrong-phase", self.judges.wrong_phase, args))
            if phase is not None:
                fitting[section.phase] = (*fitting.get(section.phase, ()), *good)
        return fitting

    def _open(self, name: str) -> Phase | None:
        """The phase of a name, if this side may send something for it and it is not over."""
        place = self.index.get(name)
        if place is None or place < self.index[self.start.phase]:
            return None
        phase = self.judges.sequence[place]
        return phase if phase.verbs(self.side) else None

    def _takes(self, phase: Phase, order: Order) -> bool:
        return (
            self.start.winner is None
            and phase.takes(order, self.side)
            and self.judges.suits(self.start, phase.id, order)
        )

    def _phase(self, phase: Phase, lines: tuple[Line, ...]) -> None:
        """Judge the lines of one phase, then what is missing in it; of the reactions of another side, nothing is."""
        if phase.id != self.likely.state.phase:
            for position in (self.likely, self.cleared):
                position.emit(PhaseBegan(turn=self.start.turn, phase=phase.id))
        likely = {line.number: verdict for line, verdict in self.judges.carry_out(self.likely, self.seat, lines)}
        rolling = any(self.judges.rolls(line.order) for line in lines)
        cleared = self._cleared(lines, likely) if self.rolled or rolling else likely
        if not self.rolled:
            self.cleared = Projection(self.judges.evolve, self.likely.state)
        stand = [self._judged(phase.id, line, likely[line.number], cleared[line.number]) for line in lines]
        good = [line for line in stand if line is not None]
        if self.side not in phase.sides:
            return
        for fault in self.judges.missing(self.likely.state, self.seat, phase.id, good):
            self._problem(0, fault)
            self.lacking = self.lacking or phase.id == self.start.phase
        self.idle[phase.id] = self.judges.idle(self.likely.state, self.seat, phase, good)

    def _cleared(self, lines: tuple[Line, ...], likely: Mapping[int, Verdict]) -> dict[int, Verdict]:
        """The verdicts where every enemy unit that a good line rolls against is gone from the next line on."""
        verdicts: dict[int, Verdict] = {}
        before = self.cleared.state
        for line, verdict in self.judges.carry_out(self.cleared, self.seat, lines):
            verdicts[line.number] = verdict
            if not (verdict.faults and likely[line.number].faults):
                for event in self.judges.cleared(before, self.side, line.order):
                    self.cleared.emit(event)
                    self.rolled = True
            before = self.cleared.state
        return verdicts

    def _judged(self, phase: str, line: Line, likely: Verdict, cleared: Verdict) -> Line | None:
        """The line as it stands, completed, or None with its problems told."""
        if likely.faults and cleared.faults:
            for fault in likely.faults:
                self._problem(line.number, fault)
            return None
        verdict = cleared if likely.faults else likely
        same = (likely.faults, likely.order, likely.events) == (cleared.faults, cleared.order, cleared.events)
        full = line if verdict.order == line.order else line.model_copy(update={"order": verdict.order})
        self.found.append(CheckedLine(full, phase, verdict.all_notes(), not same, verdict.parts))
        return full

    def _problem(self, line: int, fault: Fault) -> None:
        self.problems.append(fault.on(line))
