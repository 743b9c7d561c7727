"""A transport in memory."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from pbem.mail.servers.fair_order import People, nobody
from pbem.mail.servers.transport import Folder, Incoming, Sleep, Stopped, Ticks


@dataclass(slots=True)
class Memory:
    """A transport for tests: mails by key, where they were settled, what was sent, and what is to go wrong.

    `faults` holds by Message-ID the failures that the next tries of that mail raise, in order. A mail sent twice
    under one Message-ID is one mail in `sent`; `tries` counts.
    """

    waiting: dict[str, bytes] = field(default_factory=dict)
    settled: dict[str, Folder] = field(default_factory=dict)
    sent: dict[str, bytes] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    faults: dict[str, list[Exception]] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    time: datetime | None = None

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails not yet settled, by key."""
        for key in sorted(self.waiting.keys() - self.settled.keys()):
            if key in without:
                continue
            raw = self.waiting[key]
            yield Incoming(key, len(raw), lambda raw=raw: raw)  # type: ignore[misc]

    def settle(self, incoming: Incoming, where: Folder) -> None:
        """Remember where the mail was put."""
        self.settled.setdefault(incoming.key, where)

    def flush(self) -> None:
        """Nothing was left for later."""

    def send(self, raw: bytes, message_id: str) -> None:
        """Take the mail, or raise the next fault that is laid up for it."""
        self.tries[message_id] = self.tries.get(message_id, 0) + 1
        faults = self.faults.get(message_id, [])
        if faults:
            raise faults.pop(0)
        self.sent.setdefault(message_id, raw)

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Wait the whole time."""
        sleep(seconds)
        return bool(self.waiting.keys() - self.settled.keys())

    def clock(self) -> datetime | None:
        """The time that a test sets."""
        return self.time

    def rest(self) -> None:
        """Nothing to let go of."""

    def close(self) -> None:
        """Nothing to let go of."""
