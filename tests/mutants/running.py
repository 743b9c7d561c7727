"""Running mutants: which tests ran each line, and whether one of them fails where the line is changed.

All happens in one session of pytest, once it has collected the tests: each mutant is a fork of it, in which one
function is changed, so that nothing need be loaded again. What runs as a module is read, or as tests are collected,
cannot be changed any more: there the fork reads all modules anew, the changed one among them.
"""

import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import hypothesis
import pytest
from coverage import Coverage, CoverageData

from pbem.gamedata.rulesets import SHIPPED
from tests.mutants.changing import functions_of, load, put, put_anew, unload
from tests.mutants.forgetting import forget
from tests.mutants.forking import WORKERS, forked, limit
from tests.mutants.making import Mutant
from tests.traceability import ROOT

LONGEST = 300  # seconds of a core for the slower tests, all together
PATIENCE, START = 3, 10  # so many times as long as the tests take without the change, and so many seconds of a core
IMPORTED = ""  # the context of what runs as a module is read
COLLECTED = "collected"  # and of what runs as tests are collected
SETUP = "|setup"  # how the context ends of what is made before a test
PLAIN = (
    *("-s", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:terminal", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:benchmark"),
)
GAMES = {f"pbem/rules/{name}": name.rstrip("0123456789") for name in SHIPPED}
"""The room of each game, with the word by which pytest finds its tests (-k)."""

TESTS = {
    **dict.fromkeys(GAMES, ("tests/kit", "tests/rules", "tests/test_cases.py")),
    "pbem/kit": ("tests/kit", "tests/rules", "tests/test_cases.py"),
    "pbem/dice": ("tests/dice/test_chain.py", "tests/dice/test_die.py", "tests/dice/test_fairness.py", "tests/core"),
    "pbem/board": ("tests/board", "tests/rules", "tests/test_cases.py"),
    "pbem/save": ("tests/save", "tests/referee/test_replay.py", "tests/referee/desk/test_game_file.py"),
    "pbem/verify": ("tests/verify", "tests/referee/test_dicestats.py"),
    "pbem/language/text": (
        *(f"tests/language/test_{name}.py" for name in ("areas", "clauses", "commands", "mend", "split", "text")),
        "tests/language/said",
        "tests/games/napoleonic/test_lines.py",
    ),
}
"""The rooms that are judged, each with the tests near it, of which those are run that ran the line of a mutant."""

REPLAYED = "pbem/conformance/test_ruleset.py::test_an_archived_game_replays"
LATER = {
    **{room: (f"tests/reckoning/test_{Path(room).name}.py", REPLAYED) for room in GAMES},
    "pbem/kit": (REPLAYED,),
}
"""The slower tests of a room, on which is tried what those near it leave alive: random positions, archived games."""
WHOLE = ("pbem/conformance/test_ruleset.py", "tests/bots")
"""Tests that play whole games, which run nearly every line of what LATER has tests for."""

