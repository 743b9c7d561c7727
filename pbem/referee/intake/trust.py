"""Whether a mail may speak for its seat: token and address, a passphrase, and what its signatures are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.mail.message.message import parse
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.signatures.dkim import DkimResult, NameServerSilent, check_dkim, read_dkim_result, was_sent_to
from pbem.mail.signatures.name_server import txt
from pbem.mail.signatures.pgp import NO_PGP, PgpResult, PgpVerdict
from pbem.phrases import Phrase
from pbem.referee.home.home import Home
from pbem.referee.home.limits import count_today
from pbem.referee.intake.passphrase import Phrases, matches_passphrase
from pbem.referee.intake.pgp_key import check_signature
from pbem.referee.intake.sender import Doubt, Sender
from pbem.store.rows import SeatRow

GUESSES_A_DAY = 10
_FORGED: Mapping[PgpVerdict, Doubt] = {"bad": "pgp-bad", "old": "pgp-old"}


@dataclass(frozen=True, slots=True)
class Trust:
    """The seat that a mail is taken for, or the doubt, with the seat that may be told of it.

    `dkim` is the verdict as it is kept with the mail, empty where nothing was checked. `proven`: by the passphrase, or
    by a good PGP signature (`pgp`), and then only what that covers may be read; `phrased`: by the passphrase.
    """

    seat: SeatRow | None
    doubt: Doubt | None = None
    dkim: str = ""
    proven: bool = False
    phrased: bool = False
    pgp: PgpResult = NO_PGP


def judge_trust(home: Home, sender: Sender, mail: ParsedMail, raw: bytes, phrases: Phrases, now: datetime) -> Trust:
    """Judge a mail of a person, `sender`. Raises NameServerSilent, Unready where it must wait; then nothing has been
    changed.

    The first pass of a seat is remembered: from then on a mail from its address without one is `unsigned`.
    """
    pgp = _pgp_result(home, sender, raw, now)
    phrased = _check_passphrase(home, sender, phrases, now)
    trust = Trust(sender.seat, _before(sender, phrases, phrased, pgp), phrased=phrased, pgp=pgp)
    if trust.seat is not None and trust.doubt in (None, "no-token"):
        trust = _by_domain(home, sender, trust, mail, raw)
    wanted = trust.doubt is None and trust.seat is not None and trust.seat.pgp_only and pgp.result != "good"
    return replace(trust, doubt="pgp-wanted") if wanted else trust


def _by_domain(home: Home, sender: Sender, trust: Trust, mail: ParsedMail, raw: bytes) -> Trust:
    """What the sender's domain says of a mail that is in no other doubt than to have no token.

    A good PGP signature is not taken down by a bad one of the domain: what it covers was not changed, and whoever
    changes the rest on the way, as mailing lists do, changes nothing that is read.
    """
    found = dkim_result(home, mail, raw)
    signed_ = trust.pgp.result == "good"
    proven = trust.doubt is None and (trust.phrased or signed_)
    trust = replace(trust, dkim=str(found or ""), proven=proven)
    if found is None:
        return trust
    if found.result == "fail" and not signed_:
        return replace(trust, doubt="bad-signature")
    if trust.doubt == "no-token":
        return replace(trust, doubt=None) if _to_us(home, raw, found) else trust
    if sender.doubt is None and not proven:
        trust = replace(trust, doubt=_usual(sender.seat, found))
    return replace(trust, seat=_remember_signed(home, sender, found))


def _pgp_result(home: Home, sender: Sender, raw: bytes, now: datetime) -> PgpResult:
    """What the PGP signature of a mail is worth for the seat that it may be of."""
    if sender.seat is None or sender.doubt not in (None, "wrong-address", "no-token"):
        return NO_PGP
    return check_signature(home, sender.seat, raw, now)


def _before(sender: Sender, phrases: Phrases, phrased: bool, pgp: PgpResult) -> Doubt | None:
    """What is in doubt after a passphrase and a PGP signature were looked at."""
    if pgp.result in _FORGED:
        return _FORGED[pgp.result]
    if sender.doubt == "wrong-address" and pgp.result == "good":
        return None
    return _after_passphrase(sender, phrases, phrased)


def dkim_result(home: Home, mail: ParsedMail, raw: bytes) -> DkimResult | None:
    """What the signature of a mail is worth; None where the settings ask for no check."""
    config = home.config
    if config.authserv_id:
        return read_dkim_result(parse(raw), config.authserv_id)
    return check_dkim(raw, mail.sender, home.dns or txt) if config.checks_dkim else None


def _to_us(home: Home, raw: bytes, found: DkimResult) -> bool:
    """Whether a signature vouches for a mail to us: one to the opponent, who hands it on, gives us no orders."""
    return found.result == "pass" and was_sent_to(raw, found, home.config.address)


def _usual(seat: SeatRow | None, found: DkimResult) -> Doubt | None:
    """Whether a seat whose mails are signed sent one that is not; NameServerSilent where that cannot be known now."""
    if seat is None or not seat.dkim_seen or found.result == "pass":
        return None
    if found.result == "unasked":
        raise NameServerSilent(
            Phrase(
                "a mail of {game}.{seat} waits, since no name server answers and its signature cannot be "
                'checked. Look at the network and the name server (pbem doctor), or write dkim = "off" '
                "under [trust] in pbem.toml",
                game=seat.game,
                seat=seat.seat,
            )
        )
    return "unsigned"


def _remember_signed(home: Home, sender: Sender, found: DkimResult) -> SeatRow | None:
    seat = sender.seat
    if seat is None or sender.doubt is not None or found.result != "pass" or seat.dkim_seen:
        return seat
    home.store.seats.change(seat.game, seat.seat, dkim_seen=True)
    return replace(seat, dkim_seen=True)


def _check_passphrase(home: Home, sender: Sender, phrases: Phrases, now: datetime) -> bool:
    """Whether a mail has the passphrase of the seat whose token it has; after many wrong ones none is tried.

    Those under the seat's own address count too: whoever forges it learns by what follows whether he guessed right.
    """
    seat = sender.seat
    if seat is None or seat.passphrase is None or not phrases.given or sender.doubt not in (None, "wrong-address"):
        return False
    key = f"{seat.game}.{seat.seat} guess"
    if count_today(home, key, now) >= GUESSES_A_DAY:
        return False
    proven = matches_passphrase(seat.passphrase, phrases.given)
    if not proven:
        home.store.refusals.note(key, now, "wrong-passphrase")
    return proven


def _after_passphrase(sender: Sender, phrases: Phrases, proven: bool) -> Doubt | None:
    if sender.doubt != "wrong-address" or not phrases.given or sender.seat is None or sender.seat.passphrase is None:
        return sender.doubt
    return None if proven else "wrong-passphrase"
