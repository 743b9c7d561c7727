"""The answer to a mail that was taken: what is told of how it was read, whether it is answered at all, the receipt."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbem.game.game import Table
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.mail.reading.read_mail import Taken
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import World
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_daily
from pbem.referee.intake.commands import Done
from pbem.referee.letters.plan_map import with_picture
from pbem.referee.letters.queue import post
from pbem.referee.letters.short import receipt
from pbem.referee.turn.beacon_lock import waits
from pbem.referee.turn.submission import Submission
from pbem.referee.turn.workflow import awaited, questions_to, unanswered
from pbem.report.letters import render_letter
from pbem.store.rows import AnswerRow, SeatRow

RECEIPTS_A_DAY = 100
PICTURES_A_DAY = 20  # receipts of a seat that show a map: drawing it costs more than all else of a mail


def keep_answers(world: World, table: Table, seat: SeatRow, submission: Submission, now: datetime) -> list[str]:
    """Keep what the lines of a sheet answer to the open questions of its seat; what to tell of it, and what is left."""
    lines = [(seat.seat, line) for line in (*submission.answers, *(submission.standing or ()))]
    if not lines:
        return []
    _, said = translations(seat.language).gettext, []
    for question in questions_to(world, table, seat.seat):
        found, _passed = question.try_lines(lines)
        if found is None:
            continue
        row = AnswerRow(
            table.name, f"{table.state.turn}.{table.state.phase}", question.id, seat.seat, found.answer, now
        )
        world.store.answers.put(row)
        values = {"question": question.id, "answer": found.answer}
        said.append(_("Your answer to the question %(question)s: %(answer)s") % values)
    own = {question.id for question in table.questions_to(seat.seat)}
    left = [question.id for question in unanswered(world, table) if question.id in own]
    if said and left:
        said.append(_("Still to be answered: %(questions)s") % {"questions": ", ".join(left)})
    return said


def notes(taken: Taken, submission: Submission, language: str) -> list[str]:
    """What a player should know of how the mail was read: lines taken for prose, what was left out, other readings."""
    _ = translations(language).gettext
    said = []
    if submission.reading.ignored:
        prose = "; ".join(line[:60] for line in submission.reading.ignored[:5])
        said.append(_("Not read as orders: %(lines)s") % {"lines": prose})
    if any(left.reason == "winmail" for left in taken.extract.left_out):
        said.append(
            _("The attachment winmail.dat could not be opened: send orders in the mail itself or as orders.txt.")
        )
    if any(left.reason == "encrypted" for left in taken.extract.left_out):
        said.append(_("The mail is encrypted, so its orders could not be read."))
    unread = (
        ("attachment", "attachment-other") if ordered(submission) else ("attachment", "attachment-other", "picture")
    )
    files = [left.text for left in taken.extract.left_out if left.reason in unread]
    if files:
        said.append(_("Attachments that were not read: %(files)s") % {"files": ", ".join(files[:5])})
    if taken.extract.alternatives:
        kind, _colon, name = taken.extract.source.partition(":")
        sources = {
            "attachment": _("the attachment %(name)s") % {"name": name},
            "html": _("the formatted part of the mail"),
        }
        source = sources.get(kind, _("the text of the mail"))
        said.append(
            _("The orders were read from %(source)s; reply with only the other text to use it.") % {"source": source}
        )
    return said


def answer(
    world: World,
    done: Done,
    submission: Submission,
    notes_: Sequence[str],
    identity: str,
    message_id: str,
    now: datetime,
    about: str = "",
    version: int = 0,
) -> None:
    """Queue the receipt of a mail, unless its seat has had its share for the day: two machines may be talking."""
    name, seat = done.table.name, done.seat.seat
    told = [*notes_, *done.notes, *keep_answers(world, done.table, done.seat, submission, now)]
    if submission.standing and waits(world, done.table) is not None:
        _ = translations(done.seat.language).gettext
        told.append(_("The orders of the present phase are locked: new standing orders count for the ones after it."))
    today = "game = ? AND seat = ? AND what = 'receipt' AND at >= ?"
    if world.store.outbox.reaches(RECEIPTS_A_DAY, today, name, seat, now - DAY):
        note_daily(world, "too-many-mails", now, name, seat=seat)
        return
    state = {found.seat: found.complete for found in awaited(world, done.table)}
    submission = replace(submission, complete=state.get(seat, not submission.refused))
    letter = receipt(world, done.table, done.seat, submission, done.answers, told, now)
    if not world.store.outbox.reaches(PICTURES_A_DAY, today, name, seat, now - DAY):
        letter = with_picture(done.table, done.seat, submission, letter, grounds_of(world.home))
    voice = voice_of(done.table, done.seat.language)
    rendered = render_letter(letter, voice.words, voice.translations)
    about = about if letter.settled else ""  # what is left to do shows in a subject of its own
    post(world, done.seat, "receipt", identity, rendered, now, version=version, answers=message_id, within=about)


def ordered(submission: Submission) -> bool:
    """Whether any order of a mail was taken."""
    return bool(any(submission.accepted.values()) or submission.standing or submission.answers or submission.passed)


def worth(taken: Taken, submission: Submission, done: Done) -> str:
    """What a mail without orders is worth: "nothing-read" is one whose writer expects no answer, as out-of-office."""
    read_ = submission.reading
    files = ("winmail", "encrypted", "attachment", "attachment-other", "too-long")
    unread = any(left.reason in files for left in taken.extract.left_out)
    said = read_.lines or read_.commands or read_.problems or read_.heads or done.answers or unread
    return "nothing-taken" if said else "nothing-read"
