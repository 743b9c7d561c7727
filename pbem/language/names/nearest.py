"""Spelling: the names that are most like a word which is none, as far as the look-ups of a text last."""

import difflib
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from pbem.core.problems import Args

CUTOFF = 0.6
NEAREST = 3
SUGGESTIONS = 100
LONGEST = 80
ALIKE = 0.75
"""How like a name, or the rest of one, words must be that are taken for it, misspelt."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A word that names nothing, or too much: problem code, what the sentence needs, the nearest valid words."""

    code: str
    args: Args
    near: tuple[str, ...] = ()


class Near(Protocol):
    """What finds the candidates most like a word: `nearest`, or that within bounds."""

    def __call__(self, word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
        """The nearest candidates, best first."""


@lru_cache(maxsize=4096)
def nearest(word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
    """The candidates most like a word, best first, at most three; both are keys. `cutoff`: 0 anything, 1 the same."""
    return tuple(difflib.get_close_matches(word, candidates, NEAREST, cutoff))


def unheard(word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
    """No candidate: where it does not matter what a word is nearly."""
    return ()


class Lookups:
    """`nearest` for the words of one text, as long as they last: a page of rubbish costs no more than that."""

    def __init__(self, count: int = SUGGESTIONS) -> None:
        self.left = count
        self._found: dict[tuple[str, tuple[str, ...], float], tuple[str, ...]] = {}

    def __call__(self, word: str, candidates: tuple[str, ...], cutoff: float = CUTOFF) -> tuple[str, ...]:
        """The nearest candidates; none for a word that is too long to be one, nor when the look-ups are used up.

        What was looked up before costs nothing: a line is tried in several ways.
        """
        asked = (word, candidates, cutoff)
        if asked not in self._found:
            if self.left <= 0 or len(word) > LONGEST:
                return ()
            self.left -= 1
            self._found[asked] = nearest(*asked)
        return self._found[asked]
