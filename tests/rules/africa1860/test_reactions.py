"""Windows: what standing orders leave in a record plays again without them; what an ASK takes; what is supposed."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest

import pbem.rules.africa1860 as rules
from pbem.core.events import Answered
from pbem.core.orders import Line, Order, Section
from pbem.core.play import Inputs, Result, run_phase
from pbem.core.problems import Fault
from pbem.core.ruleset import Ruleset
from pbem.dice.scripted import ScriptedDice
from pbem.rules.africa1860.course import Occasion
from pbem.rules.africa1860.events import Activated, ReactionLost
from pbem.rules.africa1860.orders import (
    Activate,
    Ask,
    Boundary,
    Cancel,
    Condition,
    Moment,
    Move,
    Pass,
    Ride,
    Suppose,
    Trigger,
    When,
)
from pbem.rules.africa1860.reacting import answer_of, read_order, suppose, written
from pbem.rules.africa1860.standing import try_when
from pbem.rules.africa1860.state import State
from tests.rules.africa1860.position import make

RULES = cast(Ruleset, rules)
ENTERS = Trigger(side="enemy", enters="b")
ENDS = Trigger(phase=Boundary(phase="spanish-movement", moment="ends"))


def lines(orders: Sequence[Order]) -> tuple[Line, ...]:
    return tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))


def play(
    state: State,
    dice: Sequence[Any],
    sheet: Sequence[Order] = (),
    standing: Mapping[str, Sequence[Order]] | None = None,
    answers: Mapping[str, str | Answered] | None = None,
) -> Result:
    section = {"spanish": Section(phase=state.phase, lines=lines(sheet))}
    kept = {seat: lines(orders) for seat, orders in (standing or {}).items()}
    return run_phase(RULES, state, Inputs(ScriptedDice(dice), section, kept, answers or {}))


def entry(**options: str) -> State:
    units = {"caz-vergara": "a", "seyyid-1": "d", "okla": "e", "seyyid-3": "d"}
    return make("a-b-c d-b-e", units, "spanish-movement", options=options)


STANDING = {
    "moroccan": [
        When(trigger=ENTERS, then=Activate(units=("okla",), fire="there")),
        When(trigger=ENTERS, if_=(Condition(turn=5),), then=Activate(units=("seyyid-3",), fire="b")),
        When(trigger=ENTERS, then=Activate(units=("seyyid-1",), fire="b"), priority=9),
        When(trigger=ENDS, then=Activate(units=("seyyid-1",), move=("b",))),
    ]
}  # fmt: skip
SHEET = [Move(units=("caz-vergara",), path=("b",))]
QUESTIONS = ["reaction moroccan 3.1", "reaction moroccan 3.2", "reaction moroccan 3.3", "reaction moroccan 13.1"]
"""The ids of the questions of these: they follow from the position and the orders alone, and records name them."""


@pytest.mark.rule("AFR-15.2", "AFR-15.3", "AFR-15.4")
def test_a_record_of_reactions_plays_again_without_the_standing_orders() -> None:
    dice = ["HHTT", 1, "TTT"]
    told = play(entry(), dice, SHEET, STANDING)
    answers = {event.question: event for event in told.events if isinstance(event, Answered)}
    again = play(entry(), dice, SHEET, answers=answers)
    assert again.events == told.events
    assert [answer.line for answer in answers.values() if answer.source == "standing"] == [1, 3]
    assert told.state.units["okla"].activations == told.state.units["seyyid-1"].activations == 1
    assert [event.question for event in told.events if isinstance(event, Answered)] == QUESTIONS


@pytest.mark.rule("AFR-15.3")
@pytest.mark.parametrize("reactions", ["standing", "ask"])
def test_the_record_says_why_each_other_order_did_not_act(reactions: str) -> None:
    told = play(entry(reactions=reactions), ["HHTT", 1, "TTT"], SHEET, STANDING)
    passed = [event.passed for event in told.events if isinstance(event, Answered)]
    assert passed == [(), ((2, "condition"),), (), ((4, "already-activated"),)]


@pytest.mark.rule("AFR-15.2")
def test_an_order_that_was_cancelled_keeps_its_number_and_does_nothing() -> None:
    told = play(
        entry(), ["TTT"], SHEET, {"moroccan": [STANDING["moroccan"][0], Cancel(standing=1), STANDING["moroccan"][2]]}
    )
    [answer] = [event for event in told.events if isinstance(event, Answered)]
    assert answer.line == 3
    assert told.state.units["okla"].activations == 0


@pytest.mark.rule("AFR-15.5")
def test_the_answer_to_an_ask_plays_again_from_the_record() -> None:
    asks = {"moroccan": [When(trigger=ENTERS, then=Ask(units=("seyyid-1",)))]}
    stopped = play(entry(reactions="ask"), [], SHEET, asks)
    assert [question.id for question in stopped.questions] == ["react moroccan 1"]
    mailed = Line(number=1, order=Activate(units=("seyyid-1",), fire="b"))
    found, _ = stopped.questions[0].try_lines([("moroccan", mailed)])
    assert found is not None
    told = play(entry(reactions="ask"), ["TTT"], SHEET, asks, {"react moroccan 1": found.answer})
    assert told.events[: len(stopped.events)] == stopped.events
    answers = {event.question: event for event in told.events if isinstance(event, Answered)}
    assert play(entry(reactions="ask"), ["TTT"], SHEET, answers=answers).events == told.events
    assert told.state.used == {"moroccan 1": 1}


@pytest.mark.rule("AFR-15.5")
def test_an_ask_is_answered_by_pass_or_one_activation_of_its_units() -> None:
    asked, state = Ask(units=("seyyid-1",)), entry(reactions="ask")

    def said(order: Order) -> tuple[str | None, str]:
        return answer_of(state, "moroccan", asked, Line(number=1, order=order))

    assert said(Pass()) == ("pass", "")
    assert said(Activate(units=("seyyid-1",), move=("b",))) == (written(Activate(units=("seyyid-1",), move=("b",))), "")
    assert said(Activate(units=("seyyid-1",), fire="b")) == (None, "no-target")
    assert said(Activate(units=("okla",), move=("b",))) == (None, "")
    assert said(Move(units=("seyyid-1",), path=("b",))) == (None, "")


def test_an_answer_that_is_no_order_is_none() -> None:
    assert read_order("pass") is None
    assert read_order('{"type":"activate"}') is None
    assert read_order('{"type":"ask","units":["u"]}') == Ask(units=("u",))


@pytest.mark.rule("AFR-15.2", "AFR-15.5", "AFR-15.3")
def test_a_window_that_is_supposed_says_what_each_order_would_do() -> None:
    state = entry()
    orders = [
        *STANDING["moroccan"],
        When(trigger=ENTERS, then=Ask(units=("seyyid-1",))),
        When(trigger=ENTERS, then=Activate(units=("seyyid-1",), fire="c")),
        When(trigger=ENTERS, until=0, then=Activate(units=("seyyid-1",), fire="b")),
    ]
    found = suppose(state, "moroccan", Suppose(unit="caz-vergara", enters="b"), lines(orders))
    assert not isinstance(found, Fault)
    assert [(each.line, each.why) for each in found] == [
        (1, ""), (2, "condition"), (4, "trigger"), (5, "not-asked"), (6, "not-adjacent"), (7, "expired"), (3, ""),
    ]  # fmt: skip
    assert found[0].then == Activate(units=("okla",), fire="b")
    assert state.units["caz-vergara"].at == "a"


@pytest.mark.rule("AFR-15.3", "AFR-9.3")
def test_who_acts_by_one_order_in_what_is_supposed_does_not_act_by_the_next() -> None:
    orders = [When(trigger=ENTERS, then=Activate(units=("okla",), fire="there"))] * 2
    found = suppose(entry(), "moroccan", Suppose(unit="caz-vergara", enters="b"), lines(orders))
    assert not isinstance(found, Fault)
    assert [(each.line, each.why) for each in found] == [(1, ""), (2, "same-target-twice")]


@pytest.mark.rule("AFR-15.2", "AFR-8.4")
def test_a_ride_may_fire_where_its_occasion_is() -> None:
    ride = Ride(via="c", fire="there", to="d")
    state = make("a-b-c d-c", {"caz-vergara": "b", "seyyid-1": "d"}, "spanish-movement")
    when = When(trigger=ENTERS, then=Activate(units=("seyyid-1",), algarabia=ride))
    then, why = try_when(state, "moroccan", 1, when, Occasion("enters", "spanish", "b", "a", ("caz-vergara",)))
    assert (then, why) == (Activate(units=("seyyid-1",), algarabia=Ride(via="c", fire="b", to="d")), "")


@pytest.mark.rule("AFR-15.2", "AFR-8.4")
def test_the_coins_of_a_ride_are_those_of_its_fire_from_where_it_fires() -> None:
    state = make("a-b-c d-c", {"caz-vergara": "b", "seyyid-1": "d"}, "spanish-movement")
    ride = Activate(units=("seyyid-1",), algarabia=Ride(via="c", fire="there", to="d"))
    entered = Occasion("enters", "spanish", "b", "a", ("caz-vergara",))

    def why(coins: int) -> str:
        when = When(trigger=ENTERS, if_=(Condition(coins=coins),), then=ride)
        return try_when(state, "moroccan", 1, when, entered)[1]

    least = next(coins for coins in range(1, 20) if why(coins) == "condition")
    assert least > 1
    assert [why(coins) for coins in (1, least - 1, least)] == ["", "", "condition"]


@pytest.mark.rule("AFR-15.2")
def test_a_window_of_a_phase_has_no_area_to_fire_at_and_the_demoralized_do_not_act() -> None:
    starts = Trigger(phase=Boundary(phase="spanish-movement", moment="starts"))
    orders = [
        When(trigger=starts, then=Activate(units=("okla",), fire="there")),
        When(trigger=starts, then=Activate(units=("seyyid-1",), move=("b",))),
    ]
    units: dict[str, Any] = {"caz-vergara": "b", "okla": "d", "seyyid-1": {"at": "c", "demoralized": True}}
    state = make("a-b-c d-b", units, "spanish-movement")
    occasion = Occasion("starts", "spanish")
    found = [try_when(state, "moroccan", number, order, occasion) for number, order in enumerate(orders, 1)]
    assert found == [(None, "no-target"), (None, "demoralized")]


@pytest.mark.rule("AFR-15.2")
@pytest.mark.parametrize(
    ("unit", "deed", "at", "waited"),
    [
        ("caz-vergara", "enters", "b", [1, 2]),  # and leaves the area where it was
        ("caz-vergara", "leaves", "a", [2]),
        ("caz-vergara", "fires", "d", [3]),
        ("caz-vergara", "retreats", "a", []),  # only a retreat of one's own is waited for
        ("okla", "retreats", "e", [4]),
        ("caz-vergara", "activates", True, [5]),
        ("okla", "leaves", "e", []),
    ],
)
def test_each_deed_that_is_supposed_sets_off_the_orders_that_wait_for_it(
    unit: str, deed: str, at: str | bool, waited: list[int]
) -> None:
    triggers = (
        Trigger(side="enemy", enters="b"), Trigger(side="enemy", leaves="a"), Trigger(side="enemy", fires="d"),
        Trigger(side="friend", retreats="e"), Trigger(side="enemy", activates=True),
    )  # fmt: skip
    orders = [When(trigger=trigger, then=Activate(units=("okla",), move=("b",))) for trigger in triggers]
    found = suppose(entry(), "moroccan", Suppose.model_validate({"unit": unit, deed: at}), lines(orders))
    assert not isinstance(found, Fault)
    assert [each.line for each in found if each.why != "trigger"] == waited


@pytest.mark.rule("AFR-4.1")
def test_only_a_unit_on_the_map_is_supposed_to_do_anything() -> None:
    state = make("a-b", {"caz-vergara": "off-map", "okla": "b"}, "spanish-movement")
    for unit in ("caz-vergara", "nobody"):
        found = suppose(state, "moroccan", Suppose(unit=unit, enters="b"), ())
        assert found == Fault("unknown-unit", "AFR-4.1", {"unit": unit})


@pytest.mark.rule("AFR-15.5")
def test_an_answer_is_a_pass_or_can_be_done_by_units_that_were_asked() -> None:
    state = entry()
    asked = Ask(units=("okla",))

    def answer(order: Order) -> tuple[str | None, str]:
        return answer_of(state, "moroccan", asked, Line(number=1, order=order))

    assert answer(Pass()) == ("pass", "")
    assert answer(Move(units=("okla",), path=("b",))) == (None, "")
    assert answer(Activate(units=("seyyid-1",), move=("b",))) == (None, "")
    good = Activate(units=("okla",), move=("b",))
    assert answer(good) == (written(good), "")
    timed = good.model_copy(update={"when": Moment(phase="spanish-movement", moment="end")})
    assert answer(timed) == (None, "")
    assert answer(Activate(units=("okla", "nobody"), move=("b",))) == (None, "unknown-unit")
    assert answer(Activate(units=("okla",), fire="c"))[0] is None
    assert answer(Activate(units=("okla",), fire="c"))[1] != ""


@pytest.mark.rule("AFR-15.5", "AFR-8.2")
def test_a_leader_may_ride_with_cavalry_that_was_asked() -> None:
    state = make("a-b", {"seyyid-1": "a", "abbas": "a", "caz-vergara": "b"}, "spanish-movement")
    order = Activate(units=("seyyid-1", "abbas"), fire="b")
    found = answer_of(state, "moroccan", Ask(units=("seyyid-1",)), Line(number=1, order=order))
    assert found == (written(order), "")


@pytest.mark.rule("AFR-15.3")
def test_of_several_orders_that_of_lowest_priority_acts_first_then_as_given() -> None:
    fires = [Activate(units=(unit,), fire="b") for unit in ("okla", "seyyid-1", "seyyid-3")]
    given = [
        When(trigger=ENTERS, then=fires[0], priority=1),
        When(trigger=ENTERS, then=fires[1], priority=0),
        When(trigger=ENTERS, then=fires[2], priority=0),
    ]
    told = play(entry(), ["TTT", "TTT", "TTTT"], SHEET, {"moroccan": given})
    assert [event.line for event in told.events if isinstance(event, Answered)] == [2, 3, 1]


STARTS = [
    Trigger(phase=Boundary(phase=phase, moment="starts")) for phase in ("spanish-fire", "moroccan-fire", "end-of-turn")
]


@pytest.mark.rule("AFR-15.3")
@pytest.mark.parametrize(("starts", "first"), [(STARTS[0], "moroccan"), (STARTS[1], "spanish"), (STARTS[2], "spanish")])
def test_the_side_whose_phase_it_is_not_acts_first(starts: Trigger, first: str) -> None:
    units = {"husares-princesa": "a", "seyyid-1": "d"}
    assert starts.phase is not None
    state = make("a-b-c-d", units, starts.phase.phase)
    standing = {
        "spanish": [When(trigger=starts, then=Activate(units=("husares-princesa",), move=("b",)))],
        "moroccan": [When(trigger=starts, then=Activate(units=("seyyid-1",), move=("c",)))],
    }
    told = play(state, [], standing=standing)
    second = {"spanish": "moroccan", "moroccan": "spanish"}[first]
    assert [event.side for event in told.events if isinstance(event, Activated)] == [first, second]


@pytest.mark.rule("AFR-15.2", "AFR-15.3")
def test_what_of_a_reaction_was_lost_is_told_with_its_order() -> None:
    """Whoever was to be fired at rides off as the guns are activated."""
    state = make("a-c b-x b-d", {"caz-vergara": "a", "lanceros-farnesio": "b", "okla": "d"}, "spanish-movement")
    entered, activates = Trigger(side="enemy", enters="c"), Trigger(side="enemy", activates=True)
    standing = {
        "moroccan": [When(trigger=entered, then=Activate(units=("okla",), fire="b"))],
        "spanish": [When(trigger=activates, then=Activate(units=("lanceros-farnesio",), move=("x",)))],
    }
    told = play(state, [], [Move(units=("caz-vergara",), path=("c",))], standing)
    lost = [event for event in told.events if isinstance(event, ReactionLost)]
    assert [(each.side, each.standing, each.unit, each.code) for each in lost] == [("moroccan", 1, "okla", "no-target")]
