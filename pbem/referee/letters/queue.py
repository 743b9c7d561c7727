"""Mails on their way out: composed under a Message-ID that follows from what they are, and put in the queue once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pbem.errors import Refused
from pbem.language.messages import translations
from pbem.mail.message.claims import message_id, token
from pbem.mail.message.message import header_of, parse
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.writing.compose import Attachment, Image, Mailbox, Outgoing, compose, format_mailbox
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.notices import note_left_out
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.players import player_name
from pbem.report.content import Rendered, attempt
from pbem.store.rows import OutboxRow, SeatRow

MailKind = Literal["welcome", "start", "report", "receipt", "reminder", "refusal", "note", "head", "lock", "press"]
ANSWERS = ("receipt", "refusal")
_TO = re.compile(rb"^To: (?:[^\r\n]*\r\n[ \t])*[^\r\n]*\r\n", re.M)
_FROM = re.compile(rb"^(From: (?:[^\r\n]*\r\n[ \t])*[^\r\n]*<)[^<>\r\n]*>\r\n", re.M)
_REPLY_TO = re.compile(rb"^Reply-To: [^\r\n]*\r\n", re.M)
_SUBJECT = re.compile(r"(?:Re: )?(?:\[[^\]]*\] ?|[a-z0-9-]+ · )?(?P<news>.*?)(?: \[[^\]. ]+\.[^\] ]+\])?", re.S)
"""A subject of ours; those of older releases have the token first."""
_TOKEN = re.compile(rb"^Reply-To: [^\r\n]*\.([a-z0-9]+)@", re.M)


@dataclass(frozen=True, slots=True)
class Mailing:
    """Which mail to a seat it is, and what it answers.

    `record` is the journal number that it tells of, or the identity of the mail that it answers, whose Message-ID is
    `answers`. `within` is the subject of a `reply_subject`: the mail bears it in place of its own.
    """

    what: MailKind
    record: int | str
    version: int = 0
    answers: str = ""
    within: str = ""


def post(
    home: Home,
    seat: SeatRow,
    mailing: Mailing,
    rendered: Rendered,
    now: datetime,
    *,
    form: Sequence[str] = (),
    files: Sequence[Attachment] = (),
) -> bool:
    """Queue a mail to a seat; False if the same mail (what, record, version) was queued before.

    The referee is told of what had to be left out of it. Nothing goes to a seat where nobody sits.
    """
    if not seat.addresses:
        return False
    row = _row(home, seat, mailing, rendered, now, (*_form(form, mailing.record), *files))
    queued = home.store.outbox.enqueue(row, "\n".join([rendered.text, *form]))
    if queued:
        note_left_out(home, seat, mailing.what, rendered.left_out, now)
    return queued


def post_instead(
    home: Home, seat: SeatRow, mailing: Mailing, rendered: Rendered, now: datetime, files: Sequence[Attachment] = ()
) -> None:
    """Let a mail to a seat say this instead, if it still waits in the queue and was never on its way."""
    if seat.addresses:
        home.store.outbox.rewrite(_row(home, seat, mailing, rendered, now, files), rendered.text)


def _row(
    home: Home, seat: SeatRow, mailing: Mailing, rendered: Rendered, now: datetime, files: Sequence[Attachment]
) -> OutboxRow:
    """A mail to a seat as it is queued."""
    what, record = mailing.what, mailing.record
    if mailing.within:
        rendered = replace(rendered, subject=mailing.within)
    own = message_id(mail_key(home), seat.game, what, record, seat.seat, mailing.version, home.config.host)
    return OutboxRow(
        message_id=own,
        game=seat.game,
        seat=seat.seat,
        recipient=seat.addresses[0],
        raw=compose(_outgoing(home, seat, mailing, own, rendered, now, tuple(files))),
        at=now,
        what=what,
        record=record if isinstance(record, int) else 0,
    )


def version_of(record_hash: str) -> int:
    """The version of a mail about a record: where a save was put back, its number may be another one's by now."""
    return int(record_hash[:12], 16)


