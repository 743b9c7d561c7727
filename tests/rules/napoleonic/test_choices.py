"""What a form offers in each phase: of whole divisions, of counters, of the phases in which nobody is asked."""

from typing import Any

import pytest

from pbem.core.orders import Order
from pbem.rules.napoleonic.choices import choices
from pbem.rules.napoleonic.orders import (
    Advance,
    Assault,
    Charge,
    Command,
    Deploy,
    DeployGuns,
    Division,
    Face,
    Fire,
    Form,
    Limber,
    Move,
    Rally,
)
from pbem.rules.napoleonic.saving import load
from pbem.rules.napoleonic.setup import deploy_choices, proposed, zone_of
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make, scenario

ONE = {"one": {"side": "french", "leader": "gen", "order": "attack"}}
GEN = {"id": "gen", "side": "french", "type": "leader", "at": "0302", "division": "one"}


def told(order: Order) -> str:
    """An order in a few words."""
    match order:
        case Fire():
            return f"fire {order.target or 'best'}"
        case Move():
            return f"move {order.path[-1]}"
        case Face():
            return f"face {order.dir}"
        case Form():
            return order.formation
        case Command():
            return order.order
        case Division():
            return f"{order.verb} {order.to} {order.keep}"
        case Advance():
            return f"advance {order.target} {order.mode}"
        case Charge():
            return f"charge {order.target}"
        case Deploy():
            return f"deploy {order.hex}"
        case Assault():
            return f"assault {order.target}"
    assert isinstance(order, DeployGuns | Limber | Rally)
    return order.type


def offered(state: State, seat: str = "french") -> dict[str, list[str]]:
    """What is offered to a seat, by actor."""
    found = choices(state, seat)
    assert (found.seat, found.phase) == (seat, state.phase)
    return {actor: [told(each.order) for each in orders] for actor, orders in found.actors.items()}


def moves(state: State, actor: str) -> set[str]:
    return {each for each in offered(state)[actor] if each.startswith("move")}


def test_who_is_not_asked_is_offered_nothing_nor_is_anybody_when_all_is_over() -> None:
    units = [foot("a", "french", "0302", facing="S"), foot("x", "spanish", "0303")]
    assert offered(make(units, "french-fire"))["a"] == ["fire 0303"]
    assert offered(make(units, "french-fire"), "spanish") == {}
    assert offered(make(units, "french-shock", markers={"0302": "0303"}), "spanish") == {}
    assert offered(make(units, "french-fire", winner="french", victory="points")) == {}


# Command --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-2.2")
def test_a_division_is_offered_the_orders_that_it_does_not_have() -> None:
    units = [GEN, foot("a", "french", "0302", division="one")]
    assert offered(make(units, "french-command", divisions=ONE)) == {"one": ["manoeuvre", "defence"]}
    held = {"one": {"side": "french", "leader": "gen", "order": "defence"}}
    assert offered(make(units, "french-command", divisions=held)) == {"one": ["manoeuvre", "attack"]}
    assert offered(make(units, "french-command", divisions=ONE), "spanish") == {}


# Fire -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-8.1")
def test_a_division_may_fire_whole_if_anybody_of_it_can() -> None:
    units = [
        GEN, foot("a", "french", "0302", division="one", facing="S"), foot("b", "french", "0502", facing="S"),
        foot("c", "french", "0702", division="one", facing="S"), foot("x", "spanish", "0303"),
        foot("y", "spanish", "0503"),
    ]  # fmt: skip
    found = choices(make(units, "french-fire", divisions=ONE), "french")
    assert offered(make(units, "french-fire", divisions=ONE)) == {
        "one": ["fire best"], "a": ["fire 0303"], "b": ["fire 0503"],
    }  # fmt: skip
    assert found.actors["one"][0].notes == {"units": 1}
    assert set(found.actors["a"][0].notes) == {"distance", "factor", "column", "drm"}
    assert found.groups == {"one": ("a",), "french": ("b",)}
    fired = [{**each, "fired": True} if each["id"] == "a" else each for each in units]
    assert offered(make(fired, "french-fire", divisions=ONE)) == {"b": ["fire 0503"]}


# Movement -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NAP-2.5")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("attack", ["advance 0306 line", "hold None line"]),
        ("manoeuvre", ["advance 0805 line", "hold None line"]),
        ("defence", ["hold None line"]),
    ],
)
def test_a_division_is_offered_what_suits_its_order(order: str, expected: list[str]) -> None:
    units = [
        GEN, foot("a", "french", "0302", division="one"), foot("x", "spanish", "0306"), foot("y", "spanish", "0608")
    ]  # fmt: skip
    town = {"terrain": {"0805": ["town"], "0808": ["town"]}}
    divisions = {"one": {"side": "french", "leader": "gen", "order": order}}
    assert offered(make(units, map_=town, divisions=divisions))["one"] == expected


