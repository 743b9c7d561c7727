"""What is told beside where units are in the end: facts of arrivals and stacks, numbers of a receipt, faults."""

from typing import Any

import pytest

from pbem.core.events import PhaseBegan
from pbem.core.problems import Fault
from pbem.kit.judging import Projection
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.activation import judge_activate, voided
from pbem.rules.africa1860.arrivals import judge_arrival, run_arrivals
from pbem.rules.africa1860.closing import crowding, move_by_themselves, thin_out
from pbem.rules.africa1860.coins import coins_of, flip
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.fire import judge_fire, run_defensive_fire, run_fire
from pbem.rules.africa1860.going import find_walk, nearer_roads, road_distances
from pbem.rules.africa1860.hits import lose_step
from pbem.rules.africa1860.movement import By, judge_land, judge_move, judge_stack, moved_event, settle_area
from pbem.rules.africa1860.orders import Activate, Deploy, Fire, Land, Move, Rally, Stack
from pbem.rules.africa1860.rally import judge_rally
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.retreats import retreat
from pbem.rules.africa1860.saving import load
from pbem.rules.africa1860.setup import judge_set_up
from pbem.rules.africa1860.strength import fire_terms
from tests.rules.africa1860.position import make, run, shipped


@pytest.mark.rule("AFR-11.3")
def test_who_arrives_elsewhere_or_not_at_all_is_told_with_the_area_that_was_meant() -> None:
    units = {"cordoba": "off-map", "gum-hamsa": "area-a", "art-montada-5": "off-map"}
    state = make("", units, "end-of-turn", scenario="castillejos", turn=2, more_areas=("area-a", "area-b"))
    ran = run(state, lambda course: run_arrivals(course.play, {}))
    assert [(each.unit, each.at) for each in ran.all(facts.Delayed)] == [
        ("art-montada-5", "area-a"),
        ("cordoba", "area-a"),
    ]
    free = make("", {**units, "gum-hamsa": "area-b"}, "end-of-turn", scenario="castillejos", turn=2,
                more_areas=("area-a", "area-b"))  # fmt: skip
    ran = run(free, lambda course: run_arrivals(course.play, {}))
    assert [(each.unit, each.at, each.wanted) for each in ran.all(facts.Arrived)] == [
        ("art-montada-5", "area-a", None), ("cordoba", "area-a", None),
    ]  # fmt: skip


@pytest.mark.rule("AFR-5.3")
def test_that_a_stack_stays_over_its_limit_is_told_once_for_each_area() -> None:
    irs = {f"ir-{at}-{n}": {"at": at, "side": "spanish", "type": "IR"} for at in "ab" for n in range(4)}
    ran = run(make("a-b", irs, "spanish-movement"), lambda course: thin_out(course.play, "spanish"))
    assert [(each.side, each.at) for each in ran.all(facts.OverstackStays)] == [("spanish", "a"), ("spanish", "b")]
    assert ran.all(facts.Moved) == []
    fault = crowding(make("a-b", irs), "spanish", "a")
    assert fault == Fault("overstacked", "AFR-5.3", {"area": "a", "points": 12, "limit": 9})


@pytest.mark.rule("AFR-6.7", "AFR-6.10")
def test_a_step_that_is_lost_is_told_with_what_is_left() -> None:
    state = make("a-b", {"leon": "a", "gum-hamsa": "b"}, options={"trapped": "step"}, terrain={"b": "sea"})
    trapped = run(state, lambda course: retreat(course, "leon", "fire"))
    hit = run(state, lambda course: lose_step(course, "leon", "fire", to_bottom=True))
    (struck,), (told,) = trapped.all(facts.Struck), hit.all(facts.Struck)
    assert [(each.steps, each.left, each.demoralized) for each in (struck, told)] == [(1, 1, False), (1, 1, False)]
    assert (struck.to_bottom, told.to_bottom) == (False, True)
    gone = run(state, lambda course: lose_step(course, "gum-hamsa", "fire", to_bottom=True))
    assert [(each.left, each.to_bottom) for each in gone.all(facts.Struck)] == [(0, False)]


