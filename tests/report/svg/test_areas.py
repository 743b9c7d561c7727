"""Counters in areas: lists that read from top to bottom, off each other and off the names of the land."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

from pbem.core.scene import Arrow, Counter, Ghost, Scene, Shot
from pbem.game.codec import read_event
from pbem.gamedata.games import game_tables
from pbem.gamedata.rulesets import ruleset
from pbem.report.svg import Crop, Naming, action_crops, board_plan, draw_map
from pbem.report.svg.action.arrows import meeting
from pbem.report.svg.action.crop import around_crop, window
from pbem.report.svg.action.fights import drawn_shots, end_boxes, shots
from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.labels import Placer, overlap
from pbem.report.svg.base.shapes import inside
from pbem.report.svg.map import letters
from pbem.report.svg.pieces.flags import flags
from pbem.report.svg.pieces.ghosts import losses_of
from pbem.report.svg.pieces.lists import line_spots
from pbem.report.svg.pieces.piles import LISTED, Pile, counter_size, piles
from pbem.resources import shipped_path
from tests.report.armies import army, fought, shipped
from tests.report.making import piece

AREAS = ("castillejos", "tetuan", "wad-ras")
WINDOWS: list[tuple[str, int | None]] = [(name, n) for name in AREAS for n in (None, 0, 1, 2, 3)]


def crop_of(name: str, window: int | None) -> Crop | None:
    return None if window is None else board_plan(shipped(name)).windows[window]


def standing(name: str, window: int | None, lang: str) -> tuple[AreaPlan, list[Pile]]:
    """The plan of a window of a map and the piles in it, off what is written there."""
    plan = AreaPlan(shipped(name), crop_of(name, window))
    return plan, piles(plan, army(name), letters(plan, lang, Naming()).taken)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("name", "window"), WINDOWS)
def test_piles_cover_neither_names_nor_each_other(name: str, window: int | None, lang: str) -> None:
    """On the whole map and in each of its close-ups; both sides of an area stand apart."""
    plan, found = standing(name, window, lang)
    assert found or window is not None
    for one, other in combinations(found, 2):
        assert overlap(one.ground, other.ground) == 0, (one.space, other.space)
    for pile in found:
        assert [box for box in letters(plan, lang, Naming()).taken if overlap(box, pile.box) > 0] == [], pile.space
        left, top, right, bottom = pile.box
        assert plan.box[0] <= left < right <= plan.box[2]
        assert plan.box[1] <= top < bottom <= plan.box[3]


@pytest.mark.parametrize(("name", "window"), WINDOWS)
def test_a_pile_stands_in_its_area(name: str, window: int | None) -> None:
    """Its middle, and seven tenths of it: where many stand in little room some may reach over the border."""
    plan, found = standing(name, window, "es")
    for pile in found:
        left, top, right, bottom = pile.box
        outline = plan.outline(pile.space)
        assert inside(((left + right) / 2, (top + bottom) / 2), outline), pile.space
        spots = [(left + (right - left) * i / 6, top + (bottom - top) * j / 6) for i in range(7) for j in range(7)]
        assert sum(inside(spot, outline) for spot in spots) >= 0.7 * len(spots), pile.space


@pytest.mark.parametrize("name", AREAS)
def test_a_list_reads_from_the_topmost_down(name: str) -> None:
    """Every counter is named; each line stands below the one before it, or begins the next column."""
    drawn = [e.text for e in ET.fromstring(draw_map(army(name), "es")).iter("{http://www.w3.org/2000/svg}text")]
    for pile in standing(name, None, "es")[1]:
        labels = [counter.short for counter in reversed(pile.counters)]
        begin = drawn.index(labels[0])
        assert [word for word in drawn[begin : begin + 2 * len(labels)] if word in labels] == labels
        spots = list(line_spots(pile)) if pile.columns else []
        assert len(spots) == len(labels) - 1
        assert all(b[1] > a[1] or b[0] > a[0] for a, b in pairwise(spots))


@pytest.mark.parametrize("name", AREAS)
def test_counters_in_close_ups_are_as_large_as_a_phone_needs(name: str) -> None:
    """Figures 37 of a counter's 100 high: 9 pixels and more at 400 px for nine piles of ten of those in a close-up."""
    sizes = [pile.size * 0.37 * 400 / 1280 for n in range(4) for pile in standing(name, n, "es")[1]]
    assert sum(size >= 9 for size in sizes) >= 0.75 * len(sizes)


