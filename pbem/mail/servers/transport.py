"""The seam between the referee and the outside: where mails come from and where they go."""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from pbem.mail.message.size import LIMIT, header_block
from pbem.mail.servers.fair_order import People, nobody
from pbem.phrases import Phrase, Told

Folder = Literal["handled", "refused", "machines"]
Why = Literal[
    "wrong-password", "no-password", "certificate", "no-such-host", "no-network", "refused", "silent", "no-tls",
    "other-service", "full", "folder", "lost",
]  # fmt: skip
Stopped = Callable[[], bool]
Ticks = Callable[[], float]
Sleep = Callable[[float], object]
PLACES: tuple[Folder, ...] = ("handled", "refused", "machines")


class ServerTrouble(OSError):
    """A server that cannot be used now. `why` is its kind; the text says what happened and what to do."""

    def __init__(self, why: Why, text: str, /, **values: object) -> None:
        super().__init__(Phrase(text, **values) if values else text)
        self.why = why


class SendFailure(Told):
    """The transport could not hand a mail on; the text says what the other side answered."""


class TemporaryFailure(SendFailure):
    """May go well later: 4xx, no connection, full disk. It may have gone well: the receiver knows the Message-ID."""


class Unreachable(TemporaryFailure):
    """Nothing can be sent now: no server, no login, a sender that is not let in. No mail is at fault.

    `refused`: the server said no to who we are; whoever asks again soon may be locked out.
    """

    def __init__(self, text: str, /, *, refused: bool = False, **values: object) -> None:
        super().__init__(text, **values)
        self.refused = refused


class PermanentFailure(SendFailure):
    """Will never go well: 5xx, an address that is none."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A mail that waits: its key at the transport, its size in bytes, and the way to get it.

    A mail over `LIMIT` bytes is not `whole`: `read()` gives its headers only. Reading changes nothing at the server.
    `urgent`: it may be of somebody whom the referee knows, so no phase closes before it was taken.
    """

    key: str
    size: int
    fetch: Callable[[], bytes] = field(repr=False, compare=False)
    urgent: bool = True

    @property
    def whole(self) -> bool:
        """Whether `read()` gives all of the mail."""
        return self.size <= LIMIT

    def read(self) -> bytes:
        """The raw mail, or its headers where it is not whole. Raises OSError."""
        return self.fetch() if self.whole else header_block(self.fetch())


class Transport(Protocol):
    """What takes mails in and hands them on: Maildir, IMAP with SMTP, memory."""

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails that are not settled yet, oldest first, but for the keys of `without`. Raises OSError.

        Where many wait those of `people` come first, by turns; only they are `urgent` then.
        """

    def settle(self, incoming: Incoming, where: Folder) -> None:
        """Put a mail away, after what it did is recorded; again does nothing. Raises OSError.

        It may be done later, with others; it is done when `fetch` has given its last mail, by `flush`, or it comes
        again.
        """

    def flush(self) -> None:
        """Do at once what `settle` has left for later. Raises OSError."""

    def send(self, raw: bytes, message_id: str) -> None:
        """Hand a mail on to its one recipient (To). Raises SendFailure, OSError."""

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Wait until mail may have come, at most `seconds`; whether it may. `stopped` is asked now and then.

        `ticks` is a clock in seconds, `sleep` waits some. Raises OSError.
        """

    def clock(self) -> datetime | None:
        """The time at the server; None where there is none, or it cannot be asked. Raises OSError."""

    def rest(self) -> None:
        """Nothing is sent for a while: let go of what is only for sending."""

    def close(self) -> None:
        """Let go of all connections; they are opened again when they are needed."""

    @property
    def troubles(self) -> list[str]:
        """Faults that did not keep mails from being taken, in words for the referee; the caller empties the list."""
