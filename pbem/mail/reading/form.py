"""The order form that our mails end with, edited by the player inside the quoted text."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pbem.mail.reading.quotes import quote_depth
from pbem.mail.text.phrases import FORM_BEGIN, FORM_END, PROPOSED, UNCHANGED
from pbem.mail.text.plain import comparable_text


@dataclass(frozen=True, slots=True)
class Form:
    """A form found in lines: indexes of its first and last line (the markers), what was edited, what was not.

    A form of several phases has a marker before each.

    `proposed` are unchanged lines that a player may want as they are (`PROPOSED`); whether he does, the rest tells.
    `depth` is how deep it stands in quotes: 1 is our mail, 2 and more a mail that was answered before.
    """

    first: int
    last: int
    depth: int
    edited: tuple[str, ...]
    unchanged: tuple[str, ...]
    whole: bool
    proposed: tuple[str, ...] = ()


def find_form(lines: Sequence[str], sent: frozenset[str]) -> Form | None:
    """The first form in the lines of a body (plain), or None. `sent` are the lines that we sent (`quotes.sent_lines`).

    Without its last line the form runs to the end, and is not `whole`.
    """
    for first, line in enumerate(lines):
        depth, rest = quote_depth(line)
        if FORM_BEGIN.fullmatch(rest.strip()):
            last = _last(lines, first)
            rows = _rejoined([quote_depth(row)[1].strip() for row in lines[first:last]], sent)[1:]
            return Form(
                first,
                last,
                depth,
                tuple(_picked(rows, lambda row: not _is_unchanged(row, sent))),
                tuple(row for row in rows if _says(row) and _is_unchanged(row, sent)),
                whole=last < len(lines),
                proposed=tuple(_picked(rows, lambda row: PROPOSED in row and _is_unchanged(row, sent))),
            )
    return None


def _picked(rows: Sequence[str], is_wanted: Callable[[str], bool]) -> Iterator[str]:
    """The orders that are wanted, each phase but the first below a head of its own: several may take the same verb."""
    head = ""
    for row in rows:
        if begun := FORM_BEGIN.fullmatch(row):
            head = f"PHASE {begun['phase'] or row.split()[-1]}"
        elif _says(row) and is_wanted(row):
            yield from (head,) if head else ()
            yield row
            head = ""


def _last(lines: Sequence[str], first: int) -> int:
    for number in range(first + 1, len(lines)):
        if FORM_END.fullmatch(quote_depth(lines[number])[1].strip()):
            return number
    return len(lines)


def _rejoined(rows: Sequence[str], sent: frozenset[str]) -> list[str]:
    """Rows in which a mail program's wrapping is undone, as far as what we sent tells that it is one."""
    ours = _Ours(sent)
    joined: list[str] = []
    for row in rows:
        if joined and row and (_goes_on(joined[-1], row, ours) or _is_cut_before(joined[-1], row, ours)):
            joined[-1] += f" {row}"
        else:
            joined.append(row)
    return joined


class _Ours:
    """The comments of lines that we sent, each with a space behind it: sorted, and by the unit of their line."""

    def __init__(self, sent: frozenset[str]) -> None:
        self.comments: list[str] = []
        self.of_unit: dict[str, list[str]] = {}
        for line in sent:
            comments = [f"{comment} " for comment in _comments(line)]
            self.comments += comments
            for unit in line.removeprefix("# ").split()[1:2]:
                self.of_unit.setdefault(unit, []).extend(comments)
        self.comments.sort()

    def begins(self, start: str) -> bool:
        """Whether a comment begins with a text."""
        at = bisect_left(self.comments, start)
        return at < len(self.comments) and self.comments[at].startswith(start)

    def names(self, text: str, start: str) -> bool:
        """Whether a text names a unit that has a comment which begins so."""
        own = (each for word in set(text.split()) for each in self.of_unit.get(word, ()))
        return any(each.startswith(start) for each in own)


def _comments(line: str) -> Iterator[str]:
    """What may be the comment of a line of ours: behind its first mark, and its second where the first begins it."""
    first = line.partition("#")[2].strip()
    yield from (first, first.partition("#")[2].strip()) if first else ()


def _goes_on(before: str, row: str, ours: _Ours) -> bool:
    """Whether a row goes on with the comment of the row before, word by word."""
    return "#" in before and ours.begins(
        f"{comparable_text(before).partition('#')[2].strip()} {comparable_text(row)} ".lstrip()
    )


def _is_cut_before(before: str, row: str, ours: _Ours) -> bool:
    """Whether a row is the end of the order in the row before: its comment is that of the unit there."""
    words, _, comment = comparable_text(row).partition("#")
    if "#" in before or not comment:
        return False
    start = f"{comment.strip()} "
    return ours.names(comparable_text(before), start) and not ours.names(words, start)


def _says(row: str) -> bool:
    """Whether a row holds more than a comment."""
    return bool(row.split("#", 1)[0].strip())


def _is_unchanged(row: str, sent: frozenset[str]) -> bool:
    return comparable_text(row) in sent if sent else bool(UNCHANGED.fullmatch(row))
