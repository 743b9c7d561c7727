"""The pictures of a phase beside rendering the SVG of the same pictures as a whole, and drawing beside rendering.

With the printed ground of the map, and with one that is painted as those of other authors are.
"""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.core.scene import Scene
from pbem.gamedata.signs import signs
from pbem.report.grounds import Grounds
from pbem.report.picture import draw_picture, forget_drawn
from pbem.report.raster import to_png
from pbem.report.svg import action_crop, draw_map
from pbem.report.svg.pieces.signs import Signs
from pbem.resources import shipped_path
from tests.benchmarks.timing import ratio
from tests.report.making import crowded
from tests.report.turns import TURNS, turns

AT_MOST, WHOLE_AT_MOST = 0.25, 1.5
COLD_AT_MOST, PAINTED_AT_MOST = 0.95, 1.0


def printed(scene: Scene) -> Scene:
    """A scene on the map as it is shipped now: that of an archived game has not the ground of today."""
    return replace(scene, map=json.loads(shipped_path("games", "legion", "maps", "melilla.json").read_text("utf-8")))


def pictures(scene: Scene, grounds: Grounds, signs: Signs | None = None) -> tuple[bytes, bytes]:
    """The close-up and the whole map of a scene."""
    crop = action_crop(scene)
    return (
        draw_picture(scene, "es", grounds, crop=crop, signs=signs),
        draw_picture(scene, "es", grounds, frames=(crop,), signs=signs),
    )


def whole(scenes: list[Scene]) -> Callable[[], object]:
    """Rendering the finished SVG of each picture, which is what a picture cost when its ground was drawn each time."""
    crops = [action_crop(scene) for scene in scenes]
    svgs = [draw_map(s, "es", crop=crop) for s, crop in zip(scenes, crops, strict=True)]
    svgs += [draw_map(s, "es", frames=(crop,)) for s, crop in zip(scenes, crops, strict=True)]
    return lambda: [to_png(svg) for svg in svgs]


@pytest.mark.benchmark(group="map")
def test_the_pictures_of_a_phase_cost_at_most_a_quarter_of_their_svg(benchmark) -> None:  # type: ignore[no-untyped-def]
    """Four turns of the archived game, their ground at hand and nothing else of them."""
    scenes, grounds, own = [printed(turns()[turn]) for turn in TURNS], Grounds(), signs("legion")
    for scene in scenes:
        pictures(scene, grounds, own)

    def ours() -> None:
        forget_drawn(stamps=False)  # the names of places and the words of legends were on the turn before too
        for scene in scenes:
            pictures(scene, grounds, own)

    benchmark.pedantic(ours, rounds=1)
    found = ratio(ours, whole(scenes), limit=AT_MOST, rounds=3)
    benchmark.extra_info["times the SVG"] = round(found, 2)
    assert found <= AT_MOST


@pytest.mark.benchmark(group="map")
@pytest.mark.parametrize("own", [True, False], ids=["printed", "painted"])
def test_the_first_pictures_of_a_map_cost_little_more_than_their_svg(own: bool, benchmark) -> None:  # type: ignore[no-untyped-def]
    """Nothing at hand: the ground is cut from the printed one, or painted, and what stands is drawn."""
    scene, most = printed(crowded()), COLD_AT_MOST if own else PAINTED_AT_MOST

    def ours() -> None:
        forget_drawn()
        pictures(scene, Grounds(), signs("legion") if own else None)

    benchmark.pedantic(ours, rounds=1)
    found = ratio(ours, whole([scene]), limit=most, rounds=3)
    benchmark.extra_info["times the SVG"] = round(found, 2)
    assert found <= most


@pytest.mark.benchmark(group="map")
@pytest.mark.parametrize("close", [True, False], ids=["close-up", "overview"])
def test_drawing_costs_little_beside_rendering(close: bool, benchmark) -> None:  # type: ignore[no-untyped-def]
    """A map on demand, scene to PNG, takes at most half as long again as rendering the finished SVG."""
    scene = crowded()
    crop = action_crop(scene) if close else None
    svg = draw_map(scene, "es", crop=crop)
    benchmark.pedantic(lambda: to_png(draw_map(scene, "es", crop=crop)), rounds=3, warmup_rounds=1)
    found = ratio(lambda: to_png(draw_map(scene, "es", crop=crop)), lambda: to_png(svg), limit=WHOLE_AT_MOST, rounds=4)
    benchmark.extra_info["times the bare cost"] = round(found, 2)
    assert found <= WHOLE_AT_MOST
