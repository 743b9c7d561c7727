"""The printed grounds that are shipped: of the maps as they are, true to them, small, and made again as they were."""

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pbem.gamedata.signs import signs
from pbem.report.ground.__main__ import scales_of
from pbem.report.ground.make import make_ground
from pbem.report.grounds import Grounds
from pbem.report.picture import draw_picture
from pbem.report.svg import MapError, action_crops, board_plan, hex_crop
from pbem.report.svg.action.sheets import sheet_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.printed import ENDING, Print, print_of
from pbem.report.svg.pieces.signs import own_signs
from pbem.resources import shipped_path
from tests.report.turns import TURNS, turns

MELILLA = shipped_path("games", "legion", "maps", "melilla.json")
BAILEN = shipped_path("games", "napoleonic", "maps", "bailen.json")
MAPS = sorted(shipped_path("games").glob("*/maps/*.json"))
WATER = {"sea", "mar-chica", "lagoon", "lake"}
SHORT = 20
"""Pixels below which two areas only meet at a corner."""


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


@pytest.mark.parametrize(("path", "size"), [*((path, None) for path in MAPS), (BAILEN, "11")],
                         ids=lambda each: getattr(each, "stem", each or "whole"))  # fmt: skip
def test_a_ground_is_made_again_as_it_was(path: Path, size: str | None) -> None:
    """Within what other versions of the libraries may round: one pixel in fifty, and hardly any by much."""
    scales = scales_of(read(path))
    size = size or min(scales, key=scales.__getitem__)
    again = make_ground(read(path), scales[size]).convert("RGB")
    off = np.abs(np.asarray(again).astype(np.int16) - pixels(path, size)).max(axis=-1)
    assert (off > 12).mean() < 0.02
    assert (off > 60).mean() < 0.005


HEXES = [(path, size) for path in MAPS if "hexes" in read(path) for size in scales_of(read(path))]
AREAS = [path for path in MAPS if "areas" in read(path)]


def untrue_hexes(map_: dict[str, Any], image: Pixels, scale: float) -> tuple[list[str], dict[str, int]]:
    """Where the picture is not as the data say, and how many hexes of each kind were looked at.

    Where sea lies all around it is blue, in the midst of mountains dark, in open country pale, in woods green.
    """
    plan = HexPlan(map_)
    room, wrong, counted = plan.radius / plan.view.scale * scale, [], {"wet": 0, "high": 0, "low": 0, "wood": 0}
    for space in plan.hexes:
        x, y = (place * scale for place in plan.spot(space))
        reach = 0.5 * room
        part = image[int(y - reach) : int(y + reach), int(x - reach) : int(x + reach)].reshape(-1, 3)
        blue, dark = (part[:, 2] > part[:, 0]).mean(), part.mean()
        green = (part[:, 1] > part[:, 0]).mean()
        around = [plan.terrain(other) for other in plan.neighbours(space)]
        terrain = plan.terrain(space)
        heights = {plan.level(other) for other in (space, *plan.neighbours(space))}
        if terrain & WATER and all(other & WATER for other in around):
            counted["wet"] += 1
            wrong += [space] if blue < 0.95 else []
        elif "mountain" in terrain and all("mountain" in other for other in around):
            counted["high"] += 1
            wrong += [space] if blue > 0.2 or dark > 206 else []
        elif "light-wood" in terrain and all("light-wood" in other for other in around):
            counted["wood"] += 1
            wrong += [space] if green < 0.5 else []
        elif heights == {0} and "clear" in terrain and all("clear" in other for other in around):
            counted["low"] += 1
            wrong += [space] if blue > 0.4 or dark < 180 else []
    return wrong, counted


@pytest.mark.parametrize(("path", "size"), HEXES, ids=lambda each: getattr(each, "stem", each))
def test_the_ground_of_a_hex_map_is_true_to_it(path: Path, size: str) -> None:
    wrong, counted = untrue_hexes(read(path), pixels(path, size), scales_of(read(path))[size])
    assert wrong == []
    assert counted["low"] > 20
    assert sum(counted.values()) > 80
    assert (counted["wet"] > 20) == (counted["high"] > 20) == (path.stem != "bailen")


@pytest.mark.parametrize(("path", "terrain"), [(path, word) for path, size in HEXES if size == "24"
                                               for word in ("mountain", "light-wood", "sea")],
                         ids=lambda each: getattr(each, "stem", each))  # fmt: skip
