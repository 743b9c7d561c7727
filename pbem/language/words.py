"""Words of a line: where they stand as written, and the key by which they are compared (free case, accents, dashes)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

BETWEEN = frozenset(("and", "then", "but", "y", "e", "luego", "entonces", "pero"))
"""Keys of what stands between names, or before an order that goes on with another."""
_ORDINALS = re.compile(r"\b(\d+)\.?(?:[ºª°]|(?:er|st|nd|rd|th)\b)", re.IGNORECASE)
_APART = re.compile(r"[\W_]+")
_QUOTES = '"“”„‟«»'
_TOKEN = re.compile(
    rf"[{_QUOTES}](?P<quoted>[^{_QUOTES}]*)[{_QUOTES}]"
    rf"|(?<!\w)'(?P<single>[^'#]*)'(?!\w)"
    rf"|(?P<comment>\#)"
    rf"|(?P<bare>[^\s,;\#→>≥{_QUOTES}]+)"
)
_HEX = re.compile(r"\d{4}")
_HEXES = re.compile(r"\d{4}(?:-\d{4})+")
_MARK = re.compile(r"\s*(?:[-+*•·‣▪‐‑‒–—]+|\(?\d{1,3}[.):]|\(?[A-Za-z]\))\s+")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_SIGNS = {**_DASHES, **dict.fromkeys(map(ord, "“”„‟«»"), '"'), **dict.fromkeys(map(ord, "‘’‚‛"), "'")}


class Word(NamedTuple):
    """One word of a line: as read (made plain), where it begins and ends in the line as written (from 0), its key."""

    text: str
    start: int
    end: int
    key: str
    quoted: bool = False


@lru_cache(maxsize=16384)
def key(text: str) -> str:
    """The text as words are compared: no case, no accents, digits of any script as 0-9, other signs as single dashes.

    The endings of ordinals do not count.

    >>> key("«Beni-Urriaguel, 3.er grupo»"), key("MONTE  ARRUIT"), key("bandera_1–2"), key("０７１５")
    ('beni-urriaguel-3-grupo', 'monte-arruit', 'bandera-1-2', '0715')
    """
    apart = unicodedata.normalize("NFKD", _ORDINALS.sub(r"\1", text))
    kept = "".join(_plain_character(c) for c in apart if unicodedata.category(c) not in ("Mn", "Cf", "Cc", "Cs"))
    return _APART.sub("-", kept.casefold()).strip("-")


def plain(text: str) -> str:
    """The text as it is shown and kept: NFC, plain quotes and dashes, single spaces, no invisible characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    shown = (" " if c.isspace() else c for c in unicodedata.normalize("NFC", text.translate(_SIGNS)))
    kept = "".join(c for c in shown if unicodedata.category(c) not in ("Cf", "Cc", "Cs"))
    return " ".join(kept.split())


def words(line: str) -> tuple[Word, ...]:
    """The words of a line up to its comment. List marks, commas, arrows and lone signs are no words."""
    mark = _MARK.match(line)
    found: list[Word] = []
    for token in _TOKEN.finditer(line, mark.end() if mark else 0):
        if token.lastgroup == "comment":
            break
        found.extend(_read(token))
    return tuple(found)


def key_of(read: Iterable[Word]) -> str:
    """The keys of some words as one: "monte-arruit"."""
    return "-".join(word.key for word in read)


def _read(token: re.Match[str]) -> Iterator[Word]:
    group = str(token.lastgroup)
    text, start, end = token[group], *token.span(group)
    found = key(text)
    if group == "bare" and _HEXES.fullmatch(found):
        for hex_ in _HEX.finditer(text):
            yield Word(plain(hex_[0]), start + hex_.start(), start + hex_.end(), key(hex_[0]))
    elif found:
        yield Word(plain(text), start, end, found, group != "bare")


def _plain_character(character: str) -> str:
    if character > "\x7f" and character.isdecimal():
        return str(unicodedata.decimal(character))
    return character


def strip_comment(line: str) -> str:
    """The line without its comment and list mark, made plain: what a receipt and a record keep of it."""
    mark = _MARK.match(line)
    begin = mark.end() if mark else 0
    for token in _TOKEN.finditer(line, begin):
        if token.lastgroup == "comment":
            return plain(line[begin : token.start()])
    return plain(line[begin:])
