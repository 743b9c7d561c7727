"""What a rule set offers. Satisfied by a module: no base class, no decorator, no registry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pbem.core.events import Event, GameEnded, Phase
    from pbem.core.orders import Line, Order, Section, Sheet
    from pbem.core.pieces import Piece
    from pbem.core.play import Play, Question
    from pbem.core.problems import Args, Checked, CheckedLine, Fault
    from pbem.core.record import Record
    from pbem.core.scene import Scene
    from pbem.dice.die import Die


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal order of an actor, ready to be sent, with numbers for the form (cost, allowance …)."""

    order: Order
    notes: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal orders of a seat in the current phase by actor, ids ascending; empty for a seat that may send none.

    Of a seat that is not asked but may react they are reactions. An actor is a piece, or a space whose pieces act
    together. Each order alone is one that `check` accepts. `must` are the actors that the rules oblige to act.
    `proposed` are orders that the scenario proposes, by actor, which can all be given together: the form holds them.
    Where they are `settled`, an actor without an order takes its proposed place, if there is room.
    `groups` are actors that one order may move together, by the id of the group, which may be an actor itself: a form
    has the order of the group, and of its members a line only for those of `must` and `proposed`.
    """

    seat: str
    phase: str
    actors: Mapping[str, tuple[Choice, ...]]
    must: frozenset[str] = frozenset()
    proposed: Mapping[str, Order] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settled: bool = False

    def __iter__(self) -> Iterator[Choice]:
        for actor in self.actors:
            yield from self.actors[actor]


@dataclass(frozen=True, slots=True)
class Supposed:
    """What a standing order would do if something happened: the order that would be carried out, or why none would.

    `line` is its number; `why` a code that the game has words for.
    """

    line: int
    then: Order | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What the rules answer when a player asks about the position: a picture, and what is to be said, first to last.

    Each of `told` has a code that the game has words for among its problems, with its values and its clause.
    """

    scene: Scene
    told: tuple[Fault, ...]


class Ruleset(Protocol):
    """The doorway of a rule package. `state` is the package's own frozen dataclass with at least turn and phase."""

    NAME: str
    VERSION: int
    SIDES: tuple[str, ...]
    ORDERS: tuple[type[Order], ...]
    EVENTS: tuple[type[Event], ...]
    SEQUENCE: tuple[Phase, ...]
    DICE: tuple[Die, ...]
    OPTIONS: Mapping[str, tuple[str, ...]]
    """Every option with its values, the default first. A ruling that changes outcomes is a new value, last."""
    SETTINGS: type[Record]
    """What a new game may be given beside options, each field with its default and description: keys of scenario.json.

    A scenario's own values are validated in a context with the `seats`, to leave out what does not concern them.
    """

    def read_scenario(self, data: Mapping[str, Any]) -> Any:
        """The scenario of parsed scenario.json; ValueError (a sentence for the referee) where it cannot be played."""

    def check_design(self, scenario: Any) -> list[str]:
        """What a shipped scenario lacks of what the rules ask of map and counters, as sentences; for the doctor."""

    def initial(self, scenario: Any) -> Any:
        """The state before the first phase."""

    def load(self, scenario: Any, data: Mapping[str, Any]) -> Any:
        """The state of parsed state.json; fields left out have their defaults. ValueError where it fits no scenario."""

    def dump(self, state: Any, *, full: bool = False) -> dict[str, Any]:
        """The state as JSON values, kebab-case; without `full`, fields of a unit at their default are left out."""

    def option(self, state: Any, name: str) -> str:
        """The value of an option in this game."""

    def winner(self, state: Any) -> str | None:
        """The winning side or "draw"; None while the game goes on."""

    def side_of(self, state: Any, seat: str) -> str:
        """The side of a seat; KeyError for a seat that the game does not have."""

    def awaited(self, state: Any) -> tuple[str, ...]:
        """The seats whose sheets the current phase waits for, in order; none in an auto phase."""

    def following(self, state: Any) -> tuple[int, str]:
        """Turn and id of the next phase that is not skipped."""

    def check(self, state: Any, seat: str, sheet: Sheet) -> Checked:
        """Judge a sheet line by line. No dice, no change. Lines may be for later phases of the same turn.

        A line for a phase that does not take its order from this side is `wrong-phase`; so is one whose piece acts in
        another phase of that verb.
        """

    def run(self, play: Play, sheets: Mapping[str, Section]) -> None:
        """Run the current phase. What the check accepted never raises: it is done or voided."""

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after an event; the only place where a state comes into being."""

    def surrender(self, state: Any, conceding: Collection[str]) -> GameEnded | None:
        """The end of the game if the seats that concede are all of a side; else None."""

    def agreed_draw(self, state: Any, voting: Collection[str]) -> GameEnded | None:
        """The end of the game in a draw if the seats that vote for it are all; else None."""

    def view(self, state: Any, side: str | None) -> Any:
        """The state as a side may see it (None: the public)."""

    def sees(self, event: Event, side: str | None) -> Event | None:
        """The event as a side may see it, or None."""

    def pieces(self, state: Any, side: str | None) -> tuple[Piece, ...]:
        """Every piece in a state as a side may see it, ids ascending; None: all that is in the state."""

    def choices(self, state: Any, seat: str) -> Choices:
        """The legal orders of a seat in the current phase."""

    def suppose(self, state: Any, seat: str, order: Order, standing: Sequence[Line]) -> tuple[Supposed, ...] | Fault:
        """What the standing orders of a seat would do if that happened which an order that `asks` says, first to last.

        A Fault where it cannot happen; nothing in a game that has no such order (kit.common).
        """

    def at_stake(self, state: Any, question: Question, lines: Mapping[str, Sequence[Line]]) -> Args:
        """Figures of what an open question is about, for its words; nothing where they say all (kit.common).

        `state` is the position in which it is asked, `lines` are those that its phase is run with, by seat.
        """

    def scene(self, before: Any, events: tuple[Event, ...], side: str | None) -> Scene:
        """What to draw of the events that led on from a state."""

    def supply(self, state: Any, side: str | None) -> Scene | None:
        """The position as a side may see it, with lines of supply as arrows of the kind "supply", from their sources.

        A piece that needs one and has none has the state "unsupplied". None for rules that know no lines of supply.
        """

    def sight(self, state: Any, side: str | None, here: str, there: str) -> Inquiry | Fault | None:
        """Whether two spaces see each other, and what hides them, in a state as the side may see it.

        A Fault for what is no space of the map; None, whatever is asked, for rules that know no line of sight.
        """

    def field_of_fire(self, state: Any, side: str | None, unit: str) -> Inquiry | Fault | None:
        """Where a unit can fire to, and with how much, in a state as the side may see it.

        A Fault for a unit that there is not, or that cannot fire; None, whatever is asked, for rules that know no arcs
        and ranges.
        """

    def planned(self, state: Any, seat: str, found: tuple[CheckedLine, ...]) -> Scene:
        """What to draw of a sheet that does not count yet: the position, and the accepted lines as plans.

        `found` is what `check` found for the seat's lines in this state. Arrows have a kind that begins with "planned",
        shots no result, and pieces that are yet to come the state "planned". Nothing in it rests on a die.
        """
