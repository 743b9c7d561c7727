"""What is told of who goes back or is left behind: where a retreat ends with too many, and whom an activation lost."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.kit.judging import Projection
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.activation import what_is_left
from pbem.rules.africa1860.closing import Made, last_into, move_by_themselves
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.retreats import fire_steps, follow, retreat, retreat_clear
from tests.rules.africa1860.position import make, run

FULL = {f"{area}-{number}": {"at": area, "side": "spanish", "type": "IR"} for area in "bcd" for number in (1, 2, 3)}
"""Nine stacking points in each of three areas."""


def full(*areas: str) -> dict[str, Any]:
    return {unit: each for unit, each in FULL.items() if each["at"] in areas}


@pytest.mark.rule("AFR-5.4", "AFR-6.7")
@pytest.mark.parametrize(
    ("unit", "areas", "stays"),
    [
        ("caz-vergara", "", [False]),
        ("caz-vergara", "b", [False, False]),
        ("caz-vergara", "bcd", [True]),
        ("husares-princesa", "bd", [False, False]),
        ("husares-princesa", "bcd", [False, True]),
    ],
)
def test_that_there_is_room_nowhere_is_told_of_the_step_that_ends_there(
    unit: str, areas: Sequence[str], stays: list[bool]
) -> None:
    state = make("a-b-c-d", {unit: "a", **full(*areas)})
    ran = run(state, lambda course: retreat(course, unit, "fire", steps=fire_steps(state, unit)))
    assert [each.stays_over for each in ran.all(facts.Retreated)] == stays


@pytest.mark.rule("AFR-8.2")
def test_who_is_left_behind_by_an_activation_is_named() -> None:
    state = make("a-b c-b", {"husares-princesa": "a", "lanceros-farnesio": "c", "prim": "a"})
    order = Activate(units=("husares-princesa", "prim", "lanceros-farnesio"), move=("b",))
    left, faults = what_is_left(state, "spanish", order)
    assert left.units == ("husares-princesa", "prim")
    assert [(fault.code, fault.args) for fault in faults] == [("order-voided", {"unit": "lanceros-farnesio"})]


@pytest.mark.rule("AFR-10.4", "AFR-6.7")
@pytest.mark.parametrize(
    ("rides_away", "second"), [(False, ("husares-princesa", "prim")), (True, ("husares-princesa",))]
)
def test_a_leader_goes_each_step_with_the_last_unit_unless_he_has_gone_elsewhere(
    rides_away: bool, second: tuple[str, ...]
) -> None:
    def react(course: Course, occasion: Occasion) -> None:
        if rides_away and (occasion.kind, occasion.area) == ("enters", "b"):
            course.play.emit(facts.Moved(units=("prim",), path=("b", "d"), by="activation"))

    state = make("a-b-c b-d", {"husares-princesa": "a", "prim": "a"})
    ran = run(state, lambda course: retreat(course, "husares-princesa", "fire", steps=2), react=react)
    assert [each.units for each in ran.all(facts.Retreated)] == [("husares-princesa", "prim"), second]


@pytest.mark.rule("AFR-4.5")
@pytest.mark.parametrize(("activations", "goes"), [(1, [("art-5", ("b", "d"))]), (2, [])])
def test_demoralized_guns_go_by_themselves_if_they_have_an_activation_left(activations: int, goes: list[Any]) -> None:
    gun = {"at": "b", "demoralized": True, "activations": activations}
    state = make("a-b-d", {"gum-arbaa": "a", "art-5": gun}, "spanish-movement")
    went: list[Any] = []
    move_by_themselves(Projection(evolve, state), "spanish", lambda unit, way, by: went.append((unit, way)))
    assert went == goes


@pytest.mark.rule("AFR-10.4", "AFR-6.9")
def test_a_leader_left_alone_goes_by_the_default_of_a_retreat() -> None:
    state = make("a-b-c c-d", {"prim": "b", "gum-hamsa": "d"})
    ran = run(state, lambda course: follow(course, "b", "spanish", None, "fire"))
    assert [(each.units, each.path) for each in ran.all(facts.Retreated)] == [(("prim",), ("b", "a"))]


@pytest.mark.rule("AFR-5.3")
def test_a_move_whose_points_were_driven_off_again_does_not_fill_an_area() -> None:
    irs = {f"ir-{n}": {"at": "b", "side": "spanish", "type": "IR"} for n in range(4)}
    state = make("a-b-c", {**irs, "leon": "c", "prim": "b"}, "spanish-movement")
    first, last = Made(1, ("ir-0", "ir-1"), ("a", "b")), Made(2, ("leon", "prim"), ("a", "b"))
    assert last_into(state, "spanish", (first, last)) == first
    assert last_into(state, "spanish", (last,)) is None


@pytest.mark.rule("AFR-6.7")
@pytest.mark.parametrize(("option", "left"), [("eliminated", None), ("step", 1)])
def test_who_is_trapped_is_lost_whole_or_by_the_option_by_a_step(option: str, left: int | None) -> None:
    state = make("a-b", {"leon": "a", "caz-vergara": "a", "gum-hamsa": "b"}, options={"trapped": option})
    ran = run(state, lambda course: retreat(course, "leon", "fire"))
    assert [each.left for each in ran.all(facts.Struck)] == ([] if left is None else [left])
    assert [each.unit for each in ran.all(facts.Eliminated)] == (["leon"] if left is None else [])
    light = run(state, lambda course: retreat(course, "caz-vergara", "fire"))
    assert [each.unit for each in light.all(facts.Eliminated)] == ["caz-vergara"]


@pytest.mark.rule("AFR-6.13", "AFR-6.9")
def test_a_retreat_out_of_reach_of_the_enemy_goes_the_shortest_way_and_tells_where_it_ends() -> None:
    near = make("x-a-b-c x-b a-e-f x-e", {"caz-vergara": "a", "gum-hamsa": "x"})
    found: list[str | None] = []
    ran = run(near, lambda course: found.append(retreat_clear(course, "caz-vergara", frozenset())))
    assert [each.path for each in ran.all(facts.Retreated)] == [("a", "b"), ("b", "c")]
    assert found == ["c"]
