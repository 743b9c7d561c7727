"""What is drawn of a position and of a plan: stacks from the bottom up, facings, arcs, odds; hidden orders never."""

from collections.abc import Sequence

import pytest

from pbem.core.events import Event
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.scene import Battle, Control, Scene, Shot
from pbem.gamedata.rulesets import ruleset
from pbem.report.svg import draw_map
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.fire import arc
from pbem.rules.napoleonic.orders import Assault, Charge, Deploy, Fire, Move
from pbem.rules.napoleonic.state import State
from tests.rules.napoleonic.factory import foot, make

RULES = ruleset("napoleonic")
LEADER = {"id": "gen", "side": "french", "type": "leader", "chief": True, "at": "0402"}
GUNS = {
    "id": "guns",
    "side": "french",
    "type": "artillery",
    "pf": 6,
    "at": "0302",
    "facing": "S",
    "formation": "deployed",
}


def battle(phase: str) -> State:
    """Two French counters with their general and a battery before a Spanish counter."""
    units = [
        LEADER, GUNS, foot("a", "french", "0402", facing="S"), {**foot("b", "french", "0402", facing="S"), "pf": 4},
        foot("c", "french", "0202", facing="S"), foot("x", "spanish", "0403", facing="N"),
    ]  # fmt: skip
    return make(units, phase)


def planned(state: State, orders: Sequence[Order]) -> Scene:
    """What a receipt draws of orders for the phase of a state, all of them good."""
    lines = tuple(Line(number=n, order=order) for n, order in enumerate(orders, 1))
    found = RULES.check(state, "french", Sheet(seat="french", sections=(Section(phase=state.phase, lines=lines),)))
    assert [problem for problem in found.problems if problem.line] == []
    scene: Scene = RULES.planned(RULES.view(state, "french"), "french", found.lines)
    return scene


def test_the_counter_that_fights_first_is_on_top_and_its_leader_next() -> None:
    scene = RULES.scene(battle("french-fire"), (), None)
    assert [counter.unit for counter in scene.counters if counter.space == "0402"] == ["b", "gen", "a"]


def test_a_counter_out_of_command_is_marked() -> None:
    division = {"french": {"side": "french", "leader": "gen"}}
    far = make([{**LEADER, "range": 1, "division": "french"}, foot("near", "french", "0402", division="french"),
                foot("away", "french", "0408", division="french")], divisions=division)  # fmt: skip
    shown = {counter.unit: counter.states for counter in RULES.scene(far, (), None).counters}
    assert "no-command" in shown["away"]
    assert "no-command" not in shown["near"]
    assert "no-command" not in shown["gen"]


@pytest.mark.rule("NAP-8.1", "NAP-8.2")
def test_the_plan_of_a_fire_shows_the_arc_and_range_of_the_guns() -> None:
    state = battle("french-fire")
    scene = planned(state, [Fire(unit="guns", target="0403")])
    assert [(shade.kind, shade.spaces) for shade in scene.shades] == [("arc", tuple(arc(state, "guns")))]
    assert [(shot.origin, shot.target, shot.hit) for shot in scene.shots] == [("0302", "0403", None)]


@pytest.mark.rule("NAP-11.2")
def test_the_plan_of_a_turn_shows_odds_and_where_counters_will_face() -> None:
    scene = planned(
        battle("french-movement"), [Move(unit="c", path=("0203",), face="SE"), Assault(target="0403", hex="0402")]
    )
    assert [(arrow.unit, arrow.kind, arrow.facing) for arrow in scene.arrows] == [
        ("c", "planned", 2), ("a", "planned-attack", None),
    ]  # fmt: skip
    assert [(shade.kind, shade.spaces, shade.label) for shade in scene.shades] == [("odds", ("0403",), "3:2")]
    svg = draw_map(scene, "en")
    assert ">3:2</text>" in svg
    assert draw_map(scene, "en") == svg


