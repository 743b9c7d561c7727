"""Was this mail written by a machine? And if it is a bounce, which mail of ours came back, and why."""

import re
from collections.abc import Container
from dataclasses import dataclass

from pbem.mail.message.message import Headers, Message, message_ids
from pbem.mail.text.phrases import AUTO_SUBJECT

_BULK = ("bulk", "junk", "auto_reply", "auto-reply")
_DAEMONS = ("mailer-daemon", "mail-daemon", "postmaster", "mdaemon", "bounce", "bounces")
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_SMTP_CODE = re.compile(r"\b([45])(\d)\d\b")
_NAMED_ID = re.compile(r"^[> \t]*Message-ID:\s*(<[^<>\s]{1,300}>)", re.I | re.M)
_ADDRESS = re.compile(r"[^\s@<>;]{1,64}@[\w.-]{1,253}")
_TEXT = 100_000


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail of ours that did not arrive (yet).

    `message_ids` are those of the returned mails; that they are ours, the caller must check: only then is the bounce
    more than a claim. `recipient` is the address that failed, as we or the last server wrote it (may be empty);
    `status` an RFC 3463 code as "5.1.1" (empty if none is told); `permanent` is false for 4.x.x and also for 5.2.2: a
    full mailbox is emptied, such a failure counts only when it goes on for a week.
    """

    message_ids: tuple[str, ...]
    recipient: str
    status: str
    permanent: bool


def machine_reason(message: Message, own_host: str, own_ids: Container[str]) -> str | None:
    """Why the mail is to be taken for a machine's, None if a person may have written it. No machine is answered.

    Reasons: own-mail (sent by us), loop, report, null-sender, auto-submitted, auto-reply, bulk, list, daemon.
    `own_ids` are the Message-IDs that we sent. A mail that only says "list" is a person's that came through a list.
    """
    if message.message_id in own_ids or has_our_shape(message.message_id, own_host):
        return "own-mail"
    if message.all("x-loop"):
        return "loop"
    if message.content_type == "multipart/report" or message.all("x-failed-recipients"):
        return "report"
    if message.first("auto-submitted").partition(";")[0].strip().lower() not in ("", "no"):
        return "auto-submitted"
    if "" in (value.strip("<> ") for value in message.all("return-path")):
        return "null-sender"
    if _answers_by_itself(message):
        return "auto-reply"
    precedence = {value.lower() for value in message.all("precedence")}
    if precedence.intersection(_BULK):
        return "bulk"
    if "list" in precedence or any(message.all(name) for name in ("list-id", "list-post", "mailing-list")):
        return "list"
    return "daemon" if _is_daemon(message.sender) else None


def find_bounce(message: Message) -> Bounce | None:
    """The bounce that the message is, or None: RFC 3464 reports of a failure or delay, and older servers' prose."""
    for part in message.parts:
        if part.content_type == "message/delivery-status":
            return _from_report(message, part.blocks)
    if message.all("x-failed-recipients") or _is_daemon(message.sender):
        return _from_prose(message)
    return None


def has_our_shape(message_id: str, own_host: str) -> bool:
    """Whether it is made as `who.message_id` does: also one that the outbox has forgotten is not a player's."""
    return bool(re.fullmatch(rf"<[0-9a-f]{{64}}@{re.escape(own_host.lower())}>", message_id.lower()))


def _answers_by_itself(message: Message) -> bool:
    """Vacation answers; not X-Auto-Response-Suppress, which people's mails from Exchange bear as well."""
    marks = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply")
    return any(message.all(name) for name in marks) or bool(AUTO_SUBJECT.fullmatch(message.subject))


def _is_daemon(sender: str) -> bool:
    return sender.partition("@")[0] in _DAEMONS


def _from_report(message: Message, blocks: tuple[Headers, ...]) -> Bounce | None:
    for block in blocks:
        fields = dict(reversed(block))
        action = fields.get("action", "").strip().lower()
        if action in ("failed", "delayed"):
            found = _STATUS.search(fields.get("status", "")) or _STATUS.search(fields.get("diagnostic-code", ""))
            status = found.group() if found else ""
            recipient = _address(fields.get("original-recipient", "")) or _address(fields.get("final-recipient", ""))
            return Bounce(_returned(message), recipient, status, action == "failed" and _is_permanent(status))
    return None


def _from_prose(message: Message) -> Bounce | None:
    text = "\n".join(part.text for part in message.parts if part.content_type == "text/plain")[:_TEXT]
    returned = tuple(dict.fromkeys((*_returned(message), *_NAMED_ID.findall(text))))
    recipient = _address(message.first("x-failed-recipients"))
    if not returned and not recipient:
        return None
    found = _STATUS.search(text)
    code = _SMTP_CODE.search(text)
    status = found.group() if found else f"{code.group(1)}.0.0" if code else ""
    return Bounce(returned, recipient or _address(text), status, _is_permanent(status))


def _returned(message: Message) -> tuple[str, ...]:
    """Message-IDs of the mails, or their headers, that are enclosed."""
    enclosed = (part for part in message.parts if part.content_type in ("message/rfc822", "text/rfc822-headers"))
    values = (value for part in enclosed for block in part.blocks for name, value in block if name == "message-id")
    return tuple(dict.fromkeys(found for value in values for found in message_ids(value)))


def _is_permanent(status: str) -> bool:
    return status.startswith("5.") and status != "5.2.2"


def _address(value: str) -> str:
    found = _ADDRESS.search(value)
    return found.group().lower() if found else ""
