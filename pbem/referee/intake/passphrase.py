"""The passphrase of a seat: whoever writes it may write from any address. Only a salted hash of it is ever kept.

Its lines are taken out of a mail before anything else reads it, so that no receipt, notice, save or log can repeat
them; of a mail that has any, what is stored is its text with hashes in their place.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.language.commands import command_words, longest_match
from pbem.language.names.nearest import nearest
from pbem.language.words import words
from pbem.mail.message.message import tree_of
from pbem.mail.message.size import header_block
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.text.plain import plain

HIDDEN = "********"
LEAST, MOST = 8, 200  # characters
_ALIKE = 0.8
_HASHES = 3  # of one mail: each takes a while, on purpose
_HEAD = 100  # characters in which the command stands
_HASH = re.compile(r"scrypt:[0-9a-f]{32}:[0-9a-f]{64}")
_MAYBE = re.compile(r"\W*(?:[pPcCkK]\w{4}|[^\x00-\x7f])")  # cheap, for most lines of a long mail are prose
_KEPT = ("from", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references", "delivered-to")


@dataclass(frozen=True, slots=True)
class Phrases:
    """What a mail says of passphrases: `given` are those that are to prove who writes, `new` one to be kept."""

    given: tuple[str, ...] = ()
    new: str = ""

    def __bool__(self) -> bool:
        return bool(self.given or self.new)


def split_passphrases(mail: ParsedMail, *, stored: bool = False) -> tuple[ParsedMail, Phrases]:
    """A mail without its passphrase lines, and what they say. Hashes are believed only in a mail that we `stored`."""
    whole = mail.extract
    lines, phrases = _split(whole.lines, stored) if whole.kind == "text" else (whole.lines, Phrases())
    others = []
    for part in whole.alternatives:
        rest, said = _split(part.lines, stored) if part.kind == "text" else (part.lines, Phrases())
        others.append(replace(part, lines=rest))
        phrases = Phrases(tuple(dict.fromkeys((*phrases.given, *said.given))), phrases.new or said.new)
    if not phrases and lines == whole.lines:
        return mail, phrases
    return replace(mail, extract=replace(whole, lines=lines, alternatives=tuple(others))), phrases


def _split(lines: Sequence[str], stored: bool) -> tuple[tuple[str, ...], Phrases]:
    """Lines without those of passphrases, and what these say."""
    given: list[str] = []
    new, rest = "", []
    for line in lines:
        found = _read(line)
        if found is None:
            rest.append(line)
            continue
        is_new, said = found
        said = said if stored or not _HASH.fullmatch(said) else ""
        new, given = (said, given) if is_new else (new, [*given, said])
    return tuple(rest), Phrases(tuple(given), new)


def has_passphrase(mail: ParsedMail) -> bool:
    """Whether a passphrase stands anywhere in a mail, be it quoted or in another part of it."""
    others = [left.text for left in mail.extract.left_out]
    others += [line for reading in mail.extract.alternatives for line in reading.lines]
    lines = (line.lstrip("> \t") for text in others for line in text.splitlines())
    return any(_read(line) is not None for line in (*mail.extract.lines, *lines))


def mask_mail(raw: bytes, mail: ParsedMail) -> bytes:
    """A raw mail as it may be kept: the headers that matter, and the lines that were read, passphrases as hashes."""
    head = tree_of(header_block(raw))
    kept = [(name, " ".join(str(value).split())) for name, value in head.raw_items() if name.lower() in _KEPT]
    safe = [f"{name}: {value}" for name, value in kept if name.lower() != "subject" or _read(value) is None]
    lines = [*safe, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", ""]
    hashes = 0
    for line in mail.extract.lines:
        found = _read(line)
        hashes += found is not None
        lines.append(line if found is None else _hidden(line, show=hashes > _HASHES))
    return "\r\n".join([*lines, ""]).encode("utf-8", "surrogateescape")


def hide_passphrases(text: str) -> str:
    """A text for human eyes: hashes of passphrases, and whatever stands in a line of one, are not shown."""
    return "\n".join(_HASH.sub(HIDDEN, _hidden(line, show=True)) for line in text.split("\n"))


def blank_passphrases(text: str) -> str:
    """A text of orders with blank lines in the place of passphrases."""
    return "\n".join("" if _read(line) is not None else line for line in text.split("\n"))


def hash_passphrase(phrase: str, salt: bytes = b"") -> str:
    """What is kept of a passphrase: a salt and its scrypt hash. Case and spacing do not matter: phones change both."""
    if _HASH.fullmatch(phrase):
        return phrase
    salt = salt or secrets.token_bytes(16)
    told = " ".join(plain(phrase).casefold().split()).encode("utf-8", "replace")
    return f"scrypt:{salt.hex()}:{hashlib.scrypt(told, salt=salt, n=2**14, r=8, p=1, dklen=32).hex()}"


def matches_passphrase(kept: str, given: tuple[str, ...]) -> bool:
    """Whether one of the passphrases given (the first few count) is the one whose hash is kept."""
    salt = bytes.fromhex(kept.split(":")[1])
    tries = [hash_passphrase(each, salt) for each in given[:_HASHES] if each and not _HASH.fullmatch(each)]
    return any(hmac.compare_digest(each, kept) for each in tries)


def is_good_passphrase(phrase: str) -> bool:
    """Whether a passphrase is neither too short nor too long; a hash is of one that was good."""
    return bool(_HASH.fullmatch(phrase)) or LEAST <= len(phrase) <= MOST


def _read(line: str) -> tuple[bool, str] | None:
    """What a line says of a passphrase: whether it is a new one, and the words; None for any other line.

    A line that begins with a word nearly like it is one too: a slip of the pen must not show it.
    """
    if not _MAYBE.match(line):
        return None
    read = words(line[:_HEAD])
    if not read:
        return None
    table = command_words().commands
    found = longest_match(read, table)
    if found is None:
        own = tuple(word for word, name in table.items() if name == "passphrase")
        if len(read) < 2 or not nearest(read[0].key[:40], own, _ALIKE):
            return None
        return False, ""
    if found[0] != "passphrase":
        return None
    rest = line[read[found[1] - 1].end :].strip(" \t:=")
    first, _, more = rest.partition(" ")
    if command_words().arguments.get(first.casefold()) == "new" and more.strip():
        return True, _bare(more)
    return False, _bare(rest)


def _bare(phrase: str) -> str:
    return phrase.strip().strip('"').strip()


def _hidden(line: str, show: bool = False) -> str:
    """A line with its passphrase hashed, or (`show`) hidden; any other line as it is."""
    found = _read(line.lstrip("> \t"))
    if found is None:
        return line
    secret = HIDDEN if show or not found[1] else hash_passphrase(found[1])
    return " ".join(_parts(found[0], secret))


def _parts(is_new: bool, secret: str) -> Iterator[str]:
    yield command_words().say("passphrase", "en")
    if is_new:
        yield command_words().say("new", "en")
    yield secret
