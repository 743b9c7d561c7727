"""Windows: both sides' standing orders act, one after the other, each on the position that the one before left."""

import json
from collections.abc import Sequence

from pydantic import ValidationError

from pbem.canonical import canonical
from pbem.core.events import Answered
from pbem.core.orders import Line
from pbem.core.play import Beside, Question
from pbem.core.problems import Fault
from pbem.core.ruleset import Supposed
from pbem.kit import judging
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.acting import run_activation
from pbem.rules.africa1860.activation import full, judge_activate
from pbem.rules.africa1860.course import Course, Occasion, Whens
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import earned
from pbem.rules.africa1860.movement import moved_event
from pbem.rules.africa1860.orders import Activate, Ask, Pass, Suppose, When
from pbem.rules.africa1860.sequence import SPANISH, acting_in, enemy
from pbem.rules.africa1860.standing import awaited_at, awaited_by, in_force, try_when
from pbem.rules.africa1860.state import State

PASS = "pass"
MOMENT_PRIORITY = 5
"""That of a line with a moment among the standing orders (AFR-15.3)."""
LAST = 10**9
BEFORE_ALL = (0, 0)
"""Ranks are (priority, number): the last number of a priority, and the rank before all others."""
MOMENTS = {"starts": "start", "ends": "end"}


def _rank(line: Line) -> tuple[int, int]:
    """The place of a line among standing orders: by priority, then as given; a line that is no WHEN comes first."""
    return (line.order.priority, line.number) if isinstance(line.order, When) else BEFORE_ALL  # AFR-15.3


def _lines_at(course: Course, side: str, occasion: Occasion) -> list[tuple[str, Line]]:
    """The standing orders in force of a side that may have waited for an occasion, in order (AFR-15.3)."""
    if side not in course.standing:
        given = course.play.standing_lines(side)
        known = in_force([line for _, line in given])
        waiting: Whens = {}
        course.standing[side] = waiting
        for seat, line in given:
            if isinstance(line.order, When) and line.number in known:
                waiting.setdefault(awaited_by(line.order.trigger), []).append((seat, line))
    kept = course.standing[side]
    if not kept:
        return []
    found = [each for key in awaited_at(side, occasion) for each in kept.get(key, ())]
    return sorted(found, key=lambda each: _rank(each[1])) if found else found


def react(course: Course, occasion: Occasion) -> None:
    """Let both sides act at an occasion: first the one whose phase it is not (AFR-15.3)."""
    acting = acting_in(course.play.state.phase) or enemy(SPANISH)
    for side in (enemy(acting), acting):  # AFR-15.3
        course.count += 1
        lines = _lines_at(course, side, occasion)
        if lines or course.moments or course.play.has_answers:
            _Window(course, side, occasion, lines).open()


class _Window:
    """One occasion for one side. Each of its standing orders is tried once, by priority, then as given (AFR-15.3).

    `tried`: the lines up to this rank have been tried.
    """

    def __init__(self, course: Course, side: str, occasion: Occasion, lines: Sequence[tuple[str, Line]]) -> None:
        self.course, self.side, self.occasion, self.lines = course, side, occasion, lines
        self.number = course.count
        self.tried = BEFORE_ALL
        self.questions = 0
        self.answers: dict[str, Activate | Ask] = {}
        """What standing orders have answered here, by the text of it: it need not be read again."""

    def open(self) -> None:
        """Let the side's orders act, lines with a moment among them."""
        self._standing(MOMENT_PRIORITY)
        self.tried = max(self.tried, (MOMENT_PRIORITY, LAST))
        self._moments()
        self._standing(LAST)

    def _standing(self, most: int) -> None:
        """Let the standing orders up to a priority act."""
        play = self.course.play
        while True:
            self.questions += 1
            left, id_ = self._left(most), f"reaction {self.side} {self.number}.{self.questions}"
            if not left and not play.is_answered(id_):
                return
            answer = play.react(self._question(id_), left)
            if answer is None:
                return
            self.tried = next((_rank(line) for _, line in self.lines if line.number == answer.line), self.tried)
            order = self.answers.get(answer.answer) or read_order(answer.answer)
            if isinstance(order, Ask):
                self._ask(order, answer)
            elif order is not None:
                self._run(order, answer.line)

    def _question(self, id_: str) -> Question:
        return Question(
            id=id_,
            side=self.side,
            kind="reaction",
            options=(PASS,),
            default=PASS,
            rule="AFR-15.3",
            match=lambda seat, line: self._match(line),
            rank=lambda seat, line: _rank(line),
            accepts=lambda answer: read_order(answer) is not None,
            waits=False,
        )

    def _left(self, most: int) -> list[tuple[str, Line]]:
        """The lines up to a priority that are still to be tried in this window, with their seats, in order."""
        waiting, tried = self.course.waiting, self.tried
        return [
            (seat, line)
            for seat, line in self.lines
            if tried < _rank(line) <= (most, LAST) and f"{self.side} {line.number}" not in waiting
        ]

    def _match(self, line: Line) -> tuple[str | None, str]:
        """What a line answers; one that is no WHEN nothing."""
        if not isinstance(line.order, When):
            return None, ""
        state = self.course.play.state
        then, why = try_when(state, self.side, line.number, line.order, self.occasion)
        if isinstance(then, Activate):
            self.course.able = state, then
        if then is None:
            return None, why
        answer = written(then)
        self.answers[answer] = then
        return answer, ""

    def _ask(self, order: Ask, answer: Answered) -> None:
        """Ask the owner of an ASK what its units do: one ACTIVATE of them, or nothing (AFR-15.5).

        What its later lines would ask here is open beside it, and is told in the same mail.
        """
        key = f"{self.side} {answer.line}"
        later = self._later()
        question = self._to_owner(key, order)
        self.course.asked[key] = self.course.asked.get(key, 0) + 1
        then = read_order(self.course.play.ask(question, later.values()))
        before = self.course.waiting
        self.course.waiting = before | later.keys()
        if isinstance(then, Activate):
            self._run(then, answer.line)
        self.course.waiting = before

    def _to_owner(self, key: str, order: Ask) -> Question:
        """The question of an ASK, of the standing order `key`: PASS takes what no ACTIVATE answers (AFR-15.5)."""
        state, times = self.course.play.state, self.course.asked.get(key, 0) + 1
        return Question(
            id=f"react {key}" if times == 1 else f"react {key} #{times}",  # AFR-15.5
            side=self.side,
            kind="reaction",
            options=(PASS,),
            default=PASS,
            rule="AFR-15.5",
            match=lambda seat, line: answer_of(state, self.side, order, line),
            rank=lambda seat, line: isinstance(line.order, Pass),
            accepts=lambda text: isinstance(read_order(text), Activate),
            units=order.units,
        )

    def _later(self) -> dict[str, Beside]:
        """What the lines that are still to be tried would ask in this window, by key, as things stand (AFR-15.3)."""
        found = {}
        for seat, line in self._left(LAST):
            then = read_order(self._match(line)[0] or "")
            if isinstance(then, Ask):
                key = f"{self.side} {line.number}"
                found[key] = self._to_owner(key, then), (seat, line)
        return found

    def _run(self, order: Activate, standing: int | None) -> None:
        for fault in earned(run_activation(self.course, self.side, order, standing=standing)):
            unit = str(fault.args.get("unit", order.units[0]))
            lost = facts.ReactionLost(side=self.side, standing=standing, unit=unit, code=fault.code, rule=fault.rule)
            self.course.play.emit(lost)

    def _moments(self) -> None:
        """Carry out the lines that wait for this moment of the phase (AFR-15.1)."""
        play, moment = self.course.play, MOMENTS.get(self.occasion.kind)
        for seat, lines in sorted(self.course.moments.items()):
            if play.state.scenario.seats[seat] != self.side:
                continue
            for line in lines:
                order = line.order
                if isinstance(order, Activate) and order.when is not None and order.when.moment == moment:
                    void_line(self.course, seat, line, run_activation(self.course, self.side, order))


