"""Two players and a referee over real servers in TLS: two turns, with everything going wrong that can.

A whole Castillejos is too long for the suite: `python -m tests.servers.whole`.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from smtplib import SMTPException

import pytest
from imapclient.exceptions import IMAPClientError

from pbem.game.game import open_definition, open_game
from pbem.game.replay import replay
from pbem.save.errors import SaveError
from tests.referee.making import GAME
from tests.servers.mailservers import Relay
from tests.servers.players import (
    BATTLE_OF_1808,
    CASTILLEJOS,
    LEGION,
    MOROCCO_1926,
    PASSWORD,
    Opponents,
    Person,
    asks,
    new_game,
)
from tests.traceability import ROOT

TIMES = 40  # faster than life
PATIENCE = 240.0  # seconds that the whole game may take on a busy machine


@dataclass
class Daemon:
    """The daemon as a process of its own, in a fast time: a server that asks to come again in a minute is met soon."""

    home: Path
    password: str
    process: "subprocess.Popen[bytes] | None" = None
    log: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start it."""
        with (self.home / "watch.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.servers.daemon", str(self.home), str(TIMES)],
                cwd=ROOT,
                env={**os.environ, PASSWORD: self.password},
                stdout=log,
                stderr=log,
            )

    def end(self, how: signal.Signals) -> int:
        """Stop it with a signal; its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(30)

    def said(self) -> str:
        """What it wrote."""
        return (self.home / "watch.log").read_text()


@contextmanager
def running(home: Path, password: str) -> Iterator[Daemon]:
    """The daemon, which is not left running."""
    daemon = Daemon(home, password)
    daemon.start()
    try:
        yield daemon
    finally:
        if daemon.process is not None and daemon.process.poll() is None:
            daemon.end(signal.SIGKILL)


def play(people: list[Person], until: float, trouble: Iterator[None]) -> None:
    """Let the players answer until the game is over, and trouble come in between."""
    while time.monotonic() < until:
        for person in people:
            with suppress(OSError, IMAPClientError, SMTPException, SaveError):  # a server that is down: they look again
                for mail in [mail for mail in person.look() if asks(mail)][-1:]:
                    if person.answer(mail):
                        next(trouble, None)
        if (people[0].home / "saves" / GAME / "turns").is_dir() and over(people[0].home):
            return
        time.sleep(0.2)
    pytest.fail("the game did not come to its end in time")


def over(home: Path) -> bool:
    """Whether the game is over; not while its files are being written."""
    with suppress(SaveError):
        return open_game(home / "saves" / GAME).over
    return False


@pytest.mark.parametrize(
    "opponents",
    [LEGION, MOROCCO_1926, CASTILLEJOS, BATTLE_OF_1808],
    ids=["legion", "rif1926", "castillejos", "napoleonic"],
)
def test_two_turns_over_real_servers_with_kills_restarts_and_faults(
    tmp_path: Path, relay: Relay, opponents: Opponents
) -> None:
    dovecot, home = relay.dovecot, tmp_path / "home"
    new_game(home, relay, opponents=opponents)
    (home / "began").write_text(str(time.time()))
    people = [Person(player, relay, home, opponents.bot) for player in opponents.players]
    dice, come = Random(1921), list[str]()
    relay.rcpt_faults.append("451 4.7.1 greylisted")

    def trouble() -> Iterator[None]:
        """One at each answer of a player."""
        yield
        for _ in range(3):
            time.sleep(dice.random())  # somewhere in the tick that takes the answer
            assert daemon.end(signal.SIGKILL) == -signal.SIGKILL, daemon.said()
            daemon.start()
            yield
        relay.drop_after_delivery = 1
        yield
        dovecot.stop()
        time.sleep(0.5)
        dovecot.start()
        come.append("all")
        yield

    with running(home, dovecot.users["referee"]) as daemon:
        play(people, time.monotonic() + PATIENCE, trouble())
        deadline = time.monotonic() + PATIENCE
        while not all(map(knows_the_end, people)):
            assert time.monotonic() < deadline, daemon.said()
            time.sleep(0.2)
        assert daemon.end(signal.SIGTERM) == 0
        assert daemon.said().rstrip().endswith("Stopped.")
    assert come == ["all"]
    agree(people, home, relay, again=4)  # one for the cut line, one a kill at most


def agree(people: list[Person], home: Path, relay: Relay, again: int) -> None:
    """The game replays to the same end, each mail was answered once; `again` mails at most came a second time."""
    definition, dovecot = open_definition(home / "saves" / GAME), relay.dovecot
    found = replay(definition, definition.folder.unchecked_records())
    assert found.difference is None
    for person in people:
        person.look()
        ids = Counter(str(mail["Message-ID"]) for mail in person.seen)
        assert sum(count - 1 for count in ids.values()) <= again, ids
        assert answered(person) == person.sent
    assert dovecot.folder("referee") == []
    assert len(dovecot.folder("referee", "Handled")) == sum(person.sent for person in people)


def answered(person: Person) -> int:
    """How many mails of a player have got their receipt."""
    receipts = [mail for mail in person.seen if str(mail["Auto-Submitted"]) == "auto-replied"]
    return len({mail["In-Reply-To"] for mail in receipts})


def knows_the_end(person: Person) -> bool:
    """Whether a player has got the mail that tells the end, and all receipts: one that was put off comes after it."""
    person.look()
    told = (str(mail["Subject"]) for mail in person.seen)
    over = any("The game is over" in about or "La partida ha terminado" in about for about in told)
    return over and answered(person) >= person.sent
