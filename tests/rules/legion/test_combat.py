"""Combat: strengths, dice, losses, captured batteries (LL-8.1 to 8.11, 8.15, 8.16, 9.6, 10.2)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.tables import total
from pbem.rules.legion.declare import judge_attack
from pbem.rules.legion.events import Declared, Eliminated, Fought, Lapsed, Strength
from pbem.rules.legion.strength import defence_factor, defence_terms, term
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, codes, gone, labels, one, run, told, values, voided

COMBAT = "moroccan-combat"
SPANISH = "spanish-combat"


def terms(strength: Strength) -> list[tuple[str, str, int]]:
    return [(term.unit, term.code, term.amount) for term in strength.terms]


def defending(line: str, ground: str = "clear", weather: str = "normal", **options: str) -> list[tuple[str, int]]:
    """The terms of a piece attacked in 0403."""
    state = make([line], COMBAT, terrain={"0403": ground}, weather=weather, options=options)
    return [(term.code, term.amount) for term in defence_terms(state, line.split()[0])]


@pytest.mark.rule("LL-8.2", "LL-8.3", "LL-8.7")
def test_w1_city_and_tie() -> None:
    state = make(["beni-1 infantry 3-4 0101", "cer-1 infantry 1-3 0102"], COMBAT, terrain={"0102": "clear city"})
    result = run(state, [attack("0102", "beni-1")], [4, 4])
    assert values(result) == (12, 12)
    assert terms(one(result).defence) == [("cer-1", "combat", 1), ("cer-1", "city", 2)]
    assert one(result).outcome == "tie"
    assert gone(result) == []
    assert result.state.units["beni-1"].fought
    assert labels(result) == ["attack beni-1", "defence cer-1"]
    assert [roll.meaning for roll in result.rolls] == ["12", "12"]


@pytest.mark.rule("LL-8.4", "LL-8.8", "LL-8.9", "LL-9.6", "LL-10.2")
def test_w2_fortress_with_machine_gun_in_the_heat() -> None:
    state = make(
        ["mg-1 machine-gun 2-2 0403", "beni-1 infantry 4-4 0303", "beni-2 infantry 3-4 0304"],
        COMBAT,
        terrain={"0403": "clear fortress"},
        weather="hot",
    )
    state_after = run(state, [attack("0403", "beni-1 beni-2")], [3, 5])
    assert values(state_after) == (21, 20)
    assert one(state_after).attack.total == 7
    assert terms(one(state_after).defence) == [
        ("mg-1", "combat", 2),
        ("mg-1", "fortress", 2),
        ("mg-1", "machine-gun", 1),
        ("mg-1", "heat", -1),
    ]
    assert [t.rule for t in one(state_after).defence.terms] == ["LL-8.2", "LL-8.8", "LL-8.9", "LL-9.6"]
    assert one(state_after).defence.total == 4
    assert gone(state_after) == ["mg-1"]


@pytest.mark.rule("LL-8.9")
def test_w3_machine_gun_in_mountain() -> None:
    state = make(["mg-1 machine-gun 2-2 0403", "beni-1 infantry 5-4 0303"], COMBAT, terrain={"0403": "mountain"})
    result = run(state, [attack("0403", "beni-1")], [3, 4])
    assert values(result) == (15, 16)
    assert gone(result) == ["beni-1"]
    state = make(["inf-1 infantry 2-2 0403", "beni-1 infantry 5-4 0303"], COMBAT, terrain={"0403": "mountain"})
    result = run(state, [attack("0403", "beni-1")], [3, 4])
    assert values(result) == (15, 8)
    assert gone(result) == ["inf-1"]


@pytest.mark.rule("LL-8.5", "LL-8.4")
def test_w4_two_on_two() -> None:
    state = make(
        [
            "beni-1 infantry 3-4 0303",
            "beni-2 infantry 2-4 0304",
            "cer-1 infantry 3-3 0403",
            "cer-2 infantry 2-3 0404",
        ],
        COMBAT,
        terrain={"0404": "clear city"},
    )
    result = run(state, [attack("0403 0404", "beni-1 beni-2")], [5, 3])
    assert values(result) == (25, 21)
    assert gone(result) == ["cer-1", "cer-2"]
    assert labels(result) == ["attack beni-1+beni-2", "defence cer-1+cer-2"]
    assert (one(result).origins, one(result).at) == (("0303", "0304"), ("0403", "0404"))


@pytest.mark.rule("LL-8.15", "LL-8.4")
def test_w5_support() -> None:
    state = make(
        [
            "leg-1 infantry 4-4 0303",
            "art-1 artillery 2-2 0203",
            "art-2 artillery 2-2 0302",
            "beni-1 infantry 3-4 0403",
        ],
        SPANISH,
    )
    result = run(state, [attack("0403", "leg-1", "art-1 art-2")], [2, 4])
    assert values(result) == (12, 12)
    assert terms(one(result).attack) == [("leg-1", "combat", 4), ("art-1", "support", 1), ("art-2", "support", 1)]
    assert result.state.units["art-1"].supported
    assert result.state.units["art-2"].supported
    assert gone(result) == []


@pytest.mark.rule("LL-8.15", "LL-8.4")
def test_support_is_not_lost_with_the_attackers_and_may_stand_in_a_zone_of_control() -> None:
    state = make(["leg-1 infantry 1-4 0303", "art-1 artillery 2-2 0404", "beni-1 infantry 9-4 0403"], SPANISH)
    result = run(state, [attack("beni-1", "leg-1", "art-1")], [5, 2])
    assert values(result) == (10, 18)
    assert gone(result) == ["leg-1"]


@pytest.mark.rule("LL-8.15")
def test_option_support_each_gives_a_point_to_each_attacker() -> None:
    units = [
        "leg-1 infantry 4-4 0303",
        "leg-2 infantry 4-4 0304",
        "art-1 artillery 2-2 0203",
        "beni-1 infantry 3-4 0403",
    ]
    for reading, expected in (("no", 9), ("yes", 10)):
        state = make(units, SPANISH, options={"support-each": reading})
        assert judge_attack(state, "spanish", attack("beni-1", "leg-1 leg-2", "art-1")).notes["attack"] == expected


def ground(kind: str, terrain: str, weather: str, expected: int, *rules: str) -> Any:
    """A piece of CF 3 in 0403, the defence factor that it has there, and the clauses that give it."""
    return pytest.param(kind, terrain, weather, expected, marks=pytest.mark.rule("LL-10.2", *rules))


@pytest.mark.parametrize(
    ("kind", "terrain", "weather", "expected"),
    [
        ground("infantry", "clear", "normal", 3),
        ground("infantry", "clear", "hot", 3),
        ground("infantry", "clear city", "normal", 5, "LL-8.7"),
        ground("infantry", "clear city", "hot", 4, "LL-8.7", "LL-9.6"),
        ground("infantry", "clear fortress", "normal", 6, "LL-8.8"),
        ground("infantry", "clear fortress", "hot", 5, "LL-8.8", "LL-9.6"),
        ground("infantry", "mountain city fortress", "normal", 6, "LL-8.8"),
        ground("machine-gun", "clear", "normal", 4, "LL-8.9"),
        ground("machine-gun", "mountain", "normal", 5, "LL-8.9"),
        ground("machine-gun", "clear city", "normal", 6, "LL-8.9", "LL-8.7"),
        ground("machine-gun", "mountain city", "hot", 6, "LL-8.9", "LL-8.7", "LL-9.6"),
        ground("machine-gun", "clear fortress", "normal", 7, "LL-8.9", "LL-8.8"),
        ground("machine-gun", "mountain fortress", "hot", 7, "LL-8.9", "LL-8.8", "LL-9.6"),
        ground("cavalry", "mountain", "normal", 3),
        ground("artillery", "mountain", "sandstorm", 3, "LL-8.16"),
        ground("armoured-engineer", "clear fortress", "normal", 3),
    ],
)
def test_defence_factor_of_one_piece(kind: str, terrain: str, weather: str, expected: int) -> None:
    state = make([f"cer-1 {kind} 3-3 0403"], COMBAT, terrain={"0403": terrain}, weather=weather)
    assert defence_factor(state, "cer-1") == expected


@pytest.mark.rule("LL-8.8", "LL-9.6")
def test_option_fortress_doubles_the_sum_before_the_heat_takes_its_point() -> None:
    gun = "mg-1 machine-gun 2-2 0403"
    assert defending(gun, "mountain fortress", "hot", **{"fortress-doubles": "printed"}) == [
        ("combat", 2),
        ("fortress", 2),
        ("machine-gun", 1),
        ("mountain", 1),
        ("heat", -1),
    ]
    assert defending(gun, "mountain fortress", "hot", **{"fortress-doubles": "sum"}) == [
        ("combat", 2),
        ("machine-gun", 1),
        ("mountain", 1),
        ("fortress", 2),
        ("heat", -1),
    ]
    state = make([gun], terrain={"0403": "mountain fortress"}, weather="hot", options={"fortress-doubles": "sum"})
    assert defence_factor(state, "mg-1") == (2 + 1 + 1) * 2 - 1


@pytest.mark.rule("LL-8.9")
def test_option_mountain_defence_for_all() -> None:
    assert defending("inf-1 infantry 2-2 0403", "mountain") == [("combat", 2)]
    everyone = {"mountain-defence": "all"}
    assert defending("inf-1 infantry 2-2 0403", "mountain", **everyone) == [("combat", 2), ("mountain", 1)]
    assert defending("mg-1 machine-gun 2-2 0403", "mountain", **everyone)[1:] == [("machine-gun", 1), ("mountain", 1)]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(-1, 9), st.booleans()), max_size=8))
def test_total_is_the_running_total_of_each_piece(drawn: list[tuple[str, int, bool]]) -> None:
    made = [term(unit, "combat", amount, "LL-8.2", factor) for unit, amount, factor in drawn]
    expected = 0
    for unit in "ab":
        running = 0
        for _, amount, factor in (each for each in drawn if each[0] == unit):
            running = running * amount if factor else running + amount
        expected += running
    assert total(made) == expected


@pytest.mark.rule("LL-8.2", "LL-8.4")
def test_the_losing_side_loses_all_who_fought() -> None:
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 2-4 0304", "cer-1 infantry 9-3 0403"]
    result = run(make(units, COMBAT), [attack("cer-1", "beni-2 beni-1")], [2, 5])
    assert one(result).outcome == "defender"
    assert gone(result) == ["beni-1", "beni-2"]
    assert [(e.by, e.cause, e.at) for e in told(result, Eliminated)] == [
        ("spanish", "combat", "0303"),
        ("spanish", "combat", "0304"),
    ]


@pytest.mark.rule("LL-8.4")
def test_option_group_loss_one_takes_the_lowest_factor_then_id() -> None:
    units = [
        "beni-1 infantry 2-4 0303",
        "beni-2 infantry 2-4 0304",
        "beni-3 infantry 3-4 0402",
        "cer-1 infantry 9-3 0403",
    ]
    state = make(units, COMBAT, options={"group-loss": "one"})
    assert gone(run(state, [attack("cer-1", "beni-3 beni-2 beni-1")], [2, 5])) == ["beni-1"]


@pytest.mark.rule("LL-8.6")
def test_one_piece_on_two_that_do_not_touch() -> None:
    units = ["beni-1 infantry 9-4 0303", "cer-1 infantry 2-3 0302", "cer-2 infantry 1-3 0304"]
    result = run(make(units, COMBAT), [attack("cer-1 0304", "beni-1")], [2, 5])
    assert values(result) == (18, 15)
    assert gone(result) == ["cer-1", "cer-2"]


@pytest.mark.rule("LL-8.6")
def test_option_one_piece_on_any_number() -> None:
    units = [
        "beni-1 infantry 9-4 0303",
        "cer-1 infantry 2-3 0302",
        "cer-2 infantry 1-3 0304",
        "cer-3 infantry 1-3 0403",
    ]
    order = attack("cer-1 cer-2 cer-3", "beni-1")
    assert codes(judge_attack(make(units, COMBAT), "moroccan", order)) == ["too-many-combatants"]
    state = make(units, COMBAT, options={"single-attacker-max-targets": "any"})
    assert one(run(state, [order], [3, 5])).defence.units == ("cer-1", "cer-2", "cer-3")


@pytest.mark.rule("LL-8.1")
def test_all_are_declared_before_the_first_die_and_resolved_in_that_order() -> None:
    units = [
        "beni-1 infantry 3-4 0303",
        "beni-2 infantry 3-4 0707",
        "cer-1 infantry 3-3 0304",
        "cer-2 infantry 3-3 0708",
    ]
    result = run(make(units, COMBAT), [attack("cer-2", "beni-2"), attack("cer-1", "beni-1")], [4, 3, 2, 5])
    kinds = [type(event).__name__ for event in result.events]
    assert kinds[:3] == ["Declared", "Declared", "Rolled"]
    assert [e.number for e in told(result, Declared)] == [1, 2]
    assert [(e.number, e.outcome) for e in told(result, Fought)] == [(1, "attacker"), (2, "defender")]
    assert gone(result) == ["beni-1", "cer-2"]


@pytest.mark.rule("LL-8.10", "LL-8.11")
def test_the_defender_always_rolls_and_nobody_advances_or_retreats() -> None:
    state = make(["beni-1 infantry 3-4 0303", "cer-1 infantry 3-3 0304"], COMBAT, pieces={"cer-1": {"fought": True}})
    result = run(state, [attack("cer-1", "beni-1")], [5, 2])
    assert labels(result) == ["attack beni-1", "defence cer-1"]
    assert result.state.units["beni-1"].at == "0303"
    assert result.state.occupied == {"0303": "beni-1"}
    tie = run(state, [attack("cer-1", "beni-1")], [3, 3])
    assert tie.state.occupied == state.occupied


@pytest.mark.rule("LL-8.1")
def test_a_target_that_is_gone_drops_out_and_the_combat_goes_on() -> None:
    units = ["beni-1 infantry 9-4 0303", "cer-1 infantry 2-3 eliminated", "cer-2 infantry 1-3 0304"]
    result = run(make(units, COMBAT), [attack("cer-1 cer-2", "beni-1")], [3, 3])
    assert one(result).defence.units == ("cer-2",)
    assert voided(result) == []


@pytest.mark.rule("LL-8.1")
def test_an_order_whose_targets_are_all_gone_is_void() -> None:
    units = ["beni-1 infantry 9-4 0303", "cer-1 infantry 2-3 eliminated", "cer-2 infantry 1-3 0909"]
    result = run(make(units, COMBAT), [attack("cer-1", "beni-1")])
    assert voided(result) == [("moroccan", 1, "no-target")]
    assert not result.state.units["beni-1"].fought


@pytest.mark.rule("LL-8.15")
def test_a_battery_that_cannot_support_any_more_drops_out_and_is_told() -> None:
    units = [
        "leg-1 infantry 4-4 0303",
        "art-1 artillery 2-2 0909",
        "art-2 artillery 2-2 0302",
        "beni-1 infantry 3-4 0403",
    ]
    result = run(make(units, SPANISH), [attack("beni-1", "leg-1", "art-1 art-2")], [3, 3])
    assert voided(result) == [("spanish", 1, "out-of-range")]
    assert one(result).support == ("art-2",)
    assert not result.state.units["art-1"].supported


def test_an_attacker_that_cannot_attack_any_more_voids_the_whole() -> None:
    units = ["leg-1 infantry 4-4 0303", "leg-2 infantry 4-4 0909", "beni-1 infantry 3-4 0403"]
    result = run(make(units, SPANISH), [attack("beni-1", "leg-1 leg-2")])
    assert voided(result) == [("spanish", 1, "not-adjacent")]
    assert told(result, Fought) == []


@pytest.mark.rule("LL-8.1")
def test_option_attacks_per_target_any() -> None:
    units = ["beni-1 infantry 3-4 0303", "beni-2 infantry 3-4 0304", "cer-1 infantry 3-3 0403"]
    orders = [attack("cer-1", "beni-1"), attack("cer-1", "beni-2")]
    once = run(make(units, COMBAT), orders, [3, 3])
    assert voided(once) == [("moroccan", 2, "already-attacked")]
    twice = run(make(units, COMBAT, options={"attacks-per-target": "any"}), orders, [3, 3, 3, 3])
    assert labels(twice) == ["attack beni-1", "defence cer-1", "attack beni-2", "defence cer-1 #2"]
    gone_first = run(make(units, COMBAT, options={"attacks-per-target": "any"}), orders, [5, 2])
    assert voided(gone_first) == [("moroccan", 2, "no-target")]
    assert told(gone_first, Lapsed) == [Lapsed(number=2, units=("beni-2",))]
    assert not gone_first.state.units["beni-2"].fought


@pytest.mark.rule("LL-8.1")
def test_option_attacks_per_target_any_leaves_the_rest_of_a_combat() -> None:
    units = [
        "beni-1 infantry 9-4 0402",
        "beni-2 infantry 3-4 0303",
        "beni-3 infantry 2-4 0304",
        "cer-1 infantry 1-3 0403",
        "cer-2 infantry 2-3 0404",
        "bat-1 artillery 1-1 0401",
    ]
    orders = [attack("cer-1", "beni-1"), attack("cer-1 cer-2", "beni-2 beni-3", "bat-1")]
    result = run(make(units, COMBAT, options={"attacks-per-target": "any"}), orders, [5, 2, 4, 4])
    second = told(result, Fought)[1]
    assert (second.attack.units, second.defence.units, second.support) == (("beni-3",), ("cer-2",), ())
    assert told(result, Lapsed) == [Lapsed(number=2, units=("beni-2",), support=("bat-1",))]
    assert [result.state.units[unit].fought for unit in ("beni-2", "beni-3")] == [False, True]
    assert not result.state.units["bat-1"].supported
