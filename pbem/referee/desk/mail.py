"""The referee's hand in the mail: look at what came and went, read a mail again, set one aside, send one again."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.game.voice import format_time, voice_of
from pbem.mail.message.message import Message, parse
from pbem.mail.text.html import is_readable, whole_text
from pbem.mail.text.printable import printable
from pbem.phrases import marked
from pbem.referee.home.home import Home
from pbem.referee.home.naming import require_no_names, sender_shown
from pbem.referee.home.notices import printable_words, resolve_notices
from pbem.referee.intake.inbox import receive_as
from pbem.referee.intake.passphrase import hide_passphrases
from pbem.referee.letters.queue import ANSWERS, Mailing, post, resend
from pbem.referee.letters.receipt import fingerprints
from pbem.referee.turn.progress import has_done, is_over
from pbem.referee.turn.workflow import is_fixed
from pbem.report.letters import Note, render_letter
from pbem.store.rows import MailRow, OutboxRow, SeatRow

_START = re.compile(r"[0-9a-f]{4,64}")
SHORT = 10  # letters of the number that a mail is shown under
KEPT = 100_000  # characters of a mail's text that are shown
_UNANSWERED = {
    "auto-submitted": marked("an automatic answer (Auto-Submitted): machines are not answered"),
    "auto-reply": marked("an automatic answer: machines are not answered"),
    "bulk": marked("sent to very many (Precedence): not answered"),
    "daemon": marked("from a mail server: not answered"),
    "list": marked("from a mailing list: not answered"),
    "loop": marked("it goes round in a circle (X-Loop): not answered"),
    "null-sender": marked("it names no address to answer to (Return-Path): not answered"),
    "own-mail": marked("one of our own, come back: not answered"),
    "report": marked("a mail server's report: not answered"),
}
"""Why a mail counts as a machine's (mail/message/machine.py), for the referee."""
_HEARD = {
    "wish": marked("asks to observe or for a place"),
    "open": marked("observes, or waits for a place"),
    "ended": marked("wants no more mails"),
}
"""What became of a mail of somebody without a seat (people/guests.py)."""


@dataclass(frozen=True, slots=True)
class MailSummary:
    """A mail as the list shows it. `id` is short for its identity (in) or Message-ID (out); `way` is in or out.

    `signed`: what its signatures were worth when it came, empty where none were looked for.
    """

    id: str
    way: Literal["in", "out"]
    at: datetime
    who: str
    game: str
    seat: str
    what: str
    state: str
    why: str
    signed: str = ""

    @property
    def reason(self) -> str:
        """Why it is so, in words for the referee; `why` is the code."""
        words = {"machine": _UNANSWERED, "confirmed": _HEARD}.get(self.state, {}) if self.way == "in" else {}
        return words.get(self.why, self.why)

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {**{name: getattr(self, name) for name in self.__slots__}, "at": self.at.isoformat()}


def list_mails(
    home: Home, *, game: str | None = None, seat: str | None = None, most: int | None = None
) -> list[MailSummary]:
    """The mails that came and went, the latest last; only those of a game or seat, the last `most` of them."""
    came = map(_incoming, home.store.mails.latest(most, game, seat))
    went = map(_outgoing, home.store.outbox.last(most, game, seat))
    ordered = sorted([*came, *went], key=lambda mail: (mail.at, mail.way))
    return ordered[-most:] if most else ordered


def summary(row: MailRow | OutboxRow) -> MailSummary:
    """A mail as the list shows it."""
    return _incoming(row) if isinstance(row, MailRow) else _outgoing(row)


def _incoming(row: MailRow) -> MailSummary:
    who = printable(row.sender)
    found = {"DKIM": row.dkim, "PGP": row.pgp}
    signed = ", ".join(f"{name} {printable(worth)}" for name, worth in found.items() if worth)
    game, seat = row.game or "", row.seat or ""
    return MailSummary(short_id(row), "in", row.at, who, game, seat, "mail", row.outcome, row.reason, signed)


def _outgoing(row: OutboxRow) -> MailSummary:
    why = printable_words(row.why) if row.why and row.state != "sent" else ""
    return MailSummary(
        short_id(row), "out", row.at, row.recipient, row.game or "", row.seat or "", row.what, row.state, why
    )


def short_id(row: MailRow | OutboxRow) -> str:
    """The number that a mail is shown under."""
    return (row.identity if isinstance(row, MailRow) else _number(row.message_id))[:SHORT]


def _number(message_id: str) -> str:
    """The whole number of a mail that went out."""
    return hashlib.sha256(message_id.encode()).hexdigest()


