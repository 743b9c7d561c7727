"""Hints in a receipt: what a player should know of a mail beyond its orders."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.game.game import Game
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.messages import translations
from pbem.language.names.finding import unit_named
from pbem.language.names.joining import join_names
from pbem.language.reading import Reading
from pbem.language.text.prose import names_of_the_game
from pbem.language.text.reader import read_text
from pbem.language.words import Word, words
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.text.printable import printable
from pbem.referee.home.home import Home
from pbem.referee.home.house import are_names_shown, house_rule
from pbem.referee.letters.reports.records import is_of_rulings_alone, reached, reached_sentence
from pbem.referee.letters.rollback import letter_sent, rollbacks
from pbem.referee.turn.submission import Submission
from pbem.save.records import RollbackRecord
from pbem.store.rows import GuestRow, OutboxRow, SeatRow

ASKING = ("welcome", "report", "reminder")  # the mails of ours that name the record after which they were written
_SHOWN = 5  # lines of a quotation that are told of
_STOPS = re.compile("[,.;:!¡]+")
_IF = re.compile(r"\s*si\s+\w", re.I)


def still_ordered(submission: Submission, lexicon: Lexicon) -> list[str]:
    """The lines that say of units that they do nothing, of whom one has an order of an earlier email that stands."""
    kept = {unit for each in submission.merged.values() for line in each.kept for unit in line.order.actors()}
    named = {line: join_names(words(line), lexicon) for line in submission.reading.idle}
    return [line for line, said in named.items() if any(unit_named(word, lexicon) in kept for word in said)]


def asked_guest(home: Home, address: str) -> GuestRow | None:
    """Whom we asked at an address, without a seat and without an answer so far: the last one; None for none."""
    found = home.store.guests.of(address=address.lower(), state="asked")
    return max(found, key=lambda row: row.at, default=None)


def stranger_language(home: Home, address: str) -> str:
    """The language in which somebody without a seat wrote to us, as far as it is known; else the referee's."""
    asked = asked_guest(home, address)
    return asked.language if asked is not None else home.config.language


def stranger_hints(home: Home, address: str) -> list[str]:
    """What somebody without a seat may do: answer what we asked, or observe, where a game lets anyone."""
    asked, language = asked_guest(home, address), stranger_language(home, address)
    if asked is not None:
        _ = translations(language).gettext
        told = _(
            "We have asked this address about the game %(game)s. To say yes, reply to that email itself: only its "
            "reply address shows that it reached you."
        )
        return [told % {"game": asked.game}]
    rows = (row for row in home.store.games.of() if row.ended is None)
    if not any(house_rule(row, "observers") == "yes" for row in rows):
        return []
    _ = translations(language).gettext
    told = _("To have the public reports of a game, write %(observe)s and the name of the game, alone in one line.")
    return [told % {"observe": command_words().say("observe", language)}]


def leaked_token_hints(home: Home, seat: SeatRow, mail: ParsedMail) -> list[str]:
    """A warning, where a mail with the token of a seat also went to others who play in its game.

    `seat` is the one that the mail was taken for, as it is after the mail's own commands.
    """
    if all(claim.token != seat.token for claim in mail.claims):
        return []
    own = {address.lower() for address in seat.addresses}
    others = {address.lower() for each in home.seats(seat.game) for address in each.addresses} - own
    if not are_names_shown(home.game_row(seat.game)):  # else copies to guessed addresses would show whose are players'
        others = {each for each in mail.recipients if not home.config.owns(each)} - own
    told = sorted(others & set(mail.recipients))
    if not told:
        return []
    _ = translations(seat.language).gettext
    command = f"{command_words().say('token', seat.language)} {command_words().say('new', seat.language)}"
    values = {"addresses": ", ".join(printable(each) for each in told), "command": command}
    return [
        _(
            "This email went to %(addresses)s too. Its address and subject hold your token, with which someone could "
            "write in your name: send a line %(command)s, and do not copy your emails to me to the other players."
        )
        % values
    ]


