"""A whole battle by mail: everything that `pbem demo` does, with all its pictures, beside rendering a map."""

import os
from pathlib import Path

import pytest

from pbem.demo import play
from pbem.gamedata.games import game_map
from pbem.report.raster import to_png
from pbem.report.svg import draw_map
from tests.benchmarks.timing import least
from tests.report.making import small

BATTLES = {("africa1860", "wad-ras"): 155, ("napoleonic", "bailen-1808"): 255, ("rif1926", "alhucemas-1926"): 200}
"""What each may cost in whole maps of Wad-Ras, rendered from the SVG. One takes about a third of a second: these are a
minute, a minute and a half, a minute and a tenth. The first is the longest battle of Africa. Twelve turns of Morocco
1926 took 183 maps, and are to take 180: a minute. Three quarters of that are pictures, a tenth rules and bots."""


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

    svg = draw_map(small(map_=game_map("africa1860", "wad-ras")), "es")
    before = spent()
    benchmark.pedantic(battle, rounds=1)
    took = spent() - before
    (floor,) = least(lambda: to_png(svg), rounds=8)
    benchmark.extra_info["whole maps"] = round(took / floor)
    print(f"\n{took:.1f} s of processor time: {took / floor:.0f} whole maps, at most {at_most}")
    assert took <= at_most * floor
