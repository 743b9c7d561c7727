"""Orders that did not come by mail: a file that the referee checks or takes for a seat."""

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.errors import BadInput
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.messages import translations
from pbem.language.reading import Reading
from pbem.phrases import marked
from pbem.referee.home.home import Home
from pbem.referee.home.sweep import TickResult
from pbem.referee.intake.answer import answer
from pbem.referee.intake.commands.carry_out import CommandsResult, carry_out, show_result
from pbem.referee.intake.passphrase import blank_passphrases
from pbem.referee.letters.outbox import send_mails
from pbem.referee.letters.queue import Mailing
from pbem.referee.letters.receipt import receipt
from pbem.referee.turn.sheets import judge_sheet, keep_sheet
from pbem.referee.turn.submission import read_orders
from pbem.report.letters import render_letter
from pbem.store.rows import SeatRow

LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What became of a file: the receipt as text, the problems as JSON values, and whether every line is good."""

    text: str
    data: dict[str, Any]
    good: bool


def check_file(
    home: Home, game: str, seat: str, file: Path | None, now: datetime, suppose: Sequence[str] = ()
) -> CheckedFile:
    """Judge a file of orders; nothing is kept. Commands in it are not carried out.

    What else to `suppose` ("rey ENTERS busceja-bridge") stands behind what it says. BadInput where there is neither,
    and for a sheet in JSON beside it.
    """
    opened = home.open_game(game)
    row = seat_of(home, opened, seat)
    if file is None and not suppose:
        raise BadInput("What is to be judged? Name a file of orders, - for standard input, or --suppose.")
    text, kind = ("", "text") if file is None else _read(file)
    if suppose and kind == "json":
        raise BadInput("A sheet in JSON supposes nothing: write the orders as text, or leave the file out.")
    text = "\n".join([text, *(f"SUPPOSE {each}" for each in suppose)]) if suppose else text
    submission = judge_sheet(home, opened, row, _reading(opened, row, text, kind))
    return _checked_file(home, CommandsResult(opened, row), submission, now)


def submit_file(home: Home, game: str, seat: str, file: Path, now: datetime) -> CheckedFile:
    """Take a file of orders for a seat, as if it had come by mail; the player gets the receipt."""
    opened = home.open_game(game)
    row = seat_of(home, opened, seat)
    text, kind = _read(file)
    identity = hashlib.sha256(f"file {now.isoformat()} {text}".encode()).hexdigest()
    with home.store.transaction():
        reading = _reading(opened, row, text, kind)
        result = carry_out(home, opened, row, reading.commands, identity, now)
        submission = judge_sheet(home, result.game, result.seat, reading)
        ended = result.seat.done not in ("", row.done)
        keep_sheet(home, result.game, result.seat, submission, "phone", identity, now, ended=ended)
        result = show_result(home, result, reading.commands, identity, now)
        answer(home, result, submission, (), Mailing("receipt", identity), now)
    judged = _checked_file(home, result, submission, now, _left_out(row, text))
    send_mails(home, now, TickResult())
    return judged


def seat_of(home: Home, game: Game, seat: str) -> SeatRow:
    """The seat of a game by its name; BadInput with those that there are."""
    row = home.store.seats.get(game.name, seat)
    if row is None:
        known = ", ".join(s.seat for s in home.seats(game.name))
        raise BadInput("{game} has no seat {seat!r}; there are {known}.", game=game.name, seat=seat, known=known)
    return row


def _reading(game: Game, seat: SeatRow, text: str, kind: str) -> Reading:
    """The orders and commands of a file, every line of which is meant as one."""
    text = blank_passphrases(text) if kind == "text" else text
    return read_orders(game, seat.seat, text, kind=kind, strict=kind == "text")


def _read(file: Path) -> tuple[str, str]:
    text = read_file(file, LARGEST, marked("{file} is larger than a sheet of orders can be ({largest} bytes)."))
    return text, "json" if text.lstrip().startswith("{") else "text"


def read_file(file: Path, largest: int, too_large: str) -> str:
    """The text of a file, or of standard input (-); BadInput where it has more bytes, or is not UTF-8."""
    if str(file) == "-":
        data = sys.stdin.buffer.read(largest + 1)
    else:
        with file.open("rb") as opened:
            data = opened.read(largest + 1)
    if len(data) > largest:
        raise BadInput(too_large, file=file, largest=largest)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise BadInput(
            "{file}: byte {start} is not UTF-8. Save the file as UTF-8 text.", file=file, start=wrong.start
        ) from None


def _left_out(seat: SeatRow, text: str) -> tuple[str, ...]:
    """What is said of passphrases in a file: they are not read."""
    if blank_passphrases(text) == text:
        return ()
    return (translations(seat.language).gettext("A passphrase is set by email only: it proves who writes."),)


def _checked_file(
    home: Home, result: CommandsResult, submission: Any, now: datetime, left_out: Sequence[str] = ()
) -> CheckedFile:
    notes = (*result.notes, *left_out)
    letter = receipt(home, result.game, result.seat, submission, result.answers, notes, now)
    voice = voice_of(result.game, result.seat.language)
    problems = [p.to_json() for p in submission.problems]
    data = {
        "complete": letter.complete,
        "lines": [{"number": x.number, "verdict": x.verdict, "order": x.understood} for x in letter.lines],
        "problems": problems,
    }
    return CheckedFile(render_letter(letter, voice.words, voice.translations).text, data, not problems)
