"""What a mail says to other players: from a line like PRESS TO all to one that ends it, or to the end of the new text.

It is parted from the rest before anything is read as an order: no line of it is one, and no order goes out with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mail.reading.quotes import Line
from pbem.mail.text import phrases

_ENDS = ("attribution", "header-block", "original", "signature", "tail", "sent")
"""What is not the writer's own, and what no message goes on behind: of a quotation in it only its own lines are left
out."""

_QUOTATION = (phrases.ATTRIBUTION_LINE, phrases.ATTRIBUTION_END, phrases.ORIGINAL, phrases.HEADER_FROM)


@dataclass(frozen=True, slots=True)
class PressText:
    """A message to other players: the line that it begins with, which says to whom, and the lines below it, plain.

    `closed`: a line of its own ends it; else it goes on to the end of the new text.
    """

    head: str
    lines: tuple[str, ...]
    closed: bool = False


def part_press(judged: Sequence[Line], form: int | None = None) -> tuple[list[str], tuple[PressText, ...]]:
    """The new lines of a body, those of messages blank like all that is left out; and the messages.

    None goes on behind `form`, the number of the line at which our order form stands in the body.
    """
    kept = ["" if line.fate else line.text for line in judged]
    found: list[PressText] = []
    at = 0
    while at < len(kept):
        if not phrases.PRESS_BEGIN.fullmatch(kept[at]):
            at += 1
            continue
        limit = form if form is not None and at < form else len(kept)
        end = next((n for n in range(at + 1, limit) if _ends(judged[n])), limit)
        closed = end < limit and not judged[end].fate and bool(phrases.PRESS_END.fullmatch(judged[end].text))
        if not closed:  # then it ends where anything begins that may be meant as orders
            end = next((n for n in range(at + 1, end) if _may_end(judged[n])), end)
        found.append(PressText(kept[at], _trimmed(kept[at + 1 : end]), closed))
        end += closed
        kept[at:end] = [""] * (end - at)
        at = end
    return kept, tuple(found)


def without_press(lines: Sequence[str]) -> list[str]:
    """The lines of a body, those of messages that are ended by a line of their own blank: no form is looked for there.

    A message with something in it that may begin a quotation is no such one.
    """
    kept, at = list(lines), 0
    while at < len(lines):
        end = _closed_end(lines, at) if phrases.PRESS_BEGIN.fullmatch(lines[at].strip()) else at
        kept[at:end] = [""] * (end - at)
        at = max(end, at + 1)
    return kept


def _closed_end(lines: Sequence[str], at: int) -> int:
    """The line that ends a message which begins at a line; that line itself where none does."""
    for n in range(at + 1, len(lines)):
        line = lines[n].strip()
        if phrases.PRESS_END.fullmatch(line):
            return n
        if phrases.PRESS_BEGIN.fullmatch(line) or any(pattern.fullmatch(line) for pattern in _QUOTATION):
            return at
    return at


def _ends(line: Line) -> bool:
    """Whether a message ends before a line: it is its last, another begins, or what is not its writer's own."""
    if line.fate:
        return line.fate in _ENDS
    return any(pattern.fullmatch(line.text) for pattern in (phrases.PRESS_END, phrases.PRESS_BEGIN))


def _may_end(line: Line) -> bool:
    """Whether a message that no line ends goes no further than a line: END stands there, or an order form."""
    return not line.fate and any(p.fullmatch(line.text) for p in (phrases.END, phrases.FORM_BEGIN))


def _trimmed(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines without empty ones at either end, and without more than one in a row."""
    text = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    while text and not text[0]:
        text.pop(0)
    while text and not text[-1]:
        text.pop()
    return tuple(text)
