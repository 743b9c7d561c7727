"""Names find room: those of the land near their ground, those of rivers with all their letters, none over a mark."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from pbem.core.scene import Battle
from pbem.report.paper.prints import EDGE, PAPERS, draw_print
from pbem.report.svg import Crop, Naming, board_plan
from pbem.report.svg.action import fights
from pbem.report.svg.action.sheets import sheet_crops
from pbem.report.svg.base.boards import SamePlan
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Placer, overlap, text_box
from pbem.report.svg.base.naming import name_of
from pbem.report.svg.base.shapes import length
from pbem.report.svg.ground import ground, places, terrain, toponyms
from pbem.report.svg.map import letters, overlay
from pbem.report.svg.pieces.signs import Signs
from tests.report.armies import GAMES, army, shipped

HEXES = ("alhucemas", "bailen", "melilla")


def plans(name: str) -> list[HexPlan]:
    """A map of hexes whole and in sheets."""
    found = [board_plan(shipped(name), crop) for crop in (None, *sheet_crops(shipped(name)))]
    return [plan for plan in found if isinstance(plan, HexPlan)]


@cache
def land(name: str, lang: str) -> tuple[tuple[str, ...], ...]:
    """What is written on each of the pictures of an empty map, as SVG."""
    found = []
    for plan in plans(name):
        left, top, right, bottom = plan.box
        placer = Placer((left + 4, top + 4, right - 4, bottom - 4))
        placer.avoid(letters(plan, lang, Naming()).taken, 3.0)
        ground.place_names(plan, lang, placer, frozenset())
        found.append(tuple(each.svg for each in toponyms.region_labels(plan, lang, placer)))
    return tuple(found)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", HEXES)
def test_every_name_of_the_land_is_on_a_picture(name: str, lang: str) -> None:
    """Smaller or in two rows where it must be, also that of Monte Conquistado and of the lagoon before Nador."""
    written = " ".join(svg for picture in land(name, lang) for svg in picture)
    for label in shipped(name)["drawing"]["labels"]:
        for word in name_of(label, lang).split():
            assert word in written or word.upper() in written, name_of(label, lang)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_close_up_few_names_of_places_hide_the_number_of_a_hex(lang: str) -> None:
    """Whoever writes orders reads the numbers off the map."""
    names, hiding = 0, 0
    for plan in plans("alhucemas")[1:]:
        left, top, right, bottom = plan.box
        labels, _ = ground.place_names(plan, lang, Placer((left + 4, top + 4, right - 4, bottom - 4)), frozenset())
        boxes = [text_box(each.words, each.left, each.baseline, each.style) for each in labels]
        numbers = terrain.number_boxes(plan)
        whole = min((c - a) * (d - b) for a, b, c, d in numbers)
        names += len(boxes)
        hiding += sum(any(overlap(box, number) > whole / 2 for number in numbers) for box in boxes)
    assert hiding < 0.65 * names, (hiding, names)


def test_the_name_of_a_hill_full_of_counters_stands_at_sea_with_a_line() -> None:
    plan = next(plan for plan in plans("alhucemas") if plan.detailed and "2505" in plan.inner)
    label = next(each for each in plan.map["drawing"]["labels"] if each["name"]["es"] == "Monte Conquistado")
    (x, y), r = plan.at(label["at"]), plan.radius
    ways = toponyms._written(plan, label, "es")
    assert [lay().to is not None for lay in ways] == [False] * 4 + [True] * 2
    placer = Placer(plan.box)
    placer.avoid([(x - 3.4 * r, y - 1.5 * r, x + 3.4 * r, y + 9 * r)], 1e6)
    found = toponyms._region(plan, ways, placer)
    assert found is not None
    assert found.svg.count("<path") == 2  # the line and its halo
    assert found.top < y - 1.5 * r


@pytest.mark.parametrize("name", ["Loma de los Morabos", "Yebel Malmusi"])
def test_the_name_of_a_hill_stands_at_no_other_without_a_line(name: str) -> None:
    plan = next(plan for plan in plans("alhucemas") if plan.detailed and "2505" in plan.inner)
    label = next(each for each in plan.map["drawing"]["labels"] if each["name"]["es"] == name)
    (x, y), r = plan.at(label["at"]), plan.radius
    placer = Placer(plan.box)
    placer.avoid([(x - 2.2 * r, y - 2.2 * r, x + 2.2 * r, y + 2.2 * r)], 1e6)
    found = toponyms._region(plan, toponyms._written(plan, label, "es"), placer)
    assert found is None or found.svg.count("<path") == 2


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_letter_falls_off_the_line_of_a_river(name: str) -> None:
    """Evened out, the line on which it is written is as long as the name."""
    ways = 0
    for crop in (None, *sheet_crops(shipped(name))):
        for lang in ("es", "en"):
            for river in toponyms._rivers(SamePlan(board_plan(shipped(name), crop)), lang):
                ways += len(river.ways)
                assert [way for way in river.ways if length(way) < river.style.width(river.words)] == []
    assert (ways > 10) == (name != "bailen")  # whose streams are named as the land is


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("pair", [("1607", "1508"), ("1608", "1508"), ("1708", "1608"), ("1508", "1608")])
def test_names_keep_their_halo_off_the_odds_of_a_charge(pair: tuple[str, str], lang: str) -> None:
    """Haza Walona beside a charge over its field: the name gives way to the plate with the odds."""
    attacker, defender = pair
    scene = army("bailen")
    fight = Battle(1, scene.sides[0], (attacker,), (defender,), None, None, "", "1.5:1 +2")
    bare = replace(scene, counters=(), battles=(fight,))
    plan = board_plan(scene.map, Crop(2000, 900, 3600, 2200))
    over = overlay(plan, bare, lang, Naming(), (), (), Signs())
    placer = Placer(plan.box)
    fights.battles(plan, bare, placer)
    (plate,) = placer.taken
    assert len(over.names) > 3
    for each in over.names:
        left, top, right, bottom = text_box(each.words, each.left, each.baseline, each.style)
        halo = 0.49 * each.style.halo
        assert overlap((left - halo, top - halo, right + halo, bottom + halo), plate) == 0, each.words


def test_names_leave_the_castle_and_the_rings_of_places_to_be_seen() -> None:
    for plan in plans("bailen"):
        over = overlay(plan, replace(army("bailen"), counters=()), "es", Naming(), (), (), Signs())
        names = [text_box(each.words, each.left, each.baseline, each.style) for each in over.names]
        signs = places.sign_boxes(plan)
        assert len(signs) > 3
        assert [(a, b) for a in names for b in signs if overlap(a, b) > 0.2 * (b[2] - b[0]) ** 2] == []
        assert [pair for pair in combinations(names, 2) if overlap(*pair) > 0] == []


@pytest.mark.parametrize(("name", "lying"), [("tetuan", True), ("alhucemas", False)])
def test_a_print_lies_across_the_page_where_that_makes_it_larger(name: str, lying: bool) -> None:
    """And an empty one, to lie on a table, tells no turn."""
    scene = replace(army("tetuan"), map=shipped(name), counters=())
    pdf = draw_print(scene, "es", ("A4",), empty=True, pressed=(20, 30))
    wide, high = sorted(PAPERS["A4"], reverse=lying)
    assert f"/MediaBox[0 0 {wide * 72 / 25.4:.2f} {high * 72 / 25.4:.2f}]".encode() in pdf
    assert wide > EDGE * 2


def test_the_name_of_a_valley_does_not_wander_into_other_areas() -> None:
    """Where there is no room about its own place it is left out."""
    plan = board_plan(shipped("wad-ras"))
    labels = shipped("wad-ras")["drawing"]["labels"]
    valley = next(label for label in labels if label["name"]["en"] == "Wad-Ras valley")
    (x, y), r = plan.at(valley["at"]), plan.radius
    free, full = Placer(plan.box), Placer(plan.box)
    full.avoid([(x - 4 * r, y - 2.4 * r, x + 4 * r, y + 2.4 * r)], 9.0)
    shown = len(toponyms.region_labels(plan, "en", free))
    assert len(toponyms.region_labels(plan, "en", full)) == shown - 1
