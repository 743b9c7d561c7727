"""What a unit counts where the clauses are seldom asked: works by battle, whence marines came, who has no figure."""

from typing import Any

import pytest

from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.hits import lose_step
from pbem.rules.africa1860.saving import load
from pbem.rules.africa1860.strength import attack_modifiers, expected_coins, works_count
from tests.rules.africa1860.position import make, run


@pytest.mark.rule("AFR-13.9")
@pytest.mark.parametrize(
    ("scenario", "everywhere", "count"),
    [("tetuan", "false", True), ("", "false", False), ("", "true", True)],
)
def test_works_count_at_tetuan_and_by_the_option_in_all_battles(scenario: str, everywhere: str, count: bool) -> None:
    units = {"caz-vergara": "a", "gum-hamsa": "b"}
    assert works_count(make("a-b", units, options={"works-everywhere": everywhere}, scenario=scenario)) is count


@pytest.mark.rule("AFR-6.14", "AFR-12.7")
@pytest.mark.parametrize(("origin", "codes"), [("w", ["two-areas"]), (None, [])])
def test_marines_come_from_a_sea_of_their_own_only_if_they_landed_to_attack(
    origin: str | None, codes: list[str]
) -> None:
    units: dict[str, Any] = {
        "caz-vergara": {"at": "a", "origin": "b"},
        "caz-baza": {"at": "a", "landed": 1, "origin": origin},
        "gum-hamsa": "a",
    }
    state = make("a-b a-w", units, "spanish-movement", terrain={"w": "sea"})
    assert [term.code for term in attack_modifiers(state, "a", ("caz-vergara", "caz-baza"))] == codes


CHIEF = {"at": "a", "side": "spanish", "type": "LEADER", "fa": 1, "fd": 5}
"""A leader who is better in defence."""


@pytest.mark.rule("AFR-15.2", "AFR-6.5", "AFR-9.8")
@pytest.mark.parametrize(
    ("unit", "coins"),
    [("husares-princesa", 4), ("bia-2", 3), ("bia-cohetes", 2), ("rif-ulye", 5), ("lanceros-farnesio", 1)],
)
def test_the_coins_that_are_expected_are_those_of_offensive_fire_with_the_best_leader(unit: str, coins: int) -> None:
    """From a trench at one in a forest; cavalry and the Rif unit (a die of 4) have a leader of 3, guns none."""
    units = {unit: {"at": "a", "side": "spanish"}, "prim": "a", "chief": CHIEF, "okla": "b", "nizam-nur": "b"}
    state = make("a-b", units, terrain={"a": "clear trench", "b": "forest trench"})
    assert expected_coins(state, unit, "b") == coins


@pytest.mark.rule("AFR-6.10")
def test_who_has_no_steps_is_lost_by_the_first_hit() -> None:
    ran = run(make("a-b", {"prim": "a"}), lambda course: lose_step(course, "prim", "fire"))
    assert [each.left for each in ran.all(facts.Struck)] == [0]
    assert ran.at("prim") == "eliminated"


def test_only_leaders_support_others() -> None:
    counter = make("a-b", {"caz-vergara": "a"}).counter("caz-vergara")
    assert (counter.fa, counter.fd) == (0, 0)


def test_a_standing_order_was_carried_out_a_bounded_number_of_times() -> None:
    scenario = make("a-b", {"caz-vergara": "a"}).scenario
    assert load(scenario, {"used": {"spanish 1": 9999}}).used == {"spanish 1": 9999}
    with pytest.raises(ValueError, match="used"):
        load(scenario, {"used": {"spanish 1": 10000}})
