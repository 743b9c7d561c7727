"""Every case file under tests/cases holds; each is its own test, and the proof of the clauses that it names."""

from pathlib import Path

import pytest

from pbem.cases.run import run_case
from tests.traceability import TESTS, rules_of

CASES = TESTS / "cases"
FILES = sorted(CASES.rglob("*.toml"))


def named(path: Path) -> str:
    return path.relative_to(CASES).with_suffix("").as_posix()


@pytest.mark.parametrize(
    "case_file", [pytest.param(path, marks=pytest.mark.rule(*rules_of(path)), id=named(path)) for path in FILES]
)
def test_case(case_file: Path):
    result = run_case(case_file)
    assert result.holds, "\n".join(map(str, result.differences))


def test_there_are_cases_of_every_chapter():
    assert len(FILES) > 200
