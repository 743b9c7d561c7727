"""A whole battle by mail: everything that `pbem demo` does, with all its pictures, beside rendering its map."""

import os
from pathlib import Path

import pytest

from pbem.demo import play
from pbem.gamedata.games import game_map
from pbem.report.raster import to_png
from pbem.report.svg import draw_map
from tests.benchmarks.timing import least
from tests.report.making import small

AT_MOST = 170
"""So many whole maps, rendered from their SVG: one takes about a third of a second, so that these are a minute."""
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

    svg = draw_map(small(map_=game_map("africa1860", BATTLE)), "es")
    before = spent()
    benchmark.pedantic(battle, rounds=1)
    took = spent() - before
    (floor,) = least(lambda: to_png(svg), rounds=8)
    benchmark.extra_info["whole maps"] = round(took / floor)
    print(f"\n{took:.1f} s of processor time: {took / floor:.0f} whole maps, at most {AT_MOST}")
    assert took <= AT_MOST * floor
