"""How dice fell, in words and as a picture of any dice: chances as people count, bars as long as the counts."""

import re
from xml.etree import ElementTree

import pytest

from pbem.dice.die import COIN, Die
from pbem.dice.fairness import Tally
from pbem.language.messages import translations
from pbem.report.fairness import Chapter, Fallen, Heap, Teller, format_statistics
from pbem.report.svg.sheet.bars import draw_bars

LEGION = Die("legion", (2, 3, 3, 4, 4, 5))


def teller(lang: str = "en") -> Teller:
    """The sentences of a language."""
    return Teller(lang, translations(lang))


@pytest.mark.parametrize(
    ("p", "en", "es"),
    [
        (1.0, "more than 99 of 100", "más de 99 de cada 100"),
        (0.996, "more than 99 of 100", "más de 99 de cada 100"),
        (0.37, "37 of 100", "37 de cada 100"),
        (0.0104, "1 of 100", "1 de cada 100"),
        (0.0042, "4 of 1,000", "4 de cada 1.000"),
        (0.00003, "3 of 100,000", "3 de cada 100.000"),
        (1e-30, "fewer than 1 of 1,000,000", "menos de 1 de cada 1.000.000"),
    ],
)
def test_a_chance_is_told_as_people_count(p: float, en: str, es: str) -> None:
    assert teller().often(p) == en
    assert teller("es").often(p) == es


@pytest.mark.parametrize(
    ("p", "said"),
    [(1.0, "p = 1.00"), (0.51, "p = 0.51"), (0.0631, "p = 0.063"), (0.0021, "p = 0.0021"), (0, "p < 0.0001")],
)
def test_p_has_two_digits_that_count(p: float, said: str) -> None:
    assert teller().p(p) == said


def test_a_bound_is_told_as_one() -> None:
    assert teller().often(0.5043, at_most=True) == "at most 50 of 100"
    assert teller("es").often(0.5043, at_most=True) == "como mucho 50 de cada 100"
    assert teller().often(1e-9, at_most=True) == "fewer than 1 of 1,000,000"


def test_one_degree_of_freedom_is_one() -> None:
    tally = Tally.of(COIN, "HHT" * 20)
    assert teller().verdict(tally).startswith("Chi-square 6.67 with 1 degree of freedom, p = 0.0098: ")
    assert teller("es").verdict(tally).startswith("Ji cuadrado 6,67 con 1 grado de libertad, p = 0,0098: ")
    assert teller().mean(tally) == ""


def test_few_dice_say_nothing() -> None:
    few = Tally.of(LEGION, [2] * 29)
    assert teller().verdict(few) == (
        "Too few dice to say anything: it takes 30, so that each face is expected 5 times."
    )
    assert teller("es").verdict(few).startswith("Son pocos dados para decir nada: hacen falta 30")
    assert teller().mean(few) == "Mean 2.00, expected 3.50."


def test_what_chi_square_means_is_said() -> None:
    tally = Tally.of(LEGION, [3, 3, 5, 2, 4, 3] * 10)
    assert teller().verdict(tally) == (
        "Chi-square 10.00 with 3 degrees of freedom, p = 0.019: such a difference or a larger one is seen in "
        "2 of 100 honest games."
    )
    assert teller("es").mean(tally) == (
        "Media 3,33; se espera 3,50. La de tantos dados honrados queda entre 3,26 y 3,74 en 95 de cada 100 partidas."
    )


@pytest.mark.parametrize(
    ("tallies", "says"),
    [
        ([], ""),
        ([[2, 3, 3, 4, 4, 5] * 10], ""),
        ([[2, 3, 3, 4, 4, 5] * 10] * 2, "has p = 1.00, which is what honest dice lead one to expect: nothing unusual."),
        (
            [[3, 3, 5, 2, 4, 3] * 10, [2, 3, 3, 4, 4, 5] * 10, [2]],
            "These are 2 comparisons, and who makes many finds something rare among them. The rarest has p = 0.019; "
            "among so many, one that rare is seen in at most 4 of 100 honest games. That is unusual.",
        ),
        (
            [[3, 3, 5, 2, 4, 3] * 10, *[[2, 3, 3, 4, 4, 5] * 10] * 4],
            "is seen in at most 9 of 100 honest games. That is nothing unusual.",
        ),
    ],
)
def test_many_comparisons_are_warned_of(tallies: list[list[int]], says: str) -> None:
    said = teller().conclusion([Tally.of(LEGION, shown) for shown in tallies])
    assert said.endswith(says)
    assert bool(said) == bool(says)


def test_bars_are_as_long_as_the_counts() -> None:
    """The longest bar or stroke fills the line; a stroke stands where so many are expected."""
    heap = Heap("All", Tally.of(COIN, "H" * 30 + "T" * 10), {})
    said = format_statistics(Fallen("x", 0, 0, (Chapter("Coin", (heap,)),), ()), teller()).splitlines()
    heads, tails = (line for line in said if re.match(r" +[HT] ", line))
    assert (heads.count("█"), heads.count("┃"), tails.count("█"), tails.count("┃")) == (32, 1, 11, 1)
    assert heads.index("┃") == tails.index("┃") == 7 + 22
    assert heads.split()[-2:] == ["30", "20.0"]


def test_many_kinds_of_dice_and_many_sides_have_a_row_each() -> None:
    heaps = tuple(Heap(f"Side {n}", Tally.of(LEGION, [2, 3, 4, 5] * (n + 1)), {}, n) for n in range(5))
    wide = Chapter("d10", (Heap("All", Tally.of(Die("d10", tuple(range(1, 11))), range(1, 11)), {}),))
    svg = draw_bars(Fallen("x & y", 3, 2, (Chapter("Legion", heaps), wide), ()), teller())
    root = ElementTree.fromstring(svg)
    shown = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in shown if text and text.startswith("Side ")] == [
        f"Side {n}: {4 * (n + 1)} dice" for n in range(5)
    ]
    assert "How the dice of x & y fell" in shown
    assert "10" in shown
