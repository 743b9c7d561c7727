"""Mails that are not taken: recorded, and answered to the seat's own address, or to the stranger, not too often."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.game.voice import plain_words
from pbem.language.messages import translations
from pbem.mail.message.size import LIMIT
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.writing.compose import ADDRESS
from pbem.referee.home.home import Home
from pbem.referee.home.limits import DAY
from pbem.referee.home.naming import sender_shown
from pbem.referee.intake.confirm import ask_held
from pbem.referee.intake.hints import stranger_language
from pbem.referee.letters.queue import Mailing, Stranger, post, post_stranger
from pbem.report.letters import Refusal, render_letter
from pbem.store.rows import MailRow, SeatRow

KEPT_A_DAY, LARGE, LARGE_KEPT_A_DAY = 200, 200_000, 10
"""How many mails that were not taken are kept whole, of each seat and of nobody's, and how many that have more bytes:
of the rest there is what lies in the mailbox."""
STRANGERS_ANSWERED_A_DAY = 50
"""Of all together: whoever forges many senders would have us write to them all, and use up what we may send."""
STRANGERS = "strangers"  # their key among the refusals: no address
SUBJECT = 200  # characters
FOREIGN = ("wrong-address", "wrong-passphrase", "bad-signature", "pgp-bad", "pgp-old", "same-message-id")
"""Why a mail is not taken that somebody else may have written."""
MINUTE = timedelta(minutes=1)
REFUSALS = ((MINUTE, 1), (DAY, 10), (30 * DAY, 30))
LIMITS = {
    "nothing-read": ((DAY, 1),),
    "nothing-taken": ((DAY, 30), (30 * DAY, 150)),
    "unsigned": ((DAY, 10), (30 * DAY, 60)),
    "wish": ((MINUTE, 1), (DAY, 5), (30 * DAY, 15)),
}
"""How many answers an address gets in which time: to mails that are refused, to those without a line that could be an
order, to those of which no order was taken, to those that wait for a yes, for forged ones must not use that up, and to
what a stranger asks for, who is told how only when another mail was refused."""


def refuse(
    home: Home,
    mail: ParsedMail,
    reason: str,
    seat: SeatRow | None,
    raw: bytes,
    now: datetime,
    dkim: str = "",
    also: Callable[[], Sequence[str]] = tuple,
) -> MailRow:
    """Refuse a mail: the seat's own address is told if there is one, else the sender, not too often.

    `also` gives more sentences to tell, in the language of the seat; it is asked where an answer is sent.
    """
    row = mail_row(mail, "refused", reason, bytes_to_keep(home, seat, raw, now), now, seat, dkim)
    to = seat.address if seat is not None else mail.sender
    if not ADDRESS.fullmatch(to) or not claim_answer(home, to, reason, now, stranger=seat is None):
        return row
    language = seat.language if seat is not None else stranger_language(home, to)
    if seat is not None and (shown := sender_shown(home, seat, mail.sender)) != mail.sender:
        mail = replace(mail, sender=shown, subject="")  # another player's, whom nobody is to know
    letter = _letter(mail, reason, seat, language)
    letter = replace(letter, remedy=(*also(), *letter.remedy))
    rendered = render_letter(letter, plain_words(language), translations(language))
    if seat is not None:
        post(home, seat, Mailing("refusal", mail.identity, answers=mail.message_id), rendered, now)
    else:
        post_stranger(home, Stranger(to), mail.identity, rendered, now, answers=mail.message_id)
    return row


def hold(home: Home, mail: ParsedMail, seat: SeatRow, why: str, raw: bytes, now: datetime, dkim: str) -> MailRow:
    """Let a mail wait that its seat may not have written, and ask the seat's own address, not too often."""
    if claim_answer(home, seat.addresses[0], "unsigned", now):
        ask_held(home, seat, mail, why, now)
    return mail_row(mail, "held", why, raw, now, seat, dkim)


def claim_answer(home: Home, to: str, reason: str, now: datetime, *, stranger: bool = False) -> bool:
    """Whether an address may get one more answer that is no receipt of orders; if so, it is counted.

    Out-of-office mails are not always marked, gateways take marks away, and two machines never tire.
    """
    key = f"{to} {reason}" if reason in LIMITS else to
    since = home.store.refusals.since
    if any(since(key, now - span + timedelta(microseconds=1)) >= most for span, most in LIMITS.get(reason, REFUSALS)):
        return False
    if stranger:
        if since(STRANGERS, now - DAY) >= STRANGERS_ANSWERED_A_DAY:
            return False
        home.store.refusals.note(STRANGERS, now, reason)
    home.store.refusals.note(key, now, reason)
    if reason == "wish":  # and an address gets one refusal less: it may not be its owner who writes
        home.store.refusals.note(to, now, reason)
    return True