def overlooked_order_hints(mail: ParsedMail, lexicon: Lexicon, language: str) -> list[str]:
    """What to tell a player whose mail has lines in its quotation that are orders, are not ours, and were not taken."""
    quoted = "\n".join(left.text for left in mail.extract.left_out if left.reason == "inserted")
    orders = [line.text for line in read_text(quoted, lexicon).lines if line.order is not None]
    if not orders:
        return []
    _ = translations(language).gettext
    line = _("They are in the quoted text and do not count: %(lines)s. If you want them, copy them above it.")
    return [line % {"lines": "; ".join(orders[:_SHOWN])}]


def no_motto_hint(seat: SeatRow) -> str:
    """What to tell a seat whose first mail has no motto, before the text that stands in for one."""
    line = translations(seat.language).gettext(
        "No line of your email begins with %(motto)s. Until you send %(motto)s and some words of your own, the text "
        "below stands in for them."
    )
    return line % {"motto": command_words().say("nonce", seat.language)}


def overlooked_done(reading: Reading) -> str:
    """The line of a mail that would end a turn if it said nothing else ("listo, gracias", "that is all, DONE"), where
    none does; or "".
    """
    if any(command.name == "done" for command in reading.commands):
        return ""
    return next((line for line in reading.ignored if _says_done(line)), "")


def _says_done(line: str) -> bool:
    """Whether a line begins with DONE or, where it is no question, has it in capitals anywhere or between two stops."""
    read, known = words(line), command_words().commands
    found = ((at, longest_match(read[at:], known)) for at in range(1 if line.rstrip().endswith("?") else len(read)))
    alone = "?" not in line and any(_is_done(words(part)) for part in _STOPS.split(line))
    return alone or any(each and each[0] == "done" and (not at or read[at].text.isupper()) for at, each in found)


def _is_done(read: Sequence[Word]) -> bool:
    """Whether words are DONE and nothing else."""
    return longest_match(read, command_words().commands) == ("done", len(read))


def overlooked_answer(reading: Reading) -> str:
    """The line of a mail that begins with YES or NO and says more ("yes, of course"), where none answers; or "".

    "Si pierdo …" is a condition: without its accent and a comma behind it, this "si" is no yes. Nor is "no, wait" a no.
    """
    known = command_words().commands
    if any(command.name in ("yes", "no") for command in reading.commands):
        return ""
    for line in reading.ignored:
        read = words(line)
        found = None if _IF.match(line) else longest_match(read, known)
        if found and found[0] in ("yes", "no") and not longest_match(read[found[1] :], known):
            return line
    return ""


def outdated_mail_hints(home: Home, game: Game, seat: SeatRow, mail: ParsedMail, submission: Submission) -> list[str]:
    """What to tell a seat that answers a mail which no longer counts, or is of an earlier turn."""
    answered = _mail_answered(home, seat, mail)
    if answered is None or game.over:
        return []
    return _void_hints(home, game, seat, answered) or _earlier_turn_hints(home, game, seat, answered, submission)


def without_void_done(home: Home, game: Game, seat: SeatRow, mail: ParsedMail, reading: Reading) -> Reading:
    """A reading without its DONE, where the mail answers one that a rollback took back: it was said of another turn."""
    answered = _mail_answered(home, seat, mail)
    if answered is None or not any(_is_void(home, game, seat, answered, record) for record in rollbacks(game)):
        return reading
    return replace(reading, commands=tuple(each for each in reading.commands if each.name != "done"))


def concerns_orders(line: str, lexicon: Lexicon) -> bool:
    """Whether a line that went to the referee may still change what its writer wants: it asks, or names a unit or a
    place ("no, better leave urriaguel-3 there").
    """
    return "?" in line or names_of_the_game(words(line), lexicon)


