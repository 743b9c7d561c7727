"""The sheets of a seat: what it sent is judged beside what it has in force, and its good lines are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbem.game.game import Game
from pbem.language.reading import Reading
from pbem.referee.home.home import Home
from pbem.referee.turn.beacon_lock import current_lock, has_beacon
from pbem.referee.turn.submission import Submission, judge_reading, kept_line
from pbem.referee.turn.workflow import lines_by_phase, questions_to, remember_check
from pbem.save.records import sheet_hash
from pbem.store.rows import SeatRow, SectionRow, SheetRow, StandingRow


def judge_sheet(home: Home, game: Game, seat: SeatRow, reading: Reading) -> Submission:
    """What a reading of a seat comes to, beside what it has in force. Nothing is kept."""
    lock = current_lock(home, game) if has_beacon(game) else None
    locked = lock.phase.partition(".")[2] if lock is not None else ""
    asked = questions_to(home, game, seat.seat)
    return judge_reading(
        game, seat.seat, reading, earlier=lines_by_phase(home, game, seat.seat), locked=locked, asked=asked
    )


def keep_sheet(
    home: Home, game: Game, seat: SeatRow, submission: Submission, source: str, identity: str, now: datetime
) -> None:
    """Keep the good lines of a sheet: they replace those of the phases that it has lines for."""
    if game.over or not (submission.reading.lines or submission.problems or submission.passed):
        return
    kept_phases = {phase for phase, lines in submission.accepted.items() if lines} | submission.passed
    good = {phase: [kept_line(line) for line in submission.accepted[phase]] for phase in sorted(kept_phases)}
    numbered = sorted((row for rows in good.values() for row in rows), key=lambda row: row["number"])
    sheet = SheetRow(
        game=game.name,
        seat=seat.seat,
        serial=0,
        turn=game.state.turn,
        received=now,
        source=source,
        identity=identity,
        sections=good,
        hash=sheet_hash(numbered),
        complete=submission.complete,
        problems=tuple({**p.to_json(), "phase": submission.refused.get(p.line, "")} for p in submission.problems),
    )
    rows = [_section(game, seat, phase, lines, submission) for phase, lines in good.items()]
    home.store.sheets.receive(sheet, rows)
    present = game.state.phase
    if present in kept_phases:
        remember_check(game, seat.seat, submission.accepted[present], complete=submission.is_sufficient)
    if submission.standing is not None:
        kept = tuple(kept_line(line) for line in submission.standing)
        home.store.standing.put(StandingRow(game.name, seat.seat, kept, now))


def _section(
    game: Game, seat: SeatRow, phase: str, rows: Sequence[dict[str, Any]], submission: Submission
) -> SectionRow:
    complete = phase not in submission.refused.values()
    hash_ = sheet_hash(rows)
    return SectionRow(game.name, seat.seat, game.state.turn, phase, 0, tuple(rows), hash_, complete)
