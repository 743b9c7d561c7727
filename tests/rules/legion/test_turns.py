"""The sequence of play: what follows, what is skipped, who is awaited, what is forgotten (LL-2.4, 3.1, 4.1, 10.1)."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.core.events import PhaseBegan
from pbem.core.play import Inputs, adjudicate
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.sequence import SEQUENCE
from pbem.rules.legion.settings import Settings
from pbem.rules.legion.turns import awaited, following
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import run, voided
from tests.rules.legion.moving import hold, march, move, problems

FOES = ["beni-1 infantry 3-4 0101", "cer-1 infantry 3-3 0909"]
TWO = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}


def phases(units: Sequence[str], start: str, **fields: Any) -> list[str]:
    """The phases that follow each other from `start` to the next weather, without any orders or losses."""
    state, found = make(units, start, **fields), []
    while not found or found[-1] != "weather":
        turn, phase = following(state)
        found.append(phase)
        state = evolve(state, PhaseBegan(turn=turn, phase=phase))
    return found


@pytest.mark.rule("LL-10.1", "LL-4.1")
def test_the_full_sequence() -> None:
    assert [phase.id for phase in SEQUENCE] == [
        "spanish-setup",
        "moroccan-setup",
        "weather",
        "moroccan-bombardment",
        "moroccan-movement",
        "moroccan-combat",
        "spanish-air-1",
        "spanish-air-2",
        "spanish-air-3",
        "spanish-fleet",
        "spanish-bombardment",
        "spanish-movement",
        "spanish-combat",
        "turn-end",
    ]
    everything = [
        "beni-1 infantry 3-4 0303",
        "bat-1 artillery 2-2 0305",
        "cer-1 infantry 3-3 0403",
        "art-1 artillery 1-2 0504",
    ]
    everything += ["sea-1 seaplane -9 home", "fle-1 fleet - off-map"]
    words = {"1010": "mar-chica"}
    assert phases(everything, "weather", turn=5, terrain=words) == [phase.id for phase in SEQUENCE[3:]] + ["weather"]


@pytest.mark.rule("LL-10.1")
def test_a_phase_in_which_nothing_can_be_ordered_is_skipped() -> None:
    assert phases(FOES, "weather") == ["moroccan-movement", "spanish-movement", "turn-end", "weather"]
    assert phases(FOES, "weather", weather="sandstorm") == ["moroccan-movement", "turn-end", "weather"]
    wings = [*FOES, "sea-1 seaplane -9 home", "fle-1 fleet - off-map"]
    words = {"1010": "mar-chica"}
    assert "spanish-air-1" not in phases(wings, "weather", turn=4, terrain=words)
    assert "spanish-fleet" not in phases(wings, "weather", turn=4)
    storm = phases(wings, "weather", turn=5, weather="sandstorm", terrain=words)
    assert storm == ["moroccan-movement", "spanish-fleet", "turn-end", "weather"]
    guns = ["beni-1 infantry 3-4 0303", "art-1 artillery 1-2 0305", "cer-1 infantry 3-3 0909"]
    assert "spanish-bombardment" in phases(guns, "weather")
    assert "spanish-bombardment" not in phases(guns, "weather", weather="sandstorm")
    near = ["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0304"]
    assert "moroccan-combat" in phases(near, "weather")
    rock = {"0304": "mountain"}
    assert "moroccan-combat" not in phases(near, "weather", weather="sandstorm", terrain=rock)


@pytest.mark.rule("LL-10.1", "LL-6.7")
def test_the_movement_phase_is_held_for_who_is_due_or_may_spread_panic() -> None:
    frozen = {"weather": "sandstorm", "melilla": "0505"}
    assert "spanish-movement" in phases([*FOES, "gar-1 infantry 3-3 waiting"], "weather", **frozen)
    late = phases([*FOES, "gar-1 infantry 3-3 due"], "weather", pieces={"gar-1": {"turn": 9}}, **frozen)
    assert "spanish-movement" not in late
    tank = ["beni-1 infantry 3-2 0304", "arm-1 armoured-engineer 4-3 0303"]
    assert "spanish-movement" in phases(tank, "weather", weather="sandstorm")
    alone = [tank[0].replace("0304", "0909"), tank[1]]
    assert "spanish-movement" not in phases(alone, "weather", weather="sandstorm")
    foot = [tank[0], "cer-1 infantry 4-3 0303"]
    assert "spanish-movement" not in phases(foot, "weather", weather="sandstorm")
    walled = ["beni-1 infantry 3-4 0101", "beni-2 infantry 3-4 0102", "cer-1 infantry 3-3 0909"]
    assert "moroccan-movement" in phases(walled, "weather", terrain={"0201": "sea"})
    island = phases(
        ["beni-1 infantry 3-4 0101", "cer-1 infantry 3-3 0909"], "weather", terrain={"0102": "sea", "0201": "sea"}
    )
    assert "moroccan-movement" not in island


@pytest.mark.rule("LL-10.1")
def test_set_up_comes_once_and_a_side_that_has_nothing_to_set_up_is_passed_over() -> None:
    units = ["beni-1 infantry 3-4 off-map", "cer-1 infantry 3-3 off-map"]
    assert following(make(units, "spanish-setup", turn=1)) == (1, "moroccan-setup")
    assert following(make(["beni-1 infantry 3-4 0101", units[1]], "spanish-setup", turn=1)) == (1, "weather")


@pytest.mark.rule("LL-2.4")
def test_the_end_of_a_turn_advances_the_marker_unless_the_game_is_over() -> None:
    rules = ruleset("legion")
    result = adjudicate(rules, make(FOES, "turn-end", turn=4), Inputs(ScriptedDice([])))
    assert (result.state.turn, result.state.phase) == (5, "weather")
    over = adjudicate(rules, make(FOES[:1], "turn-end", turn=4), Inputs(ScriptedDice([])))
    assert (over.state.turn, over.state.phase, rules.winner(over.state)) == (4, "turn-end", "moroccan")
    assert awaited(over.state) == ()


def test_what_a_piece_did_is_forgotten_as_its_own_turn_begins() -> None:
    used = {
        "moved": "move",
        "bombarded": True,
        "fought": True,
        "must_attack": True,
        "zoc_of": ("x",),
        "arrived_turn": 2,
    }
    pieces = {"beni-1": used, "cer-1": used | {"attacked": True}}
    state = make(FOES, "spanish-combat", turn=2, pieces=pieces)
    state = evolve(state, PhaseBegan(turn=2, phase="turn-end"))
    assert state.units["beni-1"].moved == "move"
    state = evolve(state, PhaseBegan(turn=3, phase="weather"))
    assert state.units["beni-1"].moved == "move"
    state = evolve(state, PhaseBegan(turn=3, phase="moroccan-combat"))
    beni, cer = state.units["beni-1"], state.units["cer-1"]
    assert (beni.moved, beni.bombarded, beni.fought, beni.must_attack, beni.zoc_of) == ("no", False, False, False, ())
    assert beni.arrived_turn == 2
    assert (cer.moved, cer.attacked) == ("move", False)
    state = evolve(state, PhaseBegan(turn=3, phase="spanish-movement"))
    assert state.units["cer-1"].moved == "no"


@pytest.mark.rule("LL-3.1")
def test_a_piece_belongs_all_turn_to_the_seat_in_whose_sector_it_stood() -> None:
    units = ["cer-1 infantry 3-3 0301", "cer-2 infantry 3-3 0401", "sea-1 seaplane -9 home", "beni-1 infantry 3-4 0909"]
    state = make(units, "moroccan-movement", seats=TWO, sector_column={"spanish": 4})
    state = evolve(state, PhaseBegan(turn=2, phase="spanish-movement"))
    assert {u: state.units[u].seat for u in state.units} == {
        "cer-1": "spanish",
        "cer-2": "spanish-2",
        "sea-1": "spanish",
        "beni-1": None,
    }
    assert problems(state, move("cer-1", "0302"), move("cer-2", "0501")) == [(2, "not-your-sector")]
    assert problems(state, move("cer-2", "0302"), hold("cer-2"), seat="spanish-2") == [(2, "already-moved")]


@pytest.mark.rule("LL-3.1")
def test_the_first_seats_orders_go_first() -> None:
    units = ["cer-1 infantry 3-3 0301", "cer-2 infantry 3-3 0501", "beni-1 infantry 3-4 0909"]
    state = make(units, "moroccan-combat", seats=TWO, sector_column={"spanish": 4})
    state = evolve(state, PhaseBegan(turn=2, phase="spanish-movement"))
    result = run(state, {"spanish-2": [move("cer-2", "0401")], "spanish": [move("cer-1", "0401")]})
    assert voided(result) == [("spanish-2", 1, "hex-occupied")]


@pytest.mark.rule("LL-3.1")
def test_both_seats_are_awaited_where_both_have_pieces_for_the_phase() -> None:
    units = ["cer-1 infantry 3-3 0301", "cer-2 infantry 3-3 0501", "sea-1 seaplane -9 home", "beni-1 infantry 3-4 0909"]
    fields: dict[str, Any] = {
        "seats": TWO,
        "sector_column": {"spanish": 4},
        "turn": 6,
        "terrain": {"1010": "mar-chica"},
    }
    state = evolve(make(units, "moroccan-combat", **fields), PhaseBegan(turn=6, phase="spanish-movement"))
    assert awaited(state) == ("spanish", "spanish-2")
    assert awaited(evolve(make(units, "moroccan-combat", **fields), PhaseBegan(turn=6, phase="spanish-air-1"))) == (
        "spanish",
    )
    assert awaited(make(units, "weather", **fields)) == ()
    assert awaited(make(units, "moroccan-movement", **fields)) == ("moroccan",)


@pytest.mark.rule("LL-3.1")
def test_orders_of_the_enemys_pieces_and_of_nobodys() -> None:
    state = make(FOES)
    assert problems(state, march("cer-1", "0908"), march("beni-7", "0102")) == [
        (1, "not-your-piece"),
        (2, "unknown-unit"),
    ]


@pytest.mark.rule("LL-3.1", "LL-5.3")
def test_nobody_is_awaited_once_somebody_has_won() -> None:
    assert awaited(make(FOES, "moroccan-movement")) == ("moroccan",)
    assert awaited(make(FOES, "moroccan-movement", winner="spanish")) == ()


@pytest.mark.rule("LL-3.1")
def test_a_column_is_that_of_a_side_that_two_share() -> None:
    given = {"sector_column": {"spanish": 5, "moroccan": 7}}
    seats = {"spanish": "spanish", "spanish-2": "spanish", "moroccan": "moroccan"}
    assert Settings.model_validate(given, context={"seats": seats}).sector_column == {"spanish": 5}
    assert Settings.model_validate(given).sector_column == given["sector_column"]
