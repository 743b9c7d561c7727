"""A raw mail comes in: one outcome, recorded with everything that follows from it in one transaction."""

from dataclasses import replace
from datetime import datetime

from pbem.errors import TROUBLE, RefereeError
from pbem.game.game import Table
from pbem.mail.reading.read_mail import Taken, read, within
from pbem.mail.servers.transport import Incoming, Where
from pbem.mail.signatures.pgp import Sealed
from pbem.mail.text.printable import printable
from pbem.referee.home.home import World
from pbem.referee.home.limits import many
from pbem.referee.home.notices import note_daily
from pbem.referee.intake import pgp_key
from pbem.referee.intake.answer import answer, notes, ordered, worth
from pbem.referee.intake.commands import carry_out
from pbem.referee.intake.confirm import Confirmed, confirmed
from pbem.referee.intake.credentials import keep_passphrase, late, moved, too_old
from pbem.referee.intake.hints import leaked, overlooked, overtaken
from pbem.referee.intake.passphrase import apart
from pbem.referee.intake.received import Received, clean, covered, without_private_keys
from pbem.referee.intake.refuse import hold, keepable, mail_row, may_answer, refuse
from pbem.referee.intake.sender import Writer, writer
from pbem.referee.intake.tell_referee import note_bounce, note_copy
from pbem.referee.intake.trust import Trusted, trusted, vouched
from pbem.referee.letters.queue import conversation
from pbem.referee.turn import nonces
from pbem.referee.turn.sheets import judge_sheet, keep_sheet
from pbem.referee.turn.submission import read_orders
from pbem.save.errors import SaveError
from pbem.store.rows import MailRow, SeatRow

PLACES: dict[str, Where] = {
    "orders": "handled",
    "machine": "machines",
    "bounce": "machines",
    "confirmed": "handled",
    "refused": "refused",
    "held": "refused",
    "quarantined": "refused",
}
FORGED = ("bad-signature", "wrong-passphrase", "pgp-bad", "pgp-old")
HELD = ("unsigned", "pgp-wanted")
PASSING = (RefereeError, SaveError, FileNotFoundError, PermissionError)
"""Trouble of one game or file: no phase of another game waits for it."""


class Waits(RefereeError):
    """A mail waits, and its `game` with it, which cannot take it now: `why` tells."""

    def __init__(self, game: str, why: Exception) -> None:
        super().__init__(str(why))
        self.game, self.why = game, why


def take(world: World, incoming: Incoming, now: datetime) -> str:
    """Take one waiting mail: record its outcome (a key of `PLACES`), queue its answer, put it away.

    Raises OSError where the mail must wait: a full disk, a name server that does not answer.
    """
    raw = incoming.read()
    taken = read(raw, own_host=world.config.host, sent=world.store.outbox.text_of, whole=incoming.whole)
    before = world.store.mails.seen(taken.identity)
    row = before or _recorded(world, taken, raw, now)
    world.transport.settle(incoming, PLACES[row.outcome])
    return row.outcome


def take_as(world: World, row: MailRow, now: datetime, seat: SeatRow | None = None) -> str:
    """Take a mail that was refused or held once more, as the seat's if one is given: the referee's word; its outcome.

    What was refused for its signature or passphrase is taken only as a seat's that is given.
    """
    taken = _read_again(world, row)
    who = writer(world, taken)
    known = seat or (who.seat if who.doubt is None and row.reason not in FORGED else None)
    if known is None or taken.outcome != "person":
        return row.outcome
    with world.store.transaction():
        world.store.mails.put(_again(world, row, taken, known, now))
    return "orders"


def _read_again(world: World, row: MailRow) -> Taken:
    """A stored mail as it reads; what was kept of it may be less than what came, its identity is not."""
    taken = read(row.raw or b"", own_host=world.config.host, sent=world.store.outbox.text_of)
    return replace(taken, identity=row.identity)


