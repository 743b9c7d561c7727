"""Rooms for the tests of the referee: each game is played to its start once, and copied."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drawn import draw_each_once
from tests.referee.making import Room, copied, new_room


@pytest.fixture(autouse=True)
def _each_picture_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_each_once(monkeypatch)


@pytest.fixture(scope="session")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The skirmish before the first movement, the two sides two hexes from each other."""
    room = new_room(tmp_path_factory.mktemp("begun") / "home").started()
    return room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")


@pytest.fixture
def room(_begun: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of the skirmish: turn 1, the Moroccans are asked for their movement."""
    found = copied(_begun, tmp_path / "home")
    yield found
    found.close()
