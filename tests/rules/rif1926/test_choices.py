"""What a form offers in each phase, to the seat that is asked: each unit's orders alone, and who must act."""

import pytest

from pbem.core.orders import Order
from pbem.gamedata.games import compose
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.bombardment import judge_bombard
from pbem.rules.rif1926.choices import choices
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.movement import judge_move
from pbem.rules.rif1926.orders import Attack, Bombard, Deploy, Enter, Hold, Move, Sail
from pbem.rules.rif1926.setup import judge_deploy
from pbem.rules.rif1926.state import State, changed
from pbem.rules.rif1926.strength import chances, far_guns
from tests.rules.rif1926.factory import make

SEA = {"0101": ["sea"], "0201": ["sea"], "0102": ["sea"], "0202": ["sea"]}


def told(order: Order) -> str:
    """An order in a few words."""
    match order:
        case Move():
            return f"move {order.path[-1]}"
        case Enter():
            return f"enter {' '.join((order.at, *order.path))}"
        case Sail():
            return f"sail {order.to}"
        case Bombard():
            return f"bombard {order.target} {' '.join(order.with_)}"
        case Attack():
            return f"attack {order.target} {' '.join(order.with_)}"
        case Deploy():
            return f"deploy {order.at}"
    assert isinstance(order, Hold)
    return "hold"


def offered(state: State, seat: str = "allied") -> dict[str, list[str]]:
    found = choices(state, seat)
    assert (found.seat, found.phase) == (seat, state.phase)
    return {actor: [told(each.order) for each in orders] for actor, orders in found.actors.items()}


def test_who_is_not_asked_is_offered_nothing() -> None:
    state = make("inf-a allied CG 3-3-5 0303\nr-1 rif AX 2-3-4 0506", "allied-movement")
    assert offered(state, "rif") == {}
    assert set(offered(state)) == {"inf-a"}


# Movement -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RIF-8.1", "RIF-5.1")
def test_a_unit_is_offered_the_hexes_with_room_that_it_can_reach_and_to_hold() -> None:
    units = "inf-a allied CG 3-3-1 0303\nb-1 allied CG 1-1-1 0302\nb-2 allied CG 1-1-1 0302\nb-3 allied CG 1-1-1 0304"
    found = offered(make(units, "allied-movement"))["inf-a"]
    assert found[-1] == "hold"
    assert "move 0302" not in found, "two stand there"
    assert {"move 0304", "move 0203", "move 0403"} <= set(found)
    choice = choices(make(units, "allied-movement"), "allied").actors["inf-a"][0]
    assert choice.notes == {"cost": 1, "allowance": 1}


@pytest.mark.rule("RIF-8.1")
def test_who_has_moved_is_offered_nothing_more() -> None:
    state = make("inf-a allied CG 3-3-5 0303\ninf-b allied CG 3-3-5 0505", "allied-movement")
    held = evolve(state, facts.Held(units=("inf-a",)))
    assert set(offered(held)) == {"inf-b"}


@pytest.mark.rule("RIF-6.1")
def test_who_is_dispersed_in_a_zone_must_leave() -> None:
    units = "inf-a allied CG 3-3-5 0303\ninf-b allied CG 3-3-5 0707\nr-1 rif AX 2-3-4 0304"
    state = make(units, "allied-movement")
    for unit, at in (("inf-a", "0303"), ("inf-b", "0707")):
        state = evolve(state, facts.Dispersed(unit=unit, at=at, cause="supply"))
    assert choices(state, "allied").must == {"inf-a"}


@pytest.mark.rule("RIF-9.10")
def test_ships_are_offered_the_sea_nearest_to_an_enemy_first() -> None:
    units = "ship-1 allied CG naval 8-6-9 0101\nr-1 rif AX 2-3-4 0303\ninf-a allied CG 3-3-5 0808"
    found = offered(make(units, "allied-movement", {"terrain": SEA}))["ship-1"]
    assert found[0] == "sail 0202"
    assert sorted(found) == ["sail 0102", "sail 0201", "sail 0202"]
    far = offered(make(f"{units}\nr-2 rif AX 2-3-4 0108", "allied-movement", {"terrain": SEA}))["ship-1"]
    assert far[0] == "sail 0202", "the nearest of several counts"
    alone = make("ship-1 allied CG naval 8-6-9 0101\ninf-a allied CG 3-3-5 0808", "allied-movement", {"terrain": SEA})
    assert offered(alone)["ship-1"] == ["sail 0102", "sail 0201", "sail 0202"]
    dry = make("ship-1 allied CG naval 8-6-9 off-map\ninf-a allied CG 3-3-5 0808", "allied-movement")
    assert "ship-1" not in offered(dry)


ZONES = {
    "zone-1": ["0101", "0102"], "zone-2": ["0801", "0802"], "zone-3": ["0808", "0708"], "zone-4": ["0108"],
    "reserve": ["0701"], "axdir": ["0201", "0202", "0301", "0302", "0303", "0104"], "beni-tuzin": ["0501", "0502"],
    "beni-am-mart": ["0404", "0405"], "annual": ["0606"],
}  # fmt: skip


