"""The layout of files: canonical JSON with breaks, one thing a line; and what is told of bytes that are none."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.canonical import digest
from pbem.save.errors import SaveError
from pbem.save.layout import quick_hash, text, value_of

KEYS = st.text(string.ascii_lowercase + "-", min_size=1, max_size=8)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, JSON, max_size=5), st.dictionaries(KEYS, st.integers(0, 4), max_size=3))
def test_layout_adds_nothing_to_the_canonical_json(value: dict[str, object], levels: dict[str, int]) -> None:
    data = text(value, levels)
    assert value_of(data, "x.json") == value
    assert quick_hash(data) == digest(value)
    assert data.endswith(b"}\n")
    assert b"\r" not in data


def test_one_counter_a_line() -> None:
    units = {"beni-2": {"status": "map", "at": "0715"}, "beni-1": {"at": "0614", "zoc-of": ["regulares-1"]}}
    assert text({"units": units, "turn": 3, "weather": "hot"}).decode() == (
        "{\n"
        '  "turn":3,\n'
        '  "units":{\n'
        '    "beni-1":{"at":"0614","zoc-of":["regulares-1"]},\n'
        '    "beni-2":{"at":"0715","status":"map"}\n'
        "  },\n"
        '  "weather":"hot"\n'
        "}\n"
    )


def test_what_holds_a_list_or_an_object_among_others_has_a_line_for_each() -> None:
    lines = text({"a": {"b": {"c": 1}, "d": 2}, "e": [1, [2]], "f": {"g": 1}}).decode().splitlines()
    assert lines == ["{", '  "a":{', '    "b":{"c":1},', '    "d":2', "  },", '  "e":[', "    1,", "    [2]", "  ],",
                     '  "f":{"g":1}', "}"]  # fmt: skip


def test_what_is_empty_stays_on_its_line_and_lists_in_lists_are_opened_too() -> None:
    assert text({"a": [], "b": {}}, {"a": 2, "b": 2}) == b'{\n  "a":[],\n  "b":{}\n}\n'
    assert text({"a": [[1, 2], [3]]}, {"a": 2}).decode().splitlines() == [
        "{", '  "a":[', "    [", "      1,", "      2", "    ],", "    [", "      3", "    ]", "  ]", "}"
    ]  # fmt: skip


def test_levels_open_what_lies_deeper() -> None:
    value = {"sheets": [{"lines": [{"number": 1}, {"number": 2}], "seat": "spanish"}]}
    lines = text(value, {"sheets": 3}).decode().splitlines()
    assert '        {"number":1},' in lines
    assert '        {"number":2}' in lines


def test_texts_keep_their_letters() -> None:
    assert "España · Ærø\\n" in text({"name": "España · Ærø\n"}).decode("utf-8")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"a": 1,}', "x.json, line 1, column 9: not JSON (Expecting property name enclosed in double quotes)."),
        (b'{"a": 1, "b": 2, "a": 3}', "x.json: the key 'a' stands twice in one object."),
        (b'{"a": {"b": 1.5}}', "x.json: 1.5 is not a whole number."),
        (b'{"a": NaN}', "x.json: NaN is not a whole number."),
        (b"[1]", "x.json: a JSON object was expected, not list."),
        (b'{"a": "\xff"}', "x.json: byte 7 is not UTF-8."),
        (b"", "x.json, line 1, column 1: not JSON (Expecting value)."),
        (b'{"a":' + b"[" * 100_000, "x.json: nested too deeply to be a file of a save."),
    ],
)
def test_damaged_bytes_are_told_exactly(data: bytes, said: str) -> None:
    with pytest.raises(SaveError) as told:
        value_of(data, "x.json")
    assert str(told.value) == said


def test_quick_hash_differs_for_bytes_in_another_layout() -> None:
    value = {"a": 1, "b": [1, 2]}
    assert quick_hash(json.dumps(value, indent=1).encode()) != digest(value)
