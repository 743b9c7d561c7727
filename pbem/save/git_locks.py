"""Lock files in a repository, and whether a git may be at work that needs them.

Git makes a file NAME.lock beside each that it changes, and removes it at its end; one that is killed leaves it, and no
other git changes that file any more.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_WHERE = (
    "*.lock",
    "refs/**/*.lock",
    "logs/**/*.lock",
    "objects/*.lock",
    "objects/info/**/*.lock",
    "objects/pack/*.lock",
)


def left_locks(folders: Sequence[Path], before: int | None = None) -> tuple[Path, ...]:
    """The lock files in git's folders that are ours, and not younger than `before` (nanoseconds), in order.

    None where a git may be at work in one of `folders`, or the system does not tell.
    """
    found = tuple(sorted(path for path in _locks(folders) if _is_ours(path, before)))
    return () if found and may_be_at_work(folders) else found


def may_be_at_work(folders: Sequence[Path]) -> bool:
    """Whether a git runs in one of these folders; True too where the system does not tell (it has no /proc)."""
    if not (_PROCESSES / "self" / "comm").exists():
        return True
    return any(any(place.is_relative_to(folder) for folder in folders) for place in _places_of_git())


def _places_of_git() -> Iterator[Path]:
    """The folder that each running git stands in, as far as we may know."""
    for process in _PROCESSES.iterdir():
        with suppress(OSError):  # it has ended, or is another user's, whose locks we leave alone
            if process.name.isdecimal() and (process / "comm").read_text().startswith("git"):
                yield Path(os.readlink(process / "cwd"))


def _locks(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        if (folder / "HEAD").is_file():
            for pattern in _WHERE:
                yield from folder.glob(pattern)


def _is_ours(path: Path, before: int | None) -> bool:
    with suppress(OSError):
        found = path.stat()
        return found.st_uid == os.geteuid() and (before is None or found.st_mtime_ns <= before)
    return False
