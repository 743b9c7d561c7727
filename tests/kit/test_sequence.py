"""The phase that follows: past those in which nobody can act, from the end of a turn to the first of the next."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

from pbem.core.events import Phase, PhaseBegan
from pbem.kit.sequence import Sequence

SETUP, WEATHER = Phase(id="setup", sides=("red",), once=True), Phase(id="weather")
RED, BLUE = Phase(id="red-move", sides=("red",)), Phase(id="blue-move", sides=("blue",))
ORDER = Sequence((SETUP, WEATHER, RED, BLUE))


@dataclass(frozen=True)
class State:
    turn: int
    phase: str


def began(state: State, event: PhaseBegan) -> State:
    return replace(state, turn=event.turn, phase=event.phase)


def following(phase: str, *able: str) -> tuple[int, str]:
    def acts(state: State, its: Phase) -> bool:
        assert state.phase == its.id
        return its.id in able

    return ORDER.following(State(2, phase), began, acts)


def after(phase: str, *able: str) -> str:
    turn, found = following(phase, *able)
    assert turn == 2, "a state whose turn is over has gone on by itself"
    return found


def test_phases_in_which_nobody_can_act_are_passed_over():
    assert after("weather", "red-move", "blue-move") == "red-move"
    assert after("weather", "blue-move") == "blue-move"
    assert after("red-move", "weather") == "weather"


def test_what_comes_before_turn_1_does_not_come_again():
    assert after("blue-move", "setup", "weather", "red-move") == "weather"


def test_a_phase_without_orders_is_passed_over_where_nothing_happens_in_it():
    assert after("blue-move", "red-move") == "red-move"


def test_a_phase_is_called_after_its_side_and_what_happens_in_it():
    assert [ORDER.side_in(phase) for phase in ("setup", "weather", "red-move", "blue-move")] == ["", "", "red", "blue"]
    assert [ORDER.kind_of(phase) for phase in ("setup", "red-move", "green-move")] == ["setup", "move", "green-move"]


def test_a_sides_own_turn_begins_also_where_its_phase_is_passed_over():
    assert ORDER.begins_turn_of("red", "weather", "blue-move")
    assert ORDER.begins_turn_of("red", None, "red-move")
    assert not ORDER.begins_turn_of("red", "red-move", "blue-move")
    assert not ORDER.begins_turn_of("blue", "weather", "red-move")
    assert not ORDER.begins_turn_of("red", None, "weather")


def test_the_first_phase_of_all_may_begin_a_turn():
    order = Sequence((RED, BLUE))
    assert order.begins_turn_of("red", None, "red-move")
    assert order.begins_turn_of("red", None, "blue-move")
    assert not order.begins_turn_of("red", "red-move", "blue-move")


def test_all_seats_of_the_sides_whose_phase_it_is_are_awaited():
    seats = {"red-2": "red", "blue": "blue", "red": "red"}

    def awaited(phase: str, winner: str | None = None) -> tuple[str, ...]:
        both = Phase(id="both", sides=("red", "blue"))
        state = SimpleNamespace(winner=winner, phase=phase, scenario=SimpleNamespace(seats=seats))
        return Sequence((WEATHER, RED, both)).awaited(state)

    assert (awaited("weather"), awaited("red-move"), awaited("both")) == (
        (), ("red", "red-2"), ("red", "red-2", "blue")
    )  # fmt: skip
    assert awaited("red-move", "draw") == ()


def test_a_set_up_begins_no_turn_of_its_side():
    assert not ORDER.begins_turn_of("red", None, "setup")
    assert ORDER.begins_turn_of("red", "weather", "red-move")
    assert ORDER.begins_turn_of("red", None, "blue-move"), "passed over"
    assert not ORDER.begins_turn_of("red", "red-move", "blue-move")
