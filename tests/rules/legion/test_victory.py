"""Victory (LL-5.1 to 5.5) and the end of a turn (LL-2.4, 4.1)."""

from typing import Any

import pytest

from pbem.core.events import GameEnded
from pbem.rules.legion.events import TurnEnded
from pbem.rules.legion.state import State
from pbem.rules.legion.victory import agreed_draw, surrender, triple
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, bombard, run, told

ROAD = (*(f"{column:02d}01" for column in range(1, 11)), "1002")
INNER = ("0505", "0606")


def end(*units: str, turn: int = 13, **fields: Any) -> State:
    return make(units, "turn-end", turn=turn, road_places=ROAD, inner_places=INNER, **fields)


def ending(state: State) -> tuple[str | None, str | None]:
    """Winner and clause at the end of the turn."""
    after = run(state, {}).state
    return after.winner, after.win_reason


def on_road(count: int) -> list[str]:
    return [f"leg-{n} infantry 3-4 {ROAD[n - 1]}" for n in range(1, count + 1)]


MOROCCANS = tuple(f"beni-{n} infantry 3-4 {n:02d}08" for n in range(1, 6))


@pytest.mark.rule("LL-5.1", "LL-5.4", "LL-4.1")
def test_w15_a_spanish_piece_in_each_place_is_enough() -> None:
    inner = "beni-9 infantry 3-4 0505"
    assert ending(end(*on_road(11), *MOROCCANS, inner)) == ("spanish", "LL-5.1")
    assert ending(end(*on_road(10), "leg-11 infantry 3-4 0909", *MOROCCANS, inner)) == ("moroccan", "LL-5.2")


@pytest.mark.rule("LL-5.1", "LL-5.2")
def test_w15_without_all_places_no_moroccan_may_stand_in_any() -> None:
    few = "leg-1 infantry 3-4 1002"
    assert ending(end(few, "beni-1 infantry 3-4 0909")) == ("spanish", "LL-5.1")
    assert ending(end(few, "beni-1 infantry 3-4 0505")) == ("moroccan", "LL-5.2")
    assert ending(end(few, "beni-1 infantry 3-4 0301")) == ("moroccan", "LL-5.2")


@pytest.mark.rule("LL-5.1")
def test_artillery_and_armour_hold_a_place_but_aircraft_and_fleets_do_not() -> None:
    inner = (
        "beni-1 infantry 3-4 0505",
        "beni-2 infantry 3-4 0909",
        "beni-3 infantry 3-4 0808",
        "beni-4 infantry 3-4 0707",
    )
    held = [*on_road(9), f"art-1 artillery 2-2 {ROAD[9]}", f"arm-1 armoured-engineer 2-2 {ROAD[10]}"]
    assert ending(end(*held, *inner)) == ("spanish", "LL-5.1")
    over = [*on_road(9), f"bom-1 bomber -9 {ROAD[9]}", f"fle-1 fleet - {ROAD[10]}"]
    assert ending(end(*over, *inner)) == ("moroccan", "LL-5.2")


@pytest.mark.rule("LL-4.1", "LL-2.4")
def test_before_the_last_turn_the_game_goes_on() -> None:
    state = end(*on_road(11), *MOROCCANS, turn=12)
    result = run(state, {})
    assert result.events == (TurnEnded(turn=12, moroccan=5, spanish=11),)
    assert result.state.winner is None


@pytest.mark.rule("LL-5.4")
def test_w15_three_times_the_pieces_win_at_the_end_of_any_turn() -> None:
    spanish = [f"leg-{n} infantry 3-4 {n % 10 + 1:02d}{n // 10 + 3:02d}" for n in range(30)]
    moroccan = [f"beni-{n} infantry 3-4 {n:02d}09" for n in range(1, 11)]
    assert ending(end(*spanish, *moroccan, turn=4)) == ("spanish", "LL-5.4")
    assert ending(end(*spanish[1:], *moroccan, turn=4)) == (None, None)
    assert ending(end("leg-1 infantry 3-4 0303", *MOROCCANS[:3], turn=4)) == ("moroccan", "LL-5.4")


