"""How many mails of one seat are too many, and how long is kept what was not taken."""

from datetime import datetime, timedelta

from pbem.referee.home.home import Home
from pbem.store.rows import SeatRow

DAY = timedelta(days=1)
MAILS_A_DAY = 200
"""More mails of one seat than anybody writes in a day."""
KEEP_FOR = timedelta(days=30)
"""How long the bytes of mails are kept that were not taken. The mails themselves lie in the mailbox's folders."""


def is_over_limit(home: Home, seat: SeatRow, outcome: str, now: datetime) -> bool:
    """Whether as many mails of a seat came to this today as anybody may have."""
    today = "game = ? AND seat = ? AND outcome = ? AND at >= ?"
    return home.store.mails.reaches(MAILS_A_DAY, today, seat.game, seat.seat, outcome, now - DAY)


def count_today(home: Home, key: str, now: datetime) -> int:
    """How often something was counted under a key among the refusals since yesterday."""
    return home.store.refusals.since(key, now - DAY)


def forget_old_mails(home: Home, now: datetime) -> None:
    """Let go of the bytes of old mails that were not taken."""
    home.store.mails.forget(now - KEEP_FOR)
