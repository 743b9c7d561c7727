"""Moves and marches on the map (LL-2.7, 7.1 to 7.11, 9.3 to 9.5)."""

import pytest

from pbem.rules.legion.events import Held, Moved
from pbem.rules.legion.factors import allowance
from pbem.rules.legion.movement import can_move, judge_hold
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, run, told, voided
from tests.rules.legion.moving import after, checked, hold, march, move, problems

ROAD = [["0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108"]]


@pytest.mark.rule("LL-2.7", "LL-7.1")
def test_a_piece_moves_up_to_mf_and_marches_up_to_twice_that() -> None:
    state = make(["beni-1 infantry 3-3 0101", "cer-1 infantry 3-3 1010"])
    assert problems(state, move("beni-1", "0102 0103 0104")) == []
    assert problems(state, move("beni-1", "0102 0103 0104 0105")) == [(1, "move-too-far")]
    assert problems(state, march("beni-1", "0102 0103 0104 0105 0106 0107")) == []
    assert problems(state, march("beni-1", "0102 0103 0104 0105 0106 0107 0108")) == [(1, "move-too-far")]
    fault = checked(state, move("beni-1", "0102 0103 0104 0105")).problems[0]
    assert fault.args == {"unit": "beni-1", "cost": 4, "allowance": 3}
    assert fault.near == ("0104",)


@pytest.mark.rule("LL-7.1")
def test_a_piece_moves_once_a_turn_along_hexes_that_touch() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 1010"])
    assert problems(state, move("beni-1", "0403"), move("beni-1", "0404")) == [(2, "already-moved")]
    assert problems(state, move("beni-1", "0403"), hold("beni-1")) == [(2, "already-moved")]
    assert problems(state, hold("beni-1"), move("beni-1", "0403")) == []
    assert problems(state, move("beni-1", "0403 0603")) == [(1, "not-connected")]
    assert problems(state, move("beni-1", "0303")) == [(1, "not-connected")]
    (fault,) = checked(state, move("beni-1", "0303")).problems
    assert fault.args.keys() == {"unit", "at"}
    assert not fault.near, "it stands there: no other hex is offered"
    assert problems(state, move("beni-1", "")) == [(1, "not-connected")]


@pytest.mark.rule("LL-7.1")
def test_one_hex_alone_is_the_cheapest_legal_path() -> None:
    state = make(
        ["beni-1 infantry 3-4 0101", "beni-2 infantry 3-4 0102", "cer-1 infantry 3-3 1010"],
        terrain={"0201": "mountain"},
    )
    (found,) = checked(state, move("beni-1", "0103")).lines
    assert found.line.order == move("beni-1", "0201 0202 0103")
    assert found.notes == {"cost": 4, "allowance": 4}
    (problem,) = checked(state, move("beni-1", "0104")).problems
    assert (problem.code, problem.args["cost"], problem.near) == ("move-too-far", 5, ("0103",))


@pytest.mark.rule("LL-7.1", "LL-7.6")
def test_without_any_way_a_hex_is_impassable_with_a_longer_one_too_far() -> None:
    units = ["beni-1 infantry 3-2 0101", "cer-1 infantry 3-3 1010"]
    state = make(units, terrain={"0103": "sea"})
    assert problems(state, move("beni-1", "0105")) == [(1, "move-too-far")]
    assert problems(state, move("beni-1", "0103")) == [(1, "impassable")]
    walled = make(units, terrain={"0102": "sea", "0201": "mar-chica"})
    assert problems(walled, move("beni-1", "0303")) == [(1, "impassable")]
    assert checked(walled, move("beni-1", "0303")).problems[0].args == {"unit": "beni-1", "at": "0101", "hex": "0303"}


@pytest.mark.rule("LL-7.2")
def test_an_attack_in_the_movement_phase_and_a_move_in_the_combat_phase_are_out_of_place() -> None:
    units = ["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0403"]
    assert problems(make(units), attack("cer-1", "beni-1")) == [(1, "wrong-phase")]
    assert (1, "wrong-phase") in problems(make(units, "moroccan-combat"), move("beni-1", "0302"))


@pytest.mark.rule("LL-7.3", "LL-7.10")
def test_no_piece_passes_over_or_stops_on_another() -> None:
    state = make(
        ["beni-1 infantry 3-4 0101", "beni-2 infantry 3-4 0102", "bom-1 bomber -8 0201", "cer-1 infantry 3-3 1010"]
    )
    assert problems(state, move("beni-1", "0102")) == [(1, "hex-occupied")]
    assert problems(state, move("beni-1", "0102 0103")) == [(1, "path-blocked")]
    assert problems(state, move("beni-1", "0201")) == []
    assert problems(state, move("beni-2", "0103"), move("beni-1", "0102")) == []
    assert problems(state, move("beni-1", "0102"), move("beni-2", "0103")) == [(1, "hex-occupied")]