def _again(world: World, row: MailRow, taken: Taken, seat: SeatRow, now: datetime) -> MailRow:
    """Take a stored mail now, as a seat's."""
    taken, phrases = apart(taken, stored=True)
    raw, by_word = row.raw or b"", Trusted(seat, None, row.dkim, proven=True, phrased=True)
    version = world.store.outbox.next_version() if row.outcome == "quarantined" else 0  # it had a receipt before
    offered = pgp_key.offered(taken, raw, by_word.seal)
    received = Received(taken, raw, raw, phrases, Writer(seat), offered, version)
    return replace(_orders(world, received, by_word, seat, now), pgp=row.pgp)


def _recorded(world: World, taken: Taken, raw: bytes, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before, on disk with all that follows from it."""
    received = clean(taken, raw, writer(world, taken))
    try:
        with world.store.transaction():
            row = _outcome(world, received, now)
            world.store.mails.put(row)
    except TROUBLE:
        raise  # the mail waits until save, disk, database or network are well again
    except Exception as wrong:  # a fault of ours: one mail must not stop all that come after it
        with world.store.transaction():
            row = _set_aside(world, received, wrong, now)
            world.store.mails.put(row)
    return row


def _set_aside(world: World, received: Received, wrong: Exception, now: datetime) -> MailRow:
    """Refuse a mail that a fault of ours keeps from being taken; the referee is told what to report."""
    taken, seat = received.taken, received.sender.seat
    why = printable(f"{type(wrong).__name__}: {wrong}", 200)
    note_daily(world, "mail-fault", now, seat.game if seat else None, sender=taken.sender, why=why)
    return refuse(world, taken, "fault", seat, received.kept, now)


def _outcome(world: World, received: Received, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before."""
    taken, seat = received.taken, received.sender.seat
    if taken.outcome in ("machine", "bounce"):
        if taken.bounce is not None:
            note_bounce(world, taken, now)
        return mail_row(taken, taken.outcome, taken.reason, keepable(world, None, received.raw, now), now)
    twins = bool(taken.message_id) and world.store.mails.has_id(taken.message_id)
    if twins:
        note_daily(world, "same-message-id", now, seat.game if seat else None, sender=taken.sender)
        return refuse(world, taken, "same-message-id", seat, received.kept, now)
    if taken.outcome == "refused":
        return refuse(world, taken, taken.reason, seat, received.kept, now)
    yes = confirmed(world, taken)
    if yes is not None:
        return _confirmed(world, received, yes, now)
    judged = trusted(world, received.sender, taken, received.raw, received.phrases, now)
    received = _readable(world, received, judged.seal)
    return replace(_judged(world, received, judged, now), pgp=str(judged.seal))


def _readable(world: World, received: Received, seal: Sealed) -> Received:
    """A mail as far as it may be read: of one with a good PGP signature what that covers. With what it has for PGP."""
    if seal.message is not None:
        part = within(received.taken, received.raw, seal.message, sent=world.store.outbox.text_of)
        received = covered(received, part)
    offered = pgp_key.offered(received.taken, received.raw, seal)
    return without_private_keys(replace(received, offered=offered))


def _judged(world: World, received: Received, judged: Trusted, now: datetime) -> MailRow:
    """A mail of a person is refused, held or taken, as far as it is trusted."""
    taken, kept, seat, dkim = received.taken, received.kept, judged.seat, judged.dkim
    if seat is None:
        return refuse(world, taken, judged.doubt or "unknown-sender", None, kept, now, dkim)
    if judged.doubt in HELD and not many(world, seat, "held", now):
        note_daily(world, "mail-held", now, seat.game, seat=seat.seat)
        return hold(world, taken, seat, judged.doubt, kept, now, dkim)
    if judged.doubt not in (None, *HELD):
        return refuse(world, taken, judged.doubt, seat, kept, now, dkim, pgp_key.told(judged.seal, seat))
    if judged.doubt is not None or many(world, seat, "orders", now):
        note_daily(world, "too-many-mails", now, seat.game, seat=seat.seat)
        return refuse(world, taken, "too-many", seat, kept, now, dkim)
    return _orders(world, received, judged, seat, now)


def _confirmed(world: World, received: Received, yes: Confirmed, now: datetime) -> MailRow:
    """Do what a mail says yes to: take the mail that is held, or give the seat the address that wrote this one."""
    taken, kept = received.taken, received.kept
    found = vouched(world, taken, received.raw)
    dkim = str(found or "")
    if found is not None and found.result == "fail":
        return refuse(world, taken, "bad-signature", yes.seat, kept, now, dkim)
    if yes.held is None:
        moved(world, yes.seat, taken.sender, taken.identity, now)
    elif too_old(world, yes.held):
        late(world, yes.seat, yes.held, now)
    else:
        row = _again(world, yes.held, _read_again(world, yes.held), yes.seat, now)
        world.store.mails.put(replace(row, reason="confirmed"))
    return mail_row(taken, "confirmed", "", kept, now, yes.seat, dkim)


def _orders(world: World, received: Received, judged: Trusted, seat: SeatRow, now: datetime) -> MailRow:
    """Take a mail as its seat's; Waits where the seat's game cannot take it now."""
    try:
        return _carried_out(world, received, judged, seat, now)
    except PASSING as wrong:
        raise Waits(seat.game, wrong) from wrong


def _carried_out(world: World, received: Received, judged: Trusted, seat: SeatRow, now: datetime) -> MailRow:
    """Take a mail: commands first, for they may change what stands; then orders, and the receipt."""
    taken, table = received.taken, world.table(seat.game)
    seat = _answered(world, table, seat, taken, now)
    note_copy(world, seat, taken, now)
    seal = judged.seal
    if seal.result == "good":
        seat = world.store.seats.change(seat.game, seat.seat, pgp_at=seal.at)
    sure = judged.proven or "pass" in judged.dkim
    seat, said = keep_passphrase(world, seat, received.phrases, sure=sure, proven=judged.phrased)
    reading = read_orders(table, seat.seat, "\n".join(taken.extract.lines), kind=taken.extract.kind)
    done = carry_out(world, table, seat, reading.commands, taken.identity, now, replace(received.offered, sure=sure))
    done = replace(done, answers=(*said, *done.answers))
    submission = judge_sheet(world, done.table, done.seat, reading)
    keep_sheet(world, done.table, done.seat, submission, "mail", taken.identity, now)
    if ordered(submission) or may_answer(world, seat.addresses[0], worth(taken, submission, done), now):
        past = overtaken(world, done.table, done.seat, taken, submission)
        told = [*past, *leaked(world, done.seat, taken), *pgp_key.told(seal, done.seat)]
        told += notes(taken, submission, done.seat.language)
        told += overlooked(taken, done.table.lexicon, done.seat.language)
        about = conversation(world, seat, taken)
        answer(world, done, submission, told, taken.identity, taken.message_id, now, about, received.version)
    return mail_row(taken, "orders", "", received.kept, now, seat, judged.dkim)


def _answered(world: World, table: Table, seat: SeatRow, taken: Taken, now: datetime) -> SeatRow:
    """The seat after its mail came in: the first accepted one answers the welcome and may serve as its nonce.

    Under a later head of the dice only an answer to the mail that brought it may.
    """
    first = taken.message_id or taken.identity
    if seat.answered_welcome is None:
        seat = world.store.seats.change(table.name, seat.seat, answered_welcome=now)
        if table.position.journal.chain == 1:
            return nonces.answered(world, table, seat, first, now)
    if seat.nonce_chain < table.position.journal.chain and _answers_head(world, table, seat, taken):
        return nonces.answered(world, table, seat, first, now)
    return seat


def _answers_head(world: World, table: Table, seat: SeatRow, taken: Taken) -> bool:
    """Whether a mail answers the one that brought the present head of the dice to its seat."""
    answered = (world.store.outbox.get(claim.token) for claim in taken.claims if claim.where == "thread")
    own = (row for row in answered if row is not None and (row.game, row.seat) == (seat.game, seat.seat))
    return any(row.what == "head" and row.record == nonces.head_record(table) for row in own)
