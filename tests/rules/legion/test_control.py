"""Who controls a hex, who may attack whom, and whose duty ends (LL-7.7 to 7.9)."""

from typing import Any

import pytest

from pbem.rules.legion.control import attackers, controllers, duty_on, gunners, lifted, open_to
from pbem.rules.legion.events import DutyLifted, Moved
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.movement import move_choices
from pbem.rules.legion.paths import Fences
from pbem.rules.legion.setup import deploy_choices
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
    assert deploy_choices(state, "beni-1") == ()
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
