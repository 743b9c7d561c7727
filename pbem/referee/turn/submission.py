"""A mail's lines as a seat's sheet: read, routed to phases, checked on the projected position. Pure.

Line numbers are those of the mail. The lines of earlier mails that stay in force are checked along with the new ones;
inside the check they carry numbers from EARLIER on, so that no two lines share one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Question
from pbem.core.problems import Checked, CheckedLine, Problem
from pbem.game.game import Game
from pbem.game.verbs import SOUGHT, crews, open_phases, unsaid_verbs, where_units_stand, with_verb
from pbem.gamedata.games import problems as own_problems
from pbem.language.reading import Command, Reading, ReadLine
from pbem.language.route import phase_test, to_sheet
from pbem.language.sheet import WRITTEN, read_json
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from pbem.referee.turn.merging import Merged, explain, merge_lines, number_sheet

EARLIER = 1_000_000


@dataclass(frozen=True, slots=True)
class Submission:
    """What a seat sent and what came of it.

    `accepted` are the good new lines by phase; `answers` those that answer a question of a suspended phase instead;
    `merged` all lines that stand with it, by phase; `sheet` the same, of the phases that it changes, each line with its
    number in the turn; `checked_lines` what the check found for each good new line, `standing_lines` for each line that
    stands, numbered in the order in which they count; `kept_parts` the single orders of each earlier line for a group,
    by phase and number in the turn; `problems` the faults of new lines
    (and line 0), `spoiled_lines` those of earlier lines by phase and number, which the new ones make impossible.
    `refused` gives the phase of each new line that has a problem: that of its head or of the lines beside it. `passed`
    are phases with a head and no line: nothing is wanted in them. `is_sufficient`: the good lines lack nothing that the
    rules ask for in the current phase. `complete`: nor has any line a problem. `supposed` are lines that ask what
    standing orders would do. `foreseen`: what the rules will do by themselves to what these lines leave.
    """

    reading: Reading
    accepted: Mapping[str, tuple[Line, ...]]
    merged: Mapping[str, Merged]
    sheet: Mapping[str, tuple[Line, ...]]
    standing: tuple[Line, ...] | None
    answers: tuple[Line, ...]
    checked_lines: tuple[CheckedLine, ...]
    standing_lines: tuple[CheckedLine, ...]
    kept_parts: Mapping[tuple[str, int], tuple[Order, ...]]
    problems: tuple[Problem, ...]
    spoiled_lines: tuple[tuple[str, Problem], ...]
    refused: Mapping[int, str]
    passed: frozenset[str]
    is_sufficient: bool
    complete: bool
    supposed: tuple[Line, ...] = ()
    foreseen: tuple[Problem, ...] = ()

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands among the lines."""
        return self.reading.commands


def void_submission(reading: Reading) -> Submission:
    """What a reading comes to in a game that has ended: each line is refused for that alone."""
    lines = tuple(line for line in reading.lines if not _asks(line))
    return Submission(
        reading=replace(reading, lines=lines),
        accepted={},
        merged={},
        sheet={},
        standing=None,
        answers=(),
        checked_lines=(),
        standing_lines=(),
        kept_parts={},
        problems=tuple(Problem(line=line.number, code="game-over") for line in lines),
        spoiled_lines=(),
        refused={},
        passed=frozenset(),
        is_sufficient=False,
        complete=False,
    )


def read_orders(
    game: Game, seat: str, text: str, *, kind: str = "text", strict: bool = False, language: str = WRITTEN
) -> Reading:
    """The orders and commands in what a seat sent in its `language`: a text, or a JSON sheet.

    `strict` takes no line for prose.
    """
    if kind == "json":
        return read_json(text.encode("utf-8"), game.lexicon)
    side = game.manifest.seats[seat]
    if strict:
        return read_text(text, game.lexicon, strict=True, side=side)
    stands = where_units_stand(game, seat)
    unsaid = unsaid_verbs(game, seat, language, stands)
    crew = crews(game, seat, unsaid, stands)
    return read_text(text, game.lexicon, side=side, unsaid=unsaid, stands=stands, crew=crew)


