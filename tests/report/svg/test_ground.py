"""The ground of the map: relief, coast, names, frame, and the review of its hexes; bad map files are told exactly."""

import copy
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pbem.board.hexes import column_row
from pbem.core.scene import Scene
from pbem.errors import BadInput
from pbem.gamedata.games import game_map
from pbem.report.raster import COLOURS
from pbem.report.svg import MapError, action_crop, draw_map, hex_crop
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box, overlap
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import BROAD, HEADER, WIDTH
from pbem.report.svg.base.shapes import (
    around,
    cell_at,
    grain,
    inside,
    length,
    middle,
    outlines,
    resample,
    ribbon,
    stretch,
)
from pbem.report.svg.ground import toponyms
from pbem.report.svg.ground.relief import Massif, crests, hachures, massif
from pbem.report.svg.ground.ways import zone_border
from pbem.report.svg.sheet.border import rose_box
from pbem.report.svg.soundness import map_faults
from pbem.resources import shipped_path
from tests.report.making import crowded, landing, melilla, small, small_map
from tests.report.svg.test_look import BLIND, contrast, seen

SVG = "{http://www.w3.org/2000/svg}"
CLOSE = {
    "annual": hex_crop(melilla(), 12, 11, 24, 21),
    "melilla": hex_crop(melilla(), 34, 5, 46, 15),
    "alhucemas": hex_crop(melilla(), 1, 7, 13, 17),
}
GROUNDS = {
    "land": palette.LAND, "foot": palette.FOOT, "mountain": palette.MOUNTAIN, "high": palette.HIGH,
    "sea": palette.SEA, "lagoon": palette.LAGOON, "town": palette.TOWN_GROUND,
}  # fmt: skip


def bare() -> Scene:
    """The real map without anything on it."""
    return replace(crowded(), counters=(), arrows=(), battles=(), ghosts=(), controls=())


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """A copy of the real map with a change made to it."""
    map_ = copy.deepcopy(melilla())
    change(map_)
    return map_


def faces() -> dict[tuple[str, str], metrics.Face]:
    """Which face a text is in, by its family and weight or slant."""
    return {
        ("Staff Serif", "600"): "serif",
        ("Staff Title", "700"): "title",
        ("", "700"): "bold",
        ("", "500"): "medium",
    }


def placed_texts(of: ET.Element, moved: tuple[float, float]) -> Iterator[tuple[ET.Element, tuple[float, float]]]:
    """All texts below an element, each with how far the groups around it are moved."""
    if of.tag == f"{SVG}text":
        yield of, moved
    elif found := re.fullmatch(r"translate\((\S+) (\S+)\)", of.get("transform", "")):
        moved = moved[0] + float(found[1]), moved[1] + float(found[2])
    for child in of:
        yield from placed_texts(child, moved)


def level_boxes(svg: str) -> Iterator[tuple[str, Box]]:
    """The boxes of all level texts within the map window that start at their point: names, not figures on counters."""
    for e, (across, down) in placed_texts(ET.fromstring(svg), (0.0, 0.0)):
        if e.get("stroke-linejoin") != "round" or not e.text or "transform" in e.attrib:
            continue  # names have a halo; it stands where the name does
        size, x, y = (float(e.get(key, "0")) for key in ("font-size", "x", "y"))
        x, y = x + across, y + down
        face = faces()[e.get("font-family", ""), e.get("font-weight", "")]
        face = "italic" if e.get("font-style") == "italic" and face == "medium" else face
        spacing = float(e.get("letter-spacing", "0"))
        wide = metrics.width(e.text, size, face, spacing) - spacing
        yield e.text, (x, y - 0.7 * size, x + wide, y + 0.15 * size)


# Relief


def test_outlines_keep_each_hex_on_its_side() -> None:
    """The middle of every mountain hex lies within the rounded mass, that of every other one outside."""
    mass = massif(HexPlan(melilla()), melilla())
    rings = outlines(mass.cells)
    for space in melilla()["hexes"]:
        within = sum(inside(middle(column_row(space)), ring) for ring in rings) % 2 == 1
        assert within == ("mountain" in melilla()["hexes"][space]["terrain"]), space


