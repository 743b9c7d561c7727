"""A spool of plain files: mails are dropped into `in/`, answers appear in `out/`. Any mail system can be put before it.

in/*.eml, in/new/*, in/cur/*   raw mails (in/ may be a Maildir)     handled/ refused/ machines/   where they go
out/NAME.eml                   mails to be sent on
"""

import hashlib
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pbem.effects import Effects
from pbem.mail.message.size import HEADERS, LIMIT, header_block
from pbem.mail.servers.fair_order import CROWD, People, Words, by_turns, group_of, nobody
from pbem.mail.servers.transport import Folder, Incoming, Sleep, Stopped, Ticks

LOOK = 2.0  # seconds between two looks into `in/`
OWN = 0o700  # mails hold the tokens of seats; whoever wants others to read them there opens the folder by hand
HEAD = 8_192  # bytes of a file that show whose mail it is
_PARTIAL = (".tmp", ".part", ".partial", ".crdownload", ".filepart", ".swp", "~")
_OWN_ID = re.compile(r"<([0-9a-f]{64})@[A-Za-z0-9.-]+>")


@dataclass(frozen=True, slots=True)
class Maildir:
    """The spool at `path`. One process at a time (the referee's lock) uses it."""

    path: Path
    effects: Effects
    troubles: list[str] = field(default_factory=list)
    _moved: set[Path] = field(default_factory=set)

    def fetch(self, people: People = nobody, without: Container[str] = ()) -> Iterator[Incoming]:
        """The mails in `in/`, by file name; hidden, empty and unfinished files are left alone. Raises OSError."""
        found = sorted(self._waiting(), key=lambda file: (file.name, str(file)))
        files = [file for file in found if self._key(file) not in without]
        first = _of_people(files, people()) if len(files) > CROWD else files
        urgent = set(first)
        for file in [*first, *(file for file in files if file not in urgent)]:
            size = _size(file)
            if size:  # it may have been taken away since
                fetch = partial(_read, file, LIMIT if size <= LIMIT else HEADERS)
                yield Incoming(self._key(file), size, fetch, file in urgent)

    def settle(self, incoming: Incoming, where: Folder) -> None:
        """Move the file to `where`/; nothing happens if it is gone already. Raises OSError.

        The folders are made to last by `flush`: a mail that a power cut puts back is known to the referee.
        """
        source = self.path / incoming.key
        if source.is_file():
            folder = self.path / where
            self.effects.mkdir(folder, OWN)
            self.effects.move(source, _free(folder, source.name))
            self._moved.update((source.parent, folder))

    def flush(self) -> None:
        """Make the folders last that mails were moved between. Raises OSError."""
        for folder in sorted(self._moved):
            self.effects.sync(folder)
        self._moved.clear()

    def send(self, raw: bytes, message_id: str) -> None:
        """Write the mail to `out/`, once for each Message-ID. Raises OSError."""
        target = self.path / "out" / f"{_file_name(message_id)}.eml"
        if not target.exists():
            self.effects.mkdir(target.parent, OWN)
            self.effects.write_bytes(target, raw)

    def wait(self, seconds: float, stopped: Stopped, ticks: Ticks, sleep: Sleep) -> bool:
        """Look into `in/` every now and then until a mail lies there; whether one does. Raises OSError."""
        end = ticks() + seconds
        while (left := end - ticks()) > 0 and not stopped():
            if any(self._waiting()):
                return True
            sleep(min(LOOK, left))
        return any(self._waiting())

    def clock(self) -> None:
        """A folder has no clock but this machine's."""

    def rest(self) -> None:
        """Nothing to let go of."""

    def close(self) -> None:
        """Nothing to let go of."""

    def _key(self, file: Path) -> str:
        return file.relative_to(self.path).as_posix()

    def _waiting(self) -> Iterator[Path]:
        inbox = self.path / "in"
        for folder, every in ((inbox, False), (inbox / "new", True), (inbox / "cur", True)):
            if folder.is_dir():
                files = (file for file in folder.iterdir() if not file.is_symlink() and file.is_file())
                yield from (file for file in files if _is_mail(file.name, every) and _size(file))


def _size(file: Path) -> int:
    """Bytes of a file, 0 where it is gone."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _is_mail(name: str, every: bool) -> bool:
    if name.startswith(".") or name.lower().endswith(_PARTIAL):
        return False
    return every or name.lower().endswith(".eml")


def _read(file: Path, most: int) -> bytes:
    with file.open("rb") as opened:
        return opened.read(most)


def _of_people(files: Sequence[Path], people: Sequence[Words]) -> list[Path]:
    """Those of the files that are mails of these people, by turns."""
    groups: list[list[Path]] = [[] for _ in people]
    for file in files:
        number = group_of(header_block(_read(file, HEAD)), people)
        if number is not None:
            groups[number].append(file)
    return by_turns(groups)


def _free(folder: Path, name: str) -> Path:
    """A path in `folder` that no file has yet: two mails may come under one name."""
    target = folder / name
    count = 1
    while target.exists():
        count += 1
        target = folder / f"{Path(name).stem}.{count}{Path(name).suffix}"
    return target


def _file_name(message_id: str) -> str:
    own = _OWN_ID.fullmatch(message_id)
    return own.group(1) if own else hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
