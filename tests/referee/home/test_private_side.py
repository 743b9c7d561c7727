"""Games whose private side is gone: no mail is taken, for its players would be strangers; the doctor says so too."""

from datetime import timedelta

import pytest

from pbem.referee.tick import tick
from pbem.referee.watch import next_due
from pbem.setup.doctor import examine
from tests.referee.making import HOUR, Room


@pytest.mark.parametrize("lost", ["the database", "the key of mails"])
def test_no_mail_is_taken_while_the_private_side_is_gone(room: Room, lost: str) -> None:
    key = room.path / ".pbem" / "mail.key"
    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\n")
    row, data = room.home.game_row("melilla"), key.read_bytes()
    if lost == "the database":
        room.home.store.games.remove(name="melilla")
    else:
        key.unlink()
    result = tick(room.home, room.now + HOUR)
    (fault,) = result.faults
    assert "restore .pbem/ from a backup. No mail is taken and none sent before" in fault
    assert (result.mails, result.closed, len(room.places()["in"])) == ({}, [], 1)
    said = [each for each in examine(room.path, {"PATH": "/usr/bin:/bin"}, room.now) if each.wrong]
    assert "restore .pbem/ from a backup" in [each.mend for each in said]
    if lost == "the database":
        room.home.store.games.put(row)
    key.write_bytes(data)
    assert room.tick().mails == {"orders": 1}


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(room: Room) -> None:
    whole = next_due(room.home, room.now)
    assert whole is not None
    broken = room.path / "saves" / "annual"
    broken.mkdir()
    (broken / "game.json").write_text("{")
    room.home.opened.clear()
    assert next_due(room.home, room.now) == whole
    assert tick(room.home, room.now + timedelta(minutes=1)).faults != []