@pytest.mark.parametrize("ridges", [True, False])
def test_every_mountain_hex_has_hachures_and_no_clear_one_far_in(ridges: bool) -> None:
    """Mountain can be told from clear without any tint; with the map's ridges and without."""
    map_ = melilla() if ridges else changed(lambda m: m["drawing"].pop("ridges"))
    mass = massif(HexPlan(map_), map_)
    assert bool(mass.ridges) == ridges
    marked = {cell_at(start) for _, start, _ in hachures(mass, detailed=True)}
    bare_ones = [cell for cell in mass.cells if cell not in marked and 1 <= cell[0] <= 46 and 1 <= cell[1] <= 26]
    assert bare_ones == []


def test_every_mountain_hex_of_a_close_up_has_its_sign() -> None:
    """As many small peaks beside the numbers as mountain hexes shown."""
    plan = HexPlan(melilla(), CLOSE["annual"])
    svg = draw_map(bare(), "es", crop=CLOSE["annual"])
    signs = [e for e in ET.fromstring(svg).iter(f"{SVG}path") if e.get("fill") == palette.NUMBER]
    assert sum((e.get("d") or "").count("M") for e in signs) == len(plan.having("mountain"))


def test_shadow_lies_in_the_south_east() -> None:
    """More strokes, and longer ones, on the side away from the light."""
    strokes = hachures(massif(HexPlan(melilla()), melilla()), detailed=False)
    lit, shaded = ([length((a, b)) for side, a, b in strokes if side == which] for which in (0, 1))
    assert len(shaded) > len(lit)
    assert sum(shaded) / len(shaded) > sum(lit) / len(lit)


def test_spurs_reach_every_mass() -> None:
    """A lone hex has a crest of its own; in a larger mass all spurs hang together."""
    lone = Massif(frozenset({(5, 5)}), ())
    assert len(crests(lone)) == 1
    block = Massif(frozenset({(5, 5), *around((5, 5))}), ())
    ends = {cell_at(crest[-1]) for crest in crests(block)}
    assert len(ends & {(5, 5)}) == 1 or len(ends) < 7


def test_relief_has_nothing_of_chance() -> None:
    """The same hexes give the same strokes, other hexes others; a whim lies between -1 and 1."""
    whims = [grain(a, b) for a in range(-20, 20) for b in range(-20, 20)]
    assert all(-1 <= whim <= 1 for whim in whims)
    assert len(set(whims)) > 1200
    assert abs(sum(whims) / len(whims)) < 0.1
    assert draw_map(bare(), "es", crop=CLOSE["annual"]) == draw_map(bare(), "es", crop=CLOSE["annual"])


# Plane geometry


def test_cells_and_points_agree() -> None:
    """The middle of a cell lies in it, and points near it do."""
    for cell in ((1, 1), (2, 1), (3, 7), (46, 26), (0, 0)):
        x, y = middle(cell)
        assert cell_at((x, y)) == cell_at((x + 0.4, y - 0.4)) == cell


def test_lines_are_walked_evenly_and_cut() -> None:
    """A line keeps its ends; a stretch of it has the length asked for; a ribbon widens."""
    line = resample([(0, 0), (4, 0), (8, 0)], 0.5)
    assert (line[0], line[-1], len(line)) == ((0, 0), (8, 0), 17)
    assert length(stretch(line, 1.25, 3)) == pytest.approx(3)
    assert length(stretch(line, 7, 3)) == pytest.approx(1)
    assert stretch(line, 9, 3) == []
    shape = ribbon(line, 1, 2)
    assert shape[-1][1] - shape[0][1] == pytest.approx(-1)
    assert abs(shape[len(line)][1] - shape[len(line) - 1][1]) == pytest.approx(2)


# Names and frame


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("close", [None, *CLOSE])
def test_no_two_names_overlap_and_none_leaves_the_map(lang: str, close: str | None) -> None:
    """Towns, regions and summits alike, on the bare map."""
    crop = CLOSE[close] if close else None
    left, top, right, bottom = HexPlan(melilla(), crop).box
    found = list(level_boxes(draw_map(bare(), lang, crop=crop)))
    assert len(found) >= 15
    for name, box in found:
        assert left <= box[0] < box[2] <= right, name
        assert top <= box[1] < box[3] <= bottom, name
    assert [(a, b) for (a, x), (b, y) in combinations(found, 2) if overlap(x, y) > 1] == []


