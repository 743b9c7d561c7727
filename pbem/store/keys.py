"""The secrets beside the database: dice roots and the mail key, 32 bytes each as hex in a file of the owner's.

A game's first root is `GAME.key` in the private folder; that of its second chain, after a rekey, `GAME.2.key`.
"""

from pathlib import Path

from pbem.effects import Effects
from pbem.store.errors import StoreError

SIZE = 32
MAIL = "mail.key"


class Keys:
    """The key files of a private folder (`.pbem`)."""

    def __init__(self, folder: Path, effects: Effects) -> None:
        self.folder = folder
        self._effects = effects

    def root_file(self, game: str, chain: int = 1) -> Path:
        """Where the dice root of a game's chain (1, 2 …) lies."""
        return self.folder / (f"{game}.key" if chain == 1 else f"{game}.{chain}.key")

    def write_root(self, game: str, root: bytes, chain: int = 1) -> None:
        """Keep the dice root of a chain; StoreError where there is one already: a root is never replaced."""
        _write(self.root_file(game, chain), root, self._effects)

    def read_root(self, game: str, chain: int = 1) -> bytes:
        """The dice root of a chain; StoreError that says how to go on without it."""
        return _read(self.root_file(game, chain), "Put it back from a backup, or go on with 'pbem dice rekey'.")

    def write_mail_key(self, key: bytes) -> None:
        """Keep the key of the Message-IDs; StoreError where there is one already."""
        _write(self.folder / MAIL, key, self._effects)

    def read_mail_key(self) -> bytes | None:
        """The key of the Message-IDs, None where none was made yet; StoreError where the file is damaged."""
        path = self.folder / MAIL
        return _read(path, "Put it back from a backup.") if path.exists() else None


def _write(path: Path, key: bytes, effects: Effects) -> None:
    if len(key) != SIZE:
        raise ValueError(f"a key has {SIZE} bytes, not {len(key)}")
    if path.exists():
        raise StoreError(f"{path} is there already: a key is never replaced.")
    try:
        effects.mkdir(path.parent, 0o700)
        effects.write_bytes(path, key.hex().encode("ascii") + b"\n", 0o600)
    except OSError as failed:
        raise StoreError(f"{path} cannot be written: {failed.strerror}.") from failed


def _read(path: Path, hint: str) -> bytes:
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except FileNotFoundError:
        raise StoreError(f"{path} is missing. {hint}") from None
    except OSError as failed:
        raise StoreError(f"{path} cannot be read: {failed.strerror}.") from None
    except ValueError:
        raise StoreError(f"{path} does not hold {SIZE} bytes as hex digits. {hint}") from None
    if len(key) != SIZE:
        raise StoreError(f"{path} holds {len(key)} bytes, not {SIZE}. {hint}")
    return key
