"""That a game has begun, told to each of its players once, with the first deadline."""

from datetime import datetime

from pbem.game.game import Game
from pbem.game.voice import format_moment, format_time, voice_of
from pbem.language.messages import translations
from pbem.referee.home.home import Home
from pbem.referee.letters.newcomer.begun import BEGUN, knows_it_has_begun
from pbem.referee.letters.newcomer.help import knows_cancel
from pbem.referee.letters.order_form import form_of
from pbem.referee.letters.queue import post
from pbem.referee.letters.reports.asking import asked_now, players_owing
from pbem.referee.letters.reports.sending import calendar_entry
from pbem.referee.turn.workflow import seats_owing
from pbem.report.letters import Note, render_letter
from pbem.store.rows import SeatRow


def send_opening(home: Home, game: Game, now: datetime) -> None:
    """Tell each player that the game has begun, who is asked and until when; not those who have had a report by now.

    Each is told once, however often this is called.
    """
    row = home.game_row(game.name)
    if row.started is None or game.over:
        return
    for seat in home.seats(game.name):
        if not knows_it_has_begun(home, seat):
            _post_opening(home, game, seat, now)


def _post_opening(home: Home, game: Game, seat: SeatRow, now: datetime) -> None:
    voice, row = voice_of(game, seat.language), home.game_row(game.name)
    _ = voice.translations.gettext
    owing = seats_owing(home, game)
    asks = asked_now(home, game, seat, now) if seat.seat in owing else ()
    form = form_of(home, game, seat) if asks else ()
    about, lines = _("The game has begun"), () if asks else _awaited(home, game, seat)
    if asks and row.deadline is not None:
        about = _("The game has begun · your turn · by %(deadline)s") % {
            "deadline": format_moment(row.deadline, seat.zone, seat.language)
        }
    note = Note(game.name, game.data["title"], about, lines, asks=asks, orders=bool(asks), form=form)
    mail = render_letter(note, voice.words, voice.translations)
    files = calendar_entry(home, game, seat, row.deadline, now) if asks else ()
    post(home, seat, BEGUN, mail, now, form=form, files=files)


def _awaited(home: Home, game: Game, seat: SeatRow) -> tuple[str, ...]:
    """Who is asked now and until when, for a player who is not."""
    row, _ = home.game_row(game.name), translations(seat.language).gettext
    players = players_owing(home, game, seat)
    if not players or row.deadline is None:
        return (_("It is not your turn."),)
    values = {
        "phase": voice_of(game, seat.language).words.phase(game.state.phase),
        "players": players,
        "deadline": format_time(row.deadline, seat.zone, seat.language),
    }
    said = _(
        "First comes: %(phase)s. It is the turn of %(players)s, until %(deadline)s. You are asked by email when it is "
        "yours."
    )
    early = (
        (_("You can send standing orders now: they act in the other side's turn too."),) if knows_cancel(game) else ()
    )
    return (said % values, *early)
