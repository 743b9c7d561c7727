"""A line that begins with a verb, taken apart, and judged: whether it is an order, and what is wrong with it.

Both is asked again and again while a text is read, for a line is tried in several ways.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import takewhile

from pbem.core.orders import Order, Slot
from pbem.core.problems import Problem
from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.finding import means_unit
from pbem.language.names.joining import join_names
from pbem.language.names.nearest import Lookups, Near, unheard
from pbem.language.reading import MAX_LINE
from pbem.language.text.grammar import compile_grammar
from pbem.language.text.line import LineReader
from pbem.language.words import BETWEEN, Word, key_of, words

IsRight = Callable[[str], bool]
"""Whether a line is an order with nothing wrong in its words."""


@dataclass(frozen=True)
class Begun:
    """The verb of a line by id, how many words it has there, and all words of the line."""

    line: str
    lexicon: Lexicon
    read: Sequence[Word]
    id_: str
    used: int

    @property
    def kind(self) -> type[Order]:
        """The order that the verb is of."""
        return self.lexicon.orders[self.id_]

    @property
    def form(self) -> tuple[Slot, ...]:
        """How that order is written."""
        return self.kind.FORM

    @property
    def said(self) -> str:
        """The key of the verb as it is written."""
        return key_of(self.read[: self.used])

    @property
    def verb(self) -> str:
        """The verb as it is written, as far behind the begin of the line."""
        return " " * self.read[0].start + self.line[self.read[0].start : self.read[self.used - 1].end]

    @property
    def behind(self) -> str:
        """The line behind its verb."""
        return self.line[self.read[self.used - 1].end :]

    @cached_property
    def joined(self) -> tuple[Word, ...]:
        """The words behind the verb, those of one name made one."""
        return join_names(self.read[self.used :], self.lexicon)

    @property
    def named(self) -> list[Word]:
        """The same without those that say nothing before and between names: "the", "and"."""
        return [word for word in self.joined if word.key not in (*command_words().skip, *BETWEEN)]

    @property
    def units(self) -> Sequence[Word]:
        """The units that stand behind the verb first of all."""
        return leading_units(self.joined, self.lexicon)

    def anew(self, line: str) -> "Begun":
        """Another line that begins with the same verb."""
        return Begun(line, self.lexicon, words(line), self.id_, self.used)


def begun(line: str, lexicon: Lexicon) -> Begun | None:
    """A line that begins with a verb, taken apart; None for any other."""
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    return Begun(line, lexicon, read, *found) if found else None


def leading_units(joined: Sequence[Word], lexicon: Lexicon, side: str | None = None) -> Sequence[Word]:
    """The units (of a side) that words begin with, without what says nothing before and between them."""
    skip = {*command_words().skip, *lexicon.skip, *BETWEEN}
    ours = partial(means_unit, lexicon=lexicon, side=side)
    return [*filter(ours, takewhile(lambda word: ours(word) or word.key in skip, joined))]


def only_right(said: Iterable[str], is_right: IsRight) -> tuple[str, ...]:
    """Of several readings of a line the one that is right; nothing where none is, or more than one."""
    right = [*filter(is_right, said)]
    return tuple(right) if len(right) == 1 else ()


class Judge:
    """Judges the lines of one text. `side` decides between phases of one name; `near` finds what was nearly meant."""

    def __init__(self, lexicon: Lexicon, near: Lookups, side: str | None) -> None:
        self.lexicon, self.near, self.side = lexicon, near, side
        self._grammar = compile_grammar(tuple(lexicon.orders.values()))
        self._right: dict[str, bool] = {}

    def is_right(self, line: str) -> bool:
        """Whether a line is an order with nothing wrong in its words. A line is tried in several ways: kept by line."""
        if line not in self._right:
            order = begun(line, self.lexicon)
            self._right[line] = order is not None and not self.read(order, near=unheard).problems
        return self._right[line]

    def problems_of(self, line: str) -> list[Problem]:
        """What is wrong in the words of an order; nothing in a line that begins with no verb."""
        order = begun(line, self.lexicon)
        return self.read(order).problems if order else []

    def read(self, order: Begun, number: int = 0, near: Near | None = None) -> LineReader:
        """An order line of a number, read: its order, or all that is wrong with it."""
        line = order.line
        found = LineReader(number, line, self.lexicon, near or self.near, self.side)
        if len(line) > MAX_LINE:
            found.add("too-long", 0, {"length": len(line), "limit": MAX_LINE})
        else:
            found.read(self._grammar, order.id_, order.said, order.joined, order.read[-1].end)
        return found
