"""A raw mail comes in: one outcome, recorded with everything that follows from it in one transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from pbem.core.orders import Line
from pbem.language.messages import translations
from pbem.mail.compose import ADDRESS
from pbem.mail.intake import Taken, read
from pbem.mail.transport import Incoming, Where
from pbem.referee import nonces
from pbem.referee.commands import Done, carry_out
from pbem.referee.errors import RefereeError
from pbem.referee.letters import receipt
from pbem.referee.locks import has_beacon, open_lock, waits
from pbem.referee.plans import picture
from pbem.referee.postbox import post, post_stranger
from pbem.referee.submission import Submission, submit
from pbem.referee.table import Table
from pbem.referee.voices import plain_words, voice_of
from pbem.referee.who import writer
from pbem.referee.workflow import awaited, owners, question, sections
from pbem.referee.world import World
from pbem.report.letters import Refusal, render_letter
from pbem.save.errors import SaveError
from pbem.save.records import sheet_hash
from pbem.store.errors import StoreError
from pbem.store.rows import AnswerRow, MailRow, SeatRow, SectionRow, SheetRow, StandingRow

PLACES: dict[str, Where] = {
    "orders": "handled",
    "machine": "machines",
    "bounce": "machines",
    "refused": "refused",
    "quarantined": "refused",
}
ANSWERS_A_DAY = 10
RECEIPTS_A_DAY = 100


def take(world: World, incoming: Incoming, now: datetime) -> str:
    """Take one waiting mail: record its outcome (orders, machine, bounce, refused), queue its answer, put it away."""
    raw = incoming.read()
    taken = read(raw, own_host=world.config.host, sent=world.store.outbox.text_of, whole=incoming.whole)
    before = world.store.mails.seen(taken.identity)
    row = before or _recorded(world, taken, raw, now)
    world.transport.settle(incoming, PLACES[row.outcome])
    return row.outcome


def take_as(world: World, row: MailRow, now: datetime, seat: SeatRow | None = None) -> str:
    """Take a mail that was refused once more, as the seat's if one is given: the referee's word; its outcome."""
    raw = row.raw or b""
    taken = read(raw, own_host=world.config.host, sent=world.store.outbox.text_of)
    who = writer(world, taken)
    known = seat or (who.seat if who.doubt is None else None)
    if known is None or taken.outcome != "person":
        return row.outcome
    with world.store.transaction():
        world.store.mails.put(_orders(world, taken, known, raw, now))
    return "orders"


def _recorded(world: World, taken: Taken, raw: bytes, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before, on disk with all that follows from it."""
    try:
        with world.store.transaction():
            row = _outcome(world, taken, raw, now)
            world.store.mails.put(row)
    except (RefereeError, SaveError, StoreError, OSError):
        raise  # the mail waits until save, disk or database are well again
    except Exception as wrong:  # a fault of ours: one mail must not stop all that come after it
        with world.store.transaction():
            row = _set_aside(world, taken, raw, wrong, now)
            world.store.mails.put(row)
    return row


def _set_aside(world: World, taken: Taken, raw: bytes, wrong: Exception, now: datetime) -> MailRow:
    """Refuse a mail that a fault of ours keeps from being taken; the referee is told what to report."""
    seat = writer(world, taken).seat
    why = f"{type(wrong).__name__}: {wrong}"[:200]
    world.store.notices.note("mail-fault", now, seat.game if seat else None, sender=taken.sender, why=why)
    return _refuse(world, taken, "fault", seat, raw, now)


def _outcome(world: World, taken: Taken, raw: bytes, now: datetime) -> MailRow:
    """What becomes of a mail that was not seen before."""
    same_id = world.store.mails.with_id(taken.message_id) if taken.message_id else ()
    twins = [mail for mail in same_id if mail.outcome != "machine"]  # a list's copy may come before the mail itself
    if taken.outcome in ("machine", "bounce"):
        if taken.bounce is not None:
            _bounced(world, taken, now)
        return _row(taken, taken.outcome, taken.reason, raw, now)
    who = writer(world, taken)
    if twins:
        world.store.notices.note("same-message-id", now, who.seat.game if who.seat else None, sender=taken.sender)
        return _refuse(world, taken, "same-message-id", who.seat, raw, now)
    if taken.outcome == "refused":
        return _refuse(world, taken, taken.reason, who.seat, raw, now)
    if who.doubt is not None or who.seat is None:
        return _refuse(world, taken, who.doubt or "unknown-sender", who.seat, raw, now)
    return _orders(world, taken, who.seat, raw, now)


