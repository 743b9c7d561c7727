"""What every rule set answers in the same way, of a state that has `winner`, and `scenario.options` and `.seats`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from pbem.core.events import Event, GameEnded
from pbem.core.orders import Line, Order
from pbem.core.play import Question
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Inquiry, Supposed
from pbem.core.scene import Scene

DRAW = "draw"


class Scenario(Protocol):
    """The fixed part of a game: the value of every option, and each seat with its side."""

    @property
    def options(self) -> Mapping[str, str]: ...

    @property
    def seats(self) -> Mapping[str, str]: ...


class State(Protocol):
    """A position: its scenario, and who has won (a side, "draw", or None while the game goes on)."""

    @property
    def scenario(self) -> Scenario: ...

    @property
    def winner(self) -> str | None: ...


S = TypeVar("S")


def option(state: State, name: str) -> str:
    """The value of an option in this game; KeyError for an option that its rules do not have."""
    return state.scenario.options[name]


def winner(state: State) -> str | None:
    """The winning side or "draw"; None while the game goes on."""
    return state.winner


def side_of(state: State, seat: str) -> str:
    """The side of a seat; KeyError for a seat that the game does not have."""
    return state.scenario.seats[seat]


def seats_of(scenario: Scenario, side: str) -> tuple[str, ...]:
    """The seats of a side, first seat first (by name: the second is called as the first, with "-2")."""
    return tuple(sorted(seat for seat, its in scenario.seats.items() if its == side))


def space_of(state: Any, unit: str) -> str:
    """The space of a unit that stands on the map; LookupError for one that does not. States have it as a method."""
    at: str | None = state.units[unit].at
    if at is None:
        raise LookupError(f"{unit} stands on no hex.")
    return at


def view(state: S, side: str | None) -> S:
    """The state as a side may see it, in a game where nothing is hidden but orders, which are no part of it."""
    return state


def sees(event: Event, side: str | None) -> Event | None:
    """The event as a side may see it, in a game where everybody sees all."""
    return event


def supply(state: State, side: str | None) -> Scene | None:
    """The lines of supply, in a game that knows none."""
    return None


def sight(state: State, side: str | None, here: str, there: str) -> Inquiry | None:
    """The line of sight between two spaces, in a game that knows none."""
    return None


def field_of_fire(state: State, side: str | None, unit: str) -> Inquiry | None:
    """Where a unit can fire to, in a game that knows no arcs and ranges."""
    return None


def suppose(state: State, seat: str, order: Order, standing: Sequence[Line]) -> tuple[Supposed, ...] | Fault:
    """What standing orders would do, in a game that has no order to ask that with."""
    return ()


def at_stake(state: State, question: Question, lines: Mapping[str, Sequence[Line]]) -> Args:
    """What a question is about, in figures: nothing; its words say all."""
    return {}


def surrender(state: State, sides: tuple[str, str], conceding: Collection[str], rule: str) -> GameEnded | None:
    """The end of the game by a clause, if every seat of a side is among those that concede; else None."""
    one, two = sides
    for side, other in ((one, two), (two, one)):
        seats = seats_of(state.scenario, side)
        if seats and all(seat in conceding for seat in seats):
            return GameEnded(winner=other, reason=rule)
    return None


def agreed_draw(state: State, voting: Collection[str], rule: str) -> GameEnded | None:
    """The end of the game in a draw by a clause, if every seat votes for one that was proposed; else None."""
    if all(seat in voting for seat in state.scenario.seats):
        return GameEnded(winner=DRAW, reason=rule)
    return None


Ending = Callable[[State, Collection[str]], GameEnded | None]


def ends_by_word(sides: tuple[str, str], conceded: str, agreed: str) -> tuple[Ending, Ending]:
    """What a rule set has as its `surrender` and its `agreed_draw`, each with its clause."""
    return (
        lambda state, conceding: surrender(state, sides, conceding, conceded),
        lambda state, voting: agreed_draw(state, voting, agreed),
    )


def printed_counters(scenario_data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """What scenario.json says of each counter, by id: it lists them as an object by id, or as a list."""
    listed = scenario_data.get("counters", {})
    return listed if isinstance(listed, Mapping) else {each["id"]: each for each in listed}
