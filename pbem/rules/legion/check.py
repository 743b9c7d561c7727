"""Checking a sheet: each line judged as if all good lines before it had been carried out (catalogue, part A).

What rests on a die is provisional. Two positions are kept: in the `likely` one open dice change nothing; in the
`cleared` one every enemy piece that a line before rolls against is gone. A line stands if it is good in either, and is
provisional if the two do not say the same of it.
"""

from collections.abc import Iterator, Sequence

from pbem.core.events import Phase, PhaseBegan
from pbem.core.orders import Line, Order, Sheet
from pbem.core.problems import Checked, Fault, Found, Problem
from pbem.rules.legion import duty, setup
from pbem.rules.legion.carrying import Projection, carry_out, fallen
from pbem.rules.legion.events import Eliminated
from pbem.rules.legion.orders import Attack, Bombard, Capture, Cooperate, Fly
from pbem.rules.legion.ownership import own
from pbem.rules.legion.sequence import MOROCCAN, PHASES, SEQUENCE, acting
from pbem.rules.legion.state import State
from pbem.rules.legion.targets import foe, once
from pbem.rules.legion.turns import INDEX, actors, kind_of
from pbem.rules.legion.verdict import Verdict


def check(state: State, seat: str, sheet: Sheet) -> Checked:
    """Judge a seat's sheet: problems, what each good line came to, who has no order, whether the phase may close."""
    return _Check(state, seat).sheet(sheet)


