"""Play: questions in their order of answers, suspension and re-runs, labels; adjudicate and fold. A toy rule set."""

from collections import Counter
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
from pbem.dice.die import COIN, D6
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
            face = int(play.roll("step", D6, meaning=lambda faces: f"step-{faces[0]}")[0])
            play.emit(Step(by=face // 2 if fires else face))


def question(window: int, seat: str | None = None, **more: Any) -> Question:
    """Does the blue side fire in this window?"""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order: Any = line.order
        return (order.answer, "") if order.from_ <= window else (None, "too-early")

    return Question(f"fire {window}", "blue", "fire", ("fire", "hold"), "hold", "TOY-1", match, seat, **more)


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
    assert (result.state.distance, result.questions) == (12, ())


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
    assert ([question.id for question in result.questions], result.events) == (["fire 0"], ())
    after = go(Race(reactions="ask"), [3], answers={"fire 0": "hold"})
    assert [question.id for question in after.questions] == ["fire 1"]
    assert after.state.phase == "run"
    held = go(Race(reactions="ask"), [3, 3, 3], standing={"blue": standing(Fire(answer="hold"))})
    assert held.questions == ()


def test_suspended_carries_its_question() -> None:
    asked = question(0)
    with pytest.raises(Suspended, match="fire 0") as stop:
        Play(RULES, Race(), ScriptedDice([]), reactions="ask").ask(asked)
    assert stop.value.questions == (asked,)


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
        given_ |= {question.id: answers[window] for question in result.questions}
    assert result.questions == ()
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
    assert play.roll("step", D6, rule="TOY-2") == (4,)
    assert play.events == [Rolled(label="step", die="d6", faces=(4,), meaning="", rule="TOY-2")]


def test_several_dice_are_one_roll_from_one_label() -> None:
    play = Play(RULES, Race(), ScriptedDice(["HHTHT", 3]))
    assert play.roll("coins", COIN, 5, lambda faces: f"heads-{faces.count('H')}", "TOY-4") == tuple("HHTHT")
    assert play.roll("coins", D6) == (3,)
    told = Rolled(label="coins", die="coin", faces=tuple("HHTHT"), meaning="heads-3", rule="TOY-4")
    assert play.events == [told, Rolled(label="coins #2", die="d6", faces=(3,))]
    assert [told.text, Rolled(label="two", die="d6", faces=(3, 4)).text] == ["HHTHT", "3 4"]


def test_a_draw_takes_items_by_lot_and_tells_from_what() -> None:
    play = Play(RULES, Race(), ChainDice(bytes(32)))
    items = ["3", "3", "4", "a", "b"]
    first = play.draw("pool", items, 2, "TOY-5")
    assert first == ChainDice(bytes(32)).draw("pool", items, 2)
    assert play.events == [Rolled(label="pool", faces=first, rule="TOY-5", items=tuple(items))]
    assert sorted(play.draw("pool", items, 5)) == items
    assert play.events[1].label == "pool #2"  # type: ignore[attr-defined]
    assert Rolled(label="pool", faces=("a", "b"), items=("a", "b")).text == "a b"


def test_no_more_is_drawn_than_there_is() -> None:
    play = Play(RULES, Race(), ChainDice(bytes(32)))
    with pytest.raises(ValueError, match="draw 'pool': 3 of 2"):
        play.draw("pool", ["a", "b"], 3)
    assert play.events == []


def test_a_script_gives_drawn_values_as_often_as_they_are_there() -> None:
    play = Play(RULES, Race(), ScriptedDice([3, ["3", "4"], 3, 3]))
    assert play.draw("pool", ["3", "3", "4"]) == ("3",)
    assert play.draw("pool", ["3", "3", "4"], 2) == ("3", "4")
    with pytest.raises(ValueError, match="is not 2 of"):
        play.draw("pool", ["3", "4"], 2)


# Questions open together -----------------------------------------------------------------------------------------


def both(*, rank: Any = None) -> tuple[Question, Question]:
    more = {} if rank is None else {"rank": rank}
    return question(0, **more), question(1, **more)


def test_questions_asked_together_stop_the_run_together_and_tell_nothing_before_the_last_answer() -> None:
    for answers in ({}, {"fire 0": "fire"}, {"fire 1": "hold"}):
        play = Play(RULES, Race(), ScriptedDice([]), answers=answers, reactions="ask")
        with pytest.raises(Suspended) as stop:
            play.ask_all(both())
        assert [q.id for q in stop.value.questions] == [q.id for q in both() if q.id not in answers]
        assert play.events == []
    play = Play(RULES, Race(), ScriptedDice([]), answers={"fire 0": "fire"}, reactions="ask", silent=["fire 1"])
    assert play.ask_all(both()) == ("fire", "hold")
    assert [(a.question, a.source) for a in play.events] == [  # type: ignore[attr-defined]
        ("fire 0", "answer"),
        ("fire 1", "default"),
    ]


def test_standing_orders_answer_some_of_the_questions_and_the_others_are_open() -> None:
    orders = {"blue": standing(Fire(answer="fire", from_=1))}
    play = Play(RULES, Race(), ScriptedDice([]), orders, reactions="ask")
    with pytest.raises(Suspended) as stop:
        play.ask_all((question(1), question(0)))
    assert [q.id for q in stop.value.questions] == ["fire 0"]


def test_rank_says_in_which_order_standing_lines_are_tried() -> None:
    """PRIORITY: here the later a line may fire the earlier it is tried; lines of one rank by seat, then as given."""
    orders = {
        "blue": standing(Fire(answer="fire"), Fire(answer="hold"), Fire(answer="fire", from_=3)),
        "blue-2": standing(Fire(answer="hold", from_=1)),
    }

    def answered(window: int) -> Answered:
        play = Play(RULES, Race(), ScriptedDice([]), orders)
        play.ask(question(window, rank=lambda seat, line: -line.order.from_))
        (told,) = play.events
        assert isinstance(told, Answered)
        return told

    late, early = answered(1), answered(0)
    assert (late.answer, late.line, late.seat, late.passed) == ("hold", 1, "blue-2", ((3, "too-early"),))
    assert (early.answer, early.line, early.seat) == ("fire", 1, "")
    assert early.passed == ((3, "too-early"), (1, "too-early"))


def test_a_rule_set_counts_the_uses_of_a_line_by_seat_and_number() -> None:
    """TIMES 2: the line answers twice, then says why not; another seat's line of that number is another line."""
    uses: Counter[tuple[str, int]] = Counter()

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        return ("fire", "") if uses[seat, line.number] < 2 else (None, "used-up")

    orders = {"blue": standing(Fire(answer="fire")), "blue-2": standing(Fire(answer="fire"))}
    play = Play(RULES, Race(), ScriptedDice([]), orders)
    for window in range(5):
        play.ask(question(window)._replace(match=match))
        told = play.events[-1]
        assert isinstance(told, Answered)
        if told.line is not None:
            uses[told.seat or told.side, told.line] += 1
    answers = [(a.seat, a.line, a.source) for a in play.events if isinstance(a, Answered)]
    assert answers == [("", 1, "standing")] * 2 + [("blue-2", 1, "standing")] * 2 + [("", None, "default")]
    assert uses == {("blue", 1): 2, ("blue-2", 1): 2}


def test_an_occasion_is_told_only_where_a_line_was_tried() -> None:
    """Most occasions concern nobody; what a record answers counts as what a standing order said when it was played."""

    def match(seat: str, line: Line) -> tuple[str | None, str]:
        order: Any = line.order
        return (order.answer, "") if order.from_ == 0 else (None, "" if order.from_ == 1 else "too-early")

    occasion = question(0)._replace(match=match, accepts=lambda answer: answer.startswith("fire at"))

    def react(*orders: Fire, **more: Any) -> tuple[Answered | None, list[Event]]:
        play = Play(RULES, Race(), ScriptedDice([]), {"blue": standing(*orders)}, **more)
        return play.react(occasion), play.events

    assert react() == react(Fire(answer="fire", from_=1)) == (None, [])
    answer, events = react(Fire(answer="hold", from_=2))
    assert (answer, [(a.source, a.passed) for a in events]) == (None, [("default", ((1, "too-early"),))])  # type: ignore[attr-defined]
    fired, events = react(Fire(answer="fire at a-1"))
    assert fired is not None
    assert (fired.answer, fired.line) == ("fire at a-1", 1)
    assert events == [fired]
    assert react(answers={"fire 0": fired}) == (fired, [fired]), "a record needs no standing orders"
    assert react(answers={"fire 0": fired.model_copy(update={"answer": "flee"})}) == (None, [])


def test_a_question_that_never_waits_takes_its_default_in_a_game_that_asks() -> None:
    play = Play(RULES, Race(), ScriptedDice([]), reactions="ask")
    assert play.ask(question(0, waits=False)) == "hold"
    with pytest.raises(Suspended):
        play.ask(question(1))


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
