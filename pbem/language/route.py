"""Which phase a line is for: a reading to the sheet of a seat."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.events import Phase
from pbem.core.orders import Line, Order, Section, Sheet, Slot
from pbem.core.problems import Args, Problem
from pbem.core.record import Record
from pbem.core.ruleset import Ruleset
from pbem.language.lexicon import IDS, Lexicon
from pbem.language.reading import Reading, ReadLine
from pbem.language.text.reader import read_text
from pbem.language.words import words

_FEW = 5
"""Words, at most, behind a verb that is offered though they are no order with it: more of them tell something else."""
Suits = Callable[[str, Order], bool]
Takes = Callable[[Phase, Order], bool]


def to_sheet(
    reading: Reading,
    seat: str,
    side: str,
    phases: Sequence[Phase],
    current: str,
    suits: Suits | None = None,
    every: Sequence[Phase] = (),
) -> tuple[Sheet, tuple[Problem, ...]]:
    """The sheet of a seat from its reading, and the `wrong-phase` and `unknown-phase` lines, which it does not hold.

    `phases` is the sequence of play (leave out those that are known to be skipped, which `every` has too, so that a
    line for them is told what it waits for), `current` the game's phase in it.
    A line below a PHASE head is for that phase, one below a heading ("Fleets:") too if the phase takes it; others go to
    the first phase, from the current one on, for which `side` may send the verb, as an order or as a reaction. Where
    several phases take a verb (artillery and fleets both BOMBARD) it is the first that `suits` the order. An order that
    names a phase itself is for that phase, wherever it stands; standing orders belong to no phase, and questions
    are left out. A head without lines gives an empty section.
    """
    ahead = _ahead(phases, side, current)
    takes = _takes(phases, side, suits)
    why = _Misrouted(side, [p.id for p in phases], current, every or phases)
    loose = {phase.id for phase in every or phases} - set(reading.heads)
    by_phase: dict[str, list[Line]] = {}
    standing: list[Line] = []
    problems: list[Problem] = []
    for line in reading.lines:
        if line.order is None:
            continue
        written = Line(number=line.number, order=line.order, text=line.text)
        if line.order.asks():
            continue
        if line.order.stands():
            standing.append(written)
        elif (phase := _phase_of(line, line.order, ahead, takes, strict=line.phase not in loose)) is not None:
            by_phase.setdefault(phase, []).append(written)
        else:
            problems.append(why.problem(line, line.order))
    named = by_phase.keys() | set(reading.heads)
    sections = tuple(Section(phase=p.id, lines=tuple(by_phase.get(p.id, ()))) for p in ahead if p.id in named)
    return Sheet(seat=seat, sections=sections, standing=tuple(standing)), tuple(problems)


def phase_test(rules: Ruleset, state: Any, seat: str) -> Suits:
    """What tells between phases of one verb: the rule set's check of an order alone, unless it says `wrong-phase`."""

    def suits(phase: str, order: Order) -> bool:
        section = Section(phase=phase, lines=(Line(number=1, order=order),))
        problems = rules.check(state, seat, Sheet(seat=seat, sections=(section,))).problems
        return all(problem.code != "wrong-phase" for problem in problems)

    return suits


def _ahead(phases: Sequence[Phase], side: str, current: str) -> tuple[Phase, ...]:
    """The phases still to come in this turn, the current one included, for which a side may send anything."""
    ids = [phase.id for phase in phases]
    start = ids.index(current) if current in ids else 0
    return tuple(phase for phase in phases[start:] if phase.verbs(side))


def _takes(phases: Sequence[Phase], side: str, suits: Suits | None) -> Takes:
    """Whether a phase takes an order of a side: by its verb, and where that does not tell, by what `suits`."""
    verbs = Counter(verb for phase in phases for verb in phase.verbs(side))

    def takes(phase: Phase, order: Order) -> bool:
        if not phase.takes(order, side):
            return False
        return suits is None or verbs[order.type] < 2 or suits(phase.id, order)

    return takes


