"""A raw mail comes in: one outcome, recorded with everything that follows from it in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pbem.core.orders import Line
from pbem.errors import TROUBLE
from pbem.game.game import Table
from pbem.mail.reading.read_mail import Taken, read, within
from pbem.mail.servers.account import printable
from pbem.mail.servers.transport import Incoming, Where
from pbem.mail.signatures.pgp import is_private
from pbem.referee.home.home import World
from pbem.referee.home.limits import many
from pbem.referee.intake import pgp_key
from pbem.referee.intake.answer import answer, notes, ordered, worth
from pbem.referee.intake.commands import carry_out
from pbem.referee.intake.confirm import Confirmed, confirmed
from pbem.referee.intake.credentials import keep_passphrase, late, moved, too_old
from pbem.referee.intake.leaked import leaked
from pbem.referee.intake.overlooked import overlooked
from pbem.referee.intake.overtaken import overtaken
from pbem.referee.intake.passphrase import Phrases, apart, blanked, masked, speaks
from pbem.referee.intake.refuse import hold, keepable, mail_row, may_answer, refuse
from pbem.referee.intake.sender import writer
from pbem.referee.intake.tell_referee import note_bounce, note_copy, note_daily
from pbem.referee.intake.trust import Trusted, trusted, vouched
from pbem.referee.letters.queue import conversation
from pbem.referee.turn import nonces
from pbem.referee.turn.beacon_lock import has_beacon, open_lock
from pbem.referee.turn.submission import Submission, submit
from pbem.referee.turn.workflow import sections
from pbem.save.records import sheet_hash
from pbem.store.rows import MailRow, SeatRow, SectionRow, SheetRow, StandingRow

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
    raw = row.raw or b""
    taken = read(raw, own_host=world.config.host, sent=world.store.outbox.text_of)
    who = writer(world, taken)
    known = seat or (who.seat if who.doubt is None and row.reason not in FORGED else None)
    if known is None or taken.outcome != "person":
        return row.outcome
    with world.store.transaction():
        world.store.mails.put(_again(world, row, taken, known, now))
    return "orders"


def _again(world: World, row: MailRow, taken: Taken, seat: SeatRow, now: datetime) -> MailRow:
    """Take a stored mail now: what was kept of it may be less than what came, its identity is not."""
    taken, phrases = apart(replace(taken, identity=row.identity), stored=True)
    raw, by_word = row.raw or b"", Trusted(seat, None, row.dkim, proven=True, phrased=True)
    version = world.store.outbox.next_version() if row.outcome == "quarantined" else 0  # it had a receipt before
    came = _Came(taken, raw, phrases, by_word, pgp_key.offered(taken, raw, by_word.seal), version)
    return replace(_orders(world, came, seat, now), pgp=row.pgp)


@dataclass(frozen=True, slots=True)
class _Came:
    """A mail with all that is known of it: as read, what is kept of its bytes, its passphrases, whom it speaks for.

    `version` is that of its receipt: where it is taken once more, there is one already.
    """

    taken: Taken
    raw: bytes
    phrases: Phrases
    trusted: Trusted
    given: pgp_key.Offered = pgp_key.NOTHING
    version: int = 0


def _recorded(world: World, taken: Taken, raw: bytes, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before, on disk with all that follows from it."""
    try:
        with world.store.transaction():
            row = _outcome(world, taken, raw, now)
            world.store.mails.put(row)
    except TROUBLE:
        raise  # the mail waits until save, disk, database or network are well again
    except Exception as wrong:  # a fault of ours: one mail must not stop all that come after it
        with world.store.transaction():
            row = _set_aside(world, taken, raw, wrong, now)
            world.store.mails.put(row)
    return row


def _set_aside(world: World, taken: Taken, raw: bytes, wrong: Exception, now: datetime) -> MailRow:
    """Refuse a mail that a fault of ours keeps from being taken; the referee is told what to report."""
    seat = writer(world, taken).seat
    why = printable(f"{type(wrong).__name__}: {wrong}", 200)
    note_daily(world, "mail-fault", now, seat.game if seat else None, sender=taken.sender, why=why)
    return refuse(world, taken, "fault", seat, raw, now)