@pytest.mark.rule("NAP-10.1", "NAP-11.2")
@pytest.mark.parametrize(
    ("assaults", "charges", "told"),
    [((), ("horse",), "2:1"), ((), ("horse", "riders"), "4:1"), (("0604",), ("horse",), "3:1")],
)
def test_the_plan_of_charges_and_assaults_shows_the_odds_of_all_together_who_hit_a_hex(
    assaults: tuple[str, ...], charges: tuple[str, ...], told: str
) -> None:
    """From the mail of the turn on, though charges come after the movement."""
    horse = {"id": "horse", "side": "french", "type": "cavalry", "pf": 6, "at": "0401", "facing": "SE"}
    riders = {"id": "riders", "side": "french", "type": "cavalry", "pf": 6, "at": "0801", "facing": "SW"}
    field = [horse, riders, foot("a", "french", "0604", facing="N"), foot("x", "spanish", "0603", facing="S")]
    state = make(field, "french-movement")
    assault = [Line(number=at, order=Assault(target="0603", hex=hex_)) for at, hex_ in enumerate(assaults, 1)]
    charge = [Line(number=at, order=Charge(units=(unit,), target="0603")) for at, unit in enumerate(charges, 5)]
    sections = (("french-movement", assault), ("french-charges", charge))
    given = tuple(Section(phase=phase, lines=tuple(lines)) for phase, lines in sections if lines)
    found = RULES.check(state, "french", Sheet(seat="french", sections=given))
    assert [problem for problem in found.problems if problem.line] == []
    scene = RULES.planned(RULES.view(state, "french"), "french", found.lines)
    assert [(shade.spaces, shade.label) for shade in scene.shades] == [(("0603",), told)]
    assert f">{told}</text>" in draw_map(scene, "en")


# What happened --------------------------------------------------------------------------------------------------------


def told(state: State, *events: Event) -> Scene:
    scene: Scene = RULES.scene(state, events, None)
    return scene


def moved(unit: str, *path: str, entered: bool = False) -> facts.Moved:
    return facts.Moved(unit=unit, path=path, facing=3, cost=1, left=1, entered=entered)


def test_each_way_is_an_arrow_of_its_kind_and_leaves_a_ghost_where_it_began() -> None:
    state = battle("french-movement")
    drawn = told(
        state,
        moved("c", "0202", "0203"),
        facts.Retreated(unit="x", path=("0403", "0404"), facing=3),
        facts.Charged(units=("a", "b"), path=("0402", "0502"), target="0503", facing=3, cost=1),
        facts.Advanced(unit="guns", origin="0302", to="0303", facing=3),
        facts.LeaderMoved(unit="gen", origin="0402", to="0502"),
    )
    assert [(arrow.unit, arrow.path, arrow.kind) for arrow in drawn.arrows] == [
        ("c", ("0202", "0203"), "move"), ("x", ("0403", "0404"), "retreat"), ("a", ("0402", "0502"), "march"),
        ("guns", ("0302", "0303"), "march"), ("gen", ("0402", "0502"), "move"),
    ]  # fmt: skip
    assert [arrow.side for arrow in drawn.arrows] == ["french", "spanish", "french", "french", "french"]
    assert [(each.unit, each.space, each.lost) for each in drawn.ghosts] == [("c", "0202", False), ("x", "0403", False)]
    shown = {counter.unit: counter.states for counter in drawn.counters}
    assert "moved" in shown["c"]
    assert "moved" not in shown["guns"]


def test_who_enters_leaves_no_ghost() -> None:
    state = make([{**foot("a", "french", "0104"), "at": "off-map"}], divisions={})
    drawn = told(state, moved("a", "0104", "0204", entered=True))
    assert ([arrow.kind for arrow in drawn.arrows], drawn.ghosts) == (["arrival"], ())
    assert "arrived" in drawn.counters[0].states


@pytest.mark.parametrize(
    ("cause", "shown"), [("fire", "fire"), ("shock", "combat"), ("retreat", "combat"), ("division-morale", "")]
)
def test_where_a_counter_is_lost_stands_to_what(cause: str, shown: str) -> None:
    (ghost,) = told(battle("french-fire"), facts.Eliminated(unit="c", at="0202", cause=cause)).ghosts
    assert (ghost.unit, ghost.space, ghost.lost, ghost.cause) == ("c", "0202", True, shown)


@pytest.mark.rule("NAP-5.7")
@pytest.mark.parametrize(("lost", "ghosts"), [(True, [("c", "0202", True, "")]), (False, [])])
def test_who_flees_off_the_map_is_lost_and_who_leaves_by_an_exit_is_not(
    lost: bool, ghosts: list[tuple[str, str, bool, str]]
) -> None:
    found = told(battle("french-fire"), facts.Exited(unit="c", at="0202", pf=3, lost=lost)).ghosts
    assert [(each.unit, each.space, each.lost, each.cause) for each in found] == ghosts


def test_a_leader_who_is_taken_is_lost_in_combat() -> None:
    (ghost,) = told(battle("french-fire"), facts.LeaderTaken(unit="gen", at="0402")).ghosts
    assert (ghost.unit, ghost.space, ghost.lost, ghost.cause) == ("gen", "0402", True, "combat")