@pytest.mark.rule("AFR-2.1")
def test_a_set_that_needs_more_markers_than_the_cup_holds_takes_a_full_one_again() -> None:
    state = make("a", {"prim": "a"}, options={"coins": "markers"})
    shown: list[str] = []
    run(state, lambda course: shown.append(flip(course.play, "many", 30, "AFR-2.1")), [list("HT" * 12), list("HHHHHT")])
    assert shown == ["HT" * 12 + "HHHHHT"]
    full: list[str] = []
    run(state, lambda course: full.append(flip(course.play, "all", 24, "AFR-2.1")), [list("H" * 12 + "T" * 12)])
    assert full == ["H" * 12 + "T" * 12]


@pytest.mark.rule("AFR-6.3", "AFR-10.2")
def test_the_receipt_of_a_fire_tells_the_fewest_coins_of_its_units() -> None:
    state = make("a-b", {"caz-vergara": "a", "gum": {"at": "a", "side": "spanish", "type": "IL", "ff": 3}, "okla": "b"})

    def coins(*units: str) -> Any:
        return judge_fire(state, "spanish", Fire(units=units, area="b")).notes

    assert [coins("caz-vergara"), coins("caz-vergara", "gum"), coins("gum", "caz-vergara")] == [
        {"coins": 5}, {"fewest": 3}, {"fewest": 3},
    ]  # fmt: skip


@pytest.mark.rule("AFR-8.5", "AFR-15.1")
@pytest.mark.parametrize(
    ("code", "found"),
    [("not-there", "order-voided"), ("not-together", "order-voided"), ("aboard", "aboard"), ("no-target", "no-target")],
)
def test_who_is_not_where_he_was_makes_a_line_void(code: str, found: str) -> None:
    assert voided(Fault(code, "AFR-4.4", {"unit": "u"})) == Fault(found, "AFR-4.4", {"unit": "u"})


@pytest.mark.rule("AFR-8.2")
@pytest.mark.parametrize(
    ("units", "odd"),
    [(("husares-princesa", "leon"), "leon"), (("prim", "bia-2"), "prim"), (("husares-princesa", "bia-2"), "bia-2")],
)
def test_the_fault_of_a_mixture_names_whom_nobody_activates_else_the_last(units: tuple[str, ...], odd: str) -> None:
    state = make("a-b", {"husares-princesa": "a", "leon": "a", "prim": "a", "bia-2": "a"})
    (fault,) = judge_activate(state, "spanish", Activate(units=units, move=("b",))).faults
    assert (fault.code, fault.args) == ("cannot-activate", {"unit": odd})


@pytest.mark.rule("AFR-13.11")
def test_the_fault_of_a_wrong_set_up_names_the_first_area_where_it_may_be() -> None:
    more = ("muley-achmed-north", "muley-achmed-south", "ar-malik")
    state = make("", {"okla": "ar-malik"}, "set-up", scenario="tetuan", more_areas=more)
    (fault,) = judge_set_up(state, "moroccan", Deploy(units=("okla",), area="ar-malik")).faults
    assert (fault.code, fault.near) == ("wrong-area", ("muley-achmed-north",))


@pytest.mark.rule("AFR-4.4")
def test_only_the_first_unit_that_stands_elsewhere_is_named() -> None:
    state = make("a-b-c", {"caz-vergara": "a", "caz-baza": "b", "leon": "c"}, "spanish-movement")
    (fault,) = judge_move(state, "spanish", Move(units=("caz-vergara", "caz-baza", "leon"), path=("b",))).faults
    assert (fault.code, fault.args) == ("not-together", {"unit": "caz-baza"})


@pytest.mark.rule("AFR-4.2", "AFR-12.5")
def test_a_path_costs_what_it_costs_the_one_who_pays_most() -> None:
    units = {"prim": "a", "husares-princesa": "a", "ceres": "s"}
    state = make("a-b-c s-t-u", units, terrain={"b": "forest", "s": "sea", "t": "sea", "u": "sea"})
    paid = [
        find_walk(state, units, path).cost
        for units, path in (
            (("prim",), ("b", "c")), (("prim", "husares-princesa"), ("b", "c")), (("husares-princesa",), ("b",)),
            (("ceres",), ("t", "u")),
        )
    ]  # fmt: skip
    assert paid == [2, 3, 2, 2]