def test_places_that_matter_for_victory_stand_out() -> None:
    """In capitals, whoever holds them."""
    written = {name for name, _ in level_boxes(draw_map(crowded(), "es"))}
    assert {"ANNUAL", "DAR DRIUS", "MONTE ARRUIT"} <= written
    assert "Annual" not in written


def test_rivers_are_named_along_their_course() -> None:
    """The Kert on the whole map, smaller ones close up; each name once over its halo."""
    svg = draw_map(bare(), "es")
    assert svg.count(">río Kert</textPath>") == 2
    assert "arroyo de Ben Tieb" not in svg
    assert "río Guis</textPath>" in draw_map(bare(), "es", crop=CLOSE["alhucemas"])


def test_what_belongs_elsewhere_is_not_named() -> None:
    """A plain outside the crop lends its name to nothing in it."""
    assert "Llano del Nekor" not in draw_map(crowded(), "es", crop=hex_crop(melilla(), 10, 9, 22, 19))


def test_the_frame_bears_the_numbers_by_which_a_hex_is_found() -> None:
    """Columns above and below, rows left and right, each opposite its hexes; a close-up has its own numbers."""
    root, plan = ET.fromstring(draw_map(bare(), "es")), HexPlan(melilla())
    at: dict[str, list[tuple[float, float]]] = {}
    for e in root.iter(f"{SVG}text"):
        if re.fullmatch(r"\d\d", e.text or ""):
            at.setdefault(e.text or "", []).append((float(e.get("x", "0")), float(e.get("y", "0"))))
    assert set(at) == {"01", "05", *(str(n) for n in range(10, 46, 5))}
    x, _ = plan.centre("3513")
    assert sorted({round(point[0] - x) for point in at["35"]}) == [0]
    _, y = plan.centre("0115")
    assert [point for point in at["15"] if point[0] < BROAD and abs(point[1] - 5 - y) < 1]


def test_the_frame_stays_in_the_picture_and_the_header_is_low() -> None:
    """The header takes less than 60 of 1280 pixels; the frame ends above the legend."""
    assert HEADER < 60
    for crop in (None, CLOSE["melilla"]):
        plan, root = HexPlan(melilla(), crop), ET.fromstring(draw_map(bare(), "es", crop=crop))
        assert plan.bottom < float((root.get("viewBox") or "").split()[3])
        assert plan.box[0] > 0
        assert plan.box[2] < WIDTH


def test_the_cartouche_lies_in_the_sea_and_lists_the_signs_once() -> None:
    """Title, scale and signs on the whole map; in the legend on a close-up."""
    whole, near = draw_map(bare(), "en"), draw_map(bare(), "en", crop=CLOSE["melilla"])
    for word in ("railway", "main road", "zone line", "airport"):
        assert whole.count(f">{word}</text>") == 1
    assert near.count(">railway</text>") == 1
    assert "The Melilla command" in whole
    assert "The Melilla command" not in near


def test_zones_are_drawn_as_the_map_says_and_stand_in_the_legend_by_name() -> None:
    """A line where two meet, of which hexes beside none of them know nothing; an area within a line all around it."""
    map_ = small_map()
    for about in map_["hexes"].values():
        about.pop("zone", None)
    map_["zones"] = {"north": ["0202", "0302"], "south": ["0303"], "camp": ["0404"]}
    plan = HexPlan(map_)
    assert zone_border(plan, {"0202": "north", "0302": "north", "0303": "south"}).count("M") == 1
    assert zone_border(plan, {"0202": "north", "0404": "south"}) == ""
    assert zone_border(plan, {"0404": "camp"}, alone=True).count("L") == 6
    bare_map = draw_map(small(map_=map_), "en")
    map_["drawing"]["zones"] = [
        {"id": "tribes", "kind": "border", "zones": ["north", "south"]},
        {"id": "camps", "kind": "area", "zones": ["camp"]},
    ]
    drawn = draw_map(small(map_=map_), "en", naming=Naming(names={"zones.tribes": "a border", "camps": "a place"}))
    assert (">a border</text>" in drawn, ">camps</text>" in drawn, ">a place</text>" in drawn) == (True, False, True)
    assert drawn.count(palette.ZONE) > bare_map.count(palette.ZONE)