def _phase_of(line: ReadLine, order: Order, ahead: Sequence[Phase], takes: Takes, *, strict: bool) -> str | None:
    """The phase of a line; `strict`: that of the head above it, or none."""
    named = _named(order, order.FORM)
    wanted = named or line.phase
    found = next((phase.id for phase in ahead if wanted in (phase.id, None) and takes(phase, order)), None)
    if found is None and wanted is not None and not (named or strict):
        return next((phase.id for phase in ahead if takes(phase, order)), None)
    return found


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


def verb_for(rest: str, phases: Sequence[Phase], phase: str, side: str, lexicon: Lexicon) -> Args:
    """The verb, as `verb`, that the rest of an order wants in a phase: the first that it suits, one of the phases after
    it too; where it suits none, and is no more than a few words, the only one of the phase, if it may be left unsaid.
    """
    own, ids = _verbs(phases, phase, side), [each.id for each in phases]
    later = phases[ids.index(phase) :] if own else ()
    verbs = dict.fromkeys(verb for each in later for verb in each.verbs(side))
    said = ((verb, lexicon.say("verbs", verb, IDS)) for verb in verbs)
    right = (verb for verb, word in said if _is_right(f"{word} {rest}", lexicon))
    unsaid = len(own) == 1 and lexicon.orders[own[0]].UNSAID and len(words(rest)) <= _FEW
    found = next(right, own[0] if unsaid else "")
    return {"verb": found} if found else {}


def _verbs(phases: Sequence[Phase], phase: str, side: str) -> Sequence[str]:
    """The verbs that a side may send for a phase."""
    return next((each.verbs(side) for each in phases if each.id == phase), ())


def _is_right(line: str, lexicon: Lexicon) -> bool:
    """Whether a line is an order, or several, with nothing wrong in its words."""
    read = read_text(line, lexicon).lines
    return bool(read) and all(each.order is not None and each.is_whole for each in read)


def only_verb(phases: Sequence[Phase], phase: str, side: str) -> Args:
    """The one verb that a side may send for a phase, as `instead`; nothing where there are others or none."""
    verbs = _verbs(phases, phase, side)
    return {"instead": verbs[0]} if len(verbs) == 1 else {}


@dataclass(frozen=True, slots=True)
class _Misrouted:
    """Why a line is for no phase: those of the turn by id, the present one, and all of the game."""

    side: str
    turn: Sequence[str]
    current: str
    every: Sequence[Phase]

    def problem(self, line: ReadLine, order: Order) -> Problem:
        """The fault of a line; its values are those of the sentence that fits best."""
        if line.phase is not None and all(phase.id != line.phase for phase in self.every):
            return Problem(line=line.number, code="unknown-phase", args={"read": line.phase})
        named = _named(order, order.FORM) or line.phase
        args: Args = {"verb": order.type, **self._why(order, named)}
        return Problem(line=line.number, code="wrong-phase", args=args)

    def _why(self, order: Order, named: str | None) -> Args:
        wanted = [
            phase for phase in self.every if phase.id == named or (named is None and phase.takes(order, self.side))
        ]
        if not wanted:
            return {"phase": named} if named else {}
        if named and not wanted[0].verbs(self.side):
            return {"foreign": named}
        ahead = [p.id for p in wanted if p.id in self.turn and not self._is_over(p.id)]
        if ahead:
            return {"phase": named or ahead[0], **({} if named is None else self._fitting(order))}
        past = [p.id for p in wanted if self._is_over(p.id)]
        return {"past": past[-1]} if past else {"now": self.current, **only_verb(self.every, self.current, self.side)}

    def _fitting(self, order: Order) -> Args:
        """The phase for which an order can be sent now that stands below the head of another, if there is one."""
        fits = [p.id for p in self.every if p.id in self.turn and not self._is_over(p.id) and p.takes(order, self.side)]
        return {"fits": fits[0]} if fits else {}

    def _is_over(self, phase: str) -> bool:
        """Whether a phase comes before the present one, in this turn or before all turns."""
        if phase in self.turn and self.current in self.turn:
            return self.turn.index(phase) < self.turn.index(self.current)
        ids = [p.id for p in self.every]
        return self.current in ids and ids.index(phase) < ids.index(self.current)
