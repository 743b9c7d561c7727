"""Who played whom, told to all when a game is over whose names were hidden until then."""

from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.naming import former_players, names_of
from pbem.referee.letters.people.guests import post_guest
from pbem.referee.letters.players import player_name
from pbem.referee.letters.queue import Mailing, Stranger, post, post_stranger, version_of
from pbem.report.content import Rendered
from pbem.report.letters import Note, render_letter
from pbem.report.words import capfirst
from pbem.store.rows import SeatRow


def send_names(home: Home, game: Game, now: datetime) -> None:
    """Queue the mail that tells who played, where the game says so and is over; once for each end.

    To every seat, to who has left one, and to who observes the game.
    """
    row = home.game_row(game.name)
    if row.ended is None or house_rule(row, "names") != "at-end":
        return
    version = version_of(game.position.previous)
    for seat in home.seats(game.name):
        post(home, seat, Mailing("note", "names", version), _letter(home, game, seat.language), now)
    for guest in home.store.guests.of(game=game.name, role="observer", state="open"):
        post_guest(home, guest, _letter(home, game, guest.language), f"names {version}", now)
    for address, language in former_players(home, game.name).items():
        to = Stranger(address, language=language, game=game.name)
        post_stranger(home, to, f"names {game.name} {version}", _letter(home, game, language), now)


def _letter(home: Home, game: Game, language: str) -> Rendered:
    """Who has played which seat, as a mail."""
    voice = voice_of(game, language)
    lines = ("\n".join(_told(home, game, language, each) for each in home.seats(game.name)),)
    note = Note(game.name, game.data["title"], voice.translations.gettext("Who played"), lines, orders=False)
    return render_letter(note, voice.words, voice.translations)


def _told(home: Home, game: Game, language: str, seat: SeatRow) -> str:
    """Who has played a seat, one after the other, in a language."""
    _ = voice_of(game, language).translations.gettext
    names = list(names_of(home, game.name, seat.seat))
    if seat.bot:
        names.append(_("a computer player"))
    played = _(", then ").join(names) or _("someone who gave no name")
    return f"{capfirst(player_name(game, seat.seat, language))}: {played}"
