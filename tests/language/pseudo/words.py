"""The pseudo-language: every text in ⟦ ⟧ and 40 % longer, so that what is outside of them was never translated."""

import re
from math import ceil

OPEN, CLOSE = "⟦", "⟧"
GROWTH = 0.4
PLACE = re.compile(r"(%\(\w+\)[sd]|\{[^{}]*\}|</?[a-z][^<>]*>)")
"""Places for values, and marks of HTML: no letters of a text."""
LETTERS = re.compile(r"[^\W\d_]")
FILES = ("map", "handbook")
"""What files that come with a mail are called: these names stay, for they are written in ASCII in any language."""
_LONGEST = 7


def pseudo(text: str) -> str:
    """A text as it is in the pseudo-language; one without letters, or in it already, as it is.

    The places for values stay outside: what is put there must be translated itself.
    """
    if OPEN in text or text in FILES:
        return text
    return "".join(part if PLACE.fullmatch(part) else _longer(part) for part in PLACE.split(text))


def _longer(part: str) -> str:
    inner = part.strip()
    count = len(LETTERS.findall(inner))
    if not count:
        return part
    before, after = part[: len(part) - len(part.lstrip())], part[len(part.rstrip()) :]
    return f"{before}{OPEN}{inner}{_growth(ceil(count * GROWTH))}{CLOSE}{after}"


def _growth(count: int) -> str:
    """So many letters: in words with blanks before them, which wrap as any others do."""
    return (
        "".join(f" {'ë' * min(_LONGEST, count - i)}" for i in range(0, count, _LONGEST)) if count > 3 else "ë" * count
    )


def outside(text: str) -> str:
    """What of a text is outside of all ⟦ ⟧; of those within others only the outermost count."""
    kept, depth = [], 0
    for letter in text:
        depth += letter == OPEN
        if not depth:
            kept.append(letter)
        if letter == CLOSE and depth:
            depth -= 1
            if not depth:
                kept.append(" ")
    return "".join(kept)
