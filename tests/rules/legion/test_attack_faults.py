"""What an ATTACK may not do: one test a fault (LL-3.1, 6.5, 6.10, 8.1, 8.5, 8.6, 8.12, 8.15, 8.22, 9.2)."""

from typing import Any

import pytest

from pbem.core.events import Answered
from pbem.rules.legion.declare import attack_choices, judge_attack
from pbem.rules.legion.events import Declared, Fought
from pbem.rules.legion.orders import Capture, Cooperate
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, codes, run, told, voided

ENEMIES = ["beni-1 infantry 3-4 0403", "beni-2 infantry 3-4 0404", "beni-3 infantry 3-4 0808"]


def spanish(*units: str, **fields: Any) -> State:
    """Spanish pieces before 0403 and 0404, where Moroccans stand."""
    return make([*ENEMIES, *units], "spanish-combat", **fields)


def faults(state: State, targets: str, with_: str, support: str = "", seat: str = "spanish") -> list[str]:
    return codes(judge_attack(state, seat, attack(targets, with_, support)))


@pytest.mark.rule("LL-8.1")
def test_a_legal_attack_is_declared_with_both_strengths_and_chances() -> None:
    verdict = judge_attack(spanish("leg-1 infantry 3-4 0303"), "spanish", attack("0403", "leg-1"))
    assert verdict.faults == ()
    assert verdict.events == (Declared(number=1, side="spanish", units=("leg-1",), targets=("beni-1",)),)
    assert verdict.notes == {"attack": 3, "defence": 3, "win": 13, "tie": 10, "lose": 13, "of": 36}


@pytest.mark.rule("LL-8.1")
@pytest.mark.parametrize("target", ["0405", "leg-2", "0303", "beni-9", "beni-4", "fle-1", "0099"])
def test_no_target(target: str) -> None:
    others = ("leg-2 infantry 3-4 0304", "beni-4 infantry 3-4 waiting", "fle-1 fleet - 0302")
    state = spanish("leg-1 infantry 3-4 0303", *others)
    assert faults(state, target, "leg-1") == ["no-target"]
    (fault,) = judge_attack(state, "spanish", attack(f"0403 {target}", "leg-1")).faults
    assert fault.args["target"] == target, "the one that is none"


@pytest.mark.rule("LL-8.1")
def test_not_adjacent() -> None:
    assert faults(spanish("leg-1 infantry 3-4 0202"), "beni-1", "leg-1") == ["not-adjacent"]


@pytest.mark.rule("LL-8.1")
def test_who_marched_may_not_attack() -> None:
    state = spanish("leg-1 infantry 3-4 0303", pieces={"leg-1": {"moved": "march"}})
    assert faults(state, "beni-1", "leg-1") == ["marched"]


@pytest.mark.rule("LL-8.1", "LL-8.10")
def test_a_piece_attacks_once_and_is_attacked_once() -> None:
    state = spanish("leg-1 infantry 3-4 0303", pieces={"leg-1": {"fought": True}, "beni-1": {"attacked": True}})
    assert faults(state, "beni-1", "leg-1") == ["already-attacked", "already-fought"]


@pytest.mark.rule("LL-8.1")
def test_a_piece_that_is_not_on_the_map_attacks_nobody() -> None:
    assert faults(spanish("leg-1 infantry 3-4 eliminated"), "beni-1", "leg-1") == ["cannot-attack"]
    assert faults(spanish(), "beni-1", "") == ["cannot-attack"]
    assert faults(spanish("leg-1 infantry 3-4 0303"), "", "leg-1") == ["no-target"]


@pytest.mark.rule("LL-6.5")
@pytest.mark.parametrize("fields", [{"moved": "reinforce"}, {"arrived_turn": 3}])
def test_reinforcements_neither_attack_nor_support_when_they_come(fields: dict[str, Any]) -> None:
    units = ("leg-1 infantry 3-4 0303", "art-1 artillery 2-2 0302", "leg-2 infantry 3-4 0304")
    state = spanish(*units, turn=3, pieces={"leg-1": fields, "art-1": fields})
    assert faults(state, "beni-1", "leg-1") == ["reinforcement-cannot-attack"]
    assert faults(state, "beni-1", "leg-2", "art-1") == ["reinforcement-cannot-attack"]


