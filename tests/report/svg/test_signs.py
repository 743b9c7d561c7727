"""What counters are drawn with: the painter's signs, a game's own, a letter for the rest; facing, formation, steps."""

import re
from dataclasses import replace
from math import atan2

import pytest

from pbem.report.svg import Naming, colours, draw_map
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.pieces import states
from pbem.report.svg.pieces.counters import counter_face
from pbem.report.svg.pieces.signs import Signs, own_signs
from pbem.report.svg.pieces.symbols import SYMBOLS
from tests.report.making import piece
from tests.report.svg.golden_scenes import tiny
from tests.report.svg.test_counters import words


def test_two_symbols_that_nobody_drew_are_two_in_the_legend() -> None:
    two = (piece("uno", "spanish", "0203", "elephant"), piece("dos", "spanish", "0303", "camel"))
    assert {"elephant", "camel", "E", "C"} <= set(words(draw_map(tiny("S", counters=two), "en")))


def test_a_state_that_nobody_drew_has_its_letter_and_its_word() -> None:
    scene = tiny("S", counters=(piece("uno", "spanish", "0203", states=("thirsty",)),))
    assert "T" in words(draw_map(scene, "en"))
    assert "thirsty" in words(draw_map(scene, "en"))
    assert "sedientos" in words(draw_map(scene, "es", naming=Naming(names={"states.thirsty": "sedientos"})))


def test_no_state_is_left_out_where_there_are_more_than_find_room() -> None:
    """The last sign tells how many more there are; the legend names them all."""
    many = ("moved", "fired", "captured", "arrived", "must-attack", "thirsty")
    shown = words(draw_map(tiny("S", counters=(piece("uno", "spanish", "0203", states=many),)), "en"))
    assert "+3" in shown
    assert {state.replace("-", " ") for state in many} <= set(shown)


# A game's own -----------------------------------------------------------------------------------------------------


def test_a_game_draws_its_own() -> None:
    """Its symbols, states and styles go beside the painter's, and before those of the same name."""
    own = own_signs(
        {"elephant": ("M-20 10L20-10", ""), "infantry": ("", "M-9-9H9V9H-9Z")},
        {"thirsty": states.Sign("M0 0L5 5", "", "#112233", "#ddeeff"), "moved": states.Sign("M1 2L3 4", "")},
        {"rose": ("#ffccdd", "#550022")},
    )
    counter = piece("uno", "spanish", "0203", "elephant", style="rose", states=("thirsty", "moved"))
    foot = piece("dos", "spanish", "0303")
    svg = draw_map(tiny("S", counters=(counter, foot)), "en", signs=own)
    for drawn in ("M-20 10L20-10", "M-9-9H9V9H-9Z", "M0 0L5 5", "M1 2L3 4", "#ffccdd", "#550022", "#ddeeff"):
        assert drawn in svg
    assert SYMBOLS["infantry"][0] not in svg
    assert {"#112233", "#ddeeff", "#ffccdd", "#550022"} <= set(colours(tiny("S").map, own))
    assert "E" not in words(svg)


# Facing, formation, strength --------------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", range(6))
def test_a_counter_points_where_it_faces(facing: int) -> None:
    """At the hexside, north first, then clockwise; the legend says what the pointer is."""
    scene = tiny("S", counters=(replace(piece("uno", "spanish", "0203"), facing=facing),))
    svg, plan = draw_map(scene, "en"), HexPlan(scene.map)
    mark = re.search(r'translate\((\S+) (\S+)\) rotate\((\d+)\)"><path d="M-19 3L0-19', svg)
    assert mark is not None
    x, y, angle = map(float, mark.groups())
    (ax, ay), (bx, by) = plan.centre("0203"), plan.crossing("0203", plan.around_hex("0203")[facing] or "0203")
    assert angle == facing * 60
    assert atan2(y, x) == pytest.approx(atan2(by - ay, bx - ax), abs=0.02)
    assert (abs(y) - 9 > 45) == (facing % 3 == 0)  # its halo leaves the name, above, and the figures, below, to be read
    assert "facing" in words(svg)
    assert "facing" not in words(draw_map(tiny("S", counters=(piece("uno", "spanish", "0203"),)), "en"))


def test_a_pile_tells_who_of_it_faces_elsewhere_or_stands_otherwise() -> None:
    """The topmost in full; those below in their strip, by their formation, their facing and what is left of them."""
    low = replace(piece("a", "spanish", "0203"), facing=1, formation="square", strength="1/2")
    like = replace(piece("b", "spanish", "0203"), facing=4)
    top = replace(piece("c", "spanish", "0203"), facing=4)
    svg = draw_map(tiny("S", counters=(low, like, top)), "en")
    assert svg.count("scale(.5)") == 1
    assert "rotate(60) scale(.5)" in svg
    assert "3-4 1/2" in words(svg)
    assert svg.count(states.sign("square")) == 2, "in the strip and in the legend"


@pytest.mark.parametrize(("strength", "filled", "hollow"), [("2/2", 2, 0), ("1/2", 1, 1), ("0/3", 0, 3)])
def test_steps_are_dots_hollow_where_they_are_lost(strength: str, filled: int, hollow: int) -> None:
    face = counter_face(replace(piece("uno", "spanish", "0203"), strength=strength), 1, Signs())
    dots = re.findall(r'<circle cx="43" cy="\S+" r="4" fill="(\S+)"', face)
    assert (sum(dot != "none" for dot in dots), dots.count("none")) == (filled, hollow)


@pytest.mark.parametrize("strength", ["71", "9/12", "3/2", "1/x", "half"])
def test_another_strength_is_a_plate_with_its_words(strength: str) -> None:
    shown = draw_map(tiny("S", counters=(replace(piece("uno", "spanish", "0203"), strength=strength),)), "en")
    assert strength in words(shown)
    assert 'r="4"' not in shown


def test_a_formation_has_its_sign_and_its_word() -> None:
    """By data of the game where the painter does not know it."""
    scene = tiny("S", counters=(replace(piece("uno", "spanish", "0203"), formation="hedgehog"),))
    assert {"H", "hedgehog"} <= set(words(draw_map(scene, "en")))
    own = own_signs({}, {"hedgehog": states.Sign("M0 0L7 7", "")}, {})
    svg = draw_map(scene, "en", signs=own)
    assert "M0 0L7 7" in svg
    assert "H" not in words(svg)
