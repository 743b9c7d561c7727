"""A raw message read safely: headers, addresses, leaf parts. Nothing in here trusts what the message says of itself.

The standard library's parser is used with its old policy (compat32), because that one hands out header values as
they came; the new one parses them on access and raises on some. What makes the parser slow or deep is counted first.
"""

import email
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from email.header import decode_header
from email.message import Message as Tree
from email.policy import Compat32
from email.utils import getaddresses
from typing import TypeVar

from pbem.mail.message.size import HEADERS, LIMIT, header_block
from pbem.mail.text.charset import decode, undo_double_encoding
from pbem.mail.text.plain import squeeze

LINES = 100_000  # 5 MB of base64 have 70,000
HEADER_LINES = 2_000
PARTS = 20
DASHES = 1_000  # lines that may part them: the parser makes them all
DEPTH = 5
VALUE = 8_000  # characters of a header value that are looked at
PARAMETERS = 2_000  # and of one that says what a part is: the library takes the square of their number

Headers = tuple[tuple[str, str], ...]
T = TypeVar("T")

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,300}>")
_ADDRESS = re.compile(r"[^\s@<>()\[\],:;\"\\]{1,64}@[\w.-]{1,253}")
_BRANCH = re.compile(rb"(?:^|[\r\n])content-type:\s*\"?(?:multipart|message)/", re.I)
_BEFORE_COLON = re.compile(rb"(\A|[\r\n])([!-9;-~]{1,77})[ \t]+(?=:)")
_LINES = re.compile(r"\r\n|\r|\n")
_TOP = re.compile(rb"(?:[^\r\n]*[\r\n]+){0,%d}" % HEADER_LINES)
_RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")


class _Short(Compat32):
    """The library's old policy, with header values cut before anything reads them, those of parts too."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """Name and value of a header."""
        name, value = super().header_source_parse(sourcelines)
        return name, value[: PARAMETERS if name.lower().startswith("content-") else VALUE]


_SHORT = _Short()


class _HeadersAlone(Tree):
    """The headers of a message that the library cannot parse."""


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of the message. `blocks` are header blocks: of a delivery status, or of a message that is enclosed."""

    content_type: str
    name: str
    attached: bool
    data: bytes
    charset: str = ""
    flowed: bool = False
    delsp: bool = False
    blocks: tuple[Headers, ...] = ()

    @property
    def text(self) -> str:
        """The part's bytes as text, whatever charset it claims."""
        return decode(undo_double_encoding(self.data), self.charset)


@dataclass(frozen=True, slots=True)
class Message:
    """A message as read. Texts are plain and on one line; what is missing or senseless is empty.

    `message_id`, `in_reply_to`, `references` have angle brackets; `sender` and `recipients` are lower-case addresses.
    `headers` are all of them in order, names in lower case. `problems` says what of the message was not read:
    too-big, too-many-lines, too-many-headers, too-deep, too-many-parts, two-senders, unreadable (the parser stumbles).
    """

    headers: Headers
    content_type: str
    message_id: str
    sender: str
    sender_name: str
    recipients: tuple[str, ...]
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    subject: str
    date: str
    parts: tuple[Part, ...]
    problems: tuple[str, ...]

    def all(self, name: str) -> tuple[str, ...]:
        """All values of a header, by its lower-case name."""
        return tuple(value for key, value in self.headers if key == name)

    def first(self, name: str) -> str:
        """The first value of a header, empty if there is none."""
        return next(iter(self.all(name)), "")


def header_of(raw: bytes) -> bytes:
    """The header of a mail of ours, whose lines end in CR LF, with the empty line below it."""
    head, blank, _body = raw.partition(b"\r\n\r\n")
    return head + blank