class _Check:
    """One check in progress: the two positions, and what was found so far."""

    def __init__(self, state: State, seat: str) -> None:
        self.start, self.seat, self.side = state, seat, state.scenario.seats[seat]
        self.likely, self.cleared = Projection(state), Projection(state)
        self.rolled = False
        self.problems: list[Problem] = []
        self.found: list[Found] = []
        self.idle: dict[str, tuple[str, ...]] = {}
        self.lacking = False

    def sheet(self, sheet: Sheet) -> Checked:
        """Judge all sections in sequence order, then the standing orders."""
        lines = self._fitting(sheet)
        for phase in SEQUENCE[INDEX[self.start.phase] :]:
            if self.side in phase.sides and (phase.id in lines or phase.id == self.start.phase):
                self._phase(phase.id, lines.get(phase.id, ()))
        self._standing(sheet)
        problems = tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.code)))
        found = tuple(sorted(self.found, key=lambda each: each.line.number))
        return Checked(problems, found, self.likely.state, self.idle, self._complete(sheet))

    def _complete(self, sheet: Sheet) -> bool:
        """Whether the seat has sent lines for the current phase, if only empty ones, and nothing compulsory lacks."""
        phase = self.start.phase
        sent = any(section.phase == phase for section in sheet.sections)
        return sent and acting(phase) == self.side and not self.lacking

    def _fitting(self, sheet: Sheet) -> dict[str, tuple[Line, ...]]:
        """The lines by phase whose verb fits a phase of this side that is not over; the others are problems."""
        fitting: dict[str, tuple[Line, ...]] = {}
        for section in sheet.sections:
            phase = PHASES.get(section.phase)
            open_ = phase is not None and self.side in phase.sides and INDEX[phase.id] >= INDEX[self.start.phase]
            good: list[Line] = []
            for line in section.lines:
                if open_ and phase is not None and self._takes(phase, line.order):
                    good.append(line)
                else:
                    args: dict[str, str | int] = {"phase": section.phase, "verb": line.order.type}
                    self._problem(line.number, Fault("wrong-phase", "LL-10.1", args))  # LL-10.1
            if phase is not None and open_:
                fitting[section.phase] = (*fitting.get(section.phase, ()), *good)
        return fitting

    def _takes(self, phase: Phase, order: Order) -> bool:
        """Whether a phase takes an order of this side, and the order's piece is one that acts in it."""
        if not phase.takes(order, self.side) or self.start.winner is not None:
            return False
        counter = self.start.scenario.counters.get(getattr(order, "unit", ""))
        if counter is None or not isinstance(order, Bombard):
            return True
        return (counter.type == "fleet") == (kind_of(phase.id) == "fleet")  # LL-8.21

    def _phase(self, phase: str, lines: tuple[Line, ...]) -> None:
        """Judge the lines of one phase, then what is missing in it."""
        if phase != self.likely.state.phase:
            for world in (self.likely, self.cleared):
                world.emit(PhaseBegan(turn=self.start.turn, phase=phase))
        likely = self._likely(lines)
        rolling = any(isinstance(line.order, Bombard | Fly) for line in lines)
        cleared = self._cleared(lines, likely) if self.rolled or rolling else likely
        if not self.rolled:
            self.cleared = Projection(self.likely.state)
        stand = [self._judged(phase, line, likely[line.number], cleared[line.number]) for line in lines]
        good = [line for line in stand if line is not None]
        for fault in self._missing(phase, good):
            self._problem(0, fault)
            self.lacking = self.lacking or phase == self.start.phase
        named = {unit for line in good for unit in units_of(line.order)}
        able = actors(self.likely.state, PHASES[phase])
        self.idle[phase] = tuple(
            unit for unit in able if unit not in named and not own(self.likely.state, self.seat, unit)
        )

    def _likely(self, lines: tuple[Line, ...]) -> dict[int, Verdict]:
        refused = fallen(self.likely.state, self.seat, lines)
        return {line.number: verdict for line, verdict in carry_out(self.likely, self.seat, lines, refused)}

    def _cleared(self, lines: tuple[Line, ...], likely: dict[int, Verdict]) -> dict[int, Verdict]:
        """The verdicts where every enemy piece that a good line rolls against is gone from the next line on."""
        verdicts: dict[int, Verdict] = {}
        refused = fallen(self.cleared.state, self.seat, lines)
        before = self.cleared.state
        for line, verdict in carry_out(self.cleared, self.seat, lines, refused):
            verdicts[line.number] = verdict
            if not (verdict.faults and likely[line.number].faults):
                self._clear(aimed_at(before, self.side, line.order))
            before = self.cleared.state
        return verdicts

    def _clear(self, units: Sequence[str]) -> None:
        for unit in units:
            at = self.cleared.state.units[unit].at or ""
            self.cleared.emit(Eliminated(unit=unit, at=at, by=self.side, cause="bombardment"))
            self.rolled = True

    def _judged(self, phase: str, line: Line, likely: Verdict, cleared: Verdict) -> Line | None:
        """The line as it stands, completed, or None with its problems told."""
        if likely.faults and cleared.faults:
            for fault in likely.faults:
                self._problem(line.number, fault)
            return None
        verdict = cleared if likely.faults else likely
        same = (likely.faults, likely.order, likely.events) == (cleared.faults, cleared.order, cleared.events)
        full = line if verdict.order == line.order else line.model_copy(update={"order": verdict.order})
        self.found.append(Found(full, phase, verdict.notes, provisional=not same))
        return full

    def _missing(self, phase: str, lines: Sequence[Line]) -> Iterator[Fault]:
        """What the clauses call compulsory and the sheet leaves out."""
        if kind_of(phase) == "setup":
            yield from setup.sheet_faults(self.likely.state, self.seat)
        elif kind_of(phase) == "combat":
            yield from duty.sheet_faults(self.likely.state, self.seat, lines)

    def _standing(self, sheet: Sheet) -> None:
        for line in sheet.standing:
            for fault in once(self._standing_faults(line.order)):
                self._problem(line.number, fault)

    def _standing_faults(self, order: Order) -> Iterator[Fault]:
        seats = self.start.scenario.seats
        if isinstance(order, Capture) and self.side != MOROCCAN:
            yield Fault("wrong-phase", "LL-8.16", {"verb": order.type})  # LL-8.16
        elif isinstance(order, Capture):
            for unit in order.units:
                yield from own(self.start, self.seat, unit)
        elif isinstance(order, Cooperate):
            if order.seat == self.seat or seats.get(order.seat) != self.side:
                yield Fault("not-your-sector", "LL-3.1", {"seat": order.seat})  # LL-3.1
        else:
            yield Fault("wrong-phase", "LL-10.1", {"verb": order.type})

    def _problem(self, line: int, fault: Fault) -> None:
        self.problems.append(fault.on(line))


def aimed_at(state: State, side: str, order: Order) -> tuple[str, ...]:
    """The enemy pieces that an order of a phase of fire may roll against."""
    words: tuple[str, ...] = ()
    if isinstance(order, Bombard):
        words = (order.target, *order.else_)
    elif isinstance(order, Fly) and order.bomb:
        words = (order.to, *order.else_)
    found = (foe(state, side, word) for word in words)
    return tuple(dict.fromkeys(unit for unit in found if unit is not None))


def units_of(order: Order) -> tuple[str, ...]:
    """The pieces that an order gives something to do."""
    if isinstance(order, Attack):
        return (*order.with_, *order.support)
    unit = getattr(order, "unit", None)
    return () if unit is None else (unit,)
