"""Checking a whole sheet: who has no order, what is missing; how faults of names are told."""

import pytest

from pbem.core.orders import Line, Order, Sheet, Standing
from pbem.core.problems import Checked
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.rules.rif1926.bombardment import judge_bombard
from pbem.rules.rif1926.movement import entry_hexes, judge_enter
from pbem.rules.rif1926.naming import absent
from pbem.rules.rif1926.orders import AirHit, Attack, Bombard, Defect, Enter, Hold, Lose, Move, Retreat, SupportDefence
from pbem.rules.rif1926.setup import unplaced
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.strength import modifiers, outlook, result_of
from tests.rules.rif1926.factory import data, make
from tests.rules.sheets import sheet_of

RULES = ruleset("rif1926")
UNITS = """
a allied CG 2-2-5 0303
b allied CG 2-2-5 0606
gun-1 allied CG artillery 6-4-3 0302
r-1 rif AX 2-2-4 0304
"""


def checked(state: State, **sections: list[Order]) -> Checked:
    """The check of an allied sheet, lines numbered through: `allied_combat=[…]`."""
    return RULES.check(state, "allied", sheet_of("allied", **sections))


@pytest.mark.rule("RIF-3.1")
def test_who_has_no_line_may_still_be_ordered() -> None:
    state = make(UNITS, "allied-movement")
    found = checked(state, allied_movement=[Hold(units=("a",)), Move(units=("b",), path=("0607",))])
    assert not found.problems
    assert found.idle["allied-movement"] == ("gun-1",)


@pytest.mark.rule("RIF-9.5", "RIF-9.16")
def test_who_has_fired_or_attacked_is_not_idle_any_more() -> None:
    guns = "gun-2 allied CG artillery 6-4-3 0302\nc allied CG 2-2-5 0203\n"
    state = make(UNITS + guns, "allied-bombardment", {"towns": {"axdir": "0304"}})
    assert checked(state, allied_bombardment=[]).idle == {"allied-bombardment": ("gun-1", "gun-2")}
    attack = Attack(target="0304", with_=("a", "c"), support=("gun-2",))
    found = checked(state, allied_bombardment=[Bombard(target="0304", with_=("gun-1",))], allied_combat=[attack])
    assert (found.problems, found.idle) == ((), {"allied-bombardment": (), "allied-combat": ()})
    idle = checked(make(UNITS + guns, "allied-combat"), allied_combat=[Attack(target="0304", with_=("c", "a"))]).idle
    assert idle == {"allied-combat": ()}


@pytest.mark.rule("RIF-4.4", "RIF-9.2")
def test_who_must_attack_and_does_not_keeps_the_phase_open() -> None:
    state = make(UNITS, "allied-combat")
    silent = checked(state, allied_combat=[])
    assert [problem.code for problem in silent.problems] == ["must-attack"]
    assert silent.problems[0].args["hexes"], "whom"
    assert not silent.complete
    done = checked(state, allied_combat=[Attack(target="0304", with_=("a",), support=("gun-1",))])
    assert (done.problems, done.complete) == ((), True)


@pytest.mark.rule("RIF-8.1", "RIF-7.4", "RIF-9.18")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [("late", "RIF-7.4"), ("pool-1", "RIF-7.4"), ("ship-1", "RIF-9.18"), ("gone", "RIF-8.1"), ("sunk", "RIF-8.1")],
)
def test_the_fault_of_who_is_not_in_play_names_the_clause_by_which_he_comes(unit: str, rule: str) -> None:
    units = """
    late allied P 2-2-5 entering
    pool-1 rif GY 2-2-5 pool
    ship-1 allied CG naval 8-6-9 off-map
    sunk allied CG naval 8-6-9 eliminated
    gone allied CG 2-2-5 off-map
    """
    state = make(units, "allied-movement")
    assert (absent(unit, state).rule, absent(unit).rule) == (rule, "RIF-8.1")


