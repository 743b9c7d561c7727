"""What is drawn of a position, of what happened and of a plan: stacks from the bottom up, ways, shots, losses."""

from collections.abc import Sequence

import pytest

from pbem.core.events import Event, PhaseBegan
from pbem.core.orders import Line, Order
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Battle, Control, Ghost, Scene, Shot
from pbem.gamedata.games import compose
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.orders import Activate, Deploy, Fire, Land, Move, Ride
from pbem.rules.africa1860.picture import figures, pieces, planned, scene
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.saving import initial
from pbem.rules.africa1860.state import State
from tests.rules.africa1860.position import make

GROUND = {"gulf": "sea", "bay": "sea"}


def position(**fields: object) -> State:
    """Spanish in a, on sea and aboard, Moroccans in b and c; one is out of the game, and one never comes."""
    units = {
        "principe": {"at": "a", "steps": 1}, "caz-vergara": "a", "prim": "a", "art-5": "a",
        "gaix-tanja": "b", "gum-hamsa": "b", "seyyid-1": "c", "husares-princesa": "d",
        "ceres": "gulf", "marina-2": "aboard", "leon": "off-map", "okla": "eliminated",
    }  # fmt: skip
    return make("a-b-c a-d d-b a-gulf", units, terrain=GROUND, **fields)  # type: ignore[arg-type]


def told(*events: Event, state: State | None = None) -> Scene:
    return scene(state or position(), events, None)


@pytest.mark.rule("AFR-2.2")
def test_a_counter_shows_its_factors_as_it_stands() -> None:
    state = position()
    shown = {unit: figures(state, unit) for unit in state.units}
    assert shown["principe"] == "4-4"  # reduced
    assert shown["caz-vergara"] == "5-4"
    assert shown["gaix-tanja"] == "4-?"
    assert shown["gum-hamsa"] == "3-d6"
    assert shown["prim"] == "3-2"
    assert shown["ceres"] == "5-·"
    drawn = evolve(state, facts.GaixRevealed(unit="gaix-tanja", at="b", factor=6))
    assert figures(drawn, "gaix-tanja") == "4-6"
    assert figures(make("a", {"leon": "a"}), "leon") == "5-6"


def test_a_counter_without_factors_shows_none() -> None:
    state = make("a", {"train": {"at": "a", "type": "CONVOY", "side": "spanish", "movement": 1}})
    assert figures(state, "train") == ""


def test_stacks_are_drawn_from_the_bottom_up_and_the_gunboat_last() -> None:
    state = evolve(
        position(), facts.Stacked(side="spanish", at="a", order=("principe", "art-5", "caz-vergara", "prim"))
    )
    drawn = told(state=state).counters
    assert [each.unit for each in drawn if each.space == "a"] == ["prim", "caz-vergara", "art-5", "principe"]
    assert drawn[-1].unit == "ceres"
    assert {each.unit for each in drawn}.isdisjoint({"marina-2", "leon", "okla"})
    by_unit = {each.unit: each for each in drawn}
    assert (by_unit["principe"].strength, by_unit["caz-vergara"].strength) == ("1/2", "")
    assert (by_unit["principe"].symbol, by_unit["prim"].symbol) == ("infantry", "leader")
    assert by_unit["prim"].name["es"] != "prim"
    assert by_unit["prim"].short == "PRIM"


def test_without_a_gunboat_none_is_drawn() -> None:
    assert [each.unit for each in told(state=make("a", {"principe": "a"})).counters] == ["principe"]
    assert [each.unit for each in told(state=make("a", {"principe": "a", "ceres": "off-map"})).counters] == ["principe"]


def test_a_counter_of_ones_own_is_drawn_by_its_class_and_id() -> None:
    (drawn,) = told(state=make("a", {"own-1": {"at": "a", "type": "IL", "side": "spanish", "movement": 1}})).counters
    assert (drawn.symbol, drawn.short, drawn.name, drawn.style) == (
        "infantry",
        "OWN 1",
        {"es": "own-1", "en": "own-1"},
        "",
    )


