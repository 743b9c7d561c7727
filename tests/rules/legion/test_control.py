"""Who controls a hex, who may attack whom, and whose duty ends (LL-7.7 to 7.9)."""

from typing import Any

import pytest

from pbem.core.events import PhaseBegan
from pbem.kit.frozen import alter
from pbem.rules.legion import events as facts
from pbem.rules.legion.control import airport_taken, attackers, controllers, duty_on, gunners, lifted, open_to
from pbem.rules.legion.events import AirportTaken, DutyLifted, Moved
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.movement import move_choices
from pbem.rules.legion.paths import Fences
from tests.rules.legion.factory import make
from tests.rules.legion.moving import hold, problems

DUTY = {"moved": "move", "must_attack": True, "zoc_of": ("cer-1", "cer-2")}


@pytest.mark.rule("LL-7.7")
def test_the_zone_is_the_six_hexes_around_whatever_their_terrain() -> None:
    around = {"0302": "clear city", "0203": "mountain fortress", "0402": "sea"}
    state = make(["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0304"], terrain=around)
    assert all("beni-1" in controllers(state, "spanish", hex_) for hex_ in state.scenario.board.neighbours["0303"])
    assert controllers(state, "spanish", "0202") == ("beni-1",)
    assert controllers(state, "spanish", "0203") == ("beni-1", "beni-2")
    assert controllers(state, "spanish", "0404") == ("beni-2",)
    assert controllers(state, "moroccan", "0302") == ()


@pytest.mark.rule("LL-7.7")
def test_a_position_keeps_its_zones_whatever_comes_after_it() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"])
    after = evolve(state, Moved(unit="beni-1", how="move", path=("0303", "0302", "0301"), cost=2, allowance=4))
    assert controllers(state, "spanish", "0304") == ("beni-1",)
    assert controllers(after, "spanish", "0304") == ()
    assert controllers(after, "spanish", "0401") == ("beni-1",)


@pytest.mark.rule("LL-8.12", "LL-8.22", "LL-6.5")
def test_who_never_attacks_has_no_enemy_open_to_it() -> None:
    units = [
        "art-1 artillery 2-2 0202",
        "arm-1 armoured-engineer 4-3 0203",
        "gar-1 infantry 3-3 0302",
        "beni-1 infantry 3-4 0303",
    ]
    state = make(units, "spanish-combat", pieces={"gar-1": {"moved": "reinforce", "arrived_turn": 2}})
    assert [open_to(state, unit, ("beni-1",)) for unit in ("art-1", "arm-1", "gar-1")] == [(), (), ()]
    assert attackers(state, "spanish") == ()
    assert attackers(state, "moroccan") == ("beni-1",)
    assert gunners(state, "spanish") == ("art-1",)


@pytest.mark.rule("LL-8.1")
@pytest.mark.parametrize(
    ("piece", "expected"),
    [({}, ("leg-1",)), ({"moved": "move"}, ("leg-1",)), ({"moved": "march"}, ()), ({"fought": True}, ())],
)
def test_who_marched_or_fought_is_not_among_those_who_may_attack(piece: dict[str, Any], expected: tuple[str]) -> None:
    units = ["leg-1 infantry 3-4 0303", "beni-1 infantry 3-4 0403"]
    state = make(units, "spanish-combat", pieces={"leg-1": piece})
    assert attackers(state, "spanish") == expected


@pytest.mark.rule("LL-7.8")
def test_a_duty_ends_when_all_who_oblige_are_gone_or_cannot_be_attacked() -> None:
    units = [
        "beni-1 infantry 3-4 0303",
        "cer-1 infantry 3-3 0304",
        "cer-2 infantry 3-3 0302",
        "cer-3 infantry 3-3 0403",
    ]
    state = make(units, pieces={"beni-1": DUTY})
    assert duty_on(state, "beni-1") == ("cer-1", "cer-2")
    assert lifted(state, "moroccan", ("0304",)) == ()
    theirs = make(units, pieces={"cer-2": {"must_attack": True, "zoc_of": ()}})
    assert lifted(theirs, "moroccan", ("0303",)) == ()
    assert lifted(theirs, "spanish", ("0303",)) == (DutyLifted(unit="cer-2"),)
    storm = make(units, pieces={"beni-1": DUTY}, weather="sandstorm", terrain={"0304": "mountain"})
    assert duty_on(storm, "beni-1") == ("cer-2",)
    gone = make(
        [units[0], units[3], "cer-1 infantry 3-3 eliminated", "cer-2 infantry 3-3 0909"], pieces={"beni-1": DUTY}
    )
    assert lifted(gone, "moroccan", ("0304",)) == (DutyLifted(unit="beni-1"),)
    free = evolve(gone, DutyLifted(unit="beni-1"))
    assert (free.units["beni-1"].must_attack, duty_on(free, "beni-1")) == (False, ())


