"""What the referee is told of the mails that come: bounces, a second copy of his folder."""

from datetime import datetime

from pbem.mail.reading.read_mail import ParsedMail
from pbem.referee.home.home import Home
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_daily
from pbem.referee.intake.sender import answers_unknown
from pbem.store.rows import SeatRow

SECOND_COPY = (
    "a player answers a mail of ours that this folder did not send: another copy of it runs elsewhere (stop one), or "
    "it was put back from a backup (move the later mails of the handled folder back into the inbox)"
)


def note_copy(home: Home, seat: SeatRow, mail: ParsedMail, now: datetime) -> None:
    """Keep a notice where a seat's mail answers one of ours that is not known here."""
    if answers_unknown(home, mail):
        note_daily(home, "second-copy", now, seat.game, seat=seat.seat, why=SECOND_COPY)


def note_bounce(home: Home, mail: ParsedMail, now: datetime) -> None:
    """Count a failed delivery against the seat whose mail came back."""
    assert mail.bounce is not None
    for own in mail.bounce.message_ids:
        row = home.store.outbox.get(own)
        if row is not None and row.game is not None and row.seat is not None:
            home.store.bounces.note(row.game, row.seat, row.recipient, mail.bounce.status, now)
            today = "code = 'bounce' AND game = ? AND json_extract(args, '$.seat') = ? AND at > ?"
            if not home.store.notices.count(today, row.game, row.seat, now - DAY):
                home.store.notices.note("bounce", now, row.game, seat=row.seat, status=mail.bounce.status)
            return
