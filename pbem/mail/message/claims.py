"""Which seat a mail claims to come from, and the keyed tokens and Message-IDs that only we can make."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pbem.mail.message.message import Message

_GAME = r"[a-z][a-z0-9-]{0,63}"
_TOKEN = r"[a-z0-9]{8,32}"
TOKEN = re.compile(_TOKEN)
_IN_ADDRESS = re.compile(rf"[^+@]+\+({_GAME})\.({_TOKEN})@.+", re.I)
_IN_SUBJECT = re.compile(rf"\[\s*({_GAME})\.({_TOKEN})\s*\]", re.I)
_MOST = 20


@dataclass(frozen=True, slots=True)
class Claim:
    """What the mail says of its seat. `where`: address, subject, thread.

    For a thread, `game` is empty and `token` is a Message-ID that the mail answers: keyed, so a seat's token too. A
    claim is no proof: the token must be the seat's (compare with `equal_tokens`) and the sender's address one of the
    seat's.
    """

    game: str
    token: str
    where: Literal["address", "subject", "thread"]


def token(key: bytes, game: str, seat: str, n: int) -> str:
    """The n-th token of a seat (n+1 renews it): 80 bits as 16 letters and digits of base32, in lower case."""
    mac = hmac.new(key, "\0".join((game, seat, str(n))).encode(), hashlib.sha256)
    return base64.b32encode(mac.digest()[:10]).decode().lower()


def message_id(key: bytes, game: str, what: str, record: int | str, seat: str, version: int, host: str) -> str:
    """The Message-ID `<64 hex digits@host>` of what we send to a seat: the same facts, the same mail."""
    facts = "\0".join(("message-id", game, what, str(record), seat, str(version)))
    return f"<{hmac.new(key, facts.encode(), hashlib.sha256).hexdigest()}@{host}>"


def equal_tokens(one: str, other: str) -> bool:
    """Whether two tokens are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one.lower().encode(), other.lower().encode())


def claims_of(message: Message) -> tuple[Claim, ...]:
    """All claims of a mail, each once, the surest first: recipient's plus part, subject, thread from its end."""
    return tuple(dict.fromkeys(_all(message)))[:_MOST]


def _all(message: Message) -> Iterator[Claim]:
    for address in message.recipients:
        if found := _IN_ADDRESS.fullmatch(address):
            yield Claim(found[1].lower(), found[2].lower(), "address")
    for found in _IN_SUBJECT.finditer(message.subject):
        yield Claim(found[1].lower(), found[2].lower(), "subject")
    for answered in (*message.in_reply_to, *reversed(message.references)):
        yield Claim("", answered, "thread")
