"""What waits in the outbox goes out, as far as the limits allow."""

import sys
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from pbem.mail.servers.outbox import Item, Mark, deliver
from pbem.referee.home.home import World
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_failed
from pbem.referee.home.sweep import Ticked

AT_ONCE = 20  # mails that are read from the outbox together


def send(world: World, now: datetime, done: Ticked, stopped: Callable[[], bool] = lambda: False) -> None:
    """Send what waits in the outbox, as far as the limits of a minute and of a day allow, until `stopped`."""
    left = _most(world, now)
    while left > 0 and not stopped():
        report = deliver(_Queue(world, min(left, AT_ONCE)), world.transport, now, stopped=stopped)
        done.sent, done.later = done.sent + len(report.sent), done.later + len(report.later)
        done.failed += len(report.failed)
        if report.down is not None:
            done.faults.append(f"no mail can be sent: {report.down} Mails wait in the outbox until then.")
            done.line = "refused" if report.down.refused or done.line == "refused" else "down"
        tried = len(report.sent) + len(report.later) + len(report.failed)
        left = left - tried if tried and report.down is None else 0


def _most(world: World, now: datetime) -> int:
    """How many mails may go to the server now; all for a spool, whose reader has limits of its own."""
    if world.config.smtp is None:
        return sys.maxsize
    sent = world.store.outbox.sent_since
    minute = world.config.per_minute - sent(now - timedelta(minutes=1))
    return max(0, min(minute, world.config.per_day - sent(now - DAY)))


class _Queue:
    """The first mails of the stored outbox, as the sending loop sees them."""

    def __init__(self, world: World, most: int) -> None:
        self._world = world
        self._most = most

    def ready(self, now: datetime) -> Iterable[Item]:
        """The mails that may go out now."""
        return (Item(row.message_id, row.raw, row.tries) for row in self._world.store.outbox.ready(now, self._most))

    def mark(self, item: Item, state: Mark, when: datetime, why: str) -> None:
        """Record how a mail fared; `later` is ready again at `when`. The referee is told of one that failed."""
        with self._world.store.transaction():
            row = self._world.store.outbox.mark(item.message_id, state, when, why)
            if state == "failed":
                note_failed(self._world, row, when)
