"""Counters on the map: piles that can be read, signs of what they did, what is told of bad ones."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.scene import Arrow, Counter, Scene
from pbem.report.svg import Naming, draw_map, hex_crop
from pbem.report.svg.base import metrics
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import overlap
from pbem.report.svg.base.plan import MapError
from pbem.report.svg.pieces import states
from pbem.report.svg.pieces.counters import counter_face, sign_boxes
from pbem.report.svg.pieces.piles import VISIBLE, counter_size, piles, strength_of
from pbem.report.svg.pieces.signs import Signs
from tests.report.making import landing, piece, small
from tests.report.svg.golden_scenes import tiny
from tests.report.turns import turns


def words(svg: str) -> list[str]:
    """All texts of a picture."""
    return [e.text or "" for e in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def heap(count: int, **more: Any) -> Scene:
    """So many counters of a side in one hex of a tiny map."""
    return tiny("Heap", counters=tuple(piece(f"u{i:02d}", "spanish", "0203", **more) for i in range(count)))


@pytest.mark.parametrize("count", [2, 3, 4, 7, 30])
def test_a_pile_shows_the_names_of_four_and_how_many_there_are(count: int) -> None:
    """The upper edge of each below the topmost; the rest by the number."""
    shown = words(draw_map(heap(count), "es"))
    named = [word for word in shown if re.fullmatch(r"U\d\d", word)]
    assert named == [f"U{i:02d}" for i in range(max(0, count - VISIBLE), count)]
    assert f"×{count}" in shown


def test_who_stands_alone_has_no_number() -> None:
    """No "×1"."""
    assert not any(word.startswith("×") for word in words(draw_map(heap(1), "es")))


@pytest.mark.parametrize("count", [1, 2, 4, 30])
def test_a_pile_stays_in_its_hex(count: int) -> None:
    """However many there are: no higher than the hex, no wider than a counter."""
    plan = HexPlan(heap(count).map)
    (pile,) = piles(plan, heap(count))
    x, y = plan.centre("0203")
    left, top, right, bottom = pile.box
    assert y - plan.radius * 0.87 < top < bottom < y + plan.radius * 0.87
    assert abs((left + right) / 2 - x) < 1
    assert right - left <= counter_size(plan) + 1


def test_three_sides_in_a_hex_stand_beside_each_other() -> None:
    """None covers another."""
    scene = tiny("Three", counters=tuple(piece(side, side, "0203") for side in ("a", "b", "c")))
    boxes = [pile.box for pile in piles(HexPlan(scene.map), replace(scene, sides=("a", "b", "c")))]
    assert len(boxes) == 3
    assert all(overlap(a, b) == 0 for i, a in enumerate(boxes) for b in boxes[:i])


def test_the_number_of_a_pile_touches_no_other_counter() -> None:
    """Piles in neighbouring hexes."""
    spaces = ("0203", "0202", "0304", "0103")
    scene = tiny("Near", counters=tuple(piece(f"{s}{i}", "spanish", s) for s in spaces for i in range(3)))
    plan = HexPlan(scene.map)
    standing = piles(plan, scene)
    discs = sign_boxes(plan, scene, standing, Signs())
    assert len(discs) == len(standing)
    for pile, disc in zip(standing, discs, strict=True):
        assert overlap(disc, pile.box) > 0
        assert all(overlap(disc, other.box) == 0 for other in standing if other != pile)


@pytest.mark.parametrize(
    ("factors", "strength", "figure"),
    [
        (("3-5",), "", "3"),
        (("3-5", "4-4"), "", "7"),
        (("12",), "", ""),
        (("12", "12", "12"), "", "3"),
        (("9-3",), "1/2", "9"),
        (("9-3",), "5", "5"),
        (("",), "", ""),
    ],
)
def test_an_overview_says_how_strong_a_pile_is(factors: tuple[str, ...], strength: str, figure: str) -> None:
    """Of several that show no strength how many they are: three aircraft."""
    each = piece("u", "spanish", "0203")
    assert strength_of([replace(each, factors=shown, strength=strength) for shown in factors]) == figure


def test_an_overview_shows_blocks_with_their_strength() -> None:
    """A round block for the round side, so that shapes differ where corners are too small to be seen."""
    svg = draw_map(turns()[5], "es")
    assert {"3", "4", "strength"} <= set(words(svg))
    assert 'd="M-54 0A54' in svg
    assert "f-infantry" not in svg


# States ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", sorted(states.SIGNS))
def test_each_state_has_a_sign_with_words_in_the_legend(state: str) -> None:
    """And no two look alike."""
    bare, marked = (
        draw_map(tiny("S", counters=(piece("u", "spanish", "0203", states=s),)), "en") for s in ((), (state,))
    )
    assert len(words(marked)) == len(words(bare)) + 1
    drawings = [states.sign(other) for other in states.SIGNS]
    assert len(set(drawings)) == len(drawings)


@pytest.mark.parametrize(("state", "shown"), [("marched", "moved"), ("landed", "arrived"), ("disrupted", "dispersed")])
def test_states_of_one_meaning_share_a_sign(state: str, shown: str) -> None:
    """A state that no one knows comes last, by its own name."""
    assert states.shown_states(piece("u", "spanish", "0203", states=("unheard-of", state))) == (shown, "unheard-of")


def test_who_is_in_disorder_is_turned() -> None:
    """Panicked to one side, dispersed to the other; the rest stands straight."""
    turned = {state: states.tilt(piece("u", "s", "0203", states=(state,))) for state in states.SIGNS}
    assert turned["panicked"] < 0 < turned["dispersed"]
    assert {turned[state] for state in turned if state not in ("panicked", "dispersed")} == {0}
    assert "rotate(" in counter_face(piece("u", "s", "0203", states=("panicked",)), 0, Signs())


def test_signs_are_large_enough_at_half_size() -> None:
    """Ten pixels across where a close-up of thirteen columns is shown at 640."""
    size = counter_size(HexPlan(turns()[1].map, hex_crop(turns()[1].map, 1, 1, 13, 10)))
    assert 2 * states.RADIUS / 100 * size / 2 >= 10


def test_signs_lie_above_all_counters() -> None:
    """No neighbour hides what a counter did."""
    scene = tiny("S", counters=(piece("a", "spanish", "0202", states=("fired",)), piece("b", "spanish", "0203")))
    svg = draw_map(scene, "es")
    assert svg.index(states.sign("fired")) > svg.rindex('href="#side')


def test_who_is_yet_to_come_is_an_outline() -> None:
    """With its symbol, name and factors; not the filled counter of its side."""
    svg = draw_map(tiny("S", counters=(piece("uno", "spanish", "0203", states=("planned",)),)), "en")
    assert 'href="#side1"' not in svg
    assert {"UNO", "3-4", "planned place"} <= set(words(svg))


# Bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("symbol", "letter"), [("", "?"), ("elephant", "E"), ("<b>", "<"), ("ñu", "Ñ"), ("жук", "?")])
def test_a_counter_without_a_known_symbol_has_its_letter(symbol: str, letter: str) -> None:
    """In the picture and, with its word, in the legend."""
    plain = words(draw_map(tiny("S", counters=(piece("uno", "spanish", "0203"),)), "en"))
    shown = words(draw_map(tiny("S", counters=(piece("uno", "spanish", "0203", symbol),)), "en"))
    assert shown.count(letter) == plain.count(letter) + 2
    assert Naming().name(symbol or "unknown") in shown


def test_a_name_of_eighty_letters_fits_on_a_counter_and_on_an_edge() -> None:
    """Shortened with an ellipsis at a size that can be read."""
    long = "Extraordinariamente largo " * 3 + "sí"
    assert len(long) == 80
    scene = tiny("S", counters=tuple(piece(f"u{i}", "spanish", "0203", short=long, factors="12-10") for i in (1, 2)))
    root = ET.fromstring(draw_map(scene, "es"))
    cut = [e for e in root.iter("{http://www.w3.org/2000/svg}text") if (e.text or "").startswith("E")]
    assert len(cut) == 2
    for e in cut:
        size = float(e.get("font-size", "0"))
        assert (e.text or "").endswith("…")
        assert size >= 13
        assert metrics.width(e.text or "", size, "bold") <= 90


@pytest.mark.parametrize("space", ["", "0505", "Annual"])
def test_a_counter_in_no_hex_is_named(space: str) -> None:
    """An exact error for the referee, not a picture without it."""
    with pytest.raises(MapError, match=f"the counter uno is in {space!r}"):
        draw_map(tiny("S", counters=(piece("uno", "spanish", space),)), "es")


def test_an_empty_counter_is_drawn() -> None:
    """No name, no factors, no corps: the side and the symbol are left."""
    bare = Counter("u", "spanish", "0203", "infantry", {"es": ""}, "", "")
    svg = draw_map(tiny("S", counters=(bare,)), "es")
    assert 'href="#f-infantry' in svg


def test_all_counters_of_a_side_in_one_hex() -> None:
    """Thirty, some planned, on an overview and close up."""
    many = tuple(piece(f"u{i:02d}", "spanish", "0712", states=("planned",) if i % 2 else ()) for i in range(30))
    scene = replace(landing(), counters=many, arrows=(), battles=(), shots=(), ghosts=())
    assert "30" in words(draw_map(scene, "es"))
    assert "×30" in words(draw_map(small(*(replace(u, space="0303") for u in many)), "es"))


def test_the_move_of_a_counter_that_is_gone_is_still_drawn() -> None:
    """It may have been lost after it moved."""
    scene = tiny("S", arrows=(Arrow("gone", "nobody", ("0101", "0102"), "move"),))
    assert "move" in words(draw_map(scene, "en"))


def test_what_ails_a_counter_is_seen_below_another_and_on_the_whole_map() -> None:
    """The signs of its states, as often as counters have them; on blocks once, with words in the legend."""
    ailing = heap(3, states=("dispersed", "unsupplied", "moved"))
    svg = draw_map(ailing, "en")
    for state in ("dispersed", "unsupplied"):
        assert svg.count(states.sign(state)) == 3 + 1, "the three of the pile, and the legend"
    whole = replace(turns()[5], counters=tuple(replace(c, states=("unsupplied", "moved")) for c in turns()[5].counters))
    blocks = len({(c.side, c.space) for c in whole.counters})
    assert draw_map(whole, "en").count(states.sign("unsupplied")) == blocks + 1
    assert "unsupplied" in words(draw_map(whole, "en"))
    assert states.sign("moved") not in draw_map(whole, "en")


@pytest.mark.parametrize("factors", ["4-3-6", "12-10-6"])
def test_a_counter_below_another_has_its_name_and_all_its_figures(factors: str) -> None:
    assert words(draw_map(heap(2, factors=factors, short="F.ART 3"), "en")).count(factors) == 2
    assert words(draw_map(heap(2, factors=factors, short="F.ART 3"), "en")).count("F.ART 3") == 2
