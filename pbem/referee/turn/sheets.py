"""The sheets of a seat: what it sent is judged beside what it has in force, and its good lines are kept."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from pbem.core.orders import Line, merge_standing
from pbem.core.pieces import natural
from pbem.core.problems import Problem
from pbem.game.codec import read_lines
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.reading import MAX_ORDERS, Reading
from pbem.language.words import Word, key
from pbem.language.words import words as words_of
from pbem.referee.home.home import Home
from pbem.referee.turn.beacon_lock import current_lock, has_beacon
from pbem.referee.turn.progress import (
    HeldLine,
    held_lines,
    is_over,
    keep_back,
    lines_by_phase,
    proposed_orders,
    remember_check,
)
from pbem.referee.turn.submission import Submission, judge_reading, kept_line, read_orders, void_submission
from pbem.referee.turn.workflow import questions_to, standing_orders
from pbem.save.records import sheet_hash
from pbem.store.rows import SeatRow, SectionRow, SheetRow, StandingRow


def judge_sheet(home: Home, game: Game, seat: SeatRow, reading: Reading) -> Submission:
    """What a reading of a seat comes to, beside what it has in force: nothing in a game that is over. None is kept."""
    if is_over(home, game):
        return void_submission(reading)
    lock = current_lock(home, game) if has_beacon(game) else None
    locked = lock.phase.partition(".")[2] if lock is not None else ""
    asked, earlier = questions_to(home, game, seat.seat), lines_by_phase(home, game, seat.seat)
    before = () if reading.replaces else standing_orders(home, game).get(seat.seat, ())
    language = seat.language
    return judge_reading(
        game, seat.seat, reading, earlier=earlier, locked=locked, asked=asked, before=before, language=language
    )


def keep_sheet(
    home: Home,
    game: Game,
    seat: SeatRow,
    submission: Submission,
    source: str,
    identity: str,
    now: datetime,
    *,
    ended: bool = False,
) -> None:
    """Keep the good lines of a sheet, in the places of those that they replace.

    A sheet without lines is one too where it `ended` a turn: its player has answered.
    """
    if is_over(home, game) or not (submission.reading.lines or submission.problems or submission.passed or ended):
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
        problems=tuple(_refused(p, submission) for p in submission.problems),
    )
    rows = [_section(game, seat, phase, lines) for phase, lines in submission.sheet.items()]
    home.store.sheets.receive(sheet, rows)
    if game.state.phase in submission.sheet:
        remember_check(game, seat.seat, submission.sheet[game.state.phase], complete=submission.is_sufficient)
    if game.state.phase in kept_phases:
        stop_asking(home, game, seat.seat, {game.state.phase})
    if submission.standing is not None:
        row = None if submission.reading.replaces else home.store.standing.get(game.name, seat.seat)
        earlier = read_lines(game.rules, row.lines) if row is not None else ()
        kept = tuple(map(kept_line, merge_standing(earlier, submission.standing)))
        home.store.standing.put(StandingRow(game.name, seat.seat, kept, now))


def would_count(home: Home, game: Game, seat: SeatRow, held: HeldLine) -> bool:
    """Whether a refused line of an earlier mail would be taken now, were it sent again, in the place of no other."""
    reading = read_orders(game, seat.seat, held.order, language=seat.language)
    lines = tuple(replace(line, phase=held.phase) for line in reading.lines)
    again = judge_sheet(home, game, seat, replace(reading, lines=lines))
    replaced = any(merged.owners for merged in again.merged.values())
    return bool(lines) and not (again.problems or again.spoiled_lines or replaced)


def stop_asking(home: Home, game: Game, seat: str, phases: Collection[str]) -> bool:
    """Take ASK back for phases of this turn; whether there was one."""
    row = home.store.seats.need(game.name, seat)
    gone = {f"{game.state.turn}.{phase}" for phase in phases} & set(row.asked)
    if gone:
        home.store.seats.change(game.name, seat, asked=tuple(each for each in row.asked if each not in gone))
    return bool(gone)


LONGEST = 7
"""Words of a name in a DROP."""
_CLAUSE = re.compile(r"[,.;:!]\s+")
_PROSE = 2
"""So many words, and more, that are nothing in a part of a DROP make it prose."""
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
"""The number of a line, or the first and the last of several."""


class Dropped(NamedTuple):
    """The lines that a DROP took out, the orders that stand by the same numbers and were not meant, the units of a
    set-up that the form's proposal no longer places, and the words that name no line.
    """

    taken: tuple[str, ...]
    standing: tuple[Line, ...] = ()
    kept_back: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def drop_lines(home: Home, game: Game, seat: SeatRow, wanted: str) -> Dropped:
    """Take lines of the turn out, by their numbers or by the names of who is ordered.

    A refused line that holds the phase open goes by its number too, the number that its receipt had. Where an order
    that stands has the same one, only the refused line goes: that is what the receipt has asked for. In a set-up the
    units stay out of what the form proposes, also those that had no line yet.
    """
    lines_of, proposed = lines_by_phase(home, game, seat.seat), proposed_orders(game, seat)
    actors = {actor for lines in lines_of.values() for line in lines for actor in line.order.actors()}
    named, numbers, unknown = _read_wanted(game, seat, wanted, actors | proposed.keys())
    back = named & proposed.keys()
    refused = _drop_held(home, game, seat, numbers)
    numbers -= {held.number for held in refused}
    lock = current_lock(home, game) if has_beacon(game) else None
    fixed = {lock.phase.partition(".")[2]} if lock is not None else set[str]()
    fixed |= {game.state.phase} if game.position.journal.suspended_run() is not None else set()
    taken, standing = list[str](), list[Line]()
    for phase, lines in lines_of.items():
        standing += [line for line in lines if any(line.number == held.number for held in refused)]
        gone = (
            []
            if phase in fixed
            else [line for line in lines if line.number in numbers or not named.isdisjoint(line.order.actors())]
        )
        left = [line for line in lines if line not in gone]
        if gone:
            rows = tuple(map(kept_line, left))
            home.store.sections.change(game.name, seat.seat, game.state.turn, phase, lines=rows, hash=sheet_hash(rows))
            taken += [line.text for line in gone]
            back |= {actor for line in gone for actor in line.order.actors()} & proposed.keys()
    keep_back(home, game, seat, back)
    told = tuple(sorted(back, key=natural))
    return Dropped((*taken, *(held.text for held in refused)), tuple(standing), told, unknown)


def dropped_units(game: Game, seat: SeatRow, wanted: str, able: Collection[str]) -> frozenset[str]:
    """Those of some units that a DROP names."""
    return _read_wanted(game, seat, wanted, able)[0]


def _read_wanted(
    game: Game, seat: SeatRow, wanted: str, able: Collection[str]
) -> tuple[frozenset[str], set[int], tuple[str, ...]]:
    """What a DROP names: some of the units `able`, by id, its beginning if one alone has it, short or whole name;
    numbers of lines; other words.

    The longest name counts: the number in "R 18" is no line's, nor is it where nothing of R 18 can be dropped. Nothing
    is named by what tells what is to stay: "all but the fleets".
    """
    every = words_of(wanted)
    if any(longest_match(every[at:], command_words().but) for at in range(len(every))):
        return frozenset(), set(), (wanted,)
    said, lexicon = voice_of(game, seat.language).words, game.lexicon
    known: dict[str, set[str]] = {}
    for unit in able:
        for name in (unit, said.short(unit), said.unit(unit)):
            for spelt in {key(name), key(name).replace("-", "")}:  # TER8 too
                known.setdefault(spelt, set()).add(unit)
    said_so = command_words()
    idle = {*said_so.skip, *said_so.courtesies, *said_so.rows, *lexicon.verbs, *lexicon.keywords}
    read = partial(_read_clause, known=known, able=able, idle=idle, lexicon=lexicon)
    meant = [read(every)]
    if meant[0][2] and len(clauses := _CLAUSE.split(wanted)) > 1:
        first, *others = (read(words_of(clause)) for clause in clauses)
        meant = [first, *(each for each in others if len(each[2]) < _PROSE)]  # "2 please, Fresia keeps his order"
    units, numbers, unknown = zip(*meant, strict=True)
    return frozenset().union(*units), set().union(*numbers), tuple(word for each in unknown for word in each)


def _read_clause(
    read: Sequence[Word], known: Mapping[str, set[str]], able: Collection[str], idle: Collection[str], lexicon: Lexicon
) -> tuple[set[str], set[int], list[str]]:
    """The units, numbers and other words of a part of what a DROP names."""
    at, units, numbers, unknown = 0, set[str](), set[int](), list[str]()
    while at < len(read):
        longest = range(min(len(read) - at, LONGEST), 0, -1)
        joined = ((size, "-".join(word.key for word in read[at : at + size])) for size in longest)
        size, name = next(((size, name) for size, name in joined if name in known), (1, ""))
        word = read[at]
        at += size
        if name:
            units |= known[name]
        elif found := _RANGE.fullmatch(word.key):
            upto = _RANGE.fullmatch(read[at + 1].key) if at + 1 < len(read) and _is_to(read[at], lexicon) else None
            at += 2 if upto else 0  # "1 to 4"
            first, last = int(found[1]), int((upto or found)[2] or (upto or found)[1])
            numbers |= set(range(first, min(last, first + MAX_ORDERS) + 1))
        elif word.key in idle:
            continue
        elif at < len(read) and _RANGE.fullmatch(read[at].key) and word.key in lexicon.unit_words:  # URR 4, an enemy
            unknown.append(f"{word.text} {read[at].text}")
            at += 1
        elif len(begun := {unit for unit in able if unit.startswith(f"{word.key}-")}) == 1:  # as in an order
            units |= begun
        else:
            unknown.append(word.text)
    return units, numbers, unknown


def _is_to(word: Word, lexicon: Lexicon) -> bool:
    return lexicon.keywords.get(word.key) == "TO"


def _drop_held(home: Home, game: Game, seat: SeatRow, numbers: set[int]) -> list[HeldLine]:
    """Take refused lines out that hold the phase open; those taken out."""
    taken: list[HeldLine] = []
    for held in held_lines(home, game, seat):
        if held.number in numbers:
            row = next(r for r in home.store.sheets.of(game=game.name, seat=seat.seat) if r.serial == held.serial)
            problems = tuple(p | {"dropped": True} if p["line"] == held.number else p for p in row.problems)
            home.store.sheets.change(game.name, seat.seat, held.serial, problems=problems)
            taken.append(held)
    return taken


def _refused(problem: Problem, submission: Submission) -> dict[str, Any]:
    """A problem as the private side keeps it: with the phase that it is of, the line as it was read and as written."""
    read = next((line for line in submission.reading.lines if line.number == problem.line), None)
    text, mended = (read.text, read.mended) if read is not None else ("", "")
    written = {"written": mended} if mended else {}
    return {**problem.to_json(), "phase": submission.refused.get(problem.line, ""), "text": text, **written}


def _section(game: Game, seat: SeatRow, phase: str, lines: Sequence[Line]) -> SectionRow:
    rows = tuple(map(kept_line, lines))
    return SectionRow(game.name, seat.seat, game.state.turn, phase, 0, rows, sheet_hash(rows))
