"""Play: questions in their order of answers, suspension and re-runs, labels; adjudicate and fold. A toy rule set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.events import Answered, Event, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.core.orders import Line, Order, Section
from pbem.core.play import Inputs, Play, Question, Result, Suspended, adjudicate, fold, run_phase
from pbem.dice.chain import ChainDice
from pbem.dice.die import D6
from pbem.dice.scripted import ScriptedDice

WINDOWS = 3


class Step(Event):
    """The active side goes so many spaces."""

    type: Literal["step"] = "step"
    by: int


class Fire(Order):
    """A standing order: fire at whoever steps, from a window on."""

    type: Literal["fire"] = "fire"
    answer: str
    from_: int = 0

    def stands(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class Race:
    """How far they are, how many events there were; who answers for whom."""

    distance: int = 0
    count: int = 0
    phase: str = "run"
    reactions: str = "default"
    winner: str | None = None


class ToyRules:
    """Each step rolls a die; before each, the other side is asked whether it fires, which halves the step."""

    NAME = "toy"

    def option(self, state: Race, name: str) -> str:
        return {"reactions": state.reactions}[name]

    def side_of(self, state: Race, seat: str) -> str:
        return seat.partition("-")[0]

    def winner(self, state: Race) -> str | None:
        return state.winner

    def following(self, state: Race) -> tuple[int, str]:
        return 2, "rest"

    def evolve(self, state: Race, event: Event) -> Race:
        counted = replace(state, count=state.count + 1)
        if isinstance(event, Step):
            return replace(counted, distance=counted.distance + event.by)
        if isinstance(event, PhaseBegan):
            return replace(counted, phase=event.phase)
        return replace(counted, winner=event.winner) if isinstance(event, GameEnded) else counted

    def run(self, play: Play, sheets: Mapping[str, Section]) -> None:
        for window in range(WINDOWS):
            fires = play.ask(question(window)) == "fire"
            face = int(play.roll("step", D6, lambda faces: f"step-{faces[0]}"))
            play.emit(Step(by=face // 2 if fires else face))


def question(window: int, seat: str | None = None) -> Question:
    """Does the blue side fire in this window?"""

    def match(order: Any) -> tuple[str | None, str]:
        return (order.answer, "") if order.from_ <= window else (None, "too-early")

    return Question(f"fire {window}", "blue", "fire", ("fire", "hold"), "hold", "TOY-1", match, seat)


RULES: Any = ToyRules()


def standing(*orders: Fire) -> tuple[Line, ...]:
    return tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))


def go(state: Race, dice: Sequence[int], **more: Any) -> Result:
    return adjudicate(RULES, state, Inputs(ScriptedDice(dice), **more))


def told(result: Result) -> list[Answered]:
    return [event for event in result.events if isinstance(event, Answered)]


def test_the_default_answers_where_nobody_else_does() -> None:
    result = go(Race(), [2, 4, 6])
    assert [(a.answer, a.source, a.line) for a in told(result)] == [("hold", "default", None)] * WINDOWS
    assert (result.state.distance, result.question) == (12, None)


def test_the_first_standing_order_that_fires_answers_and_the_others_say_why_not() -> None:
    orders = standing(Fire(answer="fire", from_=2), Fire(answer="hold", from_=1), Fire(answer="fire"))
    result = go(Race(), [2, 4, 6], standing={"blue": orders})
    assert [(a.answer, a.line) for a in told(result)] == [("fire", 3), ("hold", 2), ("fire", 1)]
    assert [a.passed for a in told(result)] == [((1, "too-early"), (2, "too-early")), ((1, "too-early"),), ()]
    assert {a.source for a in told(result)} == {"standing"}
    assert result.state.distance == 1 + 4 + 3


def test_standing_orders_of_the_other_side_do_not_answer_and_those_of_its_seats_go_by_name() -> None:
    red = {"red": standing(Fire(answer="fire"))}
    assert {a.source for a in told(go(Race(), [1, 1, 1], standing=red))} == {"default"}
    blue = {"blue-2": standing(Fire(answer="hold")), "blue": standing(Fire(answer="fire"))}
    assert {a.answer for a in told(go(Race(), [1, 1, 1], standing=blue))} == {"fire"}


def test_a_question_to_one_seat_is_answered_by_that_seat_alone() -> None:
    orders = {"blue": standing(Fire(answer="fire")), "blue-2": standing(Fire(answer="hold"))}
    play = Play(RULES, Race(), ScriptedDice([]), orders)
    assert play.ask(question(0, "blue-2")) == "hold"
    assert play.ask(question(0)) == "fire"


def test_an_explicit_answer_comes_before_every_standing_order() -> None:
    result = go(Race(), [2, 4, 6], standing={"blue": standing(Fire(answer="hold"))}, answers={"fire 1": "fire"})
    assert [(a.answer, a.source) for a in told(result)] == [
        ("hold", "standing"),
        ("fire", "answer"),
        ("hold", "standing"),
    ]


def test_an_answer_that_is_no_option_is_as_none() -> None:
    result = go(Race(), [1, 1, 1], answers={"fire 0": "flee"})
    assert told(result)[0].source == "default"


def test_with_reactions_ask_the_phase_is_suspended_instead_of_the_default() -> None:
    result = go(Race(reactions="ask"), [3, 3, 3])
    assert result.question is not None
    assert (result.question.id, result.events) == ("fire 0", ())
    after = go(Race(reactions="ask"), [3], answers={"fire 0": "hold"})
    assert after.question is not None
    assert after.question.id == "fire 1"
    assert after.state.phase == "run"
    held = go(Race(reactions="ask"), [3, 3, 3], standing={"blue": standing(Fire(answer="hold"))})
    assert held.question is None


def test_suspended_carries_its_question() -> None:
    asked = question(0)
    with pytest.raises(Suspended, match="fire 0") as stop:
        Play(RULES, Race(), ScriptedDice([]), reactions="ask").ask(asked)
    assert stop.value.question is asked


@given(
    key=st.binary(min_size=32, max_size=32), answers=st.lists(st.sampled_from(["fire", "hold"]), min_size=3, max_size=3)
)
def test_a_run_with_one_more_answer_keeps_its_prefix(key: bytes, answers: list[str]) -> None:
    given_: dict[str, str] = {}
    before: tuple[Event, ...] = ()
    for window in range(WINDOWS + 1):
        result = adjudicate(RULES, Race(reactions="ask"), Inputs(ChainDice(key), answers=given_))
        assert result.events[: len(before)] == before
        assert len(result.events) > len(before) or window == 0
        assert fold(RULES, Race(reactions="ask"), result.events) == result.state
        before = result.events
        if result.question is not None:
            given_ |= {result.question.id: answers[window]}
    assert result.question is None
    assert [a.answer for a in told(result)] == answers


def test_a_repeated_label_is_numbered() -> None:
    result = go(Race(), [1, 2, 3])
    assert [roll.label for roll in result.rolls] == ["step", "step #2", "step #3"]
    assert [roll.meaning for roll in result.rolls] == ["step-1", "step-2", "step-3"]


def test_other_labels_leave_a_roll_as_it_is() -> None:
    def face(*before: str) -> object:
        play = Play(RULES, Race(), ChainDice(bytes(32)))
        for label in before:
            play.roll(label, D6)
        return play.roll("step", D6)

    assert face() == face("a", "b") == face("c")


def test_a_roll_without_meaning_says_nothing() -> None:
    play = Play(RULES, Race(), ScriptedDice([4]))
    assert play.roll("step", D6, rule="TOY-2") == 4
    assert play.events == [Rolled(label="step", die="d6", faces=(4,), meaning="", rule="TOY-2")]


def test_the_state_is_always_the_fold_of_the_events() -> None:
    play = Play(RULES, Race(), ScriptedDice([4]))
    play.emit(Step(by=2))
    play.void("red", 3, "no-target", "TOY-3", "red-1")
    play.roll("step", D6)
    assert play.events[1] == OrderVoided(seat="red", line=3, code="no-target", rule="TOY-3", unit="red-1")
    assert play.state == fold(RULES, Race(), play.events) == Race(distance=2, count=3)


def test_adjudicate_goes_on_to_the_next_phase_and_a_run_alone_does_not() -> None:
    result = go(Race(), [1, 1, 1])
    assert result.events[-1] == PhaseBegan(turn=2, phase="rest")
    assert result.state.phase == "rest"
    alone = run_phase(RULES, Race(), Inputs(ScriptedDice([1, 1, 1])))
    assert alone.events == result.events[:-1]
    assert alone.state.phase == "run"


def test_a_game_that_has_ended_goes_nowhere() -> None:
    result = go(Race(winner="red"), [1, 1, 1])
    assert result.state.phase == "run"
    assert not isinstance(result.events[-1], PhaseBegan)
