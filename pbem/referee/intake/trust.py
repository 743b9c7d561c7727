"""Whether a mail may speak for its seat: token and address, a passphrase, and what its signatures are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.mail.message.message import parse
from pbem.mail.reading.read_mail import Taken
from pbem.mail.signatures.name_server import txt
from pbem.mail.signatures.pgp import UNSEALED, Result, Sealed
from pbem.mail.signatures.signed import Signed, Silent, sent_to, signed, told
from pbem.referee.home.home import World
from pbem.referee.home.limits import asked_today
from pbem.referee.intake.passphrase import Phrases, right
from pbem.referee.intake.pgp_key import weighed
from pbem.referee.intake.sender import Doubt, Writer
from pbem.store.rows import SeatRow

GUESSES_A_DAY = 10
_FORGED: Mapping[Result, Doubt] = {"bad": "pgp-bad", "old": "pgp-old"}


@dataclass(frozen=True, slots=True)
class Trusted:
    """The seat that a mail is taken for, or the doubt, with the seat that may be told of it.

    `dkim` is the verdict as it is kept with the mail, empty where nothing was checked. `proven`: by the passphrase, or
    by a good PGP signature (`seal`), and then only what that covers may be read; `phrased`: by the passphrase.
    """

    seat: SeatRow | None
    doubt: Doubt | None = None
    dkim: str = ""
    proven: bool = False
    phrased: bool = False
    seal: Sealed = UNSEALED


def trusted(world: World, who: Writer, taken: Taken, raw: bytes, phrases: Phrases, now: datetime) -> Trusted:
    """Judge a mail of a person, `who`. Raises Silent, Unready where it must wait; then nothing has been changed.

    The first pass of a seat is remembered: from then on a mail from its address without one is `unsigned`.
    """
    seal = _seal(world, who, raw, now)
    phrased = _proven(world, who, phrases, now)
    judged = Trusted(who.seat, _before(who, phrases, phrased, seal), phrased=phrased, seal=seal)
    if judged.seat is not None and judged.doubt in (None, "no-token"):
        judged = _by_domain(world, who, judged, taken, raw)
    wanted = judged.doubt is None and judged.seat is not None and judged.seat.pgp_only and seal.result != "good"
    return replace(judged, doubt="pgp-wanted") if wanted else judged


def _by_domain(world: World, who: Writer, judged: Trusted, taken: Taken, raw: bytes) -> Trusted:
    """What the sender's domain says of a mail that is in no other doubt than to have no token.

    A good PGP signature is not taken down by a bad one of the domain: what it covers was not changed, and whoever
    changes the rest on the way, as mailing lists do, changes nothing that is read.
    """
    found = vouched(world, taken, raw)
    signed_ = judged.seal.result == "good"
    proven = judged.doubt is None and (judged.phrased or signed_)
    judged = replace(judged, dkim=str(found or ""), proven=proven)
    if found is None:
        return judged
    if found.result == "fail" and not signed_:
        return replace(judged, doubt="bad-signature")
    if judged.doubt == "no-token":
        return replace(judged, doubt=None) if _to_us(world, raw, found) else judged
    if who.doubt is None and not proven:
        judged = replace(judged, doubt=_usual(who.seat, found))
    return replace(judged, seat=_remembered(world, who, found))


def _seal(world: World, who: Writer, raw: bytes, now: datetime) -> Sealed:
    """What the PGP signature of a mail is worth for the seat that it may be of."""
    if who.seat is None or who.doubt not in (None, "wrong-address", "no-token"):
        return UNSEALED
    return weighed(world, who.seat, raw, now)


def _before(who: Writer, phrases: Phrases, phrased: bool, seal: Sealed) -> Doubt | None:
    """What is in doubt after a passphrase and a PGP signature were looked at."""
    if seal.result in _FORGED:
        return _FORGED[seal.result]
    if who.doubt == "wrong-address" and seal.result == "good":
        return None
    return _after_passphrase(who, phrases, phrased)


def vouched(world: World, taken: Taken, raw: bytes) -> Signed | None:
    """What the signature of a mail is worth; None where the settings ask for no check."""
    config = world.config
    if config.authserv_id:
        return told(parse(raw), config.authserv_id)
    return signed(raw, taken.sender, world.dns or txt) if config.checks_dkim else None


def _to_us(world: World, raw: bytes, found: Signed) -> bool:
    """Whether a signature vouches for a mail to us: one to the opponent, who hands it on, gives us no orders."""
    return found.result == "pass" and sent_to(raw, found, world.config.address)


def _usual(seat: SeatRow | None, found: Signed) -> Doubt | None:
    """Whether a seat whose mails are signed sent one that is not; Silent where that cannot be known now."""
    if seat is None or not seat.dkim_seen or found.result == "pass":
        return None
    if found.result == "unasked":
        raise Silent(
            f"a mail of {seat.game}.{seat.seat} waits, since no name server answers and its signature cannot be "
            'checked. Look at the network and the name server (pbem doctor), or write dkim = "off" under [trust] in '
            "pbem.toml"
        )
    return "unsigned"


def _remembered(world: World, who: Writer, found: Signed) -> SeatRow | None:
    seat = who.seat
    if seat is None or who.doubt is not None or found.result != "pass" or seat.dkim_seen:
        return seat
    world.store.seats.change(seat.game, seat.seat, dkim_seen=True)
    return replace(seat, dkim_seen=True)


def _proven(world: World, who: Writer, phrases: Phrases, now: datetime) -> bool:
    """Whether a mail has the passphrase of the seat whose token it has; after many wrong ones none is tried.

    Those under the seat's own address count too: whoever forges it learns by what follows whether he guessed right.
    """
    seat = who.seat
    if seat is None or seat.passphrase is None or not phrases.given or who.doubt not in (None, "wrong-address"):
        return False
    key = f"{seat.game}.{seat.seat} guess"
    if asked_today(world, key, now) >= GUESSES_A_DAY:
        return False
    proven = right(seat.passphrase, phrases.given)
    if not proven:
        world.store.refusals.note(key, now, "wrong-passphrase")
    return proven


def _after_passphrase(who: Writer, phrases: Phrases, proven: bool) -> Doubt | None:
    if who.doubt != "wrong-address" or not phrases.given or who.seat is None or who.seat.passphrase is None:
        return who.doubt
    return None if proven else "wrong-passphrase"
