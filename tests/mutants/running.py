"""Running mutants: which tests ran each line, and whether one of them fails where the line is changed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from coverage import CoverageData

from pbem.gamedata.rulesets import SHIPPED
from tests.mutants.making import Mutant
from tests.traceability import ROOT

WORKERS = 2
PATIENCE, START = 3, 30  # so many times as long as the tests take without the change, and so many seconds
FEW = 40  # tests that are tried first
IMPORTED = ""  # the context of what runs as a module is read
SETUP = "|setup"  # how the context ends of what is made before a test
KILLED, KILLED_FAR, SURVIVED, NOT_BEGUN = "killed", "killed by whole games", "survived", "not begun"
FORGETTING = ("-p", "tests.mutants.forgetting")
PLAIN = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:benchmark")
COPIED = ("pbem", "tests", "games", "schemas", "templates", "pyproject.toml", "README.md", "CONTRIBUTING.md", "docs")
GAMES = {f"pbem/rules/{name}": name.rstrip("0123456789") for name in SHIPPED}
"""The room of each game, with the word by which pytest finds its tests (-k)."""

TESTS = {
    **dict.fromkeys(GAMES, ("tests/kit", "tests/rules", "tests/test_cases.py")),
    "pbem/kit": ("tests/kit", "tests/rules", "tests/test_cases.py"),
    "pbem/dice": ("tests/dice/test_chain.py", "tests/dice/test_die.py", "tests/dice/test_fairness.py", "tests/core"),
    "pbem/board": ("tests/board", "tests/rules", "tests/test_cases.py"),
    "pbem/save": ("tests/save", "tests/referee/test_replay.py"),
    "pbem/verify": ("tests/verify", "tests/referee/test_dicestats.py"),
}
"""The rooms that are judged, each with the tests near it, of which those are run that ran the line of a mutant."""

FARTHER = dict.fromkeys([*GAMES, "pbem/kit"], ("pbem/conformance/test_ruleset.py", "tests/bots", "tests/reckoning"))
"""Tests that play whole games: they run nearly every line, so they are run as they are for what is left."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What ran once, without a change: the tests that ran each line of a file, and how long each took in seconds."""

    by_line: dict[tuple[str, int], frozenset[str]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran a mutant's line, the quickest first; those of its room too where importing it runs it."""
        lines = [(mutant.path, line) for line in range(mutant.first, mutant.line + 1)]
        ran = frozenset[str]().union(*(self.by_line.get(line, frozenset()) for line in lines))
        if IMPORTED in ran:
            room = f"{room_of(mutant)}/"
            ran = ran.union(*(tests for (path, _), tests in self.by_line.items() if path.startswith(room)))
        return sorted(ran - {IMPORTED}, key=lambda test: (self.seconds.get(test, 1.0), test))


def room_of(mutant: Mutant) -> str:
    """The room of TESTS in which a mutant's file is."""
    return next(room for room in TESTS if mutant.path.startswith(f"{room}/"))


def watch(rooms: Sequence[str]) -> Watched:
    """Run the tests of these rooms once under coverage; the process ends if they fail without any change."""
    asked = [*sorted({test for room in rooms for test in TESTS[room]}), *_only(rooms)]
    with tempfile.TemporaryDirectory() as folder:
        data, times = Path(folder) / "coverage", Path(folder) / "times.xml"
        watched = [f"--cov={room}" for room in rooms]
        options = [*watched, "--cov-context=test", "--cov-report=", "-o", "junit_family=xunit1", f"--junitxml={times}"]
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), *FORGETTING, *options, *asked]
        env = _environment(COVERAGE_FILE=str(data))
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"The tests fail without any change:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
        seconds = _seconds(times)
        return Watched(ran_by(data, seconds), seconds)


def _only(rooms: Sequence[str]) -> list[str]:
    """What has pytest run the tests of some games alone, where no other room is asked for."""
    return ["-k", " or ".join(GAMES[room] for room in rooms)] if rooms and all(room in GAMES for room in rooms) else []