def test_nobody_is_left_untold_where_many_stand() -> None:
    """Twelve of a side are listed; of more the number tells."""
    many = tuple(piece(f"u{i:02d}", "spanish", "area-a") for i in range(LISTED + 3))
    svg = draw_map(replace(army("castillejos"), counters=many), "en")
    shown = [e.text for e in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert f"×{LISTED + 3}" in shown
    assert sum(str(word).startswith("U") and len(str(word)) == 3 for word in shown) == LISTED


def test_an_area_whose_counters_stand_beside_the_window_has_no_name_there() -> None:
    """It would look empty."""
    scene = replace(army("tetuan"), counters=(piece("uno", "spanish", "area-1"),))
    plan = AreaPlan(shipped("tetuan"))
    west = window(plan, [plan.spot("left-trench")])
    assert ">Area 1<" in draw_map(replace(scene, counters=()), "en", crop=west)
    assert ">Area 1<" not in draw_map(scene, "en", crop=west)


def test_a_lone_counter_is_as_large_as_may_be() -> None:
    one: tuple[Counter, ...] = (piece("uno", "spanish", "area-a"),)
    plan = AreaPlan(shipped("castillejos"))
    (pile,) = piles(plan, replace(army("castillejos"), counters=one))
    assert pile.columns == 0
    assert pile.size == pytest.approx(counter_size(plan))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_crowded_neighbours_keep_off_each_other(lang: str) -> None:
    """As in the archived game: who finds room within his area has it, who must reach over a border does not take it."""
    here = {"casa-de-la-condesa": 7, "casa-del-morabito": 4}
    crowd = tuple(piece(f"{area}-{i}", "moroccan", area) for area, count in here.items() for i in range(count))
    plan = AreaPlan(shipped("castillejos"))
    taken = letters(plan, lang, Naming()).taken
    one, other = piles(plan, replace(army("castillejos"), counters=crowd), taken)
    assert overlap(one.ground, other.ground) == 0
    assert [box for pile in (one, other) for box in taken if overlap(box, pile.box) > 0] == []


@pytest.mark.parametrize("name", AREAS)
def test_a_close_up_has_whole_piles_and_all_names(name: str) -> None:
    """Around each area, with a crowd in each that it shows: nothing is cut, and no ground goes without its name."""
    map_ = shipped(name)
    for around in AreaPlan(map_).areas:
        plan = AreaPlan(map_, around_crop(map_, around))
        written = letters(plan, "es", Naming())
        shown = [space for space in plan.shown if plan.shows(space)]
        land = {space for space in shown if plan.place(space) and "sea" not in plan.terrain(space)}
        assert land <= {each.space for each in written.names}, around
        for space in shown:
            crowd = tuple(piece(f"u{i}", "moroccan", space) for i in range(6))
            for pile in piles(plan, replace(army(name), counters=crowd), written.taken):
                left, top, right, bottom = pile.box
                assert plan.box[0] <= left < right <= plan.box[2], (around, space)
                assert plan.box[1] <= top < bottom <= plan.box[3], (around, space)


@pytest.mark.parametrize("hit", [True, False, None])
def test_the_end_of_a_shot_lies_on_no_name(hit: bool | None) -> None:
    """It stands on the pile, or on what was lost where no one stands any more."""
    lost = Ghost("uno", "moroccan", "arenal", "cavalry", lost=True, short="UNO")
    shot = Shot("spanish", "area-a", "arenal", hit, "support")
    scene = replace(army("castillejos"), counters=(), ghosts=(lost,), shots=(shot,))
    plan = AreaPlan(shipped("castillejos"), around_crop(shipped("castillejos"), "arenal"))
    (loss,) = losses_of(plan, scene, ())
    one, other = end_boxes(plan, replace(scene, shots=(shot, shot)), {}, ())
    assert one != other, "nobody is left there"
    (end,) = end_boxes(plan, scene, {"arenal": loss.box}, ())
    assert overlap(end, loss.box) == 0
    assert overlap(end, plan.box) == pytest.approx((end[2] - end[0]) * (end[3] - end[1]))


def archived(battle: str, turn: int) -> Scene:
    """The Spanish half of a turn of an archived battle."""
    rules, folder = ruleset("africa1860"), shipped_path("games", "africa1860", "archive", battle)
    state = rules.initial(rules.read_scenario(json.loads((folder / "scenario.json").read_text("utf-8"))))
    before, told = state, list[Any]()
    for file in sorted((folder / "turns").iterdir(), key=lambda path: path.name):
        record = json.loads(file.read_text("utf-8"))
        if (record["turn"], record["phase"]) == (turn, "moroccan-fire"):
            break
        events = [read_event(rules, event) for event in record.get("events", ())]
        before = state if (record["turn"], record["phase"]) == (turn, "spanish-fire") else before
        told = (told if record["turn"] == turn else []) + events
        for event in events:
            state = rules.evolve(state, event)
    return rules.scene(before, tuple(told), None)


def test_a_flag_hides_no_end_of_a_shot() -> None:
    """They stand in a row over the pile, where a flag would have room."""
    scene = archived("wad-ras", 4)
    plan = AreaPlan(scene.map, action_crops(scene)[0])
    found = piles(plan, scene, letters(plan, "es", Naming()).taken)
    boxes = {each.ghosts[0].space: each.box for each in losses_of(plan, scene, found)}
    ends = end_boxes(plan, scene, {**boxes, **{pile.space: pile.box for pile in found}}, ())
    svg = draw_map(scene, "es", crop=plan.crop)
    hues = "|".join(palette.side_look(side).fill for side in range(2))
    cloths = re.findall(rf'd="M([\d.]+) ([\d.]+)L[^"]+Z" fill="(?:{hues})" stroke="{palette.INK}"', svg)
    flown = [(float(x), float(y)) for x, y in cloths if float(y) < plan.box[3]]
    wide, tall = 0.29 * plan.radius, 0.2 * plan.radius
    assert flown
    assert ends
    assert all(overlap(end, (x, y, x + wide, y + tall)) == 0 for end in ends for x, y in flown)


def test_a_lost_counter_lies_on_no_pile_of_another_area() -> None:
    """At the lower right of its own pile, but where another stands there."""
    scene = replace(army("castillejos"), ghosts=(Ghost("uno", "moroccan", "arenal", "cavalry", lost=True),))
    plan = AreaPlan(shipped("castillejos"))
    (x, y), size = plan.centre("arenal"), counter_size(plan)
    own = Pile("moroccan", "arenal", (piece("dos", "moroccan", "arenal"),), x, y, size)
    below = Pile("spanish", "jaral", (piece("tres", "spanish", "jaral"),), x, y + 1.1 * size, size)
    (alone,) = losses_of(plan, scene, (own,))
    assert alone.x > x
    assert alone.y > y
    (beside,) = losses_of(plan, scene, (own, below))
    assert overlap(beside.box, below.box) == 0
    assert overlap(beside.box, own.box) > 0


def test_a_shot_that_hit_is_seen_among_many_that_missed() -> None:
    """More than have room over a pile lie on each other: those that hit on top."""
    fired = tuple(Shot("spanish", "area-a", "arenal", hit, "support") for hit in (True, False, False))
    scene = replace(army("castillejos"), counters=(), shots=fired)
    _, ends = shots(AreaPlan(shipped("castillejos")), scene, {})
    assert ["<circle" in end for end in ends] == [True, True, False]


def test_the_mark_of_an_attack_stands_between_piles_that_reach_over_the_border() -> None:
    plan = AreaPlan(shipped("castillejos"))
    one, other = "casa-de-la-condesa", "casa-del-morabito"
    (x, y), (ax, ay) = plan.crossing(one, other), plan.centre(other)
    assert meeting(plan, {}, one, other) == ((x, y), plan.direction(one, other))
    over = x - 20.0, y - 20.0, x + 60.0, y + 20.0
    far = ax - 20.0, ay - 20.0, x - 60.0, ay + 20.0
    at, _ = meeting(plan, {one: over, other: far}, one, other)
    assert far[2] < at[0] < over[0], "to the west of the one, to the east of the other"


@pytest.mark.parametrize("name", AREAS)
def test_a_flag_stands_in_the_area_that_is_held(name: str) -> None:
    """Of the places that matter in the battle, all full of counters."""
    plan, found = standing(name, None, "es")
    held = [space for space in game_tables("africa1860")["scenarios"][name]["objectives"] if space in plan.shapes]
    placer = Placer(plan.box)
    placer.avoid((*(pile.box for pile in found), *letters(plan, "es", Naming()).taken), 12.0)
    drawn = [flags(plan, [(space, "#123456", False)], placer) for space in held]
    assert held
    for space, (flag,) in zip(held, drawn, strict=True):
        foot = tuple(map(float, re.findall(r"[-\d.]+", flag.rpartition(' d="')[2])[:2]))
        assert inside((foot[0], foot[1]), plan.outline(space)), space


@pytest.mark.parametrize(("name", "window"), WINDOWS)
def test_what_happens_is_drawn_with_many_counters(name: str, window: int | None) -> None:
    """Moves end at what stands in the area, wherever it found room."""
    svg = draw_map(fought(name), "es", crop=crop_of(name, window))
    assert ET.fromstring(svg) is not None
    assert svg == draw_map(fought(name), "es", crop=crop_of(name, window))


def test_where_nothing_happened_the_whole_map_is_the_only_picture() -> None:
    """It shows every symbol; as soon as a unit moves there is a close-up."""
    still = army("wad-ras")
    assert action_crops(still) == (board_plan(still.map).whole,)
    moved = replace(still, arrows=(Arrow("rey", "spanish", ("area-2", "busceja-bridge"), "move"),))
    assert action_crops(moved)[0] != board_plan(still.map).whole


def test_fire_at_who_came_in_is_not_marked_on_those_who_fired() -> None:
    """It would lie on their counters; fire from another area is marked on its target."""
    scene = army("wad-ras")
    within = Shot("moroccan", "aduar-am-sal", "aduar-am-sal", True, "support")
    plan = board_plan(scene.map)
    told = replace(scene, shots=(within, replace(within, origin="busceja-bridge", side="spanish")))
    assert drawn_shots(plan, told) == told.shots[1:]
    assert draw_map(replace(scene, shots=(within,)), "en") == draw_map(scene, "en")
