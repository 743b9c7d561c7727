"""A run that breaks something cut down to few steps: parts are left out as long as the same thing breaks."""

from collections.abc import Callable, Sequence
from time import monotonic

from tests.simulate.steps import Step

Breaks = Callable[[Sequence[Step]], str]


def shortest(steps: Sequence[Step], breaks: Breaks, seconds: float) -> list[Step]:
    """The steps without those that the same fault needs not, as far as the time allows.

    `breaks` runs steps and says what broke, in a word that stays the same; "" for nothing. First all steps of a kind
    are left out together, then halves, quarters and so on (delta debugging).
    """
    wanted, kept, end = breaks(steps), list(steps), monotonic() + seconds

    def still(tried: list[Step]) -> bool:
        return monotonic() < end and breaks(tried) == wanted

    for kind in sorted({(step.kind, step.act) for step in kept}):
        tried = [step for step in kept if (step.kind, step.act) != kind]
        kept = tried if still(tried) else kept
    size = max(1, len(kept) // 2)
    while kept and monotonic() < end:
        before, start = len(kept), 0
        while start < len(kept):
            tried = [*kept[:start], *kept[start + size :]]
            kept, start = (tried, start) if still(tried) else (kept, start + size)
        if size == 1 and len(kept) == before:
            break
        size = max(1, size // 2)
    return kept
