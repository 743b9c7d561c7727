"""An archived game as if it were being played here: its reports, turn by turn, as its players would get them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.effects import Effects
from pbem.game.game import Game, open_game
from pbem.game.phase import position_after
from pbem.referee.home.config import config_text
from pbem.referee.home.home import Home, make_home, open_home
from pbem.referee.letters.reports.records import NEW
from pbem.referee.letters.reports.report import report_of
from pbem.report.content import Report
from pbem.resources import shipped_path
from pbem.store.rows import GameRow, SeatRow

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
LANGUAGES = {"moroccan": "en", "spanish": "es"}
ZONES = {"moroccan": "Africa/Casablanca", "spanish": "Europe/Madrid"}


@dataclass(frozen=True)
class Archived:
    """The game in a mailbox folder of its own."""

    world: Home
    table: Game

    @property
    def turns(self) -> range:
        """Its turns."""
        return range(1, self.table.state.turn + 1)

    def at(self, number: int) -> Game:
        """The game as it stood after a record."""
        definition, written = self.table.definition, self.table.records[:number]
        return Game(
            definition,
            written,
            position_after(
                definition.rules, definition.scenario, definition.manifest, definition.folder.game_hash(), written
            ),
        )

    def seat(self, name: str, language: str | None = None) -> SeatRow:
        """A seat, writing in its language or in another."""
        said = language or LANGUAGES[name]
        address = f"{name}@example.org"
        return SeatRow(
            self.table.name,
            name,
            name,
            (address,),
            f"k{name}",
            language=said,
            zone=ZONES[name],
            nonce=name,
            nonce_at=NOW,
            last_reported=1,
        )

    def telling(self, turn: int, seat: str, language: str | None = None) -> Report:
        """What the report of a turn tells a seat, as the next turn begins."""
        numbers = [item.record.n for item in self.table.records if item.record.turn == turn]
        last = numbers[-1] + (1 if numbers[-1] + 1 < len(self.table.records) else 0)  # the next turn's weather too
        game = self.at(last)
        items = [item for item in game.records if numbers[0] <= item.record.n]
        return report_of(self.world, game, self.seat(seat, language), items, NOW, present=True, told=NEW)


@contextmanager
def archived(path: Path, game: str = "melilla-1921") -> Iterator[Archived]:
    """The shipped archive of La Legión in a new mailbox folder."""
    effects = Effects()
    make_home(path, config_text(name="Referee", address="referee@pbem.example.org", language="en"), effects)
    shutil.copytree(shipped_path("games", "legion", "archive", game), path / "saves" / game)
    with open_home(path, NOW, "a test", effects=effects) as home:
        opened = open_game(path / "saves" / game)
        length = timedelta(hours=72)
        row = GameRow(game, f"saves/{game}", NOW, int(length.total_seconds()), 1800, deadline=NOW + length, started=NOW)
        home.store.games.put(row)
        found = Archived(home, opened)
        for name in LANGUAGES:
            home.store.seats.put(found.seat(name))
        yield found
