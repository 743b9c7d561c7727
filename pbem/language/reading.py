"""What reading a text or a JSON sheet gives, and the limits that both keep."""

from dataclasses import dataclass

from pbem.core.orders import Order
from pbem.core.problems import Problem
from pbem.language.words import words

MAX_TEXT = 400_000
"""Characters or bytes of one sheet; a longer one is not read at all."""
MAX_LINE = 2_000
"""Characters of one line."""
MAX_ORDERS = 600
"""Order lines and commands of one sheet; what follows is not read. The largest side has some hundred counters."""
MAX_NONCE = 64
"""Characters of a nonce."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One order line. `number` counts order lines from 1, readable or not; `row` the lines of the text as written.

    `offset` is how many characters stand before the order in its line as written; `text` the order as written, made
    plain, without comment. `phase` is that of the PHASE head above it, as written where it names none. `order` is None
    where the line could not be read: then there is a problem with its number. `supplied`: the form proposes it, and the
    mail did not write it. `mended` is the line of the mail, made plain, where `text` is an order that stands so nowhere
    in it; else "".
    """

    number: int
    offset: int
    text: str
    phase: str | None
    order: Order | None
    row: int = 0
    supplied: bool = False
    mended: str = ""

    @property
    def written(self) -> str:
        """The order as the player wrote it, or the line of which it was made."""
        return self.mended or self.text

    @property
    def is_whole(self) -> bool:
        """Whether the player wrote all words of it: none was left out that had to be put in."""
        return not self.mended or {word.key for word in words(self.text)} <= {word.key for word in words(self.mended)}


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a mail, which is no order: its name (English, lower case), its arguments, the line as written."""

    name: str
    args: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text or a JSON sheet says. `ignored` are the lines that were taken for prose, made plain.

    Problems stand in the order of the text. Those of commands and heads have line 0 and hold the line as `text`.
    `heads` are the phases that have a head, with lines under it or without: an empty one says "nothing in this phase".
    `idle` are lines that say of units that they do nothing, where no order is for that.
    `reserve` are those that keep units off the map: in a set-up each is a DROP of them.
    `replaces`: its lines are all that is wanted of their phases, as in a JSON sheet that does not say `merge`.
    """

    game: str | None = None
    turn: int | None = None
    lines: tuple[ReadLine, ...] = ()
    commands: tuple[Command, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    reserve: tuple[Command, ...] = ()
    replaces: bool = False
