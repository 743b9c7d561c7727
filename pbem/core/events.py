"""Events: facts, with every number that a report needs. The rule sets add theirs to the few that all share."""

from typing import Any, Literal

from pbem.core.orders import Order
from pbem.core.record import Record
from pbem.dice.die import Face, faces_text


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
    """A roll: label, die, faces and what they meant (a code of the rule set); or a draw by lot.

    Of a draw `die` is "", `items` is from what was drawn, and `faces` what was, in that order.
    """

    type: Literal["rolled"] = "rolled"
    label: str
    die: str = ""
    faces: tuple[Face, ...]
    meaning: str = ""
    rule: str = ""
    items: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The faces as players read them: "4 2 6", coins as "HHTHT"."""
        return faces_text(self.faces, drawn=bool(self.items))


Source = Literal["answer", "sheet", "standing", "default"]


class Answered(Event):
    """A question was answered: `source` says whether by an explicit answer, a standing order or the default.

    `line` is the standing line that answered, `seat` whose it is where that is not called as its side is: who counts
    the uses of a line counts these. `passed` says why each other standing line of the owner did not fire, as (line,
    code) pairs.
    """

    type: Literal["answered"] = "answered"
    question: str
    side: str
    kind: str
    answer: str
    source: Source
    line: int | None = None
    passed: tuple[tuple[int, str], ...] = ()
    rule: str = ""
    seat: str = ""


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
    """The game is over. `winner` is a side or "draw"; `reason` the clause, or a ruling's code (conceded, agreed).

    `level` says how much of a victory it is, where the rules tell: decisive, marginal … (a word of the lexicon's
    `levels`).
    """

    type: Literal["game-ended"] = "game-ended"
    winner: str
    reason: str
    level: str = ""


class Change(Record):
    """A field of the state, or of a unit in it, and the JSON value that it is given; a field in an object by a dot."""

    unit: str = ""
    field: str
    now: Any


class Unfit(ValueError):
    """What a ruling would make of a position is none that the rules know; a sentence says why."""


class Amended(Event):
    """The referee has set fields of the state by a ruling. No phase brings one."""

    type: Literal["amended"] = "amended"
    changes: tuple[Change, ...]


CORE_EVENTS: tuple[type[Event], ...] = (Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, Amended)
"""Those that all rule sets share."""


class Phase(Record):
    """One phase of the sequence of play. `sides` act and are asked: none in an auto phase, both in a common one.

    `orders` are the verbs of those who are asked; `reactions` those that the other sides may send for it, though
    nobody waits for them. `once` phases come before turn 1 only.
    """

    id: str
    sides: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    once: bool = False

    @property
    def auto(self) -> bool:
        """Whether nobody is asked."""
        return not self.sides

    def verbs(self, side: str) -> tuple[str, ...]:
        """The verbs that a side may send for this phase."""
        return self.orders if side in self.sides else self.reactions

    def takes(self, order: Order, side: str) -> bool:
        """Whether a side may send an order of this verb for this phase."""
        return order.type in self.verbs(side)