def _outcome(world: World, taken: Taken, raw: bytes, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before."""
    if taken.outcome in ("machine", "bounce"):
        if taken.bounce is not None:
            note_bounce(world, taken, now)
        return mail_row(taken, taken.outcome, taken.reason, keepable(world, None, raw, now), now)
    twins = bool(taken.message_id) and world.store.mails.has_id(taken.message_id)
    kept = masked(raw, taken) if speaks(taken) else raw
    taken, phrases = apart(taken)
    if twins or taken.outcome == "refused":
        seat = writer(world, taken).seat
        if twins:
            note_daily(world, "same-message-id", now, seat.game if seat else None, sender=taken.sender)
        return refuse(world, taken, "same-message-id" if twins else taken.reason, seat, kept, now)
    yes = confirmed(world, taken)
    if yes is not None:
        return _confirmed(world, taken, raw, kept, yes, now)
    judged = trusted(world, taken, raw, phrases, now)
    came = _covered(world, _Came(taken, kept, phrases, judged), raw)
    return replace(_judged(world, came, now), pgp=str(judged.seal))


def _covered(world: World, came: _Came, raw: bytes) -> _Came:
    """A mail as far as it may be read: of one with a good PGP signature what that covers. With what it has for PGP."""
    seal = came.trusted.seal
    if seal.message is not None:
        taken = within(came.taken, raw, seal.message, sent=world.store.outbox.text_of)
        kept = masked(raw, taken) if speaks(taken) else came.raw
        taken, phrases = apart(taken)
        came = replace(came, taken=taken, phrases=phrases, raw=kept)
    given = pgp_key.offered(came.taken, raw, seal)
    kept = masked(raw, came.taken) if any(map(is_private, given.blocks)) else came.raw
    return replace(came, raw=kept, given=given)


def _judged(world: World, came: _Came, now: datetime) -> MailRow:
    """A mail of a person is refused, held or taken, as far as it is trusted."""
    taken, seat, dkim = came.taken, came.trusted.seat, came.trusted.dkim
    if seat is None:
        return refuse(world, taken, came.trusted.doubt or "unknown-sender", None, came.raw, now, dkim)
    if came.trusted.doubt in HELD and not many(world, seat, "held", now):
        note_daily(world, "mail-held", now, seat.game, seat=seat.seat)
        return hold(world, taken, seat, came.trusted.doubt, came.raw, now, dkim)
    if came.trusted.doubt not in (None, *HELD):
        return refuse(
            world, taken, came.trusted.doubt, seat, came.raw, now, dkim, pgp_key.told(came.trusted.seal, seat)
        )
    if came.trusted.doubt is not None or many(world, seat, "orders", now):
        note_daily(world, "too-many-mails", now, seat.game, seat=seat.seat)
        return refuse(world, taken, "too-many", seat, came.raw, now, dkim)
    return _orders(world, came, seat, now)


def _confirmed(world: World, taken: Taken, raw: bytes, kept: bytes, yes: Confirmed, now: datetime) -> MailRow:
    """Do what a mail says yes to: take the mail that is held, or give the seat the address that wrote this one.

    `kept` is what may be stored of it.
    """
    found = vouched(world, taken, raw)
    dkim = str(found or "")
    if found is not None and found.result == "fail":
        return refuse(world, taken, "bad-signature", yes.seat, kept, now, dkim)
    if yes.held is None:
        moved(world, yes.seat, taken.sender, taken.identity, now)
    elif too_old(world, yes.held):
        late(world, yes.seat, yes.held, now)
    else:
        held = read(yes.held.raw or b"", own_host=world.config.host, sent=world.store.outbox.text_of)
        row = _again(world, yes.held, held, yes.seat, now)
        world.store.mails.put(replace(row, reason="confirmed"))
    return mail_row(taken, "confirmed", "", kept, now, yes.seat, dkim)


def _orders(world: World, came: _Came, seat: SeatRow, now: datetime) -> MailRow:
    """Take a mail as its seat's: commands, orders, receipt."""
    taken, table = came.taken, world.table(seat.game)
    seat = _answered(world, table, seat, taken, now)
    note_copy(world, seat, taken, now)
    seal = came.trusted.seal
    if seal.result == "good":
        seat = world.store.seats.change(seat.game, seat.seat, pgp_at=seal.at)
    sure = came.trusted.proven or "pass" in came.trusted.dkim
    seat, said = keep_passphrase(world, seat, came.phrases, sure=sure, proven=came.trusted.phrased)
    submission = sheet_of(world, table, seat, "\n".join(taken.extract.lines), taken.extract.kind)
    given = replace(came.given, sure=sure)
    done = carry_out(world, table, seat, submission.commands, taken.identity, now, given)
    done = replace(done, answers=(*said, *done.answers))
    if submission.commands:  # they may have changed what stands
        submission = sheet_of(world, done.table, done.seat, "\n".join(taken.extract.lines), taken.extract.kind)
    keep(world, done.table, done.seat, submission, "mail", taken.identity, now)
    if ordered(submission) or may_answer(world, seat.addresses[0], worth(taken, submission, done), now):
        past = overtaken(world, done.table, done.seat, taken, submission)
        told = [*past, *leaked(world, done.seat, taken), *pgp_key.told(seal, done.seat)]
        told += notes(taken, submission, done.seat.language)
        told += overlooked(taken, done.table.lexicon, done.seat.language)
        about = conversation(world, seat, taken)
        answer(world, done, submission, told, taken.identity, taken.message_id, now, about, came.version)
    return mail_row(taken, "orders", "", came.raw, now, seat, came.trusted.dkim)


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


def sheet_of(
    world: World, table: Table, seat: SeatRow, text: str, kind: str = "text", strict: bool = False
) -> Submission:
    """What a text of a seat comes to, beside what it has in force."""
    lexicon = table.lexicon
    text = blanked(text) if kind == "text" else text
    earlier = sections(world, table, seat.seat)
    lock = open_lock(world, table) if has_beacon(table) else None
    locked = lock.phase.partition(".")[2] if lock is not None else ""
    return submit(table, lexicon, seat.seat, text, kind=kind, strict=strict, earlier=earlier, locked=locked)


def keep(
    world: World, table: Table, seat: SeatRow, submission: Submission, source: str, identity: str, now: datetime
) -> None:
    """Keep the good lines of a sheet: they replace those of the phases that it has lines for."""
    if table.over or not (submission.reading.lines or submission.problems or submission.passed):
        return
    kept_phases = {phase for phase, lines in submission.accepted.items() if lines} | submission.passed
    good = {phase: [_kept(line) for line in submission.accepted[phase]] for phase in sorted(kept_phases)}
    numbered = sorted((row["number"], row["text"]) for rows in good.values() for row in rows)
    sheet = SheetRow(
        game=table.name,
        seat=seat.seat,
        serial=0,
        turn=table.state.turn,
        received=now,
        source=source,
        identity=identity,
        sections=good,
        hash=sheet_hash(numbered),
        complete=submission.complete,
        problems=tuple({**p.to_json(), "phase": submission.refused.get(p.line, "")} for p in submission.problems),
    )
    rows = [_section(table, seat, phase, lines, submission) for phase, lines in good.items()]
    world.store.sheets.receive(sheet, rows)
    if submission.standing is not None:
        kept = tuple(_kept(line) for line in submission.standing)
        world.store.standing.put(StandingRow(table.name, seat.seat, kept, now))


def _kept(line: Line) -> dict[str, Any]:
    """A line as the private side keeps it."""
    return {"number": line.number, "text": line.text, "order": line.order.to_json()}


def _section(
    table: Table, seat: SeatRow, phase: str, rows: Sequence[dict[str, Any]], submission: Submission
) -> SectionRow:
    complete = phase not in submission.refused.values()
    hash_ = sheet_hash((row["number"], row["text"]) for row in rows)
    return SectionRow(table.name, seat.seat, table.state.turn, phase, 0, tuple(rows), hash_, complete)
