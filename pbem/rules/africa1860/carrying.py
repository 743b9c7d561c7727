"""The lines of a section in the order in which they count (AFR-15.1): for a check, on a position without dice."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.orders import Line, Order
from pbem.core.problems import Fault
from pbem.kit.judging import Projection, Teller, Verdict
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.activation import judge_activate
from pbem.rules.africa1860.arrivals import judge_arrival
from pbem.rules.africa1860.closing import Made, crowding, last_into, move_by_themselves, thin_out
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import RANK
from pbem.rules.africa1860.fire import judge_fire
from pbem.rules.africa1860.movement import By, judge_land, judge_move, judge_stack, moved_event
from pbem.rules.africa1860.orders import Activate, Deploy, Fire, Land, Move, Pass
from pbem.rules.africa1860.rally import judge_rally
from pbem.rules.africa1860.sequence import acting_in, attacker_in, kind_of
from pbem.rules.africa1860.setup import judge_set_up
from pbem.rules.africa1860.state import State

MENDED = frozenset(
    ("demoralized-cannot-attack", "path-through-enemy", "must-move-away", "enter-enemy-alone", "no-target",
     "cannot-target-ship", "too-few-coins", "leader-used")
)  # fmt: skip
"""What the dice of a phase before may mend: such a line waits for its phase to open (AFR-15.1)."""


def judge_deploy(state: State, side: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY: in the set-up of who has a choice, at the end of a turn of the gunboat."""
    judge = judge_set_up if state.phase == "set-up" else judge_arrival
    return judge(state, side, order)


def judge_pass(state: State, side: str, order: Pass) -> Verdict:
    """PASS answers a question; where none is asked it is no order (AFR-15.5)."""
    return Verdict(order, (Fault("unknown-order", "AFR-15.5", {"verb": order.type}),))


JUDGES: Mapping[str, Callable[[State, str, Any], Verdict]] = {
    "deploy": judge_deploy,
    "stack": judge_stack,
    "move": judge_move,
    "land": judge_land,
    "activate": judge_activate,
    "rally": judge_rally,
    "pass": judge_pass,
}


def judge(state: State, seat: str, order: Order, reserved: Collection[str] = ()) -> Verdict:
    """The verdict on an order of this seat in this position and phase; `reserved` are leaders kept for others."""
    side = state.scenario.seats[seat]
    if isinstance(order, Fire):
        return judge_fire(state, side, order, reserved)
    return JUDGES[order.type](state, side, order)


def moment_of(order: Order) -> str:
    """The moment for which a line waits: "start", "end", or "" for none."""
    return order.when.moment if isinstance(order, Activate) and order.when is not None else ""


def parts(lines: Sequence[Line]) -> tuple[tuple[Line, ...], ...]:
    """The lines in the order in which they count: at the start, as written, activations, at the end (AFR-15.1)."""
    found: tuple[list[Line], ...] = ([], [], [], [])
    for line in lines:
        moment = moment_of(line.order)
        found[_PLACES[moment] if moment else 2 if isinstance(line.order, Activate) else 1].append(line)  # AFR-15.1
    return tuple(map(tuple, found))


_PLACES = {"start": 0, "end": 3}


def check_lines(
    start: State, left: dict[str, State], teller: Teller, seat: str, lines: Sequence[Line]
) -> Iterator[tuple[Line, Verdict]]:
    """Judge the lines of a phase on a projection that began at `start`, tell what they do, give their verdicts.

    What only an area over its limit forbids falls from the last written on, and all is judged anew (AFR-5.3). `left`
    is given, by phase, the position that the lines leave, before the rules thin out what is over its limit.
    """
    side = start.scenario.seats[seat]
    refused: dict[int, Fault] = {}
    back: list[Made] = []
    while True:
        trial = _Section(start, Projection(evolve, teller.state), seat, refused)
        trial.carry_out(lines)
        last = last_into(trial.teller.state, side, trial.made)
        if last is None:
            break
        back.append(last)
        refused[last.line] = crowding(trial.teller.state, side, last.at)
    for move in back:  # with those alone that stay, not with others that are refused too
        refused[move.line] = crowding(trial.teller.state, side, move.at, more=move.units)
    left.setdefault(teller.state.phase, trial.teller.state)
    told = _Section(start, teller, seat, refused)
    told.carry_out(lines)
    told.end(lines)
    yield from told.verdicts


class _Section:
    """The lines of a phase being judged: the verdicts so far, and the moves that were made."""

    def __init__(self, start: State, teller: Teller, seat: str, refused: Mapping[int, Fault]) -> None:
        self.start, self.teller, self.seat, self.refused = start, teller, seat, refused
        self.side = start.scenario.seats[seat]
        self.verdicts: list[tuple[Line, Verdict]] = []
        self.made: list[Made] = []
        self.reserved: frozenset[str] = frozenset()

    def carry_out(self, lines: Sequence[Line]) -> None:
        """All but the lines for the end of the phase, and who moves by himself."""
        first, written, activations, _ = parts(lines)
        orders = [line.order for line in written]
        self.reserved = frozenset(each.leader for each in orders if isinstance(each, Fire) and each.leader)
        for line in (*first, *written, *activations):
            self._one(line)
        if self._moves():
            move_by_themselves(self.teller, self.side, self._go)

    def end(self, lines: Sequence[Line]) -> None:
        """What is left: stacks over their limit, and the lines for the end of the phase."""
        if self._moves():
            thin_out(self.teller, self.side)
        for line in parts(lines)[3]:
            self._one(line)

    def _moves(self) -> bool:
        phase = self.teller.state.phase
        return kind_of(phase) == "movement" and acting_in(phase) == self.side

    def _one(self, line: Line) -> None:
        """One line: its verdict on the position as it is by then, and what it does there."""
        verdict = self._verdict(line)
        self.verdicts.append((line, verdict))
        for event in verdict.events:
            self.teller.emit(event)
            if isinstance(line.order, Move | Land) and isinstance(event, facts.Moved):
                self.made.append(Made(line.number, event.units, event.path))

    def _verdict(self, line: Line) -> Verdict:
        if line.number in self.refused:
            return Verdict(line.order, (self.refused[line.number],))
        state = self.teller.state
        verdict = judge(state, self.seat, line.order, self.reserved)
        if verdict.faults and _waits(self.start, state.phase, self.seat, line.order, verdict.faults[0].code):
            return Verdict(line.order, notes={"waits": verdict.faults[0].code})
        return verdict

    def _go(self, unit: str, way: Sequence[str], by: By) -> None:
        """A unit that moves by itself, as a check sees it."""
        if self.teller.state.counter(unit).by_activation:
            self.teller.emit(facts.Activated(side=self.side, units=(unit,), at=way[0]))
        self.teller.emit(moved_event(self.teller.state, (unit,), way, by))


def _waits(start: State, phase: str, seat: str, order: Order, code: str) -> bool:
    """Whether a faulty line may be good when its moment comes: only its names are judged until then (AFR-15.1)."""
    if RANK[code] <= RANK["not-your-unit"]:
        return False
    if moment_of(order):
        return True  # AFR-15.1
    if phase == start.phase:
        return False
    own_half = attacker_in(phase) == attacker_in(start.phase) == start.scenario.seats[seat]
    return code in MENDED if own_half else True  # AFR-15.1
