"""PGP keys and signatures for tests, packet by packet (RFC 9580, version 4, Ed25519): any time, any fault, no gpg.

They are made apart from the library that checks them, so that the two do not err alike; and as of 2025, since that
library believes no signature from after the present day of the machine.
"""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

BORN = datetime(2025, 1, 1, tzinfo=UTC)
SIGNED = datetime(2025, 6, 1, 12, tzinfo=UTC)
YEAR = timedelta(days=365)
BINARY, TEXT, POSITIVE, REVOCATION = 0x00, 0x01, 0x13, 0x20
_FIELD = re.compile(rb"\r\n(?![ \t])")
_OID = bytes.fromhex("092b06010401da470f01")


@dataclass(frozen=True)
class Maker:
    """A key of a person: the same name, the same key. `lasts` is how long, from `BORN`, as was said when `bound`."""

    name: str = "Omar <omar@example.org>"
    lasts: timedelta | None = None
    revoked: bool = False
    bound: datetime = BORN
    secret: Ed25519PrivateKey = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        seed = hashlib.sha256(self.name.encode()).digest()
        object.__setattr__(self, "secret", Ed25519PrivateKey.from_private_bytes(seed))

    @property
    def body(self) -> bytes:
        """The packet of the public key without its head."""
        point = b"\x40" + self.secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return b"\x04" + _time(BORN) + b"\x16" + _OID + _number(point)

    @property
    def fingerprint(self) -> str:
        """As hexadecimal in capitals."""
        return hashlib.sha1(_framed(self.body)).hexdigest().upper()

    def public(self) -> bytes:
        """The key with its name and self-signature, armoured."""
        name = self.name.encode()
        end = [] if self.lasts is None else [(9, int(self.lasts.total_seconds()).to_bytes(4, "big"))]
        about = _framed(self.body) + b"\xb4" + len(name).to_bytes(4, "big") + name
        packets = _packet(6, self.body)
        if self.revoked:
            packets += self.signature(_framed(self.body), BORN + YEAR / 2, REVOCATION, [(29, b"\x02stolen")])
        packets += _packet(13, name) + self.signature(about, self.bound, POSITIVE, [(27, b"\x03"), *end])
        return armoured(packets, "PUBLIC KEY BLOCK")

    def private(self) -> bytes:
        """The secret key, unprotected, as nobody should send it."""
        seed = _number(self.secret.private_bytes_raw())
        packet = self.body + b"\x00" + seed + (sum(seed) % 65536).to_bytes(2, "big")
        return armoured(_packet(5, packet) + _packet(13, self.name.encode()), "PRIVATE KEY BLOCK")

    def signature(
        self,
        data: bytes,
        at: datetime = SIGNED,
        kind: int = BINARY,
        more: list[tuple[int, bytes]] | None = None,
        loose: list[tuple[int, bytes]] | None = None,
    ) -> bytes:
        """A signature packet over data. `more` are subpackets that are signed too, `loose` those that are not."""
        print_ = bytes.fromhex(self.fingerprint)
        inner = _subpackets([(33, b"\x04" + print_), (2, _time(at)), *(more or [])])
        outer = _subpackets([(16, print_[-8:]), *(loose or [])])
        head = bytes([4, kind, 22, 8]) + len(inner).to_bytes(2, "big") + inner
        digest = hashlib.sha256(data + head + b"\x04\xff" + len(head).to_bytes(4, "big")).digest()
        made = self.secret.sign(digest)
        rest = len(outer).to_bytes(2, "big") + outer + digest[:2] + _number(made[:32]) + _number(made[32:])
        return _packet(2, head + rest)


@cache
def omar(lasts: timedelta | None = None, revoked: bool = False) -> Maker:
    """The key of the player of the tests."""
    return Maker(lasts=lasts, revoked=revoked)


EVE = Maker("Eve <eve@evil.example>")


def armoured(packets: bytes, what: str = "SIGNATURE") -> bytes:
    """Packets in armour, with its checksum."""
    text = base64.encodebytes(packets).replace(b"\n", b"")
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    crc = 0xB704CE
    for byte in packets:
        crc ^= byte << 16
        for _bit in range(8):
            crc = (crc << 1) ^ (0x1864CFB if crc & 0x800000 else 0)
    name = what.encode()
    last = b"=" + base64.b64encode(crc.to_bytes(3, "big"))
    return b"\n".join(
        [b"-----BEGIN PGP " + name + b"-----", b"", *lines, last, b"-----END PGP " + name + b"-----", b""]
    )


