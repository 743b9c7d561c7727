"""Chi-square to published tables, and a count of dice against a calculation by hand."""

import itertools
import math

import pytest

from pbem.dice.die import COIN, D6, Die
from pbem.dice.fairness import Tally, as_rare, chi_square, upper_tail

LEGION = Die("legion", (2, 3, 3, 4, 4, 5))

# Quantiles of chi-square as statistical tables and programs give them: degrees of freedom, upper tail, quantile.
TABLE = [
    (1, 0.05, 3.841458820694124),
    (1, 0.001, 10.827566170662733),
    (2, 0.05, 5.991464547107979),
    (3, 0.05, 7.814727903251178),
    (3, 0.01, 11.344866730144373),
    (3, 0.001, 16.26623619623813),
    (5, 0.05, 11.070497693516351),
    (5, 0.99, 0.5542980767282771),
    (10, 0.05, 18.307038053275146),
    (35, 0.05, 49.80184956820181),
    (100, 0.05, 124.34211340400407),
    (999, 0.05, 1073.6426506574246),
]


@pytest.mark.parametrize(("freedom", "tail", "quantile"), TABLE)
def test_the_tail_is_that_of_the_tables(freedom: int, tail: float, quantile: float) -> None:
    assert upper_tail(quantile, freedom) == pytest.approx(tail, rel=0, abs=1e-9)


@pytest.mark.parametrize("x", [0.001, 0.5, 3.0, 40.0, 700.0])
def test_the_tail_where_it_is_known_in_closed_form(x: float) -> None:
    assert upper_tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-12)
    assert upper_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)
    assert upper_tail(x, 4) == pytest.approx(math.exp(-x / 2) * (1 + x / 2), rel=1e-12)


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 35, 1000])
def test_the_tail_falls_from_one_to_nothing(freedom: int) -> None:
    tails = [upper_tail(freedom * x / 10, freedom) for x in range(60)]
    assert tails[0] == 1.0
    assert all(later <= earlier + 1e-12 for earlier, later in itertools.pairwise(tails))
    assert tails[-1] < tails[10] < tails[1]
    assert upper_tail(1e6, freedom) < 1e-300
    assert upper_tail(-1, freedom) == 1.0


def test_there_is_no_test_without_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="at least 1 degree of freedom, not 0"):
        upper_tail(1.0, 0)


def test_chi_square_by_hand() -> None:
    """Mendel's peas: 315, 108, 101, 32 where 9:3:3:1 are expected; the textbook says 0.470 and p about 0.925."""
    found = chi_square([315, 108, 101, 32], [556 * share / 16 for share in (9, 3, 3, 1)])
    assert (round(found.statistic, 3), found.freedom, round(found.p, 3)) == (0.470, 3, 0.925)


def test_what_p_says_is_true_of_as_few_dice_as_are_judged() -> None:
    """All outcomes of 30 dice, each with its exact chance: so rare an outcome is as rare as p says, to a hundredth
    where p is small and to a twentieth anywhere."""
    exact: dict[float, float] = {}
    for counts in itertools.product(range(31), repeat=3):
        if sum(counts) <= 30:
            tally = Tally(LEGION, (*counts, 30 - sum(counts)))
            ways = math.factorial(30) / math.prod(map(math.factorial, tally.counts))
            chance = ways * math.prod(p**n for p, n in zip(tally.chances, tally.counts, strict=True))
            assert tally.fit is not None
            p = round(tally.fit.p, 12)
            exact[p] = exact.get(p, 0.0) + chance
    assert math.fsum(exact.values()) == pytest.approx(1)
    for p, true in zip(sorted(exact), itertools.accumulate(exact[p] for p in sorted(exact)), strict=True):
        assert true == pytest.approx(p, abs=0.012 if p < 0.1 else 0.05)


def test_a_tally_counts_against_what_the_die_has() -> None:
    tally = Tally.of(LEGION, [3, 3, 5, 2, 4, 3] * 10)
    assert (tally.faces, tally.counts, tally.total) == ((2, 3, 4, 5), (10, 30, 10, 10), 60)
    assert tally.expected == pytest.approx((10, 20, 20, 10))
    assert tally.mean == pytest.approx(20 / 6)
    assert tally.expected_mean == pytest.approx(3.5)
    assert tally.margin == pytest.approx(1.96 * math.sqrt(11 / 12 / 60), rel=1e-4)
    assert tally.fit is not None
    assert tally.fit.freedom == 3
    assert tally.fit.statistic == pytest.approx(10)
    assert tally.fit.p == pytest.approx(0.0185661, abs=1e-7)


@pytest.mark.parametrize(("die", "needed"), [(LEGION, 30), (D6, 30), (COIN, 10), (Die("d10", tuple(range(10))), 50)])
def test_a_test_takes_five_expected_of_each_face(die: Die, needed: int) -> None:
    face = die.faces[0]
    assert Tally.of(die, []).needed == needed
    assert Tally.of(die, [face] * (needed - 1)).fit is None
    assert Tally.of(die, [face] * needed).fit is not None


def test_faces_that_are_no_numbers_have_no_mean() -> None:
    tally = Tally.of(COIN, "HHT")
    assert (tally.counts, tally.mean, tally.expected_mean, tally.margin) == ((2, 1), None, None, None)


def test_no_dice_and_dice_with_one_face_are_not_judged() -> None:
    none = Tally.of(D6, [])
    assert (none.total, none.mean, none.margin, none.fit) == (0, None, None, None)
    assert none.expected_mean == pytest.approx(3.5)
    assert Tally.of(Die("one", (1,)), [1] * 99).fit is None


def test_a_face_that_the_die_lacks_is_refused() -> None:
    with pytest.raises(KeyError, match="6"):
        Tally.of(LEGION, [2, 6])


def test_many_comparisons_are_bounded() -> None:
    assert as_rare(0.01, 5) == pytest.approx(0.05)
    assert as_rare(0.3, 5) == 1.0