@pytest.mark.rule("AFR-5.3", "AFR-4.1")
def test_what_a_projection_thins_out_is_what_a_run_does() -> None:
    units = {f"ir-{n}": {"at": "a", "side": "spanish", "type": "IR"} for n in range(3)} | {"caz-vergara": "a"}
    trial = Projection(evolve, make("a-b", units, "spanish-movement"))
    thin_out(trial, "spanish")
    assert trial.state.units["caz-vergara"].at == "b"
    assert trial.state.units["caz-vergara"].moved


@pytest.mark.rule("AFR-11.2", "AFR-5.1")
def test_control_and_the_end_of_an_attack_are_told_only_where_there_is_something_to_tell() -> None:
    units = {"caz-vergara": "a", "gum-hamsa": "b", "prim": "c", "leon": {"at": "e", "origin": "d"}, "okla": "e"}
    state = make("a-b-c-d-e-f", units, control={"a": "moroccan", "b": "moroccan"})
    ran = run(state, update_control)
    assert [(each.at, each.side) for each in ran.all(facts.ControlChanged)] == [("a", "spanish")]
    again = run(ran.state, update_control)
    assert again.play.events == []
    quiet = run(state, lambda course: [settle_area(course.play, area) for area in "abcdef"])
    assert quiet.play.events == []
    left = evolve(state, facts.Eliminated(unit="okla", at="e", cause="fire"))
    told = run(left, lambda course: [settle_area(course.play, area) for area in "ef"])
    assert [each.at for each in told.all(facts.ShockEnded)] == ["e"]


@pytest.mark.rule("AFR-12.6", "AFR-6.4", "AFR-9.5")
@pytest.mark.parametrize(
    ("unit", "order"),
    [("caz-vergara", Fire(units=("caz-vergara",), area="b")), ("bia-2", Activate(units=("bia-2",), fire="b"))],
)
def test_ones_own_gunboat_is_no_target_like_any_empty_area(unit: str, order: Fire | Activate) -> None:
    state = make("a-b", {unit: "a", "ceres": "b"}, terrain={"b": "clear coastal"})
    judge: Any = judge_fire if isinstance(order, Fire) else judge_activate
    assert [fault.code for fault in judge(state, "spanish", order).faults] == ["no-target"]


@pytest.mark.rule("AFR-9.5")
def test_no_gun_fires_into_an_area_that_own_units_have_entered() -> None:
    order = Activate(units=("bia-2",), fire="b")
    for stand, codes in (({"gum-hamsa": "b"}, []), ({"gum-hamsa": "b", "caz-vergara": "b"}, ["no-target"])):
        state = make("a-b", {"bia-2": "a", **stand})
        assert [fault.code for fault in judge_activate(state, "spanish", order).faults] == codes
    own = judge_activate(make("a-b", {"bia-2": "a", "gum-hamsa": "a"}), "spanish", Activate(units=("bia-2",), fire="a"))
    assert [fault.code for fault in own.faults] == ["no-target"], "its own is in range"
    aboard = make("r-a", {"ceres": "r", "gum-hamsa": "r"}, scenario="tetuan", terrain={"r": "river anchor ship-lane"})
    ship = judge_activate(aboard, "spanish", Activate(units=("ceres",), fire="r"))
    assert [fault.code for fault in ship.faults] == ["out-of-range"], "a gunboat holds no area"


@pytest.mark.rule("AFR-4.1")
def test_a_path_of_two_areas_begins_beside_its_units() -> None:
    state = make("a-b-c-d", {"prim": "a"}, "spanish-movement")
    assert [fault.code for fault in find_walk(state, ("prim",), ("c", "d")).faults] == ["not-adjacent"]
    assert find_walk(state, ("prim",), ("c",)).path == ("a", "b", "c")


