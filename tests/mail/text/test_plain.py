"""Typography made plain."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.text.plain import plain, squeeze


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("MOVER bandera\u20111\u20132\u00a00813", "MOVER bandera-1-2 0813"),
        ("“bandera” ‘x’ «y» „z‟", '"bandera" \'x\' "y" "z"'),
        ("a\u2014b \u2212c \ufe63d", "a-b -c -d"),
        ("\ufeffMOVE be\u200bni-\u20603 \u202e0812\u202c", "MOVE beni-3 0812"),
        ("０７１５ ＭＯＶＥ", "0715 MOVE"),
        ("٠٨١٢ ०७१५ 𝟎𝟗", "0812 0715 09"),
        ("sen\u0303al", "señal"),
        ("a\r\nb\rc\u2028d\x0ce", "a\nb\nc\nd\ne"),
        ("so\u00adft\x00\x07", "soft"),
        ("wait…", "wait..."),
        ("a\tb\u3000c", "a b c"),
    ],
)
def test_what_programs_put_in_is_turned_back(written: str, read: str) -> None:
    assert plain(written) == read


@given(st.text())
def test_plain_is_a_fixed_point_and_nfc(text: str) -> None:
    once = plain(text)
    assert plain(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in once if character != "\n")


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
def test_typed_text_stays(text: str) -> None:
    assert plain(text) == text


def test_squeeze_makes_one_line() -> None:
    assert squeeze("  a \r\n\tb\u00a0 c ") == "a b c"
