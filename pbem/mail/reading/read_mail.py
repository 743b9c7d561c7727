"""One raw mail in, one outcome out: what it is, whom it claims to be from, what it says.

Pure but for `sent`, which the caller gives; nothing in a mail makes it raise, only what `sent` raises goes through: a
disk that fails is no fault of the mail.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pbem.mail.message.claims import Claim, claims_of
from pbem.mail.message.machine import Bounce, find_bounce, machine_reason
from pbem.mail.message.message import Message, parse
from pbem.mail.message.size import header_block
from pbem.mail.reading.extract import Extract, LeftOut, extract

Outcome = Literal["person", "machine", "bounce", "refused"]
Sent = Callable[[str], str | None]

OWN = 24  # digits of an identity that are of the one mail, not of its contents
_THREAD = 8  # mails of ours that an answer may be quoting
NOTHING = Extract("text", (), "")


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """A mail as read.

    `outcome`: person (read `extract`), machine (`reason` as in `machine.machine_reason`; never answered), bounce
    (`find_bounce`; never answered), refused (`reason`: too-big, too-many-lines, too-many-headers, too-many-parts,
    too-deep, two-senders, no-sender, unreadable). `identity` is a hash of Message-ID, sender, decoded body and what the
    mail says it is for: equal for two deliveries of one mail. Where one with the `message_id` was taken for the same
    seat, another without `same_contents` is a forgery or an accident: refuse it and tell the referee. `extract` is
    filled for a machine's mail only if the reason is "list": a referee may take it after all.
    """

    outcome: Outcome
    reason: str
    identity: str
    message_id: str
    sender: str
    subject: str
    claims: tuple[Claim, ...] = ()
    extract: Extract = NOTHING
    bounce: Bounce | None = None
    recipients: tuple[str, ...] = ()


def parse_mail(raw: bytes, *, own_host: str, sent: Sent, whole: bool = True) -> ParsedMail:
    """Read a raw mail. `sent` gives the text of a mail that we sent by its Message-ID, None if it is not ours.

    `whole=False`: `raw` is only the headers of a mail over the limit (see `transport.Incoming`).
    """
    try:
        message = parse(raw)
    except Exception:  # parse promises not to raise; a mail must not stop the loop if it does
        return _unreadable(raw)
    if not whole:
        message = replace(message, parts=(), problems=tuple(dict.fromkeys(("too-big", *message.problems))))
    ours = _ours(message, sent)
    try:
        return _judge(message, own_host, ours)
    except Exception:  # the same: bytes are hostile, libraries are many
        return replace(
            _unreadable(raw),
            identity=identity(message),
            message_id=message.message_id,
            sender=message.sender,
            subject=message.subject,
            claims=claims_of(message),
            recipients=message.recipients,
        )


def parse_signed(mail: ParsedMail, raw: bytes, inner: Message, *, sent: Sent) -> ParsedMail:
    """A mail whose signature covers `inner` only, read from that alone; in all else it stays the mail that it is."""
    message = parse(raw)
    ours = [text for each, text in _ours(message, sent).items() if each != message.message_id]
    try:
        found = extract(replace(message, parts=inner.parts, problems=inner.problems), ours)
    except Exception:  # as in `parse_mail`
        return _unreadable(raw)
    return replace(mail, extract=found)


def identity(message: Message) -> str:
    """64 hex digits: 24 of Message-ID, sender, decoded parts and the seats that it claims, then 40 of all but those.

    Where there is no Message-ID, Date is among them. A copy to another address, without token, is another mail: it
    must not keep the one with the token from being taken.
    """
    contents = _contents(message)
    claimed = sorted({f"{claim.game}.{claim.token}" for claim in claims_of(message)})
    whole = hashlib.sha256("\0".join((contents, *claimed)).encode("utf-8", "replace"))
    return whole.hexdigest()[:OWN] + contents[OWN:]


def same_contents(one: str, other: str) -> bool:
    """Whether two identities are of mails that say the same, whatever each says it is for."""
    return one[OWN:] == other[OWN:]


def _contents(message: Message) -> str:
    digest = hashlib.sha256()
    for text in (message.message_id or f"no id, {message.date}", message.sender, *message.problems):
        digest.update(text.encode("utf-8", "replace") + b"\0")
    for part in message.parts:
        data = part.data.replace(b"\r\n", b"\n").rstrip() if part.content_type.startswith("text/") else part.data
        for piece in (part.content_type.encode("utf-8", "replace"), part.name.encode("utf-8", "replace"), data):
            digest.update(str(len(piece)).encode() + b":" + piece)
    return digest.hexdigest()


def _ours(message: Message, sent: Sent) -> dict[str, str]:
    """The texts of ours that a mail may be quoting, by Message-ID; its own among them if it is one of ours."""
    answered = dict.fromkeys((*message.in_reply_to, *reversed(message.references)))
    known = {each: sent(each) for each in (message.message_id, *list(answered)[:_THREAD])}
    return {each: text for each, text in known.items() if text is not None}


def _judge(message: Message, own_host: str, ours: dict[str, str]) -> ParsedMail:
    mail = ParsedMail("person", "", identity(message), message.message_id, message.sender, message.subject)
    mail = replace(mail, claims=claims_of(message), recipients=message.recipients)
    reason = machine_reason(message, own_host, ours)
    if reason and (returned := find_bounce(message)):
        return replace(mail, outcome="bounce", reason=reason, bounce=returned)
    if reason and reason != "list":
        return replace(mail, outcome="machine", reason=reason)
    fault = _fault(message)
    if fault:
        return replace(mail, outcome="refused", reason=fault)
    found = extract(message, [text for each, text in ours.items() if each != message.message_id])
    return replace(mail, outcome="machine" if reason else "person", reason=reason or "", extract=found)


def _fault(message: Message) -> str:
    """Why the mail cannot be taken at all: limits that left nothing to read, or no single sender."""
    if "two-senders" in message.problems:
        return "two-senders"
    if message.problems and not message.parts:
        return message.problems[0]
    return "" if message.sender else "no-sender"


def _unreadable(raw: bytes) -> ParsedMail:
    found = Extract("text", (), "", (LeftOut("unreadable", header_block(raw)[:2_000].decode("latin-1")),))
    return ParsedMail("refused", "unreadable", hashlib.sha256(raw).hexdigest(), "", "", "", extract=found)
