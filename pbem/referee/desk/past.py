"""All that happened in a game, turn by turn, as a referee looks it up: records with their orders and dice, and mails.

Of a phase that is still to be run the lines are counted, not shown: a referee may play too. The mail itself has them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pbem.core.problems import Problem
from pbem.game.game import Game
from pbem.game.voice import problem_sentence, voice_of
from pbem.referee.desk.mail import SHORT, MailSummary, list_mails
from pbem.referee.home.home import Home
from pbem.referee.letters.history import HistoryEntry, format_history, history
from pbem.save.records import PhaseRecord
from pbem.store.rows import SheetRow

MOST = 2000  # mails of a game that are told of, the latest
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Ordered:
    """The lines of a seat that a phase was run with; `bot`: a computer player wrote them."""

    seat: str
    lines: tuple[str, ...]
    bot: bool


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll as a report's proof names it: label, faces, and what they meant in words ("" for no more than faces)."""

    label: str
    faces: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened: a record or decision in words, or a mail, or a sheet that was dictated (neither).

    `said` and `notes` tell a record or decision as `pbem history` does. `taken` counts the lines of orders that were
    taken from a mail or dictated sheet; `refused` are those that were not, each with the reason, and with "" for a line
    what is wrong with all of it. `back` is the phase of a record in force ("3.combat"), which may be taken back.
    """

    at: datetime | None
    said: str = ""
    notes: tuple[str, ...] = ()
    orders: tuple[Ordered, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    mail: MailSummary | None = None
    seat: str = ""
    taken: int = 0
    refused: tuple[tuple[str, str], ...] = ()
    back: str = ""


@dataclass(frozen=True, slots=True)
class TurnPast:
    """What happened in a turn, in order; `played`: there are records of it, so it has reports and a map."""

    turn: int
    moments: tuple[Moment, ...]
    played: bool


def past_turns(home: Home, game: Game, language: str) -> tuple[TurnPast, ...]:
    """The turns of a game, the latest first."""
    store = home.store
    beside = {"decisions": store.decisions.of(game=game.name), "silences": store.silences.of(game=game.name)}
    entries = history(game, home.git, language, **beside)  # type: ignore[arg-type]
    placed = [*_records(game, entries, language), *_mails(home, game, entries, language)]
    turns: dict[int, list[tuple[Any, Moment]]] = {}
    for turn, rank, moment in placed:
        turns.setdefault(turn, []).append((rank, moment))
    played = {entry.turn for entry in entries if entry.hash}
    return tuple(
        TurnPast(turn, tuple(moment for _, moment in sorted(turns[turn], key=lambda one: one[0])), turn in played)
        for turn in sorted(turns, reverse=True)
    )


def _rank(at: datetime, kind: int, n: int = 0) -> tuple[datetime, int, int]:
    """Where something stands in its turn. Git knows seconds: what came in one was there before what came of it."""
    return at.astimezone(UTC).replace(microsecond=0), kind, n


def _records(
    game: Game, entries: Iterable[HistoryEntry], language: str
) -> Iterable[tuple[int, tuple[datetime, int, int], Moment]]:
    """The records and decisions, each with its turn and place; one without a time stands behind the one before."""
    found, last = {item.record.n: item.record for item in game.records}, _LONG_AGO
    back = {each.n: each.at for each in game.position.journal.in_force() if isinstance(each, PhaseRecord)}
    for entry in entries:
        last = max(last, entry.when or last) if entry.hash else last
        said, *notes = format_history(game, [entry], language, "UTC")
        record = found.get(entry.n) if entry.hash else None
        orders, rolls = _played(game, record, language) if isinstance(record, PhaseRecord) else ((), ())
        notes = [note.strip() for note in notes]
        moment = Moment(entry.when, said, tuple(notes), orders, rolls, back=back.get(entry.n, "") if entry.hash else "")
        yield entry.turn, _rank(last if entry.hash else entry.when or last, 2 if entry.hash else 1, entry.n), moment


def _played(game: Game, record: PhaseRecord, language: str) -> tuple[tuple[Ordered, ...], tuple[Rolled, ...]]:
    """The orders and the dice of a phase."""
    words = voice_of(game, language).words
    orders = (Ordered(each.seat, tuple(line.text for line in each.lines), each.bot) for each in record.sheets)
    return tuple(orders), tuple(Rolled(roll.label, roll.text, words.meaning(roll.meaning)) for roll in record.rolls)


def _mails(
    home: Home, game: Game, entries: Iterable[HistoryEntry], language: str
) -> Iterable[tuple[int, tuple[datetime, int, int], Moment]]:
    """The mails and dictated sheets, each with its turn and place.

    A mail with orders is of the turn that they were for, another of that whose record came next.
    """
    ends = sorted((entry.when, entry.turn) for entry in entries if entry.hash and entry.when is not None)
    sheets = {sheet.identity[:SHORT]: sheet for sheet in home.store.sheets.of(game=game.name)}

    def turn_of(at: datetime, *, out: bool) -> int:
        if out and ends:  # it tells of the record before
            return next((turn for when, turn in reversed(ends) if when <= at), ends[0][1])
        return next((turn for when, turn in ends if when >= at.replace(microsecond=0)), game.state.turn)

    for mail in list_mails(home, game=game.name, most=MOST):
        out, sheet = mail.way == "out", None if mail.way == "out" else sheets.pop(mail.id, None)
        turn = sheet.turn if sheet is not None else turn_of(mail.at, out=out)
        moment = Moment(mail.at, mail=mail, seat=mail.seat, **_written(game, sheet, language))
        yield turn, _rank(mail.at, 3 if out else 0), moment
    for sheet in sheets.values():
        if sheet.source == "phone":  # what a computer player sent stands with the record
            moment = Moment(sheet.received, seat=sheet.seat, **_written(game, sheet, language))
            yield sheet.turn, _rank(sheet.received, 0), moment


def _written(game: Game, sheet: SheetRow | None, language: str) -> Mapping[str, Any]:
    """How many lines of a sheet were taken, and which were not and why; nothing of a mail without orders."""
    if sheet is None:
        return {}
    refused = []
    for row in sheet.problems:
        problem = Problem.model_validate({key: value for key, value in row.items() if key in Problem.model_fields})
        refused.append((str(row.get("text", "")), problem_sentence(game, problem, language)))
    return {"taken": sum(map(len, sheet.sections.values())), "refused": tuple(refused)}
