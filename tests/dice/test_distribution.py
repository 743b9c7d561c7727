"""Honest dice: a million of each shape that a rule set throws, judged by faces, by pairs and by runs, from fixed roots.

Shapes: La Legión's die one a label, d6 and coins eight a label, d6 of one label's long stream, draws without
replacement; no rule set throws others. The roots are fixed, so what passes passes always; p is asked to be neither
tiny nor too good. That rejection leaves no bias at all is proved, not sampled: every byte is tried.
"""

import itertools
import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.dice.chain import Chain, ChainDice, below, phase_key
from pbem.dice.die import COIN, D6, Die, Face
from pbem.dice.fairness import Fit, chi_square

LEGION = Die("legion", (2, 3, 3, 4, 4, 5))
BYTE = Die("byte", tuple(range(256)))
MILLION = 1_000_000
LEAST, MOST = 0.001, 0.999
POOL = tuple("abcdefghijkl")
CUP = ("H",) * 12 + ("T",) * 12


def dice(n: int) -> ChainDice:
    """The dice of a phase: link n of the chain whose root is the specification's."""
    return ChainDice(phase_key(chain(0).link(n), "melilla", f"{n}.moroccan-combat", {"moroccan": "arena"}))


@cache
def chain(number: int) -> Chain:
    """A chain with a fixed root; number 0 has that of the specification."""
    return Chain.from_root(bytes((byte + number) % 256 for byte in range(32)))


# What is asked of a sequence of dice ---------------------------------------------------------------------------------


def chances(die: Die) -> dict[Face, float]:
    """The chance of each face."""
    return {face: count / len(die.faces) for face, count in Counter(die.faces).items()}


def faces_fit(die: Die, shown: Sequence[Face]) -> Fit:
    """Chi-square of the faces."""
    counts = Counter(shown)
    return chi_square([counts[f] for f in chances(die)], [len(shown) * chance for chance in chances(die).values()])


def pairs_fit(die: Die, shown: Sequence[Face], apart: int = 1) -> Fit:
    """The serial test: chi-square of pairs that are so far apart, each die in one pair."""
    left, right = shown[::2], shown[apart::2]
    counts, many = Counter(zip(left, right, strict=False)), min(len(left), len(right))
    expected = {(a, b): many * p * q for a, p in chances(die).items() for b, q in chances(die).items()}
    return chi_square([counts[pair] for pair in expected], list(expected.values()))


def runs_p(die: Die, shown: Sequence[Face]) -> float:
    """How likely so many or so few runs of equal faces are, both ends counted (normal, a million dice being many)."""
    equal = sum(map(operator.eq, shown, itertools.islice(shown, 1, None)))
    two, three = (math.fsum(p**k for p in chances(die).values()) for k in (2, 3))
    steps = len(shown) - 1
    variance = steps * (two - two**2) + 2 * (steps - 1) * (three - two**2)
    return math.erfc(abs(equal - steps * two) / math.sqrt(2 * variance))


def assert_honest(die: Die, shown: Sequence[Face]) -> None:
    """Faces, neighbours, dice three apart, runs: none of them rare, none too good."""
    found = {
        "faces": faces_fit(die, shown).p,
        "pairs": pairs_fit(die, shown).p,
        "three apart": pairs_fit(die, shown, 3).p,
        "runs": runs_p(die, shown),
    }
    assert all(LEAST < p < MOST for p in found.values()), found


# A million of each shape ---------------------------------------------------------------------------------------------


def one_a_label(die: Die, n: int) -> list[Face]:
    """A million dice, each with a label of its own as combats have them."""
    faces = dice(n).faces
    return [faces(f"attack beni-{i % 97}+urriaguel-{i % 89} #{i}", die)[0] for i in range(MILLION)]


