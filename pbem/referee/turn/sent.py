"""What the seats have sent for the present phase: the sheets of those whom it awaits, and reactions of the others."""

from pbem.game.game import Game
from pbem.game.phase import reactors
from pbem.referee.home.home import Home
from pbem.save.records import Json


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
