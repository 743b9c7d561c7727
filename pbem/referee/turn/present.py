"""A game's present, worked out from its save and from what its seats have sent."""

from collections.abc import Iterator
from datetime import UTC

from pbem.errors import RefereeError
from pbem.game.game import Game
from pbem.game.paths import SAVES, SECRETS
from pbem.phrases import Phrase, marked, to_text, told_by
from pbem.referee.home.home import Home
from pbem.referee.home.secrets import chain_of
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.referee.turn.glance import stamp
from pbem.referee.turn.nonces import seats_without_nonce
from pbem.referee.turn.progress import holding_lines, is_set_up, orders_in_force, seat_progress
from pbem.referee.turn.workflow import question_owners, seats_owing, waiting_of
from pbem.save.files import GAME, SCENARIO, STATE, TURNS
from pbem.store.errors import StoreError
from pbem.store.rows import GlanceRow, SeatRow

OWING = (
    "awaited",
    "awaited: orders have problems or lack something",
    "a question waits for an answer",
    "has not answered the first mail",
    "has not sent new words for the new dice",
)
"""What is known of a seat that a game waits for; all else that may be known is of one that it does not."""


def glance_of(home: Home, game: Game, *, settled: bool = False) -> GlanceRow:
    """The present of a game at a glance."""
    files = _files(home, game)
    waiting = None if game.over else waiting_of(home, game)
    seats, owe = home.seats(game.name), seats_owing(home, game)
    return GlanceRow(
        game=game.name,
        files=files,
        stamp=stamp(home, files),
        n=game.position.journal.next_number - 1,
        ruleset=game.manifest.ruleset,
        turn=game.told_turn(game.state.turn),
        phase=game.state.phase,
        waits="" if waiting is None else waiting.what,
        since=None if waiting is None else waiting.since,
        seats={seat.seat: _said(home, game, seat) for seat in seats},
        winner=game.rules.winner(game.state),
        level=game.ending.level if game.ending is not None else "",
        hint="" if game.over else to_text(_hint(home, game)),
        owing=any(seat.reminded_at is None for seat in seats if seat.seat in owe),
        settled=settled,
        places=is_set_up(game),
    )


def _files(home: Home, game: Game) -> tuple[str, ...]:
    """What tells, from the mailbox folder, that a glance is out of date.

    The folder of the records tells of each that comes, goes or is put in place of another, the last record of itself.
    """
    save, key = f"{SAVES}/{game.name}", home.store.keys.root_file(game.name, game.position.journal.chain).name
    records = (TURNS, *(f"{TURNS}/{item.file}" for item in game.records[-1:]))
    return (*(f"{save}/{name}" for name in (GAME, SCENARIO, STATE, *records)), f"{SECRETS}/{key}")


def _hint(home: Home, game: Game) -> str:
    """What the referee can do about a game that waits for what enters its dice, or for refused lines; else ""."""
    try:
        chain_of(home, game)
    except (RefereeError, StoreError) as lost:
        return told_by(lost)
    lock = awaited_lock(home, game)
    if lock is not None:
        source = f" ({game.manifest.beacon_source})" if game.manifest.beacon_source else ""
        text = marked("the orders of {phase} are locked: 'pbem dice beacon {game} VALUE --source …'{source}")
        return Phrase(text, phase=lock.phase, game=game.name, source=source)
    if game.position.journal.chain > 1 and (missing := seats_without_nonce(home, game)):
        return Phrase("new words for the new dice: {missing}", missing=", ".join(missing))
    if refused := list(_refused(home, game)):
        text = marked("refused lines hold the phase until they are sent again, dropped or followed by DONE: {lines}")
        return Phrase(text, lines="; ".join(refused))
    return ""


def _refused(home: Home, game: Game) -> Iterator[str]:
    """The refused lines that hold the open phase: whose, of the email of when (UTC), and its number.

    What could not be read whole has neither number nor text.
    """
    for seat in home.seats(game.name):
        for held in holding_lines(home, game, seat):
            at = held.received.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
            yield f"{seat.seat}, {at}" + (f", {held.number}: {held.text}" if held.number else "")


def _said(home: Home, game: Game, seat: SeatRow) -> str:
    """What is known of a seat."""
    if seat.conceded:
        return "conceded"
    if home.game_row(game.name).started is None:
        return "has answered" if seat.answered_welcome else "has not answered the first mail"
    if seat.seat in seats_without_nonce(home, game):
        return "has not sent new words for the new dice" if seat.answered_welcome else "has not answered the first mail"
    if game.position.journal.suspended_run() is not None:
        told = {True: "has answered", False: "a question waits for an answer", None: "not asked now"}
        return told[question_owners(home, game).get(seat.seat)]
    found = next((a for a in seat_progress(home, game) if a.seat == seat.seat), None)
    if found is None:
        return "not asked now"
    if found.complete:
        return "orders are in" + (", asks to wait" if found.wait else "")
    sent = orders_in_force(home, game, seat.seat, game.state.phase)
    return "awaited" if sent is None else "awaited: orders have problems or lack something"
