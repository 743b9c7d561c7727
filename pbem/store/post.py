"""Mails taken, mails to send, what we sent, addresses that fail, and who was refused how often."""

from collections.abc import Iterator
from datetime import datetime

from pbem.store.database import Database
from pbem.store.rows import BounceRow, MailRow, OutboxRow, RefusalRow, SentRow
from pbem.store.table import Table, to_sql


class Mails(Table[MailRow]):
    """Mails that were taken, by identity: one mail has one outcome."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "mails", MailRow, ("identity",))

    def find(self, identity: str) -> MailRow | None:
        """The mail with this identity, if it was taken before."""
        return self.get(identity)

    def with_id(self, message_id: str, most: int | None = None) -> tuple[MailRow, ...]:
        """The mails that came under this Message-ID, at most so many; without their bytes."""
        return self.where("message_id = ?", message_id, most=most, blank={"raw": "NULL"})

    def taken_under(self, message_id: str) -> tuple[MailRow, ...]:
        """The mails of seats that came under this Message-ID and were taken, or wait for a yes; without their bytes.

        Nothing else counts: anybody may send something under the Message-ID of another before that comes.
        """
        taken = "message_id = ? AND outcome IN ('orders', 'confirmed', 'held')"
        return self.where(taken, message_id, blank={"raw": "NULL"})

    def latest(self, most: int | None, game: str | None = None, seat: str | None = None) -> tuple[MailRow, ...]:
        """The last `most` mails that came, of a game or seat, in order; without their bytes."""
        condition, values = _of(game, seat)
        rows = self.where(condition, *values, order="at DESC, rowid DESC", most=most, blank={"raw": "NULL"})
        return rows[::-1]

    def numbered(self, start: str) -> tuple[MailRow, ...]:
        """The mails whose identity begins so (hexadecimal digits), two at most; without their bytes."""
        condition = "identity >= ? AND identity < ?"
        return self.where(condition, start, f"{start}g", most=2, blank={"raw": "NULL"})

    def forget(self, before: datetime) -> int:
        """Let go of the bytes of mails that came before a time and were not taken; of how many."""
        return self.write(
            f"UPDATE {self.name} SET raw = NULL "
            "WHERE raw IS NOT NULL AND outcome NOT IN ('orders', 'confirmed') AND at < ?",
            before,
        )


_READY = "state IN ('ready', 'sending') AND (next_try IS NULL OR next_try <= ?)"


class Outbox(Table[OutboxRow]):
    """The queue of mails to send. One process sends at a time: it holds the mailbox's lock."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "outbox", OutboxRow, ("message_id",))
        self.texts = Table(database, "sent", SentRow, ("message_id",))

    def enqueue(self, row: OutboxRow, text: str) -> bool:
        """Put a mail in the queue and keep its text part; nothing happens if its Message-ID was ever queued before."""
        with self.database.transaction():
            added = self.add(row)
            if added:
                self.texts.put(SentRow(row.message_id, row.game, row.seat, text, row.at))
        return added

    def rewrite(self, row: OutboxRow, text: str) -> None:
        """Let a mail say something else under its Message-ID; nothing happens unless it is queued and was never tried.

        Its recipient and its time stay.
        """
        with self.database.transaction():
            waits = self.get(row.message_id)
            if waits is not None and waits.state == "ready" and not waits.tries:
                self.change(row.message_id, raw=row.raw)
                self.texts.put(SentRow(row.message_id, row.game, row.seat, text, waits.at))

    def text_of(self, message_id: str) -> str | None:
        """The text part of a mail of ours, to drop it where it comes back quoted."""
        found = self.texts.get(message_id)
        return None if found is None else found.text

    def ready(self, now: datetime, most: int | None = None) -> tuple[OutboxRow, ...]:
        """The mails that may be sent now, at most so many, oldest first; among them those that a crash left in sending.

        Those to nobody's seat come last: what strangers cause must not hold up a game.
        """
        return self.where(_READY, now, order="game IS NULL, at, message_id", most=most)

    def count_ready(self, now: datetime) -> int:
        """How many those are."""
        return self.count(_READY, now)

    def tries(self, now: datetime) -> tuple[bool, datetime | None]:
        """Whether any mail is to be sent now, and when the next one of those that were put off is."""
        sql = (
            "SELECT MAX(next_try IS NULL OR next_try <= ?), MIN(CASE WHEN next_try > ? THEN next_try END) "
            f"FROM {self.name} WHERE state IN ('ready', 'sending')"
        )
        any_now, later = self.database.execute(sql, [to_sql(now), to_sql(now)])[0]
        return bool(any_now), None if later is None else datetime.fromisoformat(later)

    def unsent(self) -> list[tuple[str, int, int]]:
        """How many mails of each game wait to be sent, and how many failed for good: (game, waiting, failed)."""
        sql = (
            f"SELECT game, SUM(state != 'failed'), SUM(state = 'failed') FROM {self.name} "
            "WHERE state IN ('ready', 'sending', 'failed') AND game IS NOT NULL GROUP BY game"
        )
        return [(str(game), int(waiting), int(failed)) for game, waiting, failed in self.database.execute(sql)]

    def counts(self) -> dict[str, int]:
        """How many mails each game has had."""
        sql = f"SELECT game, COUNT(*) FROM {self.name} WHERE game IS NOT NULL GROUP BY game"
        return {str(game): int(count) for game, count in self.database.execute(sql)}

    def latest(self) -> datetime | None:
        """When the latest mail was queued."""
        (found,) = self.database.execute(f"SELECT MAX(at) FROM {self.name}")[0]
        return None if found is None else datetime.fromisoformat(found)

    def moments(self) -> tuple[datetime, ...]:
        """When mails were queued, each moment once, in order."""
        found = self.database.execute(f"SELECT DISTINCT at FROM {self.name} ORDER BY at")
        return tuple(datetime.fromisoformat(at) for (at,) in found)

    def last(self, most: int | None, game: str | None = None, seat: str | None = None) -> tuple[OutboxRow, ...]:
        """The last `most` mails that were queued, of a game or seat, in order; without their bytes."""
        condition, values = _of(game, seat)
        rows = self.where(condition, *values, order="at DESC, rowid DESC", most=most, blank={"raw": "x''"})
        return rows[::-1]

    def ids(self) -> Iterator[str]:
        """The Message-IDs of all mails."""
        return (str(each) for (each,) in self.database.execute(f"SELECT message_id FROM {self.name}"))

    def next_version(self) -> int:
        """A number that no mail has had for its version: how many were ever queued."""
        return self.count("1")

    def sent_since(self, since: datetime) -> int:
        """How many mails went out from a time on."""
        return self.count("state = 'sent' AND changed >= ?", since)

    def mark(self, message_id: str, state: str, when: datetime, why: str = "") -> OutboxRow:
        """Say how a mail fared: sending, sent, failed; later, to be tried again at `when`; or that it waits, ready as
        before. The row as it is now. `when` is now but for later. It is on disk when this returns.
        """
        with self.database.transaction():
            if state == "later":
                tries = self.need(message_id).tries + 1
                return self.change(message_id, state="ready", tries=tries, next_try=when, why=why)
            if state == "waits":
                return self.change(message_id, state="ready", next_try=None, why=why)
            return self.change(message_id, state=state, next_try=None, why=why, changed=when)


