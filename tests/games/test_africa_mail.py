"""Africa 1859-60 by mail: standing orders are listed, tried out and cancelled, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.gamedata.games import compose
from pbem.referee.admin.seating import Player
from tests.referee.making import Room, flat, new_room

ANA = Player("spanish", "spanish", "ana@example.org", "es", "Europe/Madrid")
OMAR = Player("moroccan", "moroccan", "omar@example.org", "en")
WAITING = "WHEN enemy ENTERS lomas-de-la-condesa ACTIVATE seyyid-1 MOVE valle-alto\n"
NEAR = "WHEN enemy ENTERS NEAR gum-uagit ACTIVATE feras-zagir-1 MOVE llano-alto PRIORITY 2 UNTIL TURN 3\n"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The Spanish are to fire and move on turn 1."""
    found = new_room(tmp_path / "home", compose("africa1860"), (ANA, OMAR), seed="africa").started()
    yield found
    found.close()


def test_standing_orders_are_listed_with_the_numbers_that_cancel_names(room: Room) -> None:
    room.answer("moroccan", WAITING + NEAR)
    said = flat(room.answer("moroccan", "STANDING\n"))
    assert "1. WHEN enemy ENTERS lomas-de-la-condesa ACTIVATE seyyid-1 MOVE valle-alto" in said
    assert "2. WHEN enemy ENTERS NEAR gum-uagit ACTIVATE feras-zagir-1 MOVE llano-alto PRIORITY 2" in said
    room.answer("moroccan", "CANCEL 1\n")
    said = flat(room.answer("moroccan", "STANDING\n"))
    assert "1. WHEN" not in said
    assert "2. WHEN" in said
    room.answer("moroccan", WAITING)
    assert "3. WHEN enemy ENTERS lomas" in flat(room.answer("moroccan", "STANDING\n")), "1 is not given again"


def test_what_standing_orders_would_do_is_told_in_the_order_of_resolution(room: Room) -> None:
    asked = "SUPPOSE caz-vergara ENTERS lomas-de-la-condesa\n"
    assert "You have given no standing orders." in flat(room.answer("moroccan", asked))
    said = flat(room.answer("moroccan", f"{WAITING}{NEAR}{asked}"))
    first, second = said.index("2 acts: ACTIVATE feras-zagir-1"), said.index("1 acts: ACTIVATE seyyid-1")
    assert first < second, "the lower priority first"
    said = flat(room.answer("moroccan", "SUPPOSE caz-vergara ENTERS playa-de-la-condesa\n"))
    assert "1 does not act: it waits for something else" in said
    room.answer("moroccan", "LANGUAGE es\n")
    said = flat(room.answer("moroccan", "SUPONER caz-vergara ENTRA playa-de-la-condesa\n"))
    assert "La 1 no actúa: espera otra cosa" in said


def test_supposing_changes_nothing(room: Room) -> None:
    room.answer("moroccan", WAITING)
    before, sheets = room.game.state, len(room.home.store.sheets.of(game=room.name, seat="moroccan"))
    said = room.answer("moroccan", "SUPPOSE caz-vergara ENTERS lomas-de-la-condesa\n")
    assert "could not be accepted" not in said
    assert room.game.state == before
    assert len(room.home.store.sheets.of(game=room.name, seat="moroccan")) == sheets
    assert "no unit of this game is called CÓRDOBA" in flat(room.answer("moroccan", "SUPPOSE cordoba ENTERS area-a\n"))


def test_a_unit_is_found_by_the_word_of_its_name_that_no_other_has(room: Room) -> None:
    assert "MOVER caz-vergara A playa-de-la-condesa # ✓" in room.answer(
        "spanish", "MOVER vergara playa-de-la-condesa\n"
    )
    refused = flat(room.answer("moroccan", "ACTIVATE zagir MOVE llano-alto\n"))
    assert "feras-zagir-1" in refused, "two have it: both are offered"
