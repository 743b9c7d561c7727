"""Who played whom, told to all when a game is over whose names were hidden until then."""

from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_rule
from pbem.referee.home.naming import names_of
from pbem.referee.letters.players import player_name
from pbem.referee.letters.queue import Mailing, post, version_of
from pbem.report.letters import Note, render_letter
from pbem.report.words import capfirst
from pbem.store.rows import SeatRow


def send_names(home: Home, game: Game, now: datetime) -> None:
    """Queue the mail that tells every seat who played, where the game says so and is over; once for each end."""
    row = home.game_row(game.name)
    if row.ended is None or house_rule(row, "names") != "at-end":
        return
    for seat in home.seats(game.name):
        voice = voice_of(game, seat.language)
        lines = ("\n".join(_told(home, game, seat, each) for each in home.seats(game.name)),)
        note = Note(game.name, game.data["title"], voice.translations.gettext("Who played"), lines, orders=False)
        mailing = Mailing("note", "names", version_of(game.position.previous))
        post(home, seat, mailing, render_letter(note, voice.words, voice.translations), now)


def _told(home: Home, game: Game, reader: SeatRow, seat: SeatRow) -> str:
    """Who has played a seat, one after the other, as a reader is told."""
    _ = voice_of(game, reader.language).translations.gettext
    names = list(names_of(home, game.name, seat.seat))
    if seat.bot:
        names.append(_("a computer player"))
    played = _(", then ").join(names) or _("someone who gave no name")
    return f"{capfirst(player_name(game, seat.seat, reader.language))}: {played}"
