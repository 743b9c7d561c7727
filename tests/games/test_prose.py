"""What people write in sentences is no order: those of the handbooks name units, places and verbs all the time."""

import re
from collections.abc import Iterator

import pytest

from pbem.gamedata.games import compose
from pbem.referee.admin.seating import Player
from pbem.referee.turn.submission import read_orders
from pbem.resources import shipped_path
from tests.referee.making import Room, new_room

SIDES = {
    "legion": ("spanish", "moroccan"),
    "rif1926": ("allied", "rif"),
    "africa1860": ("spanish", "moroccan"),
    "napoleonic": ("french", "spanish"),
}
MAIL = 30
"""Sentences of one mail: for so many lines it is looked what verb is meant where none is said."""


@pytest.fixture(scope="module", params=SIDES)
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    players = tuple(Player(side, side, f"{side}@example.org", "en") for side in SIDES[request.param])
    found = new_room(tmp_path_factory.mktemp("prose") / "home", compose(request.param), players, seed="prose").started()
    yield found
    found.close()


def sentences(game: str, language: str) -> list[str]:
    """The sentences of a handbook, without its tables, lists, headings and examples."""
    text = (shipped_path("games") / game / f"handbook.{language}.md").read_text(encoding="utf-8")
    paragraphs = re.sub(r"```.*?```", "", text, flags=re.S).split("\n\n")
    lines = [line for each in paragraphs for line in re.split(r"(?<=[.!?])\s+", " ".join(each.split()))]
    return [line for line in lines if line and line[0] not in "|#-*`<"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_sentence_of_a_handbook_is_an_order_or_a_command(room: Room, language: str) -> None:
    said = sentences(room.game.manifest.ruleset, language)
    assert len(said) > 100
    for start in range(0, len(said), MAIL):
        text = "\n".join(said[start : start + MAIL])
        reading = read_orders(room.game, SIDES[room.game.manifest.ruleset][1], text, language=language)
        assert [line.written for line in reading.lines if line.order is not None] == []
        assert [command.text for command in reading.commands] == []