def test_who_has_moved_or_stands_has_no_choice_left() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"], pieces={"beni-1": {"moved": "move"}})
    assert move_choices(Fences(state), "beni-1") == ()
    assert problems(state, hold("beni-1")) == [(1, "already-moved")]


@pytest.mark.rule("LL-8.1")
def test_those_who_may_attack_are_of_the_side_that_is_asked_for() -> None:
    """Moroccans in each other's zone are no attackers of the Spanish."""
    state = make(["leg-1 infantry 3-4 0303", "beni-1 infantry 3-4 0403", "beni-2 infantry 3-4 0404"], "spanish-combat")
    assert attackers(state, "spanish") == ("leg-1",)


@pytest.mark.rule("LL-7.8", "LL-6.10")
def test_who_landed_beside_an_enemy_need_not_attack() -> None:
    units = ["leg-1 infantry 3-4 0303", "beni-1 infantry 3-4 0403"]
    state = make(units, "spanish-combat", pieces={"leg-1": {"zoc_of": ("beni-1",), "must_attack": False}})
    assert duty_on(state, "leg-1") == ()


@pytest.mark.rule("LL-8.12", "LL-8.13")
def test_the_guns_that_may_fire_have_not_and_reach_somebody() -> None:
    units = [
        "art-1 artillery 2-2 0303",
        "art-2 artillery 2-2 0403",
        "art-3 artillery 2-2 0404",
        "art-4 artillery 2-2 0909",
        "cer-1 infantry 3-3 0304",
        "beni-1 infantry 3-4 0305",
    ]
    state = make(units, "spanish-bombardment", pieces={"art-2": {"supported": True}, "art-3": {"bombarded": True}})
    assert gunners(state, "spanish") == ("art-1",)
    assert gunners(state, "moroccan") == ()


@pytest.mark.rule("LL-8.19")
def test_the_airport_is_taken_by_who_enters_its_hex() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"], terrain={"0404": "clear airport"})
    assert airport_taken(state, "beni-1", ("0304", "0404")) == (AirportTaken(side="moroccan", unit="beni-1"),)
    assert airport_taken(state, "beni-1", ("0304", "0305")) == ()
    assert airport_taken(state, "cer-1", ("0404",)) == (), "the Spanish hold it"


@pytest.mark.rule("LL-8.1")
@pytest.mark.parametrize(
    ("turn", "phase", "battles"),
    [(2, "moroccan-combat", 3), (2, "spanish-combat", 3), (3, "weather", 0), (3, "spanish-combat", 0)],
)
def test_combats_are_numbered_through_the_turn(turn: int, phase: str, battles: int) -> None:
    state = make(["beni-1 infantry 3-4 0303"], "moroccan-combat", turn=2, battles=3)
    assert evolve(state, PhaseBegan(turn=turn, phase=phase)).battles == battles


@pytest.mark.rule("LL-7.1", "LL-8.1", "LL-8.10", "LL-8.12", "LL-8.24")
@pytest.mark.parametrize(("phase", "fresh"), [("moroccan-bombardment", "beni-1"), ("spanish-air-1", "cer-1")])
def test_what_a_piece_did_is_forgotten_as_its_own_turn_begins(phase: str, fresh: str) -> None:
    did = {
        "moved": "move", "bombarded": True, "supported": True, "fought": True, "attacked": True, "must_attack": True,
        "zoc_of": ("x",), "panicked": True, "arrived_turn": 1, "landed": True,
    }  # fmt: skip
    units = ["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0909"]
    before = "weather" if fresh == "beni-1" else "moroccan-combat"
    state = make(units, before, turn=2, pieces=dict.fromkeys(("beni-1", "cer-1"), did))
    after = evolve(state, PhaseBegan(turn=2, phase=phase))
    kept = {name for name in did if getattr(after.units[fresh], name) == did[name]}
    assert kept == {"arrived_turn", "landed"}
    (other,) = {*after.units} - {fresh}
    assert {name for name in did if getattr(after.units[other], name) != did[name]} == {"attacked"}


def test_what_an_event_does_not_say_is_not_so() -> None:
    moved = facts.Moved(unit="a", how="move", path=("0101",), cost=0, allowance=1, zoc_of=())
    assert (facts.Deployed(unit="a", at="0101").by_referee, moved.road, moved.must_attack) == (False, False, False)
    assert facts.Reinforced(unit="a", path=("0101",), cost=0, allowance=1).road is False
    assert facts.AttackAdded(unit="a", target="b").joined is False
    assert facts.TurnEnded(turn=1, moroccan=1, spanish=1).last is False


def test_a_position_is_its_pieces_and_not_what_was_worked_out_of_them() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 due"])
    assert alter(state, occupied={}, _zones={"spanish": {}}) == state
    assert not {"occupied=", "_zones="} & {word for word in ("occupied=", "_zones=") if word in repr(state)}
    assert move_choices(Fences(state), "cer-1") == ()
