"""How faces fell against how honest dice fall: counts, expectation, mean, chi-square.

Floating point is fine here: nothing that is adjudicated depends on these numbers.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbem.dice.die import Die, Face

LEAST = 5
"""The expected count of each face from which chi-square's p is worth reading (Cochran's rule)."""
_TWO_SIDED_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Fit:
    """A chi-square test: the statistic, its degrees of freedom, and p: how often honest dice give as much or more."""

    statistic: float
    freedom: int
    p: float


def upper_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is `statistic` or more; ValueError below 1 degree.

    The regularised upper incomplete gamma function Q(freedom/2, statistic/2), which for whole degrees of freedom is a
    finite sum of positive terms, so that nothing cancels.
    """
    if freedom < 1:
        raise ValueError(f"chi-square has at least 1 degree of freedom, not {freedom}")
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    first, tail = (0.5, math.erfc(math.sqrt(half))) if freedom % 2 else (0.0, 0.0)
    powers = (first + k for k in range(freedom // 2))
    return min(1.0, tail + math.fsum(math.exp(a * math.log(half) - half - math.lgamma(a + 1)) for a in powers))


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> Fit:
    """The test of counts against what was expected of each, one degree of freedom less than there are cells."""
    statistic = math.fsum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    freedom = len(observed) - 1
    return Fit(statistic, freedom, upper_tail(statistic, freedom))


def as_rare(least: float, tests: int) -> float:
    """An upper bound of how often the least p of several tests is as small, honest dice given (Bonferroni).

    It holds also where the tests share dice, as a side's total and its purposes do.
    """
    return min(1.0, least * tests)


@dataclass(frozen=True)
class Tally:
    """How often each face of a die fell: `counts` in the order of `faces`, which are the different ones."""

    die: Die
    counts: tuple[int, ...]

    @classmethod
    def of(cls, die: Die, shown: Iterable[Face]) -> "Tally":
        """The tally of the faces shown; KeyError with the first that the die does not have."""
        counts = Counter(shown)
        for face in counts:
            if face not in die.faces:
                raise KeyError(face)
        return cls(die, tuple(counts[face] for face in dict.fromkeys(die.faces)))

    @property
    def faces(self) -> tuple[Face, ...]:
        """The different faces, in the order in which the die has them."""
        return tuple(dict.fromkeys(self.die.faces))

    @cached_property
    def total(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each face."""
        return tuple(self.die.faces.count(face) / len(self.die.faces) for face in self.faces)

    @property
    def expected(self) -> tuple[float, ...]:
        """How often each face is expected."""
        return tuple(self.total * chance for chance in self.chances)

    @property
    def needed(self) -> int:
        """The number of dice from which chi-square says something."""
        return math.ceil(LEAST / min(self.chances) - 1e-9)

    @cached_property
    def fit(self) -> Fit | None:
        """The chi-square test; None for too few dice, or a die that has one face."""
        if self.total < self.needed or len(self.faces) < 2:
            return None
        return chi_square(self.counts, self.expected)

    @property
    def mean(self) -> float | None:
        """The mean of the faces; None for no dice, or faces that are no numbers."""
        numbers = self._numbers()
        if not numbers or not self.total:
            return None
        return math.fsum(n * count for n, count in zip(numbers, self.counts, strict=True)) / self.total

    @property
    def expected_mean(self) -> float | None:
        """The mean of an honest die; None where faces are no numbers."""
        numbers = self._numbers()
        return math.fsum(n * c for n, c in zip(numbers, self.chances, strict=True)) if numbers else None

    @property
    def margin(self) -> float | None:
        """How far from the expected mean the mean of so many honest dice stays 95 times of 100 (normal, about)."""
        numbers, centre = self._numbers(), self.expected_mean
        if centre is None or not self.total:
            return None
        variance = math.fsum(c * (n - centre) ** 2 for n, c in zip(numbers, self.chances, strict=True))
        return _TWO_SIDED_95 * math.sqrt(variance / self.total)

    def _numbers(self) -> tuple[int, ...]:
        """The faces as numbers; none at all if one is a word."""
        numbers = tuple(face for face in self.faces if isinstance(face, int))
        return numbers if len(numbers) == len(self.faces) else ()
