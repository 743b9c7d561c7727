"""The sending loop: each mail of a queue goes out once as far as anyone can tell, and never under two Message-IDs."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

from pbem.mail.servers.transport import PermanentFailure, SendFailure, Transport, Unreachable
from pbem.phrases import to_text, told_by

Mark = Literal["sending", "sent", "failed", "later", "waits"]

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(days=1)
TRIES = 16  # about five days


@dataclass(frozen=True, slots=True)
class Item:
    """A mail of the queue; `tries` is how often it was put off before."""

    message_id: str
    raw: bytes
    tries: int = 0


class Queue(Protocol):
    """The stored outbox. A mark must be on disk when `mark` returns."""

    def ready(self, now: datetime) -> Iterable[Item]:
        """Mails to be sent now, oldest first: ready ones, put-off ones whose time has come, and those that a crash
        left in `sending` (they go out again under their Message-ID: a receiver that has them drops or threads them)."""

    def mark(self, item: Item, state: Mark, when: datetime, why: str) -> None:
        """Record the state. `when` is now; for `later` it is when to try again, and `tries` grows by one.

        `waits`: nothing could be sent; the mail is ready as before.
        """


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What a run of the loop did, by Message-ID; with the reason for those that failed or were put off.

    `down` is why nothing could be sent at all, for this or the mails after: they wait, and are among those put off.
    """

    sent: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    later: tuple[tuple[str, str], ...] = ()
    down: Unreachable | None = None


def deliver(
    queue: Queue,
    transport: Transport,
    now: datetime,
    most: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> DeliveryResult:
    """Send what is ready, at most `most` mails: mark sending, send, mark sent. `now` is aware.

    5xx and the like fail for good; 4xx and lost lines are put off, after `TRIES` of them the mail fails. While nothing
    can be sent at all the mails wait, however long, and go out at the next run that can. Once `stopped`, none is begun.
    """
    sent: list[str] = []
    failed: list[tuple[str, str]] = []
    later: list[tuple[str, str]] = []
    items = tuple(queue.ready(now))
    for count, item in enumerate(items[:most]):
        if stopped():
            break
        queue.mark(item, "sending", now, "")
        try:
            transport.send(item.raw, item.message_id)
        except Unreachable as down:
            queue.mark(item, "waits", now, to_text(told_by(down)))
            later += [(each.message_id, str(down)) for each in items[count:]]
            return DeliveryResult(tuple(sent), tuple(failed), tuple(later), down)
        except (SendFailure, OSError) as failure:
            why = to_text(told_by(failure)) or type(failure).__name__
            for_good = isinstance(failure, PermanentFailure) or item.tries + 1 >= TRIES
            queue.mark(item, "failed" if for_good else "later", now if for_good else now + retry_delay(item), why)
            (failed if for_good else later).append((item.message_id, why))
        else:
            queue.mark(item, "sent", now, "")
            sent.append(item.message_id)
    return DeliveryResult(tuple(sent), tuple(failed), tuple(later))


def retry_delay(item: Item) -> timedelta:
    """How long to put a mail off: a minute, doubled each time, at most a day; less up to a quarter of it.

    The part that is taken off comes from the Message-ID, so that mails put off together do not all come back at once.
    """
    full = min(LONGEST_WAIT, FIRST_WAIT * (1 << min(item.tries, 20)))
    digest = hashlib.sha256(f"{item.message_id} {item.tries}".encode()).digest()
    return full - full * int.from_bytes(digest[:2], "big") / 2**18
