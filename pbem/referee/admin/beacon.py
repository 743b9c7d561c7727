"""The beacon of a game that has one: sheets locked and told to all, then the public value that enters their dice."""

import re
import unicodedata
from datetime import datetime

from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.referee.home import notices
from pbem.referee.home.home import Home
from pbem.referee.letters.dice_letters import send_lock
from pbem.referee.turn.beacon_lock import awaited_lock, current_lock, has_beacon
from pbem.referee.turn.nonces import nonces
from pbem.referee.turn.sent import sent_rows
from pbem.referee.turn.workflow import needs_lock
from pbem.store.rows import LockRow

_VALUE = re.compile(r"[^\x00-\x1f\x7f]{1,500}")
WAITS = "beacon-awaited"


def lock_sheets(home: Home, game: Game, now: datetime) -> bool:
    """Lock the sheets of the present phase and mail their hashes to all, if its dice need a beacon; whether they do."""
    if not needs_lock(home, game):
        return False
    lock = LockRow(
        game=game.name,
        n=game.position.journal.next_number,
        phase=f"{game.state.turn}.{game.state.phase}",
        at=now,
        sheets={seat: list(rows) for seat, rows in sent_rows(home, game).items()},
        standing={row.seat: list(row.lines) for row in home.store.standing.of(game=game.name) if row.lines},
        nonces=nonces(home, game.name),
    )
    with home.store.transaction():
        home.store.locks.put(lock)
        send_lock(home, game, lock, now)
        home.store.notices.note(WAITS, now, game.name, phase=lock.phase)
    return True


def set_beacon(home: Home, game: Game, value: str, source: str, now: datetime) -> LockRow:
    """Keep the public value for the locked sheets of a game; with it the next tick runs the phase.

    BadInput for a value or a source that is none; Refused where the game has no beacon, or none is waited for.
    """
    value, source = (" ".join(unicodedata.normalize("NFC", text).split()) for text in (value, source))
    if not _VALUE.fullmatch(value):
        raise BadInput("A beacon is a public value on one line of at most 500 characters.")
    if not _VALUE.fullmatch(source):
        raise BadInput('Say where everybody can look the value up: --source "drand round 12345".')
    if not has_beacon(game):
        raise Refused(
            "{game} has no beacon: 'pbem new … --option beacon=referee' makes a game with one.", game=game.name
        )
    lock = awaited_lock(home, game)
    if lock is None:
        given = current_lock(home, game)
        if given is not None:
            raise Refused(
                "{phase} has its beacon, {beacon} ({source}): it is never given anew.",
                phase=given.phase,
                beacon=given.beacon,
                source=given.source,
            )
        raise Refused("{game} waits for no beacon: the sheets of its phase are not locked yet.", game=game.name)
    with home.store.transaction():
        given = home.store.locks.change(game.name, lock.n, beacon=value, source=source, given=now)
        notices.resolve_notices(home, WAITS, game.name)
    return given
