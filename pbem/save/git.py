"""Git for a mailbox folder: one commit a phase, by a fixed author, whatever the user's own settings are.

The save is complete without git; what fails here is told and done again by the next run. Only our own paths are
committed, so a folder inside somebody's repository, or one with other work begun in it, is left as it is.
"""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from subprocess import CompletedProcess

from pbem.effects import Effects
from pbem.phrases import system_words
from pbem.save.errors import GitError
from pbem.save.git_locks import left_locks

AUTHOR, EMAIL = "pbem", "pbem@localhost"
IGNORED = (".pbem/", "spool/", ".*.tmp")
_KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP")
_SETTINGS = {
    "commit.gpgsign": "false",
    "core.autocrlf": "false",
    "core.fsmonitor": "false",
    "core.fsync": "all",
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "gc.autoDetach": "false",
    "init.defaultBranch": "main",
}


class Git:
    """The repository that the mailbox folder `home` lies in.

    `environment` is the caller's: PATH and the like are taken from it, settings and identities never. `held` is the
    lock of the mailbox folder, if the caller has it: then the repository is made where there is none, and the locks
    that a killed git has left before are taken away (`removed`), before anything is asked of git.
    """

    def __init__(
        self,
        home: Path,
        effects: Effects | None = None,
        environment: Mapping[str, str] | None = None,
        held: Path | None = None,
    ) -> None:
        self.home = home
        self.removed: list[Path] = []
        self._held = held
        self._top: Path | None = None
        self._effects = effects or Effects()
        given = environment or {}
        self._environment = {
            "PATH": os.defpath,
            **{key: given[key] for key in _KEPT if key in given},
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_OPTIONAL_LOCKS": "0",
            "LC_ALL": "C",
        }

    @property
    def ignore(self) -> Path:
        """The file that keeps secrets out of git."""
        return self.home / ".gitignore"

    def init(self) -> None:
        """Make `home` a repository, unless it lies in one that does not ignore it; .gitignore keeps secrets out."""
        if not self._inside():
            self._git("init", "--quiet", "--template=", str(self.home))  # no sample hooks: none is ever run
        ignore = self.ignore
        try:
            lines = ignore.read_text("utf-8").splitlines() if ignore.exists() else []
            missing = [line for line in IGNORED if line not in lines]
            if missing:
                self._effects.write_bytes(ignore, "".join(f"{line}\n" for line in [*lines, *missing]).encode("utf-8"))
        except (OSError, UnicodeDecodeError) as failed:
            raise GitError("{ignore} cannot be written: {failed}.", ignore=ignore, failed=failed) from failed

    def uncommitted(self, folder: Path) -> tuple[Path, ...]:
        """The files in `folder` that differ from the last commit, new ones too, in order."""
        self._prepare()
        top = self._top = self._top or Path(self._git("rev-parse", "--show-toplevel").stdout.rstrip("\n"))
        told = self._git("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--", str(folder))
        names = [entry[3:] for entry in told.stdout.split("\0") if entry]
        return tuple(sorted(folder / (top / name).relative_to(folder.resolve()) for name in names))

    def commit(self, paths: Sequence[Path], message: str, when: datetime) -> bool:
        """Commit these files as they are, dated `when` (aware); whether there was anything to commit.

        What else is staged or changed in the repository stays as it was. GitError where git refuses.
        """
        self._prepare()
        names = [str(path) for path in paths]
        if not self._git("status", "--porcelain=v1", "-z", "--untracked-files=all", "--", *names).stdout:
            return False
        self._git("add", "--", *names)
        self._git("commit", "--quiet", "--no-verify", "--only", "-m", message, "--", *names, when=when)
        return True

    def log(self, folder: Path, limit: int) -> tuple[tuple[str, str, str], ...]:
        """The latest commits that touched `folder`, newest first: (hash, ISO date, subject)."""
        if self._try("rev-parse", "--verify", "--quiet", "HEAD").returncode:
            return ()
        told = self._git("log", f"--max-count={limit}", "--format=%H%x00%aI%x00%s", "--", str(folder.resolve())).stdout
        rows = [line.split("\0") for line in told.splitlines()]
        return tuple((row[0], row[1], row[2]) for row in rows)

    def is_there(self) -> bool:
        """Whether the folder lies in a repository, be it one that git does not open. GitError where git cannot run."""
        done = self._try("rev-parse", "--is-inside-work-tree")
        return not done.returncode or "not a git repository" not in done.stderr

    def tracked(self, folder: Path) -> tuple[str, ...]:
        """The files of `folder` that are in the repository, by name; none where there is no repository."""
        if self._try("rev-parse", "--is-inside-work-tree").stdout.strip() != "true":
            return ()
        told = self._git("ls-files", "-z", "--", str(folder.resolve())).stdout
        return tuple(Path(name).name for name in told.split("\0") if name)

    def left_locks(self, before: int | None = None) -> tuple[Path, ...]:
        """The lock files that a killed git of ours has left, not after a time (nanoseconds), while none is at work."""
        asked = ("--absolute-git-dir", "--git-common-dir", "--show-toplevel")
        told = self._git("rev-parse", *asked).stdout.splitlines()
        return left_locks(tuple(dict.fromkeys((self.home / place).resolve() for place in told)), before)

    def _prepare(self) -> None:
        """Make what is missing and take away what was left, once, if the folder is ours alone meanwhile."""
        held, self._held = self._held, None
        if held is None:
            return
        if not self._inside():
            self.init()
        try:
            for path in self.left_locks(held.stat().st_mtime_ns):
                self._effects.unlink(path)
                self.removed.append(path)
        except OSError as failed:
            raise GitError(
                "{filename}, left by a git that was killed, cannot be removed: {why}.",
                filename=failed.filename,
                why=system_words(failed),
            ) from failed

    def _inside(self) -> bool:
        """Whether `home` lies in a work tree that takes its files."""
        if self._try("rev-parse", "--is-inside-work-tree").stdout.strip() != "true":
            return False
        return self._try("check-ignore", "--quiet", str(self.home / "saves")).returncode != 0

    def _git(self, *arguments: str, when: datetime | None = None) -> CompletedProcess[str]:
        done = self._try(*arguments, when=when)
        if done.returncode:
            said = " ".join(f"{done.stderr} {done.stdout}".split()) or f"exit code {done.returncode}"
            raise GitError(
                "git {arguments} failed in {home}: {said:.600}. The save itself is complete.",
                arguments=arguments[0],
                home=self.home,
                said=said,
            )
        return done

    def _try(self, *arguments: str, when: datetime | None = None) -> CompletedProcess[str]:
        settings = [part for key, value in _SETTINGS.items() for part in ("-c", f"{key}={value}")]
        identity = ["-c", f"user.name={AUTHOR}", "-c", f"user.email={EMAIL}"]
        dates = {} if when is None else dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), when.isoformat())
        try:
            return self._effects.run(
                ["git", *settings, *identity, *arguments], self.home, {**self._environment, **dates}
            )
        except FileNotFoundError:
            raise GitError(
                "git is not installed, or not on the PATH: the save is complete, but has no history."
            ) from None
        except OSError as failed:
            raise GitError(
                "git could not be started in {home}: {why}.", home=self.home, why=system_words(failed)
            ) from None
