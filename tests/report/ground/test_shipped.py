"""The printed grounds that are shipped: of the maps as they are, true to them, small, and made again as they were."""

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pbem.gamedata.signs import signs
from pbem.report.ground.__main__ import scales_of
from pbem.report.ground.make import make_ground
from pbem.report.grounds import Grounds
from pbem.report.picture import draw_picture
from pbem.report.svg import MapError, action_crops, board_plan, hex_crop
from pbem.report.svg.action.crop import sheet_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.printed import ENDING, Print, print_of
from pbem.report.svg.base.shapes import resample
from pbem.resources import shipped_path
from tests.report.turns import TURNS, turns

MELILLA = shipped_path("games", "legion", "maps", "melilla.json")
MAPS = sorted(shipped_path("games").glob("*/maps/*.json"))
WATER = {"sea", "mar-chica", "lagoon", "lake"}


@cache
def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def ground(path: Path, size: str) -> Path:
    return path.with_suffix(f".{size}{ENDING}")


Pixels = np.ndarray[Any, np.dtype[np.int16]]


def pixels(path: Path, size: str) -> Pixels:
    with Image.open(ground(path, size)) as image:
        return np.asarray(image.convert("RGB")).astype(np.int16)


def closest(image: Pixels, x: float, y: float, colours: Iterable[str], reach: int = 3) -> float:
    """How far the pixels around a point are from any of some colours, at best."""
    part = image[max(0, int(y) - reach) : int(y) + reach + 1, max(0, int(x) - reach) : int(x) + reach + 1]
    wanted = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours]
    return float(min(np.abs(part.reshape(-1, 3) - one).max(axis=-1).min() for one in wanted))


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_map_has_the_grounds_that_its_pictures_use(path: Path) -> None:
    """Made from the map as it is: whoever changes it makes them anew with `python -m pbem.report.ground MAP`."""
    map_, scales = read(path), scales_of(read(path))
    files = [ground(path, size) for size in scales]
    assert sorted(files) == sorted(path.parent.glob(f"{path.stem}.*{ENDING}"))
    assert print_of(files, board_plan(map_)) == Print(*min((scales[n], ground(path, n)) for n in scales)[::-1])
    assert sum(file.stat().st_size for file in files) < 4_000_000


@pytest.mark.parametrize("size", ["46", "24", "16", "11"])
def test_a_window_of_a_hex_map_is_cut_and_not_enlarged(size: str) -> None:
    map_, files = read(MELILLA), [ground(MELILLA, each) for each in scales_of(read(MELILLA))]
    plan = board_plan(map_, hex_crop(map_, 1, 1, int(size), 12))
    assert print_of(files, plan) == Print(ground(MELILLA, size), plan.view.scale)
    for crop in sheet_crops(map_):
        found = print_of(files, board_plan(map_, crop))
        assert found is not None
        assert found.scale == board_plan(map_, crop).view.scale


def test_the_ground_of_other_data_is_not_used() -> None:
    """A hex, a river or the coast that is another; a name alone changes nothing."""
    map_, files = read(MELILLA), [ground(MELILLA, "46")]
    for change in (
        lambda m: m["hexes"]["2020"].update(terrain=["mountain"]),
        lambda m: m["drawing"]["rivers"][0]["line"].pop(3),
        lambda m: m["drawing"]["coast"][0]["line"].pop(9),
    ):
        other = deepcopy(map_)
        change(other)
        assert print_of(files, board_plan(other)) is None
    renamed = deepcopy(map_)
    renamed["drawing"]["rivers"][0]["name"]["es"] = "otro"
    assert print_of(files, board_plan(renamed)) is not None


