"""What a referee looks at: every game's status, a preview of what is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.core.orders import Line, Section, Sheet
from pbem.core.problems import Checked, Problem
from pbem.errors import RefereeError
from pbem.game.game import Table
from pbem.game.voice import told_problem, voice_of
from pbem.language.write import write_order
from pbem.referee.home.home import World
from pbem.referee.home.notices import explained
from pbem.referee.home.secrets import chain_of
from pbem.referee.turn.beacon_lock import waits
from pbem.referee.turn.nonces import silent
from pbem.referee.turn.workflow import awaited, close, owners, sent_lines, stands
from pbem.store.errors import StoreError


@dataclass(frozen=True, slots=True)
class GameStatus:
    """One game at a glance. `seats` says of each what is known: "awaited", "orders are in", "has not answered" …

    `level` is how much of a victory the winner has, where the rules tell.

    `waits` says what the referee can do about a game that waits for something that enters its dice; else "".
    """

    game: str
    ruleset: str
    turn: int
    phase: str
    why: str
    deadline: str | None
    seats: dict[str, str]
    winner: str | None
    level: str
    mail: dict[str, int]
    waits: str = ""

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def every_status(world: World, now: datetime) -> tuple[list[GameStatus], dict[str, str]]:
    """Where every game stands; and by name why that cannot be told of some."""
    found, faults = [], {}
    for name in world.games():
        try:
            found.append(game_status(world, name, now))
        except Exception as wrong:  # of this game alone
            faults[name] = explained(wrong)
    return found, faults


def game_status(world: World, name: str, now: datetime) -> GameStatus:
    """Where a game stands."""
    table, row = world.table(name), world.game(name)
    return GameStatus(
        game=name,
        ruleset=table.game.ruleset,
        turn=table.state.turn,
        phase=table.state.phase,
        why="over" if table.over else close(world, table, now).why,
        deadline=row.deadline.isoformat(timespec="minutes") if row.deadline else None,
        seats={seat.seat: _seat(world, table, seat.seat, row.started is not None) for seat in world.seats(name)},
        winner=table.rules.winner(table.state),
        level=table.ending.level if table.ending is not None else "",
        mail=_mail(world, name),
        waits="" if table.over else _waits(world, table),
    )


def _waits(world: World, table: Table) -> str:
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


def _seat(world: World, table: Table, seat: str, started: bool) -> str:
    row = world.store.seats.need(table.name, seat)
    if row.conceded:
        return "conceded"
    if not started:
        return "has answered" if row.answered_welcome else "has not answered the first mail"
    if seat in silent(world, table):
        return "has not sent new words for the new dice"
    if table.position.journal.suspended() is not None:
        told = {True: "has answered", False: "a question waits for an answer", None: "not asked now"}
        return told[owners(world, table).get(seat)]
    found = next((a for a in awaited(world, table) if a.seat == seat), None)
    if found is None:
        return "not asked now"
    if found.complete:
        return "orders are in" + (", asks to wait" if found.wait else "")
    sent = stands(world, table, seat, table.state.phase)
    return "awaited" if sent is None else "awaited: orders have problems or lack something"


def _mail(world: World, game: str) -> dict[str, int]:
    """What is wrong with the mails of a game: how many wait, failed, bounced."""
    count = world.store.outbox.count
    return {
        "waiting": count("game = ? AND state IN ('ready', 'sending')", game),
        "failed": count("game = ? AND state = 'failed'", game),
        "bounced": sum(row.count for row in world.store.bounces.of(game=game)),
    }


@dataclass(frozen=True, slots=True)
class Previewed:
    """One line of what would be run: seat, number (0: the sheet as a whole), order in full, what the check found.

    `notes` and `problems` are numbers and codes, `said` the same in words.
    """

    seat: str
    number: int
    order: str
    notes: dict[str, Any]
    problems: tuple[str, ...]
    said: str


def preview(world: World, table: Table, language: str) -> tuple[Previewed, ...]:
    """What the present phase would be run with, up to the first die: nothing is changed, nothing is rolled."""
    lines: list[Previewed] = []
    for seat, sent in sent_lines(world, table).items():
        section = Section(phase=table.state.phase, lines=sent)
        checked = table.rules.check(table.state, seat, Sheet(seat=seat, sections=(section,)))
        lines += [_previewed(table, seat, line, checked, language) for line in section.lines]
        lines += [_wrong(table, seat, 0, "", [p], language) for p in checked.problems if p.line == 0]
    return tuple(lines)


def _previewed(table: Table, seat: str, line: Line, checked: Checked, language: str) -> Previewed:
    found = next((f for f in checked.found if f.line.number == line.number), None)
    if found is None:
        problems = [p for p in checked.problems if p.line == line.number]
        return _wrong(table, seat, line.number, write_order(line.order, table.lexicon, language), problems, language)
    words = voice_of(table, language).words
    said = ", ".join(words.note(key) + ("" if value == "yes" else f" {value}") for key, value in found.notes.items())
    order = write_order(found.line.order, table.lexicon, language)
    return Previewed(seat, line.number, order, dict(found.notes), (), said)


def _wrong(table: Table, seat: str, number: int, order: str, problems: Sequence[Problem], language: str) -> Previewed:
    said = "; ".join(told_problem(table, problem, language) for problem in problems)
    return Previewed(seat, number, order, {}, tuple(p.code for p in problems), said)
