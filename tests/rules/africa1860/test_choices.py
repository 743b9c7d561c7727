"""What a form offers: the orders that each unit alone may be given now, and the reactions of who is not asked."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.gamedata.games import compose
from pbem.rules.africa1860.choices import choices
from pbem.rules.africa1860.orders import Activate, Deploy, Fire, Land, Move
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.saving import initial
from pbem.rules.africa1860.state import State, placed
from tests.rules.africa1860.position import make

HORSE = {"type": "CAV", "side": "moroccan", "ff": 3, "fc": 4, "movement": 2}


def told(order: Order) -> str:
    """An order in a few words."""
    match order:
        case Fire():
            return f"fire {order.area}"
        case Move():
            return f"move {' '.join(order.path)}"
        case Land():
            return f"land {order.area}"
        case Deploy():
            return f"deploy {order.area}"
        case Activate(algarabia=ride) if ride is not None:
            return f"ride {ride.via} {ride.fire} {ride.to}"
        case Activate():
            return f"activate fire {order.fire}" if order.fire else f"activate move {' '.join(order.move)}"
    raise AssertionError(order)


def offered(state: State, seat: str) -> Mapping[str, list[str]]:
    """What is offered to a seat, by unit; each order names that unit alone."""
    found = choices(state, seat)
    assert (found.seat, found.phase) == (seat, state.phase)
    return {unit: [told(each.order) for each in orders] for unit, orders in found.actors.items()}


def units(**more: Any) -> dict[str, Any]:
    return {"caz-vergara": "a", "gum-hamsa": "b", **{name.replace("_", "-"): value for name, value in more.items()}}


@pytest.mark.rule("AFR-6.1")
def test_in_its_fire_phase_infantry_is_offered_the_areas_beside_it_where_enemies_are() -> None:
    state = make("a-b a-c a-d b-e", units(gum_arbaa="c", gum_sitta="e"), "spanish-fire")
    assert offered(state, "spanish") == {"caz-vergara": ["fire b", "fire c"]}
    assert choices(state, "spanish").actors["caz-vergara"][0].order == Fire(units=("caz-vergara",), area="b")
    assert offered(state, "moroccan") == {}


@pytest.mark.rule("AFR-4.1", "AFR-4.6")
def test_in_its_movement_a_unit_is_offered_the_areas_that_it_can_enter() -> None:
    state = make("a-b a-c c-d a-w", units(prim="a", husares_princesa="a"), "spanish-movement", terrain={"w": "sea"})
    found = offered(state, "spanish")
    assert found["caz-vergara"] == ["move b", "move c"]
    assert found["prim"] == ["move c", "move c d"]
    assert found["husares-princesa"] == [
        "activate fire b", "activate move b", "activate move c", "activate move c d",
    ]  # fmt: skip


@pytest.mark.rule("AFR-5.3")
def test_no_move_is_offered_that_leaves_too_many_in_an_area() -> None:
    full = dict.fromkeys(("leon", "navarra", "saboya"), "c")
    state = make("a-c a-d c-e", {"caz-vergara": "a", **full}, "spanish-movement")
    assert offered(state, "spanish")["caz-vergara"] == ["move d"]
    alone = make("a-c a-d c-e", {"caz-vergara": "a", "leon": "c"}, "spanish-movement")
    assert offered(alone, "spanish")["caz-vergara"] == ["move c", "move d"]


@pytest.mark.rule("AFR-12.7")
def test_the_marines_are_offered_the_coast_beside_the_gunboat() -> None:
    ground = {"w": "sea", "a": "clear coastal", "b": "clear", "x": "clear coastal", "y": "clear coastal"}
    aboard = {"ceres": "w", "marina-2": "aboard"}
    state = make("w-a w-b w-x x-y", aboard, "spanish-movement", terrain=ground)
    assert offered(state, "spanish")["marina-2"] == ["land a", "land x"]
    gone = make("w-a", {"ceres": "off-map", "marina-2": "aboard"}, "spanish-movement", terrain=ground)
    assert offered(gone, "spanish") == {}
    none = make("w-a", {"marina-2": "aboard"}, "spanish-movement", terrain=ground)
    assert offered(none, "spanish") == {}
    full = dict.fromkeys(("leon", "navarra", "saboya"), "x")
    crowded = make("w-a w-x", {**aboard, **full}, "spanish-movement", terrain=ground)
    assert offered(crowded, "spanish")["marina-2"] == ["land a"]
    at_the_coast = make("w-a a-z", {"ceres": "a", "marina-2": "aboard"}, "spanish-movement", terrain=ground)
    assert offered(at_the_coast, "spanish")["marina-2"] == ["land a"]


@pytest.mark.rule("AFR-9.2")
def test_guns_are_offered_what_is_in_their_range_and_a_move_if_they_have_not_moved() -> None:
    guns = units(art_5="a", gum_arbaa="d", gum_sitta="e")
    state = make("a-b-c-d-e a-z", guns, "spanish-fire")
    near = ["activate fire b", "activate fire d"]
    assert offered(state, "spanish")["art-5"] == [*near, "activate move b", "activate move z"]
    moved = make("a-b-c-d-e a-z", {**guns, "art-5": {"at": "a", "moved": True}}, "spanish-fire")
    assert offered(moved, "spanish")["art-5"] == near
    shaken = make("a-b-c-d-e a-z", {**guns, "art-5": {"at": "a", "demoralized": True}}, "spanish-fire")
    assert not any("fire" in each for each in offered(shaken, "spanish").get("art-5", []))


@pytest.mark.rule("AFR-8.1", "AFR-8.2")
def test_who_is_not_asked_is_offered_reactions() -> None:
    """Cavalry without range fires at the areas beside it; who is no horse and no gun does nothing."""
    state = make("a-b-c b-v", {"caz-vergara": "a", "rider": {"at": "b", **HORSE}, "gum-hamsa": "b"}, "spanish-fire")
    found = offered(state, "moroccan")
    assert set(found) == {"rider"}
    assert [each for each in found["rider"] if each.startswith("activate fire")] == ["activate fire a"]
    assert [each for each in found["rider"] if each.startswith("activate move")] == [
        "activate move a", "activate move c", "activate move v",
    ]  # fmt: skip
    far = make("a-b-c b-v", {"caz-vergara": "a", "rider": {"at": "c", **HORSE}}, "spanish-fire")
    assert not any(each.startswith("activate fire") for each in offered(far, "moroccan")["rider"])
    spent = {"caz-vergara": "a", "rider": {"at": "b", "activations": 1, **HORSE}}
    assert offered(make("a-b-c", spent, "spanish-fire"), "moroccan") == {}


@pytest.mark.rule("AFR-8.4")
def test_moroccan_cavalry_is_offered_each_algarabia() -> None:
    graph = "r-v v-t v-z r-x x-z"
    state = make(graph, {"caz-vergara": "t", "rider": {"at": "r", **HORSE}}, "moroccan-fire")
    rides = [each for each in offered(state, "moroccan")["rider"] if each.startswith("ride")]
    assert rides == ["ride v t r", "ride v t z"]
    assert [each for each in offered(state, "moroccan")["rider"] if "move" in each] == [
        "activate move v t", "activate move v", "activate move x", "activate move v z",
    ]  # fmt: skip
    held = make(graph, {"caz-vergara": "t", "leon": "v", "rider": {"at": "r", **HORSE}}, "moroccan-fire")
    assert not any(each.startswith("ride") for each in offered(held, "moroccan")["rider"])
    round_ = make("r-v r-w v-t w-t", {"caz-vergara": "t", "leon": "v", "rider": {"at": "r", **HORSE}}, "moroccan-fire")
    assert [each for each in offered(round_, "moroccan")["rider"] if each.startswith("ride")] == ["ride w t r"]
    shaken = make(graph, {"caz-vergara": "t", "rider": {"at": "r", "demoralized": True, **HORSE}}, "moroccan-fire")
    assert not any(each.startswith("ride") for each in offered(shaken, "moroccan").get("rider", []))
    unarmed = make(graph, {"caz-vergara": "t", "rider": {"at": "r", **HORSE, "ff": None}}, "moroccan-fire")
    assert not any(each.startswith(("ride", "activate fire")) for each in offered(unarmed, "moroccan")["rider"])
    spanish = make(graph, {"gum-hamsa": "t", "rider": {"at": "r", **HORSE, "side": "spanish"}}, "spanish-fire")
    assert not any(each.startswith("ride") for each in offered(spanish, "spanish")["rider"])


def test_when_the_game_is_over_nothing_is_offered() -> None:
    rider = {"rider": {"at": "b", **HORSE}}
    assert offered(make("a-b", units(**rider), "spanish-fire"), "moroccan")
    state = make("a-b", units(**rider), "spanish-fire", winner="spanish", win_reason="objectives")
    assert offered(state, "spanish") == offered(state, "moroccan") == {}


def test_in_the_enemys_set_up_nobody_else_is_offered_anything() -> None:
    assert offered(make("a-b", units(), "set-up"), "spanish") == {}


@pytest.mark.rule("AFR-13.11")
def test_who_has_a_choice_of_areas_is_offered_those_with_room_and_its_place_is_proposed() -> None:
    data = compose("africa1860", "tetuan")
    state: State = initial(read_scenario(data))
    units = ("achmet", "gaix-anyera", "gaix-tanja", "kabul", "nizam-din", "nizam-nur", "okla")
    both = ["deploy muley-achmed-north", "deploy muley-achmed-south"]
    assert offered(state, "moroccan") == dict.fromkeys(units, both)
    proposed = choices(state, "moroccan").proposed
    assert proposed["okla"] == Deploy(units=("okla",), area="muley-achmed-north")
    assert set(proposed) == set(units)
    north = [unit for unit in state.stack("muley-achmed-north", "moroccan") if unit not in units]
    assert north == []
    full = placed(state, ("nizam-akbar", "nizam-kavir"), "muley-achmed-north", on_top=False)
    assert offered(full, "moroccan")["kabul"] == both[1:]


def test_a_choice_of_fire_tells_its_coins() -> None:
    (choice,) = choices(make("a-b", units(), "spanish-fire"), "spanish").actors["caz-vergara"]
    assert choice.notes


@pytest.mark.rule("AFR-6.3", "AFR-8.4")
def test_cavalry_is_not_offered_fire_that_it_has_too_few_coins_for() -> None:
    """It may be ordered all the same: a leader who comes, or a larger stack, may add a coin."""
    here = {"caz-vergara": "b", "rider": {"at": "a", **HORSE}}
    found = offered(make("a-b a-c", here, "spanish-fire", terrain={"b": "forest"}), "moroccan")["rider"]
    assert [each for each in found if "fire" in each] == []
    assert "activate move c" in found
    assert "activate fire b" in offered(make("a-b a-c", here, "spanish-fire"), "moroccan")["rider"]