def test_a_counter_shows_what_it_has_done() -> None:
    units = {
        "caz-vergara": {"at": "a", "fired": True, "moved": True, "demoralized": True},
        "art-5": {"at": "a", "activations": 1},
        "art-montana-1": {"at": "a", "activations": 2},
        "principe": {"at": "a", "steps": 1},
        "leon": "a",
        "navarra": "off-map",
    }
    state = make("a-b", units)
    shown = {each.unit: each.states for each in told(facts.Arrived(unit="navarra", at="a"), state=state).counters}
    assert shown == {
        "caz-vergara": ("demoralized", "fired", "moved"),
        "art-5": ("activated",),
        "art-montana-1": ("activated-twice",),
        "principe": ("reduced",),
        "leon": (),
        "navarra": ("arrived",),
    }


def test_pieces_say_where_each_is() -> None:
    by_id = {each.id: each for each in pieces(position(), None)}
    asked = [by_id[unit] for unit in ("prim", "marina-2", "leon", "okla")]
    assert [(each.where, each.space, each.status) for each in asked] == [
        ("map", "a", "map"), ("off", None, "aboard"), ("off", None, "off-map"), ("gone", None, "eliminated"),
    ]  # fmt: skip
    assert list(by_id) == sorted(by_id)
    assert (by_id["principe"].side, by_id["principe"].kind, by_id["principe"].figures) == ("spanish", "IR", "4-4")
    assert by_id["principe"].states == ("reduced",)
    (lost,) = pieces(make("a", {"okla": {"at": "eliminated", "demoralized": True}}), None)
    assert lost.states == ()


def test_each_way_is_an_arrow_of_its_kind() -> None:
    drawn = told(
        facts.Moved(units=("caz-vergara", "prim"), path=("a", "d"), by="order"),
        facts.Sailed(unit="ceres", path=("gulf", "gulf")),
        facts.Retreated(units=("gum-hamsa",), path=("b", "c"), cause="fire"),
        facts.FellBack(units=("husares-princesa",), at="d", to="a"),
        facts.Moved(units=("seyyid-1",), path=("c", "b", "c"), by="algarabia"),
        facts.Retreated(units=("gaix-tanja",), path=("b",), cause="fire", stays_over=True),
    )
    assert drawn.arrows == (
        Arrow("caz-vergara", "spanish", ("a", "d"), "move"),
        Arrow("prim", "spanish", ("a", "d"), "move"),
        Arrow("gum-hamsa", "moroccan", ("b", "c"), "retreat"),
        Arrow("husares-princesa", "spanish", ("d", "a"), "retreat"),
    )
    gone_from = [(each.unit, each.space, each.lost) for each in drawn.ghosts]
    assert gone_from == [
        ("caz-vergara", "a", False), ("prim", "a", False), ("gum-hamsa", "b", False), ("seyyid-1", "c", False),
        ("gaix-tanja", "b", False),
    ]  # fmt: skip
    state = make("a-gulf-bay", {"ceres": "gulf", "marina-2": "aboard"}, terrain=GROUND)
    assert told(facts.Sailed(unit="ceres", path=("gulf", "bay")), state=state).arrows == (
        Arrow("ceres", "spanish", ("gulf", "bay"), "move"),
    )
    landed = told(facts.Moved(units=("marina-2",), path=("aboard", "a"), by="landing"), state=state)
    assert landed.ghosts == ()


def test_where_units_are_lost_stands_to_what() -> None:
    drawn = told(
        facts.Eliminated(unit="caz-vergara", at="a", cause="shock"),
        facts.Eliminated(unit="gum-hamsa", at="b", cause="artillery"),
        facts.Captured(unit="art-5", at="a"),
    )
    assert [(each.unit, each.space, each.lost, each.cause) for each in drawn.ghosts] == [
        ("caz-vergara", "a", True, "combat"), ("gum-hamsa", "b", True, "fire"), ("art-5", "a", True, "combat"),
    ]  # fmt: skip
    assert drawn.ghosts[1] == Ghost("gum-hamsa", "moroccan", "b", "irregular", True, drawn.ghosts[1].short, "fire")


def shocked(winner: str, attackers: Sequence[str] = ("caz-vergara", "husares-princesa")) -> facts.Shocked:
    return facts.Shocked(
        number=2, at="b", side="spanish", attackers=tuple(attackers), defenders=("gum-hamsa",), attack_terms=(),
        defence_terms=(), attack_coins=8, defence_coins=3, attack_faces="H", defence_faces="T", winner=winner,
        crosses=None, row="nothing",
    )  # fmt: skip


