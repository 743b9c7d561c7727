"""Where a game is: by name in the mailbox folder, or by the path of its save."""

from difflib import get_close_matches
from pathlib import Path

from pbem.core.pieces import natural
from pbem.errors import BadInput
from pbem.phrases import either

SAVES, SECRETS, ARCHIVE = "saves", ".pbem", "archive"
"""Games of the mailbox, their private side, and games that are only looked at."""


def save_path(home: Path, game: str) -> Path:
    """The save folder of a game by name or path; BadInput with the nearest names where there is none."""
    for path in (home / SAVES / game, home / ARCHIVE / game, Path(game)):
        if (path / "game.json").is_file():
            return path
    known = [*games(home), *archived_games(home)]
    near = get_close_matches(game, known, n=3, cutoff=0.4)
    if near:
        raise BadInput("There is no game {game!r} here. Did you mean {near}?", game=game, near=either(near))
    if known:
        raise BadInput("There is no game {game!r} here; there are {known}.", game=game, known=", ".join(known))
    raise BadInput(
        "There is no game {game!r}: neither in {home} nor as the path of a save folder.", game=game, home=home / SAVES
    )


def games(home: Path) -> list[str]:
    """The names of the games in a mailbox folder, as people count: game-2 before game-10."""
    return _saves_in(home / SAVES)


def archived_games(home: Path) -> list[str]:
    """The names of the games that were read in without their private side: they are looked at, not played."""
    return _saves_in(home / ARCHIVE)


def _saves_in(folder: Path) -> list[str]:
    found = (path.name for path in folder.iterdir() if _is_save(path)) if folder.is_dir() else ()
    return sorted(found, key=natural)


def _is_save(folder: Path) -> bool:
    """Whether a folder holds a game; one that is closed is taken for one, so that it is told, and stops no other."""
    try:
        return (folder / "game.json").is_file()
    except PermissionError:
        return folder.is_dir()