@pytest.mark.rule("LL-6.10", "LL-6.5")
def test_landed_pieces_may_attack_and_landed_guns_support() -> None:
    came = {"moved": "land", "landed": True, "arrived_turn": 5}
    units = ["leg-1 infantry 3-4 0303", "art-1 artillery 2-2 0302"]
    state = spanish(*units, turn=5, pieces={"leg-1": came, "art-1": came})
    assert faults(state, "beni-1", "leg-1", "art-1") == []


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("art-1", marks=pytest.mark.rule("LL-8.12")),
        pytest.param("arm-1", marks=pytest.mark.rule("LL-8.22")),
        pytest.param("bom-1", marks=pytest.mark.rule("LL-2.9")),
        pytest.param("fle-1", marks=pytest.mark.rule("LL-2.10")),
    ],
)
def test_kinds_that_never_attack(unit: str) -> None:
    state = spanish(
        "art-1 artillery 2-2 0303", "arm-1 armoured-engineer 4-3 0304", "bom-1 bomber -9 0403", "fle-1 fleet - 0402"
    )
    assert faults(state, "beni-1", unit) == ["cannot-attack"]


@pytest.mark.rule("LL-9.2")
def test_in_a_sandstorm_pieces_in_mountain_are_not_attacked_and_guns_do_not_support() -> None:
    units = ["leg-1 infantry 3-4 0303", "art-1 artillery 2-2 0302"]
    state = spanish(*units, terrain={"0403": "mountain"}, weather="sandstorm")
    assert faults(state, "beni-1", "leg-1") == ["weather-forbids"]
    assert faults(spanish(*units, weather="sandstorm"), "beni-1", "leg-1") == []
    assert faults(spanish(*units, weather="sandstorm"), "beni-1", "leg-1", "art-1") == ["weather-forbids"]


@pytest.mark.rule("LL-8.5")
@pytest.mark.parametrize(
    ("attackers", "expected"),
    [
        ("0303 0304", []),  # a rhombus: five of the six pairs touch
        ("0402 0303", ["not-mutually-adjacent"]),  # nobody touches 0404
        ("0304 0502", ["not-adjacent", "not-mutually-adjacent"]),  # 0502 touches nobody
        ("0503 0303", ["not-mutually-adjacent"]),  # the attackers do not touch
    ],
)
def test_two_on_two(attackers: str, expected: list[str]) -> None:
    first, second = attackers.split()
    state = spanish(f"leg-1 infantry 3-4 {first}", f"leg-2 infantry 3-4 {second}")
    assert faults(state, "beni-1 beni-2", "leg-1 leg-2") == expected


@pytest.mark.rule("LL-8.5")
def test_two_targets_that_do_not_touch() -> None:
    units = [
        "beni-1 infantry 3-4 0302",
        "beni-2 infantry 3-4 0305",
        "leg-1 infantry 3-4 0303",
        "leg-2 infantry 3-4 0304",
    ]
    assert faults(make(units, "spanish-combat"), "beni-1 beni-2", "leg-1 leg-2") == ["not-mutually-adjacent"]


@pytest.mark.rule("LL-8.5")
def test_three_on_two_are_too_many() -> None:
    state = spanish("leg-1 infantry 3-4 0303", "leg-2 infantry 3-4 0304", "leg-3 infantry 3-4 0402")
    assert faults(state, "beni-1 beni-2", "leg-1 leg-2 leg-3") == ["too-many-combatants"]


@pytest.mark.rule("LL-8.6")
def test_one_on_two_touches_both() -> None:
    assert faults(spanish("leg-1 infantry 3-4 0304"), "beni-1 beni-2", "leg-1") == []
    (fault,) = judge_attack(spanish("leg-1 infantry 3-4 0303"), "spanish", attack("beni-1 beni-2", "leg-1")).faults
    assert (fault.code, fault.args["target"]) == ("not-adjacent", "beni-2")


@pytest.mark.rule("LL-8.15")
@pytest.mark.parametrize(
    ("at", "fields", "expected"),
    [
        ("0203", {}, []),
        ("0402", {}, []),  # in the zone of control of the target
        ("0103", {}, ["out-of-range"]),
        ("0203", {"moved": "move"}, []),
        ("0203", {"moved": "march"}, ["marched"]),
    ],
)
def test_support(at: str, fields: dict[str, Any], expected: list[str]) -> None:
    state = spanish("leg-1 infantry 3-4 0303", f"art-1 artillery 2-2 {at}", pieces={"art-1": fields})
    assert faults(state, "beni-1", "leg-1", "art-1") == expected


