"""Every case file under tests/cases holds; each is its own test."""

from pathlib import Path

import pytest

from pbem.referee.cases import run_case

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CASES).with_suffix("").as_posix())
def test_case(path: Path):
    result = run_case(path)
    assert result.holds, "\n".join(map(str, result.differences))


def test_there_are_cases():
    assert len(FILES) > 150
