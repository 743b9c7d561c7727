"""The answer to a mail that was taken: what is told of how it was read, whether it is answered at all, the receipt."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.mail.reading.read_mail import ParsedMail
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.home.limits import DAY
from pbem.referee.home.notices import note_daily
from pbem.referee.intake.commands.carry_out import CommandsResult, show_result
from pbem.referee.intake.commands.questions import keep_answer, tell_still_asked
from pbem.referee.intake.hints import concerns_orders, overlooked_answer, overlooked_done
from pbem.referee.intake.prose import LINE, body_lines, is_courtesy, leaves_the_rest, shortened
from pbem.referee.letters.decisions import own_entry
from pbem.referee.letters.plan_map import with_picture
from pbem.referee.letters.press.waiting import mark_sent, waiting_press
from pbem.referee.letters.queue import Mailing, post, post_instead
from pbem.referee.letters.receipt import fingerprints, receipt, tell_next
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.referee.turn.progress import seat_progress
from pbem.referee.turn.submission import Submission
from pbem.referee.turn.workflow import questions_to, still_asked
from pbem.report.content import Rendered
from pbem.report.letters import Receipt, render_letter
from pbem.store.rows import SeatRow

RECEIPTS_A_DAY = 100
BRIEF = 5  # lines of prose of a mail that a person may have written to answer with; a machine writes more
PICTURES_A_DAY = 20  # receipts of a seat that show a map: drawing it costs more than all else of a mail


def keep_answers(home: Home, game: Game, seat: SeatRow, submission: Submission, now: datetime) -> list[str]:
    """Keep what the lines of a sheet answer to the open questions of its seat; what to tell of it, and what is left."""
    lines = [(seat.seat, line) for line in (*submission.answers, *(submission.standing or ()))]
    if not lines:
        return []
    asked, said = questions_to(home, game, seat.seat), []
    for question in asked:
        found, _passed = question.try_lines(lines)
        if found is not None:
            own_words = next((line.text for _, line in lines if line.number == found.line), found.answer)
            said.append(keep_answer(home, game, seat, question, found.answer, said=own_words, now=now))
    return said + tell_still_asked(game, seat, still_asked(home, game, asked))


def reading_hints(
    mail: ParsedMail,
    submission: Submission,
    seat: SeatRow,
    passed: Sequence[str],
    ordered: Sequence[str],
    *,
    answers: bool,
) -> list[str]:
    """What a player should know of how the mail was read: lines taken for prose, what was left out, other readings.

    `passed` are the lines of prose that the referee was told of, `ordered` those that say that units do nothing which
    still have an order; `answers`: a YES or NO in it may be meant as one. A greeting, a close and what is below
    it are prose that nobody need be told of.
    """
    _ = translations(seat.language).gettext
    said = []
    if passed:
        lines = " / ".join(shortened(line, LINE) for line in passed)
        said.append(_("Passed on to the referee: %(lines)s") % {"lines": lines})
    left = submission.reading.ignored  # all of it, where there is nothing else in the mail
    if passed or submission.reading.lines or submission.commands:
        left = tuple(line for line in body_lines(left) if line not in passed and not is_courtesy(line, seat.name))
    if done := overlooked_done(submission.reading):
        values = {"line": shortened(done, LINE), "done": _say("done", seat)}
        said.append(_("“%(line)s” ended no turn: write %(done)s alone in its line for that.") % values)
    said_so = overlooked_answer(submission.reading) if answers else ""
    if said_so and said_so in (*left, *passed):
        values = {"line": shortened(said_so, LINE), "yes": _say("yes", seat), "no": _say("no", seat)}
        said.append(
            _("“%(line)s” does not count as an answer: for that write %(yes)s or %(no)s alone in its line.") % values
        )
    said += _idle_hints([*submission.reading.idle, *filter(leaves_the_rest, left)], ordered, seat)
    if prose := [shortened(line, LINE) for line in left if line not in (done, said_so) and not leaves_the_rest(line)]:
        said.append(_("Not understood, and no order: %(lines)s") % {"lines": "; ".join(prose[:5])})
    winmail = _("The attachment winmail.dat could not be opened: send orders in the email itself or as orders.txt.")
    said += [winmail] * any(left.reason == "winmail" for left in mail.extract.left_out)
    if any(left.reason == "encrypted" for left in mail.extract.left_out):
        said.append(_("The email is encrypted, so its orders could not be read."))
    unread = ("attachment",) if has_orders(submission) else ("attachment", "picture")
    files = [left.text for left in mail.extract.left_out if left.reason in unread]
    if files:
        said.append(_("Attachments that were not read: %(files)s") % {"files": ", ".join(files[:5])})
    return said


def _idle_hints(idle: Sequence[str], ordered: Sequence[str], seat: SeatRow) -> list[str]:
    """What is told of lines that say of units that they do nothing, of those of `ordered` that their orders stand."""
    _, said = translations(seat.language).gettext, []
    if ordered:
        values = {"line": shortened("; ".join(ordered), LINE), "drop": _say("drop", seat)}
        said.append(
            _("“%(line)s” takes back no order of an earlier email: for that write %(drop)s and its number.") % values
        )
    if left := [line.rstrip(" .") for line in idle if line not in ordered]:
        values = {"line": shortened("; ".join(left), LINE)}
        said.append(_("“%(line)s” needs no order: that is so without one.") % values)
    return said


def _say(command: str, seat: SeatRow) -> str:
    """A command as a seat writes it."""
    return command_words().say(command, seat.language)


def proposal_hints(game: Game, seat: SeatRow) -> list[str]:
    """How the set-up of a form is sent that a mail quotes and did not ask for; nothing where none is wanted now."""
    if seat.seat not in game.rules.awaited(game.state):
        return []
    _ = translations(seat.language).gettext
    return [_("The set-up in the form is not sent yet. To play it as it is, reply DONE to the email that has it.")]


def answer(
    home: Home,
    result: CommandsResult,
    submission: Submission,
    notes_: Sequence[str],
    mailing: Mailing,
    now: datetime,
) -> None:
    """Queue the receipt of a mail, unless its seat has had its share for the day: two machines may be talking."""
    name, seat = result.game.name, result.seat.seat
    told = [*notes_, *result.notes, *keep_answers(home, result.game, result.seat, submission, now)]
    if submission.standing and awaited_lock(home, result.game) is not None:
        _ = translations(result.seat.language).gettext
        told.append(_("The orders of the current phase are locked: new standing orders count for the ones after it."))
    today = "game = ? AND seat = ? AND what = 'receipt' AND at >= ?"
    if home.store.outbox.reaches(RECEIPTS_A_DAY, today, name, seat, now - DAY):
        note_daily(home, "too-many-mails", now, name, seat=seat)
        return
    submission = replace(submission, complete=_is_complete(home, result.game, seat, submission))
    press = waiting_press(home, result.game, result.seat)
    letter = replace(receipt(home, result.game, result.seat, submission, result.answers, told, now), press=press.parts)
    if not home.store.outbox.reaches(PICTURES_A_DAY, today, name, seat, now - DAY):
        letter = with_picture(result.game, result.seat, submission, letter, grounds_of(home.path))
    files = (
        *fingerprints(home, result.game, result.seat, submission.sheet),
        *own_entry(home, result.game, result.seat, now),
    )
    post(home, result.seat, _within(mailing, letter), _rendered(result, letter), now, files=files)
    mark_sent(home, result.seat, press)

    def renew(later: datetime) -> None:
        told = _as_of_now(home, result, submission, letter, later)
        if told != letter:
            post_instead(home, result.seat, _within(mailing, told), _rendered(result, told), now, files)

    home.receipts.append(renew)


def _as_of_now(home: Home, result: CommandsResult, submission: Submission, letter: Receipt, now: datetime) -> Receipt:
    """A receipt that tells what happens next, and STATUS, as the mails that were taken since have made it."""
    game = home.open_game(result.game.name)
    seat = home.store.seats.need(game.name, result.seat.seat)
    lists = not submission.reading.lines
    shown = show_result(home, CommandsResult(game, seat), submission.commands, "", now, lists=lists).answers
    said = {each.command: each for each in shown}
    commands = tuple(said.get(each.command, each) for each in letter.commands)
    submission = replace(submission, complete=_is_complete(home, game, seat.seat, submission))
    return tell_next(home, game, seat, submission, replace(letter, commands=commands), now)


def _is_complete(home: Home, game: Game, seat: str, submission: Submission) -> bool:
    """Whether the phase waits for nothing more of a seat; of one that it does not ask, whether nothing was refused."""
    return next((each.complete for each in seat_progress(home, game) if each.seat == seat), not submission.refused)


def _rendered(result: CommandsResult, letter: Receipt) -> Rendered:
    voice = voice_of(result.game, result.seat.language)
    return render_letter(letter, voice.words, voice.translations)


def _within(mailing: Mailing, letter: Receipt) -> Mailing:
    """Which mail a receipt is: where something is left to do that shows, in a subject of its own."""
    return mailing if letter.settled else replace(mailing, within="")


def has_orders(submission: Submission) -> bool:
    """Whether any order of a mail was taken, or what standing orders would do is asked."""
    given = any(submission.accepted.values()) or submission.standing or submission.answers
    return bool(given or submission.passed or submission.supposed)


def reason_without_orders(
    mail: ParsedMail, submission: Submission, result: CommandsResult, passed: Sequence[str] = ()
) -> str:
    """What a mail without orders is worth: "nothing-read" is one whose writer expects no answer, as out-of-office.

    A question that was passed on (`passed`: the lines) is no such mail, nor is one of a few lines with a YES or DONE
    that does not count, or with the name of a unit or a place; who says that a unit does nothing names one.
    """
    read_ = submission.reading
    files = ("winmail", "encrypted", "attachment", "too-long")
    unread = any(left.reason in files for left in mail.extract.left_out)
    said = read_.lines or read_.commands or read_.problems or read_.heads or read_.idle or result.answers or unread
    meant = len(read_.ignored) <= BRIEF and (
        overlooked_answer(read_)
        or overlooked_done(read_)
        or any(concerns_orders(line, result.game.lexicon) for line in read_.ignored)
    )
    return "nothing-taken" if said or meant or any("?" in line for line in passed) else "nothing-read"
