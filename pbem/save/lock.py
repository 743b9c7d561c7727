"""The lock of a mailbox folder: one pbem writes, any number read. The system lets go of it when its holder dies."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.effects import Effects
from pbem.phrases import Phrase, system_words
from pbem.save.errors import Locked, SaveError


@contextmanager
def hold_lock(path: Path, what: str, since: str, effects: Effects | None = None) -> Iterator[None]:
    """Hold the lock file `path` (in `.pbem/`) for as long as the block runs; Locked at once if another pbem holds it.

    `what` is the command that holds it ("pbem watch"), `since` a time as text: both are told to who comes second.
    The file stays when the lock is let go; only the system's lock on it counts. SaveError where it cannot be made.
    """
    handle = _open(path, effects or Effects())
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(_sentence(path)) from None
        except OSError as failed:
            raise SaveError("{path} cannot be locked: {why}.", path=path, why=system_words(failed)) from None
        _tell(handle, what, since)
        yield
    finally:
        os.close(handle)


def _open(path: Path, effects: Effects) -> int:
    try:
        effects.mkdir(path.parent, 0o700)
        effects.step(f"lock {path.name}")
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except PermissionError:
        raise SaveError(
            "{path} is another user's: run pbem as the user whom the mailbox folder belongs to.", path=path
        ) from None
    except OSError as failed:
        raise SaveError(
            "{path} cannot be opened to lock the folder: {why}.", path=path, why=system_words(failed)
        ) from None


def _tell(handle: int, what: str, since: str) -> None:
    holder = {"host": os.uname().nodename, "pid": os.getpid(), "since": since, "what": what}
    with suppress(OSError):  # a full disk keeps nobody from the lock; it is then told as "another pbem"
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(holder).encode("utf-8") + b"\n", 0)


def _sentence(path: Path) -> str:
    """Who holds the lock, as far as the file tells."""
    try:
        holder = json.loads(path.read_bytes())
        told = f"{holder['what']} (process {holder['pid']} on {holder['host']}, since {holder['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        told = Phrase("another pbem")
    return Phrase(
        "{parent} is in use by {told}. Let it finish, or stop it, and try again.", parent=path.parent, told=told
    )
