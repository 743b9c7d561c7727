"""`pbem status --watch`: shown again when something changes, beside a `pbem watch`, until Ctrl-C."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli.common import Settings
from pbem.cli.desk import repeating
from pbem.cli.desk.repeating import changes
from pbem.cli.play import _look
from pbem.referee.letters import status
from pbem.store.errors import StoreError
from tests.cli.making import Shell
from tests.referee.making import GAME

PROGRAM = """import sys
from pbem.cli import main
try:
    main()
finally:
    print("RULES" if any(name.startswith(("pbem.rules", "pbem.game.game")) for name in sys.modules) else "ROWS ALONE")
"""
CLEARED = "\x1b[2J"
PATIENCE = 60.0


def read_until(terminal: int, text: str, said: str = "") -> str:
    """What a terminal is sent, up to a text."""
    end = time.monotonic() + PATIENCE
    while text not in said:
        assert time.monotonic() < end, said
        said += os.read(terminal, 1 << 16).decode()
    return said


@pytest.fixture
def beside(shell: Shell) -> Iterator[None]:
    """A `pbem watch` at work in the same folder."""
    words = [sys.executable, "-m", "pbem", "--home", str(shell.home), "watch"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        yield
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_it_is_shown_again_when_something_changes_and_opens_no_save(shell: Shell, beside: None) -> None:
    shell("status")
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", PROGRAM, "--home", str(shell.home), "status", "--watch"]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as program:
        os.close(theirs)
        first = read_until(ours, "not asked now")
        assert "Moroccan movement (open)" in first
        assert first.count(CLEARED) == 1
        assert shell("pause", GAME, "--why", "a holiday").code == 0
        said = read_until(ours, "not asked now", read_until(ours, "(paused)"))
        assert CLEARED in said.partition("(paused)")[0]
        program.send_signal(signal.SIGINT)
        rest = read_until(ours, "ROWS ALONE")
        assert "Stopped." in rest
        assert "Traceback" not in rest
    os.close(ours)
    assert program.returncode == 0


def test_looking_is_no_change_and_what_is_written_is_one(shell: Shell) -> None:
    shell("status")
    before = changes(shell.home)
    assert shell("status").code == 0
    assert changes(shell.home) == before
    for change in (
        lambda: shell("extend", GAME, "1h"),
        lambda: (shell.save / "state.json").write_bytes((shell.save / "state.json").read_bytes()),
        lambda: (shell.home / "pbem.toml").write_text((shell.home / "pbem.toml").read_text() + "\n"),
        lambda: (shell.home / "saves" / "other").mkdir() or (shell.home / "saves" / "other" / "game.json").touch(),
    ):
        change()
        assert changes(shell.home) != before
        before = changes(shell.home)


class Enough(Exception):
    """The test has seen enough."""


def test_it_is_shown_every_so_often_and_what_goes_wrong_meanwhile_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(repeating, "EVERY", 0.0)
    monkeypatch.setattr(repeating, "LOOK", 0.01)
    real, looks = status.every_status, iter(("well", "well", "damaged", "well", "enough"))

    def every_status(*args: object) -> object:
        now = next(looks)
        if now == "damaged":
            raise StoreError("{path} is damaged.", path="pbem.db")
        if now == "enough":
            raise Enough
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(status, "every_status", every_status)
    settings = Settings(str(shell.home), debug=False)
    with pytest.raises(Enough):
        repeating.repeat_status(shell.home, lambda: _look(settings, None)[:2], as_json=True)
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one.get("fault", len(one.get("games", ()))) for one in shown] == [1, 1, "pbem.db is damaged.", 1]
    assert all("at" in one for one in shown)


def test_what_is_wrong_from_the_beginning_ends_it(shell: Shell, tmp_path: Path) -> None:
    assert shell("status", "melila", "--watch").code == 2
    assert "--watch only looks" in shell("status", "--watch", "--seen").err
    empty = Shell(tmp_path / "none")
    assert (empty("status", "--watch").code, empty("status", "--watch").out) == (2, "")
