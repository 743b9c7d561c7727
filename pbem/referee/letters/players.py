"""Players as mails name them, and that one of them was silent."""

from collections.abc import Iterable

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.store.rows import SeatRow, SilenceRow


def player_name(game: Game, seat: str, language: str, name: str = "") -> str:
    """What a mail calls a player: by name where one is known, else the side; the second of a side with its number."""
    voice = voice_of(game, language)
    side = game.manifest.seats[seat]
    number = seat.removeprefix(f"{side}-") if seat != side else ""
    the_side = voice.translations.gettext("the %(side)s") % {"side": voice.words.side(side)}
    return name or f"{the_side} {number}".strip()


def players_named(game: Game, seats: Iterable[str], language: str) -> str:
    """Several players as a list, by their sides."""
    return voice_of(game, language).words.listed(player_name(game, seat, language) for seat in seats)


def seat_called(game: Game, seat: SeatRow, language: str, name: str = "") -> str:
    """The same of a seat, and that a computer player holds it."""
    said = player_name(game, seat.seat, language, name)
    _ = voice_of(game, language).translations.gettext
    return f"{said} ({_('a computer player')})" if seat.bot else said


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
