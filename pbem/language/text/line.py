"""One order line: its words put where they belong by the grammar, and the order made of them, or all that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from pbem.core.orders import Order, Slot
from pbem.core.problems import Args, Problem
from pbem.language.commands import command_words
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import choice_of, find_unit
from pbem.language.names.joining import join_words, numbered
from pbem.language.names.matching import names_something
from pbem.language.names.nearest import ALIKE, Miss, Near, unheard
from pbem.language.names.slots import begins, find, is_id, is_named, kinds_of, values_of
from pbem.language.text.grammar import Form, Grammar, Open, Place
from pbem.language.text.parsed import ParsedForm, Value, fresh_of, lacking_of, next_of, put
from pbem.language.text.way import in_order_of_the_way
from pbem.language.words import Word, key

_SIGN = re.compile(r"([<>=≤≥≠]+)[^\w<>=≤≥≠]*\d+\W*$")
_AT_LEAST = (">=", "=>", "≥")
_LISTED = 7  # words, at most, of which it is said that one of them may stand somewhere
_PREPOSITIONS = ("TO", "AT", "FROM")
_BESIDE = (*_PREPOSITIONS, "WITH", "VIA")
"""Keywords that say nothing beside another one: "WITH the SUPPORT of", "supported BY"."""


class LineReader:
    """One order line being read: its order, or all that is wrong with it. `side` decides between phases of one name."""

    def __init__(self, number: int, line: str, lexicon: Lexicon, near: Near, side: str | None = None) -> None:
        self._number, self._line, self._lexicon, self._near, self._side = number, line, lexicon, near, side
        self._tongue: frozenset[str] = frozenset()
        self.problems: list[Problem] = []
        self.order: Order | None = None

    def read(self, grammar: Grammar, verb: str, begun: str, words: Sequence[Word], end: int) -> None:
        """Read the words behind a verb; `begun` is the key of the verb as written, `end` where the line's words end."""
        self._tongue = self._lexicon.tongues[begun]
        stack = [ParsedForm(grammar.forms[verb], end=end)]
        words = in_order_of_the_way(words, verb, self._lexicon)
        refused, open_ = self._parse(grammar.begin(verb), grammar, words, stack)
        fields = self._fields(stack[0])
        if refused:
            self._unexpected(refused, open_, stack)
        elif not open_.ends:
            self._missing(*next_of(stack, open_), end)
        elif lacking := lacking_of(stack[0]):
            self._missing(*lacking)
        if not self.problems:
            self.order = self._lexicon.orders[verb](**fields)

    def tell_misspelt(self, words: Sequence[Word]) -> None:
        """Say of words behind the verb that are nearly a unit's name together that, and nothing of what they seemed."""
        if misspelt := next(self._misspelt(words), None):
            self.problems = []
            self._miss(*misspelt)

    def add(self, code: str, start: int, args: Args, near: tuple[str, ...] = ()) -> None:
        """A problem of this line at a character of the line as written (from 0)."""
        self.problems.append(Problem(line=self._number, code=code, column=start + 1, args=args, near=near))

    def _miss(self, word: Word, missed: Miss) -> None:
        self.add(missed.code, word.start, missed.args, missed.near)

    def _misspelt(self, words: Sequence[Word]) -> Iterator[tuple[Word, Miss]]:
        """The words, two together, that are no unit and nearly the name of one ("infntry 1", of infantry-1)."""
        wrong = {problem.column - 1 for problem in self.problems if problem.code == "unknown-unit"}
        for first, second in pairwise(words):
            if first.start in wrong and not (self._is_reserved(second) or names_something(second, self._lexicon)):
                joined = join_words((first, second))
                found = find_unit(joined, self._lexicon, partial(self._near, cutoff=ALIKE), self._side)
                if isinstance(found, Miss) and found.code == "unknown-unit" and found.near:
                    yield joined, found

    # Words to places

    def _parse(
        self, parser: Any, grammar: Grammar, words: Sequence[Word], stack: list[ParsedForm]
    ) -> tuple[Word | None, Open]:
        """Put the words where they belong, up to the first that belongs nowhere; and what could come then."""
        skip, silent = command_words().skip, self._lexicon.skip
        last: Word | None = None  # of the units that a slot holds so far
        begun = ""  # the keyword of a field that stands before the word
        for at, word in enumerate(words):
            open_ = grammar.open(parser)
            if last and _takes_units_alone(open_):
                word = numbered(last, word, self._lexicon) or word
            place = self._place(word, open_, stack)
            if (word.key in skip or word.key in silent) and self._is_silent(word, place):
                continue
            if place is None and self._is_preposition(word, words[at + 1 : at + 3], open_):
                continue
            if self._is_beside(word, words[at + 1 :], begun, open_, fits=place is not None):
                continue
            if place is None or (last and self._is_place_alone(word, open_)):
                return word, open_
            parser.feed_token(place.token)
            put(stack, place, word)
            field = place.part != "value" and place.slot.kinds != ("clause",)
            begun = self._lexicon.keywords.get(word.key, "") if field else ""
            last = word if place.slot.many and place.slot.kinds == ("unit",) else None
        return None, grammar.open(parser)

    def _place(self, word: Word, open_: Open, stack: Sequence[ParsedForm]) -> Place | None:
        """Where a word belongs: a keyword where one may stand, else a value; None where nothing fits."""
        lexicon, values = self._lexicon, open_.values
        if not word.quoted and not (values and self._is_foreign(word)):
            begun = open_.keywords.get(lexicon.keywords.get(word.key, ""), ())
            if open_.verbs:
                begun += open_.verbs.get(lexicon.verbs.get(word.key, ""), ())
            begun = begun or self._deeds(word, open_)
            if begun:
                return begun[0] if len(begun) == 1 else next(fresh_of(begun, stack), begun[0])
        choice = choice_of(word, lexicon, self._side)
        chosen = next((place for place in values if choice in place.slot.choices), None) if choice else None
        if chosen:
            return chosen
        if not word.quoted and self._is_reserved(word):
            return None
        if (open_.keywords or open_.verbs) and all(place.slot.kinds == ("choice",) for place in values):
            return None
        return self._fitting(word, values) if len(values) > 1 else next(iter(values), None)

    def _deeds(self, word: Word, open_: Open) -> tuple[Place, ...]:
        """The places of the keyword that is called like the verb which a word is: "goes", "fires at", in ACTIVATE."""
        lexicon = self._lexicon
        if names_something(word, lexicon) or word.key in command_words().skip:
            return ()
        said = (word.key, word.key.partition("-")[0] if word.key in lexicon.keywords else "")
        verb = next((lexicon.verbs[each] for each in map(lexicon.verb_of, said) if each), "")
        return open_.keywords.get(verb.upper(), ())

    def _fitting(self, word: Word, values: Sequence[Place]) -> Place:
        """Of several values the one that a word names, by an id rather than by a name, or else comes nearest to."""
        for names in (is_id, is_named):
            if named := next((place for place in values if names(word, place.slot, self._lexicon)), None):
                return named
        if word.key.isdecimal():
            return next((place for place in values if _counts(word, place.slot)), values[0])
        found = {place: find(word, place.slot, self._lexicon, self._near, self._side) for place in values}
        good = [place for place in values if not isinstance(found[place], Miss)]
        near = [place for place, miss in found.items() if isinstance(miss, Miss) and miss.near]
        return (good or near or values)[0]

    def _is_silent(self, word: Word, place: Place | None) -> bool:
        """Whether a word ("and") says nothing: it is no keyword, no choice that is asked for, and names nothing."""
        if word.quoted or (place and place.part != "value"):
            return False
        if place and place.slot.kinds == ("choice",) and place.slot.keyword and len(word.key) == 1:  # FACE E
            return False
        if place and self._lexicon.choices.get(word.key) in place.slot.choices:
            return False
        if word.key in self._lexicon.choices and not self._line[word.end :].strip(" .,;!"):
            return False  # the way to the south-east, and no «se»: MOVE a 1008 SE
        tongue = command_words().skip.get(word.key) or self._lexicon.tongues.get(word.key, frozenset())
        return bool(self._tongue & tongue) or not names_something(word, self._lexicon)

    def _is_preposition(self, word: Word, after: Sequence[Word], open_: Open) -> bool:
        """Whether a word that belongs nowhere stands before a space and says no more: the second TO in 0402 TO 0403.

        Or before a unit, a group or a choice where nothing else may stand: "an order TO the left wing".
        """
        keyword = "" if word.quoted else self._lexicon.keywords.get(word.key, "")
        kinds = {place.slot.kinds for place in open_.values}
        if keyword == "TO" and kinds == {("group",)}:
            return True
        if keyword == "TO" and kinds == {("unit",)} and after:  # "pongo a los suizos en 1707"
            behind = next((word for word in after if word.key not in command_words().skip), after[0])
            return not isinstance(find_unit(behind, self._lexicon, unheard, self._side), Miss)
        if keyword == "TO" and kinds == {("choice",)}:
            choice = choice_of(after[0], self._lexicon, self._side) if after else None
            return any(choice in place.slot.choices for place in open_.values)
        return keyword in _PREPOSITIONS and any("space" in place.slot.kinds for place in open_.values)

    def _is_beside(self, word: Word, after: Sequence[Word], begun: str, open_: Open, *, fits: bool) -> bool:
        """Whether a preposition says nothing because it stands before or behind a keyword that says what is meant.

        `begun` is the keyword before it, if any. One that `fits` counts, but before a space that the other begins.
        """
        lexicon, skip = self._lexicon, command_words().skip
        known = lexicon.keywords
        if word.quoted or not self._is_reserved(word) or known.get(word.key) not in _BESIDE:
            return False
        next_ = next((each for each in after if each.key not in skip), word)
        if not begun or begun in _BESIDE:
            return known[word.key] == "WITH" and known.get(next_.key, "WITH") not in (*_BESIDE, "NONE")
        is_space = next_.key in lexicon.places or next_.key in lexicon.spaces
        return not fits or (is_space and any("space" in place.slot.kinds for place in open_.values))

    def _is_place_alone(self, word: Word, open_: Open) -> bool:
        """Whether a word behind units is a place, and no unit, where none may stand: ACTIVATE u TO the wood."""
        lexicon = self._lexicon
        if any(place.slot.kinds != ("unit",) for place in open_.values):
            return False
        return word.key in lexicon.places and not (word.key in lexicon.units or word.key in lexicon.unit_names)

    def _is_foreign(self, word: Word) -> bool:
        """Whether a word is a name here, and a keyword in languages other than that of the line's verb alone."""
        return word.key in self._lexicon.double and self._tongue.isdisjoint(self._lexicon.tongues[word.key])

    def _is_reserved(self, word: Word) -> bool:
        """Whether a word is a keyword or a verb and the name of nothing: it is never taken for a unit or a space."""
        known = word.key in self._lexicon.keywords or word.key in self._lexicon.verbs
        return known and word.key not in self._lexicon.double

    # Places to fields

    def _fields(self, said: ParsedForm) -> dict[str, Any]:
        """The fields of an order or a clause, as far as its words mean something."""
        fields: dict[str, Any] = {}
        for value in said.values:
            slot = value.slot
            rivals = said.form.rivals[slot.field]
            if (slot.field in fields and not slot.many) or (rivals and not fields.keys().isdisjoint(rivals)):
                self.add("said-twice", value.word.start, {"read": value.word.text})
                continue
            found = self._value(value)
            if isinstance(found, Miss):
                self._miss(value.word, found)
            elif slot.many:
                fields[slot.field] = (*fields.get(slot.field, ()), found)
            else:
                fields[slot.field] = found
        return fields

    def _value(self, value: Value) -> Any:
        """What a value means, or a Miss; of a clause its fields, of an order within this one the order."""
        slot, word = value.slot, value.word
        if value.bare:
            return slot.bare
        if value.inner is None:
            return True if slot.kinds == ("flag",) else self._found(slot, word)
        before = len(self.problems)
        fields = self._fields(value.inner)
        if slot.kinds == ("clause",) or len(self.problems) > before or lacking_of(value.inner):
            return fields
        return self._lexicon.orders[value.inner.form.verb](**fields)

    def _found(self, slot: Slot, word: Word) -> str | int | Miss:
        found = find(word, slot, self._lexicon, self._near, self._side)
        lost = isinstance(found, Miss) and found.code.startswith("unknown-") and not found.near
        if lost and word.key in self._lexicon.choices and not word.quoted:  # MOVE THERE
            return Miss("unexpected-word", {"read": word.text, "expected": "|".join(values_of(slot, self._lexicon))})
        if isinstance(found, int) and word.text.startswith("-"):
            return Miss("bad-count", {"read": word.text, "least": slot.least, "most": slot.most})
        if isinstance(found, int) and (sign := _SIGN.search(self._line[: word.end])):
            equal = () if slot.keyword and ">=" in self._lexicon.say_all("keywords", slot.keyword) else ("=",)
            if sign[1] not in (*_AT_LEAST, *equal):
                return Miss("bad-sign", {"read": sign[1]})
        return found

    # What is told

    def _unexpected(self, word: Word, open_: Open, stack: Sequence[ParsedForm]) -> None:
        lexicon = self._lexicon
        fresh = {keyword: next(fresh_of(places, stack), None) for keyword, places in open_.keywords.items()}
        words = [("keywords", keyword) for keyword in sorted(fresh) if fresh[keyword]]
        words += [("verbs", verb) for verb in sorted(open_.verbs)]
        chosen = [place.slot for place in open_.values if words and place.slot.kinds == ("choice",)]
        choices = [("choices", choice) for slot in chosen for choice in slot.choices]
        kinds = [kinds_of(place.slot, lexicon) for place in open_.values if place.slot not in chosen]
        args: Args = {"read": word.text, "verb": stack[-1].form.verb}
        said = [lexicon.say_all(group, id_) for group, id_ in (*choices, *words)]
        if len(expected := list(dict.fromkeys([*kinds, *said]))) > _LISTED:
            args["usage"] = stack[0].form.verb
        elif expected:
            args["expected"] = "|".join(expected)
        meanings = {
            key(one): self._in_tongue(*id_) or one
            for id_, all_ in zip((*choices, *words), said, strict=True)
            for one in all_.split("/")
        }
        near = tuple(dict.fromkeys(meanings[one] for one in self._near(word.key, tuple(meanings))))
        self.add("unexpected-word", word.start, args, near)

    def _in_tongue(self, group: str, id_: str) -> str:
        """A word in the language of the line's verb; "" where it is of several, or of none."""
        return self._lexicon.say(group, id_, *self._tongue) if len(self._tongue) == 1 else ""

    def _missing(self, form: Form, slot: Slot, end: int) -> None:
        """A slot is missing: what is expected, and after which keyword."""
        args: Args = {"verb": form.verb}
        if rivals := form.rivals[slot.field]:
            group = (slot, *(one for one in form.slots if one.field in rivals))
            args["expected"] = "|".join(dict.fromkeys(one for each in group for one in begins(each, self._lexicon)))
        else:
            args["expected"] = "|".join(values_of(slot, self._lexicon))
            if slot.keyword and not slot.optional_keyword:
                args["keyword"] = self._lexicon.say_all("keywords", slot.keyword)
        self.add("missing-field", end, args)


def _takes_units_alone(open_: Open) -> bool:
    """Whether a number in this place can be no number, but only the rest of a unit's name."""
    kinds = {kind for place in open_.values for kind in place.slot.kinds}
    return "unit" in kinds and kinds <= {"unit", "space"}


def _counts(word: Word, slot: Slot) -> bool:
    """Whether a number that is not right may be meant for a slot."""
    return "space" in slot.kinds or ("number" in slot.kinds and len(word.key) <= len(str(slot.most)))