def void_line(course: Course, seat: str, line: Line, faults: Sequence[Fault]) -> None:
    """Tell that a line, or a part of it, was void: once, with the first code that it earns (section 17)."""
    judging.void_line(course.play, seat, line, earned(faults))


def written(order: Activate | Ask) -> str:
    """An order as an answer holds it: canonical JSON."""
    return canonical(order.to_json()).decode()


def read_order(answer: str) -> Activate | Ask | None:
    """The order that an answer holds; None for one that holds none."""
    if not answer.startswith("{"):
        return None
    try:
        data = json.loads(answer)
        return Ask.model_validate(data) if data.get("type") == "ask" else Activate.model_validate(data)
    except (ValueError, ValidationError):
        return None


def answer_of(state: State, side: str, asked: Ask, line: Line) -> tuple[str | None, str]:
    """What a line says to an ASK: PASS, or an ACTIVATE of its units that can be done now (AFR-15.5)."""
    order = line.order
    if isinstance(order, Pass):
        return PASS, ""  # AFR-15.5
    if not isinstance(order, Activate) or order.when is not None:
        return None, ""
    actors = [unit for unit in order.units if unit in state.units and not state.counter(unit).is_leader]
    if not set(actors) <= set(asked.units):
        return None, ""
    verdict = judge_activate(state, side, order)
    if verdict.faults:
        return None, verdict.faults[0].code
    return written(full(verdict)), ""  # AFR-15.5


# Trying out ------------------------------------------------------------------------------------------------------


def suppose(state: State, seat: str, order: Suppose, standing: Sequence[Line]) -> tuple[Supposed, ...] | Fault:
    """What the standing orders of a seat would do if a unit did this now, in the order of resolution (AFR-15.3).

    A unit that enters is put where it enters first. Each order is judged as the orders before it leave the position if
    the dice change nothing: a unit that acts by one has that activation no more for the next.
    """
    side, unit = state.scenario.seats[seat], order.unit
    if unit not in state.units or not state.on_map(unit):
        return Fault("unknown-unit", "AFR-4.1", {"unit": unit})
    occasion = _supposed_occasion(state, order)
    if order.enters is not None:
        path = (state.units[unit].at, order.enters)
        state = evolve(state, moved_event(state, (unit,), path, "order"))
    found = []
    for number, when in sorted(in_force(standing).items(), key=lambda each: (each[1].priority, each[0])):
        then, why = try_when(state, side, number, when, occasion)
        found.append(Supposed(number, then, "" if then else why or "trigger"))
        for event in judge_activate(state, side, then).events if isinstance(then, Activate) else ():
            state = evolve(state, event)
    return tuple(found)


def _supposed_occasion(state: State, order: Suppose) -> Occasion:
    """What would happen, as the standing orders see it."""
    side, at, units = state.side(order.unit), state.units[order.unit].at, (order.unit,)
    if order.enters is not None:
        return Occasion("enters", side, order.enters, at, units)
    if order.leaves is not None:
        return Occasion("leaves", side, order.leaves, None, units)
    if order.fires is not None:
        return Occasion("fires", side, order.fires, None, units)
    if order.retreats is not None:
        return Occasion("retreats", side, order.retreats, None, units)
    return Occasion("activates", side, at, None, units)
