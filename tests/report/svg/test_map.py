"""The map as SVG: what it must hold, that nothing covers a name, and that bad input is told or drawn all the same."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.language.messages import translations
from pbem.report.svg import Crop, MapError, Naming, action_crop, draw_map, hex_crop
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box, overlap
from pbem.report.svg.base.plan import HEADER
from tests.report.making import crowded, golden_scene, landing, piece, small, small_map

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[ET.Element]:
    """The visible texts of a picture: the halos below them left out."""
    return [e for e in ET.fromstring(svg).iter(f"{SVG}text") if e.get("fill") != "none"]


def words(svg: str) -> list[str]:
    """What is written in a picture."""
    return [e.text or "" for e in texts(svg)]


def boxes(svg: str, names: set[str]) -> Iterator[tuple[str, Box]]:
    """The box of each of these names that a picture shows at the start of its text."""
    for e in texts(svg):
        if e.text in names and "text-anchor" not in e.attrib and "transform" not in e.attrib:
            x, y, size = (float(e.get(key, "0")) for key in ("x", "y", "font-size"))
            face: metrics.Face = "bold" if e.get("font-weight") == "700" else "medium"
            wide = metrics.width(e.text or "", size, face, float(e.get("letter-spacing", "0")))
            yield e.text or "", (x, y - 0.72 * size, x + wide, y + 0.15 * size)


def place_names(scene: Scene, lang: str) -> set[str]:
    """The names of all places of a map, in capitals where they count for victory."""
    held = {control.space for control in scene.controls}
    names = {h: data["place"]["name"][lang] for h, data in scene.map["hexes"].items() if "place" in data}
    return {name.upper() if h in held else name for h, name in names.items()}


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("close", [True, False])
def test_names_of_places_neither_touch_each_other_nor_leave_the_map(lang: str, close: bool) -> None:
    """Every pair of shown names is apart, and each lies in the map window, in the crowded scene."""
    crop = action_crop(crowded()) if close else None
    plan = HexPlan(crowded().map, crop)
    found = list(boxes(draw_map(crowded(), lang, crop=crop), place_names(crowded(), lang)))
    assert len(found) >= 8
    left, top, right, bottom = plan.box
    for i, (name, box) in enumerate(found):
        assert left <= box[0] < box[2] <= right, name
        assert top <= box[1] < box[3] <= bottom, name
        assert [other for other, there in found[i + 1 :] if overlap(box, there) > 0] == [], name


@pytest.mark.parametrize("close", [True, False])
def test_every_city_and_fortress_of_the_picture_is_named(close: bool) -> None:
    """Lesser places may be left out where there is no room, works never."""
    crop = action_crop(crowded()) if close else None
    plan = HexPlan(crowded().map, crop)
    shown = {name for name, _ in boxes(draw_map(crowded(), "es", crop=crop), place_names(crowded(), "es"))}
    for space in plan.having("city", "fortress"):
        if plan.shows(space):
            name = crowded().map["hexes"][space]["place"]["name"]["es"]
            assert {name, name.upper()} & shown


def test_the_same_scene_is_the_same_bytes() -> None:
    """Nothing in the picture depends on anything but the scene."""
    assert draw_map(landing(), "es") == draw_map(landing(), "es")


def test_the_svg_needs_nothing_from_outside() -> None:
    """No style sheets, variables, scripts, links or markers: it draws alike in each rasterizer."""
    svg = draw_map(crowded(), "es", crop=action_crop(crowded()))
    assert not re.search(r"<style|<script|var\(|paint-order|<image|<foreignObject|https?://(?!www\.w3\.org)", svg)
    assert all(e.get("href", "#").startswith("#") for e in ET.fromstring(svg).iter())
    assert len(svg) < 300_000


def test_hex_numbers_stand_in_a_close_up_and_not_on_an_overview() -> None:
    """Every hex of the crop has its number; the whole map has none."""
    crop = hex_crop(crowded().map, 10, 12, 22, 22)
    close = words(draw_map(crowded(), "es", crop=crop))
    for space in HexPlan(crowded().map, crop).shown:
        assert space in close
    assert not any(re.fullmatch(r"\d{4}", word) for word in words(draw_map(crowded(), "es")))


def test_a_combat_is_a_numbered_star_with_what_it_came_to() -> None:
    """The number, and both totals with the attacker's first; the odds where the rule set tells those."""
    scene = golden_scene()
    assert {"1", "12:9"} <= set(words(draw_map(scene, "es")))
    odds = replace(scene, battles=(replace(scene.battles[0], told="3:1"),))
    assert "3:1" in words(draw_map(odds, "es"))
    assert "12:9" not in words(draw_map(odds, "es"))
    without = replace(scene, battles=(replace(scene.battles[0], attack=None, defence=None),))
    drawn = words(draw_map(without, "es"))
    assert "1" in drawn
    assert "combat" in drawn
    assert not any(re.search(r"\d:|:\d|None", word) for word in drawn)


