"""Every outside effect (write, rename, commit, send …) goes through one small object: a test can kill at each."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class Effects:
    """The real effects. `step(what)` is called before each one, down to the parts of a write; tests override it."""

    def step(self, what: str) -> None:
        """Called before every effect with its name: a subclass counts here, or ends the process."""

    def write_bytes(self, path: Path, data: bytes, mode: int = 0o644) -> None:
        """Put `data` at `path` so that a reader finds the old bytes or the new ones whole, also after a power cut.

        Writes `.NAME.tmp` in the same folder (made with `mode`, less the umask), then renames. Raises OSError.
        """
        temporary = path.with_name(f".{path.name}.tmp")
        self.step(f"write {temporary.name}")
        temporary.unlink(missing_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                self.step(f"fsync {temporary.name}")
                os.fsync(file.fileno())
            self.rename(temporary, path)
        except OSError:
            temporary.unlink(missing_ok=True)  # a full disk needs the room
            raise

    def append(self, path: Path, data: bytes, mode: int = 0o644) -> None:
        """Add `data` at the end of the file at `path` and fsync; a kill may leave a part of it. Raises OSError."""
        self.step(f"append {path.name}")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, mode)
        with os.fdopen(handle, "ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(path.parent)

    def mkdir(self, path: Path, mode: int = 0o777) -> None:
        """Make the folder `path` and its parents; nothing happens if it is there. Raises OSError."""
        if not path.is_dir():
            self.step(f"mkdir {path.name}")
            path.mkdir(mode=mode, parents=True, exist_ok=True)
            _sync_folder(path.parent)

    def move(self, source: Path, target: Path) -> None:
        """Move `source` to `target` (same file system), in place of what is there; a power cut may take it back."""
        self.step(f"rename {source.name} {target.name}")
        os.replace(source, target)

    def sync(self, folder: Path) -> None:
        """Make last what was moved into a folder, and out of it."""
        self.step(f"fsync folder {folder.name}")
        _sync_folder(folder)

    def rename(self, source: Path, target: Path) -> None:
        """Move `source` to `target` (same file system), in place of what is there, and fsync both folders."""
        self.move(source, target)
        self.step(f"fsync folder {target.parent.name}")
        _sync_folder(target.parent)
        if source.parent != target.parent:
            _sync_folder(source.parent)

    def unlink(self, path: Path) -> None:
        """Remove the file at `path`, if it is there, and fsync its folder."""
        self.step(f"unlink {path.name}")
        path.unlink(missing_ok=True)
        _sync_folder(path.parent)

    def run(
        self, argv: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program (git) in `cwd` without a shell or input; the caller reads returncode, stdout and stderr."""
        self.step(f"run {' '.join(argv[:2])}")
        return subprocess.run(
            list(argv),
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
        )

    def send(self, call: Callable[[], T]) -> T:
        """Do `call`, which speaks to the outside (SMTP, IMAP, a database commit), and give back what it gave."""
        self.step("send")
        return call()


def _sync_folder(folder: Path) -> None:
    """Make a change of the folder's entries last; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