@pytest.mark.parametrize(
    ("result", "outcome"),
    [("D1", "attacker"), ("D2", "attacker"), ("DB", "attacker"), ("A1", "defender"), ("EX", "tie")],
)
def test_a_shock_is_drawn_with_its_odds(result: str, outcome: str) -> None:
    fought = facts.Fought(
        number=2, side="french", at="0403", origins=("0402", "0302"), attackers=("a", "b"), defenders=("x",),
        attack_terms=(), defence_terms=(), attack="12", defence="8", column="3-2", drm=(), leaders=(), face=4, row=4,
        printed=result, result=result,
    )  # fmt: skip
    assert told(battle("french-shock"), fought).battles == (
        Battle(2, "french", ("0402", "0302"), ("0403",), None, None, outcome, "3:2"),
    )


def shot(result: str) -> facts.Shot:
    return facts.Shot(
        number=1, unit="guns", origin="0302", at="0403", target="x", distance=1, pf=6, terms=(), factor=6, column=6,
        part=1, drm=(), face=3, row=3, result=result,
    )  # fmt: skip


def test_a_shot_is_a_line_and_a_hit_if_it_does_anything() -> None:
    drawn = told(battle("french-fire"), shot("---"), shot("M"))
    assert drawn.shots == (
        Shot("french", "0302", "0403", False, "artillery"), Shot("french", "0302", "0403", True, "artillery"),
    )  # fmt: skip
    assert "fired" in next(counter.states for counter in drawn.counters if counter.unit == "guns")


@pytest.mark.rule("NAP-15.5")
def test_who_holds_each_town_hex_is_marked_and_what_has_changed() -> None:
    state = make([foot("a", "french", "0402")], map_={"terrain": {"0404": ["town"], "0606": ["town"]}}, divisions={})
    drawn = told(state, facts.TownTaken(hex="0404", side="french"))
    assert drawn.controls == (Control("0404", "french", changed=True), Control("0606", "spanish"))


def test_a_counter_shows_its_state_what_is_left_of_it_and_its_formation() -> None:
    units = [
        foot("a", "french", "0202", morale="disorganised", lost=3, fatigue=2, facing="SE"),
        foot("b", "french", "0402", formation="square"), {**LEADER, "at": "0403"},
        {**GUNS, "at": "0602", "formation": "limbered"}, foot("s", "french", "0702", formation="skirmish"),
    ]  # fmt: skip
    state = make(units, "french-fire", divisions={}, markers={"0402": "0503"})
    shown = {counter.unit: counter for counter in told(state, facts.NoFire(unit="s", until=1)).counters}
    assert shown["a"].states == ("disorganised", "fatigue-2")
    assert (shown["a"].factors, shown["a"].strength, shown["a"].facing, shown["a"].formation) == ("5-C", "5/8", 2, "")
    assert (shown["b"].states, shown["b"].formation, shown["b"].strength) == (("assault",), "square", "")
    assert shown["s"].states == ("no-fire",)
    assert shown["guns"].formation == "limbered"
    assert (shown["gen"].factors, shown["gen"].facing, shown["gen"].states) == ("0-0", None, ())
    later = make(units, "french-fire", divisions={}, turn=2)
    assert "no-fire" not in next(
        c.states for c in told(later, facts.NoFire(unit="s", until=1)).counters if c.unit == "s"
    )


def test_pieces_are_counters_leaders_and_divisions() -> None:
    units = [
        {**LEADER, "division": "one"}, foot("a", "french", "0402", division="one", morale="routed"),
        {**foot("b", "french", "0402"), "at": "off-map"}, {**foot("c", "french", "0402"), "at": "eliminated"},
    ]  # fmt: skip
    state = make(units, divisions={"one": {"side": "french", "leader": "gen", "order": "attack"}})
    by_id = {piece.id: piece for piece in RULES.pieces(state, "french")}
    assert list(by_id) == ["a", "b", "c", "gen", "one"]
    assert [(by_id[id_].where, by_id[id_].space, by_id[id_].kind) for id_ in by_id] == [
        ("map", "0402", "infantry"), ("coming", None, "infantry"), ("gone", None, "infantry"),
        ("map", "0402", "leader"), ("off", None, "division"),
    ]  # fmt: skip
    assert (by_id["a"].states, by_id["b"].states, by_id["one"].states) == (("routed",), (), ("attack",))
    hidden = {piece.id: piece for piece in RULES.pieces(RULES.view(state, "spanish"), "spanish")}
    assert hidden["one"].states == ()


