"""Whatever comes by mail: no exception, no guess, no long wait."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.language.reading import MAX_ORDERS, MAX_TEXT
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from tests.language.factories import codes, lexicon, read

PIECES = (
    "MOVE atacar WITH con A AT ELSE BOMB yes sí after urriaguel-3 urriaguel 0614 9999 Monte Arruit \" ' # - -> , PHASE "
    "GAME TURN 3 NONCE CLEAR END \x00 \u202e \u200b \ud800 🙂 ٣ ﬁ İ ß … \t"
)
WORDS = st.sampled_from(PIECES.split(" "))
LINES = st.lists(WORDS, max_size=9).map(" ".join)
TEXTS = st.lists(LINES | st.text(max_size=40), max_size=8).map("\n".join)


@given(TEXTS, st.booleans())
@settings(max_examples=300)
def test_reading_never_raises(text: str, strict: bool) -> None:
    reading = read_text(text, lexicon(), strict=strict, unsaid=lambda *_: "", stands=lambda _: "")
    assert [line.number for line in reading.lines] == list(range(1, len(reading.lines) + 1))
    bad = {problem.line for problem in reading.problems} - {0}
    assert bad == {line.number for line in reading.lines if line.order is None}
    rows = text.splitlines()
    for problem in reading.problems:
        assert problem.column >= 1
        if problem.line:
            row = reading.lines[problem.line - 1].row
            assert problem.column <= len(rows[row - 1]) + 1


@pytest.mark.parametrize("line", ["✗ 1. ", "the 2) ", "and • "])
def test_a_word_before_a_list_mark_is_prose(line: str) -> None:
    """Without that word there is a mark, and no word."""
    assert read_text(line, lexicon(), unsaid=lambda *_: "MOVE").ignored == (line.strip(),)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_a_json_sheet_never_raises(data: bytes) -> None:
    assert read_json(data, lexicon()).lines == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "unit", "path", "phase", "orders", "x"]) | st.text(max_size=3), inner
        )
    ),
    max_leaves=12,
)


@given(JSON, JSON, JSON)
def test_a_sheet_of_anything_never_raises(sections: object, standing: object, order: object) -> None:
    sheet = {"format": 1, "sections": sections, "standing": standing}
    sheet["press"] = [order, {"to": order, "text": sections, "anonymous": standing}]
    many = {
        "format": 1,
        "press": order,
        "sections": [{"orders": [order, {"type": "move", "unit": order, "path": order}]}],
    }
    for data in (sheet, many):
        reading = read_json(json.dumps(data).encode(), lexicon())
        assert {p.line for p in reading.problems} - {0} == {line.number for line in reading.lines if line.order is None}


@pytest.mark.parametrize(
    "line",
    [
        "MOVE " + "a" * 100_000,
        "x" * 100_000,
        "MOVE " + "0614 " * 20_000,
        "MOVE " + '"' * 100_000,
        "MOVE " + "'a " * 33_000,
        "- " * 50_000,
        "1. " * 33_000,
        "#" * 100_000,
        "\u202e" * 100_000,
    ],
)
def test_a_line_of_100_kilobytes(line: str) -> None:
    began = time.process_time()
    reading = read(line + "\nHOLD urriaguel-3")
    assert time.process_time() - began < 1
    assert reading.lines[-1].order is not None
    assert {problem.code for problem in reading.problems} <= {"too-long"}


def test_a_text_that_is_too_long_is_not_read_at_all() -> None:
    text = "HOLD urriaguel-3\n" + " " * MAX_TEXT
    assert codes(text) == [(0, 0, "too-long")]
    assert read(text).lines == ()


@pytest.mark.parametrize("line", ["HOLD urriaguel-3", "HELP", "CLEAR x"])
def test_no_more_lines_than_allowed_are_read(line: str) -> None:
    reading = read(f"{line}\n" * (MAX_ORDERS + 5) + "\n# a comment\n")
    assert len(reading.lines) + len(reading.commands) <= MAX_ORDERS
    assert [p.args for p in reading.problems if p.code == "too-many-orders"] == [{"limit": MAX_ORDERS}]
    assert [
        p.code for p in read(f"{line}\n" * MAX_ORDERS + "# a comment").problems if p.code == "too-many-orders"
    ] == []


def seconds(text: str, **options: bool) -> float:
    """Processor time of one reading, which a busy machine does not change much."""
    began = time.process_time()
    read_text(text, lexicon(), **options)
    return time.process_time() - began


def test_as_many_orders_as_allowed_are_read_at_once() -> None:
    text = "\n".join(f"MOVE urriaguel-{i % 24 + 1} 0614 0714 0715  # {i}" for i in range(MAX_ORDERS))
    assert min(seconds(text, strict=True) for _ in range(3)) < 1  # 0.1 s measured; coverage makes it 3 times slower


@pytest.mark.parametrize(
    "line",
    ["MOVE uriaguelo-{} 0614 Axdirr{}", "MOVI{} urriaguel-3 {}", "take aa{} bb{}", "phase aa{} {}", "clear a{} {}"],
)
def test_rubbish_costs_little(line: str) -> None:
    text = "\n".join(line.format(i, i) for i in range(6_000))[:MAX_TEXT]
    assert seconds(text) < 6


def test_invisible_characters_do_not_change_what_is_read() -> None:
    reading = read("\ufeffMO\u200bVE urri\u00adaguel\u2060-3\u202e 06\x0014")
    assert reading.lines[0].text == "MOVE urriaguel-3 0614"
    assert reading.problems == ()
