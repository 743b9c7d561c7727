"""Counters on the grounds that are shipped: they stand out for every reader at any size, and no name lies on them."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import prod
from types import SimpleNamespace
from typing import Any, cast
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from pbem.core.scene import Arrow, Battle, Ghost, Scene
from pbem.game.game import Game
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.referee.letters.newcomer.proposed import position_as_proposed
from pbem.report.grounds import Grounds
from pbem.report.picture import draw_picture, draw_plain, draw_sheets
from pbem.report.story import map_images
from pbem.report.svg import Crop, Naming, action_crops, board_plan, draw_map
from pbem.report.svg.action.crop import action_crop
from pbem.report.svg.action.sheets import setup_crops, sheet_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box, Label, Placer, overlap, text_box
from pbem.report.svg.base.plan import WIDTH, Plan
from pbem.report.svg.ground.places import leaders, town_labels
from pbem.report.svg.map import letters, overlay
from pbem.report.svg.pieces.piles import Pile, piles
from pbem.report.svg.sheet.frame import inset
from tests.report.armies import GAMES, army, fought, printed, shipped
from tests.report.making import crowded, piece, voice
from tests.report.svg.test_areas import AREAS
from tests.report.svg.test_look import BLIND

LISTED = ("bailen", "castillejos", "tetuan", "wad-ras")
Pixels = np.ndarray[Any, np.dtype[np.float64]]


@cache
def full(name: str) -> Scene:
    """A map with counters everywhere: its own army, or one of either side in every fourth space."""
    if name in LISTED:
        return army(name)
    if name == "melilla":
        return replace(crowded(), map=shipped(name))
    spaces = sorted(shipped(name)["hexes"])[::4]
    counters = tuple(piece(f"u{i:03d}", ("rif", "allied")[i % 2], space) for i, space in enumerate(spaces))
    return replace(crowded(), map=shipped(name), sides=("allied", "rif"), counters=counters, arrows=(), battles=(),
                   ghosts=(), controls=())  # fmt: skip


def windows(name: str) -> dict[str, Crop | None]:
    """The whole map and two close-ups of it."""
    crops = board_plan(shipped(name)).windows or (action_crop(full(name)), sheet_crops(shipped(name))[0])
    return {"whole": None, "first": crops[0], "last": crops[-1]}


def pixels(scene: Scene, name: str, crop: Crop | None, width: int, *, plain: bool = False) -> Pixels:
    """A picture so many pixels wide, in linear red, green and blue; on `plain` ground as first mails have it."""
    draw = draw_plain if plain else draw_picture
    png = draw(scene, "es", GROUNDS, crop=crop, signs=printed(name))
    image = Image.open(BytesIO(png)).convert("RGB")
    image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    part = np.asarray(image).astype(np.float64) / 255
    return np.asarray(np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4))


GROUNDS = Grounds()


def lab(linear: Pixels) -> Pixels:
    """CIE L*a*b* (D65) of linear colours; what lies outside of the screen's colours is clipped."""
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    xyz = np.clip(linear, 0, 1) @ to_xyz.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def standing(name: str, crop: Crop | None) -> tuple[Plan, list[Pile]]:
    plan = board_plan(shipped(name), crop)
    return plan, piles(plan, full(name), letters(plan, "es", Naming()).taken)


@pytest.mark.parametrize(("width", "plain"), [(1200, False), (400, False), (400, True)])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_counters_stand_out_from_the_ground_for_every_reader(name: str, width: int, plain: bool) -> None:
    """More than half of what a pile covers is far from what the empty map shows there, by 20 of the 100 between black
    and white: to readers who lack red, green or blue, and in full colour. (Paper and symbols are pale, as land is.)
    """
    for crop in windows(name).values():
        found = standing(name, crop)[1]
        bare = replace(full(name), counters=(), arrows=(), battles=(), ghosts=(), controls=())
        with_them, without = (pixels(each, name, crop, width, plain=plain) for each in (full(name), bare))
        for pile in found:
            left, top, right, bottom = (round(edge * width / 1280) for edge in pile.box)
            under = [each[top:bottom, left:right] for each in (with_them, without)]
            for matrix in BLIND.values():
                seen, ground = (lab(each @ np.array(matrix).T) for each in under)
                apart = np.sqrt(((seen - ground) ** 2).sum(axis=-1))
                assert (apart >= 20).mean() > 0.5, (name, pile.space)


