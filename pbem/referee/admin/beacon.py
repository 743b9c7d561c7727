"""The beacon of a game that has one: sheets locked and told to all, then the public value that enters their dice."""

import re
import unicodedata
from datetime import datetime

from pbem.errors import BadInput, Refused
from pbem.game.game import Table
from pbem.referee.home import notices
from pbem.referee.home.home import World
from pbem.referee.letters.dice_letters import tell_lock
from pbem.referee.turn.beacon_lock import has_beacon, open_lock, waits
from pbem.referee.turn.nonces import nonces
from pbem.referee.turn.sent import sent_rows
from pbem.referee.turn.workflow import wants_lock
from pbem.store.rows import LockRow

_VALUE = re.compile(r"[^\x00-\x1f\x7f]{1,500}")
WAITS = "beacon-awaited"


def locked(world: World, table: Table, now: datetime) -> bool:
    """Lock the sheets of the present phase and mail their hashes to all, if its dice need a beacon; whether they do."""
    if not wants_lock(world, table):
        return False
    lock = LockRow(
        game=table.name,
        n=table.position.journal.next_number,
        phase=f"{table.state.turn}.{table.state.phase}",
        at=now,
        sheets={seat: list(rows) for seat, rows in sent_rows(world, table).items()},
        standing={row.seat: list(row.lines) for row in world.store.standing.of(game=table.name) if row.lines},
        nonces=nonces(world, table.name),
    )
    with world.store.transaction():
        world.store.locks.put(lock)
        tell_lock(world, table, lock, now)
        world.store.notices.note(WAITS, now, table.name, phase=lock.phase)
    return True


def give(world: World, table: Table, value: str, source: str, now: datetime) -> LockRow:
    """Keep the public value for the locked sheets of a game; with it the next tick runs the phase.

    BadInput for a value or a source that is none; Refused where the game has no beacon, or none is waited for.
    """
    value, source = (" ".join(unicodedata.normalize("NFC", text).split()) for text in (value, source))
    if not _VALUE.fullmatch(value):
        raise BadInput("A beacon is a public value on one line of at most 500 characters.")
    if not _VALUE.fullmatch(source):
        raise BadInput('Say where everybody can look the value up: --source "drand round 12345".')
    if not has_beacon(table):
        raise Refused(f"{table.name} has no beacon: 'pbem new … --option beacon=referee' makes a game with one.")
    lock = waits(world, table)
    if lock is None:
        given = open_lock(world, table)
        if given is not None:
            raise Refused(f"{given.phase} has its beacon, {given.beacon} ({given.source}): it is never given anew.")
        raise Refused(f"{table.name} waits for no beacon: the sheets of its phase are not locked yet.")
    with world.store.transaction():
        given = world.store.locks.change(table.name, lock.n, beacon=value, source=source, given=now)
        notices.settle(world, WAITS, table.name)
    return given