def test_title_turn_phase_and_legend_are_in_the_readers_language() -> None:
    """The program's phrases come from gettext, the game's names from its words."""
    names = {"moroccan": "marroquíes", "spanish-combat": "combate español", "fleet": "flota", "mountain": "montaña"}
    drawn = words(
        draw_map(
            landing(),
            "es",
            naming=Naming(translations("es").gettext, names),
            crop=hex_crop(landing().map, 1, 7, 12, 14),
        )
    )
    assert {"Turno 5 de 13", "marroquíes", "flota", "montaña", "5 km"} <= set(drawn)
    assert any("combate español" in word for word in drawn)


def test_the_legend_lists_only_what_the_picture_shows() -> None:
    """No airport, landing or machine gun where there is none."""
    drawn = words(draw_map(golden_scene(), "en"))
    assert {"fortress", "artillery", "lost", "zone line"} <= set(drawn)
    assert not {"airport", "landing", "machine gun", "flight", "shot that hit"} & set(drawn)


def test_the_legend_of_the_first_close_up_has_what_the_others_show_that_have_none() -> None:
    scene = landing()
    here, there = hex_crop(scene.map, 1, 7, 6, 14), hex_crop(scene.map, 1, 7, 12, 14)
    first, both, none = (words(draw_map(scene, "en", crop=here, legend=more)) for more in ((), (there,), None))
    assert {"cavalry", "must attack", "driven off"} <= set(both) - set(first)
    assert (both.count("infantry"), first.count("infantry"), none.count("infantry")) == (1, 1, 0)


def test_the_legend_says_what_a_fight_and_its_fire_are_told_by() -> None:
    """Where the rules tell the odds it says so; fire beside fights that were fought is no plan."""
    scene = golden_scene()
    odds = tuple(replace(battle, told="3:1") for battle in scene.battles)
    support = (Shot("spanish", "0304", "0404", None, "support"),)
    told = words(draw_map(replace(scene, battles=odds, shots=support), "en", crop=action_crop(scene)))
    assert "combat: its number and the odds, in the winner's colour" in told
    assert "fire in support" in told
    assert "planned fire" not in told
    plan = words(draw_map(replace(scene, battles=(), shots=support), "en", crop=action_crop(scene)))
    assert "planned fire" in plan


def test_enemies_in_one_hex_stand_side_by_side() -> None:
    """An aircraft over an enemy: both can be read, neither covers the other."""
    from pbem.report.svg.pieces.piles import piles

    plan = HexPlan(landing().map, hex_crop(landing().map, 1, 7, 12, 14))
    a, b = (pile for pile in piles(plan, landing()) if pile.space == "0712")
    assert a.side != b.side
    assert overlap(a.box, b.box) == 0


def test_thirty_counters_in_one_hex_are_one_pile_with_its_number() -> None:
    """The pile stays within a hex's width and says how many it holds."""
    from pbem.report.svg.pieces.piles import piles

    scene = small(*(piece(f"u-{i:02d}", "spanish", "0303") for i in range(30)))
    assert "×30" in words(draw_map(scene, "es"))
    plan = HexPlan(scene.map)
    (pile,) = piles(plan, scene)
    assert pile.box[2] - pile.box[0] < 2 * plan.radius