def test_a_counter_of_the_ground_s_colour_would_not_stand_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure bites: with sides in the colours of the land it fails."""
    pale = tuple(palette.Side(palette.LAND, "#e0d8c0", side.shape, palette.LAND) for side in palette.SIDES)
    monkeypatch.setattr(palette, "SIDES", pale)
    monkeypatch.setattr(palette, "INK", palette.LAND)
    with pytest.raises(AssertionError):
        test_counters_stand_out_from_the_ground_for_every_reader("bailen", 1200, plain=False)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("window", ["whole", "first", "last"])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_name_lies_on_figures_or_is_cut(name: str, window: str, lang: str) -> None:
    """Names of areas and places off the figures of all counters, and whole within the map window."""
    scene, crop = full(name), windows(name)[window]
    plan = board_plan(scene.map, crop)
    written = letters(plan, lang, Naming())
    over = overlay(plan, scene, lang, Naming(), written.taken, (), printed(name))
    names: list[Box] = [text_box(each.words, each.left, each.baseline, each.style) for each in over.names]
    assert names
    figures = [pile.figures(plan.detailed) for pile in piles(plan, scene, written.taken)]
    for box in names:
        assert [one for one in figures if overlap(one, box) > 0] == []
    left, top, right, bottom = plan.box
    for box in (*names, *(written.taken if plan.kind == "areas" else ())):
        assert left <= box[0] < box[2] <= right
        assert top <= box[1] < box[3] <= bottom


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("window", ["whole", "first", "last"])
@pytest.mark.parametrize("name", AREAS)
def test_names_of_areas_are_never_cut(name: str, window: str, lang: str) -> None:
    """All but of areas whose counters stand beside the window, above all else, off counters, losses and shots; and
    where nothing stands each is in its place.
    """
    crop = windows(name)[window]
    for scene in (full(name), fought(name), beginning(name)):
        plan = board_plan(scene.map, crop)
        written = letters(plan, lang, Naming())
        over = overlay(plan, scene, lang, Naming(), written.taken, (), printed(name))
        beside = {counter.space for counter in scene.counters if not plan.shows(counter.space)}
        named = [row for name in written.names if name.space not in beside for row in name.rows]
        assert sorted(each.words for each in over.names) == sorted(row.words for row in named)
        boxes = [text_box(each.words, each.left, each.baseline, each.style) for each in over.names]
        found = piles(plan, scene, written.taken)
        hidden = [box for box in boxes if any(overlap(box, pile.box) > 0.1 * area(box) for pile in found)]
        assert hidden == []
    bare = replace(full(name), counters=())
    over = overlay(plan, bare, lang, Naming(), written.taken, (), printed(name))
    assert {(e.words, e.left) for e in over.names} == {(r.words, r.left) for n in written.names for r in n.rows}


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


@pytest.mark.parametrize("name", ["alhucemas", "bailen", "melilla"])
def test_a_line_leads_to_the_hex_of_a_name_that_stands_astray(name: str) -> None:
    """In the close-ups of a beginning each name is beside its hex, or a line leads there, below the counters."""
    scene, lines = beginning(name), 0
    for crop in setup_crops(scene):
        plan = cast(HexPlan, board_plan(scene.map, crop))
        named = town_labels(plan, "es", Placer(plan.box))
        far = Label("x", *plan.centre(plan.inner[0]), next(iter(named.values())).style)
        assert leaders(plan, named) == []  # where nothing is in the way
        over = overlay(plan, scene, "es", Naming(), letters(plan, "es", Naming()).taken, (), printed(name))
        lines += sum("<path" in each.svg and "<text" not in each.svg for each in over.land)
        moved = {plan.inner[0]: replace(far, left=far.left + 1.5 * plan.radius)}
        (line,) = leaders(plan, moved)
        x, y = plan.centre(plan.inner[0])
        assert line.left - 8 <= x + 0.5 * plan.radius <= line.left + line.stamp.width
        assert line.top - 8 <= y <= line.top + line.stamp.height + 8
    assert lines >= (name == "melilla")  # that to Annual


def test_frames_of_close_ups_lie_below_counters_and_names() -> None:
    """They hide no figure and cut no name."""
    scene = beginning("castillejos")
    svg = draw_map(scene, "es", frames=setup_crops(scene))
    assert 0 < svg.index('stroke-dasharray="14 7"') < svg.index('id="side0"')
    assert svg.rindex('stroke-dasharray="14 7"') < svg.index(">Ar Rahim<")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_pictures_full_of_counters_are_small(name: str) -> None:
    """Those of a report and the sheets of a first mail: each at most 250 kB, all of a mail at most 600 kB.

    Those of a report, all but one close-up, are as wide as any picture; so are the sheets of Africa and Bailén.
    """
    told = replace(voice("es"), signs=printed(name))
    report = [image.png for image in map_images(busy(name), told, "5.spanish@melilla", GROUNDS)]
    sheets = draw_sheets(full(name), "es", GROUNDS, signs=printed(name))
    for pictures in (report, sheets):
        assert max(map(len, pictures)) <= 250_000
        assert sum(map(len, pictures)) <= 600_000
    assert {Image.open(BytesIO(png)).width for png in report} == {1280}
    assert min(Image.open(BytesIO(png)).width for png in sheets) >= 640  # where seven windows hold counters


@cache
def beginning(name: str) -> Scene:
    """The position in which a game begins if all play the set-up that is proposed."""
    scenario = {"melilla": "melilla-1921", "alhucemas": "alhucemas-1926", "bailen": "bailen-1808"}.get(name, name)
    rules = ruleset(GAMES[name])
    state = rules.initial(rules.read_scenario(compose(GAMES[name], scenario)))
    begun = position_as_proposed(cast(Game, SimpleNamespace(rules=rules, state=state)))
    return replace(rules.scene(rules.view(begun, None), (), None), map=shipped(name))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_figures_and_numbers_of_a_first_mail_can_be_read(name: str) -> None:
    """All that stand are in a close-up; as wide as a mail shows them (800 pixels) the figures of lone counters are 9
    high, those of piles 7, and the numbers of hexes 7.
    """
    scene = beginning(name)
    whole, *sheets = draw_sheets(scene, "es", GROUNDS, signs=printed(name))
    crops = setup_crops(scene)
    assert len(sheets) == len(crops) <= 4
    assert sum(map(len, (whole, *sheets))) <= 600_000
    plans = [board_plan(scene.map, crop) for crop in crops]
    told = {space for plan in plans for space in plan.inner}
    assert {counter.space for counter in scene.counters} <= told or plans[0].kind == "areas"
    for plan, png in zip(plans, sheets, strict=True):
        shown = min(800, Image.open(BytesIO(png)).width) / WIDTH
        standing = piles(plan, scene, letters(plan, "es", Naming()).taken)
        assert min(0.37 * pile.size * shown for pile in standing) >= 7
        assert min((0.37 * pile.size * shown for pile in standing if len(pile.counters) == 1), default=9) >= 9
        assert plan.kind == "areas" or 0.265 * plan.radius * shown >= 7


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", ["alhucemas", "bailen", "melilla"])
def test_no_name_lies_on_figures_as_a_game_begins(name: str, lang: str) -> None:
    """On the whole map and in all close-ups: names of towns are smaller, or elsewhere, where units stand close."""
    scene = beginning(name)
    for crop in (None, *setup_crops(scene)):
        plan = board_plan(scene.map, crop)
        over = overlay(plan, scene, lang, Naming(), letters(plan, lang, Naming()).taken, (), printed(name))
        names = [text_box(each.words, each.left, each.baseline, each.style) for each in over.names]
        figures = [pile.figures(plan.detailed) for pile in piles(plan, scene)]
        assert names
        assert [(box, one) for box in names for one in figures if overlap(box, one) > 0] == []


def busy(name: str) -> Scene:
    """The same counters with much that happens: two dozen fights, moves and losses."""
    scene, plan = full(name), board_plan(shipped(name))
    fights, moves, lost = list[Battle](), list[Arrow](), list[Ghost]()
    for n, counter in enumerate(scene.counters[:72]):
        beside = plan.neighbours(counter.space)[0]
        if n % 3 == 0:
            fights.append(Battle(n // 3 + 1, counter.side, (beside,), (counter.space,), 12, 9, "attacker"))
        elif n % 3 == 1:
            moves.append(Arrow(counter.unit, counter.side, (beside, counter.space), "move"))
        else:
            lost.append(Ghost(f"lost-{n}", counter.side, beside, counter.symbol, lost=True))
    return replace(scene, battles=tuple(fights), arrows=tuple(moves), ghosts=tuple(lost))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_figures_of_close_ups_can_be_read_on_a_phone(name: str) -> None:
    """The factors of each topmost counter, as the SVG has them: 9 pixels and more where it is shown 400 wide."""
    scene = busy(name)
    for crop in action_crops(scene):
        sizes = list(figure_sizes(ET.fromstring(draw_map(scene, "es", crop=crop)), {c.factors for c in scene.counters}))
        assert len(sizes) > (3 if name not in AREAS else 0)
        assert min(sizes) * 400 / WIDTH >= 9


def figure_sizes(drawn: ET.Element, words: Collection[str], scale: float = 1.0, size: float = 0.0) -> Iterator[float]:
    """How large the texts along the foot of counters are in a picture, in its pixels."""
    scale *= prod(map(float, re.findall(r"scale\(([\d.]+)\)", drawn.get("transform", ""))))
    size = float(drawn.get("font-size", size))
    if drawn.text in words and drawn.get("y") == "45":
        yield scale * size
    for part in drawn:
        yield from figure_sizes(part, words, scale, size)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_map_says_where_it_comes_from_and_under_which_licence(name: str) -> None:
    """What was authored, and whose positions of places it uses; nothing of a height grid under the GPL went in."""
    map_, told = shipped(name), json.dumps(shipped(name))
    assert map_["source"].startswith("authored: ")
    assert map_["licence"].startswith("MIT, ")
    uses = '"source": "geonames"' in told
    assert uses == ("GeoNames, CC BY 4.0" in map_["licence"]) == ("GeoNames (CC BY 4.0)" in map_.get("credits", ""))
    assert "GPL" not in told


def test_frames_of_close_ups_leave_the_title_of_the_map_alone() -> None:
    """A frame that would cross a card is broken there, one beside it is whole."""
    card = (100.0, 100.0, 200.0, 150.0)
    assert "M50.0 120.0H100.0M200.0 120.0H400.0" in inset((50.0, 120.0, 400.0, 300.0), (card,))
    assert "M150.0 150.0V300.0" in inset((150.0, 120.0, 400.0, 300.0), (card,))
    assert inset((300.0, 200.0, 400.0, 300.0), (card,)) == inset((300.0, 200.0, 400.0, 300.0))
