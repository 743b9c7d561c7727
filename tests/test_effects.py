"""The effects: whole files or none, at every step."""

from pathlib import Path

import pytest

from pbem.effects import Effects
from tests.killed import Killed


class Dying(Effects):
    """Dies at the effect numbered `at` (from 1); remembers all."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.seen: list[str] = []

    def step(self, what: str) -> None:
        """Remember, then die or go on."""
        self.seen.append(what)
        if len(self.seen) == self.at:
            raise Killed(what)


def test_a_write_is_whole_or_not_there_whenever_it_is_killed(tmp_path: Path) -> None:
    counted = Dying()
    counted.write_bytes(tmp_path / "a", b"new")
    assert [each.split()[0] for each in counted.seen] == ["write", "fsync", "rename", "fsync"]
    for at in range(1, len(counted.seen) + 1):
        target = tmp_path / f"b{at}"
        target.write_bytes(b"old")
        with pytest.raises(Killed):
            Dying(at).write_bytes(target, b"new")
        assert target.read_bytes() == (b"new" if at == 4 else b"old")
        Effects().write_bytes(target, b"new")
        assert target.read_bytes() == b"new"
    assert not list(tmp_path.glob(".*"))


def test_a_private_file_is_private_from_its_first_byte(tmp_path: Path) -> None:
    Effects().write_bytes(tmp_path / "key", b"secret", 0o600)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    (tmp_path / ".other.tmp").write_bytes(b"left by a kill, readable")
    Effects().write_bytes(tmp_path / "other", b"secret", 0o600)
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o600


def test_append_rename_unlink_mkdir(tmp_path: Path) -> None:
    effects = Effects()
    effects.mkdir(tmp_path / "a" / "b")
    effects.mkdir(tmp_path / "a" / "b")
    effects.append(tmp_path / "a" / "log", b"1\n")
    effects.append(tmp_path / "a" / "log", b"2\n")
    effects.rename(tmp_path / "a" / "log", tmp_path / "a" / "b" / "log")
    assert (tmp_path / "a" / "b" / "log").read_bytes() == b"1\n2\n"
    effects.unlink(tmp_path / "a" / "b" / "log")
    effects.unlink(tmp_path / "a" / "b" / "log")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_run_gives_what_the_program_said(tmp_path: Path) -> None:
    done = Effects().run(["git", "--version"], tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("git version")


def test_send_does_the_call_or_dies_before_it() -> None:
    called: list[int] = []
    assert Effects().send(lambda: called.append(1) or 7) == 7  # type: ignore[func-returns-value]
    with pytest.raises(Killed):
        Dying(1).send(lambda: called.append(2))
    assert called == [1]


def test_no_handler_of_errors_catches_a_kill() -> None:
    assert not issubclass(Killed, Exception)
