"""What the seats have sent for the present phase: the sheets of those whom it awaits, and reactions of the others.

And who has sent it: a computer player, or which of the players that a seat has had.
"""

from collections import Counter

from pbem.game.game import Game
from pbem.game.phase import reactors
from pbem.referee.home.home import Home
from pbem.referee.turn.absences import departures
from pbem.save.records import Json, PhaseRecord

BOT = "bot"
"""The source of a sheet that a computer player has sent."""


def sent_rows(home: Home, game: Game) -> dict[str, tuple[Json, ...]]:
    """The lines that stand for the present phase, as they are kept, by seat.

    Each seat that is awaited has an entry, with or without lines; one that may only react has one if it sent any.
    """
    asked = {seat: _rows(home, game, seat) for seat in game.rules.awaited(game.state)}
    return asked | reactions(home, game)


def reactions(home: Home, game: Game) -> dict[str, tuple[Json, ...]]:
    """The lines of those seats that nobody waits for in the present phase but that may react in it; none without."""
    seats = reactors(game.rules, game.state, game.manifest.seats)
    return {seat: rows for seat in seats if (rows := _rows(home, game, seat))}


def _rows(home: Home, game: Game, seat: str) -> tuple[Json, ...]:
    row = home.store.sections.get(game.name, seat, game.state.turn, game.state.phase)
    return () if row is None else tuple(row.lines)


def bot_seats(home: Home, game: Game) -> set[str]:
    """The seats for which a computer player has sent what stands for the present phase."""
    rows = home.store.sections.of(game=game.name, turn=game.state.turn, phase=game.state.phase)
    sheets = (home.store.sheets.get(row.game, row.seat, row.serial) for row in rows)
    return {sheet.seat for sheet in sheets if sheet is not None and sheet.source == BOT}


def handed_over(home: Home, game: Game) -> dict[str, int]:
    """How often each seat has changed hands: a player left it, or somebody else took it; none that never did.

    The journal remembers what a mailbox that was put back has forgotten.
    """
    known = Counter(row.seat for row in departures(home, game.name))
    runs = (item.record for item in reversed(game.records) if isinstance(item.record, PhaseRecord))
    last = next(runs, None)
    return dict(known | Counter(last.handed if last is not None else {}))


def moment(home: Home, game: Game, seat: str = "") -> str:
    """When a mail was written, for `verify`: the next record's number, how many mails the game has had before, and how
    often the seat has changed hands. "17-42-0"."""
    mails = home.store.outbox.count("game = ?", game.name)
    return f"{game.position.journal.next_number}-{mails}-{handed_over(home, game).get(seat, 0)}"