@pytest.mark.rule("LL-7.4")
def test_a_mountain_costs_two_points_to_enter_and_none_to_leave() -> None:
    state = make(
        ["beni-1 infantry 3-3 0101", "cer-1 infantry 3-3 1010"], terrain={"0101": "mountain", "0103": "mountain"}
    )
    assert checked(state, move("beni-1", "0102 0103")).lines[0].notes["cost"] == 3
    slow = make(["beni-1 infantry 3-1 0101", "cer-1 infantry 3-3 1010"], terrain={"0102": "mountain"})
    assert problems(slow, move("beni-1", "0102")) == [(1, "move-too-far")]


@pytest.mark.rule("LL-7.4", "LL-8.22")
def test_armour_never_enters_mountain_city_or_fortress() -> None:
    words = {"0201": "mountain", "0102": "clear city", "0302": "clear fortress"}
    state = make(["arm-1 armoured-engineer 4-3 0202", "beni-1 infantry 3-3 1010"], "spanish-movement", terrain=words)
    for hex_ in words:
        assert problems(state, move("arm-1", hex_)) == [(1, "armour-terrain")]
        assert problems(state, march("arm-1", hex_)) == [(1, "armour-terrain")]
    assert problems(state, march("arm-1", "0303")) == []


@pytest.mark.rule("LL-W8", "LL-7.4", "LL-7.5")
def test_a_whole_move_along_the_road_has_two_points_more() -> None:
    state = make(["inf-1 infantry 2-3 0101", "beni-1 infantry 3-3 1010"], "spanish-movement", roads=ROAD)
    mountain = make(
        ["inf-1 infantry 2-3 0101", "beni-1 infantry 3-3 1010"],
        "spanish-movement",
        roads=ROAD,
        terrain={"0103": "mountain"},
    )
    (found,) = checked(mountain, move("inf-1", "0102 0103 0104 0105")).lines
    assert found.notes == {"cost": 5, "allowance": 5, "road": "yes"}
    assert problems(mountain, move("inf-1", "0102 0103 0104 0204")) == [(1, "move-too-far")]
    assert problems(state, move("inf-1", "0102 0103 0104 0105 0106")) == []
    assert problems(state, move("inf-1", "0102 0202 0103 0104 0105")) == [(1, "move-too-far")]
    assert problems(state, march("inf-1", "0108")) == []


@pytest.mark.rule("LL-7.5")
def test_one_hex_alone_finds_the_way_along_the_road() -> None:
    state = make(["inf-1 infantry 2-2 0101", "beni-1 infantry 3-3 1010"], "spanish-movement", roads=ROAD)
    (found,) = checked(state, move("inf-1", "0105")).lines
    assert found.line.order == move("inf-1", "0102 0103 0104 0105")
    assert problems(state, move("inf-1", "0106")) == [(1, "move-too-far")]


@pytest.mark.rule("LL-7.5")
def test_by_option_a_mountain_on_the_road_costs_one() -> None:
    units, words = ["inf-1 infantry 2-3 0101", "beni-1 infantry 3-3 1010"], {"0102": "mountain", "0202": "mountain"}
    state = make(units, "spanish-movement", roads=ROAD, terrain=words, options={"road-negates-mountain": "yes"})
    assert checked(state, move("inf-1", "0102 0103 0104")).lines[0].notes["cost"] == 3
    assert checked(state, move("inf-1", "0102 0202")).lines[0].notes["cost"] == 3


@pytest.mark.rule("LL-7.6", "LL-2.1")
def test_land_pieces_stay_on_the_land_of_the_map() -> None:
    state = make(["beni-1 infantry 3-4 0101", "cer-1 infantry 3-3 1010"], terrain={"0102": "sea", "0201": "mar-chica"})
    assert problems(state, move("beni-1", "0102")) == [(1, "impassable")]
    assert problems(state, move("beni-1", "0102 0103")) == [(1, "impassable")]
    assert problems(state, move("beni-1", "0201 0202")) == [(1, "impassable")]
    assert problems(state, move("beni-1", "0199")) == [(1, "off-map")]
    assert problems(state, move("beni-1", "12")) == [(1, "unknown-hex")]
    assert problems(state, move("beni-1", "annual 9999")) == [(1, "off-map"), (1, "unknown-hex")]