def find_mail(home: Home, number: str) -> MailRow | OutboxRow:
    """The mail of a number (its first letters, or a Message-ID); BadInput where it is none, or that of several."""
    mails, outbox, start = home.store.mails, home.store.outbox, number.lower()
    came, went = [row.identity for row in mails.with_id(number, most=2)], [number] if outbox.get(number) else []
    if not (came or went) and _START.fullmatch(start):
        came = [row.identity for row in mails.numbered(start)]
        went = [each for each in outbox.ids() if _number(each).startswith(start)]
    if not (came or went):
        raise BadInput("There is no mail {number}; 'pbem mail list' shows all.", number=printable(number))
    if len(came) + len(went) > 1:
        raise BadInput("Several mails begin with {number}: write more of the number.", number=printable(number))
    return mails.need(came[0]) if came else outbox.need(went[0])


def describe_mail(row: MailRow | OutboxRow) -> dict[str, Any]:
    """A mail for the eyes of the referee: where it is from, what became of it, its text without control characters."""
    data = summary(row).to_json()
    if row.raw is None:
        return {**data, "headers": {}, "text": ""}
    message = parse(row.raw)
    names = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To")
    headers = {name: printable(value, 500) for name in names if (value := message.first(name.lower()))}
    return {**data, "headers": headers, "text": _text(message)}


def _text(message: Message) -> str:
    """The text of a mail, of its page where it has no other: read as the intake reads, since it may be hostile."""
    kinds = {part.content_type: part for part in reversed(message.parts) if not part.name}
    part = kinds.get("text/plain") or kinds.get("text/html")
    text = part.text[:KEPT] if part is not None else ""
    if part is not None and part.content_type == "text/html":
        text = whole_text(text) if is_readable(text) else ""
    return hide_passphrases("\n".join(printable(line, 2000) for line in text.splitlines()))


def retry(home: Home, number: str, now: datetime, seat: SeatRow | None = None) -> str:
    """Read a refused or held mail again, as one of `seat` if given, or send a failed one again now; what came of it.

    Refused where there is nothing to try: it was taken, or was sent.
    """
    row = find_mail(home, number)
    if isinstance(row, OutboxRow):
        if row.state == "sent":
            raise Refused("{row} was sent: 'pbem mail resend {row}' sends it once more.", row=short_id(row))
        home.store.outbox.change(row.message_id, state="ready", tries=0, next_try=None)
        return "ready"
    if row.outcome not in ("refused", "quarantined", "held"):
        raise Refused(
            "{row} was taken ({outcome}): there is nothing to try again.", row=short_id(row), outcome=row.outcome
        )
    if row.raw is None:
        raise Refused(
            "Of {row} only this line was kept. The mail lies in the mailbox's folder of refused mails; "
            "to have it taken, give its orders with 'pbem submit'.",
            row=short_id(row),
        )
    return receive_as(home, row, now, seat)


def quarantine(home: Home, number: str, now: datetime) -> list[str]:
    """Set a mail aside that should not have counted; what is withdrawn: phases ("3.combat"), "standing", "done".

    With its lines for phases to come go the others of these phases, and the seat's DONE: it is to send them again. What
    was run with its orders stays: 'pbem rollback' takes that back. Refused for a mail that is not in force.
    """
    row = find_mail(home, number)
    if isinstance(row, OutboxRow) or row.outcome != "orders" or row.game is None or row.seat is None:
        raise Refused("{row} is no mail of orders that was taken.", row=short_id(row))
    game = home.open_game(row.game)
    with home.store.transaction():
        has_next = _has_next_player(home, row)
        withdrawn = [] if has_next or is_over(home, game) else _withdraw(home, game, row)
        home.store.mails.put(replace(row, outcome="quarantined", reason="by the referee"))
        if not has_next:
            _tell(home, game, row, withdrawn, now)
    return withdrawn


def _withdraw(home: Home, game: Game, row: MailRow) -> list[str]:
    """Withdraw what a mail's sheets have left for phases to come; what that was."""
    store, seat, withdrawn = home.store, home.store.seats.need(row.game, row.seat), list[str]()
    sheets = [sheet for sheet in store.sheets.of(game=row.game, seat=row.seat) if sheet.identity == row.identity]
    serials, order = {sheet.serial for sheet in sheets}, [phase.id for phase in game.rules.SEQUENCE]
    ahead = order[order.index(game.state.phase) + is_fixed(home, game) :]  # not the orders that a phase is run with
    for section in store.sections.of(game=row.game, seat=row.seat, turn=game.state.turn):
        if section.serial in serials and section.phase in ahead:
            store.sections.remove(game=row.game, seat=row.seat, turn=section.turn, phase=section.phase)
            withdrawn.append(f"{section.turn}.{section.phase}")
    for sheet in sheets:  # its refused lines hold no phase any more
        dropped = tuple({**problem, "dropped": True} for problem in sheet.problems)
        store.sheets.change(sheet.game, sheet.seat, sheet.serial, problems=dropped)
    standing = store.standing.get(row.game, row.seat)
    if standing is not None and standing.lines and standing.since in {sheet.received for sheet in sheets}:
        store.standing.remove(game=row.game, seat=row.seat)
        withdrawn.append("standing")
    if has_done(game, seat):
        store.seats.change(row.game, row.seat, done="")
        withdrawn.append("done")
    return withdrawn


