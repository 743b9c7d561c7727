"""What the words of a line say so far, form by form: an order, and what stands within it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.core.orders import Slot
from pbem.language.text.grammar import Form, Open, Place
from pbem.language.words import Word


class Value(NamedTuple):
    """A slot with the word that is (part of) its value, the keyword's own for a flag; or with what stands within it.

    `bare`: the word is a keyword that may stand alone.
    """

    slot: Slot
    word: Word
    inner: ParsedForm | None = None
    bare: bool = False


@dataclass(slots=True)
class ParsedForm:
    """What a line says of a form, in the order of writing; `end` is where its last word ends (from 0)."""

    form: Form
    values: list[Value] = field(default_factory=list)
    end: int = 0

    def has(self, slot: Slot) -> bool:
        """Whether a slot is given, or another in its place."""
        rivals = self.form.rivals[slot.field]
        return any(value.slot.field == slot.field or value.slot.field in rivals for value in self.values)

    def all(self) -> Iterator[ParsedForm]:
        """This, and all that is said within it."""
        yield self
        for value in self.values:
            if value.inner:
                yield from value.inner.all()


def put(stack: list[ParsedForm], place: Place, word: Word) -> None:
    """Add a word to what is said so far: `stack` are the forms that it stands in, the outermost first."""
    if place.again or place.part == "beginning" or place.forms[-1] is not stack[-1].form:
        _turn(stack, place, word)
    values = stack[-1].values
    if place.part == "keyword" and place.slot.bare:
        values.append(Value(place.slot, word, bare=True))
    elif place.part in ("value", "flag"):
        if values and values[-1].bare and values[-1].slot is place.slot:
            values.pop()
        values.append(Value(place.slot, word))
    for said in stack[1:]:
        said.end = word.end


def _turn(stack: list[ParsedForm], place: Place, word: Word) -> None:
    """Leave the forms that a place does not stand in, and enter those that it begins."""
    depth = 0
    while depth < min(len(stack), len(place.forms)) and stack[depth].form is place.forms[depth]:
        depth += 1
    if depth == len(place.forms) and (place.part == "beginning" or (place.again and stack[-1].has(place.slot))):
        depth -= 1
    del stack[depth:]
    for form in place.forms[depth:]:
        inner = ParsedForm(form)
        if form.slot:
            stack[-1].values.append(Value(form.slot, word, inner))
        stack.append(inner)


def fresh_of(places: Sequence[Place], stack: Sequence[ParsedForm]) -> Iterator[Place]:
    """The places whose slot is not given yet, nor another in its stead, or may be given again."""
    given = {said.form: said for said in stack}
    for place in places:
        said = given.get(place.form)
        if said is None or place.slot.many or not said.has(place.slot):
            yield place


def next_of(stack: Sequence[ParsedForm], open_: Open) -> tuple[Form, Slot]:
    """What must come at the end of a line: the first slot that is not given yet."""
    given = {said.form: said for said in stack}
    fresh = [place for place in open_.places if place.form not in given or not given[place.form].has(place.slot)]
    place = (fresh or open_.places)[0]
    return place.form, place.slot


def lacking_of(said: ParsedForm) -> tuple[Form, Slot, int] | None:
    """The slot that must be given and is not, and where what is said of its form ends: the first such place."""
    lacking = [(each, slot) for each in said.all() for slot in each.form.required if not each.has(slot)]
    if not lacking:
        return None
    each, slot = min(reversed(lacking), key=lambda found: found[0].end)
    return each.form, slot, each.end
