"""What a receipt tells of a line beside the order itself: the way, the points, strengths and chances, in one line."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.report.words import Words

TOGETHER = (
    (("cost", "allowance"), "points"),
    (("attack", "defence"), "strengths"),
    (("win", "tie", "lose", "of"), "chances"),
)
"""Numbers that are told in one phrase, where a line has them all."""
LONGEST = 8
"""Spaces of the longest way that is told whole."""


def details(path: Sequence[str], notes: Iterable[tuple[str, str]], words: Words, translations: Any) -> str:
    """A way, then the numbers of a line: "0614 → 0715 → 0716, 4 of 5 points"; "" where there is nothing to tell.

    Of a long way only the ends: the line above has it whole.
    """
    left = dict(notes)
    said = [" → ".join(path if len(path) <= LONGEST else (path[0], "…", path[-1]))] if path else []
    for keys, phrase in TOGETHER:
        if all(key in left for key in keys):
            values = {key: left.pop(key) for key in keys}
            said.append(_phrase(phrase, values, translations))
    said += [f"{words.note(key)} {value}".strip() for key, value in left.items()]
    return ", ".join(said)


def _phrase(phrase: str, values: dict[str, str], translations: Any) -> str:
    _ = translations.gettext
    if phrase == "points":
        few = translations.ngettext("%(cost)s of %(allowance)s point", "%(cost)s of %(allowance)s points",
                                    int(values["allowance"]))  # fmt: skip
        return str(few % values)
    if phrase == "strengths":
        return str(_("attack %(attack)s against defence %(defence)s") % values)
    return str(_("of %(of)s throws %(win)s win, %(tie)s tie, %(lose)s lose") % values)
