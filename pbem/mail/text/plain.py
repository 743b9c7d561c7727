"""Typography made plain: what phones and word processors put in place of typed characters is turned back."""

import re
import unicodedata
from collections.abc import Iterator

_SAME = {
    "'": "\u2018\u2019\u201a\u201b\u2032\u00b4\u2039\u203a\u02bc",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63",
    " ": "\t\u00a0\u1680\u202f\u205f\u2800\u3000\u3164" + "".join(map(chr, range(0x2000, 0x200B))),
    "\n": "\r\v\f\x85\u2028\u2029",
    "...": "\u2026",
}
_STRIPPED_RANGES = (
    (0x00, 0x08), (0x0E, 0x1F), (0x7F, 0x84), (0x86, 0x9F),  # controls
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x180B, 0x180E),  # soft hyphen, joiners, Arabic letter mark
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),  # zero width, bidi
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFC), (0xD800, 0xDFFF), (0xE0000, 0xE0FFF),  # selectors, BOM, tags
)  # fmt: skip


def _pairs() -> Iterator[tuple[int, str | None]]:
    for plain, fancy in _SAME.items():
        yield from ((ord(character), plain) for character in fancy)
    for first, last in _STRIPPED_RANGES:
        yield from ((code, None) for code in range(first, last + 1))
    yield from ((code, chr(code - 0xFEE0)) for code in range(0xFF01, 0xFF5F))


_TABLE = dict(_pairs())
_DIGIT = re.compile(r"[^\D0-9]")
_FADING = re.compile(r"\.\.\.|[^\x00-\x3e\x40-\x7f]")


def plain(text: str) -> str:
    """`text` in NFC with plain quotes, dashes, spaces and digits, lines ended by LF, without invisible characters.

    Any length, any characters (lone surrogates and NULs too); never raises; `plain(plain(x)) == plain(x)`.
    """
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).translate(_TABLE)
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _DIGIT.sub(_ascii, text))


def comparable_text(text: str) -> str:
    """`text` squeezed, without what a charset may lack and its `?`: for telling what we sent from what was changed."""
    return " ".join(_FADING.sub("", squeeze(text)).split())


def squeeze(text: str) -> str:
    """`text` made plain and set on one line, with single spaces: for headers, file names and comparisons."""
    return " ".join(plain(text).split())


def _ascii(digit: re.Match[str]) -> str:
    """A decimal digit of any script (Arabic, mathematical bold …) as 0-9."""
    return str(unicodedata.decimal(digit[0]))
