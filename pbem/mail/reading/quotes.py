"""Which lines of a body its sender wrote anew, and what each other line is: quoted, attribution, signature, footer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pbem.mail.text import phrases
from pbem.mail.text.plain import comparable_text

LINES = 2_000  # lines of a body that are read
LINE = 2_000  # characters of a line that is read
RUN = 3  # lines of ours in a row that are a quotation; fewer a player may repeat on purpose
_ATTRIBUTION_LINES = 4
_BLOCK_LINES = 5
_LONG_FOOTER = 60
_ATTRIBUTION = 400  # characters
_SHORT_SIGNATURE = 10
_FORWARD_LINES = 2

_QUOTE_MARK = re.compile(r"\s{0,3}(?:[A-Z]{0,3}>|\|\s(?![^|]*\|.*\|\s*$))\s?")  # no row of a table
_LIST_MARK = re.compile(r"^\s*(?:[-*+\u2022\u00b7\u2023\u25e6\u25aa\u25cf\u25cb\u2219]|\d{1,2}[.)])\s+")
_WORD = re.compile(r"[^\W_]")
_ORDER = re.compile(r"\s*[A-ZÁÉÍÓÚÑ]{2,}\s")  # a verb in capitals, as all our mails write them


@dataclass(slots=True)
class Line:
    """A line of a body: its text without quote marks, how deep it is quoted, and why it is left out (empty: kept).

    `delimiter`: it is exactly the `-- ` that begins a signature.
    """

    text: str
    depth: int = 0
    fate: str = ""
    delimiter: bool = False


def quote_depth(line: str) -> tuple[int, str]:
    """How many quote marks a line begins with, and the rest of it."""
    depth = 0
    while (mark := _QUOTE_MARK.match(line)) and depth < 100:
        depth += 1
        line = line[mark.end() :]
    return depth, line


def strip_list_mark(line: str) -> str:
    """A line without the mark of a list (`-`, `*`, `2.`) at its start, ends stripped."""
    return _LIST_MARK.sub("", line, count=1).strip()


def sent_lines(texts: Sequence[str]) -> frozenset[str]:
    """The lines of texts that we sent, for comparison: see `plain.comparable_text`."""
    return frozenset(comparable_text(line) for text in texts for line in text.splitlines() if line.strip())


def judge_lines(texts: Sequence[str], sent: Sequence[str] = (), sender: str = "", subject: str = "") -> list[Line]:
    """Say of each line (plain, at most `LINES`) what it is. `sent` are the texts that the mail may be quoting.

    A mail of his own that the sender (an address) forwards, and that adds no figures to it, is his own text.

    Fates: quote, attribution, header-block, original, signature, tail, footer, sent; empty for the sender's own.
    """
    lines = [Line(rest.strip(), depth, delimiter=rest == "-- ") for depth, rest in map(quote_depth, texts)]
    _mark_sent(lines, sent)
    own = _forwarded(lines, sender, subject) if sender else range(0)
    for line in lines[own.start : own.stop]:
        line.fate = "header-block"
    for line in lines[own.stop :] if own else ():
        line.depth = max(0, line.depth - lines[own.stop - 1].depth)
    _Judge(lines, sent_lines(sent)).run()
    return lines


class _Judge:
    """One pass over the lines; `tail` (signature, disclaimer) and `rest` (unmarked quotation) go on to the end."""

    def __init__(self, lines: list[Line], ours: frozenset[str]) -> None:
        self.lines = lines
        self.answers = bool(ours)
        self.last_of_ours = max(
            (at for at, line in enumerate(lines) if line.text and comparable_text(line.text) in ours), default=-1
        )
        self.attributions = _attributions(lines)
        self.going_on = ""
        self.wrote = False

    def run(self) -> None:
        """Give each line its fate."""
        for at, line in enumerate(self.lines):
            if at in self.attributions and self.going_on in ("", "signature", "tail"):
                self._attribution(at)
            elif self.going_on:
                line.fate = line.fate or self.going_on
            else:
                self._judge(at, line)

    def _attribution(self, at: int) -> None:
        line = self.lines[at]
        line.fate = "attribution"
        self.going_on = ""
        if line.depth == 0 and at + 1 not in self.attributions and self._quotes_unmarked(at + 1):
            self.going_on = "quote"

    def _quotes_unmarked(self, at: int) -> bool:
        """Whether what follows an attribution is a quotation without marks, and not an answer below a trimmed one."""
        first = next((line for line in self.lines[at:] if line.text), None)
        if first is None or first.depth or first.fate == "sent":
            return False
        return self.last_of_ours >= at if self.answers else self.wrote

    def _judge(self, at: int, line: Line) -> None:
        if line.fate or line.depth:
            line.fate = line.fate or "quote"
        elif not _WORD.search(line.text):
            self._wordless(at, line)
        elif phrases.ORIGINAL.fullmatch(line.text):
            line.fate = self.going_on = "original"
        elif _is_header_block(self.lines, at):
            line.fate = self.going_on = "header-block"
        elif phrases.TAIL.fullmatch(f"{line.text} {self._next(at)}".strip()):
            line.fate = self.going_on = "tail"
        elif phrases.FOOTER.fullmatch(line.text):
            self._footer(at)
        else:
            self.wrote = True

    def _wordless(self, at: int, line: Line) -> None:
        """A line without words: the delimiter of a signature, a rule that begins a list's footer, or nothing."""
        if line.delimiter or (line.text == "--" and self._few_follow(at)):
            line.fate = self.going_on = "signature"
        elif phrases.RULE.fullmatch(line.text) and phrases.LIST_NAME.fullmatch(self._next(at)):
            line.fate = self.going_on = "tail"

    def _few_follow(self, at: int) -> bool:
        """Whether few enough lines follow for a signature: `--` without its space may also part an order sheet."""
        count = 0
        for later in self.lines[at + 1 :]:
            if later.depth or later.text == "--":
                break
            count += bool(later.text)
        return count <= _SHORT_SIGNATURE

    def _footer(self, at: int) -> None:
        """Mark a footer; one that was too long for its line goes on in the next."""
        self.lines[at].fate = "footer"
        follower = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if follower and len(self.lines[at].text) >= _LONG_FOOTER and not follower.depth and len(follower.text) < LINE:
            follower.fate = "footer" if follower.text else ""

    def _next(self, at: int) -> str:
        return self.lines[at + 1].text if at + 1 < len(self.lines) and not self.lines[at + 1].depth else ""


