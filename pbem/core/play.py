"""Play: one adjudication in progress; and adjudicate, fold: the doorway between rules and everything else."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from pbem.core.events import Answered, Event, OrderVoided, PhaseBegan, Rolled, Source
from pbem.core.orders import Line, Section
from pbem.core.ruleset import Ruleset
from pbem.dice.die import Dice, Die, Face

Meaning = Callable[[tuple[Face, ...]], str]
Match = Callable[[str, Line], tuple[str | None, str]]
Rank = Callable[[str, Line], Any]
Passed = tuple[tuple[int, str], ...]


def as_given(seat: str, line: Line) -> int:
    """The rank of standing lines that are tried as they were given: seat by seat, line by line."""
    return 0


class Question(NamedTuple):
    """A decision of somebody who is not acting, to be answered while the phase runs.

    `id` is unique in the phase and follows from the position alone. `options` are the possible answers, `default` the
    documented one. `match(seat, line)` says how a standing line of a seat answers: an option, or (None, the code of why
    it does not fire; "" for a line that has nothing to do with the question). Lines are tried in the order of
    `rank(seat, line)`, those of one rank by seat, then as given.

    Where the answers cannot be listed (an order to be carried out), `accepts(answer)` says what is one beside the
    options. A question that never `waits` takes its default also in a game that asks its players. `units` are those
    that it is about, where its words name them; `notes` are figures for these words, which its asker has found out.
    """

    id: str
    side: str
    kind: str
    options: tuple[str, ...]
    default: str
    rule: str
    match: Match
    seat: str | None = None
    rank: Rank = as_given
    accepts: Callable[[str], bool] = lambda answer: False
    waits: bool = True
    units: tuple[str, ...] = ()
    notes: Mapping[str, Any] = MappingProxyType({})

    def takes(self, answer: str) -> bool:
        """Whether an answer is one."""
        return answer in self.options or self.accepts(answer)

    def try_lines(self, lines: Collection[tuple[str, Line]]) -> tuple[Answered | None, Passed]:
        """What the first standing line that fires answers; or None, and why each of them does not.

        Lines come with their seats, in the order in which those of one rank are tried.
        """
        answer, _, passed = self._first(lines)
        return answer, passed

    def _first(self, lines: Collection[tuple[str, Line]]) -> tuple[Answered | None, tuple[str, Line] | None, Passed]:
        """The same, with the line that fires."""
        if not lines:
            return None, None, ()  # as mostly
        passed: list[tuple[int, str]] = []
        for seat, line in sorted(lines, key=lambda given: self.rank(*given)):
            answer, why_not = self.match(seat, line)
            if answer is not None:
                own = "" if seat == self.side else seat
                return self.answered(answer, "standing", tuple(passed), line=line.number, seat=own), (seat, line), ()
            if why_not:
                passed.append((line.number, why_not))
        return None, None, tuple(passed)

    def answered(self, answer: str, source: Source, passed: Passed = (), **of: Any) -> Answered:
        """The event of an answer to this question; `of` are `line` and `seat` of what gave it."""
        return Answered(
            question=self.id,
            side=self.side,
            kind=self.kind,
            answer=answer,
            source=source,
            passed=passed,
            rule=self.rule,
            **of,
        )


Beside = tuple[Question, tuple[str, Line]]


class Suspended(Exception):
    """Raised inside a run whose questions only their owners can answer; `adjudicate` turns it into a Result."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        super().__init__(", ".join(question.id for question in questions))
        self.questions = questions


