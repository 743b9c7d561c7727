"""The doctor's mails to ourselves: do plus addresses work, and may Authentication-Results headers be believed?"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.servers.probe import ForgedTrip, Trip, forged_trip, round_trip
from pbem.mail.servers.transport import SendFailure, ServerTrouble, Sleep, Ticks
from pbem.phrases import Phrase, told_by
from pbem.referee.home.config import Config
from pbem.referee.home.servers import imap_of, smtp_of
from pbem.setup.diagnosis import Diagnosis
from pbem.setup.round_trip import judge_trip

MAIL, HEADERS = Phrase("mail to ourselves"), "Authentication-Results"
OFF = Phrase('write authserv-id = "" under [trust] in pbem.toml: then pbem checks signatures itself')
INSIDE = Phrase(
    "a mail from outside may be treated in another way: try one from another provider before you rely on it"
)


def probe_mailbox(
    home: Path, config: Config, environment: Mapping[str, str], now: datetime, word: str, ticks: Ticks, sleep: Sleep
) -> Iterator[Diagnosis]:
    """Send three mails to ourselves, find and remove them: what is well and what is not. Nothing with a spool.

    `word` is a new random word of letters and digits; `ticks` a clock in seconds, `sleep` waits.
    """
    home = home.resolve()
    if config.imap is None:
        yield Diagnosis(
            Phrase("{mail} (not tried: mails go through the folder {spool})", mail=MAIL, spool=config.spool)
        )
        return
    imap, smtp = imap_of(home, config, Effects(), environment), smtp_of(home, config, Effects(), environment)
    try:
        trip = round_trip(imap, smtp, word, now, ticks, sleep)
        good, lines = judge_trip(trip)
        said = " ".join(lines)
        yield (
            Diagnosis(Phrase("{mail} ({said})", mail=MAIL, said=said))
            if good
            else Diagnosis(MAIL, said, "'pbem setup guide' says what is needed")
        )
        if trip.plain is None:
            return
        name = config.authserv_id or next(iter(trip.authorities), imap.account.host)
        forged = forged_trip(imap, smtp, name, word, now, ticks, sleep)
        yield _named(config.authserv_id, trip)
        yield _stripped(config.authserv_id, name, forged)
    except (ServerTrouble, SendFailure) as wrong:
        yield Diagnosis(MAIL, told_by(wrong), "mend that first, then try again")


def _named(trusted: str, trip: Trip) -> Diagnosis:
    """Under which name the server writes its headers, against the one that the settings believe."""
    names = tuple(dict.fromkeys(trip.authorities))
    about = Phrase("{headers}: who writes them", headers=HEADERS)
    if not names:
        return Diagnosis(Phrase("{about} (nobody, in a mail to ourselves; {inside})", about=about, inside=INSIDE))
    if not trusted:
        return Diagnosis(
            Phrase(
                "{about} ({names}; none is believed, signatures are checked here)", about=about, names=", ".join(names)
            )
        )
    if trusted in names:
        return Diagnosis(Phrase("{about} ({trusted})", about=about, trusted=trusted))
    return Diagnosis(
        about,
        Phrase(
            "the server calls itself {names}, pbem.toml believes {trusted}: no signature counts",
            names=names[0],
            trusted=trusted,
        ),
        Phrase(
            'write authserv-id = "{names}" under [trust] in pbem.toml, or "" to have signatures checked here',
            names=names[0],
        ),
    )


def _stripped(trusted: str, name: str, forged: ForgedTrip) -> Diagnosis:
    """Whether the server takes out what somebody else wrote in its name. Dangerous only where it is believed."""
    about = Phrase("{headers}: forged ones", headers=HEADERS)
    if forged.refused:
        return Diagnosis(
            Phrase("{about} (the server takes no such mail: {refused})", about=about, refused=forged.refused)
        )
    if not forged.came:
        return Diagnosis(Phrase("{about} (not known: the mail with one did not come)", about=about))
    if not forged.kept:
        return Diagnosis(
            Phrase(
                "{about} (the server took out one in the name of {name}; {inside})",
                about=about,
                name=name,
                inside=INSIDE,
            )
        )
    if not trusted:
        return Diagnosis(
            Phrase("{about} (the server leaves them in, so leave authserv-id empty; now none is believed)", about=about)
        )
    above = (
        Phrase("and pbem would believe it")
        if forged.topmost
        else Phrase("below its own; where it writes none, pbem believes it")
    )
    return Diagnosis(
        about,
        Phrase(
            "the server leaves in one in the name of {trusted}, {above}: anybody can pass for signed",
            trusted=trusted,
            above=above,
        ),
        OFF,
    )
