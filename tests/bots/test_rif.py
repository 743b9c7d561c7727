"""What the player of Morocco 1926 goes by: attacks prepared in movement, towns kept, supply never left."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pbem.bots import chance, heuristic, turns
from pbem.bots.rif1926.aims import (
    advance_lines,
    barred,
    covered,
    gap,
    hunted,
    is_last,
    kept_hexes,
    nations,
    offing,
    stake,
    value_of,
)
from pbem.bots.rif1926.assault import attacks, worth
from pbem.bots.rif1926.keeping import keep_towns
from pbem.bots.rif1926.last_turn import settle_towns
from pbem.bots.rif1926.lines import cutters, exposed
from pbem.bots.rif1926.march import movements
from pbem.bots.rif1926.marching import March
from pbem.bots.rif1926.muster import bar, musters
from pbem.bots.rif1926.player import play
from pbem.bots.rif1926.raid import raid
from pbem.core.orders import Section
from pbem.core.play import Inputs, adjudicate
from pbem.dice.chain import ChainDice
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.rules.rif1926.movement import judge_move
from pbem.rules.rif1926.orders import Attack, Move
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.supply_lines import in_supply
from pbem.rules.rif1926.supply_phase import occupied_towns
from tests.rules.rif1926.factory import make

RIF = ruleset("rif1926")
SOUTH: dict[str, Any] = {
    "zones": {"zone-1": ["0101", "0102"], "axdir": ["0506", "0505", "0606"]},
    "towns": {"t": "0506"},
}


def moves(state: State, side: str) -> dict[str, str]:
    """Where each unit that is ordered to move ends."""
    return {unit: order.path[-1] for order in movements(state, side) if isinstance(order, Move) for unit in order.units}


# Aims -----------------------------------------------------------------------------------------------------------------


def test_a_gap_is_in_points_and_to_the_nearest_goal() -> None:
    state = make("", "allied-movement", {"terrain": {"0102": ["mountain"]}})
    assert gap(state, "0101", "0101") == 0
    assert gap(state, "0101", "0102") == 2
    assert gap(state, "0101", "0801", "0201") == 1


def test_a_town_is_kept_by_who_stands_in_it_and_covered_by_who_stands_beside_it() -> None:
    state = make("ax-1 rif AX 2-3-5 0506", "allied-movement", SOUTH)
    assert kept_hexes(state) == {"0506"}
    assert stake(state, "allied", "0506") > stake(state, "allied", "0505")
    assert {"0505", "0506", "0507"} <= covered(state, ["0506"])
    dug = make("", "allied-movement", SOUTH | {"trenches": [["0505", "0504"]]})
    assert "0505" not in covered(dug, ["0506"])


def test_each_ally_is_at_home_where_his_own_sources_are_nearest() -> None:
    zones = {"zone-1": ["0101"], "zone-3": ["0801"], "zone-4": ["0108"]}
    found = nations(make("", "allied-movement", {"zones": zones, "exits": ["0108"]}).scenario)
    assert (found["0701"], found["0107"]) == ("spanish", "french")


def test_who_bars_the_way_to_a_town_is_worth_more() -> None:
    state = make("ax-1 rif AX 2-3-5 0506\nax-2 rif AX 2-3-5 0204\nax-3 rif AX 2-3-5 0801", "allied-movement", SOUTH)
    way = advance_lines(state.scenario)["0506"]
    assert (way[0], way[-1]) == ("0102", "0506")
    assert {hex_ for hex_, towns in barred(state).items() if towns == 1} == set(way)
    assert "0204" in way
    assert stake(state, "allied", "0204") > stake(state, "allied", "0801")


def test_the_last_who_keep_towns_are_hunted() -> None:
    map_ = SOUTH | {"towns": {"t": "0506", "u": "0606"}}
    few, many = "ax-1 rif AX 2-3-5 0808", "\n".join(f"ax-{n} rif AX 2-3-5 080{n}" for n in range(1, 8))
    assert hunted(make(few, "allied-movement", map_)) == {"0808": 2}
    assert hunted(make(many, "allied-movement", map_)) == {}


def test_ships_are_counted_on_only_where_the_sea_is_near() -> None:
    board = make("", "allied-movement", {"terrain": {"0101": ["sea"]}}).scenario.board
    assert (offing(board)["0101"], offing(board)["0102"], offing(board)["0401"]) == (0, 1, 3)


# Attacks --------------------------------------------------------------------------------------------------------------

FIELD = """
inf-a allied CG 6-4-5 0101
inf-b allied CG 6-4-5 0102
ax-1 rif AX 1-1-4 0303
"""


def test_an_attack_is_prepared_with_all_that_it_needs_and_carried_out() -> None:
    state = make(FIELD, "allied-movement", SOUTH)
    ways = {unit: {"0202": ("0202",), "0203": ("0202", "0203")} for unit in ("inf-a", "inf-b")}
    (found,) = musters(state, "allied", ways)
    assert found.at == "0303"
    assert len(found.places) == 1  # six against one is the last column: the other is free for more
    beside = make(FIELD.replace("0101", "0302"), "allied-combat", SOUTH)
    (order,) = attacks(beside, "allied")
    assert order == Attack(target="0303", with_=("inf-a",), advance=("inf-a",))


def test_a_defender_with_no_way_out_is_worth_more() -> None:
    around = "\n".join(f"inf-{n} allied CG 1-4-5 {at}" for n, at in enumerate(("0202", "0203", "0304", "0402", "0403")))
    units = f"inf-a allied CG 9-4-5 0302\n{around}\nax-1 rif AX 1-3-4 0303"
    shut, open_ = (make(each, "allied-combat", SOUTH) for each in (units, "\n".join(units.split("\n")[::6])))
    assert worth(shut, "0303", ["inf-a"], []) > worth(open_, "0303", ["inf-a"], [])


def test_nobody_walks_up_to_more_than_he_can_attack() -> None:
    state = make("inf-a allied CG 2-3-5 0101\nax-1 rif AX 3-5-4 0303\nax-2 rif AX 3-5-4 0304", "allied-movement", SOUTH)
    near = {"0202", "0203", "0204", "0302", "0305", "0402", "0403", "0404"}
    assert moves(state, "allied").get("inf-a", "0101") not in near


# Movement -------------------------------------------------------------------------------------------------------------


def test_a_free_town_is_taken_by_standing_beside_it_and_the_guard_stays() -> None:
    units = "inf-a allied CG 3-3-5 0505\ninf-b allied CG 3-3-5 0102\nax-1 rif AX 2-3-5 0808"
    map_ = SOUTH | {"roads": [["0101", "0201", "0302", "0402", "0503", "0504", "0505"]]}
    assert "inf-a" not in moves(make(units, "allied-movement", map_), "allied")


def test_no_move_leaves_the_line_of_supply() -> None:
    state = make("inf-a allied CG 3-3-5 0102\nax-1 rif AX 2-3-5 0506", "allied-movement", SOUTH)
    assert moves(state, "allied").get("inf-a", "0102") in {"0101", "0102"}


def test_the_rif_send_a_band_into_a_town_that_is_threatened() -> None:
    units = "ax-1 rif AX 2-3-5 0707\nax-2 rif AX 2-3-5 0708\ninf-a allied CG 6-4-5 0302"
    assert "0506" in moves(make(units, "rif-movement", SOUTH), "rif").values()


ROAD = SOUTH | {"roads": [["0101", "0201", "0302", "0402", "0503", "0504", "0505"]]}


def test_a_band_raids_the_road_by_which_others_are_supplied() -> None:
    units = "inf-a allied CG 3-3-5 0505\ninf-b allied CG 3-3-5 0505\nr-1 rif R 2-3-6 0701"
    march = March(make(units, "rif-movement", ROAD), "rif")
    assert in_supply(march.state, "allied") == {"inf-a", "inf-b"}
    raid(march)
    (order,) = march.orders
    assert isinstance(order, Move)
    assert order.units == ("r-1",)
    assert exposed(make(units, "rif-movement", ROAD), order.path[-1]) == 2
    assert in_supply(march.state, "allied") == frozenset()
    assert cutters(march.state) == {order.path[-1]: 2}


def test_a_weak_unit_guards_a_town_while_a_strong_one_goes_on() -> None:
    units = "inf-a allied CG 6-4-5 0505\ninf-b allied CG 2-3-5 0504\nax-1 rif AX 2-3-5 0808"
    march = March(make(units, "allied-movement", ROAD), "allied")
    keep_towns(march)
    assert "inf-b" not in march.free
    assert "inf-a" in march.free


def test_every_move_is_one_that_the_rules_let_pass() -> None:
    state = make(FIELD, "allied-movement", SOUTH)
    for order in movements(state, "allied"):
        assert isinstance(order, Move)
        assert judge_move(state, "allied", order).faults == ()


# The last turn --------------------------------------------------------------------------------------------------------


def last_turn(units: str, side: str, turn: int, map_: Mapping[str, Any]) -> March:
    """The movement phase of a turn after towns were settled."""
    march = March(make(units, f"{side}-movement", map_, turn=turn), side)
    settle_towns(march)
    return march


def test_in_the_last_turn_the_rif_free_towns_and_let_none_go_again() -> None:
    map_ = SOUTH | {"towns": {"t": "0506", "u": "0606"}, "terrain": {"0505": ["mountain"]}}
    units = "inf-a allied CG 3-3-5 0507\ninf-b allied CG 3-3-5 0207\nax-1 rif AX 2-3-5 0303\nr-1 rif R 2-3-5 0304"
    march = last_turn(units, "rif", 12, map_)
    assert (is_last(march.state), march.late, len(occupied_towns(march.state))) == (True, True, 1)
    assert march.state.units["ax-1"].at in ("0506", "0606")
    assert [order.units for order in march.orders if isinstance(order, Move)] == [("ax-1",)]  # R keeps no town of AX
    assert not march.go("ax-1", "0303", supplied=False)  # no town is let go again


def test_in_the_last_turns_the_allies_take_towns_out_of_supply() -> None:
    units = "inf-a allied CG 3-3-5 0303\nax-1 rif AX 2-3-5 0808"
    assert "inf-a" not in moves(make(units, "allied-movement", SOUTH | {"zones": {"axdir": ["0506"]}}), "allied")
    march = last_turn(units, "allied", 12, SOUTH | {"zones": {"axdir": ["0506"]}})
    assert march.state.units["inf-a"].at == "0506"
    assert occupied_towns(march.state) == ("t",)


def test_losses_are_nothing_in_the_last_turn() -> None:
    units = "inf-a allied CG 3-3-5 0305\nax-1 rif AX 4-3-5 0406"
    early, last = (make(units, "allied-combat", SOUTH, turn=turn) for turn in (1, 12))
    assert (value_of(early, "AE"), value_of(last, "AE"), value_of(last, "DE")) == (-40, 0, 40)
    assert bar(last, "inf-a") < bar(early, "inf-a")


# Games ----------------------------------------------------------------------------------------------------------------


def two_turns(players: dict[str, turns.Player]) -> State:
    """The end of the first two turns of the campaign; each sheet is accepted in every line."""
    state: State = RIF.initial(RIF.read_scenario(compose("rif1926")))
    count = 0
    while state.turn < 3:
        count += 1
        sheets = {}
        for seat in RIF.awaited(state):
            sheet = players[seat](RIF, state, seat, Random(f"{seat} {count}"))
            checked = RIF.check(state, seat, sheet)
            assert [each for each in checked.problems if each.line] == [], (state.turn, state.phase)
            sheets[seat] = Section(phase=state.phase, lines=sheet.lines(state.phase))
        result = adjudicate(RIF, state, Inputs(dice=ChainDice(bytes([count]) * 32), sheets=sheets))
        while result.questions:
            silent = [question.id for question in result.questions]
            result = adjudicate(RIF, state, Inputs(dice=ChainDice(bytes([count]) * 32), sheets=sheets, silent=silent))
        state = result.state
    return state


def test_two_turns_take_more_towns_and_units_than_chance_does() -> None:
    planned = two_turns({"allied": play, "rif": chance.play})
    at_random = two_turns({"allied": chance.play, "rif": chance.play})
    assert len(planned.occupied) > len(at_random.occupied)
    assert lost(planned, "rif") > lost(at_random, "rif")
    assert lost(planned, "allied") <= lost(at_random, "allied")
    assert heuristic.player_of("rif1926") is play


def lost(state: State, side: str) -> int:
    """How many units of a side are gone."""
    gone = (unit for unit, each in state.units.items() if each.status in ("eliminated", "removed"))
    return sum(1 for unit in gone if state.counter(unit).side == side)