@pytest.mark.parametrize(("winner", "outcome"), [("spanish", "attacker"), ("moroccan", "defender"), ("", "tie")])
def test_a_shock_is_drawn_with_the_areas_from_which_they_came(winner: str, outcome: str) -> None:
    came = [
        facts.Moved(units=("caz-vergara",), path=("a", "b"), attacks=True),
        facts.Moved(units=("husares-princesa",), path=("d", "b"), by="activation", attacks=True),
        facts.Moved(units=("prim",), path=("a", "d")),
    ]
    (battle,) = told(*came, shocked(winner)).battles
    assert battle == Battle(2, "spanish", ("a", "d"), ("b",), 1, 0, outcome)


def test_who_came_before_the_span_came_from_where_they_are_known_to_have_come() -> None:
    units = {"caz-vergara": {"at": "b", "origin": "a"}, "gum-hamsa": "b", "husares-princesa": "d"}
    state = make("a-b d-b", units, "spanish-shock")
    assert told(shocked("", ["caz-vergara"]), state=state).battles[0].attackers == ("a",)
    assert told(shocked("", ["husares-princesa"]), state=state).battles[0].attackers == ("b",)
    elsewhere = facts.Moved(units=("husares-princesa",), path=("d", "a"), attacks=True)
    assert told(elsewhere, shocked("", ["husares-princesa"]), state=state).battles[0].attackers == ("b",)
    again = facts.Moved(units=("caz-vergara",), path=("d", "b"), attacks=True)
    assert told(again, shocked("", ["caz-vergara"]), state=state).battles[0].attackers == ("d",)


def fired(unit: str, origin: str, at: str, *, hit: bool, defensive: bool = False) -> facts.Fired:
    return facts.Fired(
        unit=unit, origin=origin, at=at, target="x", terms=(), coins=3, faces="HHH", heads=3, hit=hit,
        defensive=defensive,
    )  # fmt: skip


def shelled(unit: str, origin: str, result: facts.Result, *, defensive: bool = False) -> facts.Shelled:
    return facts.Shelled(
        unit=unit, origin=origin, at="b", distance=1, terms=(), coins=3, faces="HHH", heads=3, die=6, column=1,
        result=result, targets=(), defensive=defensive,
    )  # fmt: skip


def test_fire_is_from_area_to_area_and_at_who_came_into_ones_own_within_it() -> None:
    drawn = told(
        fired("caz-vergara", "a", "b", hit=True),
        fired("gum-hamsa", "b", "a", hit=False),
        fired("seyyid-1", "c", "c", hit=True, defensive=True),
        shelled("art-5", "a", "retreat"),
        shelled("ceres", "gulf", "none"),
        shelled("art-5", "a", "none", defensive=True),
    )
    assert drawn.shots == (
        Shot("spanish", "a", "b", True, "support"),
        Shot("moroccan", "b", "a", False, "support"),
        Shot("moroccan", "c", "c", True, "support"),
        Shot("spanish", "a", "b", True, "artillery"),
        Shot("spanish", "gulf", "b", False, "fleet"),
        Shot("spanish", "a", "b", False, "artillery"),
    )


@pytest.mark.rule("AFR-11.2")
def test_who_controls_what_counts_for_victory_is_marked_and_what_has_changed() -> None:
    state = make(
        "a-castillejos", {"principe": "castillejos"}, scenario="castillejos",
        more_areas=("ar-rahim",), control={"castillejos": "moroccan", "ar-rahim": "moroccan"},
    )  # fmt: skip
    drawn = told(facts.ControlChanged(at="castillejos", side="spanish"), state=state)
    by_area = {control.space: control for control in drawn.controls}
    assert by_area["castillejos"] == Control("castillejos", "spanish", changed=True)
    assert by_area["ar-rahim"] == Control("ar-rahim", "moroccan")


