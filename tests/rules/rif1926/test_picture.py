"""What is drawn of a position, of what happened and of a plan: piles in order of arrival, ways, fire, losses, towns."""

from typing import get_args

import pytest

from pbem.core.events import Event
from pbem.core.orders import Line, Order
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Battle, Control, Scene, Shot
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.orders import Attack, Bombard, Deploy, Enter, Move, Sail
from pbem.rules.rif1926.picture import figures, pieces, planned, scene, supply
from pbem.rules.rif1926.state import State
from tests.rules.rif1926.factory import make

UNITS = """
inf-a allied CG 3-3-5 0303
inf-b allied CG 3-3-5 0303
gun-1 allied CG artillery 6-4-3 0302
ship-1 allied CG naval 8-6-9 0101
air-1 allied CG air 3-0 off-map
r-1 rif AX 2-3-4 0304
r-2 rif AX 2-3-4 0305
late allied CG 2-2-5 entering
gone rif AX 1-1-4 eliminated
spare rif GY 1-1-4 pool
"""
SEA = {"terrain": {"0101": ["sea"], "0201": ["sea"], "0102": ["sea"]}}


def position(phase: str = "allied-movement", **fields: object) -> State:
    return make(UNITS, phase, SEA, **fields)


def told(*events: Event, state: State | None = None) -> Scene:
    return scene(state or position(), events, None)


def test_units_are_drawn_as_they_came_and_ships_last() -> None:
    drawn = told().counters
    assert [counter.unit for counter in drawn] == ["gun-1", "inf-a", "inf-b", "r-1", "r-2", "ship-1"]
    assert [counter.factors for counter in drawn] == ["6-4-3", "3-3-5", "3-3-5", "2-3-4", "2-3-4", "8-6-9"]
    assert (drawn[0].symbol, drawn[0].side, drawn[0].space, drawn[0].short) == ("artillery", "allied", "0302", "GUN 1")
    state = position()
    assert figures(state.counter("air-1")) == "3"
    still = make("inf-a allied CG 3-3-0 0303", "allied-movement")
    assert figures(still.counter("inf-a")) == "3-3"


def test_pieces_say_where_each_is() -> None:
    by_id = {piece.id: piece for piece in pieces(position(), None)}
    assert list(by_id) == sorted(by_id)
    assert {id_: (piece.where, piece.space) for id_, piece in by_id.items()} == {
        "inf-a": ("map", "0303"), "inf-b": ("map", "0303"), "gun-1": ("map", "0302"), "ship-1": ("map", "0101"),
        "air-1": ("off", None), "r-1": ("map", "0304"), "r-2": ("map", "0305"), "late": ("coming", None),
        "gone": ("gone", None), "spare": ("off", None),
    }  # fmt: skip
    assert (by_id["inf-a"].kind, by_id["inf-a"].figures, by_id["gone"].status) == ("infantry", "3-3-5", "eliminated")


def test_a_counter_shows_what_it_is_and_has_done() -> None:
    state = position()
    for event in (
        facts.Dispersed(unit="r-1", at="0304", cause="bombardment"), facts.SupplyFound(out=("r-2",)),
    ):  # fmt: skip
        state = evolve(state, event)
    moved = facts.Moved(unit="inf-a", path=("0303", "0203"), cost=1, allowance=5)
    entered = facts.Entered(unit="late", path=("0401",), cost=1, allowance=5)
    shown = {counter.unit: counter.states for counter in told(moved, entered, state=state).counters}
    assert shown["inf-a"] == ("moved",)
    assert shown["late"] == ("arrived",)
    assert shown["inf-b"] == ()
    assert shown["r-1"] == ("dispersed",)
    assert shown["r-2"] == ("unsupplied",)
    after = evolve(state, moved)
    assert {c.unit: c.states for c in told(state=after).counters}["inf-a"] == ("moved",)
    other = make(UNITS.replace("inf-b allied CG 3-3-5 0303", ""), "rif-movement", SEA)
    assert {c.unit: c.states for c in told(state=evolve(other, moved)).counters}["inf-a"] == ()
    combat = make(UNITS, "allied-combat", SEA)
    assert {c.unit: c.states for c in told(state=evolve(combat, moved)).counters}["inf-a"] == ()


