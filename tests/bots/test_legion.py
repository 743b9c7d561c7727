"""What the player of La Legión goes by: odds of the scenario's die, ways over land, and what armour can do."""

from random import Random

from pbem.bots.legion import aims
from pbem.bots.legion.aims import gaps_to
from pbem.bots.legion.assault import worthwhile
from pbem.bots.legion.odds import GOOD, SAFE, chances, edge, gain
from pbem.bots.legion.panic import drives
from pbem.bots.legion.player import play
from pbem.core.orders import Order
from pbem.dice.die import D6, Die
from pbem.rules.legion.orders import Attack, Bombard, Fly, Land, March, Move, Panic
from pbem.rules.legion.state import State
from tests.bots.making import LEGION
from tests.rules.legion.factory import DIE, make


def planned(state: State, seat: str) -> list[Order]:
    """The orders of the heuristic player for the present phase."""
    return [line.order for line in play(LEGION, state, seat, Random(1)).lines(state.phase)]


# Odds --------------------------------------------------------------------------------------------------------------


def test_the_edge_counts_pairs_of_faces() -> None:
    coin = Die("coin", (1, 2))
    assert edge(coin, 1, 1) == 0  # 1:1 tie, 1:2 lost, 2:1 won, 2:2 tie
    assert edge(coin, 3, 1) == 100  # 3:2 is the closest
    assert edge(coin, 2, 1) == 75  # 2:2 is a tie
    assert edge(coin, 1, 3) == -100


def test_the_edge_goes_by_the_die_of_the_scenario() -> None:
    assert edge(D6, 3, 2) != edge(DIE, 3, 2)
    assert edge(DIE, 9, 3) > SAFE > GOOD
    assert edge(DIE, 3, 3) == 0


def test_an_attack_is_worth_it_at_good_odds_or_by_duty() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-4 0304"], "moroccan-combat")
    assert not worthwhile(state, ["beni-1"], [], "cer-1")
    assert planned(state, "moroccan") == []
    strong = make(["beni-1 infantry 6-4 0303", "cer-1 infantry 3-4 0304"], "moroccan-combat")
    assert planned(strong, "moroccan") == [Attack(targets=("cer-1",), with_=("beni-1",))]
    duty = {"beni-1": {"must_attack": True, "zoc_of": ("cer-1",)}}
    obliged = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-4 0304"], "moroccan-combat", pieces=duty)
    assert planned(obliged, "moroccan") == [Attack(targets=("cer-1",), with_=("beni-1",))]


def test_batteries_in_range_support_an_attack() -> None:
    units = ["beni-1 infantry 6-4 0303", "beni-art-1 artillery 1-3 0302", "cer-1 infantry 3-4 0304"]
    assert planned(make(units, "moroccan-combat"), "moroccan") == [
        Attack(targets=("cer-1",), with_=("beni-1",), support=("beni-art-1",))
    ]
    assert planned(make(units, "moroccan-bombardment"), "moroccan") == [Bombard(unit="beni-art-1", target="cer-1")]


# Ways --------------------------------------------------------------------------------------------------------------


def test_gaps_are_points_over_land() -> None:
    mountains, sea = {"0301": "mountain"}, {"0401": "sea", "0402": "sea", "0403": "sea", "0404": "sea", "0405": "sea"}
    scenario = make([], size=(5, 5), terrain=mountains | sea).scenario
    found = gaps_to(scenario, ["0101"])
    assert (found["0101"], found["0201"], found["0301"]) == (0, 1, 2)
    assert found["0401"] == 3  # from the water, round the mountain
    assert "0501" not in found  # beyond the sea
    assert gaps_to(scenario, ["0301"])["0101"] == 3  # entering the mountain costs 2
    assert gaps_to(scenario, []) == {}


def test_a_group_comes_up_against_what_it_beats() -> None:
    units = [f"beni-{n} infantry 3-4 010{n}" for n in range(1, 5)] + ["cer-1 infantry 4-4 0402"]
    moves = [order for order in planned(make(units, size=(6, 6)), "moroccan") if isinstance(order, Move)]
    assert len(moves) == 2  # six against four is safe enough
    around = make(units, size=(6, 6)).scenario.board.neighbours["0402"]
    assert all(order.path[-1] in around for order in moves)


def test_a_garrison_stays() -> None:
    units = ["cer-1 infantry 6-4 0202", "beni-1 infantry 1-4 0402"]
    fields = {"phase": "spanish-movement", "size": (6, 6)}
    free = planned(make(units, **fields), "spanish")  # type: ignore[arg-type]
    kept = planned(make(units, **fields, road_places=["0202"]), "spanish")  # type: ignore[arg-type]
    assert [order.type for order in free] == ["move"]
    assert kept == []  # silence: a HOLD would only make the report longer


def test_no_two_pieces_land_at_one_beach() -> None:
    units = ["cer-1 infantry 3-4 due", "cer-2 infantry 3-4 due", "beni-1 infantry 3-4 0909"]
    beaches = {"0101": "clear landing", "0110": "clear landing"}
    pieces = {"cer-1": {"turn": 5}, "cer-2": {"turn": 5}}
    state = make(units, "spanish-movement", turn=5, terrain=beaches, pieces=pieces, road_places=["0105"])
    landings = [order for order in planned(state, "spanish") if isinstance(order, Land)]
    assert sorted(order.at for order in landings) == ["0101", "0110"]


# Armour ------------------------------------------------------------------------------------------------------------


def test_armour_drives_off_whom_it_stands_beside() -> None:
    state = make(["arm-1 armoured-engineer 4-3 0505", "beni-1 infantry 3-2 0506"], "spanish-movement")
    (panic,) = drives(state, "arm-1", {}, set(), ())
    assert isinstance(panic, Panic)
    assert (panic.target, panic.when) == ("beni-1", "before")
    assert drives(state, "arm-1", {}, set(), ["beni-1"]) == []  # others attack it
    assert panic in planned(state, "spanish")


