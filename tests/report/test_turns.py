"""Pictures of real turns: what must not overlap does not, nothing leaves the frame, a mail stays small."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations

import pytest

from pbem.core.scene import Scene
from pbem.report.raster import to_png
from pbem.report.svg import Naming, action_crop, action_crops, board_plan, draw_map, hex_crop, places_shown
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box, overlap
from pbem.report.svg.base.plan import WIDTH
from pbem.report.svg.map import overlay
from pbem.report.svg.pieces.counters import sign_boxes
from pbem.report.svg.pieces.ghosts import losses_of
from pbem.report.svg.pieces.piles import piles
from pbem.report.svg.pieces.signs import Signs
from tests.report.turns import TURNS, turns

SVG = "{http://www.w3.org/2000/svg}"
EACH = pytest.mark.parametrize("close", [True, False], ids=["close-up", "overview"])


@cache
def drawn(turn: int, close: bool) -> tuple[Scene, HexPlan, str]:
    """A turn, the plan of its picture, the picture."""
    scene = turns()[turn]
    crop = action_crop(scene) if close else None
    return scene, HexPlan(scene.map, crop), draw_map(scene, "es", crop=crop)


def stars(svg: str, plan: HexPlan) -> list[Box]:
    """The boxes of the battle stars on the map."""
    points = [
        [tuple(map(float, point.split())) for point in d[1:-1].split("L")]
        for d in re.findall(rf'<path d="(M[^"]+Z)" fill="{palette.STAR}" stroke="{palette.INK}"', svg)
    ]
    boxes = [(min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p), max(y for _, y in p)) for p in points]
    return [box for box in boxes if box[0] > 0]  # the legend's is drawn about 0, 0


def plates(svg: str, plan: HexPlan) -> list[Box]:
    """The boxes of what combats came to, and of the numbers of moves."""
    found = []
    for e in ET.fromstring(svg).iter(f"{SVG}rect"):
        if e.get("rx") and float(e.get("y", "0")) < plan.box[3] - 20 and float(e.get("y", "0")) > plan.box[1]:
            left, top, wide, tall = (float(e.get(name, "0")) for name in ("x", "y", "width", "height"))
            found.append((left, top, left + wide, top + tall))
    return found


@EACH
@pytest.mark.parametrize("turn", TURNS)
def test_every_combat_is_there_and_no_mark_lies_on_another(turn: int, close: bool) -> None:
    """As many stars as combats that the picture shows, all apart, all in the frame."""
    scene, plan, svg = drawn(turn, close)
    shown = [b for b in scene.battles if plan.any_shown((*b.attackers, *b.defenders))]
    found = stars(svg, plan)
    assert len(found) == len(shown)
    for a, b in combinations(found, 2):
        assert overlap(a, b) < 40, (a, b)
    left, top, right, bottom = plan.box
    assert all(left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom for box in found)


@pytest.mark.parametrize("turn", TURNS)
def test_what_a_combat_came_to_hides_no_counter(turn: int) -> None:
    """A mark may touch the edge of a counter, not what stands on it: at most a fifth, and on the whole hardly any."""
    scene, plan, svg = drawn(turn, True)
    standing = [pile.box for pile in piles(plan, scene)]
    area = 0.0
    signs = sign_boxes(plan, scene, piles(plan, scene), Signs())
    for mark in plates(svg, plan) + stars(svg, plan):
        assert all(overlap(mark, box) < 0.5 * (box[2] - box[0]) ** 2 for box in signs)
        for box in standing:
            part = overlap(mark, box)
            assert part < 0.25 * (box[2] - box[0]) * (box[3] - box[1])
            area += part
    assert area < 0.03 * sum((b[2] - b[0]) * (b[3] - b[1]) for b in standing)


@pytest.mark.parametrize("turn", TURNS)
def test_counters_lie_apart(turn: int) -> None:
    """No pile reaches into another, nor into the lost ones drawn at full size."""
    scene, plan, _ = drawn(turn, True)
    standing = piles(plan, scene)
    boxes = [pile.box for pile in standing]
    boxes += [loss.box for loss in losses_of(plan, scene, standing) if loss.size > plan.radius * 0.8]
    assert all(overlap(a, b) == 0 for a, b in combinations(boxes, 2))


@pytest.mark.parametrize("turn", TURNS)
def test_close_ups_are_for_phones(turn: int) -> None:
    """At most 13 hexes across, at most 1.15 times as high as wide; shown at 640 pixels figures have at least 8."""
    scene, plan, svg = drawn(turn, True)
    root = ET.fromstring(svg)
    assert plan.cells[2] - plan.cells[0] < 13
    assert float(root.get("height", "0")) <= 1.15 * WIDTH
    size = min(pile.size for pile in piles(plan, scene) if len(pile.counters) == 1)
    assert size / 100 * 37 / 2 >= 8
    assert len(places_shown(scene, action_crop(scene), "es")) == 3


@pytest.mark.parametrize("turn", TURNS)
def test_the_two_pictures_of_a_turn_stay_small(turn: int) -> None:
    """What a mail carries, in kilobytes of 1000."""
    close, whole = (len(to_png(drawn(turn, each)[2])) / 1000 for each in (True, False))
    assert close <= 225
    assert close + whole <= 385


@pytest.mark.parametrize("turn", TURNS)
def test_names_of_the_land_stand_clear_of_what_happens(turn: int) -> None:
    """None is cut by a counter, a lost one or a fight: what has no room is left out, and some have it."""
    scene = turns()[turn]
    for crop in (None, *action_crops(scene)):
        plan = board_plan(scene.map, crop)
        over = overlay(plan, scene, "es", Naming(), (), (), Signs())
        standing = piles(plan, scene)
        boxes = [pile.box for pile in standing]
        boxes += [loss.box for loss in losses_of(plan, scene, standing)]
        assert sum("<text" in name.stamp.svg for name in over.land) >= (1 if crop else 8)
        named = [name for name in over.land if "<text" in name.stamp.svg]  # the others are lines to names
        level = [name for name in named if "rotate" not in name.stamp.svg and "textPath" not in name.stamp.svg]
        for name in level:
            inner = (name.left + 6, name.top + 6, name.left + name.stamp.width - 6, name.top + name.stamp.height - 8)
            assert sum(overlap(inner, box) for box in boxes) < 60, name.stamp.svg[:300]


def test_the_ground_is_opaque() -> None:
    """The first thing drawn covers the whole picture, so that a dark mail shows no hole."""
    root = ET.fromstring(drawn(9, True)[2])
    first = root.find(f"{SVG}rect")
    assert first is not None
    assert (first.get("x"), first.get("y"), first.get("width")) == ("0", "0", str(WIDTH))
    assert first.get("height") == root.get("viewBox", "").split()[3]
    assert first.get("fill", "").startswith("#")
    assert "opacity" not in first.attrib


def test_a_close_up_names_what_it_shows() -> None:
    """The places nearest to what happened come first; a picture without places names none."""
    scene = turns()[5]
    assert "Annual" in places_shown(scene, action_crop(scene), "es")
    assert places_shown(scene, hex_crop(scene.map, 1, 1, 3, 3), "es") == ()
    assert len(places_shown(scene, action_crop(scene), "es", most=5)) == 5
