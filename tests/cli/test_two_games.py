"""Commands about all games, one of which is in trouble: it is named, and what they do or say of the others stands."""

from datetime import UTC, datetime
from types import ModuleType
from typing import Any

import pytest

from pbem.gamedata.rulesets import ruleset
from pbem.referee.home.home import open_home
from pbem.referee.home.notices import note_daily
from tests.cli.making import GOOD, Shell
from tests.referee.making import GAME

SIDES = ("--player", "spanish=ana@example.org,es,Europe/Madrid", "--player", "moroccan=omar@example.org,en")
STUMBLES = (
    "This is a fault of the rule set legion, in check (KeyError: 'wings'). Please report it to whoever wrote that."
)


@pytest.fixture
def stumbling(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A mailbox whose game cannot go on: orders were sent, and then the rule set began to raise as it judges."""
    assert shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD).code == 0

    def broken(*_: Any) -> Any:
        raise KeyError("wings")

    rules = ruleset("legion")
    assert isinstance(rules, ModuleType)
    monkeypatch.setattr(rules, "check", broken)
    return shell


def test_a_damaged_game_is_named_beside_the_others(shell: Shell) -> None:
    assert shell("new", "legion", "annual", *SIDES).code == 0
    (shell.home / "saves" / "annual" / "scenario.json").write_text('{"format": 1,\n')
    found = shell("status")
    assert (found.code, found.err) == (3, "")
    assert "melilla: turn 1, Moroccan movement (open)" in found.out
    assert f"! annual: {shell.home / 'saves' / 'annual' / 'scenario.json'}, line 2" in found.out
    data = shell("status", "--json").data
    assert ([game["game"] for game in data["games"]], list(data["faults"])) == ([GAME], ["annual"])
    assert shell("status", GAME).code == 0


def test_games_stand_in_the_order_in_which_people_count(shell: Shell) -> None:
    for name in ("game-10", "game-2"):
        assert shell("new", "legion", name, *SIDES).code == 0
    found = shell("status")
    assert [line.partition(":")[0] for line in found.out.splitlines() if ": turn " in line] == [
        "game-2",
        "game-10",
        GAME,
    ]


def test_a_tick_tells_of_a_game_that_cannot_go_on_and_so_does_the_status_until_it_can(
    stumbling: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = stumbling("tick")
    assert done.code == 3
    assert f"! melilla: {STUMBLES}" in done.out
    found = stumbling("status")
    assert found.code == 3
    assert f"! melilla: {STUMBLES}" in found.out
    assert f"UTC, melilla: the game cannot go on: {STUMBLES} Until that is mended it waits" in found.out
    alone = stumbling("status", GAME)
    assert (alone.code, alone.err) == (3, f"pbem: {STUMBLES}\n")
    monkeypatch.undo()
    assert stumbling("tick").code == 0
    found = stumbling("status")
    assert found.code == 0
    assert "cannot go on" not in found.out


def test_the_doctor_looks_at_every_game_and_rule_set(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule set that raises on its own data, and on a game's."""

    def broken(*_: Any, **more: Any) -> Any:
        raise KeyError("wings")

    rules = ruleset("legion")
    assert isinstance(rules, ModuleType)
    monkeypatch.setattr(rules, "check_design", broken)
    monkeypatch.setattr(rules, "evolve", broken)
    found = shell("doctor")
    assert (found.code, found.err) == (1, "")
    assert "✗ rule set legion: legion stumbles on its own data (KeyError: 'wings').\n" in found.out
    assert "✗ game melilla: This is a fault of the rule set legion, in evolve (KeyError: 'wings')." in found.out


def test_the_status_of_one_game_has_its_notices_alone_and_puts_only_those_aside(shell: Shell) -> None:
    assert shell("new", "legion", "annual", *SIDES).code == 0
    with open_home(shell.home, datetime.now(UTC), "a test") as home:
        for game in (GAME, "annual", None):
            note_daily(home, "git-lock", home.store.outbox.latest() or datetime.now(UTC), game, path=f"{game}.lock")
    said = shell("status", "annual")
    assert ("annual.lock" in said.out, "None.lock" in said.out, "melilla.lock" in said.out) == (True, True, False)
    assert said.out.splitlines()[-1] == "Once you have read them: 'pbem status annual --seen'."
    assert shell("status", "annual", "--seen").code == 0
    assert [each["game"] for each in shell("status", "--json").data["notices"]] == [GAME]
