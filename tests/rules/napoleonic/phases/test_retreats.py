"""Retreats: where to, how far, and who cannot (NAP-4.5, 8.15)."""

from typing import Any

import pytest

from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.orders import Fire
from pbem.rules.napoleonic.retreat import best_hex, facing_after, open_hexes
from pbem.rules.napoleonic.scenario import FACINGS
from tests.rules.napoleonic.factory import foot, make, played


@pytest.mark.rule("NAP-8.15", "NAP-6.3", "NAP-3.7")
@pytest.mark.parametrize(
    ("map_", "others", "open_", "best"),
    [
        ({}, [], ["0304", "0402", "0403"], "0304"),
        ({"terrain": {"0403": "dense-wood"}}, [], ["0304", "0402", "0403"], "0304"),
        ({"cliffs": [["0303", "0304"]]}, [], ["0402", "0403"], "0402"),
        ({}, [("x2", "spanish", "0304", {"facing": "S"})], ["0402", "0403"], "0402"),
        ({}, [("x2", "spanish", "0404", {"facing": "NW"})], ["0402"], "0402"),
        ({}, [("x2", "spanish", "0404", {"facing": "S"})], ["0304", "0402", "0403"], "0402"),
        ({}, [("x2", "spanish", "0404", {"facing": "NW"}),
        ("b", "french", "0304", {})], ["0304", "0402"], "0402"),
        ({}, [("x2", "spanish", "0502", {"facing": "N"}), ("x3", "spanish", "0205", {"facing": "S"})],
         ["0304", "0402", "0403"], "0304"),
    ],
)  # fmt: skip
def test_where_to_one_retreats(
    map_: dict[str, Any], others: list[tuple[str, str, str, dict[str, Any]]], open_: list[str], best: str
) -> None:
    more = [foot(id_, side, at, **about) for id_, side, at, about in others]
    state = make([foot("a", "french", "0303"), foot("x", "spanish", "0202", facing="N"), *more], "french-fire", map_)
    found = sorted(open_hexes(state, "a", "0303", "0202"))
    assert found == open_
    assert best_hex(state, "a", found) == best
    assert best_hex(state, "a", []) is None


@pytest.mark.rule("NAP-8.15")
def test_of_equal_hexes_a_retreat_takes_that_nearest_to_its_edge() -> None:
    units = [foot("a", "french", "0303"), foot("x", "spanish", "0403")]
    state = make(units, "french-fire")
    assert best_hex(state, "a", ["0202", "0104", "0106", "0804"]) == "0104"
    assert best_hex(state, "x", ["0202", "0104", "0806", "0804"]) == "0804"


@pytest.mark.rule("NAP-8.15")
@pytest.mark.parametrize(("at", "danger", "facing"), [
    ("0303", "0303", "N"), ("0303", "0306", "S"), ("0303", "0401", "N"), ("0303", "0502", "NE"), ("0303", "0102", "NW"),
    ("0103", "0304", "SE"), ("0301", "0402", "SE"),
])  # fmt: skip
def test_after_a_retreat_one_faces_the_danger(at: str, danger: str, facing: str) -> None:
    assert FACINGS[facing_after(make([]), at, danger)] == facing


@pytest.mark.rule("NAP-4.5", "NAP-8.15")
@pytest.mark.parametrize(
    ("full", "pf", "end", "left"),
    [
        ([], 8, "0304", 8), (["0304"], 8, "0305", 8), (["0304", "0305"], 8, "0306", 7),
        (["0304", "0305", "0306"], 8, "0307", 7),
        (["0304", "0305", "0306", "0307"], 8, "", 0), (["0304", "0305"], 1, "", 0), (["0304"], 1, "0305", 1),
    ],
)  # fmt: skip
def test_a_retreat_into_full_hexes_goes_on(full: list[str], pf: int, end: str, left: int) -> None:
    """A way south between cliffs: there is but one hex to go on to each time."""
    walls = [[f"03{row:02d}", f"0{c}{r:02d}"] for row in range(2, 10) for r in (row - 1, row) for c in (2, 4)]
    units = [
        foot("x", "spanish", "0303", facing="N", pf=pf), foot("a", "french", "0302", facing="S", pf=6),
        *(foot(f"{letter}{at}", "spanish", at, pf=12) for at in full for letter in "pq"),
    ]  # fmt: skip
    state = make(units, "french-fire", {"size": [5, 10], "cliffs": walls})
    told = played(state, [5, *[6] * 6], Fire(unit="a", target="0303"))
    after = state
    for event in told:
        after = evolve(after, event)
    assert (after.units["x"].at or "", after.pf("x") if end else 0) == (end, left)


@pytest.mark.rule("NAP-8.15", "NAP-4.5")
@pytest.mark.parametrize("crowd", [0, 3])
def test_who_cannot_retreat_loses_a_point_and_stays_in_a_full_hex_too(crowd: int) -> None:
    units = [
        foot("x", "spanish", "0101", facing="SE"), foot("a", "french", "0201", facing="NW", pf=6),
        *(foot(f"y-{n}", "spanish", "0101", facing="SE") for n in range(crowd)),
    ]  # fmt: skip
    dice = [5, *([6] * crowd)]
    told = played(make(units, "french-fire", {"size": [3, 3]}), dice, Fire(unit="a", target="0101"))
    assert [(each.unit, each.pf, each.left, each.cause) for each in told if isinstance(each, facts.Lost)] == [
        ("x", 1, 7, "retreat")
    ]
    assert not [each for each in told if isinstance(each, facts.Retreated | facts.Eliminated)]