@pytest.mark.rule("NAP-2.5")
def test_a_division_that_is_where_it_goes_and_one_without_towns_holds() -> None:
    units = [GEN, foot("a", "french", "0302", division="one")]
    manoeuvre = {"one": {"side": "french", "leader": "gen", "order": "manoeuvre"}}
    there = make(units, map_={"terrain": {"0302": ["town"]}}, divisions=manoeuvre)
    assert offered(there)["one"] == ["hold None line"]
    assert offered(make(units, divisions=manoeuvre))["one"] == ["hold None line"]
    alone = [foot("a", "french", "0302", division="one")]
    assert "one" not in offered(make(alone, divisions={"one": {"side": "french", "order": "attack"}}))


@pytest.mark.rule("NAP-2.5")
def test_a_division_keeps_the_line_if_all_its_infantry_stand_in_it() -> None:
    square = foot("b", "french", "0402", division="one", formation="square")
    guns = {"id": "g", "side": "french", "type": "artillery", "pf": 6, "at": "0502", "division": "one"}
    units = [GEN, foot("a", "french", "0302", division="one"), foot("x", "spanish", "0306")]
    assert offered(make([*units, square], divisions=ONE))["one"] == ["advance 0306 None", "hold None None"]
    assert offered(make([*units, guns], divisions=ONE))["one"] == ["advance 0306 line", "hold None line"]


@pytest.mark.rule("NAP-11.1")
def test_a_stack_is_offered_the_enemies_before_it_to_assault() -> None:
    units = [
        foot("a", "french", "0302", facing="S"), foot("b", "french", "0505", facing="S"),
        foot("c", "french", "0707", facing="S", morale="routed"), foot("x", "spanish", "0303"),
        foot("y", "spanish", "0708"),
    ]  # fmt: skip
    found = choices(make(units, divisions={}), "french")
    assert offered(make(units, divisions={}))["0302"] == ["assault 0303"]
    assert found.actors["0302"][0].order == Assault(target="0303", hex="0302")
    assert found.actors["0302"][0].notes
    assert {"0505", "0707", "0303"}.isdisjoint(found.actors)


@pytest.mark.rule("NAP-5.3", "NAP-5.6")
def test_a_counter_is_offered_hexes_then_turns_and_formations_that_change_it() -> None:
    found = offered(make([foot("a", "french", "0404", facing="N")], divisions={}))["a"]
    hexes = [each for each in found if each.startswith("move")]
    assert found[: len(hexes)] == hexes
    assert "move 0404" not in hexes
    assert {"move 0403", "move 0405"} <= set(hexes)
    assert found[len(hexes) :] == [
        *(f"face {each}" for each in ("NE", "SE", "S", "SW", "NW")), "skirmish", "square",
    ]  # fmt: skip
    choice = choices(make([foot("a", "french", "0404")], divisions={}), "french").actors["a"][0]
    assert isinstance(choice.order, Move)
    assert choice.order.path[0] != "0404"
    assert set(choice.notes) == {"cost", "allowance"}


@pytest.mark.rule("NAP-5.3")
def test_guns_are_offered_to_limber_or_to_deploy() -> None:
    guns: dict[str, Any] = {"id": "g", "side": "french", "type": "artillery", "pf": 6, "at": "0404"}
    for formation, verb in (("deployed", "limber"), ("limbered", "deploy-guns")):
        found = offered(make([{**guns, "formation": formation}], divisions={}))["g"]
        assert found[-1] == verb
        assert not {"skirmish", "square", "normal"} & set(found)


@pytest.mark.rule("NAP-2.4")
def test_a_leader_is_offered_hexes_alone() -> None:
    found = offered(make([{"id": "chief", "side": "french", "type": "leader", "at": "0404", "chief": True}]))["chief"]
    assert {each.split()[0] for each in found} == {"move"}


@pytest.mark.rule("NAP-15.4")
def test_who_enters_is_offered_the_hexes_nearest_to_a_town_first() -> None:
    map_ = {
        "terrain": {"0604": ["town"], "0608": ["town"]},
        "entry": {"west": {"side": "french", "hexes": ["0104", "0105"], "face": "SE"}},
    }
    units = [{"id": "a", "side": "french", "type": "infantry", "pf": 8, "entry": "west"}]
    state = make(units, map_=map_)
    found = choices(state, "french").actors["a"]
    assert found
    ends = [each.order.path[-1] for each in found if isinstance(each.order, Move)]
    assert len(ends) == len(found)  # neither turns nor formations before it is there
    board = state.scenario.board
    far = [min(board.distance(end, town) for town in ("0604", "0608")) for end in ends]
    assert far == sorted(far)
    costs = [each.notes["cost"] for each in found]
    ranked = list(zip(far, costs, ends, strict=True))
    assert ranked == sorted(ranked)  # type: ignore[type-var]
    assert all(each.order.path[0] in ("0104", "0105") for each in found if isinstance(each.order, Move))


# Phases in which nobody is asked --------------------------------------------------------------------------------------


