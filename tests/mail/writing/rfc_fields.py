"""Header fields against the grammar of their RFCs, in bytes and by hand: it shares no code with what writes them.

Each function takes a field's value as it was sent, unfolded, and yields what is wrong with it. Nothing obsolete passes.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from datetime import date

Check = Callable[[str], Iterator[str]]
ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
DOT_ATOM = rf"{ATEXT}+(?:\.{ATEXT}+)*"
QUOTED = r'"(?:[^"\\]|\\.)*"'
TOKEN = r"[!#$%&'*+.0-9A-Z^_`a-z{|}~-]+"
MSG_ID = rf"<{DOT_ATOM}@{DOT_ATOM}>"
TAG = r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_WORD = re.compile(r"=\?([^?]*)\?([^?]*)\?([^?]*)\?=")
_PIECE = re.compile(rf"({QUOTED})|({ATEXT}+)")


def date_time(value: str) -> Iterator[str]:
    """RFC 5322, 3.3, without what is obsolete (two-digit years, names of zones)."""
    form = r"(\w{3}), (\d{1,2}) (\w{3}) (\d{4}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60) ([+-])(\d\d)([0-5]\d)"
    found = re.fullmatch(form, value)
    if not found or found[3] not in MONTHS:
        yield f"no date-time: {value}"
        return
    try:
        day = date(int(found[4]), MONTHS.index(found[3]) + 1, int(found[2]))
    except ValueError:
        yield f"no such day: {value}"
        return
    if DAYS[day.weekday()] != found[1]:
        yield f"{found[1]} is not the day of {day}"
    if found[8] + found[9] + found[10] == "-0000" or int(found[9]) > 14:
        yield f"no zone that is known: {value}"


def mailbox(value: str) -> Iterator[str]:
    """One mailbox (RFC 5322, 3.4): ``local@domain`` or ``phrase <local@domain>``."""
    found = re.fullmatch(r"(.*?) ?<([^<>]*)>", value)
    if not found:
        yield from addr_spec(value)
        return
    yield from phrase(found[1])
    yield from addr_spec(found[2])


def addr_spec(value: str) -> Iterator[str]:
    """An address as SMTP can carry it (RFC 5321, 4.5.3.1)."""
    local, at, domain = value.rpartition("@")
    if not at or not re.fullmatch(DOT_ATOM, local):
        yield f"no address: {value}"
        return
    labels = domain.split(".")
    if not all(map(_LABEL.fullmatch, labels)):
        yield f"no domain: {domain}"
    if len(local) > 64 or len(domain) > 255 or len(value) > 254:
        yield f"address too long: {value}"
    if "=?" in value:
        yield f"encoded word in an address: {value}"


def phrase(value: str) -> Iterator[str]:
    """Words before an address: atoms, quoted strings, encoded words (RFC 5322, 3.2.5; RFC 2047, 5.3)."""
    for part in re.findall(rf"{QUOTED}|[^ \t]+", value):
        if part.startswith("=?"):
            yield from encoded_word(part, in_phrase=True)
        elif "=?" in part:
            yield f"encoded word within another: {part}"
        elif not _PIECE.fullmatch(part) or re.search(r"[^\x20-\x7e]", part):
            yield f"no word of a phrase: {part}"
    if re.search(rf"(?:{QUOTED})(?=[^ \t])", value):
        yield f"no space after a quoted string: {value}"


def unstructured(value: str) -> Iterator[str]:
    """Text that may hold encoded words (RFC 2047, 5.1)."""
    for part in value.split():
        if part.startswith("=?") and part.endswith("?="):
            yield from encoded_word(part)
        elif re.search(r"=\?[^? ]+\?[BbQq]\?", part):
            yield f"encoded word without space beside it: {part}"


def encoded_word(word: str, *, in_phrase: bool = False) -> Iterator[str]:
    """One encoded word: its length, charset, encoding, and whole characters in it (RFC 2047, 2 and 5)."""
    found = _WORD.fullmatch(word)
    if not found:
        yield f"no encoded word: {word}"
        return
    charset, encoding, text = found.groups()
    if len(word) > 75:
        yield f"encoded word of {len(word)} characters: {word}"
    if charset.lower() not in ("utf-8", "us-ascii", "iso-8859-1"):
        yield f"charset of an encoded word: {charset}"
    data = _decoded(encoding, text, in_phrase)
    if data is None:
        yield f"bad encoding: {word}"
        return
    try:
        said = data.decode(charset)
    except (LookupError, UnicodeDecodeError):
        yield f"part of a character in an encoded word: {word}"
        return
    if re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", said):
        yield f"control in an encoded word: {word}"


def _decoded(encoding: str, text: str, in_phrase: bool) -> bytes | None:
    if encoding in "Bb" and len(encoding) == 1:
        try:
            return base64.b64decode(text, validate=True) if text else None
        except binascii.Error:
            return None
    allowed = r"[A-Za-z0-9!*+/_-]" if in_phrase else r"[!->@-^`-~_]"
    if encoding not in "Qq" or len(encoding) != 1 or not re.fullmatch(rf"(?:=[0-9A-F]{{2}}|(?!=){allowed})+", text):
        return None
    return re.sub(rb"=(..)", lambda m: bytes.fromhex(m[1].decode()), text.replace("_", " ").encode())


def msg_ids(value: str, most: int = 1) -> Iterator[str]:
    """Message-IDs with space between them (RFC 5322, 3.6.4)."""
    ids = value.split(" ")
    yield from (f"no Message-ID: {each}" for each in ids if not re.fullmatch(MSG_ID, each) or len(each) > 500)
    if not 1 <= len(ids) <= most:
        yield f"{len(ids)} Message-IDs"
    if len(set(ids)) < len(ids):
        yield "the same Message-ID twice"


def list_id(value: str) -> Iterator[str]:
    """RFC 2919, 3."""
    found = re.fullmatch(r"(?:(.*) )?<([^<>]*)>", value)
    if not found:
        yield f"no List-Id: {value}"
        return
    yield from phrase(found[1] or "")
    if not re.fullmatch(rf"{ATEXT}+(?:\.{ATEXT}+)+", found[2]) or len(found[2]) > 255:
        yield f"no List-Id: {value}"


def list_unsubscribe(value: str) -> Iterator[str]:
    """RFC 2369, 2: URLs in angle brackets, commas between them."""
    for each in value.split(", "):
        if not re.fullmatch(r"<(?:mailto|https):[!-;=?-~]+>", each):
            yield f"no List-Unsubscribe: {value}"


def list_post(value: str) -> Iterator[str]:
    """RFC 8058, 3.1."""
    if value != "List-Unsubscribe=One-Click":
        yield f"no List-Unsubscribe-Post: {value}"


def auto_submitted(value: str) -> Iterator[str]:
    """RFC 3834, 5."""
    if not re.fullmatch(rf"(?:no|auto-generated|auto-replied)(?:; {TOKEN}=(?:{TOKEN}|{QUOTED}))*", value):
        yield f"no Auto-Submitted: {value}"


def language(value: str) -> Iterator[str]:
    """RFC 3282, 2."""
    if not re.fullmatch(rf"{TAG}(?:, {TAG})*", value):
        yield f"no Content-Language: {value}"


def exactly(*allowed: str) -> Check:
    """A check that takes these values only."""

    def check(value: str) -> Iterator[str]:
        if value not in allowed:
            yield f"not one of {', '.join(allowed)}: {value}"

    return check


def token(value: str) -> Iterator[str]:
    """A word of ours."""
    if not re.fullmatch(TOKEN, value):
        yield f"no token: {value}"


def parameters(value: str) -> tuple[str, dict[str, str], list[str]]:
    """What stands before the parameters of a MIME field, the parameters decoded (RFC 2045, 5.1; RFC 2231), faults."""
    wrong: list[str] = []
    first, *rest = re.findall(rf"(?:{QUOTED}|[^;\"])+", value)
    raw: dict[str, str] = {}
    for each in rest:
        found = re.fullmatch(rf" ?({TOKEN})=({QUOTED}|{TOKEN})", each)
        if not found:
            wrong.append(f"no parameter: {each}")
            continue
        name = found[1].lower()
        if name in raw:
            wrong.append(f"parameter twice: {name}")
        raw[name] = found[2]
    if value.rstrip().endswith(";"):
        wrong.append(f"nothing after a semicolon: {value}")
    named, more = _joined(raw)
    return first.strip().lower(), named, wrong + more


def _joined(raw: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Parameters with their RFC 2231 continuations put together and decoded."""
    wrong: list[str] = []
    groups: dict[str, dict[int, tuple[bool, str]]] = {}
    found: dict[str, str] = {}
    for name, text in raw.items():
        parts = re.fullmatch(r"([^*]+)(?:\*(0|[1-9]\d*))?(\*)?", name)
        if parts is None:
            wrong.append(f"no name of a parameter: {name}")
        elif parts[2] is None and parts[3] is None:
            found[name] = _unquoted(text)
            if "=?" in found[name]:
                wrong.append(f"encoded word in a parameter: {text}")
        else:
            if parts[3] and text.startswith('"'):
                wrong.append(f"quotation marks about an extended parameter: {text}")
            groups.setdefault(parts[1], {})[int(parts[2] or 0)] = (bool(parts[3]), _unquoted(text))
    for name, pieces in groups.items():
        if sorted(pieces) != list(range(len(pieces))):
            wrong.append(f"pieces of a parameter are missing: {name}")
            continue
        told, fault = _extended([pieces[n] for n in sorted(pieces)])
        found[name] = told
        wrong += [f"{fault}: {name}"] if fault else []
    return found, wrong


def _extended(pieces: list[tuple[bool, str]]) -> tuple[str, str]:
    charset, data = "us-ascii", b""
    for n, (is_extended, text) in enumerate(pieces):
        if is_extended and n == 0:
            named = re.fullmatch(r"([^']+)'([^']*)'(.*)", text)
            if not named:
                return "", "no charset of a parameter"
            charset, text = named[1], named[3]
        if is_extended and re.search(r"%(?![0-9A-F]{2})|[*'()<>@,;:\\\"/\[\]?= ]", text):
            return "", "bad encoding of a parameter"
        octets = text.encode()
        data += re.sub(rb"%(..)", lambda m: bytes.fromhex(m[1].decode()), octets) if is_extended else octets
    try:
        return data.decode(charset), ""
    except (LookupError, UnicodeDecodeError):
        return "", "charset of a parameter"


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