def test_names_keep_off_the_wind_rose() -> None:
    """A sea is named beside it."""
    map_ = game_map("rif1926")
    plan = HexPlan(map_)
    (left, top, right, bottom), *_ = rose_box(plan, map_)
    at = map_["drawing"]["rose"]
    map_["drawing"]["labels"] = [{"kind": "cape", "name": {"en": "Cape"}, "at": at, "size": 2}]
    x, y = (float(n) for n in re.findall(r'x="([\d.]+)" y="([\d.]+)"[^>]*>Cape<', draw_map(small(map_=map_), "en"))[0])
    assert not (left < x < right and top < y < bottom)
    assert rose_box(HexPlan(map_, hex_crop(map_, 20, 1, 31, 12)), map_) == []


@pytest.mark.parametrize("scene", [crowded, landing, bare])
def test_the_whole_map_stays_small(scene: Callable[[], Scene]) -> None:
    """Below 400 kB of SVG."""
    assert len(draw_map(scene(), "es").encode()) < 400_000


# Colours


@pytest.mark.parametrize("ground", GROUNDS)
def test_numbers_and_names_can_be_read_on_every_ground(ground: str) -> None:
    """Hex numbers 4.5 to 1 on what lies under them, names on their halo; lines that matter 3 to 1."""
    number = palette.NUMBER_SEA if ground in ("sea", "lagoon") else palette.NUMBER
    halo = palette.MOUNTAIN if ground == "high" else GROUNDS[ground]  # in mountains numbers have a halo of that tint
    assert contrast(number, halo) >= 4.5
    assert contrast(palette.LABEL, GROUNDS[ground]) >= 7
    for ink in (palette.ROAD, palette.RAIL, palette.ZONE, palette.SUMMIT):
        assert contrast(ink, GROUNDS[ground]) >= 3


def test_water_is_told_from_land_by_colour_blind_readers() -> None:
    """Sea and land differ, and the coast line stands out from both."""
    for kind in BLIND:
        sea, land = seen(palette.SEA, kind), seen(palette.LAND, kind)
        assert sum((a - b) ** 2 for a, b in zip(sea, land, strict=True)) ** 0.5 > 0.08
    assert contrast(palette.COAST, palette.SEA) >= 3
    assert contrast(palette.COAST, palette.LAND) >= 3


def test_all_colours_find_room_in_the_png() -> None:
    """Each colour that is drawn is among the 64, and so are the mixes that soften edges."""
    drawn = {c for svg in (draw_map(bare(), "es"), draw_map(bare(), "es", crop=CLOSE["melilla"]))
             for c in re.findall(r'"(#[0-9a-f]{6})"', svg)}  # fmt: skip
    blended = {palette.GRID}
    assert drawn - blended <= set(palette.flat_colours())
    mixed = {palette.mixed(*pair) for pair in (*palette.SOFT, *palette.SOFT_SIDES)}
    assert mixed <= set(palette.flat_colours())
    assert len(palette.flat_colours()) <= COLOURS


# The map file and its review


def test_the_shipped_map_is_sound() -> None:
    """No hole, nothing off the board, every line a line."""
    assert map_faults(melilla()) == []
    assert map_faults(small_map()) == []


def test_every_hex_against_the_rule_of_thumb_has_its_reason() -> None:
    """Each stands in one group of the review, is not what the rule of thumb says, and the counts are right."""
    review, hexes = melilla()["review"], melilla()["hexes"]
    grouped = [(space, group) for group in review["groups"] for space in group["hexes"]]
    assert len({space for space, _ in grouped}) == len(grouped) == review["differ"]
    assert review["hexes"] == len(hexes)
    for space, group in grouped:
        ground = hexes[space]["terrain"][0]
        wet = ground in ("sea", "mar-chica")
        assert not wet if group["thumb"] == "sea" else wet if group["thumb"] == "land" else ground != group["thumb"]
        assert len(group["note"]) > 30


