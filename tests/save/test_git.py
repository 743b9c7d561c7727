"""Git, the real one: one commit a record, whatever the user's settings, repository or unfinished work."""

import os
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.effects import Effects
from pbem.save.errors import GitError
from pbem.save.folder import SaveFolder
from pbem.save.git import Git
from tests.killed import Killed
from tests.save.making import WHEN, DiesAt, grow, made, rollback, state

ENVIRONMENT = {"PATH": os.environ["PATH"]}


def git(home: Path, *arguments: str) -> str:
    """What git says to a user who has hooks, signing and an identity of his own."""
    identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    return subprocess.run(["git", *identity, *arguments], cwd=home, check=True, capture_output=True, text=True).stdout


def mailbox(home: Path, records: int = 0) -> tuple[SaveFolder, Git]:
    """A mailbox folder with a game of some records, and its git, initialised."""
    folder = made(home / "saves" / "melilla")
    grow(folder, records)
    tool = Git(home, environment=ENVIRONMENT)
    tool.init()
    return folder, tool


def subjects(tool: Git, folder: SaveFolder) -> list[str]:
    """The subjects of the commits that touched the save, oldest first."""
    return [subject for _, _, subject in reversed(tool.log(folder.path, 99))]


def test_one_commit_a_record(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path)
    folder.repair(state(), tool, WHEN)
    grow(folder, 1)
    folder.repair(state(turn=2), tool, WHEN + timedelta(hours=1))
    folder.write_record(rollback(2, 0, folder.records()[0].hash))
    folder.repair(state(), tool, WHEN + timedelta(hours=2))
    assert subjects(tool, folder) == ["melilla: the game is made", "melilla 1: 1.movement", "melilla 2: rollback"]
    changed = git(tmp_path, "show", "--name-only", "--format=%an <%ae> %cn %aI", "HEAD~1").split("\n")
    assert changed[0] == "pbem <pbem@localhost> pbem 2025-11-30T21:00:00+00:00"
    assert [name for name in changed[1:] if name] == [
        "saves/melilla/state.json",
        "saves/melilla/turns/0001-01-movement.json",
    ]


def test_nothing_to_commit_is_fine(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 1)
    assert tool.commit([folder.path / "game.json"], "the first", WHEN) is True
    folder.repair(state(), tool, WHEN)
    before = tool.log(folder.path, 99)
    folder.repair(state(), tool, WHEN)
    assert tool.commit([folder.path / "state.json"], "again", WHEN) is False
    assert tool.log(folder.path, 99) == before
    assert tool.uncommitted(folder.path) == ()


def test_records_that_git_missed_are_committed_each(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 3)
    folder.repair(state(), tool, WHEN)
    assert subjects(tool, folder) == ["melilla: the game is made", *(f"melilla {n}: 1.movement" for n in (1, 2, 3))]
    assert [holds_state(tmp_path, f"HEAD~{n}") for n in (3, 2, 1, 0)] == [False, False, False, True], "with the last"


def holds_state(home: Path, commit: str) -> bool:
    """Whether state.json has changed with a commit."""
    return "saves/melilla/state.json" in git(home, "show", "--name-only", "--format=", commit).splitlines()


def test_the_first_position_is_committed_with_the_game(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path)
    folder.repair(state(), tool, WHEN)
    assert holds_state(tmp_path, "HEAD")
    assert subjects(tool, folder) == ["melilla: the game is made"]


def test_a_gitignore_that_somebody_took_away_is_not_missed(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path)
    tool.ignore.unlink()
    folder.repair(state(), tool, WHEN)
    assert subjects(tool, folder) == ["melilla: the game is made"]


def test_what_is_in_the_repository_is_known_by_name(tmp_path: Path) -> None:
    folder = made(tmp_path / "saves" / "melilla")
    tool = Git(tmp_path, environment=ENVIRONMENT)
    assert tool.tracked(folder.path) == ()
    tool.init()
    assert tool.commit([folder.path / "game.json"], "the first", WHEN) is True
    assert tool.tracked(folder.path) == ("game.json",)


def test_records_of_another_place_keep_their_dates(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 2)
    folder.repair(state(), tool, WHEN, {0: WHEN - timedelta(hours=3), 1: WHEN - timedelta(hours=2)})
    dates = git(tmp_path, "log", "--reverse", "--format=%aI", "--", "saves").split()
    assert dates == ["2025-11-30T17:00:00+00:00", "2025-11-30T18:00:00+00:00", "2025-11-30T20:00:00+00:00"]


def test_secrets_never_come_in(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path)
    (tmp_path / ".pbem").mkdir()
    (tmp_path / ".pbem" / "melilla.key").write_text("secret")
    folder.repair(state(), tool, WHEN)
    assert ".pbem" not in git(tmp_path, "status", "--porcelain", "--untracked-files=all")
    tool.init()
    assert (tmp_path / ".gitignore").read_text() == ".pbem/\nspool/\n.*.tmp\n"


def test_a_gitignore_of_the_users_own_is_kept(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("notes/\n.pbem/")
    Git(tmp_path, environment=ENVIRONMENT).init()
    assert (tmp_path / ".gitignore").read_text() == "notes/\n.pbem/\nspool/\n.*.tmp\n"


def test_inside_another_repository_only_our_paths_are_committed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "thesis.txt").write_text("draft")
    git(tmp_path, "add", "thesis.txt")
    home = tmp_path / "games"
    home.mkdir()
    folder, tool = mailbox(home, 1)
    folder.repair(state(), tool, WHEN)
    assert not (home / ".git").exists()
    assert git(tmp_path, "status", "--porcelain").splitlines() == ["A  thesis.txt"]
    assert subjects(tool, folder) == ["melilla: the game is made", "melilla 1: 1.movement"]