def enclosed(
    part: bytes,
    key: Maker,
    at: datetime = SIGNED,
    *,
    kind: int = BINARY,
    mark: str = "pgp-mark",
    signature: bytes = b"",
) -> bytes:
    """An entity (RFC 3156) of a part and its signature; line ends CRLF."""
    part = crlf(part)
    armour = signature or armoured(key.signature(part, at, kind))
    head = "Content-Type: multipart/signed; micalg=pgp-sha256;\r\n"
    head += f' protocol="application/pgp-signature"; boundary="{mark}"'
    cut = f"\r\n--{mark}".encode()
    about = b'\r\nContent-Type: application/pgp-signature; name="OpenPGP_signature.asc"\r\n\r\n'
    told = b"\r\n\r\nThis is an OpenPGP/MIME signed message (RFC 4880 and 3156)"
    return head.encode() + told + cut + b"\r\n" + part + cut + about + crlf(armour) + cut + b"--\r\n"


def clear(text: str, key: Maker, at: datetime = SIGNED, charset: str = "utf-8") -> bytes:
    """A clear-signed text; line ends LF."""
    lines = text.removesuffix("\n").split("\n")
    data = "\r\n".join(line.rstrip(" \t") for line in lines).encode(charset)
    shown = "\n".join(f"- {line}" if line.startswith("-") else line for line in lines).encode(charset)
    head = b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    return head + shown + b"\n" + armoured(key.signature(data, at, TEXT))


def under(raw: bytes, entity: bytes) -> bytes:
    """A mail with the headers of another one and this entity as its content."""
    head, _blank, _body = crlf(raw).partition(b"\r\n\r\n")
    kept = [line for line in _FIELD.split(head) if not line.lower().startswith((b"content-", b"mime-"))]
    return b"\r\n".join([*kept, b"MIME-Version: 1.0", entity])


def body_of(raw: bytes) -> bytes:
    """The entity of a mail: its Content headers and its body."""
    head, _blank, body = crlf(raw).partition(b"\r\n\r\n")
    kept = [line for line in _FIELD.split(head) if line.lower().startswith(b"content-")]
    return b"\r\n".join([*kept, b"", body])


def signed_mail(raw: bytes, key: Maker, at: datetime = SIGNED) -> bytes:
    """A mail with its content signed (PGP/MIME)."""
    return under(raw, enclosed(body_of(raw), key, at))


def clear_mail(raw: bytes, key: Maker, at: datetime = SIGNED) -> bytes:
    """A plain mail with its text clear-signed."""
    head, _blank, body = crlf(raw).partition(b"\r\n\r\n")
    return head + b"\r\n\r\n" + crlf(clear(body.decode().replace("\r\n", "\n"), key, at))


def mixed(*entities: bytes, mark: str = "mixed-mark", kind: str = "mixed") -> bytes:
    """A multipart entity of entities."""
    head = f'Content-Type: multipart/{kind}; boundary="{mark}"\r\n'.encode()
    return (
        head
        + b"".join(b"\r\n--" + mark.encode() + b"\r\n" + each for each in entities)
        + f"\r\n--{mark}--\r\n".encode()
    )


def text_part(text: str, kind: str = "text/plain; charset=utf-8") -> bytes:
    """A text as an entity."""
    return f"Content-Type: {kind}\r\n\r\n".encode() + crlf(text.encode())


def crlf(data: bytes) -> bytes:
    """Line ends as they are on the wire."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def _packet(tag: int, body: bytes) -> bytes:
    return bytes([0xC0 | tag, 0xFF]) + len(body).to_bytes(4, "big") + body


def _framed(body: bytes) -> bytes:
    return b"\x99" + len(body).to_bytes(2, "big") + body


def _subpackets(each: list[tuple[int, bytes]]) -> bytes:
    return b"".join(bytes([len(data) + 1, kind]) + data for kind, data in each)


def _number(data: bytes) -> bytes:
    data = data.lstrip(b"\0")
    bits = len(data) * 8 - (8 - data[0].bit_length()) if data else 0
    return bits.to_bytes(2, "big") + data


def _time(at: datetime) -> bytes:
    return int(at.timestamp()).to_bytes(4, "big")