def _outgoing(
    home: Home,
    seat: SeatRow,
    mailing: Mailing,
    own: str,
    rendered: Rendered,
    now: datetime,
    attachments: tuple[Attachment, ...],
) -> Outgoing:
    """A mail to a seat, threaded with its first one and with that which it answers; `own` is its Message-ID."""
    host = home.config.host
    thread = message_id(mail_key(home), seat.game, "welcome", 0, seat.seat, 0, host)
    return Outgoing(
        message_id=own,
        sender=referee_mailbox(home, seat.game, seat.language),
        recipient=Mailbox(seat.name, seat.addresses[0]),
        reply_to=reply_address(home, seat),
        subject=subject_with(seat.game, seat.token, rendered.subject),
        date=now,
        language=seat.language,
        list_id=f"{seat.game}.{host}",
        host=host,
        auto="auto-replied" if mailing.what in ANSWERS else "auto-generated",
        text=rendered.text,
        html=rendered.html,
        images=tuple(Image(i.cid, f"{i.cid.partition('@')[0]}.png", i.png) for i in rendered.images),
        attachments=attachments,
        references=tuple(r for r in dict.fromkeys((thread, mailing.answers)) if r and r != own),
    )


def subject_with(game: str, word: str, subject: str) -> str:
    """A subject "[game] …" as it is sent: game and news first, for a list of mails shows some 40 characters.

    Last comes what its answer is known by, the token of a seat or another keyed word.
    """
    re_ = "Re: " if subject.startswith("Re: ") else ""
    return f"{re_}{game} · {subject.removeprefix(re_).removeprefix(f'[{game}]').strip()} [{game}.{word}]"


def reply_subject(home: Home, seat: SeatRow, mail: ParsedMail) -> str:
    """The subject "Re: [game] …" of the mail of ours that a mail answers; "" where it answers none of this seat's.

    Gmail shows mails together only if they have one subject: with it a receipt stands below the answer that it is for.
    What a receipt says in one of its own (an order needs another look) may be false of the next one: that bears the
    subject of the mail that asked for the orders.
    """
    for claim in mail.claims:
        row = home.store.outbox.get(claim.token) if claim.where == "thread" else None
        if row is not None and (row.game, row.seat) == (seat.game, seat.seat):
            return f"Re: [{seat.game}] {plain_subject(_asking(home, seat, row))}"
    return ""


def _asking(home: Home, seat: SeatRow, row: OutboxRow) -> OutboxRow:
    """A mail to a seat; or, for a receipt with news of its own, the last mail before it that asked for orders."""
    if row.what != "receipt" or _subject_of(row).startswith("Re: "):
        return row
    asked = "game = ? AND seat = ? AND what IN ('welcome', 'start', 'report', 'reminder') AND at <= ?"
    before = home.store.outbox.where(asked, seat.game, seat.seat, row.at, order="at DESC, rowid DESC", most=1)
    return before[0] if before else row


def plain_subject(row: OutboxRow) -> str:
    """The subject of a mail of ours as its reader knows it: without game and token."""
    found = _SUBJECT.fullmatch(_subject_of(row))
    return found["news"] if found else ""


def _subject_of(row: OutboxRow) -> str:
    """The subject of a mail of ours, of whose pictures nothing is read."""
    return parse(header_of(row.raw)).subject


@dataclass(frozen=True, slots=True)
class Stranger:
    """Somebody who has no seat: the address, what their answers go to, their language if it is known.

    `unsubscribe` is the address that ends what is sent regularly; `game` is that which the mail is about.
    """

    address: str
    reply_to: str = ""
    language: str = ""
    unsubscribe: str = ""
    game: str = ""


def post_stranger(
    home: Home, to: Stranger, identity: str, rendered: Rendered, now: datetime, *, answers: str = ""
) -> bool:
    """Queue the one answer to somebody who has no seat, or a question to an address that is not yet a seat's."""
    host = home.config.host
    own = message_id(mail_key(home), "", "refusal", identity, to.address, 0, host)
    outgoing = Outgoing(
        message_id=own,
        sender=referee_mailbox(home, to.game, to.language or home.config.language),
        recipient=Mailbox("", to.address),
        reply_to=to.reply_to or home.config.address,
        subject=rendered.subject,
        date=now,
        language=to.language or home.config.language,
        list_id=f"pbem.{host}",
        host=host,
        auto="auto-replied" if answers else "auto-generated",
        text=rendered.text,
        html=rendered.html,
        images=tuple(Image(i.cid, f"{i.cid.partition('@')[0]}.png", i.png) for i in rendered.images),
        references=(answers,) if answers else (),
        unsubscribe=to.unsubscribe,
    )
    row = OutboxRow(
        message_id=own,
        game=None,
        seat=None,
        recipient=to.address,
        raw=compose(outgoing),
        at=now,
        what="refusal" if answers else "note",
    )
    return home.store.outbox.enqueue(row, rendered.text)


