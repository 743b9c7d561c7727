"""The conformance suite itself: it meets what it is to judge, it can be run on any rule set, and it can fail."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pbem.conformance.games import STYLES, played
from pbem.conformance.test_ruleset import ARCHIVES, states
from pbem.gamedata.rulesets import SHIPPED


def test_questions_are_asked_where_there_are_any() -> None:
    """The games that are played do ask: without a question the test of the sealed prefix would prove nothing."""
    assert any(len(step.answers) > 1 for name in SHIPPED for style in STYLES for step in played(name, style).steps)


def test_every_rule_set_has_an_archived_game() -> None:
    assert {name for name, _ in ARCHIVES} == set(SHIPPED)


def test_it_says_what_it_cannot_be_run_on() -> None:
    def run(*names: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "pbem.conformance", *names], capture_output=True, text=True)

    none, unknown = run(), run("chess")
    assert (none.returncode, none.stderr) == (2, "Name the rule sets: python -m pbem.conformance NAME …\n")
    assert unknown.returncode == 2
    assert unknown.stderr.startswith("There is no rule set 'chess'; there are ")


def one_land_piece_a_hex(state: Any) -> bool:
    """La Legión's own (LL-7.10)."""
    land = [state.units[unit].at for unit in state.units if state.counter(unit).is_land and state.units[unit].at]
    return len(set(land)) == len(land)


INVARIANTS: dict[str, Callable[[Any], bool]] = {"legion": one_land_piece_a_hex}
"""What a rule set promises of every position, beside what all promise."""


@pytest.mark.parametrize(("name", "style"), [(name, style) for name in INVARIANTS for style in STYLES])
def test_a_rule_sets_own_promise_holds(name: str, style: str) -> None:
    assert [at for at, state in states(played(name, style)) if not INVARIANTS[name](state)] == []
