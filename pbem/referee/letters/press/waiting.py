"""What others wrote to a seat and it has not been sent yet, as parts of its mails."""

from dataclasses import dataclass

from pbem.game.game import Game
from pbem.game.voice import format_time, voice_of
from pbem.language.messages import translations
from pbem.language.words import key
from pbem.referee.home.home import Home
from pbem.referee.home.naming import shown_name
from pbem.referee.letters.players import player_name
from pbem.report.content import PressPart
from pbem.report.words import capfirst
from pbem.store.rows import PressRow, SeatRow

MOST = 20_000
"""Characters of press in one mail, whose page has to stay small; what is left comes with the next."""


@dataclass(frozen=True, slots=True)
class WaitingPress:
    """The parts that a mail to a seat may hold now, and the number of the last press among them, 0 for none."""

    parts: tuple[PressPart, ...] = ()
    last: int = 0


def waiting_press(home: Home, game: Game, seat: SeatRow) -> WaitingPress:
    """What was written to a seat since the last that it was sent, the oldest first."""
    rows = home.store.press.where("game = ? AND serial > ?", game.name, seat.press_seen, order="serial")
    own = [row for row in rows if seat.seat in row.recipients and row.seat != seat.seat]
    chosen, size = list[PressRow](), 0
    for row in own:
        size += len(row.text)
        if chosen and size > MOST:
            break
        chosen.append(row)
    parts = tuple(PressPart(_head(home, game, seat, row), tuple(row.text.split("\n"))) for row in chosen)
    return WaitingPress(parts, chosen[-1].serial if chosen else 0)


def mark_sent(home: Home, seat: SeatRow, press: WaitingPress) -> None:
    """Note, in the step in which its mail is queued, that a seat was sent press."""
    if press.last:
        home.store.seats.change(seat.game, seat.seat, press_seen=press.last)


def writer_name(home: Home, game: Game, row: PressRow, language: str) -> str:
    """Who wrote something, as a reader in a language is told."""
    _ = translations(language).gettext
    if not row.seat:
        return str(_("the referee"))
    if row.unsigned:
        return str(_("someone who does not sign"))
    return named_seat(home, game, row.seat, language)


def press_name(home: Home, game: Game, seat: str, language: str) -> str:
    """What a player writes for a seat behind PRESS TO: its player's name or side, where no other has it, or its id."""
    seats, side = home.seats(game.name), game.manifest.seats[seat]
    names = {each.seat: shown_name(home, each) for each in seats}
    if names[seat] and [key(name) for name in names.values()].count(key(names[seat])) == 1:
        return names[seat]
    return voice_of(game, language).words.side(side) if [each.side for each in seats].count(side) == 1 else seat


def named_seat(home: Home, game: Game, seat: str, language: str) -> str:
    """What a player is called: by name with the side, or the side alone."""
    name = shown_name(home, home.store.seats.need(game.name, seat))
    side = player_name(game, seat, language)
    return f"{name} ({side})" if name else side


def _head(home: Home, game: Game, seat: SeatRow, row: PressRow) -> str:
    """Who wrote to whom and when, as its reader is told."""
    words, _ = voice_of(game, seat.language).words, translations(seat.language).gettext
    to_all = len(row.recipients) + bool(row.seat) >= len(game.manifest.seats) > 1 + bool(row.seat)
    others = [named_seat(home, game, each, seat.language) for each in row.recipients if each != seat.seat]
    readers = _("all") if to_all else words.listed((_("you"), *others))
    values = {
        "who": writer_name(home, game, row, seat.language),
        "readers": readers,
        "when": format_time(row.at, seat.zone, seat.language),
    }
    return capfirst(str(_("%(who)s to %(readers)s, %(when)s:") % values))