def test_each_way_is_an_arrow_of_its_kind_and_leaves_a_ghost_where_it_began() -> None:
    drawn = told(
        facts.Moved(unit="inf-a", path=("0303", "0203"), cost=1, allowance=5),
        facts.Entered(unit="late", path=("0401", "0402"), cost=1, allowance=5),
        facts.Sailed(unit="ship-1", at="0102", origin="0101"),
        facts.Retreated(unit="r-1", origin="0304", to="0404"),
        facts.Advanced(unit="inf-b", origin="0303", to="0304"),
    )
    assert drawn.arrows == (
        Arrow("inf-a", "allied", ("0303", "0203"), "move"), Arrow("late", "allied", ("0401", "0402"), "arrival"),
        Arrow("ship-1", "allied", ("0101", "0102"), "voyage"), Arrow("r-1", "rif", ("0304", "0404"), "retreat"),
        Arrow("inf-b", "allied", ("0303", "0304"), "march"),
    )  # fmt: skip
    assert [(ghost.unit, ghost.space, ghost.lost) for ghost in drawn.ghosts] == [
        ("inf-a", "0303", False), ("r-1", "0304", False), ("inf-b", "0303", False),
    ]  # fmt: skip
    put = make(UNITS.replace("naval 8-6-9 0101", "naval 8-6-9 off-map"), "allied-movement", SEA)
    assert told(facts.Sailed(unit="ship-1", at="0101"), state=put).arrows == ()


@pytest.mark.parametrize("cause", get_args(facts.Cause))
def test_where_a_unit_is_lost_stands_to_what(cause: facts.Cause) -> None:
    (ghost,) = told(facts.Eliminated(unit="r-1", at="0304", cause=cause)).ghosts
    known = {"bombardment": "fire", "combat": "combat", "retreat": "combat"}
    assert (ghost.unit, ghost.space, ghost.lost, ghost.cause) == ("r-1", "0304", True, known.get(cause, ""))


def bombarded(unit: str, origin: str, *, hit: bool) -> facts.Bombarded:
    return facts.Bombarded(
        side="allied", at="0304", units=(unit,), origins=(origin,), points=6, column="6", row="any", town=False,
        needed=4, face=3, hit=hit,
    )  # fmt: skip


def at_ship(*, hit: bool) -> facts.ShipBombarded:
    return facts.ShipBombarded(
        side="rif", ship="ship-1", at="0101", units=("gun-1",), origins=("0302",), points=6, face=1, hit=hit
    )


def test_other_losses_are_told_by_what_took_them() -> None:
    deserted = facts.Deserted(unit="inf-a", at="0303", face=6, modifiers=(), replaced=False)
    caught = facts.ArmourCaught(number=3, side="rif", at="0303", origins=("0304",), units=("inf-a", "inf-b"))
    drawn = told(deserted)
    assert [(ghost.unit, ghost.lost, ghost.cause) for ghost in drawn.ghosts] == [("inf-a", True, "")]
    drawn = told(caught)
    assert [(ghost.unit, ghost.lost, ghost.cause) for ghost in drawn.ghosts] == [
        ("inf-a", True, "combat"), ("inf-b", True, "combat"),
    ]  # fmt: skip
    assert drawn.battles == (Battle(3, "rif", ("0304",), ("0303",), None, None, "attacker", "×"),)
    assert [(g.unit, g.lost, g.cause) for g in told(at_ship(hit=True)).ghosts] == [("ship-1", True, "fire")]
    assert told(at_ship(hit=False)).ghosts == ()


def fought(result: str, *support: str) -> facts.Fought:
    return facts.Fought(
        number=2, side="allied", at="0304", origins=("0303",), units=("inf-a",), support=support, targets=("r-1",),
        defence_support=(), attack_terms=(), defence_terms=(), fire=0, counted=0, attack=6, defence=3, column="2-1",
        face=4, drm=(), row=4, result=result,
    )  # fmt: skip


@pytest.mark.parametrize(("result", "outcome"), [("DR", "attacker"), ("DE", "attacker"), ("AR", "defender")])
def test_a_combat_is_drawn_with_its_strengths_and_odds(result: str, outcome: str) -> None:
    assert told(fought(result)).battles == (Battle(2, "allied", ("0303",), ("0304",), 6, 3, outcome, "2:1"),)


def test_fire_is_drawn_from_where_it_came() -> None:
    drawn = told(
        bombarded("gun-1", "0302", hit=True), bombarded("ship-1", "0101", hit=False),
        bombarded("air-1", "0304", hit=True), at_ship(hit=True), fought("DR", "gun-1", "air-1"),
    )  # fmt: skip
    assert drawn.shots == (
        Shot("allied", "0302", "0304", True, "artillery", "allied 0304"),
        Shot("allied", "0101", "0304", False, "fleet", "allied 0304"),
        Shot("allied", "0304", "0304", True, "air", "allied 0304"),
        Shot("rif", "0302", "0101", True, "artillery", "rif 0101"),
        Shot("allied", "0302", "0304", None, "support"), Shot("allied", "0304", "0304", None, "air"),
    )  # fmt: skip


# Plans ----------------------------------------------------------------------------------------------------------------


def plan(*orders: Order, phase: str = "allied-movement") -> Scene:
    lines = [Line(number=number, order=order) for number, order in enumerate(orders, 1)]
    return planned(position(phase), "allied", tuple(CheckedLine(line, phase) for line in lines))