def open_hint(seat: SeatRow) -> str:
    """What to tell a seat whose mail with its DONE says something to the referee beside its orders."""
    line = translations(seat.language).gettext(
        "What you wrote to the referee keeps the phase open that long, so that you can still change your orders. "
        "Another %(done)s closes it at once."
    )
    return line % {"done": command_words().say("done", seat.language)}


def void_done_hint(seat: SeatRow) -> str:
    """What to tell a seat whose DONE was not taken, for it answers a mail that no longer counts."""
    line = translations(seat.language).gettext("%(done)s does not count in an answer to such an email: send it again.")
    return line % {"done": command_words().say("done", seat.language)}


def _void_hints(home: Home, game: Game, seat: SeatRow, answered: OutboxRow) -> list[str]:
    """What to tell a seat that answers a mail of a game that a rollback took back."""
    for record in rollbacks(game):
        if _is_void(home, game, seat, answered, record):
            line = translations(seat.language).gettext(
                "You answered an email that no longer counts: the referee took the game back. %(reached)s. Your later "
                "emails tell you what is asked now; STATUS does, too."
            )
            return [line % {"reached": reached_sentence(game, record, seat.language)}]
    return []


def _is_void(home: Home, game: Game, seat: SeatRow, answered: OutboxRow, record: RollbackRecord) -> bool:
    """Whether a rollback made a mail void: one that tells of records it took back, or the receipt of withdrawn lines.

    A receipt names no record: its sheet, which came in at the same time, has the phases. Those of a correction stay.
    """
    if answered.what != "receipt":
        return record.to < answered.record < record.n
    letter = letter_sent(home, seat, record)
    stand = record.same_dice or is_of_rulings_alone(game, record)
    if stand or letter is None or answered.at >= letter.at:
        return False
    order = [phase.id for phase in game.rules.SEQUENCE]
    turn, phase = reached(game, record)
    sheets = home.store.sheets.of(game=game.name, seat=seat.seat, received=answered.at)
    return any((s.turn, order.index(each)) >= (turn, order.index(phase)) for s in sheets for each in s.sections)


def _earlier_turn_hints(
    home: Home, game: Game, seat: SeatRow, answered: OutboxRow, submission: Submission
) -> list[str]:
    """What to tell a seat whose lines were taken for this turn but answer a mail that asked for an earlier one's."""
    if not any(submission.accepted.values()):
        return []
    before = [item.record.n for item in game.records if item.record.turn < game.state.turn]
    if not _is_earlier(home, seat, answered, max(before, default=0)):
        return []
    _ = translations(seat.language).gettext
    line = _("You replied to an email of an earlier turn, which is over: these lines count for turn %(turn)s.")
    return [line % {"turn": game.state.turn}]


def _mail_answered(home: Home, seat: SeatRow, mail: ParsedMail) -> OutboxRow | None:
    """The mail to the seat that a mail answers first of all, if it is one that is answered with orders."""
    rows = (home.store.outbox.get(claim.token) for claim in mail.claims if claim.where == "thread")
    first = next((row for row in rows if row is not None and (row.game, row.seat) == (seat.game, seat.seat)), None)
    return first if first is not None and first.what in (*ASKING, "receipt") else None


def _is_earlier(home: Home, seat: SeatRow, answered: OutboxRow, record: int) -> bool:
    """Whether a mail was written before the first one that asked for orders of this turn, which began after `record`.

    A receipt names no record. It is of an earlier turn if the seat was first asked for this one at its time (one tick
    takes mails before it closes phases) or after it.
    """
    if answered.what in ASKING:
        return answered.record < record
    asked = f"game = ? AND seat = ? AND what IN {ASKING} AND record >= ? AND at"
    count = home.store.outbox.count
    earlier, later = (count(f"{asked} {than} ?", seat.game, seat.seat, record, answered.at) for than in ("<", ">="))
    return later > 0 and earlier == 0
