"""Dice: the faces of each, and how faces are read."""

import pytest

from pbem.dice.die import COIN, D6, faces_text


def test_the_faces_of_the_dice_that_come_with_the_program() -> None:
    assert (D6.name, D6.faces) == ("d6", (1, 2, 3, 4, 5, 6))
    assert (COIN.name, COIN.faces) == ("coin", ("H", "T"))


@pytest.mark.parametrize(
    ("faces", "drawn", "text"),
    [
        ((4, 2, 6), False, "4 2 6"),
        (("H", "H", "T"), False, "HHT"),
        (("H", "H", "T"), True, "H H T"),
        (("H", "TT"), False, "H TT"),
        (("H", 1), False, "H 1"),
        (("cer-1", "inf-2"), True, "cer-1 inf-2"),
        ((), False, ""),
    ],
)
def test_numbers_and_drawn_words_have_blanks_between_coins_have_none(
    faces: tuple[int | str, ...], drawn: bool, text: str
) -> None:
    assert faces_text(faces, drawn=drawn) == text


def test_faces_are_no_drawn_words_unless_it_is_said() -> None:
    assert faces_text(("H", "T")) == "HT"
