"""One mail to one seat, to the byte: the same `Outgoing` is always the same bytes.

multipart/mixed[ multipart/related[ multipart/alternative[ text/plain; format=flowed, text/html ], images ], files ].
"""

import hashlib
import re
from base64 import encodebytes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.message import MIMEPart
from email.policy import SMTP
from email.utils import format_datetime
from typing import Literal

from pbem.mail.text.flowed import flow
from pbem.mail.text.phrases import FORM_BEGIN, FORM_END
from pbem.mail.text.plain import squeeze

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")
"""An address that mail can be sent to without extensions of SMTP: ASCII only."""
_MESSAGE_ID = re.compile(r"<(?!.*=\?)[!-;=?-~]{1,300}>")
_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}")
_CONTENT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,200}")
_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_UNSUBSCRIBE = re.compile(r"(mailto|https):[!-;=?-~]{1,800}")
_REFERENCES = 10
_BODY = SMTP.clone(max_line_length=76)
"""Lines of quoted-printable and base64 have at most 76 characters (RFC 2045, 6.7 and 6.8), of headers 78."""
_PICTURE = b"=_picture\r\n"
"""Stands for a picture until all is written, for the library would take each of its lines by itself: no encoded part
can hold it, as no boundary.
"""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A name, any text, and an ASCII address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG shown inline: `<img src="cid:CONTENT-ID">` in the HTML names it."""

    content_id: str
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file: name, media type (`text/plain` is sent as UTF-8), bytes; `method` is a calendar's (RFC 5545, 3.7.2)."""

    name: str
    content_type: str
    data: bytes
    method: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A mail to one seat. `text` has one paragraph a line; `date` is aware.

    `reply_to` is the address with the seat's token; `list_id` is `game.host`; `host` marks our loops (X-Loop);
    `auto` is auto-generated for reports, auto-replied for receipts; `references` are what it answers, oldest first,
    the last of them is In-Reply-To; `unsubscribe` is a mailto: or https: address, for observers.
    """

    message_id: str
    sender: Mailbox
    recipient: Mailbox
    reply_to: str
    subject: str
    date: datetime
    language: str
    list_id: str
    host: str
    auto: Literal["auto-generated", "auto-replied"]
    text: str
    html: str = ""
    images: tuple[Image, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    references: tuple[str, ...] = ()
    unsubscribe: str = ""


def compose(outgoing: Outgoing) -> bytes:
    """The mail's bytes: CRLF, no line over 998 octets, all ASCII.

    Line breaks and controls in names, subject and file names become spaces; foreign Message-IDs of another form are
    left out. Raises ValueError where one of our own addresses, identifiers or types has not its form.
    """
    head = b"".join(f"{name}: {value}\r\n".encode("ascii") for name, value in _headers(outgoing))
    body = _Tree(outgoing.message_id).mixed(outgoing).as_bytes(policy=SMTP)
    before, *parts = body.split(_PICTURE)
    pictures = (encodebytes(image.data).replace(b"\n", b"\r\n") for image in outgoing.images)
    return head + before + b"".join(each for pair in zip(pictures, parts, strict=True) for each in pair)


def _headers(outgoing: Outgoing) -> Iterator[tuple[str, str]]:
    references = [each for each in outgoing.references if _MESSAGE_ID.fullmatch(each)]
    if outgoing.date.tzinfo is None:
        raise ValueError("date without a time zone")
    yield "From", format_mailbox("From", outgoing.sender)
    yield "To", format_mailbox("To", outgoing.recipient)
    yield "Reply-To", _checked(ADDRESS, outgoing.reply_to)
    yield "Subject", _words("Subject", outgoing.subject)
    yield "Date", format_datetime(outgoing.date)
    yield "Message-ID", _checked(_MESSAGE_ID, outgoing.message_id)
    if references:
        kept = references if len(references) <= _REFERENCES else [references[0], *references[1 - _REFERENCES :]]
        yield "In-Reply-To", references[-1]
        yield "References", "\r\n ".join(kept)
    yield "Auto-Submitted", outgoing.auto
    yield "X-Auto-Response-Suppress", "All"
    yield "X-Loop", _checked(_TOKEN, outgoing.host)
    yield "List-Id", f"<{_checked(_TOKEN, outgoing.list_id)}>"
    if outgoing.unsubscribe:
        yield "List-Unsubscribe", f"<{_checked(_UNSUBSCRIBE, outgoing.unsubscribe)}>"
    yield "Content-Language", _checked(_TOKEN, outgoing.language)
    yield "MIME-Version", "1.0"


class _Tree:
    """Builds the parts; boundaries are made of the Message-ID, and no encoded part can hold one (`=_`)."""

    def __init__(self, message_id: str) -> None:
        self.seed = message_id

    def mixed(self, outgoing: Outgoing) -> MIMEPart:
        files = [_attachment(each) for each in outgoing.attachments]
        return self._multipart("mixed", [self._related(outgoing), *files]) if files else self._related(outgoing)

    def _related(self, outgoing: Outgoing) -> MIMEPart:
        body = self._alternative(outgoing)
        images = [_image(each) for each in outgoing.images]
        return self._multipart("related", [body, *images], type=body.get_content_type()) if images else body

    def _alternative(self, outgoing: Outgoing) -> MIMEPart:
        text = _text("plain", flow(outgoing.text, (FORM_BEGIN, FORM_END)))
        text.set_param("format", "flowed")
        return self._multipart("alternative", [text, _text("html", outgoing.html)]) if outgoing.html else text

    def _multipart(self, subtype: str, parts: Sequence[MIMEPart], **parameters: str) -> MIMEPart:
        part = MIMEPart(policy=SMTP)
        part["Content-Type"] = f"multipart/{subtype}"
        for name, value in parameters.items():
            part.set_param(name, value)
        part.set_boundary(f"=_{hashlib.sha256(f'{self.seed} {subtype}'.encode()).hexdigest()[:32]}")
        for each in parts:
            part.attach(each)
        return part


def _text(subtype: str, text: str) -> MIMEPart:
    part = MIMEPart(policy=_BODY)
    normal = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    part.set_content(f"{normal}\n", subtype=subtype, charset="utf-8", cte="quoted-printable")
    return part


def _image(image: Image) -> MIMEPart:
    part = MIMEPart(policy=_BODY)
    cid = f"<{_checked(_CONTENT_ID, image.content_id)}>"
    part.set_content(b"", "image", "png", disposition="inline", filename=_file_name(image.name), cid=cid)
    part.set_payload(_PICTURE.decode())
    return part


def _attachment(file: Attachment) -> MIMEPart:
    kind, _, subtype = _checked(_TYPE, file.content_type).partition("/")
    part = MIMEPart(policy=_BODY)
    part.set_content(file.data, kind, subtype, disposition="attachment", filename=_file_name(file.name))
    if kind == "text":
        part.set_param("charset", "utf-8")
    if file.method:
        part.set_param("method", _checked(_TOKEN, file.method))
    return part


def _file_name(name: str) -> str:
    """A file name on one line; the library would decode what looks like an encoded word in it, line breaks and all."""
    return squeeze(name).replace("=?", "_")


def format_mailbox(header: str, mailbox: Mailbox) -> str:
    """A name and an address as the value of a header, folded."""
    address = f"<{_checked(ADDRESS, mailbox.address)}>"
    name = squeeze(mailbox.name)
    if not name:
        return address
    if name.isascii() and "=?" not in name and len(name) <= 60:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{quoted}" {address}'
    return f"{_words(header, name)}\r\n {address}"


def _words(header: str, text: str) -> str:
    """A text as a header value, folded, in encoded words where it is not ASCII or could be taken for one."""
    line = squeeze(text)
    if line.isascii() and "=?" not in line and all(len(word) < 70 for word in line.split()):
        return Header(line, "us-ascii", maxlinelen=76, header_name=header).encode(linesep="\r\n")
    return Header(line, "utf-8", maxlinelen=76, header_name=header).encode(linesep="\r\n")


def _checked(form: re.Pattern[str], value: str) -> str:
    if not form.fullmatch(value):
        raise ValueError(f"not of the form that is needed here: {value[:80]!r}")
    return value
