"""The secrets beside the database: dice roots and the mail key, 32 bytes each as hex in a file of the owner's.

A game's first root is `GAME.key` in the private folder; that of its second chain, after a rekey, `GAME.2.key`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from pbem.effects import Effects
from pbem.phrases import system_words
from pbem.store.errors import StoreError

SIZE = 32
MAIL = "mail.key"


class Keys:
    """The key files of a private folder (`.pbem`)."""

    def __init__(self, folder: Path, effects: Effects) -> None:
        self.folder = folder
        self._effects = effects
        self._arriving: dict[Path, bytes] = {}

    def root_file(self, game: str, chain: int = 1) -> Path:
        """Where the dice root of a game's chain (1, 2 …) lies."""
        return self.folder / (f"{game}.key" if chain == 1 else f"{game}.{chain}.key")

    def write_root(self, game: str, root: bytes, chain: int = 1) -> None:
        """Keep the dice root of a chain; StoreError where there is one already: a root is never replaced."""
        if self.root_file(game, chain).name == MAIL:
            raise StoreError(
                "A game cannot be named {game}: {mail} is the key of the Message-IDs.", game=game, mail=MAIL
            )
        _write(self.root_file(game, chain), root, self._effects)

    def read_root(self, game: str, chain: int = 1) -> bytes | None:
        """The dice root of a chain, None where there is none; StoreError where the file is damaged."""
        path = self.root_file(game, chain)
        return self._arriving[path] if path in self._arriving else _read(path)

    @contextmanager
    def arriving(self, game: str, roots: Mapping[int, bytes]) -> Iterator[None]:
        """Inside, these are the roots of a game by chain, though their files are not in their place yet."""
        self._arriving = {self.root_file(game, chain): root for chain, root in roots.items()}
        try:
            yield
        finally:
            self._arriving = {}

    def set_root_aside(self, game: str, chain: int) -> bool:
        """Take the root of a chain out of use, under a name of its own; whether there was one."""
        path = self.root_file(game, chain)
        if not path.exists():
            return False
        names = (path.with_name(f"{path.name}.{n}") for n in count(1))
        try:
            self._effects.rename(path, next(name for name in names if not name.exists()))
        except OSError as failed:
            raise StoreError("{path} cannot be moved: {why}.", path=path, why=system_words(failed)) from failed
        return True

    def write_mail_key(self, key: bytes) -> None:
        """Keep the key of the Message-IDs; StoreError where there is one already."""
        _write(self.folder / MAIL, key, self._effects)

    def read_mail_key(self) -> bytes | None:
        """The key of the Message-IDs, None where none was made yet; StoreError where the file is damaged."""
        return _read(self.folder / MAIL)


def _write(path: Path, key: bytes, effects: Effects) -> None:
    if len(key) != SIZE:
        raise ValueError(f"a key has {SIZE} bytes, not {len(key)}")
    if path.exists():
        raise StoreError("{path} is there already: a key is never replaced.", path=path)
    try:
        effects.mkdir(path.parent, 0o700)
        effects.write_bytes(path, key.hex().encode("ascii") + b"\n", 0o600)
    except OSError as failed:
        raise StoreError("{path} cannot be written: {why}.", path=path, why=system_words(failed)) from failed


def _read(path: Path) -> bytes | None:
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except FileNotFoundError:
        return None
    except OSError as failed:
        raise StoreError("{path} cannot be read: {why}.", path=path, why=system_words(failed)) from None
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise StoreError(
            "{path} does not hold {size} bytes as hex digits. Put it back from a backup.", path=path, size=SIZE
        )
    return key
