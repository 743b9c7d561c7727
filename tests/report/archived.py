"""An archived game as if it were being played here: its reports, turn by turn, as its players would get them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.effects import Effects
from pbem.game.game import Table, open_table
from pbem.game.phase import reached
from pbem.referee.home.config import config_text
from pbem.referee.home.home import World, make_home, open_world
from pbem.referee.letters.reports import telling_of
from pbem.report.telling import Telling
from pbem.resources import shipped
from pbem.store.rows import GameRow, SeatRow

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
LANGUAGES = {"moroccan": "en", "spanish": "es"}
ZONES = {"moroccan": "Africa/Casablanca", "spanish": "Europe/Madrid"}


@dataclass(frozen=True)
class Archived:
    """The game in a mailbox folder of its own."""

    world: World
    table: Table

    @property
    def turns(self) -> range:
        """Its turns."""
        return range(1, self.table.state.turn + 1)

    def at(self, number: int) -> Table:
        """The game as it stood after a record."""
        box, written = self.table.box, self.table.written[:number]
        return Table(box, written, reached(box.rules, box.scenario, box.game, box.folder.game_hash(), written))

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
        )

    def telling(self, turn: int, seat: str, language: str | None = None) -> Telling:
        """What the report of a turn tells a seat, as the next turn begins."""
        numbers = [item.record.n for item in self.table.written if item.record.turn == turn]
        last = numbers[-1] + (1 if numbers[-1] + 1 < len(self.table.written) else 0)  # the next turn's weather too
        table = self.at(last)
        items = [item for item in table.written if numbers[0] <= item.record.n]
        return telling_of(self.world, table, self.seat(seat, language), items, NOW, present=True)


@contextmanager
def archived(home: Path, game: str = "melilla-1921") -> Iterator[Archived]:
    """The shipped archive of La Legión in a new mailbox folder."""
    effects = Effects()
    make_home(home, config_text(name="Referee", address="referee@pbem.example.org", language="en"), effects)
    shutil.copytree(shipped("games", "legion", "archive", game), home / "saves" / game)
    with open_world(home, NOW, "a test", effects=effects) as world:
        table = open_table(home / "saves" / game)
        length = timedelta(hours=72)
        row = GameRow(game, f"saves/{game}", NOW, int(length.total_seconds()), 1800, deadline=NOW + length, started=NOW)
        world.store.games.put(row)
        found = Archived(world, table)
        for name in LANGUAGES:
            world.store.seats.put(found.seat(name))
        yield found
