"""Orders: what players ask for. A rule set has one class a verb; the language room learns their form from here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import SerializeAsAny

from pbem.core.record import Record

Kind = Literal["unit", "space", "seat", "group", "phase", "number", "choice", "flag", "clause", "order"]
"""What a word of an order names: a unit, a space of the map, a seat, a group of units (a division), a phase, a number,
one of listed words; a flag is its own keyword, there or not; a clause has slots of its own; an order is one within
another."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of an order, or of a clause of one, as it is written in a line.

    `kinds` are what its word may name: mostly one, more where any will do; of ids that clash the first kind's counts.
    `keyword` starts the field (English; the lexicons give the other languages); a keyword in an `optional_keyword`
    slot may be left out; a keyword that stands alone has the value `bare`, if there is one. `many` takes one or more,
    `required` at least one. `choices` are the words of a choice, `least` and `most` the bounds of a number. `instead`
    names the field in whose place this one, which stands behind it, may be given: never both, and one of them where
    that field is `required`. Slots without keyword come first, in order.

    Flags, clauses and orders are the only kind of their slot. A flag's keyword is the whole field. A `clause` is
    written as its own slots and held as a Record with their fields; where it may be repeated (`many`) it begins with
    its keyword each time, and the field holds a tuple of Records. An order in an order begins with one of `verbs`.
    """

    field: str
    kinds: tuple[Kind, ...]
    keyword: str | None = None
    optional_keyword: bool = False
    many: bool = False
    required: bool = False
    choices: tuple[str, ...] = ()
    clause: tuple["Slot", ...] = ()
    verbs: tuple[str, ...] = ()
    instead: str = ""
    least: int = 0
    most: int = 9999
    bare: str = ""


def rivals(slot: Slot, form: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots of a form that may be given instead of one, or it instead of them: never beside it."""
    field = slot.instead or slot.field
    return tuple(other for other in form if other is not slot and (other.instead or other.field) == field)


class Order(Record):
    """One order. Subclasses set `type` (a Literal, the verb's id) and `FORM`, the slots in the order of writing.

    `FORM` of a choice whose words are keywords of their own (BEFORE, AFTER) has `choices` and no `keyword`. A subclass
    asks of its fields no more than `FORM` says: what is left is for the check of the rules. `SIDE` is the only side
    that gives it, "" where any may. `UNSAID`: its verb may be left out where no other order can be meant. `ADDS_UP`: of
    several standing orders in a sheet each counts, not only the last for the same actors. `TOGETHER`: its units have to
    start in one space; a line of a mail for units of several is an order for those of each. `ARRIVES`: it brings in who
    is not on the map; of who is there its words in a mail mean another order that has them too.
    """

    FORM: ClassVar[tuple[Slot, ...]] = ()
    SIDE: ClassVar[str] = ""
    UNSAID: ClassVar[bool] = False
    ADDS_UP: ClassVar[bool] = False
    TOGETHER: ClassVar[bool] = False
    ARRIVES: ClassVar[bool] = False
    type: str

    def stands(self) -> bool:
        """Whether this order stays in force until changed and belongs to no phase: a standing order."""
        return False

    def asks(self) -> bool:
        """Whether this is no order but a question: what standing orders would do if something happened."""
        return False

    def takes_back(self) -> bool:
        """Whether this standing order asks for nothing itself: it only sets aside what was given before."""
        return False

    def cancels(self) -> tuple[str, int] | None:
        """The standing order that this one takes back: its type, and its number among those of that type."""
        return None

    def is_over(self, turn: int) -> bool:
        """Whether this standing order held for turns before this one alone."""
        return False

    def actors(self) -> frozenset[str]:
        """Whom or what this order gives something to do: of two orders for the same one, the later replaces the other.

        The units (or groups) that its form names as such; where it names none, what its first field names.
        """
        named = [slot for slot in self.FORM if set(slot.kinds) <= {"unit", "group"}] or list(self.FORM[:1])
        values = [getattr(self, slot.field) for slot in named]
        each_in = (value if isinstance(value, tuple) else (value,) for value in values if value is not None)
        return frozenset(str(each) for many in each_in for each in many)

    def placed(self, state: Any) -> "Order":
        """This order with the spaces of the pieces that are named in the place of a space, as they stand now."""
        return self

    def beside(self, others: Sequence["Order"], state: Any) -> "Order":
        """This order as it is meant beside the others of its sheet, those of other phases among them.

        One for a group leaves out whom they order something that it would make impossible.
        """
        return self

    def spaces(self) -> dict[str, str]:
        """The spaces that it names in slots of one space alone, with their fields."""
        slots = (slot.field for slot in self.FORM if slot.kinds == ("space",) and not slot.many)
        return {str(getattr(self, field)): field for field in slots if getattr(self, field)}


def onward(path: tuple[str, ...], start: str | None) -> tuple[str, ...]:
    """A path as it was written without the space where it begins: 0402 to 0403, of a unit in 0402, is 0403."""
    return path[1:] if len(path) > 1 and path[0] == start else path


class Standing(Order):
    """An order that holds from its receipt until it is changed."""

    def stands(self) -> bool:
        """Always."""
        return True


class Line(Record):
    """One accepted-for-reading order line: its number in the receipt (from 1) and the typed order.

    `text` is the line as the player wrote it (made plain), kept for the record and the receipt.
    """

    number: int
    order: SerializeAsAny[Order]
    text: str = ""


def merge_standing(earlier: Sequence[Line], new: Sequence[Line]) -> tuple[Line, ...]:
    """The standing orders in force after new ones: each sets aside the earlier ones of its type for the same actors,
    those of its own sheet too unless they add up.

    Each has a number among those of its type, as they were given: what a player calls it by, and an answer names. An
    order for nobody (no actors) sets nothing aside and stays, so that its number is never given again. One that only
    takes back what was given does not stay.
    """
    said = [(line.order.type, line.order.actors()) for line in new]
    kept = [li for li in earlier if not any(t == li.order.type and who & li.order.actors() for t, who in said)]
    last: dict[str, int] = {}
    for line in earlier:
        last[line.order.type] = max(last.get(line.order.type, 0), line.number)
    numbered = []
    for at, line in enumerate(new):
        last[line.order.type] = number = last.get(line.order.type, 0) + 1
        type_, who = said[at]
        stays = line.order.ADDS_UP or not any(t == type_ and others & who for t, others in said[at + 1 :])
        if stays and not line.order.takes_back():
            numbered.append(line.model_copy(update={"number": number}))
    return (*kept, *numbered)


def in_force(standing: Sequence[Line], turn: int = 0) -> tuple[Line, ...]:
    """The standing orders that hold, without those that were taken back and without what takes them back; with a turn
    also without those that are over in it.
    """
    cancels = [line.order.cancels() for line in standing]
    gone = set(cancels)
    return tuple(
        line
        for line, cancelled in zip(standing, cancels, strict=True)
        if cancelled is None and (line.order.type, line.number) not in gone and not line.order.is_over(turn)
    )


class Section(Record):
    """The lines of one seat for one phase."""

    phase: str
    lines: tuple[Line, ...] = ()


class Sheet(Record):
    """What a seat wants: sections by phase, in sequence order, and new standing orders.

    `before` are the standing orders that were in force before it, for a check that asks what a line takes back.
    """

    seat: str
    sections: tuple[Section, ...] = ()
    standing: tuple[Line, ...] = ()
    before: tuple[Line, ...] = ()

    def lines(self, phase: str) -> tuple[Line, ...]:
        """The lines for one phase, empty if the sheet has no section for it."""
        return next((s.lines for s in self.sections if s.phase == phase), ())
