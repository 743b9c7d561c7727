"""A save put back, or a private side: the game stops and is told, and goes on with what was there or in the open."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.errors import BadInput, RefereeError, Refused
from pbem.game.game import open_game
from pbem.referee.admin.dice_root import rekey
from pbem.referee.admin.lost_records import go_on_without
from pbem.referee.tick import tick
from pbem.save.journal import faults
from pbem.save.records import PhaseRecord
from pbem.setup.doctor import examine
from tests.killed import Killed
from tests.referee.making import HOUR, LENGTH, At, Room, copied, flat, kill, text_of
from tests.referee.turn.test_suspended import _asked, asked

__all__ = ["_asked", "asked"]

MOVES = "NOWAIT\nMOVE beni-1 0402\n"
WHY = "the disk died, and the backup is a day older"


@pytest.fixture
def played(room: Room) -> Room:
    """Some phases were played and told, and the last orders are in."""
    room.answer("moroccan", MOVES)
    room.tick(HOUR)
    room.tick(LENGTH)
    assert len(room.game.records) > 5
    room.tick()
    return room


def count(room: Room) -> int:
    """How many records the save holds."""
    return len(list((room.save / "turns").glob("*.json")))


def put_back(room: Room, records: int) -> None:
    """The save as git has it after some record, as 'git reset --hard' leaves it."""
    room.close()
    log = room.home.git.log(room.save, 1000)
    (commit,) = [found for found, _, subject in log if subject.startswith(f"melilla {records}:")]
    room.close()
    subprocess.run(["git", "reset", "-q", "--hard", commit], cwd=room.path, check=True)
    assert count(room) == records


def doctored(room: Room) -> list[str]:
    """What the doctor finds wrong with the game."""
    found = examine(room.path, {"PATH": os.environ["PATH"]}, room.now)
    return [each.wrong for each in found if each.wrong and each.about.startswith("game")]


def stopped(room: Room) -> str:
    """Why the game does not go on, though orders wait and its time is up; nothing is written, mailed or taken."""
    before, mails, waiting = room.files(), len(room.rows()), len(room.places()["in"])
    result = tick(room.home, room.now + 2 * LENGTH)
    assert (result.closed, room.files(), len(room.rows()), len(room.places()["in"])) == ([], before, mails, waiting)
    assert [notice.code for notice in room.home.store.notices.open()] == ["game-stuck"]
    assert doctored(room) != []
    with pytest.raises(RefereeError):
        room.home.open_game("melilla")
    room.close()
    return result.faults[0]


def sound(room: Room) -> bool:
    """Whether the journal holds, and every phase comes out again."""
    start = room.game.records[0].record.state.before
    return not faults(room.game.manifest, room.game.folder.game_hash(), start, room.game.records) and (
        room.replay().difference is None
    )


def links(room: Room) -> set[str | None]:
    """The links of the dice that the records reveal."""
    return {item.record.link.value for item in room.game.records if isinstance(item.record, PhaseRecord)}


@pytest.mark.parametrize("lost", [1, 2, 4])
def test_a_save_older_than_what_was_mailed_stops_its_game_and_goes_on_when_it_is_back(played: Room, lost: int) -> None:
    whole, n = played.files(), count(played)
    played.says("spanish", "NOWAIT\nHOLD cer-1\n")
    put_back(played, n - lost)
    fault = stopped(played)
    assert f"its last record is {n - lost}, but record {n} was opened here and mailed" in fault
    assert "pbem rollback melilla --lost --why" in fault
    subprocess.run(["git", "reset", "-q", "--hard", "HEAD@{1}"], cwd=played.path, check=True)
    assert played.files() == whole
    assert tick(played.home, played.now).mails == {"orders": 1}
    assert [notice.code for notice in played.home.store.notices.open()] == []
    assert doctored(played) == []
    assert count(played) >= n


def test_records_that_are_other_ones_stop_their_game(played: Room, tmp_path: Path) -> None:
    """Two folders went on from one backup, and the save of the one was put into the other."""
    other = copied(played, tmp_path / "other")
    for room, unit in ((played, "cer-1"), (other, "cer-2")):
        room.answer("spanish", f"NOWAIT\nHOLD {unit}\n")
        room.tick(2 * LENGTH)
        room.close()
    assert count(played) == count(other)
    shutil.rmtree(played.save)
    shutil.copytree(other.save, played.save)
    assert "is not the one that was written here" in stopped(played)


def test_a_private_side_older_than_the_save_stops_its_game(room: Room, tmp_path: Path) -> None:
    room.close()
    shutil.copytree(room.path / ".pbem", tmp_path / "old")
    n = count(room)
    room.answer("moroccan", MOVES)
    room.tick(HOUR)
    room.close()
    later = count(room)
    shutil.rmtree(room.path / ".pbem")
    shutil.copytree(tmp_path / "old", room.path / ".pbem")
    fault = stopped(room)
    assert f"the save of melilla has {later} records, and .pbem/ knows of {n}" in fault
    game = go_on_without(room.home, "melilla", "Referee", WHY, room.now)
    assert [item.record.kind for item in game.records[later:]] == ["rollback", "rekey"]
    room.tick()
    assert (sound(room), doctored(room)) == (True, [])


def test_a_private_side_put_back_within_one_phase_stops_its_game(room: Room, tmp_path: Path) -> None:
    """No record came since, so no save can know of the orders that are lost; how many mails there were can."""
    room.answer("moroccan", MOVES)
    room.close()
    shutil.copytree(room.path / ".pbem", tmp_path / "old")
    n = count(room)
    room.answer("moroccan", "MOVE beni-1 0501\nWAIT\n")
    room.close()
    shutil.rmtree(room.path / ".pbem")
    shutil.copytree(tmp_path / "old", room.path / ".pbem")
    assert "and .pbem/ knows of" in stopped(room)
    assert "put back to an older state" in doctored(room)[0]
    room.close()
    assert "and .pbem/ knows of" in stopped(room), "also the next run"
    game = go_on_without(room.home, "melilla", "Referee", WHY, room.now)
    assert [item.record.kind for item in game.records[n:]] == ["rollback", "rekey"]
    room.tick()
    room.close()
    assert (sound(room), doctored(room)) == (True, [])


def test_save_and_private_side_put_back_together_stop_their_game_where_git_knows_better(
    room: Room, tmp_path: Path
) -> None:
    """A backup was unpacked in place of both; the history stayed."""
    room.close()
    for name in (".pbem", "saves"):
        shutil.copytree(room.path / name, tmp_path / name)
    n = count(room)
    room.answer("moroccan", MOVES)
    room.tick(HOUR)
    room.close()
    later = count(room)
    for name in (".pbem", "saves"):
        shutil.rmtree(room.path / name)
        shutil.copytree(tmp_path / name, room.path / name)
    assert f"ends with record {n}, but git has record {later}" in stopped(room)
    game = go_on_without(room.home, "melilla", "Referee", WHY, room.now)
    assert [item.record.kind for item in game.records[n:]] == ["rollback", "rekey"]
    room.close()
    room.tick()
    assert (sound(room), doctored(room)) == (True, [])
    assert room.home.git.uncommitted(room.save) == ()


def test_a_game_goes_on_without_lost_records_in_the_open_and_with_other_dice(played: Room) -> None:
    n, known = count(played), links(played)
    put_back(played, n - 2)
    stopped(played)
    game = go_on_without(played.home, "melilla", "Referee", WHY, played.now)
    assert [item.record.kind for item in game.records[n - 2 :]] == ["rollback", "rekey"]
    assert played.tick().faults == []
    for seat, told in (
        ("moroccan", f"Taken back to record {n - 2} by Referee, to be played again with new dice: {WHY}"),
        ("spanish", f"Devuelta al registro {n - 2} por Referee, para jugarse otra vez con dados nuevos: {WHY}"),
    ):
        assert told in flat(played.text(seat, "head"))
    assert played.home.store.notices.open() == ()
    assert (doctored(played), len(game.records)) == ([], count(played))
    assert played.home.store.sections.get("melilla", "moroccan", 1, "moroccan-combat") is None
    played.tick(3 * LENGTH)
    assert count(played) == n, "no die before every seat has sent new words"
    for seat in ("moroccan", "spanish"):
        played.says(seat, f"NONCE other words of {seat}\n")
    played.tick()
    played.tick(LENGTH + HOUR)
    assert count(played) > n
    new = links(played) - known
    assert new
    assert known & links(played) == {item.record.link.value for item in game.records if item.record.kind == "phase"}
    assert any("The game goes back to: " in text_of(mail) for mail in played.mails("moroccan", "report"))
    assert sound(played)


def test_dice_that_lost_records_had_changed_are_not_used_again(played: Room) -> None:
    """The lost records gave the game new dice, whose head and links the players know."""
    n = count(played)
    game = rekey(played.home, played.game, "Referee", "a copy was seen", played.now)
    for seat in ("moroccan", "spanish"):
        played.says(seat, f"NONCE second words of {seat}\n")
    played.tick()
    played.tick(LENGTH + HOUR)
    known, head = links(played), game.position.journal.head
    put_back(played, n)
    stopped(played)
    game = go_on_without(played.home, "melilla", "Referee", WHY, played.now)
    assert game.position.journal.head != head or game.manifest.test_dice
    assert len(list((played.path / ".pbem").glob("melilla.2.key*"))) == 2, "a root is put aside, never lost"
    played.tick(3 * LENGTH)
    assert links(played) < known, "words sent for the dice that were lost are none for these"
    assert len({row.message_id for row in played.rows("spanish", "head")}) == 2


def test_a_question_that_lost_records_have_answered_is_taken_back(asked: Room) -> None:
    n = count(asked)
    asked.tick(2 * LENGTH)
    assert count(asked) > n
    put_back(asked, n)
    stopped(asked)
    game = go_on_without(asked.home, "melilla", "Referee", WHY, asked.now)
    assert game.position.journal.suspended_run() is None
    assert sound(asked)


@pytest.fixture
def killed_anywhere(played: Room, tmp_path: Path) -> Iterator[tuple[Room, At]]:
    """The game put back, and the effects of going on without what was lost."""
    put_back(played, count(played) - 1)
    whole = copied(played, tmp_path / "whole", At())
    go_on_without(whole.home, "melilla", "Referee", WHY, whole.now)
    assert isinstance(whole.effects, At)
    found = whole.effects
    whole.close()
    yield played, found
    played.close()


def test_killed_on_the_way_it_is_begun_again_and_never_half_done(
    killed_anywhere: tuple[Room, At], tmp_path: Path
) -> None:
    played, effects = killed_anywhere
    for n in effects.of_each_kind():
        room = copied(played, tmp_path / str(n), At(n=n, strike=kill))
        with pytest.raises(Killed):
            go_on_without(room.home, "melilla", "Referee", WHY, room.now)
        room.close()
        room.effects = At()
        if tick(room.home, room.now).faults:
            room.close()
            go_on_without(room.home, "melilla", "Referee", WHY, room.now)
        assert open_game(room.save).records[-1].record.kind == "rekey"
        assert {row.seat for row in room.rows(None, "head")} == {"moroccan", "spanish"}
        assert sound(room)
        room.close()


def test_nothing_is_taken_back_so_where_nothing_is_lost(played: Room) -> None:
    with pytest.raises(Refused, match="nothing is lost"):
        go_on_without(played.home, "melilla", "Referee", WHY, played.now)
    put_back(played, count(played) - 1)
    with pytest.raises(BadInput, match="Say why"):
        go_on_without(played.home, "melilla", "Referee", " ", played.now)
    stopped(played)