@pytest.mark.rule("LL-8.12")
@pytest.mark.parametrize("flag", ["bombarded", "supported"])
def test_a_gun_that_has_fired_does_not_support(flag: str) -> None:
    state = spanish("leg-1 infantry 3-4 0303", "art-1 artillery 2-2 0203", pieces={"art-1": {flag: True}})
    assert faults(state, "beni-1", "leg-1", "art-1") == ["already-fired"]


@pytest.mark.rule("LL-8.15")
def test_support_within_two_of_one_of_two_targets() -> None:
    state = spanish("leg-1 infantry 3-4 0304", "art-1 artillery 2-2 0406")
    assert faults(state, "beni-1 beni-2", "leg-1", "art-1") == []
    assert faults(state, "beni-1", "leg-1", "art-1") == ["out-of-range"]


@pytest.mark.rule("LL-8.12")
def test_only_artillery_supports() -> None:
    state = spanish("leg-1 infantry 3-4 0303", "leg-2 infantry 3-4 0304")
    assert faults(state, "beni-1", "leg-1", "leg-2") == ["cannot-attack"]
    assert faults(state, "beni-1", "leg-1", "beni-2") == ["not-your-piece"]


@pytest.mark.rule("LL-3.1")
def test_pieces_of_the_enemy_or_of_nobody() -> None:
    state = spanish("leg-1 infantry 3-4 0303")
    assert faults(state, "beni-1", "beni-2") == ["not-your-piece"]
    assert faults(state, "beni-1", "leg-9") == ["unknown-unit"]


# Two seats a side ------------------------------------------------------------------------------------------------

SEATS = {"moroccan": "moroccan", "spanish": "spanish", "spanish-2": "spanish"}
MIXED = ("leg-1 infantry 3-4 0303", "leg-2 infantry 3-4 0304")


def shared(**fields: Any) -> State:
    """Two Spanish seats: leg-1 belongs to the first, leg-2 to the second."""
    pieces = {"leg-1": {"seat": "spanish"}, "leg-2": {"seat": "spanish-2"}}
    return spanish(*MIXED, seats=SEATS, sector_column={"spanish": 4}, pieces=pieces, **fields)


@pytest.mark.rule("LL-3.1")
def test_a_combat_may_mix_pieces_of_both_seats_but_not_be_all_the_others() -> None:
    assert faults(shared(), "beni-1", "leg-1 leg-2") == []
    assert faults(shared(), "beni-1", "leg-2") == ["not-your-sector"]
    assert faults(shared(), "beni-1", "leg-2", seat="spanish-2") == []


@pytest.mark.rule("LL-3.1")
def test_cooperation_is_the_default() -> None:
    result = run(shared(), {"spanish": [attack("beni-1", "leg-1 leg-2")]}, [3, 3])
    (fought,) = told(result, Fought)
    assert fought.attack.units == ("leg-1", "leg-2")
    (answered,) = told(result, Answered)
    assert answered.question == "cooperate spanish-2 leg-1+leg-2"
    assert (answered.answer, answered.source) == ("yes", "default")


@pytest.mark.rule("LL-3.1")
def test_the_other_seat_may_refuse_by_standing_order() -> None:
    refusal = [Capture(policy="no"), Cooperate(seat="moroccan", policy="yes"), Cooperate(seat="spanish", policy="no")]
    standing = {"spanish-2": refusal, "spanish": [Cooperate(seat="spanish-2", policy="yes")]}
    result = run(shared(), {"spanish": [attack("beni-1", "leg-1 leg-2")]}, standing=standing)
    assert voided(result) == [("spanish", 1, "not-your-sector")]
    (answered,) = told(result, Answered)
    assert (answered.source, answered.line) == ("standing", 3)
    assert answered.passed == ((1, "other-question"), (2, "other-seat"))


