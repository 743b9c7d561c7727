"""The hash chain `pbem-chain-1`: root, links, phase keys and the rolls that follow from them.

`link[4096]` is the root; each link is the hash of the next, so revealing link L proves it against link L-1 with
SHA-256 alone and tells nothing of L+1. A phase's key mixes its link with the players' nonces; a roll's bytes come
from the key and the roll's own label, so no roll depends on the order of the others.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as numbers

from pbem.canonical import canonical
from pbem.dice.die import Die, Face

FORMAT = "pbem-chain-1"
PREFIX = b"pbem-chain-1:"
LENGTH = 4096
_sha256 = hashlib.sha256
_BLOCK = 64
"""Bytes that SHA-256 takes at a time: what HMAC fills a key up to."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def link_before(link: bytes) -> bytes:
    """link[i-1] from link[i]: the step that anybody can check."""
    return hashlib.sha256(PREFIX + b"link:" + link).digest()


@dataclass(frozen=True, slots=True)
class Chain:
    """All links of one root; link[0] is the public head."""

    links: tuple[bytes, ...]

    @classmethod
    def from_root(cls, root: bytes, length: int = LENGTH) -> "Chain":
        """The chain of a 32-byte root; ValueError for another size."""
        if len(root) != 32:
            raise ValueError(f"a root is 32 bytes, not {len(root)}")
        links = [root]
        for _ in range(length):
            links.append(link_before(links[-1]))
        return cls(tuple(reversed(links)))

    @property
    def head(self) -> str:
        """link[0] as 64 hex digits: what game.json and the first mails show."""
        return self.links[0].hex()

    @property
    def last(self) -> int:
        """The number of the root, which no phase takes: the one before it is the last that is used."""
        return len(self.links) - 1

    def link(self, number: int) -> bytes:
        """link[number], 1 for the first phase; IndexError when the chain is used up."""
        if not 1 <= number < len(self.links):
            raise IndexError(f"link {number} is not between 1 and {len(self.links) - 1}")
        return self.links[number]


def phase_key(link: bytes, game: str, phase: str, nonces: Mapping[str, str], beacon: str | None = None) -> bytes:
    """The key of one phase, e.g. phase "3.combat"; `nonces` are the seats' texts in force."""
    about = canonical({"beacon": beacon, "game": game, "nonces": dict(nonces), "phase": phase})
    return hmac.digest(link, PREFIX + b"phase:" + about, "sha256")


class ChainDice:
    """The dice of one phase, from its key (32 bytes; ValueError for more than 64).

    Each roll is an HMAC under the same key, so the two halves of HMAC that are the key's alone are made once: two bare
    hashes a roll take half the time of `hmac.digest`, and the bytes are the same.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) > _BLOCK:
            raise ValueError(f"a phase key is 32 bytes, not {len(key)}")
        filled = key.ljust(_BLOCK, b"\0")
        self._inner = filled.translate(_INNER) + PREFIX + b"roll:"
        self._outer = filled.translate(_OUTER)

    def faces(self, label: str, die: Die, count: int = 1) -> tuple[Face, ...]:
        """`count` faces from the label's own byte stream, in order."""
        faces, size = die.faces, len(die.faces)
        if size <= 256:  # nearly always the first block is enough, and then it need not be read byte by byte
            limit, block = 256 - 256 % size, self._block(label, 0)
            if count == 1 and block[0] < limit:
                return (faces[block[0] % size],)
            kept = [byte for byte in block if byte < limit]
            if len(kept) >= count:
                return tuple([faces[byte % size] for byte in kept[:count]])
        stream = self._stream(label)
        return tuple(faces[below(stream, size)] for _ in range(count))

    def draw(self, label: str, items: Sequence[str], count: int) -> tuple[str, ...]:
        """`count` items without replacement: swap item i with item i + below(len - i), take the first ones."""
        stream, pool = self._stream(label), list(items)
        for i in range(count):
            other = i + below(stream, len(pool) - i)
            pool[i], pool[other] = pool[other], pool[i]
        return tuple(pool[:count])

    def _stream(self, label: str) -> Iterator[int]:
        for number in numbers():
            yield from self._block(label, number)

    def _block(self, label: str, number: int) -> bytes:
        message = self._inner + label.encode("utf-8") + b"\0" + number.to_bytes(4, "big")
        return _sha256(self._outer + _sha256(message).digest()).digest()


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n-1, each as likely, from a stream of bytes; n up to 65536.

    One byte for n up to 256, else two (big endian); values past the last whole multiple of n are dropped.
    """
    if not 1 <= n <= 65536:
        raise ValueError(f"n is 1 to 65536: {n}")
    width = 1 if n <= 256 else 2
    size = 256**width
    limit = size - size % n
    while True:
        value = 0
        for _ in range(width):
            value = value << 8 | next(stream)
        if value < limit:
            return value % n


def first_nonce(message_id: str) -> str:
    """The nonce of a seat that gave none: 16 hex digits of the Message-ID of its first accepted mail."""
    return hashlib.sha256(message_id.encode("utf-8")).hexdigest()[:16]


def derive_secret(seed: str, what: str) -> bytes:
    """32 bytes that follow from a seed: the root or key of a game with test dice."""
    return hashlib.sha256(f"pbem test dice: {what}: {seed}".encode()).digest()
