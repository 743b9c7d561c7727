"""Who let a deadline pass without a word, and what of theirs waits for it."""

import re
from datetime import datetime
from functools import partial

from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.referee.home.home import Home
from pbem.referee.turn.absences import own_silences
from pbem.referee.turn.progress import is_set_up, waiting_pieces
from pbem.referee.turn.workflow import closing_of, seats_owing
from pbem.report.content import attempt
from pbem.store.rows import SilenceRow

_AFTER = re.compile(r"defaults|(?P<what>pause|bot|standby) after (?P<most>[1-9]\d?)")


def note_silences(home: Home, game: Game, now: datetime) -> None:
    """Note, before a phase is run for its deadline, whose mail did not come since it was opened; each once."""
    row = home.game_row(game.name)
    if row.deadline is None or row.opened_at is None or closing_of(home, game, now).why != "deadline":
        return
    for seat in sorted(seats_owing(home, game)):
        if home.store.sheets.reaches(1, "game = ? AND seat = ? AND received > ?", game.name, seat, row.opened_at):
            continue
        if home.store.sections.get(game.name, seat, game.state.turn, game.state.phase) is not None:
            continue
        number = game.position.journal.next_number  # no phase waits for a headline: what fails counts nothing
        waiting, _left_out = attempt("sentence", partial(_waiting, home, game, seat), 0)
        silence = SilenceRow(game.name, seat, row.deadline, number, game.state.turn, game.state.phase, waiting)
        home.store.silences.add(silence)


def parse_silence(text: str) -> tuple[int, str]:
    """After how many deadlines missed in a row something follows (0: never), and what: "defaults", "pause after 2"."""
    found = _AFTER.fullmatch(" ".join(text.lower().split()))
    if found is None:
        raise BadInput(
            "What follows on silence is 'defaults', 'pause after N', 'bot after N' or 'standby after N' (N from 1 to "
            "99), not {text!r}.",
            text=text,
        )
    return int(found["most"] or 0), found["what"] or "pause"


def seats_too_silent(home: Home, game: Game) -> tuple[str, ...]:
    """The seats that have let the present deadline pass, as the last of as many in a row as the game bears.

    None where the game goes on with the defaults.
    """
    row, store = home.game_row(game.name), home.store
    found = []
    for seat in home.seats(game.name) if row.silence_limit else ():
        words = [sheet.received for sheet in store.sheets.of(game=game.name, seat=seat.seat)]
        missed = [each.deadline for each in own_silences(home, game.name, seat.seat)]
        in_a_row = [deadline for deadline in missed if all(deadline > word for word in words)]
        if row.deadline in in_a_row and len(in_a_row) >= row.silence_limit:
            found.append(seat.seat)
    return tuple(found)


def _waiting(home: Home, game: Game, seat: str) -> int:
    """How many pieces that are still to come a seat could have given an order now; in a set-up that is no news."""
    if is_set_up(game):
        return 0
    return len(waiting_pieces(game, home.store.seats.need(game.name, seat)))
