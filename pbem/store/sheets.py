"""Sheets as they came in, and the lines that stand: by phase, standing orders, answers to open questions."""

from collections.abc import Iterable
from dataclasses import replace

from pbem.store.database import Database
from pbem.store.rows import AnswerRow, SectionRow, SheetRow
from pbem.store.table import Table


class Sections(Table[SectionRow]):
    """The lines that stand, one row a seat, turn and phase."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "sections", SectionRow, ("game", "seat", "turn", "phase"))

    def in_force(self, game: str, seat: str, turn: int) -> dict[str, SectionRow]:
        """What stands for a seat in a turn, by phase."""
        return {row.phase: row for row in self.of(game=game, seat=seat, turn=turn)}


class Sheets(Table[SheetRow]):
    """Every sheet that came in, kept for disputes."""

    def __init__(self, database: Database, sections: Sections) -> None:
        super().__init__(database, "sheets", SheetRow, ("game", "seat", "serial"))
        self._sections = sections

    def receive(self, sheet: SheetRow, sections: Iterable[SectionRow]) -> SheetRow:
        """Keep a sheet under the seat's next serial, and let its sections replace those of the same phases.

        The serials of the rows given are not read. Other phases keep what they had.
        """
        with self.database.transaction():
            serial = self.next_serial(game=sheet.game, seat=sheet.seat)
            kept = replace(sheet, serial=serial)
            self.put(kept)
            for section in sections:
                self._sections.put(replace(section, serial=serial))
        return kept

    def latest(self, game: str, seat: str) -> SheetRow | None:
        """The last sheet of a seat."""
        found = self.where("game = ? AND seat = ?", game, seat, order="serial DESC LIMIT 1")
        return found[0] if found else None


class Answers(Table[AnswerRow]):
    """Explicit answers to the questions of suspended phases."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "answers", AnswerRow, ("game", "phase", "question"))

    def by_question(self, game: str, phase: str) -> dict[str, str]:
        """The answers for a phase ("3.combat"), by question."""
        return {row.question: row.answer for row in self.of(game=game, phase=phase)}
