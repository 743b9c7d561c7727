"""A game goes on although its records, or what the private side knew of them, are lost: recorded, and told to all.

The dice of records that were mailed are known, so the game gets new ones, and new words of every seat enter them. All
happens in one step of the database: killed on the way, the game stands still as before, and it is begun again.
"""

from dataclasses import replace
from datetime import datetime

from pbem.errors import Refused
from pbem.game.game import Game, open_game
from pbem.game.paths import SAVES, save_path
from pbem.mail.message.claims import message_id
from pbem.referee.admin.dice_root import rekey, require_reason
from pbem.referee.admin.rulings import reopen_phases, rollback_record, take_concessions_back
from pbem.referee.home.home import Home
from pbem.referee.home.past import Past, past_fault, past_of, records_in_git
from pbem.referee.home.secrets import mail_key
from pbem.referee.letters.queue import version_of
from pbem.referee.turn.deadlines import start_clock
from pbem.referee.turn.workflow import commit_record, open_phase
from pbem.store.counts import keep_counts
from pbem.store.rows import SeatRow

UNKNOWN = "?"  # the hash of a record that no save has


def go_on_without(home: Home, name: str, who: str, why: str, now: datetime) -> Game:
    """The game taken back to the records that are here, with new dice, its heads mailed to all seats.

    An open question is taken back with its phase. BadInput without a reason; Refused where nothing is lost.
    """
    why, path = require_reason(why), save_path(home.path, name)
    home.game_row(name)
    home.require_not_abandoned(name)
    game, past = open_game(path, home.effects), past_of(home.store, home.path, name)
    in_git = records_in_git(home.git, path)
    past = past and replace(past, in_git=max(in_git, default=0))
    if past is None or not past_fault(past, name, game.records):
        raise Refused(
            "Save and .pbem/ of {name} belong together: nothing is lost. 'pbem rollback {name} PHASE' goes back.",
            name=name,
        )
    _mark(home, name, past)
    home.opened[path] = game
    try:
        with home.store.transaction():
            _forget(home, game)
            game = _take_back(home, game, who, why, now)
            start_clock(home, name)
        keep_counts(home.path / SAVES, home.store.outbox, home.effects, anew=name)
        if lost := [file for file in in_git.values() if not file.exists()]:
            home.git.commit(lost, f"{name}: records that are lost", now)
    except BaseException:
        home.opened.pop(path, None)
        raise
    return game


def _mark(home: Home, name: str, past: Past) -> None:
    """Let the game stand still until all is done, whatever is written on the way."""
    home.store.games.change(name, recorded=max(past.told, past.recorded or 0), recorded_hash=past.hash or UNKNOWN)


def _take_back(home: Home, game: Game, who: str, why: str, now: datetime) -> Game:
    """Record the rollback and the new dice."""
    journal, to = game.position.journal, len(game.records)
    waiting = journal.suspended_run()
    if waiting is not None:  # the records that are lost may have shown all of its dice
        to = min(r.n for r in journal.in_force() if r.kind == "phase" and getattr(r, "at", "") == waiting.at) - 1
    game = commit_record(home, game, rollback_record(game, to, same_dice=False, who=who, why=why), now)
    take_concessions_back(home, game)
    reopen_phases(home, game)
    return open_phase(home, game, now) if game.over else rekey(home, game, who, why, now)


def _forget(home: Home, game: Game) -> None:
    """Let nothing count that the private side knows of records that are not here."""
    name, last, chain = game.name, len(game.records), game.position.journal.chain
    while home.store.keys.set_root_aside(name, chain + 1):
        chain += 1
    chain = game.position.journal.chain
    home.store.locks.write("DELETE FROM locks WHERE game = ? AND n > ?", name, last)
    home.store.outbox.write("UPDATE outbox SET record = 0 WHERE game = ? AND record > ?", name, last)
    for seat in home.seats(name):
        told, words = _last_report(home, game, seat), min(seat.nonce_chain, chain)
        home.store.seats.change(name, seat.seat, last_reported=told, nonce_chain=words)


def _last_report(home: Home, game: Game, seat: SeatRow) -> int:
    """The last record up to which a seat was told what stands here; 0 where no such report is known."""
    told = "game = ? AND seat = ? AND what = 'report'"
    rows = home.store.outbox.where(told, seat.game, seat.seat, order="record DESC", blank={"raw": "x''"})
    known = {row.message_id for row in rows}
    key, host = mail_key(home), home.config.host
    for item in reversed(game.records):
        n, version = item.record.n, version_of(item.hash)
        if message_id(key, game.name, "report", n, seat.seat, version, host) in known:
            return n
    return 0