def ran_by(path: Path, every: Iterable[str]) -> dict[tuple[str, int], frozenset[str]]:
    """The tests that ran each line; all of its file where one set up what these may share, for that is done once."""
    data = CoverageData(str(path))
    data.read()
    in_file: dict[str, set[str]] = {}
    for test in every:
        in_file.setdefault(test.partition("::")[0], set()).add(test)
    found: dict[tuple[str, int], frozenset[str]] = {}
    for file in data.measured_files():
        name = Path(file).relative_to(ROOT).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            ran = {context.partition("|")[0] for context in contexts}
            shared = {context.partition("::")[0] for context in contexts if context.endswith(SETUP)}
            found[name, line] = frozenset(ran).union(*(in_file.get(file, ()) for file in shared))
    return found


def _seconds(path: Path) -> dict[str, float]:
    cases = ET.parse(path).iter("testcase")
    return {f"{case.get('file')}::{case.get('name')}": float(case.get("time", "1")) for case in cases}


def judge(
    mutants: Sequence[Mutant], tests: Watched, until: float, whole: Mapping[str, float]
) -> Iterator[tuple[Mutant, str]]:
    """Each mutant, in order, and what came of it: one of the outcomes; what runs for ever is killed too.

    None is begun at `until` (of time.monotonic) or later. `whole`: what time_whole told.
    """
    with _copies() as free, ThreadPoolExecutor(WORKERS) as pool:
        yield from zip(mutants, pool.map(lambda each: _outcome(each, tests, free, until, whole), mutants), strict=True)


def time_whole(rooms: Sequence[str]) -> dict[str, float]:
    """How many seconds the tests of whole games take, by room; the process ends if they fail without any change."""
    found = {}
    with _copies() as free:
        folder = free.get()
        for room in rooms:
            began = time.monotonic()
            if room in FARTHER and _run(_pytest(*FARTHER[room], *_only([room])), folder, 3600):
                sys.exit(f"The tests of whole games fail without any change: {' '.join(FARTHER[room])}")
            found[room] = time.monotonic() - began
    return {room: seconds for room, seconds in found.items() if room in FARTHER}


@contextmanager
def _copies() -> "Iterator[Queue[Path]]":
    """Copies of the tree, one a worker."""
    with tempfile.TemporaryDirectory() as folder:
        free: Queue[Path] = Queue()
        for number in range(WORKERS):
            free.put(_copy(Path(folder) / str(number)))
        yield free


def _copy(folder: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy2(source, folder / name)
    return folder


def _outcome(mutant: Mutant, tests: Watched, free: "Queue[Path]", until: float, whole: Mapping[str, float]) -> str:
    """What comes of a mutant: the tests near it that ran its line are tried first, then those of whole games."""
    if time.monotonic() > until:
        return NOT_BEGUN
    chosen, room = tests.of(mutant), room_of(mutant)
    folder = free.get()
    try:
        with _changed(folder / mutant.path, mutant):
            if _fails(folder, chosen, START + PATIENCE * sum(tests.seconds.get(test, 1.0) for test in chosen)):
                return KILLED
            farther = _pytest(*FARTHER[room], *_only([room])) if room in whole else []
            return KILLED_FAR if farther and _run(farther, folder, START + PATIENCE * whole[room]) else SURVIVED
    finally:
        free.put(folder)


def _pytest(*asked: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-x", "-q", *PLAIN, *asked]


@contextmanager
def _changed(path: Path, mutant: Mutant) -> Iterator[None]:
    source = path.read_text("utf-8")
    _write(path, mutant.apply(source))
    try:
        yield
    finally:
        _write(path, source)


def _write(path: Path, source: str) -> None:
    """Write a module, and forget its byte code: it may be as long as before, and of the same second."""
    path.write_text(source, "utf-8")
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        stale.unlink()


def _fails(folder: Path, chosen: list[str], seconds: float) -> bool:
    """Whether any of the tests fails in a copy of the tree, or they take longer; a few are tried first."""
    until = time.monotonic() + seconds
    for part in (chosen[:FEW], chosen[FEW:]):
        listed = folder / "chosen.txt"
        listed.write_text("\n".join(part), "utf-8")
        if part and _run(_pytest(f"@{listed}"), folder, until - time.monotonic()) != 0:
            return True
    return False


def _run(command: list[str], folder: Path, seconds: float) -> int:
    """The exit code of a command, 1 where it takes longer; with it goes all that it has started."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, cwd=folder, env=_environment(), stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        return process.wait(max(seconds, 1))
    except subprocess.TimeoutExpired:
        return 1
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_ADDOPTS")}
    return {**kept, "HYPOTHESIS_STORAGE_DIRECTORY": tempfile.gettempdir(), **more}
