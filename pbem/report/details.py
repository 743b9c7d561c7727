"""What a receipt tells of a line beside the order itself: points, strengths and chances, in one line."""

from collections.abc import Iterable
from typing import Any

from pbem.report.words import Words

TOGETHER = (
    (("cost", "allowance"), "points"),
    (("attack", "defence"), "strengths"),
    (("win", "tie", "lose", "of"), "chances"),
    (("waits",), "waits"),
)
"""What is told in one phrase, where a line has it all."""


def details(notes: Iterable[tuple[str, str]], words: Words, translations: Any) -> str:
    """The numbers of a line: "4 of 5 points, next to beni-3"; "" where there is nothing to tell."""
    left, said = dict(notes), list[str]()
    for keys, phrase in TOGETHER:
        if all(key in left for key in keys):
            values = {key: left.pop(key) for key in keys}
            said.append(_phrase(phrase, values, words, translations))
    told = ((key, value) for key, value in left.items() if (key, value) != ("drm", "0"))
    said += [f"{words.note(key)} {_named(value, words)}".strip() for key, value in told]
    return ", ".join(said)


def _named(value: str, words: Words) -> str:
    """A value in words: units by what their counters show, listed; anything else as it is."""
    ids = value.split()
    return words.listed(map(words.short, ids)) if ids and all(map(words.side_of, ids)) else value


def _phrase(phrase: str, values: dict[str, str], words: Words, translations: Any) -> str:
    _ = translations.gettext
    if phrase == "waits":
        return str(_("judged when its time comes; as things are: %(why)s") % {"why": words.unmet(values["waits"])})
    if phrase == "points":
        few = translations.ngettext("%(cost)s of %(allowance)s point", "%(cost)s of %(allowance)s points",
                                    int(values["allowance"]))  # fmt: skip
        return str(few % values)
    if phrase == "strengths":
        return str(_("strength %(attack)s against %(defence)s") % values)
    return str(_("of %(of)s rolls you win %(win)s, tie %(tie)s, lose %(lose)s") % values)
