"""Mails on their way out: composed under a Message-ID that follows from what they are, and put in the queue once."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from pbem.mail.message.claims import message_id, token
from pbem.mail.message.message import parse
from pbem.mail.reading.read_mail import Taken
from pbem.mail.writing.compose import Attachment, Image, Mailbox, Outgoing, compose
from pbem.referee.home.home import World
from pbem.referee.home.notices import note_left_out
from pbem.referee.home.secrets import mail_key
from pbem.report.telling import Rendered
from pbem.store.rows import OutboxRow, SeatRow

What = Literal["welcome", "report", "receipt", "reminder", "refusal", "note", "head", "lock"]
ANSWERS = ("receipt", "refusal")
_TO = re.compile(rb"^(To: (?:[^\r\n]*\r\n[ \t])*[^\r\n]*<)[^<>\r\n]*>\r\n", re.M)
_SUBJECT = re.compile(r"(?:Re: )?\[[^\]]*\] ?")
_TOKEN = re.compile(rb"^Reply-To: [^\r\n]*\.([a-z0-9]+)@", re.M)


def post(
    world: World,
    seat: SeatRow,
    what: What,
    record: int | str,
    rendered: Rendered,
    now: datetime,
    *,
    version: int = 0,
    answers: str = "",
    form: Sequence[str] = (),
    files: Sequence[Attachment] = (),
    within: str = "",
) -> bool:
    """Queue a mail to a seat; False if the same mail (what, record, version) was queued before.

    `record` is the journal number that it tells of, or the identity of the mail that it answers, whose Message-ID is
    `answers`. `within` is the subject of a `conversation`: the mail bears it in place of its own. The referee is told
    of what had to be left out of it.
    """
    if within:
        rendered = replace(rendered, subject=within)
    own = message_id(mail_key(world), seat.game, what, record, seat.seat, version, world.config.host)
    row = OutboxRow(
        message_id=own,
        game=seat.game,
        seat=seat.seat,
        recipient=seat.addresses[0],
        raw=compose(_outgoing(world, seat, what, own, rendered, now, answers, (*_form(form, record), *files))),
        at=now,
        what=what,
        record=record if isinstance(record, int) else 0,
    )
    queued = world.store.outbox.enqueue(row, "\n".join([rendered.text, *form]))
    if queued:
        note_left_out(world, seat, what, rendered.left_out, now)
    return queued


def _outgoing(
    world: World,
    seat: SeatRow,
    what: What,
    own: str,
    rendered: Rendered,
    now: datetime,
    answers: str,
    attachments: tuple[Attachment, ...],
) -> Outgoing:
    """A mail to a seat, threaded with its first one and with that which it answers; `own` is its Message-ID."""
    host = world.config.host
    thread = message_id(mail_key(world), seat.game, "welcome", 0, seat.seat, 0, host)
    return Outgoing(
        message_id=own,
        sender=Mailbox(world.config.name, world.config.address),
        recipient=Mailbox(seat.name, seat.addresses[0]),
        reply_to=reply_to(world, seat),
        subject=_subject(seat, rendered.subject),
        date=now,
        language=seat.language,
        list_id=f"{seat.game}.{host}",
        host=host,
        auto="auto-replied" if what in ANSWERS else "auto-generated",
        text=rendered.text,
        html=rendered.html,
        images=tuple(Image(i.cid, f"{i.cid.partition('@')[0]}.png", i.png) for i in rendered.images),
        attachments=attachments,
        references=tuple(r for r in dict.fromkeys((thread, answers)) if r and r != own),
    )


def _subject(seat: SeatRow, subject: str) -> str:
    """A subject with the seat's token, behind the Re: of an answer."""
    re_ = "Re: " if subject.startswith("Re: ") else ""
    return f"{re_}[{seat.game}.{seat.token}] {subject.removeprefix(re_).removeprefix(f'[{seat.game}]').strip()}"


def conversation(world: World, seat: SeatRow, taken: Taken) -> str:
    """The subject "Re: [game] …" of the mail of ours that a mail answers; "" where it answers none of this seat's.

    Gmail shows mails together only if they have one subject: with it a receipt stands below the answer that it is for.
    """
    for claim in taken.claims:
        row = world.store.outbox.get(claim.token) if claim.where == "thread" else None
        if row is not None and (row.game, row.seat) == (seat.game, seat.seat):
            return _SUBJECT.sub(f"Re: [{seat.game}] ", parse(row.raw).subject, count=1)
    return ""


def post_stranger(
    world: World,
    to: str,
    identity: str,
    rendered: Rendered,
    now: datetime,
    *,
    answers: str = "",
    reply_to: str = "",
    language: str = "",
) -> bool:
    """Queue the one answer to somebody who has no seat, or a question to an address that is not yet a seat's."""
    host = world.config.host
    own = message_id(mail_key(world), "", "refusal", identity, to, 0, host)
    outgoing = Outgoing(
        message_id=own,
        sender=Mailbox(world.config.name, world.config.address),
        recipient=Mailbox("", to),
        reply_to=reply_to or world.config.address,
        subject=rendered.subject,
        date=now,
        language=language or world.config.language,
        list_id=f"pbem.{host}",
        host=host,
        auto="auto-replied" if answers else "auto-generated",
        text=rendered.text,
        html=rendered.html,
        references=(answers,) if answers else (),
    )
    row = OutboxRow(message_id=own, game=None, seat=None, recipient=to, raw=compose(outgoing), at=now, what="refusal")
    return world.store.outbox.enqueue(row, rendered.text)


def reply_to(world: World, seat: SeatRow) -> str:
    """The referee's address with the seat's token in its plus part: what an answer goes to."""
    local, _, domain = world.config.address.partition("@")
    return f"{local}+{seat.game}.{seat.token}@{domain}"


def resend(world: World, row: OutboxRow, version: int, now: datetime) -> str:
    """Queue a mail of ours once more, its body to the byte, under another Message-ID; return whom it goes to.

    A seat's goes to the address that is the seat's now, with its token of now: the former ones may be somebody else's.
    """
    own = message_id(
        mail_key(world),
        row.game or "",
        f"again {row.message_id}",
        row.record,
        row.seat or "",
        version,
        world.config.host,
    )
    raw, to = row.raw.replace(f"Message-ID: {row.message_id}".encode(), f"Message-ID: {own}".encode(), 1), row.recipient
    seat = world.store.seats.get(row.game, row.seat)
    if seat is not None:
        to = seat.addresses[0]
        raw = _with_token(world, _TO.sub(lambda found: found[1] + to.encode("ascii") + b">\r\n", raw, count=1), seat)
    text = world.store.outbox.text_of(row.message_id) or ""
    again = replace(row, message_id=own, recipient=to, raw=raw, at=now, state="ready", tries=0, next_try=None, why="")
    world.store.outbox.enqueue(again, text)
    return to


def _with_token(world: World, raw: bytes, seat: SeatRow) -> bytes:
    """A mail with the token that its seat has now in the place of one that it had; any other word stays."""
    found = _TOKEN.search(raw.partition(b"\r\n\r\n")[0])
    had = (token(mail_key(world), seat.game, seat.seat, n).encode() for n in range(seat.token_serial))
    return raw.replace(found.group(1), seat.token.encode()) if found is not None and found.group(1) in had else raw


def _form(form: Sequence[str], record: int | str) -> tuple[Attachment, ...]:
    if not form:
        return ()
    text = "\n".join(form) + "\n"
    return (Attachment(f"form-{record}.txt", "text/plain", text.encode("utf-8")),)
