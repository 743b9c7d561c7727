"""Mails signed with DKIM for tests, and the zone that has the key: no network, and no private key in the repository."""

import base64
from functools import cache

import dkim
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

SELECTOR = "one"


@cache
def _key(bits: int) -> RSAPrivateKey:
    """A key of these bits; made once a session."""
    return generate_private_key(65537, bits)


def record(bits: int = 1024) -> bytes:
    """The TXT record of the key."""
    der = _key(bits).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(der)


def sign(raw: bytes, domain: str = "example.org", **options: object) -> bytes:
    """A mail under a signature of `domain`; `options` as `dkim.sign` takes them."""
    options.setdefault("include_headers", [b"from", b"to", b"subject", b"message-id"])
    pem = _key(1024).private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    return bytes(dkim.sign(raw, SELECTOR.encode(), domain.encode(), pem, **options)) + raw


def zone(*domains: str) -> "Zone":
    """Names that have the key."""
    return Zone({f"{SELECTOR}._domainkey.{domain}.".encode(): record() for domain in domains or ("example.org",)})


class Zone:
    """TXT records by name; `asked` are the names that were asked for."""

    def __init__(self, records: dict[bytes, bytes]) -> None:
        self.records = records
        self.asked: list[bytes] = []

    def __call__(self, name: bytes) -> bytes | None:
        """The record of a name."""
        self.asked.append(name)
        return self.records.get(name)