def test_a_hex_that_is_another_in_the_data_is_found(path: Path, terrain: str) -> None:
    """The measure bites: open country that the data call mountain, wood or sea, is not as they say."""
    plan = HexPlan(read(path))
    clear = [h for h in plan.hexes if all(plan.terrain(o) == {"clear"} and plan.level(o) == 0
                                          for o in (h, *plan.neighbours(h)))]  # fmt: skip
    changed = deepcopy(read(path))
    middle = clear[len(clear) // 2]
    for space in (middle, *plan.neighbours(middle)):
        changed["hexes"][space] = {**changed["hexes"].get(space, {}), "terrain": [terrain]}
    wrong, _ = untrue_hexes(changed, pixels(path, "24"), scales_of(read(path))["24"])
    assert middle in wrong


@pytest.mark.parametrize("path", [path for path in MAPS if "hexes" in read(path)], ids=lambda path: path.stem)
def test_every_road_of_a_hex_map_is_in_its_picture(path: Path) -> None:
    """Between each two hexes that a road joins there is its colour; there is none between hexes without one."""
    map_ = read(path)
    scene = replace(turns()[TURNS[0]], map=map_, counters=(), arrows=(), battles=(), shots=(), ghosts=(), controls=())
    own = own_signs({}, {}, {}, [ground(path, size) for size in scales_of(map_)])
    plan = board_plan(map_, hex_crop(map_, 8, 5, 23, 16))
    png = draw_picture(scene, "es", Grounds(), crop=plan.crop, signs=own)
    image = np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(np.int16)
    assert image.shape[1] == 1280
    joined = {frozenset(pair) for road in map_["roads"] for pair in pairwise(road["hexes"])}
    steps = sorted(tuple(sorted(pair)) for pair in joined if all(plan.shows(space) for space in pair))
    reach = round(plan.radius * 0.5)
    found = [closest(image, *plan.crossing(a, b), (palette.ROAD,), reach) < 12 for a, b in steps]
    assert len(found) > 10
    assert [step for step, seen in zip(steps, found, strict=True) if not seen] == []
    free = [(a, b) for a in plan.inner for b in plan.neighbours(a)
            if plan.shows(b) and not {a, b} & {space for pair in joined for space in pair}]  # fmt: skip
    assert sum(closest(image, *plan.crossing(a, b), (palette.ROAD,), 2) < 12 for a, b in free) < 0.05 * len(free)


def touching(plan: AreaPlan) -> dict[frozenset[str], list[tuple[float, float]]]:
    """The areas that touch in a picture, and where: each is painted in a number of its own, and they are looked at.

    Nothing is asked of what the map says of neighbours, nor of corners that areas share.
    """
    wide, high = (round(edge) + 1 for edge in plan.box[2:])
    painted, areas = Image.new("I", (wide, high), -1), sorted(plan.shapes)
    for number, id_ in enumerate(areas):
        ImageDraw.Draw(painted).polygon(plan.outline(id_), fill=number)
    numbers, found = np.asarray(painted), dict[frozenset[str], list[tuple[float, float]]]()
    for one, other, right, down in ((numbers[:, :-1], numbers[:, 1:], 0.5, 0.0), (numbers[:-1], numbers[1:], 0.0, 0.5)):
        for y, x in np.argwhere((one != other) & (one >= 0) & (other >= 0)):
            pair = frozenset((areas[one[y, x]], areas[other[y, x]]))
            found.setdefault(pair, []).append((x + right, y + down))
    return found


def untrue_areas(map_: dict[str, Any], image: Pixels, scale: float) -> list[str]:
    """What is not in a picture as the data say: neighbours, borders, roads, seas that are not blue, land that is."""
    plan = AreaPlan(map_)
    joined = {frozenset((a, b)) for a, about in map_["areas"].items() for b in about["to"]}
    touch = {pair: at for pair, at in touching(plan).items() if len(at) > SHORT}
    wrong = [f"{' '.join(sorted(pair))} {'apart' if pair in joined else 'touch'}" for pair in joined ^ touch.keys()]
    inks = (palette.INK, palette.COAST, palette.WALL, palette.EDGE, palette.TREE, palette.HACHURE, palette.RIVER)
    for (a, b), border in sorted((tuple(sorted(pair)), at) for pair, at in touch.items()):
        if not plan.kinds(a, b) & {"water"}:
            x, y = plan.view.box[:2]
            points = [(p - x, q - y) for p, q in border[::12] if 0 < p - x < image.shape[1] - 4]
            found = [closest(image, p, q, inks) < 70 for p, q in points if 4 < q < image.shape[0] - 4]
            wrong += [f"{a} {b}"] if found and sum(found) < 0.6 * len(found) else []
    for i, road in enumerate(map_["drawing"]["roads"]):
        course = [(x * scale, y * scale) for x, y in road["line"] if 9 < x < 1190 and 9 < y < 790]
        on_road = [closest(image, x, y, (palette.ROAD,)) < 40 for x, y in course]
        wrong += [f"road {i}"] if sum(on_road) <= 0.9 * len(on_road) else []
    for id_, shape in plan.shapes.items():
        x, y = (int(place * scale) for place in shape.centre)
        part = image[y - 6 : y + 7, x - 6 : x + 7].reshape(-1, 3)
        if plan.terrain(id_)[0] in ("sea", "mountain", "hill", "clear"):
            blue = (part[:, 2] > part[:, 0]).mean() > 0.5
            wrong += [id_] if blue != (plan.terrain(id_)[0] == "sea") else []
    return wrong


@pytest.mark.parametrize("path", AREAS, ids=lambda path: path.stem)
def test_the_picture_of_an_area_map_is_true_to_it(path: Path) -> None:
    """Areas that touch in it are neighbours in the data and the other way round, with a border that is drawn.

    Every road is on it, seas are blue and nothing else is.
    """
    found = touching(AreaPlan(read(path)))
    assert len(found) > 80
    assert min(map(len, found.values())) > SHORT, "each is long enough to be seen, or there is none"
    assert untrue_areas(read(path), pixels(path, "whole"), scales_of(read(path))["whole"]) == []


@pytest.mark.parametrize("what", ["terrain", "road", "border", "joined", "parted"])
@pytest.mark.parametrize("path", AREAS, ids=lambda path: path.stem)
def test_an_area_that_is_another_in_the_data_is_found(path: Path, what: str) -> None:
    """The measure bites: dry land that is called sea, a road or the corners of areas elsewhere, other neighbours."""
    map_ = deepcopy(read(path))
    joined = {frozenset((a, b)) for a, about in map_["areas"].items() for b in about["to"]}
    if what == "terrain":
        dry = next(id_ for id_, area in map_["areas"].items() if area["terrain"][0] in ("clear", "hill"))
        map_["areas"][dry]["terrain"] = ["sea"]
        told = dry
    elif what == "road":
        road = map_["drawing"]["roads"][0]
        road["line"] = [[x, y - 45] for x, y in road["line"]]
        told = "road 0"
    elif what == "border":
        for area in map_["areas"].values():
            area["polygon"] = [[x + 22 * (200 < x < 1000), y + 22 * (150 < y < 600)] for x, y in area["polygon"]]
        told = ""
    else:
        pairs = combinations(sorted(map_["areas"]), 2)
        a, b = next(pair for pair in pairs if (frozenset(pair) in joined) == (what == "parted"))
        for one, other in ((a, b), (b, a)):
            if what == "joined":
                map_["areas"][one]["to"][other] = "open"
            else:
                del map_["areas"][one]["to"][other]
        told = f"{a} {b} {'apart' if what == 'joined' else 'touch'}"
    wrong = untrue_areas(map_, pixels(path, "whole"), scales_of(read(path))["whole"])
    assert told in wrong if told else wrong


@pytest.mark.parametrize("path", AREAS, ids=lambda path: path.stem)
def test_a_border_that_a_picture_does_not_show_is_found(path: Path) -> None:
    """Of two neighbours between which nothing is drawn, with the same tint on both sides."""
    map_ = read(path)
    plan = AreaPlan(map_)
    plain = (p for p in combinations(sorted(plan.shapes), 2) if plan.kinds(*p) == {"open"} and plan.border(*p))
    a, b = next((a, b) for a, b in plain if plan.terrain(a) == plan.terrain(b))
    image, border = pixels(path, "whole").copy(), touching(plan)[frozenset((a, b))]
    for x, y in ((x - plan.view.box[0], y - plan.view.box[1]) for x, y in border):
        image[max(0, int(y) - 6) : int(y) + 7, max(0, int(x) - 6) : int(x) + 7] = (240, 229, 190)
    assert f"{a} {b}" in untrue_areas(map_, image, scales_of(map_)["whole"])


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
