"""What must hold after each step: records stay, nobody reads what is not theirs, each game waits for somebody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.game.game import Game
from pbem.phrases import to_text
from pbem.referee.home.home import Home
from pbem.referee.home.notices import format_notice
from pbem.referee.turn.glance import current_glances
from pbem.referee.turn.nonces import seats_without_nonce
from pbem.referee.turn.workflow import closing_of, seats_owing, waiting_of
from pbem.store.rows import GameRow, SeatRow
from pbem.verify.verify import verify
from tests.simulate.letters import look_at_letters
from tests.simulate.steps import Step
from tests.simulate.truth import Broken

if TYPE_CHECKING:
    from tests.simulate.world import World

NEVER = ("mail-fault", "left-out", "public-failed", "game-stuck")
"""Notices of what may not happen, or only while a disk is full."""
MAY_BE_REFUSED = ("too-many", "same-message-id")
EVERY = 12
"""A game is verified once in so many changes, and when it has ended."""


def look(world: World, home: Home, step: Step) -> None:
    """Look at everything that the step may have changed; Broken where something is not as it must be."""
    truth = world.truth
    know_seats(world, home)
    changed = look_at_records(world)
    look_at_letters(world)
    settled, truth.settled = truth.settled, False
    if settled:
        look_at_notices(home)
        look_at_mails(world, home)
        for row in home.store.games.where():
            look_at_clock(home, row, world.clock)
        for path in sorted(home.opened):
            look_at_game(home, home.opened[path], world.clock)
    for name in changed:
        truth.unproved[name] = truth.unproved.get(name, 0) + 1
    for name in sorted(truth.unproved) if settled else ():
        if truth.unproved[name] >= EVERY:
            truth.unproved[name] = 0
            look_at_proofs(world, name)


def know_seats(world: World, home: Home) -> None:
    """Whose each token is; it stays theirs."""
    truth = world.truth
    truth.running = {row.name for row in home.store.games.where("ended IS NULL")} & set(home.games())
    for row in home.store.seats.where():
        if row.token not in truth.tokens:
            truth.tokens[row.token] = (row.game, row.seat)
        if row.address and row.token not in truth.holders:
            truth.holders[row.token] = person_of(row.address)


def person_of(address: str) -> str:
    """The name of the person with an address."""
    return address.partition("@")[0].partition(".")[0]


def look_at_records(world: World) -> set[str]:
    """No record that was once there changes or goes; the games that have new ones."""
    seen, changed, there = world.truth.records, set[str](), set[str]()
    for key, file in records_in(world.path / "saves"):
        there.add(key)
        stat = file.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        if key in seen and seen[key][0] == stamp:
            continue
        path = Path(key)
        data = path.read_bytes()
        if key in seen and seen[key][1] != data:
            raise Broken(f"A record was changed: {path.name}")
        changed.add(path.parent.parent.name)
        seen[key] = (stamp, data)
    if gone := sorted(seen.keys() - there):
        raise Broken(f"A record is gone: {gone[0]}")
    return changed


def records_in(saves: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files of the records below saves/, each with its path."""
    for game in os.scandir(saves):
        turns = f"{game.path}/turns"
        if os.path.isdir(turns):
            yield from ((each.path, each) for each in os.scandir(turns) if each.name.endswith(".json"))


def look_at_notices(home: Home) -> None:
    """Nothing has stumbled."""
    for notice in home.store.notices.open():
        if notice.code in NEVER:
            raise Broken(f"The referee is told: {to_text(format_notice(notice))}")


def look_at_mails(world: World, home: Home) -> None:
    """Every mail that lay in the mailbox was taken, and has a row that says what became of it."""
    network = world.network
    left = [key for key, (at, _) in network.waiting.items() if at <= network.now and key not in network.settled]
    if left and network.state == "up":
        raise Broken(f"{len(left)} mails were left in the mailbox")
    for key in network.settled.keys() - world.truth.taken:
        world.truth.taken.add(key)
        look_at_mail(world, home, network.waiting[key][1])


