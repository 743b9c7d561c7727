"""A player writes to others: to whom, whether the house rules allow it, and on its way without anything that tells.

Nothing of the mail that brought it goes on but the lines of the message: no header, no quotation, no file.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.catalogue import N_
from pbem.language.commands import command_words
from pbem.language.messages import translations
from pbem.language.reading import Command
from pbem.language.text.reader import read_text
from pbem.language.words import key
from pbem.mail.message.claims import token
from pbem.mail.text.plain import plain
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_number, house_rule
from pbem.referee.home.naming import LEFT_OUT, require_no_names, shown_name, without_own_name
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.press.relay import relay_press
from pbem.referee.letters.press.waiting import named_seat, press_name
from pbem.store.rows import PressRow, SeatRow

REFEREE = "referee"
LARGEST_BROADCAST = 20_000
_OWN_ID = re.compile(r"<?[0-9a-f]{64}@[A-Za-z0-9.-]+>?")
_ANONYMOUS = ("anonymous", "anonymously", "anonimo", "anonima")
_AND = ("and", "y", "e")
_SHOWN = 3  # lines that read like orders which an answer repeats
_JOINED = re.compile(r"\s*(?:,|;|&|\band\b|\by\b|\be\b)\s*", re.I)


@dataclass(frozen=True, slots=True)
class Message:
    """A message as its writer means it: seats that it goes to, or the referee; its text; whether it is not signed."""

    recipients: tuple[str, ...]
    text: str
    unsigned: bool = False


def send_press(
    home: Home, game: Game, seat: SeatRow, command: Command, identity: str, now: datetime
) -> tuple[list[str], str]:
    """Carry a message of a seat to others; the lines of the answer, and the text where it is for the referee.

    It joins the transaction of its mail, so it goes out once, whatever happens.
    """
    lang = seat.language
    _ = translations(lang).gettext
    message = _read(home, game, seat, command)
    if message is None:
        names = ", ".join(_names(home, game, seat))
        said = _("No player is called that, so nothing was sent. Write to: %(names)s.") % {"names": names}
        return [str(said)], ""
    refused = _refusal(home, game, seat, message) or _unclosed(game, seat, command)
    if refused:
        return [refused], ""
    if message.recipients == (REFEREE,):
        return [], message.text
    unnamed = without_own_name(home, seat, message.text)
    text = without_secrets(home, game, unnamed)
    home.store.press.put(
        PressRow(
            game=game.name,
            serial=home.store.press.next_serial(game=game.name),
            seat=seat.seat,
            recipients=message.recipients,
            text=text,
            at=now,
            n=game.position.journal.next_number - 1,
            turn=game.state.turn,
            identity=identity,
            unsigned=message.unsigned,
        )
    )
    pass_on(home, game, message.recipients, now)
    words = voice_of(game, lang).words
    names = words.listed(named_seat(home, game, each, lang) for each in message.recipients)
    answer = [str(_("Your message goes to %(players)s.") % {"players": names})]
    if unnamed != message.text:
        answer.append(str(_("Your name was left out of it: in this game no player knows who the others are.")))
    if text != unnamed:
        answer.append(str(_("Email addresses and tokens of players were left out of it.")))
    return answer, ""


def pass_on(home: Home, game: Game, recipients: Sequence[str], now: datetime) -> None:
    """Send what waits for seats to those that want it at once; after the end of a game no other mail would bring it."""
    for name in recipients:
        reader = home.store.seats.need(game.name, name)
        if game.over or not reader.press_digest:
            relay_press(home, game, reader, now)


def broadcast(home: Home, game: Game, text: str, now: datetime) -> int:
    """Send what the referee writes to every seat at once; how many. BadInput for an empty or too long text."""
    lines = [line.rstrip() for line in plain(text).strip().split("\n")]
    if not any(lines):
        raise BadInput("There is nothing to send: write the message into a file, or give it on standard input (-).")
    if sum(map(len, lines)) > LARGEST_BROADCAST:
        raise BadInput("A message to all has at most {most} characters.", most=LARGEST_BROADCAST)
    require_no_names(home, game.name, text)
    seats = tuple(seat.seat for seat in home.seats(game.name))
    with home.store.transaction():
        serial = home.store.press.next_serial(game=game.name)
        n, turn = game.position.journal.next_number - 1, game.state.turn
        identity = f"broadcast {now.isoformat()}"
        home.store.press.put(
            PressRow(game.name, serial, "", seats, "\n".join(lines), now, n, turn, identity, unsigned=False)
        )
        for name in seats:
            relay_press(home, game, home.store.seats.need(game.name, name), now)
    return len(seats)


def without_secrets(home: Home, game: Game, text: str) -> str:
    """A text without what gives its writer, or anybody, away: tokens, addresses of seats, Message-IDs of ours."""
    every = home.store.seats.where()
    own = (seat for seat in every if seat.game == game.name)
    former = {token(mail_key(home), s.game, s.seat, n) for s in own for n in range(1, s.token_serial)}
    local, _, domain = home.config.address.partition("@")
    plus = rf"{re.escape(local)}\+[A-Za-z0-9.-]+@{re.escape(domain)}"
    secrets = {*former, *(seat.token for seat in every), *(a for seat in every for a in seat.addresses)}
    listed = "|".join((plus, *(re.escape(each) for each in sorted(secrets, key=lambda each: (-len(each), each)))))
    return _OWN_ID.sub(LEFT_OUT, re.sub(listed, LEFT_OUT, text, flags=re.I))


def _read(home: Home, game: Game, seat: SeatRow, command: Command) -> Message | None:
    """A message with its recipients; None where they are not players of this game."""
    rest, body, _ = (*command.args, "", "", "")[:3]
    found = _addressed(rest, _by_name(home, game, seat))
    if found is None:
        return None
    to, first = found
    others = tuple(each.seat for each in home.seats(game.name) if each.seat != seat.seat)
    recipients = others if "all" in to else tuple(dict.fromkeys(to))
    before = command.text[: command.text.find(rest)] if rest else command.text
    unsigned = any(word in key(before).split("-") for word in _ANONYMOUS)
    always = house_rule(home.game_row(game.name), "press-names") == "hidden"
    return Message(recipients, plain("\n".join(filter(None, (first, body)))).strip(), unsigned or always)


def _addressed(text: str, names: Mapping[str, str]) -> tuple[tuple[str, ...], str] | None:
    """Whom a text begins by naming, and the rest of it: "omar, luis: hello", "all hello"; None for nobody."""
    before, colon, after = text.partition(":")
    if colon and (found := _listed(before, names)):
        return found, after.strip()
    read = text.split()
    for count in range(len(read), 0, -1):
        if found := _listed(" ".join(read[:count]), names):
            goes_on = read[count - 1].endswith((",", ";", "&")) or key("".join(read[count : count + 1])) in _AND
            return None if goes_on else (found, " ".join(read[count:]))
    return None


def _listed(text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """The seats that a text names and nothing else; none where a part of it names no seat."""
    parts = [key(part) for part in _JOINED.split(text.strip(" .,:"))]
    known = names.get(key(text))
    if known:
        return (known,)
    return tuple(names[part] for part in parts) if all(part in names for part in parts) else ()


def _by_name(home: Home, game: Game, seat: SeatRow) -> dict[str, str]:
    """What the other players may be called, in every language, with their seats; all of them, the referee.

    What two of them are called is no address; an id is always that of its seat, a whole name goes before half of one.
    """
    others = [other for other in home.seats(game.name) if other.seat != seat.seat]
    first: list[tuple[str, str]] = []
    called: list[tuple[str, str]] = []
    for other in others:
        shown = shown_name(home, other)  # a hidden one is no address: trying some would tell whose it is
        names = {shown}
        for lang in sorted({seat.language, other.language, "en", "es"}):
            names |= {named_seat(home, game, other.seat, lang), voice_of(game, lang).words.side(other.side)}
        called += ((key(name), other.seat) for name in names)
        first += ((key(name), other.seat) for name in shown.split()[:1])
    said = {"to-all": "all", "to-referee": REFEREE}
    words = {word: said[id_] for word, id_ in command_words().press.items() if id_ in said}
    return {**_of_one(first), **_of_one(called), **{key(other.seat): other.seat for other in others}, **words}


def _of_one(called: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The names that one seat alone has, with it."""
    seats: dict[str, set[str]] = {}
    for name, seat in called:
        seats.setdefault(name, set()).add(seat)
    return {name: next(iter(had)) for name, had in seats.items() if name and len(had) == 1}


