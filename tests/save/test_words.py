"""Six words: injective over their ninety bits, and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.save.words import CONSONANTS, VOWELS, hash_words

HASHES = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")


def bits(spoken: str) -> int:
    """The ninety bits of six words: the inverse of `hash_words`."""
    letters, value = spoken.replace(" ", ""), 0
    for consonant, vowel in zip(letters[::2], letters[1::2], strict=True):
        value = value << 5 | CONSONANTS.index(consonant) << 2 | VOWELS.index(vowel)
    return value


@given(HASHES)
def test_the_words_carry_the_first_ninety_bits(hash_hex: str) -> None:
    spoken = hash_words(hash_hex)
    assert bits(spoken) == int(hash_hex, 16) >> 166
    assert [len(word) for word in spoken.split(" ")] == [6] * 6


@given(HASHES, st.integers(0, 89))
def test_one_bit_changes_the_words(hash_hex: str, bit: int) -> None:
    other = f"{int(hash_hex, 16) ^ 1 << 255 - bit:064x}"
    assert hash_words(other) != hash_words(hash_hex)


def test_the_words_of_a_hash() -> None:
    hash_hex = "818739102d1022556d7796b6e2cff94b9bca61dffeaef465504c879033fee16e"
    assert hash_words(hash_hex) == "nadobu nunoda bilibo banidi fosufu runoso"


@pytest.mark.parametrize("wrong", ["", "ab", "G" * 64, "A" * 64, "a" * 65])
def test_only_hashes_have_words(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a hash of 64 hex digits"):
        hash_words(wrong)