# More plans -----------------------------------------------------------------------------------------------------------


def test_the_plan_of_a_stack_moves_all_but_its_leader() -> None:
    scene = planned(battle("french-movement"), [Move(stack="0402", path=("0502",))])
    assert [(arrow.unit, arrow.path) for arrow in scene.arrows] == [("a", ("0402", "0502")), ("b", ("0402", "0502"))]


def test_the_plan_of_a_charge_rides_and_goes_on_to_its_target() -> None:
    horse = {"id": "cav", "side": "french", "type": "cavalry", "pf": 6, "at": "0302", "facing": "S"}
    state = make([horse, foot("x", "spanish", "0304")], "french-charges", divisions={})
    scene = planned(state, [Charge(units=("cav",), path=("0303",), target="0304")])
    assert [(arrow.path, arrow.kind) for arrow in scene.arrows] == [
        (("0302", "0303"), "planned"), (("0303", "0304"), "planned-attack"),
    ]  # fmt: skip


def test_the_plan_of_a_set_up_puts_each_counter_where_it_is_to_stand() -> None:
    state = make([{**foot("a", "french", "0402"), "at": "off-map"}], "set-up", divisions={})
    scene = planned(state, [Deploy(unit="a", hex="0402")])
    assert [(counter.unit, counter.space, counter.states) for counter in scene.counters] == [
        ("a", "0402", ("planned",))
    ]


def test_the_plan_of_a_fire_of_foot_has_no_arc() -> None:
    state = battle("french-fire")
    scene = planned(state, [Fire(unit="a", target="0403")])
    assert ([(shot.origin, shot.target) for shot in scene.shots], scene.shades) == ([("0402", "0403")], ())


@pytest.mark.rule("NAP-11.1")
def test_the_plan_of_an_assault_has_an_arrow_of_the_first_counter_of_its_stack() -> None:
    general = {"id": "a-general", "side": "french", "type": "leader", "at": "0402"}
    units = [general, foot("b", "french", "0402", facing="S"), foot("c", "french", "0402"), foot("a", "french", "0101"),
             foot("x", "spanish", "0403", facing="N")]  # fmt: skip
    scene = planned(make(units, divisions={}), [Assault(target="0403", hex="0402")])
    assert [(arrow.unit, arrow.path) for arrow in scene.arrows] == [("b", ("0402", "0403"))]


def test_a_counter_that_is_to_come_faces_as_it_is_ordered_and_by_one_mark_alone() -> None:
    state = make([foot("a", "french", None), foot("x", "spanish", "0403")], "set-up")
    scene = planned(state, [Deploy(unit="a", hex="0402", face="SW", formation="square")])
    (coming,) = (counter for counter in scene.counters if counter.unit == "a")
    assert coming.facing is None, "a square has front all round"
    scene = planned(state, [Deploy(unit="a", hex="0402", face="SW")])
    (coming,) = (counter for counter in scene.counters if counter.unit == "a")
    assert coming.facing == 4
    assert all(arrow.facing is None for arrow in scene.arrows)


def test_a_planned_way_shows_where_its_counter_will_face_if_it_has_a_facing() -> None:
    state = battle("french-movement")
    orders = [Move(unit="gen", path=("0401",)), Move(unit="c", path=("0203",)), Move(stack="0402", path=("0502",))]
    scene = planned(state, orders)
    facing = {arrow.unit: arrow.facing for arrow in scene.arrows if arrow.kind == "planned"}
    assert facing == {"gen": None, "c": 3, "a": 1, "b": 1}


def test_orders_of_the_enemy_are_no_states_of_his_division_and_the_public_sees_those_that_were_shown() -> None:
    units = [foot("a", "french", "0402", division="one"), foot("b", "french", "0403", division="two")]
    divisions = {"one": {"side": "french", "shown": True}, "two": {"side": "french", "order": "defence"}}
    state = make(units, divisions=divisions)
    for side, found in (("spanish", ("attack",)), ("french", ("attack",))):
        by_id = {piece.id: piece.states for piece in RULES.pieces(RULES.view(state, side), side)}
        assert (by_id["one"], by_id["two"]) == (found, ("defence",) if side == "french" else ())
    assert {p.id: p.states for p in RULES.pieces(state, "spanish")}["two"] == ()
    assert {p.id: p.states for p in RULES.pieces(state, None)}["two"] == ("defence",)