def parse(raw: bytes) -> Message:
    """Read a raw message; never raises. What is over a limit is left out and named in `problems`."""
    block = header_block(raw)
    problems = _too_much(raw, block)
    tree = tree_of(block[: _top(block)] if problems else raw)
    if isinstance(tree, _HeadersAlone):
        problems.append("unreadable")
    headers = read_headers(tree)
    content_type = _safe(tree.get_content_type, "text/plain")
    parts = [] if problems else _leaves(tree, problems)
    senders = [value for name, value in headers if name == "from"]
    found = _mailboxes(senders)
    if len(senders) > 1 or len({address for _, address in found}) > 1:
        problems.append("two-senders")
        found = []
    name, address = found[0] if found else ("", "")
    values = dict(reversed(headers))  # the first of each
    return Message(
        headers=tuple((key, decode_words(value)) for key, value in headers),
        content_type=content_type,
        message_id=next(iter(message_ids(values.get("message-id", ""))), ""),
        sender=address,
        sender_name=decode_words(name),
        recipients=_recipients(headers),
        in_reply_to=message_ids(values.get("in-reply-to", "")),
        references=message_ids(values.get("references", "")),
        subject=decode_words(values.get("subject", "")),
        date=squeeze(values.get("date", "")),
        parts=tuple(parts),
        problems=tuple(problems),
    )


def tree_of(raw: bytes) -> Tree:
    """A raw message as the standard library parses it, header values cut: else one mail may keep it busy for hours.

    Blanks before the colon of a header are legal of old and honoured by mail servers; the library takes the line for
    none. Where it raises, what is left are the headers by a simpler reading, so that the sender can be answered.
    """
    block = header_block(raw)
    raw = _BEFORE_COLON.sub(rb"\1\2", block) + raw[len(block) :]
    try:
        return email.message_from_bytes(raw, policy=_SHORT)
    except Exception:  # it looks into parameters of headers, and raises nearly anything on some
        return _headers_alone(block)


def _headers_alone(block: bytes) -> Tree:
    """The headers of a block, line by line; what begins with a blank goes on with the line before."""
    tree = _HeadersAlone(policy=_SHORT)
    found: list[list[str]] = []
    for line in _LINES.split(block.decode("ascii", "surrogateescape")):
        name, colon, value = line.partition(":")
        if line[:1] in (" ", "\t") and found:
            found[-1][1] += line
        elif colon and name.strip() and " " not in name.strip():
            found.append([name.strip(), value.strip()])
    for name, value in found:
        tree.set_raw(name, value[:VALUE])
    tree.set_payload("")
    return tree


def read_headers(tree: Tree) -> Headers:
    """The headers of a parsed message as lower-case names and raw values, each cut to `VALUE` characters."""
    return tuple((name.lower(), _raw(value)) for name, value in tree.raw_items())


def addresses_in(raw: bytes, names: Collection[str]) -> tuple[str, ...]:
    """The lower-case addresses in the headers of these lower-case names of a raw message."""
    values = [value for name, value in read_headers(tree_of(header_block(raw))) if name in names]
    return tuple(address for _, address in _mailboxes(values))


def message_ids(value: str) -> tuple[str, ...]:
    """All well-formed Message-IDs of a header value, with their brackets, in order; encoded words are read.

    Programs that write mails with Python's library encode what is too long for a line.
    """
    return tuple(_MESSAGE_ID.findall(decode_words(value) if "=?" in value else value))


def decode_words(value: str) -> str:
    """A header value with its encoded words read, on one line, without controls. Never raises."""
    words = _safe(lambda: decode_header(value[:VALUE]), [(value[:VALUE], None)])
    texts = (word if isinstance(word, str) else decode(word, charset or "") for word, charset in words)
    return squeeze("".join(texts))


def _too_much(raw: bytes, block: bytes) -> list[str]:
    """Which limits keep the body from being parsed, none as a rule."""
    found = [] if len(block) < HEADERS and _top(block) == len(block) else ["too-many-headers"]
    if len(raw) > LIMIT:
        found.append("too-big")
    elif max(raw.count(b"\n"), raw.count(b"\r")) > LINES:
        found.append("too-many-lines")
    elif sum(1 for _ in _BRANCH.finditer(raw)) > PARTS:
        found.append("too-deep")
    elif max(raw.count(b"\n--"), raw.count(b"\r--")) > DASHES:
        found.append("too-many-parts")
    return found


