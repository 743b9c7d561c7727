"""The session: its order and how two workers share it, and what is watched of the proofs (see tests/watching.py)."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from pbem.cli.speech.language import speak
from tests.drawn import keep_drawn
from tests.sharing import LONG, rank, shared
from tests.traceability import ROOT
from tests.watching import Watch

os.environ["LC_ALL"] = "C.UTF-8"  # the command line speaks the language of the locale where no mailbox says another
hypothesis.settings.register_profile("pbem", deadline=None)  # a busy machine is no fault of a test
hypothesis.settings.load_profile("pbem")

WATCH = pytest.StashKey[Watch]()
LAST = "tests/test_traceability.py::test_a_proof_of_the_clause_runs_each_line_that_names_it"


@pytest.fixture(scope="session", autouse=True)
def _drawn(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Workers share what they draw: the folder above theirs is that of the session."""
    mine = tmp_path_factory.getbasetemp()
    keep_drawn((mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "drawn")


@pytest.fixture(autouse=True)
def _english() -> None:
    """What was spoken by the test before is spoken no more: the program has one language from its start to its end."""
    speak((), {})


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "last: comes after all other tests of the session")
    config.stash[WATCH] = Watch()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, None, None]:
    yield
    items.sort(key=lambda item: (item.get_closest_marker("last") is not None, rank(item.nodeid)))
    if hasattr(config, "workerinput"):  # no worker runs all proofs: who hears of all of them judges
        config.stash[WATCH].asked = any(item.get_closest_marker("last") for item in items)
        items[:] = [item for item in items if not item.get_closest_marker("last")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    clauses = [id_ for mark in item.iter_markers("rule") for id_ in mark.args]
    watch = item.config.stash[WATCH]
    if not clauses or not watch.start(clauses):
        return (yield)
    try:
        return (yield)
    finally:
        watch.stop(proof_of(item))


def proof_of(item: pytest.Item) -> str:
    """A test as tests/traceability.py names proofs: a case by its file."""
    path = getattr(item, "callspec", None) and item.callspec.params.get("case_file")  # type: ignore[attr-defined]
    return path.relative_to(ROOT).as_posix() if path else item.nodeid.partition("[")[0]


@pytest.fixture
def watch(request: pytest.FixtureRequest) -> Watch:
    """What the session has watched so far."""
    return request.config.stash[WATCH]


@pytest.fixture
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether this is the whole check."""
    return is_whole(request.config)


def is_whole(config: pytest.Config) -> bool:
    """Whether CI runs all tests: then everything must be judged."""
    chosen = any(config.getoption(name, None) for name in ("keyword", "markexpr", "lf", "deselect"))
    return "CI" in os.environ and config.args_source is not pytest.Config.ArgsSource.ARGS and not chosen


# Workers of xdist ------------------------------------------------------------------------------------------------


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whole files to the workers, in the order of the collection (see tests/sharing.py)."""
    if config.option.dist != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    scheduler = LoadScopeScheduling(config, log)
    config.option.loadscopereorder = False
    scheduler._split_scope = shared
    return scheduler


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    told = getattr(node, "workeroutput", {}).get("watched")
    if told:
        node.config.stash[WATCH].hear(told)


def pytest_sessionfinish(session: pytest.Session) -> None:
    watch, config = session.config.stash[WATCH], session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["watched"] = watch.told()
    elif watch.asked:
        verdict, (path, _, name) = watch.verdict(whole=is_whole(config)), LAST.partition("::")
        why = (path, 0, verdict.why) if verdict.outcome == "skipped" else verdict.why or None
        report = pytest.TestReport(LAST, (path, 0, name), {}, verdict.outcome, why, "call")  # type: ignore[arg-type]
        config.hook.pytest_runtest_logreport(report=report)
        if verdict.outcome == "failed":
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What runs only where it is named: benchmarks, for beside other tests they would measure those too; long files."""
    if collection_path.name == "benchmarks":
        return not any("benchmarks" in argument for argument in config.args) or None
    if leaves_out(config) and collection_path.is_relative_to(ROOT):
        return collection_path.relative_to(ROOT).as_posix() in LONG or None
    return None


def leaves_out(config: pytest.Config) -> bool:
    """Whether long files are left to CI: a developer who names nothing waits ten minutes, not twenty."""
    return "CI" not in os.environ and config.args_source is not pytest.Config.ArgsSource.ARGS


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if leaves_out(config):
        left = f"{len(LONG)} files (tests/sharing.py) that take as long as all others"
        terminalreporter.write_line(f"Left out: {left}; CI=1 runs them too.")
