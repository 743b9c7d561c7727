"""The Ford at hand: the program finds its rules and files as if it shipped them; games of it are played by mail."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem import resources
from pbem.referee.admin.seating import Player
from pbem.resources import shipped
from pbem.rules import RULESETS
from tests.ford.rules import OPTIONS
from tests.referee.making import HOUR, Room, new_room

RED = Player("red", "red", "ana@example.org", "es", "Europe/Madrid")
BLUE = Player("blue", "blue", "omar@example.org", "en", "Africa/Casablanca")
BLUE_2 = Player("blue-2", "blue", "luis@example.org", "en", "Europe/Madrid")


@contextmanager
def ford_installed(folder: Path) -> Iterator[None]:
    """Make the program ship The Ford beside its own games, while this lasts; `folder` is an empty one."""
    (folder / "games").mkdir(parents=True)
    for name in ("schemas", "templates"):
        (folder / name).symlink_to(shipped(name))
    for path in shipped("games").iterdir():
        (folder / "games" / path.name).symlink_to(path)
    (folder / "games" / "ford").symlink_to(Path(__file__).with_name("games") / "ford")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resources, "_PACKAGE", folder / "pbem")
        patch.setitem(RULESETS, "ford", "tests.ford.rules")
        yield


def scenario(players: tuple[Player, ...] = (RED, BLUE), **options: str) -> dict[str, Any]:
    """A scenario.json on twelve plain hexes."""
    hexes = {f"{column:02d}{row:02d}": {"terrain": ["clear"]} for column in range(1, 5) for row in range(1, 4)}
    words = {unit: {"es": unit, "en": unit} for unit in ("red-1", "blue-1")}
    return {
        "format": 1,
        "ruleset": "ford",
        "version": 1,
        "scenario": "ford",
        "title": {"es": "El vado", "en": "The Ford"},
        "turns": 2,
        "map": {"size": [4, 3], "default": "clear", "hexes": hexes},
        "counters": {unit: {"side": unit[:-2], "type": "infantry", "name": name} for unit, name in words.items()},
        "tables": {},
        "options": {name: options.get(name, values[0]) for name, values in sorted(OPTIONS.items())},
        "seats": {player.seat: player.side for player in sorted(players, key=lambda player: player.seat)},
    }


def ford_room(path: Path, players: tuple[Player, ...] = (RED, BLUE), seed: str = "wade", **more: Any) -> Room:
    """A mailbox folder with a game of The Ford that has started; `more` are its options and fields of `made`."""
    options = {name: more.pop(name) for name in OPTIONS if name in more}
    return new_room(path, scenario(players, **options), players, seed, **more).started()


def set_up(room: Room) -> Room:
    """Both have placed their counters in one phase; the game stands in red's walk."""
    room.says("red", "COLOCA red-1 0101\n")
    room.says("blue", "PLACE blue-1 0402\n")
    room.tick()
    room.tick(HOUR)
    assert room.at == "1.red-walk"
    return room
