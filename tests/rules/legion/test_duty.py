"""The duty to attack in the combat phase: the fault of a sheet, and the referee's attacks (LL-7.8)."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.rules.legion.duty import obliged, sheet_faults
from pbem.rules.legion.events import AttackAdded, Declared, DutyLifted, Fought
from pbem.rules.legion.orders import Attack
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make, section
from tests.rules.legion.fighting import attack, gone, run, told, voided

DUTY = {"moved": "move", "must_attack": True}


def must(units: Sequence[str], *names: str, **fields: Any) -> State:
    """A Moroccan combat phase in which the named pieces must attack."""
    return make(units, "moroccan-combat", pieces=dict.fromkeys(names, DUTY), **fields)


def owing(state: State, *orders: Attack, seat: str = "moroccan") -> list[dict[str, Any]]:
    return [fault.args for fault in sheet_faults(state, seat, section("", *orders).lines)]


@pytest.mark.rule("LL-7.8")
def test_the_sheet_names_in_one_fault_all_who_still_must_attack() -> None:
    units = [
        "beni-2 infantry 3-4 0303",
        "beni-1 infantry 3-4 0304",
        "beni-3 infantry 3-4 0302",
        "cer-1 infantry 1-3 0403",
    ]
    state = must(units, "beni-1", "beni-2")
    (fault,) = sheet_faults(state, "moroccan", ())
    assert (fault.code, fault.rule) == ("must-attack", "LL-7.8")
    assert owing(state) == [{"units": "beni-2 beni-1", "count": 2}]
    assert owing(state, attack("0403", "beni-2")) == [{"units": "beni-1", "count": 1}]
    assert owing(state, attack("0403", "beni-2 beni-1")) == []


@pytest.mark.rule("LL-7.8")
def test_who_has_fought_or_has_nobody_to_attack_owes_nothing() -> None:
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0304", "cer-1 infantry 1-3 0403"]
    fought = make(units, "moroccan-combat", pieces={"beni-1": DUTY | {"fought": True}})
    assert owing(fought) == []
    storm = must(units, "beni-1", weather="sandstorm", terrain={"0403": "mountain"})
    assert owing(storm) == []
    assert owing(must(["beni-1 infantry 3-4 0303", "cer-1 infantry 1-3 0909"], "beni-1")) == []


@pytest.mark.rule("LL-7.8", "LL-3.1")
def test_each_seat_owes_for_its_own_pieces() -> None:
    units = ["beni-1 infantry 3-4 0303", "cer-1 infantry 1-3 0403", "beni-2 infantry 3-4 0503"]
    seats = {"moroccan": "moroccan", "moroccan-2": "moroccan", "spanish": "spanish"}
    pieces = {"beni-1": DUTY | {"seat": "moroccan"}, "beni-2": DUTY | {"seat": "moroccan-2"}}
    state = make(units, "moroccan-combat", seats=seats, pieces=pieces)
    assert owing(state) == [{"units": "beni-1", "count": 1}]
    assert owing(state, seat="moroccan-2") == [{"units": "beni-2", "count": 1}]
    assert obliged(state, "moroccan") == ("beni-1", "beni-2")


@pytest.mark.rule("LL-7.8")
def test_the_referee_attacks_the_weakest_that_nobody_attacks_then_the_lowest_hex() -> None:
    units = [
        "beni-1 infantry 9-4 0303",
        "cer-1 infantry 1-3 0302",  # in a city: 3
        "cer-2 infantry 2-3 0304",
        "cer-3 infantry 2-3 0403",
    ]
    result = run(must(units, "beni-1", terrain={"0302": "clear city"}), [], [3, 3])
    assert told(result, AttackAdded) == [AttackAdded(unit="beni-1", target="cer-2")]
    assert [type(event).__name__ for event in result.events[:2]] == ["AttackAdded", "Declared"]
    assert gone(result) == ["cer-2"]


@pytest.mark.rule("LL-7.8")
def test_added_attacks_come_by_hex_after_all_declared_ones() -> None:
    units = [
        "beni-1 infantry 9-4 0505",
        "beni-2 infantry 9-4 0303",
        "beni-3 infantry 9-4 0808",
        "cer-1 infantry 1-3 0506",
        "cer-2 infantry 1-3 0304",
        "cer-3 infantry 1-3 0809",
    ]
    result = run(must(units, "beni-1", "beni-2"), [attack("cer-3", "beni-3")], [3] * 6)
    assert [(e.number, e.units) for e in told(result, Declared)] == [
        (1, ("beni-3",)),
        (2, ("beni-2",)),
        (3, ("beni-1",)),
    ]


@pytest.mark.rule("LL-7.8")
def test_if_all_are_attacked_it_joins_the_first_combat_where_that_is_legal() -> None:
    units = [
        "beni-1 infantry 3-4 0303",
        "beni-2 infantry 3-4 0402",
        "cer-1 infantry 1-3 0403",
    ]
    result = run(must(units, "beni-1"), [attack("cer-1", "beni-2")], [3, 3])
    assert told(result, AttackAdded) == [AttackAdded(unit="beni-1", target="cer-1", joined=True)]
    assert [(e.number, e.units) for e in told(result, Declared)] == [(1, ("beni-2",)), (1, ("beni-1", "beni-2"))]
    (fought,) = told(result, Fought)
    assert fought.attack.total == 6
    assert result.state.units["beni-1"].fought


@pytest.mark.rule("LL-7.8", "LL-8.5")
def test_a_piece_that_can_join_nowhere_is_free_of_its_duty() -> None:
    units = [
        "beni-1 infantry 3-4 0402",
        "beni-2 infantry 3-4 0303",
        "beni-3 infantry 3-4 0304",
        "cer-1 infantry 1-3 0403",
        "cer-2 infantry 1-3 0404",
    ]
    result = run(must(units, "beni-1"), [attack("cer-1 cer-2", "beni-2 beni-3")], [3, 3])
    assert told(result, DutyLifted) == [DutyLifted(unit="beni-1")]
    assert len(told(result, Fought)) == 1
    assert not result.state.units["beni-1"].must_attack


@pytest.mark.rule("LL-7.8", "LL-8.6")
def test_a_second_piece_may_join_one_against_two_as_a_rhombus() -> None:
    units = [
        "beni-1 infantry 3-4 0303",
        "beni-2 infantry 3-4 0304",
        "cer-1 infantry 1-3 0403",
        "cer-2 infantry 1-3 0404",
    ]
    result = run(must(units, "beni-1"), [attack("cer-1 cer-2", "beni-2")], [3, 3])
    (fought,) = told(result, Fought)
    assert (fought.attack.units, fought.defence.units) == (("beni-1", "beni-2"), ("cer-1", "cer-2"))


@pytest.mark.rule("LL-7.8")
def test_a_refused_or_voided_attack_leaves_the_duty() -> None:
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0909", "cer-1 infantry 1-3 0403"]
    result = run(must(units, "beni-1"), [attack("cer-1", "beni-1 beni-2")], [3, 3])
    assert voided(result) == [("moroccan", 1, "not-adjacent")]
    assert told(result, AttackAdded) == [AttackAdded(unit="beni-1", target="cer-1")]


@pytest.mark.rule("LL-7.8", "LL-8.6")
def test_who_joins_is_told_with_the_one_of_two_that_it_touches() -> None:
    units = [
        "beni-1 infantry 3-4 0303",
        "beni-2 infantry 3-4 0304",
        "cer-1 infantry 1-3 0404",
        "cer-2 infantry 1-3 0403",
    ]
    result = run(must(units, "beni-1"), [attack("cer-1 cer-2", "beni-2")], [3, 3])
    assert told(result, AttackAdded) == [AttackAdded(unit="beni-1", target="cer-2", joined=True)]
