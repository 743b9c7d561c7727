"""What strikes the program: it dies at an effect, the disk is full, git leaves a lock; and what makes runs alike."""

import errno
import os
import random
import secrets
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from unittest.mock import patch

from pbem.effects import Effects
from pbem.referee.letters.newcomer import welcome
from pbem.report import story
from tests.killed import Killed
from tests.simulate.git import MemoryGit

MOST = 120
"""The effects of a tick among which one is struck; a quiet one has fewer, and nothing happens."""
PICTURE = b"\x89PNG\r\n\x1a\n"


@dataclass
class Striking(Effects):
    """Real effects; at the one numbered `at` (from 1; 0: none) `how` happens instead, "full-on" from there on too."""

    how: str = ""
    at: int = 0
    count: int = 0
    struck: bool = False
    git: MemoryGit | None = None

    def step(self, what: str) -> None:
        """Count, and strike where it was meant."""
        self.count += 1
        if self.at and (self.count == self.at or (self.how == "full-on" and self.count > self.at)):
            self.struck = True
            if self.how == "kill":
                raise Killed(what)
            raise OSError(errno.ENOSPC, "No space left on device", what)

    def run(
        self, argv: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run git, the real one or that in memory."""
        if self.git is None:
            return super().run(argv, cwd, env)
        self.step(f"run {argv[0]}")
        return self.git.run(argv)


def striking(how: str, seed: int, git: MemoryGit | None) -> Striking:
    """The effects of one process, struck `how` at an effect that follows from the seed; early ones more often."""
    chance = Random(seed)
    at = int(chance.random() ** 2 * MOST) + 1 if how in ("kill", "full", "full-on") else 0
    return Striking(how, at, git=git)


@contextmanager
def same_again(seed: str) -> Iterator[None]:
    """All that is drawn at random follows from the seed, and no picture is drawn: they take most of the time."""
    chance = Random(f"{seed} secrets")

    def drawn(count: int = 32) -> bytes:
        return chance.randbytes(count)

    with ExitStack() as stack:
        for module, name in ((os, "urandom"), (random, "_urandom"), (secrets, "token_bytes")):
            stack.enter_context(patch.object(module, name, drawn))
        stack.enter_context(patch.object(story, "draw_picture", lambda *_, **__: PICTURE))
        stack.enter_context(patch.object(welcome, "draw_sheets", lambda *_, **__: (PICTURE,)))
        stack.enter_context(patch.object(welcome, "draw_print", lambda *_, **__: b"%PDF-"))
        yield
