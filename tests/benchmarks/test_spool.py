"""A whole battle by mail: everything that `pbem demo` does, with all its pictures, in processor time."""

import os
from pathlib import Path

import pytest

from pbem.demo import play

BATTLES = {("africa1860", "wad-ras"): 60.0, ("napoleonic", "bailen-1808"): 90.0}
"""Seconds of processor time, those of git included, on a machine that is alone with it; of Africa the longest."""


def spent() -> float:
    """The processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


@pytest.mark.benchmark(group="spool")
@pytest.mark.parametrize(("ruleset", "scenario"), BATTLES)
def test_a_battle_by_mail_takes_less_than_its_time(ruleset: str, scenario: str, tmp_path: Path, benchmark) -> None:  # type: ignore[no-untyped-def]
    at_most = BATTLES[ruleset, scenario]

    def battle() -> None:
        game, _ = play(tmp_path, ruleset, "annual", lambda turn, phase: None, scenario=scenario)
        assert game.over

    before = spent()
    benchmark.pedantic(battle, rounds=1)
    took = spent() - before
    benchmark.extra_info["seconds of processor time"] = round(took, 1)
    print(f"\n{took:.1f} s of processor time, at most {at_most:.0f}")
    assert took <= at_most