@pytest.mark.rule("LL-7.7", "LL-7.8")
def test_a_piece_that_enters_a_zone_stops_and_must_attack() -> None:
    state = make(["beni-1 infantry 3-4 0301", "beni-2 infantry 3-4 0901", "cer-1 infantry 3-3 0303"])
    result = run(state, [move("beni-1", "0302"), move("beni-2", "0801")])
    assert result.state.units["beni-1"].must_attack
    assert result.state.units["beni-1"].zoc_of == ("cer-1",)
    assert not result.state.units["beni-2"].must_attack
    assert problems(state, move("beni-1", "0302 0402")) == [(1, "zoc-stop")]
    assert problems(state, move("beni-1", "0401 0402")) == []


@pytest.mark.rule("LL-7.7")
def test_every_land_piece_has_a_zone_aircraft_and_fleets_have_none() -> None:
    guns = make(["beni-1 infantry 3-4 0301", "art-1 artillery 1-2 0303"])
    assert after(guns, move("beni-1", "0302")).units["beni-1"].must_attack
    wings = make(
        ["beni-1 infantry 3-4 0301", "bom-1 bomber -9 0303", "fle-1 fleet - 0502", "cer-1 infantry 3-3 1010"],
        terrain={"0502": "sea"},
    )
    assert not after(wings, move("beni-1", "0302 0402")).units["beni-1"].must_attack


@pytest.mark.rule("LL-7.8")
def test_a_piece_that_began_in_a_zone_may_stay_or_leave_or_step_into_another() -> None:
    units = ["beni-1 infantry 3-4 0302", "cer-1 infantry 3-3 0303"]
    state = make(units)
    assert not run(state).state.units["beni-1"].must_attack
    assert problems(state, move("beni-1", "0301")) == []
    assert after(state, move("beni-1", "0402")).units["beni-1"].must_attack
    assert problems(state, move("beni-1", "0402 0502")) == [(1, "zoc-stop")]
    barred = make(units, options={"zoc-to-zoc": "no"})
    assert problems(barred, move("beni-1", "0402 0502")) == [(1, "zoc-stop")]
    assert checked(barred, move("beni-1", "0402")).lines[0].line.order == move("beni-1", "0401 0402")
    slow = make(["beni-1 infantry 3-1 0302", "cer-1 infantry 3-3 0303"], options={"zoc-to-zoc": "no"})
    assert problems(slow, move("beni-1", "0402")) == [(1, "zoc-stop")]


@pytest.mark.rule("LL-W7", "LL-7.9")
def test_a_march_never_enters_a_zone() -> None:
    state = make(["cav-1 cavalry 3-5 0103", "beni-1 infantry 3-4 0403"], "spanish-movement")
    assert problems(state, march("cav-1", "0202 0302 0303")) == [(1, "march-into-zoc")]
    assert problems(state, march("cav-1", "0303")) == [(1, "march-into-zoc")]
    assert checked(state, move("cav-1", "0202 0302 0303")).lines[0].notes == {
        "cost": 3,
        "allowance": 5,
        "zoc": "beni-1",
    }


@pytest.mark.rule("LL-7.9")
def test_artillery_never_enters_a_zone_and_pays_for_no_zone_behind() -> None:
    state = make(["art-1 artillery 1-3 0103", "beni-1 infantry 3-4 0403"], "spanish-movement")
    assert problems(state, move("art-1", "0202 0302 0303")) == [(1, "cannot-attack")]
    assert problems(state, move("art-1", "0203")) == []


@pytest.mark.rule("LL-W9", "LL-9.2", "LL-7.9")
def test_in_a_sandstorm_a_zone_whose_pieces_all_stand_in_mountains_is_closed() -> None:
    units = ["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0503"]
    storm = make(units, terrain={"0503": "mountain"}, weather="sandstorm")
    assert problems(storm, move("beni-1", "0403")) == [(1, "cannot-attack")]
    open_too = make([*units, "cer-2 infantry 3-3 0504"], terrain={"0503": "mountain"}, weather="sandstorm")
    assert problems(open_too, move("beni-1", "0402")) == [(1, "cannot-attack")]
    assert problems(open_too, move("beni-1", "0403")) == []
    spanish = make(
        ["inf-1 infantry 3-3 0101", "beni-1 infantry 3-3 0909"], "spanish-movement", weather="sandstorm", roads=ROAD
    )
    assert problems(spanish, move("inf-1", "0102")) == [(1, "cannot-move")]


