"""`pbem watch` beside other commands, and its end: soon, with code 0, whatever it waits for."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from pbem.cli.common import Settings, mailbox
from pbem.cli.stopping import GRACE
from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.home.config import SERVERS, config_text
from pbem.referee.home.home import Home, make_home
from pbem.referee.home.sweep import Sweep
from pbem.referee.tick import tick
from tests.referee.making import ANA, OMAR, SEED, new_room, scenario

SETTINGS = config_text(name="Referee", address="referee@example.org", language="en")
PROGRAM = "import sys; from pbem.cli import main, stopping; stopping.GRACE = float(sys.argv.pop(1)); sys.exit(main())"
PATIENCE = 30.0  # seconds that a busy machine may take


def until(found: Callable[[], bool]) -> None:
    """Wait until something is found."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def watching(home: Path, grace: float = GRACE) -> "Iterator[subprocess.Popen[str]]":
    """The daemon as a process of its own, which is not left running."""
    command = [sys.executable, "-c", PROGRAM, str(grace), "--home", str(home), "watch", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def opened(home: Path) -> Iterator[Home]:
    """The mailbox folder, as a command opens it: it waits for the daemon's tick."""
    with mailbox(Settings(str(home), debug=False, wait=PATIENCE), "a test") as opened:
        yield opened


@pytest.mark.parametrize(("grace", "signals"), [(0.2, 1), (GRACE, 2)])
def test_a_server_that_says_nothing_keeps_no_daemon_from_its_end(tmp_path: Path, grace: float, signals: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        values = dict.fromkeys(("imap_port", "smtp_port"), silent.getsockname()[1])
        values |= dict.fromkeys(("imap_host", "smtp_host"), "127.0.0.1")
        values |= dict.fromkeys(("imap_security", "smtp_security"), "starttls")
        text = SETTINGS.replace("maildir", "imap") + SERVERS.format(**values, user="r", password_from="env:NONE")
        make_home(tmp_path, text, Effects())
        with watching(tmp_path, grace) as process:
            line, _ = silent.accept()
            with line:
                began = time.monotonic()
                for _ in range(signals):
                    process.send_signal(signal.SIGTERM)
                    time.sleep(0.2)
                assert process.wait(PATIENCE) == 0
                assert time.monotonic() - began < GRACE - 2


def test_a_tick_that_is_told_to_stop_begins_nothing_more_and_the_next_one_does_the_rest(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    assert room.tick().sent == 2
    for seat in ("spanish", "moroccan"):
        room.says(seat, f"NONCE {seat} throws\n")
    for number in (1, 2):
        answered = partial(lambda most: len(room.rows(what="receipt")) >= most, number)
        result = tick(room.home, room.now, Sweep(stopped=answered))
        assert (result.mails, result.sent, result.faults) == ({"orders": 1}, 0, [])
        assert len(room.places()["in"]) == 2 - number
    for number in (3, 4):
        sent = partial(lambda most: len(room.out()) >= most, number)
        result = tick(room.home, room.now, Sweep(stopped=sent))
        assert (result.mails, result.sent, result.faults) == ({}, 1, [])
    room.tick()
    assert room.places()["in"] == []
    assert len(room.out()) == len(room.rows())
    assert len(room.rows(what="receipt")) == 2
    room.close()


def test_commands_beside_the_daemon_have_their_turn_and_it_sends_what_they_wrote(tmp_path: Path) -> None:
    home = tmp_path / "home"
    make_home(home, SETTINGS, Effects())
    with watching(home) as process:
        lock = home / ".pbem" / "lock"
        until(lambda: lock.is_file() and b"pbem watch" in lock.read_bytes())
        for name in ("melilla", "annual"):
            with opened(home) as box:
                new = NewGame(name, (ANA, OMAR), derive_secret(SEED, name), test_dice=True)
                create_from_scenario(box, new, scenario(), datetime.now(UTC))
        until(lambda: len(list(home.glob("spool/out/*.eml"))) == 4)
        by_cron = [sys.executable, "-m", "pbem", "--home", str(home), "tick", "--quiet"]
        ticked = subprocess.run(by_cron, capture_output=True, text=True)
        assert (ticked.returncode, ticked.stdout, ticked.stderr) == (0, "", "")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stdout is not None
        assert process.stdout.read() == ""
    with opened(home) as box:
        assert [(row.state, row.tries) for row in box.store.outbox.where("1")] == [("sent", 0)] * 4
