"""The worked examples of combat, E1 to E6 and E9 to E15, from small positions and scripted coins."""

import pytest

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.end_of_turn import run_end_of_turn
from pbem.rules.africa1860.fire import run_defensive_fire, run_fire
from pbem.rules.africa1860.rally import rally_terms, run_rally
from pbem.rules.africa1860.retreats import retreat
from pbem.rules.africa1860.shells import fault_of_shell, run_shell
from pbem.rules.africa1860.shock import run_shocks
from pbem.rules.africa1860.victory import judge_end
from tests.rules.africa1860.position import make, run, shipped


@pytest.mark.rule("AFR-6.1", "AFR-6.3", "AFR-6.5", "AFR-6.6", "AFR-6.8", "AFR-4.6")
def test_e1_fire_into_a_forest_demoralizes() -> None:
    state = make("a-b-c", {"caz-vergara": "a", "nizam-nur": "b"}, terrain={"b": "forest"})
    ran = run(state, lambda course: run_fire(course, "caz-vergara", "b"), ["HTHH", "HHT"])
    assert ran.at("nizam-nur") == "c"
    assert ran.state.units["nizam-nur"].steps == 2
    assert ran.state.units["nizam-nur"].demoralized
    assert ran.labels == ["fire caz-vergara at b", "fire-result caz-vergara at nizam-nur"]
    assert [each.kind for each in ran.occasions] == ["fires", "enters", "retreats"]


@pytest.mark.rule("AFR-6.10", "AFR-6.4", "AFR-6.7", "AFR-2.3")
@pytest.mark.parametrize("graph", ["a-b-c", "a-b"])
def test_e2_who_is_hit_goes_under_the_others(graph: str) -> None:
    units = {"caz-vergara": "a", "caz-arapiles": "a", "nizam-nur": "b", "gaix-tanja": "b"}

    def both(course: Course) -> None:
        run_fire(course, "caz-vergara", "b")
        run_fire(course, "caz-arapiles", "b")

    ran = run(make(graph, units), both, ["HHHTT", "HHH", "HHTHT", "HTT"])
    assert ran.state.units["nizam-nur"].steps == 1
    assert ran.at("nizam-nur") == "b"
    assert ran.at("gaix-tanja") == ("c" if graph == "a-b-c" else "eliminated")
    assert [each.coins for each in ran.all(facts.Fired)] == [5, 5]


@pytest.mark.rule("AFR-6.2", "AFR-10.2", "AFR-13.9", "AFR-6.9")
def test_e3_defensive_fire_from_a_trench() -> None:
    units = {"nizam-akbar": "t", "abbas": "t", "caz-arapiles": {"at": "t", "origin": "s"}}
    state = make("r-s-t-u", units, "moroccan-defensive-fire", terrain={"t": "trench"})
    ran = run(state, lambda course: run_defensive_fire(course, "t", ("caz-arapiles",)), ["HTHTTHT", "TTT"])
    assert ran.at("caz-arapiles") == "s"
    assert ran.state.contested() == ()
    assert ran.state.units["abbas"].supported


@pytest.mark.rule("AFR-6.12", "AFR-6.13", "AFR-2.8", "AFR-2.9", "AFR-10.3", "AFR-2.10")
def test_e4_two_crosses_demoralize() -> None:
    units = {
        "gaix-tanja": "b",
        "gum-hamsa": "b",
        "principe": {"at": "b", "origin": "a", "steps": 1},
        "prim": {"at": "b", "origin": "a"},
    }
    ran = run(make("a-b-c", units, "spanish-shock"), run_shocks, ["4", 3, "HHHHHTT", "HHHTTTT"])
    assert ran.at("gaix-tanja") == ran.at("gum-hamsa") == "c"
    assert ran.state.units["gaix-tanja"].demoralized
    assert ran.state.units["gum-hamsa"].demoralized
    assert ran.state.units["gaix-tanja"].drawn_fc == 4
    assert ran.at("principe") == ran.at("prim") == "b"
    assert ran.state.units["principe"].origin is None
    assert ran.labels == ["gaix-factor gaix-tanja", "gum-factor gum-hamsa at b", "shock b attacker", "shock b defender"]


