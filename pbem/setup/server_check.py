"""The doctor at the mail servers: log in, look at folders, room and clock, tell what each wants."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.transport import ServerTrouble
from pbem.phrases import Phrase, joined, told_by
from pbem.referee.home.config import Config
from pbem.referee.home.servers import imap_of, smtp_of
from pbem.referee.turn.deadlines import CLOCK_MAY_LAG
from pbem.setup.diagnosis import Diagnosis

CLOSE = timedelta(minutes=5)  # how far two clocks may be apart
IN = Phrase("Until then no phase closes, and mails wait at the server: nothing is lost.")
OUT = Phrase("Until then mails wait in the outbox: nothing is lost.")
MENDS = {
    "wrong-password": Phrase("'pbem setup mail' asks for the password anew and tries it."),
    "no-password": Phrase("'pbem setup mail' sets it up anew."),
    "no-network": Phrase("It is tried again by itself."),
    "lost": Phrase("It is tried again by itself."),
    "silent": Phrase("It is tried again by itself; 'pbem setup mail' tries other settings."),
    "refused": Phrase("It is tried again by itself; 'pbem setup mail' tries other settings."),
}
OTHER = Phrase("When that is mended it goes on by itself; 'pbem setup mail' tries other settings.")


def check_servers(home: Path, config: Config, environment: Mapping[str, str], now: datetime) -> Iterator[Diagnosis]:
    """Log in to both servers of the settings; missing folders are made, nothing is sent or taken."""
    imap, smtp = imap_of(home, config, Effects(), environment), smtp_of(home, config, Effects(), environment)
    about = Phrase("mail in: {user} at {place}", user=imap.account.user, place=imap.account.place)
    try:
        made = imap.check()
    except ServerTrouble as wrong:
        yield Diagnosis(about, told_by(wrong), Phrase("{mend} {until}", mend=MENDS.get(wrong.why, OTHER), until=IN))
    else:
        yield Diagnosis(Phrase("{about} (folders made: {made})", about=about, made=", ".join(made)) if made else about)
        for told in imap.troubles:
            yield Diagnosis("mailbox", told, "What is in it is not lost.")
        yield from _clock(imap, now)
    finally:
        imap.close()
    about = Phrase("mail out: {user} at {place}", user=smtp.account.user, place=smtp.account.place)
    try:
        smtp.check()
    except ServerTrouble as wrong:
        yield Diagnosis(about, told_by(wrong), Phrase("{mend} {until}", mend=MENDS.get(wrong.why, OTHER), until=OUT))
    else:
        yield Diagnosis(about)


def _clock(imap: Imap, now: datetime) -> Iterator[Diagnosis]:
    """Whether this machine's clock agrees with the mail server's: deadlines and certificates hang on it."""
    try:
        theirs = imap.server_time()
    except ServerTrouble as wrong:
        yield Diagnosis(
            "clock",
            Phrase("the mail server's cannot be asked: {wrong}", wrong=wrong),
            "look at the clock of this machine yourself",
        )
        return
    if theirs is None:
        yield Diagnosis("clock (the mail server's cannot be asked)")
    elif abs(theirs - now) > CLOSE:
        mend = Phrase("set the clock of this machine (timedatectl set-ntp true): deadlines hang on it")
        apart = Phrase(
            "here it is {now:%Y-%m-%d %H:%M}, at the mail server {theirs:%Y-%m-%d %H:%M} (UTC)",
            now=now,
            theirs=theirs.astimezone(now.tzinfo),
        )
        if now - theirs > CLOCK_MAY_LAG:
            mend = joined((mend, Phrase(", and none closes a phase before")), "")
        yield Diagnosis("clock", apart, mend)
    else:
        yield Diagnosis("clock")
