"""What the events of a phase tell, which no position shows: numbers of battles, MP left, why a marker fell, victory."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.events import Answered, GameEnded, PhaseBegan, Rolled
from pbem.core.orders import Order
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.charges import judge_charge
from pbem.rules.napoleonic.command import commanded, members, on_map, shown
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.fire import faults
from pbem.rules.napoleonic.movement import judge_move
from pbem.rules.napoleonic.odds import Stack, leaders_of
from pbem.rules.napoleonic.orders import Charge, Command, Fire, Move, Rally, RetreatPlan
from pbem.rules.napoleonic.stacking import may_join
from pbem.rules.napoleonic.state import State
from pbem.rules.napoleonic.turn_end import decided, points
from tests.rules.napoleonic.factory import CAVALRY, checked, foot, make, played, verdicts


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


@pytest.mark.rule("NAP-1.4")
@pytest.mark.parametrize("did", [{"fired": True}, {"moved": 2}, {"charged": True}, {"fought": True}])
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


def meant(state: State, *orders: Order) -> list[str]:
    """What the first die of a phase means, face by face; all others are sixes."""
    found = []
    for face in range(1, 7):
        told = played(state, [face, *(6,) * 9], *orders)
        found.append(next(each.meaning for each in told if isinstance(each, Rolled)))
    return found


@pytest.mark.rule("NAP-8.4", "NAP-9.1", "NAP-11.4")
def test_what_a_die_of_fire_of_shock_and_of_morale_means() -> None:
    units = [foot("a", "french", "0303", facing="SE"), foot("x", "spanish", "0403", facing="NW")]
    fire = ["nothing", "nothing", "fire-p", "fire-m", "fire-1", "fire-1m"]
    assert meant(make(units, "french-fire"), Fire(unit="a", target="0403")) == fire
    shock = ["shock-a1", "shock-a1", "nothing", "shock-bm", "shock-d1", "shock-d1"]
    assert meant(make(units, "french-shock", markers={"0303": "0403"})) == shock
    rallying = make([{**units[0], "morale": "disorganised"}], "french-reorganisation")
    assert meant(rallying) == ["routed", "disorganised", "disorganised", "stands", "stands", "stands"]


@pytest.mark.rule("NAP-12.2", "NAP-12.1")
def test_what_a_die_of_control_means_and_who_rolls_it() -> None:
    for grade, wild in (("A", 1), ("C", 3), ("E", 5)):
        units = [{**CAVALRY, "grade": grade}, foot("x", "spanish", "0403", facing="NW", pf=1, grade="F")]
        found = []
        for face in range(1, 7):
            told = played(make(units, "french-shock", markers={"0303": "0403"}), [6, face, 6, 6, 6])
            rolled = [each for each in told if isinstance(each, Rolled) and each.label.startswith("control")]
            tested = next(each for each in told if isinstance(each, facts.ControlTested))
            assert (rolled[0].meaning, tested.result) in (("control", "C"), ("no-control", "NC"))
            found.append(tested.result)
        assert found == ["NC"] * wild + ["C"] * (6 - wild)


@pytest.mark.rule("NAP-2.3")
@pytest.mark.parametrize(("factor", "obeys"), [(0, 1), (1, 2), (3, 4)])
def test_a_distant_division_obeys_on_1_and_the_factor_of_its_leader(factor: int, obeys: int) -> None:
    units = [
        {"id": "chief", "side": "french", "type": "leader", "at": "0101", "chief": True, "range": 4},
        {"id": "gen", "side": "french", "type": "leader", "at": "0606", "morale-factor": factor},
        foot("a", "french", "0606", division="one"),
    ]
    divisions = {"one": {"side": "french", "leader": "gen", "order": "attack"}}
    state = make(units, "french-command", divisions=divisions)
    line = Command(division="one", order="defence")
    assert meant(state, line) == ["obeys"] * obeys + ["keeps"] * (6 - obeys)
    for face in (obeys, obeys + 1):
        told = played(state, [face], line)
        changed = [each for each in told if isinstance(each, facts.Commanded)]
        failed = [(each.face, each.needed) for each in told if isinstance(each, facts.CommandFailed)]
        assert [each.distant for each in changed] == [True] * (face == obeys)
        assert failed == ([(face, obeys)] if face > obeys else [])
    assert not [each for each in played(state, [], Command(division="one", order="attack")) if isinstance(each, Rolled)]


@pytest.mark.rule("NAP-2.3", "NAP-14.4")
@pytest.mark.parametrize(
    ("more", "reach", "found"),
    [
        ({}, 4, ""), ({"leader": None}, 4, "order-forbids"), ({"state": "flight"}, 4, "order-forbids"),
        ({"no-attack-until": 3}, 4, "order-forbids"), ({"no-attack-until": 2}, 4, ""),
        ({"state": "withdrawing"}, 4, ""),
    ],
)  # fmt: skip
def test_which_division_may_have_an_attack_order(more: dict[str, Any], reach: int, found: str) -> None:
    units = [
        {"id": "gen", "side": "french", "type": "leader", "at": "0303"},
        foot("a", "french", "0606", division="one"), foot("b", "french", "0607", division="two"),
    ]  # fmt: skip
    divisions = {"one": {"side": "french", "leader": "gen", "order": "defence", **more}, "two": {"side": "spanish"}}
    state = make(units, "french-command", divisions=divisions, turn=3)
    assert verdicts(state, Command(division="one", order="attack")) == [found]
    calm = "" if more.get("no-attack-until") or not found else found
    assert verdicts(state, Command(division="one", order="manoeuvre")) == [calm]
    assert verdicts(state, Command(division="two", order="attack")) == ["not-your-unit"]


@pytest.mark.rule("NAP-2.3")
@pytest.mark.parametrize(("side", "most"), [("french", 3), ("spanish", 2)])
def test_so_many_changes_at_once(side: str, most: int) -> None:
    units: list[dict[str, Any]] = [{"id": "chief", "side": side, "type": "leader", "at": "0303", "chief": True}]
    divisions = {}
    for number in range(5):
        units.append({"id": f"l{number}", "side": side, "type": "leader", "at": "0304"})
        units.append(foot(f"a{number}", side, f"060{number + 1}", division=f"d{number}"))
        divisions[f"d{number}"] = {"side": side, "leader": f"l{number}", "order": "attack"}
    units[9]["at"] = "0801"  # of d4 the leader is out of the range of 4
    units[0]["range"] = 4
    state = make(units, f"{side}-command", divisions=divisions)
    lines = [Command(division="d0", order="attack"), *(Command(division=f"d{k}", order="defence") for k in range(5))]
    found = ["", *[""] * 4, ""]
    found[1] = "already-ordered"
    changes = [Command(division=f"d{k}", order="defence") for k in (4, 0, 1, 2, 3)]
    assert verdicts(state, *changes, seat=side) == ["", *[""] * most, *["too-many-commands"] * (4 - most)]
    assert verdicts(state, *lines[:2], seat=side) == found[:2]
    same = [Command(division=f"d{k}", order="attack") for k in range(4)]
    assert verdicts(state, *same, seat=side) == [""] * 4
    after = ["too-many-commands"] * (3 - most)
    assert verdicts(state, same[0], *changes[2:], changes[0], seat=side) == ["", *[""] * most, *after, ""]


@pytest.mark.rule("NAP-2.4")
@pytest.mark.parametrize(("face", "friend", "to"), [
    (2, "0306", None), (3, "0306", "0306"), (3, "0309", "0309"), (3, "0310", None), (6, None, None),
])  # fmt: skip
def test_a_leader_alone_is_taken_on_1_or_2_or_flees_to_a_counter_within_6_hexes(
    face: int, friend: str | None, to: str | None
) -> None:
    units = [
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0303"}, foot("a", "french", "0302", facing="S"),
        *([foot("x", "spanish", friend, facing="S")] if friend else []), foot("y", "spanish", "1414"),
        *([foot("z", "spanish", "0509")] if friend else []),
    ]  # fmt: skip
    state = make(units, map_={"size": [14, 14]})
    told = played(state, [face], Move(unit="a", path=("0303",)))
    assert [each.meaning for each in told if isinstance(each, Rolled)] == ["taken" if face < 3 else "escapes"]
    assert [each.to for each in told if isinstance(each, facts.LeaderMoved)] == ([to] if to else [])
    assert [each.at for each in told if isinstance(each, facts.LeaderTaken)] == ([] if to else ["0303"])


@pytest.mark.rule("NAP-15.5", "NAP-15.7")
def test_a_town_is_told_to_be_taken_once_and_who_drank_once_a_turn() -> None:
    units = [foot("a", "french", "0303"), {**CAVALRY, "at": "0305"}, foot("b", "french", "1309")]
    map_ = {"size": [16, 16], "terrain": {"0303": "town", "0305": "town", "0307": "town"}}
    state = make(units, "french-fire", map_, {"thirst": "yes"}, holders={"0303": "spanish"}, turn=2)
    before = replace(state, holders={**state.holders, "0303": "spanish"})
    told = played(before)
    assert [(each.hex, each.side) for each in told if isinstance(each, facts.TownTaken)] == [("0303", "french")]
    assert [each.units for each in told if isinstance(each, facts.Watered)] == [("b",)]
    again = before
    for event in told:
        again = evolve(again, event)
    assert not [each for each in played(again) if isinstance(each, facts.TownTaken | facts.Watered)]
    assert again.units["b"].watered == 2


@pytest.mark.rule("NAP-13.2", "NAP-8.15")
def test_a_question_that_comes_again_in_a_phase_is_numbered() -> None:
    cannon = {"side": "french", "type": "artillery", "pf": 8, "at": "0303", "facing": "S"}
    units = [{**cannon, "id": "a"}, {**cannon, "id": "b"}, foot("x", "spanish", "0305", facing="N")]
    fires = [Fire(unit="a", target="0305"), Fire(unit="b", target="0306")]
    told = played(make(units, "french-fire"), [3, 5], *fires, standing=[RetreatPlan(unit="x", to=("0306", "0307"))])
    asked = [(each.question, each.answer) for each in told if isinstance(each, Answered)]
    assert asked == [
        ("retreat x", "1"), ("retreat-to x 0305", "0306"), ("retreat x #2", "1"), ("retreat-to x 0306", "0307"),
    ]  # fmt: skip


@pytest.mark.rule("NAP-15.5")
@pytest.mark.parametrize(
    ("states", "winner"),
    [
        (("flight", "steady", "steady"), None), (("flight", "flight", "steady"), "spanish"),
        (("steady", "flight", "flight"), "french"), (("flight", "flight", "flight"), "draw"),
        (("gone", "flight", "steady"), "spanish"), (("gone", "gone", "steady"), "spanish"),
        (("gone", "steady", "steady"), None),
    ],
)  # fmt: skip
def test_a_side_all_of_whose_divisions_flee_or_are_gone_has_lost(
    states: tuple[str, str, str], winner: str | None
) -> None:
    units, divisions = [foot("free", "french", "0101")], {}
    for name, side, state in zip(("one", "two", "three"), ("french", "french", "spanish"), states, strict=True):
        at = "eliminated" if state == "gone" else f"0{len(units) + 2}05"
        units.append(foot(name, side, at, division=name, morale="normal" if state == "steady" else "routed"))
        divisions[name] = {"side": side, "state": "steady" if state == "gone" else state}
    divisions["empty"] = {"side": "spanish"}
    told = played(make(units, "division-morale", divisions=divisions))
    ended = [(each.winner, each.level) for each in told if isinstance(each, GameEnded)]
    assert ended == ([] if winner is None else [(winner, "draw" if winner == "draw" else "decisive")])


@pytest.mark.rule("NAP-15.5")
def test_victory_points_term_by_term() -> None:
    units = [
        foot("a", "french", "exited", lost=3), foot("b", "french", "eliminated", lost=1),
        foot("c", "french", "0303", lost=2),
        foot("v", "french", "exited", entry="north-east"), foot("x", "spanish", "0306", lost=4),
        foot("y", "spanish", "exited"),
        foot("f", "french", "0808", lost=1, division="one"), foot("g", "french", "0807", lost=2, pf=4, division="one"),
    ]  # fmt: skip
    map_ = {"size": [9, 9], "terrain": {"0303": "town", "0501": "town"}}
    state = make(units, "division-morale", map_, divisions={"one": {"side": "french", "state": "flight"}})
    found = {each.code: each.amount for each in points(state, ended=False)}
    losses = {"french-losses": 8, "spanish-losses": 16}
    assert found == {**losses, "french-towns": 10, "spanish-towns": 10, "french-exits": 10}
    assert {each.code: each.amount for each in points(state, ended=True)}["spanish-losses"] == 20
    none_gone = make([units[3], *units[4:]], "division-morale", map_, divisions={"one": {"side": "french"}})
    assert {each.code: each.amount for each in points(none_gone, ended=True)}["spanish-no-exit"] == 15


@pytest.mark.rule("NAP-1.3", "NAP-2.2")
def test_leaders_are_no_members_of_their_division() -> None:
    gen = {"id": "gen", "side": "french", "type": "leader", "at": "0303", "division": "one"}
    state = make([gen, foot("b", "french", "0303", division="one"), foot("a", "french", "off-map", division="one"),
                  foot("c", "french", "0303", division="two")])  # fmt: skip
    assert (members(state, "one"), on_map(state, "one")) == (("a", "b"), ("b",))


@pytest.mark.rule("NAP-15.1", "NAP-2.2")
def test_the_division_of_vedel_is_always_in_command() -> None:
    state = make([foot("a", "french", "0303", division="vedel"), foot("b", "french", "0304", division="rouyer")])
    assert commanded(state) == {"a"}


@pytest.mark.rule("NAP-15.7", "NAP-15.5")
def test_the_well_is_looked_at_once_as_a_turn_ends() -> None:
    units = [foot("b", "french", "1309"), foot("c", "french", "1308"), foot("d", "french", "1306")]
    told = played(make(units, "division-morale", {"size": [16, 16]}, {"thirst": "yes"}, turn=2))
    assert [each.units for each in told if isinstance(each, facts.Watered)] == [("b", "c")]
    assert not [
        each for each in played(make(units, "division-morale", {"size": [16, 16]})) if isinstance(each, facts.Watered)
    ]


@pytest.mark.rule("NAP-14.4", "NAP-2.4")
@pytest.mark.parametrize(("at", "lost"), [("0305", ["a"]), ("0306", []), ("0304", ["a"])])
def test_a_division_that_flees_again_loses_who_is_near_the_enemy(at: str, lost: list[str]) -> None:
    units = [
        foot("a", "french", at, lost=4, division="one", morale="routed"), foot("c", "french", "0606", division="one"),
        foot("x", "spanish", "0303", facing="N"), {"id": "gen", "side": "french", "type": "leader", "at": at},
        foot("out", "french", "eliminated", division="one"),
    ]  # fmt: skip
    divisions = {"one": {"side": "french", "state": "flight", "lost-this-turn": 4, "rating": 1}}
    told = played(make(units, "division-morale", divisions=divisions), [1, 6])
    assert [each.unit for each in told if isinstance(each, facts.Eliminated)] == lost
    assert bool([each for each in told if isinstance(each, facts.LeaderMoved)]) is bool(lost)
    assert not [each for each in told if isinstance(each, facts.DivisionChanged)]


@pytest.mark.rule("NAP-14.4")
@pytest.mark.parametrize(
    ("state", "turn", "morales", "steady"),
    [
        ("withdrawing", 2, "nn", True), ("withdrawing", 1, "nn", False), ("flight", 1, "nd", True),
        ("flight", 1, "nr", False),
        ("flight", 1, "", False), ("steady", 9, "nn", False),
    ],
)  # fmt: skip
def test_when_a_division_comes_to_rest(state: str, turn: int, morales: str, steady: bool) -> None:
    words = {"n": "normal", "d": "disorganised", "r": "routed"}
    units = [foot(f"u{k}", "french", "0303", division="one", morale=words[each]) for k, each in enumerate(morales)]
    divisions = {"one": {"side": "french", "state": state, "no-attack-until": 2}}
    made = make(
        [*units, foot("off", "french", "off-map", division="one")], "division-morale", divisions=divisions, turn=turn
    )
    changed = [each.state for each in played(made) if isinstance(each, facts.DivisionChanged)]
    assert changed == (["steady"] if steady else [])


@pytest.mark.rule("NAP-2.3")
def test_without_a_chief_on_the_map_any_change_is_tried_but_no_forbidden_one() -> None:
    units = [
        {"id": "gen", "side": "french", "type": "leader", "at": "0606"},
        foot("a", "french", "0606", division="one"),
    ]
    line = Command(division="one", order="defence")
    for state_, labels in (("steady", ["command one"]), ("flight", [])):
        divisions = {"one": {"side": "french", "leader": "gen", "state": state_}}
        told = played(make(units, "french-command", divisions=divisions), [6], line)
        assert [each.label for each in told if isinstance(each, Rolled)] == labels
    divisions = {"one": {"side": "french", "leader": "gen"}}
    found = checked(make(units, "french-command", divisions=divisions), line)
    assert (found.lines[0].notes, found.state.divisions["one"].order) == ({"needs": 1}, "attack")


@pytest.mark.rule("NAP-2.3")
@pytest.mark.parametrize(
    ("division", "taken_at", "option", "to"),
    [
        ("one", "0303", "next-turn", ("c", "0304")), ("one", "0303", "none", None),
        ("one", None, "next-turn", ("b", "0808")),
        (None, "0303", "next-turn", ("z", "0303")), (None, None, "next-turn", ("b", "0808")),
        ("none", "0303", "next-turn", None),
    ],
)  # fmt: skip
def test_who_takes_the_place_of_a_leader_who_was_taken(
    division: str | None, taken_at: str | None, option: str, to: tuple[str, str] | None
) -> None:
    units = [
        {"id": "gen", "side": "french", "type": "leader", "at": "taken", "taken-at": taken_at, "shock": 2},
        foot("d", "french", "0304", division="one"), foot("c", "french", "0304", division="one"),
        foot("b", "french", "0808", division="one"), foot("z", "french", "0303", division="two"),
        foot("x", "spanish", "0404"), foot("gone", "french", "eliminated", division="none"),
    ]  # fmt: skip
    divisions = {name: {"side": "french"} for name in ("one", "two", "none")}
    if division is not None:
        divisions[division] = {"side": "french", "leader": "gen"}
    state = make(units, "french-command", options={"succession": option}, divisions=divisions)
    told = played(state)
    found = [(each.beside, each.at) for each in told if isinstance(each, facts.LeaderReplaced)]
    assert found == ([to] if to else [])
    assert not [each for each in played(replace(state, phase="spanish-command"), seat="spanish")
                if isinstance(each, facts.LeaderReplaced)]  # fmt: skip
    if to:
        after = evolve(state, next(each for each in told if isinstance(each, facts.LeaderReplaced)))
        gen = after.units["gen"]
        assert (after.shock_of("gen"), after.morale_of("gen"), gen.facing, gen.taken_at) == (0, 0, 0, None)


@pytest.mark.rule("NAP-2.4", "NAP-4.4")
def test_a_leader_takes_no_leader() -> None:
    units = [
        {"id": "mine", "side": "french", "type": "leader", "at": "0303"}, foot("x", "spanish", "0808"),
        {"id": "gen", "side": "spanish", "type": "leader", "at": "0304"},
    ]  # fmt: skip
    told = played(make(units), [], Move(unit="mine", path=("0304", "0305")))
    assert [each.path[-1] for each in told if isinstance(each, facts.Moved)] == ["0305"]
    assert not [each for each in told if isinstance(each, Rolled)]


@pytest.mark.rule("NAP-15.5")
@pytest.mark.parametrize(
    ("about", "path", "taken"),
    [
        ({}, "0304 0305", ["0304"]), ({"type": "cavalry"}, "0304 0305", []),
        ({"morale": "disorganised"}, "0304 0305", []),
        ({}, "0203 0204", []),
    ],
)  # fmt: skip
def test_infantry_in_normal_morale_takes_towns_that_it_passes(
    about: dict[str, Any], path: str, taken: list[str]
) -> None:
    units = [{**foot("a", "french", "0303", facing="S"), **about}, foot("x", "spanish", "0808")]
    state = make(units, map_={"terrain": {"0304": "town"}})
    told = played(state, [], Move(unit="a", path=tuple(path.split())))
    assert [each.hex for each in told if isinstance(each, facts.TownTaken)] == taken


@pytest.mark.rule("NAP-9.5", "NAP-2.4", "NAP-9.4")
def test_a_leader_goes_with_who_routs_instead_of_rallying() -> None:
    units = [
        foot("a", "french", "0505", morale="disorganised", grade="F"), foot("x", "spanish", "0808"),
        {"id": "gen", "side": "french", "type": "leader", "at": "0505"},
        foot("b", "french", "0101", morale="disorganised"),
    ]  # fmt: skip
    told = played(make(units, "french-reorganisation"), [1, 6])
    [fled] = [each for each in told if isinstance(each, facts.Retreated)]
    [moved] = [each for each in told if isinstance(each, facts.LeaderMoved)]
    assert (len(fled.path), moved.to) == (3, fled.path[-1])
    one = played(make(units, "french-reorganisation"), [6], Rally(units=("a",)))
    assert [each.label for each in one if isinstance(each, Rolled)] == ["rally b"]


@pytest.mark.rule("NAP-1.5")
@pytest.mark.parametrize(("phase", "piled", "told"), [
    ("french-movement", [], ["0303"]), ("french-movement", ["0303"], []), ("spanish-movement", [], ["0808"]),
])  # fmt: skip
def test_whose_piles_take_their_default_order_as_lines_are_done(phase: str, piled: list[str], told: list[str]) -> None:
    units = [foot(each, "french", "0303", pf=pf) for each, pf in (("a", 8), ("b", 6))]
    units += [foot(each, "spanish", "0808", pf=pf) for each, pf in (("x", 8), ("y", 6))]
    state = make(units, phase, piles={"0303": ["b", "a"], "0808": ["y", "x"]}, piled=piled)
    seat = phase.partition("-")[0]
    assert [(each.hex, each.by) for each in played(state, seat=seat) if isinstance(each, facts.Piled)] == [
        (hex_, "rules") for hex_ in told
    ]


@pytest.mark.rule("NAP-14.3", "NAP-14.4")
@pytest.mark.parametrize(
    ("state", "face", "result", "after"),
    [
        ("steady", 2, "R", "withdrawing"), ("flight", 2, "R", "flight"), ("steady", 4, "NE", "steady"),
        ("steady", 1, "H", "flight"),
    ],
)  # fmt: skip
def test_the_test_of_a_division_is_told_with_its_numbers(state: str, face: int, result: str, after: str) -> None:
    units = [foot("a", "french", "0303", division="one", lost=4, morale="routed"), foot("x", "spanish", "0808")]
    divisions = {"one": {"side": "french", "rating": 4, "lost-this-turn": 1, "start": 12, "state": state}}
    told = played(make(units, "division-morale", divisions=divisions), [face])
    [tested] = [each for each in told if isinstance(each, facts.DivisionTested)]
    assert (tested.division, tested.lost, tested.start, tested.column) == ("one", 4, 12, "3")
    assert (tested.face, tested.row, tested.result) == (face, face, result)
    changed = [each.state for each in told if isinstance(each, facts.DivisionChanged)]
    assert changed == ([after] if after != state else [])