def _orders(world: World, taken: Taken, seat: SeatRow, raw: bytes, now: datetime) -> MailRow:
    table = world.table(seat.game)
    seat = _answered(world, table, seat, taken, now)
    submission = sheet_of(world, table, seat, "\n".join(taken.extract.lines), taken.extract.kind)
    done = carry_out(world, table, seat, submission.commands, taken.identity, now)
    submission = sheet_of(world, done.table, done.seat, "\n".join(taken.extract.lines), taken.extract.kind)
    keep(world, done.table, done.seat, submission, "mail", taken.identity, now)
    answer(world, done, submission, notes(taken, submission, done.seat.language), taken.identity, taken.message_id, now)
    return _row(taken, "orders", "", raw, now, seat)


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


def answered_question(world: World, table: Table, seat: SeatRow, submission: Submission, now: datetime) -> list[str]:
    """Keep what the standing orders of a sheet answer to the open question of its seat; what to tell of it."""
    if not submission.standing or seat.seat not in owners(world, table):
        return []
    open_ = question(world, table)
    matched = (open_.match(line.order)[0] for line in submission.standing) if open_ is not None else ()
    found = next((answer for answer in matched if answer is not None), None)
    if open_ is None or found is None:
        return []
    phase = f"{table.state.turn}.{table.state.phase}"
    world.store.answers.put(AnswerRow(table.name, phase, open_.id, seat.seat, found, now))
    _ = translations(seat.language).gettext
    return [_("Your answer to the question %(question)s: %(answer)s") % {"question": open_.id, "answer": found}]


def notes(taken: Taken, submission: Submission, language: str) -> list[str]:
    """What a player should know of how the mail was read: lines taken for prose, what was left out, other readings."""
    _ = translations(language).gettext
    said = []
    if submission.reading.ignored:
        prose = "; ".join(line[:60] for line in submission.reading.ignored[:5])
        said.append(_("Not read as orders: %(lines)s") % {"lines": prose})
    if any(left.reason == "winmail" for left in taken.extract.left_out):
        said.append(
            _("The attachment winmail.dat could not be opened: send orders in the mail itself or as orders.txt.")
        )
    if any(left.reason == "encrypted" for left in taken.extract.left_out):
        said.append(_("The mail is encrypted, so its orders could not be read."))
    files = [left.text for left in taken.extract.left_out if left.reason in ("attachment", "attachment-other")]
    if files:
        said.append(_("Attachments that were not read: %(files)s") % {"files": ", ".join(files[:5])})
    if taken.extract.alternatives:
        kind, _colon, name = taken.extract.source.partition(":")
        sources = {
            "attachment": _("the attachment %(name)s") % {"name": name},
            "html": _("the formatted part of the mail"),
        }
        source = sources.get(kind, _("the text of the mail"))
        said.append(
            _("The orders were read from %(source)s; reply with only the other text to use it.") % {"source": source}
        )
    return said


def answer(
    world: World,
    done: Done,
    submission: Submission,
    notes_: Sequence[str],
    identity: str,
    message_id: str,
    now: datetime,
) -> None:
    """Queue the receipt of a mail, unless its seat has had its share for the day: two machines may be talking."""
    name, seat = done.table.name, done.seat.seat
    told = [*notes_, *done.notes, *answered_question(world, done.table, done.seat, submission, now)]
    if submission.standing and waits(world, done.table) is not None:
        _ = translations(done.seat.language).gettext
        told.append(_("The orders of the present phase are locked: new standing orders count for the ones after it."))
    had = world.store.outbox.count(
        "game = ? AND seat = ? AND what = 'receipt' AND at >= ?", name, seat, now - timedelta(days=1)
    )
    if had >= RECEIPTS_A_DAY:
        world.store.notices.note("too-many-mails", now, name, seat=seat)
        return
    state = {found.seat: found.complete for found in awaited(world, done.table)}
    submission = replace(submission, complete=state.get(seat, not submission.refused))
    letter = receipt(world, done.table, done.seat, submission, done.answers, told, now)
    letter = replace(letter, images=picture(done.table, done.seat, submission, letter.lines))
    voice = voice_of(done.table, done.seat.language)
    rendered = render_letter(letter, voice.words, voice.translations)
    post(world, done.seat, "receipt", identity, rendered, now, answers=message_id)


