"""A mail as it may be read and kept: its passphrases are taken out of it once, before anything else looks at it."""

from dataclasses import dataclass, replace

from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.signatures.pgp import is_private
from pbem.referee.intake import pgp_key
from pbem.referee.intake.passphrase import Phrases, has_passphrase, mask_mail, split_passphrases
from pbem.referee.intake.sender import Sender


@dataclass(frozen=True, slots=True)
class Received:
    """A mail with all that is known of it before it is judged.

    `mail` is the mail as read, without its passphrases, which are `phrases`; `raw` are its bytes as they came, for
    signatures are over those, and `kept` what may be stored of them. `sender` is who wrote it; `offer` is what it
    brings for PGP. `version` is that of its receipt: where it is taken once more, there is one already.
    """

    mail: ParsedMail
    raw: bytes
    kept: bytes
    phrases: Phrases
    sender: Sender
    offer: pgp_key.KeyOffer = pgp_key.NOTHING
    version: int = 0


def clean(mail: ParsedMail, raw: bytes, sender: Sender) -> Received:
    """A mail that came in, cleaned: what is stored of one that has passphrases is its text with hashes for them."""
    kept = mask_mail(raw, mail) if has_passphrase(mail) else raw
    mail, phrases = split_passphrases(mail)
    return Received(mail, raw, kept, phrases, sender)


def cut_to_signed(received: Received, mail: ParsedMail) -> Received:
    """A mail cut to what its good PGP signature covers, which is `mail`, cleaned in its turn."""
    part = clean(mail, received.raw, received.sender)
    return replace(part, kept=part.kept if has_passphrase(mail) else received.kept)


def without_private_keys(received: Received) -> Received:
    """A mail to be kept without the private key that somebody sent by mistake."""
    if not any(map(is_private, received.offer.blocks)):
        return received
    return replace(received, kept=mask_mail(received.raw, received.mail))
