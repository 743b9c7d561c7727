"""Combats, shots and losses on the map: what is told of each, in whose colour, and what it must not hide."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from pbem.core.scene import Battle, Control, Ghost, Scene, Shade, Shot
from pbem.report.svg import draw_map
from pbem.report.svg.action.fights import format_totals, line_boxes
from pbem.report.svg.base import palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import overlap
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.pieces.counters import sign_boxes
from pbem.report.svg.pieces.ghosts import losses_of
from pbem.report.svg.pieces.piles import counter_size, piles
from pbem.report.svg.pieces.signs import Signs
from tests.report.making import piece
from tests.report.svg.golden_scenes import tiny, tiny_map

SVG = "{http://www.w3.org/2000/svg}"
BOTH = (piece("a", "moroccan", "0202"), piece("b", "spanish", "0203"))
FIGHT = Battle(1, "moroccan", ("0202",), ("0203",), 30, 12, "attacker")


def fought(**more: object) -> Scene:
    """One combat with both sides standing."""
    return tiny("S", counters=BOTH, battles=(replace(FIGHT, **more),))  # type: ignore[arg-type]


def plate_of(svg: str, words: str) -> ET.Element:
    """The plate below a text."""
    items = list(ET.fromstring(svg).iter())
    at = next(i for i, e in enumerate(items) if e.text == words)
    return next(e for e in reversed(items[:at]) if e.tag == f"{SVG}rect")


def test_the_balance_is_both_totals_or_the_odds_as_the_rules_tell_them() -> None:
    """The attacker's total first; letters that the fonts lack are replaced."""
    assert format_totals(FIGHT) == "30:12"
    assert format_totals(replace(FIGHT, told="3:1 DR")) == "3:1 DR"
    assert format_totals(replace(FIGHT, told="½→1")) == "½?1"


@pytest.mark.parametrize(
    ("side", "outcome", "winner"),
    [("moroccan", "attacker", 0), ("moroccan", "defender", 1), ("spanish", "attacker", 1), ("spanish", "defender", 0)],
)
def test_its_plate_has_the_colour_and_shape_of_the_winner(side: str, outcome: str, winner: int) -> None:
    """Round corners for the round side, square ones for the square one."""
    scene = fought(side=side, outcome=outcome)
    plate = plate_of(draw_map(scene, "es"), "30:12")
    assert plate.get("fill") == palette.SIDES[winner].fill
    assert (float(plate.get("rx", "0")) > HexPlan(scene.map).radius * 0.1) == (winner == 0)


def test_a_tie_is_pale() -> None:
    """Nobody's colour."""
    assert plate_of(draw_map(fought(outcome="tie"), "es"), "30:12").get("fill") == palette.PAPER


def test_the_loser_can_be_read_too() -> None:
    """Nothing is struck through: both totals are one text in full contrast."""
    svg = draw_map(fought(), "es")
    after = svg[svg.index("30:12</text>") :]
    assert f'stroke="{palette.SIDES[1].fill}"' not in after[:400]


def test_a_wedge_points_from_each_attacker_to_what_it_attacks() -> None:
    """One for each pair of neighbours; far attackers point at all."""
    wedge = rf'<path d="M[^"]+Z" fill="{palette.SIDES[0].fill}"/>'

    def wedges(*attackers: str) -> int:
        scene = tiny("S", battles=(replace(FIGHT, attackers=attackers),))
        return len(re.findall(wedge, draw_map(scene, "es")))

    none = len(re.findall(wedge, draw_map(tiny("S"), "es")))
    assert [wedges(*some) - none for some in (("0202",), ("0202", "0103"), ("0401",))] == [1, 2, 1]


@pytest.mark.parametrize("number", [1, 12, 123])
def test_a_number_fits_its_star(number: int) -> None:
    """Smaller the more figures it has."""
    svg = draw_map(fought(number=number), "es")
    (size,) = (float(e.get("font-size", "0")) for e in ET.fromstring(svg).iter(f"{SVG}text") if e.text == str(number))
    assert size * 0.5 * len(str(number)) < 2 * HexPlan(tiny("S").map).radius * 0.31