def test_ridges_summits_and_coast_agree_with_the_hexes() -> None:
    """What was drawn by hand, as a rule of thumb: a ridge or summit is mountain, what the coast holds is land.

    Each hex that is otherwise has a note of its own or belongs to a group of the review.
    """
    map_, plan = melilla(), HexPlan(melilla())
    explained = {space for group in map_["review"]["groups"] for space in group["hexes"]}
    explained |= {space for space, data in map_["hexes"].items() if "note" in data}
    drawing = map_["drawing"]
    crossed = {cell_at(p) for r in drawing["ridges"] for p in resample([plan.lattice(q) for q in r["line"]], 0.25)}
    summits = {cell_at(plan.lattice(summit["at"])) for summit in drawing["summits"]}
    shore = [plan.at(point) for point in drawing["coast"][0]["line"]]
    far = 10_000.0
    ring = [*shore, (far, shore[-1][1]), (far, far), (-far, far), (-far, shore[0][1])]
    for space, data in map_["hexes"].items():
        if space in explained:
            continue
        ground = data["terrain"][0]
        assert column_row(space) not in crossed | summits or ground == "mountain", space
        assert inside(plan.centre(space), ring) == (ground in ("clear", "mountain")), space


# Bad input


def _lack(map_: dict[str, Any], *path: Any) -> None:
    for key in path[:-1]:
        map_ = map_[key]
    del map_[path[-1]]


