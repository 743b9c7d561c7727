"""Watches which lines of the rules each proof of a clause runs (see tests/traceability.py)."""

import sys
from collections.abc import Generator, Sequence
from pathlib import Path

import hypothesis
import pytest
from coverage import Coverage

from tests.traceability import ROOT


class Watch:
    """The lines of pbem/rules that the marked tests run, by clause and file; and which proofs were run."""

    def __init__(self) -> None:
        self.coverage = Coverage(data_file=None, config_file=False, include=[str(ROOT / "pbem" / "rules" / "*")])
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self.ran: set[str] = set()
        self.disturbed = False

    def start(self, clauses: Sequence[str]) -> bool:
        """Watch from here on; not where another tracer (a debugger, --cov) watches already."""
        if sys.gettrace() is not None:
            self.disturbed = True
            return False
        self.coverage.start()
        self.coverage.switch_context(" ".join(clauses))
        return True

    def stop(self, proof: str) -> None:
        """Watch no more: the proof was run."""
        self.coverage.stop()
        self.ran.add(proof)

    def lines(self) -> dict[tuple[str, str], frozenset[int]]:
        """The lines that were run, by clause and file."""
        data = self.coverage.get_data()
        found: dict[tuple[str, str], set[int]] = {}
        for file in data.measured_files():
            path = Path(file).relative_to(ROOT).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                for clause in {clause for context in contexts for clause in context.split()}:
                    found.setdefault((clause, path), set()).add(line)
        return {key: frozenset(lines) for key, lines in found.items()}


hypothesis.settings.register_profile("pbem", deadline=None)  # a busy machine is no fault of a test
hypothesis.settings.load_profile("pbem")

WATCH = pytest.StashKey[Watch]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "last: comes after all other tests of the session")
    config.stash[WATCH] = Watch()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    yield
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)


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


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Benchmarks run only where they are named, alone: beside other tests they would measure those too."""
    asked = any("benchmarks" in argument for argument in config.args)
    return True if collection_path.name == "benchmarks" and not asked else None
