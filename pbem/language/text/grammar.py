"""The grammar of order lines, compiled from the FORM of the order classes: one rule a verb, a terminal each place.

A place is where a word may stand: the keyword of a slot, the beginning of a clause or of an order within the order, or
a value. Words become tokens one at a time, by what the parser can take next; so every line is read in one pass, and
what was expected is known exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from pbem.core.orders import Order, Slot, rivals
from pbem.core.record import type_of

if TYPE_CHECKING:
    from lark import Lark, Token

END = "$END"
Part = Literal["keyword", "flag", "beginning", "value"]


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The slots of a verb's order; or those of a clause or an order within one, and the slot that it fills there.

    `rivals` are, by field, the fields that may not be given beside it; `required` the slots of which each, or one in
    its place, must be.
    """

    verb: str
    slots: tuple[Slot, ...]
    slot: Slot | None
    rivals: Mapping[str, tuple[str, ...]]
    required: tuple[Slot, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a word may stand, in which forms (the outermost first): what it begins or is (part of) the value of.

    `again`: a second word here begins the same clause once more.
    """

    token: Token
    forms: tuple[Form, ...]
    slot: Slot
    part: Part
    number: int
    again: bool

    @property
    def form(self) -> Form:
        """The form that has the slot."""
        return self.forms[-2] if self.part == "beginning" else self.forms[-1]


@dataclass(frozen=True, slots=True, eq=False)
class Open:
    """What may come next: places by keyword and by verb, and values, all innermost form first; whether nothing."""

    keywords: Mapping[str, tuple[Place, ...]]
    verbs: Mapping[str, tuple[Place, ...]]
    values: tuple[Place, ...]
    ends: bool

    @property
    def places(self) -> tuple[Place, ...]:
        """All places, as declared, innermost form first."""
        begun = (place for table in (self.keywords, self.verbs) for places in table.values() for place in places)
        return _sorted([*self.values, *begun])


@dataclass(frozen=True)
class Grammar:
    """The compiled grammar of some order classes: tokens and forms by verb, places by the name of their terminal."""

    parser: Lark
    verbs: Mapping[str, Token]
    forms: Mapping[str, Form]
    places: Mapping[str, Place]
    _open: dict[int, Open] = field(default_factory=dict)

    def begin(self, verb: str) -> Any:
        """The parser of one line, behind its verb."""
        parser = self.parser.parse_interactive()
        parser.feed_token(self.verbs[verb])
        return parser

    def open(self, parser: Any) -> Open:
        """What the parser can take next; worked out once for each of its states."""
        choices = parser.choices()
        if id(choices) not in self._open:
            self._open[id(choices)] = _open(choices, self.places)
        return self._open[id(choices)]


def _open(choices: Mapping[str, Any], places: Mapping[str, Place]) -> Open:
    found = _sorted(places[name] for name in choices if name in places)
    keywords: dict[str, tuple[Place, ...]] = {}
    verbs: dict[str, tuple[Place, ...]] = {}
    for place in found:
        if place.part == "beginning" and place.slot.kinds == ("order",):
            verbs[place.forms[-1].verb] = (*verbs.get(place.forms[-1].verb, ()), place)
        elif place.part != "value":
            keyword = str(place.slot.keyword)
            keywords[keyword] = (*keywords.get(keyword, ()), place)
    return Open(keywords, verbs, tuple(place for place in found if place.part == "value"), END in choices)


def _sorted(places: Iterator[Place] | Sequence[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: (-len(place.forms), place.number)))


@lru_cache(maxsize=32)
def compile_grammar(orders: tuple[type[Order], ...]) -> Grammar:
    """The grammar of these order classes; compiled once a process and tuple of classes."""
    from lark import Lark, Token
    from lark.lexer import Lexer

    class Fed(Lexer):
        """No text is lexed: the words are fed one by one."""

        def __init__(self, conf: Any) -> None: ...

        def lex(self, *_: Any) -> Iterator[Any]:
            return iter(())

    compiler = _Compiler({type_of(order): order.FORM for order in orders})
    verbs = {verb: _name("verb", verb) for verb in compiler.forms}
    rules = [f"{name.lower()}: {name} {compiler.body((compiler.forms[verb],))}" for verb, name in verbs.items()]
    start = "start: " + " | ".join(name.lower() for name in verbs.values())
    declared = "%declare " + " ".join([*verbs.values(), *compiler.places])
    lark = Lark("\n".join([start, *rules, declared, ""]), parser="lalr", lexer=Fed)
    tokens = {verb: Token(name, verb) for verb, name in verbs.items()}
    return Grammar(lark, tokens, compiler.forms, compiler.places)


class _Compiler:
    """The bodies of rules, and the places that they name."""

    def __init__(self, forms: Mapping[str, tuple[Slot, ...]]) -> None:
        self.forms = {verb: _form(verb, slots) for verb, slots in forms.items()}
        self.places: dict[str, Place] = {}

    def body(self, forms: tuple[Form, ...]) -> str:
        """The slots of a form: in the order of writing, those at the end that begin with a word of their own in any."""
        groups = [tuple(group) for _, group in groupby(forms[-1].slots, _group)]
        tail = len(groups)
        while tail and all(map(_own_word, groups[tail - 1])):
            tail -= 1
        parts = [self._either(forms, group) for group in groups[:tail]]
        if groups[tail:]:
            parts.append("(" + " | ".join(self._slot(forms, slot) for group in groups[tail:] for slot in group) + ")*")
        return " ".join(parts)

    def _either(self, forms: tuple[Form, ...], group: tuple[Slot, ...]) -> str:
        """One slot of those that may be given instead of each other."""
        several = "+" if group[0].many and group[0].clause else ""
        written = "(" + " | ".join(self._slot(forms, slot) for slot in group) + ")" + several
        return written if group[0].required else f"({written})?"

    def _slot(self, forms: tuple[Form, ...], slot: Slot) -> str:
        if slot.kinds == ("flag",):
            return self._place(forms, slot, "flag")
        if slot.kinds == ("clause",):
            inner = (*forms, _form(forms[-1].verb, slot.clause, slot))
            begin = self._place(inner, slot, "beginning") if slot.keyword else ""
            return f"{begin} ({self.body(inner)})" + ("+" if _begins_again(slot) else "")
        if slot.kinds == ("order",):
            return "(" + " | ".join(self._order(forms, slot, verb) for verb in slot.verbs) + ")"
        value = self._place(forms, slot, "value") + ("+" if slot.many else "")
        if slot.keyword is None:
            return value
        keyword = self._place(forms, slot, "keyword")
        if slot.bare:
            return f"{keyword} ({value})?"
        return f"[{keyword}] {value}" if slot.optional_keyword else f"{keyword} {value}"

    def _order(self, forms: tuple[Form, ...], slot: Slot, verb: str) -> str:
        inner = (*forms, _form(verb, self.forms[verb].slots, slot))
        return f"{self._place(inner, slot, 'beginning')} {self.body(inner)}"

    def _place(self, forms: tuple[Form, ...], slot: Slot, part: Part) -> str:
        from lark import Token

        within = [name for form in forms[1:] if form.slot for name in (form.slot.field, form.verb)]
        name = _name(forms[0].verb, *within, slot.field, part)
        clause = forms[-1].slot
        again = part == "value" and clause is not None and _begins_again(clause) and clause.clause[0] is slot
        self.places[name] = Place(Token(name, name), forms, slot, part, len(self.places), again)
        return name


def _form(verb: str, slots: tuple[Slot, ...], slot: Slot | None = None) -> Form:
    beside = {one.field: tuple(other.field for other in rivals(one, slots)) for one in slots}
    return Form(verb, slots, slot, beside, tuple(one for one in slots if one.required))


def _group(slot: Slot) -> str:
    """The field in whose place a slot may be given, its own too."""
    return slot.instead or slot.field


def _own_word(slot: Slot) -> bool:
    keyword = slot.keyword is not None and not slot.optional_keyword
    return keyword or slot.kinds == ("order",) or (slot.kinds == ("choice",) and not slot.required and not slot.keyword)


def _begins_again(slot: Slot) -> bool:
    """Whether a repeated clause may begin again without its keyword: with a value that it always has."""
    if not (slot.many and slot.clause):
        return False
    first = slot.clause[0]
    return first.required and first.keyword is None and not (first.many or first.clause or first.verbs)


def _name(*parts: str) -> str:
    return "__".join(re.sub(r"\W", "_", part.strip("_")) for part in parts).upper()
