"""What stands behind an order in a receipt: in words, never ids."""

import pytest

from pbem.language.messages import translations
from pbem.report.details import details
from tests.report.making import words


@pytest.mark.parametrize(
    ("notes", "english", "spanish"),
    [
        ({"cost": "3", "allowance": "4"}, "3 of 4 points", "3 de 4 puntos"),
        ({"cost": "0", "allowance": "1"}, "0 of 1 point", "0 de 1 punto"),
        ({"zoc": "urriaguel-1 urriaguel-2"}, "stops next to URR 1 and URR 2", "se detiene junto a URR 1 y URR 2"),
        ({"zoc": "nobody-1"}, "stops next to nobody-1", "se detiene junto a nobody-1"),
        ({"attack": "10", "defence": "4"}, "strength 10 against 4", "fuerza 10 contra 4"),
        (
            {"win": "35", "tie": "1", "lose": "0", "of": "36"},
            "of 36 rolls you win 35, tie 1, lose 0",
            "de 36 casos ganas 35, empatas 1, pierdes 0",
        ),
    ],
)
def test_numbers_and_units_of_a_line_are_told_in_words(notes: dict[str, str], english: str, spanish: str) -> None:
    """Units by what their counters show."""
    for lang, wanted in (("en", english), ("es", spanish)):
        zoc = {"notes": {"zoc": {"en": "stops next to", "es": "se detiene junto a"}[lang]}}
        assert details(notes.items(), words(lang, **zoc), translations(lang)) == wanted
