"""Who let a deadline pass without a word, and what of theirs waits for it."""

from datetime import datetime
from functools import partial

from pbem.game.game import Game
from pbem.referee.home.home import Home
from pbem.referee.turn.progress import waiting_pieces
from pbem.referee.turn.workflow import closing_of, seats_owing
from pbem.report.content import attempt
from pbem.store.rows import SilenceRow


def note_silences(home: Home, game: Game, now: datetime) -> None:
    """Note, before a phase is run for its deadline, whose mail did not come since it was opened; each once."""
    row = home.game_row(game.name)
    if row.deadline is None or row.opened_at is None or closing_of(home, game, now).why != "deadline":
        return
    for seat in sorted(seats_owing(home, game)):
        if home.store.sheets.reaches(1, "game = ? AND seat = ? AND received >= ?", game.name, seat, row.opened_at):
            continue
        if home.store.sections.get(game.name, seat, game.state.turn, game.state.phase) is not None:
            continue
        number = game.position.journal.next_number  # no phase waits for a headline: what fails counts nothing
        waiting, _left_out = attempt("sentence", partial(_waiting, home, game, seat), 0)
        silence = SilenceRow(game.name, seat, row.deadline, number, game.state.turn, game.state.phase, waiting)
        home.store.silences.add(silence)


def _waiting(home: Home, game: Game, seat: str) -> int:
    """How many pieces that are still to come a seat could have given an order now; in a set-up that is no news."""
    if any(phase.id == game.state.phase and phase.once for phase in game.rules.SEQUENCE):
        return 0
    return len(waiting_pieces(game, home.store.seats.need(game.name, seat)))
