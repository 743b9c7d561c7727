"""The grammar of order lines, compiled from the FORM of the order classes: one rule a verb, one terminal a slot.

Words are turned into tokens one at a time, by what the parser can take next: a keyword where a keyword may stand, else
the value of the next slot. So every line is read in one pass, and what was expected is known exactly.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbem.core.orders import Order, Slot
from pbem.language.lexicon import Lexicon
from pbem.language.words import Word

if TYPE_CHECKING:
    from lark import Lark

END = "$END"


@dataclass(frozen=True, slots=True)
class Value:
    """A word read as (part of) the value of a slot; the keyword's own word for a flag."""

    slot: Slot
    word: Word


@dataclass(frozen=True, slots=True)
class Unexpected:
    """A word that cannot stand where it stands, and what could: slots and keywords."""

    word: Word
    slots: tuple[Slot, ...]
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a line says after its verb: values up to the first word that does not fit, that word, or the slot that is
    missing at the end."""

    values: tuple[Value, ...]
    unexpected: Unexpected | None = None
    missing: Slot | None = None


@dataclass(frozen=True)
class Grammar:
    """The compiled grammar of some order classes: slots by the name of their terminal, forms by verb."""

    parser: Lark
    slots: Mapping[str, Slot]
    forms: Mapping[str, tuple[Slot, ...]]

    def read(self, verb: str, words: Sequence[Word], lexicon: Lexicon, skip: Container[str] = ()) -> Parsed:
        """Read the words of a line after its verb; words of `skip` ("and") say nothing, unless they name something."""
        from lark import Token

        parser = self.parser.parse_interactive()
        parser.feed_token(Token(_verb(verb), verb))
        values: list[Value] = []
        for word in words:
            open_ = _open(parser)
            terminal = self._terminal(word, open_, lexicon)
            if word.key in skip and not self._says(word, terminal, lexicon):
                continue
            if terminal is None:
                return Parsed(tuple(values), self._unexpected(word, open_))
            parser.feed_token(Token(terminal, word.text))
            if terminal in self.slots:
                values.append(Value(self.slots[terminal], word))
        return Parsed(tuple(values), None, self._missing(verb, values, _open(parser)))

    def _missing(self, verb: str, values: Sequence[Value], open_: Mapping[str, Any]) -> Slot | None:
        """The slot that a line should not end without."""
        if END not in open_:
            return next(self.slots[name] for name in open_ if name in self.slots)
        given = {value.slot.field for value in values}
        required = (slot for slot in self.forms[verb] if slot.required and slot.field not in given)
        return next(required, None)

    def _terminal(self, word: Word, open_: Mapping[str, Any], lexicon: Lexicon) -> str | None:
        """The terminal that a word is here; None where nothing fits."""
        keyword = None if word.quoted else lexicon.keywords.get(word.key)
        flag = keyword and _flag(keyword)
        for terminal in (keyword and _keyword(keyword), flag):
            if terminal and terminal in open_:
                return terminal
        if not word.quoted and self._reserved(word, lexicon):
            return None
        slots = [name for name in open_ if name in self.slots and not name.startswith("FLAG_")]
        chosen = [name for name in slots if lexicon.choices.get(word.key) in self.slots[name].choices]
        return next(iter(chosen or slots), None)

    def _says(self, word: Word, terminal: str | None, lexicon: Lexicon) -> bool:
        """Whether a word that might be skipped is a name, a keyword, or the choice that its slot asks for."""
        slot = self.slots.get(terminal or "")
        chosen = slot is not None and lexicon.choices.get(word.key) in slot.choices
        return word.quoted or chosen or (terminal is not None and slot is None) or _named(word, lexicon)

    def _reserved(self, word: Word, lexicon: Lexicon) -> bool:
        """Whether a word is a keyword or a verb and the name of nothing: it is never taken for a unit or a space."""
        return not _named(word, lexicon) and (word.key in lexicon.keywords or word.key in lexicon.verbs)

    def _unexpected(self, word: Word, open_: Mapping[str, Any]) -> Unexpected:
        slots = tuple(self.slots[name] for name in open_ if name in self.slots and not name.startswith("FLAG_"))
        keywords = tuple(name.partition("_")[2] for name in open_ if name.startswith(("KW_", "FLAG_")))
        return Unexpected(word, slots, tuple(sorted(keywords)))


def _named(word: Word, lexicon: Lexicon) -> bool:
    return word.key in lexicon.units or word.key in lexicon.unit_names or word.key in lexicon.places


def _open(parser: Any) -> Mapping[str, Any]:
    """The terminals that the parser can take next."""
    open_: Mapping[str, Any] = parser.choices()
    return open_


@lru_cache(maxsize=32)
def compile_grammar(orders: tuple[type[Order], ...]) -> Grammar:
    """The grammar of these order classes; compiled once a process and tuple of classes."""
    from lark import Lark
    from lark.lexer import Lexer

    class Fed(Lexer):
        """No text is lexed: the words are fed one by one."""

        def __init__(self, conf: Any) -> None: ...

        def lex(self, *_: Any) -> Iterator[Any]:
            return iter(())

    forms = {str(order.model_fields["type"].default): order.FORM for order in orders}
    slots = {_slot(verb, slot): slot for verb, form in forms.items() for slot in form}
    rules = [f"{verb.replace('-', '_')}_: {_verb(verb)} {_body(verb, form)}" for verb, form in forms.items()]
    verbs = [_verb(verb) for verb in forms]
    keywords = {_keyword(slot.keyword) for slot in slots.values() if slot.keyword and slot.kinds != ("flag",)}
    start = "start: " + " | ".join(rule.partition(":")[0] for rule in rules)
    declared = "%declare " + " ".join([*verbs, *sorted(slots), *sorted(keywords)])
    return Grammar(Lark("\n".join([start, *rules, declared, ""]), parser="lalr", lexer=Fed), slots, forms)


def _body(verb: str, form: Sequence[Slot]) -> str:
    """The slots of a verb: in the order of writing, but those at the end that begin with a word of their own in any."""
    tail = len(form)
    while tail and _own_word(form[tail - 1]):
        tail -= 1
    parts = [_field(verb, slot) if slot.required else f"({_field(verb, slot)})?" for slot in form[:tail]]
    if form[tail:]:
        parts.append("(" + " | ".join(_field(verb, slot) for slot in form[tail:]) + ")*")
    return " ".join(parts)


def _own_word(slot: Slot) -> bool:
    keyword = slot.keyword is not None and not slot.optional_keyword
    return keyword or (slot.kinds == ("choice",) and not slot.required and slot.keyword is None)


def _field(verb: str, slot: Slot) -> str:
    value = _slot(verb, slot) + ("+" if slot.many else "")
    if slot.keyword is None or slot.kinds == ("flag",):
        return value
    keyword = _keyword(slot.keyword)
    return f"[{keyword}] {value}" if slot.optional_keyword else f"{keyword} {value}"


def _slot(verb: str, slot: Slot) -> str:
    if slot.kinds == ("flag",):
        return _flag(str(slot.keyword))
    return f"{verb}__{slot.field.strip('_')}".replace("-", "_").upper()


def _verb(verb: str) -> str:
    return "VERB_" + verb.replace("-", "_").upper()


def _keyword(keyword: str) -> str:
    return "KW_" + keyword.replace("-", "_").upper()


def _flag(keyword: str) -> str:
    return "FLAG_" + keyword.replace("-", "_").upper()