def look_at_mail(world: World, home: Home, raw: bytes) -> None:
    """It is known what became of a mail; and one that its player wrote, to the token of now, was not refused."""
    message_id = next(
        line.partition(b": ")[2] for line in raw.splitlines() if line.startswith(b"Message-ID: ")
    ).decode()
    rows = home.store.mails.with_id(message_id)
    if not rows:
        raise Broken(f"A mail was lost: {message_id}")
    written = world.truth.written.get(message_id)
    seat = world.truth.tokens.get(written.token) if written is not None else None
    row = home.store.seats.get(*seat) if seat is not None else None
    if written is None or row is None or (row.token, person_of(row.address)) != (written.token, written.person):
        return
    refused = [each.reason for each in rows if each.outcome == "refused" and each.reason not in MAY_BE_REFUSED]
    if len(refused) == len(rows) and written.address in row.addresses:
        raise Broken(f"A mail of {written.person} to {seat} was refused: {refused[0]}")


def look_at_clock(home: Home, row: GameRow, now: datetime) -> None:
    """No deadline in the past, but where nobody waits for one."""
    if row.ended or row.started is None or row.paused_at or row.deadline is None:
        return
    glance = current_glances(home, row.name).get(row.name)
    if glance is not None and (glance.winner is not None or glance.waits in ("nonces", "beacon")):
        return
    if row.deadline + timedelta(seconds=row.grace) <= now:
        raise Broken(f"{row.name}: its deadline {row.deadline:%m-%d %H:%M} is over at {now:%m-%d %H:%M}")


def look_at_game(home: Home, game: Game, now: datetime) -> None:
    """The game has ended, or waits: for somebody by name who was told, until a time, or for the referee."""
    row = home.game_row(game.name)
    if row.ended is not None:
        return
    if game.over:
        raise Broken(f"{game.name} is over, and its row does not know")
    seats = {seat.seat: seat for seat in home.seats(game.name)}
    vacant = {seat.seat for seat in seats.values() if not seat.addresses and not seat.bot}
    if vacant:
        look_at_vacancy(home, row)
    if row.started is None:
        for name in sorted(seats.keys() - vacant):
            must_be_told(home, row, seats[name], since=row.created)
        return
    if row.paused_at is not None:
        if row.paused_until is not None and row.paused_until <= now:
            raise Broken(f"{game.name}: its pause was to end at {row.paused_until}")
        return
    look_at_waiting(home, game, row, now)


def look_at_vacancy(home: Home, row: GameRow) -> None:
    """A seat that nobody holds: the game stands still, and the referee was told, or somebody asked to take it."""
    if row.started is not None and row.paused_at is None:
        raise Broken(f"{row.name} goes on, and nobody sits there")
    told = home.store.notices.count("code = 'seat-vacant' AND game = ?", row.name)
    if not told and not home.store.guests.count("game = ? AND role = 'invited'", row.name):
        raise Broken(f"{row.name} lacks a player, and the referee does not know")


def look_at_waiting(home: Home, game: Game, row: GameRow, now: datetime) -> None:
    """The same of a game whose clock runs, or would but for words or a beacon that it waits for."""
    seats = {seat.seat: seat for seat in home.seats(game.name)}
    waits, closing = waiting_of(home, game), closing_of(home, game, now)
    if closing.closes:
        raise Broken(f"{game.name}: its phase is due ({closing.why}), and was not closed")
    if waits.what in ("nonces", "beacon"):
        return
    if row.deadline is None and (missing := seats_without_nonce(home, game)):
        for name in missing:
            must_be_told(home, row, seats[name], since=row.created)
        return
    if row.deadline is None:
        raise Broken(f"{game.name} waits ({waits.what}) without a deadline")
    owing = seats_owing(home, game)
    if waits.what in ("orders", "question") and not owing:
        raise Broken(f"{game.name} waits for {waits.what} of nobody")
    for name in sorted(owing):
        must_be_told(home, row, seats[name], since=row.opened_at or row.created)


def must_be_told(home: Home, row: GameRow, seat: SeatRow, since: datetime) -> None:
    """A mail to the seat was queued since the phase was opened; where nobody sits there, no game waits for it."""
    if not seat.addresses:
        if not seat.bot:
            raise Broken(f"{row.name} waits for {seat.seat}, and nobody sits there")
        return
    told = "game = ? AND seat = ? AND recipient = ? AND at >= ?"
    if not home.store.outbox.count(told, row.name, seat.seat, seat.address, since):
        raise Broken(f"{row.name} waits for {seat.seat} ({seat.address}), who was not told since {since:%m-%d %H:%M}")


def look_at_proofs(world: World, name: str) -> None:
    """All proofs of the save hold; what a kill has left half done is not looked at before a tick has mended it."""
    verdict = verify(world.path / "saves" / name, length=world.truth.links)
    if verdict.fault is not None:
        raise Broken(f"{name} does not verify, {verdict.fault.code}: {verdict.fault}")
