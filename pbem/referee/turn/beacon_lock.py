"""Locked sheets: what a phase of a game with a beacon is run with, fixed before anybody can know the beacon.

One beacon serves one run: the phase whose sheets were locked and the phases after it that ask nobody. It was unknown
when those sheets, standing orders and nonces were locked, and nothing that is decided later enters the run. So a phase
for which somebody has sent a reaction waits for a beacon of its own, and after a rollback the next run does, also of a
phase that asks nobody.
"""

from pbem.game.game import Game
from pbem.referee.home.home import Home
from pbem.referee.turn.sent import sent_rows
from pbem.save.records import PhaseRecord
from pbem.store.rows import LockRow


def has_beacon(game: Game) -> bool:
    """Whether a public value enters the dice of this game."""
    return game.manifest.beacon != "none"


def lock_of(home: Home, game: Game) -> LockRow | None:
    """The lock that the next record falls under: its own, or that of the run which it goes on with; None without."""
    if not has_beacon(game):
        return None
    own = current_lock(home, game)
    return own or (None if sent_rows(home, game) else _lock_of_run(home, game))


def current_lock(home: Home, game: Game) -> LockRow | None:
    """The lock of the phase that is to be run now, whether its beacon was given or not; None where none was taken."""
    row = home.store.locks.get(game.name, game.position.journal.next_number)
    return row if row is not None and row.phase == f"{game.state.turn}.{game.state.phase}" else None


def awaited_lock(home: Home, game: Game) -> LockRow | None:
    """The lock whose beacon the game waits for; None where it waits for none."""
    row = current_lock(home, game) if has_beacon(game) and not game.over else None
    return row if row is not None and row.beacon is None else None


def _lock_of_run(home: Home, game: Game) -> LockRow | None:
    """The lock of the run that the last record is part of: no record but its phases came after it was taken."""
    for item in reversed(game.records):
        record = item.record
        if not isinstance(record, PhaseRecord):
            return None
        row = home.store.locks.get(game.name, record.n)
        if row is not None and row.phase == record.at:
            return row
        if record.sheets and not _goes_on(game, record):
            return None
    return None


def _goes_on(game: Game, record: PhaseRecord) -> bool:
    """Whether a record takes up the phase that the one before it left at a question."""
    before = game.records[record.n - 2].record if record.n > 1 else None
    return isinstance(before, PhaseRecord) and before.suspended is not None and before.at == record.at
