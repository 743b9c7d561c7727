"""The stages of a game: each has a way in and, but for the last, a way out; a game that is played keeps to them."""

from itertools import pairwise
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.clock import abandon_game, pause_game, resume_game
from pbem.referee.admin.dice_root import rekey
from pbem.referee.admin.rollback import preview_rollback
from pbem.referee.admin.rulings import amend, roll_back, start_without_nonces
from pbem.referee.home.lifecycle import STAGES
from pbem.referee.letters.status import game_status
from pbem.referee.people.house import change_house
from pbem.referee.play_on import close_phase
from tests.referee.making import ANA, DAY, OMAR, Room, flat, new_room


def stage(room: Room) -> str:
    """The stage that the game is in."""
    return game_status(room.home, room.name, room.now).stage


def test_every_stage_is_reached_and_all_but_the_last_are_left() -> None:
    reached = {follower for followers in STAGES.values() for follower in followers}
    assert reached | {"inviting"} == set(STAGES)
    assert [each for each, followers in STAGES.items() if not followers] == ["abandoned"]


def test_a_game_goes_along_its_stages(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", players=(ANA, OMAR))
    seen = [stage(room)]

    def note() -> None:
        if (now := stage(room)) != seen[-1]:
            seen.append(now)

    room.started()
    note()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    note()
    pause_game(room.home, room.name, room.now)
    note()
    resume_game(room.home, room.name, room.now)
    note()
    room.answer("moroccan", "CONCEDE\n")
    note()
    assert seen == ["inviting", "set-up", "running", "paused", "running", "finished"]
    assert all(later in STAGES[earlier] for earlier, later in pairwise(seen))  # type: ignore[index]
    room.close()


def test_a_game_is_abandoned_for_good(room: Room) -> None:
    abandon_game(room.home, "melilla", room.now, why="both have moved on")
    assert stage(room) == "abandoned"
    assert "El árbitro ha puesto fin a esta partida sin resultado." in flat(room.text("spanish", "note"))
    room.says("moroccan", "MOVE beni-1 0402\nDONE\n")
    assert room.tick(30 * DAY).closed == []
    seen = game_status(room.home, "melilla", room.now)
    assert (seen.deadline, set(seen.seats.values())) == (None, {"not asked now"}), "it waits for nobody"
    with pytest.raises(Refused, match="melilla is over"):
        close_phase(room.home, "melilla", room.now, at_once=False)
    for again in (abandon_game, resume_game, pause_game):
        with pytest.raises(Refused):
            again(room.home, "melilla", room.now)
    assert room.replay().difference is None


def test_nothing_brings_an_abandoned_game_back(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", players=(ANA, OMAR))
    abandon_game(room.home, room.name, room.now, why="nobody answers")
    with pytest.raises(Refused, match="melilla was abandoned: nothing more is played in it"):
        start_without_nonces(room.home, room.game, ["spanish", "moroccan"], "Referee", room.now)
    room.close()
    room = new_room(tmp_path / "other")
    room.started()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    abandon_game(room.home, room.name, room.now, why="both have moved on")
    before, moved = room.files(), read_amendment(room.game, ["unit cer-1 at=0303"]).event
    for again in (
        lambda: roll_back(room.home, room.game, "1.moroccan-set-up", same_dice=False, who="R", why="x", now=room.now),
        lambda: preview_rollback(room.home, room.game, "1.moroccan-set-up", same_dice=False),
        lambda: rekey(room.home, room.game, "R", "the disk was lost", room.now),
        lambda: amend(room.home, room.game, moved, who="R", why="x", now=room.now),
        lambda: change_house(room.home, room.name, {"press": "off"}, room.now),
    ):
        with pytest.raises(Refused, match="melilla was abandoned: nothing more is played in it"):
            again()
    assert room.files() == before
    assert stage(room) == "abandoned"
    room.close()
