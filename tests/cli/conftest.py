"""Mailbox folders for the tests of the command line: made once, copied."""

from pathlib import Path

import pytest

from tests.cli.making import Shell, copied, new_mailbox
from tests.drawn import draw_each_once


@pytest.fixture(autouse=True)
def _each_picture_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_each_once(monkeypatch)


@pytest.fixture(scope="session")
def mailbox(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell in a mailbox folder that nobody may change."""
    return Shell(new_mailbox(tmp_path_factory.mktemp("cli") / "home"))


@pytest.fixture
def shell(mailbox: Shell, tmp_path: Path) -> Shell:
    """A shell in a mailbox folder of one's own."""
    return copied(mailbox.home, tmp_path / "home")
