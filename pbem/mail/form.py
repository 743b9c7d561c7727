"""The order form that our mails end with, edited by the player inside the quoted text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.mail.phrases import FORM_BEGIN, FORM_END, UNCHANGED
from pbem.mail.plain import squeeze
from pbem.mail.quotes import quote_depth


@dataclass(frozen=True, slots=True)
class Form:
    """A form found in lines: indexes of its first and last line (the markers), what was edited, what was not.

    `depth` is how deep it stands in quotes: 1 is our mail, 2 and more a mail that was answered before.
    """

    first: int
    last: int
    depth: int
    edited: tuple[str, ...]
    unchanged: tuple[str, ...]
    whole: bool


def find_form(lines: Sequence[str], sent: frozenset[str]) -> Form | None:
    """The first form in the lines of a body (plain), or None. `sent` are the lines that we sent, see `sent_lines`.

    Without its last line the form runs to the end, and is not `whole`.
    """
    for first, line in enumerate(lines):
        depth, rest = quote_depth(line)
        if FORM_BEGIN.fullmatch(rest.strip()):
            last = _last(lines, first)
            rows = [quote_depth(row)[1].strip() for row in lines[first + 1 : last]]
            return Form(
                first,
                last,
                depth,
                tuple(row for row in rows if _says(row) and not _is_unchanged(row, sent)),
                tuple(row for row in rows if _says(row) and _is_unchanged(row, sent)),
                whole=last < len(lines),
            )
    return None


def sent_lines(texts: Sequence[str]) -> frozenset[str]:
    """The lines of texts that we sent, for comparison: plain, single spaces."""
    return frozenset(_keys(texts))


def _keys(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        yield from (squeeze(line) for line in text.splitlines() if line.strip())


def _last(lines: Sequence[str], first: int) -> int:
    for number in range(first + 1, len(lines)):
        if FORM_END.fullmatch(quote_depth(lines[number])[1].strip()):
            return number
    return len(lines)


def _says(row: str) -> bool:
    """Whether a row holds more than a comment."""
    return bool(row.split("#", 1)[0].strip())


def _is_unchanged(row: str, sent: frozenset[str]) -> bool:
    return squeeze(row) in sent if sent else bool(UNCHANGED.fullmatch(row))
