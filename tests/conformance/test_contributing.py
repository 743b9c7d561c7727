"""CONTRIBUTING.md holds: its commands work as they stand, and the rooms that it names are there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.traceability import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SECTION = TEXT.partition("these work, each in an empty folder:\n")[2]
COMMANDS = re.findall(r"^    (.*)$", SECTION, re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_shows_commands() -> None:
    assert len(COMMANDS) == 5


def test_the_folders_that_it_names_are_there() -> None:
    named = re.findall(r"`((?:pbem|tests|games|templates)(?:/[a-z]+)*)/?`", TEXT)
    assert len(named) > 15
    assert [name for name in named if not (ROOT / name).exists()] == []
