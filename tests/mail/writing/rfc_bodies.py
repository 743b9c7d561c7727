"""Bodies of mails against their RFCs: encodings, flowed text, HTML and what it names, calendars. By hand too."""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

CLIPPED = 100_000  # bytes of HTML from which mail programs show a part only


def decoded(body: bytes, encoding: str) -> tuple[bytes, list[str]]:
    """The bytes that a body stands for (RFC 2045, 6), and what is wrong with its encoding."""
    if encoding == "quoted-printable":
        return _quoted_printable(body)
    if encoding == "base64":
        return _base64(body)
    wrong = [f"line of {len(line)} characters in 7bit" for line in body.split(b"\r\n") if len(line) > 998]
    return body, wrong + ([] if body.isascii() else ["eight bits in 7bit"])


def _quoted_printable(body: bytes) -> tuple[bytes, list[str]]:
    wrong, data = [], b""
    lines = body.split(b"\r\n")
    for n, line in enumerate(lines):
        soft = line.endswith(b"=")
        text = line[:-1] if soft else line
        if len(line) > 76:
            wrong.append(f"quoted-printable line of {len(line)} characters")
        if re.search(rb"=(?![0-9A-F]{2})|[^\t\x20-\x7e]", text):
            wrong.append(f"no quoted-printable: {text[:40]!r}")
            return b"", wrong
        if not soft and re.search(rb"[ \t]$", text):
            wrong.append(f"space at the end of a quoted-printable line: {text[-40:]!r}")
        if soft and n == len(lines) - 1:
            wrong.append("the body ends within a line")
        data += re.sub(rb"=(..)", lambda m: bytes.fromhex(m[1].decode()), text)
        data += b"" if soft or n == len(lines) - 1 else b"\r\n"
    return data, wrong


def _base64(body: bytes) -> tuple[bytes, list[str]]:
    lines = body.rstrip(b"\r\n").split(b"\r\n")
    wrong = [f"base64 line of {len(line)} characters" for line in lines if len(line) > 76]
    wrong += ["empty line in base64"] if b"" in lines[:-1] else []
    try:
        return base64.b64decode(b"".join(lines), validate=True), wrong
    except binascii.Error:
        return b"", [*wrong, "no base64"]


def plain(text: str, flowed: bool) -> Iterator[str]:
    """A text part: whole lines, and flowed as RFC 3676 (4) has it."""
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|(?<!\r)\n|\r(?!\n)", text):
        yield "control in a text"
    if not text.strip():
        yield "empty text"
    lines = text.split("\r\n")
    if lines[-1]:
        yield "the last line has no end"
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.endswith("\t") or (line.endswith(" ") and not flowed):
            yield f"space at the end of a line: {line[-40:]!r}"
        if flowed:
            yield from _flowed(line, after)


def _flowed(line: str, after: str) -> Iterator[str]:
    if line == "-- ":
        return
    if line.startswith(("From ", ">")):
        yield f"not space-stuffed: {line[:40]!r}"
    if not line.endswith(" "):
        return
    if after.strip() in ("", "--"):
        yield f"a soft line with nothing to join: {line[-40:]!r}"
    if len(line) > 79 and " " in line.strip():
        yield f"soft line of {len(line)} characters"
    if line.endswith("  "):
        yield f"several spaces at the end of a soft line: {line[-40:]!r}"