@pytest.mark.rule("LL-7.11")
def test_a_march_may_leave_a_zone_at_its_first_step_and_who_has_no_order_stands() -> None:
    state = make(["beni-1 infantry 3-2 0302", "beni-2 infantry 3-2 0801", "cer-1 infantry 3-3 0303"])
    result = run(state, [march("beni-1", "0301 0201")])
    assert result.state.units["beni-1"].at == "0201"
    assert result.state.units["beni-2"].at == "0801"
    assert problems(state, march("beni-1", "0402 0401")) == [(1, "march-into-zoc")]


@pytest.mark.rule("LL-7.1")
def test_what_is_not_on_the_map_or_does_not_walk_cannot_move() -> None:
    state = make(
        ["beni-1 infantry 3-2 due", "beni-2 infantry 3-2 eliminated", "cer-1 infantry 3-3 0303", "bom-1 bomber -9 0404"]
    )
    assert problems(state, move("beni-1", "0101"), move("beni-2", "0101")) == [(1, "cannot-move"), (2, "cannot-move")]
    assert problems(state, move("cer-1", "0304"), move("nobody-1", "0101")) == [
        (1, "not-your-piece"),
        (2, "unknown-unit"),
    ]
    flying = make(["bom-1 bomber -9 0404", "beni-1 infantry 3-2 0909"], "spanish-movement")
    assert problems(flying, move("bom-1", "0405"), hold("bom-1")) == [(1, "cannot-move"), (2, "cannot-move")]


LOSSES = [
    ("sandstorm", "beni-1 infantry 3-5", 3, 6),
    ("sandstorm", "beni-1 cavalry 3-5", 3, 6),
    ("sandstorm", "beni-1 artillery 3-5", 3, 6),
    ("sandstorm", "cer-1 infantry 3-5", 2, 4),
    ("sandstorm", "cer-1 machine-gun 3-5", 2, 4),
    ("sandstorm", "cer-1 infantry 3-3", 0, 0),
    ("sandstorm", "beni-1 infantry 3-1", 0, 0),
    ("hot", "beni-1 infantry 3-5", 4, 8),
    ("hot", "beni-1 cavalry 3-5", 3, 6),
    ("hot", "cer-1 infantry 3-5", 3, 6),
    ("hot", "cer-1 cavalry 3-5", 2, 4),
    ("hot", "cer-1 cavalry 3-3", 0, 0),
    ("hot", "cer-1 machine-gun 3-5", 5, 10),
    ("hot", "cer-1 artillery 3-5", 5, 10),
    ("hot", "arm-1 armoured-engineer 3-5", 5, 10),
    ("normal", "cer-1 infantry 3-5", 5, 10),
]


@pytest.mark.rule("LL-9.3", "LL-9.4", "LL-9.5")
@pytest.mark.parametrize(("weather", "unit", "mf", "df"), LOSSES)
def test_what_the_weather_takes(weather: str, unit: str, mf: int, df: int) -> None:
    state = make([f"{unit} 0101"], weather=weather)
    name = unit.split()[0]
    assert (allowance(state, name, "move"), allowance(state, name, "march")) == (mf, df)


@pytest.mark.rule("LL-9.5")
def test_by_option_machine_guns_suffer_from_the_heat_as_infantry_does() -> None:
    state = make(["mg-1 machine-gun 2-4 0101"], weather="hot", options={"heat-machine-guns": "yes"})
    assert allowance(state, "mg-1", "move") == 2
    storm = make(["mg-1 machine-gun 2-4 0101"], weather="sandstorm", options={"heat-machine-guns": "yes"})
    assert allowance(storm, "mg-1", "move") == 1


@pytest.mark.rule("LL-9.4", "LL-7.5")
def test_neither_road_nor_march_helps_a_piece_without_a_factor() -> None:
    state = make(
        ["inf-1 infantry 2-3 0101", "beni-1 infantry 3-3 0909"], "spanish-movement", weather="sandstorm", roads=ROAD
    )
    assert problems(state, march("inf-1", "0102")) == [(1, "cannot-move")]
    better = make(
        ["inf-1 infantry 2-4 0101", "beni-1 infantry 3-3 0909"], "spanish-movement", weather="sandstorm", roads=ROAD
    )
    assert problems(better, move("inf-1", "0102 0103 0104")) == []
    assert problems(better, move("inf-1", "0201 0301")) == [(1, "move-too-far")]


