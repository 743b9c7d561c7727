"""Bytes of unknown truthfulness to text: byte order mark, declared charset, UTF-8, cp1252, Latin-1."""

import codecs
import quopri
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ONE_BYTE = ("ascii", "iso8859", "cp125", "cp437", "cp85", "mac-", "koi8")
_MANY_BYTES = ("utf-8", "utf-16", "utf-32", "gb", "big5", "shift_jis", "euc_", "iso2022", "cp93", "cp94", "cp950")
# No others: Python also knows codecs that are slow on purpose-made input (idna, punycode) or no charsets at all.

_ESCAPES = 3  # fewer a person may have written
_NO_ESCAPE = re.compile(rb"=(?![0-9A-F]{2}|\r?\n|\r?\Z)")


def decode(data: bytes, declared: str = "") -> str:
    """The text of `data`; the declared charset is believed only as far as the bytes bear it out. Never raises."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for name in _ladder(declared):
        try:
            return data.decode(name)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _ladder(declared: str) -> tuple[str, ...]:
    """Names to try in order. UTF-8 goes before a declared one-byte charset: those accept anything, it does not."""
    declared = declared.strip().strip("\"'").lower()
    name = _codec(declared) or _codec(declared.removeprefix("x-"))  # x-mac-roman
    if name.startswith(_MANY_BYTES):
        return (name, "utf-8", "cp1252")
    if name in ("", "ascii", "iso8859-1") or not name.startswith(_ONE_BYTE):
        return ("utf-8", "cp1252")
    return ("utf-8", name, "cp1252")


def _codec(name: str) -> str:
    """Python's name of a charset; empty if it knows none."""
    try:
        return codecs.lookup(name).name
    except (LookupError, ValueError, TypeError, UnicodeError):
        return ""


def undo_double_encoding(data: bytes) -> bytes:
    """`data` out of quoted-printable, where a gateway encoded it twice: each `=` in it is an escape or a soft break."""
    doubly = data.count(b"=") >= _ESCAPES and not _NO_ESCAPE.search(data)
    return quopri.decodestring(data) if doubly else data
