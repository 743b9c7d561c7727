"""Several orders in one line, as a telephone writes what it is told: parted where one order ends and one begins."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

from pbem.language.commands import command_words, longest_match
from pbem.language.lexicon import Lexicon
from pbem.language.names.joining import join_names, numbered
from pbem.language.names.matching import names_something
from pbem.language.words import Word, key, words

_STOPS = ".;!"
_SENTENCE_END = re.compile(r"(?<=[.;!?…])\s+")
_REMARK = re.compile(rf"\(([^()]*)\)[\s,{_STOPS}]*$")
"""A remark in brackets at the end of a line."""
_BETWEEN = {"and", "then", "y", "e", "luego", "entonces"}
_MOST = 50
"""Orders that one line is parted into; in a line with more it is no telephone that speaks."""
_THANKS = 4
"""A sentence of no more words than this, which names nothing of the game, may stand behind the last order."""


def split_orders(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """The orders of a line, each behind as many spaces as it stands from the line's start; mostly just the line.

    A line that begins with a verb is parted at a full stop or semicolon before another verb or a command. Where no
    such sign stands before every verb, it is parted only if each part `is_right`, as the whole is not: before every
    verb, or at those signs alone (a verb may stand within an order). A last sentence that names nothing of the game
    ("Thanks.") is a part too.
    """
    read = words(line)
    if line.lstrip().startswith(">") or not longest_match(read, lexicon.verbs):
        return (line,)
    starts = _starts(line, read, lexicon)
    tail = _tail(line, read, starts[-1] if starts else 0, lexicon)
    if len(starts) > _MOST or not (starts or tail):
        return (line,)
    behind = [at for at in starts if _stops(line, read, at)]
    for cuts in (starts, behind):
        parts = _cut(line, read, [0, *cuts, *tail])
        if behind == starts or (len(parts) > 1 and all(map(is_right, parts[: len(cuts) + 1])) and not is_right(line)):
            return parts
    return (line,)


def without_opening(line: str, lexicon: Lexicon) -> str:
    """A line with spaces in the place of "then" or "y luego" before its verb."""
    read = words(line)
    begun = next((at for at, word in enumerate(read) if word.key not in _BETWEEN), 0)
    if not begun or line.lstrip().startswith(">") or not longest_match(read[begun:], lexicon.verbs):
        return line
    return " " * read[begun].start + line[read[begun].start :]


def spread_order(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """The orders of a line that names several units behind one verb, each with the verb: "DEPLOY a AT 1, b AT 2".

    Several units of an order that takes one are given the same ("SAIL a and b TO 1"), also where they lack something.
    Else all parts have to be right: mostly just the line.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    form = lexicon.orders[found[0]].FORM if found else ()
    if found is None or not form or form[0].kinds != ("unit",) or form[0].keyword:
        return (line,)
    parts = _parts(join_names(read[found[1] :], lexicon), lexicon)
    verb, lines = line[read[0].start : read[found[1] - 1].end], list[str]()
    for units, rest in parts:
        several = [units] if form[0].many else [[unit] for unit in units]
        lines += [" ".join((verb, ", ".join(one), *rest)) for one in several]
    alike = len(parts) == 1 and not any("unit" in slot.kinds for slot in form[1:2])
    if 1 < len(lines) <= _MOST and (alike or all(map(is_right, lines))):
        return tuple(" " * read[0].start + one for one in lines)
    return (line,)