def _names(home: Home, game: Game, seat: SeatRow) -> list[str]:
    """What a player may write for each that may be written to."""
    words, lang = command_words(), seat.language
    others = [press_name(home, game, each.seat, lang) for each in home.seats(game.name) if each.seat != seat.seat]
    allowed = house_rule(home.game_row(game.name), "press")
    shown = others if allowed == "on" else []
    shown += [] if allowed == "off" else [words.say("to-all", lang)]
    return [*shown, words.say("to-referee", lang)]


def _refusal(home: Home, game: Game, seat: SeatRow, message: Message) -> str:
    """Why a message may not be sent, as a sentence; "" where it may."""
    row, words = home.game_row(game.name), command_words()
    to_referee, others = message.recipients == (REFEREE,), len(game.manifest.seats) - 1
    sent = home.store.press.count("game = ? AND seat = ? AND turn = ?", game.name, seat.seat, game.state.turn)
    size, most = len(message.text), house_number(row, "press-size")
    values = {
        "size": size,
        "most": most,
        "count": house_number(row, "press-count"),
        "note": words.say("note", seat.language),
        "command": f"{words.say('press', seat.language)} {words.say('to-all', seat.language)}",
    }
    allowed, names = house_rule(row, "press"), house_rule(row, "press-names")
    reasons = (
        (not message.text.strip(), N_("The message is empty, so nothing was sent: write it below that line.")),
        (size > most, N_("The message has %(size)s characters and this game allows %(most)s, so it was not sent.")),
        (
            not to_referee and allowed == "off",
            N_("In this game players write to the referee only: %(note)s and your message. Nothing was sent."),
        ),
        (
            not to_referee and allowed == "public" and len(message.recipients) < others,
            N_("In this game messages go to all players: %(command)s. Nothing was sent."),
        ),
        (
            not to_referee and message.unsigned and names == "shown",
            N_("In this game messages are signed, so this one was not sent: write %(command)s."),
        ),
        (
            not to_referee and sent >= house_number(row, "press-count"),
            N_("You have sent %(count)s messages this turn, as many as this game allows; this one was not sent."),
        ),
    )
    _ = translations(seat.language).gettext
    return next((str(_(text) % values) for applies, text in reasons if applies), "")


def _unclosed(game: Game, seat: SeatRow, command: Command) -> str:
    """Why a message waits that does not end and has lines that read like orders or commands; "" where it is clear.

    They may be meant as orders, which must not go to the enemy, or be a part of the message.
    """
    _rest, body, closed = (*command.args, "", "", "")[:3]
    reading = read_text(body, game.lexicon, side=seat.side)
    orders = [line.text for line in reading.lines if line.order is not None]
    orders += [each.text for each in reading.commands]
    if closed or not orders:
        return ""
    _, end = translations(seat.language).gettext, command_words().say("end-press", seat.language)
    values = {"lines": "; ".join(orders[:_SHOWN]), "end": end}
    said = _(
        "Nothing was sent, for these lines read like orders: %(lines)s. Send it again with a line %(end)s where the "
        "message ends; what is below that line counts as orders."
    )
    return str(said % values)