def test_a_name_of_eighty_letters_is_shortened_and_stays_inside() -> None:
    """On the counter and as the name of a place."""
    long, map_ = "Extraordinariamente " * 4, small_map()
    map_["hexes"]["0303"]["place"]["name"] = {"es": long.strip()}
    svg = draw_map(small(piece("uno", "spanish", "0403", short=long), map_=map_), "es")
    cut = [word for word in words(svg) if word.startswith("Extra")]
    assert len(cut) == 2
    assert all(word.endswith("…") for word in cut)
    for e in texts(svg):
        if e.text in cut and "text-anchor" not in e.attrib:
            wide = metrics.width(e.text or "", float(e.get("font-size", "0")), "bold")
            assert 0 <= float(e.get("x", "0")) <= 1280 - wide


def test_an_unknown_symbol_is_its_letter_in_its_box() -> None:
    """The counter is still there, with name and factors."""
    svg = draw_map(small(piece("uno", "spanish", "0403", "elephant")), "es")
    assert {"UNO", "3-4", "E", "elephant"} <= set(words(svg))


def test_markup_in_names_is_only_text() -> None:
    """Names are escaped wherever they come from; letters that the font lacks are replaced."""
    scene = small(piece("uno", "spanish", "0403", short='<b>&"', factors="č-ж"))
    drawn = words(draw_map(scene, "es"))
    assert '<b>&"' in drawn
    assert "c-?" in drawn


def test_a_third_side_and_an_unknown_one_are_drawn() -> None:
    """More sides than two have looks of their own; a side that the scene does not name is dark."""
    scene = small(piece("uno", "french", "0403"), piece("dos", "nobody", "0303"))
    svg = draw_map(replace(scene, sides=("a", "b", "french")), "es")
    for side in ("side2", "side3"):
        assert f'"#{side}"' in svg
        assert f'id="{side}"' in svg


@pytest.mark.parametrize(
    ("scene", "named"),
    [
        (small(piece("uno", "spanish", "9999")), "uno"),
        (small(piece("uno", "spanish", "")), "uno"),
        (small(arrows=(Arrow("dos", "spanish", ("0303", "0909"), "move"),)), "dos"),
        (small(shots=(Shot("spanish", "0303", "nowhere", True, "air"),)), "nowhere"),
        (small(ghosts=(Ghost("tres", "spanish", "0606", "infantry", True),)), "tres"),
        (small(controls=(Control("0707", None),)), "0707"),
        (small(battles=(Battle(1, "spanish", ("ninguno",), ("0303",), 1, 2, "tie"),)), "ninguno"),
    ],
)
def test_what_lies_off_the_map_is_named(scene: Scene, named: str) -> None:
    """An exact error, not a picture that lacks something."""
    with pytest.raises(MapError, match=named):
        draw_map(scene, "es")


@pytest.mark.parametrize("cells", [(0, 1, 3, 3), (1, 1, 6, 3), (3, 1, 2, 3), (1, 4, 2, 5)])
def test_a_crop_off_the_map_is_refused(cells: tuple[int, int, int, int]) -> None:
    """Columns and rows must lie on the map and in order; so must any window."""
    with pytest.raises(MapError, match="crop"):
        hex_crop(small_map(), *cells)


@pytest.mark.parametrize("crop", [Crop(-100, 0, 2000, 2000), Crop(0, 0, 29000, 2000), Crop(0, 2000, 2000, 29000)])
def test_a_window_off_the_map_is_refused(crop: Crop) -> None:
    with pytest.raises(MapError, match="crop"):
        draw_map(small(), "es", crop=crop)


@pytest.mark.parametrize("broken", [{"size": [5]}, {"hexes": {}}, {"size": {"columns": "x"}}])
def test_a_map_that_is_none_is_refused(broken: dict[str, object]) -> None:
    """Hexes are what a map cannot do without, and a size is to be one."""
    with pytest.raises(MapError):
        draw_map(small(map_={**small_map(), **broken}), "es")