Tell = Callable[[Mutant, bool | None, Sequence[str]], None]
"""Hears of a mutant: whether it survived, or None where there was no time; and the tests that it was tried on."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What ran once, without a change: the tests that ran each line of a file, and each one's seconds on a core."""

    by_line: Mapping[tuple[str, int], frozenset[str]]
    seconds: Mapping[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran a mutant's line, the quickest first."""
        return self._in_order(self._ran(mutant))

    def of_room(self, mutant: Mutant) -> list[str]:
        """The tests that ran any line of its room, the quickest first; none where only tests ran the mutant's line."""
        if not self._ran(mutant) & {IMPORTED, COLLECTED}:
            return []
        room = f"{room_of(mutant)}/"
        return self._in_order(test for (path, _), ran in self.by_line.items() if path.startswith(room) for test in ran)

    def limit(self, tests: Iterable[str]) -> float:
        """The seconds on a core after which tests are taken to run for ever."""
        return START + PATIENCE * sum(self.seconds.get(test, 1.0) for test in tests)

    def _ran(self, mutant: Mutant) -> frozenset[str]:
        lines = [(mutant.path, line) for line in range(mutant.first, mutant.line + 1)]
        return frozenset[str]().union(*(self.by_line.get(line, frozenset()) for line in lines))

    def _in_order(self, tests: Iterable[str]) -> list[str]:
        return sorted({*tests} - {IMPORTED, COLLECTED}, key=lambda test: (self.seconds.get(test, 1.0), test))


def room_of(mutant: Mutant) -> str:
    """The room of TESTS in which a mutant's file is."""
    return next(room for room in TESTS if mutant.path.startswith(f"{room}/"))


def run(mutants: Sequence[Mutant], until: float, tell: Tell, *, whole: bool) -> None:
    """Judge mutants and tell of each; the process ends where the tests fail without any change.

    None is begun at `until` (of time.monotonic) or later. What is alive then goes on to the slower tests of its room,
    where there is time; `whole`: to those that play whole games too.
    """
    for name in ("CI", "PYTEST_ADDOPTS"):
        os.environ.pop(name, None)
    rooms = [room for room in TESTS if any(room_of(each) == room for each in mutants)]
    later = {room: (*LATER.get(room, ()), *(WHOLE if whole and room in LATER else ())) for room in rooms}
    asked = sorted({test for room in rooms for test in (*TESTS[room], *later[room])})
    if all(room in GAMES for room in rooms):
        asked += ["-k", " or ".join(GAMES[room] for room in rooms)]
    unload()  # what is loaded already would seem to run nothing
    coverage = _coverage(rooms)
    coverage.start()
    load(rooms)
    coverage.switch_context(COLLECTED)
    with tempfile.TemporaryDirectory() as folder:
        judging = Judging(mutants, until, tell, later, coverage, Path(folder))
        pytest.main([*PLAIN, *asked], plugins=[judging])
    if judging.fault:
        sys.exit(judging.fault)


# Sessions of pytest ------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Judging:
    """A plug-in of pytest: instead of running all tests once it watches what each runs, and judges mutants."""

    mutants: Sequence[Mutant]
    until: float
    tell: Tell
    later: Mapping[str, Sequence[str]]
    coverage: Coverage
    folder: Path
    fault: str = "The tests cannot be collected."

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.coverage.stop()
        if session.testsfailed:
            return True
        _hasten()
        items = {item.nodeid: item for item in session.items}
        places = tuple(place for room in self.rooms for place in self.later[room])
        slow = {test for test in items if test.startswith(places)}
        quick = {test: item for test, item in items.items() if test not in slow}
        tests = watch(quick, self.rooms, self.coverage.get_data(), self.folder)
        if tests is None:
            self.fault = "The tests fail without any change."
            return True
        functions = functions_of(self.rooms)
        gc.freeze()

        def survives(mutant: Mutant) -> bool:
            near, of_room = tests.of(mutant), tests.of_room(mutant)
            if not near and not of_room:
                return True
            write_apart(session.config, self.folder)
            limit(tests.limit([*near, *of_room]), self.until)
            if not put(mutant, functions):
                return _survives_anew(mutant, of_room or near, self.rooms)
            survived = all_pass([items[test] for test in near], self.rooms)
            return survived and (not of_room or _survives_anew(mutant, of_room, self.rooms))

        def survives_later(mutant: Mutant) -> bool:
            chosen = [test for test in items if test.startswith(tuple(self.later[room_of(mutant)]))]
            write_apart(session.config, self.folder)
            limit(LONGEST, self.until)
            if not put(mutant, functions):
                return _survives_anew(mutant, chosen, self.rooms)
            return all_pass([items[test] for test in chosen], self.rooms)

        alive = []
        for mutant, survived in forked(survives, self.mutants, self.until):
            if survived and self.later[room_of(mutant)]:
                alive.append(mutant)
            else:
                self.tell(mutant, survived, tests.of(mutant) or tests.of_room(mutant))
        for mutant, survived in forked(survives_later, alive, self.until):
            self.tell(mutant, survived is not False, tests.of(mutant) or tests.of_room(mutant))
        self.fault = ""
        return True

    @property
    def rooms(self) -> Sequence[str]:
        """The rooms that are watched."""
        return [*self.later]


def _survives_anew(mutant: Mutant, tests: Sequence[str], rooms: Sequence[str]) -> bool:
    """Whether no test fails where all modules are read anew, with a change in one."""
    put_anew(mutant)
    session = Chosen(tests, rooms)
    pytest.main([*PLAIN, *sorted({test.partition("::")[0] for test in tests})], plugins=[session])
    return session.passed


@dataclass(eq=False)
class Chosen:
    """A plug-in of pytest: it runs chosen tests, in their order, and remembers whether all passed."""

    tests: Sequence[str]
    rooms: Sequence[str]
    passed: bool = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _hasten()
        items = {item.nodeid: item for item in session.items}
        complete = not session.testsfailed and items.keys() >= {*self.tests}  # a change may undo what names them
        self.passed = complete and all_pass([items[test] for test in self.tests], self.rooms)
        return True


def _hasten() -> None:
    """No simplest way to fail is searched for, since nobody is told it; and the proofs of clauses are not watched."""
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", deadline=None, database=None, derandomize=True, phases=phases)
    hypothesis.settings.load_profile("mutants")
    sys.modules["tests.watching"].Watch.start = lambda watch, clauses: False


def write_apart(config: pytest.Config, folder: Path) -> None:
    """Have the tests of this process write to a place of its own: pytest empties the one that it is given."""
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._given_basetemp, factory._basetemp = folder / f"tests{os.getpid()}", None


def all_pass(items: Sequence[pytest.Item], rooms: Sequence[str]) -> bool:
    """Run tests until one fails, and whether none did; before each, what is cached in the rooms is forgotten."""
    for item, following in zip_longest(items, items[1:]):
        forget(*(room.replace("/", ".") for room in rooms))
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return False
    return True


# Watching ----------------------------------------------------------------------------------------------------------


def watch(items: Mapping[str, pytest.Item], rooms: Sequence[str], before: CoverageData, folder: Path) -> Watched | None:
    """Run all tests once under coverage, and put to that what ran before; None if one fails.

    `folder`: a new one, for what the workers write. The files of tests are handed out whole, in their order.
    """
    files: dict[str, list[pytest.Item]] = {}
    for test, item in items.items():
        files.setdefault(test.partition("::")[0], []).append(item)
    handed, rest = os.pipe()
    os.write(rest, bytes(range(len(files))))
    os.close(rest)

    def work(number: int) -> bool:
        write_apart(next(iter(items.values())).config, folder)
        timed = Timed(_coverage(rooms, folder / f"coverage{number}"))
        next(iter(items.values())).config.pluginmanager.register(timed)
        timed.coverage.start()
        while index := os.read(handed, 1):
            if not all_pass([*files.values()][index[0]], rooms):
                return False
        timed.coverage.stop()
        timed.coverage.save()
        (folder / f"seconds{number}").write_text(json.dumps(timed.seconds), "utf-8")
        return True

    passed = [went for _, went in forked(work, range(WORKERS))]
    os.close(handed)
    if not all(passed):
        return None
    seconds: dict[str, float] = {}
    found = ran_by(before, items)
    for number in range(WORKERS):
        seconds |= json.loads((folder / f"seconds{number}").read_text("utf-8"))
        data = CoverageData(str(folder / f"coverage{number}"))
        data.read()
        for line, ran in ran_by(data, items).items():
            found[line] = found.get(line, frozenset()) | ran
    return Watched(found, seconds)


@dataclass(eq=False)
class Timed:
    """A plug-in of pytest: it tells coverage what runs, and how many seconds of a core each test takes."""

    coverage: Coverage
    seconds: dict[str, float] = field(default_factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.coverage.switch_context(f"{item.nodeid}{SETUP}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        self.coverage.switch_context(item.nodeid)


def _coverage(rooms: Sequence[str], path: Path | None = None) -> Coverage:
    """What watches rooms, and writes to a path if there is one."""
    file = None if path is None else str(path)
    found = Coverage(data_file=file, config_file=False, source=[str(ROOT / room) for room in rooms])
    found.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured"])
    return found


def ran_by(data: CoverageData, every: Iterable[str]) -> dict[tuple[str, int], frozenset[str]]:
    """The tests that ran each line; all of its file where one set up what these may share, for that is done once."""
    in_file: dict[str, set[str]] = {}
    for test in every:
        in_file.setdefault(test.partition("::")[0], set()).add(test)
    found: dict[tuple[str, int], frozenset[str]] = {}
    for file in data.measured_files():
        name = Path(file).relative_to(ROOT).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            ran = {context.removesuffix(SETUP) for context in contexts}
            shared = {context.partition("::")[0] for context in contexts if context.endswith(SETUP)}
            found[name, line] = frozenset(ran).union(*(in_file.get(file, ()) for file in shared))
    return found
