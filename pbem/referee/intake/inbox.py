"""A raw mail comes in: one outcome, recorded with everything that follows from it in one transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from pbem.errors import TROUBLE, RefereeError
from pbem.game.game import Game
from pbem.language.messages import translations
from pbem.mail.reading.read_mail import ParsedMail, parse_mail, parse_signed, same_contents
from pbem.mail.servers.transport import Folder, Incoming
from pbem.mail.signatures.pgp import PgpResult
from pbem.mail.text.printable import printable
from pbem.phrases import told_by
from pbem.referee.home.home import Home
from pbem.referee.home.limits import is_over_limit
from pbem.referee.home.notices import note_daily
from pbem.referee.intake import pgp_key
from pbem.referee.intake.answer import answer, has_orders, proposal_hints, reading_hints, reason_without_orders
from pbem.referee.intake.bodies import read_bodies, with_proposed
from pbem.referee.intake.commands.carry_out import carry_out, show_result
from pbem.referee.intake.confirm import Confirmation, find_confirmation
from pbem.referee.intake.credentials import change_address, is_too_old, keep_passphrase, send_too_late
from pbem.referee.intake.hints import (
    concerns_orders,
    leaked_token_hints,
    no_motto_hint,
    open_hint,
    outdated_mail_hints,
    overlooked_order_hints,
    still_ordered,
    stranger_hints,
    void_done_hint,
    without_void_done,
)
from pbem.referee.intake.passphrase import split_passphrases
from pbem.referee.intake.prose import body_lines, pass_on_prose
from pbem.referee.intake.received import Received, clean, cut_to_signed, without_private_keys
from pbem.referee.intake.refuse import bytes_to_keep, claim_answer, hold, mail_row, refuse
from pbem.referee.intake.sender import Sender, find_sender
from pbem.referee.intake.tell_referee import note_bounce, note_copy
from pbem.referee.intake.together import with_all_beside
from pbem.referee.intake.trust import Trust, dkim_result, judge_trust
from pbem.referee.letters.dice_letters import words_in_force
from pbem.referee.letters.queue import Mailing, reply_subject
from pbem.referee.people.guests import answer_guest, ask_guest, end_by_machine, find_guest, find_wish
from pbem.referee.turn import nonces
from pbem.referee.turn.progress import keep_quiet_time
from pbem.referee.turn.sheets import judge_sheet, keep_sheet
from pbem.referee.turn.submission import Submission
from pbem.referee.turn.workflow import closing_of
from pbem.save.errors import SaveError
from pbem.store.rows import GuestRow, MailRow, OutboxRow, SeatRow

PLACES: dict[str, Folder] = {
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
HANDED = "handed-over"
PASSING = (RefereeError, SaveError, FileNotFoundError, PermissionError)
"""Trouble of one game or file: no phase of another game waits for it."""


class MailWaits(RefereeError):
    """A mail waits, and its `game` with it, which cannot take it now: `why` tells."""

    def __init__(self, game: str, why: Exception) -> None:
        super().__init__(told_by(why))
        self.game, self.why = game, why


def receive(home: Home, incoming: Incoming, now: datetime) -> str:
    """Take one waiting mail: record its outcome (a key of `PLACES`), queue its answer, put it away.

    Raises OSError where the mail must wait: a full disk, a name server that does not answer.
    """
    raw = incoming.read()
    mail = parse_mail(raw, own_host=home.config.host, sent=home.store.outbox.text_of, whole=incoming.whole)
    row = _earlier(home, mail) or _record(home, mail, raw, now)
    home.transport.settle(incoming, PLACES[row.outcome])
    return row.outcome


def _earlier(home: Home, mail: ParsedMail) -> MailRow | None:
    """The row of a mail that came before: itself, or one of its copies that was taken for the seat that it is of."""
    found = home.store.mails.find(mail.identity)
    if found is not None or not mail.message_id:
        return found
    copies = [r for r in home.store.mails.taken_under(mail.message_id) if same_contents(r.identity, mail.identity)]
    return next((row for row in copies if _is_of(row, find_sender(home, mail))), None)


def _is_of(row: MailRow, sender: Sender) -> bool:
    """Whether a mail of a sender is not plainly one of another seat than an earlier mail."""
    return (
        sender.seat is None or sender.doubt is not None or (row.game, row.seat) == (sender.seat.game, sender.seat.seat)
    )


def receive_as(home: Home, row: MailRow, now: datetime, seat: SeatRow | None = None) -> str:
    """Take a mail that was refused or held once more, as the seat's if one is given: the referee's word; its outcome.

    What was refused for its signature or passphrase is taken only as a seat's that is given.
    """
    mail = _read_again(home, row)
    sender = find_sender(home, mail)
    known = seat or (sender.seat if sender.doubt is None and row.reason not in FORGED else None)
    if known is None or mail.outcome != "person":
        return row.outcome
    with home.store.transaction():
        home.store.mails.put(_receive_again(home, row, mail, known, now))
    return "orders"


def _read_again(home: Home, row: MailRow) -> ParsedMail:
    """A stored mail as it reads; what was kept of it may be less than what came, its identity is not."""
    mail = parse_mail(row.raw or b"", own_host=home.config.host, sent=home.store.outbox.text_of)
    return replace(mail, identity=row.identity)


def _receive_again(home: Home, row: MailRow, mail: ParsedMail, seat: SeatRow, now: datetime) -> MailRow:
    """Take a stored mail now, as a seat's."""
    mail, phrases = split_passphrases(mail, stored=True)
    raw, by_word = row.raw or b"", Trust(seat, None, row.dkim, proven=True, phrased=True)
    version = home.store.outbox.next_version() if row.outcome == "quarantined" else 0  # it had a receipt before
    offer = pgp_key.key_offer(mail, raw, by_word.pgp)
    received = Received(mail, raw, raw, phrases, Sender(seat), offer, version)
    return replace(_take_orders(home, received, by_word, seat, now), pgp=row.pgp)


