"""The private side of a mailbox folder as one object: a table each, and transactions over all of them.

    with store.transaction():
        store.mails.put(...); store.sheets.receive(...); store.outbox.enqueue(...)

What was played stands in the saves; a lost database loses seats, tokens, sheets and mails, and `fresh` tells of it.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from pbem.effects import Effects
from pbem.store.database import Database
from pbem.store.keys import Keys
from pbem.store.post import Bounces, Mails, Outbox, Refusals
from pbem.store.rows import (
    AbsenceRow,
    CursorRow,
    GameRow,
    NoticeRow,
    ObserverRow,
    ProposalRow,
    SealedRow,
    SeatRow,
    StandingRow,
    VoteRow,
)
from pbem.store.sheets import Answers, Sections, Sheets
from pbem.store.table import Table

FILE = "pbem.db"


class Store:
    """The private folder of a mailbox (`.pbem`): its database, made if it is not there (`fresh`), and its keys.

    StoreError, with a sentence for the referee, from every method where the file cannot be read or written.
    """

    def __init__(self, folder: Path, effects: Effects | None = None) -> None:
        effects = effects or Effects()
        self.database = database = Database(folder / FILE, effects)
        self.keys = Keys(folder, effects)
        self.fresh = database.fresh
        self.games = Table(database, "games", GameRow, ("name",))
        self.seats = Table(database, "seats", SeatRow, ("game", "seat"))
        self.sections = Sections(database)
        self.sheets = Sheets(database, self.sections)
        self.standing = Table(database, "standing", StandingRow, ("game", "seat"))
        self.answers = Answers(database)
        self.mails = Mails(database)
        self.outbox = Outbox(database)
        self.bounces = Bounces(database)
        self.refusals = Refusals(database)
        self.proposals = Table(database, "proposals", ProposalRow, ("game", "serial"))
        self.votes = Table(database, "votes", VoteRow, ("game", "serial", "seat"))
        self.notices = Notices(database)
        self.observers = Table(database, "observers", ObserverRow, ("game", "address"))
        self.absences = Table(database, "absences", AbsenceRow, ("game", "seat", "first"))
        self.sealed = Table(database, "sealed", SealedRow, ("game", "n", "place"))
        self.cursors = Table(database, "cursors", CursorRow, ("name",))

    def transaction(self) -> AbstractContextManager[None]:
        """One step: all that is written inside becomes true together, or nothing of it."""
        return self.database.transaction()

    def unknown(self, games: Iterable[str]) -> tuple[str, ...]:
        """Which of these games (as found in saves/) have no row: the database was lost, or they came by hand."""
        known = {row.name for row in self.games.of()}
        return tuple(sorted(set(games) - known))

    def seats_with(self, address: str) -> tuple[SeatRow, ...]:
        """The seats that an address belongs to, in any of their games; letter case does not count."""
        wanted = address.casefold()
        return tuple(row for row in self.seats.of() if wanted in (known.casefold() for known in row.addresses))

    def absent(self, game: str, seat: str, day: Any) -> bool:
        """Whether a seat said that it is away on a day."""
        return self.absences.count("game = ? AND seat = ? AND first <= ? AND last >= ?", game, seat, day, day) > 0

    def forget_game(self, game: str) -> None:
        """Remove all that is kept of a game but the mails and notices; its save folder is not touched."""
        tables: tuple[Table[Any], ...] = (
            self.seats,
            self.sections,
            self.sheets,
            self.standing,
            self.answers,
            self.bounces,
            self.proposals,
            self.votes,
            self.observers,
            self.absences,
            self.sealed,
        )
        with self.transaction():
            for table in tables:
                table.remove(game=game)
            self.games.remove(name=game)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Notices(Table[NoticeRow]):
    """What the referee should know, until it was told."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "notices", NoticeRow, ("serial",))

    def note(self, code: str, at: datetime, game: str | None = None, **args: str | int) -> NoticeRow:
        """Keep a notice."""
        with self.database.transaction():
            row = NoticeRow(self.next_serial(), at, code, dict(args), game)
            self.put(row)
        return row

    def open(self) -> tuple[NoticeRow, ...]:
        """The notices that were not told yet, oldest first."""
        return self.of(told=False)

    def told(self, serial: int) -> None:
        """A notice was told."""
        self.change(serial, told=True)
