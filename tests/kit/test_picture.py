"""What all rule sets draw in the same way: labels, arrows that lead anywhere, sheets in the order of their lines."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.orders import Line, Order
from pbem.core.problems import CheckedLine
from pbem.core.scene import Arrow, Counter, Scene, Shot
from pbem.kit.picture import Plan, draw_sheet, goes, label, printed


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
    assert (scene.counters, scene.shots) == ((), ())
