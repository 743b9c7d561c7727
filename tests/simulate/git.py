"""A git in memory, for most lives: a real one takes as long as all else together, and has one life in a few."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess


@dataclass
class MemoryGit:
    """What `git` answers to `pbem.save.git`, for the folder `home`; `kept` are the bytes of the last commit by path."""

    home: Path
    kept: dict[Path, bytes] = field(default_factory=dict)

    def run(self, argv: Sequence[str]) -> CompletedProcess[str]:
        """Do what `git ARGUMENTS` would."""
        given = list(argv[1:])
        while given[0] == "-c":
            del given[:2]
        command, *options = given
        paths = [Path(each) for each in options[options.index("--") + 1 :]] if "--" in options else []
        if command == "rev-parse":
            return _said("\n".join(self._places(options)) + "\n")
        if command == "check-ignore":
            return _said("", 1)
        if command == "status":
            return _said("".join(f"?? {path.relative_to(self.home)}\0" for path in self._changed(paths)))
        if command == "commit":
            self.kept |= {path: path.read_bytes() for path in self._changed(paths)}
        if command == "ls-files":
            folders, home = tuple(f"{folder}/" for folder in paths), f"{self.home}/"
            kept = sorted(path for path in map(str, self.kept) if path.startswith(folders))
            return _said("".join(f"{path.removeprefix(home)}\0" for path in kept))
        return _said("")

    def _places(self, options: Sequence[str]) -> Iterator[str]:
        told = {"--is-inside-work-tree": "true", "--show-toplevel": str(self.home)}
        yield from (told.get(each, str(self.home / ".git")) for each in options)

    def _changed(self, paths: Sequence[Path]) -> list[Path]:
        files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
        seen = (file for file in files if file.is_file() and not (file.name[0] == "." and file.suffix == ".tmp"))
        return [file for file in seen if self.kept.get(file) != file.read_bytes()]  # the others pbem has git ignore


def _said(text: str, code: int = 0) -> CompletedProcess[str]:
    return CompletedProcess([], code, text, "")
