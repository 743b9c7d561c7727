"""Whether a mail may speak for its seat: token and address, a passphrase, and what its signature is worth."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem.mail.intake import Taken
from pbem.mail.message import parse
from pbem.mail.signed import Signed, Silent, signed, told
from pbem.referee.passphrase import Phrases, right
from pbem.referee.who import Doubt, Writer, writer
from pbem.referee.world import World
from pbem.store.rows import SeatRow

GUESSES_A_DAY = 10


@dataclass(frozen=True, slots=True)
class Trusted:
    """The seat that a mail is taken for, or the doubt, with the seat that may be told of it.

    `dkim` is the verdict as it is kept with the mail, empty where nothing was checked. `proven`: by the passphrase.
    """

    seat: SeatRow | None
    doubt: Doubt | None = None
    dkim: str = ""
    proven: bool = False


def trusted(world: World, taken: Taken, raw: bytes, phrases: Phrases, now: datetime) -> Trusted:
    """Judge a mail of a person. Raises Silent where it must wait for a name server; then nothing has been changed.

    The first pass of a seat is remembered: from then on a mail from its address without one is `unsigned`.
    """
    who = writer(world, taken)
    proven = _proven(world, who, phrases, now)
    doubt = _after_passphrase(who, phrases, proven)
    if who.seat is None or doubt not in (None, "no-token"):
        return Trusted(who.seat, doubt)
    found = vouched(world, taken, raw)
    if found is None:
        return Trusted(who.seat, doubt, "", proven)
    if found.result == "fail":
        return Trusted(who.seat, "bad-signature", str(found))
    if doubt == "no-token":
        return Trusted(who.seat, None if found.result == "pass" else doubt, str(found))
    if who.doubt is None and not proven:
        doubt = _usual(who.seat, found)
    return Trusted(_remembered(world, who, found), doubt, str(found), proven)


def vouched(world: World, taken: Taken, raw: bytes) -> Signed | None:
    """What the signature of a mail is worth; None where the settings ask for no check."""
    config = world.config
    if config.authserv_id:
        return told(parse(raw), config.authserv_id)
    return signed(raw, taken.sender, world.dns) if config.checks_dkim else None


def _usual(seat: SeatRow, found: Signed) -> Doubt | None:
    """Whether a seat whose mails are signed sent one that is not; Silent where that cannot be known now."""
    if not seat.dkim_seen or found.result == "pass":
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
    """Whether a mail has the passphrase of the seat whose token it has; after many wrong ones none is tried."""
    seat = who.seat
    if seat is None or seat.passphrase is None or not phrases.given or who.doubt not in (None, "wrong-address"):
        return False
    wrong = world.store.mails.count(
        "game = ? AND seat = ? AND reason = 'wrong-passphrase' AND at >= ?",
        seat.game,
        seat.seat,
        now - timedelta(days=1),
    )
    return wrong < GUESSES_A_DAY and right(seat.passphrase, phrases.given)


def _after_passphrase(who: Writer, phrases: Phrases, proven: bool) -> Doubt | None:
    if who.doubt != "wrong-address" or not phrases.given or who.seat is None or who.seat.passphrase is None:
        return who.doubt
    return None if proven else "wrong-passphrase"