@pytest.mark.rule("LL-3.1")
def test_with_reactions_ask_the_other_seat_is_asked_before_any_die() -> None:
    state = shared(options={"reactions": "ask"})
    asked = run(state, {"spanish": [attack("beni-1", "leg-1 leg-2")]})
    assert len(asked.questions) == 1
    assert (asked.questions[0].seat, asked.questions[0].options, asked.rolls) == ("spanish-2", ("yes", "no"), ())
    answers = {asked.questions[0].id: "yes"}
    assert len(told(run(state, {"spanish": [attack("beni-1", "leg-1 leg-2")]}, [3, 3], answers=answers), Fought)) == 1


@pytest.mark.rule("LL-3.1", "LL-8.1")
def test_the_first_seats_orders_go_first() -> None:
    orders = {"spanish-2": [attack("beni-2", "leg-2")], "spanish": [attack("beni-1", "leg-1")]}
    result = run(shared(), orders, [3, 3, 3, 3])
    assert [(e.number, e.units) for e in told(result, Declared)] == [(1, ("leg-1",)), (2, ("leg-2",))]
    same = {"spanish-2": [attack("beni-1", "leg-2")], "spanish": [attack("beni-1", "leg-1")]}
    assert voided(run(shared(), same, [3, 3])) == [("spanish-2", 1, "already-attacked")]


# Choices ---------------------------------------------------------------------------------------------------------


def test_choices_are_each_alone_and_all_together_with_support() -> None:
    units = (
        "leg-1 infantry 3-4 0303",
        "leg-2 infantry 3-4 0304",
        "leg-3 infantry 3-4 0402",
        "art-1 artillery 2-2 0203",
    )
    state = spanish(*units, pieces={"leg-3": {"moved": "march"}})
    found = attack_choices(state, "spanish")
    together = attack("beni-1", "leg-1 leg-2", "art-1")
    assert {unit: [choice.order for choice in found[unit]] for unit in found} == {
        "leg-1": [attack("beni-1", "leg-1"), together],
        "leg-2": [
            attack("beni-1", "leg-2"),
            attack("beni-2", "leg-2"),
            together,
            attack("beni-2", "leg-2", "art-1"),
        ],
    }
    assert found["leg-1"][1].notes["attack"] == 7
    for unit in found:
        assert all(judge_attack(state, "spanish", choice.order).faults == () for choice in found[unit])


def test_choices_leave_out_who_is_attacked_or_sheltered_and_the_other_seats_pieces() -> None:
    storm = spanish("leg-1 infantry 3-4 0303", weather="sandstorm", terrain={"0403": "mountain"})
    assert attack_choices(storm, "spanish") == {}
    assert attack_choices(spanish("leg-1 infantry 3-4 0303", pieces={"beni-1": {"attacked": True}}), "spanish") == {}
    assert list(attack_choices(shared(), "spanish")) == ["leg-1"]
    assert [choice.order for choice in attack_choices(shared(), "spanish")["leg-1"]] == [attack("beni-1", "leg-1")]


@pytest.mark.rule("LL-8.1")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("art-1 artillery 2-2 0303", "LL-8.12"),
        ("arm-1 armoured-engineer 4-3 0303", "LL-8.22"),
        ("fle-1 fleet - 0303", "LL-2.10"),
        ("bom-1 bomber -9 0303", "LL-2.9"),
    ],
)
def test_who_never_attacks_is_told_the_clause_that_says_so(unit: str, rule: str) -> None:
    verdict = judge_attack(spanish(unit), "spanish", attack("0403", unit.split()[0]))
    assert [(fault.code, fault.rule) for fault in verdict.faults][:1] == [("cannot-attack", rule)]


@pytest.mark.rule("LL-8.1", "LL-2.9")
def test_an_aircraft_is_no_target() -> None:
    state = make(["beni-1 infantry 3-4 0303", "bom-1 bomber -9 0403"], "moroccan-combat")
    assert faults(state, "bom-1", "beni-1", seat="moroccan") == ["no-target"]


@pytest.mark.rule("LL-8.5")
def test_each_of_two_attackers_touches_one_of_two_targets() -> None:
    """0303 touches 0403 and 0302, which touches neither target; 0404 touches 0403."""
    state = spanish("leg-1 infantry 3-4 0303", "leg-2 infantry 3-4 0302")
    assert faults(state, "0403 0404", "leg-1 leg-2") == ["not-adjacent", "not-mutually-adjacent"]
