"""The command line in-process, and a mailbox folder with a small game for it."""

import json
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.cli.common import run
from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from tests.referee.making import ANA, GAME, HOUR, OMAR, REFEREE, SEED, Room, scenario

GOOD = "MOVE beni-1 0402\nMOVE beni-2 0403\nHOLD beni-3\n"
"""Orders for the phase in which the mailbox stands, all good."""
BAD = "MOVE beni-1 0402\nMOVE beni-2 0101\n"
"""The same with one that is too far."""


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Its output as JSON."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Shell:
    """A shell that stands in a mailbox folder."""

    home: Path

    def __call__(self, *words: str, says: str = "") -> Ran:
        """Run `pbem WORDS`; `says` is standard input."""
        return ran("--home", str(self.home), *words, says=says)

    @property
    def save(self) -> Path:
        """The save folder of the game."""
        return self.home / "saves" / GAME

    def file(self, name: str, text: str) -> str:
        """A file beside the mailbox; its path."""
        path = self.home.parent / name
        path.write_text(text, "utf-8")
        return str(path)


def ran(*words: str, says: str = "") -> Ran:
    """Run `pbem WORDS` as the program does, in this process; whatever escapes it is a fault of the test."""
    with CliRunner().isolation(input=says) as streams:
        code = run(pbem, words)
        return Ran(code, streams[0].getvalue().decode(), streams[1].getvalue().decode())


def new_mailbox(path: Path) -> Path:
    """A mailbox folder with the skirmish in turn 1: the Moroccans are asked for their movement."""
    effects = Effects()
    make_home(path, config_text(name="Referee", address=REFEREE, language="en"), effects)
    room = Room(path.resolve(), now=datetime.now(UTC) - 2 * HOUR, effects=effects)
    create_from_scenario(
        room.home, NewGame(GAME, (ANA, OMAR), derive_secret(SEED, GAME), test_dice=True), scenario(), room.now
    )
    room.started()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    room.close()
    return path


def copied(home: Path, to: Path) -> Shell:
    """A shell in a copy of a mailbox folder."""
    shutil.copytree(home, to, symlinks=True)
    return Shell(to)


def commands(group: click.Group = pbem, before: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Every command by its words; groups are left out."""
    found: dict[tuple[str, ...], click.Command] = {}
    context = click.Context(group)
    for name in group.list_commands(context):
        words, command = (*before, name), group.get_command(context, name)
        assert command is not None
        found.update(commands(command, words) if isinstance(command, click.Group) else {words: command})
    return found