class Bounces(Table[BounceRow]):
    """The bounce book: which seat's address fails."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "bounces", BounceRow, ("game", "seat", "address"))

    def note(self, game: str, seat: str, address: str, status: str, at: datetime) -> BounceRow:
        """Count one more failure of an address."""
        with self.database.transaction():
            found = self.get(game, seat, address)
            row = BounceRow(game, seat, address, 1 if found is None else found.count + 1, status, at)
            self.put(row)
        return row


class Refusals(Table[RefusalRow]):
    """Answers to mails that were refused; several may bear the same time."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "refusals", RefusalRow, ("sender", "at"))

    def note(self, sender: str, at: datetime, reason: str) -> None:
        """Remember that a sender was answered."""
        self.write(f"INSERT INTO {self.name} (sender, at, reason) VALUES (?, ?, ?)", sender, at, reason)

    def since(self, sender: str, since: datetime) -> int:
        """How often a sender was answered from a time on."""
        return self.count("sender = ? AND at >= ?", sender, since)


def _of(game: str | None, seat: str | None) -> tuple[str, list[str]]:
    """An SQL condition for the rows of a game and seat, and its values."""
    given = {"game": game, "seat": seat}
    values = [value for value in given.values() if value is not None]
    return " AND ".join(f"{name} = ?" for name, value in given.items() if value is not None) or "1", values
