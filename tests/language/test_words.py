"""Words and keys: what counts as the same, and where words stand in the line as written."""

import pytest

from pbem.language.words import key, plain, strip_comment, words


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("URRIAGUEL-3", "urriaguel-3"),
        ("Solimán–cav—1", "soliman-cav-1"),
        ("bandera_1‑1", "bandera-1-1"),
        ("Beni-Urriaguel, 3.º grupo", "beni-urriaguel-3-grupo"),
        ("Beni-Urriaguel, 3.er grupo", "beni-urriaguel-3-grupo"),
        ("1st Bandera", "1-bandera"),
        ("21th", "21"),
        ("unit-1a", "unit-1a"),
        ("CERIÑOLA", "cerinola"),
        ("０７１５", "0715"),
        ("٠٧١٥", "0715"),
        ("so\u00adli\u200bman\u202e-1\u202c", "soliman-1"),
        ("ur\x00riaguel\x07-3", "urriaguel-3"),
        ("(0715).", "0715"),
        ("👍 …", ""),
    ],
)
def test_key_has_no_case_accents_signs_or_invisible_characters(written: str, same: str) -> None:
    assert key(written) == same


def test_words_stand_where_they_were_written() -> None:
    line = '  2) ATTACK 0715, 0716 → with «bandera-1-1»; "x # y" # and that is it'
    found = words(line)
    assert [word.key for word in found] == ["attack", "0715", "0716", "with", "bandera-1-1", "x-y"]
    assert [line[word.start : word.end] for word in found] == ["ATTACK", "0715", "0716", "with", "bandera-1-1", "x # y"]
    assert [word.quoted for word in found] == [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    "way", ["0614-0714-0715", "0614–0714—0715.", "0614->0714->0715", "0614/0714/0715", "0614,0714,0715"]
)
def test_a_way_may_be_written_with_dashes_or_arrows(way: str) -> None:
    found = words(f"x {way}")
    assert [word.key for word in found] == ["x", "0614", "0714", "0715"]
    assert [f"x {way}"[word.start :][:4] for word in found[1:]] == ["0614", "0714", "0715"]


def test_quotes_may_be_single_and_an_apostrophe_is_none() -> None:
    assert [word.key for word in words("MOVE 'Monte Arruit' n'tisa")] == ["move", "monte-arruit", "n-tisa"]


def test_a_quote_without_end_is_passed_over() -> None:
    assert [word.key for word in words('MOVE "urriaguel-3 0614')] == ["move", "urriaguel-3", "0614"]


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "1. ", "12) ", "(3) ", "– ", " -  "])
def test_list_marks_are_no_words(mark: str) -> None:
    assert [word.key for word in words(f"{mark}HOLD x")] == ["hold", "x"]
    assert strip_comment(f"{mark}HOLD x # so") == "HOLD x"


def test_plain_is_what_receipts_show() -> None:
    assert plain("  Atacar\u00a00715\tcon “bandera–1” \u202ex\u202c ") == 'Atacar 0715 con "bandera-1" x'
