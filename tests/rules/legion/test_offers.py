"""What is offered to a seat and what is not, where an option or an earlier order changes it."""

import pytest

from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.armour import refuges
from pbem.rules.legion.orders import Deploy, Panic, Reinforce
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make
from tests.rules.legion.fighting import attack, bombard
from tests.rules.legion.moving import checked, panic, problems, reinforce

ARMOUR = "arm-1 armoured-engineer 4-3 0505"


def offered(state: State, unit: str, kind: type) -> list:
    """The orders of one kind that a piece of the acting side is offered."""
    seat = state.phase.partition("-")[0]
    return [c.order for c in ruleset("legion").choices(state, seat).actors.get(unit, ()) if type(c.order) is kind]


def fit(state: State, unit: str, kind: type) -> list:
    """The same, each of them good by itself."""
    found = offered(state, unit, kind)
    assert [order for order in found if problems(state, order)] == []
    return found


@pytest.mark.rule("LL-8.23")
def test_by_option_every_hex_at_the_distance_is_a_refuge() -> None:
    units = [ARMOUR, "beni-1 infantry 3-1 0504", "cer-1 infantry 3-3 0303"]
    state = make(units, "spanish-movement", turn=6, options={"panic-line": "any"}, terrain={"0503": "sea"})
    ends = [order.to for order in fit(state, "arm-1", Panic)]
    assert ends == ["0703", "0705", "0305", "0602", "0704"]
    assert refuges(state, "beni-1") == tuple(ends)
    (near,) = checked(state, panic("arm-1", "beni-1", "0303")).problems
    assert (near.code, near.near) == ("bad-panic-hex", tuple(sorted(ends)))
    straight = make(units, "spanish-movement", turn=6, terrain={"0503": "sea"})
    assert [order.to for order in fit(straight, "arm-1", Panic)] == ["0703", "0705", "0305"]


@pytest.mark.rule("LL-8.24")
@pytest.mark.parametrize(("moved", "when"), [("no", "before"), ("move", "after")])
def test_a_panic_is_offered_for_the_moment_that_it_is(moved: str, when: str) -> None:
    units = [ARMOUR, "beni-1 infantry 3-2 0504"]
    state = make(units, "spanish-movement", turn=6, pieces={"arm-1": {"moved": moved}})
    assert {order.when for order in fit(state, "arm-1", Panic)} == {when}


@pytest.mark.rule("LL-8.23")
def test_a_panic_names_its_target_in_full_and_its_moment() -> None:
    state = make([ARMOUR, "beni-1 infantry 3-2 0504"], "spanish-movement", turn=6)
    order = Panic(unit="arm-1", target="0504", to="0501")
    (line,) = checked(state, order).lines
    assert line.line.order == Panic(unit="arm-1", target="beni-1", to="0501", when="before")


@pytest.mark.rule("LL-6.8")
def test_by_option_ten_hexes_are_free_of_terrain_in_what_is_offered_too() -> None:
    mountains = {f"{column:02d}{row:02d}": "mountain" for column in range(1, 21) for row in range(1, 3)}
    units = ["gar-1 infantry 3-1 due", "beni-1 infantry 3-3 2009"]
    fields = {"turn": 3, "melilla": "0101", "size": (20, 9), "terrain": mountains}
    free = make(units, "spanish-movement", options={"reinforcement-ten": "free-of-terrain"}, **fields)
    points = make(units, "spanish-movement", **fields)
    ways = {order.path[-1]: order.path for order in fit(free, "gar-1", Reinforce) if order.path}
    assert {*ways} == reachable(free, "gar-1")
    assert {*ways} > reachable(points, "gar-1")


def reachable(state: State, unit: str) -> set[str]:
    """The hexes to which a REINFORCE of one hex goes, each tried; where it begins it stays."""
    hexes = set(state.scenario.board.ids) - {state.scenario.melilla}
    return {hex_ for hex_ in hexes if not problems(state, reinforce(unit, hex_))}


@pytest.mark.rule("LL-6.6")
def test_a_moroccan_reinforcement_is_offered_all_that_it_may_reach_and_no_more() -> None:
    zones = {"moroccan": ["0101", "0201"]}
    state = make(["aros-1 infantry 3-1 due", "cer-1 infantry 3-3 1603"], turn=3, zones=zones, size=(16, 3))
    found = fit(state, "aros-1", Reinforce)
    assert {order.at for order in found} == {"0101", "0201"}
    far = {order.path[-1] for order in found if order.path and order.path[-1][2:] == "01"}
    assert far == {f"{column:02d}01" for column in range(3, 15)}  # from 0201 twelve points: 2 × 1 and ten


@pytest.mark.rule("LL-8.12")
def test_artillery_and_armour_are_offered_no_attack() -> None:
    units = ["art-1 artillery 2-2 0403", "arm-1 armoured-engineer 2-2 0402", "cer-1 infantry 3-3 0302"]
    state = make([*units, "beni-1 infantry 3-3 0303"], "spanish-combat", turn=6)
    legal = ruleset("legion").choices(state, "spanish").actors
    assert list(legal) == ["cer-1"]
    assert [choice.order for choice in legal["cer-1"]] == [
        attack("beni-1", "cer-1"),
        attack("beni-1", "cer-1", "art-1"),
    ]


@pytest.mark.rule("LL-6.7")
def test_melilla_occupied_is_no_place_to_stay() -> None:
    units = ["gar-1 infantry 3-3 due", "cer-1 infantry 3-3 0303", "beni-1 infantry 3-3 0909"]
    state = make(units, "spanish-movement", turn=3, melilla="0303")
    found = fit(state, "gar-1", Reinforce)
    assert Reinforce(unit="gar-1") not in found
    assert Reinforce(unit="gar-1", path=("0304",)) in found


@pytest.mark.rule("LL-6.1")
def test_a_piece_that_is_set_up_is_not_offered_again() -> None:
    units = ["cer-1 infantry 3-3 off-map", "cer-2 infantry 3-3 0101"]
    state = make(units, "spanish-setup", turn=1, zones={"spanish": ["0101", "0102", "0103"]})
    assert [order.at for order in fit(state, "cer-1", Deploy)] == ["0102", "0103"]
    assert set(ruleset("legion").choices(state, "spanish").actors) == {"cer-1"}


@pytest.mark.rule("LL-10.1")
def test_the_enemy_s_battery_keeps_no_bombardment_phase() -> None:
    units = ["beni-1 infantry 3-3 0304", "cer-1 infantry 3-3 0303"]
    theirs = make([*units, "art-1 artillery 2-2 0302"], "weather", turn=3)
    ours = make([*units, "bat-1 artillery 2-2 0305"], "weather", turn=3)
    assert ruleset("legion").following(theirs) == (3, "moroccan-movement")
    assert ruleset("legion").following(ours) == (3, "moroccan-bombardment")


@pytest.mark.rule("LL-8.13")
def test_what_a_refused_bombardment_aims_at_is_not_perhaps_gone() -> None:
    units = ["art-1 artillery 2-2 0303", "art-2 artillery 2-2 0909", "beni-1 infantry 3-3 0305"]
    state = make(units, "spanish-bombardment", turn=6)
    found = checked(state, bombard("beni-1", "art-2"), bombard("beni-1", "art-1"))
    assert [(problem.line, problem.code) for problem in found.problems] == [(1, "out-of-range")]
    assert [line.provisional for line in found.lines] == [False]