def rider(id_: str, at: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "side": "french", "type": "cavalry", "pf": 6, "at": at, "facing": "S", **more}


@pytest.mark.rule("NAP-10.1")
def test_who_may_charge_is_offered_the_enemies_that_it_can_reach() -> None:
    foes = [foot("x", "spanish", "0304"), foot("y", "spanish", "0808")]
    state = make([rider("cav", "0302"), rider("tired", "0502", moved=1), foot("a", "french", "0702"), *foes],
                 "french-charges", divisions={})  # fmt: skip
    assert offered(state) == {"cav": ["charge 0304"]}
    found = choices(state, "french")
    assert found.groups == {"french": ("cav",)}
    assert found.actors["cav"][0].order == Charge(units=("cav",), path=("0303",), target="0304")
    assert offered(state, "spanish") == {}


@pytest.mark.rule("NAP-10.1", "NAP-2.1")
def test_cavalry_out_of_command_and_of_a_division_that_defends_is_offered_no_charge() -> None:
    foe = foot("x", "spanish", "0304")
    for order, expected in (("attack", {"cav": ["charge 0304"]}), ("defence", {})):
        divisions = {"one": {"side": "french", "leader": "gen", "order": order}}
        units = [GEN, rider("cav", "0302", division="one"), foe]
        assert offered(make(units, "french-charges", divisions=divisions)) == expected
    far = [{**GEN, "at": "0808", "range": 1}, rider("cav", "0302", division="one"), foe]
    assert offered(make(far, "french-charges", divisions=ONE)) == {}


@pytest.mark.rule("NAP-12.1")
def test_after_a_shock_all_the_top_counter_or_nobody_may_advance() -> None:
    units = [foot("a", "french", "0302"), foot("b", "french", "0402"), foot("x", "spanish", "0303")]
    state = make(units, "french-shock", markers={"0302": "0303", "0402": "0303"})
    assert offered(state) == {"0303": ["advance 0303 all", "advance 0303 top", "advance 0303 none"]}
    assert choices(state, "french").groups == {}


@pytest.mark.rule("NAP-9.4")
def test_who_is_shaken_may_be_rallied() -> None:
    units = [
        foot("a", "french", "0302", morale="disorganised"), foot("b", "french", "0402"),
        foot("c", "french", "0502", morale="routed"), foot("x", "spanish", "0808", morale="routed"),
    ]  # fmt: skip
    assert offered(make(units, "french-reorganisation")) == {"a": ["rally"], "c": ["rally"]}
    assert offered(make(units, "french-reorganisation"), "spanish") == {}


# Set-up ---------------------------------------------------------------------------------------------------------------

ZONES = {
    "zones": {"one": ["0301", "0302", "0303"]},
    "entry": {"west": {"side": "spanish", "hexes": ["0104"], "face": "SE"}},
}


def before(*units: dict[str, Any], set_up: dict[str, str] | None = None) -> State:
    """A set-up: `set_up` is what the scenario proposes for the French."""
    own = scenario(units, ZONES, **{"set-up": {"french": set_up or {}}})
    placed = {each["id"]: {"at": each["at"]} for each in units if "at" in each}
    return load(own, {"turn": 1, "phase": "set-up", "units": placed, "divisions": ONE})


def waiting(id_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "side": "french", "type": "infantry", "pf": 8, "division": "one", **more}


@pytest.mark.rule("NAP-15.4")
def test_who_is_set_up_is_offered_the_zone_of_its_division_and_the_place_that_is_proposed() -> None:
    leader = {"id": "gen", "side": "french", "type": "leader", "division": "one"}
    state = before(
        leader, waiting("a", face="SE"), waiting("late", entry="west"), waiting("none", division="two"),
        foot("x", "spanish", "0302"), set_up={"a": "0303", "gen": "0301"},
    )  # fmt: skip
    found = choices(state, "french")
    assert {unit: [told(each.order) for each in found.actors[unit]] for unit in found.actors} == {
        "a": ["deploy 0301", "deploy 0303"], "gen": ["deploy 0301", "deploy 0303"], "none": [],
    }  # fmt: skip
    assert found.proposed == {"a": Deploy(unit="a", hex="0303", face="SE"), "gen": Deploy(unit="gen", hex="0301")}
    assert found.groups == {"one": ("a", "gen"), "two": ("none",)}
    assert proposed(state, ("none",)) == {}
    assert zone_of(state.scenario, state.counter("none")) == frozenset()
    assert len(deploy_choices(make([foot("b", "french", "0302")], "set-up"), "b")) == 64  # no zones: any hex


@pytest.mark.rule("NAP-4.4")
def test_who_can_go_nowhere_is_offered_nothing() -> None:
    units = [GEN, foot("x", "spanish", "0301", facing="N"), foot("a", "french", "0101", facing="N")]
    shut = make([{**GEN, "at": "0101"}, foot("x", "spanish", "0201", facing="N")], map_={"size": [2, 1]})
    assert "gen" not in offered(shut)
    assert "gen" in offered(make(units))
