"""A flood of mails worked off by a real `pbem watch`, by hand: python -m tests.benchmarks.flood MIX --count 10000.

In the middle of the flood lies a real player's order mail; a second game has a phase that is due while it lasts; after
a third of it the daemon is asked to stop, and started again. `--server dovecot` takes the mails from a real INBOX and
sends through a real SMTP server; else all goes through the spool.
"""

import argparse
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from tests.benchmarks.flood.mixes import MIXES
from tests.referee.making import ANA, GAME, HOUR, OMAR, REFEREE, SEED, Room, scenario
from tests.servers.mailservers import Dovecot, Relay
from tests.servers.players import PASSWORD, settings

DUE, LOOK, LONGEST = 15.0, 0.1, 3_600.0  # seconds
OTHER = "arruit"
SET_UP = {
    "spanish": "cer-1 0202, cer-2 0203, cer-3 0204",
    "moroccan": "beni-1 0502, beni-2 0503, beni-3 0504",
}


@dataclass
class Flooded:
    """What was seen, in seconds, MB and mails."""

    wall: float = 0.0
    order: float | None = None
    due: float | None = None
    stopped: float | None = None
    memory: int = 0
    processor: float = 0.0
    looks: dict[str, float] = field(default_factory=dict)


@dataclass
class Daemon:
    """`pbem watch` as a process of its own."""

    home: Path
    environment: dict[str, str]
    process: "subprocess.Popen[bytes] | None" = None
    memory: int = 0

    def start(self) -> None:
        """Start it."""
        with (self.home / "watch.log").open("ab") as log:
            command = [sys.executable, "-m", "pbem", "--home", str(self.home), "watch"]
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)

    def look(self) -> None:
        """Note the most memory that it has had."""
        assert self.process is not None
        assert self.process.poll() is None, (self.home / "watch.log").read_text()[-2_000:]
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        most = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
        self.memory = max(self.memory, most // 1024)

    def stop(self) -> float:
        """Ask it to stop; the seconds until it has."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        return time.monotonic() - began


def prepared(room: Room) -> None:
    """Two games: in one the Moroccans are asked for their movement, in the other nobody has answered yet."""
    for name in (GAME, OTHER):
        new = NewGame(name, (ANA, OMAR), derive_secret(SEED, name), test_dice=True)
        create_from_scenario(room.home, new, scenario(), room.now)
    room.started().set_up(**SET_UP)
    for n, seat in enumerate(room.home.seats(OTHER)):
        to = f"referee+{OTHER}.{seat.token}@{room.home.config.address.partition('@')[2]}"
        room.drop(f"From: {seat.addresses[0]}\nTo: {to}\nMessage-ID: <{n}@x.example>\n\nNONCE ready\n".encode())
    room.tick(HOUR)
    room.now = datetime.now(UTC)


@contextmanager
def folder(server: str, root: Path) -> Iterator[tuple[Path, Relay | None]]:
    """A mailbox folder with the two games, in the spool; and the servers that its mails come from, if any."""
    home = root / "home"
    make_home(home, config_text(name="Referee", address=REFEREE, language="en"), Effects())
    room = Room(home, now=datetime.now(UTC) - 3 * HOUR)
    prepared(room)
    room.close()
    with ExitStack() as stack:
        relay = None
        if server == "dovecot":
            dovecot = Dovecot(Path(stack.enter_context(TemporaryDirectory(prefix="pbem-dovecot-")))).write().start()
            stack.callback(dovecot.stop)
            relay = Relay(dovecot).start()
            stack.callback(relay.stop)
            text = settings(relay).replace("referee@example.org", REFEREE)
            (home / "pbem.toml").write_text(text)
        yield home, relay


def laid(home: Path, relay: Relay | None, mails: Iterator[bytes]) -> int:
    """Let all mails lie there before anything is started; how many."""
    count = 0
    if relay is not None:
        every = list(mails)
        relay.dovecot.deliver_all(every)
        return len(every)
    inbox = home / "spool" / "in"
    inbox.mkdir(exist_ok=True)
    for count, raw in enumerate(mails, 1):
        (inbox / f"{count:06}.eml").write_bytes(raw)
    return count


def waiting(home: Path, relay: Relay | None) -> int:
    """How many lie there still."""
    if relay is None:
        return sum(1 for _ in (home / "spool" / "in").glob("*.eml"))
    box = relay.dovecot.root / "mail" / "referee" / "Maildir"
    return sum(1 for part in ("new", "cur") for _ in (box / part).iterdir())


def asked(home: Path, sql: str) -> int:
    """A number from the database, beside the daemon."""
    with closing(sqlite3.connect(f"file:{home}/.pbem/pbem.db?mode=ro", uri=True)) as database:
        return int(database.execute(sql).fetchone()[0])


def worked_off(home: Path, relay: Relay | None, count: int, daemon: Daemon) -> Flooded:
    """Let the daemon work the flood off, stop it once in between."""
    receipts = "SELECT COUNT(*) FROM outbox WHERE what = 'receipt' AND game = 'melilla' AND seat = 'moroccan'"
    had, turns = asked(home, receipts), home / "saves" / OTHER / "turns"
    records = len(list(turns.iterdir())) if turns.is_dir() else 0
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    began, found = time.monotonic(), Flooded()
    daemon.start()
    left = count
    while (left or found.order is None or found.due is None) and (took := time.monotonic() - began) < LONGEST:
        time.sleep(LOOK)
        daemon.look()
        left = waiting(home, relay)
        found.wall = found.wall or (0.0 if left else took)
        if found.order is None and asked(home, receipts) > had:
            found.order = took
        if found.due is None and turns.is_dir() and len(list(turns.iterdir())) > records:
            found.due = took - DUE
        if found.stopped is None and left < count * 2 / 3:
            found.stopped = daemon.stop()
            daemon.start()
    daemon.stop()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found.memory, found.processor = daemon.memory, used.ru_utime + used.ru_stime - before
    return found


def looked(home: Path, environment: dict[str, str]) -> dict[str, float]:
    """How long the referee's looks take afterwards."""
    times = {}
    for words in (["status"], ["mail", "list"], ["mail", "show", "zzzzzzzz"], ["doctor"], ["tick"]):
        began = time.monotonic()
        command = [sys.executable, "-m", "pbem", "--home", str(home), *words]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times[" ".join(words)] = time.monotonic() - began
    return times


def flood(mix: str, server: str, count: int) -> None:
    """Run one mix and print what was seen."""
    with TemporaryDirectory(prefix="pbem-flood-") as root, folder(server, Path(root)) as (home, relay):
        room = Room(home, now=datetime.now(UTC))
        order = room.mail("moroccan", "MOVE beni-1 0402\n", Message_ID="<in-the-middle@example.org>")
        mails = MIXES[mix](room, count)
        laid_down = laid(home, relay, _with(mails, order, count // 2))
        due = datetime.now(UTC) + timedelta(seconds=DUE)
        room.home.store.games.change(OTHER, deadline=due, opened_at=due - 72 * HOUR)
        room.close()
        environment = {**os.environ, PASSWORD: relay.dovecot.users["referee"] if relay else ""}
        found = worked_off(home, relay, laid_down, Daemon(home, environment))
        found.looks = looked(home, environment)
        told(mix, server, laid_down, home, found)


def _with(mails: Iterator[bytes], order: bytes, middle: int) -> Iterator[bytes]:
    for n, raw in enumerate(mails):
        if n == middle:
            yield order
        yield raw


def told(mix: str, server: str, count: int, home: Path, found: Flooded) -> None:
    """Print what was seen."""
    size = sum(file.stat().st_size for file in (home / ".pbem").glob("pbem.db*")) / 1e6
    kept = asked(home, "SELECT COALESCE(SUM(LENGTH(raw)), 0) FROM mails") / 1e6
    answers = asked(home, "SELECT COUNT(*) FROM outbox")
    unsent = asked(home, "SELECT COUNT(*) FROM outbox WHERE state IN ('ready', 'sending')")
    notices = asked(home, "SELECT COUNT(*) FROM notices")
    seconds: Callable[[float | None], str] = lambda value: "never" if value is None else f"{value:.1f}"  # noqa: E731
    print(
        f"{mix} {server}: {count} mails in {found.wall:.1f} s ({1000 * found.wall / count:.1f} ms each; processor "
        f"{found.processor:.1f} s), "
        f"peak {found.memory} MB, pbem.db {size:.1f} MB (mails {kept:.1f}), outbox {answers} ({unsent} unsent), "
        f"notices {notices}, the order after {seconds(found.order)} s, closed {seconds(found.due)} s after it was due, "
        f"stopped in {seconds(found.stopped)} s, "
        + ", ".join(f"{words} {took:.2f}" for words, took in found.looks.items()),
        flush=True,
    )


def main() -> None:
    """One mix, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mix", choices=[*MIXES, "all"])
    parser.add_argument("--server", choices=("spool", "dovecot"), default="spool")
    parser.add_argument("--count", type=int, default=10_000)
    wanted = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    for mix in MIXES if wanted.mix == "all" else (wanted.mix,):
        flood(mix, wanted.server, wanted.count)


if __name__ == "__main__":
    main()
