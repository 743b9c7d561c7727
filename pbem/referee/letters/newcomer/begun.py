"""Whether a player has been told that the game has begun: by a mail of its own, or by the first report."""

from pbem.referee.home.home import Home
from pbem.referee.letters.queue import Mailing
from pbem.store.rows import SeatRow

BEGUN = Mailing("start", 0)


def knows_it_has_begun(home: Home, seat: SeatRow) -> bool:
    """Whether a seat has had a report, or the mail that tells of the start."""
    if seat.last_reported:
        return True
    return bool(home.store.outbox.count("game = ? AND seat = ? AND what = ?", seat.game, seat.seat, BEGUN.what))