@pytest.mark.rule("RIF-3.1")
@pytest.mark.parametrize("turns", [1, 99])
def test_a_game_may_be_of_one_turn(turns: int) -> None:
    assert RULES.read_scenario(data(UNITS, turns=turns)).turns == turns
    with pytest.raises(ValueError, match="turns"):
        RULES.read_scenario(data(UNITS, turns=turns + 99 if turns == 1 else 0))


FIRE = """
gun-1 allied CG artillery 6-9-3 0302
gun-2 allied CG artillery 6-1-3 0302
ship-1 allied CG naval 6-1-9 0101
r-1 rif AX 2-2-4 0606
b-1 rif AX artillery 20-1-3 0808
b-2 rif AX artillery 20-9-3 0808
"""


@pytest.mark.rule("RIF-9.16", "RIF-9.18", "RIF-9.19")
@pytest.mark.parametrize(
    ("side", "order", "changed", "told"),
    [
        ("allied", Bombard(target="0606", with_=("gun-2",)), {}, ("out-of-range", "RIF-9.16")),
        ("allied", Bombard(target="0606", with_=("ship-1",)), {}, ("out-of-range", "RIF-9.18")),
        ("allied", Bombard(target="0606", with_=("gun-1",)), {"gun-1": True}, ("dispersed", "RIF-9.16")),
        ("rif", Bombard(target="ship-1", with_=("b-1",)), {}, ("out-of-range", "RIF-9.19")),
        ("rif", Bombard(target="ship-1", with_=("b-2",)), {"b-2": True}, ("dispersed", "RIF-9.19")),
    ],
)
def test_a_fault_of_fire_names_the_clause_of_who_fires_at_what(
    side: str, order: Bombard, changed: dict[str, bool], told: tuple[str, str]
) -> None:
    state = make(FIRE, f"{side}-bombardment", {"terrain": {"0101": ["sea"]}})
    units = {u: alter(each, dispersed=True) if u in changed else each for u, each in state.units.items()}
    (fault,) = judge_bombard(alter(state, units=units), side, order).faults
    assert (fault.code, fault.rule) == told


@pytest.mark.rule("RIF-7.5")
def test_of_the_entry_hexes_the_nearest_is_named() -> None:
    map_ = {"zones": {"gueznaya": ["0202", "0302", "0203"]}, "terrain": {"0101": ["sea"]}}
    state = make("gy-1 rif GY 2-2-1 pool", "rif-movement", map_, **{"reinforcements-due": 1})
    assert len(entry_hexes(state, "rif")) > 1
    faults = judge_enter(state, "rif", Enter(unit="gy-1", at="0606", path=())).faults
    assert [len(each.near) for each in faults if each.code == "not-an-entry-hex"] == [1]


@pytest.mark.rule("RIF-7.3")
def test_nobody_must_place_units_of_the_rif() -> None:
    assert unplaced(make("r-1 rif AX 2-2-4 off-map", "rif-setup"), "rif") == ()


@pytest.mark.rule("RIF-9.15", "RIF-9.14", "RIF-9.17", "RIF-3.1")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Retreat(who="0999", to=("0404",)), "off-map"), (Retreat(who="a", to=("0404", "0999")), "off-map"),
        (Retreat(who="0404", to=("0405",)), ""), (Retreat(who="0404", to=("0405", "0606")), "not-adjacent"),
        (Retreat(who="a", to=("0606",)), ""), (Retreat(who="a"), "no-retreat-hex"),
        (Retreat(who="r-1"), "not-your-unit"),
        (Lose(units=("a", "r-1")), "not-your-unit"), (Lose(units=("a", "b")), ""),
        (AirHit(units=("r-1",)), "not-your-unit"),
        (AirHit(units=("a",)), ""), (SupportDefence(unit="gun-1", hexes=("0999",)), "off-map"),
        (SupportDefence(unit="r-1", hexes=("0404",)), "not-your-unit"), (SupportDefence(unit="gun-1", none_=True), ""),
        (Defect(hexes=("0999",)), "off-map"), (Defect(units=("r-1",)), "not-your-unit"), (Defect(), "wrong-phase"),
    ],
)  # fmt: skip
def test_the_first_fault_of_a_standing_order_is_told(order: Order, code: str) -> None:
    sheet = Sheet(seat="allied", standing=(Line(number=1, order=order),))
    found = RULES.check(make(UNITS, "allied-combat"), "allied", sheet)
    assert [problem.code for problem in found.problems if problem.line == 1] == ([code] if code else [])