@pytest.mark.rule("LL-5.4")
def test_pieces_not_yet_there_do_not_count_and_none_against_some_holds() -> None:
    to_come = ["leg-1 infantry 3-4 due", "leg-2 infantry 3-4 waiting"]
    assert ending(end(*to_come, MOROCCANS[0], turn=4)) == ("moroccan", "LL-5.4")
    captured = ("bat-1 artillery 1-2 0303", "bat-2 artillery 1-2 pool")
    pieces = {"bat-1": {"captured": True}, "bat-2": {"captured": True}}
    assert ending(end(*captured, *MOROCCANS[:2], "leg-1 infantry 3-4 0909", turn=4, pieces=pieces))[1] == "LL-5.4"


@pytest.mark.rule("LL-5.4")
def test_none_against_none() -> None:
    assert ending(end(turn=4)) == ("draw", "LL-5.4")
    both_to_come = ["leg-1 infantry 3-4 due", "beni-1 infantry 3-4 waiting"]
    assert ending(end(*both_to_come, turn=4)) == (None, None)


@pytest.mark.rule("LL-5.4")
def test_option_count_air_naval() -> None:
    units = (
        "leg-1 infantry 3-4 0303",
        "bom-1 bomber -9 0101",
        "fle-1 fleet - 0202",
        "fle-2 fleet - off-map",
        *MOROCCANS[:3],
    )
    assert ending(end(*units, turn=5)) == ("moroccan", "LL-5.4")
    counted = end(*units, turn=5, options={"count-air-naval": "yes"})
    assert run(counted, {}).events == (TurnEnded(turn=5, moroccan=3, spanish=3),)


@pytest.mark.rule("LL-5.3")
def test_annihilation_comes_before_the_count_and_the_places() -> None:
    pool = {"bat-1": {"captured": True}}
    assert ending(end(*on_road(1), "bat-1 artillery 2-2 pool", pieces=pool)) == ("spanish", "LL-5.3")
    assert ending(end("bom-1 bomber -9 0101", "fle-1 fleet - 0102", MOROCCANS[0])) == ("moroccan", "LL-5.3")


@pytest.mark.rule("LL-5.3")
@pytest.mark.parametrize(("reserve", "winner"), [("due", None), ("waiting", None), ("eliminated", "moroccan")])
def test_annihilation_is_tested_after_combat(reserve: str, winner: str | None) -> None:
    units = ["beni-1 infantry 3-4 0303", "cer-1 infantry 1-3 0304", f"cer-2 infantry 1-3 {reserve}"]
    result = run(make(units, "moroccan-combat"), [attack("cer-1", "beni-1")], [3, 3])
    assert (result.state.winner, result.state.win_reason) == (winner, winner and "LL-5.3")
    assert len(told(result, GameEnded)) == (winner is not None)


@pytest.mark.rule("LL-5.3")
def test_annihilation_is_tested_after_a_bombardment() -> None:
    units = ["beni-1 infantry 3-4 0303", "art-1 artillery 1-3 0304"]
    assert run(make(units, "spanish-bombardment"), [bombard("beni-1", "art-1")], [2]).state.winner == "spanish"
    assert run(make(units, "spanish-bombardment"), [bombard("beni-1", "art-1")], [3]).state.winner is None


@pytest.mark.rule("LL-5.5")
def test_surrender_needs_every_seat_of_a_side() -> None:
    seats = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}
    state = make(MOROCCANS, seats=seats, sector_column={"spanish": 5})
    assert surrender(state, {"spanish"}) is None
    assert surrender(state, {"spanish", "spanish-2"}) == GameEnded(winner="moroccan", reason="LL-5.5")
    assert surrender(state, {"moroccan"}) == GameEnded(winner="spanish", reason="LL-5.5")


@pytest.mark.rule("LL-5.5")
def test_a_draw_needs_every_seat() -> None:
    state = make(MOROCCANS)
    assert agreed_draw(state, {"spanish"}) is None
    assert agreed_draw(state, {"spanish", "moroccan"}) == GameEnded(winner="draw", reason="LL-5.5")


@pytest.mark.rule("LL-5.4")
def test_with_nobody_on_the_map_it_is_a_draw_only_if_nobody_is_to_come() -> None:
    assert triple(end("leg-1 infantry 3-4 due")) is None
    assert triple(end("beni-1 infantry 3-4 waiting")) is None
    assert triple(end("leg-1 infantry 3-4 eliminated", "art-1 artillery 1-1 pool")) == "draw"
