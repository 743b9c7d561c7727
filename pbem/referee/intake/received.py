"""A mail as it may be read and kept: its passphrases are taken out of it once, before anything else looks at it."""

from dataclasses import dataclass, replace

from pbem.mail.reading.read_mail import Taken
from pbem.mail.signatures.pgp import is_private
from pbem.referee.intake import pgp_key
from pbem.referee.intake.passphrase import Phrases, apart, masked, speaks
from pbem.referee.intake.sender import Writer


@dataclass(frozen=True, slots=True)
class Received:
    """A mail with all that is known of it before it is judged.

    `taken` is the mail as read, without its passphrases, which are `phrases`; `raw` are its bytes as they came, for
    signatures are over those, and `kept` what may be stored of them. `sender` is who wrote it; `offered` is what it
    brings for PGP. `version` is that of its receipt: where it is taken once more, there is one already.
    """

    taken: Taken
    raw: bytes
    kept: bytes
    phrases: Phrases
    sender: Writer
    offered: pgp_key.Offered = pgp_key.NOTHING
    version: int = 0


def clean(taken: Taken, raw: bytes, sender: Writer) -> Received:
    """A mail that came in, cleaned: what is stored of one that has passphrases is its text with hashes for them."""
    kept = masked(raw, taken) if speaks(taken) else raw
    taken, phrases = apart(taken)
    return Received(taken, raw, kept, phrases, sender)


def covered(received: Received, taken: Taken) -> Received:
    """A mail cut to what its good PGP signature covers, which is `taken`, cleaned in its turn."""
    part = clean(taken, received.raw, received.sender)
    return replace(part, kept=part.kept if speaks(taken) else received.kept)


def without_private_keys(received: Received) -> Received:
    """A mail to be kept without the private key that somebody sent by mistake."""
    if not any(map(is_private, received.offered.blocks)):
        return received
    return replace(received, kept=masked(received.raw, received.taken))
