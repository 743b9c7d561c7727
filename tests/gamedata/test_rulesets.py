"""Rule sets of other packages: found by their entry points, and where one is broken only its own games are hurt."""

import sys
from collections.abc import Callable, Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from pbem.gamedata import rulesets
from pbem.gamedata.games import broken_games
from pbem.gamedata.games import shipped_games as games
from pbem.gamedata.rulesets import GROUP, SHIPPED, BadGame, game_file, ruleset, ruleset_names, sound_rulesets

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a package as pip leaves it on the path: a folder with its code, and its metadata with the entry point."""
    modules = set(sys.modules)

    def put(name: str, code: str) -> None:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(code)
        about = tmp_path / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {name}\n")
        invalidate_caches()
        rulesets._sources.cache_clear()

    monkeypatch.syspath_prepend(str(tmp_path))
    yield put
    for added in set(sys.modules) - modules:
        del sys.modules[added]
    rulesets._sources.cache_clear()
    rulesets._folder.cache_clear()


BROKEN = [
    ("raise RuntimeError('no luck')", "RuntimeError: no luck"),
    ("def (:", "SyntaxError: "),
    ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    ("NAME = 'whist'", "it lacks VERSION, SIDES, ORDERS"),
]


@pytest.mark.parametrize(("code", "why"), BROKEN)
def test_a_broken_package_is_told_in_a_sentence_and_hurts_no_other(install: Install, code: str, why: str) -> None:
    install("whist", code)
    assert "whist" in ruleset_names()
    told = broken_games()["whist"]
    assert told.startswith(f"The rule set whist of the package whist-game cannot be used: {why}")
    assert "\n" not in told
    assert [game.name for game in games()] == [rules.NAME for rules in sound_rulesets()]
    assert set(SHIPPED) <= {game.name for game in games()}
    with pytest.raises(BadGame):
        ruleset("whist")


def test_the_data_of_a_package_lie_in_its_folder(install: Install, tmp_path: Path) -> None:
    install("whist", "raise RuntimeError('not loaded for its files')")
    assert game_file("whist", "maps", "table.json") == tmp_path / "whist" / "game" / "maps" / "table.json"


def test_a_name_of_pbems_own_stays_its_own(install: Install) -> None:
    install(SHIPPED[0], "raise RuntimeError('never loaded')")
    assert SHIPPED[0] == ruleset(SHIPPED[0]).NAME
    assert SHIPPED[0] not in broken_games()


def test_there_is_no_rule_set_of_another_name() -> None:
    with pytest.raises(BadGame, match=r"There is no rule set 'chess'; there are .*\."):
        ruleset("chess")