class _Page(HTMLParser):
    """What a page names: pictures, links, elements; and elements that are not closed."""

    EMPTY = ("br", "img", "meta", "hr", "col", "link", "input")

    def __init__(self, own: str) -> None:
        super().__init__(convert_charrefs=True)
        self.own = re.compile(f"(?!{own}|mailto:|#)")
        self.cids: list[str] = []
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.language = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in self.EMPTY:
            self.open.append(tag)
        if tag == "html":
            self.language = values.get("lang", "")
        if tag in ("script", "form", "iframe", "object", "embed", "link", "base", "video", "audio", "svg"):
            self.wrong.append(f"<{tag}> in a mail")
        self.wrong += [f"{name} in a mail" for name in values if name.startswith("on")]
        if tag == "img":
            self._picture(values)
        for name in ("src", "background", "href"):
            if self.own.match(values.get(name, "#")):
                self.wrong.append(f"{name} from elsewhere: {values[name]}")

    def _picture(self, values: dict[str, str]) -> None:
        if not values.get("alt"):
            self.wrong.append("a picture without alt")
        if values.get("src", "").startswith("cid:"):
            self.cids.append(re.sub(r"%(..)", lambda m: chr(int(m[1], 16)), values["src"][4:]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> closes nothing")
            return
        self.open.pop()


def page(text: str, *, attached: bool = False) -> tuple[list[str], list[str]]:
    """The Content-IDs that a page shows, and what is wrong with it; an attached one has its pictures within."""
    parser = _Page("data:image/png;base64," if attached else "cid:")
    parser.feed(text)
    wrong = parser.wrong + [f"<{tag}> is not closed" for tag in parser.open]
    if not re.match(r"<!DOCTYPE html>\s*<html lang=\"[a-z]{2}\"", text):
        wrong.append("no DOCTYPE and language")
    if re.search(r"url\(|@import|https?://(?!www\.w3\.org)", text):
        wrong.append("something from elsewhere")
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        wrong.append("control in a page")
    if len(text.encode()) > CLIPPED and not attached:
        wrong.append(f"a page of {len(text.encode())} bytes")
    return parser.cids, wrong


def json_file(data: bytes) -> Iterator[str]:
    """A file that says it is JSON (RFC 8259)."""
    try:
        json.loads(data.decode("utf-8"))
    except ValueError as wrong:
        yield f"no JSON: {wrong}"


def png(data: bytes) -> Iterator[str]:
    """A picture is a PNG, from its signature to its end."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or not data.endswith(b"IEND\xaeB`\x82"):
        yield "no PNG"


_PROPERTY = re.compile(r"([A-Z-]+)((?:;[A-Z-]+=(?:\"[^\"]*\"|[^\";:,]*))*):(.*)")
_UTC = r"\d{8}T\d{6}Z"
_TEXT = re.compile(r"(?:[^\\;,\x00-\x08\x0a-\x1f\x7f]|\\[\\;,nN])*")
_NEEDED = {
    "VCALENDAR": ("PRODID", "VERSION", "METHOD"),
    "VEVENT": ("UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "ORGANIZER"),  # of a published one: RFC 5546, 3.2.1
    "VALARM": ("ACTION", "TRIGGER", "DESCRIPTION"),
}
_FORMS = {
    "VERSION": r"2\.0",
    "DTSTAMP": _UTC,
    "DTSTART": _UTC,
    "DTEND": _UTC,
    "SEQUENCE": r"\d{1,10}",
    "DURATION": r"P(?!T?0)(?:\d+W|\d+D|(?:\d+D)?T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)",
    "TRIGGER": r"-?P(?:\d+W|\d+D|(?:\d+D)?T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)",
    "ACTION": "DISPLAY",
    "TRANSP": "TRANSPARENT|OPAQUE",
    "UID": r"[!-~]{1,255}",
    "ORGANIZER": r"mailto:[!-~]+@[!-~]+",
}


def calendar(data: bytes, method: str) -> Iterator[str]:
    """An iCalendar file (RFC 5545) in a mail whose Content-Type names `method`."""
    if not data.endswith(b"\r\n") or re.search(rb"(?<!\r)\n|\r(?!\n)", data):
        yield "lines of a calendar do not end in CRLF"
    yield from (f"calendar line of {len(line)} octets" for line in data.split(b"\r\n") if len(line) > 75)
    try:
        text = data.decode("utf-8").replace("\r\n ", "").replace("\r\n\t", "")
    except UnicodeDecodeError:
        yield "calendar is no UTF-8"
        return
    inside: list[str] = []
    seen: list[dict[str, str]] = []
    for line in text.split("\r\n")[:-1]:
        found = _PROPERTY.fullmatch(line)
        if not found:
            yield f"no property of a calendar: {line[:60]}"
            continue
        name, value = found[1], found[3]
        if name == "BEGIN":
            inside.append(value)
            seen.append({})
        elif name == "END" and inside and inside[-1] == value:
            yield from _component(inside.pop(), seen.pop(), method)
        elif name == "END" or not inside:
            yield f"{line} stands outside"
        else:
            yield from _property(name, value, name in seen[-1])
            seen[-1][name] = value
    yield from (f"{each} is not ended" for each in inside)


def _property(name: str, value: str, again: bool) -> Iterator[str]:
    if again:
        yield f"calendar: {name} twice"
    if name in _FORMS and not re.fullmatch(_FORMS[name], value):
        yield f"calendar: {name} is {value}"
    if name in ("SUMMARY", "DESCRIPTION", "PRODID") and not _TEXT.fullmatch(value):
        yield f"calendar: {name} is no text: {value[:60]}"


def _component(kind: str, properties: dict[str, str], method: str) -> Iterator[str]:
    if kind not in _NEEDED:
        yield f"calendar: {kind}"
        return
    yield from (f"calendar: {kind} without {name}" for name in _NEEDED[kind] if name not in properties)
    if kind == "VCALENDAR" and properties.get("METHOD", "").lower() != method.lower():
        yield f"calendar: METHOD is {properties.get('METHOD')}, in the Content-Type {method or 'none'}"
    if "DTEND" in properties and "DURATION" in properties:
        yield "calendar: DTEND and DURATION"
