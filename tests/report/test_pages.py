"""The helpers of the templates: wrapping, headings, names of records."""

import re
from html import unescape

import pytest

from pbem.language.messages import translations
from pbem.report.pages import KINDS, heading, phase_name, tidy, with_line_breaks, with_soft_remark, wrap
from tests.report.making import words


def test_wrapped_lines_keep_their_own_breaks_and_indents() -> None:
    """The first line begins otherwise than the rest; nothing is lined within a word."""
    assert wrap("one two\nthree", "* ", "  ") == "* one two\n  three"
    assert wrap("aaa bbb", columns=4) == "aaa\nbbb"
    assert wrap("a" * 90) == "a" * 90


def test_headings_are_underlined() -> None:
    """As wide as the words, never wider than the page."""
    assert heading("Ñandú") == "ÑANDÚ\n====="
    assert heading("x" * 90).split("\n")[1] == "=" * 76


def test_texts_are_tidied() -> None:
    """One empty line at most, none at the ends, no blanks at ends of lines."""
    assert tidy("\n\na  \n\n\nb\n\n") == "a\n\nb\n"


def test_lines_of_a_sentence_are_escaped_before_they_are_joined() -> None:
    """Only the breaks are markup."""
    assert with_line_breaks("a < b\nc > d") == "a &lt; b<br>c &gt; d"
    assert with_line_breaks("a < b") == "a &lt; b"


@pytest.mark.parametrize("lang", ["es", "en"])
def test_records_that_are_no_phase_have_names(lang: str) -> None:
    """A rollback in a report is not called by its key."""
    own = words(lang)
    names = {phase_name(own, translations(lang), kind) for kind in KINDS}
    assert len(names) == len(KINDS)
    assert phase_name(own, translations(lang), "moroccan-combat") == own.phase("moroccan-combat")


@pytest.mark.parametrize(
    ("line", "shown", "remark"),
    [
        ("HOLD harka-1          # HAR 1 · MOVE (5): 3", "HOLD harka-1", "# HAR 1 · MOVE (5): 3"),
        ("# ATTACK a WITH b     # B, 5-4", "# ATTACK a WITH b", "# B, 5-4"),
        ("# Remove the # of those that you want.", "# Remove the # of those that you want.", None),
        ("PHASE combat <1>", "PHASE combat <1>", None),
    ],
)
def test_a_form_on_a_page_has_no_padding_and_its_remarks_apart(line: str, shown: str, remark: str | None) -> None:
    page = str(with_soft_remark(line))
    apart = re.findall(r'<span class="soft remark"[^>]*>([^<]*)</span>', page)
    assert apart == ([f"{remark}\n"] if remark else []), "its end is within it"
    assert unescape(re.sub("<[^>]*>", "", page)) == (f"{shown}  {remark}\n" if remark else f"{shown}\n")
