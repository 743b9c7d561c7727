"""A whole map picture against the bare cost of its renderer: resvg and the palette alone, on the same SVG."""

import time
from collections.abc import Callable

import pytest

from pbem.report.raster import to_png
from pbem.report.svg import action_crop, draw_map
from tests.report.making import crowded

AT_MOST = 1.5


def least(*calls: Callable[[], object], rounds: int = 7) -> list[float]:
    """The least processor time of each call in seconds, taken in turns: other load tells on all alike."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, taken in zip(calls, times, strict=True):
            start = time.process_time()
            call()
            taken.append(time.process_time() - start)
    return [min(taken) for taken in times]


@pytest.mark.benchmark(group="map")
@pytest.mark.parametrize("close", [True, False], ids=["close-up", "overview"])
def test_drawing_costs_little_beside_rendering(close: bool, benchmark) -> None:  # type: ignore[no-untyped-def]
    """Scene to PNG takes at most half as long again as rendering the finished SVG."""
    scene = crowded()
    crop = action_crop(scene) if close else None
    svg = draw_map(scene, "es", crop=crop)
    benchmark.pedantic(lambda: to_png(draw_map(scene, "es", crop=crop)), rounds=5, warmup_rounds=1)
    whole, bare = least(lambda: to_png(draw_map(scene, "es", crop=crop)), lambda: to_png(svg))
    ratio = whole / bare
    benchmark.extra_info["times the bare cost"] = round(ratio, 2)
    assert ratio <= AT_MOST, f"{ratio:.2f} times the bare cost"