def judge_reading(
    game: Game,
    seat: str,
    reading: Reading,
    *,
    earlier: Mapping[str, Sequence[Line]],
    locked: str = "",
    asked: Sequence[Question] = (),
    before: tuple[Line, ...] = (),
    language: str = WRITTEN,
) -> Submission:
    """Check what a seat sent in its `language`; `earlier` are lines in force by phase, `before` standing orders.

    A new line replaces earlier ones of its phase for the same units, a JSON sheet whole phases, a refused line nothing;
    none a phase `locked` until its beacon is known. For a suspended phase it answers what is `asked`, or is too late.
    """
    elsewhere = _heads(game, reading)
    sheet, answers, problems = _route(game, seat, reading, locked, asked)
    passed = frozenset() if elsewhere else _passed(reading, sheet, {} if reading.replaces else earlier)
    new = {section.phase: section.lines for section in sheet.sections if section.lines or section.phase in passed}
    merger = _Merger(earlier, new, reading.replaces, partial(_beside, game, language))
    merged, checked, found = _checked(game, merger, sheet.model_copy(update={"before": before}))
    problems += [*elsewhere, *found]
    bad = {line.number for line in reading.lines} if elsewhere else {p.line for p in problems} - {0}
    merged = merger.merge(bad) if elsewhere else merged
    accepted = {phase: _as_merged(merged[phase], lines, bad) for phase, lines in new.items()}
    return Submission(
        reading=replace(reading, lines=_told(reading, new, accepted, bad)),
        accepted=accepted,
        merged=merged,
        sheet=number_sheet({p: merged[p] for p in sorted(accepted) if accepted[p] or p in passed}, _free(earlier)),
        standing=_good(sheet.standing, bad),
        answers=() if elsewhere else answers,
        checked_lines=tuple(f for f in checked.lines if f.line.number < EARLIER and f.line.number not in bad),
        standing_lines=_standing_lines(merged, checked, bad),
        kept_parts=_kept_parts(checked),
        problems=tuple(sorted((_explained(p, new, merged, bad) for p in problems), key=lambda p: p.line)),
        spoiled_lines=tuple(_earlier(merged, p) for p in checked.problems if p.line >= EARLIER),
        refused=_refused(game, game.manifest.seats[seat], reading, sheet, {p.line for p in problems} - {0}),
        passed=passed,
        is_sufficient=checked.complete,
        foreseen=checked.foreseen,
        complete=checked.complete and not bad,
        supposed=_supposed(reading),
    )


def _standing_lines(merged: Mapping[str, Merged], checked: Checked, bad: Collection[int]) -> tuple[CheckedLine, ...]:
    """What the check found for each line that stands, earlier or new, numbered in the order in which they count."""
    spoiled = {p.line for p in checked.problems} | set(bad)
    found = {(each.phase, each.line.number): each for each in checked.lines if each.line.number not in spoiled}
    standing = [(phase, line) for phase in merged for line in _numbered(merged, phase)]
    good = [found[phase, line.number] for phase, line in standing if (phase, line.number) in found]
    return tuple(
        replace(each, line=each.line.model_copy(update={"number": number})) for number, each in enumerate(good, 1)
    )


def _kept_parts(checked: Checked) -> dict[tuple[str, int], Any]:
    """What the kept lines of groups come to, by phase and number."""
    kept = (found for found in checked.lines if found.parts and found.line.number >= EARLIER)
    return {(found.phase, found.line.number % EARLIER): found.parts for found in kept}


def _route(
    game: Game, seat: str, reading: Reading, locked: str, asked: Sequence[Question]
) -> tuple[Sheet, tuple[Line, ...], list[Problem]]:
    """The lines of a reading by phase, those that answer a question, and what is wrong of the others."""
    side, suits = game.manifest.seats[seat], phase_test(game.rules, game.state, seat)
    written = {line.number: line.text for line in reading.lines}
    stands = where_units_stand(game, seat)
    bare = [problem.line for problem in reading.problems if "rest" in problem.args][:SOUGHT]
    read = [
        with_verb(each, written.get(each.line, ""), game, seat, stands, tried=each.line in bare)
        for each in reading.problems
    ]
    sheet, misrouted = to_sheet(reading, seat, side, open_phases(game), game.state.phase, suits, game.rules.SEQUENCE)
    misrouted = tuple(_as_skipped(game, problem) for problem in misrouted)
    sheet, answers = _split_answers(sheet, seat, asked)
    sheet, late = _unlocked(game, sheet, locked, asked)
    return sheet, answers, [*read, *misrouted, *late]