def test_planned_ways() -> None:
    drawn = plan(
        Move(units=("inf-a", "inf-b"), path=("0203",)), Enter(unit="late", at="0401", path=("0402",)),
        Sail(unit="ship-1", to="0102"),
    )  # fmt: skip
    assert drawn.arrows == (
        Arrow("inf-a", "allied", ("0303", "0203"), "planned"), Arrow("inf-b", "allied", ("0303", "0203"), "planned"),
        Arrow("late", "allied", ("0401", "0402"), "planned"),
        Arrow("ship-1", "allied", ("0101", "0102"), "planned-voyage"),
    )  # fmt: skip
    assert [counter.unit for counter in drawn.counters if "planned" in counter.states] == ["late"]
    set_up = plan(Deploy(unit="late", at="0401"), phase="allied-setup")
    assert [(c.unit, c.space) for c in set_up.counters if "planned" in c.states] == [("late", "0401")]


def test_planned_fire_comes_from_each_and_that_of_aircraft_from_above() -> None:
    drawn = plan(Bombard(target="r-1", with_=("gun-1", "ship-1", "air-1")), phase="allied-bombardment")
    assert drawn.shots == (
        Shot("allied", "0302", "0304", None, "artillery"), Shot("allied", "0101", "0304", None, "fleet"),
        Shot("allied", "0304", "0304", None, "air"),
    )  # fmt: skip
    assert plan(Bombard(target="air-1", with_=("air-1",)), phase="allied-bombardment").shots == ()


def test_a_planned_attack_has_an_arrow_from_each_and_the_fire_in_support() -> None:
    attack = Attack(target="r-1", with_=("inf-a", "inf-b", "late"), support=("gun-1", "air-1"))
    drawn = plan(attack, phase="allied-combat")
    assert drawn.arrows == (
        Arrow("inf-a", "allied", ("0303", "0304"), "planned-attack"),
        Arrow("inf-b", "allied", ("0303", "0304"), "planned-attack"),
    )
    assert drawn.shots == (
        Shot("allied", "0302", "0304", None, "support"), Shot("allied", "0304", "0304", None, "air"),
    )  # fmt: skip


# Towns and supply -----------------------------------------------------------------------------------------------------

TOWNS = {
    "terrain": {"0101": ["town"], "0302": ["town"], "0807": ["town"]},
    "zones": {
        "axdir": ["0101", "0102", "0201", "0302", "0807", "0808"], "beni-tuzin": ["0708"], "beni-am-mart": ["0108"],
        "annual": ["0801"],
    },
}  # fmt: skip


@pytest.mark.rule("RIF-12.4")
def test_who_holds_each_town_is_marked_and_what_has_changed() -> None:
    state = make("inf-a allied CG 3-3-5 0302", "supply-loyalty", TOWNS, occupied=["0101"], turn=2)
    found = facts.TownsFound(occupied=("0101", "0302"), pacified=())
    drawn = told(found, state=state)
    assert {control.space: control for control in drawn.controls} == {
        "0101": Control("0101", "allied"), "0302": Control("0302", "allied", changed=True),
        "0807": Control("0807", "rif"),
    }  # fmt: skip
    set_up = make("inf-a allied CG 3-3-5 0302", "supply-loyalty", TOWNS, occupied=["0101"])
    assert not any(control.changed for control in told(found, state=set_up).controls), "nobody has moved yet"
    later = make("inf-a allied CG 3-3-5 0302", "turn-end", TOWNS, occupied=["0101"])
    assert [each.space for each in told(found, state=later).controls if each.changed] == ["0302"]
    first = facts.Moved(unit="inf-a", path=("0303", "0302"), cost=1, allowance=5)
    moved = make("inf-a allied CG 3-3-5 0303", "supply-loyalty", TOWNS, occupied=["0101"])
    assert [each.space for each in told(first, found, state=moved).controls if each.changed] == ["0302"]


@pytest.mark.rule("RIF-10.4")
def test_the_line_of_supply_of_each_unit_is_an_arrow_and_who_has_none_is_marked() -> None:
    units = (
        "r-1 rif AX 2-3-4 0808\nr-2 rif AX 2-3-4 0202\ninf-a allied CG 3-3-5 0505\nship-1 allied CG naval 8-6-9 0606"
    )
    state = evolve(make(units, "rif-movement", TOWNS), facts.SupplyFound(out=("r-1",)))
    drawn = supply(state, "allied")
    assert [(arrow.unit, arrow.side, arrow.path[0], arrow.path[-1], arrow.kind) for arrow in drawn.arrows] == [
        ("r-1", "rif", "0807", "0808", "supply"), ("r-2", "rif", "0302", "0202", "supply"),
    ]  # fmt: skip
    assert {counter.unit: counter.states for counter in drawn.counters} == {
        "r-1": (), "r-2": (), "inf-a": ("unsupplied",), "ship-1": (),
    }  # fmt: skip
