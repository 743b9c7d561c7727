"""What the referee is told of the mails that come: bounces, a second copy of his folder."""

from datetime import datetime

from pbem.mail.reading.read_mail import Taken
from pbem.referee.home.home import World
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_daily
from pbem.referee.intake.sender import answers_unknown
from pbem.store.rows import SeatRow

SECOND_COPY = (
    "a player answers a mail of ours that this folder did not send: another copy of it runs elsewhere (stop one), or "
    "it was put back from a backup (move the later mails of the handled folder back into the inbox)"
)


def note_copy(world: World, seat: SeatRow, taken: Taken, now: datetime) -> None:
    """Keep a notice where a seat's mail answers one of ours that is not known here."""
    if answers_unknown(world, taken):
        note_daily(world, "second-copy", now, seat.game, seat=seat.seat, why=SECOND_COPY)


def note_bounce(world: World, taken: Taken, now: datetime) -> None:
    """Count a failed delivery against the seat whose mail came back."""
    assert taken.bounce is not None
    for own in taken.bounce.message_ids:
        row = world.store.outbox.get(own)
        if row is not None and row.game is not None and row.seat is not None:
            world.store.bounces.note(row.game, row.seat, row.recipient, taken.bounce.status, now)
            today = "code = 'bounce' AND game = ? AND json_extract(args, '$.seat') = ? AND at > ?"
            if not world.store.notices.count(today, row.game, row.seat, now - DAY):
                world.store.notices.note("bounce", now, row.game, seat=row.seat, status=taken.bounce.status)
            return
