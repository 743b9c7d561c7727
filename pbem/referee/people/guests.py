"""People who have no seat: invited to one, on standby for one, observing; asked first, and let go in one mail."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.game.paths import games
from pbem.language.commands import command_words, longest_match
from pbem.language.words import key, words
from pbem.mail.message.claims import equal_tokens, token
from pbem.mail.reading.read_mail import NOTHING, ParsedMail
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.seating import Player, require_other_address, require_seat
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.naming import require_no_names
from pbem.referee.letters.people.guests import invitation, send_bye, send_invitation, send_question, send_welcome
from pbem.store.rows import GuestRow

INVITED, STANDBY, OBSERVER = "invited", "standby", "observer"
ASKED, OPEN, ENDED = "asked", "open", "ended"
MOST = 200
"""Guests of a game: more nobody has asked for."""
_LINES = 20  # of a mail that are looked at


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody without a seat asks for: `role` in a game, in the language of the word."""

    game: str
    role: str
    language: str


def invite(home: Home, game: Game, player: Player, now: datetime, *, why: str = "") -> GuestRow:
    """Invite somebody to a seat; nothing changes before they say yes. BadInput for a seat that there is not."""
    guest = _invited(home, game, player, now, why)
    with home.store.transaction():
        home.store.guests.put(guest)
        send_invitation(home, game, guest, now, why=why)
    return guest


def show_invitation(home: Home, game: Game, player: Player, now: datetime, *, why: str = "") -> str:
    """The text of the mail that would invite somebody; nothing is kept or sent."""
    _about, mail = invitation(home, game, _invited(home, game, player, now, why), why=why)
    return mail.text


def _invited(home: Home, game: Game, player: Player, now: datetime, why: str) -> GuestRow:
    """Somebody who is invited to a seat, where that may be; not kept yet."""
    require_seat(game.manifest.seats, game.name, player.seat)
    if not player.address:
        raise BadInput("An invitation needs a mail address.")
    require_other_address(home.config, player.address)
    home.require_unfinished(game.name)
    if player.address.casefold() == home.store.seats.need(game.name, player.seat).address.casefold():
        raise Refused(
            "{address} plays {seat} in {game} already.", address=player.address, seat=player.seat, game=game.name
        )
    require_no_names(home, game.name, why)
    return _new(game.name, player.address, INVITED, now, player)


def invite_standby(home: Home, game: Game, seat: str, now: datetime) -> GuestRow | None:
    """Invite who has waited longest on standby to a seat that is free; None where nobody waits."""
    waiting = waiting_on(home, game)
    if not waiting:
        return None
    first = waiting[0]
    home.store.guests.change(game.name, first.word, state=ENDED)
    side = game.manifest.seats[seat]
    return invite(home, game, Player(seat, side, first.address, first.language, first.zone, first.name), now)


def waiting_on(home: Home, game: Game) -> list[GuestRow]:
    """Who waits on standby, the longest first."""
    return sorted(home.store.guests.of(game=game.name, role=STANDBY, state=OPEN), key=lambda each: each.at)


def find_wish(home: Home, mail: ParsedMail) -> Wish | None:
    """What a mail of somebody without a seat asks for: a line OBSERVE or STANDBY with the name of a game that lets."""
    names = {key(name): name for name in games(home.path)}
    for line in (*mail.extract.lines[:_LINES], mail.subject):
        read = words(line[:200])
        found = longest_match(read, command_words().guests)
        if found is None or found[0] == "unsubscribe" or len(read) != found[1] + 1:
            continue
        game = names.get(read[-1].key)
        if game is None:
            continue
        row = home.store.games.get(game)
        role = OBSERVER if found[0] == "observe" else STANDBY
        if row is None or row.ended is not None or (role == OBSERVER and house_rule(row, "observers") != "yes"):
            continue
        said = command_words().says
        in_es = key(said["es"][found[0]]) == "-".join(word.key for word in read[: found[1]])
        return Wish(game, role, "es" if in_es else "en")
    return None


def ask_guest(home: Home, wish: Wish, address: str, now: datetime, *, why: str = "") -> bool:
    """Ask an address whether it wants what was asked for in its name, with the referee's reason; whether it is asked.

    Refused for a reason that names a player whom the game keeps hidden.
    """
    require_no_names(home, wish.game, why)
    known = [each for each in home.store.guests.of(game=wish.game, role=wish.role) if each.state != ENDED]
    if len(known) >= MOST or any(each.address == address.lower() and each.state == OPEN for each in known):
        return False
    guest = _new(wish.game, address, wish.role, now, Player("", "", address, wish.language))
    for each in known:
        if each.address == guest.address:
            home.store.guests.change(each.game, each.word, state=ENDED)
    home.store.guests.put(guest)
    send_question(home, home.open_game(wish.game), guest, now, why=why)
    return True


