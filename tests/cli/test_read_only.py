"""A mailbox on a file system that is mounted read-only: doctor and status say so, and status says where games stand."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.making import GAME, Shell


@pytest.fixture
def mount(shell: Shell) -> Path:
    """The mailbox folder, where folders can be mounted in a name space of our own."""
    tried = subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False)
    if tried.returncode:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("unshare -rm is needed: user name spaces are turned off")
    return shell.home


def ran(home: Path, *words: str) -> tuple[int, str]:
    """The exit code of `pbem WORDS` with the folder mounted read-only, and what it printed."""
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    program = [sys.executable, "-m", "pbem", "--wait", "0", "--home", str(home), *words]
    found = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", str(home), *program], capture_output=True, text=True, check=False
    )
    return found.returncode, found.stdout + found.stderr


def test_doctor_says_that_it_is_mounted_read_only(mount: Path) -> None:
    code, told = ran(mount, "doctor")
    assert code == 1
    assert "its file system is mounted read-only" in told
    assert "another user" not in told


def test_status_looks_all_the_same(shell: Shell, mount: Path) -> None:
    writable = shell("status", GAME, "--json").data
    code, told = ran(mount, "status", GAME, "--json")
    assert code == 0
    assert json.loads(told) == {**writable, "read-only": True}
    code, told = ran(mount, "status")
    assert code == 0
    assert told.startswith("! the file system is mounted read-only")
    assert f"{GAME}: turn 1, Moroccan movement" in told


def test_a_tick_says_so_too(mount: Path) -> None:
    code, told = ran(mount, "tick")
    assert code == 3
    assert "Read-only file system" in told
