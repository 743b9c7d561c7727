"""Rows and stores for the tests of the private side, with sensible values."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.effects import Effects
from pbem.store.rows import GameRow, GlanceRow, MailRow, OutboxRow, SeatRow, SectionRow, SheetRow
from pbem.store.store import Store
from tests.killed import Killed

NOW = datetime(2025, 11, 30, 20, 0, tzinfo=UTC)
LINE = {"number": 1, "text": "MOVE beni-1 0714", "order": {"type": "move", "unit": "beni-1", "path": ["0714"]}}


def store(home: Path, effects: Effects | None = None) -> Store:
    """The store of a mailbox folder."""
    return Store(home / ".pbem", effects)


def game(name: str = "melilla", **fields: Any) -> GameRow:
    """A game with three days a phase and half an hour of quiet."""
    return GameRow(
        **{"name": name, "path": f"saves/{name}", "created": NOW, "length": 259200, "settle": 1800, **fields}
    )


def glance(name: str = "melilla") -> GlanceRow:
    """A game at a glance: the Moroccans owe orders for their movement."""
    return GlanceRow(
        name, (f"saves/{name}/game.json",), "5e", 4, "legion", 2, "moroccan-movement", "orders", None,
        {"moroccan": "awaited", "spanish": "not asked now"}, None, "", "", owing=True,
    )  # fmt: skip


def seat(seat: str = "spanish", **fields: Any) -> SeatRow:
    """A seat whose token is its name."""
    usual = {"game": "melilla", "seat": seat, "side": seat, "addresses": (f"{seat}@example.org",), "token": f"k-{seat}"}
    return SeatRow(**{**usual, **fields})


def sheet(**fields: Any) -> SheetRow:
    """A sheet of the Spanish by mail."""
    usual: dict[str, Any] = {
        "game": "melilla",
        "seat": "spanish",
        "serial": 0,
        "turn": 3,
        "received": NOW,
        "source": "mail",
        "identity": "id-1",
        "sections": {"spanish-movement": [LINE]},
        "hash": "a" * 64,
        "complete": True,
    }
    return SheetRow(**{**usual, **fields})


def section(phase: str = "spanish-movement", **fields: Any) -> SectionRow:
    """What stands for a phase."""
    usual: dict[str, Any] = {
        "game": "melilla",
        "seat": "spanish",
        "turn": 3,
        "phase": phase,
        "serial": 0,
        "lines": (LINE,),
        "hash": "a" * 64,
    }
    return SectionRow(**{**usual, **fields})


def mail(identity: str = "id-1", **fields: Any) -> MailRow:
    """A mail that was handled."""
    usual = {
        "identity": identity,
        "message_id": f"<{identity}@example.org>",
        "sender": "ana@example.org",
        "outcome": "handled",
        "reason": "",
        "at": NOW,
        "raw": b"Subject: x\r\n\r\n\xff",
    }
    return MailRow(**{**usual, **fields})


def outgoing(message_id: str = "<r1@host>", minutes: int = 0, **fields: Any) -> OutboxRow:
    """A receipt to be sent."""
    usual: dict[str, Any] = {
        "message_id": message_id,
        "game": "melilla",
        "seat": "spanish",
        "recipient": "ana@example.org",
        "raw": b"Subject: receipt\r\n\r\nok",
        "at": NOW + timedelta(minutes=minutes),
        "what": "receipt",
    }
    return OutboxRow(**{**usual, **fields})


class DiesAt(Effects):
    """Dies just before effect `n` (0 the first)."""

    def __init__(self, n: int) -> None:
        self.n, self.done = n, 0

    def step(self, what: str) -> None:
        """Count, and die where it was asked."""
        if self.done == self.n:
            raise Killed(what)
        self.done += 1
