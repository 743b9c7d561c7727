"""What the seats have sent for the present phase: the sheets of those whom it awaits, and reactions of the others."""

from pbem.game.game import Table
from pbem.game.phase import reactors
from pbem.referee.home.home import World
from pbem.save.records import Json


def sent_rows(world: World, table: Table) -> dict[str, tuple[Json, ...]]:
    """The lines that stand for the present phase, as they are kept, by seat.

    Each seat that is awaited has an entry, with or without lines; one that may only react has one if it sent any.
    """
    asked = {seat: _rows(world, table, seat) for seat in table.rules.awaited(table.state)}
    return asked | reactions(world, table)


def reactions(world: World, table: Table) -> dict[str, tuple[Json, ...]]:
    """The lines of those seats that nobody waits for in the present phase but that may react in it; none without."""
    seats = reactors(table.rules, table.state, table.game.seats)
    return {seat: rows for seat in seats if (rows := _rows(world, table, seat))}


def _rows(world: World, table: Table, seat: str) -> tuple[Json, ...]:
    row = world.store.sections.get(table.name, seat, table.state.turn, table.state.phase)
    return () if row is None else tuple(row.lines)
