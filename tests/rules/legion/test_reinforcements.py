"""Arrivals: who is due and when, where they come in, how far they go (LL-6.3 to 6.8)."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.rules.legion.events import Due, Reinforced, Waited
from pbem.rules.legion.paths import Fences
from pbem.rules.legion.reinforcements import reinforce_choices
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, told
from tests.rules.legion.moving import after, checked, hold, move, problems, reinforce

ZONES = {"moroccan": ["0101", "0102", "0103", "0201"], "spanish": ["0901", "0902"]}


def moroccan(units: Sequence[str], **fields: Any) -> State:
    """Turn 3, Moroccan movement; the outer zone is 0101, 0102, 0103 and 0201."""
    return make(units, "moroccan-movement", **{"turn": 3, "zones": ZONES, "size": (20, 4), **fields})


def spanish(units: Sequence[str], **fields: Any) -> State:
    """Turn 3, Spanish movement; Melilla is 0101."""
    return make(units, "spanish-movement", **{"turn": 3, "melilla": "0101", "size": (20, 4), **fields})


@pytest.mark.rule("LL-6.3", "LL-6.4")
def test_pieces_become_due_as_their_turn_begins() -> None:
    units = ["gar-1 infantry 3-3 off-map", "reina-1 infantry 3-3 off-map", "bom-1 bomber -9 off-map"]
    units += [
        "sea-1 seaplane -9 off-map",
        "fle-1 fleet - off-map",
        "cer-1 infantry 3-3 0505",
        "beni-1 infantry 3-3 0909",
    ]
    turns = {"gar-1": {"turn": 3}, "cer-1": {"turn": 1}}
    turns |= {name: {"turn": 5} for name in ("reina-1", "bom-1", "sea-1", "fle-1")}
    words = {"0101": "clear airport"}
    third = run(make(units, "weather", turn=3, pieces=turns, terrain=words), dice=[3])
    assert told(third, Due) == [Due(units=("gar-1",))]
    assert [third.state.units[u].status for u in ("gar-1", "reina-1", "bom-1")] == ["due", "off-map", "off-map"]
    fifth = run(make(units, "weather", turn=5, pieces=turns, terrain=words), dice=[3])
    assert told(fifth, Due) == [Due(units=("bom-1", "fle-1", "reina-1", "sea-1"))]
    found = {u: (fifth.state.units[u].status, fifth.state.units[u].at) for u in ("bom-1", "fle-1", "reina-1", "sea-1")}
    assert found == {
        "bom-1": ("map", "0101"),
        "fle-1": ("off-map", None),
        "reina-1": ("due", None),
        "sea-1": ("map", None),
    }
    lost = run(make(units, "weather", turn=5, pieces=turns, terrain=words, airport_holder="moroccan"), dice=[3])
    assert lost.state.units["bom-1"].status == "grounded"
    assert told(run(make(units, "weather", turn=4, pieces=turns), dice=[3]), Due) == []


@pytest.mark.rule("LL-6.6", "LL-2.3", "LL-7.4")
def test_moroccans_are_placed_in_their_zone_and_go_df_and_ten() -> None:
    state = moroccan(["beni-1 infantry 3-2 due", "cer-1 infantry 3-3 2004"])
    far = "0301 0401 0501 0601 0701 0801 0901 1001 1101 1201 1301 1401 1501"
    assert problems(state, reinforce("beni-1", far, at="0201")) == []
    assert problems(state, reinforce("beni-1", far + " 1601", at="0201")) == []
    assert problems(state, reinforce("beni-1", far + " 1601 1701", at="0201")) == [(1, "move-too-far")]
    result = run(state, [reinforce("beni-1", "0301", at="0201")])
    assert told(result, Reinforced) == [Reinforced(unit="beni-1", path=("0201", "0301"), cost=1, allowance=14)]
    piece = result.state.units["beni-1"]
    assert (piece.status, piece.at, piece.moved, piece.arrived_turn) == ("map", "0301", "reinforce", 3)


@pytest.mark.rule("LL-6.6")
def test_the_first_hex_of_the_path_is_the_place_where_at_is_left_out() -> None:
    state = moroccan(["beni-1 infantry 3-2 due", "cer-1 infantry 3-3 2004"])
    assert checked(state, reinforce("beni-1", "0103 0202")).lines[0].line.order == reinforce(
        "beni-1", "0202", at="0103"
    )
    assert checked(state, reinforce("beni-1", "0103")).lines[0].line.order == reinforce("beni-1", at="0103")
    assert problems(state, reinforce("beni-1")) == [(1, "wrong-zone")]
    assert problems(state, reinforce("beni-1", at="9999")) == [(1, "off-map")]


@pytest.mark.rule("LL-6.6")
def test_what_forbids_a_start_hex() -> None:
    state = moroccan(
        ["beni-1 infantry 3-2 due", "beni-2 infantry 3-2 0103", "cer-1 infantry 3-3 0202", "cer-2 infantry 3-3 0901"]
    )
    (wrong,) = checked(state, reinforce("beni-1", at="0404")).problems
    assert (wrong.code, wrong.near) == ("wrong-zone", ("0101",))
    free = moroccan(["beni-1 infantry 3-2 due", "cer-2 infantry 3-3 0901"])
    (wrong,) = checked(free, reinforce("beni-1", at="0404")).problems
    assert len(wrong.near) == 1, "the nearest alone, of several"
    assert problems(state, reinforce("beni-1", at="0103")) == [(1, "hex-occupied"), (1, "in-enemy-zoc")]
    assert problems(state, reinforce("beni-1", at="0201")) == [(1, "in-enemy-zoc")]
    assert problems(state, reinforce("beni-1", at="0101")) == []


@pytest.mark.rule("LL-6.6")
def test_no_order_no_arrival_the_piece_waits_and_may_come_later() -> None:
    state = moroccan(["beni-1 infantry 3-2 due", "beni-2 infantry 3-2 due", "cer-1 infantry 3-3 2004"])
    result = run(state, [hold("beni-2")])
    assert told(result, Waited) == [Waited(unit="beni-1"), Waited(unit="beni-2")]
    assert result.state.units["beni-1"].status == "waiting"
    again = moroccan(["beni-1 infantry 3-2 waiting", "cer-1 infantry 3-3 2004"], turn=4)
    assert told(run(again), Waited) == []
    assert problems(again, reinforce("beni-1", at="0101")) == []


@pytest.mark.rule("LL-6.6")
def test_only_who_is_due_may_come() -> None:
    units = ["beni-1 infantry 3-2 due", "beni-2 infantry 3-2 0303", "beni-3 infantry 3-2 eliminated"]
    state = moroccan([*units, "cer-1 infantry 3-3 2004"], pieces={"beni-1": {"turn": 5}})
    orders = [reinforce(f"beni-{n}", at="0101") for n in (1, 2, 3)]
    assert problems(state, *orders) == [(1, "not-due"), (2, "not-due"), (3, "not-due")]


@pytest.mark.rule("LL-6.5", "LL-7.9")
def test_arrivals_enter_no_zone_and_have_one_at_once() -> None:
    state = moroccan(["beni-1 infantry 3-2 due", "cer-1 infantry 3-3 0402"])
    assert problems(state, reinforce("beni-1", "0202 0302", at="0102")) == [(1, "reinforcement-cannot-attack")]
    assert problems(state, reinforce("beni-1", "0302", at="0102")) == [(1, "reinforcement-cannot-attack")]
    there = after(state, reinforce("beni-1", "0202", at="0102"))
    assert there.zones_of("moroccan")["0302"] == ("beni-1",)
    assert problems(state, reinforce("beni-1", at="0101"), move("beni-1", "0102")) == [(2, "already-moved")]


@pytest.mark.rule("LL-W11", "LL-6.7", "LL-6.8")
def test_from_melilla_df_and_ten_points() -> None:
    row = [f"{c:02d}01" for c in range(2, 14)]
    words = dict.fromkeys(row[6:], "mountain")
    state = spanish(["gar-1 infantry 3-3 due", "cer-1 infantry 3-3 0101", "beni-1 infantry 3-3 2004"], terrain=words)
    (found,) = checked(state, reinforce("gar-1", " ".join(row[:11]))).lines
    assert found.notes == {"cost": 16, "allowance": 16}
    assert problems(state, reinforce("gar-1", " ".join(row))) == [(1, "move-too-far")]
    assert problems(state, reinforce("gar-1")) == [(1, "hex-occupied")]
    near = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 0303"])
    assert problems(near, reinforce("gar-1", "0201 0302")) == [(1, "reinforcement-cannot-attack")]


@pytest.mark.rule("LL-6.7", "LL-7.5")
def test_from_melilla_along_the_road_there_are_two_points_more() -> None:
    road = [f"{c:02d}01" for c in range(1, 20)]
    state = spanish(["gar-1 infantry 3-2 due", "beni-1 infantry 3-3 2004"], roads=[road])
    assert checked(state, reinforce("gar-1", " ".join(road[1:17]))).lines[0].notes["allowance"] == 16
    assert checked(state, reinforce("gar-1", "1701")).lines[0].line.order.path == tuple(road[1:17])
    assert problems(state, reinforce("gar-1", "1801")) == [(1, "move-too-far")]


@pytest.mark.rule("LL-6.7")
def test_without_a_path_a_piece_stays_in_melilla() -> None:
    state = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 2004"])
    assert after(state, reinforce("gar-1")).units["gar-1"].at == "0101"
    assert after(state, reinforce("gar-1", at="0101")).units["gar-1"].at == "0101"
    stays = Reinforced(unit="gar-1", path=("0101",), cost=0, allowance=16, road=False)
    assert told(run(state, [reinforce("gar-1")]), Reinforced) == [stays]
    assert problems(state, reinforce("gar-1", at="0202")) == [(1, "wrong-zone")]
    besieged = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 0102"])
    assert problems(besieged, reinforce("gar-1")) == [(1, "reinforcement-cannot-attack")]


@pytest.mark.rule("LL-6.7")
def test_a_moroccan_in_melilla_bars_the_way() -> None:
    state = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 0101", "cer-1 infantry 3-3 2004"])
    assert problems(state, reinforce("gar-1", "0201")) == [(1, "base-lost")]
    assert told(run(state), Waited) == [Waited(unit="gar-1")]
    nowhere = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 0404"], melilla=None)
    assert problems(nowhere, reinforce("gar-1", "0201")) == [(1, "base-lost")]


@pytest.mark.rule("LL-6.7", "LL-8.22")
def test_armour_starts_from_melilla_though_it_may_not_stand_there() -> None:
    state = spanish(["arm-1 armoured-engineer 4-3 due", "beni-1 infantry 3-3 2004"], terrain={"0101": "clear fortress"})
    assert problems(state, reinforce("arm-1", "0201")) == []
    assert problems(state, reinforce("arm-1")) == [(1, "armour-terrain")]


@pytest.mark.rule("LL-6.8", "LL-9.4")
def test_a_factor_of_zero_places_the_piece_but_does_not_move_it() -> None:
    state = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 2004"], weather="sandstorm")
    assert problems(state, reinforce("gar-1", "0201")) == [(1, "cannot-move")]
    assert problems(state, reinforce("gar-1")) == []


@pytest.mark.rule("LL-6.8")
def test_by_option_ten_of_the_hexes_cost_one_whatever_their_terrain() -> None:
    row = [f"{c:02d}01" for c in range(2, 15)]
    words = dict.fromkeys([f"{c:02d}{r:02d}" for c in range(2, 21) for r in range(1, 5)], "mountain")
    state = spanish(
        ["gar-1 infantry 3-1 due", "beni-1 infantry 3-3 2004"],
        terrain=words,
        options={"reinforcement-ten": "free-of-terrain"},
    )
    (found,) = checked(state, reinforce("gar-1", " ".join(row[:11]))).lines
    assert found.notes == {"cost": 12, "allowance": 12}
    assert problems(state, reinforce("gar-1", " ".join(row[:12]))) == [(1, "move-too-far")]
    assert checked(state, reinforce("gar-1", "1201")).lines[0].notes == {"cost": 12, "allowance": 12}
    assert problems(state, reinforce("gar-1", "1301")) == [(1, "move-too-far")]
    points = spanish(["gar-1 infantry 3-1 due", "beni-1 infantry 3-3 2004"], terrain=words)
    assert problems(points, reinforce("gar-1", " ".join(row[:6]))) == []
    assert problems(points, reinforce("gar-1", " ".join(row[:7]))) == [(1, "move-too-far")]


@pytest.mark.rule("LL-6.6", "LL-9.4")
def test_the_choices_of_an_arrival() -> None:
    still = moroccan(
        ["beni-1 infantry 3-2 due", "beni-2 infantry 3-2 0303", "cer-1 infantry 3-3 2004"], weather="sandstorm"
    )
    assert [choice.order for choice in reinforce_choices(Fences(still), "beni-1")] == [
        reinforce("beni-1", at=hex_) for hex_ in ZONES["moroccan"]
    ]
    assert reinforce_choices(Fences(still), "beni-2") == ()
    lost = spanish(["gar-1 infantry 3-3 due", "beni-1 infantry 3-3 0101"])
    assert reinforce_choices(Fences(lost), "gar-1") == ()


@pytest.mark.rule("LL-6.8", "LL-7.6")
def test_by_option_the_dearest_ten_are_free_and_water_is_none_of_them() -> None:
    late = {"2001": "mountain"} | {f"{column:02d}01": "clear" for column in range(2, 12)}
    terrain = late | {"1201": "mountain", "1301": "mountain", "0102": "sea"}
    state = spanish(
        ["gar-1 infantry 3-1 due", "beni-1 infantry 3-4 2020"], size=(20, 20), terrain=terrain, melilla="0101",
        options={"reinforcement-ten": "free-of-terrain"},
    )  # fmt: skip
    straight = " ".join(f"{column:02d}01" for column in range(2, 14))
    assert problems(state, reinforce("gar-1", straight)) == []
    assert problems(state, reinforce("gar-1", "0102 0103")) == [(1, "impassable")]
    ends = {choice.order.path[-1:] for choice in reinforce_choices(Fences(state), "gar-1")}  # type: ignore[attr-defined]
    assert ("1301",) in ends


@pytest.mark.rule("LL-3.1", "LL-6.6")
def test_a_piece_of_the_enemy_is_told_as_such_whenever_it_is_due() -> None:
    state = spanish(
        ["gar-1 infantry 3-3 due", "beni-1 infantry 3-4 2020", "beni-2 infantry 3-4 waiting"], size=(20, 20)
    )
    assert problems(state, reinforce("beni-1"), reinforce("nobody")) == [(1, "not-your-piece"), (2, "unknown-unit")]
