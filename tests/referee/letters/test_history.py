"""History: records with their hashes in words; rulings, rollbacks and new dice with who and why; also by mail."""

import pytest

from pbem.errors import BadInput
from pbem.referee.admin.dice_root import rekey
from pbem.referee.admin.rulings import roll_back
from pbem.referee.letters.history import format_history, history
from pbem.save.words import hash_words
from tests.referee.making import HOUR, Room, flat

MOVES = "NOWAIT\nMOVE beni-1 0402\nHOLD beni-2\nHOLD beni-3\n"


@pytest.fixture
def past(room: Room) -> Room:
    """A movement that was taken back once, corrected, and new dice."""
    room.answer("moroccan", MOVES)
    at = "1.moroccan-movement"
    roll_back(room.home, room.game, at, same_dice=True, who="Referee", why="a slip", now=room.now)
    room.now += HOUR
    roll_back(room.home, room.game, at, same_dice=False, who="Referee", why="the wrong map", now=room.now)
    rekey(room.home, room.game, "Referee", "the disk was lost", room.now)
    return room


def test_it_shows_both_with_who_and_why(past: Room) -> None:
    found = history(past.game, past.home.git, "en")
    assert [one.n for one in found] == list(range(1, len(past.game.records) + 1))
    assert [one.hash for one in found] == [item.hash for item in past.game.records]
    said = flat(" ".join(format_history(past.game, found, "en", "UTC")))
    assert "to be played again with the same dice. The reason: a slip" in said
    assert "A correction: this phase was played again with the dice that it had." in said
    assert "Decided by Referee, to be played again with new dice. The reason: the wrong map" in said
    assert "New dice, given by Referee: the disk was lost." in said
    movements = [one for one in found if one.phase == "moroccan-movement"]
    assert [one.withdrawn for one in movements] == [True, True]
    assert not any(one.withdrawn for one in found if one.kind in ("rollback", "rekey") or one.n < movements[0].n)
    assert found[-1].when == past.now
    assert all(one.when is not None for one in found)
    assert hash_words(found[-1].hash) in said


def test_it_needs_no_git_and_knows_turns(past: Room) -> None:
    found = history(past.game, None, "es", 1)
    assert {one.when for one in found} == {None}
    assert "vuelta atrás" in flat(" ".join(format_history(past.game, found, "es", "UTC")))
    with pytest.raises(BadInput, match="melilla has no record of turn 7"):
        history(past.game, None, "es", 7)


def test_players_ask_for_it_by_mail(past: Room) -> None:
    said = flat(past.answer("spanish", "HISTORIA\n"))
    assert "con dados nuevos. El motivo: the wrong map" in said
    assert hash_words(past.game.records[0].hash) in said
    assert "(hora de Madrid)" in said
    one = flat(past.answer("moroccan", "HISTORY 1\n"))
    assert hash_words(past.game.records[0].hash) in one
    assert "Turn 9 has not been played." in flat(past.answer("moroccan", "HISTORY turn 9\n"))
