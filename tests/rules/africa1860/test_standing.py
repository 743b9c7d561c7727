"""What standing orders must name on receipt, whom a check finds idle, and what a question takes for an answer."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.orders import Line, Order, Section, Sheet
from pbem.core.play import Question
from pbem.rules.africa1860.check import check
from pbem.rules.africa1860.course import Course
from pbem.rules.africa1860.decisions import ask_holds, ask_losses, ask_order, ask_retreat, ask_support
from pbem.rules.africa1860.orders import (
    Activate,
    Ask,
    Boundary,
    Cancel,
    Condition,
    Defend,
    Losses,
    Move,
    Rally,
    RetreatPlan,
    Ride,
    Stack,
    Suppose,
    Trigger,
    When,
)
from pbem.rules.africa1860.standing import when_faults
from tests.rules.africa1860.position import make, run

ENTERS = Trigger(side="enemy", enters="b")
FIRE = Activate(units=("okla",), fire="b")
UNITS = {"okla": "a", "seyyid-1": "a", "caz-vergara": "c", "prim": "c"}
STATE = make("a-b-c", UNITS, "spanish-movement")


def code(order: When) -> str:
    """The code that a WHEN of the Moroccan earns, "" for none."""
    return "".join(fault.code for fault in when_faults(STATE, "moroccan", order))


@pytest.mark.rule("AFR-15.2")
@pytest.mark.parametrize(
    "trigger",
    [
        Trigger(enters="x"), Trigger(leaves="x"), Trigger(fires="x"), Trigger(shock="x"), Trigger(retreats="x"),
    ],
)  # fmt: skip
def test_the_area_of_a_trigger_must_be_there(trigger: Trigger) -> None:
    assert code(When(trigger=trigger, then=FIRE)) == "unknown-area"


@pytest.mark.rule("AFR-15.2")
@pytest.mark.parametrize(
    ("order", "found"),
    [
        (When(trigger=Trigger(near="x"), then=FIRE), "unknown-unit"),
        (When(trigger=ENTERS, if_=(Condition(who="x", at="a"),), then=FIRE), "unknown-unit"),
        (When(trigger=ENTERS, if_=(Condition(who="okla", at="x"),), then=FIRE), "unknown-area"),
        (When(trigger=ENTERS, if_=(Condition(who="x", sound=True),), then=FIRE), "unknown-unit"),
        (When(trigger=ENTERS, if_=(Condition(who="x", has=2),), then=FIRE), "unknown-area"),
        (When(trigger=ENTERS, if_=(Condition(who="b", has=2),), then=FIRE), ""),
        (When(trigger=ENTERS, if_=(Condition(who="okla", has=2),), then=FIRE), "unknown-area"),
        (When(trigger=ENTERS, then=Activate(units=("x",), fire="b")), "unknown-unit"),
        (When(trigger=ENTERS, then=Activate(units=("okla",), fire="x")), "unknown-area"),
        (When(trigger=ENTERS, then=Activate(units=("okla",), fire="there")), ""),
        (When(trigger=ENTERS, then=Activate(units=("okla",), move=("x",))), "unknown-area"),
        (When(trigger=ENTERS, then=Ask(units=("x",))), "unknown-unit"),
        (When(trigger=ENTERS, then=Ask(units=("seyyid-1", "okla"))), ""),
        (When(trigger=Trigger(phase=Boundary(phase="spanish-fire", moment="ends")), then=FIRE), ""),
    ],
)  # fmt: skip
def test_what_conditions_and_activations_name_must_be_there(order: When, found: str) -> None:
    assert code(order) == found


@pytest.mark.rule("AFR-15.2", "AFR-8.4")
@pytest.mark.parametrize(("via", "fire", "to"), [("x", "c", "a"), ("b", "x", "a"), ("b", "c", "x")])
def test_each_area_of_a_ride_must_be_there(via: str, fire: str, to: str) -> None:
    ride = Activate(units=("seyyid-1",), algarabia=Ride(via=via, fire=fire, to=to))
    assert code(When(trigger=ENTERS, then=ride)) == "unknown-area"


@pytest.mark.rule("AFR-6.2", "AFR-6.9", "AFR-6.13", "AFR-10.2")
@pytest.mark.parametrize(
    ("order", "found"),
    [
        (Defend(units=("okla",)), ""),
        (Defend(area="x"), "unknown-area"),
        (Defend(area="a", leader="x"), "unknown-unit"),
        (Defend(area="a", leader="prim"), "not-your-unit"),
        (Defend(units=("caz-vergara",)), "not-your-unit"),
        (RetreatPlan(area="x", to=("a",)), "unknown-area"),
        (RetreatPlan(units=("okla",), to=("a", "x")), "unknown-area"),
        (RetreatPlan(units=("prim",), to=("a",)), "not-your-unit"),
        (RetreatPlan(area="a", to=("b",)), ""),
        (Losses(area="x", mode="half"), "unknown-area"),
        (Losses(area="a", mode="half", units=("x",)), "unknown-unit"),
        (Losses(area="a", mode="steps", units=("okla",)), ""),
    ],
)
def test_what_other_standing_orders_name_must_be_there_and_ones_own(order: Order, found: str) -> None:
    checked = check(STATE, "moroccan", Sheet(seat="moroccan", standing=(Line(number=1, order=order),)))
    assert [problem.code for problem in checked.problems] == ([found] if found else [])


@pytest.mark.rule("AFR-15.1")
def test_idle_are_the_units_that_no_good_line_gives_anything_to_do() -> None:
    state = make("a-b", {"caz-vergara": "a", "caz-baza": "a", "bia-2": "a", "leon": "a"}, "spanish-movement")
    orders = [
        Move(units=("caz-vergara",), path=("b",)),
        Move(units=("leon",), path=("x",)),
        Stack(area="a", order=("leon",)),
    ]
    lines = tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))
    checked = check(state, "spanish", Sheet(seat="spanish", sections=(Section(phase="spanish-movement", lines=lines),)))
    assert [problem.line for problem in checked.problems] == [2]
    assert checked.idle == {"spanish-movement": ("bia-2", "caz-baza", "leon")}


@pytest.mark.rule("AFR-7.1", "AFR-15.2", "AFR-15.3")
def test_what_a_line_means_that_says_no_more() -> None:
    assert Rally(units=("u",)).try_ is False
    when = When(trigger=Trigger(), then=Ask(units=("u",)))
    assert (when.priority, when.once, when.times, when.until, when.if_) == (5, False, None, None, ())
    assert (Trigger().activates, Condition().sound, Suppose(unit="u").activates) == (False, False, False)
    assert Suppose(unit="u").asks()
    assert (Defend(area="a").mode, Defend(area="a").actors(), Defend(units=("u",)).actors()) == ("fire", {"a"}, {"u"})
    assert (RetreatPlan(area="a").actors(), RetreatPlan(units=("u", "v")).actors()) == ({"a"}, {"u", "v"})
    assert (Losses(area="a", mode="half").actors(), when.actors(), Cancel(standing=3).actors()) == ({"a"}, set(), set())
    assert Cancel(standing=3).cancels() == ("standing", 3)


def asked(ask: Callable[[Course], object]) -> list[Question]:
    """The questions that are asked, each left to its default."""
    found: list[Question] = []
    state = make("a-b", {"gum-arbaa": "b", "gum-hamsa": "b"})
    play: Any = SimpleNamespace(state=state, react=found.append)
    ask(Course(play, lambda course, occasion: None))
    return found


@pytest.mark.rule("AFR-6.13")
def test_an_answer_about_losses_is_a_mode_and_units_that_are_there() -> None:
    (question,) = asked(lambda course: ask_losses(course, "moroccan", "b", ("gum-arbaa", "gum-hamsa"), "half"))
    good, bad = ("half", "steps", "half gum-arbaa", "steps gum-hamsa gum-arbaa"), ("thirds", "half caz-vergara", "")
    assert [answer for answer in (*good, *bad) if question.takes(answer)] == [*good]
    assert (question.default, question.waits) == ("half", False)


@pytest.mark.rule("AFR-6.2", "AFR-6.9", "AFR-6.13", "AFR-10.2")
def test_each_question_is_answered_by_the_standing_orders_of_its_kind() -> None:
    units = {"gum-hamsa": "b", "gum-arbaa": "b", "gum-uagit": "b", "abbas": "b", "omar": "b"}
    state = make("a-b-c d-b", {**units, "caz-vergara": "a"}, "moroccan-defensive-fire")
    orders = [
        Losses(area="b", mode="steps", units=("gum-uagit",)),
        RetreatPlan(area="b", to=("d", "c")),
        RetreatPlan(units=("gum-arbaa",), to=("c",)),
        Defend(units=("gum-hamsa",), leader="omar"),
        Defend(area="b", mode="hold"),
        Defend(units=("gum-uagit",), mode="fire"),
    ]
    found: list[Any] = []

    def ask(course: Course) -> None:
        gums = ("gum-arbaa", "gum-hamsa", "gum-uagit")
        found.append([ask_holds(course, unit, "b") for unit in gums])
        found.append(ask_order(course, "moroccan", "b", gums))
        found.append([ask_support(course, unit, "b", ("abbas", "omar")) for unit in gums])
        found.append(ask_support(course, "gum-hamsa", "b", ("abbas",)))
        found.append(ask_losses(course, "moroccan", "b", gums, "half"))
        found.append(ask_losses(course, "moroccan", "c", gums, "half"))
        found.append([ask_retreat(course, unit, "b", ("c", "d"), "d") for unit in gums])

    run(state, ask, standing={"moroccan": orders})
    assert found == [
        [True, False, False], ("gum-hamsa", "gum-uagit", "gum-arbaa"), [None, "omar", None], None,
        ("steps", ("gum-uagit",)), ("half", ()), ["c", "d", "d"],
    ]  # fmt: skip
