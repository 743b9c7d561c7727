"""What people write in sentences, as an order or as none: handbooks name units, places and verbs all the time."""

import re
from collections.abc import Iterator

import pytest

from pbem.core.orders import Order
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
MOVES = {
    "legion": ("urriaguel-3", "1514"),
    "rif1926": ("ax-01", "2110"),
    "africa1860": ("bujari-1", "Sands"),
    "napoleonic": ("barbastro", "1514"),
}
"""A unit of the second side of each game, and a place."""
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


def as_read(room: Room, line: str) -> list[Order | None]:
    """The orders of a line of the second side, in which UNIT and PLACE stand for one of each."""
    game = room.game.manifest.ruleset
    unit, place = MOVES[game]
    said = line.replace("UNIT", unit).replace("PLACE", place)
    return [each.order for each in read_orders(room.game, SIDES[game][1], said, language="en").lines]


@pytest.mark.parametrize(
    "line",
    [
        "I'm moving UNIT to PLACE",
        "We are going to move UNIT to PLACE",
        "I want UNIT to go to PLACE",
        "Let UNIT go to PLACE",
        "Let's send UNIT to PLACE",
        "UNIT occupies PLACE",
        "Que UNIT vaya a PLACE",
        "Quiero que UNIT vaya a PLACE",
        "Vamos a mover UNIT a PLACE",
        "Me gustaría mandar UNIT a PLACE",
        "Envío a UNIT a PLACE",
        "UNIT sube a PLACE",
    ],
)
def test_an_order_is_read_as_people_say_it(room: Room, line: str) -> None:
    (found,), (form,) = (as_read(room, each) for each in (line, "MOVE UNIT PLACE"))
    assert found is not None
    assert found == form


@pytest.mark.parametrize(
    "line",
    [
        "I'm not moving UNIT to PLACE",
        "I am thinking of moving UNIT to PLACE",
        "I want to know if UNIT goes to PLACE",
        "Let me see if UNIT goes to PLACE",
        "Let's not move UNIT to PLACE",
        "I'm afraid UNIT goes to PLACE",
        "No quiero que UNIT vaya a PLACE",
        "Que UNIT no vaya a PLACE",
        "Me gustaría saber si UNIT va a PLACE",
        "Hay que ver si UNIT va a PLACE",
    ],
)
def test_what_is_not_wanted_or_only_thought_of_is_no_order(room: Room, line: str) -> None:
    assert [order for order in as_read(room, line) if order is not None] == []