def let_go(home: Home, game: str, address: str, now: datetime, *, why: str = "") -> int:
    """Send an address nothing more, or only the reason; BadInput where it is no guest's."""
    require_no_names(home, game, why)
    found = [each for each in home.store.guests.of(game=game, address=address.lower()) if each.state != ENDED]
    if not found:
        raise BadInput("{address} does not observe {game}, nor waits for a place in it.", address=address, game=game)
    for each in found:
        home.store.guests.change(game, each.word, state=ENDED)
    if why:
        send_bye(home, home.open_game(game), found[0], now, why=why)
    return len(found)


def find_guest(home: Home, mail: ParsedMail) -> GuestRow | None:
    """The guest whose word a mail shows, and whose address it comes from; anybody with the word may end it.

    Of one who was let go only another wish to end it is heard: a mail program may send it twice.
    """
    shown = [(claim.game, claim.token) for claim in mail.claims if claim.where != "thread"]
    if not shown:
        return None
    for row in home.store.guests.of():
        if any(game == row.game.casefold() and equal_tokens(word, row.word) for game, word in shown):
            ends = _says(mail, "unsubscribe")
            return row if ends or (mail.sender == row.address and row.state != ENDED) else None
    return None


def end_by_machine(home: Home, mail: ParsedMail) -> None:
    """Let a guest go whose mail program wrote for them, as List-Unsubscribe has it: its subject says so. No answer."""
    guest = find_guest(home, replace(mail, extract=NOTHING))
    if guest is not None and _says(replace(mail, extract=NOTHING), "unsubscribe"):
        home.store.guests.change(guest.game, guest.word, state=ENDED)


def answer_guest(home: Home, guest: GuestRow, mail: ParsedMail, now: datetime) -> str:
    """Do what a guest says, yes or no; what became of it, in a word. Anything else is asked again by nobody."""
    if guest.state == ENDED:  # and was answered then
        return "ended"
    game = home.open_game(guest.game)
    if _says(mail, "unsubscribe", "no"):
        home.store.guests.change(guest.game, guest.word, state=ENDED)
        send_bye(home, game, guest, now)
        if guest.role == INVITED:
            home.store.notices.note("invitation-refused", now, guest.game, seat=guest.seat, address=guest.address)
        return "ended"
    if guest.state == OPEN or not _says(mail, "yes", "confirm", "takeover"):
        return "nothing"
    if guest.role == INVITED:
        return _take_seat(home, game, guest, now)
    last = game.position.journal.next_number - 1
    home.store.guests.change(guest.game, guest.word, state=OPEN, seen=last if guest.role == OBSERVER else 0)
    free = _free_seats(home, guest.game) if guest.role == STANDBY else []
    if free:
        invite_standby(home, game, free[0], now)
    else:
        send_welcome(home, game, guest, now)
    return "open"


def _free_seats(home: Home, game: str) -> list[str]:
    """The seats that no person has, and nobody is asked to take."""
    asked = {each.seat for each in home.store.guests.of(game=game, role=INVITED, state=ASKED)}
    return [seat.seat for seat in home.seats(game) if not seat.addresses and seat.seat not in asked]


def _take_seat(home: Home, game: Game, guest: GuestRow, now: datetime) -> str:
    """Give an invited player the seat, which may have another by now: then it stays theirs who came first."""
    home.store.guests.change(guest.game, guest.word, state=ENDED)
    seat = home.store.seats.need(guest.game, guest.seat)
    taken = home.store.decisions.of(game=guest.game, seat=guest.seat, what="replaced")
    over = home.game_row(guest.game).ended is not None
    if over or any(each.at > guest.at for each in taken) or _is_back(home, guest):
        send_bye(home, game, guest, now)
        return "too-late"
    player = Player(seat.seat, seat.side, guest.address, guest.language, guest.zone, guest.name)
    replace_player(home, game, player, now)
    return "seated"


def _is_back(home: Home, guest: GuestRow) -> bool:
    """Whether a player, for whose silence somebody was asked to take the seat, has been heard since."""
    silences = home.store.decisions.of(game=guest.game, seat=guest.seat, what="silent-standby")
    heard = home.store.sheets.of(game=guest.game, seat=guest.seat)
    return any(each.at == guest.at for each in silences) and any(each.received > guest.at for each in heard)


def _new(game: str, address: str, role: str, now: datetime, player: Player) -> GuestRow:
    """A guest with a word of their own that nobody can guess."""
    word = token(os.urandom(32), game, role, 1)
    return GuestRow(
        game, word, address.lower(), role, ASKED, now, player.seat, player.language, player.zone, player.name
    )


def _says(mail: ParsedMail, *wanted: str) -> bool:
    """Whether a mail has one of some words, alone in a line or as its subject."""
    known = {**command_words().commands, **command_words().guests}
    return any(known.get(key(line)) in wanted for line in _lines(mail))


def _lines(mail: ParsedMail) -> Iterator[str]:
    yield from (line[:100] for line in mail.extract.lines[:_LINES])
    yield mail.subject[:100]
