"""Movement order by order: what a good one tells, the fault of a bad one, what the referee moves (RIF-4 to 9.18)."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.events import Event, OrderVoided
from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Inputs, run_phase
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.kit.frozen import alter
from pbem.referee.turn.progress import lacking
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.carrying import carry_out, judge
from pbem.rules.rif1926.check import check
from pbem.rules.rif1926.movement import (
    actors,
    can_move,
    entry_hexes,
    may_enter,
    move_choices,
    must_leave,
    sea_reached,
    sheet_faults,
    supply_goals,
)
from pbem.rules.rif1926.orders import Enter, Hold, Move, Sail
from pbem.rules.rif1926.state import State, has_room
from tests.rules.rif1926.factory import make

UNITS = """
inf-a allied CG 3-3-4 0303
inf-b allied CG 3-3-3 0303
sap-a allied CG engineer 1-1-4 0303
far allied CG 3-3-4 0808
stuck allied CG 3-3-0 0707
gone allied CG 3-3-4 eliminated
poz-1 allied P 2-2-4 entering
ship-1 allied CG naval 8-6-0 0101
ship-2 allied CG naval 8-6-0 off-map
ship-3 allied CG naval 8-6-0 out
air-1 allied CG air 3-0 off-map
r-1 rif AX 2-3-4 0306
gy-1 rif GY 2-2-1 pool
gy-2 rif GY 2-2-4 pool
r-2 rif R 2-2-4 off-map
"""
MAP: dict[str, Any] = {
    "terrain": {
        "0101": ["sea"], "0102": ["sea"], "0201": ["sea"], "0801": ["sea"], "0701": ["sea"], "0501": ["sea"],
        "0404": ["mountain"], "0103": ["mountain"],
    },
    "sea-way": ["0101", "0801"],
    "zones": {"zone-3": ["0808", "0708", "0801"]},
}  # fmt: skip


def position(phase: str = "allied-movement", units: str = UNITS, **fields: Any) -> State:
    return make(units, phase, MAP, **fields)


def marked(state: State, units: str, **flags: Any) -> State:
    return alter(state, units={**state.units, **{unit: alter(state.units[unit], **flags) for unit in units.split()}})


def ended(state: State, *orders: Order) -> tuple[Event, ...]:
    """What is told of a movement phase with these lines."""
    side = state.phase.removesuffix("-movement")
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    sheets = {side: Section(phase=state.phase, lines=lines)}
    return run_phase(ruleset("rif1926"), state, Inputs(ScriptedDice([]), sheets)).events


@pytest.mark.rule("RIF-8.1")
def test_a_good_move_is_written_out_at_the_pace_of_the_slowest() -> None:
    order = Move(units=("inf-a", "inf-b", "inf-a"), path=("0204", "0303", "0302", "0402"))
    verdict = judge(position(), "allied", order.model_copy(update={"path": ("0501", "0502")[1:]}))
    assert (verdict.faults, verdict.notes) == ((), {"cost": 2, "allowance": 3})
    assert verdict.order == Move(units=("inf-a", "inf-b"), path=("0402", "0502"))
    way = ("0303", "0402", "0502")
    assert verdict.events == (
        facts.Moved(unit="inf-a", path=way, cost=2, allowance=3),
        facts.Moved(unit="inf-b", path=way, cost=2, allowance=3),
    )
    assert verdict.events[0].by == ""  # type: ignore[attr-defined]
    assert judge(position(), "allied", Move(units=("sap-a",), path=("0404",))).notes == {"cost": 3, "allowance": 4}


@pytest.mark.rule("RIF-8.1")
def test_units_of_several_hexes_make_a_move_for_each() -> None:
    """Those of one hex go at the slowest; the line stands as it is, its parts are the single moves."""
    units = UNITS.replace("far allied CG 3-3-4 0808", "far allied CG 3-3-4 0305")
    written = Move(units=("inf-a", "far", "inf-b"), path=("0304",))
    verdict = judge(position(units=units), "allied", written)
    assert (verdict.faults, verdict.order) == ((), written)
    assert verdict.parts == (Move(units=("inf-a", "inf-b"), path=("0304",)), Move(units=("far",), path=("0304",)))
    assert [(e.unit, e.path, e.allowance) for e in verdict.events if isinstance(e, facts.Moved)] == [
        ("inf-a", ("0303", "0304"), 3),
        ("inf-b", ("0303", "0304"), 3),
        ("far", ("0305", "0304"), 4),
    ]
    assert verdict.all_notes() == {"unsupplied": "yes"}


@pytest.mark.rule("RIF-8.1", "RIF-7.4", "RIF-7.5", "RIF-9.18")
@pytest.mark.parametrize(
    ("order", "fault"),
    [
        (Move(units=("inf-a",), path=("0909",)), ("off-map", "RIF-8.1", {"hex": "0909"})),
        (Move(units=("inf-a", "gone"), path=("0302",)), ("unknown-unit", "RIF-8.1", {"unit": "gone"})),
        (Move(units=("ship-1",), path=("0102",)), ("unknown-unit", "RIF-9.18", {"unit": "ship-1", "verb": "sail"})),
        (Move(units=("poz-1",), path=("0302",)), ("unknown-unit", "RIF-7.4", {"unit": "poz-1"})),
        (Move(units=("r-1",), path=("0302",)), ("not-your-unit", "RIF-3.1", {"unit": "r-1"})),
        (
            Move(units=("inf-b", "far"), path=("0302",)),
            ("move-too-far", "RIF-8.1", {"unit": "far", "allowance": 4, "hex": "0302"}),
        ),
        (Move(units=("inf-a",), path=("0607",)), ("move-too-far", "RIF-8.1", {"allowance": 4, "hex": "0607"})),
        (Hold(units=("inf-a", "gone")), ("unknown-unit", "RIF-8.1", {"unit": "gone"})),
        (Hold(units=("poz-1", "gy-1")), ("not-your-unit", "RIF-3.1", {"unit": "gy-1"})),
        (Hold(units=("inf-a", "poz-1")), None),
        (Enter(unit="poz-1", at="0909"), ("off-map", "RIF-8.1", {"hex": "0909"})),
        (Enter(unit="poz-1", at="0808", path=("0909",)), ("off-map", "RIF-8.1", {"hex": "0909"})),
        (Enter(unit="gy-1", at="0808"), ("not-your-unit", "RIF-3.1", {"unit": "gy-1"})),
        (Enter(unit="inf-a", at="0808"), ("not-due", "RIF-7.5", {"unit": "inf-a", "due": 0})),
        (Enter(unit="poz-1", at="0801"), ("not-an-entry-hex", "RIF-7.4", {"hex": "0801"})),
        (Enter(unit="poz-1", at="0808", path=("0505",)), ("move-too-far", "RIF-8.1", {"allowance": 4, "hex": "0505"})),
        (Enter(unit="poz-1", at="0808"), None),
        (Sail(unit="ship-1", to="0909"), ("off-map", "RIF-8.1", {"hex": "0909"})),
        (Sail(unit="inf-a", to="0102"), ("unknown-unit", "RIF-8.1", {"unit": "inf-a"})),
        (Sail(unit="ship-3", to="0102"), ("unknown-unit", "RIF-8.1", {"unit": "ship-3"})),
        (Sail(unit="air-1", to="0102"), ("unknown-unit", "RIF-8.1", {"unit": "air-1"})),
        (Sail(unit="ship-1", to="0501"), ("not-sea", "RIF-9.18", {"hex": "0501"})),
        (Sail(unit="ship-1", to="0701"), None),
        (Sail(unit="ship-2", to="0501"), None),
    ],
)
def test_the_fault_of_a_line(order: Order, fault: Any) -> None:
    found = judge(position(), "allied", order).faults
    assert [(each.code, each.rule, each.args) for each in found] == ([] if fault is None else [fault])


@pytest.mark.rule("RIF-8.1")
@pytest.mark.parametrize(
    "order",
    [
        Move(units=("sap-a", "inf-b"), path=("0302",)), Hold(units=("inf-b",)), Enter(unit="poz-1", at="0808"),
        Sail(unit="ship-1", to="0102"),
    ],
)  # fmt: skip
def test_who_has_moved_has_had_his_line(order: Any) -> None:
    unit = "inf-b" if isinstance(order, Move | Hold) else order.unit
    (fault,) = judge(marked(position(), unit, moved=True), "allied", order).faults
    assert (fault.code, fault.rule, fault.args) == ("already-moved", "RIF-8.1", {"unit": unit})


@pytest.mark.rule("RIF-5.1")
def test_what_may_have_been_meant_has_room_for_all_who_go() -> None:
    """Two stand in the hex before the sea: engineers find room there, infantry does not."""
    full = position(units=f"{UNITS}x allied CG 1-1-4 0401\ny allied CG 1-1-4 0401")
    orders = [Move(units=units, path=("0501",)) for units in (("sap-a",), ("sap-a", "inf-a"))]
    assert [judge(full, "allied", order).faults[0].near for order in orders] == [("0401",), ()]


@pytest.mark.rule("RIF-7.4", "RIF-7.5")
def test_who_enters_pays_for_the_hex_and_may_go_on() -> None:
    verdict = judge(position(), "allied", Enter(unit="poz-1", at="0808"))
    assert verdict.events == (facts.Entered(unit="poz-1", path=("0808",), cost=1, allowance=4),)
    assert (verdict.order, verdict.notes) == (Enter(unit="poz-1", at="0808"), {"cost": 1, "allowance": 4})
    assert verdict.more() == {}, "it stands in a source"
    on = judge(position(), "allied", Enter(unit="poz-1", at="0708", path=("0606",)))
    assert on.order == Enter(unit="poz-1", at="0708", path=("0707", "0606"))
    assert on.events == (facts.Entered(unit="poz-1", path=("0708", "0707", "0606"), cost=3, allowance=4),)
    state = position("rif-movement", **{"reinforcements-due": 1})
    assert entry_hexes(state, "rif") == ("0103", "0104", "0105", "0106", "0107", "0108")
    dear = judge(state, "rif", Enter(unit="gy-1", at="0103"))
    assert [(each.code, each.args) for each in dear.faults] == [("move-too-far", {"cost": 2, "allowance": 1})]
    assert judge(state, "rif", Enter(unit="gy-1", at="0104")).notes == {"cost": 1, "allowance": 1}
    (spent,) = judge(state, "rif", Enter(unit="gy-1", at="0104", path=("0404",))).faults
    assert (spent.code, spent.near) == ("move-too-far", ()), "no point is left for a hex that would work"
    (fault,) = judge(state, "rif", Enter(unit="gy-1", at="0303")).faults
    assert (fault.code, fault.rule, fault.args, fault.near) == (
        "not-an-entry-hex", "RIF-7.5", {"hex": "0303"}, ("0103",),
    )  # fmt: skip


@pytest.mark.rule("RIF-7.4", "RIF-7.5")
def test_who_may_enter_and_where_no_enemy_stands() -> None:
    due, none = position("rif-movement", **{"reinforcements-due": 1}), position("rif-movement")
    assert [may_enter(due, unit) for unit in ("gy-1", "poz-1", "r-2", "r-1")] == [True, True, False, False]
    assert [may_enter(none, unit) for unit in ("gy-1", "poz-1")] == [False, True]
    held = position("rif-movement", units=f"{UNITS}x allied CG 1-1-4 0105\ny rif AX 1-1-4 0106")
    assert entry_hexes(held, "rif") == ("0103", "0104", "0106", "0107", "0108")
    assert entry_hexes(held, "allied") == ("0708", "0808")
    taken = position(units=f"{UNITS}x rif AX 1-1-4 0708")
    assert entry_hexes(taken, "allied") == ("0808",)


@pytest.mark.rule("RIF-9.18")
def test_what_a_ship_reaches() -> None:
    state = position()
    open_ = {"0101", "0102", "0201", "0701", "0801"}
    assert sea_reached(state, None) == open_ | {"0501"}
    assert sea_reached(state, "0201") == open_
    assert sea_reached(state, "0501") == {"0501"}
    sailed = judge(state, "allied", Sail(unit="ship-2", to="0501")).events
    assert sailed == (facts.Sailed(unit="ship-2", at="0501", origin=None),)


@pytest.mark.rule("RIF-8.1", "RIF-7.4", "RIF-7.5", "RIF-9.18")
def test_who_may_be_ordered() -> None:
    state = position()
    assert set(actors(state, "allied")) == {"inf-a", "inf-b", "sap-a", "far", "poz-1", "ship-1", "ship-2"}
    assert set(actors(marked(state, "inf-a ship-1 poz-1", moved=True), "allied")) == {"inf-b", "sap-a", "far", "ship-2"}
    assert set(actors(position("rif-movement"), "rif")) == {"r-1"}
    due = position("rif-movement", **{"reinforcements-due": 2})
    assert set(actors(due, "rif")) == {"r-1", "gy-1", "gy-2"}
    walls = "\n".join(f"w-{row} allied CG 1-1-4 01{row:02}" for row in range(3, 9))
    shut = position("rif-movement", units=f"{UNITS}{walls}", **{"reinforcements-due": 2})
    assert set(actors(shut, "rif")) == {"r-1"}


@pytest.mark.rule("RIF-5.1", "RIF-8.1")
def test_what_each_is_offered() -> None:
    due = position(
        "rif-movement", units=f"{UNITS}x rif AX 1-1-4 0105\ny rif AX 1-1-4 0105", **{"reinforcements-due": 1}
    )
    slow = [each.order for each in move_choices(due, "gy-1")]
    assert slow == [*(Enter(unit="gy-1", at=f"01{row:02}") for row in (4, 6, 7, 8)), Hold(units=("gy-1",))]
    assert move_choices(due, "gy-1")[0].notes == {"cost": 1, "allowance": 1}
    fast = {(each.order.at, *each.order.path): each for each in move_choices(due, "gy-2")[:-1]}  # type: ignore[attr-defined]
    assert fast[("0103",)].notes == {"cost": 2, "allowance": 4}
    assert fast[("0103", "0104")].notes == {"cost": 3, "allowance": 4}
    assert not [way for way in fast if way[-1] == "0105"], "two stand there"
    assert any(len(way) == 3 for way in fast)
    assert [each.order for each in move_choices(position(), "stuck")] == [Hold(units=("stuck",))]


# What is left undone --------------------------------------------------------------------------------------------------

CAUGHT = """
a allied CG 3-3-4 0303
b allied CG 3-3-4 0303
c allied CG 3-3-4 0303
d allied CG 1-1-2 0605
sap-1 allied CG engineer 1-1-4 0303
r-1 rif AX 2-3-4 0606
r-2 rif AX 2-3-4 0808
"""


@pytest.mark.rule("RIF-5.2", "RIF-6.1")
def test_what_a_sheet_leaves_is_named() -> None:
    state = marked(make(CAUGHT, "allied-movement"), "d", dispersed=True)
    assert must_leave(state, "allied") == ("d",)
    assert [(each.code, each.rule, each.args) for each in sheet_faults(state, "allied")] == [
        ("overstacked", "RIF-5.2", {"hexes": "0303", "count": 1}),
        ("must-leave-zoc", "RIF-6.1", {"units": "d", "count": 1}),
    ]
    assert list(sheet_faults(state, "rif")) == []
    assert must_leave(make(CAUGHT, "allied-movement"), "allied") == (), "only the dispersed must"


@pytest.mark.rule("RIF-6.1")
def test_who_will_be_lost_as_the_phase_ends_is_foreseen() -> None:
    state = marked(make("d allied CG 1-1-2 0101\nr-1 rif AX 2-3-4 0102", "allied-movement"), "d", dispersed=True)
    found = check(state, "allied", Sheet(seat="allied"))
    assert [(each.code, each.rule, each.args) for each in found.foreseen] == [
        ("no-way-out", "RIF-6.1", {"units": "d", "count": 1})
    ]
    assert [type(event) for event in ended(state)] == [facts.Eliminated]
    asking: Any = SimpleNamespace(rules=ruleset("rif1926"), state=state)
    assert [each.code for each in lacking(asking, "allied", ())][-1] == "no-way-out", "the mail that asks tells it too"
    assert check(state, "rif", Sheet(seat="rif")).foreseen == ()
    assert check(alter(state, phase="allied-combat"), "allied", Sheet(seat="allied")).foreseen == ()
    free = marked(make("d allied CG 1-1-2 0101", "allied-movement"), "d", dispersed=True)
    assert check(free, "allied", Sheet(seat="allied")).foreseen == ()


@pytest.mark.rule("RIF-5.2", "RIF-6.1")
def test_the_referee_moves_who_is_left_and_says_by_which_clause() -> None:
    state = marked(make(CAUGHT, "allied-movement"), "d", dispersed=True)
    assert ended(state) == (
        facts.Moved(unit="d", path=("0605", "0505"), cost=1, allowance=2, by="RIF-6.1"),
        facts.Moved(unit="c", path=("0303", "0202"), cost=1, allowance=4, by="RIF-5.2"),
    )
    sources = {"zones": {"zone-1": ["0703", "0108"]}}
    near = marked(make(CAUGHT, "allied-movement", sources), "d", dispersed=True)
    assert ended(near)[0] == facts.Moved(unit="d", path=("0605", "0604"), cost=1, allowance=2, by="RIF-6.1")


@pytest.mark.rule("RIF-5.1", "RIF-8.1")
def test_the_last_line_that_crowds_a_hex_falls_and_its_units_have_had_their_move() -> None:
    units = (
        "a allied CG 3-3-4 0303\nb allied CG 3-3-4 0304\nc allied CG 3-3-4 0305\nsap-1 allied CG engineer 1-1-4 0305\n"
    )
    state = make(f"{units}poz-1 allied P 2-2-4 entering", "allied-movement", {"zones": {"zone-3": ["0203"]}})
    orders = (
        Enter(unit="poz-1", at="0203"), Move(units=("b",), path=("0203",)), Move(units=("a",), path=("0203",)),
        Move(units=("sap-1",), path=("0204", "0203")), Move(units=("c",), path=("0304",)),
        Move(units=("a",), path=("0302",)),
    )  # fmt: skip
    lines = [Line(number=number, order=order) for number, order in enumerate(orders, 1)]

    class Told:
        """What is told of the lines."""

        state: Any
        events: tuple[Event, ...] = ()

        def follow(self, events: Any, after: Any) -> None:
            self.events, self.state = (*self.events, *events), after

    teller: Any = Told()
    teller.state = state
    faults = [fault for _, verdict in carry_out(teller, "allied", lines) for fault in verdict.faults]
    assert [(fault.code, fault.args) for fault in faults] == [
        ("overstacked", {"unit": "a", "hex": "0203", "most": 2}),
        ("already-moved", {"unit": "a"}),
    ]
    assert (teller.state.units["a"].at, teller.state.units["a"].moved) == ("0303", True)
    assert facts.Held(units=("a",)) in teller.events


@pytest.mark.rule("RIF-5.1", "RIF-5.2")
def test_who_comes_back_to_a_crowded_hex_has_brought_nobody_there() -> None:
    round_ = Move(units=("c",), path=("0302", "0303"))
    told = ended(make(CAUGHT, "allied-movement"), round_)
    assert [event.type for event in told] == ["moved", "moved"]
    assert told[1] == facts.Moved(unit="c", path=("0303", "0202"), cost=1, allowance=4, by="RIF-5.2")


@pytest.mark.rule("RIF-10.3", "RIF-10.4")
def test_what_supplies_a_unit_wherever_lines_lead() -> None:
    units = "a allied CG 1-1-4 0303\nax-1 rif AX 1-1-4 0505\ngy-1 rif GY 1-1-4 0506"
    zones = {"zone-1": ["0202", "0101"], "axdir": ["0801", "0802"], "annual": ["0804"]}
    state = make(units, "allied-movement", {"zones": zones, "towns": {"b": "0801", "a": "0802", "c": "0804"}})
    assert supply_goals(state, "a") == ("0101", "0202")
    assert set(supply_goals(state, "ax-1")) == {"0801", "0802"}
    assert set(supply_goals(state, "gy-1")) == {"0801", "0802", "0804"}


GROUND: dict[str, Any] = {
    "terrain": {
        "0404": ["mountain"], "0504": ["mountain", "trench"], "0306": ["trench"], "0605": ["sea"], "0302": ["river"],
        "0203": ["mountain", "river"],
    },
    "roads": [["0303", "0302", "0301", "0401", "0501"]], "zones": {"zone-3": ["0505", "0203", "0303"]},
}  # fmt: skip
FIELD = """
fast allied CG 3-3-5 0303
slow allied CG 3-3-2 0305
hurt allied CG 3-3-3 0405
near allied CG 3-3-3 0304
poz-1 allied P 2-2-3 entering
full-1 allied CG 1-1-4 0202
full-2 allied CG 1-1-4 0202
sap-1 allied CG engineer 1-1-4 0703
r-1 rif AX 2-3-4 0406
r-2 rif AX 2-3-4 0704
"""


@pytest.mark.rule("RIF-8.1", "RIF-8.2", "RIF-4.2", "RIF-6.1", "RIF-7.4", "RIF-5.1")
@pytest.mark.parametrize("river", ["hex", "hexside"])
def test_all_that_is_offered_is_good_and_all_that_is_good_is_offered(river: str) -> None:
    """Each hex of the map is tried as a goal; what is offered costs what a check says of it, and of its way."""
    sides = {"hexsides": {"river": [["0303", "0304"], ["0304", "0404"]]}} if river == "hexside" else {}
    state = marked(
        make(FIELD, "allied-movement", {**GROUND, **sides}, options={"river": river}), "hurt", dispersed=True
    )
    for unit in ("fast", "slow", "hurt", "near", "sap-1", "r-1"):
        side = state.counter(unit).side
        offered = {each.order.path[-1]: each for each in move_choices(state, unit)[:-1]}  # type: ignore[attr-defined]
        verdicts = {at: judge(state, side, Move(units=(unit,), path=(at,))) for at in state.scenario.board.ids}
        beside = state.scenario.board.neighbours[state.hex_of(unit)]  # one of these alone is that one step (part B)
        good = {at for at, verdict in verdicts.items() if not verdict.faults and has_room(state, unit, at)}
        assert offered.keys() >= good
        assert offered.keys() - good <= {*beside}
        for at, each in offered.items():
            assert each.notes == judge(state, side, each.order).notes
            if at not in beside:
                assert (verdicts[at].notes, verdicts[at].order) == (each.notes, each.order)
        assert can_move(state, unit) is bool(offered)
    for each in move_choices(state, "poz-1")[:-1]:
        assert judge(state, "allied", each.order).notes == each.notes
    ways = {(each.order.at, *each.order.path[-1:]) for each in move_choices(state, "poz-1")[:-1]}  # type: ignore[attr-defined]
    goals = [(at, goal) for at in ("0203", "0303", "0505") for goal in state.scenario.board.ids]
    tried = {(at, goal): judge(state, "allied", Enter(unit="poz-1", at=at, path=(goal,))) for at, goal in goals}
    beside = {(at, goal) for at, goal in goals if goal in state.scenario.board.neighbours[at]}
    bare = {(at,) for at in ("0203", "0303", "0505") if not judge(state, "allied", Enter(unit="poz-1", at=at)).faults}
    good = bare | {way for way, verdict in tried.items() if not verdict.faults and has_room(state, "poz-1", way[1])}
    assert ways >= good
    assert ways - good <= beside


@pytest.mark.rule("RIF-5.1")
def test_a_unit_has_room_where_it_stands_itself() -> None:
    state = make(CAUGHT.replace("c allied CG 3-3-4 0303", "c allied CG 3-3-4 0404"), "allied-movement")
    assert [has_room(state, unit, "0303") for unit in ("a", "b", "c", "sap-1")] == [True, True, False, True]
    engineers = "\n".join(f"s-{number} allied CG engineer 1-1-4 0505" for number in range(3))
    state = make(
        f"{engineers}\ns-9 allied CG engineer 1-1-4 0101\ngun allied CG artillery 1-1-4 0101", "allied-movement"
    )
    assert [has_room(state, unit, "0505") for unit in ("s-0", "s-9", "gun")] == [True, False, True]


@pytest.mark.rule("RIF-8.2")
@pytest.mark.parametrize(
    ("river", "costs"),
    [
        ("hex", {"0302": 3, "0404": 2, "0303": 1, "0203": 4}),
        ("hexside", {"0302": 1, "0404": 2, "0303": 1, "0203": 2}),
    ],
)
def test_what_each_step_costs(river: str, costs: dict[str, int]) -> None:
    """A road from 0303 to 0302 and 0301; a river in 0302 and 0203, by option between 0303 and 0304."""
    sides = {"hexsides": {"river": [["0303", "0304"]]}}
    ground = make(FIELD, "allied-movement", {**GROUND, **sides}, options={"river": river}).scenario.ground
    assert {hex_: ground.cost[hex_] for hex_ in costs} == costs
    assert "0605" not in ground.cost
    across = 3 if river == "hexside" else 1
    steps = {("0303", "0302"): 1, ("0202", "0302"): costs["0302"], ("0303", "0304"): across}
    steps |= {("0304", "0303"): across, ("0304", "0404"): 2, ("0404", "0304"): 1}
    assert {step: ground.step_cost(*step) for step in steps} == steps


@pytest.mark.rule("RIF-6.1", "RIF-8.1", "RIF-4.2")
@pytest.mark.parametrize(
    ("unit", "path", "fault"),
    [
        ("hurt", "0108", ("move-too-far", "RIF-8.1", {"allowance": 3, "hex": "0108"})),
        ("hurt", "0803", ("dispersed", "RIF-6.1", {"hex": "0803"})),
        ("hurt", "0704", ("enemy-occupied", "RIF-5.1", {"hex": "0704"})),
        ("hurt", "0605", ("impassable", "RIF-8.1", {"hex": "0605"})),
        ("hurt", "0506", ("dispersed", "RIF-6.1", {"hex": "0506"})),
        ("fast", "0303", ("not-connected", "RIF-8.1", {"hex": "0303"})),
        ("slow", "0507", ("move-too-far", "RIF-8.1", {"allowance": 2, "hex": "0507"})),
        ("fast", "0304 0404 0405 0505", ("zoc-stop", "RIF-4.2", {"hex": "0405"})),
        ("fast", "0304 0404 0504 0503 0403", ("move-too-far", "RIF-8.1", {"cost": 6, "allowance": 5})),
        ("sap-1", "0803", ("zoc-to-zoc", "RIF-4.2", {"from": "0703", "hex": "0803"})),
        ("fast", "0402 0604", ("not-connected", "RIF-8.1", {"from": "0402", "to": "0604"})),
    ],
)
def test_why_a_way_cannot_be_gone(unit: str, path: str, fault: Any) -> None:
    state = marked(make(FIELD, "allied-movement", GROUND), "hurt", dispersed=True)
    (found,) = judge(state, "allied", Move(units=(unit,), path=tuple(path.split()))).faults
    assert (found.code, found.rule, found.args) == fault


@pytest.mark.rule("RIF-4.2", "RIF-8.1")
def test_to_a_hex_beside_the_whole_way_round_is_proposed() -> None:
    """Alone the hex would be that one step once more."""
    state = make(FIELD, "allied-movement", GROUND)
    (found,) = judge(state, "allied", Move(units=("sap-1",), path=("0803",))).faults
    assert found.code == "zoc-to-zoc"
    way = tuple(found.near[0].split())
    assert len(way) > 1
    assert not judge(state, "allied", Move(units=("sap-1",), path=way)).faults


@pytest.mark.rule("RIF-8.1")
def test_a_line_that_cannot_be_any_more_is_voided() -> None:
    told = ended(position(), Move(units=("gone",), path=("0302",)), Move(units=("far",), path=("0807",)))
    assert told == (
        OrderVoided(seat="allied", line=1, code="unknown-unit", unit="gone", rule="RIF-8.1"),
        facts.Moved(unit="far", path=("0808", "0807"), cost=1, allowance=4),
    )
