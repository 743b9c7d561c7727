"""What waits in the outbox goes out, as far as the limits allow."""

import sys
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from pbem.mail.servers.outbox import Item, Mark, deliver
from pbem.phrases import Phrase
from pbem.referee.home.home import Home
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_failed
from pbem.referee.home.sweep import TickResult

AT_ONCE = 20  # mails that are read from the outbox together


def send_mails(home: Home, now: datetime, result: TickResult, stopped: Callable[[], bool] = lambda: False) -> None:
    """Send what waits in the outbox, as far as the limits of a minute and of a day allow, until `stopped`."""
    most, limit = _most(home, now)
    left, sent = most, result.sent
    while left > 0 and not stopped():
        report = deliver(_Queue(home, min(left, AT_ONCE)), home.transport, now, stopped=stopped)
        result.sent, result.later = result.sent + len(report.sent), result.later + len(report.later)
        result.failed += len(report.failed)
        if report.down is not None:
            result.faults.append(
                Phrase("no mail can be sent: {down} Mails wait in the outbox until then.", down=report.down)
            )
            result.line = "refused" if report.down.refused or result.line == "refused" else "down"
        tried = len(report.sent) + len(report.later) + len(report.failed)
        left = left - tried if tried and report.down is None else 0
    if result.sent > sent:
        most, limit = _most(home, now)
    if most <= 0:
        result.kept, result.limit = home.store.outbox.count_ready(now), limit


def _most(home: Home, now: datetime) -> tuple[int, str]:
    """How many mails may go to the server now, and by which setting; all for a spool, whose reader has limits of its
    own."""
    if home.config.smtp is None:
        return sys.maxsize, ""
    sent = home.store.outbox.sent_since
    minute, day = home.config.per_minute - sent(now - timedelta(minutes=1)), home.config.per_day - sent(now - DAY)
    return max(0, min(minute, day)), "per-day" if day <= minute else "per-minute"


class _Queue:
    """The first mails of the stored outbox, as the sending loop sees them."""

    def __init__(self, home: Home, most: int) -> None:
        self._world = home
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