@pytest.mark.rule("AFR-2.2", "AFR-3.2")
@pytest.mark.parametrize(
    ("named", "leader", "code"),
    [
        (("caz-vergara", "nobody"), None, "unknown-unit"), (("caz-vergara",), "nobody", "unknown-unit"),
        (("caz-vergara", "gum-hamsa"), None, "not-your-unit"), (("caz-vergara",), "abbas", "not-your-unit"),
        (("gum-hamsa", "nobody"), None, "unknown-unit"), (("caz-vergara",), None, ""),
    ],
)  # fmt: skip
def test_whom_a_fire_names_is_there_and_ones_own(named: tuple[str, ...], leader: str | None, code: str) -> None:
    state = make("a-b", {"caz-vergara": "a", "gum-hamsa": "b", "abbas": "b"})
    found = judge_fire(state, "spanish", Fire(units=named, area="b", leader=leader))
    assert [fault.code for fault in found.faults] == ([code] if code else [])


@pytest.mark.rule("AFR-3.2", "AFR-7.1")
def test_other_orders_too_name_units_that_are_there_and_ones_own() -> None:
    state = make("a-b", {"caz-vergara": "a", "gum-hamsa": "b"}, "spanish-movement")
    for unit, code in (("nobody", "unknown-unit"), ("gum-hamsa", "not-your-unit")):
        found = [
            judge_rally(state, "spanish", Rally(units=(unit,))),
            judge_land(state, "spanish", Land(unit=unit, area="b")),
            judge_stack(state, "spanish", Stack(area="a", order=("caz-vergara", unit))),
            judge_arrival(state, "spanish", Deploy(units=(unit,), area="b")),
        ]  # fmt: skip
        assert [[fault.code for fault in each.faults] for each in found] == [[code]] * 4


@pytest.mark.rule("AFR-4.1")
def test_of_an_area_that_is_too_far_is_told_what_would_help() -> None:
    state = make("a-b-c-d", {"prim": "a", "leon": "a", "abbas": "d"}, "spanish-movement")

    def told(units: tuple[str, ...], area: str) -> tuple[str, dict[str, Any], int]:
        found = find_walk(state, units, (area,))
        return found.faults[0].code, dict(found.faults[0].args), found.cost

    assert told(("prim",), "d") == ("not-adjacent", {"unit": "prim", "to": "d", "distance": 3, "allowance": 2}, 0)
    for units in (("leon",), ("prim", "leon")):
        assert told(units, "d")[:2] == ("not-adjacent", {"area": "d", "at": "a", "areas": "b"})
    assert told(("leon",), "c")[:2] == ("not-adjacent", {"area": "c", "at": "a", "areas": "b"})
    ridden = make("a-b-c a-d-c", {"husares-princesa": "a", "abbas": "d"}, "spanish-fire", terrain={"b": "mountain"})
    (dear,) = find_walk(ridden, ("husares-princesa",), ("c",)).faults
    assert (dear.code, dear.args["via"], dear.args["cost"], dear.args["allowance"]) == ("not-adjacent", "b", 3, 2)
    held = make("a-b-c", {"husares-princesa": "a", "gum-hamsa": "b"}, "spanish-fire")
    (closed,) = find_walk(held, ("husares-princesa",), ("c",)).faults
    assert closed.args == {"unit": "husares-princesa", "to": "c", "via": "b"}


ROADS = {
    "fondak-entrance": ["a", "e"], "a": ["b", "e"], "b": ["c"], "c": ["d"], "d": ["e"], "e": [], "far": [],
}  # fmt: skip


def convoys(at: str, **units: Any) -> Any:
    """A convoy on roads to the Fondak: by a and b, or by e, which is no road, and d."""
    areas = {name: {"terrain": ["clear"] if name == "e" else ["clear", "road"], "to": to} for name, to in ROADS.items()}
    known = {each["id"]: each for each in shipped("counters.json")["counters"]}
    placed = {"convoy-1": {"at": at}, **{unit: {"at": where} for unit, where in units.items()}}
    data = {
        "map": {"areas": areas}, "counters": {unit: known[unit] for unit in placed},
        "tables": shipped("tables.json"), "scenario": "wad-ras",
    }  # fmt: skip
    return load(read_scenario(data), {"turn": 1, "phase": "spanish-movement", "units": placed})


@pytest.mark.rule("AFR-14.5")
def test_how_far_roads_are_from_the_goal_of_the_convoys() -> None:
    state = convoys("c")
    assert road_distances(state.scenario) == {"fondak-entrance": 0, "a": 1, "b": 2, "c": 3, "d": 4}
    assert [nearer_roads(state, at) for at in ("c", "b", "e", "far", "fondak-entrance")] == [
        ("b",), ("a",), ("a", "d", "fondak-entrance"), (), (),
    ]  # fmt: skip


