"""Running mutants: which tests ran each line, and whether one of them fails where the line is changed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from coverage import CoverageData

from tests.mutants.making import Mutant
from tests.traceability import ROOT

WORKERS = 2
PATIENCE, START = 3, 30  # so many times as long as the tests take without the change, and so many seconds
FEW = 40  # tests that are tried first
IMPORTED = ""  # the context of what runs as a module is read
FORGETTING = ("-p", "tests.mutants.forgetting")
PLAIN = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:benchmark")
COPIED = ("pbem", "tests", "games", "schemas", "templates", "pyproject.toml", "README.md", "CONTRIBUTING.md", "docs")
TESTS = {
    "pbem/rules": ("tests/rules", "tests/test_cases.py"),
    "pbem/kit": ("tests/kit", "tests/rules", "tests/test_cases.py"),
    "pbem/dice": ("tests/dice/test_chain.py", "tests/dice/test_fairness.py", "tests/core"),
    "pbem/board": ("tests/board", "tests/rules", "tests/test_cases.py"),
    "pbem/save": ("tests/save", "tests/referee/test_replay.py"),
    "pbem/verify": ("tests/verify", "tests/referee/test_dicestats.py"),
}
"""The rooms that are judged, each with the tests that are to notice what goes wrong in it."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What ran once, without a change: the tests that ran each line of a file, and how long each took in seconds."""

    by_line: dict[tuple[str, int], frozenset[str]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran a mutant's line, the quickest first; those of its file too where importing it runs it."""
        lines = [(mutant.path, line) for line in range(mutant.first, mutant.line + 1)]
        ran = frozenset[str]().union(*(self.by_line.get(line, frozenset()) for line in lines))
        if IMPORTED in ran:
            ran = ran.union(*(tests for (path, _), tests in self.by_line.items() if path == mutant.path))
        return sorted(ran - {IMPORTED}, key=lambda test: (self.seconds.get(test, 1.0), test))


def watch(rooms: Sequence[str]) -> Watched:
    """Run the tests of these rooms once under coverage; the process ends if they fail without any change."""
    asked = sorted({test for room in rooms for test in TESTS[room]})
    with tempfile.TemporaryDirectory() as folder:
        data, times = Path(folder) / "coverage", Path(folder) / "times.xml"
        watched = [f"--cov={room}" for room in rooms]
        options = [*watched, "--cov-context=test", "--cov-report=", "-o", "junit_family=xunit1", f"--junitxml={times}"]
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), *FORGETTING, *options, *asked]
        env = _environment(COVERAGE_FILE=str(data))
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"The tests fail without any change:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
        return Watched(_ran(data), _seconds(times))


def _ran(path: Path) -> dict[tuple[str, int], frozenset[str]]:
    data = CoverageData(str(path))
    data.read()
    found: dict[tuple[str, int], frozenset[str]] = {}
    for file in data.measured_files():
        name = Path(file).relative_to(ROOT).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            found[name, line] = frozenset(context.partition("|")[0] for context in contexts)
    return found


def _seconds(path: Path) -> dict[str, float]:
    cases = ET.parse(path).iter("testcase")
    return {f"{case.get('file')}::{case.get('name')}": float(case.get("time", "1")) for case in cases}


def judge(mutants: Sequence[Mutant], tests: Watched, until: float) -> Iterator[tuple[Mutant, bool | None]]:
    """Each mutant, in order, and whether a test failed because of it; what runs for ever is killed too.

    None for those that are not begun at `until` (of time.monotonic).
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        free: Queue[Path] = Queue()
        for number in range(WORKERS):
            free.put(_copy(Path(folder) / str(number)))
        yield from zip(mutants, pool.map(lambda each: _is_killed(each, tests, free, until), mutants), strict=True)


def _copy(folder: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy2(source, folder / name)
    return folder


def _is_killed(mutant: Mutant, tests: Watched, free: "Queue[Path]", until: float) -> bool | None:
    chosen = tests.of(mutant)
    if time.monotonic() > until:
        return None
    if not chosen:
        return False
    folder = free.get()
    try:
        with _changed(folder / mutant.path, mutant):
            return _fails(folder, chosen, START + PATIENCE * sum(tests.seconds.get(test, 1.0) for test in chosen))
    finally:
        free.put(folder)


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
        command = [sys.executable, "-m", "pytest", "-x", "-q", *PLAIN, f"@{listed}"]
        if part and _run(command, folder, until - time.monotonic()) != 0:
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