@pytest.mark.rule("AFR-6.13")
def test_e5_half_is_what_kills_fewer_steps() -> None:
    units = {
        "nizam-nur": "b",
        "gaix-haus": {"at": "b", "drawn-fc": 5},
        "gum-arbaa": "b",
        "principe": {"at": "b", "origin": "a"},
    }
    ran = run(make("a-b-c", units, "spanish-shock"), run_shocks, [2, "HHHHHT", "T" * 12])
    assert ran.at("gum-arbaa") == ran.at("gaix-haus") == "eliminated"
    assert ran.at("nizam-nur") == "c"
    assert ran.state.units["nizam-nur"].demoralized
    assert ran.state.units["nizam-nur"].steps == 2
    (losses,) = ran.all(facts.LossesTaken)
    assert losses.mode == "half"


@pytest.mark.rule("AFR-6.15", "AFR-6.12")
@pytest.mark.parametrize("attack", ["HHHHHHTTTT", "HHHHTTTTTT"])
def test_e6_nothing_and_ties_send_the_attackers_back(attack: str) -> None:
    units = {
        "gum-hamsa": "b",
        "gaix-tanja": {"at": "b", "drawn-fc": 6},
        "principe": {"at": "b", "origin": "a"},
        "saboya": {"at": "b", "origin": "a", "steps": 1},
    }
    defence = "HHHHHTT" if attack.count("H") == 6 else "HHHHTTT"
    ran = run(make("a-b-c", units, "spanish-shock"), run_shocks, [1, attack, defence])
    assert ran.at("gum-hamsa") == ran.at("gaix-tanja") == "b"
    assert ran.at("principe") == ran.at("saboya") == "a"
    assert not any(each.demoralized for each in ran.state.units.values())
    assert [each.units for each in ran.all(facts.FellBack)] == [("principe",), ("saboya",)]


@pytest.mark.rule("AFR-9.4", "AFR-9.5", "AFR-9.7", "AFR-9.3", "AFR-9.8")
def test_e9_shells_at_an_encampment() -> None:
    units = {"art-reserva": "a", "nizam-nur": "d", "nizam-din": "d", "gaix-tanja": "d", "gum-hamsa": "d"}
    state = make("a-b-c-d-e", units, terrain={"d": "encampment"})
    ran = run(state, lambda course: run_shell(course, "art-reserva", "d"), ["HHHHHT", 6])
    (shot,) = ran.all(facts.Shelled)
    assert (shot.distance, shot.column, shot.result) == (3, 4, "demoralization")
    assert all(ran.state.units[unit].demoralized for unit in units if unit != "art-reserva")
    assert ran.state.stack("d", "moroccan") == ()
    assert [each.units[0] for each in ran.all(facts.Retreated)] == ["nizam-din", "nizam-nur", "gaix-tanja", "gum-hamsa"]
    again = run(make("a-b-c-d-e", {**units, "art-reserva": {"at": "a", "shelled": ["d"]}}), lambda course: None)
    assert [fault.code for fault in fault_of_shell(again.state, "art-reserva", "d")] == ["same-target-twice"]


@pytest.mark.rule("AFR-9.7")
def test_e10_a_battery_at_two_areas() -> None:
    units = {"art-montana-1": {"at": "a", "ff": 5, "activations": 1, "moved": True}, "gaix-tanja": "c"}
    ran = run(make("a-b-c", units), lambda course: run_shell(course, "art-montana-1", "c"), ["HHHTT", 4])
    (shot,) = ran.all(facts.Shelled)
    assert (shot.column, shot.result) == (3, "none")
    assert ran.at("gaix-tanja") == "c"


@pytest.mark.rule("AFR-7.1", "AFR-7.2")
def test_e11_rally() -> None:
    two = {"caz-baza": {"at": "a", "demoralized": True}, "caz-segorbe": {"at": "a", "demoralized": True}, "prim": "a"}
    state = make("a-b-c", {**two, "gum-hamsa": "c"}, "end-of-turn", terrain={"a": "mountain"})
    ran = run(state, lambda course: run_rally(course.play, ()), ["HTTTTH", "HTTTTT"])
    assert [each.coins for each in ran.all(facts.Rallied)] == [6, 6]
    assert not ran.state.units["caz-baza"].demoralized
    assert ran.state.units["caz-segorbe"].demoralized
    alone = {"caz-baza": {"at": "a", "demoralized": True}, "gum-hamsa": "b"}
    ran = run(make("a-b", alone, "end-of-turn", terrain={"a": "forest"}), lambda course: run_rally(course.play, ()))
    (tried,) = ran.all(facts.Rallied)
    assert (tried.coins, tried.faces, tried.rallied) == (1, "", False)
    assert [term.amount for term in rally_terms(ran.state, "caz-baza")] == [3, -1, -1]


