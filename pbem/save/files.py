"""The files of a save by name, and what tells that one is another than before. No file is read here."""

import os
import re
from pathlib import Path

GAME, SCENARIO, STATE, TURNS = "game.json", "scenario.json", "state.json", "turns"
RECORD = re.compile(r"(?!0000)(\d{4})-\d{2,3}-[a-z0-9-]+\.json")
"""The name of a record's file in turns/, which begins with its number."""
PRESS = "press.json"
"""What the players wrote, where they agreed to have it there when the game ends."""

Mark = tuple[int, int, int]
"""Size, number and time of change. The system sets that time: a file put back with its old date bears a new one."""


def is_of_save(path: Path) -> bool:
    """Whether a file in a save folder is one that pbem writes: it may hold others, which are the referee's."""
    return path.name in (GAME, SCENARIO, STATE, PRESS) or (path.parent.name == TURNS and path.suffix == ".json")


def record_names(turns: Path) -> tuple[str, ...]:
    """The names in turns/ that should be records', ascending; none where there is no such folder, OSError if unread."""
    try:
        return tuple(sorted(path.name for path in turns.iterdir() if path.suffix == ".json" and path.name[0] != "."))
    except FileNotFoundError:
        return ()


def mark(path: str | Path) -> Mark | None:
    """What a file or folder is now, of a folder which names are in it; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_ino, found.st_ctime_ns
