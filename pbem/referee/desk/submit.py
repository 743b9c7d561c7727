"""Orders that did not come by mail: a file that the referee checks or takes for a seat."""

import hashlib
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.errors import BadInput
from pbem.game.game import Table
from pbem.game.voice import voice_of
from pbem.language.reading import Reading
from pbem.referee.home.home import World
from pbem.referee.home.sweep import Ticked
from pbem.referee.intake.answer import answer
from pbem.referee.intake.commands import Done, carry_out
from pbem.referee.intake.passphrase import blanked
from pbem.referee.letters.outbox import send
from pbem.referee.letters.short import receipt
from pbem.referee.turn.sheets import judge_sheet, keep_sheet
from pbem.referee.turn.submission import read_orders
from pbem.report.letters import render_letter
from pbem.store.rows import SeatRow

LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a file: the receipt as text, the problems as JSON values, and whether every line is good."""

    text: str
    data: dict[str, Any]
    good: bool


def check_file(world: World, game: str, seat: str, file: Path, now: datetime) -> Judged:
    """Judge a file of orders; nothing is kept. Commands in it are not carried out."""
    table = world.table(game)
    row = seat_of(world, table, seat)
    submission = judge_sheet(world, table, row, _reading(table, row, *_read(file)))
    return _judged(world, Done(table, row), submission, now)


def submit_file(world: World, game: str, seat: str, file: Path, now: datetime) -> Judged:
    """Take a file of orders for a seat, as if it had come by mail; the player gets the receipt."""
    table = world.table(game)
    row = seat_of(world, table, seat)
    text, kind = _read(file)
    identity = hashlib.sha256(f"file {now.isoformat()} {text}".encode()).hexdigest()
    with world.store.transaction():
        reading = _reading(table, row, text, kind)
        done = carry_out(world, table, row, reading.commands, identity, now)
        submission = judge_sheet(world, done.table, done.seat, reading)
        keep_sheet(world, done.table, done.seat, submission, "phone", identity, now)
        answer(world, done, submission, (), identity, "", now)
    judged = _judged(world, done, submission, now)
    send(world, now, Ticked())
    return judged


def seat_of(world: World, table: Table, seat: str) -> SeatRow:
    """The seat of a game by its name; BadInput with those that there are."""
    row = world.store.seats.get(table.name, seat)
    if row is None:
        known = ", ".join(s.seat for s in world.seats(table.name))
        raise BadInput(f"{table.name} has no seat {seat!r}; there are {known}.")
    return row


def _reading(table: Table, seat: SeatRow, text: str, kind: str) -> Reading:
    """The orders and commands of a file, every line of which is meant as one."""
    text = blanked(text) if kind == "text" else text
    return read_orders(table, seat.seat, text, kind=kind, strict=kind == "text")


def _read(file: Path) -> tuple[str, str]:
    data = sys.stdin.buffer.read(LARGEST + 1) if str(file) == "-" else file.read_bytes()
    if len(data) > LARGEST:
        raise BadInput(f"{file} is larger than a sheet of orders can be ({LARGEST} bytes).")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise BadInput(f"{file}: byte {wrong.start} is not UTF-8. Save the file as UTF-8 text.") from None
    return text, "json" if text.lstrip().startswith("{") else "text"


def _judged(world: World, done: Done, submission: Any, now: datetime) -> Judged:
    letter = receipt(world, done.table, done.seat, submission, done.answers, done.notes, now)
    voice = voice_of(done.table, done.seat.language)
    problems = [p.to_json() for p in submission.problems]
    data = {
        "complete": submission.complete,
        "lines": [{"number": x.number, "verdict": x.verdict, "order": x.understood} for x in letter.lines],
        "problems": problems,
    }
    return Judged(render_letter(letter, voice.words, voice.translations).text, data, not problems)
