"""OpenPGP data taken apart into its packets, before a library sees it: those libraries unpack whatever is compressed.

Three hundred bytes may hold a gigabyte. Signatures and keys hold nothing compressed, so only the packets that they are
made of are let through; each is a flat run of bytes with its length in its head (RFC 9580, 4.2).
"""

from base64 import b64decode
from collections.abc import Collection, Iterator

SIGNATURES = (2,)
KEYS = (2, 5, 6, 7, 13, 14, 17)  # signatures, secret and public keys and subkeys, names and pictures of owners
SECRET = (5, 7)
PUBLIC = 6


def packets(data: bytes, tags: Collection[int]) -> list[tuple[int, bytes]]:
    """The packets with these tags, in order, each with its head, of data that may be armoured.

    What is of no known length ends it. Never raises.
    """
    try:
        return [(tag, packet) for tag, packet in _walk(_bare(data)) if tag in tags]
    except ValueError:  # no base64
        return []


def _bare(data: bytes) -> bytes:
    """Data without its armour, if it has any: what stands between the blank line after its head and its checksum."""
    begin = data.find(b"-----BEGIN PGP ")
    if begin < 0:
        return data
    lines = [line.strip() for line in data[begin:].splitlines()[1:]]
    blank = lines.index(b"") if b"" in lines else len(lines)
    body = lines[blank + 1 :]
    end = next((number for number, line in enumerate(body) if line.startswith((b"=", b"-----"))), len(body))
    return b64decode(b"".join(body[:end]), validate=True)


def _walk(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        head = data[at]
        if not head & 0x80:
            return
        sizes = _length_new(data[at + 1 : at + 6]) if head & 0x40 else _length_old(head, data[at + 1 : at + 5])
        end = at + 1 + sum(sizes) if sizes else 0
        if sizes is None or end > len(data):
            return
        yield head & 0x3F if head & 0x40 else head >> 2 & 0x0F, data[at:end]
        at = end


def _length_new(said: bytes) -> tuple[int, int] | None:
    """How many bytes a length takes, and the length; None for one that is cut off, or of a part only."""
    first = said[0] if said else 224
    if first < 192:
        return 1, first
    if first < 224 and len(said) > 1:
        return 2, ((first - 192) << 8) + said[1] + 192
    return (5, int.from_bytes(said[1:5], "big")) if first == 255 and len(said) == 5 else None


def _length_old(head: int, said: bytes) -> tuple[int, int] | None:
    """The same in packets of the old format; None for those that go on to the end."""
    if head & 3 == 3:
        return None
    size = 1 << (head & 3)
    return (size, int.from_bytes(said[:size], "big")) if len(said) >= size else None