def test_the_mark_of_a_combat_keeps_off_both_counters() -> None:
    """There is room beside them."""
    scene = fought()
    plan = HexPlan(scene.map)
    plate = plate_of(draw_map(scene, "es"), "30:12")
    left, top, wide, tall = (float(plate.get(name, "0")) for name in ("x", "y", "width", "height"))
    assert all(overlap((left, top, left + wide, top + tall), pile.box) == 0 for pile in piles(plan, scene))


# Losses ----------------------------------------------------------------------------------------------------------


def test_a_loss_says_who_it_was() -> None:
    """Name and symbol in grey, a cross that hides neither."""
    svg = draw_map(tiny("S", ghosts=(Ghost("b", "spanish", "0203", "infantry", True, "CER 3"),)), "es")
    assert "CER 3" in svg
    assert f'stroke="{palette.GONE}"' in svg
    assert f'stroke="{palette.LOST}"' in svg


def test_several_losses_in_a_hex_are_counted() -> None:
    """By side: two of one, one of the other in the corner."""
    ghosts = [Ghost(f"g{i}", "spanish", "0203", "infantry", True, f"G {i}") for i in range(2)]
    scene = tiny("S", ghosts=(*ghosts, Ghost("m", "moroccan", "0203", "infantry", True)))
    assert "×2</text>" in draw_map(scene, "es")
    sizes = {loss.ghosts[0].side: loss.size for loss in losses_of(HexPlan(scene.map), scene, ())}
    assert sizes["spanish"] > sizes["moroccan"]
    more = replace(scene, ghosts=(*scene.ghosts, *(replace(g, side="moroccan") for g in ghosts)))
    svg = draw_map(more, "es")
    assert "×3</text>" in svg
    assert ">2</text>" in svg


def test_a_loss_where_somebody_stands_lies_above_in_the_corner() -> None:
    """Small, and not behind the counter."""
    scene = tiny("S", counters=(BOTH[1],), ghosts=(Ghost("a", "moroccan", "0203", "infantry", True),))
    plan = HexPlan(scene.map)
    (loss,) = losses_of(plan, scene, piles(plan, scene))
    assert loss.size < plan.radius
    svg = draw_map(scene, "es")
    assert svg.index(f'stroke="{palette.LOST}"') > svg.index('href="#side1"')


def test_a_loss_at_the_edge_of_the_picture_stays_in_it() -> None:
    """In the other corner of its hex."""
    scene = tiny(
        "S", counters=(piece("a", "spanish", "0402"),), ghosts=(Ghost("b", "moroccan", "0402", "infantry", True),)
    )
    plan = HexPlan(scene.map)
    (loss,) = losses_of(plan, scene, piles(plan, scene))
    assert loss.box[2] < plan.box[2]


# Shots -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hit", "words"), [(True, "shot that hit"), (False, "shot that missed"), (None, "planned fire")]
)
def test_a_shot_tells_its_result_or_that_there_is_none_yet(hit: bool | None, words: str) -> None:
    """Three signs, each with its words, never another's."""
    scene = tiny("S", counters=BOTH, shots=(Shot("spanish", "0203", "0202", hit, "artillery"),))
    shown = {e.text for e in ET.fromstring(draw_map(scene, "en")).iter(f"{SVG}text")}
    assert shown & {"shot that hit", "shot that missed", "planned fire"} == {words}


