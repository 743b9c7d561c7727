"""A mail as it is sent, against RFC 5322 and MIME, strictly: what we write must need no reader's indulgence.

`faults` reads bytes by itself: no code of the library that composed the mail, so that its errors show. It is
stricter than the RFCs: all lines ASCII, no obsolete form, no field that nobody has looked at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.mail.writing import rfc_bodies as bodies
from tests.mail.writing import rfc_fields as fields

REFERENCES = 20  # Message-IDs that a mail names at most
FIELDS: dict[str, fields.Check] = {
    "from": fields.mailbox,
    "to": fields.mailbox,
    "reply-to": fields.mailbox,
    "subject": fields.unstructured,
    "date": fields.date_time,
    "message-id": fields.msg_ids,
    "in-reply-to": fields.msg_ids,
    "references": lambda value: fields.msg_ids(value, REFERENCES),
    "auto-submitted": fields.auto_submitted,
    "x-auto-response-suppress": fields.exactly("All"),
    "x-loop": fields.token,
    "list-id": fields.list_id,
    "list-unsubscribe": fields.list_unsubscribe,
    "list-unsubscribe-post": fields.list_post,
    "mime-version": fields.exactly("1.0"),
}
PART: dict[str, fields.Check] = {
    "content-type": lambda value: iter(()),  # read with the body
    "content-transfer-encoding": fields.exactly("7bit", "quoted-printable", "base64"),
    "content-disposition": lambda value: iter(()),
    "content-id": fields.msg_ids,
    "content-language": fields.language,
}
NEEDED = ("from", "to", "subject", "date", "message-id", "auto-submitted", "mime-version", "content-type")


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name as written, its lines, its value unfolded."""

    name: str
    lines: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A message or part of one: its fields, its type with parameters, its body as sent."""

    fields: tuple[Field, ...]
    type: str
    parameters: dict[str, str]
    body: bytes

    def get(self, name: str) -> str:
        """The value of a field, "" where it is not there."""
        return next((field.value for field in self.fields if field.name.lower() == name), "")


def faults(raw: bytes) -> list[str]:
    """All that is wrong with a mail; empty where nothing is."""
    return [*_octets(raw), *_message(raw)]


def _octets(raw: bytes) -> Iterator[str]:
    if re.search(rb"(?<!\r)\n|\r(?!\n)", raw):
        yield "a line that does not end in CRLF"
    if not raw.isascii() or b"\0" in raw:
        yield "an octet that is not ASCII, or NUL"
    if not raw.endswith(b"\r\n"):
        yield "the last line has no end"
    longest = max(map(len, raw.split(b"\r\n")))
    if longest > 998:
        yield f"a line of {longest} octets"


def _message(raw: bytes) -> Iterator[str]:
    entity, wrong = _entity(raw)
    yield from wrong
    for field in entity.fields:
        check = (FIELDS | PART).get(field.name.lower())
        yield from check(field.value) if check else (f"a field that nobody looked at: {field.name}",)
    there = [field.name.lower() for field in entity.fields]
    yield from (f"no {name}" for name in NEEDED if name not in there)
    yield from (f"{name} twice" for name in sorted(set(there)) if there.count(name) > 1)
    yield from _thread(entity)
    yield from _body(entity)


def _thread(entity: Entity) -> Iterator[str]:
    """What fields say together: RFC 5322, 3.6.4; RFC 3834, 3.1; RFC 8058, 3."""
    answered, references = entity.get("in-reply-to"), entity.get("references")
    if answered and answered != references.rpartition(" ")[2]:
        yield "References do not end with In-Reply-To"
    if references and not answered:
        yield "References without In-Reply-To"
    if entity.get("message-id") in references.split(" "):
        yield "a mail that answers itself"
    if entity.get("auto-submitted") == "auto-replied" and not answered:
        yield "an automatic answer to nothing"
    if entity.get("list-unsubscribe-post") and "<https:" not in entity.get("list-unsubscribe"):
        yield "List-Unsubscribe-Post without https"


def _entity(raw: bytes) -> tuple[Entity, list[str]]:
    """Fields and body; the head ends with the first empty line."""
    head, gap, body = (b"", b"\r\n\r\n", raw[2:]) if raw.startswith(b"\r\n") else raw.partition(b"\r\n\r\n")
    wrong = [] if gap else ["no empty line after the fields"]
    found: list[Field] = []
    for block in re.split(r"\r\n(?![ \t])", head.decode("ascii", "replace")) if head else []:
        field, more = _field(block)
        wrong += more
        found += [field] if field else []
    kind = next((field.value for field in found if field.name.lower() == "content-type"), "text/plain")
    type_, named, more = fields.parameters(kind)
    return Entity(tuple(found), type_, named, body), wrong + more


def _field(block: str) -> tuple[Field | None, list[str]]:
    name, colon, rest = block.partition(":")
    if not colon or not re.fullmatch(r"[!-9;-~]+", name):
        return None, [f"no field: {block[:60]!r}"]
    lines, wrong = block.split("\r\n"), []
    if not rest.startswith((" ", "\r\n")) or not rest.strip():
        wrong.append(f"{name}: no space after the colon, or no value")
    for line in lines:
        limit = 76 if "=?" in line else 78
        if len(line) > limit and re.search(r"\S[ \t]+\S", line.removeprefix(f"{name}:").strip()):
            wrong.append(f"{name}: a line of {len(line)} characters that could be folded")
        if not line.strip() or line.endswith((" ", "\t")):
            wrong.append(f"{name}: a line that ends in space")
    value = re.sub(r"\r\n(?=[ \t])", "", rest).strip(" \t")
    if re.search(r"[^\t\x20-\x7e]", value):
        wrong.append(f"{name}: a character that is not ASCII")
    return Field(name, tuple(lines), re.sub(r"[ \t]+", " ", value) if name.lower() != "subject" else value), wrong


def _body(entity: Entity) -> Iterator[str]:
    """The body of a message or part."""
    if not re.fullmatch(rf"{fields.TOKEN}/{fields.TOKEN}", entity.type):
        yield f"no type: {entity.type}"
    yield from _disposition(entity)
    if entity.type.startswith("multipart/"):
        yield from _multipart(entity)
        return
    data, wrong = bodies.decoded(entity.body, entity.get("content-transfer-encoding").lower() or "7bit")
    yield from wrong
    if entity.type.startswith("text/"):
        yield from _text(entity, data)
    elif entity.type == "image/png":
        yield from bodies.png(data)
    elif entity.type == "application/json":
        yield from bodies.json_file(data)


def _disposition(entity: Entity) -> Iterator[str]:
    """RFC 2183: how a part is shown, and under what name it may be kept."""
    value = entity.get("content-disposition")
    if not value:
        return
    kind, named, wrong = fields.parameters(value)
    yield from wrong
    if kind not in ("inline", "attachment"):
        yield f"no Content-Disposition: {value}"
    name = named.get("filename", "")
    if not name or re.search(r"[/\\\x00-\x1f\x7f]", name) or name.startswith("."):
        yield f"no file name: {name!r}"


def _text(entity: Entity, data: bytes) -> Iterator[str]:
    charset = entity.parameters.get("charset", "")
    try:
        text = data.decode(charset or "ascii")
    except (LookupError, UnicodeDecodeError):
        yield f"{entity.type} is no {charset}"
        return
    if entity.type == "text/plain" and not entity.get("content-disposition").startswith("attachment"):
        yield from bodies.plain(text, entity.parameters.get("format") == "flowed")
    if entity.type == "text/html":
        attached = entity.get("content-disposition").startswith("attachment")
        yield from bodies.page(text, attached=attached)[1]
    if entity.type == "text/calendar":
        yield from bodies.calendar(data, entity.parameters.get("method", ""))


def _multipart(entity: Entity) -> Iterator[str]:
    """RFC 2046, 5.1: the boundary, the parts, what their kind asks of them."""
    boundary = entity.parameters.get("boundary", "")
    if not re.fullmatch(r"[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]", boundary):
        yield f"no boundary: {boundary!r}"
        return
    if entity.get("content-transfer-encoding").lower() not in ("", "7bit"):
        yield "an encoding of a multipart"
    parts, ended = _split(entity.body, boundary.encode())
    if not ended:
        yield f"{entity.type} has no end"
    if not parts:
        yield f"{entity.type} without parts"
    inner = []
    for part in parts:
        each, wrong = _entity(part)
        yield from wrong
        yield from _part(each)
        inner.append(each)
    if parts:
        yield from _kind(entity, inner)


def _split(body: bytes, boundary: bytes) -> tuple[list[bytes], bool]:
    """The parts between the delimiters, and whether the last delimiter is there, with nothing after it."""
    pieces = re.split(rb"(?:^|\r\n)--" + re.escape(boundary) + rb"(--)?[ \t]*(?:\r\n|$)", body)
    ends = [n for n, mark in enumerate(pieces[1::2]) if mark]
    parts = pieces[2::2]
    whole = ends == [len(parts) - 1] and parts[-1].strip() == b"" and pieces[0] == b""
    return (parts[: ends[0]] if ends else parts), whole


def _part(part: Entity) -> Iterator[str]:
    for field in part.fields:
        check = PART.get(field.name.lower())
        if check is not None:
            yield from check(field.value)
        elif field.name.lower() != "mime-version":
            yield f"a field that nobody looked at in a part: {field.name}"
    names = [field.name.lower() for field in part.fields]
    yield from (f"{name} twice in a part" for name in sorted(set(names)) if names.count(name) > 1)
    if "content-type" not in names:
        yield "a part without type"
    yield from _body(part)


def _kind(entity: Entity, parts: list[Entity]) -> Iterator[str]:
    types = [part.type for part in parts]
    if entity.type == "multipart/alternative" and types != ["text/plain", "text/html"]:
        yield f"alternatives: {', '.join(types)}"
    if entity.type == "multipart/related":  # RFC 2387, 3.1 and 3.2
        if entity.parameters.get("type") != types[0] or "start" in entity.parameters:
            yield f"related: the type is {entity.parameters.get('type')}, of the root {types[0]}"
        yield from _named(parts)


def _named(parts: list[Entity]) -> Iterator[str]:
    """Each Content-ID that the page shows is of one part, and each part is shown (RFC 2392)."""
    shown: list[str] = []
    for each in _leaves(parts[0]):
        if each.type == "text/html":
            data, _ = bodies.decoded(each.body, each.get("content-transfer-encoding").lower())
            shown += bodies.page(data.decode("utf-8", "replace"))[0]
    there = [part.get("content-id").strip("<>") for part in parts[1:]]
    if sorted(set(shown)) != sorted(there) or len(shown) != len(set(shown)):
        yield f"the page shows {shown}, the parts are {there}"


def _leaves(entity: Entity) -> Iterator[Entity]:
    if not entity.type.startswith("multipart/"):
        yield entity
        return
    for part in _split(entity.body, entity.parameters.get("boundary", "").encode())[0]:
        yield from _leaves(_entity(part)[0])
