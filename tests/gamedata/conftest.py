"""A game's folder that a test may change."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.gamedata import files, games, rulesets
from pbem.resources import shipped_path


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the folder of La Legión, which is the one that is read."""
    shutil.copytree(shipped_path("games", "legion"), tmp_path / "games" / "legion")

    def found(*parts: str) -> Path:
        return (tmp_path if parts[0] == "games" else shipped_path()).joinpath(*parts)

    for module in (files, rulesets):
        monkeypatch.setattr(module, "shipped_path", found)
    games.problems.cache_clear()
    yield tmp_path / "games" / "legion"
    games.problems.cache_clear()
