"""The Ford at hand, as a rule set of another package; games of it are played by mail."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.gamedata import rulesets
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import Source
from pbem.referee.admin.seating import Player
from tests.ford.rules import OPTIONS
from tests.referee.making import HOUR, Room, new_room

RED = Player("red", "red", "ana@example.org", "es", "Europe/Madrid")
BLUE = Player("blue", "blue", "omar@example.org", "en", "Africa/Casablanca")
BLUE_2 = Player("blue-2", "blue", "luis@example.org", "en", "Europe/Madrid")


@contextmanager
def ford_installed() -> Iterator[None]:
    """Make the program find The Ford beside the other rule sets, while this lasts."""
    known = {**rulesets._sources(), "ford": Source("tests.ford.rules", "tests")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulesets, "_sources", lambda: known)
        yield


def scenario(players: tuple[Player, ...] = (RED, BLUE), **options: str) -> dict[str, Any]:
    """A scenario.json of these players with these options."""
    return compose("ford", options=options, seats={player.seat: player.side for player in players})


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