def _top(block: bytes) -> int:
    """The length of the lines of a header block that are read."""
    found = _TOP.match(block + b"\n")
    return min(len(block), found.end()) if found else 0


def _leaves(tree: Tree, problems: list[str]) -> list[Part]:
    parts: list[Part] = []
    for leaf in _walk(tree, 0, problems):
        if len(parts) == PARTS:
            problems.append("too-many-parts")
            break
        parts.append(_part(leaf))
    return parts


def _walk(tree: Tree, depth: int, problems: list[str]) -> Iterator[Tree]:
    """Leaves in order; a message inside the message (forwarded, returned) is a leaf: it is not its sender's text."""
    children = tree.get_payload() if tree.is_multipart() else None  # of a text it would try the charset, and stumble
    if not isinstance(children, list) or tree.get_content_maintype() == "message":
        yield tree
    elif depth == DEPTH:
        problems.append("too-deep")
    else:
        for child in children:
            if isinstance(child, Tree):
                yield from _walk(child, depth + 1, problems)


def _part(leaf: Tree) -> Part:
    enclosed = leaf.get_payload() if leaf.is_multipart() else None
    blocks: tuple[Headers, ...] = ()
    if isinstance(enclosed, list):
        blocks = tuple(read_headers(child) for child in enclosed[:PARTS] if isinstance(child, Tree))
    payload: object = None if blocks else _safe(lambda: leaf.get_payload(decode=True), None)
    data = payload if isinstance(payload, bytes) else b""
    content_type = _safe(leaf.get_content_type, "application/octet-stream")
    if content_type == "text/rfc822-headers":
        blocks = (read_headers(tree_of(header_block(data))),)
    return Part(
        content_type=content_type,
        name=decode_words(_safe(leaf.get_filename, None) or ""),
        attached=_safe(leaf.get_content_disposition, None) == "attachment",
        data=data,
        charset=_parameter(leaf, "charset"),
        flowed=_parameter(leaf, "format").lower() == "flowed",
        delsp=_parameter(leaf, "delsp").lower() == "yes",
        blocks=blocks,
    )


def _parameter(leaf: Tree, name: str) -> str:
    value: object = _safe(lambda: leaf.get_param(name), None)
    return value.strip() if isinstance(value, str) else ""


def _raw(value: object) -> str:
    """A header value of the parser as text: its bytes beyond ASCII are hidden in surrogates there."""
    text = str(value)[:VALUE]
    return text if text.isascii() else decode(text.encode("utf-8", "surrogateescape"))


def _mailboxes(values: Iterable[str]) -> list[tuple[str, str]]:
    """Names and lower-case addresses in header values; what is no address is left out."""
    nothing: list[tuple[str, str]] = []
    found = _safe(lambda: getaddresses([value[:VALUE] for value in values]), nothing)
    good = ((name, address) for name, address in found if _ADDRESS.fullmatch(address) and address.isprintable())
    return [(name, _lower(address)) for name, address in good]


def _lower(address: str) -> str:
    """An address in lower case, as far as it is ASCII: the sign of the kelvin is no k."""
    return "".join(c.lower() if c.isascii() else c for c in address)


def _recipients(headers: Headers) -> tuple[str, ...]:
    """All recipient addresses, those that the delivering server wrote first, each once."""
    found: dict[str, None] = {}
    for name in _RECIPIENTS:
        boxes = _mailboxes(value for key, value in headers if key == name)
        found.update((address, None) for _, address in boxes)
    return tuple(found)


def _safe(call: Callable[[], T], instead: T) -> T:
    """`call()`, or `instead` where the library stumbles over hostile input (it raises nearly anything, see module)."""
    try:
        return call()
    except Exception:
        return instead