def mail_row(
    mail: ParsedMail,
    outcome: str,
    reason: str,
    raw: bytes | None,
    now: datetime,
    seat: SeatRow | None = None,
    dkim: str = "",
) -> MailRow:
    """A mail as it is recorded."""
    return MailRow(
        identity=mail.identity,
        message_id=mail.message_id,
        sender=mail.sender,
        outcome=outcome,
        reason=reason,
        at=now,
        raw=raw,
        game=seat.game if seat else None,
        seat=seat.seat if seat else None,
        dkim=dkim,
    )


def bytes_to_keep(home: Home, seat: SeatRow | None, raw: bytes, now: datetime) -> bytes | None:
    """The bytes of a mail that is not taken, None where so many were kept today that they would fill the disk."""
    game, name = (seat.game, seat.seat) if seat is not None else (None, None)
    today = "game IS ? AND seat IS ? AND at >= ? AND raw IS NOT NULL AND outcome NOT IN ('orders', 'held', 'confirmed')"
    whose = (game, name, now - DAY)
    reaches = home.store.mails.reaches
    if reaches(KEPT_A_DAY, today, *whose):
        return None
    if len(raw) > LARGE and reaches(LARGE_KEPT_A_DAY, f"{today} AND LENGTH(raw) > ?", *whose, LARGE):
        return None
    return raw


def _letter(mail: ParsedMail, reason: str, seat: SeatRow | None, language: str) -> Refusal:
    """What is said of a mail; a stranger's own words are not repeated: he may be somebody whom they should reach."""
    game, subject = (seat.game, mail.subject[:SUBJECT]) if seat else ("", "")
    remedy = (_remedy(reason, seat, language),)
    foreign = seat is not None and reason in FOREIGN
    return Refusal(reason=_why(mail, reason, language), game=game, subject=subject, remedy=remedy, foreign=foreign)


def _why(mail: ParsedMail, reason: str, language: str) -> str:
    """Why a mail was not taken, as a sentence."""
    _ = translations(language).gettext
    return _doubted(mail, reason, language) or {
        "no-token": _("the email came from your address but without your token"),
        "wrong-token": _("the token in the email is not yours"),
        "several-seats": _("you play several games with this address, and the email does not say which one it is for"),
        "unknown-sender": _("your address belongs to no player of a game here"),
        "same-message-id": _("another email with the same Message-ID came before, with other contents"),
        "handed-over": _("the game is no longer run here; nothing was done"),
        "too-many": _("too many emails came from you today; this one was not read"),
        "too-big": _("the email is larger than %(most)s MB and was not read") % {"most": LIMIT // 2**20},
        "two-senders": _("the email names more than one sender"),
        "no-sender": _("the email names no sender"),
    }.get(reason, _("the email could not be read"))


def _doubted(mail: ParsedMail, reason: str, language: str) -> str:
    """The same of a mail that shows the token of a seat, and may be by another than its player; else ""."""
    _ = translations(language).gettext
    said = {
        "wrong-address": _(
            "an email with your token came from the address %(sender)s, which is not yours; nothing was done"
        ),
        "bad-signature": _(
            "an email from %(sender)s bears a signature (DKIM) that is not good: it was changed on its way, or another "
            "wrote it; nothing was done"
        ),
        "wrong-passphrase": _(
            "an email with your token came from the address %(sender)s with a wrong passphrase; nothing was done"
        ),
        "pgp-bad": _(
            "an email with your token, from %(sender)s, bears a signature (PGP) that says it is by your key and is not "
            "good: it was changed on its way, or another wrote it; nothing was done"
        ),
        "pgp-old": _(
            "an email from %(sender)s is signed with your key (PGP), but it came before, or was signed before"
            " another that counts, or long before the current phase was opened; nothing was done"
        ),
    }.get(reason, "")
    return said % {"sender": mail.sender}


def _remedy(reason: str, seat: SeatRow | None, language: str) -> str:
    """What its writer, or the seat that it named, may do."""
    _ = translations(language).gettext
    remedy = _("If you play here, write from the address that the referee knows.")
    if seat is not None:
        remedy = _(
            "Reply to the last report or receipt of your game instead of writing a new email: its address and"
            " subject carry your token."
        )
    if reason == "too-big":
        return _("Send your orders alone, without pictures or other large attachments.")
    if reason == "handed-over":
        return _("Send it again as a reply to the email that came from there, or write to that referee.")
    if reason == "pgp-old":
        return _("If it was you, write it again and sign it now; look at the clock of your computer too.")
    if reason == "pgp-bad":
        return _(
            "If it was you, send it again, signed in the other way (PGP/MIME, or signed text) or not at all. If not, "
            "send a line TOKEN NEW: the old token goes out of use."
        )
    if reason in ("wrong-address", "wrong-passphrase") and seat is not None:
        values = {"address": seat.addresses[0]}
        remedy = _(
            "If it was you, write from %(address)s. If not, send a line TOKEN NEW: the old token goes out of use."
        )
        remedy %= values
    return remedy
