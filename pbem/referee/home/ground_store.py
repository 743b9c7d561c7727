"""Where the printed boards of maps are kept in a mailbox folder: .pbem/grounds, which may be deleted at any time.

It holds nothing that is needed or secret, so that nothing of it goes through the effects that last: what is cut short,
or was changed, is made anew, and what cannot be kept is not.
"""

import os
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from pbem.game.paths import SECRETS
from pbem.report.grounds import Grounds

MOST = 100
"""Of so many files, about a megabyte each, the older half is deleted."""
_DIGEST = 32


@lru_cache(maxsize=2)
def grounds_of(home: Path) -> Grounds:
    """The grounds of a mailbox folder, kept in it and as long as the program runs."""
    return Grounds(GroundStore(home / SECRETS / "grounds"))


class GroundStore:
    """A folder of files, each under the digest of what it depends on, begun with the digest of what it holds."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> bytes | None:
        """What was kept under a key; None where nothing is, or not all of it."""
        try:
            found = (self._folder / key).read_bytes()
        except OSError:
            return None
        whole = sha256(found[_DIGEST:]).digest() == found[:_DIGEST]
        return found[_DIGEST:] if whole else None

    def put(self, key: str, data: bytes) -> None:
        """Keep it, if there is room and leave to write. Two that do so at once write the same."""
        part = self._folder / f".{key}.{os.getpid()}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(sha256(data).digest() + data)
            os.replace(part, self._folder / key)
            self._prune()
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def _prune(self) -> None:
        files = list(self._folder.iterdir())
        if len(files) > MOST:
            for path in sorted(files, key=lambda path: path.stat().st_mtime)[: MOST // 2]:
                path.unlink(missing_ok=True)
