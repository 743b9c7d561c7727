"""Rooms of the referee's tests, and one whose Moroccans have fought."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.conftest import _begun, _each_picture_is_drawn_once, room
from tests.referee.making import HOUR, LENGTH, Room, copied

__all__ = ["_begun", "_each_picture_is_drawn_once", "room"]

FIGHT = "MOVE beni-1 0302\nMOVE beni-3 0304\nATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\n"


@pytest.fixture(scope="session")
def _fought(_begun: Room, tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The Moroccans have moved and fought twice, and all have had their reports up to turn 2."""
    found = copied(_begun, tmp_path_factory.mktemp("fought") / "home")
    found.answer("moroccan", FIGHT)
    found.tick(HOUR)
    while found.game.state.turn == 1:
        found.tick(LENGTH)
    found.tick()
    return found


@pytest.fixture
def fought(_fought: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of that room."""
    found = copied(_fought, tmp_path / "home")
    yield found
    found.close()