def turned_order(line: str, lexicon: Lexicon, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """An order whose place stands before its units ("ATTACK the wood WITH a, b") as it is written; else the line.

    MOVE itself is none: nobody moves a place with units.
    """
    read = words(line)
    found = longest_match(read, lexicon.verbs)
    if found is None:
        return (line,)
    way = any("space" in slot.kinds and slot.many for slot in lexicon.orders[found[0]].FORM)
    if way and "-".join(word.key for word in read[: found[1]]) in map(
        key, lexicon.say_all("verbs", found[0]).split("/")
    ):
        return (line,)
    used = found[1]
    with_ = next((at for at in range(used + 1, len(read) - 1) if lexicon.keywords.get(read[at].key) == "WITH"), used)
    before = join_names(read[used:with_], lexicon)
    if not before or any(word.key in lexicon.units or word.key in lexicon.unit_names for word in before):
        return (line,)
    verb, place = line[read[0].start : read[used - 1].end], line[read[used].start : read[with_].start].strip()
    turned = f"{verb} {line[read[with_ + 1].start :].rstrip(' .,;!')} {place}"
    return (" " * read[0].start + turned,) if is_right(turned) else (line,)


def _parts(rest: Sequence[Word], lexicon: Lexicon) -> list[tuple[list[str], list[str]]]:
    """Units, and what follows them up to the next ones; nothing where the words do not begin with one."""
    parts: list[tuple[list[Word], list[str]]] = []
    skip = command_words().skip
    for at, word in enumerate(rest):
        before = rest[at - 1].key if at else ""
        if (word.key in lexicon.units or word.key in lexicon.unit_names) and before not in lexicon.keywords:
            if not parts or parts[-1][1]:
                parts.append(([], []))
            parts[-1][0].append(word)
        elif parts and not parts[-1][1] and (other := numbered(parts[-1][0][-1], word, lexicon)):
            parts[-1][0].append(other)
        elif word.key not in _BETWEEN and not (word.key in skip and not (parts and parts[-1][1])):
            if not parts or word.key in lexicon.verbs:
                return []
            parts[-1][1].append(word.text)
    return [([word.text for word in units], rest) for units, rest in parts]


def without_courtesy(line: str, lexicon: Lexicon) -> tuple[str, str]:
    """A line without what stands behind an order and says nothing of it, and the remark in brackets among that.

    "please", thanks, that nobody does what may be left out ("ADVANCE none"); no remark that names anything.
    """
    known, remark = command_words(), ""
    while True:
        if bracket := _REMARK.search(line):
            if any(names_something(word, lexicon) for word in join_names(words(bracket[1]), lexicon)):
                return line, remark
            line, remark = line[: bracket.start()], bracket[1].strip()
            continue
        read = words(line)
        size = next((n for n in (2, 1) if "-".join(word.key for word in read[-n:]) in known.courtesies), 0)
        if not size and read and read[-1].key in known.nobody and read[-2].key in lexicon.keywords:
            size = 2
        if not 0 < size < len(read):
            return line, remark
        line = line[: read[-size].start].rstrip(f"{_STOPS},¡ ")


def split_commands(line: str, how_far: Callable[[str], Literal["sentence", "line", ""]]) -> tuple[str, ...]:
    """A line of prose with each sentence that is a command by itself: "Sí, soy yo. CONFIRMAR". Mostly just the line.

    `how_far` says what of a sentence and all behind it is a command: the sentence, the whole rest, or nothing.
    """
    if line.lstrip().startswith(">"):
        return (line,)
    pieces: list[str] = []
    prose, starts = 0, [0, *(found.end() for found in _SENTENCE_END.finditer(line))]
    for start, end in pairwise([*starts, len(line)]):
        reach = how_far(line[start:end]) if len(starts) > 1 else ""
        if reach:
            pieces += [" " * prose + line[prose:start]] if line[prose:start].strip() else []
            prose = len(line) if reach == "line" else end
            own = line[start:prose]
            pieces.append(" " * start + (own if reach == "line" else own.rstrip(f"{_STOPS} ")))
        if reach == "line":
            break
    return (*pieces, " " * prose + line[prose:]) if line[prose:].strip() or not pieces else tuple(pieces)


def sentences(line: str) -> tuple[str, ...]:
    """The sentences of a line."""
    return tuple(part for part in _SENTENCE_END.split(line) if part.strip())


def _starts(line: str, read: Sequence[Word], lexicon: Lexicon) -> list[int]:
    """The words, but for the first, at which an order begins or, behind a stop, a command."""
    found: list[int] = []
    at = 1
    while at < len(read):
        some = read[at : at + 3]
        command = longest_match(some, command_words().commands) if _stops(line, read, at) else None
        begun = command or longest_match(some, lexicon.verbs)
        found += [at] if begun else []
        at += begun[1] if begun else 1
    return found


def _stops(line: str, read: Sequence[Word], at: int) -> bool:
    """Whether a sentence ends before a word."""
    between = line[: read[at].start].rstrip()
    return between[-1:] in _STOPS and (between[-1:] == ";" or line[read[at].start - 1].isspace())


def _tail(line: str, read: Sequence[Word], last: int, lexicon: Lexicon) -> list[int]:
    """Where a last sentence begins that is no order: its place, or nothing."""
    for at in range(max(last + 1, len(read) - _THANKS), len(read)):
        if _stops(line, read, at) and read[at].text[:1].isupper():
            rest = join_names(read[at:], lexicon)
            named = any(word.quoted or any(c.isdecimal() for c in word.key) for word in rest)
            return [] if named or any(names_something(word, lexicon) for word in rest) else [at]
    return []


def _cut(line: str, read: Sequence[Word], starts: Sequence[int]) -> tuple[str, ...]:
    """The line cut before these words, without AND, THEN and signs at the ends of the pieces."""
    pieces = []
    for start, end in zip(starts, [*starts[1:], len(read)], strict=True):
        last = end - 1
        while last > start and read[last].key in _BETWEEN:
            last -= 1
        stop = len(line) if end == len(read) else read[last].end
        pieces.append(" " * read[start].start + line[read[start].start : stop].rstrip(f"{_STOPS}, "))
    return tuple(pieces)
