"""What came of all games: who won them, how long they were, how their players answered, how their dice fell."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from pbem.errors import TROUBLE
from pbem.game.game import Definition, open_definition
from pbem.game.paths import ARCHIVE, SAVES, archived_games, games, save_path
from pbem.referee.desk.reliability import Reliability, asked_turns, by_player, reliability
from pbem.referee.home.home import Home
from pbem.referee.home.notices import explain_fault
from pbem.referee.letters.history import record_times
from pbem.save.git import Git
from pbem.save.journal import Journal
from pbem.save.records import EndRecord, PhaseRecord
from pbem.verify.dice_statistics import Counted, Statistics, count, statistics_of

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. `winner` is a side, draw, or None while it goes on; `state` is over, abandoned, handed-over or played.

    `turns` were played, or begun; `days` lie between its first record and its last, None where those have no dates.
    """

    game: str
    ruleset: str
    scenario: str
    title: dict[str, str]
    state: str
    winner: str | None
    level: str
    reason: str
    turns: int
    days: float | None

    def to_json(self) -> Json:
        """The same as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class ScenarioTally:
    """The games of one scenario: how many there are, are over and ended in a draw, who won how many, how long."""

    ruleset: str
    scenario: str
    title: dict[str, str]
    games: int
    over: int
    won: dict[str, int]
    turns: float | None
    days: float | None

    def to_json(self) -> Json:
        """The same as JSON values."""
        names = ("ruleset", "scenario", "title", "games", "over", "won")
        return {**{n: getattr(self, n) for n in names}, "median-turns": self.turns, "median-days": self.days}


@dataclass(frozen=True, slots=True)
class SeatAnswers:
    """How the players of a seat answered."""

    game: str
    seat: str
    address: str
    answers: Reliability


@dataclass(frozen=True, slots=True)
class AllStatistics:
    """Everything. `dice` are those of each game by name, `all_dice` of all together; `faults` tell by game what could
    not be read."""

    games: tuple[GameResult, ...]
    tallies: tuple[ScenarioTally, ...]
    seats: tuple[SeatAnswers, ...]
    players: dict[str, Reliability]
    dice: dict[str, Statistics]
    all_dice: Statistics
    faults: dict[str, str]

    def to_json(self) -> Json:
        """The same as JSON values."""
        seats = [{"game": s.game, "seat": s.seat, "address": s.address, **s.answers.to_json()} for s in self.seats]
        return {
            "games": [each.to_json() for each in self.games],
            "results": [each.to_json() for each in self.tallies],
            "seats": seats,
            "players": [{"address": address, **each.to_json()} for address, each in self.players.items()],
            "dice": {"all": self.all_dice.to_json(), "games": {n: s.to_json() for n, s in self.dice.items()}},
            "faults": {name: str(why) for name, why in self.faults.items()},
        }


def all_statistics(folder: Path, home: Home | None, also: Sequence[str], git: Git | None) -> AllStatistics:
    """The statistics of all games in a folder, those only looked at too, and of save folders named beside them.

    `home` is the mailbox, where the folder is one. BadInput for a name that is no game.
    """
    paths = [folder / SAVES / name for name in games(folder)]
    paths += [folder / ARCHIVE / name for name in archived_games(folder)]
    paths += [path for path in (save_path(folder, name) for name in also) if path not in paths]
    results: list[GameResult] = []
    dice: dict[str, Counted] = {}
    faults: dict[str, str] = {}
    seen = set[str]()
    for path in paths:
        try:
            definition = open_definition(path)
            key = definition.folder.game_hash()
            if key in seen:
                continue  # the same game once more: what is played here is looked at, not its copy
            result, counted = _result(definition, home, git), count(definition)
        except TROUBLE as wrong:
            faults[str(path)] = explain_fault(wrong)
            continue
        seen.add(key)
        results.append(result)
        dice[_name(path, folder)] = counted
    seats = tuple(_seats(home)) if home is not None else ()
    return AllStatistics(
        games=tuple(results),
        tallies=tuple(_tallies(results)),
        seats=seats,
        players=dict(by_player(home)) if home is not None else {},
        dice={name: statistics_of([counted]) for name, counted in dice.items()},
        all_dice=statistics_of(list(dice.values())),
        faults=faults,
    )


def _name(path: Path, folder: Path) -> str:
    """What a game is called: by its name in the folder, elsewhere by its path."""
    return path.name if path.parent in (folder / SAVES, folder / ARCHIVE) else str(path)


def _result(definition: Definition, home: Home | None, git: Git | None) -> GameResult:
    path = definition.folder.path
    written = definition.folder.records()
    journal = Journal.of(definition.manifest, (item.record for item in written))
    force = journal.in_force()
    end = next((record for record in reversed(force) if isinstance(record, EndRecord)), None)
    row = home.store.games.get(path.name) if home is not None and path.parent == home.path / SAVES else None
    times = sorted(record_times(path, definition.manifest.game, git).items())
    days = (times[-1][1] - times[0][1]).total_seconds() / 86400 if times else None
    state = "over" if end is not None else "played"
    if end is None and row is not None and row.ended is not None:
        state = "abandoned" if row.handed_at is None else "handed-over"
    return GameResult(
        game=path.name,
        ruleset=definition.manifest.ruleset,
        scenario=str(definition.data.get("scenario", "")),
        title=dict(definition.data["title"]),
        state=state,
        winner=None if end is None else end.winner,
        level="" if end is None else end.level,
        reason="" if end is None else end.reason,
        turns=max((record.turn for record in force if isinstance(record, PhaseRecord)), default=0),
        days=None if days is None else round(days, 1),
    )


def _tallies(results: Sequence[GameResult]) -> list[ScenarioTally]:
    """What came of the games by scenario, those of a rule set together."""
    found: dict[tuple[str, str], list[GameResult]] = defaultdict(list)
    for result in results:
        found[result.ruleset, result.scenario].append(result)
    return [_tally(mine) for _, mine in sorted(found.items())]


def _tally(mine: Sequence[GameResult]) -> ScenarioTally:
    over = [each for each in mine if each.winner is not None]
    days = [each.days for each in over if each.days is not None]
    return ScenarioTally(
        ruleset=mine[0].ruleset,
        scenario=mine[0].scenario,
        title=mine[0].title,
        games=len(mine),
        over=len(over),
        won=dict(sorted(Counter(str(each.winner) for each in over).items())),
        turns=median(each.turns for each in over) if over else None,
        days=round(median(days), 1) if days else None,
    )


def _seats(home: Home) -> list[SeatAnswers]:
    found = []
    for name in home.games():
        turns = asked_turns(home, name)
        for seat in home.seats(name):
            mine = reliability(turn for turn in turns if turn.seat == seat.seat)
            found.append(SeatAnswers(name, seat.seat, seat.address, mine))
    return found
