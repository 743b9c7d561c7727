"""What the referee should know, as sentences: what happened and what to do. The status has them until put aside."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.errors import TROUBLE, about_files
from pbem.mail.text.printable import printable
from pbem.phrases import Phrase, from_text, marked, to_text, told_by
from pbem.referee.home.home import Home
from pbem.referee.home.limits import DAY
from pbem.store.rows import NoticeRow, OutboxRow, SeatRow

if TYPE_CHECKING:
    from pbem.report.content import LeftOut

_MOST = 600  # characters of a value
_SENTENCES = {
    "bounce": marked(
        "mails to {seat} come back ({status}): the mailbox is full or gone. Ask the player by another way; a line "
        "ADDRESS from the player gives another address."
    ),
    "beacon-awaited": marked("the orders of {phase} are locked and wait for the public value."),
    "clock-accepted": marked(
        "mails were dated up to {until} UTC, and the clock counts as it is now ({who}: {why}). What was dated "
        "later is dated now, deadlines have moved, and every running game has recorded it. A phase that was closed too "
        "early stands."
    ),
    "game-stuck": marked(
        "the game cannot go on: {why} Until that is mended it waits, with its mails and its clock. Each tick tries "
        "again; nothing is lost."
    ),
    "git-lock": marked("git was killed and left {path} behind; it is removed, and the history goes on."),
    "git-failed": marked("git has not kept the last step yet, each tick tries it again: {why}"),
    "left-out": marked(
        "the {part} of a {mail} to {seat} could not be made ({why}): the mail goes out without. Please mend or "
        "report that."
    ),
    "mail-failed": marked("a mail to {seat} was refused for good ({why})."),
    "mail-fault": marked(
        "a mail from {sender} made pbem stumble ({why}); it was put aside and answered. Please report that."
    ),
    "mail-held": marked("a mail in the name of {seat} is not signed as usual; it waits, and the player is asked."),
    "pgp-missing": marked("{seat} has sent a PGP key, and nothing here can check signatures: {install}"),
    "player-note": marked("{seat} writes: “{text}”"),
    "time-wanted": marked("{seat} asks for more time ({time})."),
    "invitation-refused": marked("{address} does not want to play {seat}."),
    "public-failed": marked("a report to observers could not be made ({why}); it is tried again. Please report that."),
    "seat-vacant": marked("nobody plays {seat} any longer, and the game is paused."),
    "same-message-id": marked(
        "a mail from {sender} bears the Message-ID of an earlier one, but says something else; it was refused: a "
        "forgery, or a mail program gone wrong."
    ),
    "silence-pause": marked(
        "no orders came from {seat} again, and the game is paused, as was chosen when it was made: all are told."
    ),
    "second-copy": marked(
        "{seat}: a player answers a mail of ours that this folder did not send: another copy of it runs elsewhere "
        "(stop one), or it was put back from a backup (move the later mails of the handled folder back into the inbox)."
    ),
    "too-many-mails": marked("{seat} sends very many mails; some were refused or not answered."),
}
"""What happened, and what anybody may do about it."""
_TYPED = {
    "bounce": marked("'pbem mail resend' sends the last report again."),
    "beacon-awaited": marked("'pbem dice beacon' gives it."),
    "clock-accepted": marked("'pbem rollback' takes such a phase back."),
    "mail-failed": marked("'pbem mail list' shows it, 'pbem mail retry' sends it once more."),
    "mail-fault": marked("'pbem mail list' shows it, 'pbem mail retry' tries it again."),
    "mail-held": marked("'pbem mail show' shows it, 'pbem mail retry' takes it."),
    "player-note": marked("'pbem mail show {mail}' shows the mail, 'pbem mail answer {mail}' answers it."),
    "time-wanted": marked("'pbem extend {of} {time}' gives it."),
    "invitation-refused": marked("'pbem seat invite' asks somebody else."),
    "seat-vacant": marked(
        "'pbem seat replace {of}' brings another player, 'pbem seat bot {of} {seat}' a computer player, and the game "
        "goes on."
    ),
    "silence-pause": marked("'pbem resume {of}' goes on, 'pbem seat replace {of}' brings another player."),
    "too-many-mails": marked("'pbem mail list' shows them."),
}
"""What can be typed about it at the command line."""
_BUTTONS = (
    "bounce",
    "mail-failed",
    "mail-fault",
    "mail-held",
    "player-note",
    "seat-vacant",
    "silence-pause",
    "time-wanted",
    "too-many-mails",
)
"""Those for which the desk has a button, or a list with buttons, and nothing is to be typed."""


def format_notice(notice: NoticeRow) -> str:
    """A notice as a sentence, on one line, with the game that it is about; and what can be typed about it."""
    told, typed = _told(notice, _values(notice)), _typed(notice)
    told = Phrase("{told} {typed}", told=told, typed=typed) if typed else told
    return Phrase("{game}: {told}", game=notice.game, told=told) if notice.game else told


def notice_at_desk(notice: NoticeRow, seat: str) -> tuple[str, str]:
    """The sentence of a notice for a page, with what its seat is called; what is to be typed where no button does it.

    The page names the game.
    """
    values = {**_values(notice), "seat": seat} if "seat" in notice.args else _values(notice)
    return _told(notice, values), "" if notice.code in _BUTTONS else _typed(notice)


def _values(notice: NoticeRow) -> dict[str, str]:
    return {name: printable_words(value) for name, value in notice.args.items()}


def _told(notice: NoticeRow, values: Mapping[str, str]) -> str:
    known = _SENTENCES.get(notice.code)  # of a later release: its code and values say something too
    return Phrase(known, **values) if known else ", ".join([notice.code, *(f"{n} {values[n]}" for n in sorted(values))])


def _typed(notice: NoticeRow) -> str:
    typed = _TYPED.get(notice.code)
    return Phrase(typed, **_values(notice)) if typed else ""


def printable_words(kept: object) -> str:
    """A value or text as it was kept, on one line and not too long; a phrase if it was one."""
    told = from_text(kept) if isinstance(kept, str) and not isinstance(kept, Phrase) else kept
    if isinstance(told, Phrase):
        return Phrase(told.text, **{name: printable_words(one) for name, one in told.values.items()})
    return printable(str(told), _MOST) or "?"


def explain_fault(wrong: Exception) -> str:
    """What went wrong, as a sentence for the referee: trouble tells it itself, all else is a fault of pbem."""
    if isinstance(wrong, OSError):
        return about_files(wrong)
    if isinstance(wrong, TROUBLE):
        return told_by(wrong)
    why = printable(f"{type(wrong).__name__}: {wrong}", 200)
    return Phrase("this is a fault of pbem itself ({why}). Please report it.", why=why)


def note_once(home: Home, code: str, now: datetime, game: str, **args: str) -> None:
    """Keep a notice, unless an open one says the same."""
    kept = {name: to_text(value) for name, value in args.items()}
    if all((n.code, n.game, n.args) != (code, game, kept) for n in home.store.notices.open()):
        home.store.notices.note(code, now, game, **args)


def note_left_out(home: Home, seat: SeatRow, mail: str, gaps: "Sequence[LeftOut]", now: datetime) -> None:
    """Keep a notice of each part that had to be left out of a kind of mail to a seat."""
    for gap in gaps:
        note_once(home, "left-out", now, seat.game, part=gap.part, mail=mail, seat=seat.seat, why=gap.why)


def note_failed(home: Home, row: OutboxRow, now: datetime) -> None:
    """Keep a notice of a mail that was refused for good; of those to strangers one a day, for many are forged."""
    if row.game is None:
        note_daily(home, "mail-failed", now, None, seat=row.recipient, why=row.why)
    else:
        home.store.notices.note("mail-failed", now, row.game, seat=row.seat or row.recipient, why=row.why)


def note_daily(home: Home, code: str, now: datetime, game: str | None, **args: str) -> None:
    """Keep a notice for the referee, once a day for each game: whoever floods us must not flood him."""
    since = "code = ? AND game IS ? AND at > ?"
    if not home.store.notices.count(since, code, game, now - DAY):
        home.store.notices.note(code, now, game, **args)


def resolve_notices(home: Home, code: str, game: str, **about: str) -> None:
    """Put the open notices of a code and a game aside, or those with such values alone: what they tell of is over."""
    for notice in home.store.notices.open():
        if (notice.code, notice.game) == (code, game) and about.items() <= notice.args.items():
            home.store.notices.dismiss(notice.serial)


def note_removed_locks(home: Home, now: datetime) -> None:
    """Keep a notice of each lock file that a killed git had left and that was removed."""
    for path in home.git.removed:
        home.store.notices.note("git-lock", now, path=str(path))
    home.git.removed.clear()


def dismiss_notices(home: Home, seen: Sequence[NoticeRow]) -> None:
    """Put notices aside that the referee has seen; others may have come meanwhile."""
    with home.store.transaction():
        for notice in seen:
            home.store.notices.dismiss(notice.serial)