def _record(home: Home, mail: ParsedMail, raw: bytes, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before, on disk with all that follows from it."""
    received = clean(mail, raw, find_sender(home, mail))
    try:
        with home.store.transaction():
            row = _decide(home, received, now)
            home.store.mails.put(row)
    except TROUBLE:
        raise  # the mail waits until save, disk, database or network are well again
    except Exception as wrong:  # a fault of ours: one mail must not stop all that come after it
        with home.store.transaction():
            row = _refuse_for_fault(home, received, wrong, now)
            home.store.mails.put(row)
    return row


def _refuse_for_fault(home: Home, received: Received, wrong: Exception, now: datetime) -> MailRow:
    """Refuse a mail that a fault of ours keeps from being taken; the referee is told what to report."""
    mail, seat = received.mail, received.sender.seat
    why = printable(f"{type(wrong).__name__}: {wrong}", 200)
    note_daily(home, "mail-fault", now, seat.game if seat else None, sender=mail.sender, why=why)
    return refuse(home, mail, "fault", seat, received.kept, now)


def _decide(home: Home, received: Received, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before."""
    mail, seat = received.mail, received.sender.seat
    if mail.outcome in ("machine", "bounce"):
        if mail.bounce is not None:
            note_bounce(home, mail, now)
        else:
            end_by_machine(home, mail)
        return mail_row(mail, mail.outcome, mail.reason, bytes_to_keep(home, None, received.raw, now), now)
    if seat is not None and mail.message_id and _has_twin(home, mail, seat):
        note_daily(home, "same-message-id", now, seat.game, sender=mail.sender)
        return refuse(home, mail, "same-message-id", seat, received.kept, now)
    if mail.outcome == "refused":
        return refuse(home, mail, mail.reason, seat, received.kept, now)
    guest = find_guest(home, mail)
    if guest is not None:
        return _hear_guest(home, received, guest, now)
    yes = find_confirmation(home, mail)
    if yes is not None:
        return _confirm(home, received, yes, now)
    trust = judge_trust(home, received.sender, mail, received.raw, received.phrases, now)
    received = _readable(home, received, trust.pgp)
    return replace(_decide_by_trust(home, received, trust, now), pgp=str(trust.pgp))


def _has_twin(home: Home, mail: ParsedMail, seat: SeatRow) -> bool:
    """Whether a mail of a seat was taken that has the Message-ID of this one, and says something else."""
    taken = home.store.mails.taken_under(mail.message_id)
    return any((row.game, row.seat) == (seat.game, seat.seat) and row.outcome != "held" for row in taken)


def _readable(home: Home, received: Received, pgp: PgpResult) -> Received:
    """A mail as far as it may be read: of one with a good PGP signature what that covers. With what it has for PGP."""
    if pgp.message is not None:
        part = parse_signed(received.mail, received.raw, pgp.message, sent=home.store.outbox.text_of)
        received = cut_to_signed(received, part)
    offer = pgp_key.key_offer(received.mail, received.raw, pgp)
    return without_private_keys(replace(received, offer=offer))


def _decide_by_trust(home: Home, received: Received, trust: Trust, now: datetime) -> MailRow:
    """A mail of a person is refused, held or taken, as far as it is trusted."""
    mail, kept, seat, dkim = received.mail, received.kept, trust.seat, trust.dkim
    if seat is None and _takes_wish(home, mail, trust, now):
        return mail_row(mail, "confirmed", "wish", kept, now, None, dkim)
    if seat is None:
        return refuse(
            home,
            mail,
            trust.doubt or "unknown-sender",
            None,
            kept,
            now,
            dkim,
            partial(stranger_hints, home, mail.sender),
        )
    if trust.doubt in HELD and not is_over_limit(home, seat, "held", now):
        note_daily(home, "mail-held", now, seat.game, seat=seat.seat)
        return hold(home, mail, seat, trust.doubt, kept, now, dkim)
    if trust.doubt not in (None, *HELD):
        return refuse(home, mail, trust.doubt, seat, kept, now, dkim, partial(pgp_key.signature_hints, trust.pgp, seat))
    if trust.doubt is not None or is_over_limit(home, seat, "orders", now):
        note_daily(home, "too-many-mails", now, seat.game, seat=seat.seat)
        return refuse(home, mail, "too-many", seat, kept, now, dkim)
    return _take_orders(home, received, trust, seat, now)


def _hear_guest(home: Home, received: Received, guest: GuestRow, now: datetime) -> MailRow:
    """Do what somebody says who has no seat, and was asked."""
    mail, kept = received.mail, received.kept
    if to := home.handed_to(guest.game):
        return refuse(home, mail, HANDED, None, kept, now, also=partial(_written_to, to, guest.language))
    found = dkim_result(home, mail, received.raw)
    if found is not None and found.result == "fail":
        return refuse(home, mail, "bad-signature", None, kept, now, str(found))
    return mail_row(mail, "confirmed", answer_guest(home, guest, mail, now), kept, now, None, str(found or ""))


def _takes_wish(home: Home, mail: ParsedMail, trust: Trust, now: datetime) -> bool:
    """Whether a mail of a stranger asks to observe or for a place, and its address is asked whether it does."""
    wish = find_wish(home, mail) if trust.doubt == "unknown-sender" else None
    if wish is None or not claim_answer(home, mail.sender, "wish", now, stranger=True):
        return False
    return ask_guest(home, wish, mail.sender, now)


def _confirm(home: Home, received: Received, yes: Confirmation, now: datetime) -> MailRow:
    """Do what a mail says yes to: take the mail that is held, or give the seat the address that wrote this one."""
    mail, kept = received.mail, received.kept
    found = dkim_result(home, mail, received.raw)
    dkim = str(found or "")
    if found is not None and found.result == "fail":
        return refuse(home, mail, "bad-signature", yes.seat, kept, now, dkim)
    if yes.held is None:
        change_address(home, yes.seat, mail.sender, mail.identity, now)
    elif is_too_old(home, yes.held):
        send_too_late(home, yes.seat, yes.held, now)
    else:
        row = _receive_again(home, yes.held, _read_again(home, yes.held), yes.seat, now)
        home.store.mails.put(replace(row, reason="confirmed"))
    return mail_row(mail, "confirmed", "", kept, now, yes.seat, dkim)


def _take_orders(home: Home, received: Received, trust: Trust, seat: SeatRow, now: datetime) -> MailRow:
    """Take a mail as its seat's; MailWaits where the seat's game cannot take it now, or is read elsewhere."""
    if to := home.handed_to(seat.game):
        told = partial(_written_to, to, seat.language)
        return refuse(home, received.mail, HANDED, seat, received.kept, now, trust.dkim, told)
    try:
        return _carry_out(home, received, trust, seat, now)
    except PASSING as wrong:
        raise MailWaits(seat.game, wrong) from wrong


def _written_to(address: str, language: str) -> list[str]:
    """Whom to write to about a game that was handed over."""
    return [translations(language).gettext("Its referee is %(address)s now.") % {"address": address}]


def _carry_out(home: Home, received: Received, trust: Trust, seat: SeatRow, now: datetime) -> MailRow:
    """Take a mail: commands first, for they may change what stands; then orders, and the receipt."""
    mail, game = received.mail, home.open_game(seat.game)
    owed, seat = seat, _note_answer(home, game, seat, mail, now)
    note_copy(home, seat, mail, now)
    pgp = trust.pgp
    if pgp.result == "good":
        seat = home.store.seats.change(seat.game, seat.seat, pgp_at=pgp.at)
    sure = trust.proven or "pass" in trust.dkim
    seat, said = keep_passphrase(home, seat, received.phrases, sure=sure, proven=trust.phrased)
    read, left = with_proposed(home, game, seat.seat, read_bodies(game, seat, mail.extract), mail.extract)
    read = with_all_beside(home, game, seat, read)
    reading = without_void_done(home, game, seat, mail, read)
    offer, prose = replace(received.offer, sure=sure), any(body_lines(reading.ignored))
    result = carry_out(home, game, seat, reading.commands, mail.identity, now, offer, prose=prose)
    if not result.seat.addresses:  # its player has resigned in this mail: whatever else is in it counts for nobody
        return mail_row(mail, "orders", "", received.kept, now, seat, trust.dkim)
    result = replace(result, answers=(*said, *result.answers))
    submission = judge_sheet(home, result.game, result.seat, reading)
    ended = result.seat.done not in ("", seat.done)
    keep_sheet(home, result.game, result.seat, submission, "mail", mail.identity, now, ended=ended)
    result = show_result(home, result, reading.commands, mail.identity, now, lists=not reading.lines)
    passed = pass_on_prose(home, result.seat, mail.identity, reading, now)
    if told_referee := ended and any(concerns_orders(line, result.game.lexicon) for line in passed):
        result = replace(result, seat=keep_quiet_time(home, result.seat))
    if has_orders(submission) or claim_answer(
        home, seat.addresses[0], reason_without_orders(mail, replace(submission, reading=read), result, passed), now
    ):
        past = outdated_mail_hints(home, result.game, result.seat, mail, submission)
        told = [*past, *leaked_token_hints(home, result.seat, mail), *pgp_key.signature_hints(pgp, result.seat)]
        told += _reading_hints(home, result.game, mail, result.seat, submission, passed)
        settles = told_referee and closing_of(home, result.game, now).why == "settling"
        told += [open_hint(result.seat)] if settles else []
        told += proposal_hints(result.game, result.seat) if left else []
        told += [void_done_hint(result.seat)] if reading != read else []
        told += overlooked_order_hints(mail, result.game.lexicon, result.seat.language)
        if result.seat.nonce is None and result.seat.nonce_mail_id != owed.nonce_mail_id:
            told.append(no_motto_hint(result.seat))
            told.append("\n".join(words_in_force(home, result.game, result.seat)))
        within = reply_subject(home, seat, mail)
        mailing = Mailing("receipt", mail.identity, received.version, mail.message_id, within)
        answer(home, result, submission, told, mailing, now)
    return mail_row(mail, "orders", "", received.kept, now, seat, trust.dkim)


def _reading_hints(
    home: Home, game: Game, mail: ParsedMail, seat: SeatRow, submission: Submission, passed: Sequence[str]
) -> list[str]:
    """How a mail was read; of a YES or NO in it only where it may be meant as one."""
    read = submission.reading
    answers = not (read.lines or read.commands) or bool(home.store.proposals.of(game=seat.game, state="open"))
    ordered = still_ordered(submission, game.lexicon)
    return reading_hints(mail, submission, seat, passed, ordered, answers=answers)


def _note_answer(home: Home, game: Game, seat: SeatRow, mail: ParsedMail, now: datetime) -> SeatRow:
    """The seat after its mail came in: the first accepted one answers the welcome and may serve as its nonce.

    Under a later head of the dice only an answer to the mail that brought it may.
    """
    first = mail.message_id or mail.identity
    if seat.answered_welcome is None:
        seat = home.store.seats.change(game.name, seat.seat, answered_welcome=now)
        if game.position.journal.chain == 1:
            return nonces.set_nonce_from_mail(home, game, seat, first, now)
    if seat.nonce_chain < game.position.journal.chain and _answers_head(home, game, seat, mail):
        return nonces.set_nonce_from_mail(home, game, seat, first, now)
    return seat


def _answers_head(home: Home, game: Game, seat: SeatRow, mail: ParsedMail) -> bool:
    """Whether a mail answers the one that brought the present head of the dice to its seat, or to its new player."""
    answered = (home.store.outbox.get(claim.token) for claim in mail.claims if claim.where == "thread")
    own = (row for row in answered if row is not None and (row.game, row.seat) == (seat.game, seat.seat))
    since = nonces.head_record_number(game)
    return any((row.what == "head" and row.record == since) or _hands_over(row, since) for row in own)


def _hands_over(row: OutboxRow, since: int) -> bool:
    """Whether a mail of ours gave a seat to a new player, with the head of the dice published in record `since`."""
    return row.what == "welcome" and row.record >= since > 0