def test_a_map_without_drawing_hints_is_drawn_from_its_hexes() -> None:
    """No coast line, labels, roads, scale or names: still a map with its counters."""
    map_ = {"size": [5, 4], "hexes": {h: {"terrain": d["terrain"]} for h, d in small_map()["hexes"].items()}}
    svg = draw_map(small(piece("uno", "spanish", "0403"), map_=map_), "es")
    assert "UNO" in words(svg)
    assert palette.SEA in svg


def test_width_scales_the_picture_and_leaves_the_drawing() -> None:
    """The size in pixels changes, the drawing does not."""
    wide, half = (draw_map(small(), "es", width=w) for w in (1280, 640))
    assert 'width="640"' in half
    assert half.split(">", 1)[1] == wide.split(">", 1)[1]


def test_nothing_of_the_map_lies_below_the_footer_bar() -> None:
    """The picture is header, map window and footer, in this order, each as high as it says."""
    root = ET.fromstring(draw_map(small(), "es"))
    plan = HexPlan(small_map())
    bars = [e for e in root.findall(f"{SVG}rect") if e.get("fill") == palette.PAPER and e.get("width") == "1280"]
    assert float(bars[-1].get("y", "0")) == pytest.approx(plan.bottom, abs=0.6)
    assert float(root.get("height", "0")) == pytest.approx(plan.bottom + float(bars[-1].get("height", "0")), abs=0.6)


def test_that_a_counter_moved_is_told_once() -> None:
    """By its arrow, or by a sign where there is none; never by both."""
    one = piece("uno", "spanish", "0303", states=("moved",))
    assert "moved" in words(draw_map(small(one), "en"))
    arrowed = draw_map(small(one, arrows=(Arrow("uno", "spanish", ("0304", "0303"), "move"),)), "en")
    assert "moved" not in words(arrowed)


def test_fights_close_together_keep_their_stars_apart() -> None:
    """Six combats round one hex: all numbers are there, and no star lies on another."""
    around = ("0203", "0302", "0402", "0403", "0304", "0202")
    battles = tuple(Battle(i, "moroccan", (h,), ("0303",), 10 + i, 20, "tie") for i, h in enumerate(around, 1))
    map_ = small_map()
    for h in ("0301", "0201", "0401"):
        map_["hexes"][h] = {"terrain": ["clear"]}
    svg = draw_map(small(piece("uno", "spanish", "0303"), *(piece(f"m{h}", "moroccan", h) for h in around),
                         map_=map_, battles=battles), "es")  # fmt: skip
    stars = [
        [tuple(map(float, point.split())) for point in d[1:-1].split("L")]
        for d in re.findall(rf'<path d="(M[^"]+Z)" fill="{palette.STAR}"', svg)
    ]
    centres = [(sum(p[0] for p in star) / len(star), sum(p[1] for p in star) / len(star)) for star in stars]
    on_map = [c for c in centres if HEADER < c[1] < HexPlan(map_).box[3] and c[0] > 40]
    radius = HexPlan(map_).radius * 0.33
    assert len(on_map) == 6
    for i, a in enumerate(on_map):
        assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1.6 * radius for b in on_map[i + 1 :])


def test_results_of_shots_lie_above_the_counters() -> None:
    """A miss that a counter hides would look like no shot at all."""
    svg = draw_map(landing(), "es", crop=hex_crop(landing().map, 1, 7, 12, 14))
    burst = f'fill="{palette.LOST}" stroke="{palette.PAPER}"'
    assert svg.index(burst) > svg.rindex('href="#side')


@pytest.mark.parametrize(
    ("phase", "conditions", "shown"),
    [
        ("weather", ("normal",), "normal weather"),
        ("combat", ("normal",), "combat · normal weather"),
        ("combat", ("normal", "moonlit-night"), "combat · normal weather · moonlit night"),
        ("weather", (), "weather"),
        ("", ("normal",), "normal weather"),
    ],
)
def test_the_title_says_what_holds_and_nothing_twice(phase: str, conditions: tuple[str, ...], shown: str) -> None:
    naming = Naming(names={"normal": "normal weather"})
    svg = draw_map(replace(golden_scene(), phase=phase, conditions=conditions), "en", naming=naming)
    assert shown in words(svg)
