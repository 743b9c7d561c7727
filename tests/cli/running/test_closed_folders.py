"""A folder that is closed to the user: a sentence for it alone, and nothing is taken for there when it is not.

Root may read everything: these commands are run without that power, where root runs the tests.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.making import Shell
from tests.referee.making import GAME

HUMBLE = () if os.geteuid() else ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
pytestmark = pytest.mark.skipif(bool(HUMBLE) and shutil.which("setpriv") is None, reason="util-linux is needed")


@pytest.fixture
def shell(shell: Shell) -> Iterator[Shell]:
    """A shell whose folders can be thrown away whatever was closed."""
    yield shell
    subprocess.run(["chmod", "-R", "u+rwX", str(shell.home)], check=True)


def typed(home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """A command, run as somebody who may not open what is closed."""
    argv = [*HUMBLE, sys.executable, "-m", "pbem", "--home", str(home), *words]
    found = subprocess.run(argv, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    assert "Traceback" not in found.stderr
    assert "Errno" not in found.stdout + found.stderr
    return found


def test_a_game_that_is_closed_is_that_games_trouble(shell: Shell) -> None:
    (shell.home / "saves" / GAME).chmod(0)
    for command in ("status", "tick"):
        found = typed(shell.home, command)
        assert (found.returncode, f"! {GAME}: " in found.stdout + found.stderr) == (3, True), command
        assert str(shell.home / "saves" / GAME) in found.stdout + found.stderr, command


def test_no_backup_is_made_without_what_is_closed(shell: Shell, tmp_path: Path) -> None:
    (shell.home / "saves").chmod(0)
    found = typed(shell.home, "backup", str(tmp_path / "kept.tar.gz"))
    assert (found.returncode, (tmp_path / "kept.tar.gz").exists()) == (3, False)
    assert "could not be made: Permission denied" in found.stderr


def test_a_spool_that_is_closed_is_told_with_what_to_do(shell: Shell) -> None:
    (shell.home / "spool" / "in").chmod(0)
    found = typed(shell.home, "tick")
    assert f"Writing or reading is not allowed here ({shell.home / 'spool' / 'in'})" in found.stdout + found.stderr


@pytest.mark.parametrize("closed", ["saves", f"saves/{GAME}", f"saves/{GAME}/turns", "spool", "spool/in", "spool/out"])
def test_the_doctor_finds_each_folder_that_is_closed(shell: Shell, closed: str) -> None:
    folder = shell.home / closed
    folder.mkdir(exist_ok=True)
    folder.chmod(0)
    found = typed(shell.home, "doctor")
    assert (found.returncode, f"{closed}: you may not read and write it" in found.stdout) == (1, True)
    assert f"chmod -R u+rwX {shell.home}" in found.stdout
