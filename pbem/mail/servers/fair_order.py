"""In which order many waiting mails are taken: those of people whom the referee knows before all others, by turns."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any, TypeVar

K = TypeVar("K")
Words = Sequence[str]
"""What a mail of somebody shows in its header: an address in From, "game.token" in To or Subject; in small letters."""
People = Callable[[], Sequence[Words]]
"""The people whose mails come first; asked for only where very many mails wait."""

CROWD = 100
"""So many waiting mails are taken as they lie; of more, the known people's come first."""
SEARCHES = 20
"""The people's mails are searched for in at most so many questions to the server."""


def nobody() -> tuple[Words, ...]:
    """No people who come first."""
    return ()


def by_turns(groups: Iterable[Iterable[K]]) -> list[K]:
    """One of each group, then a second one of each …: whoever sends many holds up himself. Each but once."""
    seen: set[K] = set()
    lines = []
    for group in groups:
        mine = [each for each in group if each not in seen]
        seen.update(mine)
        lines.append(mine)
    return [each for rank in zip_longest(*lines) for each in rank if each is not None]


def searches(people: Sequence[Words]) -> list[list[Any]]:
    """IMAP search keys that find the mails of people, one for each of them, or for some together if they are many."""
    several = [[word for words in people[n::SEARCHES] for word in words] for n in range(min(SEARCHES, len(people)))]
    keys = [[key for word in words if word.isascii() for key in _keys(word)] for words in several]
    return [reduce(lambda one, other: ["OR", one, other], each) for each in keys if each]


def group_of(header: bytes, people: Sequence[Words]) -> int | None:
    """Whose mail it is by its header, as a number in `people`; None where it is nobody's."""
    text = header.lower()
    found = (n for n, words in enumerate(people) if any(word.encode() in text for word in words))
    return next(found, None)


def _keys(word: str) -> list[list[str]]:
    return [["FROM", word]] if "@" in word else [["TO", word], ["SUBJECT", word]]
