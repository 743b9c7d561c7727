"""Problems: what is wrong with an order line; and what a check of a whole sheet found."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from pbem.core.orders import Line, Order
from pbem.core.record import Record

Args = dict[str, str | int]


class Problem(Record):
    """A fault of line `line` (0: of the whole sheet) with a code of the catalogue and the numbers that words need.

    `column` counts characters from 1 in the line as written, 0 if the fault has no place in it. `args` fill the
    translated sentence; units and spaces are given by id. `near` holds the nearest valid words or spaces.
    """

    line: int
    code: str
    column: int = 0
    args: Args = Field(default_factory=dict)
    near: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that a rule finds in an order, before it is given a line: code, numbers, clause."""

    code: str
    rule: str
    args: Args = field(default_factory=dict)
    near: tuple[str, ...] = ()

    def on(self, line: int) -> Problem:
        """The same as a problem of a line."""
        return Problem(line=line, code=self.code, args=self.args, near=self.near, rule=self.rule)


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """What the check found for an accepted line: the order in full, and what to tell of it.

    `order` is the order completed (a path written out); `notes` are numbers for the receipt (cost, allowance, value …)
    with short keys that the templates know; `provisional` says that a die yet to be rolled may make it impossible.
    `parts` are the single orders that a line for a whole group comes to, in the order in which they are carried out.
    """

    line: Line
    phase: str
    notes: Args = field(default_factory=dict)
    provisional: bool = False
    parts: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of one seat's sheet: problems in line order, what each good line came to, and what is missing.

    `state` is the position as if all good lines had been carried out and open dice changed nothing. `idle` are the
    units that may still be ordered and have no line, by phase. `complete` says that the current phase needs no more.
    `foreseen` is what the rules will do by themselves to what the lines leave, and what keeps a standing line from
    doing anything as all stands: to be told, nothing that must be mended.
    """

    problems: tuple[Problem, ...]
    lines: tuple[CheckedLine, ...]
    state: Any
    idle: dict[str, tuple[str, ...]]
    complete: bool
    foreseen: tuple[Problem, ...] = ()
