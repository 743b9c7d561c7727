"""Several orders in one line, as a telephone writes what it is told: parted where one order ends and one begins."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.text.prose import has_evidence
from pbem.language.words import BETWEEN, Word, words

STOPS = ".;!"
_SENTENCE_END = re.compile(r"(?<=[.;!?…])\s+")
MOST_ORDERS = 50
"""Orders that one line is parted into; in a line with more it is no telephone that speaks."""
CHANCE = 2
"""A command of more words than this is meant wherever a sentence or a clause begins with it: "My motto is …"."""
_THANKS = 4
"""A sentence of no more words than this, which names nothing of the game, may stand behind the last order."""


def split_orders(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """The orders of a line, each behind as many spaces as it stands from the line's start; mostly just the line.

    A line that begins with a verb is parted at a full stop or semicolon before another verb or a command. Where no
    such sign stands before every verb, for one may stand within an order, it is parted only if each part `is_right`, as
    the whole is not. A last sentence that names nothing of the game ("Thanks.") is a part too.
    """
    read = words(line)
    if not longest_match(read, lexicon.verbs):
        return (line,)
    starts = _starts(line, read, lexicon)
    tail = _tail(line, read, starts[-1] if starts else 0, lexicon)
    if len(starts) > MOST_ORDERS or not (starts or tail):
        return (line,)
    behind = [at for at in starts if _stops(line, read, at)]
    parts = _cut(line, read, [0, *behind, *tail])
    right = behind == starts or (all(map(is_right, parts[: len(behind) + 1])) and not is_right(line))
    return parts if right else (line,)


def at_every_verb(line: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A line cut before every verb and command in it."""
    read = words(line)
    starts = _starts(line, read, lexicon)
    return _cut(line, read, [0, *starts])


def is_denied(line: str, read: Sequence[Word], at: int) -> bool:
    """Whether "not" stands before a word, or before what leads to it: "does not fire", "no va a disparar"."""
    known = command_words()
    leading = {*known.auxiliaries, *known.skip} - BETWEEN
    while at and not line[read[at - 1].end : read[at].start].strip():
        at -= 1
        if read[at].key in known.denials:
            return True
        if read[at].key not in leading:
            return False
    return False


def split_commands(line: str, how_far: Callable[[str], Literal["sentence", "line", ""]]) -> tuple[str, ...]:
    """A line of prose with each sentence that is a command by itself: "Sí, soy yo. CONFIRMAR". Mostly just the line.

    `how_far` says what of a sentence and all behind it is a command: the sentence, the whole rest, or nothing.
    """
    pieces: list[str] = []
    prose, starts = 0, [0, *(found.end() for found in _SENTENCE_END.finditer(line))]
    for start, end in pairwise([*starts, len(line)]):
        reach = how_far(line[start:end]) if len(starts) > 1 else ""
        if reach:
            pieces.append(" " * prose + line[prose:start])
            prose = len(line) if reach == "line" else end
            own = line[start:prose]
            pieces.append(" " * start + (own if reach == "line" else own.rstrip(f"{STOPS} ")))
        if reach == "line":
            break
    return (*pieces, " " * prose + line[prose:])


def split_motto(line: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A line in which words for the dice stand behind a greeting or an order ("Hola, lema: x", "Hi, my motto is x"),
    parted there. What asks something, or begins with a command, is left as it is.
    """
    read, known = words(line), command_words().commands
    if longest_match(read, known) or line.rstrip().endswith("?"):
        return (line,)
    for at in range(1, len(read)):
        found = longest_match(read[at:], known)
        if found and found[0] == "nonce" and (found[1] > CHANCE or read[at + found[1] - 1].text.endswith(":")):
            start = read[at].start
            if line[:start].rstrip()[-1:] in f"{STOPS},:":
                return (line[:start], " " * start + line[start:])
    return (line,)


def sentences(line: str) -> tuple[str, ...]:
    """The sentences of a line."""
    return tuple(_SENTENCE_END.split(line))


def _starts(line: str, read: Sequence[Word], lexicon: Lexicon) -> list[int]:
    """The words, but for the first, at which an order begins or, behind a stop, a command."""
    found: list[int] = []
    at = 1
    while at < len(read):
        some = read[at : at + 3]
        command = longest_match(some, command_words().commands) if _stops(line, read, at) else None
        begun = command or (None if is_denied(line, read, at) else longest_match(some, lexicon.verbs))
        found += [at] if begun else []
        at += begun[1] if begun else 1
    return found


def _stops(line: str, read: Sequence[Word], at: int) -> bool:
    """Whether a sentence ends before a word."""
    between = line[: read[at].start].rstrip()
    return between[-1:] in STOPS and (between[-1:] == ";" or line[read[at].start - 1].isspace())


def _tail(line: str, read: Sequence[Word], last: int, lexicon: Lexicon) -> list[int]:
    """Where a last sentence begins that is no order: its place, or nothing."""
    for at in range(max(last + 1, len(read) - _THANKS), len(read)):
        if _stops(line, read, at) and read[at].text[:1].isupper():
            return [] if has_evidence(read[at:], lexicon) else [at]
    return []


def _cut(line: str, read: Sequence[Word], starts: Sequence[int]) -> tuple[str, ...]:
    """The line cut before these words, without AND, THEN and signs at the ends of the pieces."""
    pieces = []
    for start, end in zip(starts, [*starts[1:], len(read)], strict=True):
        last = end - 1
        while last > start and read[last].key in BETWEEN:
            last -= 1
        stop = len(line) if end == len(read) else read[last].end
        pieces.append(" " * read[start].start + line[read[start].start : stop].rstrip(f"{STOPS}, "))
    return tuple(pieces)