def eight_a_label(die: Die, n: int) -> list[Face]:
    """A million dice, eight a roll."""
    faces = dice(n).faces
    return [face for i in range(MILLION // 8) for face in faces(f"fire principe-{i} at b", die, 8)]


def one_stream(die: Die, n: int) -> list[Face]:
    """A million dice of one label, far into its stream."""
    return list(dice(n).faces("weather", die, MILLION))


@pytest.mark.parametrize(
    ("die", "throw"),
    [
        (LEGION, one_a_label),
        (D6, eight_a_label),
        (COIN, eight_a_label),
        (D6, one_stream),
    ],
)
def test_a_million_dice_are_honest(die: Die, throw: Callable[[Die, int], list[Face]]) -> None:
    shown = throw(die, 1)
    assert len(shown) == MILLION
    assert_honest(die, shown)


def test_a_million_draws_without_replacement_are_honest() -> None:
    """Four of twelve: every place of the draw, and each ordered pair of neighbours."""
    draw = dice(2).draw
    drawn = [draw(f"gaix-factor gaix-{i}", POOL, 4) for i in range(MILLION // 4)]
    assert all(len(set(four)) == 4 for four in drawn[:1000])
    for place in range(4):
        counts = Counter(four[place] for four in drawn)
        assert LEAST < chi_square([counts[x] for x in POOL], [len(drawn) / 12] * 12).p < MOST
    ordered = list(itertools.permutations(POOL, 2))
    for place in range(3):
        pairs = Counter(four[place : place + 2] for four in drawn)
        assert set(pairs) == set(ordered)
        assert LEAST < chi_square([pairs[pair] for pair in ordered], [len(drawn) / 132] * 132).p < MOST


def test_a_million_markers_from_a_cup_are_honest() -> None:
    """All of twelve heads and twelve crosses: so many heads among the first six as the hypergeometric law says."""
    draw = dice(3).draw
    drawn = [draw(f"fire principe-{i} at b", CUP, 24) for i in range(MILLION // 24 + 1)]
    assert all(sorted(one) == sorted(CUP) for one in drawn[:1000])
    heads = Counter(one[:6].count("H") for one in drawn)
    law = [math.comb(12, k) * math.comb(12, 6 - k) / math.comb(24, 6) for k in range(7)]
    assert LEAST < chi_square([heads[k] for k in range(7)], [len(drawn) * p for p in law]).p < MOST


def test_one_label_in_phase_after_phase_is_honest() -> None:
    """The weather of twenty thousand phases: what one link gives says nothing of the next."""
    shown = [
        ChainDice(phase_key(chain(c).link(n), "melilla", f"{n}.weather", {})).faces("weather", LEGION)[0]
        for c in range(1, 6)
        for n in range(1, 4001)
    ]
    assert_honest(LEGION, shown)


def test_the_tests_themselves_give_every_p_alike() -> None:
    """Two hundred games of five thousand dice: their p are spread evenly, so the dice are not too good either."""
    fits = [faces_fit(D6, dice(n).faces("attack beni-1", D6, 5000)).p for n in range(10, 210)]
    tenths = Counter(min(9, int(p * 10)) for p in fits)
    assert LEAST < chi_square([tenths[k] for k in range(10)], [20.0] * 10).p < MOST


# The tests see what is wrong -----------------------------------------------------------------------------------------


def test_bytes_without_rejection_would_be_seen() -> None:
    """The bias that rejection removes: 256 is no multiple of 6, faces 1 to 4 would come up 43 times to 42."""
    plain = dice(1).faces("weather", BYTE, MILLION)
    assert LEAST < faces_fit(BYTE, plain).p < MOST
    shown = [D6.faces[int(byte) % 6] for byte in plain]
    assert faces_fit(D6, shown).p < 1e-12


def test_dice_that_follow_each_other_would_be_seen() -> None:
    shown = dice(1).faces("weather", D6, MILLION // 10)
    twice = [face for face in shown[: MILLION // 20] for _ in range(2)]
    assert pairs_fit(D6, twice).p < 1e-12
    assert runs_p(D6, twice) < 1e-12
    assert faces_fit(D6, sorted(shown, key=str)).p > LEAST
    assert pairs_fit(D6, sorted(shown, key=str)).p < 1e-12


# Rejection, proved ---------------------------------------------------------------------------------------------------


class Blocks(ChainDice):
    """Dice that read the given bytes, and zeros after them, instead of hashes."""

    def __init__(self, *given: int) -> None:
        super().__init__(bytes(32))
        self._given = bytes(given)

    def _block(self, label: str, number: int) -> bytes:
        return self._given[32 * number : 32 * number + 32].ljust(32, b"\0")


def taken(read: Callable[[tuple[int, ...]], int], width: int, values: Iterable[int]) -> Counter[int]:
    """How many values of the first `width` bytes give each answer, values that are dropped left out.

    A value was dropped if what comes after it matters: once bytes that mean 0 follow, once bytes that mean 1.
    """
    found: Counter[int] = Counter()
    for value in values:
        first = tuple(value.to_bytes(width, "big"))
        zero, one = (read((*first, *after.to_bytes(width, "big"))) for after in (0, 1))
        if zero == one:
            found[zero] += 1
    return found


@pytest.mark.parametrize("count", [1, 2])
def test_every_byte_is_tried_with_every_die_up_to_256(count: int) -> None:
    """The first face of a roll of one die and of several: each has exactly as many bytes, the largest such number."""
    for n in range(2, 257):
        die = Die("n", tuple(range(n)))
        counts = taken(lambda given, die=die: int(Blocks(*given).faces("x", die, count)[0]), 1, range(256))  # type: ignore[misc]
        assert counts == dict.fromkeys(range(n), 256 // n), n


def test_every_byte_is_tried_with_every_number_up_to_256() -> None:
    for n in range(2, 257):
        counts = taken(lambda given, n=n: below(iter(given), n), 1, range(256))  # type: ignore[misc]
        assert counts == dict.fromkeys(range(n), 256 // n), n


@pytest.mark.parametrize("n", [257, 1000, 4096, 40000, 65535, 65536])
def test_every_pair_of_bytes_is_tried(n: int) -> None:
    counts = taken(lambda given: below(iter(given), n), 2, range(65536))
    assert counts == dict.fromkeys(range(n), 65536 // n)


def test_every_pair_of_bytes_is_tried_with_a_draw() -> None:
    """Two of three: of the 255 × 256 pairs that are not dropped each order has a sixth."""
    orders = Counter(Blocks(a, b).draw("x", "abc", 2) for a, b in itertools.product(range(255), range(256)))
    assert orders == dict.fromkeys(itertools.permutations("abc", 2), 85 * 128)
    assert Blocks(255, 1, 1).draw("x", "abc", 2) == ("b", "c")


def stream(given: Sequence[int]) -> Iterator[int]:
    """The bytes, and zeros after them."""
    return itertools.chain(given, itertools.repeat(0))


@given(st.lists(st.integers(0, 255), max_size=100), st.integers(1, 300), st.integers(0, 80))
def test_short_cuts_give_what_the_stream_gives(given: list[int], n: int, count: int) -> None:
    """One die, a few of the first block, many: however they are read, the same faces."""
    die, bytes_left = Die("n", tuple(range(n))), stream(given)
    assert Blocks(*given).faces("x", die, count) == tuple(below(bytes_left, n) for _ in range(count))