@pytest.mark.rule("AFR-14.5")
@pytest.mark.parametrize(("units", "goes"), [({}, [("c", "b")]), ({"gum-hamsa": "b"}, [])])
def test_a_convoy_goes_on_by_itself_where_no_enemy_stands(units: dict[str, str], goes: list[Any]) -> None:
    went: list[Any] = []
    state = convoys("c", **units)
    move_by_themselves(Projection(evolve, state), "spanish", lambda unit, way, by: went.append(tuple(way)))
    assert went == goes


@pytest.mark.rule("AFR-6.3", "AFR-14.8")
def test_a_fire_of_too_few_coins_is_told_as_held() -> None:
    state = make("a-b", {"rif-ammant": "a", "caz-vergara": "b"}, "moroccan-fire")
    [held] = run(state, lambda course: run_fire(course, "rif-ammant", "b"), [1]).all(facts.HeldFire)
    assert (held.unit, held.at, held.coins, held.defensive) == ("rif-ammant", "b", 2, False)


@pytest.mark.rule("AFR-6.2", "AFR-6.7")
def test_by_what_fire_a_unit_was_driven_off_is_told() -> None:
    units = {"caz-vergara": {"at": "b", "origin": "a"}, "gum-hamsa": "b"}
    state = make("a-b", units, "moroccan-defensive-fire", entered=["b"])
    coins = coins_of(fire_terms(state, "gum-hamsa", "b", defensive=True, leader=None))
    ran = run(state, lambda course: run_defensive_fire(course, "b", ("caz-vergara",)), ["H" * coins, "TTT"])
    assert [each.cause for each in ran.all(facts.Retreated)] == ["defensive-fire"]
    fires = make("a-b c-b", {"caz-vergara": "b", "gum-hamsa": "c"}, "moroccan-fire")
    coins = coins_of(fire_terms(fires, "gum-hamsa", "b", defensive=False, leader=None))
    ran = run(fires, lambda course: run_fire(course, "gum-hamsa", "b"), ["H" * coins, "TTT"])
    assert [each.cause for each in ran.all(facts.Retreated)] == ["fire"]


@pytest.mark.rule("AFR-4.4", "AFR-6.8", "AFR-6.10", "AFR-8.4", "AFR-9.3", "AFR-10.2")
def test_what_of_a_unit_changes_by_each_event_and_what_stays() -> None:
    units: dict[str, Any] = {
        "leon": {"at": "a", "demoralized": True}, "prim": {"at": "a", "supported": True},
        "bia-2": {"at": "a", "shelled": ["c"]}, "seyyid-1": "b", "gum-hamsa": "c",
    }  # fmt: skip
    state = make("a-b-c", units, "spanish-fire")
    struck = evolve(state, facts.Struck(unit="leon", at="a", cause="fire", steps=1, left=1)).units["leon"]
    assert (struck.steps, struck.demoralized) == (1, True)
    gone = evolve(state, facts.Eliminated(unit="leon", at="a", cause="fire")).units["leon"]
    assert (gone.at, gone.demoralized) == ("eliminated", False)
    assert not evolve(state, PhaseBegan(turn=1, phase="spanish-movement")).units["prim"].supported
    order = Activate(units=("bia-2",), fire="b")
    fired = state
    for event in judge_activate(state, "spanish", order).events:
        fired = evolve(fired, event)
    gun = fired.units["bia-2"]
    assert (gun.fired, gun.shelled, gun.activations, fired.units["leon"].fired) == (True, ("c", "b"), 1, False)
    ways: tuple[tuple[By, bool], ...] = (("algarabia", False), ("activation", True))
    for by, moved in ways:
        came = evolve(state, moved_event(state, ("seyyid-1",), ("b", "c"), by))
        assert (came.units["seyyid-1"].moved, came.entered) == (moved, ())
    attacked = evolve(state, moved_event(state, ("seyyid-1",), ("b", "a"), "activation"))
    assert (attacked.entered, attacked.units["seyyid-1"].origin) == (("a",), "b")
