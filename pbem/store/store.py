"""The private side of a mailbox folder as one object: a table each, and transactions over all of them.

    with store.transaction():
        store.mails.put(...); store.sheets.receive(...); store.outbox.enqueue(...)

What was played stands in the saves; a lost database loses seats, tokens, sheets and mails, and `fresh` tells of it.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from types import TracebackType

from pbem.effects import Effects
from pbem.phrases import to_text
from pbem.store.database import Database
from pbem.store.keys import Keys
from pbem.store.post import Bounces, Mails, Outbox, Refusals
from pbem.store.rows import (
    AbsenceRow,
    DecisionRow,
    GameRow,
    GlanceRow,
    GuestRow,
    LockRow,
    NoticeRow,
    PressRow,
    ProposalRow,
    SeatRow,
    SilenceRow,
    StandingRow,
    VoteRow,
)
from pbem.store.sheets import Answers, Sections, Sheets
from pbem.store.table import KeptTable, Table, to_sql

FILE = "pbem.db"
PASSED = {
    "absences": ("at",),
    "answers": ("at",),
    "bounces": ("last",),
    "decisions": ("at",),
    "games": ("created", "opened_at", "paused_at", "started", "ended", "stuck_at", "handed_at"),
    "guests": ("at",),
    "locks": ("at", "given"),
    "mails": ("at",),
    "notices": ("at",),
    "outbox": ("at", "next_try", "changed"),
    "press": ("at",),
    "proposals": ("at",),
    "refusals": ("at",),
    "seats": ("nonce_at", "answered_welcome", "reminded_at"),
    "sent": ("at",),
    "sheets": ("received",),
    "standing": ("since",),
    "votes": ("at",),
}
"""The columns, by table, that say when something was: not after now, unless the clock was ahead."""


class Store:
    """The private folder of a mailbox (`.pbem`): its database, made if it is not there (`fresh`), and its keys.

    StoreError, with a sentence for the referee, from every method where the file cannot be read or written.
    """

    def __init__(self, folder: Path, effects: Effects | None = None, *, looking: bool = False) -> None:
        effects = effects or Effects()
        self.database = database = Database(folder / FILE, effects, looking=looking)
        self.keys = Keys(folder, effects)
        self.fresh = database.fresh
        self.games = KeptTable(database, "games", GameRow, ("name",))
        self.glances = Table(database, "glances", GlanceRow, ("game",))
        self.seats = KeptTable(database, "seats", SeatRow, ("game", "seat"))
        self.sections = Sections(database)
        self.sheets = Sheets(database, self.sections)
        self.standing = Table(database, "standing", StandingRow, ("game", "seat"))
        self.answers = Answers(database)
        self.locks = Table(database, "locks", LockRow, ("game", "n"))
        self.mails = Mails(database)
        self.outbox = Outbox(database)
        self.bounces = Bounces(database)
        self.refusals = Refusals(database)
        self.proposals = Table(database, "proposals", ProposalRow, ("game", "serial"))
        self.votes = Table(database, "votes", VoteRow, ("game", "serial", "seat"))
        self.decisions = Table(database, "decisions", DecisionRow, ("game", "serial"))
        self.silences = Table(database, "silences", SilenceRow, ("game", "seat", "deadline"))
        self.absences = Table(database, "absences", AbsenceRow, ("game", "seat", "serial"))
        self.guests = Table(database, "guests", GuestRow, ("game", "word"))
        self.press = Table(database, "press", PressRow, ("game", "serial"))
        self.notices = Notices(database)

    def transaction(self) -> AbstractContextManager[None]:
        """One step: all that is written inside becomes true together, or nothing of it."""
        return self.database.transaction()

    def clamp(self, now: datetime) -> None:
        """Date what is dated after now as of now, for it has been; a mail that is to be tried later is tried now."""
        with self.transaction():
            for table, columns in PASSED.items():
                for column in columns:
                    values = [to_sql(now)] * 2
                    self.database.write(f'UPDATE {table} SET "{column}" = ? WHERE "{column}" > ?', values)
            self.glances.remove()

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
        """Keep a notice; of a value that is a phrase, what it takes to say it in another language."""
        kept = {name: to_text(one) if isinstance(one, str) else one for name, one in args.items()}
        with self.database.transaction():
            row = NoticeRow(self.next_serial(), at, code, dict(kept), game)
            self.put(row)
        return row

    def open(self) -> tuple[NoticeRow, ...]:
        """The notices that were not told yet, oldest first."""
        return self.of(told=False)

    def dismiss(self, serial: int) -> None:
        """A notice was told."""
        self.change(serial, told=True)
