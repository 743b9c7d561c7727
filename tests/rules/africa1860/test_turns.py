"""Which phase follows, and who may still move in one."""

import pytest

from pbem.rules.africa1860.activation import judge_activate
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.standing import is_able
from pbem.rules.africa1860.turns import following, may_move
from tests.rules.africa1860.position import make


@pytest.mark.rule("AFR-3.1")
@pytest.mark.parametrize(
    ("graph", "phase", "after"),
    [
        ("a-b", "set-up", "spanish-fire"),
        ("a-b", "spanish-fire", "spanish-movement"),
        ("a-b", "spanish-movement", "moroccan-fire"),
        ("a-b-c", "spanish-movement", "moroccan-movement"),
        ("a-b-c", "moroccan-movement", "end-of-turn"),
        ("a-b", "end-of-turn", "spanish-fire"),
        ("a-b-c", "end-of-turn", "spanish-movement"),
    ],
)
def test_phases_in_which_nothing_can_be_done_are_passed_over(graph: str, phase: str, after: str) -> None:
    state = make(graph, {"caz-vergara": graph[0], "gum-hamsa": graph[-1]}, phase, turn=3)
    assert following(state) == (3, after)


@pytest.mark.rule("AFR-3.1")
def test_who_was_entered_fires_and_then_all_fight() -> None:
    units = {"caz-vergara": {"at": "b", "origin": "a"}, "gum-hamsa": "b"}
    entered = make("a-b", units, "spanish-movement", entered=["b"])
    assert following(entered) == (1, "moroccan-defensive-fire")
    assert following(make("a-b", units, "moroccan-defensive-fire", entered=["b"])) == (1, "spanish-shock")
    gone = make("a-b-c", {"caz-vergara": "b", "gum-hamsa": "c"}, "spanish-movement", entered=["b"])
    assert following(gone) == (1, "moroccan-fire")
    lost = make("a-b-c", {"caz-vergara": "a", "gum-hamsa": "b"}, "spanish-movement", entered=["b"])
    assert following(lost) == (1, "moroccan-fire")


@pytest.mark.rule("AFR-4.4", "AFR-12.7")
@pytest.mark.parametrize(
    ("at", "scenario", "moves"),
    [
        ("a", "castillejos", True), ("aboard", "castillejos", True), ("aboard", "tetuan", False),
        ("eliminated", "castillejos", False), ("eliminated", "tetuan", False),
    ],
)  # fmt: skip
def test_who_is_on_the_map_may_move_and_who_may_land(at: str, scenario: str, moves: bool) -> None:
    state = make("a-b", {"caz-vergara": at, "gum-hamsa": "b"}, scenario=scenario)
    assert may_move(state, "caz-vergara") is moves
    moved = make("a-b", {"caz-vergara": {"at": at, "moved": True}, "bia-2": "b"}, scenario=scenario)
    assert [unit for unit in moved.units if may_move(moved, unit)] == []


@pytest.mark.rule("AFR-11.1")
@pytest.mark.parametrize("scenario", ["", "castillejos", "tetuan", "wad-ras"])
def test_objectives_are_areas_of_the_map_and_one_is_needed_where_nothing_is_said(scenario: str) -> None:
    made = make("a-b", {"caz-vergara": "a"}, scenario=scenario).scenario
    assert made.objectives == ()
    assert scenario or made.needed == 1


@pytest.mark.rule("AFR-14.4", "AFR-4.6")
@pytest.mark.parametrize(("scenario", "enters"), [("", True), ("castillejos", True), ("wad-ras", False)])
def test_guns_and_convoys_enter_no_river_of_wad_ras_and_infantry_does(scenario: str, enters: bool) -> None:
    units = {
        "gun": {"at": "a", "type": "AM", "side": "spanish"},
        "convoy": {"at": "a", "type": "CONVOY", "side": "spanish"},
    }
    made = make("a-b", {**units, "caz-vergara": "a"}, terrain={"b": "river"}, scenario=scenario).scenario
    open_ = {unit for unit in made.counters if made.tables["terrain"]["river"]["cost"][made.counters[unit].kind.column]}
    found = {unit for unit in made.counters if made.cost(unit, "b") is not None}
    assert found == (open_ if enters else {"caz-vergara"})
    assert open_ > {"caz-vergara"}


@pytest.mark.rule("AFR-8.1", "AFR-9.1")
@pytest.mark.parametrize(
    ("unit", "rule"), [("husares-princesa", "AFR-8.1"), ("bia-2", "AFR-9.1"), ("ceres", "AFR-9.1")]
)
def test_who_has_no_activation_left_is_told_by_the_clause_of_his_kind(unit: str, rule: str) -> None:
    state = make("a-b-c", {unit: {"at": "a", "activations": 2}, "gum-arbaa": "c"}, terrain={"a": "clear coastal"})
    (fault,) = judge_activate(state, "spanish", Activate(units=(unit,), move=("b",))).faults
    assert (fault.code, fault.rule) == ("already-activated", rule)


@pytest.mark.rule("AFR-8.1", "AFR-9.1")
def test_who_stands_somewhere_and_has_an_activation_left_is_able() -> None:
    at = {"okla": "a", "kabul": "off-map", "seyyid-1": {"at": "a", "activations": 1}, "gum-hamsa": "a"}
    state = make("a-b", at, "moroccan-movement")
    assert [unit for unit in sorted(state.units) if is_able(state, unit)] == ["okla"]