def _first(map_: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = map_["drawing"][kind][0]
    return found


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "hole": (lambda m: _lack(m, "hexes", "1916"), r"^map: 1 of 1196 hexes are missing, the first is 1916\.$"),
    "town off the board": (
        lambda m: m["hexes"].update({"9912": {"terrain": ["clear"], "place": {"id": "troya", "label": "e"}}}),
        r"^map, hexes: 9912 is no hex of this map\.$",
    ),
    "town far from its degrees": (
        lambda m: m["hexes"]["3907"]["place"].update(lon="-3.9"), r"melilla stands in 3907, but its degrees",
    ),
    "label off the board": (lambda m: _first(m, "labels").update(at=[-90000, 0]), r"label 'Mediter.* off the board"),
    "summit off the board": (lambda m: _first(m, "summits").update(at=[0, 999999]), r"summit gurugu .* off the board"),
    "ridge of one point": (lambda m: _first(m, "ridges").update(line=[[1, 1]]), r"ridge tres-forcas is no line"),
    "river of one place": (lambda m: _first(m, "rivers").update(line=[[1, 1], [1, 1]]), r"river kert is no line"),
    "open coast": (
        lambda m: _first(m, "coast").update(line=_first(m, "coast")["line"][:60]),
        r"coast main is not closed and ends at .* inside the board",
    ),
    "road that jumps": (lambda m: m["roads"][0]["hexes"].pop(3), r"^map, road: 3909 and 3911 do not touch\.$"),
    "railway off the board": (
        lambda m: _first(m, "railways")["hexes"].append("4799"), r"railway cemr goes through 4799",
    ),
    "bridge off the board": (lambda m: _first(m, "bridges").update(hex="4799"), r"bridge stands in 4799"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_map_is_told_exactly(kind: str) -> None:
    """One sentence that names what and where."""
    change, told = BROKEN[kind]
    faults = map_faults(changed(change))
    assert any(re.search(told, fault) for fault in faults), faults


def test_a_broken_map_is_refused_when_a_game_reads_it(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not first when a picture of it looks odd."""
    path = tmp_path / "hole.json"
    path.write_text(json.dumps(changed(lambda m: _lack(m, "hexes", "1613"))), "utf-8")
    monkeypatch.setattr("pbem.gamedata.rulesets.shipped_path", lambda *p: path if "maps" in p[-1] else shipped_path(*p))
    with pytest.raises(BadInput, match=r"hole.json: map: 1 of 1196 hexes are missing"):
        game_map("legion")


@pytest.mark.parametrize("kind", ["ridges", "rivers", "coast"])
def test_a_line_of_one_point_is_refused_by_the_drawing_too(kind: str) -> None:
    """For maps that were never read from a file."""
    map_ = changed(lambda m: _first(m, kind).update(line=[[60000, 60000]]))
    with pytest.raises(MapError, match=r"has 1 points"):
        draw_map(replace(bare(), map=map_), "es")


@pytest.mark.parametrize("kind", ["hole", "town off the board"])
def test_a_map_that_is_no_board_is_refused_in_the_board_s_words(kind: str) -> None:
    change, told = BROKEN[kind]
    with pytest.raises(MapError, match=told):
        draw_map(replace(bare(), map=changed(change)), "es")


@pytest.mark.parametrize("kind", ["label off the board", "summit off the board"])
def test_a_map_with_such_faults_is_still_drawn(kind: str) -> None:
    """What lies off the board is left out."""
    drawn = draw_map(replace(bare(), map=changed(BROKEN[kind][0])), "es", crop=CLOSE["annual"])
    assert draw_map(bare(), "es", crop=CLOSE["annual"]) == drawn


def test_a_map_without_size_goes_as_far_as_its_hexes_and_shows_its_holes() -> None:
    """As none of the grounds; one that has all hexes of its columns and rows has none."""

    def strip(map_: dict[str, Any], *holes: str) -> None:
        for path in (("size",), *(("hexes", hole) for hole in holes)):
            _lack(map_, *path)

    whole = draw_map(replace(bare(), map=changed(strip)), "es", crop=CLOSE["annual"])
    holed = draw_map(replace(bare(), map=changed(lambda m: strip(m, "1916"))), "es", crop=CLOSE["annual"])
    assert whole == draw_map(bare(), "es", crop=CLOSE["annual"])
    hole = rf'<path d="M[^"]+" fill="{palette.BEYOND}"'
    assert (re.search(hole, whole), re.search(hole, holed) is not None) == (None, True)


def test_names_of_eighty_letters_stay_inside() -> None:
    """A sea, a river, a summit and the map itself: made smaller, shortened or left out, never cut by the frame."""
    long = ("Extraordinariamente largo " * 4)[:80]

    def rename(map_: dict[str, Any]) -> None:
        map_["name"] = {"es": f"{long}: {long}", "en": long}
        for kind in ("labels", "rivers", "summits"):
            for thing in map_["drawing"][kind]:
                thing["name"] = {"es": long, "en": long}

    for crop in (None, CLOSE["annual"]):
        plan, svg = HexPlan(melilla(), crop), draw_map(replace(bare(), map=changed(rename)), "es", crop=crop)
        for name, box in level_boxes(svg):
            assert plan.box[0] <= box[0] < box[2] <= plan.box[2], name
    assert "…" in draw_map(replace(bare(), map=changed(rename)), "es")


def test_a_map_from_before_ridges_and_cartouche_is_drawn_whole() -> None:
    """Archived games have such maps: the signs go to the legend, mountains have their spurs, the lagoon its tint."""

    def strip(map_: dict[str, Any]) -> None:
        for key in ("ridges", "summits", "waters", "cartouche", "rose"):
            del map_["drawing"][key]

    svg = draw_map(replace(bare(), map=changed(strip)), "en")
    for sign in (palette.HACHURE, palette.HIGH, palette.LAGOON):
        assert sign in svg
    assert svg.count(">railway</text>") == 1


def test_a_map_of_nothing_but_mountains_is_drawn() -> None:
    """Mountains to the very edge, no ridge, no coast."""
    map_ = small_map()
    for data in map_["hexes"].values():
        data["terrain"] = ["mountain"]
    svg = draw_map(small(map_=map_), "es")
    assert palette.HIGH in svg
    assert palette.HACHURE in svg


def test_close_ups_choose_what_happened() -> None:
    """The crop of the crowded scene is drawn with all its ground."""
    svg = draw_map(crowded(), "en", crop=action_crop(crowded()))
    assert palette.HACHURE in svg


def test_the_name_of_a_range_is_moved_but_not_into_the_sea() -> None:
    """Nor that of a sea on land; a cape, a plain or a tribe may be named where there is room."""
    plan = HexPlan(small_map())
    land, water = plan.centre("0303"), plan.centre("0301")
    where = {"mountain": [land], "sea": [water], "cape": [land, water]}
    assert {kind: toponyms._on_its_ground(plan, {"kind": kind}, [land, water], 60.0) for kind in where} == where
