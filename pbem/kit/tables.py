"""Sums of terms, and results tables: the ratio of two values to a column, a die to a row, the cell where they meet."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol


class Term(Protocol):
    """One term of a sum: `amount` is added for a `unit`, or multiplies what stands before it where it is a `factor`."""

    @property
    def unit(self) -> str: ...

    @property
    def amount(self) -> int: ...

    @property
    def factor(self) -> bool: ...


def total(terms: Iterable[Term]) -> int:
    """The sum of the terms. A factor multiplies what stands before it for the same unit; one of no unit all of that."""
    sums: dict[str, int] = {}
    for each in terms:
        unit = each.unit
        if not each.factor:
            sums[unit] = sums.get(unit, 0) + each.amount
        else:
            for factored in [unit] if unit else [*sums]:
                sums[factored] = sums.get(factored, 0) * each.amount
    return sum(sums.values())


def ratio_column(attack: int, defence: int, columns: Sequence[str]) -> str:
    """The column of a table of odds that two values reach, in favour of the defender where they lie between two.

    `columns` are odds such as "1-2" or "3-1", ascending. Odds below the first column or above the last take that one.
    A defence of 0 is beaten at any odds. ValueError where a value is negative or the columns do not ascend.
    """
    return _column(attack, defence, tuple(columns))


@lru_cache(maxsize=4096)
def _column(attack: int, defence: int, columns: tuple[str, ...]) -> str:
    """The same; the few values of a game come up again and again."""
    if attack < 0 or defence < 0:
        raise ValueError(f"odds of {attack} to {defence}: values are 0 or more")
    found = columns[0]
    for column, a, b in _odds(columns):
        if attack * b < a * defence:
            break
        found = column
    return found


@lru_cache(maxsize=64)
def _odds(columns: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """The columns with their odds; ValueError where they do not ascend."""
    odds = [tuple(int(part) for part in column.split("-")) for column in columns]
    if any(a * d >= c * b for (a, b), (c, d) in pairwise(odds)):
        raise ValueError(f"columns do not ascend: {', '.join(columns)}")
    return tuple((column, a, b) for column, (a, b) in zip(columns, odds, strict=True))


def clamp(value: int, low: int, high: int) -> int:
    """A row or column moved by modifiers, kept within the table."""
    return low if value < low else high if value > high else value


def cell(table: Mapping[str, Mapping[str, Any]], row: int, column: str) -> Any:
    """The cell of a table whose rows are die rolls ("1" …, as JSON has keys); beyond its ends the end rows hold."""
    rows = sorted(map(int, table))
    return table[str(clamp(row, rows[0], rows[-1]))][column]
