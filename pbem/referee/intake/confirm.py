"""What waits until its owner says yes: a mail in a seat's name that nobody vouches for, or a seat's new address.

The question goes to the address that is to be proved, with a keyed word in the place of the seat's token. Whoever
answers it with a line CONFIRM has read that mailbox. The words follow from what they are for, and are kept nowhere.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from pbem.game.voice import format_time, voice_of
from pbem.language.commands import command_words, longest_match
from pbem.language.messages import translations
from pbem.language.reading import MAX_LINE
from pbem.language.text.split import sentences
from pbem.language.words import words
from pbem.mail.message.claims import equal_tokens, token
from pbem.mail.reading.read_mail import ParsedMail
from pbem.mail.text.printable import printable
from pbem.referee.home.home import Home
from pbem.referee.home.naming import sender_shown
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.queue import Mailing, Stranger, post, post_stranger, subject_with
from pbem.report.content import Rendered
from pbem.report.letters import Note, render_letter
from pbem.store.rows import MailRow, SeatRow

MOST_WORDS = 5  # of a line with CONFIRM: a mark before it, the command, the word of the question
MOST_HELD = 50  # mails of a seat that are looked through


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a mail says yes to: a `held` mail of the seat, or else the address that it came from."""

    seat: SeatRow
    held: MailRow | None = None


def find_confirmation(home: Home, mail: ParsedMail) -> Confirmation | None:
    """What a mail confirms: it has a line CONFIRM, the word of the question, and comes from the address asked."""
    texts = (mail.extract.lines, *(part.lines for part in mail.extract.alternatives))
    said = [said for lines in texts for line in lines for said in sentences(line[:MAX_LINE]) if _says_confirm(said)]
    if not said:
        return None
    claims = {(claim.game, claim.token) for claim in mail.claims if claim.where != "thread"}
    typed = {word.text for line in said for word in words(line[:200])[1:2]}
    for seat in home.store.seats.where():
        shown = [word for game, word in claims if game == seat.game.casefold()] + sorted(typed)
        if any(equal_tokens(word, _address_word(home, seat, mail.sender)) for word in shown):
            return Confirmation(seat)
        if mail.sender in {address.lower() for address in seat.addresses}:
            held = home.store.mails.where(
                "outcome = 'held' AND game = ? AND seat = ?", seat.game, seat.seat, order="at DESC", most=MOST_HELD
            )
            for row in held:
                if any(equal_tokens(word, _held_word(home, seat, row.identity)) for word in shown):
                    return Confirmation(seat, row)
    return None


def ask_held(home: Home, seat: SeatRow, mail: ParsedMail, why: str, now: datetime) -> None:
    """Ask the seat's own address whether a mail without its usual signature (`why`: unsigned, pgp-wanted) is its."""
    voice = voice_of(home.open_game(seat.game), seat.language)
    _ = voice.translations.gettext
    at, sender = format_time(now, seat.zone, seat.language), printable(sender_shown(home, seat, mail.sender))
    values = {"sender": sender, "at": at, "word": _word(seat)}
    lacks = {
        "unsigned": _(
            "An email in your name, from %(sender)s at %(at)s, came without the signature that your provider "
            "puts under your emails. It does not count until you confirm it."
        ),
        "pgp-wanted": _(
            "An email in your name, from %(sender)s at %(at)s, came without a good signature by your key "
            "(PGP). It does not count until you confirm it."
        ),
    }
    lines = [
        lacks[why] % values,
        _("If it is not, send a line TOKEN NEW in reply to your last report: someone else knows your token."),
    ]
    shown = [line[:200] for line in mail.extract.lines[:20]]
    if shown:
        lines.append(_("It begins: %(lines)s") % {"lines": " / ".join(shown)})
    own = replace(seat, token=_held_word(home, seat, mail.identity))
    yes = _("If it is, reply to this email with one line: %(word)s") % values
    note = _note(home, seat, _("Is this email yours?"), lines, yes)
    post(home, own, Mailing("note", f"held {mail.identity}"), note, now)


def ask_address(home: Home, seat: SeatRow, address: str, identity: str, now: datetime) -> None:
    """Ask a new address of a seat whether it is its owner's. The seat's own token is not told there."""
    _ = translations(seat.language).gettext
    values = {"game": seat.game, "word": _word(seat)}
    lines = [
        _("Someone who plays in the game %(game)s wants to play from this address.") % values,
        _("If you do not know of it, do nothing: you will get no further email."),
    ]
    yes = _("If it is you, reply to this email with one line: %(word)s") % values
    rendered = _note(home, seat, _("Is this address yours?"), lines, yes)
    word = _address_word(home, seat, address)
    local, _at, domain = home.config.address.partition("@")
    subject = subject_with(seat.game, word, rendered.subject)
    reply = f"{local}+{seat.game}.{word}@{domain}"
    rendered = replace(rendered, subject=subject)
    identity = f"address {identity}"
    post_stranger(home, Stranger(address, reply, seat.language, game=seat.game), identity, rendered, now)


def send_note(home: Home, seat: SeatRow, about: str, line: str, record: str, now: datetime) -> None:
    """Tell a seat something that a confirmation led to; `about` and `line` are in its language."""
    post(home, seat, Mailing("note", record), _note(home, seat, about, [line]), now)


def _note(home: Home, seat: SeatRow, about: str, lines: list[str], yes: str = "") -> Rendered:
    """A note; with `yes`, what to answer, it asks for nothing else: its answer comes to an address for that alone."""
    game = home.open_game(seat.game)
    voice = voice_of(game, seat.language)
    asks = (yes,) if yes else ()
    note = Note(game.name, game.data["title"], about, tuple(lines), asks=asks, orders=not yes)
    return render_letter(note, voice.words, voice.translations)


def _word(seat: SeatRow) -> str:
    return command_words().say("confirm", seat.language)


def _says_confirm(line: str) -> bool:
    """Whether a sentence is the command CONFIRM, with the keyed word or without it."""
    if len(line.partition("#")[0].split()) > MOST_WORDS:  # prose
        return False
    read = words(line[:200])
    found = longest_match(read, command_words().commands)
    return found is not None and found[0] == "confirm" and len(read) <= found[1] + 1


def _held_word(home: Home, seat: SeatRow, identity: str) -> str:
    """The word that releases one held mail."""
    return token(mail_key(home), seat.game, f"held {seat.seat} {identity}", seat.token_serial)


def _address_word(home: Home, seat: SeatRow, address: str) -> str:
    """The word that gives a seat one new address in the place of those that it has now."""
    facts = f"address {seat.seat} {' '.join(seat.addresses).lower()} {address.lower()}"
    return token(mail_key(home), seat.game, facts, seat.token_serial)
