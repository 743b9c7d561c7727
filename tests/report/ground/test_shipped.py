"""The printed grounds that are shipped: of the maps as they are, true to them, small, and made again as they were."""

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
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
from pbem.report.svg import action_crops, board_plan, hex_crop
from pbem.report.svg.action.crop import sheet_crops
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.printed import ENDING, Print, print_of
from pbem.resources import shipped_path
from tests.report.turns import TURNS, turns

MELILLA = shipped_path("games", "legion", "maps", "melilla.json")
MAPS = sorted(shipped_path("games").glob("*/maps/*.json"))
SIZES = ("46", "24", "16", "11")
WATER = {"sea", "mar-chica", "lagoon", "lake"}


@cache
def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def ground(path: Path, size: str) -> Path:
    return path.with_suffix(f".{size}{ENDING}")


def pixels(path: Path, size: str) -> np.ndarray[Any, np.dtype[np.int16]]:
    with Image.open(ground(path, size)) as image:
        return np.asarray(image.convert("RGB")).astype(np.int16)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_map_has_the_grounds_that_its_pictures_use(path: Path) -> None:
    """Made from the map as it is: whoever changes it makes them anew with `python -m pbem.report.ground MAP`."""
    map_, scales = read(path), scales_of(read(path))
    files = [ground(path, size) for size in scales]
    assert sorted(files) == sorted(path.parent.glob(f"{path.stem}.*{ENDING}"))
    for size, scale in scales.items():
        plan = board_plan(map_, hex_crop(map_, 1, 1, int(size), 12))
        assert print_of(files, plan) == Print(ground(path, size), scale)
    for crop in sheet_crops(map_):
        found = print_of(files, board_plan(map_, crop))
        assert found is not None
        assert found.scale == board_plan(map_, crop).view.scale, "a sheet is cut, not enlarged"
    assert sum(file.stat().st_size for file in files) < 2_500_000


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_ground_is_made_again_as_it_was(path: Path, size: str) -> None:
    """Within what other versions of the libraries may round: one pixel in fifty, and hardly any by much."""
    again = make_ground(read(path), scales_of(read(path))[size]).convert("RGB")
    off = np.abs(np.asarray(again).astype(np.int16) - pixels(path, size)).max(axis=-1)
    assert (off > 12).mean() < 0.02
    assert (off > 60).mean() < 0.005


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_ground_is_true_to_its_map(path: Path, size: str) -> None:
    """Where the drawn coast has water it is blue, where a hex is a mountain brown, where it is clear pale."""
    map_, image = read(path), pixels(path, size)
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
            wrong += [space] if blue > 0.1 or dark > 196 else []
        elif "clear" in terrain and all("clear" in other for other in around):
            counted["low"] += 1
            wrong += [space] if blue > 0.4 or dark < 180 else []
    assert wrong == []
    assert min(counted.values()) > 20


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