def test_the_scene_is_that_of_the_phase_that_was_played() -> None:
    drawn = told(facts.Stacked(side="moroccan", at="c", order=("seyyid-1",)), PhaseBegan(turn=1, phase="spanish-shock"))
    assert (drawn.turn, drawn.phase, drawn.sides, drawn.conditions) == (1, "spanish-fire", ("spanish", "moroccan"), ())
    assert drawn.title == {"es": "", "en": ""}


# Plans ----------------------------------------------------------------------------------------------------------------


def plan(*orders: Order, state: State | None = None, phase: str = "spanish-movement") -> Scene:
    lines = [Line(number=number, order=order) for number, order in enumerate(orders, 1)]
    return planned(state or position(), "spanish", tuple(CheckedLine(line, phase) for line in lines))


def test_a_planned_move_among_enemies_is_an_attack() -> None:
    drawn = plan(Move(units=("caz-vergara",), path=("b",)), Move(units=("prim",), path=("d",)))
    assert drawn.arrows == (
        Arrow("caz-vergara", "spanish", ("a", "b"), "planned-attack"),
        Arrow("prim", "spanish", ("a", "d"), "planned"),
    )


def test_who_is_not_on_the_map_is_not_moved_in_a_plan() -> None:
    assert plan(Move(units=("leon",), path=("d",))).arrows == ()


def test_a_planned_fire_is_a_line_with_its_result_open() -> None:
    assert plan(Fire(units=("caz-vergara", "principe"), area="b"), phase="spanish-fire").shots == (
        Shot("spanish", "a", "b", None, "support"),
        Shot("spanish", "a", "b", None, "support"),
    )


def test_a_planned_activation_fires_and_moves() -> None:
    drawn = plan(Activate(units=("art-5",), fire="b"), Activate(units=("ceres",), fire="b"))
    assert [shot.kind for shot in drawn.shots] == ["artillery", "fleet"]
    drawn = plan(Activate(units=("husares-princesa", "prim"), move=("a",)))
    assert (drawn.shots, [(arrow.unit, arrow.path) for arrow in drawn.arrows]) == (
        (),
        [("husares-princesa", ("d", "a"))],
    )
    horse = make("a-b-c", {"tercio": {"at": "a", "type": "CAV", "side": "spanish", "ff": 3, "fc": 4, "movement": 2},
                           "prim": "a", "gum-hamsa": "b"})  # fmt: skip
    both = plan(Activate(units=("tercio", "prim"), fire="b"), state=horse)
    assert [(shot.origin, shot.target, shot.kind) for shot in both.shots] == [("a", "b", "support")]


def test_a_planned_algarabia_goes_out_fires_and_comes_back() -> None:
    horse = make("a-v-t v-z", {"tercio": {"at": "a", "type": "CAV", "side": "spanish", "ff": 3, "fc": 4, "movement": 2},
                               "gum-hamsa": "t"})  # fmt: skip
    drawn = plan(Activate(units=("tercio",), algarabia=Ride(via="v", fire="t", to="z")), state=horse)
    assert [(arrow.path, arrow.kind) for arrow in drawn.arrows] == [(("a", "v"), "planned"), (("v", "z"), "planned")]
    assert [(shot.origin, shot.target) for shot in drawn.shots] == [("v", "t")]


def test_the_planned_landing_is_an_arrow_from_the_gunboat() -> None:
    drawn = plan(Land(unit="marina-2", area="a"))
    assert drawn.arrows == (Arrow("marina-2", "spanish", ("gulf", "a"), "planned"),)
    assert [(each.unit, each.space) for each in drawn.counters if "planned" in each.states] == [("marina-2", "a")]


def test_a_planned_set_up_goes_as_the_crow_flies() -> None:
    drawn = plan(Deploy(units=("principe",), area="d"), phase="set-up")
    assert drawn.arrows == (Arrow("principe", "spanish", ("a", "d"), "planned"),)


@pytest.mark.rule("AFR-11.3")
@pytest.mark.parametrize(("options", "where"), [({}, "off"), ({"castillejos-5th-art": "two"}, "coming")])
def test_a_unit_that_only_an_option_brings_is_not_to_come_without_it(options: dict[str, str], where: str) -> None:
    state = initial(read_scenario(compose("africa1860", "castillejos", options=options)))
    assert {piece.id: piece.where for piece in pieces(state, None)}["art-5"] == where