def _tell(home: Home, game: Game, row: MailRow, withdrawn: Sequence[str], now: datetime) -> None:
    """Tell the seat's own address that a mail in its name does not count, and what of its orders stands now."""
    seat = home.store.seats.need(row.game, row.seat)
    voice = voice_of(game, seat.language)
    _ = voice.translations.gettext
    at, sender = format_time(row.at, seat.zone, seat.language), printable(sender_shown(home, seat, row.sender))
    values = {"sender": sender, "at": at}
    lines = [
        _("An email in your name, from %(sender)s at %(at)s, was set aside by the referee: it does not count.") % values
    ]
    phases = ", ".join(voice.words.phase(each.partition(".")[2]) for each in withdrawn if "." in each)
    if phases:
        lines.append(_("Withdrawn are your orders for: %(phases)s. Please send them again.") % {"phases": phases})
    if "standing" in withdrawn:
        lines.append(_("Your standing orders are withdrawn. Please send them again."))
    if "done" in withdrawn:
        lines.append(_("Your DONE is withdrawn."))
    note = Note(game.name, game.data["title"], _("An email was set aside"), tuple(lines))
    mail, files = render_letter(note, voice.words, voice.translations), fingerprints(home, game, seat, {})
    mailing = Mailing("note", f"quarantine {row.identity}", home.store.outbox.next_version())
    post(home, seat, mailing, mail, now, files=files)


def answer_player(home: Home, number: str, text: str, now: datetime) -> str:
    """Queue the referee's answer to a mail of a player, in its thread; whom it goes to.

    BadInput for an empty answer, Refused for a mail that is no player's.
    """
    row = find_mail(home, number)
    lines = tuple(filter(None, (printable(line, KEPT) for line in text.splitlines())))
    if not lines:
        raise BadInput("The answer is empty: write it behind the number, or on standard input.")
    if isinstance(row, OutboxRow) or row.game is None or row.seat is None:
        raise Refused("{row} is no mail of a player: there is nobody to answer.", row=short_id(row))
    seat, game = home.store.seats.need(row.game, row.seat), home.open_game(row.game)
    if not seat.addresses:
        raise Refused("Nobody plays {seat} in {game} now: there is nobody to answer.", seat=seat.seat, game=seat.game)
    require_no_names(home, game.name, "\n".join(lines), but=seat.seat)
    _require_same_player(home, row)
    voice = voice_of(game, seat.language)
    note = Note(game.name, game.data["title"], voice.translations.gettext("The referee answers you"), lines)
    mailing = Mailing("note", f"answer {row.identity}", home.store.outbox.next_version(), row.message_id)
    with home.store.transaction():
        post(home, seat, mailing, render_letter(note, voice.words, voice.translations), now)
        resolve_notices(home, "player-note", game.name, mail=row.identity[:SHORT])
    return seat.address


def send_again(home: Home, number: str, now: datetime) -> str:
    """Queue a mail that was sent once more; its recipient. Refused for one that came in or still waits."""
    row = find_mail(home, number)
    if isinstance(row, MailRow):
        raise Refused("{row} came in: 'pbem mail retry {row}' reads it again.", row=short_id(row))
    if row.state != "sent":
        raise Refused(
            "{row} has not been sent yet ({state}): 'pbem mail retry {row}' sends it now.",
            row=short_id(row),
            state=row.state,
        )
    if row.what in ANSWERS:
        _require_same_player(home, row)
    return resend(home, row, home.store.outbox.next_version(), now)


def _require_same_player(home: Home, row: MailRow | OutboxRow) -> None:
    """Refused where its seat has another player since: what one wrote, or was answered, is not for the next."""
    if _has_next_player(home, row):
        raise Refused("{seat} in {game} has another player since that mail.", seat=row.seat, game=row.game)


def _has_next_player(home: Home, row: MailRow | OutboxRow) -> bool:
    """Whether the seat of a mail has another player since."""
    return any(each.at >= row.at for each in home.store.decisions.of(game=row.game, seat=row.seat, what="replaced"))
