"""The doctor at the mail servers: log in, look at folders, room and clock, tell what each wants."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.transport import ServerTrouble
from pbem.referee.home.config import Config
from pbem.referee.home.servers import imap_of, smtp_of
from pbem.referee.turn.deadlines import CLOCK_MAY_LAG
from pbem.setup.diagnosis import Diagnosis

CLOSE = timedelta(minutes=5)  # how far two clocks may be apart
IN = "Until then no phase closes, and mails wait at the server: nothing is lost."
OUT = "Until then mails wait in the outbox: nothing is lost."
MENDS = {
    "wrong-password": "'pbem setup mail' asks for the password anew and tries it.",
    "no-password": "'pbem setup mail' sets it up anew.",
    "no-network": "It is tried again by itself.",
    "lost": "It is tried again by itself.",
    "silent": "It is tried again by itself; 'pbem setup mail' tries other settings.",
    "refused": "It is tried again by itself; 'pbem setup mail' tries other settings.",
}
OTHER = "When that is mended it goes on by itself; 'pbem setup mail' tries other settings."


def check_servers(home: Path, config: Config, environment: Mapping[str, str], now: datetime) -> Iterator[Diagnosis]:
    """Log in to both servers of the settings; missing folders are made, nothing is sent or taken."""
    imap, smtp = imap_of(home, config, Effects(), environment), smtp_of(home, config, Effects(), environment)
    about = f"mail in: {imap.account.user} at {imap.account.place}"
    try:
        made = imap.check()
    except ServerTrouble as wrong:
        yield Diagnosis(about, str(wrong), f"{MENDS.get(wrong.why, OTHER)} {IN}")
    else:
        yield Diagnosis(about + (f" (folders made: {', '.join(made)})" if made else ""))
        for told in imap.troubles:
            yield Diagnosis("mailbox", told, "What is in it is not lost.")
        yield from _clock(imap, now)
    finally:
        imap.close()
    about = f"mail out: {smtp.account.user} at {smtp.account.place}"
    try:
        smtp.check()
    except ServerTrouble as wrong:
        yield Diagnosis(about, str(wrong), f"{MENDS.get(wrong.why, OTHER)} {OUT}")
    else:
        yield Diagnosis(about)


def _clock(imap: Imap, now: datetime) -> Iterator[Diagnosis]:
    """Whether this machine's clock agrees with the mail server's: deadlines and certificates hang on it."""
    try:
        theirs = imap.server_time()
    except ServerTrouble as wrong:
        yield Diagnosis(
            "clock", f"the mail server's cannot be asked: {wrong}", "look at the clock of this machine yourself"
        )
        return
    if theirs is None:
        yield Diagnosis("clock (the mail server's cannot be asked)")
    elif abs(theirs - now) > CLOSE:
        mend = "set the clock of this machine (timedatectl set-ntp true): deadlines hang on it"
        apart = (
            f"here it is {now:%Y-%m-%d %H:%M}, at the mail server {theirs.astimezone(now.tzinfo):%Y-%m-%d %H:%M} (UTC)"
        )
        if now - theirs > CLOCK_MAY_LAG:
            mend += ", and none closes a phase before"
        yield Diagnosis("clock", apart, mend)
    else:
        yield Diagnosis("clock")
