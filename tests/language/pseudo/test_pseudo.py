"""In a language of which every text is in ⟦ ⟧ and 40 % longer: nothing is hard-coded, and nothing breaks."""

import subprocess
import sys

import pytest

from tests.language.pseudo.data import hard_coded
from tests.language.pseudo.pictures import svg_faults
from tests.language.pseudo.words import outside, pseudo


def test_all_that_people_read_is_translated_and_may_grow() -> None:
    """In a process of its own: its texts must not be those of other tests."""
    program = [sys.executable, "-m", "tests.language.pseudo"]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr[-3000:], found.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Your turn", "⟦Your turn ëëëë⟧"),
        ("%(n)s of {all}:", "%(n)s ⟦ofë⟧ {all}:"),
        ("to", "⟦toë⟧"),
        ("12 – 3", "12 – 3"),
        ("⟦done⟧", "⟦done⟧"),
    ],
)
def test_a_text_grows_and_leaves_values_outside(text: str, said: str) -> None:
    assert pseudo(text) == said


def test_what_is_outside_is_found_unless_it_is_data() -> None:
    assert outside("a ⟦b ⟦c⟧ d⟧ e").split() == ["a", "e"]
    assert hard_coded("⟦Turnëë⟧ 3: MOVE beni-tuzin-1 1613, Annual; x@example.org 00ff00ff12") == []
    assert hard_coded("⟦Turnëë⟧ 3 of 13, weather is bad") == ["of", "weather", "is", "bad"]


def test_what_is_wrong_with_a_picture_is_found() -> None:
    text = '<text x="{x}" y="20" font-size="10" font-weight="500">{words}</text>'
    texts = [("10", "⟦moveëë⟧"), ("12", "⟦lossëë⟧"), ("95", "⟦a longer one ëëëë⟧"), ("50", "⟦cut ë…"), ("70", "raw")]
    drawn = "".join(text.format(x=x, words=words) for x, words in texts)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 30">{drawn}</svg>'
    said = [fault.partition(":")[0] for fault in svg_faults(svg, ())]
    assert said == ["'⟦lossëë⟧' lies on '⟦moveëë⟧'", "out of the picture", "cut", "not translated"]
