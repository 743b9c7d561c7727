"""Canonical JSON: the one encoding of a value."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.canonical import LARGEST, canonical, digest

KEYS = st.text(st.characters(max_codepoint=127), max_size=5)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXTS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4))


@given(VALUES)
def test_it_reads_back_and_is_a_fixed_point(value: object) -> None:
    written = canonical(value)
    assert json.loads(written) == value
    assert canonical(json.loads(written)) == written


def test_keys_are_sorted_and_nothing_is_spaced_or_escaped() -> None:
    assert canonical({"b": [1, None, True], "a": "ñ\n/"}) == '{"a":"ñ\\n/","b":[1,null,true]}'.encode()
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.parametrize("value", [1.0, {"é": 1}, {1: 2}, LARGEST + 1, b"x", {"a": [float("nan")]}, "\ud800"])
def test_what_has_no_encoding_is_refused(value: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has its own words
        canonical(value)
