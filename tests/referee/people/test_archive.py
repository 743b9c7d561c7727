"""What players wrote goes into the save of a game that is over, and into git, though a run be killed in between."""

import subprocess
from pathlib import Path

from pbem.referee.people.archive import archive_press
from tests.referee.making import HOUR, new_room

WHO = ("-c", "user.name=R", "-c", "user.email=r@example.org")
FORGET = (("rm", "-q", "--cached", "press.json"), (*WHO, "commit", "-qm", "gone"))


def test_git_gets_what_a_killed_run_has_written(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", house={"press-archive": "yes"}).started()
    room.answer("moroccan", "PRESS TO spanish: peace?\n")
    room.answer("spanish", "CONCEDE\n")
    room.tick(HOUR)
    assert room.game.over
    assert b"peace?" in (room.save / "press.json").read_bytes()
    assert room.home.git.uncommitted(room.save) == ()
    for words in FORGET:  # as if the run had been killed before git had it
        subprocess.run(["git", *words], cwd=room.save, check=True)
    assert [path.name for path in room.home.git.uncommitted(room.save)] == ["press.json"]
    assert archive_press(room.home, room.game, room.now) is False, "it was written before"
    assert room.home.git.uncommitted(room.save) == ()
    room.close()
