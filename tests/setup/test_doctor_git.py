"""What the doctor says of the history in git: red as long as it is not kept, whatever the referee has put aside."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.referee.home.notices import dismiss_notices
from pbem.setup.doctor import examine
from tests.referee.conftest import _begun, room
from tests.referee.making import HOUR, Room

__all__ = ["_begun", "room"]


def history(room: Room) -> list[str]:
    """What is wrong with the history."""
    found = examine(room.path, {"PATH": os.environ["PATH"]}, room.now)
    assert [each for each in found if each.about == "git history"]
    return [each.wrong for each in found if each.about == "git history" and each.wrong]


def commits(room: Room) -> int:
    """How many commits there are."""
    return len(room.home.git.log(room.save, 1000))


def notices(room: Room) -> list[str]:
    """The codes of the open notices."""
    return [notice.code for notice in room.home.store.notices.open()]


def left(room: Room, name: str) -> Path:
    """A lock that a killed git has left, a minute ago."""
    path = room.path / ".git" / name
    path.write_text("")
    when = path.stat().st_mtime - 60
    os.utime(path, (when, when))
    return path


def close_phase(room: Room) -> None:
    """The next run: orders come in and a phase closes."""
    room.close()
    room.says("moroccan", "NOWAIT\nMOVE beni-1 0402\n")
    room.tick()
    room.tick(HOUR)


@pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "refs/heads/main.lock"])
def test_a_lock_that_a_killed_git_has_left_is_red_until_the_next_run_has_removed_it(room: Room, name: str) -> None:
    assert history(room) == []
    path, before = left(room, name), commits(room)
    (wrong,) = history(room)
    assert f"a git that was killed has left {path}" in wrong
    close_phase(room)
    assert not path.exists()
    assert commits(room) > before
    assert notices(room) == ["git-lock"]
    assert history(room) == []


def test_what_git_has_not_kept_is_red_and_tried_again_though_its_notice_was_put_aside(room: Room) -> None:
    path = left(room, "index.lock")
    at_work = subprocess.Popen(["git", "cat-file", "--batch"], cwd=room.path, stdin=subprocess.PIPE)
    try:
        close_phase(room)
        assert path.exists()
        assert notices(room) == ["git-failed"]
        assert "files of the saves are not in it as they are" in history(room)[0]
        dismiss_notices(room.home, room.home.store.notices.open())
        room.tick()
        assert notices(room) == ["git-failed"], "it is still so, and told again"
        assert history(room) != []
    finally:
        at_work.communicate()
    room.close()
    room.tick()
    assert (history(room), notices(room)) == ([], ["git-lock"])


def test_a_repository_that_is_gone_is_made_anew_with_every_record(room: Room) -> None:
    before = commits(room)
    room.close()
    subprocess.run(["rm", "-rf", str(room.path / ".git")], check=True)
    assert "git" in history(room)[0]
    close_phase(room)
    assert history(room) == []
    assert commits(room) >= before


def test_a_repository_that_is_broken_is_red_while_it_lasts(room: Room) -> None:
    head = room.path / ".git" / "HEAD"
    whole = head.read_bytes()
    head.write_text("nonsense")
    assert "git" in history(room)[0]
    head.write_bytes(whole)
    assert history(room) == []


def test_where_a_backup_was_put_back_the_next_run_makes_the_history(room: Room) -> None:
    shutil.rmtree(room.path / ".git")
    room.close()
    assert history(room) == ["there is no git repository here, as after a backup was put back"]
    close_phase(room)
    assert history(room) == []
