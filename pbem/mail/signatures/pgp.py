"""OpenPGP: what the signatures of a mail are worth to whoever knows one public key, and keys as they come by mail.

The sums are pysequoia's (Sequoia, in this process: no gpg program, no key ring, no home folder), the extra `pgp` of
pbem; it is imported when a key is at hand. Sequoia judges by the machine's clock and by its own policy: SHA-1, short
RSA and signatures from the future are never good. A good signature says who wrote the bytes that it covers, and when;
of headers, of other parts and of which mail it first came with it says nothing.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal, TypeVar

from pbem.mail.message.message import Message
from pbem.mail.signatures.packets import KEYS, PUBLIC, SECRET, SIGNATURES, packets
from pbem.mail.signatures.signed_parts import SIGNATURE, SignedPart, signed_parts

PgpVerdict = Literal["none", "other", "bad", "early", "expired", "revoked", "good", "old", "unnamed"]
INSTALL = "pip install 'pbem[pgp]'"
EARLY = timedelta(minutes=30)  # how far a clock may be ahead of ours; Sequoia's own limit too
KEY = 200_000  # bytes of a public key
PACKETS = 3_000  # of it; so many signatures need more bytes, but of empty ones the library takes its time
BLOCKS = 3  # keys of one mail that are looked at
_SIGNATURES = 5  # of one signed part that are looked at: the library is slow on packets that are none
_ESCAPED = re.compile(rb"(?m)^- (?=-)")  # in clear-signed text
_ARMOURED = re.compile(
    rb"(?m)^-----BEGIN PGP (PUBLIC|PRIVATE) KEY BLOCK-----.*?(?:-----END PGP \1 KEY BLOCK-----|\Z)", re.S
)
_KINDS = ("SignatureType.Binary", "SignatureType.Text")
_KEY_FILES = (".asc", ".gpg", ".pgp", ".key")
T = TypeVar("T")


class PgpMissing(Exception):
    """pysequoia is not installed; `INSTALL` says how to."""

    def __init__(self) -> None:
        super().__init__(f"PGP signatures cannot be checked: {INSTALL}")


class BadKey(Exception):
    """Bytes that are no key to be kept. `why`: unreadable, private, several, too-big, unusable (too weak)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Key:
    """A public key. `armour` is what is kept of it, `fingerprint` hexadecimal in capitals."""

    armour: str
    fingerprint: str
    expires: datetime | None = None
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class PgpResult:
    """What a mail's signatures are worth to whoever knows one key.

    none: there is none; other: only of other keys; bad: it says that it is of this key, and it is not, or the text
    was changed; early: made later than now; expired, revoked: so is the key, and nothing was checked; good. Who knows
    the game may say old or unnamed in the place of good.
    `at`: when it says it was made; `message`, if good: what it covers, all that may be read. `alone`: nothing to
    read stands outside.
    """

    result: PgpVerdict = "none"
    at: datetime | None = None
    message: Message | None = None
    alone: bool = True

    def __str__(self) -> str:
        """As it is kept with the mail: "good 2026-11-02 12:00:05Z"; empty for none."""
        if self.result == "none":
            return ""
        return self.result + (f" {self.at.astimezone(UTC):%Y-%m-%d %H:%M:%SZ}" if self.at else "")


NO_PGP = PgpResult()


def check_pgp(raw: bytes, key: str, now: datetime) -> PgpResult:
    """Check the PGP signatures of a raw mail against one public key. Never raises but PgpMissing.

    Of several signed parts the one that was signed last counts, alone.
    """
    found = signed_parts(raw)
    if not found:
        return NO_PGP
    _library()
    return _safely(lambda: _best(found, _Known(key, now)), PgpResult("other"))


def _best(found: list[SignedPart], known: "_Known") -> PgpResult:
    every = [pgp for each in found for pgp in known.judge(each)]
    best = max(every, key=lambda pgp: (_RANK[pgp.result], pgp.at or known.now), default=PgpResult("other"))
    return best if len(found) == 1 or best.result != "good" else _among(best, found)


_RANK = {"none": 0, "other": 1, "early": 2, "expired": 3, "revoked": 4, "bad": 5, "good": 6}


def read_key(data: bytes) -> Key:
    """A public key as it came, armoured or not. Raises BadKey, PgpMissing."""
    pysequoia = _library()
    found = packets(data, KEYS) if len(data) <= KEY else []
    if len(data) > KEY or len(found) > PACKETS:
        raise BadKey("too-big")
    tags = [tag for tag, _ in found]
    if any(tag in SECRET for tag in tags):
        raise BadKey("private")
    if not tags or tags[0] != PUBLIC:
        raise BadKey("unreadable")
    if tags.count(PUBLIC) > 1:
        raise BadKey("several")
    flat = b"".join(packet for _, packet in found)
    cert = _safely(lambda: pysequoia.Cert.from_bytes(flat), None)
    if cert is None:
        raise BadKey("unreadable")
    key = _safely(lambda: Key(str(cert), str(cert.fingerprint).upper(), cert.expiration, bool(cert.is_revoked)), None)
    if key is None:
        raise BadKey("unusable" if SIGNATURES[0] in tags else "unreadable")
    return key