def _attributions(lines: list[Line]) -> set[int]:
    """Numbers of the lines that say who wrote what follows; one attribution may be cut into several lines."""
    found: set[int] = set()
    for at, line in enumerate(lines):
        if phrases.ATTRIBUTION_LINE.fullmatch(line.text):
            found.add(at)
        elif len(line.text) <= _ATTRIBUTION and phrases.ATTRIBUTION_LAST.fullmatch(line.text):
            found.update(range(_attribution_start(lines, at), at + 1))
    return found


def _attribution_start(lines: list[Line], at: int) -> int:
    """The line where an attribution that may end in line `at` begins; `at + 1` if none does.

    The first line with a date makes it one; else an address in it, or a quotation right after it.
    """
    text, found = "", at + 1
    for first in range(at, max(-1, at - _ATTRIBUTION_LINES), -1):
        line = lines[first]
        if not line.text or line.depth != lines[at].depth or len(text) + len(line.text) > _ATTRIBUTION:
            break
        text = f"{line.text} {text}".strip()
        if phrases.ATTRIBUTION_END.fullmatch(text):
            if phrases.ATTRIBUTION_START.fullmatch(line.text):
                return first
            if found > at and ("<" in text or _next_is_quoted(lines, at)):
                found = first
    return found


def _next_is_quoted(lines: list[Line], at: int) -> bool:
    follower = next((line for line in lines[at + 1 :] if line.text), None)
    return follower is not None and follower.depth > lines[at].depth


def _is_header_block(lines: list[Line], at: int) -> bool:
    """Whether From, Sent, To, Subject begin here, in any order and language; blank lines may stand between."""
    if not (phrases.HEADER_FROM.fullmatch(lines[at].text) or phrases.HEADER_OTHER.fullmatch(lines[at].text)):
        return False
    block = [line.text for line in lines[at : at + 3 * _BLOCK_LINES] if line.text][:_BLOCK_LINES]
    senders = sum(1 for text in block if phrases.HEADER_FROM.fullmatch(text))
    others = sum(1 for text in block if phrases.HEADER_OTHER.fullmatch(text))
    starts = bool(phrases.HEADER_FROM.fullmatch(lines[at].text))
    return senders > 0 and (others >= 2 or (starts and others == 1))


def _forwarded(lines: Sequence[Line], sender: str, subject: str) -> range:
    """The numbers of the lines at the head of a mail of the sender's own that he forwards; empty if there is none."""
    block: list[int] = []
    said = bool(phrases.FORWARD_SUBJECT.fullmatch(subject))
    for at, line in enumerate(lines):
        if phrases.ORIGINAL.fullmatch(line.text):
            said = said or bool(phrases.FORWARDED.fullmatch(line.text))
            block.append(at)
        elif phrases.HEADER_FROM.fullmatch(line.text) or phrases.HEADER_OTHER.fullmatch(line.text):
            block.append(at)
        elif line.text and (block or any(char.isdecimal() for char in line.text)):
            break
    own = any(phrases.HEADER_FROM.fullmatch(lines[at].text) and sender in lines[at].text.lower() for at in block)
    return range(block[0], block[-1] + 1) if said and own and len(block) > _FORWARD_LINES else range(0)


def _mark_sent(lines: list[Line], sent: Sequence[str]) -> None:
    """Mark runs of `RUN` lines or more that stand in the same order in a text that we sent, blank lines apart.

    A stretch of them in which every line is an order, as an example of ours is, was typed or pasted on purpose.
    """
    known: set[tuple[str, ...]] = set()
    orders: set[str] = set()
    for text in sent:
        rows = [row for row in text.splitlines()[:LINES] if row.strip()]
        keys = [comparable_text(row) for row in rows]
        known.update(tuple(keys[at : at + RUN]) for at in range(len(keys) - RUN + 1))
        orders.update(key for key, row in zip(keys, rows, strict=True) if _ORDER.match(row))
    written = [(line, comparable_text(line.text)) for line in lines if line.text]
    keys = [key for _, key in written]
    runs = (range(at, at + RUN) for at in range(len(keys) - RUN + 1) if tuple(keys[at : at + RUN]) in known)
    ours = sorted({at for run in runs for at in run})
    for _, stretch in groupby(enumerate(ours), key=lambda pair: pair[1] - pair[0]):
        numbers = [at for _, at in stretch]
        if not all(keys[at] in orders for at in numbers):
            for at in numbers:
                written[at][0].fate = "sent"
