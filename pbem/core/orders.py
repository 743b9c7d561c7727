"""Orders: what players ask for. A rule set has one class a verb; the language room learns their form from here."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import SerializeAsAny

from pbem.core.record import Record

Kind = Literal["unit", "space", "target", "seat", "choice", "flag"]
"""What a word of an order names: a unit, a space of the map, either of both, a seat, one of listed words, or nothing
but itself (a keyword that is there or not)."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of an order as it is written in a line.

    `keyword` starts the field (English; the lexicons give the other languages); a keyword in an `optional_keyword`
    slot may be left out. `many` takes one or more words, `required` at least one. `choices` are the words of a choice.
    A flag's keyword is the whole field. Slots without keyword come first, in order.
    """

    field: str
    kind: Kind
    keyword: str | None = None
    optional_keyword: bool = False
    many: bool = False
    required: bool = False
    choices: tuple[str, ...] = ()


class Order(Record):
    """One order. Subclasses set `type` (a Literal, the verb's id) and `FORM`, the slots in the order of writing.

    `FORM` of a choice whose words are keywords of their own (BEFORE, AFTER) has `choices` and no `keyword`.
    `STANDING` orders stay in force until changed and belong to no phase.
    """

    FORM: ClassVar[tuple[Slot, ...]] = ()
    STANDING: ClassVar[bool] = False
    type: str


class Line(Record):
    """One accepted-for-reading order line: its number in the receipt (from 1) and the typed order.

    `text` is the line as the player wrote it (made plain), kept for the record and the receipt.
    """

    number: int
    order: SerializeAsAny[Order]
    text: str = ""


class Section(Record):
    """The lines of one seat for one phase."""

    phase: str
    lines: tuple[Line, ...] = ()


class Sheet(Record):
    """What a seat wants: sections by phase, in sequence order, and the standing orders in force."""

    seat: str
    sections: tuple[Section, ...] = ()
    standing: tuple[Line, ...] = ()

    def lines(self, phase: str) -> tuple[Line, ...]:
        """The lines for one phase, empty if the sheet has no section for it."""
        return next((s.lines for s in self.sections if s.phase == phase), ())