@pytest.mark.rule("RIF-9.13", "RIF-9.11")
def test_a_receipt_tells_the_results_of_all_six_faces() -> None:
    state = make(UNITS, "allied-combat", {"terrain": {"0304": ["mountain"]}})
    notes = outlook(state, "0304", ("a",), ("gun-1",))
    drm = modifiers(state, "0304", ("a",), ("0303",))
    column, told = str(notes["column"]), str(notes["results"]).split()
    assert told == [result_of(state.scenario, column, face, drm)[1] for face in range(1, 7)]
    assert (notes["attack"], notes["defence"], notes["wasted"]) == (6, 2, 2)


@pytest.mark.rule("RIF-9.14", "RIF-9.21", "RIF-12.2")
def test_which_standing_orders_add_up_and_whose_they_are() -> None:
    kinds = [kind for kind in RULES.ORDERS if issubclass(kind, Standing)]
    assert {kind.__name__ for kind in kinds if kind.ADDS_UP} == {"Lose", "Defect", "AirHit"}
    assert {kind.__name__: kind.SIDE for kind in kinds if kind.SIDE} == {"Defect": "rif", "AirHit": "allied"}
    assert [each.actors() for each in (Lose(units=("a",)), Defect(), AirHit(units=("a",)))] == [
        {"lose"}, {"defect"}, {"air-hit"},
    ]  # fmt: skip


@pytest.mark.rule("RIF-9.2")
def test_who_will_be_taken_from_the_attack_of_his_order_is_named_with_the_hex() -> None:
    units = "a allied CG 2-2-5 0303\nb allied CG 2-2-5 0303\nr-1 rif AX 2-2-4 0403\nr-2 rif AX 2-2-4 0304"
    state = make(units, "allied-combat")
    found = checked(state, allied_combat=[Attack(target="0403", with_=("a", "b"))])
    assert [(each.code, each.args) for each in found.problems] == [("zoc-unattacked", {"unit": "b", "hex": "0304"})]
    assert not found.complete


@pytest.mark.rule("RIF-8.1", "RIF-6.1")
def test_a_move_to_where_a_unit_stands_is_told_nothing_that_would_work_unless_it_has_to_leave() -> None:
    state = make(UNITS, "allied-movement")
    (stays,) = checked(state, allied_movement=[Move(units=("b",), path=("0606",))]).problems
    assert (stays.code, stays.args, stays.near) == ("not-connected", {"hex": "0606"}, ())
    caught = alter(state, units={**state.units, "a": alter(state.units["a"], dispersed=True)})
    found = checked(caught, allied_movement=[Move(units=("a",), path=("0303",))]).problems
    told = next(each for each in found if each.line)
    assert (told.code, told.args, bool(told.near)) == ("must-leave-zoc", {"units": "a", "count": 1}, True)


@pytest.mark.rule("RIF-9.15")
def test_a_retreat_without_a_hex_takes_an_order_back_or_is_refused() -> None:
    state = make(UNITS, "allied-combat")
    given = Line(number=1, order=Retreat(who="a", to=("0302",)))
    bare = Line(number=2, order=Retreat(who="a"))
    found = RULES.check(state, "allied", Sheet(seat="allied", standing=(bare,)))
    assert [(each.line, each.code) for each in found.problems if each.line] == [(2, "no-retreat-hex")]
    assert not found.complete
    back = RULES.check(state, "allied", Sheet(seat="allied", standing=(bare,), before=(given,)))
    assert not [each for each in back.problems if each.line]
