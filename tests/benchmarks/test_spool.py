"""A whole battle by mail: everything that `pbem demo` does, with all its pictures, in processor time."""

import os
from pathlib import Path

import pytest

from pbem.demo import play

AT_MOST = 60.0
"""Seconds of processor time, those of git included, on a machine that is alone with it."""
BATTLE = "wad-ras"
"""The longest: most units, and most in a turn."""


def spent() -> float:
    """The processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


@pytest.mark.benchmark(group="spool")
def test_a_battle_by_mail_takes_less_than_a_minute(tmp_path: Path, benchmark) -> None:  # type: ignore[no-untyped-def]
    def battle() -> None:
        game, _ = play(tmp_path, "africa1860", "annual", lambda turn, phase: None, scenario=BATTLE)
        assert game.over

    before = spent()
    benchmark.pedantic(battle, rounds=1)
    took = spent() - before
    benchmark.extra_info["seconds of processor time"] = round(took, 1)
    print(f"\n{took:.1f} s of processor time, at most {AT_MOST:.0f}")
    assert took <= AT_MOST