@pytest.mark.rule("RIF-7.5", "RIF-5.1")
def test_who_may_enter_is_offered_each_entry_hex_and_where_it_leads() -> None:
    units = "gy-1 rif GY 2-2-1 pool\nb-1 rif R 1-1-1 0103\nb-2 rif R 1-1-1 0103\nb-3 rif R 1-1-1 0304"
    map_ = {"zones": ZONES, "terrain": {"0101": ["sea"], "0103": ["clear"], "0203": ["clear"]}}
    state = make(units, "rif-movement", map_, **{"reinforcements-due": 1})
    found = offered(state, "rif")["gy-1"]
    entries = sorted({each.split()[1] for each in found if each != "hold"})
    assert found[-1] == "hold"
    assert "0103" not in {each.split()[-1] for each in found}, "two stand there"
    assert entries, "there are hexes beside the home of the tribe"
    for choice in choices(state, "rif").actors["gy-1"][:-1]:
        assert choice.notes["allowance"] == 1
        assert choice.notes["cost"] == 1
        assert isinstance(choice.order, Enter)
        assert choice.order.path == ()
    far = make(units.replace("2-2-1", "2-2-4"), "rif-movement", map_, **{"reinforcements-due": 1})
    long = choices(far, "rif").actors["gy-1"]
    onward = [each for each in long if isinstance(each.order, Enter) and each.order.path]
    assert onward
    assert all(1 < int(each.notes["cost"]) <= 4 for each in onward)
    assert all(each.order.path[-1] != "0103" for each in onward if isinstance(each.order, Enter))
    none = make(units, "rif-movement", map_)
    assert "gy-1" not in offered(none, "rif"), "none is due"


# Bombardment ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RIF-9.1")
def test_guns_are_offered_each_target_in_range_alone_and_together_the_nearest_first() -> None:
    units = (
        "gun-1 allied CG artillery 6-4-3 0302\ngun-2 allied CG artillery 6-4-3 0402\ninf-a allied CG 3-3-5 0303\n"
        "r-1 rif AX 2-3-4 0304\nr-2 rif AX 2-3-4 0306\nr-3 rif AX 2-3-4 0808"
    )
    found = offered(make(units, "allied-bombardment"))
    assert found["gun-1"] == [
        "bombard 0304 gun-1", "bombard 0304 gun-1 gun-2", "bombard 0306 gun-1", "bombard 0306 gun-1 gun-2",
    ]  # fmt: skip
    assert found["gun-2"][1] == "bombard 0304 gun-1 gun-2"
    assert set(found) == {"gun-1", "gun-2"}
    assert choices(make(units, "allied-bombardment"), "allied").actors["gun-1"][0].notes


@pytest.mark.rule("RIF-9.1")
def test_the_nearest_target_is_offered_first_whatever_its_number() -> None:
    units = "gun-1 allied CG artillery 6-4-3 0303\nr-1 rif AX 2-3-4 0301\nr-2 rif AX 2-3-4 0304"
    found = offered(make(units, "allied-bombardment"))
    assert found["gun-1"] == ["bombard 0304 gun-1", "bombard 0301 gun-1"]


@pytest.mark.rule("RIF-9.1", "RIF-9.20")
def test_guns_without_effect_alone_are_offered_together_with_others_who_have_it_alone() -> None:
    guns = "gun-1 allied CG artillery 1-4-3 0302\ngun-2 allied CG artillery 6-4-3 0402\n"
    found = offered(make(f"{guns}r-1 rif AX 2-3-4 0304", "allied-bombardment"))
    assert found == {"gun-1": ["bombard 0304 gun-1 gun-2"], "gun-2": ["bombard 0304 gun-2", "bombard 0304 gun-1 gun-2"]}


# Combat ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RIF-4.4")
def test_attackers_are_offered_their_targets_and_who_must_attack_is_told() -> None:
    units = "inf-a allied CG 3-3-5 0303\ninf-b allied CG 3-3-5 0707\nr-1 rif AX 2-3-4 0304"
    found = choices(make(units, "allied-combat"), "allied")
    assert set(found.actors) == {"inf-a"}
    assert all(isinstance(each.order, Attack) and each.order.with_[0] == "inf-a" for each in found)
    assert found.must == {"inf-a"}


@pytest.mark.rule("RIF-4.4", "RIF-9.8")
def test_guns_in_a_zone_have_the_attacks_that_they_support_as_their_own_and_ships_and_aircraft_do_not() -> None:
    units = """
    inf-a allied CG 3-3-5 0303
    gun-1 allied CG artillery 6-4-3 0303
    gun-2 allied CG artillery 6-4-3 0301
    ship-1 allied CG naval 6-9-9 0101
    plane-1 allied CG air 4-9-9 off-map
    r-1 rif AX 2-3-4 0304
    """
    found = choices(make(units, "allied-combat", {"terrain": {"0101": ["sea"]}}), "allied")
    assert {told(each.order) for each in found} == {"attack 0304 inf-a"}
    assert set(found.actors) == {"inf-a", "gun-1"}


