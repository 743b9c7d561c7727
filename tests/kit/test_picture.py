"""What all rule sets draw in the same way: labels, arrows that lead anywhere, sheets in the order of their lines."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.events import Event, PhaseBegan
from pbem.core.orders import Line, Order
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Counter, Ghost, Scene, Shade, Shot
from pbem.kit.picture import Plan, Span, draw_sheet, ghost, goes, label, printed


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        ("prim", "PRIM"), ("barcelona", "BARCEL"), ("cer-1", "CER 1"), ("cazadores-10", "CAZ 10"), ("ab-1", "AB 1"),
        ("abcd-123", "AB 123"), ("bia-art-montana", "B MONT"), ("a-b-1", "A-B 1"), ("ab-c-1", "AB 1"),
    ],
)  # fmt: skip
def test_a_label_is_at_most_six_characters_of_an_id(unit: str, text: str) -> None:
    assert label(unit) == text


@pytest.mark.parametrize(
    ("path", "leads"), [((), False), (("a",), False), (("a", "b"), True), (("a", "b", "a"), False), (("a", "a"), False)]
)
def test_a_path_leads_anywhere_if_it_ends_elsewhere(path: tuple[str, ...], leads: bool) -> None:
    assert goes(path) is leads


def state(**about: Any) -> Any:
    """A state with one unit, of which scenario.json says `about`."""
    scenario = SimpleNamespace(data={"counters": {"u-1": about}}, board={"a", "b"})
    return SimpleNamespace(scenario=scenario, counter=lambda unit: SimpleNamespace(side="red", type="foot"))


def test_what_a_counter_does_not_show_is_drawn_by_its_type_and_id() -> None:
    plain = printed(state(), "u-1", "a", "1-2")
    assert (plain.symbol, plain.name, plain.short, plain.style) == ("foot", {"es": "u-1", "en": "u-1"}, "U 1", "")
    assert printed(state(), "u-1", "a", "", symbol="horse").symbol == "horse"
    about = {"symbol": "gun", "name": {"es": "Uno", "en": "One"}, "short": "ONE", "style": "blue", "corps": "x"}
    own = printed(state(**about), "u-1", "a", "1-2", symbol="horse", styles={"x": "green"}, strength="1/2")
    assert (own.symbol, own.name["en"], own.short, own.style, own.strength) == ("gun", "One", "ONE", "blue", "1/2")
    assert printed(state(corps="x"), "u-1", "a", "", styles={"x": "green"}).style == "green"
    assert printed(state(corps="y"), "u-1", "a", "", styles={"x": "green"}).style == ""


def plan(**at: str) -> Plan:
    return Plan(state(), at, lambda unit, space: printed(state(), unit, space, ""))


def test_who_is_not_there_is_drawn_where_he_comes_and_who_is_has_an_arrow() -> None:
    drawn = plan(u="a")
    assert list(drawn.come("u", ("a", "b"), "planned")) == [Arrow("u", "red", ("a", "b"), "planned")]
    assert drawn.at["u"] == "b"
    assert list(drawn.put("u", "b", "planned")) == []
    (new,) = drawn.put("v", "a", "planned")
    assert isinstance(new, Counter)
    assert (new.unit, new.space, new.states, drawn.at["v"]) == ("v", "a", ("planned",), "a")
    assert list(drawn.put("v", "b", "planned")) == [Arrow("v", "red", ("a", "b"), "planned")]


def test_fire_is_drawn_from_where_a_unit_will_be_at_what_is_on_the_map() -> None:
    drawn = plan(u="a", t="b")
    assert (
        list(drawn.shot("u", "t", "fire"))
        == list(drawn.shot("u", "b", "fire"))
        == [Shot("red", "a", "b", None, "fire")]
    )
    assert list(drawn.shot("nobody", "b", "fire")) == []
    assert list(drawn.shot("u", "elsewhere", "fire")) == []


def test_what_is_left_of_a_counter_looks_as_it_did() -> None:
    left = ghost(printed(state(), "u-1", "a", "1-2"), "b", lost=True, cause="fire")
    assert left == Ghost("u-1", "red", "b", "foot", lost=True, short="U 1", cause="fire")


class Go(Order):
    """Go somewhere."""

    type: str = "go"
    to: str


class Wait(Order):
    """Not to be seen."""

    type: str = "wait"


def test_lines_are_drawn_phase_by_phase_in_turn_and_of_a_group_each() -> None:
    def checked(number: int, order: Order, phase: str, *parts: Order, **notes: str | int) -> CheckedLine:
        return CheckedLine(Line(number=number, order=order), phase, notes, parts=parts)

    found = (
        checked(3, Go(to="a"), "last"), checked(2, Go(to="b"), "first"), checked(1, Wait(), "first"),
        checked(4, Go(to="x"), "first", superseded="yes"), checked(5, Wait(), "last", Go(to="b"), Go(to="a")),
    )  # fmt: skip
    base = Scene(
        map={}, title={}, turn=1, turns=1, phase="first", sides=("red",), counters=(), arrows=(), conditions=()
    )
    drawn = plan(u="s")
    scene = draw_sheet(
        base, drawn, found, draws={Go: lambda plan, order: plan.put("u", order.to, "planned")},
        in_turn=lambda lines: lines, phases=("first", "last"),
    )  # fmt: skip
    assert [arrow.path for arrow in scene.arrows] == [("s", "b"), ("b", "a"), ("a", "b"), ("b", "a")]
    assert (scene.counters, scene.shots, scene.shades) == ((), (), ())


def test_each_kind_of_drawing_has_its_place_in_the_scene() -> None:
    mark, stood = Shade(("a",), "arc"), printed(state(), "u-1", "a", "")

    def draw(drawn: Plan, order: Go) -> Any:
        yield from drawn.put("new", "a", "planned")
        yield from drawn.put("s", order.to, "planned")
        yield from drawn.shot("s", "a", "fire")
        yield mark

    base = Scene(
        map={}, title={}, turn=1, turns=1, phase="go", sides=("red",), counters=(stood,), arrows=(), conditions=()
    )
    found = [CheckedLine(Line(number=1, order=Go(to="b")), "go", {})]
    scene = draw_sheet(base, plan(s="a"), found, draws={Go: draw}, in_turn=lambda lines: lines, phases=("go",))
    assert [counter.unit for counter in scene.counters] == ["u-1", "new"]
    assert (scene.arrows, scene.shots, scene.shades) == (
        (Arrow("s", "red", ("a", "b"), "planned"),), (Shot("red", "b", "a", None, "fire"),), (mark,)
    )  # fmt: skip


# Spans of events ------------------------------------------------------------------------------------------------------


class Went(Event):
    """A unit has gone to a space, or off the map."""

    type: str = "went"
    unit: str
    path: tuple[str, ...]
    status: str = "map"


@dataclass(frozen=True)
class Position:
    turn: int
    phase: str
    units: Mapping[str, Any]
    scenario: Any = None

    def counter(self, unit: str) -> Any:
        return SimpleNamespace(side="red", type="foot")


def go_on(position: Position, event: Any) -> Position:
    if isinstance(event, PhaseBegan):
        return replace(position, turn=event.turn, phase=event.phase)
    its = SimpleNamespace(status=event.status, at=event.path[-1] if event.path else None)
    return replace(position, units={**position.units, event.unit: its})


def span(*events: Event) -> Span:
    scenario = SimpleNamespace(data={"map": {"size": [1, 1]}}, turns=9)
    return Span(go_on, Position(1, "move", {"u-1": SimpleNamespace(status="map", at="a")}, scenario), events)


NEXT = PhaseBegan(turn=2, phase="weather")


@pytest.mark.parametrize(
    ("events", "when", "last"),
    [
        ((), (1, "move"), (1, "move")),
        ((NEXT,), (2, "weather"), (2, "weather")),
        ((Went(unit="u-1", path=("a", "b")), NEXT), (1, "move"), (1, "move")),
        ((NEXT, Went(unit="u-1", path=("a", "b"))), (2, "weather"), (2, "weather")),
        ((Went(unit="u-1", path=("a", "b")), NEXT, PhaseBegan(turn=2, phase="fire")), (1, "move"), (1, "move")),
    ],
)
def test_a_span_is_of_the_phase_in_which_something_was_told_last(
    events: tuple[Event, ...], when: tuple[int, str], last: tuple[int, str]
) -> None:
    found = span(*events)
    assert (found.turn, found.phase) == when
    assert (found.last.turn, found.last.phase) == last
    assert found.last.units["u-1"].at == ("b" if any(isinstance(event, Went) for event in events) else "a")
    scene = found.scene(("red",))
    assert (scene.turn, scene.phase, scene.turns, scene.sides, scene.conditions) == (*when, 9, ("red",), ())
    assert (scene.map, scene.title) == ({"size": [1, 1]}, {"es": "", "en": ""})


def test_a_span_draws_ways_that_lead_anywhere_and_tells_who_did_what() -> None:
    there, back = Went(unit="u-1", path=("a", "b")), Went(unit="u-1", path=("b", "a", "b"))
    found = span(there, NEXT, back, Went(unit="u-2", path=("c", "d")))
    ways: Any = {Went: lambda event: (event.unit, event.path, "moved")}
    assert list(found.arrows(ways, lambda unit: f"side of {unit}")) == [
        Arrow("u-1", "side of u-1", ("a", "b"), "moved"), Arrow("u-2", "side of u-2", ("c", "d"), "moved")
    ]  # fmt: skip
    assert list(found.arrows({}, str)) == []
    done = found.done(lambda event: [(event.unit, (event.path[0],))] if isinstance(event, Went) else ())
    assert done == {"u-1": {"a", "b"}, "u-2": {"c"}}


class Shown(Span):
    def states(self, unit: str) -> tuple[str, ...]:
        return ("tired",)


def test_the_pieces_of_a_span_are_those_after_it_and_show_their_state_on_the_map_alone() -> None:
    gone = (Went(unit="u-2", path=(), status="lost"), Went(unit="u-3", path=("x",), status="pool"))
    within = Went(unit="u-4", path=())
    before = span()
    for kind, states in ((Shown, ("tired",)), (Span, ())):
        found = kind(go_on, before.before, (*gone, within))
        pieces = list(found.pieces(lambda unit: "off" if unit == "u-2" else "map", lambda unit: f"{unit}!"))
        assert [(each.id, each.where, each.space, each.status, each.states) for each in pieces] == [
            ("u-1", "map", "a", "map", states), ("u-2", "off", None, "lost", ()), ("u-3", "map", "x", "pool", ()),
            ("u-4", "map", None, "map", ()),
        ]  # fmt: skip
        assert {(each.side, each.kind, each.figures) for each in pieces[:1]} == {("red", "foot", "u-1!")}
