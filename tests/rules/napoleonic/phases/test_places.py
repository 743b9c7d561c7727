"""What a position keeps of piles, markers, facings and zones as counters come and go (NAP-1.5, 5.6, 6.1, 8.15)."""

import pytest

from pbem.kit.frozen import alter
from pbem.rules.napoleonic.command_phase import divisions_in_play
from pbem.rules.napoleonic.state import State, marked, place, removed
from tests.rules.napoleonic.factory import foot, make


def position() -> State:
    """Two stacks that are marked and piled, an enemy before them."""
    units = [
        foot("a", "french", "0303", facing="SE"), foot("b", "french", "0305", facing="NE"),
        foot("c", "french", "0305", facing="NE", pf=4), foot("x", "spanish", "0404", facing="NW"),
    ]  # fmt: skip
    return make(units, markers={"0303": "0404", "0305": "0404"}, piles={"0303": ["a"], "0305": ["c", "b"]})


@pytest.mark.rule("NAP-8.15", "NAP-1.5")
def test_a_hex_that_all_have_left_has_neither_marker_nor_pile_and_others_keep_theirs() -> None:
    state = position()
    assert state.piled == ("0303", "0305")
    gone = removed(state, "a", status="eliminated")
    assert (gone.markers, gone.piled, gone.pile("0303")) == ({"0305": "0404"}, ("0305",), ())
    one = removed(state, "c", status="eliminated")
    assert (one.markers, one.piled, one.pile("0305")) == (state.markers, state.piled, ("b",))
    joined = place(state, "a", "0305", 1)
    assert (joined.markers, joined.piled) == ({"0305": "0404"}, ())
    assert joined.pile("0305") == ("a", "b", "c"), "most PF first, then id: who joins undoes the order of a pile"


@pytest.mark.rule("NAP-5.6")
@pytest.mark.parametrize(
    ("there", "comes", "facing"),
    [
        ("normal normal", "normal", 2), ("skirmish normal", "normal", 2), ("skirmish skirmish", "normal", 5),
        ("skirmish skirmish", "skirmish", 2), ("normal normal", "skirmish", 2),
    ],
)  # fmt: skip
def test_who_joins_takes_the_facing_of_a_hex_unless_he_alone_has_one(there: str, comes: str, facing: int) -> None:
    units = [foot(f"u{n}", "french", "0303", facing="SE", formation=each) for n, each in enumerate(there.split())]
    state = make([*units, foot("new", "french", "0305", formation=comes)])
    joined = place(state, "new", "0303", 5)
    assert {joined.units[unit].facing for unit in joined.pile("0303")} == {facing}


@pytest.mark.rule("NAP-6.1")
def test_zones_of_control_change_with_their_own_counters() -> None:
    state = position()
    for unit, side, other in (("x", "spanish", "french"), ("a", "french", "spanish")):
        before = state.zones_of(side), state.zones_of(other)
        turned = marked(state, (unit,), facing=0)
        assert turned.zones_of(side) == alter(turned, _known={}).zones_of(side) != before[0]
        assert turned.zones_of(other) == before[1]


@pytest.mark.rule("NAP-2.3")
def test_divisions_in_play_are_ones_own_with_a_counter_on_the_map() -> None:
    units = [
        foot("a", "french", "0303", division="one"), foot("b", "french", "off-map", division="one"),
        foot("c", "french", "eliminated", division="two"), foot("x", "spanish", "0404", division="three"),
    ]  # fmt: skip
    divisions = {"one": {"side": "french"}, "two": {"side": "french"}, "three": {"side": "spanish"}}
    state = make(units, divisions=divisions)
    assert (divisions_in_play(state, "french"), divisions_in_play(state, "spanish")) == (("one",), ("three",))