def test_a_proposed_set_up_goes_with_what_was_ordered() -> None:
    """Where an order fills a proposed hex, who was to stand there is proposed for the one that was left for it."""
    rules = ruleset("rif1926")
    state = rules.initial(rules.read_scenario(compose("rif1926")))
    first = choices(state, "allied").proposed
    home = first["tercio-3"].at
    crowded = first["harka-varela"].at
    assert crowded != home
    ahead = evolve(state, facts.Deployed(unit="tercio-3", at=crowded))
    again = choices(ahead, "allied").proposed
    assert set(again) == set(first) - {"tercio-3"}
    moved = {unit for unit in again if again[unit] != first[unit]}
    assert [(first[unit].at, again[unit].at) for unit in moved] == [(crowded, home)]
    for order in again.values():
        assert not judge_deploy(ahead, "allied", order).faults
        ahead = evolve(ahead, facts.Deployed(unit=order.unit, at=order.at))


def test_a_unit_that_is_sent_where_it_stands_is_told_so() -> None:
    state = make("inf-a allied CG 3-3-5 0303", "allied-movement")
    (fault,) = judge_move(state, "allied", Move(units=("inf-a",), path=("0303",))).faults
    assert (fault.code, fault.args) == ("not-connected", {"hex": "0303"})


@pytest.mark.rule("RIF-5.1")
def test_no_hex_without_room_is_said_to_work() -> None:
    """The enemy stands where one goes; the hex before it is full."""
    units = "inf-a allied CG 3-3-1 0303\nr-1 rif AX 2-3-4 0305\nb-1 allied CG 1-1-1 0304"
    free = make(units, "allied-movement")
    full = make(f"{units}\nb-2 allied CG 1-1-1 0304", "allied-movement")
    order = Move(units=("inf-a",), path=("0305",))
    assert [judge_move(state, "allied", order).faults[0].near for state in (free, full)] == [("0304",), ()]


def test_a_bombardment_tells_what_a_hit_would_leave_of_the_defence() -> None:
    """Of 3 half, rounded down, of each; a gun is silent; the trench doubles what is left (RIF-6.1, 9.12)."""
    units = "gun-a allied CG artillery 12-5-3 0303\nr-1 rif AX 3-3-4 0305\nr-2 rif AX 5-5-4 0305\n"
    units += "gun-r rif AX artillery 4-4-3 0305"
    state = make(units, "allied-bombardment", {"terrain": {"0305": ["trench"]}})
    verdict = judge_bombard(state, "allied", Bombard(target="0305", with_=("gun-a",)))
    assert verdict.all_notes()["defence-hit"] == (1 + 2) * 2


@pytest.mark.rule("RIF-9.19", "RIF-9.20")
def test_a_bombardment_tells_its_points_and_what_must_fall() -> None:
    units = "gun-a allied CG artillery 12-5-3 0303\nr-1 rif AX 3-3-4 0305\n"
    units += "gun-r rif AX artillery 22-5-3 0205\nship-1 allied CG naval 8-6-9 0105"
    ground = {"terrain": {"0105": ["sea"], "0305": ["mountain"]}}
    state = make(units, "allied-bombardment", ground)
    notes = judge_bombard(state, "allied", Bombard(target="0305", with_=("gun-a",))).notes
    tables = state.scenario.tables["bombardment"]
    columns = [column for column in tables["columns"] if column <= 12]
    needed = tables["rows"]["mountain"][len(columns) - 1]
    assert notes == {"points": 12, "column": str(columns[-1]), "needed": needed}
    theirs = make(units, "rif-bombardment", ground)
    notes = judge_bombard(theirs, "rif", Bombard(target="ship-1", with_=("gun-r",))).notes
    assert notes == {"points": 22, "needed": theirs.scenario.tables["battery-hit"]}


def test_the_chances_of_a_combat_are_those_of_its_faces() -> None:
    assert chances(["AE", "Ad", "Ad", "AR", "DR", "DR"]) == "1 AE (1/6), 2-3 Ad (2/6), 4 AR (1/6), 5-6 DR (2/6)"


@pytest.mark.rule("RIF-9.9", "RIF-9.17")
def test_guns_from_afar_are_those_of_the_side_that_have_not_fired_and_reach_the_hex() -> None:
    units = """
    gun-1 allied CG artillery 6-3-3 0303
    gun-2 allied CG artillery 6-2-3 0303
    gun-3 allied CG artillery 6-3-3 0306
    ship-1 allied CG naval 6-3-9 0101
    air-1 allied CG air 6-3-9 off-map
    gun-r rif AX artillery 6-3-3 0608
    """
    state = make(units, "rif-combat")
    assert far_guns(state, "allied", "0306") == ("gun-1",)
    spent = {
        "gun-1": alter(state.units["gun-1"], fired=True),
        "gun-3": alter(state.units["gun-3"], dispersed=True),
    }
    assert far_guns(changed(state, spent), "allied", "0305") == ("gun-2",)
    assert far_guns(state, "rif", "0606") == ("gun-r",)