@dataclass(frozen=True, slots=True)
class Result:
    """What a run gave: events in order, the state they fold to, and the open questions of a suspended phase.

    `standing` are the standing lines that answered a question, or ask one that is open, with their seats, each once.
    """

    events: tuple[Event, ...]
    state: Any
    questions: tuple[Question, ...] = ()
    standing: tuple[tuple[str, Line], ...] = ()

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The rolls among the events."""
        return tuple(e for e in self.events if isinstance(e, Rolled))


class Play:
    """One adjudication in progress: the only mutable object of the core.

    `state` is always the fold of the events emitted so far.
    """

    def __init__(
        self,
        rules: Ruleset,
        state: Any,
        dice: Dice,
        standing: Mapping[str, Sequence[Line]] | None = None,
        answers: Mapping[str, str | Answered] | None = None,
        reactions: str = "default",
        silent: Collection[str] = (),
        *,
        bound: bool = False,
    ) -> None:
        self.state = state
        self.events: list[Event] = []
        self._answered_by: dict[tuple[str, str, int], tuple[str, Line]] = {}
        self._rules = rules
        self._evolve = rules.evolve
        self._dice = dice
        self._standing = standing or {}
        self._answers = answers or {}
        self._reactions = reactions
        self._silent = silent
        self._bound = bound
        self._labels: dict[str, int] = {}

    def emit(self, event: Event) -> None:
        """Tell a fact: it is kept, and folded into the state."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def follow(self, events: Sequence[Event], state: Any) -> None:
        """Tell facts that were folded already, to try them: `state` is what they make of the present one."""
        self.events += events
        self.state = state

    def void(self, seat: str, line: int, code: str, rule: str, unit: str = "") -> None:
        """Tell that an accepted order cannot be carried out any more."""
        self.emit(OrderVoided(seat=seat, line=line, code=code, rule=rule, unit=unit))

    def roll(
        self, label: str, die: Die, count: int = 1, meaning: Meaning | None = None, rule: str = ""
    ) -> tuple[Face, ...]:
        """Roll one die, or `count` at once, under a label that names its purpose; a repeated one takes " #2", " #3".

        `meaning(faces)` gives the code of what the faces meant, for the record and the report.
        """
        unique = self._unique(label)
        faces = self._dice.faces(unique, die, count)
        said = meaning(faces) if meaning else ""
        self.emit(Rolled(label=unique, die=die.name, faces=faces, meaning=said, rule=rule))
        return faces

    def draw(self, label: str, items: Sequence[str], count: int = 1, rule: str = "") -> tuple[str, ...]:
        """Draw `count` of the items by lot, none twice, in the order drawn; labels are as those of rolls.

        The order of the items decides: give them in one that follows from the position. ValueError for more than there
        are.
        """
        if count > len(items):
            raise ValueError(f"draw {label!r}: {count} of {len(items)}")
        unique = self._unique(label)
        drawn = self._dice.draw(unique, items, count)
        self.emit(Rolled(label=unique, faces=drawn, rule=rule, items=tuple(items)))
        return drawn

    def _unique(self, label: str) -> str:
        count = self._labels[label] = self._labels.get(label, 0) + 1
        return label if count == 1 else f"{label} #{count}"

    def ask(self, question: Question, beside: Iterable[Beside] = ()) -> str:
        """The answer to a question: an explicit one, else the first standing order that fires, else the default.

        With the game option `reactions=ask` the default is not taken: Suspended is raised instead, unless the owner
        has had the time to answer and was silent. `beside` are questions that may come later in the phase, with the
        standing lines that will ask them: where this one has to wait, they are open together with it, and whoever is
        asked gets one mail. Each is answered when its turn comes, if it still comes.
        """
        answer = self._answer(question)
        if answer is None:
            later = [(each, given) for each, given in beside if self._answer(each) is None]
            for _, given in later:
                self._note(given)
            raise Suspended((question, *(each for each, _ in later)))
        self.emit(answer)
        return answer.answer

    def react(self, question: Question, lines: Sequence[tuple[str, Line]] | None = None) -> Answered | None:
        """What a recorded answer or a standing line says to an occasion for one; None where nothing does.

        Occasions are many, and mostly nobody has anything to say: the default is told only where lines were tried. The
        question should be one that never waits. `lines` are those of the side that may have to do with it, with their
        seats, where that is known: all of the side's otherwise.
        """
        answer = self._answer(question, lines)
        if answer is None or (answer.source == "default" and not answer.passed):
            return None
        self.emit(answer)
        return None if answer.source == "default" else answer

    def ask_all(self, questions: Sequence[Question]) -> tuple[str, ...]:
        """The answers to questions that are open together, each found as `ask` does; all are judged on this position.

        No answer is told before the last is in: the run stops with all that are open, and goes on with all of them.
        """
        found = [self._answer(question) for question in questions]
        missing = tuple(question for question, answer in zip(questions, found, strict=True) if answer is None)
        if missing:
            raise Suspended(missing)
        answers = [answer for answer in found if answer is not None]
        for answer in answers:
            self.emit(answer)
        return tuple(answer.answer for answer in answers)

    @property
    def has_answers(self) -> bool:
        """Whether any answer was given or recorded before the run."""
        return bool(self._answers)

    def is_answered(self, question: str) -> bool:
        """Whether an answer to the question of this id was given or recorded before the run."""
        return question in self._answers

    def _answer(self, question: Question, lines: Sequence[tuple[str, Line]] | None = None) -> Answered | None:
        """The answer to a question; None where its owner is still to be asked."""
        explicit = self._answers.get(question.id)
        if isinstance(explicit, Answered) and _fits(question, explicit) and self._is_given(question, explicit):
            known = {"side": question.side, "kind": question.kind, "rule": question.rule}
            return explicit.model_copy(update=known)  # a replay: whoever's standing order it was
        if isinstance(explicit, str) and question.takes(explicit):
            return question.answered(explicit, "answer")
        lines = self._lines_of(question) if lines is None else lines
        answer, given, passed = question._first([] if self._bound else lines)  # a replay: the record says all answers
        if given is not None:
            self._note(given)
        if answer is None and (self._reactions != "ask" or not question.waits or question.id in self._silent):
            return question.answered(question.default, "default", passed)
        return answer

    @property
    def answered_by(self) -> tuple[tuple[str, Line], ...]:
        """The standing lines that answered a question, or ask one that is open, with their seats, each once."""
        return tuple(self._answered_by.values())

    def _note(self, given: tuple[str, Line]) -> None:
        """Keep that a standing line answers or asks; those of a seat have numbers of their own by type."""
        seat, line = given
        self._answered_by.setdefault((seat, line.order.type, line.number), given)

    def _is_given(self, question: Question, answered: Answered) -> bool:
        """Whether a recorded answer that a standing order gave comes from one: asked where those are `bound` alone."""
        if not self._bound or answered.source != "standing":
            return True
        return bool(_givers(question, answered, self._lines_of(question)))

    def standing_lines(self, side: str) -> list[tuple[str, Line]]:
        """The standing lines of a side, with their seats. A replay has none: only answers may rest on them."""
        if not self._standing:
            return []
        seats = [seat for seat in sorted(self._standing) if self._rules.side_of(self.state, seat) == side]
        return [(seat, line) for seat in seats for line in self._standing[seat]]

    def _lines_of(self, question: Question) -> list[tuple[str, Line]]:
        """The standing lines that may answer a question, with their seats."""
        return [given for given in self.standing_lines(question.side) if question.seat in (None, given[0])]