def _as_skipped(game: Game, problem: Problem) -> Problem:
    """A line that comes too late for a phase, told otherwise where that phase was not played in this turn."""
    past, turn = problem.args.get("past"), game.state.turn
    played = (getattr(record, "phase", None) for record in game.position.journal.in_force() if record.turn == turn)
    if past is None or past in played or past in {phase.id for phase in game.rules.SEQUENCE if phase.once}:
        return problem
    args = {name: value for name, value in problem.args.items() if name != "past"}
    return problem.model_copy(update={"args": {**args, "skipped": past}})


def _supposed(reading: Reading) -> tuple[Line, ...]:
    """The lines that ask what standing orders would do."""
    asking = ((line, line.order) for line in reading.lines if _asks(line))
    return tuple(Line(number=line.number, order=order, text=line.text) for line, order in asking if order is not None)


def _told(
    reading: Reading, new: Mapping[str, Sequence[Line]], accepted: Mapping[str, Sequence[Line]], bad: Collection[int]
) -> tuple[ReadLine, ...]:
    """The lines of a reading that are told: none that asks, nor one that turned out to be the order of another."""
    sent, stand = ({line.number for lines in each.values() for line in lines} for each in (new, accepted))
    same = sent - stand - set(bad)
    return tuple(line for line in reading.lines if not _asks(line) and line.number not in same)


def _asks(line: ReadLine) -> bool:
    return line.order is not None and line.order.asks()


def _free(earlier: Mapping[str, Sequence[Line]]) -> int:
    """The first number that no line has."""
    return 1 + max((line.number for lines in earlier.values() for line in lines), default=0)


@dataclass(frozen=True, slots=True)
class _Merger:
    """Earlier and new lines by phase, whether the new ones are their whole phases, and what one means beside others."""

    earlier: Mapping[str, Sequence[Line]]
    new: Mapping[str, Sequence[Line]]
    whole: bool
    beside: Callable[[Line, Sequence[Order]], Line]

    def merge(self, without: Collection[int] = (), unheard: Collection[int] = ()) -> dict[str, Merged]:
        """All phases, with the lines that some refused ones would have replaced.

        Each new order is as it is meant beside all others but the `unheard` new ones.
        """
        heard = [line.order for lines in self.new.values() for line in lines if line.number not in unheard]
        others = [*heard, *(line.order for lines in self.earlier.values() for line in lines)]
        # Whom an order is for tells which earlier line it replaces, and which stand beside it tells what it leaves out.
        meant = {phase: self._once(lines, others) for phase, lines in self.new.items()}
        given = [given for each in self._merge(meant, without).values() for given in each.lines]
        stand = [line.order for line, is_new in given if not (is_new and line.number in unheard)]
        return self._merge({phase: self._once(lines, stand) for phase, lines in self.new.items()}, without)

    def _once(self, lines: Sequence[Line], others: Sequence[Order]) -> tuple[Line, ...]:
        """Lines as they are meant beside others; of those that are the same order only then the first: who go together
        may each be told to.
        """
        found: list[Line] = []
        for line in lines:
            meant = self.beside(line, others)
            if meant is line or all(meant.order != other.order for other in found):
                found.append(meant)
        return tuple(found)

    def _merge(self, new: Mapping[str, Sequence[Line]], without: Collection[int]) -> dict[str, Merged]:
        """The same of new lines as they are."""
        return {
            phase: merge_lines(
                self.earlier.get(phase, ()),
                new.get(phase, ()),
                whole=self.whole and self._says(phase, without),
                without=without,
            )
            for phase in sorted(self.earlier.keys() | new.keys())
        }

    def _says(self, phase: str, without: Collection[int]) -> bool:
        """Whether the mail says anything good of a phase: that nothing is wanted in it, or a line that stands."""
        lines = self.new.get(phase)
        return lines is not None and (not lines or any(line.number not in without for line in lines))