@pytest.mark.rule("LL-7.1")
def test_the_run_does_what_the_check_found_and_voids_what_cannot_be_done_any_more() -> None:
    state = make(["beni-1 infantry 3-4 0101", "beni-2 infantry 3-4 0301", "cer-1 infantry 3-3 1010"])
    result = run(state, [move("beni-1", "0201 0302"), move("beni-2", "0302")])
    assert told(result, Moved) == [Moved(unit="beni-1", how="move", path=("0101", "0201", "0302"), cost=2, allowance=4)]
    assert voided(result) == [("moroccan", 2, "hex-occupied")]


@pytest.mark.rule("LL-7.3")
def test_a_way_may_lead_back_over_the_hex_where_it_began() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"])
    assert problems(state, move("beni-1", "0304 0303 0302")) == []


@pytest.mark.rule("LL-7.1")
@pytest.mark.parametrize(
    ("piece", "expected"), [({}, True), ({"moved": "move"}, False), ({"moved": "reinforce"}, False)]
)
def test_only_who_has_not_moved_can_move(piece: dict[str, str], expected: bool) -> None:
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 due", "cer-1 infantry 3-3 0909"]
    state = make(units, pieces={"beni-1": piece})
    assert (can_move(state, "beni-1"), can_move(state, "beni-2")) == (expected, False)


@pytest.mark.rule("LL-7.8")
def test_by_option_nobody_goes_from_zone_to_zone() -> None:
    """Who begins outside enters one as ever."""
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0505", "cer-1 infantry 3-3 0305"]
    state = make(units, options={"zoc-to-zoc": "no"})
    assert problems(state, move("beni-1", "0304")) == []
    near = make(["beni-1 infantry 3-1 0304", "cer-1 infantry 3-3 0305"], options={"zoc-to-zoc": "no"})
    beside = next(h for h in near.scenario.board.neighbours["0304"] if h in near.scenario.board.neighbours["0305"])
    assert problems(near, move("beni-1", beside)) == [(1, "zoc-stop")]


@pytest.mark.rule("LL-7.1")
def test_a_hold_that_is_refused_does_nothing() -> None:
    state = make(["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0505"], pieces={"beni-2": {"moved": "move"}})
    assert judge_hold(state, "moroccan", hold("beni-1")).events == (Held(unit="beni-1"),)
    refused = judge_hold(state, "moroccan", hold("beni-2"))
    assert ([fault.code for fault in refused.faults], refused.events) == (["already-moved"], ())


@pytest.mark.rule("LL-7.8", "LL-7.9")
def test_by_option_it_is_the_first_step_from_a_zone_that_counts() -> None:
    units = [
        "beni-1 infantry 3-5 0304",
        "cer-1 infantry 3-3 0404",
        "cer-2 infantry 3-3 0707",
        "beni-2 infantry 3-5 0909",
    ]
    state = make(units, options={"zoc-to-zoc": "no"})
    assert problems(state, move("beni-2", "0808")) == [], "it comes from no zone"
    assert problems(state, march("beni-1", "0305")) == [(1, "march-into-zoc"), (1, "zoc-stop")]
    assert problems(state, march("beni-1", "0706")) == [(1, "march-into-zoc")]


@pytest.mark.rule("LL-7.1")
def test_of_a_path_that_is_broken_the_points_are_not_told() -> None:
    state = make(["beni-1 infantry 3-2 0303", "cer-1 infantry 3-3 0909"], terrain={"0304": "sea"})
    assert problems(state, move("beni-1", "0505 0506 0507 0508")) == [(1, "not-connected")]
    assert problems(state, move("beni-1", "0304 0305 0306")) == [(1, "impassable")]


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("bom-1 bomber -9 0303", "LL-8.17"),
        ("fle-1 fleet - 0303", "LL-8.20"),
        ("leg-1 infantry 3-4 due", "LL-6.5"),
        ("leg-1 infantry 3-4 eliminated", "LL-7.1"),
    ],
)
@pytest.mark.rule("LL-7.1", "LL-8.17", "LL-8.20", "LL-6.5")
def test_who_has_another_order_to_go_somewhere_is_told_its_clause(unit: str, rule: str) -> None:
    state = make([unit, "beni-1 infantry 3-4 0909"], "spanish-movement", turn=6)
    (fault,) = checked(state, move(unit.split()[0], "0403"), seat="spanish").problems
    assert (fault.code, fault.rule) == ("cannot-move", rule)
