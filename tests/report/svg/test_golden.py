"""Pictures small enough to be read by a reviewer, compared by what they are made of: not byte by byte."""

import re
import xml.etree.ElementTree as ET

import pytest

from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.plan import WIDTH
from tests.report.svg.golden_scenes import FOLDER, drawn, scenes, tiny_map

AGAIN = "the picture changed: look at it, then draw all anew with: python -m tests.report.svg.golden"
NUMBER = re.compile(r"(?<![#\w])-?\d+(?:\.\d+)?|(?<=[MLHVCSQTAZmlhvcsqtaz])-?\d+(?:\.\d+)?")
NEAR = 1.5
"""By how many of 1280 pixels a thing may lie elsewhere."""


def parts(svg: str) -> list[tuple[tuple[str, ...], list[float]]]:
    """Of each element what it is (name, attributes, words, colours), and all its numbers."""
    found = []
    for element in ET.fromstring(svg).iter():
        told = [element.tag, *(f"{key}={value}" for key, value in sorted(element.attrib.items()))]
        numbers = [float(number) for each in told for number in NUMBER.findall(each)]
        found.append(((*(NUMBER.sub("#", each) for each in told), element.text or ""), numbers))
    return found


def differences(one: str, other: str) -> list[str]:
    """What two pictures do not have in common, in the order of drawing."""
    pairs = list(zip(parts(one), parts(other), strict=False))
    told = [f"{a} is {b}" for (a, _), (b, _) in pairs if a != b]
    told += [f"{a}: {x} is {y}" for (a, x), (_, y) in pairs if x != pytest.approx(y, abs=NEAR)]
    return told + ["another number of elements"] * (len(parts(one)) != len(parts(other)))


@pytest.mark.parametrize("name", sorted(scenes()))
def test_golden_picture(name: str) -> None:
    """The same elements in the same order with the same words and colours, and each about where it was."""
    assert differences((FOLDER / f"{name}.svg").read_text("utf-8"), drawn(name)) == [], AGAIN


def test_the_comparison_sees_what_matters_and_nothing_else() -> None:
    """A word, a colour, an element less or a counter elsewhere; a shift by half a pixel does not count."""
    golden = (FOLDER / "stack.svg").read_text("utf-8")
    assert differences(golden, golden.replace(">A4<", ">A5<"))
    assert differences(golden, golden.replace("#0072b2", "#0072b3"))
    assert differences(golden, re.sub(r"<text[^>]*>A4</text>", "", golden))
    place = re.search(r"translate\((\d+)(\.\d)? ", golden)
    assert place is not None
    for shift, seen in ((0.5, False), (9, True)):
        moved = golden.replace(place[0], f"translate({float(place[0][10:]) + shift:.1f} ")
        assert moved != golden
        assert bool(differences(golden, moved)) == seen


def test_each_file_belongs_to_a_scene() -> None:
    """No picture is left over, and none is too large to be read."""
    files = {path.stem: path.stat().st_size for path in FOLDER.glob("*.svg")}
    assert set(files) == set(scenes())
    assert max(files.values()) < 24_000


def test_they_are_close_ups() -> None:
    """On so small a map counters are drawn with all that is on them."""
    assert HexPlan(tiny_map()).detailed
    assert WIDTH / HexPlan(tiny_map()).radius < 7
