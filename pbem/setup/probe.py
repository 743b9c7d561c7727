"""The doctor's mails to ourselves: do plus addresses work, and may Authentication-Results headers be believed?"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.servers.probe import ForgedTrip, Trip, forged_trip, round_trip
from pbem.mail.servers.transport import SendFailure, ServerTrouble, Sleep, Ticks
from pbem.referee.home.config import Config
from pbem.referee.home.servers import imap_of, smtp_of
from pbem.setup.diagnosis import Diagnosis
from pbem.setup.round_trip import judge_trip

MAIL, HEADERS = "mail to ourselves", "Authentication-Results"
OFF = 'write authserv-id = "" under [trust] in pbem.toml: then pbem checks signatures itself'
INSIDE = "a mail from outside may be treated in another way: try one from another provider before you rely on it"


def probe_mailbox(
    home: Path, config: Config, environment: Mapping[str, str], now: datetime, word: str, ticks: Ticks, sleep: Sleep
) -> Iterator[Diagnosis]:
    """Send three mails to ourselves, find and remove them: what is well and what is not. Nothing with a spool.

    `word` is a new random word of letters and digits; `ticks` a clock in seconds, `sleep` waits.
    """
    home = home.resolve()
    if config.imap is None:
        yield Diagnosis(f"{MAIL} (not tried: mails go through the folder {config.spool})")
        return
    imap, smtp = imap_of(home, config, Effects(), environment), smtp_of(home, config, Effects(), environment)
    try:
        trip = round_trip(imap, smtp, word, now, ticks, sleep)
        good, lines = judge_trip(trip)
        said = " ".join(lines)
        yield Diagnosis(f"{MAIL} ({said})") if good else Diagnosis(MAIL, said, "'pbem setup guide' says what is needed")
        if trip.plain is None:
            return
        name = config.authserv_id or next(iter(trip.authorities), imap.account.host)
        forged = forged_trip(imap, smtp, name, word, now, ticks, sleep)
        yield _named(config.authserv_id, trip)
        yield _stripped(config.authserv_id, name, forged)
    except (ServerTrouble, SendFailure) as wrong:
        yield Diagnosis(MAIL, str(wrong), "mend that first, then try again")


def _named(trusted: str, trip: Trip) -> Diagnosis:
    """Under which name the server writes its headers, against the one that the settings believe."""
    names = tuple(dict.fromkeys(trip.authorities))
    about = f"{HEADERS}: who writes them"
    if not names:
        return Diagnosis(f"{about} (nobody, in a mail to ourselves; {INSIDE})")
    if not trusted:
        return Diagnosis(f"{about} ({', '.join(names)}; none is believed, signatures are checked here)")
    if trusted in names:
        return Diagnosis(f"{about} ({trusted})")
    return Diagnosis(
        about,
        f"the server calls itself {names[0]}, pbem.toml believes {trusted}: no signature counts",
        f'write authserv-id = "{names[0]}" under [trust] in pbem.toml, or "" to have signatures checked here',
    )


def _stripped(trusted: str, name: str, forged: ForgedTrip) -> Diagnosis:
    """Whether the server takes out what somebody else wrote in its name. Dangerous only where it is believed."""
    about = f"{HEADERS}: forged ones"
    if forged.refused:
        return Diagnosis(f"{about} (the server takes no such mail: {forged.refused})")
    if not forged.came:
        return Diagnosis(f"{about} (not known: the mail with one did not come)")
    if not forged.kept:
        return Diagnosis(f"{about} (the server took out one in the name of {name}; {INSIDE})")
    if not trusted:
        return Diagnosis(f"{about} (the server leaves them in, so leave authserv-id empty; now none is believed)")
    above = "and pbem would believe it" if forged.topmost else "below its own; where it writes none, pbem believes it"
    return Diagnosis(
        about, f"the server leaves in one in the name of {trusted}, {above}: anybody can pass for signed", OFF
    )