def _checked(game: Game, merger: _Merger, sheet: Sheet) -> tuple[dict[str, Merged], Checked, list[Problem]]:
    """What stands, the check of it, and the problems of new lines.

    Where a refused line would have replaced an earlier one all is checked again without it: what it would have
    replaced stands, and may be in the way of other new lines. So it is where an order would have left somebody out
    for its sake.
    """
    refused, unheard = set[int](), set[int]()
    problems: list[Problem] = []
    while True:
        merged = merger.merge(refused, unheard)
        checked = check_lines(game, merged, sheet)
        found = [p for p in checked.problems if p.line < EARLIER and p.line not in unheard]
        bad = {p.line for p in found} - {0}
        if (vain := _single(merged, bad)) and merger.merge(refused, vain | unheard) != merged:
            problems += [p for p in found if p.line in vain]
            unheard |= vain
            continue
        bad |= unheard
        if not any(_replaces(each, bad) for each in merged.values()):
            return merger.merge(refused | bad, unheard), checked, [*problems, *found]
        problems += [p for p in found if p.line]
        refused |= bad


def _single(merged: Mapping[str, Merged], bad: Collection[int]) -> set[int]:
    """The bad ones among the new lines whose orders mean the same beside any others."""
    lines = (line for each in merged.values() for line, is_new in each.lines if is_new and line.number in bad)
    return {line.number for line in lines if type(line.order).beside is Order.beside}


def _beside(game: Game, language: str, line: Line, others: Sequence[Order]) -> Line:
    """A line as it is meant beside others; one that leaves somebody out says so in words of a language."""
    order = line.order.placed(game.state).beside(others, game.state)
    if order is line.order:
        return line
    return line.model_copy(update={"order": order, "text": write_order(order, game.lexicon, language)})


def _as_merged(merged: Merged, lines: Sequence[Line], bad: Collection[int]) -> tuple[Line, ...]:
    """The new lines of a phase that are good, in their order, as they were merged: with what they leave out."""
    meant = {line.number: line for line, is_new in merged.lines if is_new}
    return tuple(meant[line.number] for line in lines if line.number in meant and line.number not in bad)


def _explained(
    problem: Problem, new: Mapping[str, Sequence[Line]], merged: Mapping[str, Merged], bad: Collection[int]
) -> Problem:
    """A problem with what stands beside its line in the phase."""
    phase = next((phase for phase, lines in new.items() if any(li.number == problem.line for li in lines)), None)
    if phase is None:
        return problem
    kept = [line.model_copy(update={"number": -line.number}) for line in merged[phase].kept]  # no number of the mail's
    good = {line.number for line in new[phase]} - set(bad)
    return explain(problem, [*kept, *new[phase]], {*good, *(line.number for line in kept)})


def _replaces(merged: Merged, bad: set[int]) -> bool:
    """Whether any of some new lines takes the place of an earlier one."""
    return not bad.isdisjoint(merged.owners.values())


def kept_line(line: Line) -> dict[str, Any]:
    """A line as the private side keeps it, and as the hash of a sheet covers it."""
    return {"number": line.number, "text": line.text, "order": line.order.to_json()}


def _passed(reading: Reading, sheet: Sheet, earlier: Mapping[str, Sequence[Line]]) -> frozenset[str]:
    """The phases for which the sheet says "nothing": a head without a line, where no earlier line stands either."""
    unread = {line.phase for line in reading.lines}
    empty = {section.phase for section in sheet.sections if not section.lines}
    return frozenset(empty - unread - {phase for phase, lines in earlier.items() if lines})


def _split_answers(sheet: Sheet, seat: str, asked: Sequence[Question]) -> tuple[Sheet, tuple[Line, ...]]:
    """The sheet without the lines that answer a question, and those; standing lines stay in it, they may do both."""
    lines = (line for section in sheet.sections for line in section.lines)
    answers = tuple(line for line in lines if any(each.match(seat, line)[0] is not None for each in asked))
    kept = tuple(
        section.model_copy(update={"lines": tuple(line for line in section.lines if line not in answers)})
        for section in sheet.sections
    )
    return (sheet.model_copy(update={"sections": kept}), answers) if answers else (sheet, ())


