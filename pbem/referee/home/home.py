"""The mailbox folder, opened: settings, private side, transport, lock. One pbem at a time holds it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.dice.chain import LENGTH
from pbem.effects import Effects
from pbem.errors import BadInput, Refused
from pbem.game.paths import ARCHIVE, SAVES, SECRETS, games, save_path
from pbem.phrases import marked
from pbem.referee.home.arrival import finish_arrivals
from pbem.referee.home.config import Config, read_config
from pbem.save.git import Git
from pbem.save.lock import hold_lock
from pbem.store.counts import keep_counts
from pbem.store.keys import SIZE
from pbem.store.rows import GameRow, SeatRow
from pbem.store.store import Store

if TYPE_CHECKING:
    from pbem.game.game import Game
    from pbem.mail.servers.transport import Transport
    from pbem.mail.signatures.dkim import Dns

ARCHIVED = marked(
    "{game} was read in without its private side: it can be looked at (show, map, report, history, replay, verify), "
    "not played on."
)


@dataclass(frozen=True)
class Home:
    """Everything that a step of the referee touches. `now` is given to each step, never read."""

    path: Path
    config: Config
    effects: Effects
    store: Store
    connect: "Callable[[], Transport]"
    """The same transport at each call: the one that the settings ask for, made when it is first wanted."""
    git: Git
    links: int = LENGTH
    """How long a chain of dice is; a test may want to see the end of one."""
    dns: "Dns | None" = None
    """What gives the keys that signatures of mails are checked with; None: the name servers of this machine."""
    opened: "dict[Path, Game]" = field(default_factory=dict)
    """Games read so far: nobody else writes while the lock is held."""
    late: set[str] = field(default_factory=set)
    """Games whose last step git could not keep."""
    receipts: "list[Callable[[datetime], None]]" = field(default_factory=list)
    """For each receipt that was queued since the last tick: what lets it tell what happens next as it is by then."""
    acts: bool = True
    """Whether something may be changed here; else it is only looked at."""

    @property
    def transport(self) -> "Transport":
        """Where mails come from and go to."""
        return self.connect()

    def open_game(self, game: str) -> "Game":
        """A game of this mailbox as it stands; read whole the first time.

        RefereeError where its save and the private side are not of one moment: one of them was put back; Refused where
        something is to be changed, and the game is only looked at here.
        """
        path = self.path / SAVES / game
        if path not in self.opened:
            path = save_path(self.path, game)
        if path not in self.opened:
            if self.acts:
                self.require_played_here(path)
            from pbem.referee.home.past import open_checked  # rule sets, models: longer than all that lists games

            self.opened[path] = open_checked(self.store, self.git, path, self.effects)
        return self.opened[path]

    def require_played_here(self, path: Path) -> None:
        """Refused for the save of a game that is only looked at here, or that another mailbox plays on."""
        if path.parent == self.path / ARCHIVE:
            raise Refused(ARCHIVED, game=path.name)
        row = self.store.games.get(path.name)
        if row is not None and row.handed_at is not None:
            raise Refused(
                "{game} was handed over, and is played on elsewhere: nothing is done for it here. 'pbem import' takes "
                "it back from the file that comes from there.",
                game=path.name,
            )

    def require_unfinished(self, name: str) -> GameRow:
        """What is known of a game that goes on here; Refused for one that is over, or not played here."""
        self.require_played_here(save_path(self.path, name))
        row = self.game_row(name)
        if row.ended is not None:
            raise Refused("{game} is over.", game=name)
        return row

    def require_not_abandoned(self, name: str) -> None:
        """Refused for a game that its referee has ended without a result: that is for good, as all were told."""
        row = self.store.games.get(name)
        if row is None or row.ended is None:
            return
        if self.store.decisions.reaches(1, "game = ? AND what = 'abandoned'", name):
            raise Refused("{game} was abandoned: nothing more is played in it.", game=name)

    def plays(self, path: Path) -> bool:
        """Whether the save in a folder is that of a game of this mailbox, not one that is only looked at."""
        return path.parent == self.path / SAVES and self.store.games.get(path.name) is not None

    def is_handed_over(self, name: str) -> bool:
        """Whether another mailbox plays a game on."""
        row = self.store.games.get(name)
        return row is not None and row.handed_at is not None

    def handed_to(self, name: str) -> str:
        """The address of the referee to whom a game was handed over; "" where it was not, or to nobody else."""
        if not self.is_handed_over(name):
            return ""
        last = self.store.decisions.where("game = ?", name, order="serial DESC", most=1)
        return str(last[0].facts.get("to", "")) if last else ""

    def game_row(self, name: str) -> GameRow:
        """What the private side knows of a game; BadInput where it knows nothing."""
        row = self.store.games.get(name)
        if row is None:
            if save_path(self.path, name).parent == self.path / ARCHIVE:
                raise Refused(ARCHIVED, game=name)
            raise BadInput(
                "The save of {name} is here, but .pbem/ knows nothing of its seats: restore .pbem/ from a backup.",
                name=name,
            )
        return row

    def seats(self, game: str) -> tuple[SeatRow, ...]:
        """The seats of a game."""
        return self.store.seats.of(game=game)

    def games(self) -> list[str]:
        """The names of all games here, those that were handed over too."""
        return games(self.path)

    def own_games(self) -> list[str]:
        """The names of the games for which something is to be done here."""
        handed = {row.name for row in self.store.games.where("handed_at IS NOT NULL")}
        return [name for name in self.games() if name not in handed]


@contextmanager
def open_home(
    home: Path,
    now: datetime,
    what: str,
    *,
    effects: Effects | None = None,
    environment: dict[str, str] | None = None,
    locking: bool = True,
    transport: "Transport | None" = None,
) -> Iterator[Home]:
    """Open a mailbox folder and hold its lock; Locked if another pbem has it. `what` is the command, for whoever waits.

    `environment` is what git gets its PATH from, and where a password may be. Only for looking, nothing is locked
    (`locking=False`). A `transport` that is given stays open.
    """
    effects, home = effects or Effects(), home.resolve()
    config = read_config(home)
    since = now.isoformat(timespec="seconds")
    with hold_lock(home / SECRETS / "lock", what, since, effects) if locking else nullcontext():
        store = Store(home / SECRETS, effects, looking=not locking)
        if locking:
            finish_arrivals(home, store, effects)
        if store.keys.read_mail_key() is None and not (games(home) or store.games.of()):
            store.keys.write_mail_key(os.urandom(SIZE))
        connect = cache(lambda: transport or _transport(home, config, effects, environment or {}))
        try:
            try:
                git = Git(home, effects, environment, home / SECRETS / "lock" if locking else None)
                yield Home(home, config, effects, store, connect, git, acts=locking)
                if locking:
                    keep_counts(home / SAVES, store.outbox, effects)
            finally:
                if transport is None and connect.cache_info().currsize:
                    connect().close()
        finally:
            store.close()


def _transport(home: Path, config: Config, effects: Effects, environment: dict[str, str]) -> "Transport":
    from pbem.referee.home.transport import transport_of  # most commands neither take nor send mails

    return transport_of(home, config, effects, environment)


def make_home(home: Path, text: str, effects: Effects) -> None:
    """Make a mailbox folder with these settings, unless it is one; with a place for mails if it has a spool."""
    effects.mkdir(home / SAVES)
    if not (home / "pbem.toml").exists():
        effects.write_bytes(home / "pbem.toml", text.encode("utf-8"))
        config = read_config(home)
        if config.transport == "maildir":
            effects.mkdir(home / config.spool / "in", 0o700)  # mails hold the tokens of seats
