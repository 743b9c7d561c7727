"""RFC 3676."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.text.flowed import WIDTH, flow, unflow
from pbem.mail.text.phrases import FORM_BEGIN, FORM_END

WORDS = st.lists(st.text(alphabet="abc>-F 0123é", min_size=0, max_size=200), max_size=12)


def test_soft_breaks_are_joined_and_stuffing_goes() -> None:
    assert unflow("MOVE a \n0812\n From here\n> > q") == "MOVE a 0812\nFrom here\n> > q"


def test_delsp_takes_the_space_too() -> None:
    assert unflow("urria \nguel-6\nMOVE  \n0812", delsp=True) == "urriaguel-6\nMOVE 0812"


def test_the_signature_delimiter_is_never_joined() -> None:
    assert unflow("last \n-- \nName") == "last \n-- \nName"


def test_quotes_are_joined_within_their_depth_only() -> None:
    assert unflow(">> one \n>> two \n> three \nfour") == ">> one two \n> three \nfour"


@given(WORDS)
def test_what_is_flowed_comes_back(paragraphs: list[str]) -> None:
    text = "\n".join(paragraph.rstrip() for paragraph in paragraphs)
    assert unflow(flow(text)) == text


@given(WORDS)
def test_lines_are_short_where_they_can_be(paragraphs: list[str]) -> None:
    for line in flow("\n".join(paragraphs)).split("\n"):
        words = line.rstrip()
        assert len(words) <= WIDTH + 1 or " " not in words.strip()[:WIDTH] or "  " in words or words.startswith("  ")


def test_form_lines_and_columns_stay_whole() -> None:
    row = "ATTACK 0715 WITH " + " ".join(f"urriaguel-{n}" for n in range(12)) + " # at 0613"
    text = f"## ORDERS x\n{row}\n## END OF ORDERS\n{row}"
    lines = flow(text, (FORM_BEGIN, FORM_END)).split("\n")
    assert lines[:3] == ["## ORDERS x", row, "## END OF ORDERS"]
    assert len(lines) > 4
    table = "beni-3   infantry   0812   " + "x" * 80
    assert flow(table) == table
