"""A run that breaks something cut down to few steps: parts are left out as long as the same thing breaks."""

from collections.abc import Callable, Sequence
from time import monotonic

from tests.simulate.steps import Step

Breaks = Callable[[Sequence[Step]], str]


def shortest(steps: Sequence[Step], breaks: Breaks, seconds: float) -> list[Step]:
    """The steps without those that the same fault needs not (delta debugging), as far as the time allows.

    `breaks` runs steps and says what broke, in a word that stays the same; "" for nothing.
    """
    wanted, kept, end = breaks(steps), list(steps), monotonic() + seconds
    size = max(1, len(kept) // 2)
    while kept and monotonic() < end:
        start, shorter = 0, False
        while start < len(kept) and monotonic() < end:
            tried = [*kept[:start], *kept[start + size :]]
            if breaks(tried) == wanted:
                kept, shorter = tried, True
            else:
                start += size
        if size == 1 and not shorter:
            break
        size = max(1, size // 2) if not shorter or size > 1 else 1
    return kept
