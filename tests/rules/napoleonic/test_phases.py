"""What the events of a phase tell, which no position shows: numbers of battles, MP left, why a marker fell, victory."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.events import PhaseBegan
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.charges import judge_charge
from pbem.rules.napoleonic.command import shown
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.fire import faults
from pbem.rules.napoleonic.movement import judge_move
from pbem.rules.napoleonic.odds import Stack, leaders_of
from pbem.rules.napoleonic.orders import Charge, Move
from pbem.rules.napoleonic.stacking import may_join
from pbem.rules.napoleonic.turn_end import decided
from tests.rules.napoleonic.factory import foot, make, played


@pytest.mark.rule("NAP-15.5")
@pytest.mark.parametrize(
    ("lead", "winner", "level"),
    [
        (0, "draw", "draw"), (5, "draw", "draw"), (-5, "draw", "draw"), (6, "french", "marginal"),
        (-6, "spanish", "marginal"), (19, "french", "marginal"), (20, "french", "decisive"),
        (-20, "spanish", "decisive"),
    ],
)  # fmt: skip
def test_a_lead_of_6_is_marginal_one_of_20_decisive(lead: int, winner: str, level: str) -> None:
    assert decided(make([foot("a", "french", "0303")]), lead) == (winner, level)


@pytest.mark.rule("NAP-11.2")
def test_why_a_marker_fell_is_told_and_battles_are_numbered() -> None:
    units = [
        foot("weak", "french", "0303", facing="SE", lost=7), foot("strong", "spanish", "0403", facing="NW", pf=12),
        foot("alone", "french", "0306", facing="SE"),
        foot("one", "french", "0603", facing="SE"), foot("first", "spanish", "0704", facing="NW"),
        foot("two", "french", "0606", facing="SE"), foot("second", "spanish", "0707", facing="NW"),
    ]  # fmt: skip
    markers = {"0303": "0403", "0306": "0406", "0603": "0704", "0606": "0707"}
    told = played(make(units, "french-shock", markers=markers), [3, 3])
    fallen = [(each.hex, each.reason) for each in told if isinstance(each, facts.Unmarked)]
    assert ("0303", "odds") in fallen
    assert ("0306", "empty") in fallen
    assert [each.number for each in told if isinstance(each, facts.Fought)] == [1, 2]


@pytest.mark.rule("NAP-5.7")
def test_who_flees_is_told_with_what_it_spent_and_has_left() -> None:
    units = [foot("a", "french", "0504", morale="routed"), foot("b", "spanish", "0704", facing="NW")]
    moved = [each for each in played(make(units)) if isinstance(each, facts.Moved)]
    assert [(each.unit, each.cost, each.left, each.path[-1]) for each in moved] == [("a", 4, 0, "0102")]


CAVALRY: Mapping[str, Any] = {"id": "cav", "side": "french", "type": "cavalry", "pf": 6, "at": "0303", "facing": "SE"}


@pytest.mark.rule("NAP-10.1")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"type": "infantry"}, {"other": "cav"}), ({"moved": 2}, {"spent": 2}),
        ({"morale": "disorganised"}, {"state": "disorganised"}), ({"formation": "skirmish"}, {"state": "skirmish"}),
        ({"fatigue": 3}, {"fatigue": 3}), ({"charged": True}, {}),
    ],
)  # fmt: skip
def test_the_fault_of_who_may_not_charge_says_what_keeps_it(more: dict[str, Any], told: dict[str, Any]) -> None:
    state = make([{**CAVALRY, **more}, foot("foe", "spanish", "0605", facing="NW")], "french-charges")
    [fault] = judge_charge(state, "french", Charge(units=("cav",), target="0605")).faults
    assert (fault.code, fault.args) == ("cannot-charge", {"unit": "cav", **told})


@pytest.mark.rule("NAP-10.1", "NAP-6.2")
@pytest.mark.parametrize(("behind", "cost"), [("0101", 2), ("0302", 3)])
def test_a_charge_pays_one_more_to_leave_a_zone(behind: str, cost: int) -> None:
    units = [CAVALRY, foot("near", "spanish", behind, facing="S"), foot("foe", "spanish", "0604", facing="NW", pf=2)]
    verdict = judge_charge(make(units, "french-charges"), "french", Charge(units=("cav",), target="0604"))
    assert not verdict.faults
    assert verdict.notes["cost"] == cost


@pytest.mark.rule("NAP-10.1", "NAP-11.2")
@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("0403", {"from": "0303", "hex": "0403", "beside": "0303"}),
        ("0605", {"from": "0303", "hex": "0605", "start": "0303"}),
        ("0807", {"from": "0303", "hex": "0807"}),
    ],
)  # fmt: skip
def test_the_fault_of_a_charge_without_a_path_says_why(target: str, told: dict[str, str]) -> None:
    map_ = {"terrain": {"0504": "dense-wood", "0505": "dense-wood", "0604": "dense-wood", "0404": "dense-wood"}}
    if target == "0807":
        map_ = {"terrain": {}}
    units = [{**CAVALRY, "facing": "NW" if target == "0807" else "SE"}, foot("foe", "spanish", target, facing="NW")]
    state = make(units, "french-charges", map_=map_)
    [fault] = judge_charge(state, "french", Charge(units=("cav",), target=target)).faults
    assert (fault.code, fault.args) == ("charge-path", told)


@pytest.mark.rule("NAP-5.1", "NAP-5.6")
def test_a_stack_that_goes_too_far_is_told_who_cannot() -> None:
    units = [CAVALRY, foot("slow", "french", "0303", facing="SE"), foot("foe", "spanish", "0808", facing="S")]
    path = ("0403", "0504", "0604", "0705", "0805")
    [fault] = judge_move(make(units), "french", Move(stack="0303", path=path)).faults
    assert (fault.code, fault.args) == ("move-too-far", {"unit": "slow", "cost": 5, "allowance": 4})


@pytest.mark.rule("NAP-2.1")
@pytest.mark.parametrize(
    ("more", "order", "reach", "turns"),
    [
        ({}, "defence", 8, True), ({}, "attack", 8, False), ({}, "defence", 1, False),
        ({"morale": "routed"}, "defence", 8, False), ({"formation": "skirmish"}, "defence", 8, False),
        ({"morale": "disorganised"}, "defence", 8, True), ({"facing": "N"}, "defence", 8, False),
    ],
)  # fmt: skip
def test_who_turns_in_defence(more: dict[str, Any], order: str, reach: int, turns: bool) -> None:
    units = [
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0606", "range": reach},
        {**foot("def", "spanish", "0403", division="one", facing="NE"), **more},
        foot("att", "french", "0303", facing="SE"),
    ]
    divisions = {"one": {"side": "spanish", "leader": "gen", "order": order}}
    state = make(units, "spanish-defensive-fire", markers={"0303": "0403"}, divisions=divisions)
    told = [each for each in played(state, [1]) if isinstance(each, facts.Turned)]
    assert bool(told) is turns


@pytest.mark.rule("NAP-1.4")
@pytest.mark.parametrize("did", [{"fired": True}, {"moved": 2}, {"charged": True}])
def test_what_a_counter_did_is_forgotten_as_a_turn_begins_and_not_before(did: dict[str, Any]) -> None:
    [field] = did
    state = make([{**CAVALRY, **did}], "division-morale")
    same = evolve(state, PhaseBegan(turn=1, phase="division-morale"))
    assert getattr(same.units["cav"], field)
    after = evolve(state, PhaseBegan(turn=2, phase="french-command"))
    assert not getattr(after.units["cav"], field)


@pytest.mark.rule("NAP-2.1")
def test_an_order_is_shown_once() -> None:
    divisions = {"one": {"side": "french", "order": "attack"}}
    state = make([foot("a", "french", "0303", division="one"), foot("b", "french", "0304", division="one")],
                 divisions=divisions)  # fmt: skip
    [told] = shown(state, ["a", "b"])
    assert told == facts.OrderShown(division="one", order="attack")
    assert list(shown(evolve(state, told), ["a", "b"])) == []


@pytest.mark.rule("NAP-8.2")
def test_nobody_fires_at_his_own_hex() -> None:
    state = make([foot("a", "french", "0303", facing="SE"), foot("b", "spanish", "0404", facing="N")], "french-fire")
    assert "out-of-range" in [fault.code for fault in faults(state, "a", "0303")]
    assert "out-of-range" not in [fault.code for fault in faults(state, "a", "0403")]


@pytest.mark.rule("NAP-5.8")
def test_a_move_to_a_far_hex_is_given_back_with_its_way_written_out() -> None:
    state = make([foot("a", "french", "0303", facing="S"), foot("foe", "spanish", "0808", facing="S")])
    verdict = judge_move(state, "french", Move(unit="a", path=("0305",)))
    assert verdict.order == Move(unit="a", path=("0304", "0305"))
    written = Move(unit="a", path=("0304", "0305"))
    assert judge_move(state, "french", written).order is written


@pytest.mark.rule("NAP-15.4")
def test_who_may_not_enter_where_he_says_is_told_where_he_may() -> None:
    units = [{**foot("a", "french", "off-map"), "entry": "west"}, foot("foe", "spanish", "0808", facing="S")]
    west = {"side": "french", "hexes": ["0103", "0104"], "road": None, "face": "SE"}
    state = make(units, map_={"entry": {"west": west}})
    [fault] = judge_move(state, "french", Move(unit="a", path=("0107", "0207"))).faults
    assert (fault.code, fault.args) == ("not-adjacent", {"to": "0107", "hexes": "0103 0104"})


@pytest.mark.rule("NAP-2.1", "NAP-5.6")
@pytest.mark.parametrize("facing", ["N", "NE", "NW"])
def test_who_is_attacked_in_front_does_not_turn(facing: str) -> None:
    units = [
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0606"},
        foot("def", "spanish", "0403", division="one", facing=facing),
        foot("att", "french", "0402", facing="S"),
    ]
    divisions = {"one": {"side": "spanish", "leader": "gen", "order": "defence"}}
    state = make(units, "spanish-defensive-fire", markers={"0402": "0403"}, divisions=divisions)
    assert not [each for each in played(state, [1]) if isinstance(each, facts.Turned)]


@pytest.mark.rule("NAP-2.4", "NAP-11.5")
@pytest.mark.parametrize(("spent", "mine"), [([], "ney"), (["ney"], "soult"), (["ney", "soult"], None)])
def test_the_highest_leader_who_was_not_used_yet_gives_his_factor(spent: list[str], mine: str | None) -> None:
    leaders = [{"id": "ney", "shock": 2}, {"id": "soult", "shock": 1}]
    units = [
        foot("a", "french", "0303"),
        *({"side": "french", "type": "leader", "at": "0303", **leader} for leader in leaders),
        foot("x", "spanish", "0302"),
    ]
    state = replace(make(units, "french-shock"), spent=frozenset(spent))
    assert leaders_of(state, "0302", [Stack("0303", ("a",))]) == (mine, None)


@pytest.mark.rule("NAP-4.1")
def test_a_counter_has_room_in_the_hex_where_it_stands() -> None:
    state = make([{**foot(each, "french", "0303"), "pf": 12} for each in "ab"], "french-movement")
    assert may_join(state, "a", "0303")