def test_a_ground_that_is_none_is_passed_over_and_one_cut_short_is_told(tmp_path: Path) -> None:
    data = ground(MELILLA, "46").read_bytes()
    (tmp_path / f"none{ENDING}").write_bytes(b"not a picture")
    (tmp_path / f"cut{ENDING}").write_bytes(data[: len(data) // 2])
    plan = board_plan(read(MELILLA))
    assert print_of([tmp_path / f"none{ENDING}"], plan) is None
    cut = print_of([tmp_path / f"cut{ENDING}"], plan)
    assert cut is not None
    with pytest.raises(MapError, match=f"cut{ENDING}"):
        cut.window(plan.view)


@pytest.mark.parametrize(("path", "size"), [*((path, None) for path in MAPS), (MELILLA, "11")],
                         ids=lambda each: getattr(each, "stem", each or "whole"))  # fmt: skip
def test_a_ground_is_made_again_as_it_was(path: Path, size: str | None) -> None:
    """Within what other versions of the libraries may round: one pixel in fifty, and hardly any by much."""
    scales = scales_of(read(path))
    size = size or min(scales, key=scales.__getitem__)
    again = make_ground(read(path), scales[size]).convert("RGB")
    off = np.abs(np.asarray(again).astype(np.int16) - pixels(path, size)).max(axis=-1)
    assert (off > 12).mean() < 0.02
    assert (off > 60).mean() < 0.005


@pytest.mark.parametrize("size", scales_of(read(MELILLA)))
def test_the_ground_of_a_hex_map_is_true_to_it(size: str) -> None:
    """Where the drawn coast has water it is blue, where a hex is a mountain brown, where it is clear pale."""
    map_, image = read(MELILLA), pixels(MELILLA, size)
    plan, scale = HexPlan(map_), scales_of(map_)[size]
    room, wrong, counted = plan.radius / plan.view.scale * scale, [], {"wet": 0, "high": 0, "low": 0}
    for space in plan.hexes:
        x, y = (place * scale for place in plan.spot(space))
        reach = 0.5 * room
        part = image[int(y - reach) : int(y + reach), int(x - reach) : int(x + reach)].reshape(-1, 3)
        blue, dark = (part[:, 2] > part[:, 0]).mean(), part.mean()
        around = [plan.terrain(other) for other in plan.neighbours(space)]
        terrain = plan.terrain(space)
        if terrain & WATER and all(other & WATER for other in around):
            counted["wet"] += 1
            wrong += [space] if blue < 0.95 else []
        elif "mountain" in terrain and all("mountain" in other for other in around):
            counted["high"] += 1
            wrong += [space] if blue > 0.2 or dark > 206 else []
        elif "clear" in terrain and all("clear" in other for other in around):
            counted["low"] += 1
            wrong += [space] if blue > 0.4 or dark < 180 else []
    assert wrong == []
    assert min(counted.values()) > 20


@pytest.mark.parametrize("path", [path for path in MAPS if "areas" in read(path)], ids=lambda path: path.stem)
def test_the_ground_of_an_area_map_is_true_to_it(path: Path) -> None:
    """Every border and road is on it, seas are blue and nothing else is."""
    map_, plan = read(path), AreaPlan(read(path))
    image, scale = pixels(path, "whole"), scales_of(map_)["whole"]
    inks = (palette.INK, palette.COAST, palette.WALL, palette.EDGE, palette.TREE, palette.HACHURE, palette.RIVER)
    lacking, drawn = [], 0
    for a, b in combinations(sorted(plan.shapes), 2):
        border = plan.border(a, b)
        if border and not plan.kinds(a, b) & {"water"}:
            x, y = plan.view.box[:2]
            points = [(p - x, q - y) for p, q in resample(border, 12) if 0 < p - x < image.shape[1] - 4]
            found = [closest(image, p, q, inks) < 70 for p, q in points if 4 < q < image.shape[0] - 4]
            drawn += 1
            lacking += [(a, b)] if found and sum(found) < 0.6 * len(found) else []
    assert lacking == []
    assert drawn > 40
    for road in map_["drawing"]["roads"]:
        course = [(x * scale, y * scale) for x, y in road["line"] if 9 < x < 1190 and 9 < y < 790]
        on_road = [closest(image, x, y, (palette.ROAD,)) < 40 for x, y in course]
        assert sum(on_road) > 0.9 * len(on_road)
    for id_, shape in plan.shapes.items():
        x, y = (int(place * scale) for place in shape.centre)
        part = image[y - 6 : y + 7, x - 6 : x + 7].reshape(-1, 3)
        if plan.terrain(id_)[0] in ("sea", "mountain", "hill", "clear"):
            assert ((part[:, 2] > part[:, 0]).mean() > 0.5) == (plan.terrain(id_)[0] == "sea"), id_


@pytest.mark.parametrize("turn", TURNS)
def test_pictures_on_a_printed_ground_are_small(turn: int) -> None:
    """Each at most 250 kB."""
    scene, own = replace(turns()[turn], map=read(MELILLA)), signs("legion")
    assert print_of(own.grounds, board_plan(scene.map)) is not None
    crops = action_crops(scene)
    drawn = [draw_picture(scene, "es", Grounds(), crop=crop, signs=own) for crop in crops]
    drawn.append(draw_picture(scene, "es", Grounds(), frames=crops, signs=own))
    assert [len(png) for png in drawn if len(png) > 250_000] == []
    assert all(Image.open(BytesIO(png)).format == "PNG" for png in drawn)