@pytest.mark.rule("AFR-14.8")
@pytest.mark.parametrize(("dice", "coins"), [([4, "HHT"], 3), ([6, "HHTTT"], 5)])
def test_e12_rif_fire(dice: list[int | str], coins: int) -> None:
    state = make("a-b", {"rif-tuzin": "a", "caz-llerena": "b"}, "moroccan-fire", terrain={"b": "building"})
    ran = run(state, lambda course: run_fire(course, "rif-tuzin", "b"), dice)
    (fired,) = ran.all(facts.Fired)
    assert (fired.coins, fired.hit) == (coins, False)
    assert ran.labels == ["rif-fire rif-tuzin at b", "fire rif-tuzin at b"]


@pytest.mark.rule("AFR-14.2", "AFR-14.3", "AFR-3.3")
@pytest.mark.parametrize(("taken", "winner"), [(2, "spanish"), (3, "moroccan"), (1, "spanish")])
def test_e13_convoys_in_the_count(taken: int, winner: str) -> None:
    held = {"busceja-bridge": "spanish", "aduar-am-sal": "spanish", "fondak-entrance": "moroccan"}
    state = make(
        "x", {}, "end-of-turn", scenario="wad-ras", turn=13, convoys_captured=taken,
        more_areas=tuple(held), control=held,
    )  # fmt: skip
    ran = run(state, lambda course: run_end_of_turn(course, {}))
    assert (ran.state.winner, ran.state.win_reason) == (winner, "AFR-14.3" if taken > 1 else "AFR-14.2")
    assert ran.state.turn == 13


@pytest.mark.rule("AFR-14.7")
def test_e14_a_convoy_is_taken_by_shock_alone() -> None:
    units = {"caz-segorbe": "r", "convoy-2": "r", "gum-sitta": {"at": "r", "origin": "q"}}
    ran = run(make("q-r-s", units, "moroccan-shock"), run_shocks, [5, "HHHTT", "HTTT"])
    assert ran.at("caz-segorbe") == "s"
    assert ran.state.units["caz-segorbe"].demoralized
    assert ran.at("convoy-2") == "captured"
    assert ran.state.convoys_captured == 1
    shelled = make("q-r-s", {"caz-segorbe": "r", "convoy-2": "r", "kabul": "q"}, "moroccan-fire")
    ran = run(shelled, lambda course: run_shell(course, "kabul", "r"), ["HHHT", 4])
    assert ran.at("caz-segorbe") == "s"
    assert ran.at("convoy-2") == "r"


@pytest.mark.rule("AFR-5.4", "AFR-6.9")
def test_e15_on_from_a_full_area() -> None:
    units = {"caz-baza": "x", "saboya": "y", "leon": "y", "caz-segorbe": "y", "nizam-nur": "w"}
    ran = run(make("w-x-y-z", units, "moroccan-fire"), lambda course: retreat(course, "caz-baza", "fire"))
    assert ran.at("caz-baza") == "z"
    assert [each.path for each in ran.all(facts.Retreated)] == [("x", "y"), ("y", "z")]


@pytest.mark.rule("AFR-11.2")
def test_control_is_of_who_stood_alone() -> None:
    units = {"caz-baza": "a", "bia-2": "b", "prim": "c", "gum-hamsa": {"at": "d", "origin": "c"}, "leon": "d"}
    ran = run(make("a-b-c-d", units, "moroccan-shock", control={"a": "moroccan"}), update_control)
    assert dict(ran.state.control) == {"a": "spanish", "b": "moroccan", "c": "moroccan", "d": "moroccan"}


@pytest.mark.rule("AFR-3.3")
def test_the_game_is_not_judged_before_its_last_turn() -> None:
    state = make("x", {}, "end-of-turn", scenario="castillejos", turn=14)
    assert judge_end(state) is None


@pytest.mark.rule("AFR-1.1")
@pytest.mark.parametrize("battle", ["castillejos", "tetuan", "wad-ras"])
def test_the_maps_say_how_long_500_metres_are(battle: str) -> None:
    scale = shipped(f"maps/{battle}.json")["drawing"]["scale"]
    assert scale["metres"] == 500
    assert scale["length"] > 0
