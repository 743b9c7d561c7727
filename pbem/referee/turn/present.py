"""A game's present, worked out from its save and from what its seats have sent."""

from pbem.errors import RefereeError
from pbem.game.game import Table
from pbem.game.paths import SAVES, SECRETS
from pbem.referee.home.home import World
from pbem.referee.home.secrets import chain_of
from pbem.referee.turn.beacon_lock import waits
from pbem.referee.turn.glance import stamp
from pbem.referee.turn.nonces import silent
from pbem.referee.turn.workflow import awaited, owing, owners, stands, waits_for
from pbem.save.files import GAME, SCENARIO, STATE, TURNS
from pbem.store.errors import StoreError
from pbem.store.rows import GlanceRow, SeatRow


def glance_of(world: World, table: Table, *, settled: bool = False) -> GlanceRow:
    """The present of a game at a glance."""
    files = _files(world, table)
    waiting = None if table.over else waits_for(world, table)
    seats, owe = world.seats(table.name), owing(world, table)
    return GlanceRow(
        game=table.name,
        files=files,
        stamp=stamp(world, files),
        n=table.position.journal.next_number - 1,
        ruleset=table.game.ruleset,
        turn=table.state.turn,
        phase=table.state.phase,
        waits="" if waiting is None else waiting.what,
        since=None if waiting is None else waiting.since,
        seats={seat.seat: _said(world, table, seat) for seat in seats},
        winner=table.rules.winner(table.state),
        level=table.ending.level if table.ending is not None else "",
        hint="" if table.over else _hint(world, table),
        owing=any(seat.reminded_at is None for seat in seats if seat.seat in owe),
        settled=settled,
    )


def _files(world: World, table: Table) -> tuple[str, ...]:
    """What tells, from the mailbox folder, that a glance is out of date.

    The folder of the records tells of each that comes, goes or is put in place of another, the last record of itself.
    """
    save, key = f"{SAVES}/{table.name}", world.store.keys.root_file(table.name, table.position.journal.chain).name
    records = (TURNS, *(f"{TURNS}/{item.file}" for item in table.written[-1:]))
    return (*(f"{save}/{name}" for name in (GAME, SCENARIO, STATE, *records)), f"{SECRETS}/{key}")


def _hint(world: World, table: Table) -> str:
    """What the referee can do about a game that waits for something that enters its dice; else ""."""
    try:
        chain_of(world, table)
    except (RefereeError, StoreError) as lost:
        return str(lost)
    lock = waits(world, table)
    if lock is not None:
        source = f" ({table.game.beacon_source})" if table.game.beacon_source else ""
        return f"the orders of {lock.phase} are locked: 'pbem dice beacon {table.name} VALUE --source …'{source}"
    if table.position.journal.chain > 1 and (missing := silent(world, table)):
        return f"new words for the new dice: {', '.join(missing)}"
    return ""


def _said(world: World, table: Table, seat: SeatRow) -> str:
    """What is known of a seat."""
    if seat.conceded:
        return "conceded"
    if world.game(table.name).started is None:
        return "has answered" if seat.answered_welcome else "has not answered the first mail"
    if seat.seat in silent(world, table):
        return "has not sent new words for the new dice"
    if table.position.journal.suspended() is not None:
        told = {True: "has answered", False: "a question waits for an answer", None: "not asked now"}
        return told[owners(world, table).get(seat.seat)]
    found = next((a for a in awaited(world, table) if a.seat == seat.seat), None)
    if found is None:
        return "not asked now"
    if found.complete:
        return "orders are in" + (", asks to wait" if found.wait else "")
    sent = stands(world, table, seat.seat, table.state.phase)
    return "awaited" if sent is None else "awaited: orders have problems or lack something"
