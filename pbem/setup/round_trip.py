"""What a mail to ourselves and back says about a mailbox, in words for the referee."""

import math

from pbem.mail.servers.probe import MINUTE, Trip
from pbem.phrases import Phrase

_PLUS = Phrase(
    "pbem needs plus addresses: players answer to NAME+GAME.TOKEN@HOST. On a server of your own turn "
    "them on (Postfix: recipient_delimiter = +; Dovecot LMTP: recipient_delimiter = +), else take "
    "another provider."
)


def judge_trip(trip: Trip) -> tuple[bool, tuple[str, ...]]:
    """Whether games can be played over this mailbox, and what was seen, a line each."""
    if trip.plain is None and trip.plus is None:
        return False, (
            Phrase(
                "The server took our mails to ourselves, but none came within {minute:.0f} seconds. Look "
                "into the mailbox, its spam folder and its filters; when they have come, run this again.",
                minute=MINUTE,
            ),
        )
    lines = [_came(trip)]
    if trip.plus is None:
        why = (
            Phrase("The server said: {refused}.", refused=trip.refused)
            if trip.refused
            else Phrase("The server took it, but it did not come.")
        )
        lines.append(Phrase("A mail to an address with a plus part does not come. {why} {plus}", why=why, plus=_PLUS))
    elif trip.plain is None:
        lines.append(Phrase("The mail to the plain address did not come. Look for it in the mailbox's filters."))
    else:
        lines.append(Phrase("Plus addresses work."))
    if not trip.same_id:
        lines.append(
            Phrase(
                "The server gave our mails another Message-ID. Games go on: answers are known by the "
                "plus address and the subject; but should a mail go out twice after a crash, players see "
                "it twice."
            )
        )
    elif trip.plus is not None:
        lines.append(Phrase("Our Message-IDs are kept."))
    if trip.astray:
        lines.append(
            Phrase(
                "They came into {astray}, not into the inbox: mails there are not read. Teach the spam "
                "filter that mails with this address are good.",
                astray=trip.astray,
            )
        )
    return trip.plus is not None, tuple(lines)


def _came(trip: Trip) -> str:
    times = [seconds for seconds in (trip.plain, trip.plus) if seconds is not None]
    most = math.ceil(max(times)) or 1
    return Phrase(
        "{count} of our 2 mails came back, within {most} s.",
        count=len(times),
        most=most,
    )
