"""Lock files that a killed git has left: removed by the next run, unless a git may be at work or they are not ours."""

import os
import subprocess
from pathlib import Path

import pytest

from pbem.save import git_locks
from pbem.save.errors import GitError
from pbem.save.folder import SaveFolder
from pbem.save.git import Git
from pbem.save.lock import hold_lock
from tests.save.making import WHEN, grow, made, state
from tests.save.test_git import ENVIRONMENT, git, subjects

LEFT = (
    "index.lock",
    "HEAD.lock",
    "config.lock",
    "packed-refs.lock",
    "next-index-4711.lock",
    "refs/heads/main.lock",
    "objects/info/commit-graph.lock",
)


@pytest.fixture
def folder(tmp_path: Path) -> SaveFolder:
    """A mailbox folder whose game is committed, with one record that is not."""
    found = made(tmp_path / "saves" / "melilla")
    tool = Git(tmp_path, environment=ENVIRONMENT)
    tool.init()
    found.repair(state(), tool, WHEN)
    grow(found, 1)
    return found


def left(home: Path, name: str, after: float = -60) -> Path:
    """A lock that somebody has left, so many seconds after now."""
    path = home / ".git" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    when = path.stat().st_mtime + after
    os.utime(path, (when, when))
    return path


def run(home: Path, folder: SaveFolder) -> Git:
    """The next run, which holds the mailbox folder."""
    held = home / ".pbem" / "lock"
    with hold_lock(held, "pbem tick", "now"):
        tool = Git(home, environment=ENVIRONMENT, held=held)
        folder.repair(state(turn=2), tool, WHEN)
    return tool


@pytest.mark.parametrize("name", LEFT)
def test_what_a_killed_git_has_left_is_removed_and_the_history_goes_on(
    tmp_path: Path, folder: SaveFolder, name: str
) -> None:
    path = left(tmp_path, name)
    assert Git(tmp_path, environment=ENVIRONMENT).left_locks() == (path,)
    assert run(tmp_path, folder).removed == [path]
    assert not path.exists()
    assert Git(tmp_path, environment=ENVIRONMENT).left_locks() == ()
    assert subjects(Git(tmp_path, environment=ENVIRONMENT), folder)[-1] == "melilla 1: 1.movement"
    assert git(tmp_path, "fsck", "--full") == ""


def test_a_lock_of_a_git_that_is_at_work_stays(tmp_path: Path, folder: SaveFolder) -> None:
    path = left(tmp_path, "index.lock")
    at_work = subprocess.Popen(["git", "cat-file", "--batch"], cwd=folder.path, stdin=subprocess.PIPE)
    try:
        assert Git(tmp_path, environment=ENVIRONMENT).left_locks() == ()
        with pytest.raises(GitError, match=r"index\.lock"):
            run(tmp_path, folder)
        assert path.exists()
    finally:
        at_work.communicate()
    assert run(tmp_path, folder).removed == [path]


def test_a_git_at_work_elsewhere_does_not_matter(tmp_path: Path, folder: SaveFolder) -> None:
    path, elsewhere = left(tmp_path, "index.lock"), tmp_path.parent
    at_work = subprocess.Popen(["git", "hash-object", "--stdin"], cwd=elsewhere, stdin=subprocess.PIPE, stdout=-3)
    try:
        assert run(tmp_path, folder).removed == [path]
    finally:
        at_work.communicate()


def test_only_a_process_that_is_a_git_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one that stands there and is something else, nor what is no process."""
    proc, place = tmp_path / "proc", tmp_path / "place"
    for name, comm, stands in (("self", "pytest", "."), ("7", "bash", "place"), ("net", "git", "place")):
        (proc / name).mkdir(parents=True)
        (proc / name / "comm").write_text(f"{comm}\n")
        (proc / name / "cwd").symlink_to(tmp_path / stands)
    monkeypatch.setattr(git_locks, "_PROCESSES", proc)
    assert not git_locks.may_be_at_work([place])
    (proc / "7" / "comm").write_text("git-commit\n")
    assert git_locks.may_be_at_work([place])
    assert not git_locks.may_be_at_work([tmp_path / "elsewhere"])


def test_where_the_system_does_not_tell_a_git_may_be_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_locks, "_PROCESSES", tmp_path / "proc")
    assert git_locks.may_be_at_work([tmp_path]) is True


def test_a_lock_is_left_where_it_is_not_younger_and_still_there(tmp_path: Path) -> None:
    (tmp_path / "HEAD").write_text("ref: refs/heads/main\n")
    lock = tmp_path / "index.lock"
    lock.write_text("")
    at = lock.stat().st_mtime_ns
    assert [git_locks.left_locks([tmp_path], before) for before in (None, at + 1, at, at - 1)] == [
        (lock,), (lock,), (lock,), ()
    ]  # fmt: skip
    lock.unlink()
    lock.symlink_to(tmp_path / "nowhere")
    assert git_locks.left_locks([tmp_path]) == (), "it went while it was looked at"


def test_a_lock_younger_than_the_run_stays(tmp_path: Path, folder: SaveFolder) -> None:
    path = left(tmp_path, "index.lock", after=60)
    with pytest.raises(GitError, match=r"index\.lock"):
        run(tmp_path, folder)
    assert path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file away")
def test_a_lock_of_another_user_stays(tmp_path: Path, folder: SaveFolder) -> None:
    path = left(tmp_path, "index.lock")
    os.chown(path, 12345, -1)
    with pytest.raises(GitError, match=r"index\.lock"):
        run(tmp_path, folder)
    assert path.exists()


def test_who_does_not_hold_the_folder_removes_nothing(tmp_path: Path, folder: SaveFolder) -> None:
    path = left(tmp_path, "index.lock")
    with pytest.raises(GitError, match=r"index\.lock"):
        folder.repair(state(turn=2), Git(tmp_path, environment=ENVIRONMENT), WHEN)
    assert path.exists()


def test_a_folder_without_history_gets_one(tmp_path: Path) -> None:
    """A backup has none; and git may have been missing when the game was made."""
    folder = made(tmp_path / "saves" / "melilla")
    grow(folder, 1)
    run(tmp_path, folder)
    assert subjects(Git(tmp_path, environment=ENVIRONMENT), folder) == [
        "melilla: the game is made",
        "melilla 1: 1.movement",
    ]
    assert ".pbem/" in (tmp_path / ".gitignore").read_text()


def test_a_commit_makes_the_repository_that_is_missing(tmp_path: Path) -> None:
    folder = made(tmp_path / "saves" / "melilla")
    held = tmp_path / ".pbem" / "lock"
    with hold_lock(held, "pbem tick", "now"):
        assert Git(tmp_path, environment=ENVIRONMENT, held=held).commit([folder.path / "game.json"], "the first", WHEN)
    assert subjects(Git(tmp_path, environment=ENVIRONMENT), folder) == ["the first"]