def _refuse(world: World, taken: Taken, reason: str, seat: SeatRow | None, raw: bytes, now: datetime) -> MailRow:
    """Refuse a mail: the seat's own address is told if there is one, else the sender, not too often."""
    row = _row(taken, "refused", reason, raw, now, seat)
    to = seat.addresses[0] if seat is not None else taken.sender
    if not ADDRESS.fullmatch(to) or _often(world, to, seat, now):
        return row
    world.store.refusals.note(to, now, reason)
    language = seat.language if seat is not None else world.config.language
    letter = _letter(taken, reason, seat, language)
    rendered = render_letter(letter, plain_words(language), translations(language))
    if seat is not None:
        post(world, seat, "refusal", taken.identity, rendered, now, answers=taken.message_id)
    else:
        post_stranger(world, to, taken.identity, rendered, now, taken.message_id)
    return row


def _often(world: World, to: str, seat: SeatRow | None, now: datetime) -> bool:
    """Whether an address had its share of refusals: ten a day, and one a minute for those who have no seat."""
    since = world.store.refusals.since
    return since(to, now - timedelta(days=1)) >= ANSWERS_A_DAY or (
        seat is None and since(to, now - timedelta(minutes=1)) > 0
    )


def _letter(taken: Taken, reason: str, seat: SeatRow | None, language: str) -> Refusal:
    _ = translations(language).gettext
    why = {
        "wrong-address": _(
            "a mail with your token came from the address %(sender)s, which is not yours; nothing was done"
        )
        % {"sender": taken.sender},
        "no-token": _("the mail came from your address but without the token of your seat"),
        "wrong-token": _("the token in the mail belongs to no seat of yours"),
        "several-seats": _("your address holds several seats, and the mail does not say which one it is for"),
        "unknown-sender": _("your address belongs to no player of a game here"),
        "same-message-id": _("another mail with the same Message-ID came before, with other contents"),
        "too-big": _("the mail is larger than 5 MB and was not read"),
        "two-senders": _("the mail names more than one sender"),
        "no-sender": _("the mail names no sender"),
    }.get(reason, _("the mail could not be read"))
    remedy = _("If you play here, write from the address that the referee knows.")
    if seat is not None:
        remedy = _("Answer the last report or receipt of your game: its address and subject carry your token.")
    if reason == "wrong-address" and seat is not None:
        values = {"address": seat.addresses[0]}
        remedy = _(
            "If it was you, write from %(address)s. If not, send a line TOKEN NEW: the old token goes out of use."
        )
        remedy %= values
    return Refusal(reason=why, game=seat.game if seat else "", subject=taken.subject, remedy=(remedy,))


def _bounced(world: World, taken: Taken, now: datetime) -> None:
    """Count a failed delivery against the seat whose mail came back."""
    assert taken.bounce is not None
    for own in taken.bounce.message_ids:
        row = world.store.outbox.get(own)
        if row is not None and row.game is not None and row.seat is not None:
            world.store.bounces.note(row.game, row.seat, row.recipient, taken.bounce.status, now)
            world.store.notices.note("bounce", now, row.game, seat=row.seat, status=taken.bounce.status)
            return


def _row(taken: Taken, outcome: str, reason: str, raw: bytes, now: datetime, seat: SeatRow | None = None) -> MailRow:
    return MailRow(
        identity=taken.identity,
        message_id=taken.message_id,
        sender=taken.sender,
        outcome=outcome,
        reason=reason,
        at=now,
        raw=raw,
        game=seat.game if seat else None,
        seat=seat.seat if seat else None,
    )
