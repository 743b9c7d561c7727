"""A backup of a mailbox folder: database, keys, settings and saves in one archive, while nobody writes to it.

Git's history is not in it; the records are. Passwords of mail servers are not in it: they are had again from the
provider, and whoever finds a backup should not have the mailbox too.
"""

import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

from pbem.effects import Effects
from pbem.phrases import system_words
from pbem.store.database import full_disk_words
from pbem.store.errors import StoreError
from pbem.store.store import FILE

PRIVATE, SETTINGS, SAVES, ARCHIVE = ".pbem", "pbem.toml", "saves", "archive"
_LAST = "turns"


def backup(home: Path, to: Path, effects: Effects | None = None, *, without: Collection[Path] = ()) -> int:
    """Write the archive `to` (.tar.gz, owner-only: it holds keys and addresses); how many files are in it.

    `without` are files that hold a password, wherever they lie.

    StoreError, and no archive, where something cannot be read or written or `to` is there already.
    """
    effects = effects or Effects()
    if to.exists():
        raise StoreError("{to} is there already. Name another file.", to=to)
    if not to.parent.is_dir():
        raise StoreError("There is no folder {folder}: make it, or name another file.", folder=to.parent)
    try:
        with tempfile.TemporaryDirectory(prefix=".pbem-backup-", dir=to.parent) as folder:
            count = _pack(home, Path(folder), effects, frozenset(path.resolve() for path in without))
            effects.rename(Path(folder) / "backup", to)
    except (OSError, sqlite3.Error) as failed:
        why = system_words(failed) if isinstance(failed, OSError) else failed
        full = full_disk_words(home, to.parent)
        raise StoreError("The backup {to} could not be made: {why}.{full}", to=to, why=why, full=full) from failed
    return count


def restore(archive: Path, home: Path) -> int:
    """Unpack a backup into a folder that holds no mailbox yet; how many files. StoreError where that cannot be."""
    for name in (PRIVATE, SAVES, ARCHIVE, SETTINGS):
        if (home / name).exists():
            raise StoreError("{home} holds {name} already. Restore into an empty folder.", home=home, name=name)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as tar:
            members = tar.getmembers()
            tar.extractall(home, members, filter="data")
        if (home / PRIVATE).is_dir():
            (home / PRIVATE).chmod(0o700)
    except (OSError, tarfile.TarError) as failed:
        raise StoreError("{archive} could not be restored: {failed}.", archive=archive, failed=failed) from failed
    return sum(not member.isdir() for member in members)


def _pack(home: Path, folder: Path, effects: Effects, without: frozenset[Path]) -> int:
    effects.step("backup database")
    copied = folder / FILE
    database = home / PRIVATE / FILE
    if database.exists():
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copied)) as target:
            source.backup(target)
        copied.chmod(0o600)
    effects.step("backup files")
    files = [(path, path.relative_to(home)) for path in _files(home) if path.resolve() not in without]
    pairs = ([(copied, Path(PRIVATE) / FILE)] if copied.exists() else []) + files
    packed = folder / "backup"
    packed.touch(0o600)
    with tarfile.open(packed, "w:gz") as tar:
        if (home / PRIVATE).is_dir():  # closed to others wherever it is unpacked
            tar.add(home / PRIVATE, PRIVATE, recursive=False)
        for path, name in pairs:
            tar.add(path, str(name), recursive=False)
    return len(pairs)


def _walk(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """A folder and those in it, as `os.walk` has them; OSError where one is closed: it would be missing unseen."""

    def fail(closed: OSError) -> None:
        raise closed

    return os.walk(folder, onerror=fail)


def _files(home: Path) -> Iterator[Path]:
    """Keys, settings, then the saves, each game's records last: what is derived is never newer than they are."""
    yield from sorted((home / PRIVATE).glob("*.key"))
    if (home / SETTINGS).exists():
        yield home / SETTINGS
    walked = (step for folder in (SAVES, ARCHIVE) if (home / folder).exists() for step in _walk(home / folder))
    saves = (Path(folder, name) for folder, _, names in walked for name in names if name.endswith(".json"))
    found = (path for path in saves if ".git" not in path.parts and path.is_file())
    yield from sorted(found, key=lambda path: (_LAST in path.parts, path))
