"""What a referee looks at: where every game stands. A save is opened only where that is not known without."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.phrases import from_text
from pbem.referee.home.home import Home
from pbem.referee.home.lifecycle import stage_of
from pbem.referee.home.notices import explain_fault
from pbem.referee.turn.absences import absences_of, own_silences, today_of
from pbem.referee.turn.glance import closing_of, current_glances, look
from pbem.store.rows import GameRow, GlanceRow


@dataclass(frozen=True, slots=True)
class GameStatus:
    """One game at a glance. `seats` says of each what is known: "awaited", "orders are in", "has not answered" …

    `level` is how much of a victory the winner has, where the rules tell.

    `waits` says what the referee can do about a game that waits for something that enters its dice; else "". `missed`
    counts the deadlines that passed without a mail of the present player of a seat, of those that have missed any.
    `stage` as in `home/lifecycle.py`. `absences` are those that are not over yet, of each the seat, its `first` and
    `last` day and whether it is `now`; `bots` are the seats that a computer player holds, with whether a person has the
    seat too.
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
    missed: dict[str, int] = field(default_factory=dict)
    stage: str = ""
    absences: tuple[dict[str, Any], ...] = ()
    bots: dict[str, bool] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {**{name: getattr(self, name) for name in self.__slots__}, "absences": list(self.absences)}


def every_status(home: Home, now: datetime) -> tuple[list[GameStatus], dict[str, str]]:
    """Where every game stands; and by name why that cannot be told of some."""
    rows, glances, mails = {row.name: row for row in home.store.games.of()}, current_glances(home), _mails(home)
    found, faults = [], {}
    for name in home.games():
        try:
            row = rows.get(name) or home.game_row(name)
            found.append(_status(home, row, glances.get(name) or look(home, name), mails, now))
        except Exception as wrong:  # of this game alone
            faults[name] = explain_fault(wrong)
    return found, faults


def game_status(home: Home, name: str, now: datetime) -> GameStatus:
    """Where a game stands."""
    row = home.game_row(name)
    return _status(home, row, current_glances(home, name).get(name) or look(home, name), _mails(home), now)


def _status(
    home: Home, row: GameRow, glance: GlanceRow, mails: Mapping[str, dict[str, int]], now: datetime
) -> GameStatus:
    over = glance.winner is not None or row.ended is not None
    return GameStatus(
        game=row.name,
        ruleset=glance.ruleset,
        turn=glance.turn,
        phase=glance.phase,
        why="over" if over else closing_of(row, glance, now).why,
        deadline=row.due.isoformat(timespec="minutes") if row.due and not over else None,
        seats={
            seat: "not asked now" if over and known != "conceded" else known for seat, known in glance.seats.items()
        },
        winner=glance.winner,
        level=glance.level,
        mail={"waiting": 0, "failed": 0, "bounced": 0, **mails.get(row.name, {})},
        waits="" if over else from_text(glance.hint),
        stage=stage_of(row, over=glance.winner is not None, asks=glance.waits == "question", places=glance.places),
        absences=tuple(_absences(home, row.name, now)),
        bots={seat.seat: bool(seat.addresses) for seat in home.seats(row.name) if seat.bot},
        missed={
            seat.seat: len(each) for seat in home.seats(row.name) if (each := own_silences(home, row.name, seat.seat))
        },
    )


def _absences(home: Home, game: str, now: datetime) -> Iterator[dict[str, Any]]:
    """The absences of a game's players that are not over yet, by seat and day."""
    for seat in home.seats(game):
        today = today_of(seat, now)
        for each in sorted(absences_of(home, game, seat.seat), key=lambda one: one.first):
            if each.last >= today:
                days = {"first": each.first.isoformat(), "last": each.last.isoformat()}
                yield {"seat": seat.seat, **days, "now": each.first <= today}


def _mails(home: Home) -> dict[str, dict[str, int]]:
    """What is wrong with the mails of each game: how many wait, failed, bounced."""
    found: dict[str, dict[str, int]] = {}
    for game, waiting, failed in home.store.outbox.unsent():
        found[game] = {"waiting": waiting, "failed": failed}
    for row in home.store.bounces.of():
        mine = found.setdefault(row.game, {})
        mine["bounced"] = mine.get("bounced", 0) + row.count
    return found
