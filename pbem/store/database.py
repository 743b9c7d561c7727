"""The SQLite file: opened owner-only, raised to the present version, written in transactions that nest."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.effects import Effects
from pbem.phrases import Phrase, system_words
from pbem.store.errors import StoreError
from pbem.store.schema import MIGRATIONS, VERSION

FULL = 1_000_000  # bytes: with less a disk is full
_WAIT = 10.0  # seconds for another process (a backup, a hand with sqlite3) to let go


def full_disk_words(*folders: Path) -> str:
    """What to do where the disk of one of some folders is full, as a sentence behind another; "" where none is."""
    try:
        full = any(shutil.disk_usage(folder).free < FULL for folder in folders)
    except OSError:
        return ""
    return Phrase(" The disk is full: make room, and try again.") if full else ""


class Database:
    """One connection. Outside `transaction` each statement that writes is one of its own."""

    def __init__(self, path: Path, effects: Effects, *, looking: bool = False) -> None:
        """Open the database at `path`, made if it is not there (`fresh`); StoreError where that cannot be.

        Only for looking, one on a read-only file system is opened as a copy, which goes with it: SQLite writes to look.
        """
        self.path = path
        self._copy: TemporaryDirectory[str] | None = None
        self._effects = effects
        self._depth = 0
        self._writes = 0
        self.fresh = not path.exists()
        try:
            effects.mkdir(path.parent, 0o700)
            path.parent.chmod(0o700)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            path.chmod(0o600)
        except OSError as failed:
            if not looking or failed.errno != errno.EROFS or self.fresh:
                raise StoreError("{path} cannot be opened: {why}.", path=path, why=system_words(failed)) from failed
            self._copy = _copied(path)
        with self._explain_errors():
            there = path if self._copy is None else Path(self._copy.name) / path.name
            self._connection = sqlite3.connect(there, timeout=_WAIT, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    @property
    def read_only(self) -> bool:
        """Whether it lies on a read-only file system: what is written now is lost."""
        return self._copy is not None

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._copy is not None:
            self._copy.cleanup()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside becomes true together when the outermost block ends, or not at all.

        An inner block that fails takes back its own part only, if the outer one goes on.
        """
        name = f"step{self._depth}"
        self._run("BEGIN IMMEDIATE" if self._depth == 0 else f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
            if self._depth == 1:
                self._effects.send(lambda: self._run("COMMIT"))
            else:
                self._run(f"RELEASE {name}")
        except BaseException:
            self._take_back(name)
            raise
        finally:
            self._depth -= 1

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of one statement. A statement that writes belongs inside `transaction`."""
        with self._explain_errors():
            return self._connection.execute(sql, values).fetchall()

    def write(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run one statement that writes; how many rows it touched."""
        with self.transaction(), self._explain_errors():
            self._writes += 1
            return self._connection.execute(sql, values).rowcount

    def moment(self) -> tuple[int, int]:
        """What is another one as soon as something was written, or taken back, here or by another program."""
        with self._explain_errors():
            return self._writes, int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _prepare(self) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF"):
            self._run(f"PRAGMA {pragma}")
        found = self._version()
        if found > VERSION:
            raise StoreError(
                "{path} was written by a newer pbem (version {found}; this one knows {version}).",
                path=self.path,
                found=found,
                version=VERSION,
            )
        for number in range(found, VERSION):
            with self.transaction():
                if self._version() > number:
                    continue  # another pbem, one that only looks, was opened at the same time and was first
                for statement in _statements(MIGRATIONS[number]):
                    self._run(statement)
                self._run(f"PRAGMA user_version = {number + 1}")

    def _version(self) -> int:
        return int(self.execute("PRAGMA user_version")[0][0])

    def _take_back(self, name: str) -> None:
        self._writes += 1
        if self._connection.in_transaction:
            if self._depth == 1:
                self._run("ROLLBACK")
            else:
                self._run(f"ROLLBACK TO {name}")
                self._run(f"RELEASE {name}")

    def _run(self, sql: str) -> None:
        with self._explain_errors():
            self._connection.execute(sql)

    def _advice(self, failed: sqlite3.OperationalError) -> str:
        """What to do about an error of the system: SQLite does not always say that a disk is full."""
        if "locked" in str(failed):
            return Phrase(" Another program has it open: end that, and try again.")
        return full_disk_words(self.path.parent)

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        """SQLite's errors as sentences. A broken rule of the tables is a bug of ours and stays what it is."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.OperationalError as failed:
            raise StoreError(
                "{path}: {failed}. Nothing was changed by this step.{advice}",
                path=self.path,
                failed=failed,
                advice=self._advice(failed),
            ) from failed
        except sqlite3.DatabaseError as failed:
            raise StoreError(
                "{path} is damaged ({failed}). Restore it from a backup; or move it away, and seat the "
                "players of the games in saves/ anew: what was played stands there.",
                path=self.path,
                failed=failed,
            ) from failed


def _copied(path: Path) -> "TemporaryDirectory[str]":
    """A folder with a copy of a database, and of what was written to it last."""
    folder = TemporaryDirectory(prefix=".pbem-look-")
    for file in (path, path.with_name(f"{path.name}-wal")):
        if file.exists():
            shutil.copyfile(file, Path(folder.name) / file.name)
    return folder


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; a trigger is one, with those in its body."""
    begun = ""
    for part in script.split(";"):
        begun += f"{part};"
        if sqlite3.complete_statement(begun):
            yield begun
            begun = ""
