"""Six words for a hash, to compare over the telephone: spoken alike in both languages.

A word is three syllables, a syllable five bits: one of eight consonants that are hard to mistake and one of four
vowels. Six words carry the first 90 bits of the hash; who wants two histories with the same words needs some 2^45
tries. No list is shipped: the 32768 words follow from the two short rows below.
"""

import re

CONSONANTS = "bdflnrst"
VOWELS = "aiou"
WORDS = 6
_SYLLABLES = tuple(consonant + vowel for consonant in CONSONANTS for vowel in VOWELS)
_BITS = 15 * WORDS


def hash_words(hash_hex: str) -> str:
    """The six words of a hash of 64 hex digits, with spaces between; ValueError for anything else."""
    if not re.fullmatch(r"[0-9a-f]{64}", hash_hex):
        raise ValueError(f"not a hash of 64 hex digits: {hash_hex!r}")
    bits = int(hash_hex, 16) >> (256 - _BITS)
    syllables = [_SYLLABLES[bits >> shift & 31] for shift in range(_BITS - 5, -1, -5)]
    return " ".join("".join(syllables[i : i + 3]) for i in range(0, len(syllables), 3))
