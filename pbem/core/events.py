"""Events: facts, with every number that a report needs. The rule sets add theirs to the few that all share."""

from typing import Literal

from pbem.core.orders import Order
from pbem.core.record import Record
from pbem.dice.die import Face


class Event(Record):
    """A fact. Subclasses set `type` (a Literal). Words live in templates, never here."""

    type: str


class Modifier(Record):
    """One term of a sum: what it is, how much, and the clause that gives it. `factor` multiplies instead of adding."""

    code: str
    amount: int
    rule: str
    factor: bool = False


class Rolled(Event):
    """A roll: label, die, faces and what they meant (a code of the rule set)."""

    type: Literal["rolled"] = "rolled"
    label: str
    die: str
    faces: tuple[Face, ...]
    meaning: str = ""
    rule: str = ""


class Answered(Event):
    """A question was answered: `source` says whether by an explicit answer, a standing order or the default.

    `line` is the standing line that answered; `passed` says why each other standing line of the owner did not fire,
    as (line, code) pairs.
    """

    type: Literal["answered"] = "answered"
    question: str
    side: str
    kind: str
    answer: str
    source: Literal["answer", "sheet", "standing", "default"]
    line: int | None = None
    passed: tuple[tuple[int, str], ...] = ()
    rule: str = ""


class OrderVoided(Event):
    """An accepted order could not be carried out any more: an earlier result changed the board."""

    type: Literal["order-voided"] = "order-voided"
    seat: str
    line: int
    code: str
    unit: str = ""
    rule: str = ""


class PhaseBegan(Event):
    """The game went on to this phase of this turn."""

    type: Literal["phase-began"] = "phase-began"
    turn: int
    phase: str


class GameEnded(Event):
    """The game is over. `winner` is a side or "draw"; `reason` the clause, or a ruling's code (conceded, agreed)."""

    type: Literal["game-ended"] = "game-ended"
    winner: str
    reason: str


class Phase(Record):
    """One phase of the sequence of play. `side` acts and is asked (None: nobody, an auto phase).

    `orders` are the verbs that are legal in it. `once` phases come before turn 1 only.
    """

    id: str
    side: str | None
    orders: tuple[str, ...] = ()
    once: bool = False

    @property
    def auto(self) -> bool:
        """Whether nobody is asked."""
        return self.side is None

    def takes(self, order: Order) -> bool:
        """Whether the order's verb is legal in this phase."""
        return order.type in self.orders