def test_armour_goes_where_it_drives_most() -> None:
    units = ["arm-1 armoured-engineer 4-3 0404", "beni-1 infantry 3-2 0506", "beni-2 infantry 3-2 0507"]
    orders = planned(make(units, "spanish-movement"), "spanish")
    assert [order.type for order in orders] == ["move", "panic", "panic"]
    assert {order.target for order in orders if isinstance(order, Panic)} == {"beni-1", "beni-2"}
    assert all(order.when == "after" for order in orders if isinstance(order, Panic))


# Aircraft ----------------------------------------------------------------------------------------------------------


def test_aircraft_bomb_what_they_reach_and_come_closer_to_the_rest() -> None:
    units = ["bom-1 bomber -4 0101", "beni-1 infantry 3-4 0110", "beni-2 infantry 3-4 0910"]
    fields = {"turn": 5, "terrain": {"0101": "clear airport"}, "size": (10, 12)}
    (first,) = planned(make(units, "spanish-air-1", **fields), "spanish")  # type: ignore[arg-type]
    assert first == Fly(unit="bom-1", to="0105")
    near = ["bom-1 bomber -4 0105", *units[1:]]
    assert planned(make(near, "spanish-air-3", **fields), "spanish") == []  # type: ignore[arg-type]
    there = ["bom-1 bomber -4 0106", *units[1:]]
    bombs = planned(make(there, "spanish-air-3", **fields), "spanish")  # type: ignore[arg-type]
    assert bombs == [Fly(unit="bom-1", to="0110", bomb=True)]


def test_fleets_share_out_their_targets() -> None:
    units = ["fle-1 fleet - off-map", "fle-2 fleet - off-map", "beni-1 infantry 3-4 0303", "beni-2 infantry 4-4 0307"]
    sea = {f"01{row:02d}": "sea" for row in range(1, 11)}
    orders = planned(make(units, "spanish-fleet", turn=5, terrain=sea), "spanish")
    assert [order.type for order in orders] == ["place", "place", "bombard", "bombard"]
    assert {order.target for order in orders if isinstance(order, Bombard)} == {"beni-1", "beni-2"}


FEW = ["beni-1 infantry 3-4 0505", *(f"cer-{n} infantry 3-3 010{n}" for n in range(1, 4))]
"""One against three."""


def test_who_is_too_few_keeps_away() -> None:
    (order,) = planned(make(FEW, road_places=["0101"]), "moroccan")
    board = make([]).scenario.board
    assert isinstance(order, March)
    assert board.distance(order.path[-1], "0102") > board.distance("0505", "0102")


def test_who_is_too_few_comes_for_a_place_only_when_nothing_can_follow() -> None:
    (before,) = planned(make(FEW, road_places=["0306"], turn=12), "moroccan")
    (last,) = planned(make(FEW, road_places=["0306"], turn=13), "moroccan")
    assert isinstance(before, March)
    assert before.path[-1] != "0306"
    assert last == March(unit="beni-1", path=("0306",))


# Aims --------------------------------------------------------------------------------------------------------------


def test_the_loser_of_a_group_counts_whole() -> None:
    win, lose = chances(DIE, 9, 6)
    assert gain(DIE, 9, 6, 1) == win - lose == edge(DIE, 9, 6)
    assert gain(DIE, 9, 6, 3) == win - 3 * lose
    assert gain(DIE, 9, 6, 3, (2, 1)) == 2 * win - 3 * lose


def test_a_piece_of_the_fewer_is_worth_more() -> None:
    state = make(FEW)
    assert aims.prices(state, "spanish") == (2, 1)
    assert aims.prices(state, "moroccan") == (1, 2)
    even = make(["beni-1 infantry 3-4 0505", "cer-1 infantry 3-3 0101"])
    assert aims.prices(even, "spanish") == aims.prices(even, "moroccan") == (1, 1)


def test_the_greater_side_takes_odds_that_the_fewer_leaves() -> None:
    pair = ["beni-1 infantry 4-4 0303", "cer-1 infantry 3-4 0304"]
    more_moroccans = make([*pair, "beni-2 infantry 3-4 0808"], "moroccan-combat")
    more_spanish = make([*pair, "cer-2 infantry 3-4 0808"], "moroccan-combat")
    assert [order.type for order in planned(more_moroccans, "moroccan")] == ["attack"]
    assert planned(more_spanish, "moroccan") == []


def test_on_their_last_turn_the_spanish_clear_places_at_any_price() -> None:
    units = ["cer-1 infantry 3-4 0303", "beni-1 infantry 3-4 0304"]
    attacks = {
        (turn, place): [
            order.type for order in planned(make(units, "spanish-combat", turn=turn, road_places=[place]), "spanish")
        ]
        for turn in (12, 13)
        for place in ("0304", "0505")
    }
    assert [key for key, orders in attacks.items() if orders] == [(13, "0304")]


def test_near_the_end_each_place_gets_pieces_of_its_own() -> None:
    units = [f"cer-{n} infantry 3-4 050{n}" for n in range(1, 5)]
    places = ["0101", "0909"]
    found = aims.ways(make(units, turn=12, road_places=places), "spanish", [f"cer-{n}" for n in range(1, 5)])
    assert sorted(place for way in found.values() for place in places if way[place] == 0) == [
        "0101",
        "0101",
        "0909",
        "0909",
    ]
    early = aims.ways(make(units, turn=5, road_places=places), "spanish", ["cer-1"])["cer-1"]
    assert [early[place] for place in places] == [0, 0]
