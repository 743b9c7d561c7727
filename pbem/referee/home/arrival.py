"""Games on their way in: what an import has unpacked is put in its place once the database knows the game, or cleared.

The database is the commit point. Its row of a game is there, and not handed over, from the moment on at which all of
the import counts; whoever opens the folder next does what a kill has left out.
"""

import shutil
from pathlib import Path

from pbem.effects import Effects
from pbem.game.paths import SAVES, SECRETS
from pbem.save.files import GAME
from pbem.store.store import Store

SAVE, KEYS = "save", "keys"


def arrivals(home: Path) -> Path:
    """Where imports unpack: a folder for each game, with its `save` and the `keys` of its dice."""
    return home / SECRETS / "import"


def finish_arrivals(home: Path, store: Store, effects: Effects) -> None:
    """Put in place what the database knows of, and clear the rest: that was never taken in."""
    waiting = arrivals(home)
    if not waiting.is_dir():
        return
    for folder in sorted(waiting.iterdir()):
        row = store.games.get(folder.name)
        if row is not None and row.handed_at is None:
            _put_keys(folder / KEYS, store, folder.name, effects)
            _put_save(folder / SAVE, home / SAVES / folder.name, effects)
    clear_arrivals(home)


def clear_arrivals(home: Path) -> None:
    """Forget what imports have unpacked."""
    shutil.rmtree(arrivals(home), ignore_errors=True)


def _put_keys(keys: Path, store: Store, game: str, effects: Effects) -> None:
    """Put the roots of the dice beside the database; one that was made for later, and seen by nobody, goes aside."""
    for path in sorted(keys.iterdir()) if keys.is_dir() else ():
        chain = int(path.name)
        target = store.keys.root_file(game, chain)
        if target.exists() and target.read_bytes() != path.read_bytes():
            store.keys.set_root_aside(game, chain)
        effects.rename(path, target)


def _put_save(save: Path, target: Path, effects: Effects) -> None:
    """Put a save in its place, or its files into the one that is there, of which they are the continuation."""
    if not save.is_dir():
        return
    if not target.exists():
        effects.mkdir(target.parent)
        effects.rename(save, target)
        return
    files = sorted((path for path in save.rglob("*") if path.is_file()), key=lambda path: (path.name == GAME, path))
    for path in files:
        place = target / path.relative_to(save)
        effects.mkdir(place.parent)
        effects.rename(path, place)