def _unlocked(game: Game, sheet: Sheet, locked: str, asked: Sequence[Question]) -> tuple[Sheet, tuple[Problem, ...]]:
    """The sheet without lines for a phase that only waits for an answer or, its sheets `locked`, for its beacon.

    Of one that would answer a question, could it be done, the reason why it cannot is told.
    """
    waiting = game.position.journal.suspended_run()
    held, code = (waiting.phase, "phase-locked") if waiting is not None else (locked, "sheet-locked")
    own = own_problems(game.manifest.ruleset, "en")

    def late_line(line: Line) -> Problem:
        tried = ((each.match(sheet.seat, line)[1], each.rule) for each in asked)
        why, rule = next(((why, rule) for why, rule in tried if why in own), ("", ""))
        if why:
            return Problem(line=line.number, code=why, rule=rule)
        return Problem(line=line.number, code=code, args={"phase": held})

    late = tuple(map(late_line, sheet.lines(held)))
    kept = tuple(section for section in sheet.sections if section.phase != held)
    return sheet.model_copy(update={"sections": kept}), late


def _refused(game: Game, side: str, reading: Reading, sheet: Sheet, bad: set[int]) -> dict[int, str]:
    """The phase of each line that has a problem; line 0 for a sheet that could not be read whole.

    A line that tells none goes with the one before it (or after it, or the present phase), so that no phase closes
    without it before it was sent again.
    """
    known = [phase.id for phase in game.rules.SEQUENCE]
    routed = {line.number: section.phase for section in sheet.sections for line in section.lines}
    told = {line.number: line.phase for line in reading.lines if line.phase in known} | routed
    ahead = [phase.id for phase in game.rules.SEQUENCE[known.index(game.state.phase) :] if side in phase.sides]
    other = game.state.phase if game.state.phase in ahead else (ahead or known)[-1]
    found = {0: other} if any(p.line == 0 and "text" not in p.args for p in reading.problems) else {}
    for number in sorted(bad):
        before = max((n for n in told if n <= number), default=min(told, default=0))
        found[number] = told.get(before) or other
    return found


def check_lines(game: Game, merged: Mapping[str, Merged], sheet: Sheet) -> Checked:
    """The rule set's check of all lines that stand, in the order of the phases, beside a sheet's standing orders."""
    order = [phase.id for phase in game.rules.SEQUENCE]
    sections = tuple(Section(phase=p, lines=_numbered(merged, p)) for p in sorted(merged, key=order.index))
    return game.rules.check(game.state, sheet.seat, sheet.model_copy(update={"sections": sections}))


def _heads(game: Game, reading: Reading) -> list[Problem]:
    """Faults of the heads: another game, a turn that is not the present one."""
    problems = []
    if reading.game is not None and reading.game.casefold() != game.name.casefold():
        problems.append(Problem(line=0, code="wrong-game", args={"read": reading.game, "expected": game.name}))
    if reading.turn is not None and reading.turn != game.state.turn:
        args: dict[str, str | int] = {"read": reading.turn, "expected": game.state.turn}
        problems.append(Problem(line=0, code="wrong-turn", args=args))
    return problems


def _numbered(merged: Mapping[str, Merged], phase: str) -> tuple[Line, ...]:
    base = EARLIER * (1 + sorted(merged).index(phase))
    return tuple(
        line if is_new else line.model_copy(update={"number": base + line.number})
        for line, is_new in merged[phase].lines
    )


def _earlier(merged: Mapping[str, Merged], problem: Problem) -> tuple[str, Problem]:
    phase = sorted(merged)[problem.line // EARLIER - 1]
    return phase, problem.model_copy(update={"line": problem.line % EARLIER})


def _good(standing: tuple[Line, ...], bad: set[int]) -> tuple[Line, ...] | None:
    """The good standing lines; None if there are none, and the earlier ones stay."""
    good = tuple(line for line in standing if line.number not in bad)
    return good or None
