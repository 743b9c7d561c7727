"""What the present phase would be run with: for a referee to look at, nothing is changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.orders import Line, Section, Sheet
from pbem.core.problems import Checked, Problem
from pbem.game.game import Game
from pbem.game.voice import format_time, problem_sentence, voice_of
from pbem.language.messages import translations
from pbem.language.write import write_order
from pbem.referee.home.home import Home
from pbem.referee.turn.progress import holding_lines
from pbem.referee.turn.workflow import sent_lines
from pbem.store.rows import SeatRow


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One line of what would be run: seat, number (0: the sheet as a whole), order in full, what the check found.

    `notes` and `problems` are numbers and codes, `said` the same in words.
    """

    seat: str
    number: int
    order: str
    notes: dict[str, Any]
    problems: tuple[str, ...]
    said: str


def preview(home: Home, game: Game, language: str) -> tuple[PreviewLine, ...]:
    """What the present phase would be run with, up to the first die: nothing is changed, nothing is rolled."""
    lines: list[PreviewLine] = []
    for seat, sent in sent_lines(home, game).items():
        section = Section(phase=game.state.phase, lines=sent)
        checked = game.rules.check(game.state, seat, Sheet(seat=seat, sections=(section,)))
        lines += [_preview_line(game, seat, line, checked, language) for line in section.lines]
        lines += [_wrong(game, seat, 0, "", [p], language) for p in checked.problems if p.line == 0]
    return (*lines, *(line for seat in home.seats(game.name) for line in _refused(home, game, seat, language)))


def _refused(home: Home, game: Game, seat: SeatRow, language: str) -> Iterator[PreviewLine]:
    """The refused lines of a seat that hold the phase open, a sheet that could not be read whole among them."""
    _ = translations(language).gettext
    for held in holding_lines(home, game, seat):
        said = _("the sheet of %(at)s could not be read whole: until it is sent again or followed by DONE")
        if held.number:
            said = _(
                "refused, from the email of %(at)s: until it is sent again, dropped (DROP %(number)s) or followed by "
                "DONE"
            )
        values = {"at": format_time(held.received, seat.zone, language), "number": held.number}
        yield PreviewLine(seat.seat, held.number, held.text, {}, ("refused",), said % values)


def _preview_line(game: Game, seat: str, line: Line, checked: Checked, language: str) -> PreviewLine:
    found = next((f for f in checked.lines if f.line.number == line.number), None)
    if found is None:
        problems = [p for p in checked.problems if p.line == line.number]
        return _wrong(game, seat, line.number, write_order(line.order, game.lexicon, language), problems, language)
    words = voice_of(game, language).words
    said = ", ".join(words.note(key) + ("" if value == "yes" else f" {value}") for key, value in found.notes.items())
    order = write_order(found.line.order, game.lexicon, language)
    return PreviewLine(seat, line.number, order, dict(found.notes), (), said)


def _wrong(game: Game, seat: str, number: int, order: str, problems: Sequence[Problem], language: str) -> PreviewLine:
    said = "; ".join(problem_sentence(game, problem, language) for problem in problems)
    return PreviewLine(seat, number, order, {}, tuple(p.code for p in problems), said)
