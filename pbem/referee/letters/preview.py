"""What the present phase would be run with: for a referee to look at, nothing is changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.orders import Line, Section, Sheet
from pbem.core.problems import Checked, Problem
from pbem.game.game import Table
from pbem.game.voice import told_problem, voice_of
from pbem.language.write import write_order
from pbem.referee.home.home import World
from pbem.referee.turn.workflow import sent_lines


@dataclass(frozen=True, slots=True)
class Previewed:
    """One line of what would be run: seat, number (0: the sheet as a whole), order in full, what the check found.

    `notes` and `problems` are numbers and codes, `said` the same in words.
    """

    seat: str
    number: int
    order: str
    notes: dict[str, Any]
    problems: tuple[str, ...]
    said: str


def preview(world: World, table: Table, language: str) -> tuple[Previewed, ...]:
    """What the present phase would be run with, up to the first die: nothing is changed, nothing is rolled."""
    lines: list[Previewed] = []
    for seat, sent in sent_lines(world, table).items():
        section = Section(phase=table.state.phase, lines=sent)
        checked = table.rules.check(table.state, seat, Sheet(seat=seat, sections=(section,)))
        lines += [_previewed(table, seat, line, checked, language) for line in section.lines]
        lines += [_wrong(table, seat, 0, "", [p], language) for p in checked.problems if p.line == 0]
    return tuple(lines)


def _previewed(table: Table, seat: str, line: Line, checked: Checked, language: str) -> Previewed:
    found = next((f for f in checked.found if f.line.number == line.number), None)
    if found is None:
        problems = [p for p in checked.problems if p.line == line.number]
        return _wrong(table, seat, line.number, write_order(line.order, table.lexicon, language), problems, language)
    words = voice_of(table, language).words
    said = ", ".join(words.note(key) + ("" if value == "yes" else f" {value}") for key, value in found.notes.items())
    order = write_order(found.line.order, table.lexicon, language)
    return Previewed(seat, line.number, order, dict(found.notes), (), said)


def _wrong(table: Table, seat: str, number: int, order: str, problems: Sequence[Problem], language: str) -> Previewed:
    said = "; ".join(told_problem(table, problem, language) for problem in problems)
    return Previewed(seat, number, order, {}, tuple(p.code for p in problems), said)