def referee_mailbox(home: Home, game: str, language: str) -> Mailbox:
    """Who every mail of a game is from: the referee, and which side the referee plays in it."""
    row = home.store.games.get(game) if game else None
    seat = "none" if row is None else house_rule(row, "referee-plays")
    if seat == "none":
        return Mailbox(home.config.name, home.config.address)

    def player() -> str:
        return player_name(home.open_game(game), seat, language)

    said, _left_out = attempt("sentence", player, seat)  # a game that cannot be opened still has mails
    name = translations(language).gettext("%(referee)s, who plays %(player)s")
    return Mailbox(name % {"referee": home.config.name, "player": said}, home.config.address)


def reply_address(home: Home, seat: SeatRow) -> str:
    """The referee's address with the seat's token in its plus part: what an answer goes to."""
    local, _, domain = home.config.address.partition("@")
    return f"{local}+{seat.game}.{seat.token}@{domain}"


def resend(home: Home, row: OutboxRow, version: int, now: datetime) -> str:
    """Queue a mail of ours once more, its body to the byte, under another Message-ID; return whom it goes to.

    A seat's goes to the address that is the seat's now, with its token of now: the former ones may be somebody else's.
    """
    own = message_id(
        mail_key(home),
        row.game or "",
        f"again {row.message_id}",
        row.record,
        row.seat or "",
        version,
        home.config.host,
    )
    raw, to = row.raw.replace(f"Message-ID: {row.message_id}".encode(), f"Message-ID: {own}".encode(), 1), row.recipient
    seat = home.store.seats.get(row.game, row.seat)
    if seat is not None:
        if not seat.addresses:
            raise Refused("Nobody plays {seat} in {game}: the mail goes to no one.", seat=seat.seat, game=seat.game)
        to = seat.address
        mailbox = f"To: {format_mailbox('To', Mailbox(seat.name, to))}\r\n".encode("ascii")
        raw = _with_token(home, _TO.sub(lambda _: mailbox, raw, count=1), seat)
        raw = _from_here(home, raw, seat)
    text = home.store.outbox.text_of(row.message_id) or ""
    again = replace(row, message_id=own, recipient=to, raw=raw, at=now, state="ready", tries=0, next_try=None, why="")
    home.store.outbox.enqueue(again, text)
    return to


def _from_here(home: Home, raw: bytes, seat: SeatRow) -> bytes:
    """A mail with our address as it is now, where another mailbox has written it."""
    own, found = home.config.address.encode("ascii"), _FROM.search(header_of(raw))
    if found is None or found[0].endswith(b"<" + own + b">\r\n"):
        return raw
    raw = _FROM.sub(lambda found: found[1] + own + b">\r\n", raw, count=1)
    return _REPLY_TO.sub(f"Reply-To: {reply_address(home, seat)}\r\n".encode("ascii"), raw, count=1)


def _with_token(home: Home, raw: bytes, seat: SeatRow) -> bytes:
    """A mail with the token that its seat has now in the place of one that it had; any other word stays."""
    found = _TOKEN.search(header_of(raw))
    had = (token(mail_key(home), seat.game, seat.seat, n).encode() for n in range(seat.token_serial))
    return raw.replace(found.group(1), seat.token.encode()) if found is not None and found.group(1) in had else raw


def _form(form: Sequence[str], record: int | str) -> tuple[Attachment, ...]:
    if not form:
        return ()
    text = "\n".join(form) + "\n"
    return (Attachment(f"form-{record}.txt", "text/plain", text.encode("utf-8")),)
