"""What the PGP signatures of a raw mail cover: the exact bytes each is over, and what those bytes are as a message.

Two forms: multipart/signed (RFC 3156), also where a list or a scanner wrapped it and added parts of its own, and a
clear-signed text (RFC 9580, 7) in a text/plain body. Nothing in here believes a signature; `pgp` does the sums. What
is read when one is good are these very bytes: no other reader of the mail has a say in where its signed part ends.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message as Tree
from itertools import islice

from pbem.mail.message.message import DEPTH, LINES, PARTS, Message, Part, parse, tree_of
from pbem.mail.message.size import LIMIT
from pbem.mail.text.charset import decode

SIGNATURE = "application/pgp-signature"
MOST = 8  # ways to read a mail as signed that are tried
ARMOUR = 2**16  # bytes of a signature that are looked at
_CLEAR = 2**20  # bytes of a clear-signed text
_HEAD_LINES = 20  # of its armour: "Hash: SHA256" and the like
_BEGIN = b"-----BEGIN PGP SIGNED MESSAGE-----"
_MARK = re.compile(rb"(?m)^-----(BEGIN PGP SIGNED MESSAGE|BEGIN PGP SIGNATURE|END PGP SIGNATURE)-----[ \t]*(?=\r\n|\Z)")


@dataclass(frozen=True, slots=True)
class SignedPart:
    """One way to read a mail as signed. `data` are the bytes that `signature` (armoured or not) is to be over.

    `message` is `data` read: its parts, and the headers that stand inside of it. `alone`: nothing to read stands
    outside. `detached`: the signature is a part of its own.
    """

    data: bytes
    signature: bytes
    message: Message
    alone: bool = True
    detached: bool = False


def signed_parts(raw: bytes) -> list[SignedPart]:
    """All that claims to be signed in a raw mail, in its order, `MOST` at most. Never raises."""
    if len(raw) > LIMIT or raw.count(b"\n") > LINES:
        return []
    found: list[SignedPart] = []
    try:
        for each in islice(_walk(crlf(raw), 0), MOST):
            found.append(each)
        leaves = len(parse(raw).parts) if found else 0
        return [replace(each, alone=each.alone and leaves == _leaves(each)) for each in found]
    except Exception:  # bytes are hostile, and so may be what the standard library makes of them
        return [replace(each, alone=False) for each in found]


def crlf(data: bytes) -> bytes:
    """Bytes with their line ends as CRLF, as they were when they were signed.

    Lone CRs too: a signature of text does not tell them from others, and readers of quoted-printable do.
    """
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n")


def _leaves(each: SignedPart) -> int:
    """How many parts a mail has of which all stand inside: those of a signed part and its signature, or one text."""
    return len(each.message.parts) + each.detached


def _walk(entity: bytes, depth: int) -> Iterator[SignedPart]:
    """What is signed in an entity: itself, or what it holds. A mail in the mail is not its sender's, nor is a file."""
    head, body = _halves(entity)
    if depth > DEPTH or head.get_content_disposition() == "attachment":
        return
    kind = head.get_content_type()
    children = _children(head, body) if head.get_content_maintype() == "multipart" else []
    if kind == "multipart/signed" and len(children) > 1 and _halves(children[1])[0].get_content_type() == SIGNATURE:
        signature = parse(children[1]).parts
        inner = parse(children[0])
        if signature:
            yield SignedPart(children[0], signature[0].data[:ARMOUR], inner, detached=True)
        children = children[:1]
    for child in children:
        yield from _walk(child, depth + 1)
    if kind == "text/plain" and not head.get_filename():
        for part in parse(entity).parts:
            yield from _clear(part)


def _halves(entity: bytes) -> tuple[Tree, bytes]:
    """Headers and body of an entity whose line ends are CRLF."""
    if entity.startswith(b"\r\n"):
        return tree_of(b""), entity[2:]
    head, _blank, body = entity.partition(b"\r\n\r\n")
    return tree_of(head), body


def _children(head: Tree, body: bytes) -> list[bytes]:
    """The entities between the boundary lines of a multipart body. The line end before a boundary belongs to it."""
    boundary = str(head.get_boundary("") or "")
    if not boundary or not boundary.isascii():
        return []
    line = re.compile(rb"(?:\A|\r\n)--" + re.escape(boundary.encode()) + rb"(--)?[ \t]*(?=\r\n|\Z)")
    found: list[bytes] = []
    start: int | None = None
    for mark in line.finditer(body):
        if start is not None:
            found.append(body[start : max(start, mark.start())])
        if mark[1] or len(found) == PARTS:
            return found
        start = mark.end() + 2
    return found if start is None else [*found, body[start:]]


def _clear(part: Part) -> Iterator[SignedPart]:
    """The clear-signed texts of a body, each in the ways that a mail program may have changed it after signing."""
    if _BEGIN not in part.data or len(part.data) > _CLEAR:
        return
    ways = [crlf(part.data), crlf(part.text.encode("utf-8", "replace"))]
    if part.flowed:
        ways += [re.sub(rb"(?m)^ ", b"", way) for way in ways]
    for way in dict.fromkeys(ways):
        for marks in _marks(way):
            found = _block(way, *marks)
            if found is not None:
                yield found


def _marks(text: bytes) -> Iterator[tuple[re.Match[bytes], re.Match[bytes], re.Match[bytes]]]:
    """Beginning, middle and end of the clear-signed texts of a body, in one walk; what is out of order is passed."""
    begin: re.Match[bytes] | None = None
    middle: re.Match[bytes] | None = None
    for mark in _MARK.finditer(text):
        if mark[1] == b"BEGIN PGP SIGNED MESSAGE":
            begin, middle = mark, None
        elif mark[1] == b"BEGIN PGP SIGNATURE":
            middle = mark
        elif begin and middle:
            yield begin, middle, mark
            begin = None


def _block(text: bytes, begin: re.Match[bytes], middle: re.Match[bytes], end: re.Match[bytes]) -> SignedPart | None:
    """A clear-signed text between its marks; None where it has no blank line, or a line that should be escaped."""
    head, blank, body = text[begin.end() : middle.start()].partition(b"\r\n\r\n")
    if not blank or head.count(b"\r\n") > _HEAD_LINES:
        return None
    lines = body.removesuffix(b"\r\n").split(b"\r\n")
    if any(line.startswith(b"-") and not line.startswith(b"- ") for line in lines):
        return None
    data = b"\r\n".join(line.removeprefix(b"- ").rstrip(b" \t") for line in lines)
    alone = not text[: begin.start()].strip() and not text[end.end() :].strip()
    # A charset or a soft line break would be words of whoever passed the mail on: neither is signed.
    part = Part("text/plain", "", False, decode(data).encode("utf-8", "replace"), "utf-8")
    return SignedPart(data, text[middle.start() : end.end()][:ARMOUR], replace(parse(b""), parts=(part,)), alone=alone)
