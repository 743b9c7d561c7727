"""Backups: all of a mailbox in one owner-only archive, beside an open transaction too, and back into a folder."""

import errno
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.store.backup import backup, restore
from pbem.store.errors import StoreError
from pbem.store.store import Store
from tests.killed import Killed
from tests.store.making import DiesAt, game, mail, store

ROOT = bytes(range(32))


def mailbox(home: Path) -> Store:
    """A mailbox in use: settings, a key, a save with two records, spooled mail, git; its store is open."""
    full = store(home)
    full.games.put(game())
    full.keys.write_root("melilla", ROOT)
    (home / "pbem.toml").write_text("[referee]\n")
    save = home / "saves" / "melilla"
    (save / "turns").mkdir(parents=True)
    for name in ("game.json", "scenario.json", "state.json", "turns/0001-01-weather.json", "turns/0002-01-combat.json"):
        (save / name).write_text("{}\n")
    (save / "turns" / ".0003-01-x.json.tmp").write_text("half")
    (home / "saves" / ".git").mkdir()
    (home / "saves" / ".git" / "x.json").write_text("")
    return full


def test_a_backup_holds_all_and_comes_back(tmp_path: Path) -> None:
    home, archive = tmp_path / "home", tmp_path / "b.tar.gz"
    with mailbox(home) as full, full.transaction():
        full.mails.put(mail("unfinished"))
        count = backup(home, archive)
    assert count == 8
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert restore(archive, tmp_path / "new") == 8
    with store(tmp_path / "new") as again:
        assert again.fresh is False
        assert again.games.of() == (game(),)
        assert again.mails.of() == ()
        assert again.keys.read_root("melilla") == ROOT
    assert stat.S_IMODE((tmp_path / "new" / ".pbem").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new" / ".pbem" / "melilla.key").stat().st_mode) == 0o600
    assert (tmp_path / "new" / "saves" / "melilla" / "turns" / "0002-01-combat.json").read_text() == "{}\n"


def test_a_file_with_a_password_stays_out(tmp_path: Path) -> None:
    home, archive = tmp_path / "home", tmp_path / "b.tar.gz"
    mailbox(home).close()
    for name in ("mail-password", "mail.key"):
        (home / ".pbem" / name).write_text("s3cret\n")
    assert backup(home, archive, without=[home / "saves" / ".." / ".pbem" / "mail.key"]) == 8
    with tarfile.open(archive) as tar:
        assert [name for name in tar.getnames() if name.startswith(".pbem/m")] == [".pbem/melilla.key"]


def test_the_database_is_older_than_the_saves_and_records_come_last(tmp_path: Path) -> None:
    home, archive = tmp_path / "home", tmp_path / "b.tar.gz"
    mailbox(home).close()
    backup(home, archive)
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    assert names[:4] == [".pbem", ".pbem/pbem.db", ".pbem/melilla.key", "pbem.toml"]
    assert names[-2:] == ["saves/melilla/turns/0001-01-weather.json", "saves/melilla/turns/0002-01-combat.json"]
    assert not any(".git" in name or name.endswith(".tmp") for name in names)


def test_unpacked_by_hand_the_private_side_is_closed_to_others(tmp_path: Path) -> None:
    home, archive = tmp_path / "home", tmp_path / "b.tar.gz"
    mailbox(home).close()
    backup(home, archive)
    (tmp_path / "new").mkdir()
    subprocess.run(["tar", "xzf", archive, "-C", tmp_path / "new"], check=True)
    assert stat.S_IMODE((tmp_path / "new" / ".pbem").stat().st_mode) == 0o700


def test_where_it_cannot_be_made_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    mailbox(home).close()
    with pytest.raises(StoreError, match=r"There is no folder .*/nowhere: make it, or name another file\.$"):
        backup(home, tmp_path / "nowhere" / "b.tar.gz")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=0))

    class Full(Effects):
        def rename(self, source: Path, target: Path) -> None:
            raise OSError(errno.ENOSPC, "No space left on device", str(source))

    with pytest.raises(StoreError, match=r"could not be made: No space left on device\. The disk is full: make room"):
        backup(home, tmp_path / "b.tar.gz", Full())


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    home, archive = tmp_path / "home", tmp_path / "b.tar.gz"
    mailbox(home).close()
    backup(home, archive)
    with pytest.raises(StoreError, match=r"b\.tar\.gz is there already"):
        backup(home, archive)
    with pytest.raises(StoreError, match=r"holds \.pbem already\. Restore into an empty folder"):
        restore(archive, home)


@pytest.mark.parametrize("n", range(5))
def test_killed_anywhere_there_is_a_whole_backup_or_none(tmp_path: Path, n: int) -> None:
    home, archive = tmp_path / "home", tmp_path / "b.tar.gz"
    mailbox(home).close()
    try:
        backup(home, archive, DiesAt(n))
    except Killed:
        assert n < 4
    if archive.exists():
        assert restore(archive, tmp_path / "new") == 8
    else:
        assert backup(home, archive) == 8


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.tar.gz").write_bytes(b"no archive")
    with pytest.raises(StoreError, match="could not be restored"):
        restore(tmp_path / "b.tar.gz", tmp_path / "new")


def test_an_archive_that_climbs_out_is_refused(tmp_path: Path) -> None:
    evil = tmp_path / "evil.tar.gz"
    (tmp_path / "x").write_text("x")
    with tarfile.open(evil, "w:gz") as tar:
        tar.add(tmp_path / "x", "../outside")
    with pytest.raises(StoreError, match="could not be restored"):
        restore(evil, tmp_path / "a" / "new")
    assert not (tmp_path / "a" / "outside").exists()
