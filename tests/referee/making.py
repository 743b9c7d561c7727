"""Small games in real mailbox folders for the tests of the referee: spool, SQLite, git and raw mails, no stand-ins.

`Room` is a mailbox folder with one game, its clock in the test's hand. The skirmish is a plain of six by five hexes,
the Spanish to the west, the Moroccans to the east.
"""

import errno
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path
from typing import Any

from pbem.dice.chain import LENGTH as LINKS
from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.game.game import Game, open_definition
from pbem.game.paths import SECRETS
from pbem.game.replay import ReplayResult, replay
from pbem.gamedata.games import compose_position
from pbem.mail.servers.transport import PLACES
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.admin.seating import Player
from pbem.referee.home.config import config_text
from pbem.referee.home.home import Home, make_home, open_home
from pbem.referee.home.sweep import TickResult
from pbem.referee.letters.queue import reply_address
from pbem.referee.tick import tick
from pbem.report.letters import FINGERPRINTS
from pbem.save.records import PhaseRecord
from pbem.store.keys import Keys
from pbem.store.rows import OutboxRow, SeatRow
from tests.killed import Killed

GAME = "melilla"
REFEREE = "referee@pbem.example.org"
START = datetime(2026, 11, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LENGTH = timedelta(hours=72)
SEED = "calm weather"
ANA = Player("spanish", "spanish", "ana@example.org", "es", "Europe/Madrid")
OMAR = Player("moroccan", "moroccan", "omar@example.org", "en", "Africa/Casablanca")
LUIS = Player("spanish-2", "spanish", "luis@example.org", "es", "Europe/Madrid")
WEST = tuple(f"{column:02d}{row:02d}" for column in (1, 2, 3) for row in range(1, 6))
EAST = tuple(f"{column:02d}{row:02d}" for column in (4, 5, 6) for row in range(1, 6))


def foot(side: str, combat: int = 3, movement: int = 4, **fields: Any) -> dict[str, Any]:
    """An infantry counter."""
    return {"side": side, "type": "infantry", "combat": combat, "movement": movement, **fields}


def guns(side: str, **fields: Any) -> dict[str, Any]:
    """An artillery counter."""
    return {**foot(side, combat=2, movement=3), "type": "artillery", **fields}


SKIRMISH: Mapping[str, Mapping[str, Any]] = {
    "beni-1": foot("moroccan"),
    "beni-2": foot("moroccan"),
    "beni-3": foot("moroccan"),
    "cer-1": foot("spanish", combat=2),
    "cer-2": foot("spanish", combat=2),
    "cer-3": foot("spanish", combat=2),
}
ASSAULT: Mapping[str, Mapping[str, Any]] = {
    "beni-1": foot("moroccan", combat=9),
    "beni-2": foot("moroccan", combat=9),
    "taken-1": guns("moroccan", captured=True),
    "taken-2": guns("moroccan", captured=True, combat=3),
    "cer-1": foot("spanish"),
    "krupp": guns("spanish", combat=1),
    "schneider": guns("spanish", combat=1),
}
"""Batteries that are to be taken, and captured guns: the phase of the attack asks what becomes of a battery."""


def scenario(
    counters: Mapping[str, Mapping[str, Any]] = SKIRMISH,
    *,
    size: tuple[int, int] = (6, 5),
    west: tuple[str, ...] = WEST,
    east: tuple[str, ...] = EAST,
    turns: int = 13,
    players: tuple[Player, ...] = (ANA, OMAR),
    options: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    **map_: Any,
) -> dict[str, Any]:
    """A scenario.json on a plain; `west` and `east` are the zones of the Spanish and the Moroccans."""
    data = compose_position(
        "legion",
        map_={"size": list(size), "zones": {"spanish": list(west), "moroccan": list(east)}, **map_},
        counters=counters,
        options=options,
        seats={player.seat: player.side for player in players},
        settings=settings,
    )
    return {**data, "scenario": "skirmish", "turns": turns}


@dataclass
class Room:
    """A mailbox folder, open, with a `name` in it; `now` is moved by hand."""

    path: Path
    now: datetime = START
    effects: Effects = field(default_factory=Effects)
    count: int = 0
    links: int = LINKS
    _stack: ExitStack = field(default_factory=ExitStack)
    _home: Home | None = None
    name: str = GAME

    @property
    def home(self) -> Home:
        """The folder, open."""
        if self._home is None:
            opened = self._stack.enter_context(open_home(self.path, self.now, "a test", effects=self.effects))
            self._home = replace(opened, links=self.links)
        return self._home

    def close(self) -> None:
        """Let go of the folder; it is opened again when it is needed."""
        self._stack.close()
        self._stack, self._home = ExitStack(), None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.home.open_game(self.name)

    @property
    def at(self) -> str:
        """Where the game stands: "1.moroccan-movement"."""
        return f"{self.game.state.turn}.{self.game.state.phase}"

    @property
    def save(self) -> Path:
        """The save folder."""
        return self.path / "saves" / self.name

    def seat(self, name: str) -> SeatRow:
        """What is known of a seat."""
        return self.home.store.seats.need(self.name, name)

    def mail(self, seat: str, body: str, **headers: str | None) -> bytes:
        """A mail of a seat as a plain mail program sends it; headers (`_` for `-`) replace the usual or, None, go."""
        self.count += 1
        row = self.seat(seat)
        usual: dict[str, str | None] = {
            "From": row.addresses[0],
            "To": reply_address(self.home, row),
            "Subject": f"Re: [{self.name}] Turn {self.game.state.turn}",
            "Message-ID": f"<{self.count}.{seat}@example.org>",
        }
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        mail = EmailMessage(policy=SMTP.clone(max_line_length=998))
        for name, value in {**usual, **given}.items():
            if value is not None:
                mail[name] = value
        mail.set_content(body, cte="8bit")
        return mail.as_bytes()

    def drop(self, raw: bytes, name: str = "") -> Path:
        """Put a raw mail into the spool."""
        self.count += 1
        inbox = self.path / "spool" / "in"
        inbox.mkdir(parents=True, exist_ok=True)
        path = inbox / (name or f"{self.count:04d}.eml")
        path.write_bytes(raw)
        return path

    def says(self, seat: str, body: str, **headers: str | None) -> None:
        """A seat's mail comes into the spool."""
        self.drop(self.mail(seat, body, **headers))

    def tick(self, after: timedelta = timedelta()) -> TickResult:
        """A tick after some time, in which nothing goes wrong."""
        self.now += after
        result = tick(self.home, self.now)
        assert result.faults == []
        return result

    def answer(self, seat: str, body: str, **headers: str | None) -> str:
        """What a seat is answered at once: the text of the receipt."""
        self.says(seat, body, **headers)
        before = len(self.rows(seat, "receipt"))
        self.tick()
        assert len(self.rows(seat, "receipt")) == before + 1
        return self.text(seat, "receipt")

    def rows(self, seat: str | None = None, what: str | None = None) -> tuple[OutboxRow, ...]:
        """The mails of the outbox, as they were queued."""
        every = self.home.store.outbox.where("1", order="rowid")
        return tuple(r for r in every if seat in (None, r.seat) and what in (None, r.what))

    def mails(self, seat: str | None = None, what: str | None = None) -> list[EmailMessage]:
        """The same as parsed mails."""
        return [message_from_bytes(row.raw, policy=default) for row in self.rows(seat, what)]

    def facts(self, kind: str) -> list[dict[str, Any]]:
        """The events of a type in the records, in order."""
        return [fact for item in self.game.records for fact in item.record.facts if fact["type"] == kind]

    def phases(self) -> list[str]:
        """The phases in the journal that somebody was asked for, in order: "1.moroccan-movement"."""
        records = [item.record for item in self.game.records]
        auto = {phase.id for phase in self.game.rules.SEQUENCE if phase.auto}
        return [r.at for r in records if isinstance(r, PhaseRecord) and r.phase not in auto]

    def text(self, seat: str, what: str) -> str:
        """The text of the last mail of a kind to a seat."""
        return text_of(self.mails(seat, what)[-1])

    def fingerprints(self, seat: str) -> str:
        """The hashes that came with the last receipt of a seat."""
        files = [part for part in self.mails(seat, "receipt")[-1].walk() if part.get_filename() == FINGERPRINTS]
        return str(files[0].get_content())

    def places(self) -> dict[str, list[str]]:
        """The names of the mails in each folder of the spool, without what is sent."""
        found = {}
        for place in ("in", *PLACES):
            folder = self.path / "spool" / place
            found[place] = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        return found

    def out(self) -> dict[str, bytes]:
        """What was sent: raw mails by file name."""
        folder = self.path / "spool" / "out"
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.is_dir() else {}

    def files(self) -> dict[str, bytes]:
        """The save's files by name."""
        return {str(p.relative_to(self.save)): p.read_bytes() for p in sorted(self.save.rglob("*")) if p.is_file()}

    def replay(self) -> ReplayResult:
        """What replaying the save says, read anew from its files."""
        definition = open_definition(self.save)
        return replay(definition, definition.folder.unchecked_records())

    def started(self) -> "Room":
        """Both players have answered their first mail."""
        for seat in self.home.seats(self.name):
            self.says(seat.seat, f"NONCE {seat.seat} throws\n")
        self.tick()
        return self

    def set_up(self, **orders: str) -> "Room":
        """The pieces are set up as ordered by seat, "beni-1 0401, beni-2 0402"; the game stands in turn 1."""
        for seat, places in orders.items():
            self.says(seat, "".join(f"DEPLOY {place.strip()}\n" for place in places.split(",")))
        self.tick()
        self.tick(HOUR)
        assert self.game.state.phase not in ("spanish-setup", "moroccan-setup"), self.game.state.phase
        return self


def new_room(
    path: Path,
    data: Mapping[str, Any] | None = None,
    players: tuple[Player, ...] = (ANA, OMAR),
    seed: str = SEED,
    effects: Effects | None = None,
    links: int = LINKS,
    name: str = GAME,
    **fields: Any,
) -> Room:
    """A mailbox folder with a new game; the first mails wait in its outbox. `fields` are further ones of `NewGame`."""
    effects = effects or Effects()
    make_home(path, config_text(name="Referee", address=REFEREE, language="en"), effects)
    keys = Keys(path / SECRETS, Effects())
    if keys.read_mail_key() is None:
        keys.write_mail_key(derive_secret(seed, "mail"))  # a bot's words for the dice come of it
    room = Room(path.resolve(), effects=effects, links=links, name=name)
    new = NewGame(name, players, derive_secret(seed, name), **{"test_dice": True, **fields})
    create_from_scenario(room.home, new, data or scenario(), room.now)
    return room


def copied(room: Room, path: Path, effects: Effects | None = None) -> Room:
    """The same mailbox folder once more; the first is closed."""
    room.close()
    shutil.copytree(room.path, path, symlinks=True)
    return Room(path.resolve(), room.now, effects or Effects(), room.count, room.links)


def text_of(mail: EmailMessage) -> str:
    """The text part of a mail, with flowed lines joined."""
    body = mail.get_body(("plain",))
    assert body is not None
    return re.sub(r"(?<!--) \n", " ", str(body.get_content()).replace("\r\n", "\n"))


def flat(text: str) -> str:
    """A text on one line: where a mail wraps it does not matter."""
    return " ".join(text.split())


@dataclass
class At(Effects):
    """Real effects; at the one numbered `n` (from 1), or from there `on`, `strike` happens instead. `names` are those
    done so far."""

    n: int = 0
    strike: Callable[[str], None] = lambda what: None
    on: bool = False
    names: list[str] = field(default_factory=list)

    def step(self, what: str) -> None:
        """Note the effect, and strike where it was asked."""
        self.names.append(what)
        if len(self.names) == self.n or (self.on and len(self.names) > self.n):
            self.strike(what)

    def of_each_kind(self) -> list[int]:
        """The number of the last effect of each name, and of every commit of the database.

        Of a file's write, fsync and rename only the last: before it, nothing shows but a temporary file.
        """
        numbered = [(n, name) for n, name in enumerate(self.names, 1) if not name.startswith(("write ", "fsync "))]
        last = {name: n for n, name in numbered}
        return sorted({*last.values(), *(n for n, name in numbered if name == "send")})


def kill(what: str) -> None:
    """The process dies."""
    raise Killed(what)


def full_disk(what: str) -> None:
    """The disk is full."""
    raise OSError(errno.ENOSPC, "No space left on device", what)


def lines_understood(text: str) -> list[tuple[str, int, str]]:
    """What a receipt says of lines as (sign, number, order), by number: of those of its mail that it refused or that
    answer a question by their numbers in the mail, of those that stand by theirs in the turn."""
    listed = ((found[1], int(found[2]), found[3]) for found in re.finditer(r"^([✓✗]) (\d+)\. (.+)$", text, re.M))
    stand = ((found[2], int(found[3]), found[1]) for found in re.finditer(r"^(\S.*?) +# ([✓≈]) (\d+)", text, re.M))
    return sorted((*listed, *stand), key=lambda line: line[1])
