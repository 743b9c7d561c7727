"""Positions written down and read again: what is left out, what silence means, what cannot be (NAP-0.3, 1.5, 5.6)."""

from typing import Any

import pytest

from pbem.rules.napoleonic.saving import dump, initial, load
from pbem.rules.napoleonic.state import Division
from tests.rules.napoleonic.factory import foot, make, scenario

GUNS = {"id": "guns", "side": "french", "type": "artillery", "pf": 4, "at": "0305"}


def test_of_a_unit_only_what_is_not_as_usual_is_written() -> None:
    units = [
        foot("a", "french", "0303"), foot("b", "french", "0304", facing="SE", morale="routed"),
        foot("c", "french", "eliminated", lost=2), {"id": "gen", "side": "french", "type": "leader", "at": "taken"},
    ]  # fmt: skip
    written = dump(make(units))["units"]
    assert written == {
        "a": {"at": "0303"}, "b": {"at": "0304", "facing": "SE", "morale": "routed"},
        "c": {"at": "eliminated", "lost": 2}, "gen": {"at": "taken"},
    }  # fmt: skip
    full = dump(make(units), full=True)["units"]["a"]
    assert (full["facing"], full["status"], full["morale"], full["lost"]) == ("N", "map", "normal", 0)


def test_a_position_is_read_again_as_it_was_written() -> None:
    units = [
        foot("a", "french", "0303", division="one", facing="SE"), foot("b", "french", "0303", division="one", pf=4),
        foot("x", "spanish", "0403", facing="NW", morale="disorganised"), GUNS,
        {"id": "gen", "side": "french", "type": "leader", "at": "0303", "division": "one"},
    ]  # fmt: skip
    state = make(
        units, map_={"terrain": {"0808": "town"}}, piles={"0303": ["b", "a"]}, markers={"0303": "0403"},
        holders={"0808": "french"}, points={"french": 3}, turn=4, winner="draw", victory="draw",
        divisions={"one": {"side": "french", "leader": "gen", "order": "defence", "lost-this-turn": 2}},
    )  # fmt: skip
    for full in (False, True):
        assert load(state.scenario, dump(state, full=full)) == state
    assert (state.points, state.holders) == ({"french": 3, "spanish": 0}, {"0808": "french"})


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ({"units": {"a": 3}}, "unit a: an object of fields is expected"),
        ({"units": {"a": {"at": "0999"}}}, "unit a: '0999' is no hex of the map"),
        ({"units": {"a": {"facing": "W"}}}, "unit a: the facing is one of N, NE, SE, S, SW, NW"),
        ({"units": {"a": {"at": "0303"}, "x": {"at": "0303"}}}, "counters of both sides stand in 0303: a, x"),
        ({"divisions": [1]}, "divisions is an object"),
        ({"divisions": {"two": {}}}, "division two: its side is missing"),
        ({"divisions": {"one": {"leader": "nobody"}}}, "division one"),
        ({"markers": {"0999": "0303"}}, "markers: 0999 is no hex of the map"),
        ({"piles": {"0303": ["a"]}}, "piles: 0303 holds nobody"),
        ({"units": {"a": {"at": "0303"}}, "piles": {"0303": ["x"]}}, "piles: 0303 holds a"),
        ({"turn": 18}, "turn"), ({"turn": 0}, "turn"), ({"phase": "noon"}, "phase"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(field: dict[str, Any], told: str) -> None:
    made = scenario([foot("a", "french", "", division="one"), foot("x", "spanish", "")])
    with pytest.raises(ValueError, match=told):
        load(made, {"turn": 1, "phase": "french-fire", **field})


def test_what_silence_means() -> None:
    made = scenario([foot("a", "french", "", division="one"), foot("b", "french", "", division="one"), GUNS])
    state = load(
        made, {"turn": 17, "phase": "french-fire", "units": {"guns": {"at": "0303"}}, "markers": {"0303": None}}
    )
    assert (state.turn, state.markers, state.points) == (17, {}, {"french": 0, "spanish": 0})
    assert (state.units["a"].status, state.units["a"].at, state.units["a"].formation) == ("off-map", None, "normal")
    assert state.divisions == {"one": Division("french", start=16)}
    assert state.units["guns"].formation == "deployed"
    on_no_hex = load(made, {"phase": "french-fire", "units": {"a": {"at": "map"}, "b": {"status": "map"}}})
    assert {on_no_hex.units[each].status for each in "ab"} == {"off-map"}
    routed = load(made, {"phase": "french-fire", "units": {"guns": {"at": "0303", "morale": "routed"}}})
    assert routed.units["guns"].formation == "limbered"


@pytest.mark.rule("NAP-1.5", "NAP-5.6")
def test_a_hex_has_the_facing_of_the_first_of_its_pile_that_has_one() -> None:
    units = [
        foot("a", "french", "0303", facing="S", formation="skirmish"), foot("b", "french", "0303", facing="NE", pf=4),
        foot("c", "french", "0303", facing="SW", pf=2), foot("d", "french", "0304", facing="S", formation="skirmish"),
    ]  # fmt: skip
    state = make(units)
    assert state.piles["0303"] == ("b", "c", "a")
    assert [state.units[each].facing for each in "abcd"] == [1, 1, 1, 3]
    assert (state.piled, make(units, piles={"0303": ["a", "c", "b"]}).piled) == ((), ("0303",))
    assert make(units, piles={"0303": ["a", "c", "b"]}, piled=[]).piled == ()


@pytest.mark.rule("NAP-15.5")
@pytest.mark.parametrize(
    ("more", "holder"),
    [({}, "french"), ({"morale": "disorganised"}, "spanish"), ({"type": "cavalry"}, "spanish")],
)
def test_infantry_in_normal_morale_in_a_town_holds_it(more: dict[str, Any], holder: str) -> None:
    state = make([{**foot("a", "french", "0303"), **more}], map_={"terrain": {"0303": "town"}})
    assert state.holders == {"0303": holder}


@pytest.mark.rule("NAP-15.4", "NAP-15.2")
def test_before_the_first_phase_all_are_off_the_map_and_guns_that_enter_are_limbered() -> None:
    west = {"side": "french", "hexes": ["0103"], "road": None, "face": "SE"}
    units = [
        {**GUNS, "entry": "west", "at": ""},
        {**GUNS, "id": "stay", "at": ""},
        {"id": "gen-barbou", "side": "french", "type": "leader"},
        foot("a", "french", "", division="barbou"),
    ]
    state = initial(scenario(units, {"entry": {"west": west}}))
    assert [(each.status, each.formation) for each in state.units.values()] == [
        ("off-map", "normal"), ("off-map", "normal"), ("off-map", "limbered"), ("off-map", "deployed"),
    ]  # fmt: skip
    assert [*state.divisions] == ["barbou"]
    assert (state.divisions["barbou"].rating, state.divisions["barbou"].order) == (4, "attack")


@pytest.mark.parametrize(
    ("unit", "formation", "others"),
    [(GUNS, "normal", "limbered, deployed"), (foot("a", "french", "0303"), "deployed", "normal, skirmish, square")],
    ids=["guns", "foot"],
)
def test_no_counter_has_a_formation_that_its_arm_does_not_know(
    unit: dict[str, Any], formation: str, others: str
) -> None:
    """A ruling that gives it one is refused, before its cost is asked for."""
    with pytest.raises(ValueError, match=f"its formation is one of .*, not '{formation}'") as refused:
        make([{**unit, "formation": formation}])
    assert {*others.split(", ")} == {*str(refused.value).partition("one of ")[2].partition(", not")[0].split(", ")}
