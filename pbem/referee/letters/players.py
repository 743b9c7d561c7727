"""Players as mails name them, and that one of them was silent."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.game.game import Game
from pbem.game.voice import seat_name, voice_of
from pbem.referee.home.home import Home
from pbem.referee.home.naming import shown_name
from pbem.referee.turn.progress import is_set_up
from pbem.report.content import attempt
from pbem.store.rows import SeatRow, SilenceRow


def player_name(game: Game, seat: str, language: str, name: str = "") -> str:
    """What a mail calls a player: by name where one is known, else the side; the second of a side with its number."""
    return name or seat_name(game, seat, language)


def player_called(home: Home, game: Game, player: SeatRow, language: str) -> str:
    """The same of a seat: by the name that the other players are told, if they are told one."""
    return player_name(game, player.seat, language, shown_name(home, player))


def players_named(game: Game, seats: Iterable[str], language: str) -> str:
    """Several players as a list, by their sides."""
    return voice_of(game, language).words.listed(player_name(game, seat, language) for seat in seats)


def seat_called(game: Game, seat: SeatRow, language: str, name: str = "") -> str:
    """The same of a seat, and that a computer player holds it."""
    said = player_name(game, seat.seat, language, name)
    _ = voice_of(game, language).translations.gettext
    return f"{said} ({_('a computer player')})" if seat.bot else said


@dataclass(frozen=True, slots=True)
class Shared:
    """A side of two seats, the first and the second, as a game's sentence about them reads it.

    `first`: whether the reader is the first; `other`: what the other player is called; `begins`: the game has its
    set-up before it.
    """

    side: str
    first: bool
    other: str
    begins: bool


def sharing(home: Home, game: Game, seat: SeatRow) -> str:
    """What a seat orders of its side and what the other seat does, as the game tells it; "" of a side with one seat."""
    ours = [each for each in home.seats(game.name) if each.side == seat.side]
    if len(ours) < 2:
        return ""
    ours.sort(key=lambda each: each.seat != seat.side)
    first = ours[0].seat == seat.seat
    other = ours[first]
    called = player_called(home, game, other, seat.language)
    shared, sentences = Shared(seat.side, first, called, is_set_up(game)), voice_of(game, seat.language).sentences
    return attempt("sentence", lambda: sentences.sharing(shared), "")[0]


def silence_sentence(game: Game, silence: SilenceRow, language: str, *, name: str = "", to: str = "") -> str:
    """That no orders came from a seat (`name` its player's), and how many of its reinforcements wait; `to` whom."""
    translations = voice_of(game, language).translations
    own, waiting = silence.seat == to, silence.waiting
    values = {"who": player_name(game, silence.seat, language, name), "num": waiting}
    _, ngettext = translations.gettext, translations.ngettext
    if own and not waiting:
        return str(_("No orders came from you by the deadline."))
    if own:
        return str(
            ngettext(
                "No orders came from you by the deadline: %(num)s reinforcement waits off the map.",
                "No orders came from you by the deadline: %(num)s reinforcements wait off the map.",
                waiting,
            )
            % values
        )
    if not waiting:
        return str(_("No orders came from %(who)s by the deadline.") % values)
    return str(
        ngettext(
            "No orders came from %(who)s by the deadline: %(num)s reinforcement waits off the map.",
            "No orders came from %(who)s by the deadline: %(num)s reinforcements wait off the map.",
            waiting,
        )
        % values
    )