@pytest.mark.parametrize("facing", [None, *range(6)])
@pytest.mark.parametrize("states", [(), ("disorganised",), ("disorganised", "fired"), ("routed", "fired", "moved")])
def test_a_burst_leaves_the_signs_of_what_it_has_hit_to_be_seen(states: tuple[str, ...], facing: int | None) -> None:
    target = piece("a", "moroccan", "0202", states=states, facing=facing)
    scene = tiny("S", counters=(target, BOTH[1]), shots=(Shot("spanish", "0203", "0202", True, "artillery"),))
    plan = HexPlan(scene.map)
    signs = sign_boxes(plan, scene, piles(plan, scene), Signs())
    assert len(signs) >= len(states)
    (burst,) = (e for e in ET.fromstring(draw_map(scene, "en")).iter(f"{SVG}path") if is_burst(e))
    places = [float(number) for number in re.findall(r"-?[0-9.]+", burst.get("d", ""))]
    box = (min(places[::2]), min(places[1::2]), max(places[::2]), max(places[1::2]))
    assert [sign for sign in signs if overlap(box, sign) > 0] == []


def is_burst(element: ET.Element) -> bool:
    return element.get("fill") == palette.LOST and element.get("stroke") == palette.PAPER


def test_fire_on_the_own_hex_has_no_line() -> None:
    """An aircraft over its target."""
    here, there = (
        draw_map(tiny("S", shots=(Shot("spanish", origin, "0203", True, "air"),)), "en") for origin in ("0203", "0101")
    )
    assert len(here) < len(there)
    assert 'stroke-linecap="round"' in there


def test_the_legend_shows_a_shot_with_its_dotted_line_and_what_a_ring_round_a_flag_is() -> None:
    """No line where shots have none, no ring where no flag is new."""
    shots = (Shot("spanish", "0203", "0202", True, "artillery"), Shot("spanish", "0203", "0202", False, "artillery"))
    far = draw_map(tiny("S", counters=BOTH, shots=shots, controls=(Control("0203", "spanish", True),)), "en")
    near = (Shot("spanish", "0202", "0202", True, "artillery"),)
    close = draw_map(tiny("S", counters=BOTH, shots=near, controls=(Control("0203", "spanish"),)), "en")
    assert (far.count('stroke-dasharray="0.8 7"'), close.count('stroke-dasharray="0.8 7"')) == (2, 0)
    assert ("taken now" in far, "taken now" in close) == (True, False)


def test_the_legend_says_that_a_white_flag_is_nobodys() -> None:
    """A place that nobody holds any more was "taken now", with a flag as white as that of the side that holds one."""
    lost = draw_map(tiny("S", counters=BOTH, controls=(Control("0203", None, True), Control("0401", None))), "en")
    assert ("taken now" in lost, "held by no one" in lost, "lost now, held by no one" in lost) == (False, True, True)
    assert "flag of the side" not in lost


def test_what_is_written_on_a_space_lies_below_the_figures_of_a_counter_there() -> None:
    """The odds of an attack hid the strength of whoever is attacked."""
    shades = (Shade(("0202",), "odds", "1-2"), Shade(("0303",), "odds", "3-1"))
    scene = tiny("S", counters=(piece("a", "moroccan", "0202"),), shades=shades)
    svg, plan = draw_map(scene, "es"), HexPlan(scene.map)
    held, free = (
        float(plate_of(svg, words).get("y", "0")) - plan.centre(space)[1]
        for words, space in (("1-2", "0202"), ("3-1", "0303"))
    )
    assert free < counter_size(plan) / 2 < held


def test_names_keep_off_the_line_of_a_shot_and_off_the_ring_of_a_new_flag() -> None:
    """The name of a beach lay over the dots between a battery and its target."""
    plan = board_plan(tiny_map())
    (ax, ay), (bx, by) = plan.centre("0203"), plan.centre("0401")
    boxes = line_boxes(plan, tiny("S", shots=(Shot("spanish", "0203", "0401", False, "artillery"),)))
    assert any(left < (ax + bx) / 2 < right and top < (ay + by) / 2 < bottom for left, top, right, bottom in boxes)
    assert all(min(ax, bx) < left and right < max(ax, bx) for left, _, right, _ in boxes)
    assert line_boxes(plan, tiny("S", shots=(Shot("spanish", "0203", "0203", False, "air"),))) == []