def _givers(question: Question, answer: Answered, lines: Iterable[tuple[str, Line]]) -> list[tuple[str, Line]]:
    """The standing line that gives an answer to a question, with its seat; none where no line does."""
    of = answer.seat or answer.side
    found = ((seat, line) for seat, line in lines if seat == of and line.number == answer.line)
    return [given for given in found if question.match(*given)[0] == answer.answer][:1]


def _fits(question: Question, answered: Answered) -> bool:
    """Whether a recorded answer is one that the question takes: an option, or the default where it says that it is."""
    if answered.source == "default":
        return answered.answer == question.default
    return question.takes(answered.answer)


@dataclass(frozen=True)
class Inputs:
    """What one run of a phase is made from, beside the state: orders, standing orders, answers, dice.

    `silent` are the questions whose owners let the deadline pass: they get their defaults. `bound`: standing orders
    answer nothing anew, and of the answers that they gave, only those count that one of `standing` gives here.
    """

    dice: Dice
    sheets: Mapping[str, Section] = field(default_factory=dict)
    standing: Mapping[str, Sequence[Line]] = field(default_factory=dict)
    answers: Mapping[str, str | Answered] = field(default_factory=dict)
    silent: Collection[str] = ()
    bound: bool = False


def run_phase(rules: Ruleset, state: Any, inputs: Inputs) -> Result:
    """Run the state's current phase and stay in it: a case's step. Sheets hold lines that the check accepted."""
    return _run(rules, state, inputs, advance=False)


def adjudicate(rules: Ruleset, state: Any, inputs: Inputs) -> Result:
    """Run the state's current phase and go on to the next one that is not skipped. Pure: same inputs, same result."""
    return _run(rules, state, inputs, advance=True)


def _run(rules: Ruleset, state: Any, inputs: Inputs, advance: bool) -> Result:
    reactions = rules.option(state, "reactions")
    play = Play(
        rules, state, inputs.dice, inputs.standing, inputs.answers, reactions, inputs.silent, bound=inputs.bound
    )
    try:
        rules.run(play, inputs.sheets)
    except Suspended as stop:
        return Result(tuple(play.events), play.state, stop.questions, play.answered_by)
    if advance and rules.winner(play.state) is None:
        turn, phase = rules.following(play.state)
        play.emit(PhaseBegan(turn=turn, phase=phase))
    return Result(tuple(play.events), play.state, standing=play.answered_by)


def fold(rules: Ruleset, state: Any, events: Iterable[Event]) -> Any:
    """The state after the events."""
    for event in events:
        state = rules.evolve(state, event)
    return state