def test_an_outer_repository_that_ignores_the_mailbox_is_left_alone(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("games/\n")
    home = tmp_path / "games"
    home.mkdir()
    folder, tool = mailbox(home, 1)
    folder.repair(state(), tool, WHEN)
    assert (home / ".git").is_dir()
    assert subjects(tool, folder) == ["melilla: the game is made", "melilla 1: 1.movement"]


def test_what_was_committed_by_hand_is_not_committed_again(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 2)
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "by hand")
    folder.repair(state(), tool, WHEN)
    assert subjects(tool, folder) == ["by hand"]
    grow(folder, 1)
    git(tmp_path, "add", "-A")
    folder.repair(state(turn=2), tool, WHEN)
    assert subjects(tool, folder) == ["by hand", "melilla 3: 1.movement"]


def test_the_repositorys_own_settings_do_not_count(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 1)
    for key, value in {"commit.gpgsign": "true", "user.name": "Ana", "core.autocrlf": "true"}.items():
        git(tmp_path, "config", key, value)
    hook = tmp_path / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    folder.repair(state(), tool, WHEN)
    assert git(tmp_path, "log", "--format=%an", "-1").strip() == "pbem"
    assert b"\r" not in (folder.path / "state.json").read_bytes()


def test_a_state_restored_after_a_hand_is_committed(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 1)
    folder.repair(state(), tool, WHEN)
    (folder.path / "state.json").write_text("{}")
    git(tmp_path, "commit", "-qam", "oops")
    folder.repair(state(), tool, WHEN)
    assert subjects(tool, folder)[-2:] == ["oops", "melilla: state.json restored"]


def test_names_in_any_letters(tmp_path: Path) -> None:
    home = tmp_path / "campaña de África"
    home.mkdir()
    folder, tool = mailbox(home, 1)
    assert len(tool.uncommitted(folder.path)) == 4
    folder.repair(state(), tool, WHEN)
    assert tool.uncommitted(folder.path) == ()


def test_without_git_the_save_is_right_and_it_is_said(tmp_path: Path) -> None:
    folder = made(tmp_path / "saves" / "melilla")
    grow(folder, 1)
    nothing = Git(tmp_path, environment={"PATH": str(tmp_path)})
    with pytest.raises(GitError, match="git is not installed"):
        nothing.init()
    with pytest.raises(GitError, match="git is not installed"):
        folder.repair(state(turn=2), nothing, WHEN)
    assert folder.read_state() == state(turn=2)
    assert len(folder.records()) == 1


def test_a_broken_repository_is_said_and_the_next_run_completes(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 1)
    lock = tmp_path / ".git" / "index.lock"
    lock.write_text("")
    with pytest.raises(GitError, match=r"git add failed in .*index\.lock.* The save itself is complete\."):
        folder.repair(state(turn=2), tool, WHEN)
    assert folder.read_state() == state(turn=2)
    lock.unlink()
    folder.repair(state(turn=2), tool, WHEN)
    assert subjects(tool, folder) == ["melilla: the game is made", "melilla 1: 1.movement"]
    (tmp_path / ".git" / "HEAD").write_text("nonsense")
    with pytest.raises(GitError, match="git status failed"):
        folder.repair(state(turn=2), tool, WHEN)


def test_a_git_that_fails_without_a_word_is_told_by_its_exit_code(tmp_path: Path) -> None:
    class Silent(Effects):
        def run(self, *given: Any, **more: Any) -> subprocess.CompletedProcess[str]:
            return subprocess.CompletedProcess([], 7, "", "")

    with pytest.raises(GitError, match=r"git init failed in .*: exit code 7\. The save itself is complete\."):
        Git(tmp_path, Silent(), ENVIRONMENT).init()


def test_the_log_tells_the_hash_and_the_date_of_each_commit_the_last_first(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path, 2)
    folder.repair(state(), tool, WHEN)
    hashes = git(tmp_path, "rev-list", "HEAD").split()
    when = "2025-11-30T20:00:00+00:00"
    assert tool.log(folder.path, 2) == (
        (hashes[0], when, "melilla 2: 1.movement"), (hashes[1], when, "melilla 1: 1.movement")
    )  # fmt: skip


@pytest.mark.parametrize("n", range(12))
def test_killed_at_each_effect_the_history_is_the_same(tmp_path: Path, n: int) -> None:
    folder, tool = mailbox(tmp_path)
    folder.repair(state(), tool, WHEN)
    grow(folder, 1)
    dying = DiesAt(n)
    try:
        SaveFolder(folder.path, dying).repair(state(turn=2), Git(tmp_path, dying, ENVIRONMENT), WHEN)
    except Killed:
        assert dying.struck
    folder.repair(state(turn=2), tool, WHEN)
    assert subjects(tool, folder) == ["melilla: the game is made", "melilla 1: 1.movement"]
    assert tool.uncommitted(folder.path) == ()
    assert git(tmp_path, "fsck", "--full") == ""


def test_an_empty_repository_has_no_log(tmp_path: Path) -> None:
    folder, tool = mailbox(tmp_path)
    assert tool.log(folder.path, 99) == ()
    assert tool.log(folder.path / "turns", 5) == ()
