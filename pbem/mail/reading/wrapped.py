"""Lines that the sender's mail program cut in two, made one again. Only a break that a wrap explains is undone."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from pbem.mail.reading.quotes import quote_depth, strip_list_mark
from pbem.mail.text.phrases import GOES_ON
from pbem.mail.text.plain import squeeze

_FEWEST, _MOST = 60, 80  # columns that programs wrap at
_PIECES = 8  # of one line
_FIGURE = re.compile(r"\d")


def rejoin(lines: Sequence[str], page: Sequence[str] = ()) -> list[str]:
    """The lines of a text part (plain), unquoted ones rejoined; `page` are the lines of the HTML part, if there is one.

    The HTML part shows which lines are one. Without it, a line goes on the one before if that holds a figure, was
    too full for the first word of this one, and this one begins as no order does: with a figure, a name with one, or
    WITH and the like. No program broke a line off shorter than it left another one.
    """
    fewest = max(_FEWEST, *(len(line.rstrip()) for line in _own(lines) if len(line.rstrip()) <= _MOST), 0)
    whole = {squeeze(strip_list_mark(line)) for line in page if line.strip()}
    joined: list[str] = []
    rest = list(lines)
    at = 0
    while at < len(rest):
        count = _shown_as_one(rest[at : at + _PIECES], whole) if whole else _run(rest[at : at + _PIECES], fewest)
        joined.append(" ".join(piece.strip() for piece in rest[at : at + count]) if count > 1 else rest[at])
        joined.extend([""] * (count - 1))  # what is known of a line by its number stays true
        at += count
    return joined


def _own(lines: Sequence[str]) -> Iterator[str]:
    """The lines above a signature that nobody else wrote."""
    return (line for line in takewhile(lambda line: line.rstrip() != "--", lines) if not quote_depth(line)[0])


def _shown_as_one(lines: Sequence[str], whole: set[str]) -> int:
    """How many of these lines are the pieces of one that the HTML part has whole; 1 if none are."""
    text, found = strip_list_mark(lines[0]), 1
    for count, line in enumerate(_followers(lines, _FEWEST), 2):
        text = f"{text} {line.strip()}"
        found = count if squeeze(text) in whole else found
    return found


def _run(lines: Sequence[str], fewest: int) -> int:
    """How many of these lines are one by their look alone, wrapped at so many columns or more."""
    count = 1
    for line in _followers(lines, fewest):
        if not (_FIGURE.search(lines[0]) and _goes_on(line)):
            break
        count += 1
    return count


def _followers(lines: Sequence[str], fewest: int) -> Iterator[str]:
    """The lines after the first, as long as each was broken off because it would not have fitted."""
    for before, line in pairwise(lines):
        words = line.split(maxsplit=1)
        if not words or quote_depth(before)[0] or quote_depth(line)[0]:
            return
        if len(before) > _MOST or len(before.rstrip()) + 1 + len(words[0]) <= fewest:
            return
        yield line


def _goes_on(line: str) -> bool:
    first = line.split(maxsplit=1)[0]
    return strip_list_mark(line) == line.strip() and bool(_FIGURE.search(first) or GOES_ON.fullmatch(first))