def merge_keys(old: str, new: Key) -> Key:
    """A key with what a newer copy of it adds: another date of expiry, a revocation. Raises BadKey, PgpMissing."""
    pysequoia = _library()

    def both() -> bytes:
        one = pysequoia.Cert.from_bytes(old.encode())
        return bytes(one.merge(pysequoia.Cert.from_bytes(new.armour.encode())))

    return read_key(_safely(both, b""))


def key_blocks(message: Message) -> tuple[bytes, ...]:
    """What in a mail may be a key: attachments of such names and types, and armour in its text; a few at most.

    Where there is none, the key that many programs send along in a header of their own (Autocrypt).
    """
    return tuple(dict.fromkeys(_blocks(message)))[:BLOCKS] or tuple(_autocrypt(message))


def is_private(block: bytes) -> bool:
    """Whether what may be a key is a private one, by its armour or the tag of its first packet (5, old or new)."""
    return block.startswith(b"-----BEGIN PGP PRIVATE") or block[:1] in (b"\x94", b"\x95", b"\x96", b"\xc5")


def format_fingerprint(fingerprint: str) -> str:
    """A fingerprint as programs show it, in groups of four."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, len(fingerprint), 4))


def _blocks(message: Message) -> Iterator[bytes]:
    for part in message.parts:
        if part.content_type == SIGNATURE:
            continue
        armoured = [found[0] for found in _ARMOURED.finditer(_ESCAPED.sub(b"", part.data))]
        yield from armoured
        is_key = part.content_type == "application/pgp-keys" or part.name.lower().endswith(_KEY_FILES)
        if is_key and not armoured and part.data:
            yield part.data[: KEY + 1]


def _autocrypt(message: Message) -> Iterator[bytes]:
    for value in message.all("autocrypt")[:1]:
        data = value.partition("keydata=")[2].partition(";")[0]
        with suppress(ValueError):
            if key := b64decode("".join(data.split()).encode("ascii", "replace")):
                yield key


class _Known:
    """A public key, and the signatures that it may have made."""

    def __init__(self, key: str, now: datetime) -> None:
        self.library = _library()
        self.now = now
        found = packets(key.encode(), KEYS)
        flat = b"".join(packet for _, packet in found)
        self.cert = _safely(lambda: self.library.Cert.from_bytes(flat), None)
        self.ids = {_safely(partial(_key_id, packet), "") for packet in _read(found)} - {""}

    def judge(self, signed: SignedPart) -> Iterator[PgpResult]:
        """What each signature over some bytes is worth."""
        for packet in _read(packets(signed.signature, SIGNATURES)[:_SIGNATURES]):
            yield _safely(partial(self._of, signed, packet), PgpResult("other"))

    def _of(self, signed: SignedPart, packet: Any) -> PgpResult:
        if self.cert is None or self._issuer(packet) not in self.ids:
            return PgpResult("other")
        at = packet.signature_created
        result = self._result(signed.data, packet, at)
        return PgpResult(result, at, signed.message, signed.alone) if result == "good" else PgpResult(result, at)

    def _issuer(self, packet: Any) -> str:
        """The id of the key that a signature says it is of: of a fingerprint the end (v4), or the beginning (v6)."""
        print_ = str(packet.issuer_fingerprint or "")
        return (print_[-16:] if len(print_) == 40 else print_[:16]) or str(packet.issuer_key_id or "")

    def _result(self, data: bytes, packet: Any, at: datetime | None) -> PgpVerdict:
        expires = _safely(lambda: self.cert.expiration, self.now)
        if at is None or str(packet.signature_type) not in _KINDS:
            return "bad"
        if at > self.now + EARLY:
            return "early"
        if self.cert.is_revoked:
            return "revoked"
        if expires is not None and expires <= self.now:
            return "expired"

        def good() -> bool:
            found = self.library.verify(data, lambda ids: [self.cert], signature=self._signature(packet))
            return len(found.valid_sigs) == 1

        return "good" if _safely(good, False) else "bad"

    def _signature(self, packet: Any) -> Any:
        return self.library.Sig.from_bytes(bytes(packet))


def _among(best: PgpResult, every: list[SignedPart]) -> PgpResult:
    """A good part among others that claim to be signed: something stands outside of it."""
    same = all(each.data == every[0].data for each in every)
    return best if same else PgpResult(best.result, best.at, best.message, alone=False)


def _read(found: Iterable[tuple[int, bytes]]) -> list[Any]:
    """Packets as the library reads them, each for itself."""
    pile = _library().packet.PacketPile

    def one(packet: bytes) -> list[Any]:
        return list(pile.from_bytes(packet))

    nothing: list[Any] = []
    return [read for _, packet in found for read in _safely(partial(one, packet), nothing)]


def _key_id(packet: Any) -> str:
    return str(packet.key_id or "")


def _library() -> Any:
    try:
        import pysequoia
        import pysequoia.packet
    except ImportError as missing:
        raise PgpMissing from missing
    return pysequoia


def _safely(call: Callable[[], T], instead: T) -> T:
    """`call()`, or `instead` where the library gives up on hostile bytes: by an exception, or by a panic of Rust."""
    try:
        return call()
    except Exception:
        return instead
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        return instead
